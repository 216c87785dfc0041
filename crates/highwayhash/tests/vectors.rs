//! Tests with values of the published library, on every backend of the machine.

use highwayhash::{Backend, HighwayHasher, Key, Output, hash, hash_many, hash128, hash256};
use testkit::on_every_backend;
use testkit::vectors::{HIGHWAYHASH64, HIGHWAYHASH128, HIGHWAYHASH256, Table};

/// Formats a hash as in the files.
fn text(words: &[u64]) -> String {
    words.iter().map(|w| format!("{w:016x}")).collect::<Vec<_>>().join(",")
}

/// Checks one way to hash against all vectors of a file, on every backend.
fn check(table: &Table, function: &str, way: impl Fn(&Key, &[u8]) -> String) {
    let key = |bytes: &[u8]| Key::try_from(bytes).expect("keys in the file have the right length");
    on_every_backend!(Backend, &format!("{function}: vectors"), |backend| {
        table.hashes().check(function, |bytes| key(bytes).with_backend(backend), &way);
    });
}

fn stream(key: &Key, message: &[u8]) -> HighwayHasher {
    let mut hasher = HighwayHasher::new(key);
    message.chunks(37).for_each(|piece| hasher.update(piece));
    hasher
}

/// Hashes a message in the middle of a batch.
fn in_batch<H: Output>(key: &Key, message: &[u8], zero: H) -> H {
    let mut out = [zero; 6];
    let messages = [&[1; 70], message, message, message, b"after", message];
    hash_many(key, &messages, &mut out).expect("one output per message");
    out[3]
}

#[test]
fn one_shot() {
    check(&HIGHWAYHASH64, "highwayhash64", |k, m| text(&[hash(k, m)]));
    check(&HIGHWAYHASH128, "highwayhash128", |k, m| text(&hash128(k, m)));
    check(&HIGHWAYHASH256, "highwayhash256", |k, m| text(&hash256(k, m)));
}

#[test]
fn streams() {
    check(&HIGHWAYHASH64, "highwayhash64", |k, m| text(&[stream(k, m).finalize()]));
    check(&HIGHWAYHASH128, "highwayhash128", |k, m| text(&stream(k, m).finalize128()));
    check(&HIGHWAYHASH256, "highwayhash256", |k, m| text(&stream(k, m).finalize256()));
}

#[test]
fn batches() {
    check(&HIGHWAYHASH64, "highwayhash64", |k, m| text(&[in_batch(k, m, 0)]));
    check(&HIGHWAYHASH128, "highwayhash128", |k, m| text(&in_batch(k, m, [0; 2])));
    check(&HIGHWAYHASH256, "highwayhash256", |k, m| text(&in_batch(k, m, [0; 4])));
}
