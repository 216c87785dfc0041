//! Derives keys of CLHASH-128 and of further ciphers from the key of 32 bytes.

use clhash::clhash128;

/// AES with keys of 32 bytes. It encrypts only.
pub(crate) type Cipher = hash_core::aes::Cipher<aes::Aes256Enc>;

/// The purpose of a derived value, which is the eighth byte of the blocks it is made of.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum Use {
    /// The hash key without nonces.
    Hash = b'H',
    /// The cipher of tags without nonces.
    Tag = b'T',
    /// The hash key with nonces.
    NonceHash = b'h',
    /// The two ciphers that derive the ciphers of prefixes.
    NoncePrefix = b'p',
}

/// Encrypts block i of a use: the letters `clmac-1`, the use, and i as eight little-endian bytes.
fn block(master: &Cipher, purpose: Use, i: u64) -> [u8; 16] {
    let mut block = *b"clmac-1\0\0\0\0\0\0\0\0\0";
    block[7] = purpose as u8;
    block[8..].copy_from_slice(&i.to_le_bytes());
    master.encrypt(block)
}

/// Derives a key of CLHASH-128 from 150 blocks, each of two words.
pub(crate) fn hash_key(master: &Cipher, purpose: Use) -> clhash128::Key {
    let mut words = [0; clhash128::Key::WORDS];
    for (i, pair) in (0..).zip(words.as_chunks_mut::<2>().0) {
        *pair = to_words(block(master, purpose, i));
    }
    clhash128::Key::from_words(words)
}

/// Derives a cipher from two blocks, the first of which has the given even index.
pub(crate) fn cipher(master: &Cipher, purpose: Use, first: u64) -> Cipher {
    cipher_of([block(master, purpose, first), block(master, purpose, first + 1)])
}

/// Makes a cipher from the two halves of its key.
pub(crate) fn cipher_of(halves: [[u8; 16]; 2]) -> Cipher {
    let mut key = aes::cipher::Key::<Cipher>::default();
    key.copy_from_slice(halves.as_flattened());
    Cipher::new(&key)
}

/// Makes the cipher whose key is given.
pub(crate) fn master(bytes: &[u8; 32]) -> Cipher {
    Cipher::new(bytes.into())
}

/// Returns the bytes of a hash: its words, each little-endian.
#[inline]
pub(crate) fn to_bytes(hash: [u64; 2]) -> [u8; 16] {
    to_number(hash).to_le_bytes()
}

/// Returns the number with these words, the lower one first.
#[inline]
pub(crate) fn to_number([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

/// Returns the words of a block, each little-endian.
#[inline]
pub(crate) fn to_words(block: [u8; 16]) -> [u64; 2] {
    let number = u128::from_le_bytes(block);
    #[expect(clippy::cast_possible_truncation, reason = "the halves of the number")]
    [number as u64, (number >> 64) as u64]
}
