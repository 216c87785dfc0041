"""Checksums of tables that databases compute themselves."""

from . import _provenhash
from ._tables import _check, _is_lazy, _table


def sql_checksum(dialect, table, columns, key, *, where=None, group_by=None):
    """Return a query that computes the ``Checksum`` of a table inside a database.

    ``dialect`` is ``"sqlite"``, ``"duckdb"``, ``"postgres"``, or ``"mysql"`` for MySQL and MariaDB.
    ``table`` is the name of a table or a tuple of its parts, such as schema and name. ``columns``
    maps the names of the columns to types: ``"boolean"``, ``"integer"``, ``"decimal(2)"``,
    ``"date"``, ``"timestamp"`` without a zone, ``"text(100)"`` and ``"binary(16)"`` of at most so
    many bytes, 2,048 or fewer. Their order matters, and their names do not.

    The query returns one row (n, a, b) for ``Checksum``, whose a and b are NULL if a column has a
    value that its type does not cover. ``where`` is a condition for the rows, and ``group_by`` an
    expression whose value is a fourth column, the first one, of a row for each group. Both are SQL
    that stands in the query as it is, and call the table ``t``.

    All other names are those of the database itself, and nobody who may create functions, operators
    or macros in it can redefine them. In ``where`` and ``group_by`` write them so too, if others can:
    ``pg_catalog.length(t.a)`` and ``t.a OPERATOR(pg_catalog.<) 9`` in Postgres, ``system.main.length(t.a)``
    and ``system.main."%"(t.a, 9)`` in DuckDB, where comparisons are safe. Give ``table`` with its schema,
    because otherwise another one of that name can come first.

        >>> import sqlite3
        >>> database = sqlite3.connect(":memory:")
        >>> _ = database.execute("CREATE TABLE users (id INTEGER, name TEXT)")
        >>> _ = database.execute("INSERT INTO users VALUES (1, 'Ada'), (2, NULL)")
        >>> key = provenhash.TableKey.from_seed(0)
        >>> columns = {"id": "integer", "name": "text(20)"}
        >>> query = provenhash.sql_checksum("sqlite", "users", columns, key)
        >>> provenhash.Checksum(*database.execute(query).fetchone())
        <provenhash.Checksum 1c0ecca50c007f840386565570660b9f-2>

    The query contains keys, which the logs of the database may show, but not the bytes of ``key``.

    Raises ValueError for other dialects and types, and for names and columns that no query can have.
    """
    _check(key, table, "sql_checksum(dialect, table, columns, key)")
    parts = [table] if isinstance(table, str) else list(table)
    columns = list(dict(columns).items())
    return _provenhash.sql_query(dialect, parts, columns, key, where, group_by)


def table_checksum(table, columns, key):
    """Return the ``Checksum`` of a table that ``sql_checksum`` makes a database compute.

    Tables are those of ``fingerprint``. ``columns`` are those of ``sql_checksum``; their names are
    not compared, but their number and their types are.

        >>> import pyarrow
        >>> key = provenhash.TableKey.from_seed(0)
        >>> table = pyarrow.table({"id": [2, 1], "name": [None, "Ada"]})
        >>> provenhash.table_checksum(table, {"id": "integer", "name": "text(20)"}, key)
        <provenhash.Checksum 1c0ecca50c007f840386565570660b9f-2>

    Raises ValueError for a value that the type of its column does not cover, and for other columns
    than the table has.
    """
    _check(key, table, "table_checksum(table, columns, key)")
    types = list(dict(columns).values())
    if _is_lazy(table):
        table = table.collect()
    return _provenhash.table_checksum(_table(table), types, key)
