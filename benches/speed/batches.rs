//! Batches of 1,024 messages: `FUNCTION/hash_many/BYTES` and `FUNCTION/hash_u64s/8`, and loops over
//! the messages for functions of other crates.

use crate::common::{below, measure, words};
use criterion::{Criterion, Throughput};
use siphasher::sip::SipHasher13;
use std::fmt::Debug;
use std::hint::black_box;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The number of messages.
const BATCH: usize = 1024;

pub(crate) fn all(c: &mut Criterion) {
    let inputs = &Inputs::new();
    {
        use clhash::{Key, hash_many, hash_u64s, wide};
        let key = &Key::from_seed(1);
        inputs.strings(c, "clhash", |m, out: &mut [u64]| hash_many(key, m, out));
        inputs.words(c, "clhash", |w, out: &mut [u64]| hash_u64s(key, w, out));
        let key = &wide::Key::from_seed(1);
        inputs.strings(c, "clhash128", |m, out: &mut [[u64; 2]]| wide::hash_many(key, m, out));
        inputs.words(c, "clhash128", |w, out: &mut [[u64; 2]]| wide::hash_u64s(key, w, out));
    }
    {
        use clmac::{Key, tag_many, tag_u64s};
        let key = &Key::from_seed(1);
        inputs.strings(c, "clmac", |m, out: &mut [[u8; 16]]| tag_many(key, m, out));
        inputs.words(c, "clmac", |w, out: &mut [[u8; 16]]| tag_u64s(key, w, out));
    }
    {
        use ghash_clmul::{GhashKey, hash_many, hash_u64s};
        let key = &GhashKey::from_seed(1);
        inputs.strings(c, "ghash", |m, out: &mut [[u8; 16]]| hash_many(key, m, out));
        inputs.words(c, "ghash", |w, out: &mut [[u8; 16]]| hash_u64s(key, w, out));
    }
    {
        use multilinear_hash::{Key, Multilinear64, hash_many, hash_u64s};
        let key = &Key::<Multilinear64>::from_seed(1);
        inputs.strings(c, "multilinear64", |m, out: &mut [u64]| hash_many(key, m, out));
        inputs.words(c, "multilinear64", |w, out: &mut [u64]| hash_u64s(key, w, out));
    }
    {
        use vhash::{Key64, hash_many, hash_u64s};
        let key = &Key64::from_seed(1);
        inputs.strings(c, "vhash64", |m, out: &mut [u64]| hash_many(key, m, out));
        inputs.words(c, "vhash64", |w, out: &mut [u64]| hash_u64s(key, w, out));
    }
    {
        use siphash_fast::{Key, hash_many, hash_u64s};
        let key = &Key::from_seed(1);
        inputs.strings(c, "siphash-1-3", |m, out: &mut [u64]| hash_many::<1, 3, _>(key, m, out));
        inputs.words(c, "siphash-1-3", |w, out: &mut [u64]| hash_u64s::<1, 3, _>(key, w, out));
    }
    {
        use highwayhash::{Key, hash_many, hash_u64s};
        let key = &Key::from_seed(1);
        inputs.strings(c, "highwayhash64", |m, out: &mut [u64]| hash_many(key, m, out));
        inputs.words(c, "highwayhash64", |w, out: &mut [u64]| hash_u64s(key, w, out));
    }
    inputs.strings(c, "md5", md5_opt::hash_many);
    inputs.words(c, "md5", md5_opt::hash_u64s);

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
