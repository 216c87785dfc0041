//! Single messages: `FUNCTION/throughput/BYTES`, whose calls overlap, and `FUNCTION/latency/BYTES`,
//! where the place of a message depends on the hash before.

use crate::common::measure;
use clhash::named::{Clhash, Clhash128};
use clmac::named::Clmac;
use criterion::{Criterion, Throughput};
use ghash_clmul::named::{Ghash, Polyval};
use hash_core::function::{Function, Key};
use highwayhash::named::{Highwayhash64, Highwayhash256};
use md5_opt::named::Md5;
use mshash::named::Mshash;
use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16};
use siphash_fast::named::{Halfsiphash64, Siphash13, Siphash24, Siphash128V24, Siptreehash};
use siphasher::sip::{SipHasher13, SipHasher24};
use std::hash::{DefaultHasher, Hasher};
use std::hint::black_box;
use vhash::named::{Vhash64, Vhash128};
use vhash::vmac::{Nonce, Vmac64};
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

/// The lengths of messages in bytes, and those whose latency matters.
const LENGTHS: [usize; 4] = [8, 64, 1 << 10, 1 << 20];
const SHORT: [usize; 2] = [8, 64];
/// The distance of two messages, so that both have the same place in a cache line.
const LINE: usize = 64;

pub(crate) fn all(c: &mut Criterion) {
    of::<Clhash>(c);
    of::<Mshash>(c);
    of::<Clhash128>(c);
    of::<Clmac>(c);
    of::<Ghash>(c);
    of::<Polyval>(c);
    of::<Multilinear64>(c);
    of::<Mmh32>(c);
    of::<Mmh64>(c);
    of::<Tmmh16>(c);
    of::<Vhash64>(c);
    of::<Vhash128>(c);
    let key: Vmac64 = Vmac64::from_seed(1);
    messages(c, "vmac64", |m| key.tag(&Nonce::from(black_box(1)), m));
    of::<Siphash13>(c);
    of::<Siphash24>(c);
    of::<Siphash128V24>(c);
    of::<Halfsiphash64>(c);
    of::<Siptreehash>(c);
    of::<Highwayhash64>(c);
    of::<Highwayhash256>(c);
    of::<Md5>(c);
    peers(c);
}

fn of<F: Function<Hash: Bit>>(c: &mut Criterion) {
    let key = F::Key::from_seed(1);
    messages(c, F::DESCRIPTION.name, |m| F::hash(&key, m));
}

fn peers(c: &mut Criterion) {
    let (sip13, sip24) = (SipHasher13::new_with_keys(1, 2), SipHasher24::new_with_keys(1, 2));
    messages(c, "siphasher-1-3", |m| sip13.hash(m));
    messages(c, "siphasher-2-4", |m| sip24.hash(m));
    messages(c, "std", |m| {
        let mut hasher = DefaultHasher::new();
        hasher.write(m);
        hasher.finish()
    });
    messages(c, "xxh3-64", |m| xxh3_64_with_seed(m, black_box(1)));
    messages(c, "xxh3-128", |m| xxh3_128_with_seed(m, black_box(1)));
}

/// Measures a function.
fn messages<T: Bit>(c: &mut Criterion, name: &str, hash: impl Fn(&[u8]) -> T) {
    let bytes = vec![0x5a; LENGTHS[3] + LINE];
    for length in LENGTHS {
        let message = &bytes[..length];
        let size = Throughput::Bytes(length as u64);
        measure(c, name, "throughput", length, size, || hash(black_box(message)));
    }
    for length in SHORT {
        let mut start = 0;
        measure(c, name, "latency", length, Throughput::Elements(1), || {
            start = LINE * hash(&black_box(&bytes)[start..start + length]).bit();
        });
    }
}

/// One bit of a hash, 0 or 1: of its first word.
trait Bit {
    fn bit(&self) -> usize;
}

macro_rules! bits {
    ($($Word:ty)*) => {$(
        impl Bit for $Word {
            fn bit(&self) -> usize {
                usize::from(*self & 1 == 1)
            }
        }
    )*};
}
bits!(u8 u16 u32 u64 u128);

impl<T: Bit, const N: usize> Bit for [T; N] {
    fn bit(&self) -> usize {
        self[0].bit()
    }
}
