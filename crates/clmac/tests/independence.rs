//! Tests what the joint distribution of several tags rests on, on the code that ships: a tag is a
//! permutation of CLHASH-128, chosen by a key apart, so tags are independent where the hashes are
//! not.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes256, Block};
use clhash::wide;
use clmac::{Backend, Key, tag};
use reference::gf2::{P128, mul_mod};
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

/// Messages of one block that differ in one word, 0, 1 or x.
fn three(len: usize) -> [Vec<u8>; 3] {
    let mut message = NOISE.message(len);
    let word = (len - 1) / 8 * 8;
    message[word..].fill(0);
    [0, 1, 2].map(|byte| {
        message[word] = byte;
        message.clone()
    })
}

/// Whether the third number is x a + (x + 1) b, as the third hash is.
fn dependent([b, a, third]: [[u8; 16]; 3]) -> bool {
    let [b, a, third] = [b, a, third].map(u128::from_le_bytes);
    third == mul_mod(2, a, P128) ^ mul_mod(3, b, P128)
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
                wide::Key::from_words(std::array::from_fn(|i| u64::from_le_bytes(words[i])));
            let halves = derived(&key, b'T', 2);
            let cipher = Aes256::new_from_slice(halves.as_flattened()).expect("32 bytes");
            for message in [0, 1, 8, 17, 700, 5000].map(|len| NOISE.message(len)) {
                let mut block = Block::from(tag(&key, &message));
                cipher.decrypt_block(&mut block);
                let hash = wide::hash(&hash_key, &message);
                let hash: Vec<u8> = hash.iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(block.as_slice(), hash, "{} bytes", message.len());
            }
        }
    });
}

/// The hashes of these three messages determine one another. Of their tags, three bits each take all
/// values equally often over the keys.
#[test]
fn three_tags_are_independent() {
    const KEYS: u16 = 1 << 13;
    let messages = three(17);
    let mut times = [0_u16; 1 << 9];
    for seed in 0..KEYS {
        let key = Key::from_seed(seed.into());
        let tags = messages.each_ref().map(|message| tag(&key, message));
        assert!(!dependent(tags), "seed {seed}");
        let [a, b, c] = tags.map(|tag| usize::from(tag[3] >> 5));
        times[a << 6 | b << 3 | c] += 1;
    }
    // Chi-squared: 511 degrees of freedom have a standard deviation of 32.
    let mean = f64::from(KEYS) / 512.0;
    let sum: f64 = times.iter().map(|times| (f64::from(*times) - mean).powi(2) / mean).sum();
    assert!((sum - 511.0).abs() < 4.0 * 32.0, "{sum}");
}

/// The hashes are dependent, so the test above could fail.
#[test]
fn three_hashes_are_dependent() {
    for (seed, len) in [(1, 8), (2, 17), (3, 700), (4, wide::BLOCK_BYTES)] {
        let hash_key = wide::Key::from_seed(seed);
        let hashes = three(len).map(|message| {
            let [low, high] = wide::hash(&hash_key, &message);
            (u128::from(low) | u128::from(high) << 64).to_le_bytes()
        });
        assert!(dependent(hashes), "{len} bytes");
    }
}
