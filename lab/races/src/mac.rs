//! Message authentication codes with whole tags: throughput, latency, and batches.

use crate::batch::Strings;
use crate::calls;
use crate::catalog;
use crate::ghash::{key_bytes, low_half};
use crate::measure::{self, race, section, series};
use crate::options::Options;
use crate::race::Task;
use crate::rest::{self, Kind};
use crate::results::{Role, Section, Unit};
use crate::subject::Subject;
use crate::{clmac, highwayhash, lemac, siphash, vhash};
use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit;

/// Writes a word of the tag of each message.
pub type TagMany = Box<dyn Fn(&[&[u8]], &mut [u64])>;

/// A function that tags many messages in one call.
pub struct Batch {
    /// The name, `algorithm/implementation function`.
    pub name: &'static str,
    /// The algorithm, as that of a [`Subject`].
    pub algorithm: &'static str,
    /// The function.
    pub tag_many: TagMany,
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Further contenders, which only some builds have.
#[derive(Debug, Default)]
pub struct Others {
    /// MACs.
    pub subjects: Vec<Subject>,
    /// Functions that tag many messages in one call.
    pub batches: Vec<Batch>,
}

/// Lists message authentication codes with whole tags: the family, then the peers.
///
/// # Panics
/// Never panics, because tags of Poly1305 have 16 bytes.
#[must_use]
pub fn macs() -> Vec<Subject> {
    let mut subjects = clmac::macs();
    subjects.extend(vhash::macs());
    subjects.extend(rest::subjects(Kind::Mac));
    subjects.extend(clmac::peers());
    let is_mac = |s: &Subject| {
        ["siphash24", "siphash128-24"].contains(&s.algorithm()) || s.algorithm() == "highwayhash"
    };
    let others = [siphash::subjects(), siphash::of128(), highwayhash::subjects()];
    subjects.extend(others.into_iter().flatten().filter(is_mac));
    subjects.extend(crate::subjects::peers().into_iter().filter(is_mac));
    subjects.extend(lemac::subjects());
    let poly1305 = Poly1305::new(&key_bytes().into());
    subjects.push(Subject::new("poly1305", "poly1305", move |m| {
        let tag = poly1305.clone().compute_unpadded(m);
        low_half(tag.as_slice().try_into().expect("16 bytes"))
    }));
    subjects
}

/// Measures all MACs, and the others.
#[must_use]
pub fn sections(options: &Options, others: &Others) -> Vec<Section> {
    let mut own = macs();
    own.extend(clmac::walls());
    let all: Vec<_> = own.iter().chain(&others.subjects).collect();
    vec![throughput(&all, options), latency(&all, options), batches(&all, &others.batches, options)]
}

/// Measures independent messages.
fn throughput(subjects: &[&Subject], options: &Options) -> Section {
    const FULL: [usize; 13] =
        [0, 16, 32, 64, 128, 256, 512, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];
    let sizes = options.pick(&FULL, &[16, 64, 1 << 10, 16 << 10, 1 << 20]).iter().map(|n| *n..=*n);
    let mixtures = options.pick(&[64, 256, 1024], &[64]).iter().map(|n| 1..=*n);
    let cases = sizes.chain(mixtures).filter_map(|lengths| {
        let plan = options.plan_for(*lengths.end());
        measure::throughput(subjects, lengths, options, plan)
    });
    section(
        "mac",
        Unit::GbPerS,
        "Whole tags of independent messages at random offsets in a page, under prepared keys. One \
         length: its branches are predicted. A range: uniformly random lengths. `bare-clhash128` is \
         no MAC, but the hash inside CLMAC.",
        cases,
    )
}

/// Measures messages whose address depends on the previous tag.
fn latency(subjects: &[&Subject], options: &Options) -> Section {
    let sizes = options.pick(
        &[0, 8, 16, 32, 64, 128, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20],
        &[16, 64, 1 << 10],
    );
    let lengths = sizes.iter().map(|n| *n..=*n).chain([1..=64]);
    let cases = lengths.filter_map(|lengths| measure::latency(subjects, lengths, options));
    section(
        "mac-latency",
        Unit::Cycles,
        "The address of each message depends on the previous tag; the load is included. A range: \
         the length depends on that tag as well.",
        cases,
    )
}

/// Measures many messages, by functions for many messages and by loops.
fn batches(subjects: &[&Subject], others: &[Batch], options: &Options) -> Section {
    let chosen = |s: &&&Subject| catalog::role(s.name()) != Role::OursForced;
    let lengths = [16..=16, 32..=32, 64..=64, 128..=128, 256..=256, 16..=256];
    let cases = lengths.into_iter().filter_map(|lengths| {
        let (name, x, messages) = series(lengths.clone(), options);
        let strings = Strings::new(lengths);
        let slices = strings.slices();
        let mut tasks = vec![clmac::batch(&slices)];
        tasks.extend(others.iter().map(|b| {
            calls::in_one_call(&slices, b.name, b.algorithm, |m, out| (b.tag_many)(m, out))
        }));
        tasks.extend(subjects.iter().filter(chosen).map(|s| looped(s, &slices)));
        let tasks = tasks.into_iter().map(|task| task.ops_per_unit(calls::CALL)).collect();
        race(name, [x, messages.mean_len()], tasks, options, options.plan())
    });
    section(
        "mac-batch",
        Unit::Cycles,
        "1,024 messages per call, from a list of 16,384: functions for many messages beside loops. \
         Figures are per message.",
        cases,
    )
}

/// Makes a task of a loop over the messages.
fn looped<'a>(subject: &'a Subject, messages: &'a [&'a [u8]]) -> Task<'a> {
    let name = format!("{} loop", subject.name());
    calls::in_one_call(messages, name, subject.algorithm(), |m, out| subject.each(m, out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::tests::agree;
    use clap::Parser;

    #[test]
    fn implementations_of_an_algorithm_agree() {
        agree(&macs());
    }

    /// The hash of CLMAC is measured beside it, and is no candidate for the fastest MAC.
    #[test]
    fn the_bare_hash_is_a_limit() {
        let options = Options::parse_from(["report", "--quick", "--only", "clhash128"]);
        for section in sections(&options, &Others::default()) {
            for row in section.cases.iter().flat_map(|case| &case.rows) {
                assert!(row.name.starts_with("bare-clhash128/"), "{}", row.name);
                assert_eq!(row.role, Role::Wall);
            }
            assert!(!section.cases.is_empty(), "{}", section.name);
        }
    }

    /// A race ends with a comparison of the tags.
    #[test]
    fn batches_agree_with_loops() {
        let options = Options::parse_from(["report", "--quick", "--only", "clmac/"]);
        let all = macs();
        let section = batches(&all.iter().collect::<Vec<_>>(), &[], &options);
        assert!(section.cases.iter().all(|case| case.rows.len() == 2), "tag_many and the loop");
    }
}
