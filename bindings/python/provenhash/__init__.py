"""Keyed and universal hashes with proven bounds, for bytes, files and columns.

    >>> import provenhash
    >>> key = provenhash.clhash_mixed.key_from_seed(0)
    >>> hex(key.hash(b"abc"))
    '0xd23d4380dfd3f8ca'
    >>> provenhash.hash_array(key, ["abc", None], null=0).tolist()
    [15149338942334302410, 0]

Each algorithm is an ``Algorithm`` of this module, such as ``clhash_mixed``; ``algorithms`` maps the
names of the tool ``hsum`` (``"clhash-mixed"``) to all of them. The methods ``key_from_bytes``,
``generate_key`` and ``key_from_seed`` make a ``Key``, which hashes. MD5 has no key, so ``md5`` is
already a ``Key``, and ``md5(b"abc").hexdigest()`` works as in ``hashlib``. VMAC also takes a nonce: see ``VmacKey``. A key of
``clmac`` makes a ``Sender``, which draws its nonces. ``fingerprint`` compares tables.

Outputs are the same on every CPU. No release changes those of a ``stored_name``, which is the name and,
for a function that this project defines, its version.
"""

import sys as _sys
from types import MappingProxyType as _MappingProxyType

from . import _provenhash
from ._provenhash import (
    Algorithm,
    Checksum,
    Fingerprint,
    Hasher,
    Hashes,
    Key,
    Receiver,
    Sender,
    TableKey,
    VmacKey,
    md5,
    s3_etag,
    update_many,
)
from ._checksums import sql_checksum, table_checksum
from ._tables import _type_name, fingerprint, row_hashes

__version__ = _provenhash.__version__


class _Algorithms(dict):
    def __missing__(self, name):
        if name == "md5":
            text = "'md5' has no key, so it is no Algorithm that makes keys: provenhash.md5 hashes"
        elif name in ("vmac", "vmac64", "vmac128"):
            text = f"{name!r} takes a nonce for each message: see provenhash.VmacKey"
        else:
            import difflib

            text = f"no algorithm {name!r}"
            near = difflib.get_close_matches(str(name).lower().replace("_", "-"), self, 3)
            text += f", but {' and '.join(map(repr, near))}" if near else ""
            text += ": list(provenhash.algorithms) has all names"
        raise KeyError(text)


#: Every algorithm by its name.
algorithms = _MappingProxyType(_Algorithms((each.name, each) for each in _provenhash.algorithms))

for _algorithm in algorithms.values():
    globals()[_algorithm.name.replace("-", "_")] = _algorithm
del _algorithm


def new(name, data=b"", *, key=None, usedforsecurity=True):
    """Start a message in pieces, as ``hashlib.new`` does: return a ``Hasher`` of the algorithm with this name.

    ``key`` is a ``Key`` of this algorithm, or its bytes. Only MD5 has none.

        >>> provenhash.new("md5", b"abc").hexdigest()
        '900150983cd24fb0d6963f7d28e17f72'
        >>> provenhash.new("siphash-2-4", b"abc", key=bytes(16)).hexdigest()
        '3fc884964770eede'

    Raises ValueError for an unknown name and for a key of another size, and TypeError if a key is missing.
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not {_type_name(name)}")
    if name == "md5":
        if key is not None:
            raise TypeError("md5 has no key: clmac, siphash-2-4 and highwayhash64 are MACs")
        return md5.hasher(data, usedforsecurity=usedforsecurity)
    try:
        algorithm = algorithms[name]
    except KeyError as error:
        raise ValueError(*error.args) from None
    if key is None:
        raise TypeError(f"{name} needs a key: pass its {algorithm.key_size} bytes as key")
    if not isinstance(key, Key):
        key = algorithm.key_from_bytes(key)
    elif key.name != name:
        raise ValueError(f"the key is one of {key.name}, not of {name}")
    return key.hasher(data, usedforsecurity=usedforsecurity)


def hash_array(key, array, *, null=None, canonical=False):
    """Hash every value of a column, to ``Hashes``.

    ``array`` is one of

    * an object with Arrow's ``__arrow_c_array__`` or ``__arrow_c_stream__`` (pyarrow, Polars,
      DuckDB …), in one chunk or many: strings, binary, integers, floats, decimals, booleans, dates,
      times, durations, intervals, nulls, and dictionaries of these. Values are not copied;
    * a Series, Index or array of pandas, with any of these types;
    * a NumPy array of one dimension: integers, floats, complex numbers, booleans, ``datetime64``
      (in days a date, of 32 bits), ``timedelta64``, bytes (``S``, without trailing zeros, as in NumPy; ``V`` with them), text,
      and objects as in a list;
    * a list of ``str``, bytes and ``None``.

    A column means the same in every library: its type is that of Arrow, and each container marks
    missing values in its own way. They are nulls in Arrow, masked values in NumPy, ``NA`` in pandas,
    ``NaT``, and ``None``, NaN and ``NA`` among objects and strings. NaN in a column of floats is a
    value.

    Publish the hashes, or store them where others read, only under a key of ``clmac``, ``siphash_2_4``,
    ``siphash_4_8``, ``siphash128_2_4`` or ``highwayhash*``. Under a universal hash, such as
    ``clhash``, two known values give all others, without the key: ``Algorithm.secrets`` says which
    hashes may be seen.

    By default the hash of a value is ``key.hash`` of its bytes: strings as their UTF-8, binary values
    unchanged, values of a fixed width as their bytes, least significant first, booleans as one byte,
    0 or 1. So a number has different hashes in two widths, a time in two units, and so have 0.0 and
    -0.0, and NaNs with different bits. A dictionary or category hashes as the values that it
    represents.

        >>> key = provenhash.clhash_mixed.key_from_seed(0)
        >>> hashes = provenhash.hash_array(key, ["abc", None])
        >>> hashes[0] == key.hash(b"abc"), hex(hashes[1])
        (True, '0xffffffffffffffff')

    With ``canonical=True`` it is that of the value's canonical form, which equal values of different
    types share. The types of numbers do not matter: 5 is the same in every width, signed, unsigned or
    as the decimal 5.00. 0.0 and -0.0 are equal, and so are all NaNs. A float is no integer, because
    databases do not compare them exactly. Times and durations are the same in every unit, and instants
    in every time zone; a time without a zone is not one with a zone. Text is text in every layout.
    Lists and arrays of objects may then also hold ``int``, ``float``, ``bool``, ``Decimal``, ``date``,
    ``time``, ``datetime`` and ``timedelta``, and NaN in them is a float.

        >>> import decimal
        >>> numbers = [5, decimal.Decimal("5.00"), 5.0]
        >>> hashes = provenhash.hash_array(key, numbers, canonical=True)
        >>> hashes[0] == hashes[1], hashes[0] == hashes[2]
        (True, False)

    The hash is that of the canonical bytes of the crate ``provenhash-hash-agg``, which are a byte for
    the kind of value and then the value, as its ``Encoder`` writes them.

    Missing values get the hash ``null``, an int. By default it has all bits set or, in canonical form,
    is that of a null, ``key.hash(b"\\0")``, which no other value has as its bytes.

    ``numpy.asarray``, ``pyarrow.array`` and ``polars.Series`` take the result without a copy, and it
    can be a column of a DataFrame. Other threads run during the hashing, except for lists.

    Raises TypeError for a type that cannot be hashed, and names the supported ones, and for a key that
    is none. Raises ValueError for a malformed array, for one of several dimensions, for a ``null`` that is not a hash,
    and in canonical form for text that is not UTF-8.
    """
    if not isinstance(key, Key):
        swapped = ", and the two are swapped" if isinstance(array, Key) else ""
        raise TypeError(f"hash_array(key, array) needs a Key first, not {_type_name(key)}{swapped}")
    how = (key, null, bool(canonical))
    return _hash(array, how)


def _hash(array, how):
    pandas = _sys.modules.get("pandas")
    if hasattr(pandas, "api") and isinstance(
        array, (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
    ):
        return _hash_pandas(pandas, array, how)
    polars = _sys.modules.get("polars")
    if hasattr(polars, "Series") and isinstance(array, polars.Series):
        if array.dtype == polars.Object:
            raise TypeError("cannot hash a column of Polars' Object: its bytes are addresses")
    if hasattr(array, "__arrow_c_array__") or hasattr(array, "__arrow_c_stream__"):
        return _provenhash.hash_arrow(array, how)
    if isinstance(array, list):
        return _provenhash.hash_list(array, how)
    numpy = _sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return _hash_numpy(numpy, array, how)
    if numpy is not None and hasattr(array, "__array__"):
        return _hash_numpy(numpy, numpy.asarray(array), how)
    raise TypeError(
        f"cannot hash {_type_name(array)}: pass a NumPy array, an object with Arrow's "
        "__arrow_c_array__ or __arrow_c_stream__, or a list"
    )


def _hash_pandas(pandas, array, how):
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
        categories = _hash(dtype.categories, how)
        return _provenhash.hash_codes(
            codes.view(numpy.uint8), (codes < 0).view(numpy.uint8), categories, how
        )
    if isinstance(dtype, pandas.ArrowDtype) or getattr(dtype, "storage", None) == "pyarrow":
        return _provenhash.hash_arrow(array.__arrow_array__(), how)
    if isinstance(dtype, pandas.SparseDtype):
        array = array.to_dense()
    elif isinstance(dtype, pandas.DatetimeTZDtype):
        return _hash_numpy(numpy, array.to_numpy(dtype=f"M8[{dtype.unit}]"), how, zone="UTC")
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
    return _hash_numpy(numpy, array, how)


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


def _hash_numpy(numpy, array, how, zone=""):
    """Hash a NumPy array by the bytes of its values, which are instants if there is a zone."""
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
        return _provenhash.hash_list(items, how)
    if kind == "U":
        array = numpy.char.encode(array, "utf-8")
        dtype = array.dtype
    elif kind not in "biufcmMSV" or dtype.fields is not None or dtype.char in "gG":
        raise TypeError(f"cannot hash a NumPy array of dtype {dtype}: its bytes are undefined")
    if kind in "mM":
        missing = numpy.isnat(array)
        mask = missing if mask is None else mask | missing
    if dtype.itemsize == 0:
        return _provenhash.hash_list(["" if kind == "U" else b""] * len(array), how)
    # Neither copies a contiguous array in this byte order.
    array = numpy.ascontiguousarray(array.astype(dtype.newbyteorder("<"), copy=False))
    format = _format(numpy, dtype if kind != "U" else numpy.dtype("U"), zone)
    if format == "tdD":
        # Days have 32 bits in every other library.
        days = numpy.where(mask, 0, array.view("<i8"))
        array, dtype = days.astype("<i4"), numpy.dtype("<i4")
        if not numpy.array_equal(array, days):
            raise ValueError("a date is out of range: Arrow counts days in 32 bits")
    if format is None and how[2]:
        raise TypeError(
            f"a NumPy array of dtype {array.dtype} has no canonical form: those of integers, floats, "
            "booleans, text, bytes, and times in days, s, ms, us or ns have"
        )
    return _provenhash.hash_fixed(
        array.view(numpy.uint8), format or "z", dtype.itemsize, kind in "SU", mask, how
    )


__all__ = [
    "Algorithm",
    "Checksum",
    "Fingerprint",
    "Hasher",
    "Hashes",
    "Key",
    "Receiver",
    "Sender",
    "TableKey",
    "VmacKey",
    "algorithms",
    "fingerprint",
    "hash_array",
    "md5",
    "new",
    "row_hashes",
    "s3_etag",
    "sql_checksum",
    "table_checksum",
    "update_many",
    *(name.replace("-", "_") for name in algorithms),
]
