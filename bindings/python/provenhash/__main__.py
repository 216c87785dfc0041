"""``python -m provenhash diff A B`` prints the rows in which two tables in files differ, as ``hsum table diff``
does, by whatever reads their format here."""

import argparse
import contextlib
import importlib
import json
import os
import shutil
import stat
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from . import TableKey, _provenhash, siphash_2_4
from ._diff import _source

#: What the check value of a key is the hash of, as in SQL and in ``hsum table``.
_CHECK = b"hash-datafusion check value"
_FORMATS = {".parquet": "Parquet", ".pq": "Parquet", ".parq": "Parquet", ".csv": "CSV", ".tsv": "TSV"}
_FORMATS |= {".arrow": "Arrow", ".arrows": "Arrow", ".feather": "Arrow", ".ipc": "Arrow"}


class _Error(Exception):
    """A reason why tables cannot be compared."""


def _names(text, separator=","):
    """Read names between separators. One with a separator is in quotes, in which a quote is written twice."""
    names, rest = [], text
    while True:
        name = ""
        if rest.startswith('"'):
            rest = rest[1:]
            while True:
                part, quote, rest = rest.partition('"')
                if not quote:
                    raise argparse.ArgumentTypeError("a quote is not closed")
                name += part
                if not rest.startswith('"'):
                    break
                name, rest = name + '"', rest[1:]
            if rest and not rest.startswith(separator):
                raise argparse.ArgumentTypeError("text after a closing quote")
            names.append(name)
            if not rest:
                return names
            rest = rest[1:]
        else:
            name, found, rest = rest.partition(separator)
            names.append(name)
            if not found:
                return names


def _pair(text):
    names = _names(text, ":")
    if len(names) != 2:
        raise argparse.ArgumentTypeError("not two names with a colon between them; quote one with a colon")
    return tuple(names)


def _size(text):
    digits = text.rstrip("KMGT") if text[-1:] in ("K", "M", "G", "T") else text
    if not digits.isdecimal() or len(text) > len(digits) + 1:
        raise argparse.ArgumentTypeError("neither a number of bytes nor one with K, M, G or T")
    return int(digits) << 10 * (" KMGT".find(text[len(digits) :] or " "))


def _allowed(text):
    """Read a tolerance: its text, the column or None, and what is allowed, absolute and relative."""
    name, equals, number = text.rpartition("=")
    try:
        value = float(number.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError("not a finite number of 0 or more, nor one with %")
    near = (0.0, value / 100) if number.endswith("%") else (value, 0.0)
    return text, name if equals else None, *near


def _arguments(arguments):
    parser = argparse.ArgumentParser("python -m provenhash", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="diff")
    diff = commands.add_parser("diff", help="find the rows in which two tables differ", allow_abbrev=False)
    diff.add_argument("a", metavar="A", help="the first table: a Parquet, Arrow, CSV or TSV file")
    diff.add_argument("b", metavar="B", help="the second table")
    diff.add_argument(
        "--format", choices=["parquet", "arrow", "csv", "tsv"],
        help="the format of all files, or only of pipes, if there are some [default: by the extension of each file]",
    )  # fmt: skip
    key = diff.add_mutually_exclusive_group()
    key.add_argument("--key", type=_names, metavar="NAME,...", help="columns that identify a row [default: one is found]")
    key.add_argument("--no-key", action="store_true", help="match no rows by a key")
    diff.add_argument("--columns", type=_names, default=[], metavar="NAME,...", help="compare only these columns")
    diff.add_argument("--ignore-column", action="append", default=[], metavar="NAME", help="do not compare this column")
    diff.add_argument(
        "--map-column", type=_pair, action="append", default=[], metavar="A:B",
        help="compare column A of the first table with column B of the second; other options name columns as the first does",
    )  # fmt: skip
    diff.add_argument("--ignore-name-case", action="store_true", help="match columns whose names differ in case alone")
    diff.add_argument("--limit", type=int, default=1000, metavar="N", help="stop after this many differing rows")
    diff.add_argument("--summary", action="store_true", help="print a line for each column that has changed, instead of rows")
    diff.add_argument("-b", "--brief", action="store_true", help="print only whether the tables differ")
    diff.add_argument(
        "--tolerance", type=_allowed, action="append", default=[], metavar="[NAME=]X[%]",
        help="floats of matched rows may differ by X, or %% of the larger; NAME=X for any numbers or times of a column",
    )  # fmt: skip
    diff.add_argument("--memory-limit", type=_size, default=1 << 30, metavar="SIZE", help="keep at most this many bytes of rows")
    secret = diff.add_mutually_exclusive_group()
    secret.add_argument("--key-file", metavar="FILE", help="a file with the key: 32 bytes, or 64 hexadecimal digits")
    secret.add_argument("--seed", type=int, default=0, metavar="N", help="derive the key from this number [default: 0]")
    diff.add_argument("--json", action="store_true", help="print JSON, one object per line")
    return parser.parse_args(arguments)


class _Parquet:
    """A Parquet file, which is read again each time and never held."""

    _is_read_again = True

    def __init__(self, path):
        self.path = path

    def __arrow_c_stream__(self, requested_schema=None):
        pyarrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
        file = parquet.ParquetFile(self.path, page_checksum_verification=True)
        batches = file.iter_batches(1 << 15)
        return pyarrow.RecordBatchReader.from_batches(file.schema_arrow, batches).__arrow_c_stream__()


def _is_pipe(path):
    return os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode)


def _copied(paths, kept):
    """Return paths that can be read several times: pipes are copied to temporary files, both at the same time, because
    one program may write to both."""
    is_pipe = [_is_pipe(path) for path in paths]
    if all(is_pipe) and os.path.samefile(*paths):
        raise _Error(f"only one table can be {paths[0]}")
    files = {path: kept.enter_context(tempfile.NamedTemporaryFile()) for path, copied in zip(paths, is_pipe) if copied}
    with ThreadPoolExecutor() as threads:
        list(threads.map(_copy, files.items()))
    return [files[path].name if path in files else path for path in paths]


def _copy(item):
    path, file = item
    try:
        with open(path, "rb") as pipe:
            shutil.copyfileobj(pipe, file)
        file.flush()
    except OSError as error:
        raise _Error(f"{path}: {error.strerror or error}") from None


def _format(path, given):
    name = f".{given}" if given else path.lower()
    for end in (".gz", ".zst"):
        if name.endswith((".csv" + end, ".tsv" + end)):
            name = name.removesuffix(end)
    format = _FORMATS.get(os.path.splitext("x" + name)[1])
    if os.path.isdir(path) or format is None:
        more = "give its format with --format" if _is_pipe(path) else "hsum table diff reads more"
        raise _Error(f"{path}: not a Parquet, Arrow, CSV or TSV file; {more}")
    return format


def _library(format):
    """Return the first library here that reads a format."""
    names = {"Parquet": ["pyarrow", "polars", "duckdb"], "Arrow": ["pyarrow", "polars"]}.get(format, ["pyarrow"])
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise _Error(f"reading {format} needs {' or '.join(names)}: pip install {names[0]}")


def _open(path, format, library, types):
    """Return a table in a file. Text gets the types that a function returns for its names, and is text without."""
    name = library.__name__
    open(path, "rb").close()
    if format == "Parquet":
        if name == "duckdb":
            return library.read_parquet(path)
        return _Parquet(path) if name == "pyarrow" else library.read_parquet(path, hive_partitioning=False)
    if format == "Arrow":
        if name == "polars":
            return library.read_ipc(path)
        with library.OSFile(path) as file:
            is_file = file.read(6) == b"ARROW1"
        ipc = importlib.import_module("pyarrow.ipc")
        return (ipc.open_file if is_file else ipc.open_stream)(library.OSFile(path)).read_all()
    csv = importlib.import_module("pyarrow.csv")
    with csv.open_csv(path, parse_options=_parse(csv, format)) as reader:
        names = reader.schema.names
    found = types(names) if types else {}
    plain = {name: getattr(found[name], "value_type", found[name]) for name in found}
    options = csv.ConvertOptions(
        column_types={column: plain.get(column, library.string()) for column in names},
        null_values=[""],
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
        true_values=["true", "True", "TRUE", "t", "T"],
        false_values=["false", "False", "FALSE", "f", "F"],
    )
    return csv.read_csv(path, parse_options=_parse(csv, format), convert_options=options)


def _parse(csv, format):
    return csv.ParseOptions(delimiter="\t" if format == "TSV" else ",", newlines_in_values=True)


def _types(table, is_b, arguments):
    """Return a function that returns the types of the columns of text, given those of the other table."""
    schema = importlib.import_module("pyarrow").RecordBatchReader.from_stream(table).schema

    def types(names):
        sides = [names, schema.names] if is_b else [schema.names, names]
        places = _provenhash.table_places(*sides, arguments.map_column, arguments.ignore_name_case)
        pairs = [(a, b) for a, b in enumerate(places) if b is not None]
        return {names[a]: schema.types[b] for a, b in pairs} if is_b else {names[b]: schema.types[a] for a, b in pairs}

    return types


def _tables(arguments, kept):
    paths = [arguments.a, arguments.b]
    has_pipes = any(map(_is_pipe, paths))
    formats = [_format(path, arguments.format if _is_pipe(path) or not has_pipes else None) for path in paths]
    libraries = [_library(format) for format in formats]
    versions = {library.__name__: library.__version__ for library in libraries}
    read = ", ".join(f"{name} {version}" for name, version in versions.items())
    print(f"provenhash: the files are read by {read}", file=sys.stderr)
    copies = _copied(paths, kept)
    is_text = [format in ("CSV", "TSV") for format in formats]
    tables = [None, None]
    for place in sorted(range(2), key=lambda place: is_text[place]):
        types = None
        if is_text[place] and not is_text[1 - place]:
            types = _types(tables[1 - place], place == 0, arguments)
        try:
            tables[place] = _open(copies[place], formats[place], libraries[place], types)
        except OSError as error:
            raise _Error(f"{paths[place]}: {error.strerror or error}") from None
        except Exception as error:
            text = str(error).replace(copies[place], paths[place])
            raise _Error(f"{paths[place]}: {text}") from None
    return tables


def _table_key(arguments):
    """Return the key, and its check value, which tells keys apart."""
    if arguments.key_file is None:
        if not 0 <= arguments.seed < 1 << 64:
            raise _Error("--seed is not in range(2**64)")
        siphash = siphash_2_4.key_from_seed(arguments.seed)
        return TableKey.from_seed(arguments.seed), siphash.hexdigest(_CHECK)
    try:
        with open(arguments.key_file, "rb") as file:
            secret = file.read(1 << 10)
    except OSError as error:
        raise _Error(f"--key-file: {error.strerror}") from None
    if len(secret) != 32:
        try:
            secret = bytes.fromhex(secret.removesuffix(b"\n").removesuffix(b"\r").decode("ascii"))
        except ValueError:
            secret = b""
    if len(secret) != 32 or not any(secret):
        raise _Error("--key-file: not 32 bytes or 64 hexadecimal digits of a key")
    return TableKey.from_bytes(secret), siphash_2_4.key_from_secret(secret).hexdigest(_CHECK)


def _run(arguments, kept):
    key, check = _table_key(arguments)
    options = {
        "columns": arguments.columns,
        "ignored": arguments.ignore_column,
        "pairs": arguments.map_column,
        "ignore_case": arguments.ignore_name_case,
        "key": [] if arguments.no_key else arguments.key,
        "tolerance": [allowed[1:] for allowed in arguments.tolerance],
        "limit": None if arguments.summary else max(arguments.limit, 0),
        "memory_limit": arguments.memory_limit,
        "printed": 0 if arguments.summary else max(arguments.limit, 0),
        "json": arguments.json,
        "brief": arguments.brief,
    }
    a, b = (_source(table, True) for table in _tables(arguments, kept))
    found = _provenhash.table_diff(a, b, key, options)
    is_wanted = arguments.key is None and not arguments.no_key and not arguments.brief
    if is_wanted and not found.is_same:
        names = ", ".join(found._key_text) + " (found; --key gives another one, --no-key none)"
        text = names if found.key else "none, because no column has unique values"
        print(f"provenhash: key: {text}", file=sys.stderr)
    fingerprints = found.fingerprints
    verdict = {
        "same": found.is_same,
        "rows": [of.rows for of in fingerprints],
        "row key": found.key,
        "row key found": found.is_key_found,
        "key": check,
        "format": 1,
        "fingerprints": [str(of) for of in fingerprints],
    }
    if arguments.tolerance:
        text, name, absolute, relative = arguments.tolerance[0]
        is_one = len(arguments.tolerance) == 1 and name is None and relative == 0
        verdict["tolerance"] = absolute if is_one else [allowed[0] for allowed in arguments.tolerance]
    is_short = found.is_same or arguments.brief
    if not is_short:
        verdict |= {"only in A": found.only_in_a, "only in B": found.only_in_b}
        verdict |= {"changed": found.changed, "more": found.has_more}
        if arguments.summary:
            columns = found.columns.items()
            verdict["columns"] = {name: {"changed": count, "examples": some} for name, (count, some) in columns}
    if arguments.json:
        sys.stdout.write(found._lines)
        print(json.dumps(verdict, sort_keys=True, separators=(",", ":")))
    elif not is_short:
        shown = [*found._summary, str(found).splitlines()[-1]] if arguments.summary else [str(found)]
        print(*shown, sep="\n")
    elif not found.is_same:
        print(f"{arguments.a} and {arguments.b} differ")
    sys.stdout.flush()
    return not found.is_same


def main(arguments=None):
    """Run a command, and return its exit status: 0 if the tables are the same, 1 if they differ, 2 on errors."""
    arguments = _arguments(arguments)
    try:
        with contextlib.ExitStack() as kept:
            return int(_run(arguments, kept))
    except (_Error, ValueError, TypeError, RuntimeError, OSError) as error:
        print(f"provenhash: cannot compare: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
