//! Runs each operation 64 times in [`counted`] and prints the names in that order:
//! `.ci/steps/instructions` lets callgrind count the instructions of each call.
//!
//! All inputs are fixed, so that the counts are reproducible: keys, messages and their addresses in
//! a page, and the seeds of maps, whose order decides how far a look-up probes.

use clhash::named::Clhash;
use ghash_clmul::named::{Ghash, Polyval};
use hash_core::function::{Function, Hash as _, Key};
use highwayhash::named::{Highwayhash64, Highwayhash256};
use md5_opt::named::Md5;
use mshash::named::Mshash;
use multilinear_hash::{Mmh32, Multilinear64, Tmmh16};
use siphash_fast::named::{Halfsiphash64, Siphash13, Siphash24, Siphash128V24, Siptreehash};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::hint::black_box;
use vhash::named::{Vhash64, Vhash128};

/// The lengths of messages, in bytes.
const LENGTHS: [usize; 7] = [1, 8, 16, 32, 64, 256, 1024];
/// The number of messages in a batch, and the bytes of each.
const BATCH: [usize; 2] = [16, 32];
/// The number of repetitions of each operation.
const TIMES: usize = 64;

fn main() {
    one_shots();
    batches();
    keys();
    maps("provenhash_map", &provenhash_map::RandomState::from_seed(1));
    maps("provenhash_map fast", &provenhash_map::FastState::from_seed(1));
    maps("multilinear_hash", &multilinear_hash::RandomState::from_seed(1));
    maps("clhash", &clhash::RandomState::from_seed(1));
    maps("siphash_fast", &siphash_fast::RandomState::from_seed(1));
    maps("highwayhash", &highwayhash::RandomState::from_seed(1));
}

/// Calls the operation: callgrind counts the instructions of this function. The first call of an
/// operation is not counted, because it may detect the CPU or draw random keys.
#[inline(never)]
fn counted(operation: &mut dyn FnMut()) {
    operation();
}

/// Counts an operation.
fn count<T>(name: &str, mut operation: impl FnMut(usize) -> T) {
    black_box(operation(0));
    counted(&mut || {
        for i in 0..TIMES {
            black_box(operation(i));
        }
    });
    println!("{name}");
}

/// Bytes at the start of a cache line.
#[repr(align(64))]
struct Page([u8; 4096]);

static PAGE: Page = Page([0x5a; 4096]);

fn one_shots() {
    one_shot::<Clhash>();
    one_shot::<Mshash>();
    one_shot::<Vhash64>();
    one_shot::<Vhash128>();
    one_shot::<Ghash>();
    one_shot::<Polyval>();
    one_shot::<Multilinear64>();
    one_shot::<Mmh32>();
    one_shot::<Tmmh16>();
    one_shot::<Siphash13>();
    one_shot::<Siphash24>();
    one_shot::<Siphash128V24>();
    one_shot::<Halfsiphash64>();
    one_shot::<Siptreehash>();
    one_shot::<Highwayhash64>();
    one_shot::<Highwayhash256>();
    one_shot::<Md5>();
    stream::<Clhash>();
    stream::<Siphash24>();
}

/// Counts an operation on messages of each length.
fn lengths<T>(name: &str, hash: impl Fn(&[u8]) -> T) {
    for length in LENGTHS {
        let bytes = &PAGE.0[..length];
        count(&format!("{name}/{length}"), |_| hash(black_box(bytes)));
    }
}

fn one_shot<F: Function>() {
    let key = F::Key::from_seed(1);
    lengths(F::DESCRIPTION.name, |message| F::hash(&key, message));
}

fn stream<F: Function>() {
    let key = F::Key::from_seed(1);
    lengths(&format!("{} stream", F::DESCRIPTION.name), |message| {
        let mut stream = F::stream(&key);
        F::update(&mut stream, message);
        F::finalize(&stream)
    });
}

fn batches() {
    batch::<Clhash>();
    batch::<Vhash64>();
    batch::<Ghash>();
    batch::<Multilinear64>();
    batch::<Siphash24>();
    batch::<Highwayhash64>();
    batch::<Md5>();
}

fn batch<F: Function>() {
    let (name, key) = (F::DESCRIPTION.name, F::Key::from_seed(1));
    let [messages, bytes] = BATCH;
    let messages: Vec<&[u8]> = PAGE.0.chunks(bytes).take(messages).collect();
    let words: Vec<u64> = (0..64).collect();
    let (mut few, mut many) = ([F::Hash::ANY; 16], [F::Hash::ANY; 64]);
    count(&format!("{name}/hash_many 16 of 32"), |_| {
        F::hash_many(&key, black_box(&messages), &mut few)
    });
    count(&format!("{name}/hash_u64s 64"), |_| F::hash_u64s(&key, black_box(&words), &mut many));
}

fn keys() {
    macro_rules! keys {
        ($($name:literal $Key:ty, $make:path;)*) => {$({
            let bytes = <$Key>::from_seed(1).to_bytes();
            count(concat!($name, "/from_bytes"), |_| $make(black_box(&bytes)));
        })*};
    }
    keys! {
        "clhash" clhash::Key, clhash::Key::from_bytes;
        "vhash" vhash::Key64, vhash::Key64::from_bytes;
        "ghash" ghash_clmul::GhashKey, ghash_clmul::GhashKey::from_bytes;
        "siphash" siphash_fast::Key, siphash_fast::Key::from_bytes;
        "highwayhash" highwayhash::Key, highwayhash::Key::from_bytes;
    }
}

/// A key of five fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Five(u64, u32, u16, bool, i64);

/// A key that writes what a UUID does: sixteen bytes and their length.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Uuid([u8; 16]);

#[expect(clippy::cast_possible_truncation, reason = "any part of the numbers is a valid key")]
fn maps<S: BuildHasher + Clone>(name: &str, state: &S) {
    let strings: Vec<String> = (0..TIMES).map(|i| format!("the key {}", i * i)).collect();
    map(name, "u64", state, |i| i as u64);
    map(name, "(u64, u64)", state, |i| (i as u64, !i as u64));
    map(name, "Uuid", state, |i| Uuid([i as u8; 16]));
    map(name, "str", state, |i| strings[i].as_str());
    map(name, "(u32, str)", state, |i| (i as u32, strings[i].as_str()));
    map(name, "Five", state, |i| Five(i as u64, i as u32, i as u16, i % 2 == 0, -1));
}

/// Fills a map that has room, and looks up all of its keys.
fn map<K: Hash + Eq + Copy, S: BuildHasher + Clone>(
    name: &str,
    key_name: &str,
    state: &S,
    key: impl Fn(usize) -> K,
) {
    let keys: Vec<K> = (0..TIMES).map(key).collect();
    let mut map = HashMap::with_capacity_and_hasher(2 * TIMES, state.clone());
    count(&format!("{name} map/{key_name} insert"), |i| map.insert(black_box(keys[i]), i));
    count(&format!("{name} map/{key_name} hit"), |i| map.get(&black_box(keys[i])).copied());
}
