//! Tests of CLHASH-128 alone.

use clhash::Backend;
use clhash::clhash128::bound::collision_bound;
use clhash::clhash128::{BLOCK_BYTES, ClHasher128, Key, hash, polynomials};
use clhash::named::Clhash128;
use gf2::Gf128;
use reference::clhash::clhash128 as oracle;
use testkit::conformance::{AnyFunction, checkpoint};
use testkit::message::NOISE;
use testkit::{limits, on_every_backend};

testkit::suites!(suites: joining Clhash128);
testkit::key_suite!(universal key: Key, "CLHASH-128");

#[test]
fn parts_of_zeros_are_refused() {
    let is_refused = |bytes: &[u8]| Key::try_from(bytes).is_err();
    let parts = [0..2304, 2368..2384, 2384..2400];
    let key = Key::from_seed(1);
    testkit::conformance::key::refused_parts(&key.to_bytes(), &parts, 2304..2368, is_refused);
    // A zero as the first word of every unit is enough where the products have no words.
    let mut words = key.to_words();
    words[..288].fill(0);
    let key = Key::from_words(words);
    let units = [[0_u64, 7]; 128].as_flattened().iter().flat_map(|w| w.to_le_bytes());
    assert_eq!(hash(&key, &units.collect::<Vec<_>>()), hash(&key, &[0; 2048]));
}

/// Compares with the reference at every length up to a block and two groups, and around the ends of
/// the units, groups and blocks after that.
#[test]
fn polynomials_of_every_length() {
    let message = NOISE.message(3 * BLOCK_BYTES + 1100);
    let key = Key::from_seed(9);
    let words = key.to_words();
    let near = |len: &usize| *len <= BLOCK_BYTES + 1024 || matches!(len % 64, 0 | 1 | 17 | 63);
    let lengths: Vec<_> = (0..=message.len()).filter(near).collect();
    let expected: Vec<_> =
        lengths.iter().map(|&len| oracle::polynomials(&words, &message[..len])).collect();
    on_every_backend!(Backend, "clhash128: polynomials", |backend| {
        let key = key.clone().with_backend(backend);
        for (&len, expected) in lengths.iter().zip(&expected) {
            assert_eq!(polynomials(&key, &message[..len]), *expected, "{len} bytes");
        }
    });
}

/// The stored bytes are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    let mut hasher = ClHasher128::new(Key::from_seed(1));
    hasher.update(&NOISE.message(BLOCK_BYTES + 512 + 3));
    let saved = hasher.checkpoint().to_bytes();
    assert_eq!(saved[..16], *b"clh128\0\x01\x03\x0a\0\0\0\0\0\0");
    assert_eq!(hash_core::checkpoint::fnv1a(&saved), 0x93cc_eb08_1eec_6181, "the whole checkpoint");
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::joining::<Clhash128>(),
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a byte in an empty message", |b| b[80] = 1),
            ("three bytes, but a fourth in the buffer", |b| (b[8], b[83]) = (3, 1)),
            ("a polynomial without a block", |b| (b[8], b[16]) = (3, 1)),
            ("a product without a group", |b| (b[8], b[48]) = (3, 1)),
        ],
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::joining::<Clhash128>(), &|b| b[8] = 3),
        None,
        "three zero bytes"
    );
}

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

#[test]
fn the_length_is_a_whole_word() {
    limits::far_streams::<Clhash128>(COUNT, |key, near, far| {
        let words = key.to_words();
        let k3 = Gf128::new(u128::from(words[294]) | u128::from(words[295]) << 64);
        let lengths = Gf128::new(u128::from(near.len() ^ far.len()));
        let [a, b] = [near.finalize(), far.finalize()];
        let sum = u128::from(a[0] ^ b[0]) | u128::from(a[1] ^ b[1]) << 64;
        assert_eq!(sum, (k3 * lengths).to_bits());
    });
    limits::every_bit_counts::<Clhash128>(COUNT);
}

#[test]
fn streams_and_parts_go_on() {
    limits::beyond_the_last_checkpoint::<Clhash128>(COUNT);
    limits::far_parts::<Clhash128>(COUNT);
    limits::parts_of_many_blocks::<Clhash128>();
    assert!(collision_bound(1 << 60) < -126.99);
    assert!(collision_bound(u64::MAX) > collision_bound(2048));
}

#[test]
fn wrong_orders_and_keys_give_other_hashes() {
    limits::misplaced_parts::<Clhash128>(true);
    limits::another_key::<Clhash128>();
}
