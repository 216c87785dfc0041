"""One rule for a value, whatever carries it: 26 kinds of values in every container of Python, against
an oracle in plain Python that was written from the README's table and the specification."""

import datetime
import decimal
import io
import uuid

import pytest
import tables as oracle
from collections import Counter

from provenhash import TableKey, diff, fingerprint, row_hashes

duckdb = pytest.importorskip("duckdb")
np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
parquet = pytest.importorskip("pyarrow.parquet")

KEY = TableKey.from_seed(7)
ORACLE = oracle.Key.from_seed(7)
UTC = datetime.timezone.utc
DAY = 86_400 * 10**9
D = decimal.Decimal
#: A moment with nine digits of a second, in nanoseconds.
MOMENT = 1_700_000_000_123_456_789


def of_integers(type, values):
    """Return an array of a type whose values are the integers of its storage."""
    width = pa.int32() if type.bit_width == 32 else pa.int64()
    return pa.array(values, width).view(type)


def number(value):
    sign, digits, exponent = D(value).as_tuple()
    unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
    return "number", (unscaled, -exponent)


def simple(what):
    return lambda value: (what, value)


def in_units(what, unit):
    return lambda value: (what, value * unit)


def plain(type):
    return lambda values: pa.array(values, type, from_pandas=False)


def stored(type):
    return lambda values: of_integers(type, values)


def nested(what, cell, parts=lambda value: value):
    return lambda value: (what, [None if part is None else cell(part) for part in parts(value)])


def of_floats(type, numpy):
    """Return the function to an array of floats, in which NaN stays NaN."""

    def array(values):
        filled = np.array([0 if value is None else value for value in values], numpy)
        return pa.array(filled, type, mask=np.array([value is None for value in values]))

    return array


STRUCT = pa.struct([("a", pa.int16()), ("b", pa.string())])
# Name: four values, all different, how Arrow has them, and the oracle's cell.
KINDS = {
    "boolean": ([True, False], plain(pa.bool_()), simple("boolean")),
    "int8": ([0, 1, -128, 127], plain(pa.int8()), number),
    "int32": ([0, 1, -(2**31), 2**31 - 1], plain(pa.int32()), number),
    "int64": ([0, 2**53, 2**53 + 1, -(2**63)], plain(pa.int64()), number),
    "uint64": ([0, 2**53 + 1, 2**63, 2**64 - 1], plain(pa.uint64()), number),
    "decimal": ([D("0.00"), D("0.01"), D("-1.50"), D("99999.99")], plain(pa.decimal128(9, 2)), number),
    "wide decimal": ([D(0), D(10**37), D(10**37 + 1), D(-(10**37))], plain(pa.decimal128(38, 0)), number),
    "decimal256": ([D(0), D(10**70), D(10**70 + 1), D(-(10**70))], plain(pa.decimal256(76, 0)), number),
    "float16": ([0.0, 1.5, 2.0**-24, float("inf")], of_floats(pa.float16(), "f2"), simple("float")),
    "float32": ([0.0, 1.5, 2.0**-149, -float("inf")], of_floats(pa.float32(), "f4"), simple("float")),
    "float64": ([-0.0, 0.1, 5e-324, 1.7e308], of_floats(pa.float64(), "f8"), simple("float")),
    "text": (["", "NaN", "ü" * 9, "a text above twelve bytes"], plain(pa.string()), simple("text")),
    "binary": ([b"", b"\0", b"a\0", b"\xff" * 20], plain(pa.binary()), simple("binary")),
    "fixed binary": ([b"\0\0\0", b"abc", b"abd"], plain(pa.binary(3)), simple("binary")),
    "date": ([0, 1, -1, 20_000], stored(pa.date32()), simple("date")),
    "time": ([0, 1, 43_200_000_000, 86_399_999_999], stored(pa.time64("us")), in_units("time", 1000)),
    "timestamp": ([0, 1, -1, MOMENT // 1000], stored(pa.timestamp("us")), in_units("timestamp", 1000)),
    "timestamp ns": ([0, 1, MOMENT, MOMENT + 1], stored(pa.timestamp("ns")), simple("timestamp")),
    "midnight": ([0, DAY, -DAY, 9 * DAY], stored(pa.timestamp("ns")), simple("timestamp")),
    "instant": ([0, 1, -1, MOMENT // 1000], stored(pa.timestamp("us", "Europe/Berlin")), in_units("instant", 1000)),
    "instant ns": ([0, 1, MOMENT, MOMENT + 1], stored(pa.timestamp("ns", "UTC")), simple("instant")),
    "duration": ([0, 1, -1, MOMENT], stored(pa.duration("ns")), simple("duration")),
    "interval": (
        [(0, 0, 0), (0, 0, 1000), (1, 0, 0), (0, 31, 0)],
        plain(pa.month_day_nano_interval()),
        lambda value: ("interval", value),
    ),
    "list": ([[], [1], [1, None], [None, 1]], plain(pa.list_(pa.int64())), nested("list", number)),
    "struct": (
        [{"a": 1, "b": "x"}, {"a": None, "b": "x"}, {"a": 1, "b": ""}],
        plain(STRUCT),
        lambda v: ("struct", [None if v["a"] is None else number(v["a"]), ("text", v["b"])]),
    ),
    "map": (
        [[], [("a", 1)], [("a", None)], [("a", 1), ("b", 2)]],
        plain(pa.map_(pa.string(), pa.int64())),
        lambda v: ("map", [cell for k, n in v for cell in (("text", k), None if n is None else number(n))]),
    ),
}  # fmt: skip
TIMES = {"timestamp", "timestamp ns", "midnight", "instant", "instant ns", "duration"}
INTEGERS = {"int8", "int32", "int64", "uint64"}
FLOATS = {"float16", "float32", "float64"}

#: What a container does not have. Each either has no such type at all or makes another kind of the value, which
#: is then that of the container.
LACKS = {
    "polars": {"decimal256", "interval", "map"},
    "duckdb": {"decimal256", "float16", "duration"},
    "pandas": {"interval", "map"},
    "pandas nullable": set(KINDS) - INTEGERS - FLOATS - {"boolean", "text"} | {"float16"},
    "parquet": {"interval"},
}


def python(name, values):
    """Return values as objects of Python and pandas, which hold them exactly."""
    if name not in TIMES | {"date", "time"}:
        return values
    convert = {
        "date": lambda v: datetime.date(1970, 1, 1) + datetime.timedelta(v),
        "time": lambda v: (datetime.datetime.min + datetime.timedelta(microseconds=v)).time(),
        "timestamp": lambda v: datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=v),
        "instant": lambda v: datetime.datetime(1970, 1, 1, tzinfo=UTC) + datetime.timedelta(microseconds=v),
        "timestamp ns": pd.Timestamp,
        "midnight": pd.Timestamp,
        "instant ns": lambda v: pd.Timestamp(v, tz="America/New_York"),
        "duration": pd.Timedelta,
    }[name]
    return [None if value is None else convert(value) for value in values]


def carriers(name, values):
    """Yield each container of these values: its name, and a table of two columns, the values and their number."""
    array = KINDS[name][1](values)
    numbers = pa.array(range(len(values)), pa.int32())
    table = pa.table({"x": array, "n": numbers})
    yield "pyarrow", table
    yield "chunks", pa.concat_tables([table[:1], table[1:1], table[1:]])
    yield "reader", table.to_reader(max_chunksize=2)
    if not pa.types.is_nested(array.type) and name != "interval" and name not in FLOATS:
        yield "dictionary", table.set_column(0, "x", array.dictionary_encode())
    yield "arrow file", pa.ipc.open_stream(ipc(table))
    if name not in LACKS["parquet"]:
        file = io.BytesIO()
        parquet.write_table(table, file)
        yield "parquet", parquet.read_table(file)
    if name not in LACKS["polars"]:
        frame = pl.from_arrow(table)
        yield "polars", frame
        yield "polars lazy", frame.lazy()
    if name not in LACKS["duckdb"] and not (name.endswith(" ns") and duckdb.__version__ < "1.2"):
        yield "duckdb", duckdb.from_arrow(table)
        yield "duckdb query", duckdb.from_arrow(table).query("t", "SELECT x, n FROM t ORDER BY n DESC")
    frame = pd.DataFrame({"x": pd.Series(pd.arrays.ArrowExtensionArray(array)), "n": range(len(values))})
    yield "pandas arrow", frame
    if name not in LACKS["pandas nullable"]:
        dtype = {"boolean": "boolean", "text": "string"}.get(name) or name.replace("i", "I").replace("uI", "UI").replace("f", "F")
        # Of a list with a null, pandas makes floats.
        exact = pd.array(array.to_numpy(zero_copy_only=False), dtype=dtype) if None not in values else array.to_pandas(
            types_mapper={array.type: pd.array([], dtype).dtype}.get
        )
        yield "pandas nullable", frame.assign(x=exact)
    if name not in LACKS["pandas"]:
        objects = pd.Series(python(name, values), dtype=object)
        yield "pandas objects", frame.assign(x=objects)
        if name not in ("list", "struct"):
            yield "pandas category", frame.assign(x=objects.astype("category"))
    if name in TIMES | FLOATS | {"text"} or name in INTEGERS | {"boolean"} and None not in values:
        frame = frame.assign(x=array.to_pandas())
        yield "pandas", frame
        # Is the file that I wrote, or the table that I made, the frame that I have?
        yield "its stream", Stream(frame) if hasattr(frame, "__arrow_c_stream__") else frame
        yield "its table", pa.Table.from_pandas(frame, preserve_index=False)
        if name not in FLOATS:
            yield "convert_dtypes", frame.convert_dtypes()
        if name != "float16":
            file = io.BytesIO()
            frame.to_parquet(file)
            yield "its Parquet file", parquet.read_table(file)
            yield "its Parquet file in pandas", pd.read_parquet(file)


class Stream:
    """What a container exports, without being it."""

    def __init__(self, exporter):
        self.exporter = exporter

    def __arrow_c_stream__(self, requested_schema=None):
        return self.exporter.__arrow_c_stream__(requested_schema)


def ipc(table):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def changes(values):
    """Yield what is done to a table, and its values."""
    yield "same", values
    for place in range(len(values)):
        changed = values.copy()
        changed[place] = values[(place + 1) % len(values)]
        yield f"changed {place}", changed
    yield "duplicated", [*values, values[0]]
    yield "reordered", values[::-1]
    for place in range(len(values)):
        with_null = values.copy()
        with_null[place] = None
        yield f"null {place}", with_null
    yield "nulls", [None] * 3


def expected(name, values):
    cell = KINDS[name][2]
    return [[None if value is None else cell(value), ("number", (n, 0))] for n, value in enumerate(values)]


@pytest.mark.parametrize("name", KINDS)
def test_matrix(name):
    assert len(KINDS) == 26
    seen, wholes = set(), {}
    for change, values in changes(KINDS[name][0]):
        rows = expected(name, values)
        whole = oracle.fingerprint(ORACLE, rows)
        assert wholes.setdefault(whole, values) == values, "the oracle takes two tables for one"
        for carrier, table in carriers(name, values):
            # A column of nulls has no categories to tell their kind, and is one of nulls all the same.
            assert str(fingerprint(table, KEY)) == whole, (carrier, change, values)
            seen.add(carrier)
        table = next(table for _, table in carriers(name, values))
        # The rows in another order. (Of `values` alone, the order makes other rows.)
        parts = [table[i : i + 1] for i in reversed(range(len(values)))]
        assert str(fingerprint(pa.concat_tables(parts), KEY)) == whole
        assert row_hashes(table, KEY).tolist() == [oracle.row(ORACLE, row) for row in rows]
    assert len(seen) >= 6, seen


@pytest.mark.parametrize("name", KINDS)
def test_differences(name):
    """The rows that `diff` finds between one container and every other are those of the oracle."""
    before = KINDS[name][0]
    base = next(table for _, table in carriers(name, before))
    old = dict(enumerate(map(repr, (row[0] for row in expected(name, before)))))
    for change, values in changes(before):
        new = dict(enumerate(map(repr, (row[0] for row in expected(name, values)))))
        changed = [n for n in old.keys() & new.keys() if old[n] != new[n]]
        wanted = [len(old.keys() - new.keys()), len(new.keys() - old.keys()), len(changed)]
        cells = Counter(old.values()), Counter(new.values())
        for carrier, table in carriers(name, values):
            where = carrier, change, values
            again = table
            if hasattr(table, "read_all"):
                again = table.read_all()
                table = again.to_reader(max_chunksize=2)
            found = diff(base, table, "n")
            assert [found.only_in_a, found.only_in_b, found.changed] == wanted, where
            assert bool(found) == any(wanted) and len(found) == sum(wanted), where
            rows = pa.table(found)
            assert rows["change"].to_pylist() == [
                *["only in A"] * wanted[0], *["only in B"] * wanted[1], *["changed"] * wanted[2]
            ], where  # fmt: skip
            of_changed = rows.slice(len(found) - wanted[2])
            assert pa.compute.struct_field(of_changed["b"], "n").to_pylist() == sorted(changed), where
            assert of_changed["columns"].to_pylist() == [["x"]] * wanted[2], where
            # Without a key rows are equal or not, and each counts.
            found = diff(again, base, [], columns="x")
            counts = (cells[1] - cells[0]).total(), (cells[0] - cells[1]).total()
            assert (found.only_in_a, found.only_in_b, found.changed) == (*counts, 0), where


def test_uuids():
    """DuckDB exports them as text, pandas holds objects, and Arrow has bytes."""
    values = [uuid.UUID(int=5), None]
    frame = pd.DataFrame({"x": pd.Series(values, dtype=object)})
    rows = [[("binary", values[0].bytes)], [None]]
    assert str(fingerprint(frame, KEY)) == oracle.fingerprint(ORACLE, rows)
