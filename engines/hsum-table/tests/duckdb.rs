//! Tables in DuckDB.

mod support;

use datafusion::arrow::array::*;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;
use support::Dir;
use support::duckdb::{self, DuckDb};

/// Columns with two rows: the second has the values that are close to a null. The last two cells
/// are other values than those of the first two rows.
const COLUMNS: [(&str, [&str; 2], [&str; 2]); 27] = [
    ("id INTEGER", ["1", "2"], ["9", "10"]),
    ("flag BOOLEAN", ["true", "false"], ["false", "true"]),
    ("tiny TINYINT", ["-3", "0"], ["-4", "1"]),
    ("small SMALLINT", ["-300", "0"], ["300", "1"]),
    ("big BIGINT", ["-9223372036854775808", "0"], ["9223372036854775807", "1"]),
    ("u1 UTINYINT", ["255", "0"], ["254", "1"]),
    ("u2 USMALLINT", ["65535", "0"], ["65534", "1"]),
    ("u4 UINTEGER", ["4294967295", "0"], ["4294967294", "1"]),
    ("u8 UBIGINT", ["18446744073709551615", "0"], ["18446744073709551614", "1"]),
    ("amount DECIMAL(10, 2)", ["12.34", "0"], ["12.35", "0.01"]),
    ("wide DECIMAL(38, 3)", ["-7.125", "0"], ["-7.126", "0.001"]),
    ("short FLOAT", ["'NaN'", "-0.0"], ["1", "1"]),
    ("ratio DOUBLE", ["0.1", "-0.0"], ["0.25", "'inf'"]),
    ("day DATE", ["'4713-01-01 (BC)'", "'1970-01-01'"], ["'2026-11-29'", "'1970-01-02'"]),
    ("hour TIME", ["'23:59:59.5'", "'00:00:00'"], ["'23:59:59.6'", "'00:00:00.000001'"]),
    (
        "\"at\" TIMESTAMP",
        ["'2026-11-30 23:59:59.5'", "'1970-01-01 00:00:00'"],
        ["'2026-11-30 23:59:59.500001'", "'1970-01-01 00:00:01'"],
    ),
    (
        "at_s TIMESTAMP_S",
        ["'2026-11-30 23:59:59'", "'1970-01-01 00:00:00'"],
        ["'2026-11-30 23:59:58'", "'1970-01-01 00:00:01'"],
    ),
    (
        "at_ms TIMESTAMP_MS",
        ["'2026-11-30 23:59:59.5'", "'1970-01-01 00:00:00'"],
        ["'2026-11-30 23:59:59.501'", "'1970-01-01 00:00:01'"],
    ),
    (
        "at_ns TIMESTAMP_NS",
        ["'2026-11-30 23:59:59.000000001'", "'1970-01-01 00:00:00'"],
        ["'2026-11-30 23:59:59'", "'1970-01-01 00:00:00.000000001'"],
    ),
    (
        "moment TIMESTAMPTZ",
        ["'2026-11-30 23:59:59.25+09'", "'1970-01-01 00:00:00+00'"],
        ["'2026-11-30 23:59:59.25+08'", "'1970-01-01 00:00:00+01'"],
    ),
    ("note VARCHAR", ["'Ada'", "''"], ["'ada'", "' '"]),
    ("raw BLOB", ["'\\x00\\xFF'::BLOB", "''::BLOB"], ["'\\x00\\xFE'::BLOB", "'\\x00'::BLOB"]),
    (
        "code UUID",
        ["'00010203-0405-0607-0809-0a0b0c0d0e0f'", "'00000000-0000-0000-0000-000000000000'"],
        ["'00010203-0405-0607-0809-0a0b0c0d0e00'", "'80000000-0000-0000-0000-000000000000'"],
    ),
    ("mood ENUM('low', 'high')", ["'low'", "'high'"], ["'high'", "'low'"]),
    ("tags VARCHAR[]", ["['a', NULL]", "[]"], ["['a']", "[NULL]"]),
    (
        "item STRUCT(x BOOLEAN, y UUID, z INTEGER[2])",
        ["{'x': true, 'y': NULL, 'z': [1, 2]}", "{'x': NULL, 'y': NULL, 'z': NULL}"],
        ["{'x': false, 'y': NULL, 'z': [1, 2]}", "{'x': NULL, 'y': NULL, 'z': [NULL, NULL]}"],
    ),
    (
        "pairs MAP(VARCHAR, DECIMAL(5, 1))",
        ["MAP {'a': 1.5}", "MAP {}"],
        ["MAP {'a': 1.6}", "MAP {'': NULL}"],
    ),
];

/// Rows without nulls, and one of nulls.
fn rows() -> Vec<Vec<&'static str>> {
    let row = |i: usize| COLUMNS.iter().map(|column| column.1[i]).collect();
    let nulls = ["3"].into_iter().chain(COLUMNS[1..].iter().map(|_| "NULL"));
    vec![row(0), row(1), nulls.collect()]
}

/// Writes statements that create a table.
fn table(name: &str, rows: &[Vec<&str>]) -> String {
    let columns: Vec<_> = COLUMNS.iter().map(|column| column.0).collect();
    let rows: Vec<_> = rows.iter().map(|row| format!("({})", row.join(", "))).collect();
    let (columns, rows) = (columns.join(", "), rows.join(", "));
    format!("CREATE TABLE {name} ({columns}); INSERT INTO {name} VALUES {rows};")
}

/// The columns in Arrow whose types other sources have.
fn twin() -> RecordBatch {
    let amounts = Decimal128Array::from(vec![Some(123_400), Some(0), None]);
    let wide = Decimal256Array::from_iter(
        [Some(-71_250), Some(0), None]
            .map(|value| value.map(datafusion::arrow::datatypes::i256::from_i128)),
    );
    let uuids =
        [Some([0_u8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), Some([0; 16]), None];
    let uuids = FixedSizeBinaryArray::try_from_sparse_iter_with_size(uuids.into_iter(), 16);
    let moments =
        TimestampNanosecondArray::from(vec![Some(1_796_050_799_250_000_000), Some(0), None]);
    let at = |first| TimestampNanosecondArray::from(vec![Some(first), Some(0), None]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int64Array::from(vec![1, 2, 3]))),
        ("flag", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]))),
        ("tiny", Arc::new(Int64Array::from(vec![Some(-3), Some(0), None]))),
        ("small", Arc::new(Int64Array::from(vec![Some(-300), Some(0), None]))),
        ("big", Arc::new(Int64Array::from(vec![Some(i64::MIN), Some(0), None]))),
        ("u1", Arc::new(Int64Array::from(vec![Some(255), Some(0), None]))),
        ("u2", Arc::new(Int64Array::from(vec![Some(65_535), Some(0), None]))),
        ("u4", Arc::new(Int64Array::from(vec![Some(4_294_967_295), Some(0), None]))),
        ("u8", Arc::new(UInt64Array::from(vec![Some(u64::MAX), Some(0), None]))),
        ("amount", Arc::new(amounts.with_precision_and_scale(38, 4).expect("they fit"))),
        ("wide", Arc::new(wide.with_precision_and_scale(60, 4).expect("they fit"))),
        ("short", Arc::new(Float64Array::from(vec![Some(f64::NAN), Some(0.0), None]))),
        ("ratio", Arc::new(Float64Array::from(vec![Some(0.1), Some(0.0), None]))),
        ("day", Arc::new(Date32Array::from(vec![Some(-2_440_550), Some(0), None]))),
        ("hour", Arc::new(Time32MillisecondArray::from(vec![Some(86_399_500), Some(0), None]))),
        ("at", Arc::new(at(1_796_083_199_500_000_000))),
        ("at_s", Arc::new(at(1_796_083_199_000_000_000))),
        ("at_ms", Arc::new(at(1_796_083_199_500_000_000))),
        ("at_ns", Arc::new(at(1_796_083_199_000_000_001))),
        ("moment", Arc::new(moments.with_timezone("Asia/Tokyo"))),
        ("note", Arc::new(LargeStringArray::from(vec![Some("Ada"), Some(""), None]))),
        ("raw", Arc::new(BinaryArray::from(vec![Some(&[0_u8, 255][..]), Some(&[]), None]))),
        ("code", Arc::new(uuids.expect("they have 16 bytes"))),
        ("mood", Arc::new(StringArray::from(vec![Some("low"), Some("high"), None]))),
    ];
    RecordBatch::try_from_iter(columns).expect("the table is valid")
}

#[test]
fn all_types_nulls_and_changes() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    let rows = rows();
    let mut sql = table("a", &rows);
    // Each cell is a null, and another value.
    let mut changed = Vec::new();
    for column in 0..COLUMNS.len() {
        for row in 0..3 {
            let other = if row < 2 { COLUMNS[column].2[row] } else { COLUMNS[column].1[1] };
            for cell in
                [Some(other), (column > 0 && row < 2).then_some("NULL")].into_iter().flatten()
            {
                let mut rows = rows.clone();
                rows[row][column] = cell;
                changed.push(format!("c{}", changed.len()));
                sql += &table(changed.last().expect("some"), &rows);
            }
        }
    }
    sql += &table("fewer", &rows[..2]);
    sql += &table("more", &[&rows[..], &rows[2..]].concat());
    let path = dir.path("whole.parquet");
    sql += &format!("COPY a TO '{}' (FORMAT parquet)", path.to_str().expect("UTF-8"));
    duckdb::write(&dir.path("a.duckdb"), &sql);
    dir.parquet("twin.parquet", &twin()).arrow("twin.arrow", &twin());
    let address = |table: &str| format!("duckdb:a.duckdb#{table}");
    let nested = ["tags", "item", "pairs"].map(|name| format!("--ignore-column={name}"));
    let diff = |a: &str, b: &str, more: &[String]| {
        let never = ["diff", "--pushdown", "never", a, b].map(str::to_owned);
        dir.run(&[&never[..], more].concat())
    };
    diff(&address("a"), "whole.parquet", &[]).is_same();
    diff("whole.parquet", &address("a"), &[]).is_same();
    diff(&address("a"), &address("a"), &[]).is_same();
    for other in ["twin.parquet", "twin.arrow"] {
        diff(&address("a"), other, &nested).is_same();
        diff(other, &address("a"), &nested).is_same();
    }
    // Two tables are the same if their fingerprints are, and one process computes those of all
    // tables.
    let others = changed.iter().map(String::as_str).chain(["fewer", "more"]);
    let names: Vec<_> = ["a"].into_iter().chain(others).map(address).collect();
    let arguments: Vec<_> =
        ["whole.parquet"].into_iter().chain(names.iter().map(|n| &**n)).collect();
    let run = dir.run(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines = run.stdout.lines().map(|line| line.split_once("  ").expect("two fields"));
    let (fingerprints, shown): (Vec<_>, Vec<_>) = lines.unzip();
    let shown: Vec<_> = shown.iter().map(|name| name.trim_matches('\'')).collect();
    assert_eq!(shown, arguments);
    assert_eq!(fingerprints[0], fingerprints[1]);
    let mut places = HashMap::new();
    for (name, fingerprint) in shown.iter().zip(&fingerprints).skip(1) {
        if let Some(same) = places.insert(fingerprint, name) {
            panic!("{same} and {name} have the fingerprint {fingerprint}");
        }
    }
    // Three cells of `id` have another value, those of other columns five values or nulls.
    assert_eq!(places.len(), 1 + 3 + 5 * (COLUMNS.len() - 1) + 2);
    for (name, other) in
        [("fewer", "whole.parquet"), ("more", "whole.parquet"), ("c0", "duckdb:a.duckdb#a")]
    {
        let run = diff(&address(name), other, &[]);
        assert_eq!(run.code, 1, "{name} {other}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn types_without_counterpart_are_refused() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    let types = [
        ("HUGEINT", "HUGEINT"),
        ("UHUGEINT", "UHUGEINT"),
        ("BIGNUM", "BIGNUM"),
        ("INTERVAL", "INTERVAL"),
        ("TIMETZ", "TIME WITH TIME ZONE"),
        ("BIT", "BIT"),
        ("JSON", "JSON"),
        ("UNION(a INTEGER, b VARCHAR)", "UNION"),
        ("JSON[]", "JSON"),
        ("HUGEINT[3]", "HUGEINT"),
        ("STRUCT(a STRUCT(b TIMETZ))", "STRUCT"),
        ("MAP(VARCHAR, BIT)", "MAP"),
    ];
    let mut sql = String::new();
    for (number, (declared, _)) in types.iter().enumerate() {
        sql += &format!("CREATE TABLE t{number} (id INTEGER, \"a c\" {declared});");
    }
    // An integer and a text, as the message advises.
    sql += "CREATE TABLE odd (id INTEGER, h HUGEINT, j JSON, i INTERVAL);
            INSERT INTO odd VALUES (1, 5, '[2]', INTERVAL 3 DAY);
            CREATE VIEW v AS SELECT id, CAST(h AS DECIMAL(38, 0)) AS h, CAST(j AS TEXT) AS j,
            CAST(i AS TEXT) AS i FROM odd";
    duckdb::write(&dir.path("a.duckdb"), &sql);
    for (number, (_, shown)) in types.iter().enumerate() {
        let address = format!("duckdb:a.duckdb#t{number}");
        let says = [&format!("{address}': column 'a c': its type "), *shown, "CAST(... AS TEXT)"];
        dir.run(&[&address]).is_trouble(&says);
        dir.run(&["diff", &address, &address]).is_refused(&says);
    }
    dir.write("v.csv", "id,h,j,i\n1,5,[2],3 days\n");
    dir.run(&["diff", "duckdb:a.duckdb#v", "v.csv"]).is_same();
}

#[test]
fn values_that_arrow_lacks_are_refused() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    let values = [
        ("DATE", "'infinity'"),
        ("DATE", "'-infinity'"),
        ("TIMESTAMP", "'infinity'"),
        ("TIMESTAMP", "'-infinity'"),
        ("TIMESTAMP_S", "'infinity'"),
        ("TIMESTAMP_MS", "'-infinity'"),
        ("TIMESTAMP_NS", "'infinity'"),
        ("TIMESTAMPTZ", "'-infinity'"),
        ("TIME", "'24:00:00'"),
        ("DATE[]", "['infinity']"),
        ("STRUCT(a TIMESTAMP)", "{'a': '-infinity'}"),
        ("MAP(INTEGER, TIME)", "MAP {1: '24:00:00'}"),
        ("TIMESTAMP[2]", "['infinity', NULL]"),
    ];
    let mut sql = String::new();
    for (number, (declared, value)) in values.iter().enumerate() {
        let name = format!("t{number}");
        sql += &format!("CREATE TABLE {name} (id INTEGER, c {declared});");
        sql += &format!("INSERT INTO {name} VALUES (1, NULL), (2, {value});");
    }
    duckdb::write(&dir.path("a.duckdb"), &sql);
    for number in 0..values.len() {
        let address = format!("duckdb:a.duckdb#t{number}");
        let says = [&format!("{address}': rows 1 to 2: column c has a value that is no ")];
        let says = says.map(String::as_str);
        dir.run(&[&address]).is_trouble(&says);
        for pushdown in ["never", "always"] {
            let run = dir.run(&["diff", "--pushdown", pushdown, &address, &address]);
            assert_eq!((run.code, &*run.stdout), (2, ""), "{number}: {}", run.stderr);
            assert!(run.stderr.contains(says[0]), "{}", run.stderr);
        }
    }
}

#[test]
fn what_checksums_do_not_cover_is_read() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    for (declared, value, says) in [
        ("DOUBLE", "0.5", "the checksum does not cover column c, Float64"),
        ("UUID", "gen_random_uuid()", "the checksum does not cover column c, FixedSizeBinary"),
        ("TIMESTAMPTZ", "'2026-11-30 00:00:00+00'", "the checksum does not cover column c, "),
        ("INTEGER[]", "[1]", "the checksum does not cover column c, "),
        ("ENUM('a', 'b')", "'a'", "the checksum does not cover column c, Dictionary"),
        ("UBIGINT", "18446744073709551615", "has a value that the checksum does not cover"),
        (
            "TIMESTAMP_NS",
            "'2026-11-30 00:00:00'",
            "the checksum does not cover column c, Timestamp(ns)",
        ),
        ("VARCHAR", "repeat('é', 1025)", "text(2050)\" is not covered"),
        ("BLOB", "repeat('x', 2049)::BLOB", "binary(2049)\" is not covered"),
    ] {
        let table = |name: &str, value: &str| {
            format!(
                "CREATE TABLE {name} (id INTEGER, c {declared});
                 INSERT INTO {name} VALUES (1, {value}), (2, NULL);"
            )
        };
        let sql = table("a", value) + &table("b", "NULL");
        duckdb::write(&dir.path("a.duckdb"), &sql);
        let run = |other| {
            let [a, b] = ["a", other].map(|table| format!("duckdb:a.duckdb#{table}"));
            dir.run(&["diff", "--pushdown", "always", &a, &b, "--key", "id"])
        };
        let (same, other) = (run("a"), run("b"));
        assert_eq!((same.code, &*same.stdout), (0, ""), "{declared}: {}", same.stderr);
        let reason = "all rows are read, because ";
        assert!(same.stderr.contains(reason) && same.stderr.contains(says), "{}", same.stderr);
        assert_eq!(other.code, 1, "{declared}: {}", other.stderr);
    }
}

#[test]
fn views_names_and_many_rows() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    // The name of the file is part of the text of queries. The last `#` ends it.
    let path = dir.path("a#\"x' y.duckdb%23#c");
    let text = dir.path("outside.csv").to_str().expect("UTF-8").to_owned();
    let mut sql = "CREATE SCHEMA \"S\"; CREATE TABLE \"S\".\"odd \"\".name\" (\"a \"\"b\" INTEGER, twice INTEGER AS (2 * \"a \"\"b\"));
         INSERT INTO \"S\".\"odd \"\".name\" VALUES (7), (NULL);
         CREATE TABLE many AS SELECT i AS id, repeat('x', i % 300) AS note FROM range(50000) t(i);
         CREATE VIEW same AS SELECT note, id FROM many ORDER BY id DESC;".to_owned();
    dir.write("outside.csv", "a\n1\n");
    sql += &format!("CREATE VIEW outside AS SELECT * FROM read_csv('{text}')");
    duckdb::write(&path, &sql);
    let address = |table: &str| format!("duckdb:a#\"x' y.duckdb%23#c#{table}");
    // Others would be opened if a part of the name were left out, or decoded.
    for name in ["a", "a#\"x' y.duckdb", "a#\"x' y.duckdb%23", "a#\"x' y.duckdb##c"] {
        duckdb::write(&dir.path(name), "CREATE TABLE many AS SELECT 1 AS id, 'other' AS note");
    }
    dir.write("odd.csv", "\"a \"\"b\",twice\n7,14\n,\n");
    for name in ["S.\"odd \"\".name\"", "s.\"ODD \"\".NAME\"", "\"S\".\"odd \"\".name\""] {
        dir.run(&["diff", &address(name), "odd.csv"]).is_same();
    }
    let never = ["diff", "--pushdown", "never"];
    dir.run(&[&never[..], &[&address("many"), &address("main.same")]].concat()).is_same();
    // Several readers of a table take turns, and one leaves early.
    let query = "SELECT * FROM many EXCEPT ALL SELECT * FROM many";
    let run = dir.run(&["--query", query, &address("many")]);
    assert!(run.stdout.contains("-0  query"), "{}{}", run.stdout, run.stderr);
    let query = "SELECT count(*), sum(length(note)), (SELECT id FROM many LIMIT 1) FROM many";
    let run = dir.run(&["--query", query, &address("many")]);
    assert_eq!((run.code, run.stdout.split(['-', ' ']).nth(1)), (0, Some("1")), "{}", run.stderr);
    // The rows of other files are not those of one moment.
    dir.run(&[&address("outside")]).is_trouble(&["Permission Error: Cannot access file"]);
}

#[test]
fn rows_that_are_only_in_the_log_count() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    // The catalog has the name of the file, which is also that of the schema.
    duckdb::write(
        &dir.path("main.duckdb"),
        "CREATE TABLE t (id INTEGER); CHECKPOINT; PRAGMA disable_checkpoint_on_shutdown;
         INSERT INTO t VALUES (1), (2)",
    );
    assert!(dir.path("main.duckdb.wal").exists());
    let files = || {
        let mut files: Vec<_> = fs::read_dir(dir.0.path())
            .expect("readable")
            .flatten()
            .map(|file| (file.file_name(), fs::read(file.path()).expect("readable")))
            .collect();
        files.sort();
        files
    };
    dir.write("t.csv", "id\n1\n2\n");
    let before = files();
    dir.run(&["diff", "duckdb:main.duckdb#t", "t.csv"]).is_same();
    // Nothing is written.
    assert_eq!(before, files());
}

#[test]
fn writers_and_readers_exclude_each_other() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    duckdb::write(&dir.path("a.duckdb"), "CREATE TABLE t AS SELECT 1 AS id");
    fs::copy(dir.path("a.duckdb"), dir.path("b.duckdb")).expect("copied");
    fs::hard_link(dir.path("a.duckdb"), dir.path("link.duckdb")).expect("linked");
    let writer = DuckDb::open(&dir.path("a.duckdb"));
    for pair in
        [["duckdb:a.duckdb#t", "duckdb:b.duckdb#t"], ["duckdb:b.duckdb#t", "duckdb:a.duckdb#t"]]
    {
        dir.run(&["diff", pair[0], pair[1]])
            .is_refused(&["duckdb:a.duckdb#t': ", "Could not set lock on file"]);
    }
    drop(writer);
    dir.run(&["diff", "duckdb:a.duckdb#t", "duckdb:b.duckdb#t"]).is_same();
    // The program opens the file by two names and then reads standard input, with the file locked.
    // A pipe holds less than these lines, so the program reads them once they are written.
    let mut command = dir.command();
    command.args(["--query", "SELECT a.id FROM t a, \"main.t\" b", "--format", "csv"]);
    command.args(["duckdb:a.duckdb#t", "duckdb:link.duckdb#main.t", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all("x\n".repeat(1 << 18).as_bytes()).expect("written");
    let error = DuckDb::try_open(&dir.path("a.duckdb")).err().expect("locked").to_string();
    assert!(error.contains("Could not set lock on file"), "{error}");
    // Readers do not exclude each other.
    dir.run(&["diff", "duckdb:a.duckdb#t", "duckdb:b.duckdb#t"]).is_same();
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    DuckDb::open(&dir.path("a.duckdb"));
}

/// Returns what a word of eight bytes adds, by exclusive or, to the checksum of DuckDB's header.
fn in_checksum(word: &[u8]) -> [u8; 8] {
    let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
    word.wrapping_mul(0xbf58_476d_1ce4_e5b9).to_le_bytes()
}

#[test]
fn clear_errors() {
    let dir = Dir::new();
    let text = "this is no database, but long enough to have a header, which is read first of all";
    dir.write("text.db", text)
        .write("short.db", "x")
        .write("empty.db", "")
        .write("a?b.db", "checksumDUCK")
        .write("t.csv", "id\n1\n");
    let mut errors = vec![
        ("duckdb:a.duckdb", "not duckdb:PATH#TABLE"),
        ("duckdb:a.duckdb#", "not duckdb:PATH#TABLE"),
        ("duckdb:#t", "not duckdb:PATH#TABLE"),
        ("duckdb:none.db#t", "No such file"),
        ("duckdb::memory:#t", "No such file"),
        ("duckdb:.#t", "not a file"),
        ("duckdb:a?b.db#t", "contains a question mark"),
        ("duckdb:text.db#t", "not a database of DuckDB"),
        ("duckdb:short.db#t", "not a database of DuckDB"),
        ("duckdb:empty.db#t", "not a database of DuckDB"),
    ];
    if DuckDb::is_installed() {
        duckdb::write(&dir.path("a.duckdb"), "CREATE TABLE t AS SELECT 1 AS id");
        // A file of a version that will never be, with the checksum that it needs.
        let mut newer = fs::read(dir.path("a.duckdb")).expect("readable");
        let before = in_checksum(&newer[8..16]);
        newer[12..16].copy_from_slice(&999_u32.to_le_bytes());
        let after = in_checksum(&newer[8..16]);
        for (place, byte) in newer[..8].iter_mut().enumerate() {
            *byte ^= before[place] ^ after[place];
        }
        dir.write("newer.duckdb", newer);
        dir.write("t.csv", "id\n1\n");
        errors.extend([
            ("duckdb:a.duckdb#u", "Table with name u does not exist!"),
            ("duckdb:a.duckdb#t.csv", "Permission Error: Cannot access file"),
            ("duckdb:a.duckdb#a.b.t", "a.b.t is not TABLE or SCHEMA.TABLE"),
            ("duckdb:newer.duckdb#t", "but we can only read versions between"),
        ]);
    }
    for (name, says) in errors {
        dir.run(&[name]).is_trouble(&[name, says]);
        dir.run(&["diff", "t.csv", name]).is_refused(&[says]);
    }
    assert!(!dir.path("none.db").exists());
    // A name that starts so can still be that of a file.
    dir.write("duckdb:x.csv", "a\n1\n");
    assert_eq!(dir.run(&["./duckdb:x.csv"]).code, 0);
}

#[test]
fn the_library_is_not_that_of_the_current_folder() {
    let dir = Dir::new();
    let file = format!("{}duckdb{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = std::env::var_os("HSUM_DUCKDB_LIBRARY");
    let library = library.and_then(|library| fs::read(library).ok()).unwrap_or_default();
    dir.write(&file, library).write("a.duckdb", "checksumDUCK").write("text.so", "no library");
    let run = |variable: Option<&OsStr>| {
        let mut command = dir.command();
        command.arg("duckdb:a.duckdb#t").env_remove("HSUM_DUCKDB_LIBRARY");
        for folders in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            command.env(folders, ":.:");
        }
        if let Some(variable) = variable {
            command.env("HSUM_DUCKDB_LIBRARY", variable);
        }
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let text = dir.path("text.so");
    let mut errors = vec![
        (Some(OsStr::new(&file)), "not an absolute path"),
        (Some(OsStr::new("")), "not an absolute path"),
        (Some(OsStr::new("/none/of/these.so")), "which is not a file"),
        (Some(text.as_os_str()), "cannot be loaded as DuckDB's library"),
    ];
    let is_in_system = |folder: &&str| fs::exists(format!("{folder}/{file}")).is_ok_and(|is| is);
    if !["/usr/local/lib", "/usr/lib", "/usr/lib64"].iter().any(is_in_system) {
        errors.push((None, "is not installed: it is in no folder of "));
    }
    for (variable, says) in errors {
        let (code, stderr) = run(variable);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(says) && stderr.contains("duckdb:a.duckdb#t': "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[test]
fn damaged_databases_have_no_verdict() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    let rows =
        "CREATE TABLE t AS SELECT i AS id, 'note ' || hash(i) AS note FROM range(50000) t(i)";
    duckdb::write(&dir.path("a.duckdb"), rows);
    fs::copy(dir.path("a.duckdb"), dir.path("b.duckdb")).expect("copied");
    let never = ["diff", "--pushdown", "never", "duckdb:a.duckdb#t", "duckdb:b.duckdb#t"];
    dir.run(&never).is_same();
    let bytes = fs::read(dir.path("b.duckdb")).expect("readable");
    let (half, quarter) = (&bytes[..bytes.len() / 2], bytes.len() / 4);
    // Cut, overwritten, and with one bit changed in its rows.
    let mut bit = bytes.clone();
    bit[quarter] ^= 1;
    for damaged in [half.to_vec(), [half, &vec![255; half.len()]].concat(), bit] {
        fs::write(dir.path("b.duckdb"), damaged).expect("written");
        dir.run(&never).is_refused(&["b.duckdb"]);
        dir.run(&[
            "diff",
            "--pushdown",
            "always",
            "--brief",
            "duckdb:b.duckdb#t",
            "duckdb:b.duckdb#t",
        ])
        .is_refused(&["b.duckdb"]);
        dir.run(&["duckdb:b.duckdb#t"]).is_trouble(&["b.duckdb"]);
    }
}
