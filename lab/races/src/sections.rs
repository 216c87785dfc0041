//! The measurements of the report.

use crate::maps::{self, MapKey, Op, Workload};
use crate::measure::{self, race, section, series, size};
use crate::options::Options;
use crate::results::{Case, Section, Unit};
use crate::subject::Subject;
use crate::{batch, ghash, highwayhash, mac, md5, multilinear, reading, siphash, subjects, wide};

/// The sections that together take minutes.
pub const USUAL: &[&str] = NAMES.split_at(10).0;

/// The names of all sections. `keys-4M` takes ten minutes and 6 GB.
pub const NAMES: [&str; 13] = [
    "throughput",
    "latency",
    "wide",
    "mac",
    "batch",
    "maps",
    "gcm",
    "siphash",
    "md5",
    "multilinear",
    "keys-1k",
    "keys-100k",
    "keys-4M",
];

/// Measures the section with that name.
///
/// # Panics
/// Panics if there is no such section, or if contenders that should agree do not.
#[must_use]
pub fn run(name: &str, options: &Options) -> Vec<Section> {
    match name {
        "throughput" => {
            let mut all = reading::subjects();
            all.extend(subjects::all());
            vec![throughput(name, &all, options)]
        }
        "latency" => vec![latency(name, &subjects::all(), options)],
        "wide" => {
            let (mut all, hashes) = (reading::subjects(), wide::hashes());
            let latency = latency("wide-latency", &hashes, options);
            all.extend(hashes);
            vec![throughput(name, &all, options), latency]
        }
        "mac" => mac::sections(options, &mac::Others::default()),
        "maps" => {
            vec![tables::<u64>("maps-u64", options), tables::<&'static str>("maps-str", options)]
        }
        "keys-1k" => {
            keys(1000, ["keys-1k-hit", "keys-1k-miss", "keys-1k-insert", "keys-1k-build"], options)
        }
        "keys-100k" => keys(
            100_000,
            ["keys-100k-hit", "keys-100k-miss", "keys-100k-insert", "keys-100k-build"],
            options,
        ),
        "keys-4M" => keys(
            4_000_000,
            ["keys-4M-hit", "keys-4M-miss", "keys-4M-insert", "keys-4M-build"],
            options,
        ),
        "batch" => vec![batch_of_words(options), batch_of_strings(options), batch_of_long(options)],
        "siphash" => siphash::sections(options),
        "gcm" => ghash::sections(options),
        "md5" => md5::sections(options, &[]),
        "multilinear" => multilinear::sections(options),
        _ => panic!("no section {name}"),
    }
}

/// Measures independent messages.
#[must_use]
pub fn throughput(name: &str, subjects: &[Subject], options: &Options) -> Section {
    const FULL: [usize; 15] = [
        8,
        16,
        32,
        64,
        128,
        256,
        512,
        1 << 10,
        2 << 10,
        4 << 10,
        16 << 10,
        64 << 10,
        256 << 10,
        1 << 20,
        64 << 20,
    ];
    const QUICK: [usize; 6] = [16, 64, 256, 1 << 10, 16 << 10, 1 << 20];
    let sizes = options.pick(&FULL, &QUICK).iter().map(|n| *n..=*n);
    let mixtures = options.pick(&[64, 256, 1024], &[64]).iter().map(|n| 1..=*n);
    let cases = sizes.chain(mixtures).filter_map(|lengths| {
        let plan = options.plan_for(*lengths.end());
        measure::throughput(subjects, lengths, options, plan)
    });
    section(
        name,
        Unit::GbPerS,
        "Independent messages at random offsets in a page. One length: its branches are predicted. \
         A range: uniformly random lengths, so they are not. `read` only reads; `products` only \
         computes a carry-less product for every 16 bytes.",
        cases,
    )
}

/// Measures messages whose address depends on the previous hash.
#[must_use]
pub fn latency(name: &str, subjects: &[Subject], options: &Options) -> Section {
    const FULL: [usize; 20] =
        [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 28, 31, 32, 40, 48, 56, 64, 96, 128];
    let lengths = options.pick(&FULL, &[1, 4, 8, 16, 32, 64]).iter().map(|n| *n..=*n);
    let cases = lengths
        .chain([1..=16, 1..=64])
        .filter_map(|lengths| measure::latency(subjects, lengths, options));
    section(
        name,
        Unit::Cycles,
        "The address of each message depends on the previous hash; the load is included. One \
         length: its branches are predicted. A range: the length depends on that hash as well.",
        cases,
    )
}

/// Measures hash tables of 1,000 and 1,000,000 entries.
fn tables<K: MapKey>(name: &'static str, options: &Options) -> Section {
    let mut cases = Vec::new();
    let sizes = [("1k", 1000, options.plan()), ("1M", 1_000_000, options.long_plan())];
    for (label, entries, plan) in options.pick(&sizes, &sizes[..1]) {
        let work = Workload::<K>::new(*entries);
        let contenders = maps::contenders::<K>();
        for op in Op::ALL {
            let tasks = contenders.iter().map(|c| c.task(op, &work)).collect();
            let label = format!("{label} {}", op.name());
            cases.extend(race(label, [-1.0, 0.0], tasks, options, *plan));
        }
    }
    section(
        name,
        Unit::Ns,
        "std's HashMap, values u64. insert: into an empty table with room for all; build: into one \
         that grows; hit: keys of the table in random order; miss: keys that are not in it; hash: \
         `hash_one` alone. Strings have 5 to 38 bytes, and all tables refer to the same ones.",
        cases,
    )
}

/// Measures hash tables of `entries` entries with keys of every type, under the hashers that people
/// choose from.
fn keys(entries: usize, names: [&'static str; 4], options: &Options) -> Vec<Section> {
    const OPS: [Op; 4] = [Op::Hit, Op::Miss, Op::Insert, Op::Build];
    const MILLIONS: usize = 1 << 20;
    fn cases<K: MapKey>(entries: usize, options: &Options, cases: &mut [Vec<Case>; 4]) {
        let work = Workload::<K>::new(entries);
        let contenders = maps::choices::<K>();
        let plan = if entries > MILLIONS { options.plan_of_millions() } else { options.plan() };
        for (op, cases) in OPS.into_iter().zip(cases) {
            let tasks = contenders.iter().map(|c| c.task(op, &work)).collect();
            cases.extend(race(K::NAME.to_owned(), [-1.0, 0.0], tasks, options, plan));
        }
    }
    let mut found = [const { Vec::new() }; 4];
    macro_rules! every {
        ($($Key:ty;)*) => {
            $(if entries <= <$Key>::DISTINCT / 2 || entries == 1000 {
                cases::<$Key>(entries, options, &mut found);
            })*
        };
    }
    if entries > MILLIONS {
        // All types would take most of an hour.
        every! { u64; (u64, u64); [u8; 6]; &'static str; }
    } else {
        crate::every_key!(every);
    }
    let text = "std's HashMap, values u64, keys of many types: see `maps::keys`.";
    let measured = |(name, cases): (&str, Vec<Case>)| section(name, Unit::Ns, text, cases);
    names.into_iter().zip(found).map(measured).collect()
}

/// Measures batches of words.
fn batch_of_words(options: &Options) -> Section {
    let words = batch::Words::new();
    let case = race("u64".to_owned(), [-1.0, 8.0], words.tasks(), options, options.plan());
    batch_section("batch-u64", case)
}

/// Measures batches of strings.
fn batch_of_strings(options: &Options) -> Section {
    let cases = [5..=38, 16..=16, 1..=256].into_iter().filter_map(|lengths| {
        let (name, x, messages) = series(lengths.clone(), options);
        let strings = batch::Strings::new(lengths);
        let slices = strings.slices();
        let tasks = strings.tasks(&slices);
        race(name, [x, messages.mean_len()], tasks, options, options.plan())
    });
    batch_section("batch-string", cases)
}

/// Measures long messages, which batches of HighwayHash hash side by side.
fn batch_of_long(options: &Options) -> Section {
    let cases = [256, 1 << 10, 4 << 10].into_iter().filter_map(|len| {
        let long = highwayhash::Long::new(len);
        let slices = long.slices();
        race(size(len), [-1.0, len as f64], long.tasks(&slices), options, options.plan())
    });
    batch_section("batch-long", cases)
}

fn batch_section(name: &str, cases: impl IntoIterator<Item = Case>) -> Section {
    section(
        name,
        Unit::Cycles,
        "1,024 messages per call, from a list of 16,384 (32 long ones from a list of 64): batch \
         functions beside a loop over `hash`. Figures are per message.",
        cases,
    )
}
