//! Every backend against the reference, and against the ends of its slices.

use ghash_clmul::{Backend, GhashKey, Key, PolyvalKey, Standard, hash, hash_aead};
use proptest::prelude::*;
use reference::ghash as oracle;
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT, splitmix64_bytes};
use testkit::{Guarded, on_every_backend};

/// A function, and what it should be.
type Function = (fn([u8; 16], Backend, &[u8]) -> [u8; 16], fn([u8; 16], &[u8]) -> [u8; 16]);

const FUNCTIONS: [Function; 2] = [
    (|k, b, m| hash(&GhashKey::from_bytes(&k).with_backend(b), m), oracle::ghash),
    (|k, b, m| hash(&PolyvalKey::from_bytes(&k).with_backend(b), m), oracle::polyval),
];

fn key(seed: u64) -> [u8; 16] {
    splitmix64_bytes(seed, 16).try_into().expect("16 bytes")
}

/// All lengths of the short ways, and the edges of blocks and registers behind them, to where each
/// loop has run for several groups.
fn lengths() -> Vec<usize> {
    let mut lengths = ladder(700, 64, 60);
    lengths.extend((1..=16).map(|i| 2048 + 16 * i));
    lengths.extend((4090..4700).step_by(16));
    lengths.extend([1500, 5000, 8192 + 15]);
    lengths
}

#[test]
fn every_length_agrees_with_the_reference() {
    on_every_backend!(Backend, "ghash: lengths", |backend| {
        for (function, oracle) in FUNCTIONS {
            for len in lengths() {
                let message = NOISE.message(len);
                let expected = oracle(key(1), &message);
                assert_eq!(function(key(1), backend, &message), expected, "{len} bytes");
            }
        }
    });
}

#[test]
fn nothing_behind_or_before_the_slice_is_read() {
    on_every_backend!(Backend, "ghash: guard pages", |backend| {
        let mut guarded = Guarded::new(16 << 10);
        for (function, _) in FUNCTIONS {
            for len in lengths() {
                let message = PAINT.message(len);
                let expected = function(key(2), backend, &message);
                let (end, begin) = (
                    function(key(2), backend, guarded.end(&message)),
                    function(key(2), backend, guarded.begin(&message)),
                );
                assert_eq!((end, begin), (expected, expected), "{len} bytes");
            }
        }
    });
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "ghash: placements", |backend| {
        for (function, oracle) in FUNCTIONS {
            for len in ladder(140, 512, 5) {
                let message = PAINT.message(len);
                let expected = oracle(key(3), &message);
                placements(&message, 64, |m| {
                    assert_eq!(function(key(3), backend, m), expected, "{len} bytes");
                });
            }
        }
    });
}

#[test]
fn keys_with_few_bits() {
    on_every_backend!(Backend, "ghash: keys", |backend| {
        let message = NOISE.message(1300);
        for bit in 0..128 {
            let key = (1_u128 << bit).to_le_bytes();
            for (function, oracle) in FUNCTIONS {
                assert_eq!(function(key, backend, &message), oracle(key, &message), "bit {bit}");
                assert_eq!(function([0; 16], backend, &message), [0; 16]);
            }
        }
        let ones = vec![0xff; 1300];
        for (function, oracle) in FUNCTIONS {
            assert_eq!(function([0xff; 16], backend, &ones), oracle([0xff; 16], &ones));
        }
    });
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: GhashKey = GhashKey::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), oracle::ghash(KEY.to_bytes(), b"abc"));
}

/// What GCM does with lengths, from the pieces of the definition.
#[test]
fn lengths_are_a_block() {
    fn padded(parts: [&[u8]; 2], block: [u8; 16]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in parts {
            bytes.extend(part);
            bytes.resize(bytes.len().next_multiple_of(16), 0);
        }
        bytes.extend(block);
        bytes
    }
    fn lengths(parts: [&[u8]; 2], to_bytes: fn(u64) -> [u8; 8]) -> [u8; 16] {
        let [a, t] = parts.map(|part| to_bytes(8 * part.len() as u64));
        [a, t].concat().try_into().expect("16 bytes")
    }
    fn with<S: Standard>(backend: Backend) -> Key<S> {
        Key::from_bytes(&key(4)).with_backend(backend)
    }
    on_every_backend!(Backend, "ghash: lengths as a block", |backend| {
        let message = NOISE.message(800);
        for (a, t) in [(0, 0), (0, 1), (1, 0), (16, 16), (20, 300), (300, 20), (400, 400)] {
            let parts = [&message[..a], &message[400..400 + t]];
            let expected = oracle::ghash(key(4), &padded(parts, lengths(parts, u64::to_be_bytes)));
            assert_eq!(hash_aead(&with::<ghash_clmul::Gcm>(backend), parts[0], parts[1]), expected);
            let expected =
                oracle::polyval(key(4), &padded(parts, lengths(parts, u64::to_le_bytes)));
            assert_eq!(
                hash_aead(&with::<ghash_clmul::GcmSiv>(backend), parts[0], parts[1]),
                expected
            );
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_key_and_message(
        key in any::<[u8; 16]>(),
        message in proptest::collection::vec(any::<u8>(), 0..3000),
    ) {
        for (function, oracle) in FUNCTIONS {
            let expected = oracle(key, &message);
            for backend in Backend::available() {
                prop_assert_eq!(function(key, backend, &message), expected, "{}", backend.name());
            }
        }
    }
}
