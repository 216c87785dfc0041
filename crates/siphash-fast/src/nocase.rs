//! SipHash of a message whose ASCII letters are converted to lower case.
//!
//! Redis calls it `siphash_nocase` and hashes the names of commands with it. Bytes 0x41 to 0x5a
//! become 0x61 to 0x7a in every locale; no other byte changes, and neither does the length.

use crate::key::Key;
use crate::single::{State, length_byte, load_tail};
use crate::stream::SipHasher;

/// Converts the bytes 0x41 to 0x5a of a word to 0x61 to 0x7a.
#[inline(always)]
pub(crate) const fn to_lower_case(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Each byte keeps seven bits, so that no sum carries into the next byte. The top bit of a sum
    // is the result of the comparison.
    let low = word & (0x7f * ONES);
    let from_a = low + (0x80 - 0x41) * ONES;
    let past_z = low + (0x7f - 0x5a) * ONES;
    let is_capital = from_a & !past_z & !word & (0x80 * ONES);
    // 0x80 becomes 0x20.
    word | is_capital >> 2
}

/// Computes SipHash-C-D of 64 bits of the message with `A` to `Z` converted to `a` to `z`.
///
/// ```
/// use siphash_fast::{Key, hash, nocase};
/// let key = Key::from_seed(1);
/// assert_eq!(nocase::hash::<1, 2>(&key, b"GET key[0]"), hash::<1, 2>(&key, b"get key[0]"));
/// ```
#[inline]
#[must_use]
pub fn hash<const C: u8, const D: u8>(key: &Key, message: &[u8]) -> u64 {
    let mut state = State::new::<1>(key.to_words());
    for word in message.as_chunks().0 {
        state.absorb::<C>(to_lower_case(u64::from_le_bytes(*word)));
    }
    state.absorb::<C>(to_lower_case(load_tail(message)) | length_byte(message.len() as u64));
    let [hash] = state.finish::<D, 1>();
    hash
}

/// Computes [`hash`](fn@hash) of a message that arrives in pieces.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of all writes, as [`SipHasher`] does.
/// The bytes of integers are converted like all others.
///
/// ```
/// use siphash_fast::{Key, NocaseHasher, nocase};
/// let key = Key::from_seed(1);
/// let mut hasher = NocaseHasher::<1, 2>::new(&key);
/// hasher.update(b"GET ");
/// hasher.update(b"Key");
/// assert_eq!(hasher.finalize(), nocase::hash::<1, 2>(&key, b"get key"));
/// ```
#[derive(Clone)]
pub struct NocaseHasher<const C: u8, const D: u8>(SipHasher<C, D>);

impl<const C: u8, const D: u8> NocaseHasher<C, D> {
    /// Creates a hasher of the empty message.
    #[must_use]
    pub const fn new(key: &Key) -> Self {
        Self(SipHasher::new(key))
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        const AT_ONCE: usize = 256;
        for piece in bytes.chunks(AT_ONCE) {
            let mut lower = [0; AT_ONCE];
            lower[..piece.len()].copy_from_slice(piece);
            for word in lower.as_chunks_mut().0 {
                *word = to_lower_case(u64::from_le_bytes(*word)).to_le_bytes();
            }
            self.0.update(&lower[..piece.len()]);
        }
    }

    /// Returns the hash of the message so far. More bytes can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        self.0.finalize()
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.0.len()
    }

    /// Returns whether the message is empty so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the hasher of the message in lower case.
    pub(crate) const fn lower_case(&self) -> &SipHasher<C, D> {
        &self.0
    }

    pub(crate) const fn from_lower_case(hasher: SipHasher<C, D>) -> Self {
        Self(hasher)
    }
}

hash_core::stream_traits!(
    impl[const C: u8, const D: u8] NocaseHasher<C, D>,
    |hasher| hasher.finalize()
);
hash_core::secret_debug!(
    impl[const C: u8, const D: u8] NocaseHasher<C, D>,
    "NocaseHasher",
    len = |hasher| hasher.len()
);
hash_core::wipe_on_drop!(impl[const C: u8, const D: u8] NocaseHasher<C, D>, |hasher| {
    hasher.0.zeroize();
});

#[cfg(test)]
mod tests {
    use super::to_lower_case;

    #[test]
    fn each_byte_between_any_neighbours() {
        for byte in 0..=255_u8 {
            for beside in [0, 0x40, 0x41, 0x5a, 0x5b, 0x7f, 0x80, 0xc1, 0xff] {
                let bytes = [beside, byte, beside, byte, byte, beside, byte, beside];
                let expected = bytes.map(|b| b.to_ascii_lowercase());
                assert_eq!(to_lower_case(u64::from_le_bytes(bytes)).to_le_bytes(), expected);
            }
        }
    }
}
