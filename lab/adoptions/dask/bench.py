"""bench.py alone|xxhash SCALE: prints the CPU time of naming data, without or with the package xxhash; SCALE
multiplies the number of calls."""

import sys
import time

import numpy
import pandas

if sys.argv[1] == "alone":
    # An import of it fails.
    sys.modules["xxhash"] = None

import dask.array
from dask.hashing import hashers
from dask.tokenize import tokenize

SCALE = float(sys.argv[2])
assert ("_hash_xxhash" in [hasher.__name__ for hasher in hashers]) == (sys.argv[1] == "xxhash")


def measure(label, unit, times, call):
    """Prints the time of a call: the fastest of five runs."""
    times = max(1, round(times * SCALE))
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            call()
        best = min(best, (time.process_time() - start) / times)
    print(f"{label}, {unit}\t{best * {'µs': 1e6, 'ms': 1e3}[unit]:.4g}")


random = numpy.random.default_rng(1)
short, middle, long = (random.random(n) for n in (4, 1 << 17, 100 << 17))
table = pandas.DataFrame({f"column {i}": random.random(1 << 20) for i in range(12)})
words = pandas.Series([f"word {n}" for n in random.integers(0, 1000, 100_000)])
measure("`tokenize`, array of 32 B", "µs", 1000, lambda: tokenize(short))
measure("`tokenize`, array of 1 MiB", "µs", 100, lambda: tokenize(middle))
measure("`tokenize`, table of pandas, 12 columns of 8 MiB", "ms", 3, lambda: tokenize(table))
measure("`tokenize`, 100,000 strings of pandas", "µs", 50, lambda: tokenize(words))
measure("`from_array`, 100 MiB", "ms", 3, lambda: dask.array.from_array(long))
measure("mean of an array of 100 MiB", "ms", 3, lambda: dask.array.from_array(long, chunks=1 << 20).mean().compute())
