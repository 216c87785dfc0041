//! Compares clusters of two executors and of a single executor.
//!
//! ```text
//! cargo build --release -p hash-ballista --bins
//! cargo run --release -p hash-ballista --example cluster -- [SCALE]
//! ```
//!
//! Writes the table `lineitem` of TPC-H in eight Parquet files, starts a scheduler with one and
//! with two executors of one task each, and prints the medians of the times of queries. All
//! processes run on this machine, which needs a free core per executor.

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_datafusion::Functions;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use tpchgen::generators::LineItemGenerator;
use tpchgen_arrow::LineItemArrow;

const FILES: i32 = 8;
const ROUNDS: usize = 7;

/// A program of this package, which is killed at the end of the measurement.
struct Process(Child, String);

impl Process {
    /// Starts a program and waits until it prints its address.
    fn start(name: &str, args: &[&str]) -> Self {
        let this = std::env::current_exe().expect("this program");
        let programs = this.ancestors().nth(2).expect("the directory of the profile");
        let mut child = Command::new(programs.join(name))
            .args(args)
            .env("HASH_SEED", "1")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the programs are built");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let address = line.trim_end().rsplit(' ').next().unwrap_or_default().to_owned();
        Self(child, address)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let scale = std::env::args().nth(1).map_or(1.0, |text| text.parse().expect("a number"));
    let dir = tempfile::tempdir()?;
    for part in 1..=FILES {
        let mut rows = LineItemArrow::new(LineItemGenerator::new(scale, part, FILES)).peekable();
        let schema = rows.peek().expect("rows").as_ref().expect("generated").schema();
        let file = File::create(dir.path().join(format!("{part}.parquet")))?;
        let mut writer = ArrowWriter::try_new(file, schema, None)?;
        for batch in rows {
            writer.write(&batch.expect("generated"))?;
        }
        writer.close()?;
    }
    let queries = [
        ("4 columns", "SELECT fingerprint(l_orderkey, l_quantity, l_shipdate, l_comment) FROM t"),
        ("all columns", "SELECT fingerprint(l_orderkey, l_partkey, l_suppkey, l_linenumber, l_quantity,
             l_extendedprice, l_discount, l_tax, l_returnflag, l_linestatus, l_shipdate, l_commitdate,
             l_receiptdate, l_shipinstruct, l_shipmode, l_comment) FROM t"),
        (
            "1,000s of groups",
            "SELECT l_suppkey, fingerprint(l_orderkey, l_comment) FROM t GROUP BY 1",
        ),
    ];
    println!("scale {scale}: seconds with one executor, with two, and their ratio");
    let one = times(dir.path(), 1, &queries).await?;
    let two = times(dir.path(), 2, &queries).await?;
    for (((name, _), one), two) in queries.iter().zip(one).zip(two) {
        println!("{name:20} {one:8.2} {two:8.2} {:8.2}", one / two);
    }
    Ok(())
}

/// Returns the median time of each query on `executors` executors.
async fn times(table: &Path, executors: usize, queries: &[(&str, &str)]) -> Result<Vec<f64>> {
    let scheduler = Process::start("hash-ballista-scheduler", &["--bind", "127.0.0.1:0"]);
    let args = ["--scheduler", scheduler.1.as_str(), "--vcores", "1"];
    let _executors: Vec<_> =
        (0..executors).map(|_| Process::start("hash-ballista-executor", &args)).collect();
    let config = SessionConfig::new_with_ballista().with_target_partitions(2);
    let state = SessionStateBuilder::new().with_default_features().with_config(config).build();
    let url = format!("df://{}", scheduler.1);
    let mut ctx = SessionContext::remote_with_state(&url, state).await?;
    Functions::without_key().register_in(&mut ctx)?;
    let path = table.to_str().expect("a temporary directory with a readable name");
    ctx.register_parquet("t", path, ParquetReadOptions::default()).await?;
    let mut medians = Vec::new();
    for (_, sql) in queries {
        let mut times = Vec::new();
        // The first round is a warm-up.
        for _ in 0..=ROUNDS {
            let start = Instant::now();
            ctx.sql(sql).await?.collect().await?;
            times.push(start.elapsed().as_secs_f64());
        }
        times.remove(0);
        times.sort_by(f64::total_cmp);
        medians.push(times[ROUNDS / 2]);
    }
    Ok(medians)
}
