//! Tests what the joint distribution of several tags rests on, on the code that ships: tags are
//! independent where the hashes are not. That a tag is a permutation of its hash is in
//! `conformance`.

use clhash::clhash128;
use clmac::{Key, tag};
use reference::gf2::{P128, mul_mod};
use testkit::message::NOISE;

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

/// The hashes of these three messages determine one another. Of their tags, three bits each take
/// all values equally often over the keys.
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
    for (seed, len) in [(1, 8), (2, 17), (3, 700), (4, clhash128::BLOCK_BYTES)] {
        let hash_key = clhash128::Key::from_seed(seed);
        let hashes = three(len).map(|message| {
            let [low, high] = clhash128::hash(&hash_key, &message);
            (u128::from(low) | u128::from(high) << 64).to_le_bytes()
        });
        assert!(dependent(hashes), "{len} bytes");
    }
}
