//! Differences among many rows: keys, conditions, tolerances and memory.

mod support;

use datafusion::arrow::array::*;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use support::Dir;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

fn ints(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

fn texts(values: impl IntoIterator<Item = String>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns numbers with a text for each.
fn numbered(numbers: &[i64], text: impl Fn(i64) -> String) -> RecordBatch {
    let text = numbers.iter().map(|number| text(*number));
    batch(vec![("id", ints(numbers.iter().copied())), ("text", texts(text))])
}

/// Every change is found, wherever the rows are compared.
#[test]
fn many_changes() {
    const ROWS: i64 = 100_000;
    let dir = Dir::new();
    let all: Vec<i64> = (0..ROWS).collect();
    let text = |number: i64| format!("row {number}");
    dir.parquet("a.parquet", &numbered(&all, text));
    // In another order, a third is changed, missing or added, in equal parts.
    let other: Vec<i64> = all.iter().rev().copied().filter(|n| n % 9 != 1).collect();
    let added: Vec<i64> = (0..ROWS).filter(|n| n % 9 == 2).map(|n| n + ROWS).collect();
    let of_b = |n: i64| if n % 9 == 0 && n < ROWS { format!("{} *", text(n)) } else { text(n) };
    dir.parquet("b.parquet", &numbered(&[other, added].concat(), of_b));
    let count = |rest: i64| (0..ROWS).filter(|n| n % 9 == rest).count();
    let summary = format!(
        "{} rows only in A, {} only in B, {} changed ({ROWS} rows in A, {} in B)",
        count(1),
        count(2),
        count(0),
        (0..ROWS).count() - count(1) + count(2),
    );
    let limit = ["--limit", "1000000", "--key", "id"];
    let mut outputs = Vec::new();
    for memory in ["1G", "8M", "1M"] {
        let options = [&limit[..], &["--memory-limit", memory]].concat();
        let run = dir.run(&[&["diff", "a.parquet", "b.parquet"], &options[..]].concat());
        assert_eq!((run.code, &*run.stderr), (1, ""), "{memory}");
        assert_eq!(run.stdout.lines().last(), Some(&*summary), "{memory}");
        let mut rows: Vec<_> = run.stdout.lines().map(str::to_owned).collect();
        rows.sort_unstable();
        outputs.push(rows);
    }
    assert!(outputs[0].contains(&"! id=9: text: 'row 9' -> 'row 9 *'".to_owned()));
    assert!(outputs[0].contains(&"- id=10, text='row 10'".to_owned()));
    assert!(outputs[0].contains(&"+ id=100002, text='row 100002'".to_owned()));
    assert!(outputs[1..].iter().all(|rows| *rows == outputs[0]));
    // Too little for the rows of the smallest part.
    let options = [&limit[..], &["--memory-limit", "1K"]].concat();
    dir.run(&[&["diff", "a.parquet", "b.parquet"], &options[..]].concat())
        .is_refused(&["too large for --memory-limit"]);
    for (limit, more) in [("1", true), ("100", true), ("33333", true), ("33334", false)] {
        let args = ["diff", "a.parquet", "b.parquet", "--key", "id", "--json", "--limit", limit];
        let rows = lines(&dir.run(&args).stdout);
        let verdict = rows.last().expect("there is a verdict");
        assert_eq!((rows.len() - 1, &verdict["more"]), (limit.parse().unwrap_or(0), &json!(more)));
    }
}

/// Equal rows count, and take no memory.
#[test]
fn rows_that_occur_often() {
    let dir = Dir::new();
    let column = |ones: usize, twos: usize| {
        let values = std::iter::repeat_n(1, ones).chain(std::iter::repeat_n(2, twos));
        batch(vec![("n", ints(values))])
    };
    dir.parquet("a.parquet", &column(300_000, 100_002));
    dir.parquet("b.parquet", &column(300_001, 100_000));
    let summary = "2 rows only in A, 1 only in B, 0 changed (400002 rows in A, 400001 in B)";
    for memory in ["1G", "1M"] {
        let args = ["diff", "a.parquet", "b.parquet", "--memory-limit", memory, "--no-key"];
        let run = dir.run(&args);
        assert_eq!((run.code, &*run.stderr), (1, ""));
        let mut rows: Vec<_> = run.stdout.lines().collect();
        rows.sort_unstable();
        assert_eq!(rows, ["+ n=1", "- n=2", "- n=2", summary], "{memory}");
    }
    dir.parquet("c.parquet", &column(0, 0));
    let run = dir.run(&["diff", "a.parquet", "c.parquet", "--limit", "2", "--no-key"]);
    assert!(run.stdout.starts_with("- n=1\n- n=1\n2 rows only in A"), "{}", run.stdout);
}

/// The memory for rows is bounded, and so is that of the process.
#[cfg(target_os = "linux")]
#[test]
fn memory() {
    const ROWS: i64 = 200_000;
    let dir = Dir::new();
    let all: Vec<i64> = (0..ROWS).collect();
    let text = |mark: char| move |number: i64| format!("{number:0>200}{mark}");
    dir.parquet("a.parquet", &numbered(&all, text('a')));
    dir.parquet("b.parquet", &numbered(&all, text('b')));
    let peak = |memory: &str| {
        let mut child = dir
            .command()
            .args(["diff", "a.parquet", "b.parquet", "--key", "id", "--limit", "1000000"])
            .args(["--memory-limit", memory])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut output = BufReader::new(child.stdout.take().expect("there is a pipe"));
        // The line of the peak is read while the program waits for its output to be read.
        let status = format!("/proc/{}/status", child.id());
        let (mut bytes, mut peak) = (vec![0; 1 << 16], 0);
        while output.read(&mut bytes).expect("the output can be read") > 0 {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let size = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
            peak = peak.max(size.unwrap_or(0_u64));
        }
        assert_eq!(child.wait().expect("the program ends").code(), Some(1));
        peak / 1024
    };
    let (large, small) = (peak("1G"), peak("16M"));
    // How far readers are ahead depends on what else runs.
    assert!(small < 256 && large > small + 80, "{small} MiB, {large} MiB");
}

#[test]
fn the_key_is_found() {
    let dir = Dir::new();
    let table = |names: [&str; 3], cells: [&[&str]; 3]| {
        let column = |(name, cells): (_, &[&str])| -> (_, ArrayRef) {
            (name, texts(cells.iter().map(|cell| (*cell).to_owned())))
        };
        let columns: Vec<_> = names.into_iter().zip(cells).map(column).collect();
        batch(columns)
    };
    let columns = ["text", "user_id", "more"];
    dir.parquet("a.parquet", &table(columns, [&["x", "y"], &["1", "2"], &["p", "q"]]));
    dir.parquet("b.parquet", &table(columns, [&["x", "z"], &["1", "2"], &["p", "q"]]));
    let run = dir.run(&["diff", "a.parquet", "b.parquet"]);
    let note = "hsum-table: key: user_id (found; --key gives another one, --no-key none)\n";
    assert_eq!((run.code, &*run.stderr), (1, note));
    assert!(run.stdout.starts_with("! user_id=2: text: y -> z\n"), "{}", run.stdout);
    let rows = lines(&dir.run(&["diff", "--json", "a.parquet", "b.parquet"]).stdout);
    assert_eq!(rows[1]["row key"], json!(["user_id"]));
    assert_eq!(
        (&rows[1]["row key found"], &rows[0]["key"]),
        (&json!(true), &json!({"user_id": "2"}))
    );
    let options = ["diff", "--json", "--key", "more", "a.parquet", "b.parquet"];
    let rows = lines(&dir.run(&options).stdout);
    assert_eq!((&rows[1]["row key"], &rows[1]["row key found"]), (&json!(["more"]), &json!(false)));
    let run = dir.run(&["diff", "--no-key", "a.parquet", "b.parquet"]);
    assert!(
        run.stderr.is_empty() && run.stdout.starts_with("- text=y, user_id=2"),
        "{}",
        run.stdout
    );
    // A null is no key, nor is a value that occurs twice in one of the tables.
    dir.parquet("b.parquet", &table(columns, [&["x", "x"], &["1", "1"], &["p", "p"]]));
    let run = dir.run(&["diff", "a.parquet", "b.parquet"]);
    assert_eq!(run.stderr, "hsum-table: key: none, because no column has unique values\n");
    assert!(
        run.stdout.ends_with("1 rows only in A, 1 only in B, 0 changed (2 rows in A, 2 in B)\n")
    );
    // Nothing is said about tables that are the same.
    dir.run(&["diff", "a.parquet", "a.parquet"]).is_same();
    // Rows with one key that differ match no rows.
    let cells: [&[&str]; 3] = [&["x", "y", "w"], &["1", "2", "2"], &["p", "q", "q"]];
    dir.parquet("b.parquet", &table(columns, cells));
    dir.parquet("c.parquet", &table(columns, [&["x", "v"], &["1", "2"], &["p", "q"]]));
    let run = dir.run(&["diff", "--key", "user_id", "c.parquet", "b.parquet"]);
    assert!(
        run.stdout.ends_with("1 rows only in A, 2 only in B, 0 changed (2 rows in A, 3 in B)\n")
    );
    // One of them is equal, so only one differs.
    let run = dir.run(&["diff", "--key", "user_id", "a.parquet", "b.parquet"]);
    assert!(run.stdout.starts_with("+ text=w, user_id=2, more=q\n0 rows"), "{}", run.stdout);
}

#[test]
fn columns_and_rows_are_left_out() {
    let dir = Dir::new();
    dir.write("a.csv", "id,v,loaded\n1,x,10\n2,y,10\n3,z,10\n");
    dir.write("b.csv", "id,v,loaded,more\n1,x,11,\n2,w,11,\n3,z,11,\n");
    let ignore = ["--ignore-column", "loaded", "--ignore-column", "more"];
    let run = dir.run(&[&["diff", "a.csv", "b.csv"], &ignore[..]].concat());
    assert!(run.stdout.starts_with("! id=2: v: y -> w\n0 rows"), "{}", run.stdout);
    let run = dir.run(&["diff", "a.csv", "b.csv", "--ignore-column", "more"]);
    assert!(run.stdout.contains(" 3 changed "), "{}", run.stdout);
    dir.run(&["diff", "a.csv", "b.csv", "--ignore-column", "loaded"])
        .is_refused(&["schemas do not match: only in B: more"]);
    dir.run(&["diff", "a.csv", "a.csv", "--ignore-column", "x"])
        .is_refused(&["--ignore-column x: no table has it"]);
    dir.write("id.csv", "id\n1\n");
    dir.run(&["diff", "id.csv", "id.csv", "--ignore-column", "id"])
        .is_refused(&["no column is left"]);
    let only = |condition: &str| {
        dir.run(&[&["diff", "a.csv", "b.csv", "--where", condition], &ignore[..]].concat())
    };
    only("id <> '2'").is_same();
    only("id = '2' OR loaded = 10").is_different();
    only("nothing = 2").is_refused(&["--where: ", "nothing"]);
    only("id = ").is_refused(&["a.csv: --where: "]);
    // Tables are read more than once.
    only("random() < 0.5").is_refused(&["a.csv: --where: the condition is not the same"]);
    dir.run(&["diff", "a.csv", "b.csv", "--where", "more = 1", "--ignore-column", "more"])
        .is_refused(&["a.csv: --where: "]);
}

#[test]
fn tolerance() {
    let dir = Dir::new();
    let table = |single: Vec<Option<f32>>, double: Vec<f64>, text: [&str; 3]| {
        batch(vec![
            ("id", ints(1..4)),
            ("single", Arc::new(Float32Array::from(single))),
            ("double", Arc::new(Float64Array::from(double))),
            ("text", texts(text.map(str::to_owned))),
        ])
    };
    let nan = f64::NAN;
    let of_a =
        table(vec![Some(1.0), None, Some(0.5)], vec![1.0, f64::INFINITY, nan], ["a", "b", "c"]);
    dir.parquet("a.parquet", &of_a);
    let near =
        table(vec![Some(1.25), None, Some(0.5)], vec![0.75, f64::INFINITY, nan], ["a", "b", "c"]);
    dir.arrow("near.arrow", &near);
    let run = |other: &str, tolerance: &str, more: &[&str]| {
        dir.run(&[&["diff", "a.parquet", other, "--tolerance", tolerance], more].concat())
    };
    run("near.arrow", "0.25", &["--key", "id"]).is_same();
    run("near.arrow", "0.25", &["--key", "id", "--brief"]).is_same();
    run("near.arrow", "0.25", &["--key", "id", "--limit", "0"]).is_same();
    let less = run("near.arrow", "0.2499", &["--key", "id"]);
    assert!(
        less.stdout.starts_with("! id=1: single: 1.0 -> 1.25, double: 1.0 -> 0.75\n"),
        "{}",
        less.stdout
    );
    assert_eq!(run("near.arrow", "0.2", &["--key", "id", "--brief"]).code, 1);
    let verdict = &lines(&run("near.arrow", "0.25", &["--key", "id", "--json"]).stdout)[0];
    assert_eq!((&verdict["same"], &verdict["tolerance"]), (&json!(true), &json!(0.25)));
    assert_ne!(verdict["fingerprints"][0], verdict["fingerprints"][1]);
    // A float of only one table, a NaN, an infinity and a text are not near anything.
    for (single, double, text) in [
        (vec![Some(1.0), Some(0.0), Some(0.5)], vec![1.0, f64::INFINITY, nan], "a"),
        (vec![Some(1.0), None, Some(0.5)], vec![1.0, f64::MAX, nan], "a"),
        (vec![Some(1.0), None, Some(0.5)], vec![1.0, f64::INFINITY, 0.0], "a"),
        (vec![Some(1.0), None, Some(0.5)], vec![1.0, f64::INFINITY, nan], "x"),
    ] {
        dir.parquet("b.parquet", &table(single, double, [text, "b", "c"]));
        run("b.parquet", "1e308", &["--key", "id"]).is_different();
    }
    // It is absolute, and needs rows that are matched one by one.
    run("near.arrow", "0.25", &["--no-key"]).is_refused(&["--tolerance needs a key"]);
    let twice = |value: f64| {
        let double: ArrayRef = Arc::new(Float64Array::from(vec![value, value + 1.0]));
        batch(vec![("id", ints([7, 7])), ("double", double)])
    };
    dir.parquet("a.parquet", &twice(1.0)).parquet("b.parquet", &twice(1.1));
    run("b.parquet", "0.2", &["--key", "id"]).is_refused(&["several rows have 7"]);
    for wrong in ["-1", "nan", "inf", "x"] {
        assert_eq!(run("b.parquet", wrong, &["--key", "id"]).code, 2, "{wrong}");
    }
}

/// A summary counts by column and shows a few cells.
#[test]
fn summaries() {
    let dir = Dir::new();
    let all: Vec<i64> = (0..5000).collect();
    dir.parquet("a.parquet", &numbered(&all, |id| format!("row {id}")));
    let of_b = |id: i64| if id % 2 == 0 { "even".to_owned() } else { format!("row {id}") };
    dir.parquet("b.parquet", &numbered(&all, of_b));
    let args = ["diff", "a.parquet", "b.parquet", "--key", "id", "--summary", "--memory-limit"];
    for memory in ["1G", "256K"] {
        let run = dir.run(&[&args[..], &[memory]].concat());
        let [first, last] = *run.stdout.lines().collect::<Vec<_>>() else {
            panic!("{}", run.stdout)
        };
        assert!(first.starts_with("text: 2500 changed, such as id="), "{first}");
        assert_eq!(first.matches(" -> even").count(), 3, "{first}");
        assert!(last.contains(" 2500 changed (5000 rows in A"), "{last}");
    }
    let verdict = &lines(&dir.run(&[&args[..], &["1G", "--json"]].concat()).stdout)[0];
    let column = &verdict["columns"]["text"];
    assert_eq!((&column["changed"], &verdict["more"]), (&json!(2500), &json!(false)));
    assert_eq!(column["examples"].as_array().map(Vec::len), Some(3));
}

/// Columns have tolerances of their own: decimals exactly, times in seconds.
#[test]
fn tolerances_of_columns() {
    let dir = Dir::new();
    let table = |price: i128, loaded: i64, float: f64| {
        let price = Decimal128Array::from(vec![price]).with_precision_and_scale(9, 2);
        batch(vec![
            ("id", ints([1])),
            ("price", Arc::new(price.expect("it fits"))),
            ("loaded", Arc::new(TimestampMillisecondArray::from(vec![loaded]))),
            ("float", Arc::new(Float64Array::from(vec![float]))),
        ])
    };
    dir.parquet("a.parquet", &table(110, 0, 100.0)).parquet("b.parquet", &table(100, 1500, 101.0));
    let run = |tolerances: [&str; 3]| {
        let tolerances = tolerances.iter().flat_map(|of| ["--tolerance", of]);
        let args = ["diff", "a.parquet", "b.parquet", "--key", "id", "--json"];
        dir.run(&args.into_iter().chain(tolerances).collect::<Vec<_>>())
    };
    let same = run(["price=0.1", "loaded=1.5", "1%"]);
    assert_eq!((same.code, &lines(&same.stdout)[0]["tolerance"][0]), (0, &json!("price=0.1")));
    for (less, name) in [
        (["price=0.09", "loaded=1.5", "1%"], "price"),
        (["price=0.1", "loaded=1.499", "1%"], "loaded"),
        (["price=0.1", "loaded=1.5", "float=0.9%"], "float"),
    ] {
        let rows = lines(&run(less).stdout);
        let from = rows[0]["from"].as_object().expect("the row has changed");
        assert_eq!(from.keys().collect::<Vec<_>>(), [name]);
    }
    run(["price=1", "other=1", "1%"]).is_refused(&["--tolerance: no column other is compared"]);
}

/// A table is read twice. If it changes in between, the rows belong to no table.
#[test]
fn tables_that_change_are_refused() {
    const PART: i64 = 1000;
    let dir = Dir::new();
    dir.folder("b");
    let part = |from: i64, mark: &str| {
        let rows = (from..from + PART).map(|id| format!("{id},row {id}{mark}\n"));
        format!("id,text\n{}", rows.collect::<String>())
    };
    let all: Vec<_> = (0..20 * PART).collect();
    dir.parquet("a.parquet", &numbered(&all, |id| format!("row {id}")));
    // All rows differ, so all are read again.
    for place in 0..20 {
        dir.write(&format!("b/{place:02}.csv"), part(place * PART, "!"));
    }
    let memories = ["1G", "1M"];
    let args = |memory| {
        ["diff", "a.parquet", "b", "--limit", "1000000", "--memory-limit", memory]
            .map(str::to_owned)
    };
    let of_unchanged = memories.map(|memory| dir.run(&args(memory)).stdout);
    for (memory, unchanged) in memories.into_iter().zip(of_unchanged) {
        assert!(unchanged.ends_with("20000 changed (20000 rows in A, 20000 in B)\n"));
        let is_refused = || {
            dir.write("b/19.csv", part(19 * PART, "!")).write("new", part(19 * PART, "?"));
            let mut child = dir
                .command()
                .args(args(memory))
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .expect("the program runs");
            // The first pass is over when the program says which key it found.
            let mut stderr = BufReader::new(child.stderr.take().expect("there is a pipe"));
            let mut message = String::new();
            stderr.read_line(&mut message).expect("the key is printed");
            assert!(message.starts_with("hsum-table: key: id "), "{message}");
            std::fs::rename(dir.path("new"), dir.path("b/19.csv")).expect("renamed");
            message.clear();
            let output = child.wait_with_output().expect("the program ends");
            stderr.read_to_string(&mut message).expect("the text is UTF-8");
            let stdout = String::from_utf8(output.stdout).expect("the text is UTF-8");
            if output.status.code() == Some(2) {
                let says = "hsum-table: cannot compare: a table has changed while it was read\n";
                assert_eq!(message, says);
                assert!(!stdout.contains(" rows in A"), "{stdout}");
                return true;
            }
            // The program was faster.
            assert_eq!((output.status.code(), &stdout), (Some(1), &unchanged));
            false
        };
        assert!((0..100).any(|_| is_refused()), "{memory}: the change was never in time");
    }
}
