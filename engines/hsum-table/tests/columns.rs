//! Columns that have other names in the other table.

mod support;

use datafusion::arrow::array::*;
use rusqlite::Connection;
use serde_json::Value;
use std::sync::Arc;
use support::Dir;

const A: [&str; 3] = ["id", "price", "note"];
const B: [&str; 3] = ["price", "note", "Id"];
/// What B calls the columns of A: two of its names are those of others.
const MAP: [&str; 6] =
    ["--map-column", "id:price", "--map-column", "price:note", "--map-column", "note:Id"];

/// The rows of A, and those of B, where one has changed.
const ROWS: [[i64; 3]; 4] = [[1, 10, 5], [2, 20, 5], [3, 30, 5], [4, 40, 5]];

fn changed() -> [[i64; 3]; 4] {
    let mut rows = ROWS;
    rows[2][1] = 31;
    rows
}

fn batch(names: [&str; 3], rows: [[i64; 3]; 4]) -> RecordBatch {
    let column = |place: usize| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row[place])))
    };
    let columns = names.into_iter().enumerate().map(|(place, name)| (name, column(place)));
    RecordBatch::try_from_iter(columns).expect("valid")
}

fn text(rows: [[i64; 3]; 4], line: impl Fn([i64; 3]) -> String) -> String {
    rows.into_iter().map(|row| line(row) + "\n").collect()
}

/// Writes a table in all formats, and as a table of SQLite.
fn write(dir: &Dir, name: &str, names: [&str; 3], rows: [[i64; 3]; 4]) -> Vec<String> {
    dir.parquet(&format!("{name}.parquet"), &batch(names, rows));
    let csv = text(rows, |[x, y, z]| format!("{x},{y},{z}"));
    dir.write(&format!("{name}.csv"), format!("{}\n{csv}", names.join(",")));
    let [x, y, z] = names;
    let json = |[p, q, r]: [i64; 3]| format!("{{\"{x}\":{p},\"{y}\":{q},\"{z}\":{r}}}");
    dir.write(&format!("{name}.ndjson"), text(rows, json));
    let connection = Connection::open(dir.path("all.db")).expect("opened");
    let values: Vec<_> = rows.iter().map(|[p, q, r]| format!("({p}, {q}, {r})")).collect();
    let sql = format!(
        "CREATE TABLE {name} (\"{x}\" INT, \"{y}\" INT, \"{z}\" INT); INSERT INTO {name} VALUES {}",
        values.join(", ")
    );
    connection.execute_batch(&sql).expect("filled");
    let names = ["parquet", "csv", "ndjson"].map(|format| format!("{name}.{format}"));
    names.into_iter().chain([format!("sqlite:all.db#{name}")]).collect()
}

#[test]
fn all_pairs_of_sources() {
    let dir = Dir::new();
    let a = write(&dir, "a", A, ROWS);
    let [same, other] =
        [("same", ROWS), ("other", changed())].map(|(name, rows)| write(&dir, name, B, rows));
    let line = "! id=3: price: 30 -> 31\n\
                0 rows only in A, 0 only in B, 1 changed (4 rows in A, 4 in B)\n";
    for (place_a, a) in a.iter().enumerate() {
        for (place_b, (same, other)) in same.iter().zip(&other).enumerate() {
            // Both are text, and one of them has types.
            let types: &[&str] = match (place_a, place_b) {
                (1, 2) | (2, 1) | (1, 1) | (2, 2) => &["--types", "a.parquet"],
                _ => &[],
            };
            for pushdown in ["never", "always"] {
                let options = [&MAP[..], types, &["--pushdown", pushdown]].concat();
                let run = dir.run(&[&["diff", &**a, same], &*options].concat());
                assert_eq!((run.code, &*run.stdout), (0, ""), "{a} {same}: {}", run.stderr);
                let options = [&options[..], &["--key", "id"]].concat();
                let run = dir.run(&[&["diff", &**a, other], &*options].concat());
                assert_eq!((run.code, &*run.stdout), (1, line), "{a} {other}: {}", run.stderr);
            }
        }
    }
    // In the other direction, and with a key that is found.
    let back = MAP.map(|text| match text.split_once(':') {
        Some((a, b)) => format!("{b}:{a}"),
        None => text.to_owned(),
    });
    let args = ["diff", "other.csv", "a.parquet", "--columns", "price,note"];
    let run = dir.run(&[&args.map(str::to_owned)[..], &back].concat());
    let line = "! price=3: note: 31 -> 30\n\
                0 rows only in A, 0 only in B, 1 changed (4 rows in A, 4 in B)\n";
    assert_eq!((run.code, &*run.stdout), (1, line), "{}", run.stderr);
    assert!(run.stderr.contains("key: price (found"), "{}", run.stderr);
}

#[test]
fn options_have_the_names_of_a() {
    let dir = Dir::new();
    dir.parquet("a.parquet", &batch(A, ROWS)).parquet("b.parquet", &batch(B, changed()));
    let run = |more: &[&str]| {
        dir.run(&[&["diff", "a.parquet", "b.parquet", "--key", "id"], &MAP[..], more].concat())
    };
    run(&["--tolerance", "price=1"]).is_same();
    run(&["--columns", "note"]).is_same();
    run(&["--where", "price <> 30 AND price <> 31"]).is_same();
    assert_eq!(run(&["--where", "price > 30"]).stdout.lines().count(), 2);
    let verdict = run(&["--summary", "--json"]);
    let verdict: Value = serde_json::from_str(&verdict.stdout).expect("JSON");
    assert_eq!(verdict["columns"]["price"]["examples"][0], "id=3: 30 -> 31");
    run(&["--where", "\"Id\" = 5"]).is_refused(&["a.parquet: --where"]);
    run(&["--ignore-column", "Id"]).is_refused(&["--ignore-column Id: --map-column names it too"]);
    run(&["--columns", "Id"]).is_refused(&["not in A: Id"]);
    run(&["--map-column", "x:Id"]).is_refused(&["--map-column: A has no column x"]);
    dir.run(&["diff", "a.parquet", "b.parquet", "--map-column", "id:x"])
        .is_refused(&["--map-column: B has no column x"]);
    run(&["--map-column", "id:Id"]).is_refused(&["--map-column: column id of A is named twice"]);
    let usage = run(&["--map-column", "id"]);
    assert!(usage.code == 2 && usage.stderr.contains("not two names with a colon"));
}

#[test]
fn names_without_case() {
    let dir = Dir::new();
    let types = batch(["ID", "Price", "note"], ROWS);
    dir.parquet("a.parquet", &types).parquet("b.parquet", &batch(["NOTE", "id", "PRICE"], ROWS));
    dir.write("b.csv", "nOTE,Id,PRice\n5,1,10.0\n5,2,20\n5,3,30\n5,4,40\n");
    dir.write("c.csv", "note,iD,prIce\n5,4,40\n5,3,30\n5,1,10.0\n5,2,20\n");
    dir.run(&["diff", "a.parquet", "b.csv"]).is_refused(&["only in A: ID, Price"]);
    // The columns of `b.parquet` have changed their places.
    let turned = ["--map-column", "id:note", "--map-column", "note:PRICE"];
    let turned = [&turned[..], &["--map-column", "price:ID"]].concat();
    for (a, b, more) in [
        ("a.parquet", "b.parquet", &*turned),
        ("a.parquet", "b.csv", &[]),
        ("b.csv", "a.parquet", &[]),
        ("b.csv", "c.csv", &[]),
        ("b.csv", "c.csv", &["--types", "a.parquet", "--key", "ID", "--columns", "PRICE"]),
        (
            "a.parquet",
            "b.csv",
            &["--key", "id", "--ignore-column", "NOTE", "--tolerance", "price=1"],
        ),
        ("a.parquet", "b.csv", &["--where", "\"Price\" < 30"]),
    ] {
        let run = dir.run(&[&["diff", a, b, "--ignore-name-case"], more].concat());
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", ""), "{a} {b} {more:?}");
    }
    dir.write("twice.csv", "id,ID,x\n1,2,3\n").write("once.csv", "Id,X\n1,3\n");
    dir.run(&["diff", "twice.csv", "once.csv", "--ignore-name-case"])
        .is_refused(&["id, ID of A and Id of B differ in case alone; --map-column says"]);
    dir.run(&["diff", "twice.csv", "once.csv", "--ignore-name-case", "--key", "iD"])
        .is_refused(&["column iD: id, ID differ in case alone"]);
    let settled =
        ["--ignore-name-case", "--map-column", "ID:Id", "--columns", "ID,x", "--key", "x"];
    let run = dir.run(&[&["diff", "twice.csv", "once.csv"], &settled[..]].concat());
    assert!(run.code == 1 && run.stdout.starts_with("! x=3: ID: 2 -> 1\n"), "{}", run.stdout);
}

/// Text has the types of the columns that match its own.
#[test]
fn types_of_text() {
    let dir = Dir::new();
    let columns: [(&str, ArrayRef); 2] = [
        ("id", Arc::new(Int64Array::from(vec![1]))),
        ("note", Arc::new(StringArray::from(vec!["007"]))),
    ];
    dir.parquet("a.parquet", &RecordBatch::try_from_iter(columns).expect("valid"));
    dir.write("b.csv", "id,k\n007,1.0\n").write("c.csv", "NOTE,Id\n007,1e0\n");
    let map = ["--map-column", "id:k", "--map-column", "note:id"];
    let back = ["--map-column", "k:id", "--map-column", "id:note"];
    let types = ["--types", "a.parquet"];
    for args in [
        [&["a.parquet", "b.csv"], &map[..]].concat(),
        [&["b.csv", "a.parquet"], &back[..]].concat(),
        vec!["a.parquet", "c.csv", "--ignore-name-case"],
        vec!["c.csv", "a.parquet", "--ignore-name-case"],
        // Whose names are those of the first table.
        [&["a.parquet", "b.csv"], &map[..], &types].concat(),
        [&["c.csv", "b.csv", "--ignore-name-case"], &map[..], &types].concat(),
    ] {
        let run = dir.run(&[&["diff"], &args[..]].concat());
        assert_eq!((run.code, &*run.stdout), (0, ""), "{args:?}: {}", run.stderr);
    }
}

/// A server computes checksums of columns that it calls otherwise.
#[cfg(unix)]
#[test]
fn columns_of_a_server() {
    let Some(server) = support::server::Server::shared() else { return };
    let dir = Dir::new();
    dir.parquet("a.parquet", &batch(A, ROWS));
    server.run(
        "CREATE ROLE reader LOGIN;
         CREATE TABLE b (price bigint, note bigint, \"Id\" bigint);
         INSERT INTO b SELECT i, 10 * i, 5 FROM generate_series(1, 4) i;
         CREATE TABLE c AS SELECT * FROM b; UPDATE c SET note = 31 WHERE price = 3;
         GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
    );
    let diff = |table: &str| {
        let address = server.address("reader", table);
        dir.run(&[&["diff", "a.parquet", &*address, "--key", "id"], &MAP[..]].concat())
    };
    let run = diff("b");
    assert!(run.code == 0 && run.stderr.contains("the checksums agree"), "{}", run.stderr);
    let run = diff("c");
    assert!(run.stdout.starts_with("! id=3: price: 30 -> 31\n"), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("rows are read, in 1 ranges"), "{}", run.stderr);
}
