//! CLMAC, version 1, from `SPEC.md` of the crate `clmac`.

use crate::aes::aes256;
use crate::clhash::clhash128;

/// Returns n derived blocks of a use, from the first on.
fn blocks(key: &[u8; 32], purpose: u8, n: u64) -> Vec<u8> {
    let encrypt = aes256(key);
    let block = |i: u64| {
        let input = [b"clmac-1".as_slice(), &[purpose], &i.to_le_bytes()].concat();
        encrypt(input.try_into().expect("7 + 1 + 8 bytes"))
    };
    (0..n).flat_map(block).collect()
}

/// Returns the hash of a message, as bytes, under the hash key of a use.
fn hash(key: &[u8; 32], purpose: u8, message: &[u8]) -> [u8; 16] {
    let bytes = blocks(key, purpose, 150);
    let words: Vec<_> = bytes
        .chunks(8)
        .map(|word| u64::from_le_bytes(word.try_into().expect("whole words")))
        .collect();
    let hash = clhash128::hash(&words.try_into().expect("300 words"), message);
    hash.map(u64::to_le_bytes).concat().try_into().expect("two words")
}

/// Computes the tag of a message without a nonce.
///
/// # Panics
/// Never panics, because all lengths are fixed.
#[must_use]
pub fn tag(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    let cipher = blocks(key, b'T', 2).try_into().expect("two blocks");
    aes256(&cipher)(hash(key, b'H', message))
}

/// Computes the tag of a message under a nonce.
///
/// # Panics
/// Never panics, because all lengths are fixed.
#[must_use]
pub fn tag_with(key: &[u8; 32], nonce: &[u8; 24], message: &[u8]) -> [u8; 16] {
    let (prefix, counter) = nonce.split_at(16);
    let prefix: [u8; 16] = prefix.try_into().expect("16 bytes");
    let ciphers = blocks(key, b'p', 4);
    let session: Vec<u8> = ciphers
        .chunks(32)
        .flat_map(|key| aes256(key.try_into().expect("32 bytes"))(prefix))
        .collect();
    let block = [counter, &[0; 8]].concat().try_into().expect("8 + 8 bytes");
    let pad = aes256(&session.try_into().expect("two blocks"))(block);
    let hash = hash(key, b'h', message);
    std::array::from_fn(|i| hash[i] ^ pad[i])
}
