//! HighwayHash on every backend, and its peer.

use crate::calls::{self, calls};
use crate::race::Task;
use crate::rng::Rng;
use crate::subject::Subject;
use highwayhash::{Backend, Key, hash, hash_column, hash_many, hash_u64s, hash128};
use std::hint::black_box;

/// Returns the key words of all measurements, which the peer uses too.
fn key_words() -> [u64; 4] {
    black_box([1, 2, 3, 4])
}

/// Returns the key of all measurements for this backend.
fn key(backend: Backend) -> Key {
    Key::from_words(key_words()).with_backend(backend)
}

/// Returns HighwayHash-64 of the crate `highway`.
pub(crate) fn highway() -> impl Fn(&[u8]) -> u64 + Clone {
    use highway::HighwayHash;
    let key = highway::Key(key_words());
    move |message| highway::HighwayHasher::new(key).hash64(message)
}

/// Lists HighwayHash-64 on every backend of this CPU, the narrowest first.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let subject = |backend: Backend| {
        let key = key(backend);
        Subject::new("highwayhash", backend.name(), move |m| hash(&key, m))
    };
    Backend::available().map(subject).collect()
}

/// Lists HighwayHash-128 on every backend, and its peer.
#[must_use]
pub fn of128() -> Vec<Subject> {
    use highway::HighwayHash;
    let subject = |backend: Backend| {
        let key = key(backend);
        Subject::new("highwayhash128", backend.name(), move |m| {
            hash128(&key, m).iter().fold(0, |sum, h| sum ^ h)
        })
    };
    let peer = highway::Key(key_words());
    let peer = Subject::new("highwayhash128", "highway", move |m| {
        highway::HighwayHasher::new(peer).hash128(m).iter().fold(0, |sum, h| sum ^ h)
    });
    Backend::available().map(subject).chain([peer]).collect()
}

/// Lists `hash_u64s` and loops over the words.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_words(words: &[u64]) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for backend in Backend::available() {
        let (name, one, many) = (backend.name(), key(backend), key(backend));
        let task = format!("highwayhash/{name} loop");
        tasks.push(calls::words_one_by_one(words, task, "highwayhash", move |word| {
            hash(&one, &word.to_le_bytes())
        }));
        let task = format!("highwayhash/{name} hash_u64s");
        tasks.push(calls::words_in_one_call(words, task, "highwayhash", move |words, out| {
            assert_eq!(hash_u64s(&many, words, out), Ok(()));
        }));
    }
    let (task, peer) = ("highwayhash/highway loop", highway());
    tasks.push(calls::words_one_by_one(words, task, "highwayhash", move |word| {
        peer(&word.to_le_bytes())
    }));
    tasks
}

/// Lists `hash_many`, `hash_column` and loops over the strings. `slices` are the strings of the
/// column of `values` and `offsets`.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_strings<'a>(
    slices: &'a [&'a [u8]],
    values: &'a [u8],
    offsets: &'a [i32],
) -> Vec<Task<'a>> {
    let mut tasks = Vec::new();
    for backend in Backend::available() {
        let (name, one, many) = (backend.name(), key(backend), key(backend));
        let task = format!("highwayhash/{name} loop");
        tasks.push(calls::one_by_one(slices, task, "highwayhash", move |m| hash(&one, m)));
        let task = format!("highwayhash/{name} hash_many");
        tasks.push(calls::in_one_call(slices, task, "highwayhash", move |messages, out| {
            assert_eq!(hash_many(&many, messages, out), Ok(()));
        }));
    }
    tasks.extend(Backend::available().map(|backend| {
        let key = key(backend);
        let task = format!("highwayhash/{} hash_column", backend.name());
        calls::column_in_one_call(offsets, task, "highwayhash", move |offsets, out| {
            assert_eq!(hash_column(&key, values, offsets, out), Ok(()));
        })
    }));
    tasks
}

/// The number of messages per call of [`Long`].
const FEW: usize = 32;

/// Messages that are long enough to be hashed side by side, and few enough to stay in the cache.
#[derive(Debug)]
pub struct Long {
    bytes: Vec<u8>,
    len: usize,
}

impl Long {
    /// Makes messages of `len` bytes.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { bytes: Rng::new(4).bytes(2 * FEW * (len + 72)), len }
    }

    /// Returns the messages, which are not aligned.
    #[must_use]
    pub fn slices(&self) -> Vec<&[u8]> {
        self.bytes.chunks(self.len + 72).map(|m| &m[..self.len]).collect()
    }

    /// Lists `hash_many` and loops over the messages. `slices` are these messages.
    ///
    /// # Panics
    /// The tasks panic if a batch function returns an error.
    #[must_use]
    pub fn tasks<'a>(&'a self, slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
        let mut tasks = Vec::new();
        for backend in Backend::available() {
            let (name, one, many) = (backend.name(), key(backend), key(backend));
            tasks.push(few(slices, format!("highwayhash/{name} loop"), move |messages, out| {
                one_by_one(messages, out, |m| hash(&one, m));
            }));
            let task = format!("highwayhash/{name} hash_many");
            tasks.push(few(slices, task, move |messages, out| {
                assert_eq!(hash_many(&many, messages, out), Ok(()));
            }));
        }
        let peer = highway();
        tasks.push(few(slices, "highwayhash/highway loop".to_owned(), move |messages, out| {
            one_by_one(messages, out, &peer);
        }));
        tasks.into_iter().map(|task| task.ops_per_unit(FEW)).collect()
    }
}

/// Makes a task of calls with a few of the messages.
fn few<'a>(
    slices: &'a [&'a [u8]],
    name: String,
    hash: impl Fn(&[&[u8]], &mut [u64]) + 'a,
) -> Task<'a> {
    Task::new(name, "highwayhash", move |seed, count| {
        calls(seed, count, |rng, out| {
            let start = rng.below(FEW);
            hash(&slices[start..start + FEW], &mut out[..FEW]);
        })
    })
}

fn one_by_one(messages: &[&[u8]], out: &mut [u64], hash: impl Fn(&[u8]) -> u64) {
    for (message, h) in messages.iter().zip(out) {
        *h = hash(message);
    }
}
