//! Tests the program as its users run it.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::SessionContext;
use hash_datafusion::Keys;
use hash_datafusion::hash_agg::{Fingerprint, Row};
use serde_json::Value;
use std::fs;
use std::sync::Arc;
use support::Dir;
use tpchgen::generators::LineItemGenerator;
use tpchgen_arrow::LineItemArrow;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter(columns).expect("the table is valid")
}

fn table(rows: &[(i64, Option<&str>)]) -> RecordBatch {
    let fields =
        vec![Field::new("k", DataType::Int64, false), Field::new("v", DataType::Utf8, true)];
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row.0))),
        Arc::new(rows.iter().map(|row| row.1).collect::<StringArray>()),
    ];
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).expect("the table is valid")
}

fn abc() -> RecordBatch {
    table(&[(1, Some("one")), (2, None), (3, Some("three"))])
}

fn expected(keys: &Keys) -> Fingerprint {
    let rows = [(1, Some("one")), (2, None), (3, Some("three"))];
    let rows = rows.map(|(k, v)| Row::new(keys.rows()).push(k).push(v).finish());
    Fingerprint::of(keys.rows(), &rows)
}

#[test]
fn files_of_all_formats() {
    let dir = Dir::new();
    dir.parquet("t.parquet", &abc()).arrow("t.arrow", &abc());
    fs::create_dir(dir.path("parts")).expect("mkdir");
    dir.parquet("parts/1.parquet", &abc().slice(0, 1))
        .parquet("parts/2.parquet", &abc().slice(1, 2));
    let fingerprint = expected(&Keys::from_seed(0));
    let names = ["t.parquet", "t.arrow", "parts"];
    let lines: String = names.map(|name| format!("{fingerprint}  {name}\n")).concat();
    dir.run(&names).is(0, &lines);
    let line = format!("{fingerprint}  query\n");
    let sql = "SELECT * FROM t ORDER BY k DESC";
    dir.run(&["--query", sql, "t.parquet"]).is(0, &line);

    let run = dir.run(&["--json", "t.parquet", "--columns", "v,k"]);
    let object: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&object["rows"], &object["columns"][1]["name"]), (&3.into(), &"k".into()));
    assert_ne!(object["fingerprint"], fingerprint.to_string());
    let run = dir.run(&["--json", "t.parquet"]);
    let object: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(object["fingerprint"], fingerprint.to_string());
}

#[test]
fn keys() {
    let dir = Dir::new();
    dir.parquet("t.parquet", &abc()).write("key", "42".repeat(32) + "\n");
    let fingerprint = expected(&Keys::from_seed(9));
    dir.run(&["--seed", "9", "t.parquet"]).is(0, &format!("{fingerprint}  t.parquet\n"));
    let fingerprint = expected(&Keys::from_bytes(&[0x42; 32]));
    dir.run(&["--key-file", "key", "t.parquet"]).is(0, &format!("{fingerprint}  t.parquet\n"));
    dir.write("key", "0123456789");
    let run = dir.run(&["--key-file", "key", "t.parquet"]);
    run.is_trouble(&["key: a key file has 32 bytes, or 64 hexadecimal digits"]);
    assert!(!run.stderr.contains("0123456789"), "{}", run.stderr);
}

#[test]
fn types_for_csv() {
    let dir = Dir::new();
    let column = Decimal128Array::from(vec![Some(100), Some(250)]);
    let column: ArrayRef = Arc::new(column.with_precision_and_scale(10, 2).expect("fits"));
    let batch = RecordBatch::try_from_iter([("d", column)]).expect("the table is valid");
    dir.parquet("d.parquet", &batch).write("d.csv", "d\n1.00\n2.50\n");
    let of = |args: &[&str]| dir.run(args).stdout.split(' ').next().map(str::to_owned);
    // As text the values are different.
    assert_ne!(of(&["d.parquet"]), of(&["d.csv"]));
    assert_eq!(of(&["d.parquet"]), of(&["d.csv", "--types", "d.parquet"]));
    dir.run(&["diff", "d.parquet", "d.csv"]).is(0, "");
    dir.run(&["diff", "d.csv", "d.parquet"]).is(0, "");
    dir.write("d.tsv", "1.00\tx\n2.5\ty\n");
    let args = ["d.tsv", "--format", "csv", "--delimiter", "\t", "--no-header"];
    assert_eq!(of(&args), of(&["d.tsv", "--no-header"]));
}

/// The README's first commands.
#[test]
fn a_faithful_backup_has_the_same_fingerprint() {
    let dir = Dir::new();
    let decimal = Decimal128Array::from(vec![Some(150), None]).with_precision_and_scale(18, 2);
    let columns: [(&str, ArrayRef); 3] = [
        ("id", Arc::new(Int64Array::from(vec![1, 2]))),
        ("year", Arc::new(Int32Array::from(vec![2026, 2025]))),
        ("amount", Arc::new(decimal.expect("the values fit"))),
    ];
    let batch = RecordBatch::try_from_iter_with_nullable(columns.map(|(n, c)| (n, c, true)));
    dir.parquet("payments.parquet", &batch.expect("the table is valid"));
    dir.write("backup.csv", "year,id,amount\n2025,2,\n2026,1,1.50\n");
    let run = dir.run(&["--types", "payments.parquet", "payments.parquet", "backup.csv"]);
    let lines: Vec<_> = run.stdout.lines().collect();
    let fingerprint = lines[0].strip_suffix("  payments.parquet").expect("the first table");
    assert_eq!(lines[1..], [format!("{fingerprint}  backup.csv")]);
    let sql = "SELECT id, amount FROM payments WHERE year = 2026";
    let run = dir.run(&["--query", sql, "payments.parquet"]);
    assert!(run.stdout.ends_with("-1  query\n"), "{}", run.stdout);
    dir.run(&["diff", "payments.parquet", "backup.csv", "--key", "id"]).is(0, "");
}

#[test]
fn what_differs() {
    let dir = Dir::new();
    dir.parquet("a.parquet", &abc());
    let changed = table(&[(4, Some("four")), (1, Some("one")), (3, Some("THREE"))]);
    dir.parquet("b.parquet", &changed);
    let rows = "- k=2, v is NULL\n+ k=4, v=four\n! k=3: v: three -> THREE\n\
                1 rows only in A, 1 only in B, 1 changed (3 rows in A, 3 in B)\n";
    dir.run(&["diff", "--key", "k", "a.parquet", "b.parquet"]).is(1, rows);
    let rows = "- k=2, v is NULL\n- k=3, v=three\n+ k=3, v=THREE\n+ k=4, v=four\n\
                2 rows only in A, 2 only in B, 0 changed (3 rows in A, 3 in B)\n";
    dir.run(&["diff", "--no-key", "a.parquet", "b.parquet"]).is(1, rows);
    dir.run(&["diff", "--columns", "k", "a.parquet", "a.parquet"]).is(0, "");
    dir.run(&["diff", "-q", "a.parquet", "b.parquet"]).is_trouble(&["Usage"]);
    dir.run(&["diff", "-b", "a.parquet", "b.parquet"]).is(1, "a.parquet and b.parquet differ\n");
    let run = dir.run(&["diff", "--no-key", "--limit", "1", "a.parquet", "b.parquet"]);
    assert!(run.code == 1 && run.stdout.contains("there are more"), "{}", run.stdout);

    let run = dir.run(&["diff", "--json", "--key", "k", "a.parquet", "b.parquet"]);
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((run.code, lines.len()), (1, 4));
    assert_eq!(lines[0]["change"], "only in A");
    assert_eq!(lines[0]["row"]["v"], Value::Null);
    assert_eq!(lines[2]["to"]["v"], "THREE");
    assert_eq!((&lines[3]["changed"], &lines[3]["same"]), (&1.into(), &false.into()));
    let run = dir.run(&["diff", "--json", "a.parquet", "a.parquet"]);
    let object: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, &object["same"]), (0, &true.into()));

    // A row occurs more often than in the other table.
    let doubled = table(&[(1, Some("one")), (1, Some("one")), (2, None), (3, Some("three"))]);
    dir.parquet("c.parquet", &doubled);
    let rows = "+ k=1, v=one\n0 rows only in A, 1 only in B, 0 changed (3 rows in A, 4 in B)\n";
    dir.run(&["diff", "--no-key", "a.parquet", "c.parquet"]).is(1, rows);
    dir.run(&["diff", "--key", "k", "a.parquet", "c.parquet"]).is(1, rows);
}

#[test]
fn schemas_that_do_not_match() {
    let dir = Dir::new();
    dir.parquet("a.parquet", &abc()).write("b.csv", "k,w\n1,x\n").write("c.csv", "k,v\nx,y\n");
    let run = dir.run(&["diff", "a.parquet", "b.csv", "--types", "b.csv"]);
    run.is_trouble(&["schemas do not match: only in A: v; only in B: w"]);
    let run = dir.run(&["diff", "a.parquet", "c.csv", "--types", "c.csv"]);
    run.is_trouble(&["schemas do not match: k is Int64 in A and Utf8"]);
    let run = dir.run(&["diff", "a.parquet", "a.parquet", "--key", "x"]);
    run.is_trouble(&["key column x does not exist"]);
    let run = dir.run(&["diff", "a.parquet", "a.parquet", "--columns", "x"]);
    run.is_trouble(&["not in A: x; not in B: x"]);
    // The fields of this CSV file are not numbers.
    dir.run(&["diff", "a.parquet", "c.csv"]).is_trouble(&["c.csv"]);
}

#[test]
fn fields_of_structs_are_matched_by_name() {
    let dir = Dir::new();
    let field =
        |name, column: &ArrayRef| Arc::new(Field::new(name, column.data_type().clone(), true));
    let number = |value| -> ArrayRef { Arc::new(Int64Array::from(vec![value])) };
    let of = |fields: [(&'static str, ArrayRef); 2]| -> ArrayRef {
        let fields = fields.map(|(name, column)| (field(name, &column), column));
        Arc::new(StructArray::from(fields.to_vec()))
    };
    let list = |items: ArrayRef| -> ArrayRef {
        let offsets = OffsetBuffer::from_lengths([1]);
        Arc::new(ListArray::new(field("item", &items), offsets, items, None))
    };
    let map = |values: ArrayRef| -> ArrayRef {
        // Their names are not in the order of the alphabet.
        let entries = [("zkey", number(Some(7))), ("value", values)];
        let entries = entries.map(|(name, column)| {
            (Field::new(name, column.data_type().clone(), name != "zkey"), column)
        });
        let (fields, columns): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let entries = StructArray::new(fields.into(), columns, None);
        let item = Arc::new(Field::new("entries", entries.data_type().clone(), false));
        Arc::new(MapArray::new(item, OffsetBuffer::from_lengths([1]), entries, None, false))
    };
    let pair = |first: &'static str, second, values: [Option<i64>; 2]| {
        of([(first, number(values[0])), (second, number(values[1]))])
    };
    let nested: [&dyn Fn(ArrayRef) -> ArrayRef; 4] = [&|column| column, &list, &map, &|column| {
        list(of([("w", map(column)), ("v", number(Some(0)))]))
    }];
    for nested in nested {
        let write = |name, column| {
            dir.arrow(name, &batch(vec![("s", nested(column))]));
        };
        write("xy.arrow", pair("x", "y", [Some(1), Some(2)]));
        write("yx.arrow", pair("y", "x", [Some(2), Some(1)]));
        dir.run(&["diff", "xy.arrow", "yx.arrow"]).is_same();
        dir.run(&["diff", "yx.arrow", "xy.arrow"]).is_same();
        for values in [[Some(1), Some(2)], [Some(2), None], [None, Some(1)]] {
            write("yx.arrow", pair("y", "x", values));
            dir.run(&["diff", "xy.arrow", "yx.arrow"]).is_different();
        }
        write("xz.arrow", pair("x", "z", [Some(1), Some(2)]));
        let run = dir.run(&["diff", "xy.arrow", "xz.arrow"]);
        run.is_refused(&["schemas do not match: s is "]);
        dir.run(&["diff", "xy.arrow", "xy.arrow"]).is_same();
    }
    // Many rows, nulls and slices.
    let rows = |order: [usize; 2]| -> ArrayRef {
        let columns =
            [("x", (0..20_000).map(|n| (n % 3 > 0).then_some(n)).collect::<Int64Array>())]
                .into_iter()
                .chain([("y", (0..20_000).map(|n| (n % 5 > 0).then_some(-n)).collect())]);
        let columns: Vec<_> = columns.map(|(name, c)| (name, Arc::new(c) as ArrayRef)).collect();
        let columns = order.map(|place| columns[place].clone());
        let (fields, columns): (Vec<_>, Vec<_>) =
            columns.into_iter().map(|(name, column)| (field(name, &column), column)).unzip();
        let nulls = (0..20_000).map(|n| n % 7 > 0).collect::<Vec<_>>().into();
        Arc::new(StructArray::new(fields.into(), columns, Some(nulls)))
    };
    dir.arrow("xy.arrow", &batch(vec![("s", rows([0, 1]))]));
    dir.arrow("yx.arrow", &batch(vec![("s", rows([1, 0]))]).slice(0, 20_000));
    dir.run(&["diff", "xy.arrow", "yx.arrow"]).is_same();
    dir.arrow("yx.arrow", &batch(vec![("s", rows([1, 0]))]).slice(0, 19_999));
    let run = dir.run(&["diff", "--json", "xy.arrow", "yx.arrow"]);
    assert!(
        run.code == 1 && run.stdout.starts_with("{\"change\":\"only in A\",\"row\":"),
        "{}",
        run.stdout
    );
}

#[test]
fn troubles() {
    let dir = Dir::new();
    dir.parquet("a.parquet", &abc()).write("bad.parquet", "no Parquet").write("x.txt", "");
    dir.run(&["none.parquet"]).is_trouble(&["none.parquet: No such file or directory"]);
    dir.run(&["bad.parquet"]).is_trouble(&["bad.parquet: "]);
    // A key in the place of a name, of a column or of another value.
    for key in ["0707070707070707", &"07".repeat(32)] {
        for args in [
            &[key][..],
            &["diff", key, "a.parquet"],
            &["--key-file", key, "a.parquet"],
            &["--key-file", &format!("./{key}"), "a.parquet"],
            &["diff", "--key", key, "a.parquet", "a.parquet"],
            &["diff", "--ignore-column", key, "a.parquet", "a.parquet"],
            &["diff", "--columns", key, "a.parquet", "a.parquet"],
            &["--columns", key, "a.parquet"],
            &["--types", key, "a.parquet"],
            &["--format", key, "a.parquet"],
            &["--seed", &format!("{key}g"), "a.parquet"],
            &["--delimiter", key, "a.parquet"],
            &[&format!("--key{key}"), "a.parquet"],
            &["diff", "--limit", &format!("{key}g"), "a.parquet", "a.parquet"],
            &["diff", "--memory-limit", &format!("{key}g"), "a.parquet", "a.parquet"],
            &["diff", "--tolerance", &format!("{key}g"), "a.parquet", "a.parquet"],
            &["diff", "--pushdown", key, "a.parquet", "a.parquet"],
            &["diff", "a.parquet", "a.parquet", key],
        ] {
            let run = dir.run(args);
            assert!(run.code == 2 && !run.stderr.contains(key), "{args:?}: {}", run.stderr);
        }
    }
    dir.run(&["x.txt"]).is_trouble(&["x.txt: neither .parquet, .csv, .tsv, .ndjson nor .arrow"]);
    dir.run(&["a.parquet", "--columns", "k,z"])
        .is_trouble(&["column z does not exist; the columns are k, v"]);
    dir.run(&["--query", "SELECT x FROM a", "a.parquet"]).is_trouble(&["x"]);
    let copy = "COPY (SELECT 1) TO 'out.csv'";
    dir.run(&["--query", copy]).is_trouble(&["DML"]);
    assert!(!dir.path("out.csv").exists());
    dir.folder("other").parquet("other/a.parquet", &abc());
    dir.run(&["--query", "SELECT k FROM a", "a.parquet", "other/a.parquet"])
        .is_trouble(&["other/a.parquet: another file is the table \"a\""]);
    fs::create_dir(dir.path("empty")).expect("mkdir");
    dir.run(&["empty"]).is_trouble(&["empty: contains no table"]);
    dir.run(&[""; 0]).is_trouble(&["Usage"]);
    dir.run(&["diff", "a.parquet"]).is_trouble(&["Usage"]);
    assert_eq!(dir.run(&["--help"]).code, 0);
}

/// Finds few differing rows among many, by keys of one column, of two, and without keys.
#[tokio::test]
async fn differences_among_many_rows() {
    let dir = Dir::new();
    let batches = LineItemArrow::new(LineItemGenerator::new(0.005, 1, 1));
    let batches: Vec<_> = batches.collect::<Result<_, _>>().expect("the batches are valid");
    let all = concat_batches(&batches[0].schema(), &batches).expect("the batches share a schema");
    dir.parquet("a.parquet", &all);
    let ctx = SessionContext::new();
    ctx.register_batch("a", all.clone()).expect("registered");
    let sql = "SELECT l_orderkey, l_partkey, l_suppkey, l_linenumber, l_quantity, l_extendedprice,
        l_discount, l_tax, l_returnflag, l_linestatus, l_shipdate, l_commitdate, l_receiptdate,
        l_shipinstruct, CASE WHEN l_orderkey = 3975 AND l_linenumber = 1 THEN 'BOAT'
        ELSE l_shipmode END AS l_shipmode, l_comment
        FROM a WHERE NOT (l_orderkey = 1 AND l_linenumber = 2)
        UNION ALL SELECT l_orderkey + 10000000, l_partkey, l_suppkey, l_linenumber, l_quantity,
        l_extendedprice, l_discount, l_tax, l_returnflag, l_linestatus, l_shipdate, l_commitdate,
        l_receiptdate, l_shipinstruct, l_shipmode, l_comment FROM a
        WHERE l_orderkey = 2 AND l_linenumber = 1 ORDER BY l_comment";
    let options = DataFrameWriteOptions::new().with_single_file_output(true);
    let path = dir.path("b.csv");
    let frame = ctx.sql(sql).await.expect("the query is valid");
    frame
        .write_csv(path.to_str().expect("the text is UTF-8"), options, None)
        .await
        .expect("written");

    let key = "l_orderkey,l_linenumber";
    for more in [&["--memory-limit", "1M"][..], &["--memory-limit", "64K"], &[]] {
        let args = [&["diff", "a.parquet", "b.csv", "--key", key], more].concat();
        let run = dir.run(&args);
        assert_eq!((run.code, &*run.stderr), (1, ""));
        let mut lines: Vec<_> = run.stdout.lines().collect();
        let summary = lines.pop().expect("there is a summary");
        lines.sort_unstable();
        assert!(summary.starts_with("1 rows only in A, 1 only in B, 1 changed ("), "{summary}");
        assert!(
            lines[0].starts_with("! l_orderkey=3975, l_linenumber=1: l_shipmode: "),
            "{lines:?}"
        );
        assert!(lines[0].ends_with(" -> BOAT"), "{lines:?}");
        assert!(lines[1].starts_with("+ l_orderkey=10000002, l_partkey="), "{lines:?}");
        assert!(lines[2].starts_with("- l_orderkey=1, l_partkey="), "{lines:?}");

        // Several rows have one value of this key, and of those one is changed.
        let args = [&["diff", "a.parquet", "b.csv", "--key", "l_orderkey"], more].concat();
        let by_one = dir.run(&args).stdout;
        assert_eq!(by_one.lines().count(), 4, "{by_one}");
        let args = [&["diff", "--no-key", "a.parquet", "b.csv"], more].concat();
        let without = dir.run(&args).stdout;
        assert!(without.contains("\n2 rows only in A, 2 only in B, 0 changed ("), "{without}");
    }
}
