//! Tables in Postgres.

#![cfg(unix)]

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::i256;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;
use support::Dir;
use support::server::Server;

const COLUMNS: &str = "id int, flag bool, tiny smallint, big bigint, amount numeric(10, 2), \
    wide numeric(50,3), small real, ratio double precision, day date, at timestamp(3), \
    moment timestamptz, note varchar(20), raw bytea, code uuid";
const ROWS: [[&str; 14]; 3] = [
    [
        "1",
        "true",
        "-3",
        "9223372036854775807",
        "12.34",
        "-7.125",
        "'NaN'",
        "0.1",
        "'4713-01-01 BC'",
        "'2026-11-30 23:59:59.5'",
        "'2026-11-30 23:59:59.25+09'",
        "'Ada'",
        "'\\x00ff'",
        "'00010203-0405-0607-0809-0a0b0c0d0e0f'",
    ],
    [
        "2",
        "false",
        "0",
        "0",
        "0",
        "0",
        "-0.0",
        "-0.0",
        "'1970-01-01'",
        "'1970-01-01 00:00:00'",
        "'1970-01-01 00:00:00Z'",
        "''",
        "''",
        "'00000000-0000-0000-0000-000000000000'",
    ],
    [
        "3", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL",
        "NULL", "NULL", "NULL",
    ],
];

fn table(name: &str, rows: &[[&str; 14]]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| format!("({})", row.join(", "))).collect();
    format!(
        "DROP TABLE IF EXISTS {name}; CREATE TABLE {name} ({COLUMNS}); INSERT INTO {name} VALUES {}",
        rows.join(", ")
    )
}

/// The same rows in Arrow.
fn twin() -> RecordBatch {
    let amounts = Decimal128Array::from(vec![Some(123_400), Some(0), None]);
    let wide = [Some(-7125), Some(0), None].map(|value| value.map(i256::from_i128));
    let uuids =
        [Some([0_u8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), Some([0; 16]), None];
    let uuids = FixedSizeBinaryArray::try_from_sparse_iter_with_size(uuids.into_iter(), 16);
    let moments = [Some(1_796_050_799_250_000_000), Some(0), None].to_vec();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int64Array::from(vec![1, 2, 3]))),
        ("flag", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]))),
        ("tiny", Arc::new(Int8Array::from(vec![Some(-3), Some(0), None]))),
        ("big", Arc::new(UInt64Array::from(vec![Some(9_223_372_036_854_775_807), Some(0), None]))),
        ("amount", Arc::new(amounts.with_precision_and_scale(38, 4).expect("they fit"))),
        (
            "wide",
            Arc::new(
                Decimal256Array::from(wide.to_vec()).with_precision_and_scale(60, 3).expect("fit"),
            ),
        ),
        ("small", Arc::new(Float64Array::from(vec![Some(f64::NAN), Some(0.0), None]))),
        ("ratio", Arc::new(Float64Array::from(vec![Some(0.1), Some(0.0), None]))),
        ("day", Arc::new(Date32Array::from(vec![Some(-2_440_550), Some(0), None]))),
        (
            "at",
            Arc::new(TimestampMillisecondArray::from(vec![Some(1_796_083_199_500), Some(0), None])),
        ),
        ("moment", Arc::new(TimestampNanosecondArray::from(moments).with_timezone("Asia/Tokyo"))),
        ("note", Arc::new(LargeStringArray::from(vec![Some("Ada"), Some(""), None]))),
        ("raw", Arc::new(BinaryArray::from(vec![Some(&[0_u8, 255][..]), Some(&[]), None]))),
        ("code", Arc::new(uuids.expect("they have 16 bytes"))),
    ];
    RecordBatch::try_from_iter(columns).expect("the table is valid")
}

#[test]
fn all_types_nulls_and_changes() {
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    server.run(&table("a", &ROWS));
    dir.parquet("b.parquet", &twin()).arrow("b.arrow", &twin());
    let a = server.address("test", "a");
    for other in ["b.parquet", "b.arrow"] {
        let run = dir.run(&["diff", "--pushdown", "never", &a, other]);
        run.is_same();
        // Floats, for example, have no checksum, and the program says so.
        let run = dir.run(&["diff", other, &a]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("all rows are read, because"), "{}", run.stderr);
    }
    let fingerprint = |name: &str| {
        let run = dir.run(&[name]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout.split(' ').next().map(str::to_owned)
    };
    assert_eq!(fingerprint(&a), fingerprint("b.parquet"));
    let others = [
        "9",
        "true",
        "1",
        "-9223372036854775808",
        "12.35",
        "-7.126",
        "1",
        "0.25",
        "'2026-11-29'",
        "'2026-11-30 23:59:59.501'",
        "'2026-11-30 23:59:59.25+08'",
        "'ada'",
        "'\\x00fe'",
        "'00010203-0405-0607-0809-0a0b0c0d0e00'",
    ];
    let b = server.address("test", "b");
    let differs = |sql: &str| {
        server.run(sql);
        for pair in [[&a, &b], [&b, &"b.parquet".to_owned()]] {
            let run = dir.run(&["diff", pair[0], pair[1]]);
            assert_eq!(run.code, 1, "{sql}: {}{}", run.stdout, run.stderr);
        }
    };
    for column in 0..14 {
        for row in 0..3 {
            let mut changed = ROWS;
            if column > 0 && row < 2 {
                changed[row][column] = "NULL";
                differs(&table("b", &changed));
            }
            changed[row][column] = if column == 1 && row == 0 { "false" } else { others[column] };
            differs(&table("b", &changed));
        }
    }
    differs(&table("b", &ROWS[..2]));
    differs(&format!("{}; INSERT INTO b VALUES (3)", table("b", &ROWS)));
}

#[test]
fn many_rows_from_one_snapshot() {
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    server.run(
        "CREATE SCHEMA s; CREATE TABLE s.\"Many\" AS SELECT i AS id, repeat('x', i % 300) AS note
         FROM generate_series(1, 50000) i;
         CREATE VIEW many AS SELECT id, note FROM s.\"Many\"",
    );
    let address = server.address("test", "s.Many");
    let run = dir.run(&["diff", "--pushdown", "never", &address, &server.address("test", "many")]);
    run.is_same();
    let quoted = server.address("test", "s.\"Many\"");
    let query = "SELECT count(*), count(DISTINCT id), max(note) FROM \"s.Many\"";
    let run = dir.run(&["--json", "--query", query, &address]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Two readers take turns.
    let query = "SELECT * FROM \"s.\"\"Many\"\"\" EXCEPT ALL SELECT * FROM \"s.\"\"Many\"\"\"";
    let run = dir.run(&["--query", query, &quoted]);
    assert!(run.stdout.contains("-0  query"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn values_and_types_that_do_not_fit() {
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    let address = server.address("test", "odd");
    for (declared, value) in [
        ("date", "'infinity'"),
        ("date", "'-infinity'"),
        ("timestamp", "'infinity'"),
        ("timestamptz", "'-infinity'"),
        ("timestamp", "'294270-01-01'"),
        ("numeric(5, 2)", "'NaN'"),
        ("time", "'24:00'"),
        ("int[]", "'{{1,2},{3,4}}'"),
        ("int[]", "'[0:1]={1,2}'"),
        ("interval", "'1000000 years 9000000 hours'"),
    ] {
        server.run(&format!(
            "DROP TABLE IF EXISTS odd; CREATE TABLE odd (id int, c {declared});
             INSERT INTO odd VALUES (1, NULL), (2, {value})"
        ));
        let says = ["#odd': row 2: column c has a value that is no "];
        dir.run(&[&address]).is_trouble(&says);
        dir.run(&["diff", "--pushdown", "never", &address, &address]).is_refused(&says);
        let run = dir.run(&["diff", &address, &address]);
        assert_eq!(run.code, 2, "{declared}: {}{}", run.stdout, run.stderr);
    }
    for declared in [
        "json",
        "xml",
        "numeric[]",
        "timetz[]",
        "money",
        "point",
        "numeric(3, -2)",
        "numeric(2, 3)",
    ] {
        server.run(&format!("DROP TABLE IF EXISTS odd; CREATE TABLE odd (id int, c {declared})"));
        let says = ["#odd': column c: its type ", "has no exact counterpart; read a view", "CAST"];
        dir.run(&[&address]).is_trouble(&says);
    }
    server.run(
        "DROP TABLE IF EXISTS odd; CREATE TABLE odd (id int, c json); INSERT INTO odd VALUES (1, '[2]');
         CREATE VIEW odd_view AS SELECT id, CAST(c AS TEXT) AS c FROM odd",
    );
    dir.write("odd.csv", "id,c\n1,[2]\n");
    let run =
        dir.run(&["diff", "--pushdown", "never", &server.address("test", "odd_view"), "odd.csv"]);
    run.is_same();
}

#[test]
fn clear_errors_without_passwords() {
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    server.run(
        "CREATE TABLE plain (id int); CREATE SEQUENCE counter; CREATE TABLE guarded (id int, owner text);
         ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON guarded USING (owner = 'x');
         CREATE ROLE locked LOGIN PASSWORD 'open sesame'; CREATE ROLE limited LOGIN;
         GRANT SELECT ON guarded TO limited; INSERT INTO guarded VALUES (1, 'y')",
    );
    let locked = |password: &str| server.address(&format!("locked{password}"), "plain");
    let is_trouble = |address: &str, says: &[&str]| {
        for run in [dir.run(&[address]), dir.run(&["diff", address, address])] {
            run.is_trouble(says);
            assert!(!run.stderr.contains("sesame"), "{}", run.stderr);
        }
    };
    is_trouble(&locked(""), &["password missing"]);
    is_trouble(&locked(":wrong%20sesame"), &["password authentication failed"]);
    is_trouble(
        &locked(":open@sesame"),
        &["postgres://...", "not postgres://USER@HOST/DATABASE#TABLE"],
    );
    is_trouble(&locked(":open#sesame"), &["postgres://...", "@ is written %40"]);
    is_trouble(&server.address("test", "nothing"), &["#nothing': no such table"]);
    is_trouble(&server.address("test", "Plain"), &["no such table"]);
    is_trouble(&server.address("test", "counter"), &["neither a table nor a view"]);
    is_trouble(&server.address("limited", "plain"), &["permission denied for table plain"]);
    // Otherwise the row that this user may not see would be missing without a word.
    is_trouble(&server.address("limited", "guarded"), &["row-level security policy"]);
    is_trouble(
        "postgres://test@127.0.0.1:9/db#t",
        &["postgres://test@127.0.0.1:9/db#t", "refused"],
    );
    is_trouble(
        "postgres://sesame/db",
        &["postgres://...", "not postgres://USER@HOST/DATABASE#TABLE"],
    );
    // With the password, the name in output does not contain it.
    server.run("GRANT SELECT ON plain TO locked");
    let run = dir.run(&["--json", &locked(":open%20sesame")]);
    assert!(run.code == 0 && run.stdout.contains("locked@"), "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("sesame"), "{}", run.stdout);
    let mut command = dir.command();
    let output = command.arg(locked("")).env("PGPASSWORD", "open sesame").output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn interrupted_readers_have_no_verdict() {
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    server.run(
        "CREATE TABLE rows AS SELECT i AS id FROM generate_series(1, 20000) i;
         CREATE VIEW slow AS SELECT id FROM rows
         WHERE id % 1000 <> 0 OR pg_sleep(0.5) IS NOT NULL",
    );
    let (rows, slow) = (server.address("test", "rows"), server.address("test", "slow"));
    for arguments in [
        vec!["--pushdown", "never", &*rows, &*slow],
        vec![&*rows, &*slow],
        vec!["--brief", &*slow, &*rows],
    ] {
        let mut command = dir.command();
        command.arg("diff").args(&arguments).stderr(std::process::Stdio::piped());
        let child = command.stdout(std::process::Stdio::piped()).spawn().expect("it runs");
        let mut client = server.client();
        let end =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
        while client.query(end, &[]).expect("the superuser may").is_empty() {
            sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{stderr}");
        // The server says so, or its end is noticed first: as an end, or as a reset if it left a
        // message unread.
        let says = ["terminating connection", "connection closed", "communicating with the server"];
        assert!(says.iter().any(|text| stderr.contains(text)), "{stderr}");
    }
}

/// Types whose values have one text or one layout, and the rows that are equal and that are not.
#[test]
fn more_types() {
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    server.run(
        "CREATE TYPE mood AS ENUM ('sad', 'happy'); CREATE DOMAIN cents AS numeric(9, 2) CHECK (VALUE > 0);
         CREATE DOMAIN coins AS cents",
    );
    for (declared, value, equal, other) in [
        ("numeric", "5.00", "5", "5.01"),
        ("numeric", "1e200", "1e200::numeric * 1.0", "1e200::numeric + 1"),
        ("numeric", "'NaN'", "'NaN'", "'Infinity'"),
        (
            "jsonb",
            "'{\"b\": 1.0, \"a\": [1]}'",
            "'{\"a\":[1.00],\"b\":1}'",
            "'{\"a\":[1],\"b\":\"1\"}'",
        ),
        ("jsonb", "'\"1.0\"'", "'\"1.0\"'", "'\"1\"'"),
        ("time", "'12:00'", "'12:00:00.000'", "'12:00:00.000001'"),
        ("timetz", "'12:00+02'", "'12:00:00+02:00'", "'10:00+00'"),
        ("interval", "'1 month 30 days'", "'30 days 1 month'", "'60 days'"),
        ("interval", "'-1.5 s'", "'-1.500 s'", "'1.5 s'"),
        ("char(5)", "'ab'", "'ab  '", "' ab'"),
        ("mood", "'sad'", "'sad'", "'happy'"),
        ("coins", "1.5", "1.50", "1.51"),
        ("inet", "'192.168.0.1'", "'192.168.0.1/32'", "'192.168.0.1/24'"),
        ("name", "'a'", "'a'", "'b'"),
        ("oid", "4294967295", "4294967295", "0"),
        ("int[]", "'{1,NULL}'", "array[1,NULL]", "'{1,0}'"),
        ("int[]", "'{}'", "'{}'", "'{NULL}'"),
        ("text[]", "'{\"a,b\"}'", "array['a,b']", "'{a,b}'"),
        ("float8[]", "'{0,NaN}'", "'{-0,NaN}'", "'{1,NaN}'"),
        (
            "timestamptz[]",
            "'{2026-01-01 00:00+01}'",
            "'{2025-12-31 23:00Z}'",
            "'{2026-01-01 00:00Z}'",
        ),
        (
            "uuid[]",
            "'{00010203-0405-0607-0809-0a0b0c0d0e0f}'",
            "'{00010203-0405-0607-0809-0A0B0C0D0E0F}'",
            "'{}'",
        ),
        ("bit(3)", "'101'", "'101'", "'100'"),
    ] {
        let table = |name: &str, value: &str| {
            format!(
                "DROP TABLE IF EXISTS {name}; CREATE TABLE {name} (id int, c {declared});
                 INSERT INTO {name} VALUES (1, NULL), (2, {value});"
            )
        };
        server.run(
            &(table("one", value)
                + &table("two", equal)
                + &table("three", other)
                + &table("none", "NULL")),
        );
        let address = |table| server.address("test", table);
        for pushdown in ["auto", "never"] {
            let diff = |other| {
                let run =
                    dir.run(&["diff", "--pushdown", pushdown, &address("one"), &address(other)]);
                (run.code, run.stderr)
            };
            assert_eq!(diff("two").0, 0, "{declared} {equal} {}", diff("two").1);
            assert_eq!(diff("three").0, 1, "{declared} {other} {}", diff("three").1);
            assert_eq!(diff("none").0, 1, "{declared} null {}", diff("none").1);
        }
    }
    // Lists, times and intervals are those of files.
    server.run(
        "DROP TABLE IF EXISTS one; CREATE TABLE one (id int, l int[], t time);
         INSERT INTO one VALUES (1, '{1,NULL}', '12:00:00.5'), (2, NULL, NULL)",
    );
    let lists = ListArray::from_iter_primitive::<datafusion::arrow::datatypes::Int64Type, _, _>([
        Some(vec![Some(1), None]),
        None,
    ]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int64Array::from(vec![1, 2]))),
        ("l", Arc::new(lists)),
        ("t", Arc::new(Time64NanosecondArray::from(vec![Some(43_200_500_000_000), None]))),
    ];
    dir.parquet("one.parquet", &RecordBatch::try_from_iter(columns).expect("valid"));
    dir.run(&["diff", "--pushdown", "never", &server.address("test", "one"), "one.parquet"])
        .is_same();
}

/// Two tables that are always changed in one transaction never differ.
#[test]
fn two_tables_of_one_moment() {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    let Some(server) = Server::shared() else { return };
    let dir = Dir::new();
    server.run(
        "CREATE TABLE left_ AS SELECT 1 AS id, 0 AS n; CREATE TABLE right_ AS SELECT 1 AS id, 0 AS n",
    );
    let (a, b) = (server.address("test", "left_"), server.address("test", "right_"));
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut client = server.client();
            while !is_done.load(Relaxed) {
                let both = "BEGIN; UPDATE left_ SET n = n + 1; UPDATE right_ SET n = n + 1; COMMIT";
                client.batch_execute(both).expect("updated");
            }
        });
        for pushdown in ["auto", "never", "auto", "never"] {
            let run = dir.run(&["diff", "--pushdown", pushdown, "--key", "id", &a, &b]);
            let prints = dir.run(&[&a, &b]);
            // The writer ends whatever is found.
            is_done.store(run.code != 0, Relaxed);
            assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
            let prints: Vec<_> =
                prints.stdout.lines().filter_map(|l| l.split(' ').next()).collect();
            is_done.store(prints.len() != 2 || prints[0] != prints[1], Relaxed);
            assert!(!is_done.load(Relaxed), "{prints:?}");
        }
        is_done.store(true, Relaxed);
    });
}
