//! CLHASH on every backend.

use crate::calls;
use crate::race::Task;
use crate::subject::Subject;
use clhash::{Backend, Key, clhash128, hash, hash_column, hash_many, hash_u64s};

/// Returns the key of all measurements for this backend. The key lives as long as the process.
#[must_use]
pub fn key(backend: Backend) -> &'static Key {
    Box::leak(Box::new(Key::from_seed(1).with_backend(backend)))
}

/// Lists CLHASH on every backend of this CPU, the narrowest first.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let subject = |backend: Backend| {
        let key = key(backend);
        Subject::new("clhash", backend.name(), move |m| hash(key, m))
    };
    Backend::available().map(subject).collect()
}

/// Lists CLHASH-128 on every backend.
#[must_use]
pub fn of128() -> Vec<Subject> {
    let subject = |backend: Backend| {
        let key = Box::new(clhash128::Key::from_seed(1).with_backend(backend));
        Subject::new("clhash128", backend.name(), move |m| {
            let [low, high] = clhash128::hash(&key, m);
            low ^ high
        })
    };
    Backend::available().map(subject).collect()
}

/// Lists `hash_u64s` and loops over the words.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_words(words: &[u64]) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for backend in Backend::available() {
        let (name, key) = (backend.name(), key(backend));
        let task = format!("clhash/{name} loop");
        tasks.push(calls::words_one_by_one(words, task, "clhash", move |word| {
            hash(key, &word.to_le_bytes())
        }));
        let task = format!("clhash/{name} hash_u64s");
        tasks.push(calls::words_in_one_call(words, task, "clhash", move |words, out| {
            assert_eq!(hash_u64s(key, words, out), Ok(()));
        }));
    }
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
        let (name, key) = (backend.name(), key(backend));
        let task = format!("clhash/{name} loop");
        tasks.push(calls::one_by_one(slices, task, "clhash", move |m| hash(key, m)));
        let task = format!("clhash/{name} hash_many");
        tasks.push(calls::in_one_call(slices, task, "clhash", move |messages, out| {
            assert_eq!(hash_many(key, messages, out), Ok(()));
        }));
        let task = format!("clhash/{name} hash_column");
        tasks.push(calls::column_in_one_call(offsets, task, "clhash", move |offsets, out| {
            assert_eq!(hash_column(key, values, offsets, out), Ok(()));
        }));
    }
    tasks
}
