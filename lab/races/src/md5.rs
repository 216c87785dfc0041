//! MD5 of one message and of many, beside the other crates.

use crate::measure::{race, section, size};
use crate::options::Options;
use crate::race::Task;
use crate::results::{Section, Unit};
use crate::rng::Rng;
use contenders::calls;
use md5_opt::hash_column;

pub mod article;
mod contenders;

pub use contenders::{Messages, SINGLES, Single, batches, folded};

/// Measures all sections. The implementations in `more` run beside the crate and its Rust peers.
#[must_use]
pub fn sections(options: &Options, more: &[Single]) -> Vec<Section> {
    vec![single(options, more), many(options, more), columns(options, more), article(options)]
}

/// Measures one message.
fn single(options: &Options, more: &[Single]) -> Section {
    let lengths = options
        .pick(&[8, 20, 55, 64, 256, 1 << 10, 16 << 10, 1 << 20], &[8, 64, 1 << 10, 16 << 10]);
    let cases = lengths.iter().filter_map(|len| {
        let len = *len;
        let messages = Messages::new(1, len);
        let slices = messages.slices();
        let tasks = SINGLES.iter().chain(more).map(|single| one_message(*single, slices[0]));
        race(size(len), [len as f64, len as f64], tasks.collect(), options, options.plan())
    });
    section("md5-single", Unit::GbPerS, "Independent messages, one after the other.", cases)
}

/// Measures messages of one length in one call.
fn many(options: &Options, more: &[Single]) -> Section {
    let counts = options.pick(&[1, 2, 3, 4, 8, 16, 32, 48, 64, 100], &[1, 2, 8, 32, 64]);
    let cases =
        [1 << 10, 16 << 10].into_iter().flat_map(|len| counts.iter().map(move |n| (*n, len)));
    let cases = cases.filter_map(|(count, len)| {
        let messages = Messages::new(count, len);
        let slices = messages.slices();
        let name = format!("{count} × {} KiB", len >> 10);
        race(name, [count as f64, len as f64], batches(&slices, more), options, options.plan())
    });
    section("md5-many", Unit::GbPerS, "Messages of one length in one call.", cases)
}

/// Measures messages of different lengths in one call, and columns of strings.
fn columns(options: &Options, more: &[Single]) -> Section {
    let cases = [10..=20, 1..=55, 1..=256, 1..=4096].into_iter().filter_map(|lengths| {
        let mut rng = Rng::new(1);
        let mut offsets = vec![0_i64];
        let mut end = 0;
        for _ in 0..1000 {
            end += lengths.start() + rng.below(lengths.clone().count());
            offsets.push(i64::try_from(end).unwrap_or(i64::MAX));
        }
        let values = rng.bytes(end);
        let at = |offset: i64| usize::try_from(offset).unwrap_or_default();
        let slices: Vec<_> = offsets.windows(2).map(|w| &values[at(w[0])..at(w[1])]).collect();
        let mut tasks = batches(&slices, more);
        let mut out = vec![[0; 16]; slices.len()];
        let (values, offsets) = (&values, &offsets);
        let run = move |_, count| {
            calls(&mut out, count, |out| assert_eq!(hash_column(values, offsets, out), Ok(())))
        };
        tasks.push(Task::new("md5-opt hash_column", "md5", run).ops_per_unit(slices.len()));
        let name = format!("{}–{} B", lengths.start(), lengths.end());
        let mean = end as f64 / slices.len() as f64;
        race(name, [-1.0, mean], tasks, options, options.plan())
    });
    section("md5-columns", Unit::GbPerS, "1,000 messages of random lengths in one call.", cases)
}

/// Measures the variants of the article.
fn article(options: &Options) -> Section {
    let messages = Messages::new(1, 16 << 10);
    let slices = messages.slices();
    let all = article::variants().into_iter().chain([SINGLES[0]]);
    let tasks = all.map(|single| one_message(single, slices[0])).collect();
    let bytes = slices[0].len() as f64;
    let case = race("16 KiB".to_owned(), [-1.0, bytes], tasks, options, options.plan());
    section(
        "md5-article",
        Unit::GbPerS,
        "The variants of \"MD5 Optimisation Tricks\" on one message; `lab/races/src/md5/article.rs` \
               describes them.",
        case,
    )
}

/// Makes a task that hashes one message repeatedly.
fn one_message((name, digest): Single, message: &[u8]) -> Task<'_> {
    let mut out = [[0; 16]];
    let run = move |_, count| {
        calls(&mut out, count, |out| out[0] = digest(std::hint::black_box(message)))
    };
    Task::new(name, "md5", run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_compute_md5() {
        for len in [0, 1, 55, 56, 64, 1000] {
            let messages = Messages::new(50, len);
            let slices = messages.slices();
            let mut sums = batches(&slices, &[]).into_iter().map(|mut task| task.run(0, 1).sum);
            let first = sums.next();
            assert!(sums.all(|sum| Some(sum) == first), "{len} bytes");
            for (name, digest) in SINGLES.into_iter().chain(article::variants()) {
                assert_eq!(digest(slices[7]), md5_opt::hash(slices[7]), "{name}");
            }
        }
    }
}
