"""Prints CPU time per row of checksums inside databases and over Arrow, as README.md has it.

Needs the package's extra `test`, and Postgres and MariaDB where they are to be measured. Run it in this
folder: `python bench_checksums.py [ROWS]`.
"""

import decimal
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time

import pyarrow

import provenhash

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))
import databases  # noqa: E402

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
ROUNDS = 5
KEY = provenhash.TableKey.from_seed(0)
TABLES = {
    "four integers": ["integer"] * 4,
    "an integer, a decimal, a date, a text of 22 bytes": [
        "integer", "decimal(2)", "date", "text(30)",
    ],
}  # fmt: skip
ARROW = {
    "integer": pyarrow.int64(), "decimal(2)": pyarrow.decimal128(18, 2), "date": pyarrow.date32(),
    "text(30)": pyarrow.string(),
}  # fmt: skip


def cell(rng, kind):
    if kind == "integer":
        return rng.randrange(-(2**63), 2**63)
    if kind == "decimal(2)":
        # SQLite keeps decimals as floats.
        return rng.randrange(10**10)
    if kind == "date":
        return rng.randrange(20_000)
    return "".join(rng.choice("abcdefgh ") for _ in range(22))


def arrow(kinds, rows):
    """Return the rows as a table of Arrow."""
    columns = {}
    for i, kind in enumerate(kinds):
        cells = [row[i] for row in rows]
        if kind == "decimal(2)":
            cells = [decimal.Decimal(each).scaleb(-2) for each in cells]
        column = pyarrow.array(cells, pyarrow.int32() if kind == "date" else ARROW[kind])
        columns[f"c{i}"] = column.cast(ARROW[kind])
    return pyarrow.table(columns)


def seconds(database):
    """Return the CPU time of a database so far, with connections that have ended."""
    server = getattr(database, "process", None)
    if server is None:
        return time.process_time()
    fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def measure(database, run):
    """Return the median of the CPU times of a run per row, in microseconds."""
    times = []
    for _ in range(ROUNDS):
        start = seconds(database)
        run()
        # A connection that has ended counts once its server has noticed.
        time.sleep(0.3)
        times.append((seconds(database) - start) / ROWS * 1e6)
    return statistics.median(times)


def main():
    rng = random.Random(1)
    print(f"{ROWS} rows, medians of {ROUNDS}, CPU time per row in µs")
    for name, kinds in TABLES.items():
        rows = [[cell(rng, kind) for kind in kinds] for _ in range(ROWS)]
        columns = {f"c{i}": kind for i, kind in enumerate(kinds)}
        table = arrow(kinds, rows)
        want = provenhash.table_checksum(table, columns, KEY)
        want = (want.rows, *want.sums)
        print(f"{name}:")
        for each in databases.ALL.values():
            with tempfile.TemporaryDirectory() as folder:
                try:
                    database = each(pathlib.Path(folder))
                except FileNotFoundError as error:
                    print(f"  left out: {error}")
                    continue
                database.fill("t", kinds, rows)
                query = provenhash.sql_checksum(database.dialect, "t", columns, KEY)
                # What the query and its connection cost apart from rows.
                empty = provenhash.sql_checksum(database.dialect, "t", columns, KEY, where="1 = 0")
                assert len(database.run(query)) == 1
                assert [tuple(map(int, row)) for row in database.run(query)] == [want]
                fixed = measure(database, lambda d=database, q=empty: d.run(q))
                spent = measure(database, lambda d=database, q=query: d.run(q))
                print(f"  {database.name:10} {spent - fixed:6.1f}, and {fixed * ROWS / 1e6:.3f} s for a query")
                database.stop()
        spent = measure(None, lambda t=table, c=columns: provenhash.table_checksum(t, c, KEY))
        print(f"  Arrow      {spent:6.2f}")


if __name__ == "__main__":
    main()
