//! Batches of 1,024 messages: `FUNCTION/hash_many/BYTES` and `FUNCTION/hash_u64s/8`, and loops over
//! the messages for functions of other crates.

use crate::common::{below, measure, words};
use clhash::named::{Clhash, Clhash128};
use clmac::named::Clmac;
use criterion::{Criterion, Throughput};
use ghash_clmul::named::Ghash;
use hash_core::function::{Function, Key};
use highwayhash::named::Highwayhash64;
use md5_opt::named::Md5;
use multilinear_hash::Multilinear64;
use siphash_fast::named::Siphash13;
use siphasher::sip::SipHasher13;
use std::fmt::Debug;
use std::hint::black_box;
use vhash::named::Vhash64;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The number of messages.
const BATCH: usize = 1024;

pub(crate) fn all(c: &mut Criterion) {
    let inputs = &Inputs::new();
    inputs.of::<Clhash>(c);
    inputs.of::<Clhash128>(c);
    inputs.of::<Clmac>(c);
    inputs.of::<Ghash>(c);
    inputs.of::<Multilinear64>(c);
    inputs.of::<Vhash64>(c);
    inputs.of::<Siphash13>(c);
    inputs.of::<Highwayhash64>(c);
    inputs.of::<Md5>(c);

    let peer = SipHasher13::new_with_keys(1, 2);
    inputs.loops(c, "siphasher-1-3", |m| peer.hash(m));
    inputs.loops(c, "xxh3-64", |m| xxh3_64_with_seed(m, black_box(1)));
}

struct Inputs {
    words: Vec<u64>,
    /// Strings of one length and of many, with a name.
    strings: [(&'static str, Vec<Vec<u8>>); 2],
}

impl Inputs {
    fn new() -> Self {
        let mixed = below(34, BATCH).into_iter().map(|number| vec![0x5a; 5 + number]);
        let strings = [("16", vec![vec![0x5a; 16]; BATCH]), ("5-38", mixed.collect())];
        Self { words: words(BATCH), strings }
    }

    fn of<F: Function<Hash: Default>>(&self, c: &mut Criterion) {
        let (name, key) = (F::DESCRIPTION.name, F::Key::from_seed(1));
        self.strings(c, name, |messages, out| F::hash_many(&key, messages, out));
        self.words(c, name, |words, out| F::hash_u64s(&key, words, out));
    }

    fn strings<H: Clone + Default, E: Debug>(
        &self,
        c: &mut Criterion,
        name: &str,
        hash: impl Fn(&[&[u8]], &mut [H]) -> Result<(), E>,
    ) {
        let mut out = vec![H::default(); BATCH];
        for (length, strings) in &self.strings {
            let messages: Vec<_> = strings.iter().map(Vec::as_slice).collect();
            measure(c, name, "hash_many", length, Throughput::Elements(BATCH as u64), || {
                hash(black_box(&messages), &mut out).expect("as many outputs as messages");
            });
        }
    }

    fn words<H: Clone + Default, E: Debug>(
        &self,
        c: &mut Criterion,
        name: &str,
        hash: impl Fn(&[u64], &mut [H]) -> Result<(), E>,
    ) {
        let mut out = vec![H::default(); BATCH];
        measure(c, name, "hash_u64s", 8, Throughput::Elements(BATCH as u64), || {
            hash(black_box(&self.words), &mut out).expect("as many outputs as words");
        });
    }

    /// Measures a function without batches as if it had them.
    fn loops(&self, c: &mut Criterion, name: &str, hash: impl Fn(&[u8]) -> u64) {
        self.strings(c, name, |messages, out| {
            out.iter_mut().zip(messages).for_each(|(out, message)| *out = hash(message));
            Ok::<_, ()>(())
        });
        self.words(c, name, |words, out| {
            out.iter_mut().zip(words).for_each(|(out, word)| *out = hash(&word.to_le_bytes()));
            Ok::<_, ()>(())
        });
    }
}
