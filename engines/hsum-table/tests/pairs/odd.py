#!/usr/bin/env python3
"""Compares tables of rare types, in rare files and folders, by `hsum-table diff`.

    odd.py PROGRAM

Each type is written as Parquet, as an Arrow file and as an Arrow stream, in several encodings and orders of
rows. A table must be the same as itself in each of them, and differ from every table in which one value is
another one. All other pairs have a verdict of their own.
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
from decimal import Decimal

import duckdb
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

SAME, DIFFERENT, REFUSED = 0, 1, 2
FORMS = ["parquet", "arrow", "arrows"]
DAY = 86_400_000
STRUCT = pa.struct([("x", pa.int8()), ("y", pa.string())])

# Types with values that differ.
TYPES = {
    "list": (pa.list_(pa.int32()), [[1, None], [], [1]]),
    "large list": (pa.large_list(pa.string()), [["a"], ["a", ""], ["", ""]]),
    "fixed list": (pa.list_(pa.int8(), 2), [[1, 2], [2, 1], [None, 1]]),
    "list of lists": (pa.list_(pa.list_(pa.int16())), [[[1], [2]], [[1, 2]], [[], [1, 2]], [[1, 2], None]]),
    "list of structs": (pa.list_(STRUCT), [[{"x": 1, "y": "a"}], [{"x": 1, "y": None}], [None]]),
    "struct": (pa.struct([("l", pa.list_(pa.int8())), ("m", pa.map_(pa.string(), pa.int8()))]),
               [{"l": [1], "m": [("a", 1)]}, {"l": [1], "m": []}, {"l": None, "m": [("a", 1)]}]),
    "map": (pa.map_(pa.string(), pa.int32()), [[("a", 1)], [("a", 1), ("b", None)], [("a", 1), ("a", 1)], []]),
    "map of lists": (pa.map_(pa.int32(), pa.list_(pa.string())), [[(1, ["a"])], [(1, None)], [(1, [])]]),
    "dictionary of texts": (pa.dictionary(pa.int8(), pa.string()), ["a", "b", ""]),
    "dictionary of numbers": (pa.dictionary(pa.int32(), pa.int64()), [1, 2, 3]),
    "runs": (pa.run_end_encoded(pa.int32(), pa.string()), ["a", "b", ""]),
    "list view": (pa.list_view(pa.int32()), [[1], [], [1, 2]]),
    "decimal32": (pa.decimal32(9, 2), [Decimal("1.5"), Decimal("-1.5"), Decimal("9999999.99")]),
    "decimal64": (pa.decimal64(18, 2), [Decimal("1.5"), Decimal("-1.5"), Decimal("9999999999999999.99")]),
    "decimal128": (pa.decimal128(38, 10), [Decimal("1.5"), Decimal("-1.5"), Decimal("9" * 28 + "." + "9" * 10)]),
    "decimal256": (pa.decimal256(76, 38), [Decimal("1.5"), Decimal("-1.5"), Decimal("9" * 38 + "." + "9" * 38)]),
    "negative scale": (pa.decimal128(10, -3), [Decimal(1000), Decimal(2000), Decimal(-5000)]),
    "time32 s": (pa.time32("s"), [0, 1, 86_399]),
    "time32 ms": (pa.time32("ms"), [0, 1, DAY - 1]),
    "time64 us": (pa.time64("us"), [0, 1, DAY * 1000 - 1]),
    "time64 ns": (pa.time64("ns"), [0, 1, DAY * 10**6 - 1]),
    "duration s": (pa.duration("s"), [0, 1, -1, 2**62]),
    "duration ns": (pa.duration("ns"), [0, 1, -1]),
    "interval": (pa.month_day_nano_interval(), [(1, 0, 0), (0, 30, 0), (0, 0, 30 * DAY * 10**6), (0, -1, 1)]),
    "timestamp s": (pa.timestamp("s"), [0, -1, 253_402_300_799]),
    "timestamp ns": (pa.timestamp("ns"), [0, -1, 2**63 - 1, -(2**63)]),
    "instant us": (pa.timestamp("us", "America/New_York"), [0, -1, 1]),
    "instant ms": (pa.timestamp("ms", "+05:30"), [0, -1, 1]),
    "date32": (pa.date32(), [0, -1, 2_932_896]),
    "date64": (pa.date64(), [0, -DAY, DAY]),
    "fixed binary": (pa.binary(16), [bytes(16), bytes(15) + b"\1", b"\1" + bytes(15)]),
    "binary": (pa.binary(), [b"", b"\0", b"\0\0", b"\xff"]),
    "large binary": (pa.large_binary(), [b"", b"\0", b"\0\0"]),
    "binary view": (pa.binary_view(), [b"", b"a" * 40, b"a" * 39 + b"b"]),
    "text view": (pa.string_view(), ["", "a" * 40, "a" * 39 + "b"]),
    "text": (pa.string(), ["", "\0", "a\0", "\u00e9", "e\u0301", "NULL"]),
    "float16": (pa.float16(), [0.0, 1.0, float("inf")]),
    "float32": (pa.float32(), [0.0, 1e-45, float("nan")]),
    "float64": (pa.float64(), [0.0, 5e-324, -float("inf"), float("nan")]),
    "int64": (pa.int64(), [0, -1, 2**63 - 1, -(2**63)]),
    "uint64": (pa.uint64(), [0, 2**64 - 1, 2**63]),
    "boolean": (pa.bool_(), [True, False]),
    "uuid": (pa.uuid(), [bytes(16), bytes(15) + b"\1"]),
    "json": (pa.json_(), ["1", "{}"]),
}
# What pyarrow cannot write.
UNWRITABLE = {("interval", "parquet"), ("runs", "parquet"), ("negative scale", "parquet"), ("list view", "parquet"),
              ("json", "arrow"), ("json", "arrows")}
ENCODINGS = [{}, {"row_group_size": 1}, {"use_dictionary": False, "row_group_size": 2}, {"store_schema": False},
             {"data_page_version": "2.0", "compression": "zstd"}, {"write_statistics": False}]


def array(values, kind):
    """Returns a column of Arrow."""
    types = pa.types
    if types.is_run_end_encoded(kind):
        return pa.compute.run_end_encode(pa.array(values, kind.value_type))
    if types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    if isinstance(kind, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(kind, pa.array(values, kind.storage_type))
    if types.is_temporal(kind) and not types.is_interval(kind):
        return pa.array(values, pa.int32() if kind.bit_width == 32 else pa.int64()).view(kind)
    if types.is_float16(kind):
        # pyarrow makes these from NumPy's only.
        bits = [None if value is None else struct.unpack("h", struct.pack("e", value))[0] for value in values]
        return pa.array(bits, pa.int16()).view(kind)
    return pa.array(values, kind)


def write(path, table, **options):
    """Writes a table in the format of the name."""
    if path.suffix == ".parquet":
        pq.write_table(table, path, **options)
        return
    new = pa.ipc.new_file if path.suffix == ".arrow" else pa.ipc.new_stream
    with new(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=options.get("row_group_size", 2))


def column(path, values, kind, **options):
    write(path, pa.table({"c": array(values, kind)}), **options)
    return path


def of_types(folder):
    """Yields tables of all types, and whether they are the same."""
    rng = random.Random(1)
    for name, (kind, values) in TYPES.items():
        base = [values[0], values[1], None, values[-1], values[0]]
        others = [base[::-1], base + [None], [None] + base[1:]]
        others += [[new if cell is old else cell for cell in base]
                   for old, new in zip(values, values[1:] + values[:1]) if any(cell is old for cell in base)]
        forms = [form for form in FORMS if (name, form) not in UNWRITABLE]
        files = {form: column(folder / f"{name}.{form}", base, kind) for form in forms}
        for number, cells in enumerate(others):
            verdict = SAME if number == 0 else DIFFERENT
            for form in forms:
                options = rng.choice(ENCODINGS)
                if pa.types.is_duration(kind):
                    # Parquet itself has no such type.
                    options = {}
                other = column(folder / f"{name}-{number}.{form}", cells, kind, **options)
                for of in forms if number == 0 else [form]:
                    yield f"{name}: {of}, {form}, {number}", files[of], other, verdict


def schema_table(message):
    """Returns where the schema is in the metadata of a message."""
    def at(code, place):
        return struct.unpack_from(code, message, place)[0]
    root = at("<I", 0)
    slot = at("<H", root - at("<i", root) + 8)
    return root + slot + at("<I", root + slot)


def big_endian(stream):
    """Returns an Arrow stream whose schema says that all numbers are big-endian."""
    data = bytearray(stream)
    message = memoryview(data)[8:]
    schema = schema_table(message)
    vtable = schema - struct.unpack_from("<i", message, schema)[0]
    # The field is absent, which means 0. Now it lies where a 1 is.
    one = next(place for place in range(schema, len(message), 2) if message[place:place + 2] == b"\1\0")
    struct.pack_into("<H", message, vtable + 4, one - schema)
    return bytes(data)


class Keys(pe.KmsClient):
    """Keeps keys where they are not safe."""

    def __init__(self, _):
        super().__init__()

    def wrap_key(self, key, _):
        return key.hex()

    def unwrap_key(self, wrapped, _):
        return bytes.fromhex(wrapped)


def encrypted(path, table, **options):
    properties = pe.CryptoFactory(Keys).file_encryption_properties(
        pe.KmsConnectionConfig(), pe.EncryptionConfiguration("f", column_keys={"k": ["c"]}, **options))
    with pq.ParquetWriter(path, table.schema, encryption_properties=properties) as writer:
        writer.write_table(table)


def of_files(folder):
    """Yields files that readers take for others, with more options."""
    table = pa.table({"c": [1, 256, None], "d": ["x", "y", "z"]})
    whole = folder / "whole.parquet"
    write(whole, table)
    for plaintext in (True, False):
        path = folder / f"encrypted-{plaintext}.parquet"
        encrypted(path, table, plaintext_footer=plaintext)
        yield f"encrypted, footer in plain: {plaintext}", whole, path, REFUSED
    # A summary of other files, as Dask writes it, whose columns seem to be in itself.
    collected = []
    pq.write_table(table, folder / "part.parquet", metadata_collector=collected)
    collected[0].set_file_path("part.parquet")
    collected[0].write_metadata_file(folder / "footer")
    data = (folder / "part.parquet").read_bytes()
    (length,) = struct.unpack("<I", data[-8:-4])
    summary = folder / "summary.parquet"
    summary.write_bytes(data[:-8 - length] + (folder / "footer").read_bytes()[4:])
    yield "columns in other files", whole, summary, REFUSED

    stream, other, nested = (folder / f"{name}.arrows" for name in ("little", "big", "none"))
    column(stream, [1, 2, 3], pa.int64())
    other.write_bytes(big_endian(stream.read_bytes()))
    yield "big-endian", stream, other, REFUSED
    yield "big-endian twice", other, other, REFUSED
    for mode in ("deltas", "replacements"):
        texts = [["a"], ["a", "b"], ["a", "b", "c"]] if mode == "deltas" else [["a"], ["b"], ["c"]]
        parts = [pa.record_batch({"c": pa.DictionaryArray.from_arrays(pa.array([len(t) - 1], pa.int8()), t)})
                 for t in texts]
        path = folder / f"{mode}.arrows"
        options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=mode == "deltas")
        with pa.ipc.new_stream(path, parts[0].schema, options=options) as writer:
            for part in parts:
                writer.write_batch(part)
        read = pa.ipc.open_stream(path.read_bytes()).read_all()["c"].to_pylist()
        yield f"dictionary {mode}", column(folder / f"{mode}.parquet", read, pa.string()), path, SAME
        yield f"dictionary {mode}, other", column(folder / "aaa.parquet", ["a"] * 3, pa.string()), path, DIFFERENT
    coded = pa.DictionaryArray.from_arrays(pa.array([0, 1, None], pa.int8()), pa.array(["a", None]))
    write(folder / "null in a dictionary.arrow", pa.table({"c": coded}))
    yield ("null in a dictionary", column(folder / "nulls.parquet", [None, "a", None], pa.string()),
           folder / "null in a dictionary.arrow", SAME)
    write(nested, pa.table({"c": pa.array([[1, 2], None]), "n": pa.nulls(2)}))
    yield "nulls", nested, nested, SAME

    # The zero of an instant is the same moment in all zones, and a day is not a moment.
    zones = [column(folder / f"zone{n}.arrow", [0, 10**9], pa.timestamp("ns", zone))
             for n, zone in enumerate(["UTC", "Europe/Paris", "-08:00"])]
    seconds = column(folder / "seconds.parquet", [0, 1000], pa.timestamp("ms", "Asia/Tokyo"))
    for zone in zones:
        yield "zones", seconds, zone, SAME
    yield "no zone", seconds, column(folder / "no zone.arrow", [0, 1], pa.timestamp("s")), REFUSED
    half = column(folder / "half.arrow", [DAY // 2], pa.date64())
    yield "half a day", half, column(folder / "day.arrow", [0], pa.date32()), DIFFERENT
    # A time must fit 64 bits of nanoseconds.
    for microseconds, verdict in ((86_400_000_001, SAME), (-1, SAME), (2**63 // 1000 + 1, REFUSED)):
        late = column(folder / f"{microseconds}.arrow", [microseconds], pa.time64("us"))
        yield f"{microseconds} us of a day", late, late, verdict

    # Statistics of a file say nothing about NaN, and may be wrong.
    nan = [column(folder / f"nan{n}.parquet", values, pa.float64(), **options) for n, (values, options) in
           enumerate([([1.0, float("nan")], {}), ([1.0, float("nan")], {"write_statistics": False}), ([1.0], {})])]
    yield "NaN without statistics", nan[0], nan[1], SAME, "--where", "c > 5"
    yield "NaN and a condition", nan[0], nan[2], DIFFERENT, "--where", "c > 5"
    honest, lying = folder / "honest.parquet", folder / "lying.parquet"
    column(honest, [10**15 + n for n in range(100)], pa.int64(), use_dictionary=False)
    data = honest.read_bytes()
    footer = len(data) - 8 - struct.unpack("<I", data[-8:-4])[0]
    low, high = ((10**15 + n).to_bytes(8, "little") for n in (0, 99))
    lying.write_bytes(data[:footer] + data[footer:].replace(high, low))
    assert lying.read_bytes() != data
    yield "wrong statistics", honest, lying, SAME, "--where", f"c > {10**15 + 98}"
    for condition in ("random() < 0.5", "uuid() < 'a'"):
        yield condition, whole, whole, REFUSED, "--where", condition

    # Parquet by DuckDB.
    duck = folder / "duck.parquet"
    cells = """SELECT i::UTINYINT a, i::HUGEINT b, uuid_from_int(i) c, INTERVAL (i) DAY d, i::VARCHAR::BLOB e,
        ['x', NULL] f, {'k': i} g, MAP {i: 'v'} h, TIME '00:00:01' t, TIMESTAMP_NS '2020-01-01 00:00:00.000000001' n,
        TIMESTAMPTZ '2020-01-01 00:00:00+01' z, (i / 7)::DECIMAL(38, 20) o, NULL p FROM range({}) r(i)"""
    cells = cells.replace("uuid_from_int(i)", "('00000000-0000-0000-0000-00000000000' || i)::UUID")
    for name, rows in (("duck", 3), ("duck2", 4)):
        duckdb.sql(f"COPY ({cells.replace('{}', str(rows))}) TO '{folder / name}.parquet'")
    duckdb.sql(f"COPY (FROM '{duck}' ORDER BY a DESC) TO '{folder}/turned.parquet' (COMPRESSION zstd)")
    yield "DuckDB", duck, folder / "turned.parquet", SAME
    yield "DuckDB, one row more", duck, folder / "duck2.parquet", DIFFERENT
    # The type INT96 has no zone.
    legacy = folder / "int96.parquet"
    at = [0, 10**9, None]
    column(legacy, at, pa.timestamp("ns"), use_deprecated_int96_timestamps=True)
    yield "INT96", legacy, column(folder / "ns.parquet", at, pa.timestamp("ns")), SAME
    yield "INT96, other", legacy, column(folder / "ns2.parquet", [1, 10**9, None], pa.timestamp("ns")), DIFFERENT


def of_texts(folder):
    """Yields text files."""
    def text(name, data):
        path = folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path
    plain = text("plain.csv", "a,b\n1,x\n2,\n")
    for name, data, verdict in [
        ("bom", "\ufeffa,b\n1,x\n2,\n", SAME), ("crlf", "a,b\r\n1,x\r\n2,\r\n", SAME),
        ("turned", "b,a\n,2\nx,1", SAME), ("two marks", "\ufeff\ufeffa,b\n1,x\n2,\n", REFUSED),
        ("mark inside", "a,b\n\ufeff1,x\n2,\n", DIFFERENT), ("NUL", "a,b\n1,x\0\n2,\n", DIFFERENT),
        ("empty text", 'a,b\n1,x\n2,""\n', DIFFERENT), ("space", "a,b\n1,x \n2,\n", DIFFERENT),
        ("header with a space", "a, b\n1,x\n2,\n", REFUSED), ("two of a name", "a,b,a\n1,x,1\n2,,2\n", REFUSED),
        ("a name is empty", "a,\n1,x\n2,\n", REFUSED), ("more names", "a,b,\n1,x,\n2,,\n", REFUSED),
        ("short row", "a,b\n1,x\n2\n", REFUSED), ("long row", "a,b\n1,x\n2,,\n", REFUSED),
        ("empty row", "a,b\n1,x\n\n2,\n", REFUSED), ("only a header", "a,b\n", DIFFERENT),
        ("nothing", "", REFUSED), ("only a mark", "\ufeff", REFUSED), ("CR", "a,b\r1,x\r2,\r", REFUSED),
        ("mixed ends", "a,b\r\n1,x\n2,\n", REFUSED), ("UTF-16", "a,b\n1,x\n2,\n".encode("utf-16"), REFUSED),
        ("Latin", "a,b\n1,é\n2,\n".encode("latin-1"), REFUSED), ("open quote", 'a,b\n1,"x\n2,\n', REFUSED),
        ("comment", "# comment\na,b\n1,x\n2,\n", REFUSED), ("backslash", "a,b\n1,x\n2,\\N\n", DIFFERENT),
    ]:
        yield f"CSV: {name}", plain, text(f"{name}.csv", data), verdict
        if verdict != REFUSED:
            yield f"TSV: {name}", plain, text(f"{name}.tsv", data.replace(",", "\t")), verdict
    plain = text("plain.ndjson", '{"a": 1, "b": "x"}\n{"a": 2, "b": null}\n')
    for name, data, verdict in [
        ("turned", '{"b": null, "a": 2}\r\n{"b": "\\u0078", "a": 1}', SAME),
        ("mark", '\ufeff{"a": 1, "b": "x"}\n{"a": 2, "b": null}\n', SAME), ("missing", '{"a":1,"b":"x"}\n{"a":2}\n', REFUSED),
        ("doubled", '{"a":1,"b":"x"}\n{"a":2,"b":null,"a":2}\n', REFUSED),
        ("doubled by an escape", '{"a":1,"b":"x"}\n{"a":2,"b":null,"\\u0061":2}\n', REFUSED),
        ("text for a number", '{"a":"1","b":"x"}\n{"a":2,"b":null}\n', DIFFERENT),
        ("other notation", '{"a":1.0,"b":"x"}\n{"a":2,"b":null}\n', DIFFERENT),
        ("array", '[{"a":1,"b":"x"},{"a":2,"b":null}]\n', REFUSED), ("one object", '{"a":1,"b":"x"}\n', DIFFERENT),
        ("spread over lines", '{"a":1,\n"b":"x"}\n{"a":2,"b":null}\n', REFUSED), ("empty line", '{"a":1,"b":"x"}\n\n', REFUSED),
        ("NaN", '{"a":NaN,"b":"x"}\n{"a":2,"b":null}\n', REFUSED), ("half a surrogate", '{"a":1,"b":"\\ud800"}\n', REFUSED),
        ("no fields", "{}\n{}\n", REFUSED), ("mixed", '{"a":[1],"b":"x"}\n{"a":{"y":2},"b":null}\n', DIFFERENT),
    ]:
        yield f"NDJSON: {name}", plain, text(f"{name}.ndjson", data), verdict


def of_folders(folder):
    """Yields folders in which not all files count, and other things that have names."""
    table = pa.table({"c": list(range(4))})
    whole = folder / "whole.parquet"
    write(whole, table)

    def tree(name, *files):
        for file in files:
            path = folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".parquet":
                write(path, table)
            elif not file.endswith("/"):
                path.write_bytes(b"{}")
            else:
                path.mkdir()
        return folder / name
    iceberg = tree("iceberg", "metadata/v1.metadata.json", "data/1.parquet")
    yield "Iceberg", whole, iceberg, REFUSED
    yield "data of Iceberg", whole, iceberg / "data", REFUSED
    yield "a column in a folder of Iceberg", whole, tree("iceberg", "data/d/2.parquet") / "data" / "d", REFUSED
    yield "a folder named metadata", whole, tree("metadata", "metadata/1.parquet"), SAME
    for name in ("base_0000003", "delta_0000004_0000004", "delete_delta_0000004_0000004_0001"):
        yield f"Hive: {name}", whole, tree(name + " table", f"{name}/1.parquet"), REFUSED
    yield "no version", whole, tree("base", "base_x/1.parquet"), SAME
    yield "Databricks", whole, tree("dbio", "part-0.parquet", "_started_17", "_committed_17"), REFUSED
    yield "hidden", whole, tree("hidden", "1.parquet", ".1.parquet.crc", "_SUCCESS", ".tmp/2.parquet", "_x/3.parquet"), SAME
    yield "nothing but hidden files", whole, tree("none", "_SUCCESS", ".1.parquet"), REFUSED
    yield "an empty folder", whole, tree("empty", "sub/"), REFUSED
    odd = tree("-n \x1b[31m\n*[x]?", "*.parquet")
    yield "odd names", whole, odd, SAME
    yield "a table twice", whole, tree("twice", "1.parquet", "2.parquet"), DIFFERENT
    link, back, gone, pipe = (folder / name for name in ("link.parquet", "back", "gone", "pipe.parquet"))
    link.symlink_to(whole)
    yield "a link", whole, link, SAME
    yield "a link to a folder", whole, tree("linked", "1.parquet"), SAME
    back.mkdir()
    write(back / "1.parquet", table)
    (back / "up").symlink_to("..")
    yield "a link upwards", whole, back, REFUSED
    gone.mkdir()
    write(gone / "1.parquet", table)
    (gone / "2.parquet").symlink_to("nowhere.parquet")
    yield "a link to nothing", whole, gone, REFUSED
    os.mkfifo(pipe)
    yield "a pipe", whole, pipe, REFUSED
    yield "a device", whole, pathlib.Path("/dev/null"), REFUSED, "--format", "parquet"
    for name, of in (("no rows", table.slice(0, 0)), ("one row", table.slice(0, 1))):
        path = folder / f"{name}.parquet"
        write(path, of)
        write(path.with_suffix(".arrow"), of)
        yield name, path, path.with_suffix(".arrow"), SAME
        yield f"{name}, other", path, whole, DIFFERENT
    bare = folder / "no columns.arrow"
    write(bare, pa.table({}))
    yield "no columns", bare, bare, REFUSED
    double = folder / "double.parquet"
    write(double, pa.table([pa.array([1]), pa.array([2])], names=["c", "c"]))
    yield "two columns of one name", double, double, REFUSED


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    wrong, counts = 0, collections.Counter()

    def run(case):
        name, a, b, expected, *options = case
        command = [program, "diff", "--brief", *options, a, b]
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        explains = done.returncode < 2 or done.stderr.startswith(b"hsum-table: cannot compare: ")
        return name, expected, done, explains

    for group in (of_types, of_files, of_texts, of_folders):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor() as threads:
            cases = list(group(pathlib.Path(folder)))
            if group is not of_types:
                cases += [(f"{name}, turned", b, a, *rest) for name, a, b, *rest in cases]
            for name, expected, done, explains in threads.map(run, cases):
                counts[done.returncode] += 1
                if done.returncode != expected or not explains:
                    wrong += 1
                    print(f"{group.__name__}: {name}: {done.returncode} for {expected}", done.stderr.decode())
    print(f"{counts[SAME]} same, {counts[DIFFERENT]} different, {counts[REFUSED]} refused, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
