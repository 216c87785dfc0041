//! MD5 of one message and of many, beside the other crates.

use crate::options::Options;
use crate::race::{Race, Task};
use crate::report::{self, Case, Section};
use crate::rng::Rng;
use crate::sections::Shown;
use md5_opt::{Backend, Digest, hash_column};

pub mod article;

/// MD5 of one message, by name.
pub type Single = (&'static str, fn(&[u8]) -> Digest);

/// The crate and its peers, one message at a time.
pub const SINGLES: [Single; 5] = [
    ("md5-opt", |m| md5_opt::Md5::digest(m)),
    ("fast-md5", fast_md5::digest),
    ("md5-many", md5_many::md5),
    ("md5-simd", md5_simd::digest),
    ("md-5", |m| {
        use md_5::Digest as _;
        md_5::Md5::digest(m).into()
    }),
];

/// Messages of one length, at random places, and room for their digests.
#[derive(Debug)]
pub struct Messages {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    len: usize,
}

impl Messages {
    /// `count` messages of `len` bytes.
    #[must_use]
    pub fn new(count: usize, len: usize) -> Self {
        let mut rng = Rng::new(count as u64);
        let mut end = 0;
        // Not a power of two apart: such places would fall into the same lines of the cache.
        let starts = (0..count).map(|_| {
            let start = end + 16 * rng.below(32);
            end = start + len;
            start
        });
        let starts = starts.collect();
        Self { bytes: rng.bytes(end), starts, len }
    }

    /// The messages.
    #[must_use]
    pub fn slices(&self) -> Vec<&[u8]> {
        self.starts.iter().map(|start| &self.bytes[*start..][..self.len]).collect()
    }
}

/// `count` calls that write digests; a sum over the last.
fn calls(out: &mut [Digest], count: usize, mut call: impl FnMut(&mut [Digest])) -> u64 {
    for _ in 0..count {
        call(std::hint::black_box(&mut *out));
    }
    out.iter().fold(0, |sum, digest| {
        sum.rotate_left(1) ^ u64::from(digest[0]) << 8 ^ u64::from(digest[15])
    })
}

/// Writes the digests of all messages.
type Call<'a> = Box<dyn FnMut(&mut [Digest]) + 'a>;

/// The batch functions of the crate on every backend and of its peers, and loops over single
/// messages, `more` ones among them.
///
/// # Panics
/// The tasks do, if a batch function finds its arguments wrong.
#[must_use]
pub fn batches<'a>(slices: &'a [&'a [u8]], more: &[Single]) -> Vec<Task<'a>> {
    let mut tasks = Vec::new();
    let mut add = |name: String, mut call: Call<'a>| {
        let mut out = vec![[0; 16]; slices.len()];
        let run = move |_, count| calls(&mut out, count, &mut call);
        tasks.push(Task::new(name, "md5", run));
    };
    for (name, digest) in SINGLES.iter().chain(more).copied() {
        let call = move |out: &mut [Digest]| {
            for (message, place) in slices.iter().zip(out) {
                *place = digest(message);
            }
        };
        add(format!("{name} one by one"), Box::new(call));
    }
    for backend in Backend::available() {
        let call = move |out: &mut [Digest]| {
            assert_eq!(backend.hash_many(slices, out), Ok(()));
        };
        add(format!("md5-opt/{} hash_many", backend.name()), Box::new(call));
    }
    let many = md5_many::Md5Many::new();
    add("md5-many hash_many".to_owned(), Box::new(move |out| many.hash_many(slices, out)));
    let simd = md5_simd::Md5Engine::new();
    add("md5-simd hash_many".to_owned(), Box::new(move |out| simd.hash_many(slices, out)));
    tasks.into_iter().map(|task| task.ops_per_unit(slices.len())).collect()
}

/// Runs the race if the options want any of the tasks.
fn race(name: String, bytes: f64, tasks: Vec<Task<'_>>, options: &Options) -> Option<Case> {
    let tasks: Vec<_> = tasks.into_iter().filter(|task| options.wants(task.name())).collect();
    if tasks.is_empty() {
        return None;
    }
    eprintln!("{name}");
    Some(Case { name, x: -1.0, bytes, race: Race::run(tasks, options.plan()) })
}

fn everything(_: &Case) -> bool {
    true
}

fn is_base(name: &str) -> bool {
    name == "md5-opt one by one"
        || name == "md5-opt"
        || name == format!("md5-opt/{} hash_many", Backend::detect().name())
}

fn shown(section: Section) -> Shown {
    let markdown = section.values("GB/s, median", everything, report::GB_PER_S)
        + &section.values("Cycles a byte, median", everything, report::CYCLES_PER_BYTE)
        + &section.values("ns a message, median", everything, report::NS)
        + &section.ratios(everything, is_base);
    Shown { section, markdown, plot: None }
}

/// All sections, with `more` implementations of MD5 beside the crate's and its Rust peers.
#[must_use]
pub fn sections(options: &Options, more: &[Single]) -> Vec<Shown> {
    vec![
        single(options, more),
        many(options, more),
        columns(options, more),
        article::section(options),
    ]
}

/// One message.
fn single(options: &Options, more: &[Single]) -> Shown {
    let cases = [8, 20, 55, 64, 256, 1 << 10, 16 << 10, 1 << 20].into_iter().filter_map(|len| {
        let messages = Messages::new(1, len);
        let slices = messages.slices();
        let tasks = SINGLES.iter().chain(more).map(|(name, digest)| {
            let message = slices[0];
            let mut out = [[0; 16]];
            let run = move |_, count| {
                calls(&mut out, count, |out| out[0] = digest(std::hint::black_box(message)))
            };
            Task::new(*name, "md5", run)
        });
        race(format!("{len} B"), len as f64, tasks.collect(), options)
    });
    shown(Section {
        name: "md5-single",
        text: "One message after the other, independent of each other.",
        cases: cases.collect(),
    })
}

/// Messages of one length in one call.
fn many(options: &Options, more: &[Single]) -> Shown {
    let counts = [2, 3, 4, 8, 16, 32, 48, 64, 100];
    let cases = [1 << 10, 16 << 10].into_iter().flat_map(|len| counts.map(|n| (n, len)));
    let cases = cases.filter_map(|(count, len)| {
        let messages = Messages::new(count, len);
        let slices = messages.slices();
        let name = format!("{count} × {} KiB", len >> 10);
        race(name, len as f64, batches(&slices, more), options)
    });
    shown(Section {
        name: "md5-many",
        text: "Messages of one length in one call.",
        cases: cases.collect(),
    })
}

/// Messages of different lengths in one call, and columns of strings.
fn columns(options: &Options, more: &[Single]) -> Shown {
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
        race(name, end as f64 / slices.len() as f64, tasks, options)
    });
    shown(Section {
        name: "md5-columns",
        text: "1,000 messages of random lengths in one call.",
        cases: cases.collect(),
    })
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
                assert_eq!(digest(slices[7]), md5_opt::Md5::digest(slices[7]), "{name}");
            }
        }
    }
}
