//! One rule for a value, whatever carries it: 26 kinds of values in files and databases, against an
//! oracle that takes the canonical value of each, by the tables of the README, and no array.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::*;
use hash_datafusion::hash_agg::{Encoder, Fingerprint, Key, Row, Value};
use rusqlite::Connection;
use std::sync::Arc;
use support::Dir;
use support::duckdb::{self, DuckDb};
#[cfg(unix)]
use support::server::Server;

/// The values of a kind: the oracle's, those of Arrow, the texts of files, and the literals of
/// databases with the type of the column.
struct Kind {
    name: &'static str,
    cell: fn(usize, &mut Row<'_>),
    array: fn(&[Option<usize>]) -> ArrayRef,
    /// In CSV and in JSON. Empty if files of text have no notation.
    texts: &'static [&'static str],
    json: Json,
    sqlite: Option<(&'static str, &'static [&'static str])>,
    postgres: Option<(&'static str, &'static [&'static str])>,
    duckdb: Option<(&'static str, &'static [&'static str])>,
}

#[derive(Clone, Copy, PartialEq)]
enum Json {
    Plain,
    Quoted,
}

fn pick<T: Copy>(values: &[T], rows: &[Option<usize>]) -> Vec<Option<T>> {
    rows.iter().map(|row| row.map(|row| values[row])).collect()
}

/// Defines a kind of two values of a builtin array.
macro_rules! kind {
    ($name:literal, $array:expr, [$($value:expr),*], |$row:ident| [$($cell:expr),*],
     $texts:expr, $json:ident, $sqlite:expr, $postgres:expr, $duckdb:expr) => {
        Kind {
            name: $name,
            cell: |index, $row| {
                let cells: &[&dyn Fn(&mut Row<'_>)] = &[$(&|$row: &mut Row<'_>| _ = $cell),*];
                cells[index]($row);
            },
            array: |rows| {
                let make: fn(Vec<Option<_>>) -> ArrayRef = $array;
                make(pick(&[$($value),*], rows))
            },
            texts: &$texts,
            json: Json::$json,
            sqlite: $sqlite,
            postgres: $postgres,
            duckdb: $duckdb,
        }
    };
}

fn array(of: impl Array + 'static) -> ArrayRef {
    Arc::new(of)
}

const NANOSECOND: i128 = 1;
const MICROSECOND: i128 = 1_000;

fn kinds() -> Vec<Kind> {
    const INTS: Option<(&str, &[&str])> = Some(("BIGINT", &["0", "-7"]));
    vec![
        kind!(
            "boolean",
            |v| array(BooleanArray::from(v)),
            [false, true],
            |row| [row.push(false), row.push(true)],
            ["false", "true"],
            Plain,
            Some(("BOOLEAN", &["0", "1"])),
            Some(("boolean", &["false", "true"])),
            Some(("BOOLEAN", &["false", "true"]))
        ),
        kind!(
            "int8",
            |v| array(Int8Array::from(v)),
            [0, -7],
            |row| [row.push(0), row.push(-7)],
            ["0", "-7.0"],
            Plain,
            INTS,
            Some(("smallint", &["0", "-7"])),
            Some(("TINYINT", &["0", "-7"]))
        ),
        kind!(
            "int32",
            |v| array(Int32Array::from(v)),
            [0, -7],
            |row| [row.push(0), row.push(-7)],
            ["0e5", "-70e-1"],
            Plain,
            INTS,
            Some(("int", &["0", "-7"])),
            Some(("INTEGER", &["0", "-7"]))
        ),
        kind!(
            "int64",
            |v| array(Int64Array::from(v)),
            [i64::MAX, i64::MAX - 1],
            |row| [row.push(i64::MAX), row.push(i64::MAX - 1)],
            ["9223372036854775807", "9223372036854775806"],
            Plain,
            Some(("INT", &["9223372036854775807", "9223372036854775806"])),
            Some(("bigint", &["9223372036854775807", "9223372036854775806"])),
            Some(("BIGINT", &["9223372036854775807", "9223372036854775806"]))
        ),
        kind!(
            "uint64",
            |v| array(UInt64Array::from(v)),
            [u64::MAX, 1 << 63],
            |row| [row.push(u64::MAX), row.push(1_u64 << 63)],
            ["18446744073709551615", "9223372036854775808"],
            Plain,
            None,
            Some(("numeric(20, 0)", &["18446744073709551615", "9223372036854775808"])),
            Some(("UBIGINT", &["18446744073709551615", "9223372036854775808"]))
        ),
        kind!(
            "decimal",
            |v| array(Decimal128Array::from(v).with_precision_and_scale(9, 2).expect("fits")),
            [150_i128, -1],
            |row| [
                row.push(Value::Decimal { unscaled: 15, scale: 1 }),
                row.push(Value::Decimal { unscaled: -1, scale: 2 })
            ],
            ["1.5", "-0.010"],
            Plain,
            Some(("DECIMAL(9, 2)", &["1.5", "-0.01"])),
            Some(("numeric(9, 2)", &["1.5", "-0.01"])),
            Some(("DECIMAL(9, 2)", &["1.5", "-0.01"]))
        ),
        kind!(
            "decimal256",
            |v| array(Decimal256Array::from(v).with_precision_and_scale(50, 3).expect("fits")),
            [i256::from_i128(1_000), i256::from_i128(i128::MAX)],
            |row| [row.push(1), row.push(Value::Decimal { unscaled: i128::MAX, scale: 3 })],
            ["1", "170141183460469231731687303715884105.727"],
            Plain,
            None,
            Some(("numeric(50, 3)", &["1", "170141183460469231731687303715884105.727"])),
            None
        ),
        kind!(
            "float16",
            |v| array(Float16Array::from(v)),
            [
                <Float16Type as ArrowPrimitiveType>::Native::from_f32(0.5),
                <Float16Type as ArrowPrimitiveType>::Native::from_f32(65504.0)
            ],
            |row| [row.push(0.5), row.push(65504.0)],
            ["0.5", "65504"],
            Plain,
            None,
            None,
            None
        ),
        kind!(
            "float32",
            |v| array(Float32Array::from(v)),
            [0.1_f32, f32::from_bits(1)],
            |row| [row.push(0.1_f32), row.push(f32::from_bits(1))],
            ["0.1", "1e-45"],
            Plain,
            None,
            Some(("real", &["0.1", "1e-45"])),
            Some(("FLOAT", &["0.1", "1.4e-45"]))
        ),
        kind!(
            "float64",
            |v| array(Float64Array::from(v)),
            [-0.0, 0.1],
            |row| [row.push(0.0), row.push(0.1)],
            ["-0.0", "0.1"],
            Plain,
            Some(("REAL", &["-0.0", "0.1"])),
            Some(("double precision", &["'-0'", "0.1"])),
            Some(("DOUBLE", &["-0.0", "0.1"]))
        ),
        kind!(
            "float special",
            |v| array(Float64Array::from(v)),
            [-f64::NAN, f64::INFINITY],
            |row| [row.push(f64::NAN), row.push(f64::INFINITY)],
            [],
            Plain,
            None,
            Some(("double precision", &["'NaN'", "'Infinity'"])),
            Some(("DOUBLE", &["'nan'", "'inf'"]))
        ),
        kind!(
            "text",
            |v| array(StringArray::from(v)),
            ["", "ü, \"'"],
            |row| [row.push(""), row.push("ü, \"'")],
            ["\"\"", "\"ü, \"\"'\""],
            Quoted,
            Some(("TEXT", &["''", "'ü, \"'''"])),
            Some(("text", &["''", "'ü, \"'''"])),
            Some(("VARCHAR", &["''", "'ü, \"'''"]))
        ),
        kind!(
            "text view",
            |v| array(StringViewArray::from(v)),
            ["NULL", "a text of more than twelve bytes"],
            |row| [row.push("NULL"), row.push("a text of more than twelve bytes")],
            ["NULL", "a text of more than twelve bytes"],
            Quoted,
            Some(("VARCHAR(9)", &["'NULL'", "'a text of more than twelve bytes'"])),
            Some(("varchar", &["'NULL'", "'a text of more than twelve bytes'"])),
            None
        ),
        kind!(
            "dictionary",
            |v| {
                let v: DictionaryArray<Int8Type> = v.into_iter().collect();
                array(v)
            },
            ["x", "y"],
            |row| [row.push("x"), row.push("y")],
            ["x", "y"],
            Quoted,
            Some(("CLOB", &["'x'", "'y'"])),
            Some(("char(4)", &["'x'", "'y'"])),
            Some(("ENUM ('x', 'y')", &["'x'", "'y'"]))
        ),
        kind!(
            "binary",
            |v| array(BinaryArray::from(v)),
            [&b""[..], &[0, 255]],
            |row| [row.push(&b""[..]), row.push(&[0_u8, 255][..])],
            [],
            Plain,
            Some(("BLOB", &["x''", "x'00ff'"])),
            Some(("bytea", &["''", "'\\x00ff'"])),
            Some(("BLOB", &["''::BLOB", "'\\x00\\xFF'::BLOB"]))
        ),
        kind!(
            "fixed binary",
            |v| array(
                FixedSizeBinaryArray::try_from_sparse_iter_with_size(v.into_iter(), 16)
                    .expect("16")
            ),
            [[0_u8; 16], [7; 16]],
            |row| [row.push(&[0_u8; 16][..]), row.push(&[7_u8; 16][..])],
            [],
            Plain,
            None,
            Some((
                "uuid",
                &["'00000000000000000000000000000000'", "'07070707-0707-0707-0707-070707070707'"]
            )),
            Some((
                "UUID",
                &[
                    "'00000000-0000-0000-0000-000000000000'",
                    "'07070707-0707-0707-0707-070707070707'"
                ]
            ))
        ),
        kind!(
            "date32",
            |v| array(Date32Array::from(v)),
            [0, -1],
            |row| [row.push(Value::Date(0)), row.push(Value::Date(-1))],
            ["1970-01-01", "1969-12-31"],
            Quoted,
            Some(("DATE", &["'1970-01-01'", "'1969-12-31'"])),
            Some(("date", &["'1970-01-01'", "'1969-12-31'"])),
            Some(("DATE", &["'1970-01-01'", "'1969-12-31'"]))
        ),
        kind!(
            "date64",
            |v| array(Date64Array::from(v)),
            [0, -86_400_000],
            |row| [row.push(Value::Date(0)), row.push(Value::Date(-1))],
            ["1970-01-01", "1969-12-31"],
            Quoted,
            None,
            None,
            None
        ),
        kind!(
            "time ms",
            |v| array(Time32MillisecondArray::from(v)),
            [0, 43_200_500],
            |row| [row.push(Value::Time(0)), row.push(Value::Time(43_200_500_000_000))],
            ["00:00:00", "12:00:00.5"],
            Quoted,
            None,
            Some(("time", &["'00:00'", "'12:00:00.5'"])),
            Some(("TIME", &["'00:00:00'", "'12:00:00.5'"]))
        ),
        kind!(
            "timestamp ns",
            |v| array(TimestampNanosecondArray::from(v)),
            [0, -1],
            |row| [row.push(Value::Timestamp(0)), row.push(Value::Timestamp(-NANOSECOND))],
            ["1970-01-01 00:00:00", "1969-12-31T23:59:59.999999999"],
            Quoted,
            None,
            None,
            Some(("TIMESTAMP_NS", &["'1970-01-01 00:00:00'", "'1969-12-31 23:59:59.999999999'"]))
        ),
        kind!(
            "timestamp us",
            |v| array(TimestampMicrosecondArray::from(v)),
            [0, 1],
            |row| [row.push(Value::Timestamp(0)), row.push(Value::Timestamp(MICROSECOND))],
            ["1970-01-01 00:00:00", "1970-01-01T00:00:00.000001"],
            Quoted,
            Some(("TIMESTAMP", &["'1970-01-01 00:00:00'", "'1970-01-01 00:00:00.000001'"])),
            Some(("timestamp", &["'1970-01-01 00:00:00'", "'1970-01-01 00:00:00.000001'"])),
            Some(("TIMESTAMP", &["'1970-01-01 00:00:00'", "'1970-01-01 00:00:00.000001'"]))
        ),
        kind!(
            "instant",
            |v| array(TimestampMicrosecondArray::from(v).with_timezone("Asia/Tokyo")),
            [0, 3_600_000_000],
            |row| [
                row.push(Value::Instant(0)),
                row.push(Value::Instant(3_600_000_000 * MICROSECOND))
            ],
            ["1970-01-01 01:00:00+01", "1970-01-01T01:00:00Z"],
            Quoted,
            None,
            Some(("timestamptz", &["'1970-01-01 01:00:00+01'", "'1970-01-01 01:00:00Z'"])),
            Some(("TIMESTAMPTZ", &["'1970-01-01 01:00:00+01'", "'1970-01-01 01:00:00Z'"]))
        ),
        kind!(
            "duration",
            |v| array(DurationMillisecondArray::from(v)),
            [0, -1],
            |row| [row.push(Value::Duration(0)), row.push(Value::Duration(-1_000_000))],
            [],
            Plain,
            None,
            None,
            None
        ),
        kind!(
            "interval",
            |v| array(IntervalMonthDayNanoArray::from(v)),
            [IntervalMonthDayNano::new(1, 0, 0), IntervalMonthDayNano::new(0, 30, 1000)],
            |row| [
                row.push(Value::Interval { months: 1, days: 0, nanoseconds: 0 }),
                row.push(Value::Interval { months: 0, days: 30, nanoseconds: 1000 })
            ],
            [],
            Plain,
            None,
            Some(("interval", &["'1 month'", "'30 days 0.000001 s'"])),
            None
        ),
        kind!(
            "list",
            |v| array(ListArray::from_iter_primitive::<Int32Type, _, _>(
                v.into_iter().map(|v| v.map(|list: &[Option<i32>]| list.to_vec()))
            )),
            [&[][..], &[Some(1), None][..]],
            |row| [row.list(|_| ()), row.list(|items| _ = items.push(1).push(Value::Null))],
            [],
            Plain,
            None,
            Some(("int[]", &["'{}'", "'{1,NULL}'"])),
            Some(("INTEGER[]", &["[]", "[1, NULL]"]))
        ),
        kind!(
            "struct",
            |v: Vec<Option<(i16, &str)>>| {
                let nulls = v.iter().map(Option::is_some).collect::<Vec<_>>();
                let a = v.iter().map(|v| v.map(|v| v.0)).collect::<Int16Array>();
                let b = v.iter().map(|v| v.map(|v| v.1)).collect::<StringArray>();
                let fields = vec![
                    Field::new("a", DataType::Int16, true),
                    Field::new("b", DataType::Utf8, true),
                ];
                array(StructArray::new(
                    fields.into(),
                    vec![Arc::new(a), Arc::new(b)],
                    Some(nulls.into()),
                ))
            },
            [(1, "x"), (1, "")],
            |row| [
                row.structure(|f: &mut Encoder| _ = f.push(1).push("x")),
                row.structure(|f| _ = f.push(1).push(""))
            ],
            [],
            Plain,
            None,
            None,
            Some(("STRUCT(a SMALLINT, b VARCHAR)", &["{'a': 1, 'b': 'x'}", "{'a': 1, 'b': ''}"]))
        ),
    ]
}

/// What is done to the table: the value of each row, of which there are two.
const CHANGES: [(&str, &[Option<usize>]); 7] = [
    ("same", &[Some(0), Some(1), Some(1)]),
    ("changed", &[Some(1), Some(1), Some(1)]),
    ("changed_last", &[Some(0), Some(1), Some(0)]),
    ("duplicated", &[Some(0), Some(1), Some(1), Some(0)]),
    ("reordered", &[Some(1), Some(0), Some(1)]),
    ("null_first", &[None, Some(1), Some(1)]),
    ("null_last", &[Some(0), Some(1), None]),
];

fn oracle(kind: &Kind, rows: &[Option<usize>]) -> Fingerprint {
    let key = Key::from_seed(0);
    let row = |row: &Option<usize>| {
        let mut cells = Row::new(&key);
        match row {
            None => _ = cells.push(Value::Null),
            Some(index) => (kind.cell)(*index, &mut cells),
        }
        cells.push("beside");
        cells.finish()
    };
    Fingerprint::of(&key, &rows.iter().map(row).collect::<Vec<_>>())
}

fn batch(kind: &Kind, rows: &[Option<usize>]) -> RecordBatch {
    let beside = StringArray::from(vec!["beside"; rows.len()]);
    let columns = [("x", (kind.array)(rows), true), ("y", array(beside), true)];
    RecordBatch::try_from_iter_with_nullable(columns).expect("valid")
}

fn sql(
    table: &str,
    declared: &str,
    literals: &[&str],
    text: &str,
    rows: &[Option<usize>],
) -> String {
    let row =
        |row: &Option<usize>| format!("({}, 'beside')", row.map_or("NULL", |row| literals[row]));
    let rows = rows.iter().map(row).collect::<Vec<_>>().join(", ");
    format!(
        "DROP TABLE IF EXISTS {table}; CREATE TABLE {table} (x {declared}, y {text}); INSERT INTO {table} VALUES {rows};\n"
    )
}

/// Writes files and databases, and returns their names, each with the number of its change.
fn carriers(kind: &Kind, dir: &Dir) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    let (mut sqlite, mut duckdb, mut postgres) = (String::new(), String::new(), String::new());
    for (number, (change, rows)) in CHANGES.iter().enumerate() {
        let batch = batch(kind, rows);
        let mut add = |name: String| names.push((number, name));
        // Parquet has no intervals of nanoseconds.
        if kind.name != "interval" {
            dir.parquet(&format!("{change}.parquet"), &batch);
            add(format!("{change}.parquet"));
        }
        dir.arrow(&format!("{change}.arrow"), &batch).stream(&format!("{change}.arrows"), &batch);
        add(format!("{change}.arrow"));
        add(format!("{change}.arrows"));
        if !kind.texts.is_empty() {
            let (mut csv, mut json) = ("\u{feff}x,y\n".to_owned(), "\u{feff}".to_owned());
            for row in *rows {
                let text = row.map_or("", |row| kind.texts[row]);
                csv += &format!("{text},beside\n");
                let plain = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                let plain = plain.unwrap_or(text).replace("\"\"", "\\\"");
                json += &match (row, kind.json) {
                    (None, _) => "{\"y\":\"beside\",\"x\":null}\n".to_owned(),
                    (_, Json::Plain) => format!("{{\"x\":{plain},\"y\":\"beside\"}}\n"),
                    (_, Json::Quoted) => format!("{{\"x\":\"{plain}\",\"y\":\"beside\"}}\n"),
                };
            }
            dir.write(&format!("{change}.csv"), csv).write(&format!("{change}.ndjson"), json);
            add(format!("{change}.csv"));
            add(format!("{change}.ndjson"));
        }
        if let Some((declared, literals)) = kind.sqlite {
            sqlite += &sql(change, declared, literals, "TEXT", rows);
            add(format!("sqlite:a.db#{change}"));
        }
        if let Some((declared, literals)) = kind.duckdb.filter(|_| DuckDb::is_installed()) {
            duckdb += &sql(change, declared, literals, "VARCHAR", rows);
            add(format!("duckdb:a.duckdb#{change}"));
        }
        #[cfg(unix)]
        if let Some((declared, literals)) = kind.postgres
            && let Some(server) = Server::shared()
        {
            postgres += &sql(change, declared, literals, "text", rows);
            add(server.address("test", change));
        }
    }
    let connection = Connection::open(dir.path("a.db")).expect("created");
    connection.execute_batch(&sqlite).unwrap_or_else(|error| panic!("{sqlite}: {error}"));
    if !duckdb.is_empty() {
        duckdb::write(&dir.path("a.duckdb"), &duckdb);
    }
    #[cfg(unix)]
    if let Some(server) = Server::shared().filter(|_| !postgres.is_empty()) {
        server.run(&postgres);
    }
    names
}

#[test]
fn every_kind_in_every_carrier() {
    let kinds = kinds();
    assert_eq!(kinds.len(), 26);
    // The server lasts as long as one test has it.
    #[cfg(unix)]
    let _server = Server::shared();
    for kind in &kinds {
        let dir = Dir::new();
        let names = carriers(kind, &dir);
        let wanted: Vec<_> =
            CHANGES.iter().map(|(_, rows)| oracle(kind, rows).to_string()).collect();
        for (number, other) in wanted.iter().enumerate() {
            // Only the order is the same rows again.
            let same = wanted.iter().position(|first| first == other).unwrap_or(number);
            assert_eq!(
                CHANGES[same].0,
                if CHANGES[number].0 == "reordered" { "same" } else { CHANGES[number].0 }
            );
        }
        let mut args = vec!["--types", "same.arrow"];
        args.extend(names.iter().map(|(_, name)| &**name));
        let run = dir.run(&args);
        assert_eq!(run.code, 0, "{}: {}", kind.name, run.stderr);
        let found: Vec<_> = run.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(found.len(), names.len(), "{}", run.stdout);
        for (found, (number, name)) in found.iter().zip(&names) {
            assert_eq!(*found, wanted[*number], "{}: {name}", kind.name);
        }
        // The verdicts of a comparison, which finds rows again.
        for (_, name) in names.iter().filter(|(number, _)| *number < 2) {
            let run = dir.run(&["diff", "--no-key", "same.arrow", name]);
            let is_same = name.contains("same");
            assert_eq!(
                run.code,
                i32::from(!is_same),
                "{}: {name}: {}{}",
                kind.name,
                run.stdout,
                run.stderr
            );
        }
    }
}
