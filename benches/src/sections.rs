//! The measurements that the report consists of.

use crate::maps::{self, MapKey, Op, Workload};
use crate::measure::{self, Measured, everything, race, series, size};
use crate::options::Options;
use crate::report::{self, Case, Section};
use crate::subject::Subject;
use crate::{batch, ghash, highwayhash, md5, multilinear, reading, siphash, subjects};
use clhash::Backend;

/// The names of all sections.
pub const NAMES: [&str; 12] = [
    "throughput",
    "latency",
    "maps",
    "keys-1k",
    "keys-100k",
    "keys-4M",
    "batch",
    "siphash",
    "memory",
    "gcm",
    "md5",
    "multilinear",
];

/// Measures the section of that name.
///
/// # Panics
/// If there is no such section, or if contenders that should agree do not.
#[must_use]
pub fn run(name: &str, options: &Options) -> Vec<Measured> {
    match name {
        "throughput" => vec![throughput(&subjects::all(), options)],
        "latency" => vec![latency(&subjects::all(), options)],
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
        "memory" => vec![memory(options)],
        "gcm" => ghash::sections(options),
        "md5" => md5::sections(options, &[]),
        "multilinear" => multilinear::sections(options),
        _ => panic!("no section {name}"),
    }
}

/// Tells whether a contender is CLHASH on a backend with a carry-less multiplier.
fn is_fast_clhash(name: &str) -> bool {
    name.starts_with("clhash") && !name.contains("portable")
}

/// Tells whether the tables of ratios have one for this contender.
fn is_base(name: &str) -> bool {
    is_fast_clhash(name)
        || ["highwayhash/x86_avx2", "highwayhash/x86_avx512vbmi", "highwayhash/aarch64_neon"]
            .contains(&name)
        || name.starts_with("vhash64")
}

/// Measures independent messages.
#[must_use]
pub fn throughput(subjects: &[Subject], options: &Options) -> Measured {
    let sizes = [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 64 << 20];
    let all = sizes.map(|n| n..=n).into_iter().chain([1..=64, 1..=256, 1..=1024]);
    let cases = all.filter_map(|lengths| {
        let plan = options.plan_for(*lengths.end());
        measure::throughput(subjects, lengths, options, plan)
    });
    let section = Section {
        name: "throughput",
        text: "Independent messages at random places of a page. One length: its branches are \
               predicted. A range: uniformly random lengths, so they are not.",
        cases: cases.collect(),
    };
    let markdown = section.values("GB/s, median", everything, report::GB_PER_S)
        + &section.values("GB/s, best round", everything, report::BEST_GB_PER_S)
        + &section.values("Cycles per byte, median", everything, report::CYCLES_PER_BYTE)
        + &section.ratios(everything, is_base);
    let plot = section.plot("bytes a message", "GB/s", [true, false], report::GB_PER_S);
    Measured { section, markdown, plot: Some(plot) }
}

/// Measures messages whose address depends on the hash before.
#[must_use]
pub fn latency(subjects: &[Subject], options: &Options) -> Measured {
    const IN_TABLES: [usize; 12] = [0, 1, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64];
    fn is_in_tables(case: &Case) -> bool {
        case.x < 0.0 || IN_TABLES.iter().any(|n| (*n as f64 - case.x).abs() < 0.5)
    }
    let lengths = (0..=64).filter(|n| !options.quick || IN_TABLES.contains(n)).map(|n| n..=n);
    let lengths = lengths.chain([1..=16, 1..=64]);
    let cases = lengths.filter_map(|lengths| measure::latency(subjects, lengths, options));
    let section = Section {
        name: "latency",
        text: "Each message's address depends on the hash before it; the load is included. One \
               length: its branches are predicted. A range: the length depends on the hash before \
               as well. At 0 B nothing depends on the address, so that column is no latency. All \
               lengths are in the CSV file and the plot.",
        cases: cases.collect(),
    };
    let markdown = section.values("Cycles a hash, median", is_in_tables, report::CYCLES)
        + &section.values("Nanoseconds a hash, best round", is_in_tables, report::BEST_NS)
        + &section.ratios(is_in_tables, is_base);
    let plot = section.plot("bytes a message", "cycles a hash", [false, true], report::CYCLES);
    Measured { section, markdown, plot: Some(plot) }
}

/// Measures hash tables of 1,000 and 1,000,000 entries.
fn tables<K: MapKey>(name: &'static str, options: &Options) -> Measured {
    let mut cases = Vec::new();
    for (label, entries, plan) in
        [("1k", 1000, options.plan()), ("1M", 1_000_000, options.long_plan())]
    {
        let work = Workload::<K>::new(entries);
        let contenders = maps::contenders::<K>();
        for op in Op::ALL {
            let tasks = contenders.iter().map(|c| c.task(op, &work)).collect();
            let label = format!("{label} {}", op.name());
            cases.extend(race(label, [-1.0, 0.0], tasks, options, plan));
        }
    }
    let section = Section {
        name,
        text: "std's HashMap, values u64. insert: into an empty table with room for all; hit: keys \
               of the table in random order; miss: keys that are not in it; hash: `hash_one` \
               alone. Strings have 5 to 38 bytes, and all tables refer to the same ones.",
        cases,
    };
    let is_base = |name: &str| {
        ["std", "foldhash::fast", "clhash::RandomState", "highwayhash::RandomState"].contains(&name)
    };
    let markdown = section.values("ns an operation, median", everything, report::NS)
        + &section.values("ns an operation, best round", everything, report::BEST_NS)
        + &section.ratios(everything, is_base);
    Measured { section, markdown, plot: None }
}

/// Measures hash tables of so many entries with keys of every type, under the hashers that people
/// choose among.
fn keys(entries: usize, names: [&'static str; 4], options: &Options) -> Vec<Measured> {
    const OPS: [Op; 4] = [Op::Hit, Op::Miss, Op::Insert, Op::Build];
    fn cases<K: MapKey>(entries: usize, options: &Options, cases: &mut [Vec<Case>; 4]) {
        let work = Workload::<K>::new(entries);
        let contenders = maps::choices::<K>();
        let plan = if entries > 1 << 20 { options.long_plan() } else { options.plan() };
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
    crate::every_key!(every);
    let measured = |(name, cases)| {
        let text = "std's HashMap, values u64, keys of every type: see `maps::keys`.";
        let section = Section { name, text, cases };
        let markdown = section.values("ns an operation, median", everything, report::NS)
            + &section.ratios(everything, |name| name == "foldhash::fast");
        Measured { section, markdown, plot: None }
    };
    names.into_iter().zip(found).map(measured).collect()
}

/// Measures many words in one call.
fn batch_of_words(options: &Options) -> Measured {
    let words = batch::Words::new();
    let case = race("u64".to_owned(), [-1.0, 8.0], words.tasks(), options, options.plan());
    measured_batch("batch-u64", case.into_iter().collect())
}

/// Measures many strings in one call.
fn batch_of_strings(options: &Options) -> Measured {
    let cases = [5..=38, 16..=16, 1..=256].into_iter().filter_map(|lengths| {
        let (name, x, messages) = series(lengths.clone(), options);
        let strings = batch::Strings::new(lengths);
        let slices = strings.slices();
        let tasks = strings.tasks(&slices);
        race(name, [x, messages.mean_len()], tasks, options, options.plan())
    });
    measured_batch("batch-string", cases.collect())
}

/// Measures long messages, which batches of HighwayHash hash side by side.
fn batch_of_long(options: &Options) -> Measured {
    let cases = [256, 1 << 10, 4 << 10].into_iter().filter_map(|len| {
        let long = highwayhash::Long::new(len);
        let slices = long.slices();
        race(size(len), [-1.0, len as f64], long.tasks(&slices), options, options.plan())
    });
    measured_batch("batch-long", cases.collect())
}

fn measured_batch(name: &'static str, cases: Vec<Case>) -> Measured {
    let section = Section {
        name,
        text: "1,024 messages a call, from a list of 16,384 (32 long ones from a list of 64); a \
               loop over `hash` beside the batch functions. Times are of one message.",
        cases,
    };
    let is_base = |name: &str| {
        name == format!("clhash/{} loop", Backend::detect().name())
            || name == format!("highwayhash/{} hash_many", ::highwayhash::Backend::detect().name())
    };
    let markdown = section.values("Cycles a message, median", everything, report::CYCLES)
        + &section.values("ns a message, median", everything, report::NS)
        + &section.ratios(everything, is_base);
    Measured { section, markdown, plot: None }
}

/// Measures messages that no cache holds.
fn memory(options: &Options) -> Measured {
    let mut subjects = reading::subjects();
    subjects.extend(subjects::all().into_iter().filter(|s| {
        let name = s.name();
        is_fast_clhash(name) || name.starts_with("xxh3") || name.starts_with("gxhash")
    }));
    let cases = [64 << 20, 256 << 20].into_iter();
    let cases =
        cases.filter_map(|n| measure::throughput(&subjects, n..=n, options, options.plan_for(n)));
    let section = Section {
        name: "memory",
        text: "One long message, beside loops that only read it (exclusive or of all words, as \
               wide as each row's features allow).",
        cases: cases.collect(),
    };
    let markdown = section.values("GB/s, median", everything, report::GB_PER_S)
        + &section.values("GB/s, best round", everything, report::BEST_GB_PER_S)
        + &section.ratios(everything, |name| name.starts_with("read"));
    Measured { section, markdown, plot: None }
}
