//! Tests with values of the published implementations. Functions that have backends run on every
//! backend of the machine.

use siphash_fast::{
    Backend, HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher, SipHasher128, TreeHasher,
    TreeKey, half, hash, hash_many, hash128, nocase, tree,
};
use testkit::message::hex;
use testkit::on_every_backend;
use testkit::vectors::{
    HALFSIPHASH32, HALFSIPHASH64, SIPHASH64, SIPHASH64_NOCASE, SIPHASH128, SIPTREEHASH,
};

fn key(bytes: &[u8]) -> Key {
    Key::try_from(bytes).expect("keys in the file have the right length")
}

fn half_key(bytes: &[u8]) -> HalfKey {
    HalfKey::try_from(bytes).expect("keys in the file have the right length")
}

fn tree_key(bytes: &[u8]) -> TreeKey {
    TreeKey::try_from(bytes).expect("keys in the file have the right length")
}

/// Formats 64 bits as in the files.
fn text(hash: u64) -> String {
    format!("{hash:016x}")
}

fn bytes(words: [u64; 2]) -> String {
    hex(words.map(u64::to_le_bytes).as_flattened())
}

fn siphash64<const C: u8, const D: u8>() {
    let function = format!("siphash64_{C}_{D}");
    let file = SIPHASH64.hashes();
    file.check(&function, key, |k, m| text(hash::<C, D>(k, m)));
    file.check(&function, key, |k, m| {
        let mut hasher = SipHasher::<C, D>::new(k);
        m.chunks(37).for_each(|piece| hasher.update(piece));
        assert_eq!((hasher.len(), hasher.is_empty()), (m.len() as u64, m.is_empty()));
        text(hasher.finalize())
    });
    on_every_backend!(Backend, &format!("{function}: vectors in batches"), |backend| {
        let key = |bytes: &[u8]| key(bytes).with_backend(backend);
        file.check(&function, key, |k, m| {
            let others: [&[u8]; 3] = [&[1; 70], b"after", &m[..m.len() / 2]];
            let all: [&[u8]; 11] =
                [others[0], m, m, m, others[1], m, others[2], m, m, m, &m[..m.len() / 3]];
            let mut out = [0; 11];
            hash_many::<C, D, _>(k, &all, &mut out).expect("one output per message");
            assert_eq!([out[0], out[4], out[6]], others.map(|m| hash::<C, D>(k, m)));
            assert_eq!([out[2], out[3], out[5], out[7], out[8], out[9]], [out[1]; 6]);
            text(out[1])
        });
    });
}

fn siphash128<const C: u8, const D: u8>() {
    let function = format!("siphash128_{C}_{D}");
    let file = SIPHASH128.hashes();
    file.check(&function, key, |k, m| bytes(hash128::<C, D>(k, m)));
    file.check(&function, key, |k, m| {
        let mut hasher = SipHasher128::<C, D>::new(k);
        m.chunks(37).for_each(|piece| hasher.update(piece));
        bytes(hasher.finalize())
    });
}

macro_rules! each_rounds {
    ($check:ident: $($c:literal $d:literal),*) => {
        $($check::<$c, $d>();)*
    };
}

#[test]
fn siphash_of_64_bits() {
    each_rounds!(siphash64: 1 1, 1 2, 1 3, 2 3, 2 4, 3 5, 4 8);
}

#[test]
fn siphash_of_128_bits() {
    each_rounds!(siphash128: 1 1, 1 2, 1 3, 2 3, 2 4, 3 5, 4 8);
}

#[test]
fn without_case() {
    let file = SIPHASH64_NOCASE.hashes();
    file.check("siphash64_nocase_1_2", key, |k, m| text(nocase::hash::<1, 2>(k, m)));
    file.check("siphash64_nocase_1_2", key, |k, m| {
        let mut hasher = NocaseHasher::<1, 2>::new(k);
        m.chunks(301).for_each(|piece| hasher.update(piece));
        text(hasher.finalize())
    });
}

fn halfsiphash32<const C: u8, const D: u8>() {
    let function = format!("halfsiphash32_{C}_{D}");
    let file = HALFSIPHASH32.hashes();
    file.check(&function, half_key, |k, m| format!("{:08x}", half::hash32::<C, D>(k, m)));
    file.check(&function, half_key, |k, m| {
        let mut hasher = HalfSipHasher::<C, D>::new(k);
        m.chunks(37).for_each(|piece| hasher.update(piece));
        format!("{:08x}", hasher.finalize())
    });
}

fn halfsiphash64<const C: u8, const D: u8>() {
    let function = format!("halfsiphash64_{C}_{D}");
    let file = HALFSIPHASH64.hashes();
    file.check(&function, half_key, |k, m| text(half::hash::<C, D>(k, m)));
    file.check(&function, half_key, |k, m| {
        let mut hasher = HalfSipHasher::<C, D, 2>::new(k);
        m.chunks(37).for_each(|piece| hasher.update(piece));
        text(hasher.finalize())
    });
}

#[test]
fn halfsiphash() {
    each_rounds!(halfsiphash32: 1 3, 2 4);
    each_rounds!(halfsiphash64: 1 3, 2 4);
}

fn siptreehash<const C: u8, const D: u8>() {
    let function = format!("siptreehash_{C}_{D}");
    let file = SIPTREEHASH.hashes();
    on_every_backend!(Backend, &format!("{function}: vectors"), |backend| {
        let key = |bytes: &[u8]| tree_key(bytes).with_backend(backend);
        file.check(&function, key, |k, m| text(tree::hash::<C, D>(k, m)));
        file.check(&function, key, |k, m| {
            let mut hasher = TreeHasher::<C, D>::new(k);
            m.chunks(37).for_each(|piece| hasher.update(piece));
            text(hasher.finalize())
        });
    });
}

#[test]
fn siptreehash_of_both_rounds() {
    each_rounds!(siptreehash: 1 3, 2 4);
}
