//! A scheduler and two executors on the loopback interface, each in its own process.

mod gate;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::compute::concat_batches;
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{SessionConfig, SessionContext};
use gate::Gate;
use hash_datafusion::{Functions, Keys};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tpchgen::generators::LineItemGenerator;
use tpchgen_arrow::LineItemArrow;

const SEED: u64 = 5;
/// Seconds of silence after which an executor is declared dead; executors report every five.
const TIMEOUT: u64 = 12;

/// A process that is killed when the test ends, even by a panic.
struct Process {
    child: Child,
    address: SocketAddr,
    /// Kept open while the process writes to it.
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts a program, and waits until it prints its address.
    fn start(command: &mut Command) -> Self {
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
struct Cluster {
    dir: TempDir,
    executors: Vec<Process>,
    scheduler: Process,
}

impl Cluster {
    /// Starts the programs.
    fn start(seeds: &[u64]) -> Self {
        let mut scheduler = Command::new(env!("CARGO_BIN_EXE_hash-ballista-scheduler"));
        scheduler.args(["--bind", "127.0.0.1:0", "--executor-timeout", &TIMEOUT.to_string()]);
        Self::with(seeds, &mut scheduler, |seed, scheduler, work| {
            let mut executor = Command::new(env!("CARGO_BIN_EXE_hash-ballista-executor"));
            executor.args(["--scheduler", &scheduler.to_string(), "--vcores", "2", "--work-dir"]);
            executor.arg(work).env("HASH_SEED", seed.to_string());
            executor
        })
    }

    /// Starts processes of this test program that also know `gate`.
    fn gated(seeds: &[u64]) -> Self {
        let this = std::env::current_exe().expect("the path of this program is known");
        let process = |role: &str| {
            let mut command = Command::new(&this);
            command.args(["--exact", role, "--ignored", "--nocapture"]);
            command
        };
        Self::with(seeds, &mut process("a_scheduler"), |seed, scheduler, work| {
            let mut executor = process("an_executor");
            executor.env("GATED_SCHEDULER", scheduler.to_string());
            executor.env("GATED_SEED", seed.to_string()).env("GATED_WORK", work);
            executor.env(
                gate::DIRECTORY,
                work.parent().expect("the folder is in the test's directory"),
            );
            executor
        })
    }

    fn with(
        seeds: &[u64],
        scheduler: &mut Command,
        executor: impl Fn(u64, SocketAddr, &Path) -> Command,
    ) -> Self {
        let dir = tempfile::tempdir().expect("the directory can be created");
        let scheduler = Process::start(scheduler);
        let executors = seeds.iter().enumerate().map(|(i, seed)| {
            let work = dir.path().join(format!("work{i}"));
            fs::create_dir(&work).expect("mkdir");
            Process::start(&mut executor(*seed, scheduler.address, &work))
        });
        let executors = executors.collect();
        write_lineitem(&dir.path().join("lineitem"));
        Self { dir, executors, scheduler }
    }

    fn table(&self) -> PathBuf {
        self.dir.path().join("lineitem")
    }

    /// Connects a client, which has no key.
    async fn client(&self, partitions: usize) -> Result<SessionContext> {
        let config = SessionConfig::new_with_ballista()
            .with_target_partitions(partitions)
            .with_ballista_shuffle_reader_force_remote_read(true);
        let state = SessionStateBuilder::new().with_default_features().with_config(config).build();
        let url = format!("df://{}", self.scheduler.address);
        let mut ctx = SessionContext::remote_with_state(&url, state).await?;
        Functions::without_key().register_in(&mut ctx)?;
        gate::register(&mut ctx)?;
        register(&ctx, &self.table()).await?;
        Ok(ctx)
    }
}

fn lineitem() -> RecordBatch {
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

async fn register(ctx: &SessionContext, table: &Path) -> Result<()> {
    let path = table.to_str().expect("the text is UTF-8");
    ctx.register_parquet("lineitem", path, ParquetReadOptions::default()).await
}

/// Makes a context in this process, with the key.
async fn local(table: &Path) -> Result<SessionContext> {
    let mut ctx = SessionContext::new();
    hash_datafusion::register(&ctx, &Keys::from_seed(SEED))?;
    gate::register(&mut ctx)?;
    register(&ctx, table).await?;
    Ok(ctx)
}

async fn text(ctx: &SessionContext, sql: &str) -> Result<String> {
    let batches = ctx.sql(sql).await?.collect().await?;
    Ok(datafusion::arrow::util::pretty::pretty_format_batches(&batches)?.to_string())
}

/// A query of two stages with a shuffle between them.
const GROUPS: &str = "SELECT fingerprint(k, f) AS value, count(*) AS groups, sum(n) AS rows FROM
    (SELECT l_suppkey AS k, fingerprint(l_orderkey, l_comment) AS f, count(*) AS n
     FROM lineitem GROUP BY 1)";

#[tokio::test]
async fn a_cluster_has_the_value_of_one_process() -> Result<()> {
    let cluster = Cluster::start(&[SEED, SEED]);
    let local = local(&cluster.table()).await?;
    let queries = [
        "SELECT fingerprint(l_orderkey, l_quantity, l_shipdate, l_comment) FROM lineitem",
        "SELECT row_digest(l_comment, l_tax ORDER BY l_shipdate DESC, l_orderkey) FROM lineitem",
        "SELECT l_shipmode, fingerprint(l_comment), min(clhash(l_comment)), max(siphash(l_partkey))
         FROM lineitem GROUP BY l_shipmode ORDER BY l_shipmode",
        GROUPS,
        "SELECT fingerprint(a.l_orderkey, b.l_comment) FROM lineitem a
         JOIN lineitem b ON a.l_partkey = b.l_suppkey",
    ];
    for partitions in [1, 3, 8] {
        let client = cluster.client(partitions).await?;
        for sql in queries {
            assert_eq!(text(&client, sql).await?, text(&local, sql).await?, "{sql}");
        }
        let check = text(&client, "SELECT hash_key_check()").await?;
        assert!(check.contains(&format!("{:016x}", Keys::from_seed(SEED).check())), "{check}");
    }

    // The same rows are written to other files, in another order.
    let before = text(&local, queries[0]).await?;
    let all = lineitem();
    let other = cluster.dir.path().join("other");
    fs::create_dir(&other).expect("mkdir");
    for (i, (start, end)) in [(7000, all.num_rows()), (3, 7000), (0, 3)].into_iter().enumerate() {
        let file = File::create(other.join(format!("{i}.parquet"))).expect("created");
        let mut writer =
            ArrowWriter::try_new(file, all.schema(), None).expect("the schema is supported");
        writer.write(&all.slice(start, end - start)).expect("written");
        writer.close().expect("written");
    }
    let client = cluster.client(4).await?;
    client.deregister_table("lineitem")?;
    register(&client, &other).await?;
    assert_eq!(text(&client, queries[0]).await?, before);
    Ok(())
}

/// Kills an executor in the middle of a query. Returns the result, that of another run on the
/// surviving executor, and that of this process. `gated` is `sql` with a gate.
async fn kill_one(sql: &str, gated: String) -> Result<(Result<String>, String, String)> {
    let mut cluster = Cluster::gated(&[SEED, SEED]);
    let expected = text(&local(&cluster.table()).await?, sql).await?;
    let client = cluster.client(6).await?;
    let gate = Gate::new(cluster.dir.path());
    let query = tokio::spawn(async move { (text(&client, &gated).await, client) });
    gate.wait_for(&cluster.executors.iter().map(|e| e.child.id()).collect::<Vec<_>>()).await;
    // Both executors are in the middle of the query.
    drop(cluster.executors.remove(0));
    fs::remove_dir_all(cluster.dir.path().join("work0")).expect("its shuffles can be deleted");
    gate.open();
    let (result, client) = query.await.expect("the query does not panic");
    Ok((result, text(&client, sql).await?, expected))
}

#[tokio::test]
async fn an_executor_dies_in_the_first_stage() -> Result<()> {
    let sql = "SELECT l_suppkey, fingerprint(l_orderkey, l_comment) AS f, count(*) AS n
               FROM lineitem GROUP BY 1 ORDER BY 1";
    let (result, again, expected) =
        kill_one(sql, sql.replace("(l_orderkey", "(gate(l_orderkey)")).await?;
    assert_eq!(result?, expected);
    assert_eq!(again, expected);
    Ok(())
}

/// The shuffles of the first stage are lost after the second stage has passed on some results.
/// Ballista 55.0 alone counts groups twice here.
#[tokio::test]
async fn an_executor_dies_in_the_second_stage() -> Result<()> {
    let (result, again, expected) =
        kill_one(GROUPS, GROUPS.replace("fingerprint(k, f)", "fingerprint(gate(k), f)")).await?;
    match result {
        Ok(value) => assert_eq!(value, expected),
        Err(error) => assert!(error.to_string().contains("run the query again"), "{error}"),
    }
    assert_eq!(again, expected);
    Ok(())
}

#[tokio::test]
async fn executors_with_different_keys_are_found() -> Result<()> {
    let cluster = Cluster::gated(&[SEED, SEED + 1]);
    let client = cluster.client(4).await?;
    let gate = Gate::new(cluster.dir.path());
    let sql = "SELECT fingerprint(gate(l_orderkey)) FROM lineitem";
    let query = tokio::spawn(async move { text(&client, sql).await });
    gate.wait_for(&cluster.executors.iter().map(|e| e.child.id()).collect::<Vec<_>>()).await;
    // Each executor has a part of the table.
    gate.open();
    let error = query
        .await
        .expect("the query does not panic")
        .expect_err("two keys are an error")
        .to_string();
    assert!(error.contains("different keys"), "{error}");
    Ok(())
}

/// The plan that is sent has only names of functions.
#[tokio::test]
async fn clients_have_no_key() -> Result<()> {
    let cluster = Cluster::start(&[SEED]);
    let client = cluster.client(2).await?;
    let batches = client.sql("SELECT hash_key_check()").await?.collect().await?;
    let check = batches[0].column(0).as_string::<i32>().value(0).to_owned();
    assert_eq!(check, format!("{:016x}", Keys::from_seed(SEED).check()));
    let sql = "SELECT clhash('a constant'), fingerprint(l_comment) FROM lineitem";
    let local = local(&cluster.table()).await?;
    assert_eq!(text(&client, sql).await?, text(&local, sql).await?);
    Ok(())
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
    hash_ballista::scheduler(listener, TIMEOUT, register)
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
