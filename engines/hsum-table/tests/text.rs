//! Text files: TSV, NDJSON, nulls and quotes, compression and standard input.

mod support;

use datafusion::arrow::array::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;
use support::{Dir, Run};

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

/// Writes a table of a number, a decimal, a text and a boolean.
fn typed(dir: &Dir) {
    let decimal = Decimal128Array::from(vec![Some(150), None, Some(-7)]);
    let decimal = decimal.with_precision_and_scale(30, 2).expect("the values fit");
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("n", Arc::new(Int64Array::from(vec![1, 2, 3]))),
        ("d", Arc::new(decimal)),
        ("t", Arc::new(StringArray::from(vec![Some("a\tb"), Some(""), None]))),
        ("b", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]))),
    ];
    dir.parquet("t.parquet", &batch(columns));
}

#[test]
fn tab_separated() {
    let dir = Dir::new();
    typed(&dir);
    dir.write("t.tsv", "b\tn\td\tt\ntrue\t1\t1.50\t\"a\tb\"\nfalse\t2\t\t\"\"\n\t3\t-0.07\t\n");
    dir.run(&["diff", "t.parquet", "t.tsv"]).is_same();
    dir.run(&["diff", "t.tsv", "t.parquet"]).is_same();
    dir.write("u.csv", "b,n,d,t\ntrue,1,1.50,a\tb\nfalse,2,,\"\"\n,3,-0.07,\n");
    dir.run(&["diff", "t.tsv", "u.csv"]).is_same();
    dir.write("w.tsv", "b,n,d,t\n");
    dir.run(&["diff", "t.parquet", "w.tsv"]).is_refused(&["schemas do not match"]);
}

#[test]
fn nulls_and_quotes() {
    let dir = Dir::new();
    typed(&dir);
    dir.write("null.csv", "n,d,t,b\n1,1.50,a\tb,true\n2,NA,,false\n3,-0.07,NA,NA\n");
    dir.run(&["diff", "t.parquet", "null.csv", "--null", "NA"]).is_same();
    dir.run(&["diff", "t.parquet", "null.csv"]).is_refused(&["line 3: NA is no exact Decimal128"]);
    // The empty field is not a null then, and a quoted one never is.
    dir.write("empty.csv", "n,d,t,b\n1,,a,true\n");
    dir.run(&["diff", "t.parquet", "empty.csv", "--null", "NA"])
        .is_refused(&["line 2: '' is no exact Decimal128"]);
    dir.write("quoted.csv", "n,d,t,b\n1,1.50,a\tb,true\n2,NA,,false\n3,-0.07,\"NA\",NA\n");
    dir.run(&["diff", "null.csv", "quoted.csv", "--null", "NA"]).is_different();
    dir.write("single.csv", "n,t\n1,'a,\"'\n").write("double.csv", "n,t\n1,\"a,\"\"\"\n");
    let of = |args: &[&str]| dir.run(args).stdout.split(' ').next().map(str::to_owned);
    assert_eq!(of(&["single.csv", "--quote", "'"]), of(&["double.csv"]));
    dir.run(&["single.csv"]).is_trouble(&["line 2: "]);
    // Without quotes, a quote is a character.
    dir.write("none.tsv", "n\tt\n1\ta,\"\n");
    assert_eq!(of(&["none.tsv", "--quote", "none"]), of(&["double.csv"]));
    dir.run(&["none.tsv"]).is_trouble(&["line 2: a quote in a field without quotes"]);
    for wrong in ["", "xy", "ä", "\n", ","] {
        dir.run(&["double.csv", "--quote", wrong]).is_trouble(&["--quote"]);
    }
}

#[test]
fn json_lines() {
    let dir = Dir::new();
    typed(&dir);
    let lines = [
        r#"{"n": 1, "d": "1.5", "t": "a\tb", "b": true}"#,
        r#"{"b": false, "n": 2.0, "d": null, "t": ""}"#,
        r#"{"n": 3, "d": -7e-2, "t": null, "b": null}"#,
    ];
    dir.write("t.ndjson", lines.join("\n")).write("t.jsonl", lines.join("\r\n") + "\r\n");
    dir.run(&["diff", "t.parquet", "t.ndjson"]).is_same();
    dir.run(&["diff", "t.jsonl", "t.parquet"]).is_same();
    dir.run(&["diff", "t.jsonl", "t.ndjson"]).is_same();
    dir.run(&["diff", "t.jsonl", "t.ndjson", "--types", "t.parquet"]).is_same();
    let against = |line: &str, says: &[&str]| {
        dir.write("x.ndjson", format!("{}\n{line}\n", lines[0]));
        dir.run(&["diff", "t.parquet", "x.ndjson"]).is_refused(says);
    };
    against(
        r#"{"n": 1, "d": 1.505, "t": "", "b": true}"#,
        &["line 2: 1.505 is no exact Decimal128"],
    );
    against(r#"{"n": 1.5, "d": 1, "t": "", "b": true}"#, &["line 2: 1.5 is no exact Int64"]);
    // A number is no text, and a number is no truth value.
    against(r#"{"n": 1, "d": 1, "t": 5, "b": true}"#, &["line 2: 5 is no exact Utf8"]);
    against(r#"{"n": 1, "d": 1, "t": {}, "b": true}"#, &["is no exact Utf8"]);
    against(r#"{"n": 1, "d": 1, "t": "", "b": 1}"#, &["line 2: 1 is no exact Boolean"]);
    against(r#"{"n": 1, "d": 1, "t": ""}"#, &["line 2: the field b is not in all lines"]);
    against(r#"{"n": 1, "d": 1, "t": "", "b": true, "x": 1}"#, &["line 2: has 5 fields"]);
    against(r#"{"n": 1, "n": 1, "d": 1, "t": "", "b": true}"#, &["two fields have the name n"]);
    against(r#"{"n": 1, "d": 1, "t": "", "b": tr"#, &["line 2: not a JSON object"]);
    against("", &["line 2: not a JSON object"]);
    dir.write("none.ndjson", "");
    dir.run(&["diff", "t.parquet", "none.ndjson"]).is_refused(&["none.ndjson: is empty"]);
    // Without types, values are compared as JSON.
    let pair = |a: &str, b: &str| {
        dir.write("a.ndjson", format!("{{\"v\": {a}}}"))
            .write("b.ndjson", format!("{{\"v\": {b}}}"));
        dir.run(&["diff", "a.ndjson", "b.ndjson"])
    };
    pair("5", "\"5\"").is_different();
    pair("5", "5.0").is_different();
    pair("null", "\"null\"").is_different();
    pair("12345678901234567.89", "12345678901234567.90").is_different();
    pair("[1, {\"x\": 1, \"y\": \"\\u0041\"}]", "[1,{\"y\":\"A\",\"x\":1}]").is_same();
    pair("[1,2]", "[2,1]").is_different();
    dir.write("v.csv", "v\n5\n");
    for pair in [["a.ndjson", "v.csv"], ["v.csv", "a.ndjson"]] {
        dir.run(&["diff", pair[0], pair[1]]).is_refused(&["CSV has no types and NDJSON has"]);
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("written");
    encoder.finish().expect("written")
}

#[test]
fn compressed() {
    let dir = Dir::new();
    let rows: String = (0..20_000).map(|row| format!("{row},{}\n", row * 7919 % 1000)).collect();
    let csv = format!("a,b\n{rows}");
    let zstandard = zstd::encode_all(csv.as_bytes(), 1).expect("written");
    dir.write("t.csv", &csv).write("t.csv.gz", gzip(csv.as_bytes())).write("t.csv.zst", &zstandard);
    dir.write("t.CSV.GZ", gzip(csv.as_bytes()));
    // Several members are one file, and the contents say that a file is compressed.
    let (first, second) = csv.split_at(csv.len() / 2);
    let members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    let frames: Vec<u8> = [first, second]
        .iter()
        .flat_map(|part| zstd::encode_all(part.as_bytes(), 1).expect("written"))
        .collect();
    dir.write("m.csv.gz", &members).write("m.csv.zst", frames).write("named.csv", &members);
    for name in ["t.csv.gz", "t.csv.zst", "t.CSV.GZ", "m.csv.gz", "m.csv.zst", "named.csv"] {
        dir.run(&["diff", "t.csv", name]).is_same();
    }
    let bytes = gzip(csv.as_bytes());
    for cut in [0, 1, 5, 10, 100, bytes.len() / 2, bytes.len() - 8, bytes.len() - 1] {
        dir.write("cut.csv.gz", &bytes[..cut]);
        dir.run(&["diff", "t.csv", "cut.csv.gz"]).is_refused(&["cut.csv.gz: "]);
    }
    for cut in [0, 1, 5, 100, zstandard.len() / 2, zstandard.len() - 1] {
        dir.write("cut.csv.zst", &zstandard[..cut]);
        dir.run(&["diff", "t.csv", "cut.csv.zst"]).is_refused(&["cut.csv.zst: "]);
    }
    for end in [&b"x"[..], b"\0\0\0\0", b"more after the end", b"\x1f"] {
        dir.write("more.csv.gz", [&bytes, end].concat());
        dir.run(&["diff", "t.csv", "more.csv.gz"]).is_refused(&["more.csv.gz: "]);
        dir.write("more.csv.zst", [&zstandard, end].concat());
        dir.run(&["diff", "t.csv", "more.csv.zst"]).is_refused(&["more.csv.zst: "]);
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() - 6] ^= 1;
    dir.write("damaged.csv.gz", damaged);
    dir.run(&["diff", "t.csv", "damaged.csv.gz"]).is_refused(&["damaged.csv.gz: "]);
    dir.write("plain.csv.gz", &csv);
    dir.run(&["plain.csv.gz"]).is_trouble(&["plain.csv.gz: not compressed as its name says"]);
    dir.write("t.parquet.gz", gzip(b"x"));
    dir.run(&["t.parquet.gz"]).is_trouble(&["t.parquet.gz: neither .parquet"]);
    dir.write("t.ndjson.gz", gzip(b"{\"a\": 1}\n")).write("t.ndjson", "{\"a\": 1}\n");
    dir.run(&["diff", "t.ndjson", "t.ndjson.gz"]).is_same();
}

#[test]
fn standard_input() {
    let dir = Dir::new();
    typed(&dir);
    let run = |args: &[&str], input: &[u8]| {
        let mut child = dir
            .command()
            .args(args)
            .env("TMPDIR", dir.path("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        // The program may refuse its arguments before it reads.
        let _ = child.stdin.take().expect("there is a pipe").write_all(input);
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("the text is UTF-8");
        let code = output.status.code().expect("no signal ended it");
        Run { code, stdout: text(output.stdout), stderr: text(output.stderr) }
    };
    let csv = b"n,d,t,b\n1,1.50,a\tb,true\n2,,\"\",false\n3,-0.07,,\n";
    run(&["diff", "t.parquet", "-", "--format", "csv"], csv).is_same();
    run(&["diff", "-", "t.parquet", "--format", "csv"], &gzip(csv)).is_same();
    run(&["diff", "-", "t.parquet", "--format", "csv"], &csv[..40])
        .is_refused(&["standard input: line "]);
    let parquet = std::fs::read(dir.path("t.parquet")).expect("the file exists");
    run(&["diff", "-", "t.parquet", "--format", "parquet"], &parquet).is_same();
    let of_file = dir.run(&["t.parquet"]).stdout.replace("t.parquet", "-");
    run(&["-", "--format", "parquet"], &parquet).is(0, &of_file);
    run(&["diff", "-", "t.parquet"], csv).is_refused(&["give the format of standard input"]);
    run(&["diff", "-", "-", "--format", "csv"], csv).is_refused(&["only one table"]);
    // The copy is removed.
    let left = || std::fs::read_dir(dir.path(".")).expect("the folder exists").count();
    assert_eq!(left(), 1);
    // The system removes it if the program cannot.
    if cfg!(target_os = "linux") {
        let mut child = dir
            .command()
            .args(["-", "--format", "csv"])
            .env("TMPDIR", dir.path("."))
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut pipe = child.stdin.take().expect("there is a pipe");
        // More than a pipe holds, so the program has begun to copy.
        pipe.write_all(&vec![b'a'; 1 << 21]).expect("the program reads");
        child.kill().expect("the program runs");
        child.wait().expect("the program ends");
        assert_eq!(left(), 1);
    }
}

/// A byte order mark is no data, even if two members of a compressed file share it.
#[test]
fn marks_in_parts() {
    let dir = Dir::new();
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("compressed");
        encoder.finish().expect("compressed")
    };
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("compressed");
    let csv = "\u{feff}id,b\n1,t\n2,f\n".as_bytes();
    let json = "\u{feff}{\"id\":1,\"b\":true}\n{\"id\":2,\"b\":false}\n".as_bytes();
    dir.write("plain.csv", &csv[3..]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int64Array::from(vec![1, 2]))),
        ("b", Arc::new(BooleanArray::from(vec![true, false]))),
    ];
    dir.parquet("a.parquet", &batch(columns));
    for cut in 0..5 {
        let parts = |text: &[u8], pack: &dyn Fn(&[u8]) -> Vec<u8>| {
            let mut bytes = pack(&text[..cut]);
            bytes.extend(pack(&text[cut..]));
            bytes
        };
        // pzstd begins with a frame to skip.
        let skipped =
            [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4][..], &parts(csv, &zstd)].concat();
        dir.write("a.csv.gz", parts(csv, &gzip)).write("a.csv.zst", parts(csv, &zstd));
        dir.write("b.csv.zst", skipped).write("a.ndjson.gz", parts(json, &gzip));
        for name in ["a.csv.gz", "a.csv.zst", "b.csv.zst", "a.ndjson.gz"] {
            dir.run(&["diff", "a.parquet", name]).is_same();
        }
        dir.run(&["diff", "plain.csv", "a.csv.gz"]).is_same();
    }
    // Without the extension the same bytes could be text.
    dir.write("c.csv", b"P*M\x18\n1\n");
    assert_eq!(dir.run(&["c.csv"]).code, 0);
}

/// What pandas writes for a column of nulls and for one of midnights is explained.
#[test]
fn notations_of_pandas() {
    let dir = Dir::new();
    let columns: Vec<(&str, ArrayRef)> =
        vec![("x", Arc::new(Float64Array::from(vec![None, Some(1.0)])))];
    dir.parquet("f.parquet", &batch(columns)).write("f.csv", "x\n\"\"\n1.0\n");
    dir.run(&["diff", "f.parquet", "f.csv"])
        .is_refused(&["line 2: '' is no exact Float64", "pandas writes nulls"]);
    let columns: Vec<(&str, ArrayRef)> =
        vec![("x", Arc::new(TimestampNanosecondArray::from(vec![86_400_000_000_000])))];
    dir.parquet("t.parquet", &batch(columns)).write("t.csv", "x\n1970-01-02\n");
    dir.run(&["diff", "t.parquet", "t.csv"])
        .is_refused(&["1970-01-02 is no exact Timestamp", "midnights"]);
}

#[test]
fn names_of_columns() {
    let dir = Dir::new();
    dir.write("a.csv", "id,\"a,b\",\"say \"\"x\"\"\"\n1,2,3\n").write("b.csv", "id,\"a,b\"\n1,2\n");
    dir.run(&["diff", "--columns", "id,\"a,b\"", "a.csv", "b.csv"]).is_same();
    dir.run(&["diff", "--key", "\"a,b\"", "--columns", "id", "a.csv", "b.csv"]).is_same();
    assert_eq!(dir.run(&["--columns", "\"say \"\"x\"\"\"", "a.csv"]).code, 0);
    dir.run(&["--columns", "a,b", "a.csv"]).is_trouble(&["column a does not exist"]);
    dir.run(&["--columns", "id,id", "a.csv"]).is_trouble(&["column id is named twice"]);
    dir.run(&["diff", "--columns", "id,id", "a.csv", "b.csv"])
        .is_refused(&["column id is named twice"]);
    let run = dir.run(&["--columns", "\"a", "a.csv"]);
    assert!(run.code == 2 && run.stderr.contains("a quote is not closed"), "{}", run.stderr);
}
