"""Compares times with those of other packages: `python bench.py [--quick]`, with the extra `bench`.

Each figure is the median of rounds in which every row takes its turn, so that other work of the
machine affects all of them; those of single messages are the least. Times are CPU times, which other
programs stretch less than the clock's; Polars' own hash runs on all CPUs.
"""

import _hashlib
import argparse
import hashlib
import importlib.metadata
import multiprocessing
import statistics
import threading
import time
import timeit
from pathlib import Path

import blake3
import mmh3
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import xxhash

import provenhash
import provenhash.polars
from provenhash import hash_array


def medians(rows, rounds, seconds):
    """Return the median CPU seconds of each row; a row is a function and its repetitions."""
    times = {name: [] for name in rows}
    repeats = {}
    for name, function in rows.items():
        function()
        start = time.process_time()
        function()
        once = max(time.process_time() - start, 1e-8)
        repeats[name] = max(1, int(seconds / once))
    for _ in range(rounds):
        for name, function in rows.items():
            loop = range(repeats[name])
            start = time.process_time()
            for _ in loop:
                function()
            times[name].append((time.process_time() - start) / repeats[name])
    return {name: statistics.median(each) for name, each in times.items()}


def show(title, columns, unit):
    """Print a table in Markdown."""
    print(f"\n| {title} | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * len(columns))
    for name in dict.fromkeys(name for column in columns.values() for name in column):
        cells = [
            f"{unit(column[name], size):.3g}" if name in column else ""
            for size, column in columns.items()
        ]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def keys():
    return {name: provenhash.algorithms[name].key_from_seed(1) for name in (
        "clhash", "clhash-mixed", "vhash64", "multilinear64-mixed", "siphash-1-3", "highwayhash64",
    )}  # fmt: skip


def least(calls, data, rounds, seconds):
    """Return the least CPU seconds of each call of one argument, over rounds in which every one takes its turn."""
    timers, repeats, times = {}, {}, {}
    for name, call in calls.items():
        names = {"call": call, "data": data}
        timers[name] = timeit.Timer("call(data)" if call else "data", globals=names, timer=time.process_time)
        repeats[name] = max(1, int(seconds / max(timers[name].timeit(100) / 100, 1e-8)))
    for _ in range(rounds):
        for name, timer in timers.items():
            time_of_one = timer.timeit(repeats[name]) / repeats[name]
            times[name] = min(times.get(name, time_of_one), time_of_one)
    return times


def one_shot(rounds, seconds):
    """Measure calls in a loop of Python. A call takes the same work each time, which others only lengthen."""
    columns = {}
    for size, label in ((16, "16 B"), (1 << 10, "1 KiB"), (1 << 20, "1 MiB")):
        data = bytes(i * 131 & 255 for i in range(size))
        calls = {f"`{name}`": key.hash for name, key in keys().items()}
        calls["`md5`"] = provenhash.md5.hash
        calls["`xxhash`, `xxh3_64_intdigest`"] = xxhash.xxh3_64_intdigest
        calls["`mmh3`, `hash64`"] = mmh3.hash64
        calls["`blake3`, `digest`"] = lambda data: blake3.blake3(data).digest()
        calls["`hashlib.md5` (OpenSSL)"] = lambda data: hashlib.md5(data).digest()
        calls["`hashlib.sha256` (OpenSSL)"] = lambda data: hashlib.sha256(data).digest()
        calls["the loop alone"] = None
        columns[label] = least(calls, data, 20 * rounds, seconds / 20)
    show("one message, ns", columns, lambda time, _: time * 1e9)


def sizes():
    """Print the bytes of the compiled modules, without the libraries that they load."""
    print("\n| module | KB |")
    print("|---|--:|")
    for module in (provenhash._provenhash, xxhash._xxhash, blake3, mmh3, _hashlib):
        path = Path(module.__file__)
        files = [path] if path.suffix in (".so", ".pyd") else list(path.parent.glob("*.so"))
        print(f"| {module.__name__} | {sum(file.stat().st_size for file in files) / 1000:,.0f} |")


def together(rounds, seconds):
    """Measure MD5 of messages that arrive in blocks, all of them at a time or one after the other."""
    block, columns = bytes(128 << 10), {}
    for count in (1, 2, 4, 8, 16, 32):
        ours = [provenhash.md5.hasher() for _ in range(count)]
        theirs = [hashlib.md5() for _ in range(count)]
        rows = {
            "`update_many`": lambda: provenhash.update_many((each, block) for each in ours),
            "`Hasher.update`": lambda: [each.update(block) for each in ours],
            "`hashlib.md5`, `update`": lambda: [each.update(block) for each in theirs],
        }
        columns[str(count)] = medians(rows, rounds, seconds)
    per_block = lambda time, count: time * 1e6 / int(count)
    show("MD5 of as many messages in blocks of 128 KiB, µs per block", columns, per_block)


def columns_of(count):
    """Measure strings of 5 to 38 bytes, and numbers."""
    random = np.random.default_rng(1)
    lengths = random.integers(5, 39, count)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    letters = random.integers(97, 123, offsets[-1], dtype=np.uint8)
    strings = pa.Array.from_buffers(
        pa.string(), count, [None, pa.py_buffer(offsets), pa.py_buffer(letters)]
    )
    return strings, random.integers(0, 1 << 62, count)


def columns(rounds, seconds, counts):
    texts, numbers = {}, {}
    for count in counts:
        label = f"{count:,}"
        strings, words = columns_of(count)
        series, number_series = pl.Series("a", strings), pl.Series("a", words)
        frame, number_frame = series.to_frame(), number_series.to_frame()
        pandas, pandas_numbers = pd.Series(strings.to_pylist(), dtype="str"), pd.Series(words)
        rows, number_rows = {}, {}
        for name, key in keys().items():
            rows[f"`{name}`, Arrow"] = lambda key=key: hash_array(key, strings)
            number_rows[f"`{name}`, NumPy"] = lambda key=key: hash_array(key, words)
        rows["`md5`, Arrow"] = lambda: hash_array(provenhash.md5, strings)
        key = keys()["clhash-mixed"]
        rows["`clhash-mixed`, Polars' namespace"] = lambda: frame.select(
            pl.col("a").provenhash.hash(key)
        )
        number_rows["`clhash-mixed`, Polars' namespace"] = lambda: number_frame.select(
            pl.col("a").provenhash.hash(key)
        )
        rows["`clhash-mixed`, pandas"] = lambda: hash_array(key, pandas)
        rows["Polars' `hash`"] = lambda: frame.select(pl.col("a").hash())
        number_rows["Polars' `hash`"] = lambda: number_frame.select(pl.col("a").hash())
        rows["pandas' `hash_pandas_object`"] = lambda: pd.util.hash_pandas_object(
            pandas, index=False
        )
        number_rows["pandas' `hash_pandas_object`"] = lambda: pd.util.hash_pandas_object(
            pandas_numbers, index=False
        )
        if count <= 1_000_000:
            items = [text.encode() for text in strings.to_pylist()]
            rows["`clhash-mixed`, a list"] = lambda: hash_array(key, items)
            rows["`xxhash` in a loop"] = lambda: [xxhash.xxh3_64_intdigest(item) for item in items]
            rows["`mmh3` in a loop"] = lambda: [mmh3.hash64(item)[0] for item in items]
            rows["`hashlib.md5` in a loop"] = lambda: [hashlib.md5(item).digest() for item in items]
        texts[label] = medians(rows, rounds, seconds)
        numbers[label] = medians(number_rows, rounds, seconds)
    per_row = lambda time, label: time * 1e9 / int(label.replace(",", ""))
    show("strings of 5 to 38 bytes, ns per row", texts, per_row)
    show("int64, ns per row", numbers, per_row)


def threads(rounds):
    """Compare two threads with one, and with two processes, which share no lock."""
    print("\n| two threads | work, one thread = 1 | best | work, two processes = 1 |")
    print("|---|--:|--:|--:|")
    fork = multiprocessing.get_context("fork").Process
    for name, hash in (("clhash", keys()["clhash"].hash), ("md5", provenhash.md5.hash)):
        for size in (4 << 10, 64 << 10, 1 << 20):
            data = bytes(size)
            once = medians({0: lambda: hash(data)}, 3, 0.01)[0]
            count = max(1, int(0.25 / once))

            def work():
                for _ in range(count):
                    hash(data)

            def two(kind):
                both = [kind(target=work) for _ in range(2)]
                start = time.perf_counter()
                for each in both:
                    each.start()
                for each in both:
                    each.join()
                return time.perf_counter() - start

            alone, beside = [], []
            for _ in range(rounds):
                start = time.perf_counter()
                work()
                one = time.perf_counter() - start
                together = two(threading.Thread)
                alone.append(2 * one / together)
                beside.append(two(fork) / together)
            figures = (statistics.median(alone), max(alone), statistics.median(beside))
            print(
                f"| `{name}`, {size >> 10} KiB | " + " | ".join(f"{f:.2f}" for f in figures) + " |"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few seconds, no 10,000,000 rows")
    quick = parser.parse_args().quick
    with open("/proc/cpuinfo") as file:
        print(next((line.split(":")[1].strip() for line in file if "model name" in line), "?"))
    packages = ("provenhash", "xxhash", "blake3", "mmh3", "polars", "pandas", "pyarrow", "numpy")
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages))
    rounds, seconds = (3, 0.005) if quick else (5, 0.05)
    sizes()
    one_shot(rounds, seconds)
    together(rounds, seconds)
    columns(rounds, seconds, [1_000, 1_000_000] if quick else [1_000, 1_000_000, 10_000_000])
    threads(rounds)


if __name__ == "__main__":
    main()
