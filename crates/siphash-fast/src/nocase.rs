//! SipHash of a message whose ASCII letters are taken for small ones.
//!
//! Redis calls it `siphash_nocase` and hashes the names of commands by it. Its rule: bytes 0x41 to
//! 0x5a become 0x61 to 0x7a whatever the locale; no other byte changes, and the length does not either.

use crate::key::Key;
use crate::single::{State, length_byte, load_tail};
use crate::stream::SipHasher;
use core::fmt;

/// The word with the bytes 0x41 to 0x5a made 0x61 to 0x7a.
#[inline(always)]
pub(crate) const fn fold(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Seven bits a byte, so that no sum carries into the next byte; the top bit says the comparison.
    let low = word & (0x7f * ONES);
    let from_a = low + (0x80 - 0x41) * ONES;
    let past_z = low + (0x7f - 0x5a) * ONES;
    let is_capital = from_a & !past_z & !word & (0x80 * ONES);
    // 0x80 becomes 0x20.
    word | is_capital >> 2
}

/// SipHash-C-D of 64 bits of the message with `A` to `Z` taken for `a` to `z`.
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
        state.absorb::<C>(fold(u64::from_le_bytes(*word)));
    }
    state.absorb::<C>(fold(load_tail(message)) | length_byte(message.len() as u64));
    let [hash] = state.finish::<D, 1>();
    hash
}

/// [`hash`] of a message that comes in pieces.
#[derive(Clone)]
pub struct NocaseHasher<const C: u8, const D: u8>(SipHasher<C, D>);

impl<const C: u8, const D: u8> NocaseHasher<C, D> {
    /// A hasher that has seen nothing.
    #[must_use]
    pub fn new(key: &Key) -> Self {
        Self(SipHasher::new(key))
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        const AT_ONCE: usize = 256;
        for piece in bytes.chunks(AT_ONCE) {
            let mut folded = [0; AT_ONCE];
            folded[..piece.len()].copy_from_slice(piece);
            for word in folded.as_chunks_mut().0 {
                *word = fold(u64::from_le_bytes(*word)).to_le_bytes();
            }
            self.0.update(&folded[..piece.len()]);
        }
    }

    /// The hash of the message so far. More can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        self.0.finalize()
    }

    /// The hasher of the small letters, whose [checkpoints](SipHasher::checkpoint) are those of this one.
    #[must_use]
    pub const fn folded(&self) -> &SipHasher<C, D> {
        &self.0
    }
}

impl<const C: u8, const D: u8> From<SipHasher<C, D>> for NocaseHasher<C, D> {
    /// Goes on after what that hasher has seen.
    fn from(folded: SipHasher<C, D>) -> Self {
        Self(folded)
    }
}

impl<const C: u8, const D: u8> fmt::Debug for NocaseHasher<C, D> {
    /// Keeps the secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NocaseHasher").field("len", &self.0.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn each_byte_between_any_neighbours() {
        for byte in 0..=255_u8 {
            for beside in [0, 0x40, 0x41, 0x5a, 0x5b, 0x7f, 0x80, 0xc1, 0xff] {
                let bytes = [beside, byte, beside, byte, byte, beside, byte, beside];
                let expected = bytes.map(|b| b.to_ascii_lowercase());
                assert_eq!(fold(u64::from_le_bytes(bytes)).to_le_bytes(), expected);
            }
        }
    }
}
