//! The output, and the exit status when it cannot be written.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::buffer::ScalarBuffer;
use datafusion::arrow::datatypes::*;
use hash_datafusion::Keys;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::process::Stdio;
use std::sync::Arc;
use support::Dir;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

fn texts(name: &str, values: &[Option<&str>]) -> RecordBatch {
    batch(vec![(name, Arc::new(values.iter().copied().collect::<StringArray>()))])
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn cells_and_names_cannot_control_a_terminal() {
    let dir = Dir::new();
    let name = "n\u{1b}[2K";
    dir.parquet("a.parquet", &texts(name, &[Some("x")]));
    for (cell, shown) in [
        ("\u{1b}[1A\r+ forged", "''$'\\033''[1A'$'\\r''+ forged'"),
        ("x\n+ k=forged", "'x'$'\\n''+ k=forged'"),
        ("x, y=z", "'x, y=z'"),
        ("\u{202e}", "''$'\\342\\200\\256'"),
        ("NULL", "'NULL'"),
        ("", "''"),
        ("plain", "plain"),
    ] {
        dir.parquet("b.parquet", &texts(name, &[Some(cell)]));
        let run = dir.run(&["diff", "--no-key", "a.parquet", "b.parquet"]);
        let row = format!("+ 'n'$'\\033''[2K'={shown}\n");
        assert!(run.stdout.contains(&row) && run.code == 1, "{}", run.stdout);
        assert_eq!(run.stdout.lines().count(), 3, "{}", run.stdout);
        // A parser of JSON gets the text itself.
        let run = dir.run(&["diff", "--no-key", "--json", "a.parquet", "b.parquet"]);
        assert_eq!(lines(&run.stdout)[1]["row"], json!({ name: cell }));
        assert!(!run.stdout.contains(['\u{1b}', '\r', '\u{202e}']), "{}", run.stdout);
    }
    // The text NULL is printed in quotes.
    let keyed = |cell| {
        let key: ArrayRef = Arc::new(Int64Array::from(vec![1]));
        batch(vec![("k", key), ("v", Arc::new(StringArray::from(vec![cell])))])
    };
    dir.parquet("a.parquet", &keyed(Some("NULL"))).parquet("b.parquet", &keyed(None));
    let run = dir.run(&["diff", "--key", "k", "a.parquet", "b.parquet"]);
    assert!(run.stdout.starts_with("! k=1: v: 'NULL' -> NULL\n"), "{}", run.stdout);
    // Nested texts are escaped too.
    let mut list = ListBuilder::new(StringBuilder::new());
    list.append_value([Some("a, b"), None, Some("\u{9b}31m\n")]);
    dir.arrow("a.arrow", &batch(vec![("l", Arc::new(list.finish()))]));
    list.append_value([Some("a")]);
    dir.arrow("b.arrow", &batch(vec![("l", Arc::new(list.finish()))]));
    let run = dir.run(&["diff", "--no-key", "a.arrow", "b.arrow"]);
    assert!(run.stdout.starts_with("- l=[\"a, b\",null,\"\\302\\23331m\\n\"]\n"), "{}", run.stdout);
}

#[test]
fn file_names_and_errors_cannot_control_a_terminal() {
    let dir = Dir::new();
    dir.parquet("\u{1b}[31m.parquet", &texts("t", &[None])).write("\u{1b}[32m.csv", "t\n\"");
    let run = dir.run(&["\u{1b}[31m.parquet"]);
    assert!(run.stdout.ends_with("  ''$'\\033''[31m.parquet'\n"), "{}", run.stdout);
    dir.run(&["\u{1b}[32m.csv"]).is_trouble(&["''$'\\033''[32m.csv': line 2: "]);
    dir.run(&["\u{1b}[33m.csv"]).is_trouble(&["''$'\\033''[33m.csv': No such file"]);
    let sql = "SELECT \"\u{1b}[34m\" FROM \"\u{1b}[31m\"";
    let run = dir.run(&["--query", sql, "\u{1b}[31m.parquet"]);
    assert!(run.code == 2 && !run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
    dir.run(&["diff", "\u{1b}[31m.parquet", "\u{1b}[31m.parquet", "--columns", "\u{1b}[35m"])
        .is_refused(&["not in A: ''$'\\033''[35m'"]);
    let run = dir.run(&["diff", "-b", "\u{1b}[31m.parquet", "\u{1b}[32m.csv"]);
    assert!(run.code == 2 && !run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
}

/// Values that differ never look the same.
#[test]
fn values_are_printed_as_they_are_hashed() {
    let dir = Dir::new();
    let key: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let changed = |a: ArrayRef, b: ArrayRef| {
        dir.arrow("a.arrow", &batch(vec![("k", key.clone()), ("v", a)]));
        dir.arrow("b.arrow", &batch(vec![("k", key.clone()), ("v", b)]));
        let run = dir.run(&["diff", "--key", "k", "a.arrow", "b.arrow"]);
        assert_eq!((run.code, &*run.stderr), (1, ""));
        let line = run.stdout.lines().next().expect("a row is changed");
        line.strip_prefix("! k=1: v: ").expect("a row is changed").to_owned()
    };
    let single: ArrayRef = Arc::new(Float32Array::from(vec![0.1]));
    let double: ArrayRef = Arc::new(Float64Array::from(vec![0.1]));
    assert_eq!(changed(single.clone(), double.clone()), "0.10000000149011612 -> 0.1");
    let not_a_number: ArrayRef = Arc::new(Float64Array::from(vec![f64::NAN]));
    assert_eq!(changed(not_a_number, double), "NaN -> 0.1");
    let at = |milliseconds, zone: &str| -> ArrayRef {
        Arc::new(TimestampMillisecondArray::from(vec![milliseconds]).with_timezone(zone))
    };
    assert_eq!(
        changed(at(0, "Europe/Paris"), at(1, "+02:00")),
        "1970-01-01T00:00:00Z -> 1970-01-01T00:00:00.001Z"
    );
    let seconds = |value| -> ArrayRef { Arc::new(TimestampSecondArray::from(vec![value])) };
    assert_eq!(
        changed(seconds(i64::MAX), seconds(i64::MAX - 1)),
        "9223372036854775807 Seconds -> 9223372036854775806 Seconds"
    );
    let long = |value| -> ArrayRef { Arc::new(DurationSecondArray::from(vec![value])) };
    assert_eq!(
        changed(long(i64::MAX), long(i64::MAX - 1)),
        "9223372036854775807 Seconds -> 9223372036854775806 Seconds"
    );
    let day = |value| -> ArrayRef { Arc::new(Date32Array::from(vec![value])) };
    assert_eq!(changed(day(i32::MAX), day(0)), "2147483647 Days -> 1970-01-01");
    let bytes = |value: &'static [u8]| -> ArrayRef { Arc::new(BinaryArray::from(vec![value])) };
    assert_eq!(changed(bytes(b"\xff\x00"), bytes(b"")), "ff00 -> ");
    let unsigned: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX]));
    let wide = Decimal128Array::from(vec![150]).with_precision_and_scale(30, 2);
    let wide: ArrayRef = Arc::new(wide.expect("the value fits"));
    assert_eq!(changed(unsigned, wide), "18446744073709551615 -> 1.50");
    let dictionary: DictionaryArray<Int8Type> = [Some("a b")].into_iter().collect();
    let text: ArrayRef = Arc::new(StringArray::from(vec!["c"]));
    assert_eq!(changed(Arc::new(dictionary), text), "'a b' -> c");
    let runs = RunArray::try_new(&Int32Array::from(vec![1]), &Int64Array::from(vec![7]));
    let runs: ArrayRef = Arc::new(runs.expect("the runs are valid"));
    assert_eq!(changed(runs, Arc::new(Int8Array::from(vec![8]))), "7 -> 8");
}

#[test]
fn json_has_types() {
    let dir = Dir::new();
    let decimal = Decimal128Array::from(vec![150]).with_precision_and_scale(38, 2);
    let mut map = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    map.keys().append_value("x");
    map.values().append_value(1);
    map.append(true).expect("the lengths agree");
    let field = |name, data_type| Arc::new(Field::new(name, data_type, true));
    let of_struct: ArrayRef = Arc::new(Int8Array::from(vec![-3]));
    let ids = ScalarBuffer::from(vec![1_i8]);
    let fields = UnionFields::try_new(
        [0, 1],
        [Field::new("i", DataType::Int8, true), Field::new("t", DataType::Utf8, true)],
    )
    .expect("the fields are valid");
    let children: Vec<ArrayRef> = vec![of_struct.clone(), Arc::new(StringArray::from(vec!["u"]))];
    let union = UnionArray::try_new(fields, ids, None, children).expect("the union is valid");
    let columns: Vec<(&str, ArrayRef, Value)> = vec![
        ("boolean", Arc::new(BooleanArray::from(vec![true])), json!(true)),
        ("int", Arc::new(Int8Array::from(vec![-5])), json!(-5)),
        ("unsigned", Arc::new(UInt64Array::from(vec![u64::MAX])), json!(u64::MAX)),
        ("float", Arc::new(Float64Array::from(vec![0.5])), json!(0.5)),
        ("infinite", Arc::new(Float64Array::from(vec![f64::NEG_INFINITY])), json!("-inf")),
        ("decimal", Arc::new(decimal.expect("the value fits")), json!("1.50")),
        ("text", Arc::new(StringArray::from(vec!["5"])), json!("5")),
        ("null", Arc::new(StringArray::from(vec![None::<&str>])), json!(null)),
        ("nulls", Arc::new(NullArray::new(1)), json!(null)),
        ("date", Arc::new(Date32Array::from(vec![1])), json!("1970-01-02")),
        ("map", Arc::new(map.finish()), json!([["x", 1]])),
        (
            "struct",
            Arc::new(StructArray::from(vec![(field("a", DataType::Int8), of_struct)])),
            json!({ "a": -3 }),
        ),
        ("union", Arc::new(union), json!("u")),
    ];
    let table = batch(columns.iter().map(|(name, column, _)| (*name, column.clone())).collect());
    dir.arrow("a.arrow", &table).arrow("b.arrow", &table.slice(0, 0));
    let rows = lines(&dir.run(&["diff", "--json", "a.arrow", "b.arrow"]).stdout);
    for (name, _, expected) in &columns {
        assert_eq!(&rows[0]["row"][name], expected, "{name}");
    }
    assert_eq!((&rows[0]["change"], rows.len()), (&json!("only in A"), 2));
}

/// One fingerprint has one form, and a document says under which key and in which format it is.
#[test]
fn fingerprints_have_one_form() {
    let dir = Dir::new();
    dir.parquet("a.parquet", &texts("t", &[None])).parquet("b.parquet", &texts("t", &[]));
    let keys = Keys::from_seed(3);
    let text = dir.run(&["--seed", "3", "a.parquet"]).stdout;
    let text = text.split(' ').next().expect("a fingerprint");
    let check = format!("{:016x}", keys.check());
    let object = &lines(&dir.run(&["--seed", "3", "--json", "a.parquet"]).stdout)[0];
    assert_eq!(object["fingerprint"], text);
    assert_eq!((&object["key"], &object["format"]), (&json!(check), &json!(1)));
    for other in ["a.parquet", "b.parquet"] {
        for more in [&["--brief"][..], &[]] {
            let args = [&["diff", "--json", "--seed", "3", "a.parquet", other], more].concat();
            let rows = lines(&dir.run(&args).stdout);
            let verdict = rows.last().expect("there is a verdict");
            assert_eq!(verdict["same"], json!(other == "a.parquet"));
            assert_eq!(verdict["fingerprints"][0], text);
            assert_eq!((&verdict["key"], &verdict["format"]), (&json!(check), &json!(1)));
        }
    }
}

#[test]
fn tables_without_columns_have_names_in_errors() {
    let dir = Dir::new();
    dir.write("none.csv", "").arrow("none.arrow", &RecordBatch::new_empty(Schema::empty().into()));
    dir.run(&["none.csv"]).is_trouble(&["none.csv: is empty"]);
    dir.run(&["none.csv", "--no-header"]).is_trouble(&["none.csv: is empty"]);
    dir.run(&["none.arrow"]).is_trouble(&["none.arrow: has no columns"]);
    dir.write("rows.csv", "a,b\n");
    dir.run(&["rows.csv"]).is(0, &format!("{:032x}-0  rows.csv\n", 1));
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_no_success() {
    let dir = Dir::new();
    dir.parquet("a.parquet", &texts("t", &[None])).parquet("b.parquet", &texts("t", &[]));
    for args in [
        &["a.parquet"][..],
        &["diff", "--no-key", "a.parquet", "b.parquet"],
        &["--help"],
        &["--version"],
        &["diff", "--json", "a.parquet", "a.parquet"],
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("opened");
        let output = dir.command().args(args).stdout(full).output().expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert_eq!(message, "hsum-table: standard output: No space left on device\n");
        let only_read = fs::File::open("/dev/null").expect("opened");
        let status = dir.command().args(args).stdout(only_read).status().expect("the program runs");
        assert_eq!(status.code(), Some(2), "{args:?}");
        // A shell closes the stream.
        let status = std::process::Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_hsum-table")])
            .args(args)
            .current_dir(dir.path("."))
            .status();
        assert_eq!(status.expect("sh runs").code(), Some(2), "{args:?} >&-");
        let full = OpenOptions::new().write(true).open("/dev/full").expect("opened");
        let status = dir.command().args(["none.parquet"]).stderr(full).status();
        assert_eq!(status.expect("the program runs").code(), Some(2));
        let status = dir.command().args(args).stdout(Stdio::null()).status();
        assert!(status.expect("the program runs").code() < Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_does_not_say_that_tables_differ() {
    use std::os::unix::process::ExitStatusExt;
    let dir = Dir::new();
    let rows: Vec<_> = (0..100_000).map(|row| row.to_string()).collect();
    let rows: Vec<_> = rows.iter().map(|row| Some(&**row)).collect();
    dir.parquet("a.parquet", &texts("t", &rows)).parquet("b.parquet", &texts("t", &[]));
    let args = ["diff", "a.parquet", "b.parquet", "--limit", "100000"];
    let mut child =
        dir.command().args(args).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut pipe = child.stdout.take().expect("there is a pipe");
    pipe.read_exact(&mut [0; 10]).expect("a row is printed");
    drop(pipe);
    let status = child.wait().expect("the program ends");
    assert_eq!((status.code(), status.signal()), (None, Some(13)));
}
