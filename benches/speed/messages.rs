//! Single messages: `FUNCTION/throughput/BYTES`, whose calls overlap, and `FUNCTION/latency/BYTES`,
//! where the place of a message depends on the hash before.

use crate::common::measure;
use criterion::{Criterion, Throughput};
use ghash_clmul::{GhashKey, PolyvalKey};
use multilinear_hash::{Key, Mmh32, Mmh64, Multilinear64, Tmmh16};
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
    carry_less(c);
    inner_products(c);
    random_functions(c);
    peers(c);
}

fn carry_less(c: &mut Criterion) {
    let key = clhash::Key::from_seed(1);
    messages(c, "clhash", |m| clhash::hash(&key, m));
    let key = mshash::Key::from_seed(1);
    messages(c, "mshash", |m| mshash::hash(&key, m));
    let key = clhash::wide::Key::from_seed(1);
    messages(c, "clhash128", |m| clhash::wide::hash(&key, m));
    let key = clmac::Key::from_seed(1);
    messages(c, "clmac", |m| clmac::tag(&key, m));
    let key = GhashKey::from_seed(1);
    messages(c, "ghash", |m| ghash_clmul::hash(&key, m));
    let key = PolyvalKey::from_seed(1);
    messages(c, "polyval", |m| ghash_clmul::hash(&key, m));
}

fn inner_products(c: &mut Criterion) {
    let key = Key::<Multilinear64>::from_seed(1);
    messages(c, "multilinear64", |m| multilinear_hash::hash(&key, m));
    let key = Key::<Mmh32>::from_seed(1);
    messages(c, "mmh32", |m| multilinear_hash::hash(&key, m));
    let key = Key::<Mmh64>::from_seed(1);
    messages(c, "mmh64", |m| multilinear_hash::hash(&key, m));
    let key = Key::<Tmmh16>::from_seed(1);
    messages(c, "tmmh16", |m| multilinear_hash::hash(&key, m));
    let key = vhash::Key64::from_seed(1);
    messages(c, "vhash64", |m| vhash::hash(&key, m));
    let key = vhash::Key128::from_seed(1);
    messages(c, "vhash128", |m| vhash::hash128(&key, m));
    let key: Vmac64 = Vmac64::from_seed(1);
    messages(c, "vmac64", |m| key.tag(&Nonce::from(black_box(1)), m));
}

fn random_functions(c: &mut Criterion) {
    let key = siphash_fast::Key::from_seed(1);
    messages(c, "siphash-1-3", |m| siphash_fast::siphash13(&key, m));
    messages(c, "siphash-2-4", |m| siphash_fast::siphash24(&key, m));
    messages(c, "siphash128-2-4", |m| siphash_fast::siphash128_24(&key, m));
    let key = siphash_fast::HalfKey::from_seed(1);
    messages(c, "halfsiphash64", |m| siphash_fast::halfsiphash64(&key, m));
    let key = siphash_fast::TreeKey::from_seed(1);
    messages(c, "siptreehash", |m| siphash_fast::siptreehash(&key, m));
    let key = highwayhash::Key::from_seed(1);
    messages(c, "highwayhash64", |m| highwayhash::hash(&key, m));
    messages(c, "highwayhash256", |m| highwayhash::hash256(&key, m));
    messages(c, "md5", md5_opt::hash);
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
