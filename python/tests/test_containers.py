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

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

KEY = provenhash.clhash_mixed.key_from_seed(7)
NULL = 2**63 + 1
NAN = float("nan")

INTS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q"}
INTS |= {"u" + name: code.upper() for name, code in INTS.items()}
FLOATS = {"float32": "f", "float64": "d"}
UNITS = ["s", "ms", "us", "ns"]


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
    values = [0.0, -0.0, 1.5, float("inf"), NAN, 2.0**60]
    TYPES[name] = (values, packed(code), arrow(name))
TYPES["bool"] = ([True, False, True, True, False], lambda v: bytes([v]), pa.bool_())
TYPES["text"] = (["", "a", "ü" * 9, "NaN", "a string above twelve bytes"], str.encode, pa.string())
TYPES["binary"] = ([b"", b"a\0", b"\xff" * 20], bytes, pa.binary())
INSTANTS = [0, 1, -1, 1_700_000_000]
for unit in UNITS:
    TYPES[f"timestamp {unit}"] = (INSTANTS, packed("q"), pa.timestamp(unit))
    TYPES[f"instant {unit}"] = (INSTANTS, packed("q"), pa.timestamp(unit, "UTC"))
    TYPES[f"duration {unit}"] = (INSTANTS, packed("q"), pa.duration(unit))


def with_gaps(values):
    """Return twelve copies of the values with missing ones between them."""
    return [None if i % 5 == 2 else value for i, value in enumerate(values * 12)]


def fixed(values):
    return [0 if value is None else value for value in values]


def arrow_array(name, values):
    type = TYPES[name][2]
    if pa.types.is_timestamp(type) or pa.types.is_duration(type):
        return pa.array(values, pa.int64()).cast(type)
    return pa.array(values, type, from_pandas=False)


def containers(name, values):
    """Yield a column of each library that has the type, with missing values as it marks them."""
    array = arrow_array(name, values)
    kind = name.split()[0]
    yield "pyarrow", array
    yield "pyarrow chunks", pa.chunked_array([array[:1], array[1:1], array[1:17], array[17:]])
    polars = pl.Series(array)
    yield "polars", polars
    yield "polars slice", polars[3:40]
    if kind not in ("instant", "duration", "timestamp"):
        yield "polars chunks", pl.concat([polars[:5], polars[5:]], rechunk=False)
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
    if name in FLOATS:
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
    values, to_bytes, _ = TYPES[name]
    values = with_gaps(values)
    expected = [NULL if value is None else KEY.hash(to_bytes(value)) for value in values]
    seen = 0
    for container, column in containers(name, values):
        wanted = expected[3:40] if "slice" in container else expected
        if name.endswith(" s") and container.startswith("polars"):
            # Polars has no seconds: it makes them milliseconds.
            wanted = [
                NULL if v is None else KEY.hash(to_bytes(1000 * v))
                for v in (values[3:40] if "slice" in container else values)
            ]
        if container == "pandas categorical" and name.startswith("f"):
            continue
        assert hash_array(KEY, column, null=NULL).tolist() == wanted, container
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", [*INTS, *FLOATS, "bool"])
def test_columns_without_missing_values(name):
    values, to_bytes, _ = TYPES[name]
    expected = [KEY.hash(to_bytes(value)) for value in values]
    array = np.array(values, name)
    for column in (array, pd.Series(array), pd.Index(array), pd.array(array, dtype=array.dtype)):
        assert hash_array(KEY, column, null=NULL).tolist() == expected, type(column)
    if name != "bool":
        # pandas takes -0.0 for a fill of 0.0.
        sparse = pd.arrays.SparseArray(array, fill_value=array[2])
        assert hash_array(KEY, pd.Series(sparse), null=NULL).tolist() == expected
    assert hash_array(KEY, pd.RangeIndex(3)).tolist() == hash_array(KEY, np.arange(3)).tolist()


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
