//! MD5 of one message and of many: the crate and its peers.

use crate::race::Task;
use crate::rng::Rng;
use md5_opt::{Backend, Digest, hash_many_on};

/// An implementation of MD5 of one message: its name, and the function.
pub type Single = (&'static str, fn(&[u8]) -> Digest);

/// The crate and its peers, one message at a time.
pub const SINGLES: [Single; 5] = [
    ("md5-opt", md5_opt::hash),
    ("fast-md5", fast_md5::digest),
    ("md5-many", md5_many::md5),
    ("md5-simd", md5_simd::digest),
    ("md-5", |m| {
        use md_5::Digest as _;
        md_5::Md5::digest(m).into()
    }),
];

/// Messages of one length that start at random addresses.
#[derive(Debug)]
pub struct Messages {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    len: usize,
}

impl Messages {
    /// Makes `count` messages of `len` bytes.
    #[must_use]
    pub fn new(count: usize, len: usize) -> Self {
        let mut rng = Rng::new(count as u64);
        let mut end = 0;
        // The gaps are random, because messages that are a power of two apart compete for the same
        // cache sets.
        let starts = (0..count).map(|_| {
            let start = end + 16 * rng.below(32);
            end = start + len;
            start
        });
        let starts = starts.collect();
        Self { bytes: rng.bytes(end), starts, len }
    }

    /// Returns the messages.
    #[must_use]
    pub fn slices(&self) -> Vec<&[u8]> {
        self.starts.iter().map(|start| &self.bytes[*start..][..self.len]).collect()
    }
}

/// Makes `count` calls that write digests, and returns a sum over the digests of the last call.
pub(super) fn calls(out: &mut [Digest], count: usize, mut call: impl FnMut(&mut [Digest])) -> u64 {
    for _ in 0..count {
        call(std::hint::black_box(&mut *out));
    }
    out.iter().fold(0, |sum, digest| sum.rotate_left(1) ^ folded(digest))
}

/// Returns the exclusive or of a digest's halves, as little-endian words.
#[must_use]
pub fn folded(digest: &Digest) -> u64 {
    digest.as_chunks().0.iter().fold(0, |sum, half| sum ^ u64::from_le_bytes(*half))
}

/// A function that writes the digests of all messages.
type Call<'a> = Box<dyn FnMut(&mut [Digest]) + 'a>;

/// Lists the batch functions of the crate on every backend and of its peers, and loops over single
/// messages, with `more` implementations among them.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
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
            for (message, hash) in slices.iter().zip(out) {
                *hash = digest(message);
            }
        };
        add(format!("{name} one by one"), Box::new(call));
    }
    for backend in Backend::available() {
        let call = move |out: &mut [Digest]| {
            assert_eq!(hash_many_on(backend, slices, out), Ok(()));
        };
        add(format!("md5-opt/{} hash_many", backend.name()), Box::new(call));
    }
    let many = md5_many::Md5Many::new();
    add("md5-many hash_many".to_owned(), Box::new(move |out| many.hash_many(slices, out)));
    let simd = md5_simd::Md5Engine::new();
    add("md5-simd hash_many".to_owned(), Box::new(move |out| simd.hash_many(slices, out)));
    tasks.into_iter().map(|task| task.ops_per_unit(slices.len())).collect()
}
