//! Measures the functions on the tables of TPC-H.
//!
//! ```text
//! cargo run --release --config measure.toml -p hash-datafusion --example measure -- speed [SCALE [PARTITIONS]]
//! cargo run --release --config measure.toml -p hash-datafusion --example measure -- memory [ROWS]
//! ```
//!
//! `speed` compares `fingerprint(columns)` with `bit_xor(engine_hash(columns))` on tables in
//! memory: `engine_hash` is DataFusion's own hash for joins and groups. The queries are interleaved, and
//! medians are printed. `memory` fingerprints a series of numbers that is never in memory as a
//! whole.

use datafusion::arrow::array::{ArrayRef, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::hash_utils::{RandomState, create_hashes, create_hashes_with_hasher};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_datafusion::Keys;
use std::hash::{Hash, Hasher};
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
        Some("speed") => speed(number(1, 1.0), number(2, 1.0)).await,
        Some("memory") => memory(number(1, 1e8)).await,
        _ => {
            eprintln!("usage: measure speed [SCALE [PARTITIONS]] | measure memory [ROWS]");
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
async fn speed(scale: f64, partitions: f64) -> Result<()> {
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
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
    ctx.register_table("lineitem", Arc::new(MemTable::try_new(schema, parts)?))?;
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
    println!("{rows} rows, {partitions} partitions: ns per row and thread, medians of {ROUNDS}");
    println!(
        "{:25} {:>12} {:>12} {:>12} {:>7}",
        "", "fingerprint", "engine_hash", "clhash door", "ratio"
    );
    for (name, columns, group) in sets {
        let queries = [
            format!("SELECT fingerprint({columns}) FROM lineitem{group}"),
            format!("SELECT bit_xor(engine_hash({columns})) FROM lineitem{group}"),
            format!("SELECT bit_xor(door_hash({columns})) FROM lineitem{group}"),
        ];
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..=ROUNDS {
            for (query, times) in queries.iter().zip(&mut times) {
                let frame = ctx.sql(query).await?;
                let start = Instant::now();
                frame.collect().await?;
                times.push(start.elapsed().as_secs_f64());
            }
        }
        let median = |times: &Vec<f64>| {
            // The first round is a warm-up.
            let mut sorted = times[1..].to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted[ROUNDS / 2] * 1e9 * partitions / rows as f64
        };
        let [ours, engine, door] = [0, 1, 2].map(|i| median(&times[i]));
        println!("{name:25} {ours:12.1} {engine:12.1} {door:12.1} {:7.2}", ours / engine);
    }
    Ok(())
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
