//! Tests the functions in SQL against `hash_agg` and the crates of the hashes.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "small numbers of the test's own"
)]

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::{DataType, Field, Float64Type, Schema, SchemaRef};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_agg::{Digest, Encoder, Fingerprint, Row};
use hash_datafusion::provenhash::{ALGORITHMS, Algorithm};
use hash_datafusion::{Functions, Keys, hash_agg};
use std::path::Path;
use std::sync::Arc;

const SEED: u64 = 5;

fn keys() -> Keys {
    Keys::from_seed(SEED)
}

fn context(partitions: usize, batch: usize) -> SessionContext {
    let config = SessionConfig::new().with_target_partitions(partitions).with_batch_size(batch);
    let ctx = SessionContext::new_with_config(config);
    hash_datafusion::register(&ctx, &keys()).expect("registered");
    ctx
}

/// Makes rows of a number, a group and a text with nulls.
fn rows(count: i64) -> Vec<(i64, i64, Option<String>)> {
    (0..count)
        .map(|i| (i * 37 % 1000 - 500, i % 7, (i % 5 != 0).then(|| format!("text {}", i % 90))))
        .collect()
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("a", DataType::Int64, false),
        Field::new("g", DataType::Int64, false),
        Field::new("s", DataType::Utf8, true),
    ]))
}

fn batch(rows: &[(i64, i64, Option<String>)]) -> RecordBatch {
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row.0))),
        Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row.1))),
        Arc::new(rows.iter().map(|row| row.2.as_deref()).collect::<StringArray>()),
    ];
    RecordBatch::try_new(schema(), columns).expect("the columns match the schema")
}

/// Registers the table `t`, split into `partitions` partitions.
fn register(ctx: &SessionContext, rows: &[(i64, i64, Option<String>)], partitions: usize) {
    let size = rows.len().div_ceil(partitions).max(1);
    let mut parts: Vec<_> = rows.chunks(size).map(|part| vec![batch(part)]).collect();
    if parts.is_empty() {
        parts.push(vec![]);
    }
    let table = MemTable::try_new(schema(), parts).expect("the table is valid");
    ctx.register_table("t", Arc::new(table)).expect("the name is new");
}

async fn query(ctx: &SessionContext, sql: &str) -> Result<RecordBatch> {
    let frame = ctx.sql(sql).await?;
    let schema = Arc::new(frame.schema().as_arrow().clone());
    let batches = frame.collect().await?;
    let schema = batches.first().map_or(schema, RecordBatch::schema);
    Ok(datafusion::arrow::compute::concat_batches(&schema, &batches)?)
}

fn bytes(column: &ArrayRef, row: usize) -> [u8; 24] {
    column.as_fixed_size_binary().value(row).try_into().expect("24 bytes")
}

async fn one(ctx: &SessionContext, sql: &str) -> Result<[u8; 24]> {
    let batch = query(ctx, sql).await?;
    assert_eq!((batch.num_rows(), batch.num_columns()), (1, 1), "{sql}");
    Ok(bytes(batch.column(0), 0))
}

async fn error(ctx: &SessionContext, sql: &str) -> String {
    query(ctx, sql).await.expect_err(sql).to_string()
}

fn row(keys: &Keys, a: i64, s: Option<&str>) -> u128 {
    Row::new(keys.rows()).push(a).push(s).finish()
}

fn fingerprint<'r>(rows: impl IntoIterator<Item = &'r (i64, i64, Option<String>)>) -> [u8; 24] {
    let keys = keys();
    let rows: Vec<_> = rows.into_iter().map(|(a, _, s)| row(&keys, *a, s.as_deref())).collect();
    Fingerprint::of(keys.rows(), &rows).to_bytes()
}

#[tokio::test]
async fn fingerprints_do_not_depend_on_how_rows_are_split() -> Result<()> {
    let mut rows = rows(3000);
    let expected = fingerprint(&rows);
    for (partitions, parts, size) in [(1, 1, 8192), (4, 1, 100), (3, 5, 64), (8, 8, 1)] {
        let ctx = context(partitions, size);
        register(&ctx, &rows, parts);
        assert_eq!(one(&ctx, "SELECT fingerprint(a, s) FROM t").await?, expected);
        let sorted = "SELECT fingerprint(a, s) FROM (SELECT * FROM t ORDER BY s, a DESC)";
        assert_eq!(one(&ctx, sorted).await?, expected);
        rows.rotate_left(1001);
        rows.swap(7, 2000);
    }
    Ok(())
}

#[tokio::test]
async fn no_rows() -> Result<()> {
    let ctx = context(2, 100);
    register(&ctx, &[], 1);
    let empty = Fingerprint::EMPTY.to_bytes();
    assert_eq!(one(&ctx, "SELECT fingerprint(a, s) FROM t").await?, empty);
    assert_eq!(one(&ctx, "SELECT row_digest(a ORDER BY s) FROM t").await?, [0; 24]);
    let groups = query(&ctx, "SELECT fingerprint(a) FROM t GROUP BY g").await?;
    assert_eq!(groups.num_rows(), 0);
    Ok(())
}

#[tokio::test]
async fn groups_filters_and_distinct() -> Result<()> {
    let rows = rows(3000);
    for (partitions, skip) in [(1, false), (4, false), (4, true)] {
        let ctx = context(partitions, 64);
        if skip {
            // Rows become separate states, without groups.
            let set = "SET datafusion.execution.skip_partial_aggregation_probe_rows_threshold = 1";
            query(&ctx, set).await?;
            let set = "SET datafusion.execution.skip_partial_aggregation_probe_ratio_threshold = 0";
            query(&ctx, set).await?;
        }
        register(&ctx, &rows, 3);
        let sql = "SELECT g, fingerprint(a, s), fingerprint(a, s) FILTER (WHERE s > 'text 5')
                   FROM t GROUP BY g ORDER BY g";
        let batch = query(&ctx, sql).await?;
        assert_eq!(batch.num_rows(), 7);
        for g in 0..7 {
            let group = || rows.iter().filter(|row| row.1 == g as i64);
            assert_eq!(bytes(batch.column(1), g), fingerprint(group()), "{g}");
            let kept = group().filter(|row| row.2.as_deref() > Some("text 5"));
            assert_eq!(bytes(batch.column(2), g), fingerprint(kept), "{g}");
        }
        let kept = rows.iter().filter(|row| row.0 > 3);
        let sql = "SELECT fingerprint(a, s) FILTER (WHERE a > 3) FROM t";
        assert_eq!(one(&ctx, sql).await?, fingerprint(kept));

        let distinct = one(&ctx, "SELECT fingerprint(DISTINCT s) FROM t").await?;
        let subquery = "SELECT fingerprint(s) FROM (SELECT DISTINCT s FROM t)";
        assert_eq!(one(&ctx, subquery).await?, distinct);
        for sql in [
            "SELECT fingerprint(DISTINCT s) FROM (SELECT s, count(*) OVER () FROM t)",
            "SELECT f FROM (SELECT fingerprint(DISTINCT s) f, row_digest(a ORDER BY a) FROM t)",
            "SELECT f FROM (SELECT fingerprint(DISTINCT s) f, min(a), count(DISTINCT a) FROM t)",
        ] {
            assert_eq!(one(&ctx, sql).await?, distinct, "{sql}");
        }
        let sql =
            "SELECT g, fingerprint(DISTINCT s), count(DISTINCT a) FROM t GROUP BY g ORDER BY g";
        let batch = query(&ctx, sql).await?;
        let sql = "SELECT g, fingerprint(s), count(*) FROM (SELECT DISTINCT g, s FROM t) GROUP BY g ORDER BY g";
        let expected = query(&ctx, sql).await?;
        for g in 0..7 {
            assert_eq!(bytes(batch.column(1), g), bytes(expected.column(1), g), "{g}");
        }
        let merged =
            error(&ctx, "SELECT fingerprint_merge(DISTINCT x'00'), count(DISTINCT a) FROM t").await;
        assert!(merged.contains("tables are not compared"), "{merged}");
    }
    Ok(())
}

/// NaNs of different bits, and zeros of both signs, are one value: alone, beside others, in groups
/// and in lists.
#[tokio::test]
async fn distinct_floats() -> Result<()> {
    let nans = [f64::NAN, -f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001), 0.0, -0.0, 1.0];
    let values = Arc::new(Float64Array::from_iter_values(nans)) as ArrayRef;
    let ids = Arc::new(Int64Array::from_iter_values(0..6)) as ArrayRef;
    let lists = nans.map(|x| Some([Some(x)]));
    let lists = Arc::new(ListArray::from_iter_primitive::<Float64Type, _, _>(lists)) as ArrayRef;
    let batch = RecordBatch::try_from_iter([("x", values), ("n", ids), ("l", lists)])?;
    for partitions in [1, 4] {
        let ctx = context(partitions, 2);
        ctx.register_batch("f", batch.clone())?;
        let distinct = "SELECT fingerprint(x) FROM (VALUES (double 'NaN'), (0.0e0), (1.0e0)) t(x)";
        let distinct = distinct.replace("double 'NaN'", "CAST('NaN' AS DOUBLE)");
        let expected = one(&ctx, &distinct).await?;
        for sql in [
            "SELECT fingerprint(DISTINCT x) FROM f",
            "SELECT p FROM (SELECT fingerprint(DISTINCT x) p, max(x) FROM f)",
            "SELECT p FROM (SELECT fingerprint(DISTINCT x) p, count(DISTINCT x) FROM f)",
            "SELECT p FROM (SELECT n < 9 g, fingerprint(DISTINCT x) p FROM f GROUP BY n < 9)",
            "SELECT fingerprint(DISTINCT x) FILTER (WHERE n >= 0) FROM f",
        ] {
            assert_eq!(one(&ctx, sql).await?, expected, "{sql}");
        }
        let lists = one(&ctx, "SELECT fingerprint(DISTINCT l) FROM f").await?;
        let wanted = "SELECT fingerprint(l) FROM f WHERE n IN (0, 3, 5)";
        assert_eq!(lists, one(&ctx, wanted).await?);
    }
    Ok(())
}

/// Stored fingerprints merge to those of all rows, and can be removed.
#[tokio::test]
async fn stored_fingerprints() -> Result<()> {
    let rows = rows(3000);
    for (partitions, size) in [(1, 8192), (4, 64)] {
        let ctx = context(partitions, size);
        register(&ctx, &rows, 3);
        query(&ctx, "CREATE TABLE parts AS SELECT g, fingerprint(a, s) f FROM t GROUP BY g")
            .await?;
        let whole = fingerprint(&rows);
        let sql = "SELECT fingerprint_merge(f) FROM parts";
        assert_eq!(one(&ctx, sql).await?, whole);
        // Nulls are left out, and binary columns of any layout can hold fingerprints.
        for kind in ["BYTEA", "FixedSizeBinary(24)"] {
            let stored =
                format!("arrow_cast(f, '{}')", if kind == "BYTEA" { "Binary" } else { kind });
            let sql = format!(
                "SELECT fingerprint_merge(f) FROM (SELECT {stored} f FROM parts UNION ALL SELECT NULL)"
            );
            assert_eq!(one(&ctx, &sql).await?, whole, "{kind}");
        }
        let none = "SELECT fingerprint_merge(f) FROM parts WHERE g > 100";
        assert_eq!(one(&ctx, none).await?, Fingerprint::EMPTY.to_bytes());
        let sql = "SELECT g % 2 k, fingerprint_merge(f) FILTER (WHERE g > 1) FROM parts GROUP BY k ORDER BY k";
        let batch = query(&ctx, sql).await?;
        for k in 0..2 {
            let kept = rows.iter().filter(|row| row.1 % 2 == k as i64 && row.1 > 1);
            assert_eq!(bytes(batch.column(1), k), fingerprint(kept), "{k}");
        }
        let sql =
            "SELECT fingerprint_remove(w.f, p.f) FROM (SELECT fingerprint_merge(f) f FROM parts) w,
                   parts p WHERE p.g = 3";
        assert_eq!(one(&ctx, sql).await?, fingerprint(rows.iter().filter(|row| row.1 != 3)));
        let sql = "SELECT fingerprint_remove(f, NULL) IS NULL AND fingerprint_remove(NULL, f) IS NULL FROM parts";
        let batch = query(&ctx, sql).await?;
        assert_eq!(batch.column(0).as_boolean().true_count(), 7);
        let sql =
            "SELECT fingerprint_merge(f) OVER (ORDER BY g ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
                   FROM parts ORDER BY g";
        let batch = query(&ctx, sql).await?;
        for g in 0..7 {
            let window = rows.iter().filter(|row| (g as i64 - 1..=g as i64).contains(&row.1));
            assert_eq!(bytes(batch.column(0), g), fingerprint(window), "{g}");
        }
        for (sql, reason) in [
            ("SELECT fingerprint_merge(s) FROM t", "which have 24 bytes, not Utf8"),
            ("SELECT fingerprint_merge(x'0001') FROM t", "a fingerprint has 24 bytes, not 2"),
            (
                "SELECT fingerprint_remove(f, x'0001') FROM parts",
                "a fingerprint has 24 bytes, not 2",
            ),
            ("SELECT fingerprint_remove(f, 5) FROM parts", "not Int64"),
            (
                "SELECT fingerprint_remove(p.f, w.f) FROM (SELECT fingerprint(a, s) f FROM t) w, parts p",
                "more rows are removed than the table has",
            ),
        ] {
            let text = error(&ctx, sql).await;
            assert!(text.contains(reason), "{sql}: {text}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn fingerprints_of_rows() -> Result<()> {
    let rows = rows(100);
    let (ctx, keys) = (context(2, 16), keys());
    register(&ctx, &rows, 1);
    let batch = query(&ctx, "SELECT row_fingerprint(a, s), a, s FROM t").await?;
    for i in 0..100 {
        let a = batch.column(1).as_primitive::<datafusion::arrow::datatypes::Int64Type>().value(i);
        let texts = batch.column(2).as_string::<i32>();
        let s = texts.is_valid(i).then(|| texts.value(i));
        let found = batch.column(0).as_fixed_size_binary().value(i);
        assert_eq!(found, row(&keys, a, s).to_be_bytes(), "row {i}");
    }
    let constant = query(&ctx, "SELECT row_fingerprint(1, 'x')").await?;
    assert_eq!(
        constant.column(0).as_fixed_size_binary().value(0),
        row(&keys, 1, Some("x")).to_be_bytes()
    );
    Ok(())
}

/// The way that the docs give for more rows than fit into memory.
#[tokio::test]
async fn numbered_rows_have_an_order() -> Result<()> {
    let rows: Vec<_> = rows(1000);
    let (mut values, keys) = (Vec::new(), keys());
    for (partitions, order) in [(1, "a, s, g"), (4, "a, s, g"), (2, "s, a, g")] {
        let ctx = context(partitions, 64);
        register(&ctx, &rows, 3);
        let sql = format!(
            "SELECT fingerprint(n, a, s) FROM (SELECT row_number() OVER (ORDER BY {order}) AS n, a, s FROM t)"
        );
        values.push(one(&ctx, &sql).await?);
    }
    let mut sorted = rows.clone();
    // Nulls are last in SQL.
    sorted.sort_by_key(|(a, g, s)| (*a, s.is_none(), s.clone(), *g));
    let rows: Vec<_> = (1_u64..)
        .zip(&sorted)
        .map(|(n, (a, _, s))| Row::new(keys.rows()).push(n).push(*a).push(s.as_deref()).finish())
        .collect();
    let expected = Fingerprint::of(keys.rows(), &rows).to_bytes();
    assert_eq!(values[..2], [expected, expected]);
    assert_ne!(values[2], expected);
    Ok(())
}

#[tokio::test]
async fn a_star_is_all_columns() -> Result<()> {
    let rows = rows(300);
    let ctx = context(2, 16);
    register(&ctx, &rows, 2);
    for (star, columns) in [
        ("SELECT fingerprint(*) FROM t", "SELECT fingerprint(a, g, s) FROM t"),
        ("SELECT fingerprint(t.*) FROM t", "SELECT fingerprint(a, g, s) FROM t"),
        ("SELECT fingerprint(*, a) FROM t", "SELECT fingerprint(a, g, s, a) FROM t"),
        (
            "SELECT fingerprint(*) FROM (SELECT s, a FROM t WHERE g = 1)",
            "SELECT fingerprint(s, a) FROM t WHERE g = 1",
        ),
        (
            "SELECT fingerprint(u.*) FROM t JOIN (SELECT a, max(s) m FROM t GROUP BY a) u ON t.a = u.a",
            "SELECT fingerprint(a, m) FROM (SELECT u.a, m FROM t JOIN (SELECT a, max(s) m FROM t GROUP BY a) u ON t.a = u.a)",
        ),
        (
            "SELECT row_digest(* ORDER BY a, s) FROM t",
            "SELECT row_digest(a, g, s ORDER BY a, s) FROM t",
        ),
        ("SELECT fingerprint(DISTINCT *) FROM t", "SELECT fingerprint(DISTINCT a, g, s) FROM t"),
    ] {
        assert_eq!(one(&ctx, star).await?, one(&ctx, columns).await?, "{star}");
    }
    let sql = "SELECT g, fingerprint(*), count(*) FROM t GROUP BY g ORDER BY g";
    let found = query(&ctx, sql).await?;
    let expected = query(&ctx, &sql.replace("fingerprint(*)", "fingerprint(a, g, s)")).await?;
    assert_eq!(found.columns(), expected.columns());
    let found = query(&ctx, "SELECT row_fingerprint(*) FROM t ORDER BY 1").await?;
    let expected = query(&ctx, "SELECT row_fingerprint(a, g, s) FROM t ORDER BY 1").await?;
    assert_eq!(found.columns(), expected.columns());
    Ok(())
}

/// The same value as in tests of Python and C.
#[tokio::test]
async fn fingerprints_are_frozen() -> Result<()> {
    let ctx = SessionContext::new();
    hash_datafusion::register(&ctx, &Keys::from_seed(0))?;
    let sql = "SELECT fingerprint(id, name) FROM (VALUES (1, 'a'), (2, NULL)) t(id, name)";
    let found = Fingerprint::from_bytes(one(&ctx, sql).await?);
    assert_eq!(found.to_string(), "25186db1818080d604869284ef540461-2");
    Ok(())
}

#[tokio::test]
async fn windows_slide_by_division() -> Result<()> {
    let rows = rows(100);
    let ctx = context(2, 16);
    register(&ctx, &rows, 1);
    let sql = "SELECT fingerprint(a, s) OVER (ORDER BY a ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING)
               FROM t ORDER BY a";
    let batch = query(&ctx, sql).await?;
    let mut sorted = rows.clone();
    sorted.sort();
    for i in 0..100_usize {
        let window = &sorted[i.saturating_sub(3)..(i + 2).min(100)];
        assert_eq!(bytes(batch.column(0), i), fingerprint(window), "row {i}");
    }
    Ok(())
}

#[tokio::test]
async fn digests_follow_the_order() -> Result<()> {
    let rows = rows(2000);
    let keys = keys();
    let expected = |rows: &[(i64, i64, Option<String>)]| {
        let rows: Vec<_> = rows.iter().map(|(a, _, s)| row(&keys, *a, s.as_deref())).collect();
        Digest::of(keys.rows(), &rows).to_bytes()
    };
    // Ties are in the order of the rows' fingerprints.
    let mut sorted = rows.clone();
    sorted.sort_by_key(|(a, _, s)| (*a, row(&keys, *a, s.as_deref())));
    let mut backwards = rows.clone();
    backwards.sort_by_key(|(a, g, s)| {
        (s.is_some(), std::cmp::Reverse(s.clone()), *g, row(&keys, *a, s.as_deref()))
    });
    for (partitions, parts, size) in [(1, 1, 8192), (4, 3, 100), (3, 1, 64)] {
        let ctx = context(partitions, size);
        register(&ctx, &rows, parts);
        let up = one(&ctx, "SELECT row_digest(a, s ORDER BY a) FROM t").await?;
        assert_eq!(up, expected(&sorted));
        let sql = "SELECT row_digest(a, s ORDER BY s DESC NULLS FIRST, g) FROM t";
        assert_eq!(one(&ctx, sql).await?, expected(&backwards));

        let sql = "SELECT g, row_digest(a, s ORDER BY a) FROM t GROUP BY g ORDER BY g";
        let batch = query(&ctx, sql).await?;
        for g in 0..7 {
            let group: Vec<_> = sorted.iter().filter(|row| row.1 == g as i64).cloned().collect();
            assert_eq!(bytes(batch.column(1), g), expected(&group));
        }
    }
    let ctx = context(1, 128);
    register(&ctx, &rows, 1);
    assert_eq!(one(&ctx, "SELECT row_digest(a, s) FROM t").await?, expected(&rows));
    let ctx = context(4, 128);
    register(&ctx, &rows, 4);
    let unordered = error(&ctx, "SELECT row_digest(a, s) FROM t").await;
    assert!(unordered.contains("write row_digest(... ORDER BY ...)"), "{unordered}");
    Ok(())
}

fn hashes(column: &ArrayRef) -> Vec<Option<u64>> {
    column.as_primitive::<datafusion::arrow::datatypes::UInt64Type>().iter().collect()
}

#[tokio::test]
async fn hashes_are_those_of_the_crates() -> Result<()> {
    let ctx = context(2, 100);
    let rows = rows(500);
    register(&ctx, &rows, 2);
    let name = |row: &Algorithm| row.name.replace('-', "_");
    let numbers = ALGORITHMS.iter().filter(|row| row.output_bits == 64 && !row.nonce);
    for row in numbers {
        let key = keys().key(row).expect("no nonce");
        let hash = |message: &[u8]| key.hash_u64(message);
        let name = name(row);
        for cast in [
            "s",
            "arrow_cast(s, 'LargeUtf8')",
            "arrow_cast(s, 'Utf8View')",
            "arrow_cast(s, 'Binary')",
            "arrow_cast(s, 'BinaryView')",
            "arrow_cast(s, 'Dictionary(Int32, Utf8)')",
        ] {
            let batch = query(&ctx, &format!("SELECT s, {name}({cast}) FROM t")).await?;
            let texts = datafusion::arrow::compute::cast(batch.column(0), &DataType::Utf8)?;
            let expected = texts.as_string::<i32>().iter();
            let expected: Vec<_> =
                expected.map(|text| text.map(|text| hash(text.as_bytes()))).collect();
            assert_eq!(hashes(batch.column(1)), expected, "{name}({cast})");
        }
        let sql = format!(
            "SELECT a, {name}(a), {name}(arrow_cast(a, 'Int16')), {name}(a, s) ,
                           {name}(a + 0.5), s FROM t"
        );
        let batch = query(&ctx, &sql).await?;
        let numbers = batch.column(0).as_primitive::<datafusion::arrow::datatypes::Int64Type>();
        let texts = datafusion::arrow::compute::cast(batch.column(5), &DataType::Utf8)?;
        let texts = texts.as_string::<i32>().iter();
        for (i, (a, s)) in numbers.values().iter().zip(texts).enumerate() {
            let word = Some(hash(&a.to_le_bytes()));
            assert_eq!([1, 2].map(|c| hashes(batch.column(c))[i]), [word; 2], "{name}({a})");
            let mut both = Encoder::new();
            both.push(*a).push(s);
            assert_eq!(hashes(batch.column(3))[i], Some(hash(both.as_bytes())));
            let mut float = Encoder::new();
            float.push(*a as f64 + 0.5);
            assert_eq!(hashes(batch.column(4))[i], Some(hash(float.as_bytes())));
        }
        let batch = query(&ctx, &format!("SELECT {name}('abc'), {name}(NULL)")).await?;
        assert_eq!(hashes(batch.column(0)), [Some(hash(b"abc"))]);
        assert_eq!(hashes(batch.column(1)), [None]);
    }
    let others = ALGORITHMS.iter().filter(|row| row.output_bits != 64 && !row.nonce);
    for row in others.filter(|row| !row.key_lengths.is_empty()) {
        let key = keys().key(row).expect("no nonce");
        let batch = query(&ctx, &format!("SELECT {}('abc')", name(row))).await?;
        let digest = key.hash(b"abc");
        match batch.column(0).data_type() {
            DataType::UInt32 => {
                let numbers =
                    batch.column(0).as_primitive::<datafusion::arrow::datatypes::UInt32Type>();
                assert_eq!(Some(u64::from(numbers.value(0))), digest.to_u64(), "{}", row.name);
            }
            _ => assert_eq!(batch.column(0).as_fixed_size_binary().value(0), digest.as_bytes()),
        }
    }
    Ok(())
}

/// What the docs recommend where others see a result are functions, whose digests may be seen.
#[test]
fn hashes_that_may_be_seen() {
    let page = include_str!("../src/lib.rs").replace("\n//!", "");
    let (_, names) = page.split_once("whose result others see may contain hashes by").expect("it");
    let (names, _) = names.split_once('.').expect("its end");
    let names: Vec<_> = names.split('`').skip(1).step_by(2).collect();
    assert!(names.len() > 4, "{names:?}");
    let functions = names.into_iter().flat_map(|name| {
        let name = name.replace('_', "-");
        let start = name.trim_end_matches('*').to_owned();
        let rows: Vec<_> = ALGORITHMS
            .iter()
            .filter(|row| row.name == name || name != start && row.name.starts_with(&start))
            .collect();
        assert!(!rows.is_empty(), "{name} is no function");
        rows
    });
    for row in functions {
        assert!(row.mac && !row.nonce, "{}", row.name);
    }
}

/// The derivation of keys is frozen.
#[test]
fn keys_of_a_secret() {
    let keys = Keys::from_bytes(&std::array::from_fn(|i| i as u8));
    let hashes = ["clhash", "clhash128", "siphash-2-4", "vhash64", "multilinear64"].map(|name| {
        let row = Algorithm::find(name).expect("a row");
        keys.key(row).expect("no nonce").hash(b"abc").to_string()
    });
    assert_eq!(
        hashes,
        [
            "5df9d8893838cac6",
            "ef50d015a61f443f1ebbc5303469c0b7",
            "3914705e237709b4",
            "ae75fc0f91fe16c3",
            "03c9ad905c8a8057"
        ]
    );
    assert_eq!(format!("{:016x}", keys.check()), "691b7213b5c0d82a");
}

/// An integer has one hash as a value, in a dictionary and in runs.
#[tokio::test]
async fn hashes_do_not_depend_on_the_layout() -> Result<()> {
    let ctx = context(1, 100);
    let plain = Int64Array::from(vec![Some(7), Some(7), None, Some(-3)]);
    let values = Int64Array::from(vec![Some(7), Some(-3), None]);
    let keys = Int8Array::from(vec![Some(0), Some(0), None, Some(1)]);
    let dictionary = DictionaryArray::try_new(keys, Arc::new(values))?;
    let values = Int64Array::from(vec![Some(7), None, Some(-3)]);
    let runs = RunArray::try_new(&Int32Array::from(vec![2, 3, 4]), &values)?;
    let columns: [(&str, ArrayRef); 3] =
        [("p", Arc::new(plain)), ("d", Arc::new(dictionary)), ("r", Arc::new(runs))];
    let columns = columns.map(|(name, column)| (name, column, true));
    ctx.register_batch("l", RecordBatch::try_from_iter_with_nullable(columns)?)?;
    for name in ["clhash", "siphash_2_4", "highwayhash64", "vhash64"] {
        let batch = query(&ctx, &format!("SELECT {name}(p), {name}(d), {name}(r) FROM l")).await?;
        let [plain, dictionary, runs] = [0, 1, 2].map(|column| hashes(batch.column(column)));
        assert_eq!((&dictionary, &runs), (&plain, &plain), "{name}");
    }
    Ok(())
}

#[tokio::test]
async fn no_plan_shows_the_key() -> Result<()> {
    let secret: [u8; 32] = std::array::from_fn(|i| i as u8 * 7 + 1);
    let keys = Keys::from_bytes(&secret);
    let config = SessionConfig::new().with_information_schema(true);
    let ctx = SessionContext::new_with_config(config);
    hash_datafusion::register(&ctx, &keys)?;
    register(&ctx, &rows(10), 1);
    let sql = "SELECT fingerprint(a), row_digest(a ORDER BY s), max(clhash(s)) FROM t";
    let mut shown = vec![format!("{keys:?}"), format!("{:?}", Functions::new(&keys))];
    for sql in [format!("EXPLAIN VERBOSE {sql}"), "SHOW ALL".to_owned()] {
        let batch = query(&ctx, &sql).await?;
        shown.push(datafusion::arrow::util::pretty::pretty_format_batches(&[batch])?.to_string());
    }
    let frame = ctx.sql(sql).await?;
    shown.push(format!("{:?}", frame.logical_plan()));
    shown.push(format!("{:?}", frame.create_physical_plan().await?));
    shown.push(format!("{:?}", ctx.state()));
    for secret in [hex::encode(&secret[..4]), format!("{:?}", &secret[..4]).replace(['[', ']'], "")]
    {
        for text in &shown {
            assert!(!text.contains(&secret), "{secret} in {text}");
        }
    }
    let check = query(&ctx, "SELECT hash_key_check()").await?;
    let check = check.column(0).as_string::<i32>().value(0).to_owned();
    assert_eq!(check, format!("{:016x}", keys.check()));
    assert_ne!(keys.check(), Keys::from_seed(0).check());
    Ok(())
}

#[tokio::test]
async fn without_a_key_functions_are_planned_only() -> Result<()> {
    let mut ctx = SessionContext::new();
    Functions::without_key().register_in(&mut ctx)?;
    register(&ctx, &rows(10), 1);
    for sql in [
        "SELECT fingerprint(a) FROM t",
        "SELECT fingerprint(a) FROM t GROUP BY g",
        "SELECT row_digest(a ORDER BY a) FROM t",
        "SELECT clhash(s) FROM t",
        "SELECT clhash('constant') FROM t",
        "SELECT hash_key_check()",
        "SELECT row_fingerprint(a) FROM t",
        "SELECT fingerprint(DISTINCT a), max(s) FROM t",
    ] {
        ctx.sql(sql).await?.into_optimized_plan()?;
        let error = error(&ctx, sql).await;
        assert!(error.contains("this process has no key"), "{sql}: {error}");
    }
    Ok(())
}

/// Partial results of one session are merged in another.
#[tokio::test]
async fn different_keys_do_not_merge() -> Result<()> {
    use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
    use datafusion::physical_plan::{ExecutionPlan, collect};

    fn partial(plan: &Arc<dyn ExecutionPlan>) -> Option<Arc<dyn ExecutionPlan>> {
        let is_partial = plan
            .downcast_ref::<AggregateExec>()
            .is_some_and(|aggregate| *aggregate.mode() == AggregateMode::Partial);
        if is_partial {
            return Some(Arc::clone(plan));
        }
        plan.children().into_iter().find_map(partial)
    }

    for sql in [
        "SELECT fingerprint(a) FROM t",
        "SELECT fingerprint(DISTINCT a), count(DISTINCT s) FROM t",
        "SELECT row_digest(a ORDER BY s) FROM t",
    ] {
        let ctx = context(4, 100);
        register(&ctx, &rows(1000), 4);
        let plan = ctx.sql(sql).await?.create_physical_plan().await?;
        let mine = partial(&plan).expect("the plan has a partial aggregation");
        let states = collect(mine, ctx.task_ctx()).await?;
        for (seed, is_good) in [(SEED, true), (SEED + 1, false)] {
            let other = SessionContext::new();
            hash_datafusion::register(&other, &Keys::from_seed(seed))?;
            let name = sql.split([' ', '(']).nth(1).expect("there is a function");
            let function = other.state().aggregate_functions()[name].clone();
            let result = merge(&ctx, sql, &function, &states).await;
            match result {
                Ok(()) => assert!(is_good, "{sql}"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(!is_good && error.contains("different keys"), "{sql}: {error}");
                }
            }
        }
    }
    return Ok(());

    async fn merge(
        ctx: &SessionContext,
        sql: &str,
        function: &Arc<datafusion::logical_expr::AggregateUDF>,
        states: &[RecordBatch],
    ) -> Result<()> {
        use datafusion::logical_expr::function::AccumulatorArgs;
        use datafusion::physical_expr::PhysicalSortExpr;
        use datafusion::physical_expr::expressions::col;
        let schema = ctx.table("t").await?.schema().as_arrow().clone();
        let order = if sql.contains("ORDER") {
            vec![PhysicalSortExpr::new_default(col("s", &schema)?)]
        } else {
            vec![]
        };
        let field = Arc::new(Field::new("f", DataType::FixedSizeBinary(24), false));
        let mut accumulator = function.accumulator(AccumulatorArgs {
            return_field: field,
            schema: &schema,
            ignore_nulls: false,
            order_bys: &order,
            is_reversed: false,
            name: "f",
            is_distinct: sql.contains("(DISTINCT a)"),
            exprs: &[col("a", &schema)?],
            expr_fields: &[Arc::new(schema.field(0).clone())],
        })?;
        for batch in states {
            // The states of further aggregates follow.
            let states = if sql.contains("DISTINCT") { 2 } else { batch.num_columns() };
            accumulator.merge_batch(&batch.columns()[..states])?;
        }
        accumulator.evaluate().map(|_| ())
    }
}

#[test]
fn key_files() {
    let dir = tempfile::tempdir().expect("the directory can be created");
    let path = dir.path().join("key");
    let secret: [u8; 32] = std::array::from_fn(|i| i as u8 | 0x80);
    let check = Keys::from_bytes(&secret).check();
    let digits = hex::encode(secret);
    for good in [secret.to_vec(), digits.clone().into(), format!("{digits}\r\n").into()] {
        std::fs::write(&path, &good).expect("written");
        assert_eq!(Keys::from_file(&path).expect("there is a key").check(), check);
    }
    for bad in [&secret[..31], &[0; 33], &digits.as_bytes()[1..], &[b'0'; 200]] {
        std::fs::write(&path, bad).expect("written");
        let error = Keys::from_file(&path).expect_err("this is not a key").to_string();
        assert!(error.ends_with("a key file has 32 bytes, or 64 hexadecimal digits"), "{error}");
    }
    for zeros in [vec![0; 32], "00".repeat(32).into()] {
        std::fs::write(&path, zeros).expect("written");
        let error = Keys::from_file(&path).expect_err("this is no key").to_string();
        assert!(error.ends_with("key is all zeros: was the file lost in a crash?"), "{error}");
    }
    // The name may be the key itself.
    let error = Keys::from_file(Path::new(&digits)).expect_err("there is no file").to_string();
    assert!(error.starts_with("the key file: No such file"), "{error}");
}

/// The keys of the first release: a stream of ChaCha20, by another implementation.
#[test]
fn keys_are_frozen() {
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let keys = Keys::from_bytes(&[7; 32]);
    assert_eq!(keys.rows().to_bytes(), [7; 32]);
    for row in ALGORITHMS.iter().filter(|row| !row.nonce) {
        let mut rng = rand_chacha::ChaCha20Rng::from_seed([7; 32]);
        let name = row.name.bytes();
        rng.set_stream(name.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }));
        let mut bytes = vec![0; row.key_lengths.last().copied().unwrap_or_default()];
        rng.fill_bytes(&mut bytes);
        let expected = row.key(&bytes).expect("a key").to_bytes();
        assert_eq!(keys.key(row).expect("no nonce").to_bytes(), expected, "{}", row.name);
    }
}
