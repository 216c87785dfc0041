"""Columns: every value hashes like its bytes alone, and nulls get the given hash."""

import copy
import ctypes
import datetime
import decimal
import hashlib
import pickle
import struct

import provenhash
import pytest
from provenhash import hash_array
from raw_arrow import RawArray

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

KEY = provenhash.clhash.key_from_seed(5)
KEYS = [each.key_from_seed(5) for each in provenhash.algorithms.values()] + [provenhash.md5]
STRINGS = ["", "a", "zebra", "x" * 12, "y" * 13, "ü" * 40, "z" * 5000, "end"] * 40


def expected(values, key=KEY, null=0):
    """Return the hashes of values one by one."""
    return [null if value is None else key.hash(value) for value in values]


def utf8(values):
    return [value if value is None else value.encode() for value in values]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_all_algorithms(key):
    """Check a column, its slices, an array of numbers and a list, longer than a batch."""
    values = [None if i % 7 == 3 else value for i, value in enumerate(STRINGS)]
    array = pa.array(values)
    hashes = hash_array(key, array, null=9)
    assert hashes.tolist() == expected(utf8(values), key, 9) == list(hashes)
    assert hash_array(key, values, null=9).tolist() == hashes.tolist()
    digests = [
        (9).to_bytes(key.digest_size, "big") if v is None else key.digest(v) for v in utf8(values)
    ]
    assert hashes.digests() == digests
    assert hashes.hexdigests() == [digest.hex() for digest in digests]
    words = np.arange(1000, dtype=np.int64) * -(2**40)
    assert hash_array(key, words).tolist() == expected([struct.pack("<q", w) for w in words], key)
    assert hash_array(key, pa.array(words)).tolist() == hash_array(key, words).tolist()
    # Results without copies, in NumPy and in Arrow.
    if key.digest_size <= 8:
        assert np.asarray(hashes).dtype == np.dtype(f"u{key.digest_size}")
        assert np.asarray(hashes).tolist() == hashes.tolist() == pa.array(hashes).to_pylist()
    else:
        assert np.asarray(hashes).shape == (len(values), key.digest_size)
        assert [bytes(row) for row in np.asarray(hashes)] == digests == pa.array(hashes).to_pylist()
    pa.array(hashes).validate(full=True)


STRING_TYPES = [
    pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(),
    pa.binary_view(), pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.uint64(), pa.large_binary()),
]  # fmt: skip


@pytest.mark.parametrize("type", STRING_TYPES, ids=str)
def test_strings_of_arrow(type):
    values = [None if i % 5 == 0 else value for i, value in enumerate(STRINGS)]
    array = pa.array(values, pa.string()).cast(type)
    for start, stop in ((0, len(values)), (0, 0), (3, 3), (3, 300), (7, 8), (301, len(values))):
        part = array[start:stop]
        assert hash_array(KEY, part, null=1).tolist() == expected(utf8(values[start:stop]), null=1)
    chunks = pa.chunked_array([array[:3], array[3:3], array[3:299], array[299:]])
    assert hash_array(KEY, chunks, null=1).tolist() == expected(utf8(values), null=1)
    assert len(hash_array(KEY, pa.chunked_array([], type))) == 0
    assert len(hash_array(KEY, pa.array([], type))) == 0
    all_null = pa.nulls(300, type)
    assert hash_array(KEY, all_null, null=2).tolist() == [2] * 300


UTC = datetime.timezone.utc
DAY = datetime.date(2020, 2, 3)
NOON = datetime.datetime(2020, 2, 3, 12, tzinfo=UTC)
FIXED = [
    (pa.int8(), -1, b"\xff"), (pa.uint8(), 255, b"\xff"), (pa.int16(), -2, b"\xfe\xff"),
    (pa.uint16(), 258, b"\2\1"), (pa.int32(), 1, b"\1\0\0\0"), (pa.uint32(), 1, b"\1\0\0\0"),
    (pa.int64(), -1, b"\xff" * 8), (pa.uint64(), 2**64 - 2, b"\xfe" + b"\xff" * 7),
    (pa.float16(), np.float16(1), b"\0\x3c"), (pa.float32(), 1.0, b"\0\0\x80\x3f"),
    (pa.float64(), -0.0, bytes(7) + b"\x80"), (pa.bool_(), True, b"\1"), (pa.bool_(), False, b"\0"),
    (pa.date32(), DAY, struct.pack("<i", 18295)),
    (pa.date64(), DAY, struct.pack("<q", 18295 * 86_400_000)),
    (pa.timestamp("s"), NOON.replace(tzinfo=None), struct.pack("<q", 1_580_731_200)),
    (pa.timestamp("ns", "UTC"), NOON, struct.pack("<q", 1_580_731_200 * 10**9)),
    (pa.time32("s"), datetime.time(1), struct.pack("<i", 3600)),
    (pa.time64("us"), datetime.time(1), struct.pack("<q", 3600 * 10**6)),
    (pa.duration("ms"), datetime.timedelta(1), struct.pack("<q", 86_400_000)),
    (pa.month_day_nano_interval(), pa.MonthDayNano([1, 2, 3]), struct.pack("<iiq", 1, 2, 3)),
    (pa.decimal128(10, 2), decimal.Decimal("-0.02"), b"\xfe" + b"\xff" * 15),
    (pa.decimal256(50, 1), decimal.Decimal("0.5"), b"\5" + bytes(31)),
    (pa.binary(3), b"abc", b"abc"), (pa.binary(0), b"", b""),
]  # fmt: skip


@pytest.mark.parametrize("type,value,data", FIXED, ids=lambda x: str(x)[:24])
def test_fixed_widths_of_arrow(type, value, data):
    array = pa.array([value, None, value] * 200, type)
    assert hash_array(KEY, array, null=3).tolist() == expected([data, None, data] * 200, null=3)
    part = expected([None, data, data] * 3, null=3)
    assert hash_array(KEY, array[100:109], null=3).tolist() == part or type == pa.null()
    assert hash_array(KEY, array.drop_null()).tolist() == expected([data] * 400)


def test_nulls():
    assert hash_array(KEY, pa.nulls(3), null=4).tolist() == [4] * 3
    # An empty string is no null: by default, nulls have the hash with all bits set.
    for key in KEYS:
        null, empty = hash_array(key, [None, ""])
        assert null == 2 ** (8 * key.digest_size) - 1 != empty == key.hash(b"")
    assert hash_array(KEY, [None, ""], null=0).tolist() == [0, 0]

    class Index:
        def __index__(self):
            return 5

    assert hash_array(KEY, [None], null=Index())[0] == hash_array(KEY, [None], null=np.int8(5))[0] == 5
    # Nulls of an array, of the dictionary and of its indices.
    dictionary = pa.DictionaryArray.from_arrays(
        pa.array([0, 1, None, 2]), pa.array(["a", None, "c"])
    )
    assert hash_array(KEY, dictionary, null=1).tolist() == expected(
        [b"a", None, None, b"c"], null=1
    )
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match=r"null must be in range\(2\*\*64\)"):
            hash_array(KEY, ["a"], null=wrong)
    with pytest.raises(TypeError, match="null is the hash of missing values and must be an int"):
        hash_array(KEY, ["a"], null="0")
    wide = provenhash.highwayhash256.key_from_seed(1)
    assert hash_array(wide, [None], null=2**255 + 1).tolist() == [2**255 + 1]
    with pytest.raises(ValueError, match=r"range\(2\*\*256\)"):
        hash_array(wide, [None], null=2**256)


NUMPY = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "?"]


@pytest.mark.parametrize("dtype", NUMPY)
def test_numbers_of_numpy(dtype):
    array = (np.arange(1000) % 120 - 3).astype(dtype)
    rows = [value.tobytes() for value in array]
    assert hash_array(KEY, array).tolist() == expected(rows)
    assert hash_array(KEY, array[::-3]).tolist() == expected(rows[::-3])
    swapped = array.astype(array.dtype.newbyteorder(">"))
    assert hash_array(KEY, swapped).tolist() == expected(rows)
    assert hash_array(KEY, array[:0]).tolist() == []
    masked = np.ma.masked_array(array, np.arange(1000) % 3 == 0)
    nulls = [None if i % 3 == 0 else row for i, row in enumerate(rows)]
    assert hash_array(KEY, masked, null=7).tolist() == expected(nulls, null=7)
    array.flags.writeable = False
    assert hash_array(KEY, array).tolist() == expected(rows)


def test_other_types_of_numpy():
    dates = np.array(["2020-02-03", "NaT"], "M8[s]")
    assert hash_array(KEY, dates, null=1).tolist() == expected([dates[0].tobytes(), None], null=1)
    texts = ["", "a", "ü" * 5, "a\0b", "long" * 9]
    for dtype in ("U", object, np.dtypes.StringDType()):
        assert hash_array(KEY, np.array(texts, dtype)).tolist() == expected(utf8(texts)), dtype
    for missing in (None, float("nan")):
        array = np.array(["a", missing], np.dtypes.StringDType(na_object=missing))
        assert hash_array(KEY, array, null=1).tolist() == expected([b"a", None], null=1)
        for each in (array, np.ma.masked_array(array, [False, False])):
            canonical = hash_array(KEY, each, canonical=True)
            assert canonical == hash_array(KEY, ["a", None], canonical=True)
    rows = [text.encode() for text in texts]
    assert hash_array(KEY, np.array(rows)).tolist() == expected(rows)
    assert hash_array(KEY, np.array([b"a", b"bc"], "V3")).tolist() == expected([b"a\0\0", b"bc\0"])
    assert hash_array(KEY, np.array([b"", b""])).tolist() == expected([b"", b""])
    masked = np.ma.masked_array(texts, [True, False, False, False, True])
    assert hash_array(KEY, masked, null=1).tolist() == expected(
        [None, *utf8(texts[1:4]), None], null=1
    )
    objects = np.array(["a", b"b", None, float("nan")], object)
    assert hash_array(KEY, objects, null=1).tolist() == expected([b"a", b"b", None, None], null=1)


def test_equal_columns_of_different_libraries():
    values = [0, 1, -1, 2**62]
    hashes = hash_array(KEY, np.array(values)).tolist()
    assert hash_array(KEY, pa.array(values)).tolist() == hashes
    pd = pytest.importorskip("pandas")
    assert hash_array(KEY, pd.Series(values)).tolist() == hashes
    texts = hash_array(KEY, ["a", "b", None]).tolist()
    assert hash_array(KEY, pd.Series(["a", "b", None])).tolist() == texts


class Arrow:
    """An object of another library that returns the given capsules."""

    def __init__(self, capsules):
        self.capsules = capsules

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsules


@pytest.mark.parametrize(
    "wrong,error,match",
    [
        ([1], TypeError, "items must be str, bytes, .* or None, not int; numbers need a width"),
        (["\ud800"], ValueError, "lone surrogate"),
        (1, TypeError, "cannot hash int: pass a NumPy array"),
        ("text", TypeError, "cannot hash str"),
        (b"bytes", TypeError, "cannot hash bytes"),
        (np.ones((2, 2)), ValueError, "the array has 2 dimensions, but a column has one"),
        (np.array(1), ValueError, "the array has 0 dimensions"),
        (np.ones(2, np.longdouble), TypeError, "cannot hash a NumPy array of dtype"),
        (np.zeros(2, [("a", "i4"), ("b", "i8")]), TypeError, "cannot hash a NumPy array of dtype"),
        (np.array([1, "a"], object), TypeError, "not int"),
        (pa.array([[1]]), TypeError, "an array of nested, run-end encoded or union values"),
        (pa.array([{"a": 1}]), TypeError, "a table or struct: pass one of its columns"),
        (pa.table({"a": [1]}), TypeError, "a table or struct: pass one of its columns"),
        (Arrow(None), TypeError, "tuple"),
        (Arrow(()), IndexError, "range"),
        (Arrow((1, 2)), TypeError, "PyCapsule"),
        (Arrow(pa.array([1]).__arrow_c_array__()[::-1]), ValueError, "PyCapsule|name"),
    ],
    ids=lambda x: None if not isinstance(x, str) else x[:20],
)
def test_what_is_no_column(wrong, error, match):
    with pytest.raises(error, match=match):
        hash_array(KEY, wrong)


def test_capsules_are_used_once():
    capsules = pa.array(["a"]).__arrow_c_array__()
    assert hash_array(KEY, Arrow(capsules)).tolist() == expected([b"a"])
    with pytest.raises(ValueError, match="already consumed"):
        hash_array(KEY, Arrow(capsules))
    hashes = hash_array(KEY, ["a"])
    capsules = hashes.__arrow_c_array__()
    del hashes
    assert pa.array(Arrow(capsules)).to_pylist() == expected([b"a"])


def test_broken_streams():
    def batches():
        yield pa.record_batch({"a": [1]})
        raise OSError("disk on fire")

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.RecordBatchReader.from_batches(
                pa.schema([("a", pa.int64())]), batches()
            ).__arrow_c_stream__()

    with pytest.raises(TypeError, match="table"):
        hash_array(KEY, Stream())


def le(*numbers, size=4):
    """Return the bytes of numbers."""
    return b"".join(number.to_bytes(size, "little", signed=True) for number in numbers)


OUTSIDE, MALFORMED = "a value lies outside its buffers", "the Arrow array is malformed"
TWO = RawArray(b"u", 2, [None, le(0, 1, 2), b"ab"])
BAD_ARRAYS = [
    (RawArray(b"u", 3, [None, le(0, 3, 2, 5), b"abcde"]), OUTSIDE),
    (RawArray(b"u", 2, [None, le(0, 9, 5), b"abcde"]), OUTSIDE),
    (RawArray(b"u", 1, [None, le(-1, 3), b"abcde"]), OUTSIDE),
    (RawArray(b"u", 1, [None, le(0, -3), b"abcde"]), MALFORMED),
    (RawArray(b"U", 1, [None, le(0, -3, size=8), b"abcde"]), MALFORMED),
    (RawArray(b"U", 2, [None, le(0, 2**62, 5, size=8), b"abcde"]), OUTSIDE),
    (RawArray(b"u", 1, [None, le(0, 3), None]), MALFORMED),
    (RawArray(b"u", 1, [None, None, b"abc"]), MALFORMED),
    (RawArray(b"u", 1, [None, le(0, 3)]), MALFORMED),
    (RawArray(b"u", 1, []), MALFORMED),
    (RawArray(b"l", 1, [None, bytes(8), None]), MALFORMED),
    (RawArray(b"u", 0, [None, None, None, None]), MALFORMED),
    (RawArray(b"u", 1, [None, le(0, 3), b"abc"], n_buffers=-1), MALFORMED),
    (RawArray(b"u", -1, [None, le(0, 3), b"abc"]), MALFORMED),
    (RawArray(b"u", 1, [None, le(0, 3), b"abc"], offset=-1), MALFORMED),
    (RawArray(b"u", 2**62, [None, le(0, 3), b"abc"]), MALFORMED),
    (RawArray(b"u", 2**63 - 1, [None, le(0, 3), b"abc"], offset=2**63 - 1), MALFORMED),
    (RawArray(b"l", 2**61, [None, b"abcdefgh"]), MALFORMED),
    (RawArray(b"w:4611686018427387904", 4, [None, b"abcdefgh"]), MALFORMED),
    (RawArray(b"vu", 1, [None, le(-1, 0, 0, 0), b""]), OUTSIDE),
    (RawArray(b"vu", 1, [None, le(13, 0, 1, 0), b"v" * 14, le(14, size=8)]), OUTSIDE),
    (RawArray(b"vu", 1, [None, le(13, 0, 0, 2), b"v" * 14, le(14, size=8)]), OUTSIDE),
    (RawArray(b"vu", 1, [None, le(13, 0, 0, -1), b"v" * 14, le(14, size=8)]), OUTSIDE),
    (RawArray(b"vu", 1, [None, le(13, 0, -1, 0), b"v" * 14, le(14, size=8)]), OUTSIDE),
    (RawArray(b"vu", 1, [None, le(13, 0, 0, 0), b"v" * 14, le(-1, size=8)]), MALFORMED),
    (RawArray(b"vu", 1, [None, le(13, 0, 0, 0)]), MALFORMED),
    (RawArray(b"c", 1, [None, b"\2"], dictionary=TWO), OUTSIDE),
    (RawArray(b"c", 1, [None, b"\xff"], dictionary=TWO), OUTSIDE),
    (RawArray(b"L", 1, [None, b"\xff" * 8], dictionary=TWO), OUTSIDE),
]


@pytest.mark.parametrize("bad,match", BAD_ARRAYS)
def test_malformed_arrays(bad, match):
    """Every detectable defect is an error; an array lacks the sizes of most buffers."""
    with pytest.raises(ValueError, match=match):
        hash_array(KEY, bad)
    assert bad.released == 2


def test_nulls_may_be_anything():
    """The view and the index of a null are not read."""
    view = RawArray(b"vu", 2, [b"\2", le(99, 0, 7, 7) + le(1, 97, 0, 0), b""])
    assert hash_array(KEY, view, null=1).tolist() == [1, KEY.hash(b"a")]
    index = RawArray(b"c", 2, [b"\2", b"\x7f\1"], dictionary=TWO)
    assert hash_array(KEY, index, null=1).tolist() == [1, KEY.hash(b"b")]
    assert view.released == index.released == 2
    assert hash_array(KEY, RawArray(b"u", 0, [None, None, None], offset=5)).tolist() == []


def test_formats_of_nobody():
    for format in (
        b"",
        b"x",
        b"w:",
        b"w:-1",
        b"w:x",
        b"w:99999999999999999999",
        b"d:1",
        b"d:1,2,7",
        b"\xff",
        b"+r",
        b"+us:1",
    ):
        array = RawArray(format, 1, [None, bytes(16), bytes(16)])
        with pytest.raises(TypeError, match="cannot hash an array of Arrow's format"):
            hash_array(KEY, array)
        assert array.released == 2
    with pytest.raises(ValueError, match="it has no format"):
        hash_array(KEY, RawArray(None, 1, [None, bytes(8)]))
    for format in (b"u", b"f", b"b", b"w:4"):
        with pytest.raises(ValueError, match="the indices of a dictionary are not integers"):
            hash_array(KEY, RawArray(format, 1, [None, bytes(8), bytes(8)], dictionary=TWO))
    missing = RawArray(b"c", 1, [None, b"\0"], dictionary=TWO)
    missing.array.dictionary = None
    with pytest.raises(ValueError, match="the dictionary is missing"):
        hash_array(KEY, missing)


def test_more_nulls_than_memory():
    with pytest.raises(MemoryError, match="do not fit into memory"):
        hash_array(KEY, RawArray(b"n", 2**50, []))
    with pytest.raises(MemoryError, match="do not fit into memory"):
        hash_array(KEY, RawArray(b"n", 2**63 - 1, []))


def test_hashes_are_a_sequence():
    hashes = hash_array(KEY, ["a", "b", "c"])
    assert len(hashes) == 3 and hashes[-1] == hashes[2] == KEY.hash(b"c")
    assert "3 of 64 bits" in repr(hashes)
    for wrong in (3, -4, 2**63, -(2**100)):
        with pytest.raises(IndexError):
            hashes[wrong]
    with pytest.raises(TypeError):
        hashes["0"]
    view = memoryview(hashes)
    assert view.readonly and view.format == "Q" and view.shape == (3,)
    assert view.tolist() == hashes.tolist()
    with pytest.raises(ValueError):
        np.asarray(hashes)[0] = 1
    assert np.frombuffer(hashes, "u8").tolist() == hashes.tolist()
    del hashes
    assert len(view.tolist()) == 3


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_slices_pickles_and_equality(key):
    items = [str(i) for i in range(1000)]
    hashes = hash_array(key, items)
    for part in (slice(None), slice(3, 700), slice(None, None, -1), slice(5, 2), slice(-9, None, 4)):
        assert hashes[part] == hash_array(key, items[part]) and type(hashes[part]) is type(hashes)
        assert hashes[part].tolist() == hashes.tolist()[part]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(hashes, protocol))
        assert again == hashes and again.digests() == hashes.digests()
    assert copy.deepcopy(hashes) == hashes != hashes[1:]
    assert hashes != hash_array(key, items[::-1]) and hashes != hashes.tolist()
    other = hash_array(provenhash.mmh32.key_from_seed(1), []), hash_array(provenhash.md5, [])
    assert other[0] != other[1]
    with pytest.raises(TypeError, match="unhashable"):
        hash(hashes)
    with pytest.raises(ValueError, match="step"):
        hashes[::0]


def test_columns_in_huge_pages():
    """The memory of more than 32 MiB of hashes grows with the chunks of a column."""
    key = provenhash.highwayhash256.key_from_seed(5)
    numbers = np.arange(1_200_000)
    hashes = hash_array(key, numbers)
    assert len(hashes) == len(numbers) and memoryview(hashes).nbytes > 32 << 20
    for part in (slice(0, 9), slice(599_999, 600_009), slice(-9, None)):
        assert hashes[part] == hash_array(key, numbers[part])
    chunks = pa.chunked_array([pa.array(part) for part in np.array_split(numbers, 7)])
    assert hash_array(key, chunks) == hashes == pickle.loads(pickle.dumps(hashes))


def test_ways_to_ask_for_the_buffer():
    """Check views without a format, and orders that the rows do not have."""
    for key in (KEY, provenhash.md5):
        hashes = hash_array(key, ["a", "b", "c"])
        flat = np.asarray(hashes).tobytes()
        assert bytes(hashes) == flat and hashlib.md5(hashes).digest() == hashlib.md5(flat).digest()
        column_major = None if key is KEY else BufferError
        for flags, error in (
            (0, None),  # PyBUF_SIMPLE
            (0x01, BufferError),  # writable
            (0x08, None),  # with the shape
            (0x18, None),  # with the strides too
            (0x38, None),  # in C order
            (0x58, column_major),  # in Fortran order
            (0x98, None),  # in either order
        ):
            view = ctypes.create_string_buffer(200)
            ask = lambda: ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(hashes), view, flags)
            if error:
                with pytest.raises(error):
                    ask()
            else:
                assert ask() == 0
                ctypes.pythonapi.PyBuffer_Release(view)


#: Hashes of columns under the keys of seed 5: literal, because they are frozen.
FROZEN = {
    "clhash-mixed": [
        ["0000000000000000", "def3fdaa332f7f1d", "0000000000000001", "55e503955c784c5f"],
        ["eaccf2db631cec3c", "980820b09db94957", "0000000000000001", "407e55fe62983b33"],
        ["d1a5bfcf7b008d52", "0000000000000001"],
        ["8a65c1ad96a18072", "babb04d49b89271f"],
        ["f397dfb7868f694b"],
        ["8e994296013cbd5f"],
    ],
    "vhash64-mixed": [
        ["eefc9c89275e82ba", "45d3398bd7bf1f7e", "0000000000000001", "a8f65601166d0d10"],
        ["ae739aa022a5057c", "5a29d6929352a221", "0000000000000001", "afb275d23f1f2163"],
        ["7b5ed864d3401eca", "0000000000000001"],
        ["f6af6211564230dd", "ec27b63af339c15e"],
        ["1dfe5cfc7e4a3769"],
        ["50071150453c55bf"],
    ],
    "siphash-1-3": [
        ["22b2610082a1eccb", "1f9ad63004688e9b", "0000000000000001", "b3f23f31d5d33312"],
        ["ced49c169dec1871", "19ebf23ab7c76ef2", "0000000000000001", "4d27a59f290ebbdb"],
        ["1ea40bf1c9baa72f", "0000000000000001"],
        ["1da8decde442fcfd", "40b941b431e89dee"],
        ["44892d4ca0919a56"],
        ["7c0f22a0ad8d7443"],
    ],
    "mmh32": [
        ["00000000", "4a28eb9f", "00000001", "a8ed24a0"],
        ["6eeca160", "915dce0b", "00000001", "2bfc0ada"],
        ["4c0f119f", "00000001"],
        ["304ec0d7", "0ddd942c"],
        ["6a39b7ea"],
        ["9d74f0fa"],
    ],
    "md5": [
        [
            "d41d8cd98f00b204e9800998ecf8427e",
            "0de17fec054ff2321f1dd56f23a8cae9",
            "00000000000000000000000000000001",
            "7fc5d110c7c7ad46b316c73031d57c69",
        ],
        [
            "7dea362b3fac8e00956a4952a3d4f474",
            "33cdeccccebe80329f1fdbee7f5874cb",
            "00000000000000000000000000000001",
            "b64ce5221a4762a03029d9f9832125d2",
        ],
        ["c0b1a853329b9ba002e85ee81be1e8b9", "00000000000000000000000000000001"],
        ["55a54008ad1ba589aa210d2629c1df41", "93b885adfe0da089cdf634904fd59f71"],
        ["5fa8b2271d7689c468d8e29d8f761eb9"],
        ["9712aef16df2ea280d9b2d3fc6a64cb2"],
    ],
}


@pytest.mark.parametrize("name", ["clhash-mixed", "vhash64-mixed", "siphash-1-3", "mmh32", "md5"])
def test_frozen_columns(name):
    algorithms = provenhash.algorithms
    key = provenhash.md5 if name == "md5" else algorithms[name].key_from_seed(5)
    columns = [
        pa.array(["", "provenhash", None, "a string above twelve bytes"]),
        pa.array([0, 1, None, -(2**63)]),
        pa.array([1.5, None], pa.float32()),
        pa.array([True, False]),
        pa.array([decimal.Decimal("1.23")]),
        pa.array([DAY]),
    ]
    digests = [[d.hex() for d in hash_array(key, column, null=1).digests()] for column in columns]
    assert digests == FROZEN[name]
