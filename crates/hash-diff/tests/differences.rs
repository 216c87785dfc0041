//! Verdicts on random tables, beside an oracle without hashes.

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, Int32Array, Int64Array, LargeStringArray, RecordBatch, StringArray,
    StructArray,
};
use arrow_schema::Schema;
use hash_diff::hash_agg::Key;
use hash_diff::{
    Buckets, Choice, Differences, Door, Error, Layout, Printer, Rows, Segments, Summary, Tolerance,
    result, result_schema,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A row: its key and a text.
type Row = (Option<i64>, Option<String>);

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % limit
    }

    fn rows(&mut self, count: u64) -> Vec<Row> {
        let row = |random: &mut Self| {
            let id = random.below(30);
            let text = random.below(4);
            let id = (id > 0).then(|| id.cast_signed());
            (id, (text > 0).then(|| format!("text {text} of more than twelve bytes")))
        };
        (0..count).map(|_| row(self)).collect()
    }
}

/// Returns a table; the types of B are other ones for the same values.
fn batch(rows: &[Row], table: usize) -> RecordBatch {
    let ids = rows.iter().map(|(id, _)| *id);
    let texts = rows.iter().map(|(_, text)| text.as_deref());
    let columns: [ArrayRef; 2] = if table == 0 {
        [Arc::new(Int64Array::from_iter(ids)), Arc::new(StringArray::from_iter(texts))]
    } else {
        let ids = ids.map(|id| id.map(|id| i32::try_from(id).expect("small")));
        [Arc::new(Int32Array::from_iter(ids)), Arc::new(LargeStringArray::from_iter(texts))]
    };
    let columns = ["id", "text"].into_iter().zip(columns).map(|(name, of)| (name, of, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

/// Compares tables, of which each is several batches. Returns the lines, and the results.
fn compare(
    tables: [&[RecordBatch]; 2],
    key: &[&str],
    memory: u64,
) -> Result<(Vec<String>, Vec<RecordBatch>), Error> {
    let (secret, door) = (Key::from_seed(5), Door::plain());
    let key = key.iter().map(|name| (*name).to_owned()).collect();
    let choice = Choice { key, ..Choice::default() };
    let schemas = tables.map(|table| table[0].schema());
    let schemas: [&Schema; 2] = [&schemas[0], &schemas[1]];
    let layout = choice.layout(schemas, &door)?;
    let mut segments = [Segments::new(memory / 4), Segments::new(memory / 4)];
    for (table, segments) in tables.iter().zip(&mut segments) {
        // A part for each batch, as threads have.
        for batch in *table {
            let mut part = segments.part();
            part.add(&secret, &layout, batch)?;
            segments.combine(part)?;
        }
    }
    let are_equal = segments[0].fingerprint()? == segments[1].fingerprint()?;
    let (buckets, filter) = Buckets::of(&mut segments, usize::MAX, memory)?;
    let schema = result_schema(&layout, schemas);
    let mut printer = Printer::new(&layout, false, usize::MAX, &door)?;
    let mut summary = Summary::new(&layout, &door);
    let (mut out, mut results) = (Vec::new(), Vec::new());
    for bucket in 0..buckets.count {
        let mut rows = Rows::new(&layout, memory, &door);
        for (table, batches) in tables.iter().enumerate() {
            for batch in *batches {
                for (of, batch, hashes) in
                    buckets.split(batch, filter.as_ref(), &layout, &secret)?
                {
                    if of == bucket {
                        rows.add(table, &batch, &hashes, &secret)?;
                    }
                }
            }
        }
        buckets.check(bucket, &rows.fingerprints)?;
        let found = rows.differences(&secret, &Tolerance::default(), usize::MAX)?;
        assert!(printer.print(&rows, &found, &mut out)?);
        summary.add(&rows, &found)?;
        let all: usize = found.counts().iter().sum();
        for most in [0, 1, all / 2, all] {
            let mut cut = rows.differences(&secret, &Tolerance::default(), usize::MAX)?;
            assert_eq!(cut.truncate(most), most >= all);
            let mut left = most;
            for (kept, of) in cut.counts().into_iter().zip(found.counts()) {
                assert_eq!(kept, of.min(left));
                left -= kept;
            }
        }
        results.push(result(&rows, &found, &layout, &schema)?);
    }
    let mut lines: Vec<_> =
        String::from_utf8(out).expect("the text is UTF-8").lines().map(str::to_owned).collect();
    assert_eq!(lines.is_empty(), are_equal);
    // Only the text can change.
    let changed: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("! ")).collect();
    let mut of_columns = summary.columns();
    let of_text = of_columns.next();
    assert_eq!(
        (of_text.map_or(0, |(_, count, _)| count), of_columns.next()),
        (changed.len(), None)
    );
    if let Some((name, _, examples)) = of_text {
        assert_eq!((name, examples.len()), ("text", changed.len().min(3)));
        let is_line = |example: &String| {
            let example = example.replace("=NULL", " is NULL").replacen(": ", ": \"text\": ", 1);
            changed.contains(&&*example)
        };
        assert!(examples.iter().all(is_line), "{examples:?} {changed:?}");
    }
    lines.sort_unstable();
    Ok((lines, results))
}

fn shown<T: std::fmt::Debug>(name: &str, value: Option<&T>) -> String {
    value.map_or(format!("{name:?} is NULL"), |value| format!("{name:?}={value:?}"))
}

/// Returns the lines of a comparison, by the definition.
fn expected(a: &[Row], b: &[Row], is_keyed: bool) -> Vec<String> {
    let mut surplus: BTreeMap<&Row, i64> = BTreeMap::new();
    for (rows, sign) in [(a, 1), (b, -1)] {
        for row in rows {
            *surplus.entry(row).or_default() += sign;
        }
    }
    let mut by_key: BTreeMap<Option<i64>, [Vec<&Row>; 2]> = BTreeMap::new();
    for (row, surplus) in surplus {
        let table = usize::from(surplus < 0);
        for _ in 0..surplus.unsigned_abs() {
            by_key.entry(row.0).or_default()[table].push(row);
        }
    }
    let mut lines = Vec::new();
    for [a, b] in by_key.into_values() {
        if let (true, [old], [new]) = (is_keyed, &*a, &*b) {
            let text = |text: &Option<String>| match text {
                Some(text) => format!("{text:?}"),
                None => "NULL".to_owned(),
            };
            let (id, old, new) = (shown("id", old.0.as_ref()), text(&old.1), text(&new.1));
            lines.push(format!("! {id}: \"text\": {old} -> {new}"));
            continue;
        }
        for (sign, rows) in [("-", a), ("+", b)] {
            for (id, text) in rows {
                let (id, text) = (shown("id", id.as_ref()), shown("text", text.as_ref()));
                lines.push(format!("{sign} {id}, {text}"));
            }
        }
    }
    lines.sort_unstable();
    lines
}

#[test]
fn verdicts_are_those_of_the_definition() {
    let mut random = Random(1);
    for round in 0..300 {
        let count = random.below(40);
        let a = random.rows(count);
        let mut b = if round % 2 == 0 { a.clone() } else { random.rows(40) };
        for _ in 0..random.below(5) {
            let place = random.below(b.len() as u64 + 1);
            let place = usize::try_from(place).expect("small");
            match random.below(3) {
                0 if place < b.len() => drop(b.remove(place)),
                1 if place < b.len() => b[place] = random.rows(1).remove(0),
                _ => b.insert(place, random.rows(1).remove(0)),
            }
        }
        let halves = |rows: &[Row], table: usize| {
            let (first, rest) = rows.split_at(rows.len() / 2);
            [batch(first, table), batch(rest, table)]
        };
        let tables = [&halves(&a, 0)[..], &halves(&b, 1)[..]];
        for key in [&["id"][..], &[]] {
            let wanted = expected(&a, &b, !key.is_empty());
            for memory in [1 << 30, 1 << 13] {
                let (lines, _) = compare(tables, key, memory).expect("the tables are comparable");
                assert_eq!(lines, wanted, "{a:?} {b:?} {key:?} {memory}");
            }
        }
    }
}

#[test]
fn few_rows_fit_little_memory() {
    let rows: Vec<Row> = (0..3000).map(|id| (Some(id), Some("x".repeat(50)))).collect();
    let others: Vec<Row> = (1..3001).map(|id| (Some(id), Some("y".repeat(50)))).collect();
    let tables = [&[batch(&rows, 0)][..], &[batch(&others, 1)][..]];
    let wanted = expected(&rows, &others, true);
    assert_eq!(wanted.len(), 3001);
    for memory in [1 << 30, 1 << 17] {
        let (lines, results) = compare(tables, &["id"], memory).expect("the rows fit");
        assert_eq!(lines, wanted);
        assert_eq!(results.len() > 1, memory == 1 << 17);
    }
    let error = compare(tables, &["id"], 1 << 10).expect_err("the rows do not fit");
    assert!(error.to_string().contains("too large for the memory"), "{error}");
}

#[test]
fn results_are_tables() {
    let text = |text: &str| Some(text.to_owned());
    let a = [(Some(1), text("a")), (Some(2), text("b")), (Some(3), None), (Some(9), None)];
    let b = [(Some(9), None), (Some(2), text("B")), (Some(4), text("d")), (None, None)];
    let tables = [&[batch(&a, 0)][..], &[batch(&b, 1)][..]];
    let (_, results) = compare(tables, &["id"], 1 << 30).expect("the tables are comparable");
    let [found] = &*results else { panic!("one bucket") };
    let strings = |column: &dyn Array| -> Vec<Option<String>> {
        column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
    };
    let changes: Vec<_> = strings(found.column(0)).into_iter().flatten().collect();
    assert_eq!(changes, ["only in A", "only in A", "only in B", "only in B", "changed"]);
    let names = found.column(1).as_list::<i32>();
    assert_eq!((names.null_count(), strings(&names.value(4))), (4, vec![text("text")]));
    let side = |name: &str| -> StructArray {
        found.column_by_name(name).expect("a column").as_struct().clone()
    };
    let (of_a, of_b) = (side("a"), side("b"));
    let ids = of_a.column(0).as_primitive::<Int64Type>();
    assert_eq!(ids.iter().collect::<Vec<_>>(), [Some(1), Some(3), None, None, Some(2)]);
    let present = |of: &StructArray| (0..5).map(|row| of.is_valid(row)).collect::<Vec<_>>();
    assert_eq!(present(&of_a), [true, true, false, false, true]);
    assert_eq!(present(&of_b), [false, false, true, true, true]);
    let texts = of_b.column(1).as_string::<i64>();
    let texts: Vec<_> = texts.iter().collect();
    // Nulls are sorted after all numbers.
    assert_eq!(texts, [None, None, Some("d"), None, Some("B")]);
    // A table without rows has the types of its columns.
    let none = batch(&[], 1);
    let (_, results) = compare([&[batch(&a, 0)], &[none]], &[], 1 << 30).expect("comparable");
    assert_eq!((results[0].num_rows(), results[0].column(3).null_count()), (4, 4));
}

/// The rows of the second pass are those of the first, or they belong to no table.
#[test]
fn tables_that_change_are_noticed() {
    let (secret, door) = (Key::from_seed(5), Door::plain());
    let layout = Layout::new(vec!["id".to_owned(), "text".to_owned()], &["id".to_owned()]);
    let text = |text: &str| Some(text.to_owned());
    let (a, b) = ([(Some(1), text("a"))], [(Some(1), text("b"))]);
    let mut segments = [Segments::new(0), Segments::new(0)];
    for (table, rows) in [&a, &b].into_iter().enumerate() {
        segments[table].add(&secret, &layout, &batch(rows, table)).expect("valid");
    }
    let (buckets, _) = Buckets::of(&mut segments, usize::MAX, 1 << 30).expect("countable");
    let read = |b: &[Row]| -> Result<Differences, Error> {
        let mut rows = Rows::new(&layout, 1 << 30, &door);
        for (table, of) in [&a[..], b].into_iter().enumerate() {
            for (_, batch, hashes) in buckets.split(&batch(of, table), None, &layout, &secret)? {
                rows.add(table, &batch, &hashes, &secret)?;
            }
        }
        buckets.check(0, &rows.fingerprints)?;
        rows.differences(&secret, &Tolerance::default(), usize::MAX)
    };
    assert_eq!(read(&b).expect("the same rows").changed.len(), 1);
    assert!(matches!(read(&[(Some(1), text("c"))]), Err(Error::Changed)));
    assert!(matches!(read(&[]), Err(Error::Changed)));
}
