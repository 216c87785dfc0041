//! Published values and those of other libraries, on every backend of the machine.

use ghash_clmul::{Backend, GhashKey, Hasher, Key, Partial, PolyvalKey, Standard, hash, hash_aead};
use testkit::message::hex;
use testkit::on_every_backend;
use testkit::vectors::{GHASH, POLYVAL, Table};

fn key<S: Standard>(bytes: &[u8]) -> Key<S> {
    Key::try_from(bytes).expect("the file's keys are whole")
}

/// Checks a way to hash against all vectors of a function, on every backend.
fn check<S: Standard>(
    what: &str,
    table: &Table,
    function: &str,
    way: impl Fn(&Key<S>, &[u8]) -> [u8; 16],
) {
    on_every_backend!(Backend, what, |backend| {
        table.hashes().check(
            function,
            |bytes| key(bytes).with_backend(backend),
            |k, m| hex(&way(k, m)),
        );
    });
}

#[test]
fn one_shot() {
    check("ghash: vectors", &GHASH, "ghash", |k: &GhashKey, m| hash(k, m));
    check("polyval: vectors", &POLYVAL, "polyval", |k: &PolyvalKey, m| hash(k, m));
}

#[test]
fn as_gcm_uses_it() {
    let aad = |k: &GhashKey, m: &[u8]| hash_aead(k, m, &[]);
    check("ghash: additional data of GCM", &GHASH, "ghash_gcm_aad", aad);
    let text = |k: &GhashKey, m: &[u8]| hash_aead(k, &[], m);
    check("ghash: ciphertexts of GCM", &GHASH, "ghash_gcm_ct", text);
}

fn streamed<S: Standard>(key: &Key<S>, message: &[u8]) -> [u8; 16] {
    let mut hasher = Hasher::new(key);
    for piece in message.chunks(37) {
        hasher.update(piece);
    }
    assert_eq!(hasher.len(), message.len() as u64);
    assert_eq!(hasher.is_empty(), message.is_empty());
    hasher.finalize()
}

#[test]
fn stream() {
    check("ghash: vectors as streams", &GHASH, "ghash", |k: &GhashKey, m| streamed(k, m));
    check("polyval: vectors as streams", &POLYVAL, "polyval", |k: &PolyvalKey, m| streamed(k, m));
}

fn in_parts<S: Standard>(key: &Key<S>, message: &[u8]) -> [u8; 16] {
    let parts = message.chunks(2032).map(|part| Partial::of(key, part));
    let whole = parts.fold(Partial::EMPTY, |left, right| {
        left.combine(key, &right).expect("2,032 is a multiple of 16")
    });
    whole.finalize()
}

#[test]
fn parts() {
    check("ghash: vectors in parts", &GHASH, "ghash", |k: &GhashKey, m| in_parts(k, m));
    check("polyval: vectors in parts", &POLYVAL, "polyval", |k: &PolyvalKey, m| in_parts(k, m));
}
