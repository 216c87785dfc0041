//! Measures the functions on the tables of TPC-H.
//!
//! ```text
//! cargo run --release --config measure.toml -p hash-datafusion --example measure -- \
//!   speed [SCALE [THREADS [FILE]]]
//! cargo run --release --config measure.toml -p hash-datafusion --example measure -- memory [ROWS]
//! ```
//!
//! `speed` compares `fingerprint(columns)` with `bit_xor(engine_hash(columns))` on tables in
//! memory, and with fingerprints without the engine: `engine_hash` is DataFusion's own hash for
//! joins and groups. They take turns, and medians are printed. FILE gets the table, in Arrow's IPC
//! format, for `measure.py`, which compares with other engines. `memory` fingerprints a series of
//! numbers that is never in memory as a whole.

use datafusion::arrow::array::{ArrayRef, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::ipc::writer::FileWriter;
use datafusion::common::hash_utils::{RandomState, create_hashes, create_hashes_with_hasher};
use datafusion::datasource::MemTable;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_agg::{Fingerprint, Key};
use hash_datafusion::{Keys, RowHasher};
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tpchgen::generators::LineItemGenerator;
use tpchgen_arrow::LineItemArrow;

const ROUNDS: usize = 9;

#[tokio::main]
async fn main() -> Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let number = |i: usize, default: f64| {
        args.get(i).map_or(default, |text| text.parse().expect("the text is a number"))
    };
    match args.first().map(String::as_str) {
        Some("speed") => speed(number(1, 1.0), number(2, 1.0), args.get(3)).await,
        Some("memory") => memory(number(1, 1e8)).await,
        _ => {
            eprintln!("usage: measure speed [SCALE [THREADS [FILE]]] | measure memory [ROWS]");
            Ok(())
        }
    }
}

fn context(partitions: usize) -> Result<SessionContext> {
    let config = SessionConfig::new().with_target_partitions(partitions);
    let ctx = SessionContext::new_with_config(config);
    hash_datafusion::register(&ctx, &Keys::from_seed(1))?;
    for door in [false, true] {
        let signature = Signature::variadic_any(Volatility::Immutable);
        let keys = Keys::from_seed(1);
        ctx.register_udf(ScalarUDF::from(EngineHash { signature, door, keys }));
    }
    Ok(ctx)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
async fn speed(scale: f64, partitions: f64, file: Option<&String>) -> Result<()> {
    let ctx = context(partitions as usize)?;
    let batches = LineItemArrow::new(LineItemGenerator::new(scale, 1, 1));
    let batches: Vec<RecordBatch> =
        batches.collect::<std::result::Result<_, _>>().expect("generated");
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let mut parts = vec![Vec::new(); partitions as usize];
    let count = parts.len();
    for (i, batch) in batches.into_iter().enumerate() {
        parts[i % count].push(batch);
    }
    let schema = parts[0][0].schema();
    if let Some(file) = file {
        let mut writer = FileWriter::try_new(File::create(file)?, &schema)?;
        parts.iter().flatten().try_for_each(|batch| writer.write(batch))?;
        writer.finish()?;
    }
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
    ctx.register_table("lineitem", Arc::new(MemTable::try_new(schema.clone(), parts.clone())?))?;
    let all = names.join(", ");
    let sets = [
        ("all 16 columns", all.as_str(), ""),
        ("4 integers", "l_orderkey, l_partkey, l_suppkey, l_linenumber", ""),
        ("1 integer", "l_orderkey", ""),
        ("4 decimals", "l_quantity, l_extendedprice, l_discount, l_tax", ""),
        ("3 dates", "l_shipdate, l_commitdate, l_receiptdate", ""),
        ("1 text of 27 bytes", "l_comment", ""),
        ("4 short texts", "l_returnflag, l_linestatus, l_shipinstruct, l_shipmode", ""),
        ("all, 10,000 groups", all.as_str(), " GROUP BY l_suppkey"),
        ("all, 1.5 million groups", all.as_str(), " GROUP BY l_orderkey"),
    ];
    println!("{rows} rows, {partitions} threads: ns per row, medians of {ROUNDS}");
    println!("set\tcolumns\twithout the engine\tfingerprint\tengine_hash\tclhash door");
    let key = Keys::from_seed(1);
    for (name, columns, group) in sets {
        let queries = [
            format!("SELECT fingerprint({columns}) FROM lineitem{group}"),
            format!("SELECT bit_xor(engine_hash({columns})) FROM lineitem{group}"),
            format!("SELECT bit_xor(door_hash({columns})) FROM lineitem{group}"),
        ];
        let places: Vec<_> =
            columns.split(", ").map(|name| schema.index_of(name)).collect::<Result<_, _>>()?;
        let mut times = [const { Vec::new() }; 4];
        for _ in 0..=ROUNDS {
            let (first, rest) = times.split_first_mut().expect("four");
            if group.is_empty() {
                let start = Instant::now();
                black_box(fingerprint(key.rows(), &parts, &places)?);
                first.push(start.elapsed().as_secs_f64());
            }
            for (query, times) in queries.iter().zip(rest) {
                let frame = ctx.sql(query).await?;
                let start = Instant::now();
                frame.collect().await?;
                times.push(start.elapsed().as_secs_f64());
            }
        }
        print!("{name}\t{columns}");
        for mut times in times {
            // The first round is a warm-up.
            times.drain(..times.len().min(1));
            times.sort_by(f64::total_cmp);
            match times.get(ROUNDS / 2) {
                Some(median) => print!("\t{:.1}", median * 1e9 / rows as f64),
                None => print!("\t-"),
            }
        }
        println!();
    }
    Ok(())
}

/// Computes the fingerprint of columns of these parts, each in a thread of its own.
fn fingerprint(key: &Key, parts: &[Vec<RecordBatch>], columns: &[usize]) -> Result<Fingerprint> {
    let of = |part: &[RecordBatch]| {
        let (mut hasher, mut found) = (RowHasher::new(key), Fingerprint::EMPTY);
        for batch in part {
            let columns: Vec<_> =
                columns.iter().map(|place| batch.column(*place).clone()).collect();
            hasher.add(&columns, batch.num_rows(), &mut found)?;
        }
        Ok::<_, DataFusionError>(found)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = parts.iter().map(|part| scope.spawn(move || of(part))).collect();
        threads.into_iter().try_fold(Fingerprint::EMPTY, |all, thread| {
            let part = thread.join().expect("it does not panic")?;
            Ok(all.combine(&part).expect("there are fewer rows than 2^64"))
        })
    })
}

async fn memory(rows: f64) -> Result<()> {
    let ctx = context(2)?;
    let start = Instant::now();
    let sql = format!(
        "SELECT fingerprint(value, value * 7, value % 1000) AS f FROM generate_series(1, {rows})"
    );
    ctx.sql(&sql).await?.show().await?;
    let seconds = start.elapsed().as_secs_f64();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("no VmHWM");
    println!("{rows} rows in {seconds:.1} s, {peak}");
    Ok(())
}

/// The hash of rows by which DataFusion joins and groups, either with its own hash function or with
/// CLHASH through DataFusion's hook for other hash functions.
#[derive(Debug)]
struct EngineHash {
    signature: Signature,
    door: bool,
    keys: Keys,
}

impl PartialEq for EngineHash {
    fn eq(&self, other: &Self) -> bool {
        self.door == other.door
    }
}

impl Eq for EngineHash {}

impl Hash for EngineHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.door.hash(state);
    }
}

impl ScalarUDFImpl for EngineHash {
    fn name(&self) -> &'static str {
        if self.door { "door_hash" } else { "engine_hash" }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::UInt64)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns: Vec<ArrayRef> = ColumnarValue::values_to_arrays(&args.args)?;
        let mut hashes = vec![0; args.number_rows];
        if self.door {
            let state = clhash::FixedState::from_seed(self.keys.check());
            create_hashes_with_hasher(&columns, &state, &mut hashes)?;
        } else {
            create_hashes(&columns, &RandomState::default(), &mut hashes)?;
        }
        Ok(ColumnarValue::Array(Arc::new(UInt64Array::from(hashes))))
    }
}
