"""The rows in which two tables differ: random tables beside an oracle, options, errors, and the command."""

import json
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict

import provenhash
import pytest
import raw_arrow
from provenhash import TableKey, diff, fingerprint

duckdb = pytest.importorskip("duckdb")
np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
csv = pytest.importorskip("pyarrow.csv")
parquet = pytest.importorskip("pyarrow.parquet")

KEY = TableKey.from_seed(7)


def table(rows):
    return pa.table({"id": pa.array([row[0] for row in rows], pa.int64()), "x": pa.array([row[1] for row in rows], pa.string())})


CARRIERS = {
    "pyarrow": lambda table: table,
    "batch": lambda table: table.combine_chunks().to_batches()[0] if len(table) else table,
    "reader": lambda table: table.to_reader(max_chunksize=7) if len(table) else table,
    "polars": pl.from_arrow,
    "polars lazy": lambda table: pl.from_arrow(table).lazy(),
    "duckdb": duckdb.from_arrow,
    "pandas": lambda table: table.to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get),
    "pandas objects": lambda table: pd.DataFrame(
        {name: pd.Series(table[name].to_pylist(), dtype=object) for name in table.column_names}
    ),
}


def definition(a, b, is_keyed):
    """Return the numbers of rows only in A, only in B and changed."""
    surplus = [Counter(a) - Counter(b), Counter(b) - Counter(a)]
    by_key = defaultdict(lambda: [0, 0])
    for place, rows in enumerate(surplus):
        for row, count in rows.items():
            by_key[row[0]][place] += count
    changed = sum(counts == [1, 1] for counts in by_key.values()) if is_keyed else 0
    return [surplus[0].total() - changed, surplus[1].total() - changed, changed]


def test_random_tables():
    numbers = random.Random(3)

    def row():
        return numbers.choice([None, *range(12)]), numbers.choice([None, "", "a", "text above twelve bytes"])

    for step in range(120):
        a = [row() for _ in range(numbers.randrange(30))]
        b = a.copy() if step % 2 else [row() for _ in range(numbers.randrange(30))]
        for _ in range(numbers.randrange(4)):
            b.insert(numbers.randrange(len(b) + 1), row())
        numbers.shuffle(b)
        names = numbers.choice(list(CARRIERS)), numbers.choice(list(CARRIERS))
        for key in ("id", []):
            tables = [CARRIERS[name](table(rows)) for name, rows in zip(names, (a, b))]
            found = diff(*tables, key, memory_limit=numbers.choice([1 << 30, 1 << 13]))
            assert [found.only_in_a, found.only_in_b, found.changed] == definition(a, b, bool(key)), (names, a, b)
            assert found.is_same == (Counter(a) == Counter(b)) == (not found)
            result = pa.table(found)
            for side, place, kinds in (("a", 0, ("only in A", "changed")), ("b", 1, ("only in B", "changed"))):
                rows = [tuple(cells.values()) for cells in result[side].to_pylist() if cells]
                assert Counter(rows) <= Counter((a, b)[place])
                assert len(rows) == sum(kind in kinds for kind in result["change"].to_pylist())


def test_what_is_printed():
    old = pa.table({"id": [1, 2, 3], "a b": ["x", "NULL", None], "f": [0.5, float("nan"), 1.0]})
    new = pa.table({"f": [0.5, 2.0, 1.0], "a b": ["x", None, "\x1b"], "id": [1, 2, 4]})
    assert str(diff(old, new, "id")).splitlines() == [
        "- id=3, 'a b' is NULL, f=1.0",
        "+ id=4, 'a b'=''$'\\033', f=1.0",
        "! id=2: 'a b': 'NULL' -> NULL, f: NaN -> 2.0",
        "1 rows only in A, 1 only in B, 1 changed (3 rows in A, 3 in B)",
    ]
    same = diff(old, old)
    assert not same and str(same) == "0 rows only in A, 0 only in B, 0 changed (3 rows in A, 3 in B)"
    many = pa.table({"id": range(3000)}), pa.table({"id": range(3000, 6000)})
    lines = str(diff(*many, [])).splitlines()
    assert len(lines) == 1002 and lines[-2] == "... 5000 more rows"
    assert lines[-1] == "3000 rows only in A, 3000 only in B, 0 changed (3000 rows in A, 3000 in B)"
    cut = diff(*many, [], limit=5)
    assert len(cut) == 5 and cut.has_more and pa.table(cut).num_rows == 5
    assert str(cut).splitlines()[-1].endswith(" 0 changed; there are more (3000 rows in A, 3000 in B)")


def test_keys():
    old = pa.table({"text": ["x", "y"], "user_id": ["1", "2"], "more": ["p", "q"]})
    new = pa.table({"text": ["x", "z"], "user_id": ["1", "2"], "more": ["p", "q"]})
    found = diff(old, new)
    assert (found.key, found.is_key_found, found.changed) == (["user_id"], True, 1)
    assert str(found).startswith("! user_id=2: text: y -> z\n")
    found = diff(old, new, ["more", "user_id"])
    assert (found.key, found.is_key_found, found.changed) == (["more", "user_id"], False, 1)
    assert (diff(old, new, []).key, diff(old, new, ()).changed) == ([], 0)
    twice = pa.table({"text": ["x", "x"], "user_id": ["1", "1"], "more": ["p", "p"]})
    assert diff(old, twice).key == []
    # A key that is not compared is in the result.
    found = diff(old, new, "user_id", columns=["text"])
    assert pa.table(found)["b"].to_pylist() == [{"text": "z", "user_id": "2"}]


def test_options():
    old = pa.table({"id": [1, 2], "x": [1.0, 2.0], "loaded": [5, 5]})
    new = pa.table({"id": [1, 2], "x": [1.25, 2.0], "loaded": [6, 6], "extra": [0, 0]})
    assert diff(old, new, "id", ignore=["loaded", "extra"]).changed == 1
    assert diff(old, new, "id", ignore=["loaded", "extra"], tolerance=0.25).is_same
    assert diff(old, new, "id", ignore=["loaded", "extra"], tolerance=0.2).changed == 1
    assert diff(old, new, "id", columns="id").is_same
    found = diff(old, new, "id", columns=["x"], table_key=KEY)
    assert found.fingerprints == (fingerprint(old.select(["x"]), KEY), fingerprint(new.select(["x"]), KEY))
    with pytest.raises(ValueError, match="tolerance needs a key"):
        diff(old, new, [], columns="x", tolerance=1)
    for wrong in (float("nan"), float("inf"), -float("inf"), -5e-324):
        for option in ("tolerance", "relative_tolerance"):
            for value in (wrong, {"x": wrong}):
                with pytest.raises(ValueError, match=f"^{option} must be a finite number"):
                    diff(old, new, "id", **{option: value})
    assert diff(old, new, "id", ignore=["loaded", "extra"], tolerance=-0.0).changed == 1


def test_tolerances_of_columns():
    import datetime
    import decimal

    def table(price, loaded, f):
        types = pa.schema([("id", pa.int32()), ("price", pa.decimal128(9, 2)), ("loaded", pa.timestamp("ms")), ("f", pa.float64())])
        loaded = datetime.datetime(2026, 11, 29) + datetime.timedelta(milliseconds=loaded)
        return pa.table([[1], [decimal.Decimal(price)], [loaded], [f]], schema=types)

    old, new = table("1.10", 0, 100.0), table("1.00", 1500, 101.0)
    everything = dict(tolerance={"price": 0.1, "loaded": 1.5}, relative_tolerance=0.01)
    assert diff(old, new, "id", **everything).is_same
    for less in (
        dict(tolerance={"price": 0.09, "loaded": 1.5}, relative_tolerance=0.01),
        dict(tolerance={"price": 0.1, "loaded": 1.499}, relative_tolerance=0.01),
        dict(tolerance={"price": 0.1, "loaded": 1.5}, relative_tolerance={"f": 0.0099}),
    ):
        assert len(pa.table(diff(old, new, "id", **less))["columns"].to_pylist()[0]) == 1, less
    assert diff(old, new, "id", tolerance=5).changed == 1
    with pytest.raises(ValueError, match="tolerance: no column x is compared"):
        diff(old, new, "id", tolerance={"x": 1})
    text = pa.table({"id": [1], "x": ["a"]}), pa.table({"id": [1], "x": ["b"]})
    with pytest.raises(ValueError, match="column x is Utf8, and has neither numbers nor times"):
        diff(*text, "id", tolerance={"x": 1})


def test_structs_by_name():
    old = pa.table({"s": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]})
    new = pa.table({"s": [{"b": "x", "a": 1}, {"b": "z", "a": 2}]})
    found = diff(old, new, [])
    assert (found.only_in_a, found.only_in_b) == (1, 1)
    # A list without items has items of any kind.
    empty = pa.table({"s": pa.array([[], None], pa.list_(pa.null()))})
    full = pa.table({"s": pa.array([[], ["a"]])})
    assert diff(empty, full, []).only_in_b == 1 and diff(empty, empty, []).is_same


def test_objects_of_several_kinds():
    old = pd.DataFrame({"id": [1, 2, 3], "x": pd.Series([1, "a", None], dtype=object)})
    new = pd.DataFrame({"id": [1, 2, 3], "x": pd.Series([1.0, "a", b"b"], dtype=object)})
    found = diff(old, new, "id")
    assert str(found).splitlines()[:2] == ['! id=1: x: 1 -> 1.0', '! id=3: x: NULL -> "62"']
    cells = pa.table(found)["b"].to_pylist()
    assert [cell["x"] for cell in cells] == ["1.0", '"62"']
    # With a column of one kind too.
    assert diff(old, pd.DataFrame({"id": [1, 2, 3], "x": ["1", "a", None]}), "id").changed == 1
    nested = pd.DataFrame({"x": pd.Series([[1, "a"], {"y": [None, 2.5]}], dtype=object)})
    assert diff(nested, nested.copy(), []).is_same and len(diff(nested, nested[:1], [])) == 1


def test_numbers_among_objects():
    import decimal

    D = decimal.Decimal
    wide = [2**63, D("-1.50"), D(10) ** 60, None, 5]
    frame = pd.DataFrame({"x": pd.Series(wide, dtype=object)})
    exact = pa.table({"x": pa.array([None if x is None else D(x) for x in wide], pa.decimal256(76, 2))})
    assert diff(frame, exact, []).is_same and diff(exact, frame[:4], []).only_in_a == 1
    with pytest.raises(ValueError, match="76 digits"):
        diff(pd.DataFrame({"x": pd.Series([D(10) ** 70, D("1e-10")], dtype=object)}), exact, [])


def test_what_cannot_be_compared():
    good = pa.table({"id": [1], "x": ["a"]})
    for other, says in [
        (pa.table({"id": [1]}), "only in A: x"),
        (pa.table({"id": [1], "x": [5]}), "x is Utf8 in A and Int64 in B"),
        (pa.table([[1], ["a"], [2]], names=["id", "x", "id"]), "several columns have the name"),
    ]:
        with pytest.raises(ValueError, match=says):
            diff(good, other)
    for arguments, says in [
        (dict(key="y"), "key column y does not exist"),
        (dict(columns=["y"]), "not in A: y; not in B: y"),
        (dict(ignore="y"), "ignore y: no table has it"),
        (dict(ignore=["id", "x"]), "no column is left"),
    ]:
        with pytest.raises(ValueError, match=says):
            diff(good, good, **arguments)
    for wrong, says in [(5, "cannot read int"), ([1], "cannot read list"), (pa.array([1]), "not a table"), (pl.Series([1]), "not a table")]:
        with pytest.raises(TypeError, match=says):
            diff(good, wrong)
    with pytest.raises(TypeError, match="the TableKey is table_key"):
        diff(good, good, KEY)
    with pytest.raises(TypeError, match="table_key must be a TableKey, not str"):
        diff(good, good, table_key="id")
    with pytest.raises(TypeError, match="names of columns, which are str, not int"):
        diff(good, good, [1])
    with pytest.raises(TypeError, match="Polars' Object"):
        diff(pl.DataFrame({"x": [object()]}), good)
    bad = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(np.array([0, 1], "i4")), pa.py_buffer(b"\xff")])
    with pytest.raises(ValueError, match="(?i)utf-?8"):
        diff(pa.table({"x": bad}), good)
    reader = good.to_reader()
    reader.read_all()
    with pytest.raises(ValueError, match="can be read only once"):
        diff(reader, good)
    many = pa.table({"id": [1] * 1000, "x": [str(i) for i in range(1000)]})
    with pytest.raises(ValueError, match="too large for memory_limit"):
        diff(many, good, "id", memory_limit=1 << 10)


def test_malformed_tables():
    """Arrays that no library has checked raise errors."""
    good = pa.table({"x": [1, 2]})
    column = lambda **more: raw_arrow.RawArray(b"l", more.pop("length", 2), [None, bytes(16)], **more)  # noqa: E731
    struct = raw_arrow.RawArray(b"+s", 2, [None], children=[column(length=1)])
    with pytest.raises(ValueError, match="a child is missing or too short"):
        diff(struct, good)


def test_a_query_that_changes():
    good = pa.table({"id": range(100)})
    changing = duckdb.connect().sql("SELECT CAST(random() * 1e9 AS BIGINT) AS id FROM range(100)")
    with pytest.raises(RuntimeError, match="a table has changed while it was read"):
        diff(good, changing, [])


def run(tmp_path, *arguments):
    command = [sys.executable, "-m", "provenhash", "diff", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_command(tmp_path):
    old = pa.table({"id": [1, 2, 3], "name": ["Ada", "Bob", None], "day": pa.array([0, 1, None], pa.date32())})
    new = pa.table({"id": pa.array([1, 2, 4], pa.int16()), "name": ["Ada", "", None], "day": pa.array([0, 1, None], pa.date32())})
    parquet.write_table(old, tmp_path / "a.parquet")
    parquet.write_table(new, tmp_path / "b.parquet")
    csv.write_csv(new, tmp_path / "b.csv")
    (tmp_path / "c.csv").write_text("id,name,day\n1,Ada,1970-01-01\n2,\"\",1970-01-02\n4,,\n")
    with pa.ipc.new_file(tmp_path / "b.arrow", new.schema) as writer:
        writer.write_table(new)
    rows = "- id=3, name is NULL, day is NULL\n+ id=4, name is NULL, day is NULL\n! id=2: name: Bob -> ''\n"
    rows += "1 rows only in A, 1 only in B, 1 changed (3 rows in A, 3 in B)\n"
    for other in ("b.parquet", "b.csv", "c.csv", "b.arrow"):
        code, out, err = run(tmp_path, "a.parquet", other, "--key", "id")
        assert (code, out) == (1, rows), other
        assert err == f"provenhash: the files are read by pyarrow {pa.__version__}\n"
    code, out, err = run(tmp_path, "a.parquet", "b.parquet", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 1 and err.splitlines()[1] == "provenhash: key: id (found; --key gives another one, --no-key none)"
    assert lines[0] == {"change": "only in A", "row": {"id": 3, "name": None, "day": None}}
    assert lines[2] == {"change": "changed", "key": {"id": 2}, "from": {"name": "Bob"}, "to": {"name": ""}}
    of_a = fingerprint(old, TableKey.from_seed(0))
    assert lines[3]["fingerprints"][0] == str(of_a) and lines[3]["rows"] == [3, 3]
    assert [lines[3][name] for name in ("same", "more", "row key", "row key found")] == [False, False, ["id"], True]
    # The check value of seed 0, as `hsum table` prints it.
    assert lines[3]["key"] == "e0965b4e8c193b6a"
    assert run(tmp_path, "c.csv", "b.parquet")[:2] == run(tmp_path, "b.arrow", "c.csv")[:2] == (0, "")
    assert run(tmp_path, "a.parquet", "c.csv", "-b")[:2] == (1, "a.parquet and c.csv differ\n")
    assert run(tmp_path, "a.parquet", "b.parquet", "--key", "id", "--limit", "1")[1].endswith("there are more (3 rows in A, 3 in B)\n")
    options = ["--key", "id", "--json", "--tolerance", "id=1", "--tolerance", "1%"]
    code, out, _ = run(tmp_path, "b.parquet", "b.parquet", *options)
    assert (code, json.loads(out)["tolerance"]) == (0, ["id=1", "1%"])
    assert run(tmp_path, "b.parquet", "b.parquet", "--tolerance", "x=nan")[0] == 2
    lines = run(tmp_path, "a.parquet", "b.parquet", "--key", "id", "--summary")[1].splitlines()
    assert lines == ["name: 1 changed, such as id=2: Bob -> ''", rows.splitlines()[-1]]
    verdict = json.loads(run(tmp_path, "a.parquet", "b.parquet", "--key", "id", "--summary", "--json")[1])
    assert verdict["columns"] == {"name": {"changed": 1, "examples": ["id=2: Bob -> ''"]}}
    # Text is compared as text.
    (tmp_path / "d.csv").write_text("id,name,day\n01,Ada,1970-01-01\n2,\"\",1970-01-02\n4,,\n")
    assert run(tmp_path, "c.csv", "d.csv", "--no-key")[0] == 1
    for arguments, says in [
        (["a.parquet", "none.parquet"], "none.parquet: No such file"),
        (["a.parquet", "x.xls"], "not a Parquet, Arrow, CSV or TSV file"),
        (["a.parquet", "b.parquet", "--key", "nothing"], "key column nothing does not exist"),
        (["a.parquet", "b.parquet", "--seed", "-1"], "--seed is not"),
        (["a.parquet", "e.csv"], "e.csv: "),
    ]:
        (tmp_path / "e.csv").write_text("id,name,day\nx,Ada,1970-01-01\n")
        code, out, err = run(tmp_path, *arguments)
        assert (code, out) == (2, "") and says in err and "Traceback" not in err, err
        assert "provenhash: cannot compare: " in err
    assert run(tmp_path, "a.parquet")[0] == 2
    (tmp_path / "key").write_bytes(b"07" * 32 + b"\n")
    code, out, _ = run(tmp_path, "a.parquet", "a.parquet", "--key-file", "key", "--json")
    assert code == 0 and json.loads(out)["fingerprints"] == [str(fingerprint(old, TableKey.from_bytes(b"\7" * 32)))] * 2


def test_columns_of_other_names():
    old = pa.table({"id": [1, 2], "x": [5, 6], "note": ["p", "q"]})
    new = pa.table({"x": [1, 2], "note": [5, 7], "ID": ["p", "q"]})
    names = dict(column_map={"id": "x", "x": "note", "note": "ID"})
    found = diff(old, new, **names)
    assert str(found).startswith("! id=2: x: 6 -> 7\n") and (found.key, found.changed) == (["id"], 1)
    # The result has the names of A.
    assert pa.table(found)["b"].to_pylist() == [{"id": 2, "x": 7, "note": "q"}]
    assert list(found.columns) == ["x"]
    assert diff(old, new, "id", tolerance={"x": 1}, **names).is_same
    assert diff(old, new, "id", columns=["note"], **names).is_same
    for carrier in CARRIERS.values():
        assert diff(old, carrier(new), "id", **names).changed == 1
    upper = old.rename_columns(["ID", "X", "Note"])
    assert diff(old, upper, "Id", ignore_name_case=True, ignore="NOTE", tolerance={"X": 0}).is_same
    assert diff(old, new, [], ignore_name_case=True, column_map={"id": "x", "X": "NOTE", "note": "id"}).only_in_b == 1
    # Columns of objects are exempt from kinds under the names of their own table.
    mixed = pd.DataFrame({"y": pd.Series(["p", 5], dtype=object)})
    assert diff(pa.table({"z": ["p", "q"]}), mixed, [], column_map={"z": "y"}).only_in_a == 1
    twice = pa.table({"id": [1], "Id": [2]})
    for arguments, says in [
        (dict(b=new, column_map={"id": "y"}), "column_map: B has no column y"),
        (dict(b=new, column_map={"y": "x"}), "column_map: A has no column y"),
        (dict(b=new, column_map={"id": "x", "x": "x"}), "column_map: column x of B is named twice"),
        (dict(b=new, key="ID", **names), "key column ID does not exist"),
        (dict(b=new, ignore="ID", **names), "ignore ID: column_map names it too"),
        (dict(b=upper), "only in A: id, x, note; only in B: ID, X, Note"),
        (dict(b=twice, ignore_name_case=True, columns="id", column_map={"x": "id"}), None),
        (dict(b=pa.table({"ID": [1], "Id": [2]}), ignore_name_case=True), "id of A and ID, Id of B differ in case alone"),
    ]:
        if says:
            with pytest.raises(ValueError, match=says):
                diff(old, **arguments)
        else:
            assert diff(old, **arguments).only_in_b == 0
    for wrong in (["id"], {"id": 5}):
        with pytest.raises(TypeError, match="column_map"):
            diff(old, new, column_map=wrong)


def test_command_with_other_names(tmp_path):
    old = pa.table({"id": [1, 2], "price": pa.array([5, 6], pa.int16()), "name": ["007", "b"]})
    parquet.write_table(old, tmp_path / "a.parquet")
    (tmp_path / "b.csv").write_text("NAME,price,AMOUNT\n007,01,5\nb,2,7\n")
    (tmp_path / "c.csv").write_text("a:b,name,x\n1,007,5\n2,b,6\n")
    names = ["--map-column", "id:price", "--map-column", "price:amount", "--ignore-name-case"]
    code, out, err = run(tmp_path, "a.parquet", "b.csv", "--key", "ID", *names)
    assert code == 1 and out.startswith("! id=2: price: 6 -> 7\n"), err
    back = ["--map-column", "price:id", "--map-column", "amount:price", "--ignore-name-case"]
    assert run(tmp_path, "b.csv", "a.parquet", "--key", "price", *back)[1].startswith("! price=2: AMOUNT: 7 -> 6\n")
    assert run(tmp_path, "a.parquet", "c.csv", "--map-column", 'id:"a:b"', "--map-column", "price:x")[:2] == (0, "")
    code, out, err = run(tmp_path, "a.parquet", "c.csv", "--map-column", "id:a:b")
    assert code == 2 and "not two names with a colon between them" in err
    code, out, err = run(tmp_path, "a.parquet", "c.csv", "--map-column", "id:z")
    assert code == 2 and "B has no column z" in err


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such pipes")
def test_pipes(tmp_path):
    numbers = list(range(40_000))
    old = pa.table({"id": numbers, "x": numbers})
    new = pa.table({"id": numbers, "x": [*numbers[:-1], -1]})
    for name, table in (("a", old), ("b", new)):
        parquet.write_table(table, tmp_path / f"{name}.parquet")
        csv.write_csv(table, tmp_path / f"{name}.csv")
        csv.write_csv(table, tmp_path / f"{name}.tsv", csv.WriteOptions(delimiter="\t"))
        with pa.ipc.new_file(tmp_path / f"{name}.arrow", table.schema) as writer:
            writer.write_table(table)
        with pa.ipc.new_stream(tmp_path / f"{name}.arrows", table.schema) as writer:
            writer.write_table(table)
    copies = tmp_path / "copies"
    copies.mkdir()

    def shell(command):
        program = f"diff() {{ {sys.executable} -m provenhash diff --key id \"$@\"; }}"
        command = ["bash", "-c", f"{program}; {command}"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | {"TMPDIR": str(copies)})
        assert not list(copies.iterdir())
        return done.returncode, done.stdout, done.stderr

    lines = "! id=39999: x: 39999 -> -1\n0 rows only in A, 0 only in B, 1 changed (40000 rows in A, 40000 in B)\n"
    for format, name in (("parquet", "parquet"), ("csv", "csv"), ("tsv", "tsv"), ("arrow", "arrow"), ("arrow", "arrows")):
        code, out, err = shell(f"diff --format {format} a.parquet <(cat b.{name})")
        assert (code, out) == (1, lines), err
        assert shell(f"diff --format {format} <(cat a.{name}) <(cat a.{name})")[:2] == (0, "")
    # By the extension, and from a program that writes to both.
    for name in ("x.csv", "y.csv"):
        os.mkfifo(tmp_path / name)
    assert shell("tee x.csv < a.csv > y.csv & diff x.csv y.csv")[:2] == (0, "")
    for command, says in [
        ("diff a.parquet <(cat b.csv)", "give its format with --format"),
        ("diff --format csv a.parquet <(echo id,x; echo 1,?)", ": In CSV column"),
        ("diff --format parquet a.parquet <(head -c 999 b.parquet)", "not a parquet file"),
        ("diff x.csv ./x.csv", "only one table can be x.csv"),
    ]:
        code, out, err = shell(command)
        assert (code, out) == (2, "") and says in err and str(copies) not in err, err


def test_it_is_public():
    assert {"Diff", "diff"} <= set(provenhash.__all__)
