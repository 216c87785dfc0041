#!/usr/bin/env python3
"""Measures `hsum-table diff` of tables in databases: by checksums that the databases compute, and by all rows.

    pushdown.py PROGRAM [ROWS]

Of the rows, 400,000 unless given, 40 are changed. Postgres is that of the machine, in a folder of its own, and
DuckDB's library that of HSUM_DUCKDB_LIBRARY. If `pip install reladiff psycopg2-binary` was run, it compares the
tables in Postgres too, with its own numbers of ranges and with those of hsum-table.
The program prints how many rows it reads; without checksums these are all of both tables. The time is that of
the process, once, and the first table's database answers from memory.
"""

import csv
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY / "bindings/python/tests"))
import databases  # noqa: E402
import duckdb  # noqa: E402

CHANGED = 40


def rows(count, is_changed):
    """Yields the rows of a table."""
    for i in range(count):
        note = f"note {i * 7919 % 100003}"
        if is_changed and i % (count // CHANGED) == 17:
            note += "!"
        yield i, f"{i * 104729 % 1000000 / 100:.2f}", f"2026-{1 + i % 12:02}-{1 + i % 28:02}", note


def make(folder, server, name, count, is_changed):
    """Writes a table as CSV, and into all databases."""
    path = folder / f"{name}.csv"
    with open(path, "w", newline="") as out:
        csv.writer(out).writerows([("id", "amount", "day", "note"), *rows(count, is_changed)])
    columns = "id {} PRIMARY KEY, amount DECIMAL(12, 2), day DATE, note TEXT"
    with sqlite3.connect(folder / f"{name}.db") as database:
        database.execute(f"CREATE TABLE t ({columns.format('INTEGER')})")
        database.executemany("INSERT INTO t VALUES (?, CAST(? AS REAL), ?, ?)", rows(count, is_changed))
    path.chmod(0o644)
    server.run(f"CREATE TABLE {name} ({columns.format('BIGINT')}); COPY {name} FROM '{path}' (FORMAT csv, HEADER); "
               f"VACUUM ANALYZE {name}")
    with duckdb.connect() as database:
        # Older libraries read this version of the format too.
        database.execute(f"ATTACH '{folder}/{name}.duckdb' AS d (STORAGE_VERSION 'v1.0.0')")
        database.execute(f"CREATE TABLE d.t ({columns.format('BIGINT')})")
        database.execute(f"INSERT INTO d.t FROM read_csv('{path}', all_varchar = true)")
        database.execute("DETACH d")
    socket = str(server.folder).replace("/", "%2F")
    return {"CSV": path, "SQLite": f"sqlite:{folder}/{name}.db#t",
            "DuckDB": f"duckdb:{folder}/{name}.duckdb#t",
            "Postgres": f"postgres://test@{socket}/postgres#{name}"}


def reladiff(folder, factor, threshold):
    """Compares the tables in Postgres. Returns the number of rows that are read, and the seconds."""
    table = ["postgresql://test@/postgres", "a", "postgresql://test@/postgres", "b"]
    options = ["--algorithm", "hashdiff", "--key-columns", "id", "--columns", "%",
               "--bisection-factor", factor, "--bisection-threshold", threshold, "--debug"]  # fmt: skip
    start = time.perf_counter()
    done = subprocess.run(["reladiff", *table, *options], capture_output=True, text=True, check=True,
                          env={**os.environ, "PGHOST": str(folder)})  # fmt: skip
    seconds = time.perf_counter() - start
    if sum(line[0] in "+-" for line in done.stdout.splitlines()) != 2 * CHANGED:
        sys.exit(done.stdout)
    ranges = re.findall('SELECT "id"::varchar, .*"id" >= ([0-9]+).*"id" < ([0-9]+)', done.stdout + done.stderr)
    return sum(int(end) - int(start) for start, end in ranges), seconds


def main():
    program, count = sys.argv[1], int(float(sys.argv[2])) if len(sys.argv) > 2 else 400_000
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        folder.chmod(0o755)
        (folder / "server").mkdir()
        server = databases.Postgres(folder / "server")
        try:
            a, b = (make(folder, server, name, count, name == "b") for name in "ab")
            print("| tables | rows read | s | all rows, s |")
            print("|---|--:|--:|--:|")
            for first, second in [("Postgres", "CSV"), ("Postgres", "Postgres"), ("SQLite", "CSV"),
                                  ("DuckDB", "CSV"), ("DuckDB", "DuckDB"), ("DuckDB", "Postgres")]:
                seconds, outputs, read = [], [], ""
                for which in ("always", "never"):
                    start = time.perf_counter()
                    done = subprocess.run([program, "diff", "--key", "id", "--pushdown", which, a[first], b[second]],
                                          capture_output=True, text=True, check=False)
                    seconds.append(f"{time.perf_counter() - start:.1f}")
                    outputs.append(done.stdout)
                    read += "".join(re.findall("; ([0-9]+) of [0-9]+ rows are read", done.stderr))
                    if done.returncode != 1:
                        sys.exit(done.stderr)
                if outputs[0] != outputs[1] or len(outputs[0].splitlines()) != CHANGED + 1:
                    sys.exit(f"{first}, {second}: {outputs}")
                print(f"| {first}, {second} | {read} | {' | '.join(seconds)} |", flush=True)
                if (first, second) == ("Postgres", "Postgres") and shutil.which("reladiff"):
                    for factor, threshold in [("32", "16384"), ("128", "1024")]:
                        read, took = reladiff(server.folder, factor, threshold)
                        print(f"| reladiff, {factor}, {threshold} | {read} | {took:.1f} | |", flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
