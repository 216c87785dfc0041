"""bench.py SCALE: prints the CPU time of calls whose results are in the cache; SCALE multiplies the number of calls."""

import sys
import tempfile
import time

import numpy
import pandas
from joblib import Memory

SCALE = float(sys.argv[1])
calls = 0


def function(argument):
    global calls
    calls += 1
    return 1


def measure(label, unit, argument, times):
    """Prints the time of a cached call: the fastest of five runs."""
    global calls
    cached(argument)
    calls = 0
    times = max(1, round(times * SCALE))
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            cached(argument)
        best = min(best, (time.process_time() - start) / times)
    assert calls == 0, "the result was not in the cache"
    print(f"{label}, {unit}\t{best * {'µs': 1e6, 'ms': 1e3}[unit]:.4g}")


random = numpy.random.default_rng(1)
with tempfile.TemporaryDirectory() as location:
    cached = Memory(location, verbose=0).cache(function)
    measure("integer", "µs", 7, 1000)
    measure("list of 10,000 integers", "ms", list(range(10_000)), 20)
    arrays = [random.integers(0, 256, 1024, numpy.uint8) for _ in range(1000)]
    measure("list of 1,000 arrays of 1 KiB", "ms", arrays, 5)
    measure("array of 64 KiB", "µs", random.random(1 << 13), 500)
    measure("array of 1 MiB", "µs", random.random(1 << 17), 100)
    measure("array of 100 MiB", "ms", random.random((100, 1 << 17)), 2)
    measure("array of 100 MiB, every other column", "ms", random.random((100, 1 << 18))[:, ::2], 2)
    columns = {f"column {i}": random.random(1 << 20) for i in range(12)}
    measure("table of pandas, 12 columns of 8 MiB", "ms", pandas.DataFrame(columns), 2)
