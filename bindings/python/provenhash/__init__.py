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
``clmac`` makes a ``Sender``, which draws its nonces. ``fingerprint`` compares tables, and ``diff``
finds the rows in which they differ.

Outputs are the same on every CPU. No release changes those of a ``stored_name``, which is the name and,
for a function that this project defines, its version.
"""

from types import MappingProxyType as _MappingProxyType

from . import _provenhash
from ._provenhash import (
    Algorithm,
    Checksum,
    Diff,
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
from ._columns import hash_column as _hash_column, read as _read, type_name as _type_name
from ._diff import diff
from ._tables import fingerprint, row_hashes

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


def hash_array(key, array, *, null=None, canonical=False, nan_is_null=True):
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
    value, except in pandas, which marks missing floats by it and exports them as nulls:
    ``nan_is_null=False`` makes it a value there too.

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
    column = _read(array, nan_is_null=nan_is_null, canonical=canonical)
    return _hash_column(column, (key, null, bool(canonical)))


__all__ = [
    "Algorithm",
    "Checksum",
    "Diff",
    "Fingerprint",
    "Hasher",
    "Hashes",
    "Key",
    "Receiver",
    "Sender",
    "TableKey",
    "VmacKey",
    "algorithms",
    "diff",
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
