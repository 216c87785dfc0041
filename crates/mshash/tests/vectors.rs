//! Tests against values of the program of the specification, in every way to hash.

use mshash::{Backend, Key, MsHasher, hash};
use testkit::on_every_backend;
use testkit::vectors::MSHASH;

/// Checks a way to hash against all vectors, on every backend.
fn check(what: &str, way: impl Fn(&Key, &[u8]) -> u64) {
    on_every_backend!(Backend, what, |backend| {
        MSHASH.hashes().check(
            "mshash",
            |bytes| Key::try_from(bytes).expect("the file has whole keys").with_backend(backend),
            |k, m| format!("{:016x}", way(k, m)),
        );
    });
}

#[test]
fn one_shot() {
    check("mshash: vectors", hash);
}

#[test]
fn reference() {
    check("mshash: vectors of the reference", |k, m| reference::mshash::hash(&k.to_words(), m));
}

#[test]
fn stream() {
    check("mshash: vectors as streams", |k, m| {
        let mut hasher = MsHasher::new(k);
        m.chunks(37).for_each(|piece| hasher.update(piece));
        assert_eq!((hasher.len(), hasher.is_empty()), (m.len() as u64, m.is_empty()));
        hasher.finalize()
    });
}
