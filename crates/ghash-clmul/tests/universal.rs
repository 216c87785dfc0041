//! The traits of `universal-hash`.
#![cfg(feature = "universal-hash")]

use ghash_clmul::universal_hash::{BlockHasher, GHash, Polyval};
use ghash_clmul::{Backend, Gcm, GcmSiv, Key, Standard, hash};
use testkit::message::NOISE;
use testkit::on_every_backend;
use universal_hash::array::Array;
use universal_hash::common::Reset;
use universal_hash::{KeyInit, ParBlocks, UhfBackend, UniversalHash};

fn blocks_in_block_out<S: Standard>(backend: Backend) {
    let key = Key::<S>::from_seed(1).with_backend(backend);
    for len in (0..200).chain([512, 1000, 1024, 1025, 5000]) {
        let message = NOISE.message(len);
        let mut padded = message.clone();
        padded.resize(len.next_multiple_of(16), 0);
        let expected = hash(&key, &padded);
        let mut whole = BlockHasher::with_key(key.clone());
        whole.update_padded(&message);
        assert_eq!(whole.clone().finalize(), expected, "{len} bytes");
        whole.clone().verify(&expected.into()).expect("the right value is accepted");
        whole.verify(&expected.map(|b| !b).into()).expect_err("a wrong value is rejected");

        let (blocks, _) = Array::slice_as_chunks(&padded);
        let mut by_blocks = BlockHasher::with_key(key.clone());
        for block in blocks {
            by_blocks.update(&[*block]);
        }
        assert_eq!(by_blocks.finalize_reset(), expected, "{len} bytes");
        assert_eq!(by_blocks.clone().finalize(), [0; 16], "not reset");

        // A cipher that works on many blocks at once calls these functions.
        let (groups, rest) = ParBlocks::<BlockHasher<S>>::slice_as_chunks(blocks);
        for group in groups {
            by_blocks.proc_par_blocks(group);
        }
        for block in rest {
            by_blocks.proc_block(block);
        }
        assert_eq!(by_blocks.clone().finalize(), expected, "{len} bytes");
        by_blocks.reset();
        by_blocks.update(blocks);
        assert_eq!(by_blocks.finalize(), expected, "{len} bytes");
    }
}

#[test]
fn both_functions() {
    on_every_backend!(Backend, "ghash: universal-hash", blocks_in_block_out::<Gcm>);
    on_every_backend!(Backend, "polyval: universal-hash", blocks_in_block_out::<GcmSiv>);
}

/// A hasher from bytes computes the powers of its key at once or when it needs them, so both orders
/// of long and short pieces are hashed.
fn powers_when_needed<S: Standard>(backend: Backend) {
    let key = Key::<S>::from_seed(2).with_backend(backend);
    let message = NOISE.message(1000);
    for len in (0..=300).chain([511, 512, 513, 1000]) {
        let mut whole = BlockHasher::<S>::new_on(backend, &key.to_bytes().into());
        whole.update_padded(&message[..len]);
        assert_eq!(whole.clone().finalize(), hash(&key, &message[..len]), "{len} bytes");
        for second in [0, 1, 16, 127, 128, 129, 600] {
            let mut both = whole.clone();
            both.update_padded(&message[..second]);
            let mut all = message[..len].to_vec();
            all.resize(len.next_multiple_of(16), 0);
            all.extend(&message[..second]);
            assert_eq!(both.finalize_reset(), hash(&key, &all), "{len} and {second} bytes");
            both.update_padded(&message[..len]);
            assert_eq!(both.finalize(), hash(&key, &message[..len]), "{len} bytes again");
        }
    }
}

#[test]
fn hashers_from_bytes() {
    on_every_backend!(Backend, "ghash: universal-hash, new", powers_when_needed::<Gcm>);
    on_every_backend!(Backend, "polyval: universal-hash, new", powers_when_needed::<GcmSiv>);
}

#[test]
fn keys_are_those_of_the_standards() {
    let bytes = [7; 16];
    let mut ghash = GHash::new(&bytes.into());
    ghash.update_padded(b"text");
    assert_eq!(ghash.finalize(), hash(&Key::<Gcm>::from_bytes(&bytes), b"text"));
    let mut polyval = Polyval::new_from_slice(&bytes).expect("16 bytes");
    polyval.update_padded(b"text");
    assert_eq!(polyval.finalize(), hash(&Key::<GcmSiv>::from_bytes(&bytes), b"text"));
    assert_eq!(
        format!("{:?}", GHash::new(&bytes.into())),
        "BlockHasher { function: \"GHASH\", .. }"
    );
}
