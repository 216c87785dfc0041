#!/usr/bin/env python3
"""Measures `hsum-table diff` beside DuckDB, and checks that both find the same rows.

    scale.py PROGRAM [--tables FOLDER] [ROWS...]

The tables are Parquet files of six columns, the second in another order. No row differs, or 298 rows are
changed, missing or extra, or a tenth of all rows. With a key DuckDB joins both tables (FULL JOIN) and compares
their columns; without, it subtracts them from each other (EXCEPT ALL). Both write the rows that differ as JSON
to a file: rows of one table whole, of changed rows the key and the cells that differ. Each runs three times in
turn in a process of its own, and the best time and the largest memory count. DuckDB's time is that of the query
alone, ours that of the process. With a memory limit DuckDB has the same one.

With --tables the tables stay in that folder, and are not made again if they are there.
"""

import argparse
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
SAME = "FROM a ORDER BY hash(id)"
JOIN = """
SELECT CASE WHEN a.id IS NULL THEN 'only in B' WHEN b.id IS NULL THEN 'only in A' ELSE 'changed' END AS change,
    CASE WHEN a.id IS NULL THEN b WHEN b.id IS NULL THEN a END AS row,
    CASE WHEN a.id = b.id THEN {{'{key}': a.{key}}} END AS key,
    CASE WHEN a.id = b.id THEN {of_a} END AS from, CASE WHEN a.id = b.id THEN {of_b} END AS to
FROM a FULL JOIN b ON a.{key} = b.{key}
WHERE a.id IS NULL OR b.id IS NULL OR {unequal}"""
EXCEPT = """
SELECT 'only in B' AS change, b AS row FROM (SELECT * FROM b EXCEPT ALL SELECT * FROM a) b
UNION ALL SELECT 'only in A', a FROM (SELECT * FROM a EXCEPT ALL SELECT * FROM b) a"""


def make(folder, rows, changes):
    """Writes two tables, unless they are there."""
    if (folder / "b.parquet").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    connection = duckdb.connect()
    connection.sql(f"COPY ({TABLE.format(rows=rows)}) TO '{folder}/a.parquet'")
    connection.sql(f"CREATE VIEW a AS FROM '{folder}/a.parquet'")
    other = CHANGED.format(rows=rows, step=max(1, rows // changes)) if changes else SAME
    connection.sql(f"COPY ({other}) TO '{folder}/b.parquet'")


def query(folder, key, out, limit):
    """Runs DuckDB, which writes its rows, and prints its time: for a process of its own."""
    connection = duckdb.connect()
    if limit:
        connection.sql(f"SET memory_limit = '{limit}iB'")
    for name in "ab":
        connection.sql(f"CREATE VIEW {name} AS FROM '{folder}/{name}.parquet'")
    unequal = [f"a.{c} IS DISTINCT FROM b.{c}" for c in COLUMNS]
    cells = ["{" + ", ".join(f"'{c}': CASE WHEN {is_unequal} THEN {of}.{c} END"
                             for c, is_unequal in zip(COLUMNS, unequal)) + "}" for of in "ab"]
    sql = JOIN.format(key=key, unequal=" OR ".join(unequal), of_a=cells[0], of_b=cells[1]) if key else EXCEPT
    start = time.perf_counter()
    try:
        connection.execute(f"COPY ({sql}) TO '{out}' (FORMAT json)")
    except duckdb.OutOfMemoryException:
        print("null")
        return
    print(time.perf_counter() - start)


def child(arguments, out):
    """Runs a process, and returns its seconds and its largest memory in MB."""
    done = subprocess.run([sys.executable, __file__, "child", out, *arguments], capture_output=True, check=True)
    return json.loads(done.stdout)


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


def rows_of(path):
    """Returns the changes in a file, with the numbers of their rows or what stands for them."""
    with open(path, "rb") as lines:
        for line in map(json.loads, lines):
            if "same" not in line:
                of = line["key"] if line["change"] == "changed" else line["row"]
                yield line["change"], of.get("code", of.get("id"))


def measure(program, folder, key, limit):
    """Returns both times and both memories, in the order of the table."""
    options = ["--key", key] if key else ["--no-key"]
    options += ["--json", "--limit", str(10**9), *(["--memory-limit", limit] if limit else [])]
    paths = [f"{folder}/{name}.parquet" for name in "ab"]
    ours, theirs, number = [], [], None
    with tempfile.TemporaryDirectory() as out:
        by_us, by_duckdb, its_time = (f"{out}/{name}" for name in ("us", "duckdb", "time"))
        for _ in range(RUNS):
            ours.append(child([program, "diff", *options, *paths], by_us))
            _, memory = child([sys.executable, __file__, "query", str(folder), key, by_duckdb, limit], its_time)
            theirs.append((json.loads(pathlib.Path(its_time).read_text()), memory))
            if number is None and theirs[0][0] is not None:
                found, expected = sorted(rows_of(by_us)), sorted(rows_of(by_duckdb))
                number = len(found)
                if found != expected:
                    sys.exit(f"{folder}, key {key}: {number} rows, and DuckDB has {len(expected)}")
            number = number or len(list(rows_of(by_us)))
    best = [min((run[0] for run in runs if run[0] is not None), default=None) for runs in (ours, theirs)]
    most = [max(run[1] for run in runs) for runs in (ours, theirs)]
    times = [f"{best[0]:.2f}", f"{best[1]:.2f}" if best[1] else "out of memory",
             f"{best[0] / best[1]:.2f}" if best[1] else ""]
    return [number, *times, *(f"{memory:.0f}" for memory in most)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--tables", type=pathlib.Path)
    parser.add_argument("--only-make", action="store_true")
    parser.add_argument("rows", type=float, nargs="*", default=[1e5, 1e6, 1e7])
    arguments = parser.parse_intermixed_args()
    print("| rows | key | differing rows | limit | hsum-table, s | DuckDB, s | ratio | MB | DuckDB, MB |")
    print("|--:|---|--:|---|--:|--:|--:|--:|--:|")
    for rows in map(int, arguments.rows):
        for changes in (0, 298, rows // 10):
            with tempfile.TemporaryDirectory() as made:
                folder = (arguments.tables or pathlib.Path(made)) / f"{rows}-{changes}"
                make(folder, rows, changes)
                if arguments.only_make:
                    continue
                keys = {0: ["id"], 298: ["id", "code", ""]}.get(changes, ["id"])
                for key, limit in [(key, "") for key in keys] + [("id", "64M")] * (changes == rows // 10):
                    number, *cells = measure(arguments.program.resolve(), folder, key, limit)
                    print("|", " | ".join(map(str, [rows, key or "none", number, limit, *cells])), "|", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "query":
        query(*sys.argv[2:])
    elif sys.argv[1] == "child":
        spawn(*sys.argv[2:])
    else:
        main()
