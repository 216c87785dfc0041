"""Columns of every library: one reader, whatever is computed of them."""

import sys as _sys

from . import _provenhash


def type_name(value):
    """Return the name of a value's type, with its module unless that is built in: numpy.bool is not bool."""
    module, name = type(value).__module__, type(value).__qualname__
    return name if module == "builtins" else f"{module}.{name}"


def hash_column(column, how):
    """Hash every value of a column that ``read`` described."""
    layout, *parts = column
    if layout == "codes":
        codes, mask, categories = parts
        return _provenhash.hash_codes(codes, mask, hash_column(categories, how), how)
    hash = {"arrow": _provenhash.hash_arrow, "items": _provenhash.hash_list, "fixed": _provenhash.hash_fixed}
    return hash[layout](*parts, how)


def read(array, *, nan_is_null, canonical):
    """Describe a column by a tuple, which is one of

    * ``("arrow", array)``, an object that exports Arrow;
    * ``("items", list)``, objects, of which None is missing;
    * ``("fixed", data, format, width, trimmed, mask)``, values of as many bytes and the format of
      Arrow, without trailing zeros if ``trimmed``; those whose byte in the mask is not 0 are missing;
    * ``("codes", codes, mask, categories)``, indices of eight bytes, and another such tuple.

    With ``nan_is_null`` NaN is missing in floats of pandas. With ``canonical`` a type without a
    format raises a TypeError; otherwise it is one of plain bytes.
    """
    pandas = _sys.modules.get("pandas")
    if hasattr(pandas, "api") and isinstance(
        array, (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
    ):
        return _read_pandas(pandas, array, nan_is_null, canonical)
    refuse_objects(array)
    if hasattr(array, "__arrow_c_array__") or hasattr(array, "__arrow_c_stream__"):
        return "arrow", array
    if isinstance(array, list):
        return "items", array
    numpy = _sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return _read_numpy(numpy, array, canonical)
    if numpy is not None and hasattr(array, "__array__"):
        return _read_numpy(numpy, numpy.asarray(array), canonical)
    raise TypeError(
        f"cannot hash {type_name(array)}: pass a NumPy array, an object with Arrow's "
        "__arrow_c_array__ or __arrow_c_stream__, or a list"
    )


def refuse_objects(table):
    """Raise TypeError for what Polars and DuckDB export as something else: addresses of objects, and
    times without their offsets."""
    polars = _sys.modules.get("polars")
    if hasattr(polars, "DataFrame"):
        types = []
        if isinstance(table, polars.Series):
            types = [table.dtype]
        elif isinstance(table, polars.DataFrame):
            types = table.dtypes
        elif isinstance(table, polars.LazyFrame):
            types = table.collect_schema().dtypes()
        while types:
            dtype = types.pop()
            if dtype == polars.Object:
                raise TypeError("cannot hash a column of Polars' Object: its bytes are addresses")
            if isinstance(dtype, (polars.List, polars.Array)):
                types.append(dtype.inner)
            elif isinstance(dtype, polars.Struct):
                types += [field.dtype for field in dtype.fields]
    duckdb = _sys.modules.get("duckdb")
    if hasattr(duckdb, "DuckDBPyRelation") and isinstance(table, duckdb.DuckDBPyRelation):
        for name, dtype in zip(table.columns, table.types):
            if "TIME WITH TIME ZONE" in str(dtype):
                raise TypeError(
                    f"cannot hash column {name!r} of DuckDB's type {dtype}: its export lacks the offsets of "
                    "times. Cast it to VARCHAR, or to TIME"
                )


def _read_pandas(pandas, array, nan_is_null, canonical):
    """Describe a column of pandas by its own type and mask."""
    import numpy

    if isinstance(array, pandas.MultiIndex):
        raise TypeError("cannot hash a MultiIndex: pass one of its levels")
    if not isinstance(array, pandas.api.extensions.ExtensionArray):
        array = array.array
    dtype = array.dtype
    zone = ""
    if isinstance(dtype, pandas.CategoricalDtype):
        codes = numpy.ascontiguousarray(array.codes.astype("<i8"))
        categories = read(dtype.categories, nan_is_null=nan_is_null, canonical=canonical)
        if categories[0] == "arrow" and hasattr(categories[1], "combine_chunks"):
            categories = "arrow", categories[1].combine_chunks()
        return "codes", codes.view(numpy.uint8), (codes < 0).view(numpy.uint8), categories
    if isinstance(dtype, pandas.ArrowDtype) or getattr(dtype, "storage", None) == "pyarrow":
        return "arrow", array.__arrow_array__()
    if isinstance(dtype, pandas.SparseDtype):
        array = array.to_dense()
    elif isinstance(dtype, pandas.DatetimeTZDtype):
        array, zone = array.to_numpy(dtype=f"M8[{dtype.unit}]"), "UTC"
    elif isinstance(dtype, (pandas.StringDtype, numpy.dtype)) or isinstance(
        array, pandas.arrays.NumpyExtensionArray
    ):
        array = array.to_numpy()
    else:
        of_numpy = getattr(dtype, "numpy_dtype", None)
        if of_numpy is None or of_numpy.kind not in "biuf":
            raise TypeError(f"cannot hash a column of pandas with dtype {dtype}")
        # Any value stands for one that is missing. NaN that the mask does not name is a value, as in Arrow.
        values = array.to_numpy(dtype=of_numpy, na_value=0)
        array = numpy.ma.masked_array(values, numpy.asarray(array.isna()))
        nan_is_null = False
    if array.dtype.kind == "O":
        # Strings and bytes, and whatever pandas takes for missing.
        array = array.copy()
        array[pandas.isna(array)] = None
    elif array.dtype.kind == "f" and nan_is_null:
        array = numpy.ma.masked_array(array, numpy.isnan(array))
    return _read_numpy(numpy, array, canonical, zone)


#: Arrow's formats of the types of NumPy, by kind and width, and by kind.
_FORMATS = {f"i{1 << i}": "csil"[i] for i in range(4)} | {f"u{1 << i}": "CSIL"[i] for i in range(4)}
_FORMATS |= {"f2": "e", "f4": "f", "f8": "g", "b1": "b", "S": "z", "U": "u", "V": "z"}


def _format(numpy, dtype, zone):
    """Return Arrow's format of a type of NumPy, or None if Arrow does not have the type."""
    if dtype.kind not in "mM":
        return _FORMATS.get(dtype.kind) or _FORMATS.get(dtype.kind + str(dtype.itemsize))
    unit, count = numpy.datetime_data(dtype)
    if dtype.kind == "M" and (unit, count) == ("D", 1):
        return "tdD"
    if unit not in ("s", "ms", "us", "ns") or count != 1:
        return None
    return f"tD{unit[0]}" if dtype.kind == "m" else f"ts{unit[0]}:{zone}"


def _read_numpy(numpy, array, canonical, zone=""):
    """Describe a NumPy array by the bytes of its values, which are instants if there is a zone."""
    if array.ndim != 1:
        raise ValueError(f"the array has {array.ndim} dimensions, but a column has one")
    kind, dtype = array.dtype.kind, array.dtype
    mask = None
    strings = kind == "T"
    if isinstance(array, numpy.ma.MaskedArray):
        mask = numpy.ascontiguousarray(numpy.ma.getmaskarray(array))
        array = array.data
        if kind in "OTU":
            # A list can hold nulls.
            array = array.astype(object)
            array[mask] = None
            kind, mask = "O", None
    if kind in "OT":
        items = array.tolist()
        if strings:
            # Any object may stand for a string that is missing, such as NaN.
            items = [item if isinstance(item, str) else None for item in items]
        return "items", items
    if kind == "U":
        array = numpy.char.encode(array, "utf-8")
        dtype = array.dtype
    elif kind not in "biufcmMSV" or dtype.fields is not None or dtype.char in "gG":
        raise TypeError(f"cannot hash a NumPy array of dtype {dtype}: its bytes are undefined")
    if kind in "mM":
        missing = numpy.isnat(array)
        mask = missing if mask is None else mask | missing
    if dtype.itemsize == 0:
        return "items", ["" if kind == "U" else b""] * len(array)
    # Neither copies a contiguous array in this byte order.
    array = numpy.ascontiguousarray(array.astype(dtype.newbyteorder("<"), copy=False))
    format = _format(numpy, dtype if kind != "U" else numpy.dtype("U"), zone)
    if format == "tdD":
        # Days have 32 bits in every other library.
        days = numpy.where(mask, 0, array.view("<i8"))
        array, dtype = days.astype("<i4"), numpy.dtype("<i4")
        if not numpy.array_equal(array, days):
            raise ValueError("a date is out of range: Arrow counts days in 32 bits")
    if format is None and canonical:
        raise TypeError(
            f"a NumPy array of dtype {array.dtype} has no canonical form: those of integers, floats, "
            "booleans, text, bytes, and times in days, s, ms, us or ns have"
        )
    return "fixed", array.view(numpy.uint8), format or "z", dtype.itemsize, kind in "SU", mask
