//! Single messages: `FUNCTION/throughput/BYTES`, whose calls overlap, and `FUNCTION/latency/BYTES`,
//! where the place of a message depends on the hash before.

use crate::common::{measure, runs_a_kernel_of_another};
use criterion::{Criterion, Throughput};
use hash_core::ToBytes;
use hash_core::function::{Function, Key};
use provenhash::Visitor;
use siphasher::sip::{SipHasher13, SipHasher24};
use std::hash::{DefaultHasher, Hasher};
use std::hint::black_box;
use vhash::vmac::{Nonce, Vmac64};
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

/// The lengths of messages in bytes, and those whose latency matters.
const LENGTHS: [usize; 4] = [8, 64, 1 << 10, 1 << 20];
const SHORT: [usize; 2] = [8, 64];
/// The distance of two messages, so that both have the same place in a cache line.
const LINE: usize = 64;

pub(crate) fn all(c: &mut Criterion) {
    provenhash::visit(&mut Functions(c));
    let key: Vmac64 = Vmac64::from_seed(1);
    messages(c, "vmac64", |m| key.tag(&Nonce::from(black_box(1)), m), |tag| tag[0]);
    peers(c);
}

/// Measures every function.
struct Functions<'c>(&'c mut Criterion);

impl Visitor for Functions<'_> {
    fn visit<F: Function>(&mut self) {
        let name = F::DESCRIPTION.name;
        if !runs_a_kernel_of_another(name) {
            let key = F::Key::from_seed(1);
            messages(self.0, name, |m| F::hash(&key, m), |hash| hash.to_bytes().as_ref()[0]);
        }
    }
}

fn peers(c: &mut Criterion) {
    let (sip13, sip24) = (SipHasher13::new_with_keys(1, 2), SipHasher24::new_with_keys(1, 2));
    let low = |hash: &u64| hash.to_le_bytes()[0];
    messages(c, "siphasher-1-3", |m| sip13.hash(m), low);
    messages(c, "siphasher-2-4", |m| sip24.hash(m), low);
    messages(
        c,
        "std",
        |m| {
            let mut hasher = DefaultHasher::new();
            hasher.write(m);
            hasher.finish()
        },
        low,
    );
    messages(c, "xxh3-64", |m| xxh3_64_with_seed(m, black_box(1)), low);
    messages(c, "xxh3-128", |m| xxh3_128_with_seed(m, black_box(1)), |hash| hash.to_le_bytes()[0]);
}

/// Measures a function, whose hashes have a byte on which the place of the next message depends.
fn messages<T>(c: &mut Criterion, name: &str, hash: impl Fn(&[u8]) -> T, byte: impl Fn(&T) -> u8) {
    let bytes = vec![0x5a; LENGTHS[3] + LINE];
    for length in LENGTHS {
        let message = &bytes[..length];
        let size = Throughput::Bytes(length as u64);
        measure(c, name, "throughput", length, size, || hash(black_box(message)));
    }
    for length in SHORT {
        let mut start = 0;
        measure(c, name, "latency", length, Throughput::Elements(1), || {
            let hash = hash(&black_box(&bytes)[start..start + length]);
            start = LINE * usize::from(byte(&hash) & 1);
        });
    }
}
