//! mshash, version 1, which this project defines: multiply-shift up to 32 bytes, NH up to 256, and
//! CLHASH above.

use crate::clhash;

/// The number of words in a key.
pub const KEY_WORDS: usize = 177;

/// Reads the key's words from its 1,416 bytes, each little-endian.
///
/// # Panics
/// Panics if there are not 1,416 bytes.
#[must_use]
pub fn key(bytes: &[u8]) -> [u64; KEY_WORDS] {
    assert_eq!(bytes.len(), 8 * KEY_WORDS);
    std::array::from_fn(|i| word(&bytes[8 * i..][..8]))
}

/// Reads a little-endian word of up to 8 bytes.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Returns the words of a message of at most 32 bytes.
///
/// # Panics
/// Panics if the message is longer.
#[must_use]
pub fn short_words(m: &[u8]) -> Vec<u64> {
    let n = m.len();
    match n {
        0 => vec![0, 0],
        1..4 => vec![word(&[m[0], m[n / 2], m[n - 1]]), 0],
        4..8 => {
            vec![word(&[&m[..4], &m[..4]].concat()), word(&[&m[n - 4..], &m[n - 4..]].concat())]
        }
        8..=16 => vec![word(&m[..8]), word(&m[n - 8..])],
        17..=32 => [0, 8, n - 16, n - 8].map(|at| word(&m[at..][..8])).to_vec(),
        _ => panic!("a message of more than 32 bytes"),
    }
}

/// Computes NH of a message of 33 to 256 bytes.
fn nh(key: &[u64], m: &[u8]) -> u128 {
    let n = m.len();
    // The first and the last 32 bytes, and whole runs of 32 between them.
    let mut units = vec![0, 16, n - 32, n - 16];
    let mut at = 32;
    while at + 32 < n {
        units.extend([at, at + 16]);
        at += 32;
    }
    units.iter().zip(key.as_chunks().0).fold(0, |sum: u128, (&at, [k, l])| {
        let a = word(&m[at..][..8]).wrapping_add(*k);
        let b = word(&m[at + 8..][..8]).wrapping_add(*l);
        sum.wrapping_add(u128::from(a) * u128::from(b))
    })
}

/// Computes mshash of a message.
///
/// # Panics
/// Never panics.
#[must_use]
pub fn hash(key: &[u64; KEY_WORDS], message: &[u8]) -> u64 {
    let n = message.len();
    if n > 256 {
        return clhash::hash(key[44..].try_into().expect("133 words"), message);
    }
    let double = |i: usize| u128::from(key[2 * i]) | u128::from(key[2 * i + 1]) << 64;
    let mut sum = double(4).wrapping_mul(n as u128).wrapping_add(double(5));
    if n <= 32 {
        for (i, word) in short_words(message).into_iter().enumerate() {
            sum = sum.wrapping_add(double(i).wrapping_mul(u128::from(word)));
        }
    } else {
        let s = nh(&key[12..44], message);
        let (x0, x1) = (s & u128::from(u64::MAX), s >> 64);
        sum = sum.wrapping_add(double(0).wrapping_mul(x0)).wrapping_add(x1 << 64);
    }
    u64::try_from(sum >> 64).expect("an upper half")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each byte of a message is found in its words, which have no other bits.
    #[test]
    fn words_determine_a_message() {
        for n in 0..=32 {
            let unit = |at: usize| (0..n).map(|i| u8::from(i == at) * 0xa5).collect::<Vec<_>>();
            let zero = short_words(&vec![0; n]);
            assert!(zero.iter().all(|word| *word == 0));
            for at in 0..n {
                let found = short_words(&unit(at));
                assert_ne!(found, zero, "byte {at} of {n}");
                let others: Vec<_> = (0..n).filter(|other| *other != at).collect();
                assert!(others.iter().all(|other| short_words(&unit(*other)) != found));
            }
        }
    }
}
