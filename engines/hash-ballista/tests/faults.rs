//! Executors that are killed or stopped, and shuffles that change, at random moments.
//!
//! Each query returns the right table or a clear error, within a time limit. `FAULTS_ROUNDS` (10 by
//! default) is the number of queries of each kind, and `FAULTS_SEED` chooses the moments.

mod harness;

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::SessionContext;
use harness::gate::Gate;
use harness::{Cluster, Process, SEED, local, program};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The longest time of a query: silence is noticed after seconds, and lack of progress after 30.
const LIMIT: Duration = Duration::from_secs(60);

/// An aggregate of all rows, one of groups, and one of the groups of a join.
const SHAPES: [&str; 3] = [
    "SELECT fingerprint(l_orderkey, l_comment) AS f, count(*) AS n FROM lineitem",
    "SELECT l_suppkey, fingerprint(l_orderkey, l_comment) AS f, count(*) AS n
     FROM lineitem GROUP BY 1",
    "SELECT a.l_suppkey, fingerprint(a.l_orderkey, b.l_comment) AS f, count(*) AS n
     FROM lineitem a JOIN lineitem b ON a.l_partkey = b.l_suppkey GROUP BY 1",
];

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("below a usize")
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Returns the rows in a fixed order.
async fn rows(ctx: &SessionContext, sql: &str) -> Result<Vec<String>> {
    let batches = ctx.sql(sql).await?.collect().await?;
    let mut lines: Vec<_> =
        pretty_format_batches(&batches)?.to_string().lines().map(str::to_owned).collect();
    lines.sort();
    Ok(lines)
}

/// The outcomes of queries.
#[derive(Default)]
struct Outcomes {
    right: usize,
    refused: usize,
    bad: Vec<String>,
}

impl Outcomes {
    /// Adds the outcome of a query, or its absence after the time limit.
    fn add(&mut self, what: &str, outcome: Option<Result<Vec<String>>>, expected: &[String]) {
        match outcome {
            Some(Ok(rows)) if rows == expected => self.right += 1,
            Some(Ok(rows)) => {
                self.bad.push(format!("{what}: wrong, {} lines of {}", rows.len(), expected.len()));
            }
            Some(Err(error)) if is_clear(&error.to_string()) => self.refused += 1,
            Some(Err(error)) => self.bad.push(format!("{what}: unclear: {error}")),
            None => self.bad.push(format!("{what}: hangs")),
        }
    }

    fn finish(&self, name: &str) {
        println!(
            "{name}: {} right, {} clear errors, {} others",
            self.right,
            self.refused,
            self.bad.len()
        );
        assert!(self.bad.is_empty(), "{:#?}", self.bad);
    }
}

/// Returns whether an error says what to do, or whose results the client cannot fetch.
fn is_clear(error: &str) -> bool {
    let parts = [
        "run the query again",
        "Shuffle fetch partition error from Executor",
        "Error connecting to Ballista scheduler or executor at",
    ];
    parts.iter().any(|part| error.contains(part))
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("kill runs").success());
}

/// A cluster whose executors are replaced after a fault.
struct Victim {
    cluster: Cluster,
    clients: [SessionContext; 2],
    expected: Vec<Vec<String>>,
    /// The time of each query without a fault.
    times: Vec<Duration>,
    replaced: usize,
}

impl Victim {
    async fn start() -> Result<Self> {
        let cluster = Cluster::start(&[SEED; 3]);
        let ctx = local(&cluster.table()).await?;
        // One client gets events from the scheduler, the other asks for the status.
        let config = hash_ballista::session_config().with_target_partitions(6);
        let polling = config.clone().set_bool("ballista.client.pull", true);
        let clients = [cluster.client_with(config).await?, cluster.client_with(polling).await?];
        let (mut expected, mut times) = (Vec::new(), Vec::new());
        for sql in SHAPES {
            expected.push(rows(&ctx, sql).await?);
            rows(&clients[0], sql).await?;
            let start = Instant::now();
            assert_eq!(rows(&clients[1], sql).await?, expected[expected.len() - 1]);
            times.push(start.elapsed());
        }
        Ok(Self { cluster, clients, expected, times, replaced: 0 })
    }

    /// Replaces an executor by a new one. Its results go with it.
    fn replace(&mut self, i: usize) {
        self.replaced += 1;
        let work = self.cluster.dir.path().join(format!("replacement{}", self.replaced));
        fs::create_dir(&work).expect("mkdir");
        let mut command = program(SEED, self.cluster.scheduler.address, &work);
        self.cluster.executors[i] = Process::start(&mut command);
    }

    /// Runs queries, and `harm`s an executor in each at a random moment.
    async fn suffer(
        &mut self,
        rounds: usize,
        random: &mut Random,
        outcomes: &mut Outcomes,
        harm: impl Fn(&mut Process, &mut Random) -> Option<Duration>,
    ) {
        for round in 0..rounds {
            let shape = random.below(SHAPES.len());
            let client = self.clients[random.below(2)].clone();
            let i = random.below(3);
            let micros = u64::try_from(self.times[shape].as_micros()).expect("a short time");
            let delay = Duration::from_micros(random.next() % (micros + micros / 4));
            let query = tokio::spawn(async move {
                tokio::time::timeout(LIMIT, rows(&client, SHAPES[shape])).await.ok()
            });
            tokio::time::sleep(delay).await;
            let recovers = harm(&mut self.cluster.executors[i], random);
            if let Some(pause) = recovers {
                tokio::time::sleep(pause).await;
                signal(&self.cluster.executors[i].child, "-CONT");
            }
            let outcome = query.await.expect("the query does not panic");
            let what = format!("round {round}, shape {shape}, executor {i} after {delay:?}");
            outcomes.add(&what, outcome, &self.expected[shape]);
            self.replace(i);
        }
    }
}

/// Runs the rounds on three clusters at once, because most of the time is waiting.
async fn run(
    name: &str,
    harm: impl Fn(&mut Process, &mut Random) -> Option<Duration> + Copy + Send + 'static,
) -> Result<()> {
    let rounds = usize::try_from(number("FAULTS_ROUNDS", 10)).expect("a usize");
    let seed = number("FAULTS_SEED", 1);
    let parts = (0..3_usize).map(|part| {
        tokio::spawn(async move {
            let mut random = Random(seed.wrapping_mul(1000) + part as u64);
            let mut outcomes = Outcomes::default();
            let mut victim = Victim::start().await?;
            let share = (rounds + part) / 3;
            victim.suffer(share, &mut random, &mut outcomes, harm).await;
            Ok::<_, DataFusionError>(outcomes)
        })
    });
    let mut all = Outcomes::default();
    for part in parts.collect::<Vec<_>>() {
        let part = part.await.expect("the rounds do not panic")?;
        all.right += part.right;
        all.refused += part.refused;
        all.bad.extend(part.bad);
    }
    all.finish(name);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn killed_executors() -> Result<()> {
    run("killed", |executor, _| {
        executor.child.kill().expect("the process is alive");
        None
    })
    .await
}

/// Half of the executors go on when the scheduler has taken them for dead.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn stopped_executors() -> Result<()> {
    run("stopped", |executor, random| {
        signal(&executor.child, "-STOP");
        (random.below(2) == 0).then_some(Duration::from_secs(9))
    })
    .await
}

/// Returns the files below a folder, in a fixed order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The first executor is held in the first stage until a bit of the second one's results is
/// changed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn changed_shuffles() -> Result<()> {
    let rounds = usize::try_from(number("FAULTS_ROUNDS", 10)).expect("a usize");
    let mut random = Random(number("FAULTS_SEED", 1));
    let cluster = Cluster::gated(&[SEED; 2], 1);
    let work = cluster.dir.path().join("work1");
    let mut outcomes = Outcomes::default();
    let ctx = local(&cluster.table()).await?;
    let gate = Gate::new(cluster.dir.path());
    let client = cluster.client(6).await?;
    let (mut round, mut attempts) = (0, 0);
    while round < rounds {
        attempts += 1;
        assert!(
            attempts <= 10 * rounds,
            "the executors share no stage: {round} of {rounds} rounds"
        );
        let shape = random.below(SHAPES.len());
        let expected = rows(&ctx, SHAPES[shape]).await?;
        let sql = SHAPES[shape].replacen("l_orderkey", "gate(l_orderkey)", 1);
        let sql = sql.replace("a.gate(", "gate(a.");
        let old = files(&work);
        gate.close();
        let client = client.clone();
        let query =
            tokio::spawn(
                async move { tokio::time::timeout(LIMIT, rows(&client, &sql)).await.ok() },
            );
        let first = cluster.executors[0].child.id();
        while !gate.has(first) && !query.is_finished() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The second executor takes the other tasks of the stage.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let new: Vec<_> = files(&work).into_iter().filter(|path| !old.contains(path)).collect();
        // A query that has ended has read its shuffles.
        if gate.has(first) && !new.is_empty() && !query.is_finished() {
            let path = &new[random.below(new.len())];
            let mut bytes = fs::read(path).expect("readable");
            let bit = random.below(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(path, bytes).expect("writable");
            gate.open();
            let outcome = query.await.expect("the query does not panic");
            let what = format!("round {round}, shape {shape}, bit {bit} of {}", path.display());
            outcomes.add(&what, outcome, &expected);
            round += 1;
        } else {
            // One of the executors has had no task, so there is nothing to change.
            gate.open();
            assert_eq!(query.await.expect("no panic").expect("it ends")?, expected);
        }
    }
    outcomes.finish("changed");
    assert!(outcomes.refused > 0, "no change was found");
    Ok(())
}
