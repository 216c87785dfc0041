//! Values of the published library, on every backend of the machine.

use testkit::on_every_backend;
use testkit::vectors::{MIXED, VHASH64, VHASH128};
use vhash::{
    Backend, Key64, Key128, Partial64, Partial128, VHasher64, VHasher128, hash, hash_mixed, hash128,
};

fn text(words: [u64; 2]) -> String {
    format!("{:016x},{:016x}", words[0], words[1])
}

/// Makes a key of a file. That of zeros is one of them.
fn key64(bytes: &[u8]) -> Key64 {
    Key64::from_bytes(bytes.try_into().expect("160 bytes")).expect("a valid key")
}

fn key128(bytes: &[u8]) -> Key128 {
    Key128::from_bytes(bytes.try_into().expect("208 bytes")).expect("a valid key")
}

/// Checks one way of computing VHASH-64 against all vectors, on every backend.
fn check64(what: &str, way: impl Fn(&Key64, &[u8]) -> u64) {
    on_every_backend!(Backend, what, |backend| {
        VHASH64.hashes().check(
            "vhash64",
            |bytes| key64(bytes).with_backend(backend),
            |k, m| format!("{:016x}", way(k, m)),
        );
    });
}

/// Checks one way of computing VHASH-128 against all vectors, on every backend.
fn check128(what: &str, way: impl Fn(&Key128, &[u8]) -> [u64; 2]) {
    on_every_backend!(Backend, what, |backend| {
        VHASH128.hashes().check(
            "vhash128",
            |bytes| key128(bytes).with_backend(backend),
            |k, m| text(way(k, m)),
        );
    });
}

#[test]
fn one_shot() {
    check64("vhash64: vectors", hash);
    check128("vhash128: vectors", hash128);
}

/// Checks mixed hashes against the reference, because no other values are published.
#[test]
fn mixed() {
    on_every_backend!(Backend, "vhash64: vectors, mixed", |backend| {
        MIXED.hashes().check(
            "vhash64_mixed",
            |bytes| key64(&bytes[..Key64::BYTES]).with_backend(backend),
            |k, m| {
                let mut hasher = VHasher64::new(k);
                m.chunks(37).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.finalize_mixed(), hash_mixed(k, m));
                format!("{:016x}", hash_mixed(k, m))
            },
        );
    });
    check64("vhash64: vectors, then mixed", |k, m| {
        assert_eq!(hash_mixed(k, m), reference::mix::mix(hash(k, m)));
        hash(k, m)
    });
}

#[test]
fn stream() {
    check64("vhash64: vectors as streams", |k, m| {
        let mut hasher = VHasher64::new(k);
        m.chunks(37).for_each(|piece| hasher.update(piece));
        assert_eq!(hasher.len(), m.len() as u64);
        assert_eq!(hasher.is_empty(), m.is_empty());
        hasher.finalize()
    });
    check128("vhash128: vectors as streams", |k, m| {
        let mut hasher = VHasher128::new(k);
        m.chunks(2500).for_each(|piece| hasher.update(piece));
        hasher.finalize()
    });
}

#[test]
fn parts() {
    check64("vhash64: vectors in parts", |k, m| {
        let parts = m.chunks(1280).map(|part| Partial64::of(k, part));
        let whole = parts.fold(Partial64::EMPTY, |left, right| {
            left.combine(k, &right).expect("1,280 bytes are whole blocks")
        });
        whole.finalize(k)
    });
    check128("vhash128: vectors in parts", |k, m| {
        let parts = m.chunks(128).map(|part| Partial128::of(k, part));
        let whole = parts.rev().fold(Partial128::EMPTY, |right, left| {
            left.combine(k, &right).expect("128 bytes are a block")
        });
        whole.finalize(k)
    });
}
