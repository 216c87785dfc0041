"""Tables of every library as streams of Arrow."""

import sys as _sys

from . import _provenhash
from ._provenhash import Fingerprint, TableKey


def fingerprint(table, key):
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

    A stream is read batch by batch, and other threads run meanwhile. LazyFrames are collected in
    batches.

    Raises TypeError for an object that is not a table and for types without canonical forms,
    ValueError for a malformed array or value, and RuntimeError for a stream that fails.
    """
    _check(key, table, "fingerprint(table, key)")
    if _is_lazy(table):
        total = Fingerprint()
        for frame in table.collect_batches(maintain_order=False, lazy=True):
            total = total.combine(_provenhash.table_fingerprint(frame, key))
        return total
    return _provenhash.table_fingerprint(_arrow(table), key)


def row_hashes(table, key):
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
    return _provenhash.table_rows(_arrow(table), key)


def _type_name(value):
    """Return the name of a value's type, with its module unless that is built in: numpy.bool is not bool."""
    module, name = type(value).__module__, type(value).__qualname__
    return name if module == "builtins" else f"{module}.{name}"


def _check(key, table, call):
    """Raise TypeError unless this is the key of a call that is written as ``call``."""
    if not isinstance(key, TableKey):
        swapped = ", and the two are swapped" if isinstance(table, TableKey) else ""
        raise TypeError(f"{call} needs a TableKey last, not {_type_name(key)}{swapped}")


def _is_lazy(table):
    polars = _sys.modules.get("polars")
    return hasattr(polars, "LazyFrame") and isinstance(table, polars.LazyFrame)


def _arrow(table):
    """Return a table as an object that exports Arrow."""
    pandas = _sys.modules.get("pandas")
    if hasattr(pandas, "DataFrame") and isinstance(table, (pandas.DataFrame, pandas.Series)):
        return _of_pandas(pandas, table)
    polars = _sys.modules.get("polars")
    if hasattr(polars, "DataFrame"):
        types = [table.dtype] if isinstance(table, polars.Series) else []
        if isinstance(table, polars.DataFrame):
            types = table.dtypes
        if polars.Object in types:
            raise TypeError("cannot hash a column of Polars' Object: its bytes are addresses")
    if not hasattr(table, "__arrow_c_stream__") and not hasattr(table, "__arrow_c_array__"):
        raise TypeError(
            f"cannot read {_type_name(table)} as a table: pass an object with Arrow's "
            "__arrow_c_stream__ or __arrow_c_array__, or a DataFrame of pandas"
        )
    return table


def _of_pandas(pandas, frame):
    """Return the columns of a DataFrame as a table of pyarrow.

    The conversion of pandas makes NaN among floats a null; here it is a value, as in every other
    container. Missing values of other types are nulls.
    """
    import numpy
    import pyarrow

    def column(series):
        if isinstance(series.dtype, pandas.SparseDtype):
            series = series.sparse.to_dense()
        if isinstance(series.dtype, numpy.dtype) and series.dtype.kind == "f":
            return pyarrow.array(series.to_numpy(), from_pandas=False)
        return pyarrow.array(series, from_pandas=True)

    if isinstance(frame, pandas.Series):
        return column(frame)
    # By position: labels of columns can occur twice.
    columns = [column(frame.iloc[:, i]) for i in range(frame.shape[1])]
    # A table without columns has no rows in Arrow, but may have some in pandas.
    if not columns and len(frame) > 0:
        raise ValueError("the DataFrame has rows but no columns")
    return pyarrow.table(columns, names=[str(i) for i in range(len(columns))])
