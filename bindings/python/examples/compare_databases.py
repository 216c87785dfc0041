"""Finds the rows in which the tables of two databases differ, without moving those that agree.

    python compare_databases.py    # measures it on SQLite and DuckDB, beside a full comparison

Each database computes the checksums of ranges of an integer column. Ranges with the same checksum
have the same rows, with the bound of checksums; others are cut into smaller ones, and rows are fetched
only where few are left.
"""

import collections
import dataclasses
import random
import sqlite3
import time
from collections.abc import Callable

import provenhash

#: The number of parts of a range, and of rows that are fetched in place of more checksums. With more
#: parts more checksums move, and fewer rows are read twice.
PARTS, FEW = 512, 64


@dataclasses.dataclass
class Side:
    """A table in a database, and what `execute(sql)` returns: a sequence of rows."""

    dialect: str
    table: str
    execute: Callable[[str], list]
    moved: int = 0

    def quoted(self, name):
        quote = "`" if self.dialect == "mysql" else '"'
        return quote + name.replace(quote, 2 * quote) + quote

    def function(self, name):
        """Return the name of a function that nobody can redefine in the database."""
        return {"duckdb": "system.main.", "postgres": "pg_catalog."}.get(self.dialect, "") + name

    def operation(self, left, operator, right):
        """Return the result of an operator that nobody can redefine in the database."""
        if self.dialect == "postgres":
            return f"({left} OPERATOR(pg_catalog.{operator}) {right})"
        if self.dialect == "duckdb" and operator not in ("<", ">="):
            return self.function(f'"{operator}"({left}, {right})')
        return f"({left} {operator} {right})"

    def within(self, name, first, stop):
        """Return the condition that a number is in a range."""
        return f"{self.operation(name, '>=', first)} AND {self.operation(name, '<', stop)}"

    def limits(self, column):
        """Return the least and the greatest value of a column, and whether some are NULL."""
        name = self.quoted(column)
        least, most = (f"{self.function(each)}({name})" for each in ("MIN", "MAX"))
        count = self.function("COUNT")
        nulls = self.operation(f"{count}(*)", "-", f"{count}({name})")
        return self.execute(f"SELECT {least}, {most}, {nulls} FROM {self.quoted(self.table)}")[0]

    def checksums(self, columns, key, column, first, step, stop):
        """Return the checksums of the ranges of `step` values from `first` on, where there are rows."""
        name = f"t.{self.quoted(column)}"
        divide = {"duckdb": "//", "mysql": "DIV"}.get(self.dialect, "/")
        query = provenhash.sql_checksum(
            self.dialect, self.table, columns, key,
            where=self.within(name, first, stop),
            group_by=self.operation(self.operation(name, "-", first), divide, step),
        )  # fmt: skip
        return {int(part): provenhash.Checksum(*numbers) for part, *numbers in self.execute(query)}

    def rows(self, columns, column, first, stop):
        """Return the rows of a range."""
        name, names = self.quoted(column), ", ".join(map(self.quoted, columns))
        rows = self.execute(
            f"SELECT {names} FROM {self.quoted(self.table)} WHERE {self.within(name, first, stop)}"
        )
        self.moved += len(rows)
        return collections.Counter(map(tuple, rows))


def differences(a, b, columns, column, key=None, seen=lambda row: row):
    """Return the rows that only `a` has, and those that only `b` has, as Counters.

    `column` is an integer without NULL, and should have an index. `seen` makes equal rows of both
    databases equal, where their drivers return different objects for them.
    """
    # A new key, which nobody has seen who wrote the tables.
    key = key or provenhash.TableKey.generate()
    limits = [side.limits(column) for side in (a, b)]
    if any(nulls for *_, nulls in limits):
        raise ValueError(f"column {column} has NULLs")
    limits = [(least, most) for least, most, _ in limits if least is not None]
    only_a, only_b = collections.Counter(), collections.Counter()
    todo = [(min(low for low, _ in limits), max(high for _, high in limits) + 1)] if limits else []
    while todo:
        first, stop = todo.pop()
        step = -(-(stop - first) // PARTS)
        parts_a, parts_b = (
            side.checksums(columns, key, column, first, step, stop) for side in (a, b)
        )
        for part in parts_a.keys() | parts_b.keys():
            found = [parts.get(part, provenhash.Checksum()) for parts in (parts_a, parts_b)]
            if found[0] == found[1]:
                continue
            low, high = first + part * step, min(first + (part + 1) * step, stop)
            if step > 1 and max(each.rows for each in found) > FEW:
                todo.append((low, high))
                continue
            rows_a, rows_b = (
                collections.Counter(map(seen, side.rows(columns, column, low, high).elements()))
                for side in (a, b)
            )
            only_a += rows_a - rows_b
            only_b += rows_b - rows_a
    return only_a, only_b


def main(count=200_000, changes=20):
    import duckdb
    import pyarrow

    rng = random.Random(0)
    columns = {"id": "integer", "amount": "integer", "day": "date", "name": "text(40)"}
    rows = [
        (
            i,
            rng.randrange(10**6),
            f"2026-{1 + i % 12:02}-{1 + i % 28:02}",
            f"customer {rng.randrange(10**5)}",
        )
        for i in range(count)
    ]
    create = "CREATE TABLE sales (id BIGINT PRIMARY KEY, amount BIGINT, day {}, name TEXT)"
    lite = sqlite3.connect(":memory:")
    lite.execute(create.format("TEXT"))
    lite.executemany("INSERT INTO sales VALUES (?, ?, ?, ?)", rows)
    duck = duckdb.connect(config={"threads": 1})
    duck.execute(create.format("DATE"))
    duck.register("loaded", pyarrow.table(dict(zip(columns, map(list, zip(*rows)), strict=True))))
    duck.execute("INSERT INTO sales SELECT id, amount, day::DATE, name FROM loaded")
    for id in rng.sample(range(count), changes):
        lite.execute("UPDATE sales SET amount = amount + 1 WHERE id = ?", (id,))

    a = Side("sqlite", "sales", lambda sql: lite.execute(sql).fetchall())
    b = Side("duckdb", "sales", lambda sql: duck.execute(sql).fetchall())
    seen = lambda row: tuple(map(str, row))  # noqa: E731 - days are texts in SQLite
    start = time.perf_counter()
    only_a, only_b = differences(a, b, columns, "id", seen=seen)
    bisected = time.perf_counter() - start
    print(f"{count} rows, {changes} changed: found {only_a.total()} and {only_b.total()}")
    print(f"by checksums: {bisected:.2f} s, {a.moved} + {b.moved} rows moved")

    start = time.perf_counter()
    query = "SELECT id, amount, day, name FROM sales"
    all_a, all_b = (collections.Counter(map(seen, side.execute(query))) for side in (a, b))
    assert (all_a - all_b, all_b - all_a) == (only_a, only_b)
    print(f"in full: {time.perf_counter() - start:.2f} s, {count} + {count} rows moved")
    return only_a, only_b, a.moved, b.moved


if __name__ == "__main__":
    main()
