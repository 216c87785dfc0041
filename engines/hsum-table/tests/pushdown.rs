//! Checksums that databases compute: verdicts are those of a comparison of all rows, over all pairs
//! of sources, and rows that agree are not read.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::temporal_conversions::date32_to_datetime;
use rusqlite::Connection;
use std::fs;
use std::sync::Arc;
use support::duckdb::{self, DuckDb};
use support::{Dir, Run};

/// A row of a table whose types all sources have.
#[derive(Clone, Debug, Default)]
struct Row {
    id: Option<i64>,
    flag: Option<bool>,
    cents: Option<i64>,
    /// Days and seconds since 1970.
    day: Option<i32>,
    at: Option<i64>,
    note: Option<String>,
}

/// Returns rows with keys `first`, `first + step`, ...
fn rows(count: i64, first: i64, step: i64) -> Vec<Row> {
    let row = |i: i64| Row {
        id: Some(first + step * i),
        flag: (i % 3 != 0).then_some(i % 2 == 0),
        cents: (i % 5 != 0).then_some(i * 7919 % 100_000 - 50_000),
        day: (i % 7 != 0).then(|| i32::try_from(i % 40_000).expect("small") - 20_000),
        at: (i % 11 != 0).then_some(i * 86_399 - 1_000_000),
        note: (i % 13 != 0).then(|| format!("nöte {}", i % 1000)),
    };
    (0..count).map(row).collect()
}

fn batch(rows: &[Row]) -> RecordBatch {
    let cents: Decimal128Array = rows.iter().map(|row| row.cents.map(i128::from)).collect();
    let at: TimestampSecondArray = rows.iter().map(|row| row.at).collect();
    let notes: StringArray = rows.iter().map(|row| row.note.as_deref()).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(rows.iter().map(|row| row.id).collect::<Int64Array>())),
        ("flag", Arc::new(rows.iter().map(|row| row.flag).collect::<BooleanArray>())),
        ("amount", Arc::new(cents.with_precision_and_scale(12, 2).expect("they fit"))),
        ("day", Arc::new(rows.iter().map(|row| row.day).collect::<Date32Array>())),
        ("at", Arc::new(at)),
        ("note", Arc::new(notes)),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

/// Returns the cells of a row as text, `None` for nulls.
fn cells(row: &Row) -> [Option<String>; 6] {
    let clock = |seconds: i64| {
        let day = day(i32::try_from(seconds.div_euclid(86_400)).expect("small"));
        let rest = seconds.rem_euclid(86_400);
        format!("{day} {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
    };
    let amount = |cents: i64| {
        let sign = if cents < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
    };
    [
        row.id.map(|id| id.to_string()),
        row.flag.map(|flag| flag.to_string()),
        row.cents.map(amount),
        row.day.map(day),
        row.at.map(clock),
        row.note.clone(),
    ]
}

fn day(days: i32) -> String {
    date32_to_datetime(days).expect("within the calendar").format("%Y-%m-%d").to_string()
}

fn insert(rows: &[Row], flag: impl Fn(&str) -> String) -> String {
    let row = |row: &Row| {
        let literal = |(place, cell): (usize, Option<String>)| match (place, cell) {
            (_, None) => "NULL".to_owned(),
            (0 | 2, Some(number)) => number,
            (1, Some(boolean)) => flag(&boolean),
            (_, Some(text)) => format!("'{text}'"),
        };
        let cells: Vec<_> = cells(row).into_iter().enumerate().map(literal).collect();
        format!("({})", cells.join(", "))
    };
    let rows: Vec<_> = rows.iter().map(row).collect();
    if rows.is_empty() {
        String::new()
    } else {
        format!("INSERT INTO t VALUES {}", rows.join(", "))
    }
}

/// Writes a table into each source, and returns their names.
fn write(dir: &Dir, name: &str, rows: &[Row]) -> Vec<String> {
    dir.parquet(&format!("{name}.parquet"), &batch(rows));
    let line = |row: &Row| cells(row).map(Option::unwrap_or_default).join(",") + "\n";
    let csv = rows.iter().map(line).collect::<String>();
    dir.write(&format!("{name}.csv"), format!("id,flag,amount,day,at,note\n{csv}"));
    let _ = fs::remove_file(dir.path(&format!("{name}.db")));
    let sqlite = Connection::open(dir.path(&format!("{name}.db"))).expect("created");
    let columns =
        "id INTEGER, flag BOOLEAN, amount DECIMAL(12, 2), day DATE, at DATETIME, note TEXT";
    let number = |flag: &str| i32::from(flag == "true").to_string();
    let sql = format!("CREATE TABLE t ({columns}); {}", insert(rows, number));
    sqlite.execute_batch(&sql).expect("filled");
    let mut sources =
        vec![format!("{name}.parquet"), format!("{name}.csv"), format!("sqlite:{name}.db#t")];
    if DuckDb::is_installed() {
        let columns = "id BIGINT, flag BOOLEAN, amount DECIMAL(12, 2), day DATE, \"at\" TIMESTAMP, \
                       note VARCHAR";
        let sql = format!("CREATE TABLE t ({columns}); {}", insert(rows, str::to_owned));
        duckdb::write(&dir.path(&format!("{name}.duckdb")), &sql);
        sources.push(format!("duckdb:{name}.duckdb#t"));
    }
    #[cfg(unix)]
    if let Some(server) = support::server::Server::shared() {
        let schema = dir.0.path().file_name().and_then(|name| name.to_str()).expect("UTF-8");
        let schema = format!("{schema}{name}").replace('.', "");
        let columns =
            "id bigint, flag bool, amount numeric(12, 2), day date, at timestamp, note varchar(40)";
        server.run(&format!(
            "DROP SCHEMA IF EXISTS \"{schema}\" CASCADE; CREATE SCHEMA \"{schema}\";
             SET search_path = \"{schema}\"; CREATE TABLE t ({columns}); {}",
            insert(rows, str::to_owned)
        ));
        sources.push(server.address("test", &format!("{schema}.t")));
    }
    sources
}

/// Compares two tables by checksums where a database can compute them.
fn diff(dir: &Dir, a: &str, b: &str, more: &[&str]) -> Run {
    dir.run(&[&["diff", "--pushdown", "always", a, b], more].concat())
}

fn is_database(name: &str) -> bool {
    name.contains('#')
}

#[test]
fn equal_tables_are_the_same_over_all_pairs() {
    let dir = Dir::new();
    #[cfg(unix)]
    let _server = support::server::Server::shared();
    // A table in another order.
    let mut all = rows(300, -100, 3);
    all.push(Row::default());
    let a = write(&dir, "a", &all);
    all.reverse();
    let b = write(&dir, "b", &all);
    for a in &a {
        for b in &b {
            for options in [&["--brief"][..], &["--key", "id"]] {
                let run = diff(&dir, a, b, options);
                assert_eq!((run.code, &*run.stdout), (0, ""), "{a} {b}: {}", run.stderr);
                let is_pushed = is_database(a) || is_database(b);
                let bound = "the checksums agree; collisions: at most 2^-10";
                assert_eq!(run.stderr.contains(bound), is_pushed, "{a} {b}: {}", run.stderr);
                assert_eq!(run.stderr.is_empty(), !is_pushed, "{a} {b}: {}", run.stderr);
            }
        }
        let run = diff(&dir, a, "b.parquet", &["--json"]);
        let sums = if is_database(a) { r#""checksums":[""# } else { r#""fingerprints":[""# };
        assert!(run.stdout.contains(sums), "{}", run.stdout);
        assert!(run.stdout.contains(r#""rows":[301,301]"#), "{}", run.stdout);
        assert_eq!(run.stdout.contains(r#""collisions":{"log2":-10"#), is_database(a));
    }
    // Tables without rows have no bound.
    for a in write(&dir, "a", &[]) {
        let run = diff(&dir, &a, "sqlite:a.db#t", &[]);
        assert_eq!((run.code, run.stdout + &run.stderr), (0, String::new()), "{a}");
    }
}

#[test]
fn each_difference_is_found_over_all_pairs() {
    let dir = Dir::new();
    #[cfg(unix)]
    let _server = support::server::Server::shared();
    let all = rows(40, -20, 1);
    let a = write(&dir, "a", &all);
    let mut changes: Vec<Vec<Row>> = Vec::new();
    let mut change = |change: &dyn Fn(&mut Vec<Row>)| {
        let mut rows = all.clone();
        change(&mut rows);
        changes.push(rows);
    };
    change(&|rows| rows[8].id = Some(1000));
    change(&|rows| rows[8].id = None);
    change(&|rows| rows[8].flag = Some(false));
    change(&|rows| rows[8].flag = None);
    change(&|rows| rows[8].cents = Some(1));
    change(&|rows| rows[8].cents = None);
    change(&|rows| rows[8].day = rows[8].day.map(|day| day + 1));
    change(&|rows| rows[8].day = None);
    change(&|rows| rows[8].at = rows[8].at.map(|at| at + 1));
    change(&|rows| rows[8].at = None);
    change(&|rows| rows[8].note = Some("nöte 9".to_owned()));
    change(&|rows| rows[8].note = Some("a much longer note than any other one".to_owned()));
    change(&|rows| rows[8].note = None);
    change(&|rows| rows[13].note = Some(String::new()));
    change(&|rows| drop(rows.pop()));
    change(&|rows| rows.push(rows[8].clone()));
    change(&|rows| rows[9] = rows[8].clone());
    change(&|rows| rows.push(Row::default()));
    change(&Vec::clear);
    for (number, changed) in changes.iter().enumerate() {
        let b = write(&dir, "b", changed);
        let options: &[&str] = if number % 2 == 0 { &["--key", "id"] } else { &["--no-key"] };
        let whole = dir.run(&[&["diff", "a.parquet", "b.parquet"], options].concat());
        assert_eq!(whole.code, 1, "{number}: {}", whole.stderr);
        // Each change over other pairs, and all pairs over all changes.
        for (place, a) in a.iter().enumerate() {
            let b = &b[(place + number) % b.len()];
            // CSV has no empty text without quotes.
            let is_exact = number != 13 || !b.ends_with("csv");
            if !is_exact || !is_database(a) && !is_database(b) {
                continue;
            }
            let run = diff(&dir, a, b, options);
            assert_eq!((run.code, &run.stdout), (1, &whole.stdout), "{number} {a} {b}");
            assert!(run.stderr.contains("the checksums differ; "), "{}", run.stderr);
            assert_eq!(diff(&dir, b, a, &["--brief"]).code, 1, "{number} {a} {b}");
        }
    }
}

/// Few rows of many are read, for keys that are dense, sparse, negative, null, and for duplicates.
#[test]
fn rows_that_agree_are_not_read() {
    const COUNT: usize = 3000;
    let dir = Dir::new();
    #[cfg(unix)]
    let _server = support::server::Server::shared();
    for (first, step) in [(100_000, 7), (i64::MIN, 3_000_000_000_000_000), (-700, 5)] {
        let mut all = rows(3000, first, step);
        // Most keys are close to each other, and one is far away.
        all[0].id = all[0].id.map(|id| if step < 10 { id + (1 << 40) } else { id });
        all.push(Row { note: Some("no key".to_owned()), ..Row::default() });
        let a = write(&dir, "a", &all);
        all[1500].cents = Some(77);
        all[2999].note = None;
        all.push(all[10].clone());
        all[COUNT].note = None;
        let b = write(&dir, "b", &all);
        // Each database on one side, and on both.
        let others = a[3..].iter().map(|a| (a, &b[2])).chain(b[3..].iter().map(|b| (&a[1], b)));
        for (a, b) in [(&a[2], &b[0]), (&a[1], &b[2]), (&a[2], &b[2])].into_iter().chain(others) {
            let key = ["--key", "id"];
            let whole = dir.run(&[&["diff", "--pushdown", "never", a, b], &key[..]].concat());
            let run = diff(&dir, a, b, &key);
            assert_eq!(
                (run.code, &run.stdout),
                (1, &whole.stdout),
                "{first} {a} {b} {}",
                run.stderr
            );
            assert_eq!(run.stdout.lines().count(), 5, "{}", run.stdout);
            let read = run.stderr.split("the checksums differ; ").nth(1).expect("it says so");
            let read: usize =
                read.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
            assert!((7..300).contains(&read), "{first} {a} {b}: {}", run.stderr);
            let json = diff(&dir, a, b, &["--key", "id", "--json"]).stdout;
            assert!(json.contains(r#""rows":[3001,3002]"#), "{json}");
        }
        // Without a key that is compared, all rows are read.
        let run = diff(&dir, "sqlite:a.db#t", "b.parquet", &["--no-key"]);
        assert!(run.code == 1 && run.stderr.contains("all rows are read"), "{}", run.stderr);
        let options = ["--key", "id", "--columns", "note,day"];
        let run = diff(&dir, "sqlite:a.db#t", "b.parquet", &options);
        assert!(run.code == 1 && run.stderr.contains("all rows are read"), "{}", run.stderr);
    }
}

/// Decimal numbers of two scales, and keys that are integers with and without signs.
#[test]
fn columns_of_two_types() {
    let dir = Dir::new();
    let connection = Connection::open(dir.path("a.db")).expect("created");
    let sql = "CREATE TABLE t (id INTEGER, c DECIMAL(12, 1));
               INSERT INTO t VALUES (1, 1.5), (2, -2), (3, NULL)";
    connection.execute_batch(sql).expect("filled");
    let diff = |ids: [u64; 3], thousandths: [Option<i128>; 3]| {
        let c = Decimal128Array::from_iter(thousandths).with_precision_and_scale(12, 3);
        let columns: [(_, ArrayRef); 2] = [
            ("id", Arc::new(UInt64Array::from_iter_values(ids))),
            ("c", Arc::new(c.expect("they fit"))),
        ];
        dir.parquet("b.parquet", &RecordBatch::try_from_iter(columns).expect("a table"));
        diff(&dir, "sqlite:a.db#t", "b.parquet", &["--key", "id"])
    };
    let values = [Some(1500), Some(-2000), None];
    let run = diff([1, 2, 3], values);
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    assert!(run.stderr.contains("the checksums agree"), "{}", run.stderr);
    let run = diff([1, 2, 3], [Some(1501), Some(-2000), None]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.starts_with("! id=1: c: 1.5 -> 1.501\n0 rows only in A"), "{}", run.stdout);
    // Keys without signs have no ranges in common with those of databases.
    assert!(run.stderr.contains("the checksums differ; all rows are read"), "{}", run.stderr);
    let run = diff([1, 2, 1 << 63], values);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for row in ["- id=3", "+ id=9223372036854775808", "1 rows only in A, 1 only in B, 0 changed"] {
        assert!(run.stdout.contains(row), "{}", run.stdout);
    }
}

#[test]
fn what_checksums_do_not_cover_is_read() {
    let dir = Dir::new();
    let write = |name: &str, sql: &str| {
        let _ = fs::remove_file(dir.path(name));
        let connection = Connection::open(dir.path(name)).expect("created");
        connection.execute_batch(sql).expect("filled");
    };
    let long = format!("'{}'", "x".repeat(3000));
    let huge = "9007199254740993";
    for (declared, value, encoding, says) in [
        ("REAL", "0.5", "UTF-8", "the checksum does not cover column c, Float64"),
        ("TEXT", &long, "UTF-8", "is not covered"),
        ("TEXT", "'x'", "UTF-16", "the encoding of the database is not UTF-8"),
        (
            "DATETIME",
            "'2026-11-30T00:00:00'",
            "UTF-8",
            "has a value that the checksum does not cover",
        ),
        ("DECIMAL(38, 10)", huge, "UTF-8", "has a value that the checksum does not cover"),
        ("DECIMAL(38, 20)", "1", "UTF-8", "is not covered"),
    ] {
        let table = |value: &str| {
            format!(
                "PRAGMA encoding = '{encoding}'; CREATE TABLE t (id INTEGER, c {declared});
                 INSERT INTO t VALUES (1, {value}), (2, NULL)"
            )
        };
        write("a.db", &table(value));
        let run = diff(&dir, "sqlite:a.db#t", "sqlite:a.db#t", &["--key", "id"]);
        assert_eq!((run.code, &*run.stdout), (0, ""), "{declared}: {}", run.stderr);
        let reason = "all rows are read, because ";
        assert!(run.stderr.contains(reason) && run.stderr.contains(says), "{}", run.stderr);
        write("b.db", &table("NULL"));
        let run = diff(&dir, "sqlite:a.db#t", "sqlite:b.db#t", &["--key", "id"]);
        assert_eq!(run.code, 1, "{declared}: {}", run.stderr);
    }
    // Columns of two types.
    write("a.db", "CREATE TABLE t (id INTEGER, c DATE); INSERT INTO t VALUES (1, NULL)");
    dir.write("b.ndjson", "{\"id\": 1, \"c\": null}\n");
    let run = diff(&dir, "sqlite:a.db#t", "b.ndjson", &["--brief"]);
    assert!(run.code == 0 && run.stderr.contains("the checksums agree"), "{}", run.stderr);
    let run = diff(&dir, "sqlite:a.db#t", "sqlite:a.db#t", &["--where", "id > 0"]);
    assert!(run.code == 0 && run.stderr.contains("--where"), "{}", run.stderr);
    // A wrong value is an error, also where the checksums are equal.
    write("a.db", "CREATE TABLE t (id INTEGER, c INTEGER); INSERT INTO t VALUES (1, 'x')");
    let run = diff(&dir, "sqlite:a.db#t", "sqlite:a.db#t", &["--key", "id"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("row 1: the TEXT x is no exact Int64"), "{}", run.stderr);
}
