//! Verdicts of `diff`: different tables are never called the same.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::*;
use datafusion::arrow::ipc::CompressionType;
use datafusion::arrow::ipc::writer::{FileWriter, IpcWriteOptions};
use datafusion::parquet::data_type::{Int96, Int96Type};
use datafusion::parquet::file::writer::SerializedFileWriter;
use datafusion::parquet::schema::parser::parse_message_type;
use std::fs;
use std::sync::Arc;
use support::Dir;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

fn ints(name: &str, values: impl IntoIterator<Item = i64>) -> RecordBatch {
    batch(vec![(name, Arc::new(Int64Array::from_iter_values(values)))])
}

fn decimals(values: Vec<i128>, precision: u8, scale: i8) -> ArrayRef {
    let column = Decimal128Array::from(values).with_precision_and_scale(precision, scale);
    Arc::new(column.expect("the values fit"))
}

/// Compares a column with its text in CSV.
#[track_caller]
fn against_csv(column: &ArrayRef, cells: &str) -> support::Run {
    let dir = Dir::new();
    let csv = format!("c\n{}\n", cells.replace('|', "\n"));
    dir.parquet("a.parquet", &batch(vec![("c", Arc::clone(column))])).write("b.csv", csv);
    let run = dir.run(&["diff", "a.parquet", "b.csv"]);
    assert_eq!(dir.run(&["diff", "b.csv", "a.parquet"]).code, run.code);
    run
}

/// Compares two CSV files of one column.
fn csv_against_csv(a: &str, b: &str) -> support::Run {
    let dir = Dir::new();
    dir.write("a.csv", format!("c\n{a}\n")).write("b.csv", format!("c\n{b}\n"));
    dir.run(&["diff", "a.csv", "b.csv"])
}

#[test]
fn csv_columns_are_matched_by_name() {
    let dir = Dir::new();
    let column = |values: [i64; 2]| -> ArrayRef { Arc::new(Int64Array::from(values.to_vec())) };
    dir.parquet("t.parquet", &batch(vec![("a", column([1, 2])), ("b", column([3, 4]))]));
    dir.write("copy.csv", "b,a\n3,1\n4,2\n").write("exchanged.csv", "b,a\n1,3\n2,4\n");
    dir.run(&["diff", "t.parquet", "copy.csv"]).is_same();
    dir.run(&["diff", "copy.csv", "t.parquet"]).is_same();
    dir.run(&["diff", "t.parquet", "exchanged.csv"]).is_different();
    dir.run(&["diff", "copy.csv", "exchanged.csv"]).is_different();
    // Without names there is only the order.
    dir.write("bare.csv", "1,3\n2,4\n");
    dir.run(&["diff", "t.parquet", "bare.csv", "--no-header"]).is_same();
    dir.write("three.csv", "1,3,5\n");
    let run = dir.run(&["diff", "t.parquet", "three.csv", "--no-header"]);
    run.is_refused(&["three.csv: the first line has 3 fields, and the types are of 2 columns"]);
    dir.write("c.csv", "a,c\n1,3\n");
    let run = dir.run(&["diff", "t.parquet", "c.csv"]);
    run.is_refused(&["schemas do not match: only in A: b; only in B: c"]);
    // Columns that are not compared are not parsed.
    dir.write("more.csv", "more,a,b\nx,1,y\nx,2,y\n");
    dir.run(&["diff", "--columns", "a", "t.parquet", "more.csv"]).is_same();
    // With --types, the fingerprint takes the columns in the order of that file.
    let of = |args: &[&str]| dir.run(args).stdout.split(' ').next().map(str::to_owned);
    let types = ["--types", "t.parquet"];
    assert_eq!(of(&["t.parquet"]), of(&[&["copy.csv"], &types[..]].concat()));
    dir.run(&[&["c.csv"], &types[..]].concat())
        .is_trouble(&["c.csv: the columns a, c are not those of --types: a, b"]);
}

#[test]
fn no_digits_are_cut() {
    let is_refused = |column: &ArrayRef, cells: &str, cell: &str| {
        let says = format!("b.csv: line 2: {cell} is no exact ");
        against_csv(column, cells).is_refused(&[&says]);
    };
    let decimal = decimals(vec![100], 10, 2);
    against_csv(&decimal, "1").is_same();
    against_csv(&decimal, "1.000").is_same();
    against_csv(&decimal, "1.01").is_different();
    for cell in ["1.009", "01.00", "+1", "1.", "123456789", "1e400"] {
        is_refused(&decimal, cell, cell);
    }
    let integer: ArrayRef = Arc::new(Int32Array::from(vec![501]));
    against_csv(&integer, "501.0").is_same();
    for cell in ["00501", "501.5", "4294967797", "0x1f5", "''"] {
        is_refused(&integer, cell, if cell == "''" { "\"''\"" } else { cell });
    }
    let at = |milliseconds| -> ArrayRef {
        Arc::new(TimestampMillisecondArray::from(vec![milliseconds]))
    };
    against_csv(&at(1), "1970-01-01T00:00:00.001000").is_same();
    against_csv(&at(1), "1970-01-01 00:00:00.002").is_different();
    is_refused(&at(1), "1970-01-01 00:00:00.001001", "'1970-01-01 00:00:00.001001'");
    is_refused(&at(0), "1970-01-01 00:00:00Z", "'1970-01-01 00:00:00Z'");
    is_refused(&at(0), "1970-01-01", "1970-01-01");
    let zone: ArrayRef =
        Arc::new(TimestampSecondArray::from(vec![0]).with_timezone("Europe/Paris"));
    against_csv(&zone, "1970-01-01 01:00:00+01").is_same();
    is_refused(&zone, "1970-01-01 01:00:00", "'1970-01-01 01:00:00'");
    let date: ArrayRef = Arc::new(Date32Array::from(vec![0]));
    against_csv(&date, "1970-01-01").is_same();
    for cell in ["1970-01-01 00:00:00", "1970-01-01T12:00:00"] {
        against_csv(&date, cell).is_refused(&["is no exact Date32"]);
    }
    let time: ArrayRef = Arc::new(Time32SecondArray::from(vec![1]));
    against_csv(&time, "00:00:01.000").is_same();
    is_refused(&time, "00:00:01.5", "'00:00:01.5'");
    let double: ArrayRef = Arc::new(Float64Array::from(vec![12_345_678_901_234_568.0]));
    against_csv(&double, "12345678901234568").is_same();
    is_refused(&double, "12345678901234567.89", "12345678901234567.89");
    let single: ArrayRef = Arc::new(Float32Array::from(vec![0.1]));
    against_csv(&single, "0.1").is_same();
    against_csv(&single, "0.10000000149011612").is_same();
    against_csv(&single, "0.100000001").is_same();
    is_refused(&single, "0.100000002", "0.100000002");
    let boolean: ArrayRef = Arc::new(BooleanArray::from(vec![true]));
    against_csv(&boolean, "True").is_same();
    is_refused(&boolean, "1", "1");
    // Programs do not agree on a notation for binary values.
    let binary: ArrayRef = Arc::new(BinaryArray::from(vec![&b"x"[..]]));
    against_csv(&binary, "x").is_refused(&["c is Binary in A and Utf8 in B"]);
}

#[test]
fn csv_is_text() {
    csv_against_csv("12345678901234567.89", "12345678901234567.90").is_different();
    csv_against_csv("00501", "501").is_different();
    csv_against_csv("2020-01-01T00:00:00Z", "2020-01-01T00:00:00").is_different();
    csv_against_csv("1", "1.0").is_different();
    csv_against_csv("true", "TRUE").is_different();
    csv_against_csv("NULL", "null").is_different();
    // A type inferred from the first rows would depend on their order.
    let numbers = "1\n".repeat(1500);
    let (a, b) = (format!("{numbers}x"), format!("x\n{}", numbers.trim_end()));
    csv_against_csv(&a, &b).is_same();
    // One type for both makes them comparable by value.
    let dir = Dir::new();
    dir.write("a.csv", "c\n1\n").write("b.csv", "c\n1.0\n").parquet("t.parquet", &ints("c", [7]));
    dir.run(&["diff", "a.csv", "b.csv", "--types", "t.parquet"]).is_same();
}

#[test]
fn names_of_files_are_names() {
    let dir = Dir::new();
    let names = [
        "t[1].parquet",
        "t1.parquet",
        "q?.parquet",
        "qa.parquet",
        "a:b.parquet",
        "a b.parquet",
        "50%25.parquet",
        "*.parquet",
        "~.parquet",
        "#.parquet",
        "ä.parquet",
    ];
    for (value, name) in (0..).zip(names) {
        dir.parquet(name, &ints("c", [value]));
    }
    for name in names {
        for other in names {
            let run = dir.run(&["diff", name, other]);
            if name == other { run.is_same() } else { run.is_different() }
        }
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"\xff.parquet");
        fs::copy(dir.path("t1.parquet"), dir.0.path().join(name)).expect("copied");
        dir.run(&["diff".as_ref(), name, "t1.parquet".as_ref()]).is_same();
    }
}

#[test]
fn columns_of_one_name_are_refused() {
    let dir = Dir::new();
    let column = |value| -> ArrayRef { Arc::new(Int64Array::from(vec![value])) };
    let twice = |a, b| batch(vec![("c", column(a)), ("c", column(b))]);
    dir.parquet("a.parquet", &twice(1, 2)).parquet("b.parquet", &twice(1, 3));
    dir.arrow("a.arrow", &twice(1, 2)).arrow("b.arrow", &twice(1, 3));
    dir.write("a.csv", "c,c\n1,2\n").write("b.csv", "c,c\n1,3\n");
    for kind in ["parquet", "arrow", "csv"] {
        let [a, b] = ["a", "b"].map(|name| format!("{name}.{kind}"));
        let says = format!(".{kind}: several columns have the name c");
        dir.run(&["diff", &a, &b]).is_refused(&[&says]);
        dir.run(&[&a]).is_trouble(&[&says]);
    }
    let field = || Arc::new(Field::new("x", DataType::Int64, true));
    let nested = StructArray::from(vec![(field(), column(1)), (field(), column(2))]);
    dir.arrow("nested.arrow", &batch(vec![("s", Arc::new(nested))]));
    dir.run(&["nested.arrow"]).is_trouble(&["several columns have the name s.x"]);
    // Names that differ in case are different names.
    dir.write("case.csv", "c,C\n1,2\n").write("other.csv", "C,c\n2,1\n");
    dir.run(&["diff", "case.csv", "other.csv"]).is_same();
}

#[test]
fn directories_are_complete_or_refused() {
    let dir = Dir::new();
    let part = |name: &str, values: std::ops::Range<i64>| {
        dir.parquet(name, &ints("c", values));
    };
    part("whole.parquet", 0..4);
    let is_refused = |name: &str, says: &str| {
        dir.run(&["diff", "whole.parquet", name]).is_refused(&[says]);
        dir.run(&[name]).is_trouble(&[says]);
    };
    // A cut file is not an empty one.
    dir.folder("cut");
    part("cut/1.parquet", 0..4);
    dir.write("cut/2.parquet", "");
    is_refused("cut", "cut/2.parquet: ");
    // The column of a partition is in the names of its folders.
    dir.folder("hive/year=2020");
    part("hive/year=2020/1.parquet", 0..4);
    is_refused("hive", "'hive/year=2020': the name of the folder is the value of a column");
    dir.run(&["diff", "whole.parquet", "hive/year=2020"]).is_same();
    // Folders belong to the table.
    dir.folder("deep/er");
    part("deep/1.parquet", 0..2);
    part("deep/er/2.parquet", 2..4);
    dir.run(&["diff", "whole.parquet", "deep"]).is_same();
    // A log says which files count.
    for (log, says) in [
        ("_delta_log", "Delta"),
        (".hoodie", "Hudi"),
        ("_spark_metadata", "stream of Spark"),
        ("_temporary", "a job that has not ended"),
    ] {
        let name = format!("table{log}");
        dir.folder(&format!("{name}/{log}")).folder(&format!("{name}/part"));
        part(&format!("{name}/part/1.parquet"), 0..4);
        is_refused(&name, says);
        is_refused(&format!("{name}/part"), says);
    }
    // Hidden files do not count, as in Spark and pyarrow.
    dir.folder("hidden/.trash").folder("hidden/_archive");
    part("hidden/1.parquet", 0..4);
    for name in [
        "hidden/.q.parquet",
        "hidden/_r.parquet",
        "hidden/.trash/1.parquet",
        "hidden/_archive/1.parquet",
    ] {
        part(name, 7..9);
    }
    dir.write("hidden/_SUCCESS", "").write("hidden/.1.parquet.crc", "crc");
    dir.run(&["diff", "whole.parquet", "hidden"]).is_same();
    // Any other file could be a part of the table.
    for (name, says) in [
        ("notes.txt", "neither .parquet"),
        ("2.csv", "files of several kinds"),
        ("part-00000", "neither .parquet"),
        ("2.parquet.tmp", "neither .parquet"),
    ] {
        let folder = format!("with_{name}");
        dir.folder(&folder);
        part(&format!("{folder}/1.parquet"), 0..4);
        dir.write(&format!("{folder}/{name}"), "c\n");
        is_refused(&folder, says);
    }
    // Files of one table have the same columns.
    for (name, other) in [
        ("names", ints("d", [4])),
        ("types", batch(vec![("c", Arc::new(Float64Array::from(vec![4.0])))])),
        (
            "more",
            batch(vec![
                ("c", Arc::new(Int64Array::from(vec![4]))),
                ("d", Arc::new(Int64Array::from(vec![4]))),
            ]),
        ),
    ] {
        dir.folder(name);
        part(&format!("{name}/1.parquet"), 0..4);
        dir.parquet(&format!("{name}/2.parquet"), &other);
        is_refused(name, "other columns than");
    }
    dir.folder("empty/empty");
    is_refused("empty", "empty: contains no table");
    #[cfg(unix)]
    {
        // A link to a folder can lead back.
        dir.folder("linked");
        part("linked/1.parquet", 0..4);
        std::os::unix::fs::symlink(".", dir.path("linked/back")).expect("linked");
        is_refused("linked", "linked/back: a link to a folder");
        std::os::unix::fs::symlink("whole.parquet", dir.path("link.parquet")).expect("linked");
        dir.run(&["diff", "whole.parquet", "link.parquet"]).is_same();
        // A pipe would block.
        dir.folder("pipe");
        part("pipe/1.parquet", 0..4);
        let made = std::process::Command::new("mkfifo").arg(dir.path("pipe/2.parquet")).status();
        assert!(made.expect("mkfifo runs").success());
        is_refused("pipe", "pipe/2.parquet: neither a file nor a directory");
    }
}

#[test]
fn files_of_one_table_are_matched_by_name() {
    let dir = Dir::new();
    let column = |value| -> ArrayRef { Arc::new(Int64Array::from(vec![value])) };
    let [ab, ba] = [
        batch(vec![("a", column(1)), ("b", column(2))]),
        batch(vec![("b", column(4)), ("a", column(3))]),
    ];
    dir.folder("p").parquet("p/1.parquet", &ab).parquet("p/2.parquet", &ba);
    dir.folder("i").arrow("i/1.arrow", &ab).stream("i/2.arrows", &ba);
    dir.folder("c").write("c/1.csv", "a,b\n1,2\n").write("c/2.csv", "b,a\n4,3\n");
    for (a, b) in [("p", "i"), ("i", "c"), ("c", "p")] {
        dir.run(&["diff", a, b]).is_same();
    }
    dir.write("exchanged.csv", "a,b\n1,2\n4,3\n");
    dir.run(&["diff", "p", "exchanged.csv"]).is_different();
}

#[test]
fn a_null_is_no_empty_text() {
    let dir = Dir::new();
    let text = |values: Vec<Option<&str>>| {
        let other = Int64Array::from_iter_values((0..).take(values.len()));
        batch(vec![("t", Arc::new(StringArray::from(values))), ("n", Arc::new(other))])
    };
    dir.parquet("empty.parquet", &text(vec![Some("")])).parquet("null.parquet", &text(vec![None]));
    dir.write("empty.csv", "t,n\n\"\",0\n").write("null.csv", "t,n\n,0\n");
    for a in ["empty.parquet", "empty.csv"] {
        for b in ["null.parquet", "null.csv"] {
            dir.run(&["diff", a, b]).is_different();
        }
    }
    dir.run(&["diff", "empty.parquet", "empty.csv"]).is_same();
    dir.run(&["diff", "null.parquet", "null.csv"]).is_same();
    // Only texts can be empty.
    dir.write("number.csv", "t,n\n\"\",\"\"\n");
    dir.run(&["diff", "empty.parquet", "number.csv"]).is_refused(&["'' is no exact Int64"]);
    // With one column, an empty line is a null.
    let one = |values: Vec<Option<i64>>| batch(vec![("c", Arc::new(Int64Array::from(values)))]);
    dir.parquet("one.parquet", &one(vec![Some(1), None])).write("one.csv", "c\n1\n\n");
    dir.run(&["diff", "one.parquet", "one.csv"]).is_same();
    dir.write("blank.csv", "t,n\n\"\",0\n\n");
    dir.run(&["diff", "empty.parquet", "blank.csv"]).is_refused(&["blank.csv: line 3: is empty"]);
}

#[test]
fn malformed_csv_is_refused() {
    let dir = Dir::new();
    dir.write("good.csv", "a,b\n1,2\n");
    for (text, says) in [
        ("a,b\n1,\"2", "line 2: the file ends inside quotes"),
        ("a,b\n1,\"2\n3,4\n", "line 2: the file ends inside quotes"),
        ("a,b\n1\n", "line 2: has 1 fields, and the first line 2"),
        ("a,b\n1,2,\n", "line 2: has 3 fields"),
        ("a,b\n1,\"2\"x\n", "line 2: text after a closing quote"),
        ("a,b\n1,2\"\n", "line 2: a quote in a field"),
        ("a,b\r1,2\r", "line 1: a carriage return"),
        ("a,b\n1,2\r\n", "line 2: the line ends differ"),
        ("", "bad.csv: is empty; its first line names the columns"),
    ] {
        dir.write("bad.csv", text);
        dir.run(&["diff", "good.csv", "bad.csv"]).is_refused(&["bad.csv: ", says]);
        dir.run(&["bad.csv"]).is_trouble(&["bad.csv: ", says]);
    }
    for text in ["a,b\r\n1,2\r\n", "\u{feff}a,b\n1,2", "\"a\",\"b\"\n\"1\",\"2\"\n"] {
        dir.write("other.csv", text);
        dir.run(&["diff", "good.csv", "other.csv"]).is_same();
    }
    dir.write("latin.csv", b"a,b\n1,\xe9\n");
    dir.run(&["latin.csv"]).is_trouble(&["latin.csv: line 2: the text is not UTF-8"]);
    dir.run(&["diff", "good.csv", "good.csv", "--delimiter", "\""]).is_refused(&["--delimiter"]);
}

#[test]
fn damaged_files_are_refused() {
    let dir = Dir::new();
    dir.parquet("t.parquet", &ints("c", 0..1000)).arrow("t.arrow", &ints("c", 0..1000));
    dir.stream("t.arrows", &ints("c", 0..1000));
    for name in ["t.parquet", "t.arrow", "t.arrows"] {
        let whole = fs::read(dir.path(name)).expect("read");
        for length in [0, 1, 5, 8, 100, whole.len() / 2, whole.len() - 8, whole.len() - 1] {
            let cut = format!("cut-{name}");
            dir.write(&cut, &whole[..length]);
            dir.run(&[&cut]).is_trouble(&[&format!("{cut}: ")]);
        }
    }
    // The library panics on some damaged schemas.
    let whole = fs::read(dir.path("t.arrows")).expect("read");
    let mut panics = 0;
    for place in (8..200).step_by(3) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        dir.write("damaged.arrows", damaged);
        let run = dir.run(&["diff", "t.arrows", "damaged.arrows"]);
        assert!((0..=2).contains(&run.code), "{place}: {}", run.stderr);
        assert!(run.stderr.lines().count() <= 1, "{place}: {}", run.stderr);
        panics += u32::from(run.stderr.contains("damaged.arrows: internal error: "));
    }
    assert!(panics > 0, "the library no longer panics");
    // A wrong length before a compressed buffer, which the library believes.
    for (codec, name) in [(CompressionType::LZ4_FRAME, "lz4"), (CompressionType::ZSTD, "zstd")] {
        let file = fs::File::create(dir.path("small.arrow")).expect("created");
        let table = ints("c", 0..1000);
        let options = IpcWriteOptions::default().try_with_compression(Some(codec));
        let options = options.expect("the codec is supported");
        let mut writer = FileWriter::try_new_with_options(file, &table.schema(), options)
            .expect("the schema is supported");
        writer.write(&table).expect("written");
        writer.finish().expect("written");
        dir.run(&["diff", "small.arrow", "t.arrow"]).is_same();
        let whole = fs::read(dir.path("small.arrow")).expect("read");
        let length = 8000_i64.to_le_bytes();
        let place = whole.windows(8).position(|bytes| bytes == length).expect("compressed");
        for wrong in [i64::MAX, 1 << 46, 1 << 32, 7999, 8001, 1, -2, i64::MIN] {
            let mut damaged = whole.clone();
            damaged[place..place + 8].copy_from_slice(&wrong.to_le_bytes());
            let damaged_name = format!("{name}-{wrong}.arrow");
            dir.write(&damaged_name, damaged);
            dir.run(&["diff", "t.arrow", &damaged_name]).is_refused(&[&damaged_name]);
        }
    }
    // A reader would ignore one of two tables in a file.
    for name in ["t.arrows", "t.arrow", "t.parquet"] {
        let whole = fs::read(dir.path(name)).expect("read");
        let two = format!("two-{name}");
        dir.write(&two, [&*whole, &*whole].concat());
        let says = if name == "t.parquet" { "several Parquet files in one" } else { "more data" };
        dir.run(&["diff", name, &two]).is_refused(&[&two, says]);
    }
    // Read as a stream, the file would start with a message of 1.3 GB.
    #[cfg(target_os = "linux")]
    {
        let whole = fs::read(dir.path("t.arrow")).expect("read");
        dir.write("cut.arrow", &whole[..whole.len() / 2]);
        for (name, code) in [("t.arrow", 0), ("cut.arrow", 2)] {
            let mut shell = std::process::Command::new("sh");
            shell.env("TOKIO_WORKER_THREADS", "1").env("MALLOC_ARENA_MAX", "1");
            let limited = "ulimit -v 1200000; exec \"$0\" \"$1\"";
            shell.args(["-c", limited, env!("CARGO_BIN_EXE_hsum-table"), name]);
            let output = shell.current_dir(dir.path(".")).output().expect("sh runs");
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{name}: {message}");
            assert!(!message.contains("memory"), "{message}");
        }
    }
}

/// Writes a Parquet file with an instant of the old type INT96.
fn int96(day: u32, nanoseconds: u64) -> Vec<u8> {
    let schema = parse_message_type("message m { required int96 t; }").expect("a schema");
    let mut bytes = Vec::new();
    let writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::default());
    let mut writer = writer.expect("the schema is supported");
    let mut group = writer.next_row_group().expect("a row group starts");
    let mut column = group.next_column().expect("a column starts").expect("there is a column");
    let low = u32::try_from(nanoseconds & u64::from(u32::MAX)).expect("32 bits");
    let high = u32::try_from(nanoseconds >> 32).expect("32 bits");
    let mut value = Int96::new();
    value.set_data(low, high, day);
    column.typed::<Int96Type>().write_batch(&[value], None, None).expect("written");
    column.close().expect("written");
    group.close().expect("written");
    writer.close().expect("written");
    bytes
}

#[test]
fn instants_out_of_range_are_refused() {
    const EPOCH: u32 = 2_440_588;
    let dir = Dir::new();
    let at: ArrayRef = Arc::new(TimestampMicrosecondArray::from(vec![86_400_000_001]));
    dir.parquet("t.parquet", &batch(vec![("t", at)]));
    dir.write("day.parquet", int96(EPOCH + 1, 1000));
    dir.run(&["diff", "t.parquet", "day.parquet"]).is_same();
    // In 64 bits of nanoseconds the year 9999 wraps around.
    for day in [EPOCH + 2_932_896, 0, u32::MAX] {
        dir.write("far.parquet", int96(day, 0));
        dir.run(&["diff", "t.parquet", "far.parquet"])
            .is_refused(&["far.parquet: column t: an instant (INT96) is outside"]);
    }
}
