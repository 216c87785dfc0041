#!/usr/bin/env python3
"""Compares pairs of generated tables by `hsum-table diff`.

    pairs.py PROGRAM [PAIRS [SEED]]

Each pair has formats, types, notations, names, layouts and a change of its own. The verdict that is
expected does not come from the program's code: values are compared as decimals, fractions and texts of
Python, files are written by pyarrow, DuckDB and this script. The exit status must be the expected one: 0
for the same tables, 1 for others, 2 for those that cannot be compared.
"""

import collections
import concurrent.futures
import functools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from decimal import Decimal

import duckdb
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from files import PLAIN, REFUSING, Table, lay_out
from values import IN_CSV, KIND, NUMBER, TYPES, Inexact, canonical, exact, fits, texts, value

SAME, DIFFERENT, REFUSED = 0, 1, 2
FORMS = ["parquet", "parquet", "csv", "csv", "arrow", "stream", "tsv", "ndjson"]
TEXT = {"csv", "tsv", "ndjson"}
NAMES = ["a", "b", "A", "a b", "x.y", "ä", '"', "select", "c,d", "1", "", " a", "\x1b[2J"]


def change(table, rng):
    """Returns the same table in another order, or a changed one."""
    rows = [list(row) for row in table.rows]
    how = rng.choice(["same"] * 3 + ["cell"] * 2 + ["swap", "drop", "double", "rename", "more", "null"])
    names, types = list(table.names), list(table.types)
    if rows and how == "cell":
        column = rng.randrange(len(names))
        rng.choice(rows)[column] = value(KIND[types[column]], rng)
    elif len(names) > 1 and how == "swap":
        # Exchanged values, as a reader by position would see them.
        places = range(len(names))
        pairs = [(i, j) for i in places for j in range(i) if KIND[types[i]] == KIND[types[j]]]
        if pairs:
            i, j = rng.choice(pairs)
            types[i], types[j] = types[j], types[i]
            for row in rows:
                row[i], row[j] = row[j], row[i]
    elif rows and how == "drop":
        rows.pop(rng.randrange(len(rows)))
    elif rows and how == "double":
        rows.append(list(rng.choice(rows)))
    elif rows and how == "null":
        column, row = rng.randrange(len(names)), rng.choice(rows)
        row[column] = None if row[column] is not None else value(KIND[types[column]], rng)
    elif how == "rename":
        names[rng.randrange(len(names))] = rng.choice(NAMES)
    elif how == "more":
        names.append(rng.choice(NAMES))
        types.append(pa.int32())
        rows = [row + [Decimal(1)] for row in rows]
    rng.shuffle(rows)
    return Table(names, types, rows)


def retype(table, rng):
    """Gives columns other types that hold the same values, and sometimes other kinds of values."""
    types, columns = [], []
    for i, kind in enumerate(table.types):
        name, cells = KIND[kind], [row[i] for row in table.rows]
        if "struct" in name and rng.random() < 0.3:
            # The values of the fields stay at their places.
            name = rng.choice([other for other in TYPES if "struct" in other])
        elif rng.random() < 0.04:
            name = rng.choice(list(TYPES))
            cells = [value(name, rng) for _ in cells]
        choices = [other for other in TYPES[name] if all(fits(cell, other) for cell in cells)]
        types.append(rng.choice(choices or TYPES[name]))
        columns.append([cell if fits(cell, types[i]) else None for cell in cells])
    return Table(table.names, types, [list(row) for row in zip(*columns)])


def make_table(rng):
    width = rng.choice([1, 1, 2, 3])
    names = [rng.choice(NAMES) for _ in range(width)] if rng.random() < 0.05 else rng.sample(NAMES, width)
    kinds = rng.choices([name for name in TYPES if "ed struct" not in name],
                        [6, 4, 4, 1, 1, 2, 2, 3, 3, 1, 1, 2, 1, 1], k=width)
    if width > 1 and rng.random() < 0.4:
        kinds[1] = kinds[0]
    types = [rng.choice(TYPES[name]) for name in kinds]
    rows = []
    for _ in range(rng.randrange(6)):
        row = []
        for name, kind in zip(kinds, types):
            cells = (value(name, rng) for _ in range(100))
            row.append(next((cell for cell in cells if fits(cell, kind)), None))
        rows.append(row)
    return Table(names, types, rows)


def stored(kind, form):
    """Returns the type that a file has: text has none, and Parquet has no seconds."""
    if form == "parquet" and getattr(kind, "unit", None) == "s" and KIND[kind] != "duration":
        return pa.time32("ms") if KIND[kind] == "time" else pa.timestamp("ms", kind.tz)
    return None if form in TEXT else kind


def untyped(cell):
    """Returns a value of NDJSON as it is compared without types."""
    return ("text", json.loads(cell)) if cell.startswith('"') else cell


def in_json(cell, kind):
    """Returns a value of NDJSON as one of a type."""
    if cell.startswith('"'):
        return exact(json.loads(cell), kind)
    if KIND[kind] == "text":
        raise Inexact
    return exact(cell, kind)


def verdict(a, b, forms):
    """Returns what is to be said about two tables."""
    for table in (a, b):
        if len(set(table.names)) < len(table.names):
            return REFUSED
    if sorted(a.names) != sorted(b.names):
        return REFUSED
    if "ndjson" in forms and forms[0] != forms[1] and TEXT.issuperset(forms):
        return REFUSED
    counts = []
    order = sorted(a.names)
    types = {}
    for name in order:
        of_a, of_b = (table.types[table.names.index(name)] for table in (a, b))
        kinds = [stored(kind, form) for form, kind in zip(forms, (of_a, of_b))]
        if kinds == [None, None]:
            types[name] = pa.string()
        elif None in kinds:
            kind = next(kind for kind in kinds if kind is not None)
            # In a column without values a text differs from all of it.
            types[name] = pa.string() if KIND[kind] == "null" else kind
            if KIND[kind] not in IN_CSV | {"null"}:
                return REFUSED
        elif KIND[of_a] != KIND[of_b] and pa.null() not in kinds:
            return REFUSED
    for table, form in ((a, forms[0]), (b, forms[1])):
        count = collections.Counter()
        places = [table.names.index(name) for name in order]
        for row in table.rows:
            cells = [row[place] for place in places]
            if forms == ["ndjson", "ndjson"]:
                cells = [None if cell is None else untyped(cell) for cell in cells]
            elif form in TEXT:
                read = in_json if form == "ndjson" else exact
                try:
                    cells = [None if cell is None else read(cell, types[name])
                             for name, cell in zip(order, cells)]
                except (Inexact, ValueError):
                    return REFUSED
            count[tuple(canonical(cell) for cell in cells)] += 1
        counts.append(count)
    return SAME if counts[0] == counts[1] else DIFFERENT


def to_text(table, form, rng):
    """Returns the table as texts, in NDJSON as values of JSON."""
    def text(cell, kind):
        if cell is None:
            return None
        written = texts(cell, kind, rng) if KIND[kind] in IN_CSV else "x"
        if form != "ndjson":
            return written
        is_bare = NUMBER.fullmatch(written) or written in ("true", "false")
        if is_bare and rng.random() < (0.1 if KIND[kind] == "text" else 0.8):
            return written
        return json.dumps(written, ensure_ascii=rng.random() < 0.5)
    rows = [[text(cell, kind) for cell, kind in zip(row, table.types)] for row in table.rows]
    return Table(table.names, table.types, rows)


def pair(number, seed, folder):
    """Writes a pair, and returns its paths, options, the verdict, and what it is."""
    rng = random.Random(f"{seed} {number}")
    a = make_table(rng)
    forms = [rng.choice(FORMS) for _ in range(2)]
    if "ndjson" in forms and rng.random() < 0.2:
        forms = ["ndjson", "ndjson"]
    b = retype(change(a, rng), rng)
    tables = [to_text(t, form, rng) if form in TEXT else t for t, form in zip((a, b), forms)]
    if TEXT.issuperset(forms) and ("ndjson" in forms) == (forms[0] == forms[1] == "ndjson") \
            and rng.random() < 0.5:
        # The same notations, so that many pairs are the same.
        tables[1] = Table(tables[0].names, tables[0].types, rng.sample(tables[0].rows, len(tables[0].rows)))
    expected = verdict(*tables, forms)
    delimiter = rng.choice([None, None, ";", "\t", "|"])
    paths, layouts = [], []
    for side, table, form in zip("AB", tables, forms):
        (folder / side).mkdir(parents=True)
        order = list(range(len(table.names)))
        if len(set(table.names)) == len(order):
            rng.shuffle(order)
        layout = rng.choice(PLAIN) if rng.random() < 0.95 else rng.choice(REFUSING)
        if layout == "permuted parts" and len(set(table.names)) < len(order):
            layout = "parts"
        path, is_refused = lay_out(folder / side, table.reordered(order), form, layout, rng, delimiter)
        expected = REFUSED if is_refused else expected
        paths.append(path)
        layouts.append(f"{form}, {layout}")
    options = ["--delimiter", delimiter] if delimiter else []
    what = f"{layouts}, {tables[0].types} {tables[0].rows} | {tables[1].types} {tables[1].rows}"
    return paths, options, expected, what


def exported(number, seed, folder):
    """Writes a table as Parquet, and as CSV by another program: the same table."""
    rng = random.Random(f"{seed} exported {number}")
    kinds = rng.sample(["number", "float", "text", "boolean", "date", "time", "timestamp"], 3)
    types = [rng.choice([t for t in TYPES[name] if not pa.types.is_dictionary(t)]) for name in kinds]
    # Not all writers know all types.
    usual = {"number": pa.decimal128(10, 2), "float": pa.float32(), "text": pa.string(),
             "date": pa.date32(), "time": pa.time64("us")}
    known = {pa.float32(), pa.float64(), pa.string(), pa.large_string(), *TYPES["timestamp"][1:],
             *TYPES["number"][:8], pa.decimal128(38, 10)}
    types = [kind if kind in known else usual.get(KIND[kind], kind) for kind in types]
    rows = []
    for _ in range(rng.randrange(1, 30)):
        cells = [next((c for c in (value(n, rng) for _ in range(100)) if fits(c, t)), None)
                 for n, t in zip(kinds, types)]
        rows.append(cells)
    table = Table(["a", "b", "c"], types, rows).arrow()
    folder.mkdir(parents=True)
    paths = [folder / "t.parquet", folder / "t.csv"]
    pq.write_table(table, paths[0])
    writer = rng.choice(["pyarrow", "DuckDB"])
    if writer == "pyarrow":
        pyarrow.csv.write_csv(table, paths[1])
    else:
        connection = duckdb.connect()
        connection.register("t", table)
        connection.sql(f"COPY t TO '{paths[1]}'")
    return paths, [], SAME, f"{writer}: {types} {rows}"


def compare(program, seed, root, task):
    """Compares a pair, and returns the expected verdict and what is wrong."""
    number, name = task
    folder = root / f"{name}{number}"
    paths, options, expected, what = {"pair": pair, "exported": exported}[name](number, seed, folder)
    if number % 2:
        paths.reverse()
    paths = [path.relative_to(folder) for path in paths]
    run = subprocess.run([program, "diff", *options, "--", *paths], capture_output=True, cwd=folder)
    has_reason = run.stderr.startswith(b"hsum-table: cannot compare: ")
    shutil.rmtree(folder)
    if run.returncode == expected and has_reason == (expected == REFUSED):
        return expected, None
    output = (run.stderr or run.stdout).decode(errors="replace")[:500]
    return expected, f"{name} {number}: {run.returncode}, not {expected}: {what}\n  {output!r}"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    start = time.monotonic()
    tasks = [(number, "pair") for number in range(count)]
    tasks += [(number, "exported") for number in range(count // 10)]
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ProcessPoolExecutor() as pool:
        of_task = functools.partial(compare, program, seed, pathlib.Path(root))
        results = list(pool.map(of_task, tasks, chunksize=8))
    verdicts = collections.Counter(expected for expected, _ in results)
    wrong = [message for _, message in results if message]
    for message in wrong[:20]:
        print(message)
    print(f"{len(tasks)} pairs: {verdicts[SAME]} the same, {verdicts[DIFFERENT]} different, "
          f"{verdicts[REFUSED]} refused; {len(wrong)} wrong verdicts; {time.monotonic() - start:.0f} s")
    # Each verdict must be usual, or the pairs would test little.
    sys.exit(bool(wrong) or min(verdicts[v] for v in (SAME, DIFFERENT, REFUSED)) < len(tasks) / 10)


if __name__ == "__main__":
    main()
