//! Tests against values of the published library, on every backend of the machine.

use clhash::{
    Backend, ClHasher, Key, Partial, hash, hash_bitmix, hash_column, hash_many, hash_mixed,
};
use testkit::on_every_backend;
use testkit::vectors::{CLHASH, CLHASH_BITMIX, CLHASH128, MIXED};

fn key(bytes: &[u8]) -> Key {
    Key::try_from(bytes).expect("the file has whole keys")
}

/// Checks a way to hash against all vectors, on every backend.
fn check(what: &str, way: impl Fn(&Key, &[u8]) -> u64) {
    on_every_backend!(Backend, what, |backend| {
        CLHASH.hashes().check(
            "clhash",
            |bytes| key(bytes).with_backend(backend),
            |k, m| format!("{:016x}", way(k, m)),
        );
    });
}

#[test]
fn one_shot() {
    check("clhash: vectors", hash);
}

#[test]
fn bitmix() {
    on_every_backend!(Backend, "clhash: vectors with bit mixing", |backend| {
        CLHASH_BITMIX.hashes().check(
            "clhash_bitmix",
            |bytes| key(bytes).with_backend(backend),
            |k, m| format!("{:016x}", hash_bitmix(k, m)),
        );
    });
}

/// No values for mixing by NASAM are published, so the file has those of the reference.
#[test]
fn mixed() {
    on_every_backend!(Backend, "clhash: vectors, mixed", |backend| {
        MIXED.hashes().check(
            "clhash_mixed",
            |bytes| key(&bytes[..Key::BYTES]).with_backend(backend),
            |k, m| {
                let mut hasher = ClHasher::new(k);
                m.chunks(37).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.finalize_mixed(), hash_mixed(k, m));
                format!("{:016x}", hash_mixed(k, m))
            },
        );
    });
    check("clhash: vectors, then mixed", |k, m| {
        assert_eq!(hash_mixed(k, m), reference::mix::mix(hash(k, m)));
        hash(k, m)
    });
    let (k, long) = (Key::from_seed(7), [1; 1025]);
    assert_eq!(hash_bitmix(&k, &long), hash(&k, &long));
}

#[test]
fn stream() {
    check("clhash: vectors as streams", |k, m| {
        let mut hasher = ClHasher::new(k);
        for piece in m.chunks(37) {
            hasher.update(piece);
        }
        assert_eq!(hasher.len(), m.len() as u64);
        assert_eq!(hasher.is_empty(), m.is_empty());
        hasher.finalize()
    });
}

#[test]
fn parts() {
    check("clhash: vectors in parts", |k, m| {
        let parts = m.chunks(2048).map(|part| Partial::of(k, part));
        let whole = parts.fold(Partial::EMPTY, |left, right| {
            left.combine(k, &right).expect("2,048 is a multiple of the block")
        });
        whole.finalize(k)
    });
}

#[test]
fn batch() {
    check("clhash: vectors in batches", |k, m| {
        let mut out = [0; 3];
        hash_many(k, &[b"before", m, b"behind"], &mut out).expect("one output per message");
        assert_eq!([out[0], out[2]], [hash(k, b"before"), hash(k, b"behind")]);
        out[1]
    });
}

#[test]
fn column() {
    check("clhash: vectors in columns", |k, m| {
        let values = [b"before", m, b"behind"].concat();
        let offsets = [0, 6, 6 + m.len(), 12 + m.len()];
        let mut out = [0; 3];
        hash_column(k, &values, &offsets, &mut out).expect("the offsets are valid");
        assert_eq!([out[0], out[2]], [hash(k, b"before"), hash(k, b"behind")]);
        out[1]
    });
}

/// Our own values, because there is no other implementation.
#[test]
fn wide() {
    use clhash::wide::{ClHasher128, Key, hash, hash_mixed};
    let text = |words: [u64; 2]| words.map(|word| format!("{word:016x}")).join(",");
    on_every_backend!(Backend, "clhash128: vectors", |backend| {
        CLHASH128.hashes().check(
            "clhash128",
            |bytes| Key::try_from(bytes).expect("the file has whole keys").with_backend(backend),
            |k, m| {
                let mut hasher = ClHasher128::new(k);
                m.chunks(37).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.finalize(), hash(k, m));
                assert_eq!(hasher.finalize_mixed(), hash_mixed(k, m));
                assert_eq!(hash_mixed(k, m), reference::mix::mix128(hash(k, m)));
                text(hash(k, m))
            },
        );
    });
}
