"""A column means the same in every library: every type, container, mask, slice and chunk, against a
plain oracle in Python."""

import datetime
import decimal
import struct
import subprocess
import sys

import provenhash
import pytest
from provenhash import hash_array

duckdb = pytest.importorskip("duckdb")
np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

KEY = provenhash.clhash_mixed.key_from_seed(7)
NULL = 2**63 + 1
NAN = float("nan")

INTS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q"}
INTS |= {"u" + name: code.upper() for name, code in INTS.items()}
FLOATS = {"float16": "e", "float32": "f", "float64": "d"}
#: The units of time, in nanoseconds.
UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
DAY = 86_400_000


def packed(code):
    return lambda value: struct.pack("<" + code, value)


def arrow(type):
    return getattr(pa, type)()


# Name: values without missing ones, the bytes of a value, the type of Arrow.
TYPES = {}
for name, code in INTS.items():
    top = 2 ** (8 * struct.calcsize(code) - (name[0] != "u")) - 1
    low = 0 if name[0] == "u" else -top - 1
    TYPES[name] = ([0, 1, 5, top, low, top - 1], packed(code), arrow(name))
for name, code in FLOATS.items():
    values = [0.0, -0.0, 1.5, float("inf"), NAN, 2.0**15]
    TYPES[name] = (values, packed(code), arrow(name))
TYPES["bool"] = ([True, False, True, True, False], lambda v: bytes([v]), pa.bool_())
TYPES["text"] = (["", "a", "ü" * 9, "NaN", "a string above twelve bytes"], str.encode, pa.string())
TYPES["binary"] = ([b"", b"a\0", b"\xff" * 20], bytes, pa.binary())
INSTANTS = [0, 1, -1, 1_700_000_000]
for unit in UNITS:
    TYPES[f"timestamp {unit}"] = (INSTANTS, packed("q"), pa.timestamp(unit))
    TYPES[f"instant {unit}"] = (INSTANTS, packed("q"), pa.timestamp(unit, "UTC"))
    TYPES[f"duration {unit}"] = (INSTANTS, packed("q"), pa.duration(unit))
    of_time, code = (pa.time32, "i") if unit in ("s", "ms") else (pa.time64, "q")
    TYPES[f"time {unit}"] = ([0, 1, 2, 86_399], packed(code), of_time(unit))
TYPES["date"] = ([0, 1, -1, 20_000], packed("i"), pa.date32())
TYPES["date ms"] = ([0, DAY, -DAY, 20_000 * DAY], packed("q"), pa.date64())
TYPES["fixed"] = ([b"abcd", b"\0\0\0\1", b"\xff" * 4, b"NaN!"], bytes, pa.binary(4))
DECIMALS = [decimal.Decimal(text) for text in ("0.00", "1.50", "-0.01", "1234567.89")]
for bits in (128, 256):
    TYPES[f"decimal {bits}"] = (
        DECIMALS,
        lambda value, size=bits // 8: int(value.scaleb(2)).to_bytes(size, "little", signed=True),
        getattr(pa, f"decimal{bits}")(9, 2),
    )


def with_gaps(values):
    """Return twelve copies of the values with missing ones between them."""
    return [None if i % 5 == 2 else value for i, value in enumerate(values * 12)]


def fixed(values):
    return [0 if value is None else value for value in values]


def arrow_array(name, values):
    type = TYPES[name][2]
    if pa.types.is_temporal(type):
        return pa.array(values, pa.int32() if type.bit_width == 32 else pa.int64()).cast(type)
    if name == "float16":
        values = [None if value is None else np.float16(value) for value in values]
    return pa.array(values, type, from_pandas=False)


#: The types that a library lacks. Dates in milliseconds become timestamps in Polars, and durations intervals of
#: months in DuckDB.
NOT_IN = {
    "polars": {"date ms", "decimal 256"},
    "duckdb": {"float16", "decimal 256", *(f"duration {unit}" for unit in UNITS)},
}


def bytes_in(column, name):
    """Return the function from a value to its bytes in a column, whose library may lack the unit of its type."""
    _, to_bytes, type = TYPES[name]
    unit = name.partition(" ")[2]
    if isinstance(column, pl.Series) and unit in UNITS:
        found = getattr(column.dtype, "time_unit", "ns")
    elif isinstance(column, pa.ChunkedArray) and column.type != type and unit in UNITS:
        if column.type == pa.date32():
            return lambda value: packed("i")(value // DAY)
        found = column.type.unit
    else:
        return to_bytes
    if found == unit:
        return to_bytes
    return lambda value: packed("q")(value * UNITS[unit] // UNITS[found])


def containers(name, values):
    """Yield a column of each library that has the type, with missing values as it marks them."""
    array = arrow_array(name, values)
    kind = name.split()[0]
    yield "pyarrow", array
    yield "pyarrow chunks", pa.chunked_array([array[:1], array[1:1], array[1:17], array[17:]])
    if name not in NOT_IN["polars"]:
        polars = pl.Series(array)
        yield "polars", polars
        yield "polars slice", polars[3:40]
        if kind not in ("instant", "duration", "timestamp"):
            yield "polars chunks", pl.concat([polars[:5], polars[5:]], rechunk=False)
    if name not in NOT_IN["duckdb"]:
        # Version 1.1 of DuckDB itself reads binary values of a fixed size with nulls wrongly.
        source = array.cast(pa.binary()) if kind == "fixed" else array
        column = duckdb.from_arrow(pa.table({"x": source})).to_arrow_table()["x"]
        # That version has no nanoseconds of instants and of times of day.
        if not name.endswith(" ns") or column.type.unit == "ns":
            yield "duckdb", column
    yield "pandas arrow", pd.Series(pd.arrays.ArrowExtensionArray(array))
    yield "pandas arrow index", pd.Index(pd.arrays.ArrowExtensionArray(array))
    missing = [value is None for value in values]
    if name in INTS or name in FLOATS:
        masked = np.ma.masked_array(np.array(fixed(values), name), missing)
        yield "numpy mask", masked
        yield "numpy mask, other order", masked.astype(masked.dtype.newbyteorder(">"))
    if name in INTS:
        dtype = name.replace("i", "I", 1).replace("uI", "UI")
        yield "pandas masked", pd.Series(values, dtype=dtype)
        yield "pandas masked array", pd.array(values, dtype=dtype)
        yield "pandas masked index", pd.Index(values, dtype=dtype)
        yield "pandas masked slice", pd.Series(values, dtype=dtype)[3:40]
        yield "pandas categorical", pd.Series(pd.Categorical(pd.array(values, dtype=dtype)))
    if name in FLOATS and name != "float16":
        # The constructor would take NaN for a missing value.
        data = np.array(fixed(values), name)
        yield "pandas masked", pd.Series(pd.arrays.FloatingArray(data, np.array(missing)))
    if kind == "bool":
        yield "pandas masked", pd.Series(values, dtype="boolean")
        yield "numpy mask", np.ma.masked_array(np.array(fixed(values), bool), missing)
    if kind == "text":
        yield "pandas objects", pd.Series(values, dtype=object)
        yield "pandas objects, NaN", pd.Series([NAN if v is None else v for v in values], dtype=object)
        yield "pandas objects, NA", pd.Series([pd.NA if v is None else v for v in values], dtype=object)
        yield "pandas default", pd.Series(values)
        yield "pandas string", pd.Series(values, dtype="string")
        yield "pandas string python", pd.Series(values, dtype=pd.StringDtype("python"))
        yield "pandas string pyarrow", pd.Series(values, dtype=pd.StringDtype("pyarrow"))
        yield "pandas categorical", pd.Series(values, dtype="category")
        yield "pandas categorical index", pd.CategoricalIndex(values)
        yield "polars categorical", pl.Series(values, dtype=pl.Categorical)
        yield "polars enum", pl.Series(values, dtype=pl.Enum(sorted({v for v in values if v is not None})))
        yield "numpy mask", np.ma.masked_array([v or "" for v in values], missing)
        yield "numpy objects", np.array(values, object)
        yield "list", values
    if kind == "binary":
        yield "list", values
        yield "pandas objects", pd.Series(values, dtype=object)
    if kind == "fixed":
        for dtype in ("S4", "V4"):
            data = np.array([value or b"" for value in values], dtype)
            yield f"numpy mask, {dtype}", np.ma.masked_array(data, missing)
    if name == "date":
        data = np.array(fixed(values), "i8").view("M8[D]")
        yield "numpy mask", np.ma.masked_array(data.copy(), missing)
        data[np.array(missing)] = "NaT"
        yield "numpy", data
        yield "numpy, other order", data.astype(">M8[D]")
    if kind in ("timestamp", "duration"):
        unit = name.split()[1]
        letter = "M" if kind == "timestamp" else "m"
        data = np.array(fixed(values), "i8").view(f"{letter}8[{unit}]")
        data[np.array(missing)] = "NaT"
        yield "numpy", data
        yield "pandas", pd.Series(data)
        yield "pandas index", pd.Index(data)
        yield "pandas slice", pd.Series(data)[3:40]
    if kind == "instant":
        unit = name.split()[1]
        data = np.array(fixed(values), "i8").view(f"M8[{unit}]")
        data[np.array(missing)] = "NaT"
        zoned = pd.Series(data).dt.tz_localize("UTC")
        yield "pandas", zoned
        yield "pandas, other zone", zoned.dt.tz_convert("Asia/Tokyo")
        yield "pandas index", pd.DatetimeIndex(zoned)


@pytest.mark.parametrize("name", TYPES)
def test_every_container(name):
    values = with_gaps(TYPES[name][0])
    seen = 0
    for container, column in containers(name, values):
        if container == "pandas categorical" and name.startswith("f"):
            continue
        to_bytes = bytes_in(column, name)
        expected = [NULL if value is None else KEY.hash(to_bytes(value)) for value in values]
        wanted = expected[3:40] if "slice" in container else expected
        assert hash_array(KEY, column, null=NULL).tolist() == wanted, container
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("name", [*INTS, *FLOATS, "bool"])
def test_columns_without_missing_values(name):
    values, to_bytes, _ = TYPES[name]
    expected = [KEY.hash(to_bytes(value)) for value in values]
    array = np.array(values, name)
    columns = [array, pd.Series(array), pd.array(array, dtype=array.dtype)]
    if name != "float16":
        # pandas has no such index.
        columns.append(pd.Index(array))
    for column in columns:
        assert hash_array(KEY, column, null=NULL, nan_is_null=False).tolist() == expected, type(column)
        # pandas marks missing floats by NaN.
        missing = [column is not array and value != value for value in values]
        wanted = [NULL if gone else hash for gone, hash in zip(missing, expected)]
        assert hash_array(KEY, column, null=NULL).tolist() == wanted, type(column)
    if name != "bool":
        # pandas takes -0.0 for a fill of 0.0.
        sparse = pd.arrays.SparseArray(array, fill_value=array[2])
        assert hash_array(KEY, pd.Series(sparse), null=NULL, nan_is_null=False).tolist() == expected
    assert hash_array(KEY, pd.RangeIndex(3)).tolist() == hash_array(KEY, np.arange(3)).tolist()


def test_dates_out_of_range():
    for day in (2**31, -(2**31) - 1):
        with pytest.raises(ValueError, match="32 bits"):
            hash_array(KEY, np.array([0, day], "i8").view("M8[D]"))


def test_another_row_changes_nothing():
    """The hash of a value does not depend on whether another one is missing."""
    for dtype in ("Int64", "int64[pyarrow]"):
        without, with_one = pd.Series([5, 6], dtype=dtype), pd.Series([5, None], dtype=dtype)
        assert hash_array(KEY, without)[0] == hash_array(KEY, with_one)[0] == KEY.hash(
            (5).to_bytes(8, "little")
        )


def test_a_column_of_a_frame():
    frame = pd.DataFrame({"a": ["x", None, "z"]})
    hashes = hash_array(KEY, frame["a"], null=NULL)
    frame["h"] = hashes
    assert frame["h"].dtype == np.uint64 and frame["h"].tolist() == hashes.tolist()
    assert frame.assign(h=hashes)["h"].tolist() == list(iter(hashes)) == hashes.tolist()
    assert pd.Series(hashes).tolist() == hashes.tolist()
    assert np.asarray(hashes, "f8").dtype == np.float64
    assert np.array(hashes, copy=True).flags.writeable
    short = hash_array(provenhash.mmh32.key_from_seed(1), frame["a"])
    assert pd.Series(short).dtype == np.uint32


class Anything:
    pass


@pytest.mark.parametrize(
    "column",
    [
        pl.Series([Anything(), Anything()], dtype=pl.Object),
        pd.Series([Anything()]),
        pd.Series([1, "a"], dtype=object),
        pd.Series(pd.period_range("2020", periods=2)),
        pd.Series(pd.interval_range(0, 2)),
        pd.Series([datetime.date(2020, 1, 1)], dtype=object),
        pd.Series([decimal.Decimal(1)], dtype=object),
        pd.MultiIndex.from_tuples([("a", 1)]),
        pd.DataFrame({"a": [1]}),
        pl.DataFrame({"a": [1]}),
        [np.int8(5)],
        [np.float32("nan")],
        [np.datetime64("NaT")],
        [np.array([1, 2])],
        np.array([np.datetime64("2020-01-01"), None], object),
    ],
    ids=lambda column: f"{type(column).__module__}.{type(column).__name__}"[:30],
)
def test_what_has_no_bytes(column):
    with pytest.raises(TypeError):
        hash_array(KEY, column)


COLUMNS_OF_PANDAS = """
import pandas as pd
from provenhash import clhash_mixed, hash_array
columns = [
    pd.Series([1, -2]), pd.Series([1.5, None]), pd.Series([True, False]), pd.Index([3, 4]),
    pd.Series([1, None], dtype="Int64"), pd.Series([True, None], dtype="boolean"),
    pd.Series(["a", None]), pd.Series(["a", None], dtype=object), pd.Series(["a", None], dtype="string"),
    pd.Series(["a", "b", "a", None], dtype="category"), pd.Series([5, 6, 5], dtype="category"),
    pd.to_datetime(pd.Series(["2020-01-01", None])).astype("datetime64[ns]"),
    pd.to_datetime(pd.Series(["2020-01-01"]), utc=True).astype("datetime64[ns, UTC]"),
]
for column in columns:
    for canonical in (False, True):
        print(hash_array(clhash_mixed.key_from_seed(0), column, canonical=canonical).tolist())
"""


WITHOUT_PYARROW = """
import sys
class Absent:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "pyarrow":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent)
"""


def test_pandas_without_pyarrow():
    """Columns that do not come from pyarrow need it for nothing, and their hashes are the same."""
    runs = [
        subprocess.check_output([sys.executable, "-c", before + COLUMNS_OF_PANDAS], text=True)
        for before in ("", WITHOUT_PYARROW)
    ]
    assert runs[0] == runs[1] and runs[0].count("\n") == 26
