#!/usr/bin/env python3
"""Measures fingerprints of tables beside the row hashes of DataFusion, DuckDB and Polars, in one run.

    pip install ./bindings/python duckdb polars pyarrow
    python3 engines/measure.py [SCALE]

Compiles and runs the example `measure` of hash-datafusion, which writes the table `lineitem` of TPC-H for this program.
Prints nanoseconds per row, medians, of one thread and of two. All tables are in memory, each in the form of its
engine. "Rust" and "Python" are fingerprints without an engine, "SQL" is `fingerprint(...)` in DataFusion, and the
others are the engines' own hashes of rows, of 64 bits: those of DataFusion and DuckDB joined by `bit_xor`, those of
Polars as a column.
"""

import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
FOLDER = os.path.dirname(os.path.abspath(__file__))
BUILD = ["cargo", "build", "--locked", "--release", "--config", "measure.toml", "-p", "hash-datafusion",
         "--example", "measure", "--message-format", "json-render-diagnostics"]  # fmt: skip
COLUMNS = ["columns", "Rust", "Python", "SQL", "DataFusion", "DuckDB", "Polars"]


def nanoseconds(call, rows):
    """Returns the median of a call's time per row. The first one is a warm-up."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:]) * 1e9 / rows


def python(file, threads, sets):
    """Measures what has a package of Python: a list for each set of columns."""
    import duckdb
    import polars
    import provenhash
    import pyarrow

    with pyarrow.ipc.open_file(file) as reader:
        table = reader.read_all()
    database = duckdb.connect()
    database.execute(f"SET threads = {threads}")
    database.register("arrow", table)
    database.execute("CREATE TABLE lineitem AS SELECT * FROM arrow")
    key = provenhash.TableKey.from_seed(1)
    found = []
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for columns in sets:
            chosen = table.select(columns.split(", "))
            batches = chosen.to_batches()
            parts = [pyarrow.Table.from_batches(batches[i::threads]) for i in range(threads)]
            frame = polars.from_arrow(chosen)
            query = f"SELECT bit_xor(hash({columns})) FROM lineitem"
            found.append([
                nanoseconds(call, len(table))
                for call in (
                    lambda: list(pool.map(lambda part: provenhash.fingerprint(part, key), parts)),
                    lambda: database.execute(query).fetchall(),
                    frame.hash_rows,
                )
            ])  # fmt: skip
    return found


def main():
    if sys.argv[1:2] == ["--python"]:
        print(json.dumps(python(sys.argv[2], int(sys.argv[3]), json.load(sys.stdin))))
        return
    scale = sys.argv[1] if sys.argv[1:] else "1"
    messages = subprocess.run(BUILD, cwd=FOLDER, check=True, stdout=subprocess.PIPE, text=True).stdout
    (program,) = [each["executable"] for each in map(json.loads, messages.splitlines())
                  if each.get("executable")]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for threads in ("1", "2"):
            file = os.path.join(folder, "lineitem.arrow")
            output = subprocess.run([program, "speed", scale, threads, file], check=True, text=True,
                                    stdout=subprocess.PIPE).stdout  # fmt: skip
            title, _, *lines = output.splitlines()
            # Those of groups have no counterpart.
            ours = [line.split("\t") for line in lines if "\t-\t" not in line]
            # Polars has as many threads as its environment says.
            others = subprocess.run(
                [sys.executable, __file__, "--python", file, threads], check=True, text=True, stdout=subprocess.PIPE,
                input=json.dumps([columns for _, columns, *_ in ours]),
                env={**os.environ, "POLARS_MAX_THREADS": threads},
            ).stdout  # fmt: skip
            print(f"{title}\n\n| {' | '.join(COLUMNS)} |\n|---{'|--:' * (len(COLUMNS) - 1)}|")
            for (name, _, rust, sql, engine, _), row in zip(ours, json.loads(others)):
                fingerprint, duckdb, polars = (f"{each:.1f}" for each in row)
                print(f"| {' | '.join([name, rust, fingerprint, sql, engine, duckdb, polars])} |")
            print()


if __name__ == "__main__":
    main()
