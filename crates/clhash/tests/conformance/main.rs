//! The suites of the family, and tests of CLHASH alone.

mod clhash128;
mod limits;

use clhash::named::{Clhash, ClhashBitmix};
use clhash::{
    BLOCK_BYTES, Backend, ClHasher, FixedState, Key, RandomState, hash, hash_bitmix, hash_mixed,
};
use testkit::conformance::{AnyFunction, checkpoint, map};
use testkit::on_every_backend;

testkit::suites!(plain: joining Clhash);
testkit::suites!(bitmix: of ClhashBitmix);
// Integers form one message: a (u32, u32) writes the bytes of a u64, two u8 those of a u16.
testkit::map_suite!(RandomState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: true, bytes: 16);

mod fast {
    use clhash::FastState;
    testkit::map_suite!(FastState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: false, bytes: 40);
}

#[test]
fn fixed_states_hash_what_is_written() {
    on_every_backend!(Backend, "clhash: fixed state", |backend| {
        let key = Key::from_seed(1).with_backend(backend);
        map::fixed_state(&FixedState::new(&key), |bytes| hash(&key, bytes));
        map::fixed_state(&FixedState::new(std::sync::Arc::new(key.clone())), |b| hash(&key, b));
        map::fixed_state(&FixedState::from_seed(1), |bytes| hash(&key, bytes));
    });
}

/// Kernels prefetch messages that do not fit into a cache. In pieces of 16 KiB these fit. Portable
/// code, which is slow under emulation, prefetches nothing.
#[test]
fn messages_beyond_caches() {
    let message = testkit::message::NOISE.message((8 << 20) + 5000);
    let edges = [48 << 10, 512 << 10, 4 << 20, 8 << 20];
    let lengths = edges.map(|edge| [edge - 1, edge + 3 * BLOCK_BYTES + 17]);
    on_every_backend!(Backend, "clhash: messages beyond caches", |backend| {
        let key = Key::from_seed(3).with_backend(backend);
        let wide_key = clhash::clhash128::Key::from_seed(3).with_backend(backend);
        let most = if backend == Backend::PORTABLE { 1 << 20 } else { message.len() };
        for &len in lengths.as_flattened().iter().filter(|len| **len <= most) {
            let mut hasher = ClHasher::new(&key);
            let mut wide_hasher = clhash::clhash128::ClHasher128::new(&wide_key);
            for piece in message[..len].chunks(16 << 10) {
                hasher.update(piece);
                wide_hasher.update(piece);
            }
            assert_eq!(hash(&key, &message[..len]), hasher.finalize(), "{len} bytes");
            let wide = clhash::clhash128::hash(&wide_key, &message[..len]);
            assert_eq!(wide, wide_hasher.finalize(), "{len} bytes, 128 bits");
        }
    });
}

#[test]
fn streams_finish_in_each_flavour() {
    let key = Key::from_seed(4);
    let message = testkit::message::NOISE.message(2100);
    let mut hasher = ClHasher::new(&key);
    for (len, byte) in message.iter().enumerate() {
        assert_eq!(hasher.finalize_mixed(), hash_mixed(&key, &message[..len]));
        assert_eq!(hasher.finalize_bitmix(), hash_bitmix(&key, &message[..len]));
        hasher.update(&[*byte]);
    }
}

/// Only messages of up to a block are mixed, and a length that is cut to 16 bits is not one.
#[test]
fn long_messages_are_not_mixed() {
    let key = Key::from_seed(4);
    for len in [BLOCK_BYTES + 1, 1 << 16, (1 << 16) + 5] {
        let message = testkit::message::NOISE.message(len);
        assert_eq!(hash_bitmix(&key, &message), hash(&key, &message), "{len} bytes");
    }
    let message = testkit::message::NOISE.message(BLOCK_BYTES);
    assert_ne!(hash_bitmix(&key, &message), hash(&key, &message));
}

/// The stored bytes are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &AnyFunction::joining::<Clhash>(),
        1024 + 16 + 3,
        "636c6861736800011304000000000000fc088bf57db5ecbb759a1ff00d9f2a7c6a23db52fdd8517f\
         5a376c10a988191de76aed00000000000000000000000000e4d2bef0ee9c38ea",
    );
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::joining::<Clhash>(),
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a tail in an empty message", |b| b[48] = 1),
            ("three bytes, but a fourth in the tail", |b| (b[8], b[51]) = (3, 1)),
            ("a polynomial without a block", |b| (b[8], b[16]) = (3, 1)),
            ("a product without a pair", |b| (b[8], b[32]) = (16, 1)),
            ("a product of degree 127", |b| (b[8], b[47]) = (17, 0x80)),
        ],
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::joining::<Clhash>(), &|b| b[8] = 3),
        None,
        "three zero bytes"
    );
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key = Key::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), reference::clhash::hash(&KEY.to_words(), b"abc"));
}
