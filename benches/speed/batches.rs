//! Batches of 1,024 messages: `FUNCTION/hash_many/BYTES` and `FUNCTION/hash_u64s/8`, and loops over
//! the messages for functions of other crates.

use crate::common::{below, measure, runs_a_kernel_of_another, words};
use criterion::{Criterion, Throughput};
use hash_core::function::{Function, Hash, Key};
use provenhash::Visitor;
use siphasher::sip::SipHasher13;
use std::fmt::Debug;
use std::hint::black_box;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The number of messages.
const BATCH: usize = 1024;

pub(crate) fn all(c: &mut Criterion) {
    let inputs = &Inputs::new();
    provenhash::visit(&mut Functions(inputs, c));

    let peer = SipHasher13::new_with_keys(1, 2);
    inputs.loops(c, "siphasher-1-3", |m| peer.hash(m));
    inputs.loops(c, "xxh3-64", |m| xxh3_64_with_seed(m, black_box(1)));
}

/// Measures every function, those without batches of their own too.
struct Functions<'c>(&'c Inputs, &'c mut Criterion);

impl Visitor for Functions<'_> {
    fn visit<F: Function>(&mut self) {
        let Self(inputs, c) = self;
        let name = F::DESCRIPTION.name;
        if !runs_a_kernel_of_another(name) {
            let key = F::Key::from_seed(1);
            inputs
                .strings(c, name, F::Hash::ANY, |messages, out| F::hash_many(&key, messages, out));
            inputs.words(c, name, F::Hash::ANY, |words, out| F::hash_u64s(&key, words, out));
        }
    }
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

    fn strings<H: Clone, E: Debug>(
        &self,
        c: &mut Criterion,
        name: &str,
        any: H,
        hash: impl Fn(&[&[u8]], &mut [H]) -> Result<(), E>,
    ) {
        let mut out = vec![any; BATCH];
        for (length, strings) in &self.strings {
            let messages: Vec<_> = strings.iter().map(Vec::as_slice).collect();
            measure(c, name, "hash_many", length, Throughput::Elements(BATCH as u64), || {
                hash(black_box(&messages), &mut out).expect("as many outputs as messages");
            });
        }
    }

    fn words<H: Clone, E: Debug>(
        &self,
        c: &mut Criterion,
        name: &str,
        any: H,
        hash: impl Fn(&[u64], &mut [H]) -> Result<(), E>,
    ) {
        let mut out = vec![any; BATCH];
        measure(c, name, "hash_u64s", 8, Throughput::Elements(BATCH as u64), || {
            hash(black_box(&self.words), &mut out).expect("as many outputs as words");
        });
    }

    /// Measures a function without batches as if it had them.
    fn loops(&self, c: &mut Criterion, name: &str, hash: impl Fn(&[u8]) -> u64) {
        self.strings(c, name, 0, |messages, out| {
            out.iter_mut().zip(messages).for_each(|(out, message)| *out = hash(message));
            Ok::<_, ()>(())
        });
        self.words(c, name, 0, |words, out| {
            out.iter_mut().zip(words).for_each(|(out, word)| *out = hash(&word.to_le_bytes()));
            Ok::<_, ()>(())
        });
    }
}
