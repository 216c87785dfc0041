//! The published library's values, on every backend of the machine.

use highwayhash::{Backend, HighwayHasher, Key, hash_many, hash64, hash128, hash256};
use testkit::on_every_backend;
use testkit::vectors::{HIGHWAYHASH64, HIGHWAYHASH128, HIGHWAYHASH256, Table};

/// A hash as the files write it.
fn text(words: &[u64]) -> String {
    words.iter().map(|w| format!("{w:016x}")).collect::<Vec<_>>().join(",")
}

/// Checks a way to hash against all vectors of a file, on every backend.
fn check(table: &Table, function: &str, way: impl Fn(&Key, &[u8]) -> String) {
    let key = |bytes: &[u8]| Key::try_from(bytes).expect("the file's keys are whole");
    on_every_backend!(Backend, &format!("{function}: vectors"), |backend| {
        table.hashes().check(function, |bytes| key(bytes).with_backend(backend), &way);
    });
}

fn stream(key: &Key, message: &[u8]) -> HighwayHasher {
    let mut hasher = HighwayHasher::new(key);
    for piece in message.chunks(37) {
        hasher.update(piece);
    }
    assert_eq!(hasher.len(), message.len() as u64);
    assert_eq!(hasher.is_empty(), message.is_empty());
    hasher
}

#[test]
fn one_shot() {
    check(&HIGHWAYHASH64, "highwayhash64", |k, m| text(&[hash64(k, m)]));
    check(&HIGHWAYHASH128, "highwayhash128", |k, m| text(&hash128(k, m)));
    check(&HIGHWAYHASH256, "highwayhash256", |k, m| text(&hash256(k, m)));
}

#[test]
fn streams() {
    check(&HIGHWAYHASH64, "highwayhash64", |k, m| text(&[stream(k, m).finalize64()]));
    check(&HIGHWAYHASH128, "highwayhash128", |k, m| text(&stream(k, m).finalize128()));
    check(&HIGHWAYHASH256, "highwayhash256", |k, m| text(&stream(k, m).finalize256()));
}

#[test]
fn batch() {
    check(&HIGHWAYHASH64, "highwayhash64", |k, m| {
        let mut out = [0; 6];
        let others: [&[u8]; 2] = [&[1; 70], b"behind"];
        hash_many(k, &[others[0], m, m, m, others[1], m], &mut out).expect("as many as places");
        assert_eq!([out[0], out[4]], others.map(|m| hash64(k, m)));
        assert_eq!([out[2], out[3], out[5]], [out[1]; 3]);
        text(&[out[1]])
    });
}
