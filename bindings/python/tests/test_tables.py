"""Fingerprints of tables and of rows, against an oracle in plain Python that was written from the
specification alone, for all types of Arrow and all libraries."""

import copy
import datetime
import decimal
import pickle
import random

import provenhash
import pytest
import tables as oracle
from provenhash import Fingerprint, TableKey, fingerprint, row_hashes
from raw_arrow import VECTORS, RawArray, table_of_vector

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

KEY = TableKey.from_seed(7)
ORACLE = oracle.Key.from_seed(7)
NAN = float("nan")
NS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
DAY = 86_400_000


def optional(cell):
    return lambda value: None if value is None else cell(value)


def typed(what):
    return optional(lambda value: (what, value))


def ints(type, bits, signed):
    low, top = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    values = [0, None, 1, 100, low, top, low + 1]
    return pa.array(values, type), [None if v is None else ("number", (v, 0)) for v in values]


def decimals(type, scale):
    values = [None, "0", "5", "5.00", "-1.50", "120", "-0.01", "99.99"]
    values = [v if v is None else decimal.Decimal(v) for v in values]
    cells = [None if v is None else ("number", (int(v.scaleb(scale)), scale)) for v in values]
    return pa.array(values, type), cells


def times(type, unit, what, values):
    """Return a column of integers of a unit."""
    storage = pa.int32() if type.bit_width == 32 else pa.int64()
    cells = [None if v is None else (what, v * unit) for v in values]
    return pa.array(values, storage).view(type), cells


def columns():
    """Yield the name, the array and the cells of columns of all types, with nulls."""
    for bits in (8, 16, 32, 64):
        yield f"int{bits}", *ints(getattr(pa, f"int{bits}")(), bits, True)
        yield f"uint{bits}", *ints(getattr(pa, f"uint{bits}")(), bits, False)
    for bits, precision in ((32, 9), (64, 18), (128, 38), (256, 76)):
        if hasattr(pa, f"decimal{bits}"):
            type = getattr(pa, f"decimal{bits}")
            yield f"decimal{bits}", *decimals(type(precision, 2), 2)
    huge = [10**70, -(10**75), None, 2**127, 2**127 - 1, -(2**127), -(2**127) - 1]
    yield (
        "huge decimals",
        pa.array([v if v is None else decimal.Decimal(v) for v in huge], pa.decimal256(76, 0)),
        [None if v is None else ("number", (v, 0)) for v in huge],
    )
    # Powers of ten below the point.
    values = [1, None, -7, 10**17]
    yield (
        "negative scale",
        pa.array([None if v is None else decimal.Decimal(v).scaleb(3) for v in values], pa.decimal128(38, -3)),
        [None if v is None else ("number", (v, -3)) for v in values],
    )
    floats = [0.0, -0.0, None, 1.5, NAN, float("inf"), -2.0**-14, 2.0**-24]
    for name, numpy in (("float16", np.float16), ("float32", None), ("float64", None)):
        array = pa.array([None if v is None else (numpy(v) if numpy else v) for v in floats], getattr(pa, name)())
        yield name, array, [optional(lambda v: ("float", v))(v) for v in floats]
    booleans = [True, False, None, True, True, False, True, None, False, True]
    yield "bool", pa.array(booleans), [typed("boolean")(v) for v in booleans]
    texts = ["", "a", None, "ü" * 6, "twelve bytes", "thirteen byte", "x" * 64, "y" * 65, "z" * 5000]
    for type in ("string", "large_string", "string_view"):
        yield type, pa.array(texts, getattr(pa, type)()), [typed("text")(v) for v in texts]
    blobs = [None if v is None else v.encode() + b"\0" for v in texts]
    for type in ("binary", "large_binary", "binary_view"):
        yield type, pa.array(blobs, getattr(pa, type)()), [typed("binary")(v) for v in blobs]
    fixed = [b"abc", None, b"\0\0\0"]
    yield "fixed binary", pa.array(fixed, pa.binary(3)), [typed("binary")(v) for v in fixed]
    yield "binary of no bytes", pa.array([b"", None], pa.binary(0)), [("binary", b""), None]
    days = [0, None, -1, 20_000]
    yield "date32", pa.array(days, pa.int32()).view(pa.date32()), [typed("date")(v) for v in days]
    whole = pa.array([None if v is None else v * DAY for v in days], pa.int64()).view(pa.date64())
    yield "date64", whole, [typed("date")(v) for v in days]
    parts = pa.array([DAY, None, 5, -DAY - 1], pa.int64()).view(pa.date64())
    yield (
        "date64, not whole days", parts,
        [("date", 1), None, ("timestamp", 5 * 10**6), ("timestamp", (-DAY - 1) * 10**6)],
    )  # fmt: skip
    for unit in ("s", "ms"):
        yield f"time {unit}", *times(pa.time32(unit), NS[unit], "time", [0, None, 86_399])
    for unit in ("us", "ns"):
        yield f"time {unit}", *times(pa.time64(unit), NS[unit], "time", [0, None, 86_399_999_999])
    for unit in NS:
        values = [0, None, 1, -1, 1_700_000_000, 2**63 - 1]
        yield f"timestamp {unit}", *times(pa.timestamp(unit), NS[unit], "timestamp", values)
        yield f"instant {unit}", *times(pa.timestamp(unit, "UTC"), NS[unit], "instant", values)
        zone = pa.timestamp(unit, "Asia/Tokyo")
        yield f"zone {unit}", *times(zone, NS[unit], "instant", values)
        yield f"duration {unit}", *times(pa.duration(unit), NS[unit], "duration", values)
    intervals = [(1, -2, 3), None, (0, 0, 0), (-(2**31), 2**31 - 1, -(2**63))]
    yield (
        "interval",
        pa.array(intervals, pa.month_day_nano_interval()),
        [typed("interval")(v) for v in intervals],
    )
    yield "null", pa.nulls(4), [None] * 4

    lists = [[1, None], [], None, [2**31 - 1], [4, 5, 6]]
    numbers = optional(lambda v: ("list", [optional(lambda i: ("number", (i, 0)))(i) for i in v]))
    for type in ("list_", "large_list", "list_view", "large_list_view"):
        if hasattr(pa, type):
            yield type, pa.array(lists, getattr(pa, type)(pa.int32())), [numbers(v) for v in lists]
    pairs = [[1, 2], None, [None, 4]]
    yield "fixed list", pa.array(pairs, pa.list_(pa.int8(), 2)), [numbers(v) for v in pairs]
    structs = [{"a": 1, "b": "x"}, None, {"a": None, "b": ""}]
    struct = pa.struct([("a", pa.int16()), ("b", pa.string())])
    cells = [
        None if v is None else
        ("struct", [optional(lambda i: ("number", (i, 0)))(v["a"]), typed("text")(v["b"])])
        for v in structs
    ]  # fmt: skip
    yield "struct", pa.array(structs, struct), cells
    deep = [[{"a": 5, "b": "y"}, None], None, []]
    deep_cells = [("list", [("struct", [("number", (5, 0)), ("text", "y")]), None]), None, ("list", [])]
    yield "list of structs", pa.array(deep, pa.list_(struct)), deep_cells
    maps = [[("k", 1), ("l", None)], None, []]
    map_cells = [
        ("map", [("text", "k"), ("number", (1, 0)), ("text", "l"), None]), None, ("map", []),
    ]  # fmt: skip
    yield "map", pa.array(maps, pa.map_(pa.string(), pa.int64())), map_cells

    # A null in the dictionary, and a null index.
    for type in (pa.int8(), pa.uint16(), pa.int64()):
        indices = pa.array([2, None, 0, 1, 0], type)
        dictionary = pa.DictionaryArray.from_arrays(indices, pa.array(["p", None, "q"]))
        yield f"dictionary {type}", dictionary, [("text", "q"), None, ("text", "p"), None, ("text", "p")]
    of_numbers = pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), pa.array([10, -7], pa.int64()))
    yield "dictionary of numbers", of_numbers, [("number", (-7, 0)), ("number", (10, 0)), None]
    of_bools = pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), pa.array([True, False]))
    yield "dictionary of booleans", of_bools, [("boolean", False), ("boolean", True), None]
    of_dates = pa.DictionaryArray.from_arrays(pa.array([0, 1]), parts[2:])
    yield "dictionary of kinds", of_dates, [("timestamp", 5 * 10**6), ("timestamp", (-DAY - 1) * 10**6)]
    of_lists = pa.DictionaryArray.from_arrays(pa.array([1, 0]), pa.array([[1], [2, 3]]))
    yield "dictionary of lists", of_lists, [numbers([2, 3]), numbers([1])]
    for ends in (pa.int16(), pa.int32(), pa.int64()):
        runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 6], ends), pa.array([1.5, None, -0.0]))
        cells = [("float", 1.5)] * 2 + [None] + [("float", 0.0)] * 3
        yield f"runs {ends}", runs, cells
    ids = pa.array([1, 0, 0, 1], pa.int8())
    numbers, words = pa.array([7, None, 8, 9]), pa.array(["a", "b", "c", None])
    dense = pa.UnionArray.from_dense(ids, pa.array([3, 0, 1, 0], pa.int32()), [numbers, words])
    yield "dense union", dense, [None, ("number", (7, 0)), None, ("text", "a")]
    sparse = pa.UnionArray.from_sparse(ids, [numbers, words])
    yield "sparse union", sparse, [("text", "a"), None, ("number", (8, 0)), None]
    if hasattr(pa, "uuid"):
        storage = pa.array([bytes(range(16)), None], pa.binary(16))
        uuids = pa.ExtensionArray.from_storage(pa.uuid(), storage)
        yield "extension", uuids, [("binary", bytes(range(16))), None]


COLUMNS = list(columns())


def expected(rows):
    return oracle.fingerprint(ORACLE, rows)


@pytest.mark.parametrize("name,array,cells", COLUMNS, ids=lambda x: x if isinstance(x, str) else "")
def test_every_type(name, array, cells):
    """A column of each type, its slices, and the table of it."""
    assert len(array) == len(cells)
    hashes = [oracle.row(ORACLE, [cell]) for cell in cells]
    for start, end in ((0, None), (1, None), (1, 2), (0, 1), (2, 2)):
        part = pa.table({"x": array})[start:end]
        assert row_hashes(part, KEY).tolist() == hashes[start:end], (start, end)
        # A column is a table of one column, except that of structs.
        if not pa.types.is_struct(array.type):
            assert row_hashes(array[start:end], KEY).tolist() == hashes[start:end], (start, end)
    table = pa.table({"x": array})
    assert str(fingerprint(table, KEY)) == expected([[cell] for cell in cells])
    # In a list and in a struct.
    nested = pa.StructArray.from_arrays([array, array], ["a", "b"])
    in_list = pa.ListArray.from_arrays(pa.array([0, len(array)], pa.int32()), array)
    rows = [[("struct", [cell, cell])] for cell in cells]
    assert row_hashes(pa.table({"x": nested}), KEY).tolist() == [oracle.row(ORACLE, r) for r in rows]
    assert row_hashes(pa.table({"x": nested})[1:], KEY).tolist() == [
        oracle.row(ORACLE, r) for r in rows[1:]
    ]
    row = [[("list", cells)]]
    assert row_hashes(pa.table({"x": in_list}), KEY).tolist() == [oracle.row(ORACLE, row[0])]
    # A struct is the table of its fields.
    rows = [[cell, cell] for cell in cells]
    assert str(fingerprint(nested, KEY)) == expected(rows) == str(fingerprint(nested[:], KEY))


@pytest.mark.parametrize("number", range(100))
def test_vectors_of_the_specification(number):
    """The tables of all types, as they are and through pyarrow."""
    vector = VECTORS[number]
    key = TableKey.from_bytes(bytes.fromhex(vector["key"]))
    tables = [table_of_vector(vector)]
    # pyarrow has no intervals of one and of two parts.
    if not {"tiM", "tiD"} & {node["format"] for node in vector["columns"]}:
        tables.append(pa.table(pa.record_batch(table_of_vector(vector))))
    for table in tables:
        assert str(fingerprint(table, key)) == vector["fingerprint"]
    for table in (table_of_vector(vector), *tables[1:]):
        found = [f"{row:032x}" for row in row_hashes(table, key)]
        assert found == vector["row_fingerprints"]


def repeated(array, cells, rng, count):
    """Return as many values of a column, in random order."""
    places = [rng.randrange(len(cells)) for _ in range(count)]
    return array.take(pa.array(places)), [cells[place] for place in places]


def no_take(name):
    return "view" in name or "union" in name or "runs" in name


@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_tables(seed):
    """Tables of columns of all types, in chunks, slices and any order of rows."""
    rng = random.Random(seed)
    count = rng.choice([1, 2, 7, 30, 64, 65])
    names = [column for column in COLUMNS if not no_take(column[0])]
    chosen = [rng.choice(names) for _ in range(rng.choice([1, 2, 3, 6]))]
    columns = [repeated(array, cells, rng, count) for _, array, cells in chosen]
    table = pa.table([array for array, _ in columns], [f"c{i}" for i in range(len(columns))])
    rows = list(zip(*(cells for _, cells in columns)))
    whole = expected(rows)
    assert str(fingerprint(table, KEY)) == whole
    cut = rng.randrange(count + 1)
    first, rest = fingerprint(table[:cut], KEY), fingerprint(table[cut:], KEY)
    assert str(first.combine(rest)) == whole and first.rows == cut
    assert first.combine(rest).remove(rest) == first
    chunks = pa.concat_tables([table[cut:], table[:cut]])
    assert str(fingerprint(chunks, KEY)) == whole
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=3))
    assert str(fingerprint(reader, KEY)) == whole
    # One row more, or a changed key.
    more = pa.concat_tables([table, table[:1]])
    assert str(fingerprint(more, KEY)) != whole
    assert str(fingerprint(table, TableKey.from_seed(8))) != whole


def test_many_rows():
    """Blocks, batches and bits of validity at every boundary."""
    for count in (1023, 1024, 1025, 5000):
        numbers = [None if i % 11 == 3 else i for i in range(count)]
        table = pa.table({"n": numbers, "t": [f"{i}" for i in range(count)], "b": [i % 3 == 0 for i in range(count)]})
        hashes = row_hashes(table, KEY).tolist()
        assert len(set(hashes)) == count
        for i in (0, 3, 1022, count - 1):
            number = None if numbers[i] is None else ("number", (i, 0))
            assert hashes[i] == oracle.row(ORACLE, [number, ("text", f"{i}"), ("boolean", i % 3 == 0)])
        for start in (1, 7, 8, 63, 1000):
            assert row_hashes(table[start:], KEY).tolist() == hashes[start:]


def test_every_library():
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    duckdb = pytest.importorskip("duckdb")
    data = {
        "id": list(range(3000)),
        "name": [None if i % 7 == 0 else f"name {i}" for i in range(3000)],
        "amount": [None if i % 5 == 0 else i / 4 for i in range(3000)],
        "day": [datetime.date(2026, 1, 1) + datetime.timedelta(i % 100) for i in range(3000)],
        "is": [i % 2 == 0 for i in range(3000)],
    }
    table = rows = pa.table(data)
    whole = fingerprint(table, KEY)
    assert whole.rows == 3000
    for other in (
        table.to_batches()[0],
        table.to_reader(),
        pa.table(data, schema=table.schema.set(0, pa.field("id", pa.uint16())).set(1, pa.field("name", pa.string_view()))),
        pl.DataFrame(data),
        pl.concat([pl.DataFrame(table[:100]), pl.DataFrame(table[100:])], rechunk=False),
        pl.DataFrame(data).lazy(),
        pl.DataFrame(data).lazy().with_columns(pl.col("name").cast(pl.Categorical)),
        duckdb.sql("SELECT * FROM rows"),
        duckdb.sql("SELECT * FROM rows ORDER BY name").to_arrow_table(),
    ):  # fmt: skip
        assert fingerprint(other, KEY) == whole, type(other)
    frame = pd.DataFrame({**data, "amount": pd.array(data["amount"], "Float64")})
    assert fingerprint(frame, KEY) == whole
    assert fingerprint(frame.sample(frac=1), KEY) == whole
    assert row_hashes(frame, KEY) == row_hashes(table, KEY) == row_hashes(pl.DataFrame(data).lazy(), KEY)
    column = fingerprint(table.select(["name"]), KEY)
    for other in (table["name"], table["name"].combine_chunks(), pl.Series(data["name"]), frame["name"]):
        assert fingerprint(other, KEY) == column


def test_missing_values_of_pandas():
    pd = pytest.importorskip("pandas")
    nan = pa.table({"x": pa.array([1.0, NAN])})
    missing = pa.table({"x": pa.array([1.0, None])})
    assert fingerprint(nan, KEY) != fingerprint(missing, KEY)
    frame = pd.DataFrame({"x": [1.0, NAN]})
    assert fingerprint(frame, KEY) == fingerprint(missing, KEY)
    assert fingerprint(frame, KEY, nan_is_null=False) == fingerprint(nan, KEY)
    masked = pd.DataFrame({"x": pd.array([1.0, None], "Float64")})
    assert fingerprint(masked, KEY) == fingerprint(missing, KEY)
    times = pd.DataFrame({"x": pd.to_datetime(["2026-01-01", None])})
    assert row_hashes(times, KEY)[1] == oracle.row(ORACLE, [None])
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"], index=["i"])
    assert str(fingerprint(twice, KEY)) == expected([[("number", (1, 0)), ("number", (2, 0))]])
    assert fingerprint(pd.DataFrame(), KEY) == Fingerprint()
    for index in ([1], [1, 2]):
        with pytest.raises(ValueError, match="no columns"):
            fingerprint(pd.DataFrame(index=index), KEY)


def test_memory_does_not_grow():
    """A stream is read batch by batch."""
    schema = pa.schema([("x", pa.int64()), ("t", pa.string())])
    batch = pa.record_batch([pa.array(range(10_000)), pa.array(["text"] * 10_000)], schema=schema)
    before, highest = pa.total_allocated_bytes(), []

    def batches():
        for i in range(50):
            highest.append(pa.total_allocated_bytes() - before)
            yield pa.record_batch([pa.array(np.arange(i, i + 10_000)), batch[1]], schema=schema)

    whole = fingerprint(pa.RecordBatchReader.from_batches(schema, batches()), KEY)
    assert whole.rows == 500_000 and len(highest) == 50
    assert max(highest) < 3 * 80_000


def test_streams_that_fail():
    schema = pa.schema([("x", pa.int64())])

    def batches():
        yield pa.record_batch([pa.array([1])], schema=schema)
        raise OSError("the disk is gone")

    with pytest.raises(RuntimeError, match="the disk is gone"):
        fingerprint(pa.RecordBatchReader.from_batches(schema, batches()), KEY)
    reader = pa.table({"x": [1]}).to_reader()
    capsule = reader.__arrow_c_stream__()

    class Again:
        def __arrow_c_stream__(self, requested_schema=None):
            return capsule

    assert fingerprint(Again(), KEY).rows == 1
    with pytest.raises(ValueError, match="already consumed"):
        fingerprint(Again(), KEY)


def i32(*numbers):
    return b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)


def runs(length, *ends):
    """Return runs of numbers with these ends."""
    values = RawArray(b"l", len(ends), [None, bytes(8 * len(ends))])
    return RawArray(b"+r", length, [], children=[RawArray(b"i", len(ends), [None, i32(*ends)]), values])


@pytest.mark.parametrize(
    "array",
    [
        RawArray(b"l", 2, [None, None]),
        RawArray(b"l", -1, [None, bytes(8)]),
        RawArray(b"l", 1, [None, bytes(8)], offset=-1),
        RawArray(b"l", 1, [None, bytes(8)], offset=2**63 - 1),
        RawArray(b"l", 1, [None, bytes(8)], n_buffers=1),
        RawArray(b"u", 2, [None, i32(0, 5, 3), b"abcde"]),
        RawArray(b"u", 2, [None, i32(0, -5, 3), b"abc"]),
        RawArray(b"u", 2, [None, i32(0, 9, 3), b"abc"]),
        RawArray(b"vu", 1, [None, i32(13, 0, 0, 0), bytes(8)]),
        RawArray(b"vu", 1, [None, i32(-1, 0, 0, 0), bytes(0)]),
        RawArray(b"vu", 1, [None, i32(2, 0, 0, 0)]),
        RawArray(b"c", 1, [None, b"\5"], dictionary=RawArray(b"l", 1, [None, bytes(8)])),
        RawArray(b"c", 1, [None, b"\xff"], dictionary=RawArray(b"l", 1, [None, bytes(8)])),
        RawArray(b"g", 1, [None, b"\0" * 8], dictionary=RawArray(b"l", 1, [None, bytes(8)])),
        RawArray(b"+l", 1, [None, i32(0, 1)]),
        RawArray(b"ttu", 1, [None, (2**62).to_bytes(8, "little")]),
        RawArray(b"l", 1, [None, bytes(8), None]),
        RawArray(b"l", 1, [None, bytes(8)], children=[RawArray(b"l", 1, [None, bytes(8)])]),
        RawArray(b"+l", 1, [None, i32(0, 1)], children=[RawArray(b"l", 1, [None, bytes(8)])] * 2),
        runs(2, 1),
        runs(2, 2, 1),
        runs(2, 1, 1, 2),
        runs(1, 0, 1),
    ],
    ids=range(23),
)  # fmt: skip
def test_malformed_arrays(array):
    with pytest.raises((ValueError, TypeError)):
        fingerprint(array, KEY)
    with pytest.raises((ValueError, TypeError)):
        row_hashes(array, KEY)


def test_arrays_are_released_once():
    array = RawArray(b"l", 1, [None, (5).to_bytes(8, "little")])
    assert str(fingerprint(array, KEY)) == expected([[("number", (5, 0))]])
    assert array.released == 2
    wrong = RawArray(b"?", 1, [None, bytes(8)])
    with pytest.raises(TypeError, match="'?'|\"\\?\""):
        fingerprint(wrong, KEY)
    assert wrong.released == 2


def test_what_is_no_table():
    for wrong in ([1], {"a": [1]}, None, np.arange(3), "table"):
        with pytest.raises(TypeError, match="as a table"):
            fingerprint(wrong, KEY)
    with pytest.raises(TypeError):
        fingerprint(pa.table({"a": [1]}), provenhash.clhash.key_from_seed(0))
    null_rows = pa.StructArray.from_arrays([pa.array([1, 2])], ["a"], mask=pa.array([False, True]))
    with pytest.raises(ValueError, match="row of the table is null"):
        fingerprint(null_rows, KEY)
    pl = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="Object"):
        fingerprint(pl.DataFrame({"a": pl.Series([object()], dtype=pl.Object)}), KEY)


def test_fingerprints():
    table = pa.table({"x": [1, 2, 3]})
    whole, part = fingerprint(table, KEY), fingerprint(table[:1], KEY)
    assert len(bytes(whole)) == 24 and whole.rows == 3
    assert int.from_bytes(bytes(whole)[:16], "little") == whole.value
    assert str(whole) == f"{whole.value:032x}-3" and str(whole) in repr(whole)
    for same in (
        Fingerprint.from_bytes(bytes(whole)),
        pickle.loads(pickle.dumps(whole)),
        copy.copy(whole),
        copy.deepcopy(whole),
        whole.remove(part).combine(part),
        Fingerprint().combine(whole),
    ):
        assert same == whole and hash(same) == hash(whole)
    assert whole != part and whole != str(whole)
    assert fingerprint(table[:0], KEY) == Fingerprint()
    with pytest.raises(ValueError, match="24 bytes, not 23"):
        Fingerprint.from_bytes(bytes(23))
    with pytest.raises(ValueError, match="more rows"):
        part.remove(whole)
    full = Fingerprint.from_bytes(bytes(16) + b"\xff" * 8)
    with pytest.raises(OverflowError):
        full.combine(part)
    with pytest.raises(ZeroDivisionError):
        full.remove(full)
    with pytest.raises(TypeError):
        whole.combine(bytes(whole))


def test_keys():
    assert TableKey.from_seed(1).export() == oracle.Key.from_seed(1).secret
    key = TableKey.generate()
    assert key != TableKey.generate() and TableKey.from_bytes(key.export()) == key
    assert key.export().hex() not in repr(key)
    with pytest.raises(TypeError, match="secret"):
        pickle.dumps(key)
    with pytest.raises(ValueError, match="31"):
        TableKey.from_bytes(bytes(31))
    with pytest.raises(ValueError):
        TableKey.from_seed(2**64)


def test_frozen():
    """The same values as in tests of the other doors."""
    key = TableKey.from_seed(0)
    table = pa.table({"id": [1, 2], "name": ["a", None]})
    assert str(fingerprint(table, key)) == "25186db1818080d604869284ef540461-2"
