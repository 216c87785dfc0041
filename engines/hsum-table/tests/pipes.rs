//! Pipes, such as the output of a command, which can be read only once.
#![cfg(unix)]

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::Int64Type;
use std::fs::File;
use std::io::Write;
use std::process::Command;
use std::sync::Arc;
use support::{Dir, Run};

/// Rows of which a pipe cannot hold all.
fn table(last: i64) -> RecordBatch {
    let mut ids: Vec<_> = (0..50_000).collect();
    ids.push(last);
    let ids: ArrayRef = Arc::new(Int64Array::from(ids));
    RecordBatch::try_from_iter([("id", Arc::clone(&ids)), ("x", ids)]).expect("valid")
}

/// Writes a table in all formats, with names that do not say which.
fn write(dir: &Dir, name: &str, table: &RecordBatch) {
    dir.parquet(&format!("{name}.parquet"), table).arrow(&format!("{name}.arrow"), table);
    dir.stream(&format!("{name}.arrows"), table);
    let ids = table.column(0).as_primitive::<Int64Type>().values();
    let csv: String = ids.iter().map(|id| format!("{id},{id}\n")).collect();
    dir.write(&format!("{name}.csv"), format!("id,x\n{csv}"));
    let json = ids.iter().map(|id| format!("{{\"id\":{id},\"x\":{id}}}\n"));
    dir.write(&format!("{name}.ndjson"), json.collect::<String>());
}

fn make_pipe(dir: &Dir, name: &str) {
    let made = Command::new("mkfifo").arg(dir.path(name)).status();
    assert!(made.expect("mkfifo runs").success());
}

/// Runs the program in a shell.
fn shell(dir: &Dir, command: &str) -> Run {
    let mut shell = Command::new("bash");
    let program = env!("CARGO_BIN_EXE_hsum-table");
    shell.args(["-c", &format!("hsum() {{ {program} \"$@\"; }}; {command}")]);
    shell.current_dir(dir.0.path()).env("TMPDIR", dir.path("."));
    let output = shell.output().expect("bash runs");
    let text = |bytes| String::from_utf8(bytes).expect("the text is UTF-8");
    let code = output.status.code().expect("no signal ended it");
    Run { code, stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn output_of_commands() {
    let dir = Dir::new();
    write(&dir, "a", &table(-1));
    write(&dir, "b", &table(-2));
    let files = || std::fs::read_dir(dir.path(".")).expect("the folder exists").count();
    let before = files();
    let line = "- id=-1, x=-1\n+ id=-2, x=-2\n\
                1 rows only in A, 1 only in B, 0 changed (50001 rows in A, 50001 in B)\n";
    for (format, file) in [
        ("parquet", "parquet"),
        ("csv", "csv"),
        ("ndjson", "ndjson"),
        ("arrow", "arrow"),
        ("arrow", "arrows"),
    ] {
        let with = format!("--format {format} --key id");
        shell(&dir, &format!("hsum diff {with} a.parquet <(cat a.{file})")).is(0, "");
        shell(&dir, &format!("hsum diff {with} a.parquet <(cat b.{file})")).is(1, line);
        shell(&dir, &format!("hsum diff {with} <(cat a.{file}) b.parquet")).is(1, line);
        shell(&dir, &format!("hsum diff {with} <(cat a.{file}) <(cat b.{file})")).is(1, line);
        let of_file = dir.run(&[&format!("a.{file}")]);
        let of_pipe = shell(&dir, &format!("hsum --format {format} <(cat a.{file})"));
        let sum = |run: &Run| run.stdout.split_once(' ').map(|(sum, _)| sum.to_owned());
        assert_eq!((of_pipe.code, sum(&of_pipe)), (0, sum(&of_file)), "{}", of_pipe.stderr);
    }
    shell(&dir, "gzip -k a.csv; hsum diff --format csv a.parquet <(cat a.csv.gz)").is(0, "");
    std::fs::remove_file(dir.path("a.csv.gz")).expect("compressed");
    // Standard input has the same format.
    shell(&dir, "cat a.csv | hsum diff --format csv --key id - <(cat b.csv)").is(1, line);
    shell(&dir, "cat a.csv | hsum diff --format csv --key id /dev/stdin b.parquet").is(1, line);
    // Copies are removed.
    assert_eq!(files(), before);
}

#[test]
fn pipes_with_names() {
    let dir = Dir::new();
    write(&dir, "a", &table(-1));
    for name in ["x.csv", "x.ndjson", "y.csv"] {
        make_pipe(&dir, name);
    }
    // By their extensions.
    shell(&dir, "cat a.csv > x.csv & hsum diff a.parquet x.csv").is(0, "");
    let both =
        "cat a.csv > x.csv & cat a.ndjson > x.ndjson & hsum diff --types a.parquet x.csv x.ndjson";
    shell(&dir, both).is(0, "");
    // One program that writes to both, and neither of which can hold the table.
    shell(&dir, "tee x.csv < a.csv > y.csv & hsum diff x.csv y.csv").is(0, "");
}

#[test]
fn errors() {
    let dir = Dir::new();
    write(&dir, "a", &table(-1));
    make_pipe(&dir, "x.csv");
    std::os::unix::fs::symlink("x.csv", dir.path("link.csv")).expect("linked");
    shell(&dir, "hsum diff a.parquet <(cat a.csv)")
        .is_refused(&["hsum-table: cannot compare: /dev/fd/", "give the format with --format"]);
    shell(&dir, "hsum diff a.parquet <(head -c 99999 a.parquet) --format parquet")
        .is_refused(&["cannot compare: /dev/fd/", ": "]);
    let cut = shell(&dir, "hsum diff a.parquet <(echo id,x; echo 1,?) --format csv");
    cut.is_refused(&["cannot compare: /dev/fd/", ": line 2: '?' is no exact Int64"]);
    assert!(!cut.stderr.contains("/proc/"), "{}", cut.stderr);
    // Each would get a part.
    shell(&dir, "hsum diff x.csv link.csv").is_refused(&["only one table can be x.csv"]);
    let run = shell(&dir, "cat a.csv | hsum diff --format csv - /dev/stdin");
    run.is_refused(&["only one table can be standard input"]);
    // The writer's end is the end of the table.
    let run = shell(&dir, "hsum diff a.csv <(head -n 3 a.csv) --format csv --key id --limit 1");
    assert_eq!(run.code, 1, "{}", run.stderr);
    // A file of a folder is not copied.
    dir.folder("f").write("f/1.csv", "id\n1\n");
    make_pipe(&dir, "f/2.csv");
    dir.run(&["f"]).is_trouble(&["f/2.csv: neither a file nor a directory"]);
    let mut unread = dir.command();
    unread.args(["diff", "x.csv", "none.parquet"]).stderr(std::process::Stdio::null());
    let mut child = unread.spawn().expect("it runs");
    let mut pipe = File::create(dir.path("x.csv")).expect("somebody reads");
    pipe.write_all(b"id\n1\n").expect("written");
    drop(pipe);
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}
