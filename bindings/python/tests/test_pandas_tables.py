"""Tables of pandas: objects by our own reader, missing values, and what other libraries export as
something else."""

import datetime
import decimal
import subprocess
import sys
from zoneinfo import ZoneInfo

import pytest
import tables as oracle
from provenhash import TableKey, fingerprint, row_hashes, table_checksum

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")

KEY = TableKey.from_seed(7)
ORACLE = oracle.Key.from_seed(7)
NAN = float("nan")
UTC = datetime.timezone.utc
D = decimal.Decimal


def objects(*values):
    return pd.DataFrame({"x": pd.Series(values, dtype=object)})


def check(frame, *cells, **how):
    """The rows of a frame of one column are these, in its objects and in their categories."""
    assert row_hashes(frame, KEY, **how).tolist() == [oracle.row(ORACLE, [cell]) for cell in cells]
    assert str(fingerprint(frame, KEY, **how)) == oracle.fingerprint(ORACLE, [[cell] for cell in cells])


def number(value, scale=0):
    return "number", (value, scale)


DIFFERENT = [
    # What the inference of pyarrow makes equal.
    [objects(pd.Timestamp(1, tz="Europe/Berlin"), pd.Timestamp(5, tz="America/New_York")),
     objects(pd.Timestamp(999, tz="Europe/Berlin"), pd.Timestamp(5, tz="America/New_York"))],
    [objects(datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1)),
     objects(datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 1))],
    [objects("a", b"b"), objects(b"a", b"b")],
    [objects(1, 1.5), objects(1.0, 1.5)],
    [objects(True, 2), objects(1, 2)],
    [objects([1, 1.5]), objects([1.0, 1.5])],
    [objects(["a", b"b"]), objects([b"a", b"b"])],
    [objects({"a": 1, "b": 1.5}), objects({"a": 1.0, "b": 1.5})],
    [objects(D("0.1")), objects(0.1)],
    [objects(datetime.datetime(2020, 1, 1)), objects(datetime.datetime(2020, 1, 1, tzinfo=UTC))],
    [objects([]), objects(None)],
    [objects([None]), objects([])],
    [objects([[1], [2]]), objects([[1, 2]])],
]  # fmt: skip


@pytest.mark.parametrize("a,b", DIFFERENT)
def test_objects_that_differ(a, b):
    assert fingerprint(a, KEY) != fingerprint(b, KEY)
    assert fingerprint(a, KEY) == fingerprint(a.copy(), KEY) == fingerprint(a[::-1], KEY)


def test_items_of_objects():
    at = datetime.datetime(2020, 1, 1)
    zoned = at.replace(tzinfo=ZoneInfo("Europe/Berlin"))
    day, nanos = 18_262, 18_262 * 86_400 * 10**9
    check(
        objects(
            "a", b"b", True, 2, 2.5, D("1.50"), 2**200, None, NAN, pd.NA, pd.NaT, D("NaN"),
            at.date(), at.time(), at, zoned, datetime.timedelta(1), pd.Timestamp(at) + pd.Timedelta(1), pd.Timedelta(1),
        ),
        ("text", "a"), ("binary", b"b"), ("boolean", True), number(2), ("float", 2.5), number(150, 2), number(2**200),
        None, None, None, None, None,
        ("date", day), ("time", 0), ("timestamp", nanos), ("instant", nanos - 3600 * 10**9), ("duration", 86_400 * 10**9),
        ("timestamp", nanos + 1), ("duration", 1),
    )  # fmt: skip
    check(
        objects(np.float32(1.5), np.int8(-1), np.bool_(True), np.datetime64("2020-01-01"), np.datetime64(1, "ns"),
                np.timedelta64(1, "us"), np.datetime64("NaT"), np.str_("a"), np.bytes_(b"b"), np.uint64(2**63)),
        ("float", 1.5), number(-1), ("boolean", True), ("date", day), ("timestamp", 1), ("duration", 1000), None,
        ("text", "a"), ("binary", b"b"), number(2**63),
    )  # fmt: skip
    one, two = ("list", [("float", 1.0), None]), ("list", [("float", 1.0), ("float", NAN)])
    for items in ([1.0, NAN], (1.0, NAN), np.array([1.0, NAN]), np.array([1.0, NAN], "f4")):
        check(objects(items), one)
        check(objects(items), two, nan_is_null=False)
    check(objects(np.array(["2020-01-01", "NaT"], "M8[D]")), ("list", [("date", day), None]))
    check(objects(np.array([[1, 2], [3, 4]])), ("list", [("list", [number(1), number(2)]), ("list", [number(3), number(4)])]))
    check(objects({"a": NAN, "b": ["x"]}, None), ("struct", [None, ("list", [("text", "x")])]), None)
    # Many rows: several blocks, and blocks of one kind of strings.
    many = ["a", None, "b"] * 40_000
    check(objects(*many), *(None if item is None else ("text", item) for item in many))
    assert fingerprint(objects(*many, 5), KEY).rows == 120_001


@pytest.mark.parametrize(
    "item",
    [datetime.time(1, tzinfo=UTC), 1j, {1}, object(), np.datetime64("2020-01"), np.timedelta64(1, "D"), {1: 2},
     np.array([1j]), np.array(5)],
)  # fmt: skip
def test_objects_without_a_canonical_form(item):
    for frame in (objects(item), objects([item])):
        with pytest.raises(TypeError):
            fingerprint(frame, KEY)


def test_objects_that_are_malformed():
    endless = []
    endless.append(endless)
    for frame, what in (
        (objects({"a": 1, "b": 2}, {"b": 2, "a": 1}), "different keys"),
        (objects([{"a": 1}, {"b": 1}]), "different keys"),
        (objects(endless), "too deeply"),
        (objects("\ud800"), "surrogate"),
        (objects(2**300), "256 bits"),
    ):
        with pytest.raises(ValueError, match=what):
            fingerprint(frame, KEY)
    with pytest.raises(TypeError, match="to_frame"):
        fingerprint(objects({"a": 1})["x"], KEY)


def test_a_frame_is_its_export():
    """The question of a user of pandas: is the file that I wrote the frame that I have?"""
    frame = pd.DataFrame(
        {
            "f": [1.5, NAN, -0.0], "i": [1, 2, 3], "t": ["a", None, "c"], "o": pd.Series([1, None, 3], dtype=object),
            "at": pd.to_datetime(["2020-01-01", None, "2020-01-03"]), "b": [True, False, True],
            "c": pd.Categorical(["x", None, "y"]), "s": pd.arrays.SparseArray([0.0, NAN, 1.0]),
            "l": pd.Series([[1.0, NAN], None, []], dtype=object), "n": pd.array([1, None, 3], "Int8"),
            "z": pd.to_datetime(["2020-01-01", None, "2020-01-03"]).tz_localize("Asia/Tokyo"),
            "p": pd.period_range("2020-01", periods=3, freq="M"), "d": pd.to_timedelta([1, None, 3]),
        }
    )  # fmt: skip
    whole = fingerprint(frame, KEY)
    dense = frame.assign(s=frame["s"].sparse.to_dense())
    assert fingerprint(pa.Table.from_pandas(dense, preserve_index=False), KEY) == whole
    # `convert_dtypes` makes integers of floats that are whole, which is another kind.
    assert fingerprint(frame.drop(columns="s").convert_dtypes(), KEY) == fingerprint(frame.drop(columns="s"), KEY)
    for name in dense:
        column = dense[[name]]
        assert fingerprint(column, KEY) == fingerprint(pa.table(column), KEY), name
    strict = fingerprint(frame[["f"]], KEY, nan_is_null=False)
    assert strict == fingerprint(pa.table({"f": pa.array([1.5, NAN, 0.0])}), KEY) != fingerprint(frame[["f"]], KEY)
    # A NaN that no mask names is a value in Arrow, too.
    array = pd.arrays.FloatingArray(np.array([NAN, 1.0]), np.array([False, True]))
    check(pd.DataFrame({"x": pd.Series(array)}), ("float", NAN), None)


def test_tables_of_pandas_need_no_pyarrow():
    run = """
import pandas as pd, provenhash
frame = pd.DataFrame({"x": [1.5, None], "t": pd.Series(["a", 5], dtype=object), "c": pd.Categorical([1, 2])})
key = provenhash.TableKey.from_seed(7)
print(provenhash.fingerprint(frame, key), list(provenhash.row_hashes(frame, key)))
"""
    from test_containers import WITHOUT_PYARROW

    runs = [subprocess.check_output([sys.executable, "-c", before + run]) for before in ("", WITHOUT_PYARROW)]
    assert runs[0] == runs[1] and runs[0]


def test_checksums_of_objects():
    frame = objects(1, None, 2**40)
    columns = {"x": "integer"}
    assert table_checksum(frame, columns, KEY) == table_checksum(pa.table({"x": [1, None, 2**40]}), columns, KEY)
    with pytest.raises(ValueError):
        table_checksum(objects([1]), columns, KEY)


def test_objects_of_polars():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"x": pl.Series([object(), object()], dtype=pl.Object)})
    empty = frame.clear()
    for table in (frame, frame.lazy(), frame["x"], empty, empty.lazy(), frame.lazy().filter(pl.lit(False))):
        for function in (fingerprint, row_hashes):
            with pytest.raises(TypeError, match="addresses"):
                function(table, KEY)
        with pytest.raises(TypeError, match="addresses"):
            table_checksum(table, {"x": "integer"}, KEY)


def test_times_with_offsets_of_duckdb():
    duckdb = pytest.importorskip("duckdb")
    for sql in ("'01:00:00+02'::TIMETZ", "['01:00:00+02'::TIMETZ]", "{'a': '01:00:00+02'::TIMETZ}"):
        relation = duckdb.sql(f"SELECT {sql} AS x")
        for function in (fingerprint, row_hashes):
            with pytest.raises(TypeError, match="column 'x'.*offset"):
                function(relation, KEY)
    # The name of a field is not a type.
    duckdb.sql("SELECT {'TIME WITH TIME ZON': 1} AS x")
    assert fingerprint(duckdb.sql("SELECT '01:00:00'::TIME AS x"), KEY).rows == 1


def test_readers_are_read_once():
    table = pa.table({"x": [1, 2]})
    reader = table.to_reader()
    assert fingerprint(reader, KEY) == fingerprint(table, KEY)
    for function in (fingerprint, row_hashes):
        with pytest.raises(ValueError, match="read before"):
            function(reader, KEY)
    read = table.to_reader()
    read.read_all()
    with pytest.raises(ValueError, match="read before"):
        table_checksum(read, {"x": "integer"}, KEY)
    # A table without rows is one, and so is a reader with a batch of none.
    empty = table[:0]
    assert fingerprint(empty, KEY).rows == 0
    batch = pa.RecordBatchReader.from_batches(table.schema, [pa.record_batch([pa.array([], pa.int64())], ["x"])])
    assert fingerprint(batch, KEY).rows == 0
