//! The suites of the family, and tests of what only VHASH has.

mod limits;

use reference::vhash as oracle;
use std::sync::Arc;
use testkit::conformance::{AnyFunction, checkpoint, map};
use testkit::lengths::ladder;
use testkit::message::NOISE;
use testkit::on_every_backend;
use vhash::named::{Vhash64, Vhash128};
use vhash::{
    BLOCK_BYTES, Backend, CheckpointError, FixedState, Key64, Key128, Partial64, RandomState,
    VHasher64, VHasher128, hash, hash128,
};

fn oracle64(key: &Key64, message: &[u8]) -> u64 {
    oracle::hash64(&oracle::Key::new(&key.to_bytes()), message)
}

fn oracle128(key: &Key128, message: &[u8]) -> [u64; 2] {
    oracle::hash128(&oracle::Key::new(&key.to_bytes()), message)
}

testkit::suites!(vhash64: joining Vhash64);
testkit::suites!(vhash128: joining Vhash128);
// An integer of any type counts as one word, and one of 128 bits as two.
testkit::map_suite!(RandomState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: true, bytes: 16);

mod fast {
    use vhash::FastState;
    testkit::map_suite!(FastState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: false, bytes: 40);
}

#[test]
fn fixed_states_hash_what_is_written() {
    on_every_backend!(Backend, "vhash: fixed state", |backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        map::fixed_state(&FixedState::new(&key), |bytes| hash(&key, bytes));
        map::fixed_state(&FixedState::new(Arc::new(key.clone())), |bytes| hash(&key, bytes));
        map::fixed_state(&FixedState::from_seed(1), |bytes| hash(&key, bytes));
    });
}

/// Compares every number of blocks up to four groups and two blocks, and one byte more or less,
/// with the reference.
#[test]
fn any_number_of_blocks() {
    on_every_backend!(Backend, "vhash: blocks", |backend| {
        let key = Key64::from_seed(0).with_backend(backend);
        let double = Key128::from_seed(0).with_backend(backend);
        for len in ladder(0, BLOCK_BYTES, 34) {
            let message = NOISE.message(len);
            assert_eq!(hash(&key, &message), oracle64(&key, &message), "{len} bytes");
            assert_eq!(hash128(&double, &message), oracle128(&double, &message), "{len} bytes");
        }
    });
}

/// Keys and messages that give the largest sums and products, and zeros.
#[test]
fn extreme_keys_and_messages() {
    let words: Vec<u64> = [u64::MAX; 22].into_iter().chain([u64::MAX - 257; 4]).collect();
    let most: [u64; 26] = words.try_into().expect("26 words");
    on_every_backend!(Backend, "vhash: extremes", |backend| {
        for words in [most, [0; 26], [1; 26]] {
            let double = Key128::from_words(words)
                .expect("the words fit the last step")
                .with_backend(backend);
            let words: [u64; 20] = std::array::from_fn(|i| words[i + 6]);
            let key = Key64::from_words(words)
                .expect("the words fit the last step")
                .with_backend(backend);
            for byte in [0, 1, 0x7f, 0xff] {
                for len in (0..=4200).step_by(60) {
                    let message = vec![byte; len];
                    assert_eq!(hash(&key, &message), oracle64(&key, &message));
                    assert_eq!(hash128(&double, &message), oracle128(&double, &message));
                }
            }
        }
    });
}

#[test]
fn streams_become_parts_at_any_length() {
    let key = Key64::from_seed(16);
    let message = NOISE.message(3000);
    let mut hasher = VHasher64::new(&key);
    for len in 0..message.len() {
        assert_eq!(hasher.partial(), Partial64::of(&key, &message[..len]), "{len} bytes");
        hasher.update(&message[len..=len]);
    }
}

/// A stream can own or share its key, and then outlive the scope that made it.
#[test]
fn streams_own_or_share_their_keys() {
    let (owned, shared) = {
        let key = Key128::from_seed(3);
        (VHasher128::new(key.clone()), VHasher128::new(Arc::new(key)))
    };
    let mut copy = owned.clone();
    copy.update(b"message");
    assert_eq!(copy.finalize(), hash128(&Key128::from_seed(3), b"message"));
    assert_eq!(owned.finalize(), shared.finalize());
}

/// The bytes of a checkpoint are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    let zeros = "0".repeat(250);
    checkpoint::frozen(
        &AnyFunction::joining::<Vhash64>(),
        2048 + 3,
        &format!(
            "76686173680001010308000000000000069ff3a0aca15b5b12854468582f7444\
             000000000000000000000000000000001b9e21{zeros}334badcc8bb4deef"
        ),
    );
    checkpoint::frozen(
        &AnyFunction::joining::<Vhash128>(),
        2048 + 3,
        &format!(
            "76686173680002010308000000000000f1de56f16214be5676d32b58a2874861\
             88f19534283c6dcf97cbce2613785d111b9e21{zeros}9cb42e6dd9358cd4"
        ),
    );
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    let prime = |bytes: &mut [u8]| {
        bytes[8] = 128;
        bytes[16..31].fill(0xff);
        bytes[31] = 0x7f;
    };
    checkpoint::refuse_states(
        &AnyFunction::joining::<Vhash64>(),
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a tail after an empty message", |b| b[48] = 1),
            ("a fourth byte in a tail of three", |b| (b[8], b[51]) = (3, 1)),
            ("a polynomial without a whole block", |b| (b[8], b[20]) = (3, 1)),
            ("a second iteration of VHASH-64", |b| b[40] = 1),
            ("a polynomial of 2^127 - 1", prime),
        ],
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::joining::<Vhash64>(), &|b| b[8] = 3),
        None,
        "a tail of three zeros is valid"
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::joining::<Vhash64>(), &|b| (b[8], b[20]) = (128, 1)),
        None,
        "any polynomial is valid after a block"
    );
}

#[test]
fn checkpoints_of_the_other_width_are_refused() {
    let (key, double) = (Key64::from_seed(9), Key128::from_seed(9));
    let saved = VHasher64::new(&key).checkpoint();
    let error = VHasher128::from_checkpoint(&double, &saved).err();
    assert_eq!(error, Some(CheckpointError::Foreign));
    let saved = VHasher128::new(&double).checkpoint();
    let error = VHasher64::from_checkpoint(&key, &saved).err();
    assert_eq!(error, Some(CheckpointError::Foreign));
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key64 = Key64::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), oracle64(&KEY, b"abc"));
}
