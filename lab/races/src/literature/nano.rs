//! Times of single calls, by the method of `nanobenchmark.h` in Google's HighwayHash package.
//!
//! A batch of calls is timed many times. Interruptions and other processes only ever add time, in
//! varying amounts, so the estimate is the mode of the timings: the value around which they are
//! densest. The mean moves with every outlier, and the minimum with every lucky timing. Some
//! counters advance in steps (26 ticks on a Zen 4); there the estimate is the mean of the timings
//! within a step of the mode.
//!
//! For mixed lengths, a batch has all of them in an order that is drawn anew for each timing, so
//! that the branch predictor cannot learn it. The cost of one length is the difference between the
//! batch of all calls and a batch that lacks half of the calls with that length.
//!
//! Time is read in ticks of the time-stamp counter, which runs at a constant rate. The core does
//! not, so ticks are converted to cycles by a chain of dependent multiplications, whose latency is
//! known. A chain of additions of a constant would not do, because some cores fold those when they
//! rename registers.

use crate::rng::Rng;
use std::hint::black_box;
use std::sync::LazyLock;

/// The number of timings per batch.
#[derive(Clone, Copy, Debug)]
pub struct Effort(pub usize);

/// The minimum duration, in ticks, of a batch in which every call has the same length.
const BATCH: f64 = 8000.0;

/// Returns the half-sample mode (Bickel and Frühwirth, 2006): the half of the sorted values with
/// the smallest span is halved again, until at most three values are left. Returns NaN for no
/// values.
#[must_use]
pub fn mode(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let mut rest = &*values;
    loop {
        match *rest {
            [] => return f64::NAN,
            [a] => return a,
            [a, b] => return f64::midpoint(a, b),
            [a, b, c] => {
                return match (b - a).total_cmp(&(c - b)) {
                    std::cmp::Ordering::Less => f64::midpoint(a, b),
                    std::cmp::Ordering::Equal => b,
                    std::cmp::Ordering::Greater => f64::midpoint(b, c),
                };
            }
            _ => {}
        }
        let half = rest.len().div_ceil(2);
        let span = |start: &usize| rest[start + half - 1] - rest[*start];
        let densest = (0..=rest.len() - half).min_by(|a, b| span(a).total_cmp(&span(b)));
        rest = &rest[densest.unwrap_or(0)..][..half];
    }
}

/// Returns the mean of the values within `step` of their mode. If values are rounded to steps,
/// their frequencies show where the true value lies between two steps, and the mode alone loses
/// that. Returns NaN for no values.
#[must_use]
pub fn center(values: Vec<f64>, step: f64) -> f64 {
    let mode = mode(values.clone());
    let near = values.into_iter().filter(|value| (value - mode).abs() <= step);
    let (sum, count) = near.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    // Between two values that are far apart there may be no value.
    if count > 0.0 { sum / count } else { mode }
}

/// Returns the step of the counter in ticks: the greatest common divisor of the differences between
/// readings.
fn step() -> f64 {
    static STEP: LazyLock<u64> = LazyLock::new(|| {
        let mut before = now();
        let passed = (0..1000).map(|_| {
            let after = now();
            let passed = after - before;
            before = after;
            passed
        });
        passed.fold(0, |mut a, mut b| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        })
    });
    STEP.max(1) as f64
}

/// Returns the ticks of a call for one length. `time` makes a call for each length in a list and
/// returns the ticks of all of them.
pub fn same(length: usize, effort: Effort, mut time: impl FnMut(&[usize]) -> f64) -> f64 {
    let mut centers =
        |list: &[usize], timings: usize| center((0..timings).map(|_| time(list)).collect(), step());
    let mut calls = 2;
    while calls < 4096 && centers(&vec![length; calls], 5) < BATCH {
        calls *= 2;
    }
    let overhead = centers(&[], effort.0);
    (centers(&vec![length; calls], effort.0) - overhead) / calls as f64
}

/// Returns the ticks of a call for each length, where calls of all lengths follow one another in a
/// random order. `time` is as for [`same`].
pub fn mixed(lengths: &[usize], effort: Effort, mut time: impl FnMut(&[usize]) -> f64) -> Vec<f64> {
    // There are more short messages than long ones, so that long ones do not drown them, and enough
    // of all that a step of the counter is negligible.
    let replicas = |length: usize| 2 * (8192 / length.max(1)).clamp(8, 128);
    let batch = |lacking: Option<usize>| -> Vec<usize> {
        let calls = |length: &usize| {
            let all = replicas(*length);
            vec![*length; if lacking == Some(*length) { all / 2 } else { all }]
        };
        lengths.iter().flat_map(calls).collect()
    };
    let mut batches: Vec<_> = lengths.iter().map(|length| batch(Some(*length))).collect();
    batches.push(batch(None));
    let mut ticks = vec![Vec::new(); batches.len()];
    let mut rng = Rng::new(lengths.len() as u64);
    let mut order: Vec<_> = (0..batches.len()).collect();
    for _ in 0..effort.0 {
        rng.shuffle(&mut order);
        for &i in &order {
            rng.shuffle(&mut batches[i]);
            ticks[i].push(time(&batches[i]));
        }
    }
    let all = ticks.pop().map_or(f64::NAN, |ticks| center(ticks, step()));
    let without = ticks.into_iter().map(|ticks| center(ticks, step()));
    without
        .zip(lengths)
        .map(|(without, length)| (all - without) / (replicas(*length) / 2) as f64)
        .collect()
}

/// Returns the ticks of a call.
pub fn ticks(call: impl FnOnce() -> u64) -> f64 {
    let start = now();
    black_box(call());
    (now() - start) as f64
}

/// Reads the time-stamp counter after all earlier instructions and before all later ones.
#[cfg(target_arch = "x86_64")]
fn now() -> u64 {
    use std::arch::x86_64::{_mm_lfence, _rdtsc};
    // SAFETY: every CPU of this architecture has both instructions.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}

/// Reads the clock, in nanoseconds.
#[cfg(not(target_arch = "x86_64"))]
fn now() -> u64 {
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The number of ticks per core cycle.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Measured by a chain of multiplications, which take three cycles each (x86-64), or of
    /// rotations.
    pub ticks_per_cycle: f64,
    /// Measured by a chain of rotations, which take one cycle each, as a check.
    pub by_rotations: f64,
}

impl Clock {
    /// Measures both chains.
    #[must_use]
    pub fn calibrate(effort: Effort) -> Self {
        let measure = |chain: fn(usize) -> u64, latency: usize| {
            // The difference of two lengths cancels the cost of start and end.
            let [short, long] = [1000, 3000].map(|steps| {
                center((0..effort.0).map(|_| ticks(|| chain(black_box(steps)))).collect(), step())
            });
            (long - short) / (2000 * latency) as f64
        };
        let by_rotations = measure(rotations, 1);
        let ticks_per_cycle =
            if cfg!(target_arch = "x86_64") { measure(products, 3) } else { by_rotations };
        Self { ticks_per_cycle, by_rotations }
    }

    /// Converts ticks to cycles.
    #[must_use]
    pub fn cycles(&self, ticks: f64) -> f64 {
        ticks / self.ticks_per_cycle
    }
}

/// Hides a value from the compiler, which would otherwise combine the steps of a chain.
#[inline(always)]
fn opaque(x: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let x = hash_core::opaque!(reg x);
    x
}

/// Runs `steps` dependent multiplications (`imul`); `steps` is a multiple of 4.
#[inline(never)]
fn products(steps: usize) -> u64 {
    let factor = black_box(0x9e37_79b9_7f4a_7c15);
    (0..steps / 4).fold(black_box(3), |mut x: u64, _| {
        for _ in 0..4 {
            x = opaque(x.wrapping_mul(factor));
        }
        x
    })
}

/// Runs `steps` dependent rotations (`ror`); `steps` is a multiple of 4.
#[inline(never)]
fn rotations(steps: usize) -> u64 {
    (0..steps / 4).fold(black_box(3), |mut x: u64, _| {
        for _ in 0..4 {
            x = opaque(x.rotate_right(13));
        }
        x
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a number above 0 and at most 1.
    fn unit(rng: &mut Rng) -> f64 {
        (f64::from(rng.next_u32()) + 1.0) / 4_294_967_296.0
    }

    /// Returns an approximately normal number with deviation 1.
    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0
    }

    fn samples(seed: u64, draw: impl Fn(&mut Rng) -> f64) -> Vec<f64> {
        let mut rng = Rng::new(seed);
        (0..1001).map(|_| draw(&mut rng)).collect()
    }

    #[test]
    fn modes_of_known_distributions() {
        assert!(mode(Vec::new()).is_nan());
        assert_eq!(mode(vec![4.0]).to_bits(), 4.0_f64.to_bits());
        for (values, expected) in [
            (vec![1.0, 3.0], 2.0),
            (vec![1.0, 2.0, 9.0], 1.5),
            (vec![9.0, 1.0, 8.0], 8.5),
            (vec![5.0, 7.0, 6.0], 6.0),
            (vec![3.0, 1.0, 3.0, 2.0, 3.0, 100.0], 3.0),
        ] {
            assert!((mode(values.clone()) - expected).abs() < 1e-9, "{values:?}");
        }
        for seed in 0..20 {
            let normals = samples(seed, |rng| 500.0 + normal(rng));
            assert!((mode(normals) - 500.0).abs() < 1.5, "normal, seed {seed}");
            // Exponential: the mode is at the start, the mean is 30 above it, the median 21.
            let skewed = samples(seed, |rng| 500.0 - 30.0 * unit(rng).ln());
            assert!((500.0..515.0).contains(&mode(skewed)), "exponential, seed {seed}");
            // Two in five timings are disturbed, each by up to 100 %.
            let disturbed = samples(seed, |rng| {
                let quiet = 500.0 + normal(rng);
                if rng.below(5) < 2 { quiet + 500.0 * unit(rng) } else { quiet }
            });
            assert!((mode(disturbed) - 500.0).abs() < 1.5, "disturbed, seed {seed}");
            // Two speeds: the more frequent one counts, whether it is the faster or not.
            let two = samples(seed, |rng| {
                if rng.below(10) < 4 { 400.0 + normal(rng) } else { 500.0 + normal(rng) }
            });
            assert!((mode(two) - 500.0).abs() < 1.5, "two speeds, seed {seed}");
        }
    }

    /// A counter with steps of 26 rounds 510 to 494 or 520. The mode is one of these, and outliers
    /// move the mean.
    #[test]
    fn steps_of_the_counter_do_not_round_the_estimate() {
        for seed in 0..20 {
            let stepped = samples(seed, |rng| {
                let outlier = if rng.below(8) == 0 { 700.0 * unit(rng) } else { 0.0 };
                let (start, end) = (1e4 * unit(rng), 510.0 + outlier);
                26.0 * (((start + end) / 26.0).floor() - (start / 26.0).floor())
            });
            let found = center(stepped.clone(), 26.0);
            assert!((found - 510.0).abs() < 3.0, "seed {seed}: {found}");
            assert!((mode(stepped) - 510.0).abs() > 9.0, "seed {seed}");
        }
        assert!(center(Vec::new(), 1.0).is_nan());
        // The mode lies between two values that are far apart.
        assert!((center(vec![1.0, 3.0], 0.5) - 2.0).abs() < 1e-9);
    }

    /// A clock that charges each length its cost, a fixed overhead per batch, and noise.
    fn charge(rng: &mut Rng, list: &[usize]) -> f64 {
        let quiet = 40.0 + list.iter().map(|n| 20.0 + *n as f64 / 8.0).sum::<f64>();
        let spike = if rng.below(4) == 0 { 900.0 * unit(rng) } else { 0.0 };
        quiet + normal(rng) + spike
    }

    #[test]
    fn costs_come_out_as_they_were_charged() {
        let lengths = [3, 4, 7, 8, 9, 10, 1023];
        let mut rng = Rng::new(7);
        let costs = mixed(&lengths, Effort(401), |list| charge(&mut rng, list));
        for (length, cost) in lengths.into_iter().zip(costs) {
            let expected = 20.0 + length as f64 / 8.0;
            assert!((cost - expected).abs() < 1.0, "{length}: {cost}, not {expected}");
            let cost = same(length, Effort(401), |list| charge(&mut rng, list));
            assert!((cost - expected).abs() < 0.05, "{length}: {cost}, not {expected}");
        }
    }

    /// The predictor has never seen the order of the lengths before.
    #[test]
    fn every_batch_of_mixed_lengths_has_an_order_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        let mut batches = 0;
        let _ = mixed(&[8, 16, 32], Effort(50), |list| {
            batches += 1;
            assert!(seen.insert(list.to_vec()), "batch {batches} repeats an earlier order");
            1.0
        });
        assert_eq!(batches, 200);
    }
}
