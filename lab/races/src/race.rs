//! Races, which interleave contenders batch by batch.
//!
//! A shared machine alternates between quiet and noisy, over milliseconds to minutes. So no
//! contender is measured for long at a stretch: a round gives each of them one batch of some 40 µs,
//! in an order shuffled anew, and there are many rounds. A ratio of two contenders is computed
//! within each round, where both met about the same noise, and the report gives the median of these
//! ratios. One more contender is a chain of dependent additions, one per cycle. Its time is the
//! unit in which cycles are counted, so they do not depend on the clock's frequency either.

use crate::catalog;
use crate::results::{Role, Row};
use crate::rng::Rng;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time of a batch, for operations that are much shorter.
pub const BATCH: Duration = Duration::from_micros(40);

/// A contender: performs a number of operations and returns how long they took.
pub struct Task<'a> {
    name: String,
    result: &'static str,
    ops: f64,
    run: Box<dyn FnMut(u64, usize) -> Sample + 'a>,
}

/// The result of one batch.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The time it took.
    pub elapsed: Duration,
    /// A sum over all results.
    pub sum: u64,
}

impl std::fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<'a> Task<'a> {
    /// Makes a task whose batches are timed from outside. `run(seed, count)` does the work of
    /// `count` units, chosen by `seed`, and returns a sum over its results. The sum must be the
    /// same for all tasks with the same `result`.
    pub fn new(
        name: impl Into<String>,
        result: &'static str,
        mut run: impl FnMut(u64, usize) -> u64 + 'a,
    ) -> Self {
        Self::timing_itself(name, result, move |seed, count| {
            let start = Instant::now();
            let sum = black_box(run(black_box(seed), black_box(count)));
            Sample { elapsed: start.elapsed(), sum }
        })
    }

    /// Makes a task that times a part of its work.
    pub fn timing_itself(
        name: impl Into<String>,
        result: &'static str,
        run: impl FnMut(u64, usize) -> Sample + 'a,
    ) -> Self {
        Self { name: name.into(), result, ops: 1.0, run: Box::new(run) }
    }

    /// Counts each unit of work as `ops` operations.
    #[must_use]
    pub fn ops_per_unit(mut self, ops: usize) -> Self {
        self.ops = ops as f64;
        self
    }

    /// Returns the name, `algorithm/implementation`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Does `count` units of work, chosen by `seed`.
    pub fn run(&mut self, seed: u64, count: usize) -> Sample {
        (self.run)(seed, count)
    }

    /// Returns the number of units in a batch of about this time.
    fn calibrate(&mut self, batch: Duration) -> usize {
        let mut count = 1;
        loop {
            let mut best = self.run(0, count).elapsed;
            if best < 4 * batch {
                // The minimum of three runs keeps one interruption from halving the batch.
                best = best.min(self.run(1, count).elapsed).min(self.run(2, count).elapsed);
            }
            if best >= batch / 4 || count > 1 << 32 {
                let scale = batch.as_secs_f64() / best.as_secs_f64();
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                return ((count as f64 * scale) as usize).max(1);
            }
            count *= 2;
        }
    }
}

/// The duration of a race.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The time of a contender's batch.
    pub batch: Duration,
    /// The time of all rounds together. It sets the number of rounds, within the bounds below.
    pub budget: Duration,
    /// The minimum number of rounds.
    pub min_rounds: usize,
    /// The maximum number of rounds.
    pub max_rounds: usize,
}

/// The times of all contenders in all rounds.
#[derive(Clone, Debug)]
pub struct Race {
    names: Vec<String>,
    /// Nanoseconds per operation, by contender and round.
    ns: Vec<Vec<f64>>,
    /// Nanoseconds per cycle, by round.
    cycle: Vec<f64>,
}

impl Race {
    /// Runs the race.
    ///
    /// # Panics
    /// Panics if two tasks that should have the same results do not.
    #[must_use]
    pub fn run(mut tasks: Vec<Task<'_>>, plan: Plan) -> Self {
        let mut names: Vec<_> = tasks.iter().map(|t| t.name.clone()).collect();
        tasks.push(Task::new("clock", "clock", |_, count| add_chain(count)));
        let counts: Vec<_> = tasks.iter_mut().map(|t| t.calibrate(plan.batch)).collect();

        // Contenders that disagree are not timed.
        let sums: Vec<_> = tasks.iter_mut().zip(&counts).map(|(t, n)| t.run(0, *n).sum).collect();
        check(&mut tasks, &counts, 0, &sums);

        let mut order: Vec<_> = (0..tasks.len()).collect();
        let mut ns = vec![Vec::new(); tasks.len()];
        let mut last = vec![0; tasks.len()];
        let start = Instant::now();
        let mut round = 0;
        while round < plan.min_rounds || (round < plan.max_rounds && start.elapsed() < plan.budget)
        {
            Rng::new(round as u64).shuffle(&mut order);
            for &i in &order {
                let sample = tasks[i].run(round as u64, counts[i]);
                ns[i].push(sample.elapsed.as_secs_f64() * 1e9 / (counts[i] as f64 * tasks[i].ops));
                last[i] = sample.sum;
            }
            round += 1;
        }
        check(&mut tasks, &counts, round as u64 - 1, &last);

        let cycle = ns.pop().unwrap_or_default();
        names.truncate(ns.len());
        Self { names, ns, cycle }
    }

    /// Returns the number of rounds.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.cycle.len()
    }

    /// Returns the contenders with their times.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        (0..self.names.len()).map(|i| self.row(i)).collect()
    }

    fn row(&self, i: usize) -> Row {
        let name = self.names[i].clone();
        let role = catalog::role(&name);
        let is_peer = |other: &usize| catalog::role(&self.names[*other]) == Role::Peer;
        let peers = (0..self.ns.len()).filter(is_peer);
        let ratios = if role == Role::Ours {
            peers.map(|other| rounded(self.ratio(other, i))).collect()
        } else {
            Vec::new()
        };
        Row {
            role,
            promise: catalog::promise(&name),
            ns: rounded(median(self.ns[i].clone())),
            cycles: rounded(median(self.cycles(i))),
            spread: rounded(spread(&self.cycles(i))),
            ratios,
            name,
        }
    }

    /// Returns the cycles per operation, by round.
    fn cycles(&self, i: usize) -> Vec<f64> {
        self.ns[i].iter().zip(&self.cycle).map(|(ns, cycle)| ns / cycle).collect()
    }

    /// Returns the time of contender `i` as a multiple of that of `base`: the median over the
    /// rounds.
    fn ratio(&self, i: usize, base: usize) -> f64 {
        median(self.ns[i].iter().zip(&self.ns[base]).map(|(a, b)| a / b).collect())
    }

    /// Returns the clock frequency in GHz: the median over the rounds.
    #[must_use]
    pub fn ghz(&self) -> f64 {
        rounded(1.0 / median(self.cycle.clone()))
    }
}

/// Returns the range of the medians of the fifths of the rounds, as a fraction of the median. It
/// shows whether another run would give the same figure, which the noise within a fifth does not.
fn spread(rounds: &[f64]) -> f64 {
    let fifths = rounds.chunks(rounds.len().div_ceil(5).max(1)).map(|part| median(part.to_vec()));
    let [low, high] = [f64::min, f64::max].map(|f| fifths.clone().fold(f64::NAN, f));
    (high - low) / median(rounds.to_vec())
}

/// Rounds the value to four digits: more are noise and make files longer.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Makes the first task of each kind of result repeat one batch of every other task.
fn check(tasks: &mut [Task<'_>], counts: &[usize], seed: u64, last: &[u64]) {
    for i in 0..tasks.len() {
        let result = tasks[i].result;
        let first = tasks.iter().position(|t| t.result == result).unwrap_or(i);
        let again = tasks[first].run(seed, counts[i]).sum;
        let (name, judge) = (&tasks[i].name, &tasks[first].name);
        assert_eq!(last[i], again, "the timed results of {name} differ from those of {judge}");
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Takes `count` cycles, rounded up to even: two dependent operations of one cycle each per
/// iteration. Addition and exclusive or alternate, because the compiler could sum up either of them
/// alone.
#[inline(never)]
fn add_chain(count: usize) -> u64 {
    let [flip, step] = black_box([0x9e37_79b9_7f4a_7c15_u64, 0xbf58_476d_1ce4_e5b9]);
    let mut x = 0;
    for _ in 0..count.div_ceil(2) {
        x = (x ^ flip).wrapping_add(step);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Plan = Plan {
        batch: Duration::from_micros(5),
        budget: Duration::from_millis(2),
        min_rounds: 3,
        max_rounds: 20,
    };

    #[test]
    fn twice_the_work_takes_twice_the_time() {
        let chain = |steps| move |_, count| add_chain(count * steps);
        let tasks = vec![Task::new("once", "a", chain(100)), Task::new("twice", "b", chain(200))];
        let race = Race::run(tasks, Plan { min_rounds: 51, max_rounds: 51, ..PLAN });
        assert_eq!(race.rounds(), 51);
        assert!((1.5..2.6).contains(&race.ratio(1, 0)), "{}", race.ratio(1, 0));
        let cycles = race.rows()[0].cycles;
        assert!((80.0..130.0).contains(&cycles), "{cycles}");
    }

    #[test]
    fn spread_is_of_medians() {
        // One outlier in a fifth does not move its median, but a slow fifth does.
        let mut rounds = [100.0; 25];
        rounds[7] = 900.0;
        assert!(spread(&rounds) < 1e-9);
        rounds[20..].fill(110.0);
        assert!((spread(&rounds) - 0.1).abs() < 1e-9);
    }

    #[test]
    fn four_digits() {
        let shown = [0.012_345_6, 1.0, 123_456.0].map(rounded);
        assert_eq!(shown, [0.012_35, 1.0, 123_500.0]);
    }

    #[test]
    #[should_panic(expected = "differ from those of")]
    fn wrong_results_are_noticed() {
        let honest = Task::new("honest", "sum", |seed, count| seed + add_chain(count));
        let wrong = Task::new("wrong", "sum", |seed, count| seed + add_chain(count) + 1);
        let _ = Race::run(vec![honest, wrong], PLAN);
    }

    /// Contenders are compared before the timing as well, so a correct last batch is not enough.
    #[test]
    #[should_panic(expected = "differ from those of")]
    fn wrong_first_results_are_noticed() {
        let honest = Task::new("honest", "sum", |seed, count| seed + add_chain(count));
        let first = |seed, count| seed + add_chain(count) + u64::from(seed == 0);
        let _ = Race::run(vec![honest, Task::new("wrong", "sum", first)], PLAN);
    }
}
