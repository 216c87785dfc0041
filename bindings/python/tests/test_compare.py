"""The example that compares two databases finds every difference, and moves few rows."""

import collections
import random
import sqlite3
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
import compare_databases  # noqa: E402

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

COLUMNS = {"id": "integer", "x": "text(9)"}


def sides(a, b):
    lite, duck = sqlite3.connect(":memory:"), duckdb.connect()
    for database, rows in ((lite, a), (duck, b)):
        database.execute("CREATE TABLE t (id BIGINT, x TEXT)")
        if rows:
            database.executemany("INSERT INTO t VALUES (?, ?)", rows)
    return [
        compare_databases.Side(
            name, "t", lambda sql, database=database: database.execute(sql).fetchall()
        )
        for name, database in (("sqlite", lite), ("duckdb", duck))
    ]


@pytest.mark.parametrize("seed", range(6))
def test_random_changes(seed):
    rng = random.Random(seed)
    # Values of the column may repeat, be negative, and lie far apart.
    ids = [
        rng.randrange(-(10**12), 10**12) if seed % 2 else rng.randrange(-500, 500)
        for _ in range(1500)
    ]
    a = [(id, rng.choice(["a", "b", None])) for id in ids]
    b = list(a)
    for _ in range(rng.choice([0, 1, 5])):
        b.pop(rng.randrange(len(b)))
        b.append((rng.choice(ids) + 1, "new"))
        at = rng.randrange(len(b))
        b[at] = (b[at][0], "changed")
    rng.shuffle(b)
    left, right = sides(a, b)
    found = compare_databases.differences(left, right, COLUMNS, "id")
    want = collections.Counter(a), collections.Counter(b)
    assert found == (want[0] - want[1], want[1] - want[0])
    if not found[0] and not found[1]:
        assert left.moved == right.moved == 0


def test_few_rows_move():
    only_a, only_b, moved_a, moved_b = compare_databases.main(count=4000, changes=3)
    assert only_a.total() == only_b.total() == 3 and 3 <= moved_a == moved_b < 400


def test_empty_tables_and_nulls():
    assert compare_databases.differences(*sides([], []), COLUMNS, "id") == ({}, {})
    assert compare_databases.differences(*sides([(5, "a")], []), COLUMNS, "id") == (
        {(5, "a"): 1},
        {},
    )
    with pytest.raises(ValueError, match="NULL"):
        compare_databases.differences(*sides([(None, "a")], []), COLUMNS, "id")
    with pytest.raises(ValueError, match="does not cover"):
        compare_databases.differences(*sides([(1, "0123456789")], [(1, "a")]), COLUMNS, "id")
