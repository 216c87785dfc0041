//! The measurements that the report consists of.

use crate::maps::{self, MapKey, Op, Workload};
use crate::messages::Messages;
use crate::options::Options;
use crate::plot::Plot;
use crate::race::{Plan, Race, Task};
use crate::report::{self, Case, Section};
use crate::subjects::{self, Subject};
use crate::{batch, ghash, highwayhash, md5, multilinear, reading, siphash};
use clhash::Backend;
use std::ops::RangeInclusive;

/// The names of all sections.
pub const NAMES: [&str; 9] =
    ["throughput", "latency", "maps", "batch", "siphash", "memory", "gcm", "md5", "multilinear"];

/// A section that was measured, and how it is shown.
#[derive(Debug)]
pub struct Shown {
    /// The times.
    pub section: Section,
    /// The tables.
    pub markdown: String,
    /// The plot, if lines say something.
    pub plot: Option<Plot>,
}

/// Runs the sections that the options name, and prints and writes each when it is done.
///
/// # Errors
/// If the files cannot be written.
pub fn report(
    options: &Options,
    header: &str,
    run: impl Fn(&str, &Options) -> Vec<Shown>,
) -> Result<(), String> {
    println!("{header}");
    for name in &options.sections {
        for Shown { section, markdown, plot } in run(name, options) {
            let ghz = section.cases.iter().map(|case| case.race.ghz());
            let [low, high] = [f64::min, f64::max].map(|f| ghz.clone().fold(f64::NAN, f));
            let title = format!(
                "## {}\n\n{}\n\nClock: {low:.2}–{high:.2} GHz.",
                section.name, section.text
            );
            println!("{title}\n\n{markdown}");
            let file = format!("{title}\n\n{header}\n{markdown}");
            section
                .write(&options.out, &file, plot.as_ref())
                .map_err(|error| format!("cannot write to {}: {error}", options.out.display()))?;
        }
    }
    Ok(())
}

/// Measures the section of that name.
///
/// # Panics
/// If there is none, or if contenders that should agree do not.
#[must_use]
pub fn run(name: &str, options: &Options) -> Vec<Shown> {
    match name {
        "throughput" => vec![throughput(&subjects::all(), options)],
        "latency" => vec![latency(&subjects::all(), options)],
        "maps" => {
            vec![tables::<u64>("maps-u64", options), tables::<&'static str>("maps-str", options)]
        }
        "batch" => vec![batch_of_words(options), batch_of_strings(options), batch_of_long(options)],
        "siphash" => siphash(options),
        "memory" => vec![memory(options)],
        "gcm" => ghash::sections(options),
        "md5" => md5::sections(options, &[]),
        "multilinear" => vec![inner_products(options), long_products(options)],
        _ => panic!("no section {name}"),
    }
}

/// A race of the tasks that the options want; `None` if there are none.
pub(crate) fn race(
    name: String,
    [x, bytes]: [f64; 2],
    tasks: Vec<Task<'_>>,
    options: &Options,
    plan: Plan,
) -> Option<Case> {
    let tasks: Vec<_> = tasks.into_iter().filter(|task| options.wants(task.name())).collect();
    if tasks.is_empty() {
        return None;
    }
    eprintln!("{name}");
    Some(Case { name, x, bytes, race: Race::run(tasks, plan) })
}

pub(crate) fn everything(_: &Case) -> bool {
    true
}

/// The backends with a multiplier: what peers are compared with.
fn is_fast_clhash(name: &str) -> bool {
    name.starts_with("clhash") && !name.contains("portable")
}

/// What the tables of ratios are about.
fn is_base(name: &str) -> bool {
    is_fast_clhash(name)
        || ["highwayhash/x86_avx2", "highwayhash/x86_avx512vbmi", "highwayhash/aarch64_neon"]
            .contains(&name)
        || name.starts_with("vhash64")
}

/// 4 KiB, 64 MiB.
fn size(bytes: usize) -> String {
    match bytes {
        b if b >= 1 << 20 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 => format!("{} KiB", b >> 10),
        b => format!("{b} B"),
    }
}

/// Messages of these lengths: the case's name, its place on the axis, the messages.
pub(crate) fn series(lengths: RangeInclusive<usize>, options: &Options) -> (String, f64, Messages) {
    let (first, last) = (*lengths.start(), *lengths.end());
    let messages = Messages::new(lengths).aligned(options.aligned);
    if first == last {
        (size(first), first as f64, messages)
    } else {
        (format!("{first}–{last} B"), -1.0, messages)
    }
}

/// Independent messages.
#[must_use]
pub fn throughput(subjects: &[Subject], options: &Options) -> Shown {
    let sizes = [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 64 << 20];
    let all = sizes.map(|n| n..=n).into_iter().chain([1..=64, 1..=256, 1..=1024]);
    let cases = all.filter_map(|lengths| {
        // These pass through the last cache or leave it.
        let plan = if *lengths.end() < 1 << 20 { options.plan() } else { options.long_plan() };
        let (name, x, messages) = series(lengths, options);
        let tasks = subjects.iter().map(|s| s.throughput(&messages)).collect();
        race(name, [x, messages.mean_len()], tasks, options, plan)
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
    Shown { section, markdown, plot: Some(plot) }
}

/// Messages whose address depends on the hash before.
#[must_use]
pub fn latency(subjects: &[Subject], options: &Options) -> Shown {
    const SHOWN: [usize; 12] = [0, 1, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64];
    fn is_shown(case: &Case) -> bool {
        case.x < 0.0 || SHOWN.iter().any(|n| (*n as f64 - case.x).abs() < 0.5)
    }
    let lengths = (0..=64).filter(|n| !options.quick || SHOWN.contains(n)).map(|n| n..=n);
    let cases = lengths.chain([1..=16, 1..=64]).filter_map(|lengths| {
        let (name, x, messages) = series(lengths, options);
        let tasks = subjects.iter().map(|s| s.latency(&messages)).collect();
        race(name, [x, messages.mean_len()], tasks, options, options.plan())
    });
    let section = Section {
        name: "latency",
        text: "Each message's address depends on the hash before it; the load is included. One \
               length: its branches are predicted. A range: the length depends on the hash before \
               as well. At 0 B nothing depends on the address, so that column is no latency. All \
               lengths are in the CSV file and the plot.",
        cases: cases.collect(),
    };
    let markdown = section.values("Cycles a hash, median", is_shown, report::CYCLES)
        + &section.values("Nanoseconds a hash, best round", is_shown, report::BEST_NS)
        + &section.ratios(is_shown, is_base);
    let plot = section.plot("bytes a message", "cycles a hash", [false, true], report::CYCLES);
    Shown { section, markdown, plot: Some(plot) }
}

/// Hash tables of 1,000 and 1,000,000 entries.
fn tables<K: MapKey>(name: &'static str, options: &Options) -> Shown {
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
    Shown { section, markdown, plot: None }
}

/// Many words in one call.
fn batch_of_words(options: &Options) -> Shown {
    let words = batch::Words::new();
    let case = race("u64".to_owned(), [-1.0, 8.0], words.tasks(), options, options.plan());
    show_batch("batch-u64", case.into_iter().collect())
}

/// Many strings in one call.
fn batch_of_strings(options: &Options) -> Shown {
    let cases = [5..=38, 16..=16, 1..=256].into_iter().filter_map(|lengths| {
        let (name, x, messages) = series(lengths.clone(), options);
        let strings = batch::Strings::new(lengths);
        let slices = strings.slices();
        let tasks = strings.tasks(&slices);
        race(name, [x, messages.mean_len()], tasks, options, options.plan())
    });
    show_batch("batch-string", cases.collect())
}

/// Long messages, which batches of HighwayHash take beside one another.
fn batch_of_long(options: &Options) -> Shown {
    let cases = [256, 1 << 10, 4 << 10].into_iter().filter_map(|len| {
        let long = highwayhash::Long::new(len);
        let slices = long.slices();
        race(size(len), [-1.0, len as f64], long.tasks(&slices), options, options.plan())
    });
    show_batch("batch-long", cases.collect())
}

fn show_batch(name: &'static str, cases: Vec<Case>) -> Shown {
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
    Shown { section, markdown, plot: None }
}

/// SipHash in batches and registers, and SipTreeHash.
fn siphash(options: &Options) -> Vec<Shown> {
    let plan = options.plan();
    let sixteen = [16, 64, 256, 1024].into_iter().map(|length| {
        (format!("16 x {}", size(length)), length, siphash::batches_of_sixteen(length))
    });
    let all = [("u64".to_owned(), 8, siphash::batches_of_words())].into_iter().chain(sixteen);
    let cases =
        all.filter_map(|(name, x, tasks)| race(name, [-1.0, x as f64], tasks, options, plan));
    let mut shown = show_siphash(
        "siphash-batch",
        "1,024 words, or 16 messages of one length, a call; times are of one message.",
        cases.collect(),
    );
    shown.markdown =
        shown.section.values("GB/s, median", everything, report::GB_PER_S) + &shown.markdown;
    let chains = race("u64".to_owned(), [-1.0, 8.0], siphash::chains(), options, plan);
    let chains = show_siphash(
        "siphash-chain",
        "The hash of a word is the next word, so a figure is the latency from register to register.",
        chains.into_iter().collect(),
    );
    let trees = siphash::trees();
    let cases = [64, 1 << 10, 16 << 10, 64 << 10].into_iter().filter_map(|n| {
        let (name, x, messages) = series(n..=n, options);
        let tasks = trees.iter().map(|s| s.throughput(&messages)).collect();
        race(name, [x, n as f64], tasks, options, plan)
    });
    let mut trees = show_siphash(
        "siptreehash",
        "Independent messages; plain AVX2 stands in for Google's C++, which is not here.",
        cases.collect(),
    );
    trees.markdown = trees.section.values("GB/s, median", everything, report::GB_PER_S)
        + &trees.section.values("Cycles per byte, median", everything, report::CYCLES_PER_BYTE)
        + &trees.markdown;
    vec![shown, chains, trees]
}

fn show_siphash(name: &'static str, text: &'static str, cases: Vec<Case>) -> Shown {
    let section = Section { name, text, cases };
    let is_base =
        |name: &str| name.ends_with("/siphasher") || name.ends_with("plain AVX2") || name == "std";
    let markdown = section.values("Cycles a message, median", everything, report::CYCLES)
        + &section.ratios(everything, is_base);
    Shown { section, markdown, plot: None }
}

/// Messages that no cache holds.
fn memory(options: &Options) -> Shown {
    let mut subjects = reading::subjects();
    subjects.extend(subjects::all().into_iter().filter(|s| {
        let name = s.name();
        is_fast_clhash(name) || name.starts_with("xxh3") || name.starts_with("gxhash")
    }));
    let cases = [64 << 20, 256 << 20].into_iter().filter_map(|n| {
        let (name, x, messages) = series(n..=n, options);
        let tasks = subjects.iter().map(|s| s.throughput(&messages)).collect();
        race(name, [x, n as f64], tasks, options, options.long_plan())
    });
    let section = Section {
        name: "memory",
        text: "One long message, beside loops that only read it (exclusive or of all words, as \
               wide as each row's features allow).",
        cases: cases.collect(),
    };
    let markdown = section.values("GB/s, median", everything, report::GB_PER_S)
        + &section.values("GB/s, best round", everything, report::BEST_GB_PER_S)
        + &section.ratios(everything, |name| name.starts_with("read"));
    Shown { section, markdown, plot: None }
}

/// Inner products under keys as long as the message, and what SIMD does with narrow paths.
fn inner_products(options: &Options) -> Shown {
    let subjects = multilinear::inner_products();
    let cases = [256, 1 << 10, 4 << 10, multilinear::LONGEST].into_iter();
    show_products("inner-products", &subjects, cases, options)
}

/// The same hashes for messages of any length.
fn long_products(options: &Options) -> Shown {
    let subjects = multilinear::long();
    let cases = [64, 1 << 10, 4 << 10, 64 << 10, 1 << 20].into_iter();
    show_products("multilinear", &subjects, cases, options)
}

fn show_products(
    name: &'static str,
    subjects: &[Subject],
    lengths: impl Iterator<Item = usize>,
    options: &Options,
) -> Shown {
    let cases = lengths.filter_map(|n| {
        let (name, x, messages) = series(n..=n, options);
        let tasks = subjects.iter().map(|s| s.throughput(&messages)).collect();
        race(name, [x, n as f64], tasks, options, options.plan())
    });
    let section = Section {
        name,
        text: "Inner products on every backend, beside loops that the compiler vectorises; -key: under a \
               prepared key. paths16x2 has the collisions of mmh32, paths16x4 those of mmh64, \
               paths8x4 those of mmh32.",
        cases: cases.collect(),
    };
    let is_base = |name: &str| {
        let best = multilinear_hash::Backend::detect().name();
        name.contains("loop") || name == format!("mmh32/{best}") || name == format!("mmh64/{best}")
    };
    let markdown = section.values("GB/s, median", everything, report::GB_PER_S)
        + &section.values("GB/s, best round", everything, report::BEST_GB_PER_S)
        + &section.values("Cycles per byte, median", everything, report::CYCLES_PER_BYTE)
        + &section.ratios(everything, is_base);
    Shown { section, markdown, plot: None }
}
