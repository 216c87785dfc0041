"""Keyed and universal hashes with proven bounds, for bytes, files and columns.

    >>> import provenhash
    >>> key = provenhash.clhash_mixed.key_from_seed(0)
    >>> hex(key.hash(b"abc"))
    '0xd23d4380dfd3f8ca'
    >>> provenhash.hash_array(key, ["abc", None]).tolist()
    [15149338942334302410, 0]

Each algorithm is an ``Algorithm`` of this module, such as ``clhash_mixed``; ``algorithms`` maps the
names of the tool ``hsum`` (``"clhash-mixed"``) to all of them. The methods ``key_from_bytes``,
``generate_key`` and ``key_from_seed`` make a ``Key``, which hashes. MD5 has no key, so ``md5`` is
already a ``Key``. VMAC also takes a nonce: see ``VmacKey``.

Outputs are the same on every CPU. No release changes those of a ``stored_name``, which is the name and,
for a function that this project defines, its version.
"""

from __future__ import annotations

import sys as _sys
from types import MappingProxyType as _MappingProxyType

from . import _provenhash
from ._provenhash import Algorithm, Hasher, Hashes, Key, VmacKey, md5, s3_etag

__version__ = _provenhash.__version__

#: Every algorithm by its name.
algorithms = _MappingProxyType({each.name: each for each in _provenhash.algorithms})

for _algorithm in algorithms.values():
    globals()[_algorithm.name.replace("-", "_")] = _algorithm
del _algorithm


def hash_array(key, array, *, null=0):
    """Hash every value of a column; the result is that of ``key.hash`` for the bytes of each.

    ``array`` is one of

    * an object with Arrow's ``__arrow_c_array__`` or ``__arrow_c_stream__`` (pyarrow, Polars,
      DuckDB …), in one chunk or many: strings, binary, integers, floats, decimals, booleans, dates,
      times, durations, intervals, nulls, and dictionaries of these. Values are not copied;
    * a Series, Index or array of pandas, with any of these types;
    * a NumPy array of one dimension: integers, floats, complex numbers, booleans, ``datetime64``,
      ``timedelta64``, bytes (``S``, without trailing zeros, as in NumPy; ``V`` with them), text,
      and objects as in a list;
    * a list of ``str``, bytes and ``None``.

    A column means the same in every library: strings hash as their UTF-8, binary values unchanged,
    values of a fixed width as their bytes, least significant first, booleans as one byte, 0 or 1.
    So a number has different hashes in two widths, a time in two units, and so have 0.0 and -0.0,
    and NaNs with different bits. A dictionary or category hashes as the values that it represents.

    Missing values get the hash ``null``, an int: nulls in Arrow, masked values in NumPy, ``NA`` and
    ``NaT`` in pandas, ``NaT`` in NumPy, and ``None``, NaN, ``NA`` and ``NaT`` among objects and
    strings. NaN in a column of floats is a value. An empty string is not a null: its hash is
    ``key.hash(b"")``, which is 0 for ``clhash`` and ``clhash_mixed``. Choose another ``null``
    if the two must differ.

    Returns ``Hashes``, which ``numpy.asarray``, ``pyarrow.array`` and ``polars.Series`` take
    without a copy, and which can be a column of a DataFrame. Other threads run during the hashing,
    except for lists.

    Raises TypeError for a type that cannot be hashed, and names the supported ones. Raises
    ValueError for a malformed array, for one of several dimensions, and for a ``null`` that is
    not a hash.
    """
    pandas = _sys.modules.get("pandas")
    if hasattr(pandas, "api") and isinstance(
        array, (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
    ):
        return _hash_pandas(pandas, key, array, null)
    polars = _sys.modules.get("polars")
    if hasattr(polars, "Series") and isinstance(array, polars.Series):
        if array.dtype == polars.Object:
            raise TypeError("cannot hash a column of Polars' Object: its bytes are addresses")
    if hasattr(array, "__arrow_c_array__") or hasattr(array, "__arrow_c_stream__"):
        return _provenhash.hash_arrow(array, key, null)
    if isinstance(array, list):
        return _provenhash.hash_list(array, key, null)
    numpy = _sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return _hash_numpy(numpy, key, array, null)
    if numpy is not None and hasattr(array, "__array__"):
        return _hash_numpy(numpy, key, numpy.asarray(array), null)
    raise TypeError(
        f"cannot hash {type(array).__name__}: pass a NumPy array, an object with Arrow's "
        "__arrow_c_array__ or __arrow_c_stream__, or a list"
    )


def _hash_pandas(pandas, key, array, null):
    """Hash a column of pandas by its own type and mask.

    Its conversions to NumPy and Arrow are not used where they change values: they make integers
    with a null floats, and NaN a null.
    """
    import numpy

    if isinstance(array, pandas.MultiIndex):
        raise TypeError("cannot hash a MultiIndex: pass one of its levels")
    if not isinstance(array, pandas.api.extensions.ExtensionArray):
        array = array.array
    dtype = array.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        codes = numpy.ascontiguousarray(array.codes.astype("<i8"))
        categories = hash_array(key, dtype.categories, null=null)
        return _provenhash.hash_codes(
            codes.view(numpy.uint8), (codes < 0).view(numpy.uint8), categories, key, null
        )
    if isinstance(dtype, pandas.ArrowDtype) or getattr(dtype, "storage", None) == "pyarrow":
        return _provenhash.hash_arrow(array.__arrow_array__(), key, null)
    if isinstance(dtype, pandas.SparseDtype):
        array = array.to_dense()
    elif isinstance(dtype, pandas.DatetimeTZDtype):
        array = array.to_numpy(dtype=f"M8[{dtype.unit}]")
    elif isinstance(dtype, (pandas.StringDtype, numpy.dtype)) or isinstance(
        array, pandas.arrays.NumpyExtensionArray
    ):
        array = array.to_numpy()
    else:
        of_numpy = getattr(dtype, "numpy_dtype", None)
        if of_numpy is None or of_numpy.kind not in "biuf":
            raise TypeError(f"cannot hash a column of pandas with dtype {dtype}")
        # Any value stands for one that is missing.
        values = array.to_numpy(dtype=of_numpy, na_value=0)
        array = numpy.ma.masked_array(values, numpy.asarray(array.isna()))
    if array.dtype.kind == "O":
        # Strings and bytes, and whatever pandas takes for missing.
        array = array.copy()
        array[pandas.isna(array)] = None
    return _hash_numpy(numpy, key, array, null)


def _hash_numpy(numpy, key, array, null):
    """Hash a NumPy array by the bytes of its values."""
    if array.ndim != 1:
        raise ValueError(f"the array has {array.ndim} dimensions, but a column has one")
    kind, dtype = array.dtype.kind, array.dtype
    mask = None
    if isinstance(array, numpy.ma.MaskedArray):
        mask = numpy.ascontiguousarray(numpy.ma.getmaskarray(array))
        array = array.data
        if kind in "OTU":
            # A list can hold nulls.
            array = array.astype(object)
            array[mask] = None
            kind, mask = "O", None
    if kind in "OT":
        return _provenhash.hash_list(array.tolist(), key, null)
    if kind == "U":
        array = numpy.char.encode(array, "utf-8")
        dtype = array.dtype
    elif kind not in "biufcmMSV" or dtype.fields is not None or dtype.char in "gG":
        raise TypeError(f"cannot hash a NumPy array of dtype {dtype}: its bytes are undefined")
    if kind in "mM":
        missing = numpy.isnat(array)
        mask = missing if mask is None else mask | missing
    if dtype.itemsize == 0:
        return _provenhash.hash_list([b""] * len(array), key, null)
    # Neither copies a contiguous array in this byte order.
    array = numpy.ascontiguousarray(array.astype(dtype.newbyteorder("<"), copy=False))
    return _provenhash.hash_fixed(
        array.view(numpy.uint8), dtype.itemsize, kind in "SU", mask, key, null
    )


__all__ = [
    "Algorithm",
    "Hasher",
    "Hashes",
    "Key",
    "VmacKey",
    "algorithms",
    "hash_array",
    "md5",
    "s3_etag",
    *(name.replace("-", "_") for name in algorithms),
]
