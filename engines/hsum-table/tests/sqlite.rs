//! Tables in SQLite.

mod support;

use datafusion::arrow::array::*;
use rusqlite::Connection;
use std::fs;
use std::sync::Arc;
use support::Dir;

/// Writes a database.
fn sqlite(dir: &Dir, name: &str, sql: &str) {
    let _ = fs::remove_file(dir.path(name));
    let connection = Connection::open(dir.path(name)).expect("created");
    connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

const COLUMNS: &str = "id INTEGER PRIMARY KEY, flag BOOLEAN, amount DECIMAL(10, 2), \
    wide NUMERIC(40,3), ratio DOUBLE, day DATE, at DATETIME, note VARCHAR(20), raw BLOB";
/// Two rows without nulls, the second with the values that are close to a null, and one of nulls.
const ROWS: [[&str; 9]; 3] = [
    [
        "1",
        "1",
        "12.34",
        "-7.125",
        "0.5",
        "'2026-11-30'",
        "'2026-11-30 23:59:59.5'",
        "'Ada'",
        "x'00ff'",
    ],
    ["2", "0", "0", "0", "-0.0", "'1970-01-01'", "'1970-01-01 00:00:00'", "''", "x''"],
    ["3", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"],
];

fn table(rows: &[[&str; 9]]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| format!("({})", row.join(", "))).collect();
    format!("CREATE TABLE t ({COLUMNS}); INSERT INTO t VALUES {}", rows.join(", "))
}

/// The same rows in Arrow.
fn twin() -> RecordBatch {
    let decimals = |values: [Option<i128>; 3]| {
        Decimal128Array::from(values.to_vec()).with_precision_and_scale(38, 4).expect("they fit")
    };
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int32Array::from(vec![1, 2, 3]))),
        ("flag", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]))),
        ("amount", Arc::new(decimals([Some(123_400), Some(0), None]))),
        ("wide", Arc::new(decimals([Some(-71_250), Some(0), None]))),
        ("ratio", Arc::new(Float64Array::from(vec![Some(0.5), Some(0.0), None]))),
        ("day", Arc::new(Date32Array::from(vec![Some(20_787), Some(0), None]))),
        (
            "at",
            Arc::new(TimestampMillisecondArray::from(vec![Some(1_796_083_199_500), Some(0), None])),
        ),
        ("note", Arc::new(StringArray::from(vec![Some("Ada"), Some(""), None]))),
        ("raw", Arc::new(BinaryArray::from(vec![Some(&[0_u8, 255][..]), Some(&[]), None]))),
    ];
    RecordBatch::try_from_iter(columns).expect("the table is valid")
}

#[test]
fn all_types_and_nulls() {
    let dir = Dir::new();
    sqlite(&dir, "a.db", &table(&ROWS));
    dir.parquet("b.parquet", &twin()).arrow("b.arrow", &twin());
    let csv = "id,flag,amount,wide,ratio,day,at,note\n\
               1,true,12.34,-7.125,0.5,2026-11-30,2026-11-30 23:59:59.5,Ada\n\
               3,,,,,,,\n2,false,0,0,-0.0,1970-01-01,1970-01-01 00:00:00,\"\"\n";
    dir.write("c.csv", csv);
    for other in ["b.parquet", "b.arrow"] {
        dir.run(&["diff", "sqlite:a.db#t", other]).is_same();
        dir.run(&["diff", other, "sqlite:a.db#t"]).is_same();
    }
    dir.run(&["diff", "sqlite:a.db#t", "c.csv", "--ignore-column", "raw"]).is_same();
    dir.run(&["diff", "c.csv", "sqlite:a.db#t", "--ignore-column", "raw"]).is_same();
    let fingerprint = |args: &[&str]| {
        let run = dir.run(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout.split(' ').next().map(str::to_owned)
    };
    assert_eq!(fingerprint(&["sqlite:a.db#t"]), fingerprint(&["b.parquet"]));
    let columns = ["--columns", "note,id"];
    let of = |name| fingerprint(&[&columns[..], &[name]].concat());
    assert_eq!(of("sqlite:a.db#t"), of("b.parquet"));
    assert_ne!(of("sqlite:a.db#t"), fingerprint(&["b.parquet"]));
    let run = dir.run(&["--json", "sqlite:a.db#t"]);
    assert!(run.stdout.contains(r#""table":"sqlite:a.db#t""#), "{}", run.stdout);
    assert!(
        run.stdout.contains(r#"{"name":"amount","type":"Decimal128(10, 2)"}"#),
        "{}",
        run.stdout
    );
}

#[test]
fn each_change_is_found() {
    let dir = Dir::new();
    sqlite(&dir, "a.db", &table(&ROWS));
    dir.parquet("twin.parquet", &twin());
    let differs = |sql: &str| {
        sqlite(&dir, "b.db", sql);
        for other in ["sqlite:a.db#t", "twin.parquet"] {
            for pair in [["sqlite:b.db#t", other], [other, "sqlite:b.db#t"]] {
                let run = dir.run(&["diff", pair[0], pair[1]]);
                assert_eq!(run.code, 1, "{sql}: {}{}", run.stdout, run.stderr);
            }
        }
    };
    let others = [
        "9",
        "1",
        "12.35",
        "-7.126",
        "0.25",
        "'2026-11-29'",
        "'2026-11-30 23:59:59.6'",
        "'ada'",
        "x'00fe'",
    ];
    for column in 0..9 {
        for row in 0..3 {
            let mut changed = ROWS;
            let is_key = column == 0;
            if !is_key && row < 2 {
                changed[row][column] = "NULL";
                differs(&table(&changed));
            }
            // Of the first row another value, of the second, which is close to a null, too.
            changed[row][column] = if column == 1 && row == 0 { "0" } else { others[column] };
            differs(&table(&changed));
        }
    }
    differs(&table(&ROWS[..2]));
    differs(&format!("{}, (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)", table(&ROWS)));
    // A copy of a row, in a table without a key.
    let bag = |rows: &str| format!("CREATE TABLE t (a INT, b TEXT); INSERT INTO t VALUES {rows}");
    sqlite(&dir, "c.db", &bag("(1, 'x'), (1, 'x'), (2, 'y')"));
    for (rows, code) in [
        ("(2, 'y'), (1, 'x'), (1, 'x')", 0),
        ("(1, 'x'), (2, 'y'), (2, 'y')", 1),
        ("(1, 'x'), (2, 'y')", 1),
        ("(1, 'x'), (1, 'x'), (1, 'x'), (2, 'y')", 1),
    ] {
        sqlite(&dir, "d.db", &bag(rows));
        assert_eq!(dir.run(&["diff", "sqlite:c.db#t", "sqlite:d.db#t"]).code, code, "{rows}");
    }
}

#[test]
fn values_of_other_types_are_refused() {
    let dir = Dir::new();
    for (declared, value, says) in [
        ("INTEGER", "'abc'", "the TEXT abc is no exact Int64"),
        ("INTEGER", "1.5", "the REAL 1.5 is no exact Int64"),
        ("BOOLEAN", "2", "the INTEGER 2 is no exact Boolean"),
        ("BOOLEAN", "'true'", "the TEXT true is no exact Boolean"),
        ("REAL", "'x'", "the TEXT x is no exact Float64"),
        ("TEXT", "x'61'", "a BLOB of 1 bytes is no exact Utf8"),
        ("TEXT", "CAST(x'ff' AS TEXT)", "a TEXT that is not UTF-8 is no exact Utf8"),
        ("BLOB", "'a'", "the TEXT a is no exact Binary"),
        ("BLOB", "1", "the INTEGER 1 is no exact Binary"),
        ("DATE", "'2026-02-30'", "the TEXT 2026-02-30 is no exact Date32"),
        ("DATE", "20000", "the INTEGER 20000 is no exact Date32"),
        ("DATE", "'2026-11-30 00:00:00'", "is no exact Date32"),
        ("TIMESTAMP", "1700000000", "the INTEGER 1700000000 is no exact Timestamp"),
        ("TIMESTAMP", "'2026-11-30 23:59:59.1234567'", "is no exact Timestamp"),
        ("TIMESTAMP", "'2026-11-30 23:59:59Z'", "is no exact Timestamp"),
        ("DECIMAL(5,2)", "0.001", "the REAL 0.001 is no exact Decimal128(5, 2)"),
        ("DECIMAL(5,2)", "1234.5", "the REAL 1234.5 is no exact Decimal128(5, 2)"),
        ("DECIMAL(5,2)", "1000", "the INTEGER 1000 is no exact Decimal128(5, 2)"),
        ("DECIMAL(5,2)", "'x'", "the TEXT x is no exact Decimal128(5, 2)"),
        // Floats of sixteen digits do not tell which decimal was written.
        ("DECIMAL(38,3)", "1234567890123.455", "the REAL 1234567890123.455 is no exact"),
        ("DECIMAL(38,2)", "1e300", "is no exact Decimal128(38, 2)"),
        ("DECIMAL(38,2)", "9e999", "the REAL inf is no exact Decimal128(38, 2)"),
    ] {
        let rows = format!(
            "CREATE TABLE t (id INTEGER, c {declared}); INSERT INTO t VALUES (1, NULL), (2, {value})"
        );
        sqlite(&dir, "a.db", &rows);
        let says = [says, "sqlite:a.db#t': row 2: ", ", as column c has"];
        dir.run(&["sqlite:a.db#t"]).is_trouble(&says);
        // Equally wrong tables are not the same either.
        dir.run(&["diff", "sqlite:a.db#t", "sqlite:a.db#t"]).is_refused(&says);
    }
}

#[test]
fn decimals_are_those_that_were_written() {
    let dir = Dir::new();
    for (value, digits) in [
        ("0.1", "0.1"),
        ("1234567890123.45", "1234567890123.45"),
        ("-999999999999999", "-999999999999999"),
        ("9007199254740993", "9007199254740993"),
        ("100000.0", "100000"),
        ("-0.0", "0"),
        ("0.05", "0.05"),
    ] {
        let table = format!("CREATE TABLE t (c DECIMAL(20, 2)); INSERT INTO t VALUES ({value})");
        sqlite(&dir, "a.db", &table);
        dir.write("b.csv", format!("c\n{digits}\n"));
        dir.run(&["diff", "sqlite:a.db#t", "b.csv"]).is_same();
    }
}

#[test]
fn views_and_unusual_tables() {
    let dir = Dir::new();
    sqlite(
        &dir,
        "a#b.db",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, twice INT AS (2 * a), kept INT AS (3 * a) STORED);
         INSERT INTO t (id, a) VALUES (1, 5), (2, NULL);
         CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
         INSERT INTO w VALUES ('x', 1.5), ('y', 2.0);
         CREATE VIEW v AS SELECT k, CAST(v AS REAL) AS v FROM w;
         CREATE TABLE \"odd \"\"name\" (\"a \"\"b\" INTEGER); INSERT INTO \"odd \"\"name\" VALUES (7)",
    );
    // Columns that are computed count.
    dir.write("t.csv", "id,a,twice,kept\n1,5,10,15\n2,,,\n").write("v.csv", "k,v\nx,1.5\ny,2\n");
    dir.write("odd.csv", "\"a \"\"b\"\n7\n");
    dir.run(&["diff", "sqlite:a#b.db#t", "t.csv"]).is_same();
    dir.run(&["diff", "sqlite:a#b.db#v", "v.csv"]).is_same();
    dir.run(&["diff", "sqlite:a#b.db#odd \"name", "odd.csv"]).is_same();
    // Values of any storage class are literals.
    dir.write("w.csv", "k,v\nx,1.5\ny,2.0\n");
    dir.run(&["diff", "sqlite:a#b.db#w", "w.csv"]).is_same();
    // A query has the name of the table, which it may read several times at once.
    let query =
        "SELECT a.id, b.twice FROM t a JOIN t b ON a.id < b.id OR a.id = b.id ORDER BY 1, 2";
    let run = dir.run(&["--query", query, "sqlite:a#b.db#t"]);
    assert_eq!((run.code, run.stdout.split(['-', ' ']).nth(1)), (0, Some("3")), "{}", run.stderr);
    let run = dir.run(&["--query", "SELECT count(*) FROM v", "sqlite:a#b.db#v"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn clear_errors() {
    let dir = Dir::new();
    sqlite(&dir, "a.db", "CREATE TABLE t (id INTEGER); CREATE TABLE j (c JSON, d NUMERIC)");
    dir.write("text.db", "this is no database, but long enough to have its header of 100 bytes, which SQLite reads first of all");
    for (name, says) in [
        ("sqlite:a.db", "not sqlite:PATH#TABLE"),
        ("sqlite:a.db#", "not sqlite:PATH#TABLE"),
        ("sqlite:#t", "not sqlite:PATH#TABLE"),
        ("sqlite:a.db#u", "no such table"),
        ("sqlite:none.db#t", "No such file"),
        ("sqlite:.#t", "not a file"),
        ("sqlite:text.db#t", "not a database"),
        ("sqlite:a.db#j", "column c: its type JSON has no exact counterpart"),
    ] {
        dir.run(&[name]).is_trouble(&[name, says]);
        dir.run(&["diff", "sqlite:a.db#t", name]).is_refused(&[says]);
    }
    assert!(!dir.path("none.db").exists());
    // A name that starts so can still be that of a file.
    dir.write("sqlite:x.csv", "a\n1\n");
    assert_eq!(dir.run(&["./sqlite:x.csv"]).code, 0);
}

#[test]
fn damaged_databases_have_no_verdict() {
    let dir = Dir::new();
    let rows = "CREATE TABLE t (id INTEGER PRIMARY KEY, note TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO t SELECT i, 'note ' || i FROM n";
    sqlite(&dir, "a.db", rows);
    sqlite(&dir, "b.db", rows);
    dir.run(&["diff", "sqlite:a.db#t", "sqlite:b.db#t"]).is_same();
    let bytes = fs::read(dir.path("b.db")).expect("readable");
    let half = &bytes[..bytes.len() / 2];
    // Cut, which SQLite notices at once, and overwritten, which a reader notices on the way.
    for damaged in [half.to_vec(), [half, &vec![255; half.len()]].concat()] {
        fs::write(dir.path("b.db"), damaged).expect("written");
        dir.run(&["diff", "sqlite:a.db#t", "sqlite:b.db#t"]).is_refused(&["malformed"]);
        dir.run(&["diff", "--brief", "sqlite:b.db#t", "sqlite:b.db#t"]).is_refused(&["malformed"]);
        dir.run(&["sqlite:b.db#t"]).is_trouble(&["malformed"]);
    }
}

#[test]
fn values_of_any_storage_class() {
    let dir = Dir::new();
    for (declared, strict) in [("", ""), ("ANY", " STRICT")] {
        let table = |name: &str, values: &str| {
            format!(
                "CREATE TABLE {name} (id INTEGER, v {declared}){strict}; INSERT INTO {name} VALUES {values};"
            )
        };
        let values = [
            "5",
            "5.0",
            "'5'",
            "x'35'",
            "NULL",
            "''",
            "x''",
            "'NULL'",
            "-0.0",
            "1e300",
            "char(97,0,98)",
        ];
        let mut sql = String::new();
        for (i, value) in values.iter().enumerate() {
            sql += &table(&format!("t{i}"), &format!("(1, {value})"));
        }
        sqlite(&dir, "any.db", &sql);
        let addresses: Vec<_> = (0..values.len()).map(|i| format!("sqlite:any.db#t{i}")).collect();
        let run = dir.run(&addresses);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let all: Vec<_> = run.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                assert_eq!(a == b, i == j, "{} {}", values[i], values[j]);
            }
        }
        // The database computes no checksum of literals.
        for (other, code) in [(1, 1), (0, 0)] {
            let run = dir.run(&["diff", "--pushdown", "always", &addresses[0], &addresses[other]]);
            assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        }
    }
}

/// A type that is not covered matters only if its column is compared.
#[test]
fn columns_that_are_left_out() {
    let dir = Dir::new();
    sqlite(
        &dir,
        "a.db",
        "CREATE TABLE t (id INTEGER, j JSON, n NUMERIC); INSERT INTO t VALUES (1, '[]', 2)",
    );
    dir.write("a.csv", "id\n1\n");
    dir.run(&["diff", "--columns", "id", "sqlite:a.db#t", "a.csv"]).is_same();
    let ignored = ["--ignore-column", "j", "--ignore-column", "n"];
    dir.run(&[&["diff"][..], &ignored, &["sqlite:a.db#t", "a.csv"]].concat()).is_same();
    assert_eq!(dir.run(&["--columns", "id", "sqlite:a.db#t"]).code, 0);
    assert_eq!(dir.run(&["--query", "SELECT id FROM t", "sqlite:a.db#t"]).code, 0);
    let says = ["column j: its type JSON has no exact counterpart", "leave the column out"];
    dir.run(&["sqlite:a.db#t"]).is_trouble(&says);
    dir.run(&["--columns", "j", "sqlite:a.db#t"]).is_trouble(&says);
    dir.run(&["--query", "SELECT j FROM t", "sqlite:a.db#t"]).is_trouble(&says);
    dir.run(&["diff", "--key", "j", "--columns", "id", "sqlite:a.db#t", "sqlite:a.db#t"])
        .is_refused(&says);
    dir.run(&["diff", "sqlite:a.db#t", "sqlite:a.db#t"]).is_refused(&says);
}

/// Two tables that are always changed in one transaction never differ.
#[test]
fn two_tables_of_one_moment() {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    let dir = Dir::new();
    let sql = "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
        CREATE TABLE left_ (id INTEGER, n INTEGER); INSERT INTO left_ VALUES (1, 0);
        CREATE TABLE right_ (id INTEGER, n INTEGER); INSERT INTO right_ VALUES (1, 0);";
    sqlite(&dir, "a.db", sql);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (started, is_started) = std::sync::mpsc::channel();
        scope.spawn(|| {
            let writer = Connection::open(dir.path("a.db")).expect("opened");
            writer.busy_timeout(std::time::Duration::from_secs(60)).expect("set");
            let started = started;
            while !is_done.load(Relaxed) {
                let both = "BEGIN; UPDATE left_ SET n = n + 1; UPDATE right_ SET n = n + 1; COMMIT";
                writer.execute_batch(both).expect("updated");
                let _ = started.send(());
            }
        });
        is_started.recv().expect("a change");
        let runs: Vec<_> = ["always", "never", "always", "never"]
            .iter()
            .flat_map(|pushdown| {
                let (a, b) = ("sqlite:a.db#left_", "sqlite:a.db#right_");
                let both = ["diff", "--pushdown", pushdown, "--key", "id", a, b];
                [dir.run(&both), dir.run(&[a, b])]
            })
            .collect();
        // The writer ends whatever is found.
        is_done.store(true, Relaxed);
        let mut moments = std::collections::HashSet::new();
        for run in runs {
            assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
            let prints = run.stdout.lines().filter_map(|line| line.split(' ').next());
            let prints: Vec<_> = prints.map(str::to_owned).collect();
            assert!(prints.windows(2).all(|two| two[0] == two[1]), "{}", run.stdout);
            moments.extend(prints);
        }
        assert!(moments.len() > 1, "nothing was written between the runs");
    });
}
