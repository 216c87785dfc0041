"""The canonical form: equal values have one hash in every type and library, against an oracle in plain
Python."""

import datetime
import decimal
import itertools
import struct

import provenhash
import pytest
from provenhash import hash_array

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
from test_containers import DAY, FLOATS, INTS, TYPES, UNITS, containers, with_gaps  # noqa: E402

KEY = provenhash.clhash_mixed.key_from_seed(7)
UTC = datetime.timezone.utc
NAN = float("nan")


def fixed(kind, number, *scale):
    return bytes([kind]) + number.to_bytes(16, "little", signed=True) + bytes(scale)


def number(value):
    """Return the canonical bytes of an exact number: the least scale from 0 on."""
    unscaled, scale = value, 0
    if isinstance(value, decimal.Decimal):
        sign, digits, exponent = value.as_tuple()
        unscaled, scale = int("".join(map(str, digits))) * (-1 if sign else 1), -exponent
    while scale > 0 and unscaled % 10 == 0:
        unscaled, scale = unscaled // 10, scale - 1
    while scale < 0 and abs(unscaled * 10) < 2**255:
        unscaled, scale = unscaled * 10, scale + 1
    if -(2**127) <= unscaled < 2**127 and scale >= 0:
        return fixed(2, unscaled, scale)
    return b"\x0f" + unscaled.to_bytes(32, "little", signed=True) + scale.to_bytes(1, "big", signed=True)


def real(value):
    bits = struct.unpack("<q", struct.pack("<d", value))[0]
    return fixed(3, 0x7FF8 << 48 if value != value else 0 if value == 0 else bits & 2**64 - 1)


def sized(kind, data):
    return bytes([kind]) + len(data).to_bytes(8, "little") + data


def encoded(value):
    """Return the canonical bytes of an object of Python."""
    epoch = datetime.datetime(1970, 1, 1)
    nanoseconds = lambda delta: delta // datetime.timedelta(microseconds=1) * 1000
    match value:
        case None:
            return b"\0"
        case bool():
            return fixed(1, value)
        case int() | decimal.Decimal():
            return number(value)
        case float():
            return real(value)
        case str():
            return sized(4, value.encode())
        case bytes():
            return sized(5, value)
        case datetime.datetime(tzinfo=None):
            return fixed(8, nanoseconds(value - epoch))
        case datetime.datetime():
            return fixed(9, nanoseconds(value - epoch.replace(tzinfo=UTC)))
        case datetime.date():
            return fixed(6, (value - epoch.date()).days)
        case datetime.time():
            return fixed(7, nanoseconds(datetime.datetime.combine(epoch, value) - epoch))
        case datetime.timedelta():
            return fixed(10, nanoseconds(value))


def of_type(name, value):
    """Return the canonical bytes of a value of test_containers."""
    kind, _, unit = name.partition(" ")
    if value is None:
        return b"\0"
    if kind == "date":
        return fixed(6, value // DAY if unit else value)
    if unit in UNITS:
        return fixed({"time": 7, "timestamp": 8, "instant": 9, "duration": 10}[kind], value * UNITS[unit])
    return encoded(bool(value) if kind == "bool" else float(value) if name in FLOATS else value)


def hashes(column, **options):
    return hash_array(KEY, column, canonical=True, **options).tolist()


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("null", [None, 0])
def test_every_container(name, null):
    values = with_gaps(TYPES[name][0])
    missing = KEY.hash(b"\0") if null is None else null
    expected = [missing if v is None else KEY.hash(of_type(name, v)) for v in values]
    seen = 0
    for container, column in containers(name, values):
        if container == "pandas categorical" and name in FLOATS:
            continue
        wanted = expected[3:40] if "slice" in container else expected
        assert hashes(column, null=null) == wanted, container
        for start, stop in ((5, 31), (2, 3), (7, 7)):
            if hasattr(column, "__getitem__") and not hasattr(column, "iloc"):
                assert hashes(column[start:stop], null=null) == wanted[start:stop], container
        seen += 1
    assert seen > 3


#: Values, and the types that have them.
EQUAL = [
    (5, [*INTS, "decimal128(9, 0)", "decimal128(9, 3)", "decimal256(60, 30)"]),
    (decimal.Decimal("-1.5"), ["decimal128(5, 1)", "decimal128(38, 20)", "decimal256(70, 9)"]),
    (0.0, ["float16", "float32", "float64"]),
    (-0.0, ["float16", "float32", "float64"]),
    (NAN, ["float16", "float32", "float64"]),
    (1.5, ["float16", "float32", "float64"]),
    ("text", ["string", "large_string", "string_view", "dictionary(int8, string)"]),
    ("a text above twelve bytes", ["string", "large_string", "string_view"]),
    (b"data", ["binary", "large_binary", "binary_view", "binary(4)"]),
    (True, ["bool_"]),
    (datetime.date(1969, 2, 3), ["date32", "date64"]),
    (datetime.time(1, 2, 3), ["time32('s')", "time32('ms')", "time64('us')", "time64('ns')"]),
    (datetime.timedelta(-1, 5), [f"duration('{unit}')" for unit in UNITS]),
    (datetime.datetime(1950, 1, 2, 3), [f"timestamp('{unit}')" for unit in UNITS]),
    (
        datetime.datetime(2020, 1, 2, 3, tzinfo=UTC),
        [f"timestamp('{u}', '{z}')" for u in UNITS for z in ("UTC", "Asia/Tokyo", "+05:30")],
    ),
]


def arrow_type(text):
    name, _, arguments = text.partition("(")
    if name == "dictionary":
        return pa.dictionary(pa.int8(), pa.string())
    if name == "float16":
        return pa.float16()
    return eval(f"pa.{name}({arguments or ')'}")


@pytest.mark.parametrize("value,types", EQUAL, ids=lambda x: str(x)[:24])
def test_equal_values_of_different_types(value, types):
    expected = [KEY.hash(encoded(v)) for v in (value, None, value)]
    assert hashes([value, None, value]) == expected
    if not isinstance(value, (float, np.floating)):
        assert hashes(pd.Series([value, None, value], dtype=object)) == expected
    for text in types:
        type = arrow_type(text)
        item = np.float16(value) if text == "float16" else value
        array = pa.array([item, None, item], type, from_pandas=False)
        assert hashes(array) == expected, text
        assert hashes(pa.chunked_array([array[:1], array[1:]])) == expected, text
        assert hashes(pd.Series(pd.arrays.ArrowExtensionArray(array))) == expected, text
        # Polars has no such types, and makes a date in milliseconds a timestamp.
        if not any(part in text for part in ("256", "date64", "+05:30")):
            assert hashes(pl.Series(array)) == expected, text


def test_values_of_different_kinds_differ():
    values = [None, True, 1, 1.0, "1", b"1", datetime.date(1970, 1, 2), datetime.time(0, 0, 1)]
    values += [datetime.datetime(1970, 1, 2), datetime.datetime(1970, 1, 2, tzinfo=UTC)]
    values += [datetime.timedelta(1), "", b"", 0, 0.0, False, NAN, decimal.Decimal("1.01")]
    assert len(set(hashes(values))) == len(values)
    assert hashes(values) == [KEY.hash(encoded(value)) for value in values]


def test_numbers_of_any_size():
    powers = [10**n for n in (18, 19, 37, 38, 39, 76)] + [2**n for n in (63, 64, 126, 127, 128, 254)]
    values = [sign * p + d for p in powers for sign in (1, -1) for d in (-1, 0, 1)]
    assert hashes(values) == [KEY.hash(encoded(value)) for value in values]
    texts = ["1E+30", "1E+76", "12E+80", "-3E+100", "1.000", "0.000", "-0", "1E-127", "7E+127"]
    decimals = [decimal.Decimal(text) for text in texts]
    assert hashes(decimals) == [KEY.hash(encoded(value)) for value in decimals]
    for wrong in (2**255, -(2**255) - 1, *map(decimal.Decimal, ("NaN", "Infinity", "1E-128"))):
        with pytest.raises(ValueError, match="no canonical form|no number|scale"):
            hashes([wrong])


def test_every_half_precision_number():
    halves = np.arange(2**16, dtype="u2").view("f2")
    expected = [KEY.hash(real(float(value))) for value in halves]
    assert hashes(halves) == expected == hashes(halves.astype("f8"))


def test_intervals_and_odd_dates():
    values = [pa.MonthDayNano([1, -2, 3]), None]
    bits = 1 | (2**32 - 2) << 32 | 3 << 64
    assert hashes(pa.array(values))[0] == KEY.hash(fixed(11, bits))
    # A date in milliseconds that is no whole day is a timestamp.
    dates = pa.array([86_400_000, 1, -1], pa.int64()).cast(pa.date64())
    odd = hashes(pa.Array.from_buffers(pa.date64(), 3, dates.buffers()))
    assert odd[0] == KEY.hash(fixed(6, 1))
    days = np.array(["2020-01-02", "NaT"], "M8[D]")
    assert hashes(days) == hashes([datetime.date(2020, 1, 2), None])


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    rows = {
        "5::TINYINT": 5,
        "5::UBIGINT": 5,
        "5::HUGEINT": 5,
        "5.00::DECIMAL(9, 2)": 5,
        "1.5::FLOAT": 1.5,
        "'-0'::DOUBLE": 0.0,
        "'nan'::DOUBLE": NAN,
        "'text'": "text",
        "'text'::ENUM('text', 'more')": "text",
        "'\\xFF'::BLOB": b"\xff",
        "true": True,
        "DATE '2020-01-02'": datetime.date(2020, 1, 2),
        "TIME '01:02:03'": datetime.time(1, 2, 3),
        "TIMESTAMP '2020-01-02 03:04:05'": datetime.datetime(2020, 1, 2, 3, 4, 5),
        "TIMESTAMP_S '2020-01-02 03:04:05'": datetime.datetime(2020, 1, 2, 3, 4, 5),
        "TIMESTAMP_NS '2020-01-02 03:04:05'": datetime.datetime(2020, 1, 2, 3, 4, 5),
        "TIMESTAMPTZ '2020-01-02 03:04:05+00'": datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC),
    }
    for text, value in rows.items():
        table = duckdb.sql(f"SELECT {text} AS x UNION ALL SELECT NULL").to_arrow_table()
        assert sorted(hashes(table["x"])) == sorted(hashes([value, None])), text


def test_what_has_no_canonical_form():
    for wrong in (
        np.zeros(2, "c16"),
        np.array(["2020"], "M8[h]"),
        np.array([5], "m8[10s]"),
        [object()],
        [[1]],
        [pd.Timestamp(2020, 1, 1)],
        [np.float32(1)],
        pa.array([[1]]),
        pa.array([{"a": 1}]),
    ):
        with pytest.raises(TypeError):
            hashes(wrong)
    with pytest.raises(TypeError, match="time without a zone, .* not datetime.time"):
        hashes([datetime.time(1, tzinfo=UTC)])
    invalid = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(struct.pack("<ii", 0, 1)), pa.py_buffer(b"\xff")]
    )
    with pytest.raises(ValueError, match="text is not UTF-8"):
        hashes(invalid)
    late = pa.array([2**62], pa.int64())
    with pytest.raises(ValueError, match="time of day"):
        hashes(pa.Array.from_buffers(pa.time64("us"), 1, late.buffers()))


def test_other_lists():
    assert hashes([np.int8(5), np.uint64(2**64 - 1)]) == hashes([5, 2**64 - 1])
    assert hashes([bytearray(b"a"), memoryview(b"a"), np.str_("a")]) == hashes([b"a", b"a", "a"])
    items = list(itertools.islice(itertools.cycle([1, "a", None, 2.5]), 1000))
    assert hashes(items) == [KEY.hash(encoded(item)) for item in items]
    assert hashes(np.array(items, object)) == hashes(items)
    assert hashes([]) == []


#: Hashes under CLHASH-mixed with seed 7: literal, because they are frozen.
FROZEN = {
    5: "fe024fc273ee0312",
    "text": "76d6f5bda03bcdd5",
    1.5: "336bcbea817213bb",
    None: "9f3c22be4ce821b7",
}


def test_frozen():
    made = {value: f"{hashes([value])[0]:016x}" for value in FROZEN}
    assert made == FROZEN
