"""Checksums that databases compute, and those over Arrow, against an oracle in plain Python that was
written from the specification alone."""

import copy
import datetime
import decimal
import json
import pathlib
import pickle
import random
import re
import tempfile

import arrays
import databases
import pytest
import sql as oracle
import tables
from databases import EPOCH
from provenhash import Checksum, TableKey, sql_checksum, table_checksum
from raw_arrow import VECTORS, table_of_vector
from vectors import FOLDER

pa = pytest.importorskip("pyarrow")

KEY = TableKey.from_seed(7)
ORACLE = oracle.Key(KEY.export())
MICROSECOND = datetime.timedelta(microseconds=1)
FIRST = (datetime.datetime.min - EPOCH) // MICROSECOND
LAST = (datetime.datetime.max - EPOCH) // MICROSECOND
DAY = 86_400_000_000
KINDS = ["boolean", "integer", "decimal(4)", "date", "timestamp", "text(60)", "binary(40)"]
TYPES = [
    pa.bool_(), pa.int64(), pa.decimal128(38, 4), pa.date32(), pa.timestamp("us"), pa.string(), pa.binary(),
]  # fmt: skip
TEXTS = [
    "", " ", "a", "A", "a ", "0", "00", "9", "99", "\t\r\n", "'", '"', "`", "\\", "\\'", "%", "NULL", "é",
    "e\u0301", "ß", "\u00a0", "\ufeff", "\ufffd", "\ufffe", "\uffff", "😀", "\U0010ffff", "z" * 60, "€" * 20,
]  # fmt: skip


@pytest.fixture(scope="module", params=databases.ALL)
def database(request):
    with tempfile.TemporaryDirectory() as folder:
        try:
            started = databases.ALL[request.param](pathlib.Path(folder))
        except (FileNotFoundError, ModuleNotFoundError) as error:
            pytest.skip(str(error))
        yield started
        started.stop()


def named(kinds):
    return {f"c{i}": kind for i, kind in enumerate(kinds)}


def cell(rng, kind):
    """Return a random cell of a type, often NULL or at a limit."""
    if rng.random() < 0.2:
        return None
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "integer":
        near = rng.choice([0, 2**21, -(2**21), 2**42, 2**62, 2**63 - 2, 2 - 2**63]) + rng.randint(
            -2, 1
        )
        return rng.choice([near, rng.randrange(-(2**63), 2**63)])
    if kind.startswith("decimal"):
        # SQLite has floats in place of decimals that are no integers.
        whole = rng.randrange(-(2**63) // 10**4 + 1, 2**63 // 10**4) * 10**4
        return rng.choice([whole, rng.randrange(1 - 10**15, 10**15), rng.randrange(-999, 999)])
    if kind == "date":
        return rng.choice(
            [0, -1, FIRST // DAY, LAST // DAY, -141_428, rng.randrange(FIRST // DAY, LAST // DAY)]
        )
    if kind == "timestamp":
        seconds = rng.randrange(FIRST // 10**6, LAST // 10**6) * 10**6
        return rng.choice([0, -1, FIRST, LAST, seconds, rng.randrange(FIRST, LAST)])
    if kind.startswith("text"):
        some = "".join(
            chr(rng.choice([rng.randrange(1, 128), rng.randrange(1, 0xD800)]))
            for _ in range(rng.randrange(15))
        )
        return rng.choice([rng.choice(TEXTS), some])
    return rng.randbytes(rng.choice([0, 1, 7, 8, 39, 40]))


def arrow(kinds, rows):
    """Return the table of pyarrow."""
    columns = []
    for i, kind in enumerate(kinds):
        cells = [row[i] for row in rows]
        if kind.startswith("decimal"):
            with decimal.localcontext(prec=50):
                cells = [
                    None if each is None else decimal.Decimal(each).scaleb(-4) for each in cells
                ]
        columns.append(pa.array(cells, TYPES[KINDS.index(kind)]))
    return pa.table(columns, names=[f"c{i}" for i in range(len(kinds))])


def answer(database, columns, table="t", key=KEY, **options):
    query = sql_checksum(database.dialect, table, columns, key, **options)
    return database.run(query)


def test_example():
    """The literal value of the specification."""
    table = pa.table({"id": [1], "name": ["Ada"]})
    columns = {"id": "integer", "name": "text(20)"}
    found = table_checksum(table, columns, TableKey.from_seed(0))
    assert str(found) == "0f7d64357400043d0b075a7fa2045b0f-1"


def test_vectors_of_the_specification():
    """The oracle gives the vectors that Rust's test reads."""
    path = FOLDER.parents[1] / "hash-agg" / "tests" / "sql.json"
    assert json.loads(path.read_text())["vectors"] == list(oracle.vectors())


def test_tables_of_arrow(database):
    """The tables of the specification, over Arrow and in databases."""
    count = 0
    for vector in (each for each in VECTORS if "types" in each):
        kinds = vector["types"]
        key = TableKey.from_bytes(bytes.fromhex(vector["key"]))
        found = table_checksum(table_of_vector(vector), named(kinds), key)
        assert str(found) == vector["checksum"]
        rows = [[tables.of_json(cell) for cell in row] for row in vector["rows"]]
        rows = [list(map(arrays.plain_cell, kinds, row)) for row in rows]
        database.fill("t", kinds, rows)
        (numbers,) = answer(database, named(kinds), key=key)
        assert oracle.text(numbers) == vector["checksum"]
        count += 1
    assert count == 50


@pytest.mark.parametrize("seed", range(12))
def test_random_tables(database, seed):
    rng = random.Random(seed)
    kinds = KINDS if seed < 4 else rng.choices(KINDS, k=rng.choice([1, 2, 5]))
    rows = [[cell(rng, kind) for kind in kinds] for _ in range([0, 1, 60, 60][seed % 4])]
    # Rows that occur several times count.
    rows += rows[:7] * (seed % 3)
    want = oracle.checksum(ORACLE, kinds, rows)
    table = table_checksum(arrow(kinds, rows), named(kinds), KEY)
    assert (table.rows, *table.sums) == want
    database.fill("t", kinds, rows)
    assert answer(database, named(kinds)) == [want]


def test_utf16():
    """SQLite's databases in UTF-16 have other bytes, and so are not covered."""
    database = databases.Sqlite("", encoding="UTF-16")
    database.fill("t", ["integer", "text(9)"], [[5, "a"]])
    assert answer(database, {"c0": "integer"}) == [(1, None, None)]
    assert answer(database, {"c1": "text(9)"}) == [(1, None, None)]
    database.stop()


def test_groups_and_conditions(database):
    rng = random.Random(1)
    kinds = ["integer", "text(60)"]
    rows = [[i, cell(rng, "text(60)")] for i in range(40)]
    database.fill("t", kinds, rows)
    whole = Checksum(*answer(database, named(kinds))[0])
    groups = answer(database, named(kinds), group_by="t.c0 % 3")
    assert sorted(group for group, *_ in groups) == [0, 1, 2]
    total = Checksum()
    for group, *numbers in groups:
        part = Checksum(*numbers)
        assert (part.rows, *part.sums) == oracle.checksum(ORACLE, kinds, rows[group::3])
        total = total.combine(part)
    assert total == whole
    low, high = (
        Checksum(*answer(database, named(kinds), where=f"t.c0 {sign} 9")[0]) for sign in ("<", ">=")
    )
    assert whole.remove(low) == high and low.rows == 9


def test_multisets(database):
    """Tables with equal sums of their rows, of the rows' squares, and so on, are different."""
    found = set()
    tables = [
        [1, 3],
        [2, 2],
        [1, 5, 6],
        [2, 3, 7],
        [0, 4, 7, 11],
        [1, 2, 9, 10],
        [1],
        [1, 1],
        [1, 1, 1],
    ]
    for numbers in tables:
        database.fill("t", ["integer"], [[number] for number in numbers])
        found.add(answer(database, {"c0": "integer"})[0])
    assert len(found) == len(tables)


def test_names(database):
    """Names are quoted, and what is no name is refused by the database."""
    quote = "`" if database.dialect == "mysql" else '"'
    for name in (
        "select",
        'a"b',
        "a`b",
        "é",
        "x'; DROP TABLE t; --",
        "a b",
        "100%",
        "q0",
        "provenhash_0",
    ):
        quoted = quote + name.replace(quote, 2 * quote) + quote
        database.run(f"CREATE TABLE {quoted} ({quoted} INTEGER)")
        database.run(f"INSERT INTO {quoted} VALUES (5)")
        if database.dialect == "sqlite" and name == "provenhash_0":
            # The name of a part of the query.
            with pytest.raises(Exception, match="circular"):
                answer(database, {name: "integer"}, table=name)
            continue
        assert answer(database, {name: "integer"}, table=name) == [
            oracle.checksum(ORACLE, ["integer"], [[5]])
        ]
        with pytest.raises(Exception):  # noqa: B017
            answer(database, {"unknown": "text(5)"}, table=name)
        database.run(f"DROP TABLE {quoted}")
    schema = {"sqlite": "main", "duckdb": "main", "postgres": "public", "mysql": "test"}[
        database.dialect
    ]
    database.fill("t", ["integer"], [[5]])
    assert answer(database, {"c0": "integer"}, table=(schema, "t"))[0][0] == 1


def test_long_strings(database):
    """All bytes, and as many digits as a text can have."""
    for data in (bytes(range(256)) * 8, b"\xff" * 2048, b"\x99" * 2047, b"7" * 2048):
        kinds = ["binary(2048)"]
        database.types = {
            **database.types,
            "binary": {"mysql": "BLOB"}.get(database.dialect, database.types["binary"]),
        }
        database.fill("t", kinds, [[data]])
        assert answer(database, {"c0": "binary(2048)"}) == [
            oracle.checksum(ORACLE, kinds, [[data]])
        ]
        # The limit is not part of the value, and one byte more is too much.
        assert answer(database, {"c0": f"binary({len(data) - 1})"}) == [(1, None, None)]


REFUSED = {
    "sqlite": [
        ("INTEGER", "'x'", "integer"), ("", "1.5", "integer"), ("", "x'00'", "integer"),
        ("", "'1'", "integer"),
        ("", "2", "boolean"), ("", "'true'", "boolean"), ("", "1e300", "integer"),
        ("", "1.23456", "decimal(4)"), ("", "0.1 + 0.2", "decimal(2)"), ("", "9e15", "decimal(1)"),
        ("", "922337203685477581", "decimal(1)"), ("", "'1.5'", "decimal(1)"), ("", "9e999", "decimal(1)"),
        ("TEXT", "'2026-02-30'", "date"), ("TEXT", "'2026-2-3'", "date"), ("TEXT", "'now'", "date"),
        ("TEXT", "'2026-02-03 00:00:00'", "date"), ("", "5", "date"), ("TEXT", "'-2026-02-03'", "date"),
        ("TEXT", "'2026-02-03'", "timestamp"), ("TEXT", "'2026-02-03T00:00:00'", "timestamp"),
        ("TEXT", "'2026-02-03 00:00:00Z'", "timestamp"), ("TEXT", "'2026-02-03 24:00:00'", "timestamp"),
        ("TEXT", "'2026-02-03 00:00:00.1234567'", "timestamp"),
        ("TEXT", "'2026-02-03 00:00:00.'", "timestamp"),
        ("TEXT", "'2026-02-03 00:00:00.12-5'", "timestamp"),
        ("TEXT", "'2026-02-03 00:00:00+01:00'", "timestamp"),
        ("", "5", "text(5)"), ("", "x'41'", "text(5)"), ("TEXT", "'123456'", "text(5)"),
        ("TEXT", "'ééé'", "text(5)"),
        ("", "'a'", "binary(5)"), ("", "x'414243444546'", "binary(5)"),
    ],
    "duckdb": [
        ("DOUBLE", "1", "integer"), ("VARCHAR", "'1'", "integer"),
        ("HUGEINT", "9223372036854775808", "integer"),
        ("DECIMAL(10, 3)", "1.234", "decimal(2)"), ("DECIMAL(38, 2)", "92233720368547758.08", "decimal(2)"),
        ("DECIMAL(38, 0)", "99999999999999999999999999999999999999", "decimal(2)"),
        ("DOUBLE", "0.5", "decimal(2)"),
        ("INTEGER", "1", "boolean"), ("DATE", "'infinity'", "date"),
        ("TIMESTAMP", "'-infinity'", "timestamp"),
        ("TIMESTAMP_NS", "'2026-01-01 00:00:00.000000001'", "timestamp"),
        ("VARCHAR", "'123456'", "text(5)"),
        ("BLOB", "'123456'::BLOB", "binary(5)"), ("INTEGER", "1", "text(5)"), ("JSON", "'1'", "text(5)"),
        ("TIMESTAMPTZ", "'2026-01-01 00:00:00+00'", "timestamp"),
    ],
    "postgres": [
        ("DOUBLE PRECISION", "1", "integer"), ("NUMERIC", "1.5", "integer"),
        ("NUMERIC", "9223372036854775808", "integer"),
        ("NUMERIC", "'NaN'", "decimal(2)"), ("NUMERIC", "1.234", "decimal(2)"),
        ("NUMERIC", "1e30", "decimal(2)"),
        ("INTEGER", "1", "boolean"), ("DATE", "'infinity'", "date"),
        ("TIMESTAMP", "'infinity'", "timestamp"),
        ("TIMESTAMPTZ", "'2026-01-01 00:00:00+00'", "timestamp"), ("TEXT", "'123456'", "text(5)"),
        ("UUID", "'00000000-0000-0000-0000-000000000000'", "text(50)"), ("BYTEA", "'123456'", "binary(5)"),
        ("DOUBLE PRECISION", "1", "text(50)"),
    ],
    "mysql": [
        ("VARCHAR(9)", "'12abc'", "integer"), ("VARCHAR(9)", "'abc'", "integer"),
        ("VARCHAR(9)", "'12\\n'", "integer"), ("DOUBLE", "1.5", "integer"),
        ("DOUBLE", "1e30", "integer"), ("BIGINT UNSIGNED", "9223372036854775808", "integer"),
        ("DECIMAL(20, 3)", "1.234", "decimal(2)"), ("DECIMAL(40, 0)", "92233720368547758080", "decimal(2)"),
        ("TINYINT", "2", "boolean"), ("VARCHAR(9)", "'a'", "boolean"),
        ("DATE NOT NULL", "'0000-00-00'", "date"), ("DATE", "'2026-11-00'", "date"),
        ("DATETIME", "'2026-11-01'", "date"),
        ("DATETIME(6)", "'0000-00-00'", "timestamp"), ("DATETIME(6)", "'2026-11-00 01:00:00'", "timestamp"),
        ("VARCHAR(9)", "'123456'", "text(5)"), ("VARBINARY(9)", "x'FF'", "text(5)"),
        ("VARBINARY(9)", "x'00'", "text(5)"),
        ("VARCHAR(9)", "'a'", "binary(5)"), ("VARBINARY(9)", "'123456'", "binary(5)"),
    ],
}  # fmt: skip


def test_what_is_not_covered(database):
    """A value that a type does not cover makes the sums NULL, beside values that it covers."""
    refused = REFUSED[database.dialect]
    # Numbers below zero are refused as those above, except for -2^63.
    numbers = [each for each in refused if re.fullmatch(r"[0-9.]+(e[0-9]+)?", each[1])]
    numbers = [each for each in numbers if each[1].replace(".", "") != str(1 << 63)]
    for what, value, kind in refused + [(what, f"-{value}", kind) for what, value, kind in numbers]:
        database.run("DROP TABLE IF EXISTS t")
        database.run(f"CREATE TABLE t (c0 {what}, c1 INTEGER)")
        set_mode = "SET sql_mode = ''; " if database.dialect == "mysql" else ""
        database.run(f"{set_mode}INSERT INTO t VALUES ({value}, 1)")
        columns = {"c0": kind, "c1": "integer"}
        assert answer(database, columns) == [(1, None, None)], (what, value, kind)
        if "NOT NULL" not in what:
            database.run("INSERT INTO t VALUES (NULL, NULL)")
            assert answer(database, columns, where="c0 IS NOT NULL") == [(1, None, None)]
            assert answer(database, columns) == [(2, None, None)], (what, value, kind)
            null = oracle.checksum(ORACLE, [kind, "integer"], [[None, None]])
            assert answer(database, columns, where="t.c1 IS NULL") == [null]
    for sums in ((None, None), (None, 5), (5, None)):
        with pytest.raises(ValueError, match="does not cover"):
            Checksum(2, *sums)


def test_other_types(database):
    """Equal numbers of other types of a database are equal."""
    others = {
        "sqlite": [("REAL", "12.5", "decimal(2)", 1250), ("REAL", "-0.1", "decimal(1)", -1),
                   ("", "7", "decimal(3)", 7000), ("", "-9223372036854775808", "decimal(0)", -(2**63)),
                   ("", "922337203685477580", "decimal(1)", 9223372036854775800)],
        "duckdb": [("UTINYINT", "7", "integer", 7), ("DECIMAL(9, 3)", "7", "integer", 7),
                   ("HUGEINT", "-7", "decimal(3)", -7000),
                   ("TIMESTAMP_S", "'1970-01-01 00:00:01'", "timestamp", 10**6),
                   ("UHUGEINT", "7", "integer", 7)],
        "postgres": [("SMALLINT", "7", "integer", 7), ("NUMERIC(9, 3)", "7", "integer", 7),
                     ("INTEGER", "-7", "decimal(3)", -7000),
                     ("VARCHAR(3)", "'a'", "text(3)", "a"), ("DATE", "'0044-03-15 BC'", "date", -735_160)],
        "mysql": [("TINYINT UNSIGNED", "7", "integer", 7), ("DECIMAL(9, 3)", "7", "integer", 7),
                  ("INT", "-7", "decimal(3)", -7000),
                  ("VARCHAR(3) CHARACTER SET latin1", "'é'", "text(3)", "é"),
                  ("DATETIME", "'1970-01-01 00:00:01'", "timestamp", 10**6),
                  ("TEXT CHARACTER SET ucs2", "'é'", "text(3)", "é")],
    }[database.dialect]  # fmt: skip
    for what, value, kind, cell in others:
        database.run("DROP TABLE IF EXISTS t")
        database.run(f"CREATE TABLE t (c0 {what})")
        database.run(f"INSERT INTO t VALUES ({value})")
        assert answer(database, {"c0": kind}) == [oracle.checksum(ORACLE, [kind], [[cell]])], (
            what,
            value,
            kind,
        )


def test_types_of_arrow():
    """Equal values of all types of Arrow that are covered, and errors for others."""
    number = oracle.checksum(ORACLE, ["integer"], [[5], [None]])
    integers = [
        pa.int8(),
        pa.int16(),
        pa.int32(),
        pa.int64(),
        pa.uint8(),
        pa.uint16(),
        pa.uint32(),
        pa.uint64(),
    ]
    of = [pa.array([5, None], type) for type in integers]
    of += [
        pa.array([decimal.Decimal("5.00"), None], type(9, 2))
        for type in (pa.decimal128, pa.decimal256)
    ]
    of += [of[0].dictionary_encode(), pa.array([None, 5]), pa.chunked_array([[5], [None]])]
    for column in of:
        found = table_checksum(pa.table({"a": column}), {"a": "integer"}, KEY)
        assert (found.rows, *found.sums) == number, column.type
        found = table_checksum(pa.table({"a": column}), {"a": "decimal(3)"}, KEY)
        assert (found.rows, *found.sums) == oracle.checksum(
            ORACLE, ["decimal(3)"], [[5000], [None]]
        )
    text = oracle.checksum(ORACLE, ["text(9)"], [["é"], [""]])
    for type in (
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
    ):
        found = table_checksum(pa.table({"a": pa.array(["é", ""], type)}), {"a": "text(9)"}, KEY)
        assert (found.rows, *found.sums) == text
    for unit in ("s", "ms", "us", "ns"):
        column = pa.array([datetime.datetime(1970, 1, 2)], pa.timestamp(unit))
        found = table_checksum(pa.table({"a": column}), {"a": "timestamp"}, KEY)
        assert (found.rows, *found.sums) == oracle.checksum(ORACLE, ["timestamp"], [[DAY]])
    found = table_checksum(
        pa.table({"a": pa.array([datetime.date(1970, 1, 2)], pa.date64())}), {"a": "date"}, KEY
    )
    assert (found.rows, *found.sums) == oracle.checksum(ORACLE, ["date"], [[1]])
    refused = [
        (pa.array([2**63], pa.uint64()), "integer"), (pa.array([1.0]), "integer"),
        (pa.array(["1"]), "integer"),
        (pa.array([decimal.Decimal("0.5")]), "integer"),
        (pa.array([decimal.Decimal("0.125")]), "decimal(2)"),
        (pa.array([decimal.Decimal("1e38")], pa.decimal256(76, 0)), "integer"),
        (pa.array([2**62]), "decimal(2)"), (pa.array([True]), "integer"), (pa.array([1]), "boolean"),
        (pa.array([1], pa.timestamp("ns")), "timestamp"),
        (pa.array([1], pa.timestamp("us", "UTC")), "timestamp"),
        (pa.array([1], pa.date32()), "timestamp"), (pa.array([datetime.datetime(1970, 1, 1)]), "date"),
        (pa.array(["123456"]), "text(5)"), (pa.array([b"1"]), "text(5)"), (pa.array(["1"]), "binary(5)"),
        (pa.array([[1]]), "integer"), (pa.array([{"a": 1}]), "integer"),
    ]  # fmt: skip
    for column, kind in refused:
        with pytest.raises(ValueError, match="cover"):
            table_checksum(pa.table({"a": column}), {"a": kind}, KEY)
    with pytest.raises(ValueError, match="1 values for 2 columns"):
        table_checksum(pa.table({"a": [1]}), {"a": "integer", "b": "integer"}, KEY)


def test_batches_are_one_table():
    table = pa.table({"c0": list(range(1000))})
    want = table_checksum(table, {"c0": "integer"}, KEY)
    batches = pa.Table.from_batches(table.to_batches(max_chunksize=77))
    assert table_checksum(batches, {"c0": "integer"}, KEY) == want
    assert (want.rows, *want.sums) == oracle.checksum(
        ORACLE, ["integer"], [[i] for i in range(1000)]
    )
    assert table_checksum(table[300:400], {"c0": "integer"}, KEY).rows == 100
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(table)
    for each in (frame, frame.lazy(), frame.reverse()):
        assert table_checksum(each, {"c0": "integer"}, KEY) == want


def test_checksums():
    part, rest = Checksum(2, 2**61 - 2, 8), Checksum(1, 3, 2)
    whole = part.combine(rest)
    assert whole.sums == (2, 10) and whole.rows == 3 and whole.remove(rest) == part
    assert str(whole) == f"{2:016x}{10:016x}-3" and str(whole) in repr(whole)
    assert bytes(whole) == b"".join(n.to_bytes(8, "little") for n in (2, 10, 3))
    for same in (
        Checksum.from_bytes(bytes(whole)),
        pickle.loads(pickle.dumps(whole)),
        copy.deepcopy(whole),
    ):
        assert same == whole and hash(same) == hash(whole)
    assert whole != part and Checksum() == Checksum(0, 0, 0)
    for wrong in ((1, 2**61 - 1, 0), (1, 0, 2**61 - 1), (0, 1, 0), (0, 0, 1)):
        with pytest.raises(ValueError, match="below"):
            Checksum(*wrong)
    with pytest.raises(ValueError, match="24 bytes, not 23"):
        Checksum.from_bytes(bytes(23))
    with pytest.raises(ValueError, match="more rows"):
        rest.remove(part)
    with pytest.raises(ValueError, match="sums of a checksum"):
        part.remove(Checksum(part.rows, *reversed(part.sums)))
    with pytest.raises(OverflowError):
        Checksum(2**64 - 1, 0, 0).combine(rest)


def test_arguments():
    for kind in (
        "float",
        "text",
        "text(0)",
        "text(2049)",
        "text(-1)",
        "text(+1)",
        "text( 5)",
        "decimal(19)",
        "decimal",
        "Integer",
        "",
    ):
        with pytest.raises(ValueError, match="is not covered"):
            sql_checksum("sqlite", "t", {"a": kind}, KEY)
        with pytest.raises(ValueError, match="is not covered"):
            table_checksum(pa.table({"a": [1]}), {"a": kind}, KEY)
    for dialect in ("oracle", "SQLite", ""):
        with pytest.raises(ValueError, match="dialect"):
            sql_checksum(dialect, "t", {"a": "integer"}, KEY)
    for table, name in (
        ("", "a"),
        ("a\0", "a"),
        ("t", ""),
        ("t", "a\0b"),
        ((), "a"),
        (("a", ""), "a"),
    ):
        with pytest.raises(ValueError, match="cannot be a name"):
            sql_checksum("postgres", table, {name: "integer"}, KEY)
    with pytest.raises(ValueError, match="at least one"):
        sql_checksum("sqlite", "t", {}, KEY)
    with pytest.raises(ValueError, match="1602 words, at most 1600"):
        sql_checksum("sqlite", "t", {f"c{i}": "integer" for i in range(534)}, KEY)
    secret = KEY.export().hex()
    assert all(
        secret not in sql_checksum(d, "t", {"a": "integer"}, KEY).lower()
        for d in ("sqlite", "mysql")
    )


def test_many_columns(database):
    """As many words as a row may have."""
    kinds = ["integer"] * 533 + ["boolean"]
    if database.dialect == "mysql":
        # A row of the table has less room.
        kinds = ["integer"] * 300
    rows = [[i * 10**15 for i in range(len(kinds))]]
    rows[0][-1] = None
    database.fill("t", kinds, rows)
    assert answer(database, named(kinds)) == [oracle.checksum(ORACLE, kinds, rows)]
