"""Tables, and the files and folders in which they lie."""

import gzip
import json

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from values import array


class Table:
    """Columns of cells, with their types; for CSV the cells of a column are texts."""

    def __init__(self, names, types, rows):
        self.names, self.types, self.rows = names, types, rows

    def arrow(self, rows=None):
        rows = self.rows if rows is None else rows
        columns = [array([row[i] for row in rows], kind) for i, kind in enumerate(self.types)]
        return pa.Table.from_arrays(columns, schema=pa.schema(list(zip(self.names, self.types))))

    def reordered(self, order):
        return Table([self.names[i] for i in order], [self.types[i] for i in order],
                     [[row[i] for i in order] for row in self.rows])


def csv_text(names, rows, rng, delimiter):
    """Returns CSV: a null is an empty field, and an empty text has quotes."""
    end, all_quoted = rng.choice(["\n", "\n", "\r\n"]), rng.random() < 0.4
    mark = "\ufeff" if rng.random() < 0.1 else ""

    def field(text):
        if text is None:
            return ""
        if text == "" or all_quoted or any(c in text for c in f'{delimiter}"\r\n'):
            return '"' + text.replace('"', '""') + '"'
        return text

    lines = [delimiter.join(map(field, row)) for row in [names, *rows]]
    return mark + end.join(lines) + ("" if lines[-1] and rng.random() < 0.2 else end)


def json_text(names, rows, rng):
    """Returns NDJSON: an object per line, whose fields have any order."""
    end = rng.choice(["\n", "\n", "\r\n"])

    def line(row):
        fields = [f"{json.dumps(name)}:{' ' * rng.randrange(2)}{'null' if cell is None else cell}"
                  for name, cell in zip(names, row)]
        rng.shuffle(fields)
        return "{" + rng.choice([",", ", "]).join(fields) + "}"

    return end.join(map(line, rows)) + (end if rows and rng.random() < 0.8 else "")


def write_text(path, text):
    """Writes a text, compressed if the name says so."""
    data = text.encode()
    if path.suffix == ".gz":
        data = gzip.compress(data)
    elif path.suffix == ".zst":
        data = pa.compress(data, "zstd", asbytes=True)
    path.write_bytes(data)


def write(path, table, form, rng, delimiter):
    """Writes one file."""
    if form in ("csv", "tsv"):
        delimiter = delimiter or ("," if form == "csv" else "\t")
        write_text(path, csv_text(table.names, table.rows, rng, delimiter))
    elif form == "ndjson":
        write_text(path, json_text(table.names, table.rows, rng))
    elif form == "parquet":
        data = table.arrow()
        compression = rng.choice(["none", "snappy", "zstd", "gzip", "brotli", "lz4"])
        pq.write_table(data, path, compression=compression, use_dictionary=rng.random() < 0.5,
                       row_group_size=rng.choice([1, 2, 1000]), write_statistics=rng.random() < 0.5,
                       data_page_version=rng.choice(["1.0", "2.0"]))
    elif form == "arrow":
        options = pa.ipc.IpcWriteOptions(compression=rng.choice([None, "lz4", "zstd"]))
        with pa.ipc.new_file(path, table.arrow().schema, options=options) as writer:
            writer.write_table(table.arrow(), max_chunksize=rng.choice([1, 1000]))
    else:
        with pa.ipc.new_stream(path, table.arrow().schema) as writer:
            writer.write_table(table.arrow(), max_chunksize=rng.choice([1, 1000]))


EXTENSIONS = {"parquet": [".parquet", ".pq", ".PARQUET"], "csv": [".csv", ".CSV", ".csv", ".csv.gz", ".csv.zst"],
              "tsv": [".tsv", ".tsv.gz"], "ndjson": [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.zst"],
              "arrow": [".arrow", ".feather", ".ipc"], "stream": [".arrows", ".arrow"]}
ODD_NAMES = ["t[1]", "q?", "a:b", "*", "x y", "50%25", "%2e", "~", "#1", "ä", "a=b", "http:", "{a,b}",
             "-t", "'", "\n"]
PLAIN = ["one file"] * 5 + ["odd name"] * 2 + ["parts", "parts", "deep", "hidden", "permuted parts"]
REFUSING = ["partition", "log", "cut", "empty file", "foreign file", "other columns"]


def lay_out(folder, table, form, layout, rng, delimiter):
    """Writes a table, and returns its path and whether it must be refused."""
    extension = rng.choice(EXTENSIONS[form])
    if layout in ("one file", "odd name", "cut"):
        name = rng.choice(ODD_NAMES) if layout == "odd name" else "t"
        path = folder / (name + extension)
        write(path, table, form, rng, delimiter)
        if layout == "cut" and form in ("csv", "tsv", "ndjson") and extension[-3:] not in (".gz", "zst"):
            path.write_bytes(path.read_bytes() + b'"cut')
        elif layout == "cut":
            path.write_bytes(path.read_bytes()[:rng.randrange(path.stat().st_size)])
        return path, layout == "cut" or form == "ndjson" and not table.rows
    root = folder / rng.choice(["dir", "d.parquet", "d[1]"])
    root.mkdir()
    cut = rng.randrange(len(table.rows) + 1)
    parts = [Table(table.names, table.types, rows) for rows in (table.rows[:cut], table.rows[cut:])]
    places = [root / f"1{extension}", root / f"2{extension}"]
    if layout == "permuted parts":
        order = list(range(len(table.names)))
        rng.shuffle(order)
        parts[1] = parts[1].reordered(order)
    elif layout == "deep":
        (root / "sub" / "dir").mkdir(parents=True)
        places[1] = root / "sub" / "dir" / f"1{extension}"
    elif layout == "partition":
        (root / "p=1").mkdir()
        places[1] = root / "p=1" / f"1{extension}"
    elif layout == "other columns":
        # Types would be compatible, names are not.
        parts[1] = Table([name + "x" for name in table.names], table.types, parts[1].rows)
    for place, part in zip(places, parts):
        write(place, part, form, rng, delimiter)
    if layout == "hidden":
        for name in (".q", "_r", "_SUCCESS"):
            write(root / (name + (extension if len(name) == 2 else "")), table, form, rng, delimiter)
        (root / "_old").mkdir()
        write(root / "_old" / f"1{extension}", table, form, rng, delimiter)
    elif layout == "log":
        (root / rng.choice(["_delta_log", ".hoodie", "_spark_metadata", "_temporary"])).mkdir()
    elif layout == "empty file":
        (root / f"3{extension}").write_bytes(b"")
    elif layout == "foreign file":
        (root / rng.choice(["notes.txt", "part-0", "x.json", "1.parquet.tmp", "t.csv.gz"])).write_bytes(b"x")
    # NDJSON without lines has no columns.
    is_empty = form == "ndjson" and not all(part.rows for part in parts)
    return root, layout in REFUSING or is_empty
