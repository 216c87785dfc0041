//! AES-256 (FIPS 197), encryption only.

use std::sync::LazyLock;

/// Multiplies an element of GF(2^8) by x, modulo x^8 + x^4 + x^3 + x + 1.
fn double(a: u8) -> u8 {
    (a << 1) ^ if a & 0x80 == 0 { 0 } else { 0x1b }
}

/// Multiplies two elements of GF(2^8).
fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |sum, i| double(sum) ^ if b >> i & 1 == 0 { 0 } else { a })
}

/// The S-box: the inverse, which is the power of 254, and then an affine map.
static SUBSTITUTE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let of = |byte| {
        let inverse: u8 = (0..254).fold(1, |power, _| times(power, byte));
        [0, 1, 2, 3, 4].iter().fold(0x63, |sum, &i| sum ^ inverse.rotate_left(i))
    };
    (0..=255).map(of).collect()
});

fn substitute(byte: u8) -> u8 {
    SUBSTITUTE[usize::from(byte)]
}

/// Returns the 15 round keys.
fn round_keys(key: &[u8; 32]) -> Vec<[u8; 16]> {
    let mut words: Vec<[u8; 4]> = key.chunks(4).map(|c| c.try_into().expect("a word")).collect();
    let mut constant = 1;
    for i in 8..60 {
        let mut word = words[i - 1];
        if i % 8 == 0 {
            word.rotate_left(1);
            word = word.map(substitute);
            word[0] ^= constant;
            constant = double(constant);
        } else if i % 8 == 4 {
            word = word.map(substitute);
        }
        words.push(std::array::from_fn(|j| word[j] ^ words[i - 8][j]));
    }
    words.chunks(4).map(|c| c.concat().try_into().expect("a round key")).collect()
}

/// Returns the function that encrypts blocks under a key.
pub fn aes256(key: &[u8; 32]) -> impl Fn([u8; 16]) -> [u8; 16] {
    let keys = round_keys(key);
    move |block| {
        let add = |block: [u8; 16], key: &[u8; 16]| std::array::from_fn(|i| block[i] ^ key[i]);
        let mut state: [u8; 16] = add(block, &keys[0]);
        for (round, key) in keys.iter().enumerate().skip(1) {
            // Byte i is in row i mod 4, which moves by as many columns.
            let moved: [u8; 16] =
                std::array::from_fn(|i| substitute(state[(i + 4 * (i % 4)) % 16]));
            let mixed = if round == 14 {
                moved
            } else {
                std::array::from_fn(|i| {
                    let at = |j: usize| moved[i / 4 * 4 + (i + j) % 4];
                    double(at(0)) ^ double(at(1)) ^ at(1) ^ at(2) ^ at(3)
                })
            };
            state = add(mixed, key);
        }
        state
    }
}

/// The example of FIPS 197, appendix C.3.
#[test]
fn example() {
    let key = std::array::from_fn(|i| u8::try_from(i).expect("below 32"));
    let block = std::array::from_fn(|i| 0x11 * u8::try_from(i).expect("below 16"));
    let expected = 0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089_u128;
    assert_eq!(aes256(&key)(block), expected.to_be_bytes());
}
