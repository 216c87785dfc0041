"""The rows in which two tables differ."""

import sys as _sys

from . import _provenhash
from ._columns import type_name
from ._provenhash import TableKey
from ._tables import _is_lazy, _of_pandas, _table

#: The number of rows that `str` shows.
_PRINTED = 1000


def diff(
    a,
    b,
    key=None,
    *,
    columns=None,
    ignore=(),
    column_map=None,
    ignore_name_case=False,
    tolerance=None,
    relative_tolerance=None,
    limit=None,
    memory_limit=1 << 30,
    table_key=None,
    nan_is_null=True,
):
    """Return the rows in which two tables differ, as a ``Diff``: a table, which is false if they are the same.

    Tables are those of ``fingerprint``. Columns are matched by name, and rows by ``key``: the name of a
    column or a list of names. A row has *changed* if it and one row of the other table are the only ones
    with its key that differ. By default the key is found: a column that has neither nulls nor equal values
    among the first 8,192 rows of each table. With ``key=[]`` rows are only missing or extra.

        >>> import pyarrow
        >>> old = pyarrow.table({"id": [1, 2, 3], "price": [5, 7, None]})
        >>> new = pyarrow.table({"price": [5, 8, 9], "id": [1, 2, 4]})
        >>> found = provenhash.diff(old, new, "id")
        >>> print(found)
        - id=3, price is NULL
        + id=4, price=9
        ! id=2: price: 7 -> 8
        1 rows only in A, 1 only in B, 1 changed (3 rows in A, 3 in B)
        >>> pyarrow.table(found)["change"].to_pylist()
        ['only in A', 'only in B', 'changed']
        >>> pyarrow.table(found)["columns"].to_pylist()[2], pyarrow.table(found)["b"].to_pylist()[2]
        (['price'], {'id': 2, 'price': 8})

    ``columns`` are the names of the columns to compare, and ``ignore`` of those that are not compared, which
    one of the tables may lack. ``column_map`` is a dict of names in A and in B of columns that are the same, and
    with ``ignore_name_case`` those are too whose names differ in case alone. All other arguments and the result
    name columns as A does:

        >>> renamed = pyarrow.table({"ID": [1, 2, 3], "amount": [5, 7, None]})
        >>> provenhash.diff(old, renamed, "id", column_map={"price": "amount"}, ignore_name_case=True).is_same
        True

    Floats of changed rows are equal if they differ by at most ``tolerance``, or by ``relative_tolerance`` times
    the larger magnitude. A dict has those of columns by their names, also of decimals and integers, which are
    compared exactly, and of times, in seconds. At most ``limit`` rows are returned.

    Values are those of ``fingerprint``: 5 is 5.00, NaN is one value, and the order of rows does not matter.
    Columns of one name need the same kind of values (numbers, floats, text, binary, booleans, dates, times,
    timestamps with and without zone, durations, intervals, lists, structs, maps), except columns of objects of
    several kinds; nulls are of every kind.

    A difference is missed with the probability of ``fingerprint``, under ``table_key`` or by default a random
    key. Both tables are read twice. Of each it holds 3 MiB and 8 bytes a row; and of the rows that
    differ at most ``memory_limit`` bytes at once, and the result. A relation of DuckDB is queried again each time. All
    others are held: the arrays that they export, a copy of a DataFrame of pandas, all of a reader.

    Raises ValueError for tables that cannot be compared, TypeError for what is not a table, and RuntimeError if a
    table has changed while it was read.
    """
    if table_key is None:
        table_key = TableKey.generate()
    elif not isinstance(table_key, TableKey):
        raise TypeError(f"table_key must be a TableKey, not {type_name(table_key)}: key has the names of columns")
    if isinstance(key, TableKey):
        raise TypeError("key has the names of columns; the TableKey is table_key")
    options = {
        "columns": _names(columns, "columns"),
        "ignored": _names(ignore, "ignore"),
        "pairs": _pairs(column_map),
        "ignore_case": bool(ignore_name_case),
        "key": None if key is None else _names(key, "key"),
        "tolerance": [
            *((name, value, 0.0) for name, value in _tolerances(tolerance, "tolerance")),
            *((name, 0.0, value) for name, value in _tolerances(relative_tolerance, "relative_tolerance")),
        ],
        "limit": limit,
        "memory_limit": memory_limit,
        "printed": _PRINTED,
        "json": False,
        "brief": False,
    }
    return _provenhash.table_diff(_source(a, nan_is_null), _source(b, nan_is_null), table_key, options)


def _names(names, option):
    if names is None:
        return []
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{option} must have names of columns, which are str, not {type_name(name)}")
    return names


def _pairs(names):
    if names is None:
        return []
    if not hasattr(names, "items"):
        raise TypeError(f"column_map must be a dict of names of columns, not {type_name(names)}")
    pairs = list(names.items())
    for pair in pairs:
        _names(pair, "column_map")
    return pairs


def _tolerances(tolerance, option):
    """Yield the names of columns, or None for all floats, and what is allowed."""
    if tolerance is None:
        return
    for name, value in tolerance.items() if hasattr(tolerance, "items") else [(None, tolerance)]:
        value = float(value)
        if not 0 <= value < float("inf"):
            raise ValueError(f"{option} must be a finite number of 0 or more, not {value}")
        yield name, value


def _source(table, nan_is_null):
    """Return a table as an object that exports Arrow, or as a tuple of the names and descriptions of its
    columns, and whether the object is to be read again each time."""
    pandas = _sys.modules.get("pandas")
    if hasattr(pandas, "DataFrame") and isinstance(table, (pandas.DataFrame, pandas.Series)):
        if isinstance(table, pandas.Series):
            table = table.to_frame()
        columns, nan_is_null = _of_pandas(pandas, table, bool(nan_is_null))
        return ([str(name) for name in table.columns], columns, nan_is_null), False
    if _is_lazy(table):
        table = table.collect()
    duckdb = _sys.modules.get("duckdb")
    again = hasattr(duckdb, "DuckDBPyRelation") and isinstance(table, duckdb.DuckDBPyRelation)
    return _table(table), again or getattr(table, "_is_read_again", False)
