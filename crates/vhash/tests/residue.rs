//! With the feature `wipe-stack` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use hash_core::function::Function;
use testkit::message::NOISE;
use testkit::residue::{self, Batch};
use vhash::named::{Vhash64, Vhash128};
use vhash::{Key64, Key128, VHasher64, VHasher128, hash, hash128};

testkit::residue_of_keys! {
    keys: Key64, |made| made.as_ref().expect("a valid key"), |key| {
        for len in [0, 8, 100, 128, 5000] {
            let message = NOISE.message(len);
            let mut hasher = VHasher64::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![0; words.len()];
            Vhash64::hash_many(key, messages, &mut out).expect("a batch");
            Vhash64::hash_u64s(key, words, &mut out).expect("a batch");
            Vhash64::hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
    keys_of_128_bits: Key128, |made| made.as_ref().expect("a valid key"), |key| {
        for len in [0, 8, 100, 128, 5000] {
            let message = NOISE.message(len);
            let mut hasher = VHasher128::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash128(key, &message));
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![[0; 2]; words.len()];
            Vhash128::hash_many(key, messages, &mut out).expect("a batch");
            Vhash128::hash_u64s(key, words, &mut out).expect("a batch");
            Vhash128::hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
}

/// The key that VMAC derives leaves nothing behind either; `aes` wipes its own.
#[cfg(feature = "vmac")]
#[test]
fn derived_keys() {
    use vhash::vmac::{Nonce, Vmac64};
    let vmac: Vmac64 = Vmac64::from_key(&[7; 16]).expect("a valid key");
    let secret: Vec<u8> =
        vmac.key().to_words().iter().flat_map(|word| word.to_ne_bytes()).collect();
    // The words of NH only: those of K have few random bits.
    let secret = &secret[..128];
    let left = residue::after(secret, || {
        let vmac = Vmac64::from_key(&[7; 16]);
        let vmac: &Vmac64 = vmac.as_ref().expect("a valid key");
        let message = NOISE.message(5000);
        assert!(vmac.verify(&Nonce::from(1), &message, &[0; 8]).is_err());
    });
    assert_eq!((left.words_on_stack, left.words_freed), (0, 0), "{left:?}");
}
