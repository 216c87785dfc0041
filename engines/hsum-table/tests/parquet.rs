//! Parquet files: their row groups, checksums and encryption, and tables of thousands of columns.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::encryption::encrypt::FileEncryptionProperties;
use datafusion::parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use std::fs::File;
use std::sync::Arc;
use support::Dir;

fn write(dir: &Dir, name: &str, batch: &RecordBatch, properties: WriterPropertiesBuilder) {
    let file = File::create(dir.path(name)).expect("created");
    let writer = ArrowWriter::try_new(file, batch.schema(), Some(properties.build()));
    let mut writer = writer.expect("the schema is supported");
    writer.write(batch).expect("written");
    writer.close().expect("written");
}

/// A table whose struct has two columns in a file.
fn rows(numbers: std::ops::Range<i64>) -> RecordBatch {
    let ids = Arc::new(Int64Array::from_iter_values(numbers.clone()));
    let names = numbers.clone().map(|n| (n % 7 != 0).then(|| format!("name {n}")));
    let names = Arc::new(names.collect::<StringArray>());
    let halves = Arc::new(Float64Array::from_iter_values(numbers.map(|n| n as f64 / 2.0)));
    let fields = [("id", DataType::Int64), ("half", DataType::Float64)];
    let fields = fields.map(|(name, data_type)| Field::new(name, data_type, true)).to_vec();
    let pairs = StructArray::new(fields.into(), vec![ids.clone(), halves], None);
    let columns: [(_, ArrayRef); 3] = [("id", ids), ("pair", Arc::new(pairs)), ("name", names)];
    RecordBatch::try_from_iter(columns).expect("valid")
}

/// Each row group is read once, by one thread, and columns in the order of the query.
#[test]
fn row_groups() {
    let dir = Dir::new();
    let whole = rows(0..10_000);
    dir.arrow("whole.arrow", &whole).folder("parts");
    let groups_of = |rows| WriterProperties::builder().set_max_row_group_row_count(Some(rows));
    for size in [999, 3_000, 10_000] {
        write(&dir, &format!("{size}.parquet"), &whole, groups_of(size));
    }
    for (part, at) in [0, 9_000, 10_000].into_iter().enumerate() {
        let end = [9_000, 10_000, 10_000][part];
        write(&dir, &format!("parts/{part}.parquet"), &whole.slice(at, end - at), groups_of(1_000));
    }
    let names = ["whole.arrow", "999.parquet", "3000.parquet", "10000.parquet", "parts"];
    for options in [&[][..], &["--columns", "name,id"], &["--columns", "pair"]] {
        let run = dir.run(&[options, &names].concat());
        let first = run.stdout.split(' ').next().expect("a fingerprint");
        run.is(0, &names.map(|name| format!("{first}  {name}\n")).concat());
    }
    for name in names {
        for options in [&["--key", "id"][..], &["--no-key", "--columns", "name,id"]] {
            dir.run(&[&["diff", "whole.arrow", name], options].concat()).is_same();
        }
    }
    let sql = "SELECT count(*), sum(id) FROM \"999\" WHERE name IS NOT NULL";
    dir.run(&["--query", sql, "999.parquet"])
        .is(0, &dir.run(&["--query", &sql.replace("999", "whole"), "whole.arrow"]).stdout);
}

/// A file can be encrypted whole, or have encrypted columns and a footer in plain.
#[test]
fn encrypted_files() {
    let dir = Dir::new();
    let table = rows(0..3);
    dir.parquet("plain.parquet", &table);
    for (name, has_plain_footer, says) in [
        ("whole.parquet", false, "whole.parquet: is encrypted, which is not supported"),
        ("name.parquet", true, "name.parquet: column name is encrypted, which is not supported"),
    ] {
        let key = vec![7; 16];
        let encryption = FileEncryptionProperties::builder(key.clone())
            .with_plaintext_footer(has_plain_footer)
            .with_column_key("name", key);
        let encryption = encryption.build().expect("valid");
        let properties = WriterProperties::builder().with_file_encryption_properties(encryption);
        write(&dir, name, &table, properties);
        dir.run(&[name]).is_trouble(&[says]);
        for args in [
            &["plain.parquet", name][..],
            &[name, "plain.parquet"],
            &[name, name],
            &[name, name, "--key", "id", "--summary"],
            &[name, name, "--columns", "name"],
            &[name, name, "--columns", "id", "--where", "name > 'a'"],
        ] {
            dir.run(&[&["diff"], args].concat()).is_refused(&[says]);
        }
    }
    // The other columns can be compared.
    for options in [["--columns", "id,pair"], ["--ignore-column", "name"]] {
        dir.run(&[&["diff", "plain.parquet", "name.parquet"], &options[..]].concat()).is_same();
    }
}

/// Tables may have many columns.
#[test]
fn wide_tables() {
    const COLUMNS: i64 = 10_000;
    let dir = Dir::new();
    for changed in 0..2 {
        let column = |column: i64| {
            let last = if column == COLUMNS - 1 { 2 * column + changed } else { 2 * column };
            let values: ArrayRef = Arc::new(Int64Array::from(vec![column, last]));
            (format!("c{column}"), values)
        };
        let batch = RecordBatch::try_from_iter((0..COLUMNS).map(column)).expect("valid");
        dir.parquet(&format!("{changed}.parquet"), &batch);
    }
    let run = |args: &[&str]| dir.run(&[&["diff", "--key", "c0"], args].concat());
    let tables = ["0.parquet", "1.parquet"];
    let change = "c9999: 19998 -> 19999";
    let all = run(&tables);
    assert!(all.code == 1 && all.stdout.contains(change), "{}", all.stdout);
    let some = run(&[&["--where", "c0 >= 0", "--ignore-column", "c5"], &tables[..]].concat());
    assert!(some.code == 1 && some.stdout.contains(change), "{}", some.stdout);
    run(&[&["--ignore-column", "c9999"], &tables[..]].concat()).is_same();
    let [a, b] = tables.map(|table| dir.run(&[table]).stdout[..32].to_owned());
    assert_ne!(a, b);
}

/// A Parquet file of the 32-bit integers 11111111, 22222222 and 33333333 in hexadecimal digits,
/// whose page has a checksum: pyarrow writes them.
const WITH_CHECKSUM: &str = "\
     5041523115001524152415ccb7ad990a1c15061500150615061c00000002000000060111111111222222223333\
     33331504192c35001806736368656d611502001502250218026964001606191c191c26001c1502192506001918\
     02696415001606165616562608491c150015001502003c29061926000600000016561606260816560028207061\
     72717565742d6370702d6172726f772076657273696f6e2032362e302e31191c1c0000007c00000050415231";

/// A damaged file is not a changed row.
#[test]
fn checksums_of_pages_are_verified() {
    let dir = Dir::new();
    let digit =
        |i: usize| u8::from_str_radix(&WITH_CHECKSUM[2 * i..2 * i + 2], 16).expect("digits");
    let mut bytes: Vec<_> = (0..WITH_CHECKSUM.len() / 2).map(digit).collect();
    dir.write("whole.parquet", &bytes).write("a.csv", "id\n286331153\n572662306\n858993459\n");
    dir.run(&["diff", "whole.parquet", "a.csv"]).is_same();
    let place = bytes.windows(4).position(|window| window == [0x22; 4]).expect("the second value");
    bytes[place] ^= 1;
    dir.write("damaged.parquet", &bytes);
    for args in [&["diff", "damaged.parquet", "a.csv"][..], &["damaged.parquet"]] {
        dir.run(args).is_trouble(&["checksum"]);
    }
}
