//! Tests that a tag is a permutation of CLHASH-128, chosen by a key apart.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes256, Block};
use clhash::clhash128;
use clmac::{Backend, Key, tag};
use testkit::message::NOISE;
use testkit::on_every_backend;

/// Encrypts blocks 0, 1, … of a use under the key of 32 bytes.
fn derived(key: &Key, purpose: u8, blocks: u8) -> Vec<[u8; 16]> {
    let master = Aes256::new(&key.to_bytes().into());
    let block = |i| {
        let mut block = Block::from(*b"clmac-1_\0\0\0\0\0\0\0\0");
        [block[7], block[8]] = [purpose, i];
        master.encrypt_block(&mut block);
        block.into()
    };
    (0..blocks).map(block).collect()
}

/// Decrypting a tag under the key of tags gives the hash under the key of the hash. So different
/// hashes never have the same tag, and every sequence of tags belongs to one of hashes.
#[test]
fn tags_are_a_permutation_of_the_hashes() {
    on_every_backend!(Backend, "clmac: a permutation", |backend| {
        for seed in 0..8 {
            let key = Key::from_seed(seed).with_backend(backend);
            let bytes = derived(&key, b'H', 150);
            let (words, _) = bytes.as_flattened().as_chunks();
            let hash_key =
                clhash128::Key::from_words(std::array::from_fn(|i| u64::from_le_bytes(words[i])));
            let halves = derived(&key, b'T', 2);
            let cipher = Aes256::new_from_slice(halves.as_flattened()).expect("32 bytes");
            for message in [0, 1, 8, 17, 700, 5000].map(|len| NOISE.message(len)) {
                let mut block = Block::from(tag(&key, &message));
                cipher.decrypt_block(&mut block);
                let hash = clhash128::hash(&hash_key, &message);
                let hash: Vec<u8> = hash.iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(block.as_slice(), hash, "{} bytes", message.len());
            }
        }
    });
}
