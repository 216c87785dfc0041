//! The suites of the family, and tests of mshash alone.

mod limits;

use mshash::named::Mshash;
use mshash::{Backend, FixedState, Key, MsHasher, hash, hash_array};
use testkit::conformance::{AnyFunction, checkpoint, map};
use testkit::message::NOISE;
use testkit::on_every_backend;

testkit::suites!(plain: of Mshash);

#[test]
fn fixed_states_hash_what_is_written() {
    on_every_backend!(Backend, "mshash: fixed state", |backend| {
        let key = Key::from_seed(1).with_backend(backend);
        map::fixed_state(&FixedState::new(&key), |bytes| hash(&key, bytes));
        map::fixed_state(&FixedState::new(std::sync::Arc::new(key.clone())), |b| hash(&key, b));
        map::fixed_state(&FixedState::from_seed(1), |bytes| hash(&key, bytes));
    });
}

/// Compares arrays of these lengths with slices.
macro_rules! arrays {
    ($key:ident: $($len:literal)*) => {
        $({
            let message: [u8; $len] = NOISE.message($len).try_into().expect("this length");
            let expected = reference::mshash::hash(&$key.to_words(), &message);
            assert_eq!(hash_array(&$key, &message), expected, "{} bytes", $len);
        })*
    };
}

#[test]
fn arrays() {
    let key = Key::from_seed(2);
    arrays!(key: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
    arrays!(key: 33 34 47 48 49 63 64 65 95 96 97 127 128 129 255 256 257 1000);
}

#[test]
fn the_format_of_checkpoints_is_frozen() {
    let saved = |len| {
        let mut hasher = MsHasher::new(Key::from_seed(1));
        hasher.update(&NOISE.message(len));
        hasher.checkpoint().to_bytes()
    };
    let short = saved(3);
    assert_eq!(short[..16], *b"mshash\0\x01\x03\0\0\0\0\0\0\0");
    assert_eq!((&short[16..19], short[19..272].iter().max()), (&*NOISE.message(3), Some(&0)));
    let long = saved(1024 + 16 + 3);
    assert_eq!(long[..16], *b"mshash\0\x01\x13\x04\0\0\0\0\0\0");
    assert_eq!(long[64..272].iter().max(), Some(&0));
    let sums = [short, long].map(|saved| hash_core::checkpoint::fnv1a(&saved));
    assert_eq!(sums, [0x419a_fcf4_a51d_7d85, 0x8050_ef1a_607f_f40a], "the whole checkpoints");
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::of::<Mshash>(),
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a byte in an empty message", |b| b[16] = 1),
            ("three bytes, but a fourth in the buffer", |b| (b[8], b[19]) = (3, 1)),
            ("256 bytes and a polynomial", |b| (b[8], b[9], b[16 + 256 - 1]) = (255, 0, 1)),
            ("257 bytes and a polynomial of CLHASH", |b| (b[8], b[9], b[16]) = (1, 1, 1)),
            ("257 bytes and more than a state of CLHASH", |b| (b[8], b[9], b[64]) = (1, 1, 1)),
        ],
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::of::<Mshash>(), &|b| b[8] = 3),
        None,
        "three zero bytes"
    );
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key = Key::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), reference::mshash::hash(&KEY.to_words(), b"abc"));
}
