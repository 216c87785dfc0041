//! Hashing a whole message at once.

use crate::{BatchError, Key, Standard, backend};

/// Computes GHASH or POLYVAL of a message, depending on the type of the key. The last block is
/// padded with zeros. The output is frozen.
///
/// The length is not hashed. Messages that differ only in zeros at the end of the last block have
/// the same hash, and blocks of zeros before a message do not change its hash. For messages of
/// different lengths use [`hash_aead`], or make the length part of the message.
///
/// The 16 bytes are in the standard's order. The hash alone is not a MAC; see the crate's docs.
///
/// ```
/// use ghash_clmul::{PolyvalKey, hash};
/// use hex_literal::hex;
/// // RFC 8452, appendix A.
/// let key = PolyvalKey::from_bytes(&hex!("25629347589242761d31f826ba4b757b"));
/// let message = hex!("4f4f95668c83dfb6401762bb2d01a262d1a24ddd2721d006bbe45f20d3c9f362");
/// assert_eq!(hash(&key, &message), hex!("f7a3b47b846119fae5b7866cf5e5b77e"));
/// ```
#[inline]
#[must_use]
pub fn hash<S: Standard>(key: &Key<S>, message: &[u8]) -> [u8; 16] {
    S::to_bytes(backend::absorb::<S>(key.backend(), key.powers(), 0, message))
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index. Each word is one block and takes one product, half of the instructions of a loop.
///
/// ```
/// use ghash_clmul::{GhashKey, hash, hash_u64s};
/// let key = GhashKey::from_seed(1);
/// let mut out = [[0; 16]; 2];
/// hash_u64s(&key, &[7, 8], &mut out)?;
/// assert_eq!(out, [7_u64, 8].map(|word| hash(&key, &word.to_le_bytes())));
/// # Ok::<(), ghash_clmul::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; then nothing is written.
pub fn hash_u64s<S: Standard>(
    key: &Key<S>,
    words: &[u64],
    out: &mut [[u8; 16]],
) -> Result<(), BatchError> {
    hash_core::batch::same_length(words.len(), out.len())?;
    for (word, hash) in words.iter().zip(out) {
        *hash = S::to_bytes(key.multiply(S::element((*word).into())));
    }
    Ok(())
}

/// Hashes additional data and a text, each padded with zeros to whole blocks, and a block of their
/// lengths in bits. GCM does this with its ciphertext, and AES-GCM-SIV with its plaintext. The
/// output is frozen.
///
/// Two different pairs of data and text below 2^61 bytes each never have the same blocks, so the
/// [bound](crate::bound) holds for all of them. Do not hash longer ones, because the count of bits
/// wraps at 2^64.
///
/// ```
/// use ghash_clmul::{GhashKey, hash_aead};
/// use hex_literal::hex;
/// // Test case 2 of McGrew and Viega: the key, the ciphertext, GHASH(H, {}, C).
/// let key = GhashKey::from_bytes(&hex!("66e94bd4ef8a2c3b884cfa59ca342b2e"));
/// let ciphertext = hex!("0388dace60b6a392f328c2b971b2fe78");
/// assert_eq!(hash_aead(&key, b"", &ciphertext), hex!("f38cbb1ad69223dcc3457ae5b6b0f885"));
/// ```
#[must_use]
pub fn hash_aead<S: Standard>(key: &Key<S>, additional: &[u8], text: &[u8]) -> [u8; 16] {
    let sum = key.absorb(key.absorb(0, additional), text);
    S::to_bytes(key.multiply(sum ^ lengths::<S>(additional.len() as u64, text.len() as u64)))
}

/// Returns the element of the block of two lengths, which are given in bytes and counted in bits
/// modulo 2^64. The standards forbid lengths of 2^64 bits (2^61 bytes) and more: from there on, the
/// count wraps and the bound does not hold.
pub(crate) fn lengths<S: Standard>(additional: u64, text: u64) -> u128 {
    S::lengths(additional.wrapping_mul(8), text.wrapping_mul(8))
}
