"""Tables of every library as streams of Arrow."""

import sys as _sys

from . import _provenhash
from ._columns import read, refuse_objects, type_name
from ._provenhash import Fingerprint, TableKey


def fingerprint(table, key, *, nan_is_null=True):
    """Return the ``Fingerprint`` of a table under a ``TableKey``.

    The key comes last in every function of tables. In ``hash_array`` it comes first, as in ``key.hash``.

    ``table`` is an object with Arrow's ``__arrow_c_stream__`` or ``__arrow_c_array__``: a Table,
    RecordBatch or RecordBatchReader of pyarrow, a DataFrame or LazyFrame of Polars, a relation of
    DuckDB. Or it is a DataFrame of pandas, without its index (``reset_index()`` makes it a column).
    A single column, such as a Series, is a table of one column, and one of structs is a table of
    their fields.

        >>> import pyarrow
        >>> key = provenhash.TableKey.from_seed(0)
        >>> table = pyarrow.table({"id": [1, 2], "name": ["a", None]})
        >>> str(provenhash.fingerprint(table, key))
        '25186db1818080d604869284ef540461-2'
        >>> again = pyarrow.table([pyarrow.array([2, 1], "int8"), [None, "a"]], ["x", "y"])
        >>> provenhash.fingerprint(again, key) == provenhash.fingerprint(table, key)
        True

    The order of rows does not matter, nor do names of columns, chunks, and the types of equal
    values: 5 is the same in every width, signed, unsigned or as the decimal 5.00. The order of
    columns matters, every row counts, and null is a value. A float is no integer, text is not
    binary, and a time with a zone is not one without. NaN is one value, and 0.0 is -0.0.

    A DataFrame has the fingerprint of the Arrow table that it exports, and of the Parquet file that it
    writes, wherever that export is exact. So NaN is null in pandas, in lists of objects too, because
    pandas marks missing floats by it. ``nan_is_null=False`` makes NaN among floats a value, as in all
    other containers. Columns of objects hold items as those of ``hash_array(..., canonical=True)``, and
    also lists, arrays, dicts, UUIDs, and scalars of NumPy and pandas. Each item counts by its own type, which an export to Arrow would
    convert: ``1`` and ``1.5`` are not ``1.0`` and ``1.5``.

    A stream is read batch by batch, and other threads run meanwhile. LazyFrames are collected in
    batches.

    Raises TypeError for an object that is not a table and for types without canonical forms,
    ValueError for a malformed array or value, and RuntimeError for a stream that fails.
    """
    _check(key, table, "fingerprint(table, key)")
    if _is_lazy(table):
        refuse_objects(table)
        total = Fingerprint()
        for frame in table.collect_batches(maintain_order=False, lazy=True):
            total = total.combine(_provenhash.table_fingerprint(_table(frame), key))
        return total
    return _provenhash.table_fingerprint(_table(table, nan_is_null), key)


def row_hashes(table, key, *, nan_is_null=True):
    """Return the 128-bit fingerprints of the rows of a table under a ``TableKey``, as ``Hashes``.

    Tables are those of ``fingerprint``. Two different rows have the same hash with probability
    below 2^-126.9. Nobody may see the hashes who may choose rows: a few of them give the key. They find the rows that two tables do not share:

        >>> import pyarrow
        >>> key = provenhash.TableKey.from_seed(0)
        >>> old = pyarrow.table({"id": [1, 2, 3]})
        >>> new = pyarrow.table({"id": [3, 4, 1]})
        >>> known = set(provenhash.row_hashes(old, key))
        >>> [row for row, hash in enumerate(provenhash.row_hashes(new, key)) if hash not in known]
        [1]

    Their digests (``hashes.digests()``) have 16 bytes, the most significant first.
    """
    _check(key, table, "row_hashes(table, key)")
    if _is_lazy(table):
        table = table.collect()
    return _provenhash.table_rows(_table(table, nan_is_null), key)


def _check(key, table, call):
    """Raise TypeError unless this is the key of a call that is written as ``call``."""
    if not isinstance(key, TableKey):
        swapped = ", and the two are swapped" if isinstance(table, TableKey) else ""
        raise TypeError(f"{call} needs a TableKey last, not {type_name(key)}{swapped}")


def _is_lazy(table):
    polars = _sys.modules.get("polars")
    return hasattr(polars, "LazyFrame") and isinstance(table, polars.LazyFrame)


def _table(table, nan_is_null=True):
    """Return a table as an object that exports Arrow, or as a tuple of descriptions of its columns, and
    whether NaN is null."""
    pandas = _sys.modules.get("pandas")
    if hasattr(pandas, "DataFrame") and isinstance(table, (pandas.DataFrame, pandas.Series)):
        return _of_pandas(pandas, table, bool(nan_is_null))
    refuse_objects(table)
    if not hasattr(table, "__arrow_c_stream__") and not hasattr(table, "__arrow_c_array__"):
        raise TypeError(
            f"cannot read {type_name(table)} as a table: pass an object with Arrow's "
            "__arrow_c_stream__ or __arrow_c_array__, or a DataFrame of pandas"
        )
    return table


def _of_pandas(pandas, frame, nan_is_null):
    """Describe the columns of a DataFrame, or read a Series of structs as the table of their fields."""

    known = pandas.CategoricalDtype, pandas.StringDtype, pandas.SparseDtype, pandas.DatetimeTZDtype

    def column(series):
        if not isinstance(series.dtype, known) and hasattr(series.array, "__arrow_array__"):
            # Periods, intervals, and types of other packages, which are extensions in Arrow.
            if getattr(series.dtype, "numpy_dtype", None) is None:
                return "arrow", series.array.__arrow_array__()
        layout = read(series, nan_is_null=nan_is_null, canonical=True)
        # Strings of NumPy, which pandas makes objects unless it is forced.
        return ("items", series.to_list()) if layout[0] == "fixed" and layout[4] else layout

    if isinstance(frame, pandas.Series):
        only = column(frame)
        if only[0] == "arrow":
            return only[1]
        if only[0] == "items" and any(isinstance(item, dict) for item in only[1]):
            raise TypeError("a Series of dicts is a column or the table of their fields: pass its to_frame()")
        return [only], nan_is_null
    # By position: labels of columns can occur twice.
    columns = [column(frame.iloc[:, i]) for i in range(frame.shape[1])]
    # A table without columns has no rows in Arrow, but may have some in pandas.
    if not columns and len(frame) > 0:
        raise ValueError("the DataFrame has rows but no columns")
    return columns, nan_is_null
