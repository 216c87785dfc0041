//! Runs each operation 64 times in [`counted`] and prints the names in that order:
//! `.ci/steps/instructions` lets callgrind count the instructions of each call.
//!
//! All inputs are fixed, so that the counts are reproducible: keys, messages and their addresses in
//! a page, and the seeds of maps, whose order decides how far a look-up probes.

use ghash_clmul::named::Ghash;
use hash_core::function::Function;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::hint::black_box;
use vhash::named::Vhash64;

/// The lengths of messages, in bytes.
const LENGTHS: [usize; 7] = [1, 8, 16, 32, 64, 256, 1024];
/// The number of messages in a batch, and the bytes of each.
const BATCH: [usize; 2] = [16, 32];
/// The number of repetitions of each operation.
const TIMES: usize = 64;

fn main() {
    one_shots();
    batches();
    tags();
    keys();
    maps("provenhash_map", &provenhash_map::RandomState::from_seed(1));
    maps("provenhash_map fast", &provenhash_map::FastState::from_seed(1));
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
    macro_rules! lengths {
        ($($name:literal |$message:ident| $hash:expr;)*) => {$(
            for length in LENGTHS {
                let bytes = &PAGE.0[..length];
                count(&format!("{}/{length}", $name), |_| {
                    let $message: &[u8] = black_box(bytes);
                    $hash
                });
            }
        )*};
    }

    let clhash = clhash::Key::from_seed(1);
    let mshash = mshash::Key::from_seed(1);
    let (vhash, vhash128) = (vhash::Key64::from_seed(1), vhash::Key128::from_seed(1));
    let (ghash, polyval) =
        (ghash_clmul::GhashKey::from_seed(1), ghash_clmul::PolyvalKey::from_seed(1));
    let multilinear = multilinear_hash::Key::<multilinear_hash::Multilinear64>::from_seed(1);
    let mmh = multilinear_hash::Key::<multilinear_hash::Mmh32>::from_seed(1);
    let tmmh = multilinear_hash::Key::<multilinear_hash::Tmmh16>::from_seed(1);
    let sip = siphash_fast::Key::from_seed(1);
    let (half, tree) = (siphash_fast::HalfKey::from_seed(1), siphash_fast::TreeKey::from_seed(1));
    let highway = highwayhash::Key::from_seed(1);
    lengths! {
        "clhash" |m| clhash::hash(&clhash, m);
        "mshash" |m| mshash::hash(&mshash, m);
        "vhash64" |m| vhash::hash(&vhash, m);
        "vhash128" |m| vhash::hash128(&vhash128, m);
        "ghash" |m| ghash_clmul::hash(&ghash, m);
        "polyval" |m| ghash_clmul::hash(&polyval, m);
        "multilinear64" |m| multilinear_hash::hash(&multilinear, m);
        "mmh32" |m| multilinear_hash::hash(&mmh, m);
        "tmmh16" |m| multilinear_hash::hash(&tmmh, m);
        "siphash-1-3" |m| siphash_fast::siphash_1_3(&sip, m);
        "siphash-2-4" |m| siphash_fast::siphash_2_4(&sip, m);
        "siphash128-2-4" |m| siphash_fast::siphash128_2_4(&sip, m);
        "halfsiphash64" |m| siphash_fast::halfsiphash64(&half, m);
        "siptreehash" |m| siphash_fast::siptreehash(&tree, m);
        "highwayhash64" |m| highwayhash::hash(&highway, m);
        "highwayhash256" |m| highwayhash::hash256(&highway, m);
        "md5" |m| md5_opt::hash(m);
        "clhash stream" |m| {
            let mut stream = clhash::ClHasher::new(&clhash);
            stream.update(m);
            stream.finalize()
        };
        "siphash-2-4 stream" |m| {
            let mut stream = siphash_fast::SipHasher24::new(&sip);
            stream.update(m);
            stream.finalize()
        };
    }
}

fn batches() {
    let [messages, bytes] = BATCH;
    let messages: Vec<&[u8]> = PAGE.0.chunks(bytes).take(messages).collect();
    let words: Vec<u64> = (0..64).collect();
    macro_rules! batches {
        ($($name:literal $output:expr, |$in:ident, $out:ident| $many:expr, $u64s:expr;)*) => {$({
            let (mut few, mut many) = ([$output; 16], [$output; 64]);
            count(concat!($name, "/hash_many 16 of 32"), |_| {
                let ($in, $out) = (black_box(&messages[..]), &mut few[..]);
                $many
            });
            count(concat!($name, "/hash_u64s 64"), |_| {
                let ($in, $out) = (black_box(&words[..]), &mut many[..]);
                $u64s
            });
        })*};
    }

    let clhash = clhash::Key::from_seed(1);
    let vhash = vhash::Key64::from_seed(1);
    let ghash = ghash_clmul::GhashKey::from_seed(1);
    let multilinear = multilinear_hash::Key::<multilinear_hash::Multilinear64>::from_seed(1);
    let sip = siphash_fast::Key::from_seed(1);
    let highway = highwayhash::Key::from_seed(1);
    batches! {
        "clhash" 0, |i, o| clhash::hash_many(&clhash, i, o), clhash::hash_u64s(&clhash, i, o);
        "vhash64" 0, |i, o| Vhash64::hash_many(&vhash, i, o), Vhash64::hash_u64s(&vhash, i, o);
        "ghash" [0; 16], |i, o| Ghash::hash_many(&ghash, i, o),
            Ghash::hash_u64s(&ghash, i, o);
        "multilinear64" 0, |i, o| multilinear_hash::hash_many(&multilinear, i, o),
            multilinear_hash::hash_u64s(&multilinear, i, o);
        "siphash-2-4" 0_u64, |i, o| siphash_fast::hash_many::<2, 4>(&sip, i, o),
            siphash_fast::hash_u64s::<2, 4>(&sip, i, o);
        "highwayhash64" 0_u64, |i, o| highwayhash::hash_many(&highway, i, o),
            highwayhash::hash_u64s(&highway, i, o);
        "md5" [0; 16], |i, o| md5_opt::hash_many(i, o), md5_opt::hash_u64s(i, o);
    }
}

/// Counts verifications of tags that are wrong in their first bit, in their last one and in all:
/// `.ci/steps/instructions` requires one count, because a comparison that stops at the first
/// difference tells a forger how much of a guess is right. (Not of functions that are counted
/// above, because a second caller changes how they are compiled.)
fn tags() {
    fn each<const N: usize>(name: &str, right: [u8; N], mut refuses: impl FnMut(&[u8]) -> bool) {
        let with = |at: usize, bit: u8| {
            let mut tag = right;
            tag[at] ^= bit;
            tag
        };
        let [first, last, all] = [with(0, 1), with(N - 1, 0x80), right.map(|byte| !byte)];
        for (wrong, tag) in [("its first bit", first), ("its last bit", last), ("every bit", all)] {
            count(&format!("{name}, wrong in {wrong}"), |_| assert!(refuses(black_box(&tag))));
        }
    }

    let message = &PAGE.0[..32];
    let clmac = clmac::Key::from_seed(1);
    each("clmac verify", clmac::tag(&clmac, message), |tag| {
        clmac::verify(&clmac, message, tag).is_err()
    });
    let (key, nonce) = (clmac::nonce::Key::from_seed(1), clmac::nonce::Nonce::new([7; 16], 1));
    let mut receiver = clmac::nonce::Receiver::new(&key);
    each("receiver verify", clmac::nonce::tag_with(&key, &nonce, message), |tag| {
        receiver.verify(&nonce, message, tag).is_err()
    });
    let (vmac, nonce) = (vhash::vmac::Vmac128::from_seed(1), vhash::vmac::Nonce::from(1));
    each("vmac128 verify", vmac.tag(&nonce, message), |tag| {
        vmac.verify(&nonce, message, tag).is_err()
    });
    // By name, where digests are compared.
    let row = provenhash::Algorithm::find("clmac").expect("a row");
    let key = row.from_seed(1).expect("a key without nonces");
    each("key verify", clmac::tag(&clmac, message), |tag| key.verify(message, tag).is_err());
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
