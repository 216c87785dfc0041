//! A cluster of processes on the loopback interface, and its table.

pub(crate) mod gate;

use ballista::prelude::SessionContextExt;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_ballista::Patience;
use hash_datafusion::{Functions, Keys};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tpchgen::generators::LineItemGenerator;
use tpchgen_arrow::LineItemArrow;

pub(crate) const SEED: u64 = 5;
/// Seconds of silence after which an executor is taken for dead; executors report every five.
const EXECUTOR_TIMEOUT: u64 = 7;
/// Seconds without progress after which a query fails. Gates are closed for less.
const QUERY_TIMEOUT: u64 = 30;

/// A process that is killed when the test ends, even by a panic.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    /// Kept open while the process writes to it.
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts a program, and waits until it prints its address.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the process starts");
        let stdout = child.stdout.take().expect("the stream is piped");
        let mut lines = BufReader::new(stdout).lines();
        let found = lines.by_ref().map_while(std::result::Result::ok).find_map(|line| {
            line.split("listening on ").nth(1).and_then(|address| address.parse().ok())
        });
        let Some(address) = found else {
            let _ = child.kill();
            panic!("{command:?} did not print its address: {:?}", child.wait());
        };
        Self { child, address, _stdout: lines }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A cluster, and a directory with the table `lineitem` in four files.
pub(crate) struct Cluster {
    pub(crate) dir: TempDir,
    pub(crate) executors: Vec<Process>,
    pub(crate) scheduler: Process,
}

impl Cluster {
    /// Starts the programs.
    pub(crate) fn start(seeds: &[u64]) -> Self {
        let mut scheduler = Command::new(env!("CARGO_BIN_EXE_hash-ballista-scheduler"));
        scheduler.args(["--bind", "127.0.0.1:0", "--executor-timeout"]);
        scheduler.arg(EXECUTOR_TIMEOUT.to_string());
        scheduler.args(["--query-timeout", &QUERY_TIMEOUT.to_string()]);
        Self::with(seeds, &mut scheduler, |_, seed, scheduler, work| program(seed, scheduler, work))
    }

    /// Starts processes of this test program that also know `gate`. Only the first `gates`
    /// executors stop at it.
    pub(crate) fn gated(seeds: &[u64], gates: usize) -> Self {
        let this = std::env::current_exe().expect("the path of this program is known");
        let process = |role: &str| {
            let mut command = Command::new(&this);
            command.args(["--exact", role, "--ignored", "--nocapture"]);
            command
        };
        Self::with(seeds, &mut process("harness::a_scheduler"), |i, seed, scheduler, work| {
            let mut executor = process("harness::an_executor");
            executor.env("GATED_SCHEDULER", scheduler.to_string());
            executor.env("GATED_SEED", seed.to_string()).env("GATED_WORK", work);
            if i < gates {
                let directory = work.parent().expect("the folder is in the test's directory");
                executor.env(gate::DIRECTORY, directory);
            }
            executor
        })
    }

    fn with(
        seeds: &[u64],
        scheduler: &mut Command,
        executor: impl Fn(usize, u64, SocketAddr, &Path) -> Command,
    ) -> Self {
        let dir = tempfile::tempdir().expect("the directory can be created");
        let scheduler = Process::start(scheduler);
        let executors = seeds.iter().enumerate().map(|(i, seed)| {
            let work = dir.path().join(format!("work{i}"));
            fs::create_dir(&work).expect("mkdir");
            Process::start(&mut executor(i, *seed, scheduler.address, &work))
        });
        let executors = executors.collect();
        write_lineitem(&dir.path().join("lineitem"));
        Self { dir, executors, scheduler }
    }

    pub(crate) fn table(&self) -> PathBuf {
        self.dir.path().join("lineitem")
    }

    /// Connects a client, which has no key.
    pub(crate) async fn client(&self, partitions: usize) -> Result<SessionContext> {
        self.client_with(hash_ballista::session_config().with_target_partitions(partitions)).await
    }

    pub(crate) async fn client_with(&self, config: SessionConfig) -> Result<SessionContext> {
        let state = SessionStateBuilder::new().with_default_features().with_config(config).build();
        let url = format!("df://{}", self.scheduler.address);
        let mut ctx = SessionContext::remote_with_state(&url, state).await?;
        Functions::without_key().register_in(&mut ctx)?;
        gate::register(&mut ctx)?;
        register(&ctx, &self.table()).await?;
        Ok(ctx)
    }
}

/// Returns the command of an executor.
pub(crate) fn program(seed: u64, scheduler: SocketAddr, work: &Path) -> Command {
    let mut executor = Command::new(env!("CARGO_BIN_EXE_hash-ballista-executor"));
    executor.args(["--scheduler", &scheduler.to_string(), "--vcores", "2", "--work-dir"]);
    executor.arg(work).env("HASH_SEED", seed.to_string());
    executor
}

pub(crate) fn lineitem() -> RecordBatch {
    let batches = LineItemArrow::new(LineItemGenerator::new(0.002, 1, 1));
    let batches: Vec<_> =
        batches.collect::<std::result::Result<_, _>>().expect("the batches are valid");
    concat_batches(&batches[0].schema(), &batches).expect("the batches share a schema")
}

/// Writes the table in four files.
fn write_lineitem(dir: &Path) {
    let all = lineitem();
    let size = all.num_rows().div_ceil(4);
    fs::create_dir(dir).expect("mkdir");
    for i in 0..4 {
        let part = all.slice(i * size, size.min(all.num_rows() - i * size));
        let file = File::create(dir.join(format!("{i}.parquet"))).expect("created");
        let mut writer =
            ArrowWriter::try_new(file, part.schema(), None).expect("the schema is supported");
        writer.write(&part).expect("written");
        writer.close().expect("written");
    }
}

pub(crate) async fn register(ctx: &SessionContext, table: &Path) -> Result<()> {
    let path = table.to_str().expect("the text is UTF-8");
    ctx.register_parquet("lineitem", path, ParquetReadOptions::default()).await
}

/// Makes a context in this process, with the key.
pub(crate) async fn local(table: &Path) -> Result<SessionContext> {
    let mut ctx = SessionContext::new();
    hash_datafusion::register(&ctx, &Keys::from_seed(SEED))?;
    gate::register(&mut ctx)?;
    register(&ctx, table).await?;
    Ok(ctx)
}

/// The process of a scheduler that knows `gate`; not a test.
#[tokio::test]
#[ignore = "started by other tests"]
async fn a_scheduler() {
    env_logger::init();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    println!("\nlistening on {}", listener.local_addr().expect("the socket is bound"));
    let register = |registry: &mut dyn datafusion::execution::FunctionRegistry| {
        gate::register(registry)?;
        Functions::without_key().register_in(registry)
    };
    let patience = Patience {
        executor: Duration::from_secs(EXECUTOR_TIMEOUT),
        query: Duration::from_secs(QUERY_TIMEOUT),
    };
    hash_ballista::scheduler(listener, patience, register)
        .await
        .expect("the scheduler runs until it is killed");
}

/// The process of an executor that knows `gate`; not a test.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "started by other tests"]
async fn an_executor() {
    env_logger::init();
    let var = |name| std::env::var(name).expect("set by the test that starts this process");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    println!("\nlistening on {}", listener.local_addr().expect("the socket is bound"));
    let scheduler = var("GATED_SCHEDULER").parse().expect("the text is an address");
    let keys = Keys::from_seed(var("GATED_SEED").parse().expect("the text is a number"));
    let work = PathBuf::from(var("GATED_WORK"));
    let register = |registry: &mut dyn datafusion::execution::FunctionRegistry| {
        gate::register(registry)?;
        Functions::new(&keys).register_in(registry)
    };
    // The executor runs one task at once, so that neither executor gets all tasks.
    hash_ballista::executor(listener, scheduler, register, 1, &work)
        .await
        .expect("the executor runs until it is killed");
}
