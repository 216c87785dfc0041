//! The published library's values, on every backend of the machine.

use clhash::{Backend, ClHasher, KEY_BYTES, Key, hash, hash_bitmix, hash_many, hash_mixed, mix};
use testkit::sweep;
use testkit::vectors::{CLHASH, CLHASH_BITMIX, CLHASH_PARTS};

fn on_every_backend(what: &str, test: impl Fn(Backend)) {
    let available = Backend::available().map(|b| (b.name(), b));
    sweep(what, &Backend::NAMES, available, Backend::detect().name(), test);
}

fn key(bytes: &[u8]) -> Key {
    Key::try_from(bytes).expect("the file's keys are whole")
}

#[test]
fn one_shot() {
    on_every_backend("clhash vectors", |backend| {
        let new_key = |bytes: &[u8]| key(bytes).with_backend(backend);
        let text = |h: u64| format!("{h:016x}");
        CLHASH.hashes().check("clhash", new_key, |k, m| text(hash(k, m)));
        CLHASH_BITMIX.hashes().check("clhash_bitmix", new_key, |k, m| text(hash_bitmix(k, m)));
    });
}

#[test]
fn stream() {
    on_every_backend("clhash stream vectors", |backend| {
        let new_key = |bytes: &[u8]| key(bytes).with_backend(backend);
        let stream = |k: &Key, m: &[u8]| {
            let mut hasher = ClHasher::new(k);
            for piece in m.chunks(37) {
                hasher.update(piece);
            }
            hasher.finalize()
        };
        CLHASH.hashes().check("clhash", new_key, |k, m| format!("{:016x}", stream(k, m)));
    });
}

#[test]
fn batch() {
    on_every_backend("clhash batch vectors", |backend| {
        let new_key = |bytes: &[u8]| key(bytes).with_backend(backend);
        let batch = |k: &Key, m: &[u8]| {
            let mut out = [0; 3];
            hash_many(k, &[b"before", m, b"behind"], &mut out).expect("as many as places");
            assert_eq!([out[0], out[2]], [hash(k, b"before"), hash(k, b"behind")]);
            out[1]
        };
        CLHASH.hashes().check("clhash", new_key, |k, m| format!("{:016x}", batch(k, m)));
    });
}
