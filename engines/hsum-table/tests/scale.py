#!/usr/bin/env python3
"""Measures `hsum-table diff` beside DuckDB's join, and checks that both find the same rows.

    scale.py PROGRAM [ROWS...]

The tables are Parquet files of six columns, the second in another order. 298 rows are changed, missing or
extra, or a tenth of all rows. With a key DuckDB joins both tables (FULL JOIN) and compares their columns;
without, it subtracts them from each other (EXCEPT ALL). Each runs three times in turn in a process of its
own, and the best time and the largest memory count. DuckDB's time is that of the query alone, ours that of
the process.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# A process that measures others stays small, because they start with its memory.
if sys.argv[1] != "child":
    import duckdb

RUNS = 3
COLUMNS = ["id", "code", "amount", "price", "day", "note"]
TABLE = """
SELECT i AS id, 'c' || hash(i) AS code, (hash(i) % 1000000 / 100.0)::DECIMAL(18, 2) AS amount,
    hash(i + 1) / 1e15 AS price, DATE '2020-01-01' + (i % 2000)::INT AS day,
    'note ' || hash(i) % 1000 AS note FROM range({rows}) t(i)"""
# Every `step`-th row: one is changed, the next missing, and the next has a copy under another key.
CHANGED = """
SELECT id, code, amount, price, day, CASE WHEN id % (3 * {step}) = 0 THEN note || '!' ELSE note END AS note
    FROM a WHERE id % (3 * {step}) <> {step}
UNION ALL SELECT id + {rows}, code || '+', amount, price, day, note FROM a WHERE id % (3 * {step}) = 2 * {step}
ORDER BY hash(id)"""
JOIN = """
SELECT a.id IS NULL, b.id IS NULL, coalesce(a.id, b.id) FROM a FULL JOIN b ON a.{key} = b.{key}
WHERE a.id IS NULL OR b.id IS NULL OR {unequal}"""
EXCEPT = """
SELECT false, true, id FROM (SELECT * FROM a EXCEPT ALL SELECT * FROM b)
UNION ALL SELECT true, false, id FROM (SELECT * FROM b EXCEPT ALL SELECT * FROM a)"""


def make(folder, rows, changes):
    """Writes two tables."""
    connection = duckdb.connect()
    connection.sql(f"COPY ({TABLE.format(rows=rows)}) TO '{folder}/a.parquet'")
    connection.sql(f"CREATE VIEW a AS FROM '{folder}/a.parquet'")
    step = max(1, rows // changes)
    connection.sql(f"COPY ({CHANGED.format(rows=rows, step=step)}) TO '{folder}/b.parquet'")


def query(folder, key):
    """Runs DuckDB and prints its rows and its time: for a process of its own."""
    connection = duckdb.connect()
    for name in "ab":
        connection.sql(f"CREATE VIEW {name} AS FROM '{folder}/{name}.parquet'")
    unequal = " OR ".join(f"a.{c} IS DISTINCT FROM b.{c}" for c in COLUMNS)
    start = time.perf_counter()
    rows = connection.sql(JOIN.format(key=key, unequal=unequal) if key else EXCEPT).fetchall()
    seconds = time.perf_counter() - start
    changes = {(True, False): "only in B", (False, True): "only in A", (False, False): "changed"}
    print(json.dumps([seconds, [(changes[a, b], key) for a, b, key in rows]]))


def child(arguments):
    """Runs a process, and returns its output, its seconds and its largest memory in MB."""
    with tempfile.NamedTemporaryFile() as out:
        measured = [sys.executable, __file__, "child", out.name, *arguments]
        done = subprocess.run(measured, capture_output=True, check=True)
        return out.read().decode(), *json.loads(done.stdout)


def spawn(path, *arguments):
    """Runs a process that writes to a file, and prints its seconds and its memory."""
    with open(path, "wb") as out:
        start = time.perf_counter()
        process = subprocess.Popen(arguments, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{arguments} failed")
    print(json.dumps([seconds, usage.ru_maxrss / 1000]))


def by_duckdb(folder, key):
    text, _, memory = child([sys.executable, __file__, "query", folder, key])
    seconds, rows = json.loads(text)
    return seconds, memory, sorted((change, key) for change, key in rows)


def by_us(program, folder, key, more):
    options = ["--key", key] if key else ["--no-key"]
    options += ["--json", "--limit", str(10**9), *more]
    paths = [f"{folder}/{name}.parquet" for name in "ab"]
    text, seconds, memory = child([program, "diff", *options, *paths])
    rows = []
    for line in map(json.loads, text.splitlines()[:-1]):
        if line["change"] == "changed":
            identity = line["key"]
            rows.append(("changed", identity.get("id", identity.get("code"))))
        else:
            rows.append((line["change"], line["row"]["id" if key != "code" else "code"]))
    return seconds, memory, rows


def measure(program, folder, key, more):
    """Returns both times and both memories, in the order of the table."""
    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(by_us(program, folder, key, more))
        theirs.append(by_duckdb(folder, key))
    rows, expected = ours[0][2], theirs[0][2]
    if key == "code":
        # DuckDB names rows by their number.
        names = duckdb.sql(f"SELECT code, id FROM '{folder}/*.parquet'").fetchall()
        number = dict(names)
        rows = [(change, number[code]) for change, code in rows]
    if sorted(rows) != expected:
        sys.exit(f"{folder}, key {key}: {len(rows)} rows, and DuckDB has {len(expected)}")
    best = [min(run[0] for run in runs) for runs in (ours, theirs)]
    most = [max(run[1] for run in runs) for runs in (ours, theirs)]
    return [len(rows), *best, best[0] / best[1], *most]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    print("| rows | key | differing rows | limit | hsum-table, s | DuckDB, s | ratio | MB | DuckDB, MB |")
    print("|--:|---|--:|---|--:|--:|--:|--:|--:|")
    for rows in [int(float(text)) for text in sys.argv[2:]] or [10**5, 10**6, 10**7]:
        for changes in (298, rows // 10):
            with tempfile.TemporaryDirectory() as folder:
                make(folder, rows, changes)
                limits = [[]] if changes == 298 else [[], ["--memory-limit", "64M"]]
                for key in ("id", "code", "") if changes == 298 else ("id",):
                    for more in limits:
                        found = measure(program, folder, key, more)
                        cells = [rows, key or "none", found[0], more[-1] if more else "", f"{found[1]:.2f}",
                                 f"{found[2]:.2f}", f"{found[3]:.2f}", f"{found[4]:.0f}", f"{found[5]:.0f}"]
                        print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "query":
        query(*sys.argv[2:])
    elif sys.argv[1] == "child":
        spawn(*sys.argv[2:])
    else:
        main()
