//! HighwayHash in batches: what its crate and its peer do with many words or messages.

use crate::batch::{self, calls, part};
use crate::race::Task;
use crate::rng::Rng;
use crate::subjects::highway_words;
use highwayhash::{Backend, Key, hash_column, hash_many, hash_u64s, hash64};

/// The key of all measurements, on this backend.
fn key(backend: Backend) -> Key {
    Key::from_words(highway_words()).with_backend(backend)
}

/// The peer.
fn highway() -> impl Fn(&[u8]) -> u64 {
    use highway::HighwayHash;
    let key = highway::Key(highway_words());
    move |message| highway::HighwayHasher::new(key).hash64(message)
}

/// `hash_u64s` and loops over the words.
///
/// # Panics
/// The tasks do, if a batch function finds its arguments wrong.
#[must_use]
pub fn words(words: &[u64]) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for backend in Backend::available() {
        let (name, one, many) = (backend.name(), key(backend), key(backend));
        let task = format!("highwayhash/{name} loop");
        tasks.push(batch::words_one_by_one(words, task, "highwayhash", move |word| {
            hash64(&one, &word.to_le_bytes())
        }));
        let run = move |seed, count| {
            calls(seed, count, |rng, out| {
                assert_eq!(hash_u64s(&many, &words[part(rng)], out), Ok(()));
            })
        };
        tasks.push(Task::new(format!("highwayhash/{name} hash_u64s"), "highwayhash", run));
    }
    let task = "highwayhash/highway loop";
    let peer = highway();
    tasks.push(batch::words_one_by_one(words, task, "highwayhash", move |word| {
        peer(&word.to_le_bytes())
    }));
    tasks
}

/// `hash_column` on a column of strings.
///
/// # Panics
/// The tasks do, if a batch function finds its arguments wrong.
#[must_use]
pub fn columns<'a>(values: &'a [u8], offsets: &'a [i32]) -> Vec<Task<'a>> {
    let task = |backend: Backend| {
        let key = key(backend);
        let name = format!("highwayhash/{} hash_column", backend.name());
        Task::new(name, "highwayhash", move |seed, count| {
            calls(seed, count, |rng, out| {
                let strings = part(rng);
                let offsets = &offsets[strings.start..=strings.end];
                assert_eq!(hash_column(&key, values, offsets, out), Ok(()));
            })
        })
    };
    Backend::available().map(task).collect()
}

/// Messages in a call of [`Long`].
const FEW: usize = 32;

/// Messages that are long enough to be hashed beside one another, and few enough for the cache.
#[derive(Debug)]
pub struct Long {
    bytes: Vec<u8>,
    len: usize,
}

impl Long {
    /// Messages of that length.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { bytes: Rng::new(4).bytes(2 * FEW * (len + 72)), len }
    }

    /// The messages, at places that are not aligned.
    #[must_use]
    pub fn slices(&self) -> Vec<&[u8]> {
        self.bytes.chunks(self.len + 72).map(|m| &m[..self.len]).collect()
    }

    /// `hash_many` and loops over the messages, which are these `slices`.
    ///
    /// # Panics
    /// The tasks do, if a batch function finds its arguments wrong.
    #[must_use]
    pub fn tasks<'a>(&'a self, slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
        let mut tasks = Vec::new();
        for backend in Backend::available() {
            let (name, one, many) = (backend.name(), key(backend), key(backend));
            tasks.push(few(slices, format!("highwayhash/{name} loop"), move |messages, out| {
                one_by_one(messages, out, |m| hash64(&one, m));
            }));
            tasks.push(few(
                slices,
                format!("highwayhash/{name} hash_many"),
                move |messages, out| {
                    assert_eq!(hash_many(&many, messages, out), Ok(()));
                },
            ));
        }
        let peer = highway();
        tasks.push(few(slices, "highwayhash/highway loop".to_owned(), move |messages, out| {
            one_by_one(messages, out, &peer);
        }));
        tasks.into_iter().map(|task| task.ops_per_unit(FEW)).collect()
    }
}

/// Calls with some of the messages.
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
