//! Hashes a message that arrives in pieces.

use crate::key::Key;
use crate::single::{State, high_bytes, length_byte, load_tail};
use hash_core::opaque;

/// The state of a stream: plain data, small enough to live in registers.
///
/// Where the calls of a writer are inlined, the length and the position in the current word are
/// known at compile time. A map's hash of a `u64` then only absorbs two words.
#[derive(Clone, Copy)]
pub(crate) struct Core<const C: u8> {
    pub(crate) state: State,
    /// The bytes of the current word, with zeros above them.
    pub(crate) tail: u64,
    /// The number of bytes of the message, including the tail.
    pub(crate) len: u64,
}

impl<const C: u8> Core<C> {
    #[inline(always)]
    pub(crate) const fn new<const W: usize>(key: [u64; 2]) -> Self {
        Self { state: State::new::<W>(key), tail: 0, len: 0 }
    }

    /// Returns the number of bytes in the tail.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "less than eight")]
    const fn tail_len(&self) -> usize {
        self.len as usize % 8
    }

    /// Appends the lowest N bytes of a word whose other bytes are zero.
    #[inline(always)]
    pub(crate) fn write_int<const N: usize>(&mut self, word: u64) {
        let before = self.tail_len();
        self.len += N as u64;
        if before + N < 8 {
            self.tail |= word << (8 * before);
        } else {
            self.append(before, word);
        }
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let before = self.tail_len();
        self.len += bytes.len() as u64;
        if before == 0 {
            // An index, because an iterator takes as long as the hash where optimisation is off.
            let (words, _) = bytes.as_chunks();
            let mut i = 0;
            while i < words.len() {
                self.state.absorb::<C>(u64::from_le_bytes(words[i]));
                i += 1;
            }
            self.tail = load_tail(bytes);
        } else {
            let State { v0, v1, v2, v3 } = self.state;
            let (state, tail) = Self::write_after(v0, v1, v2, v3, self.tail, before, bytes);
            let State { v0, v1, v2, v3 } = state;
            // Each word is read back by its own load. Store-to-load forwarding would fail for a
            // load of two words: it would wait until both stores have reached the cache, and so for
            // all older instructions.
            let [v0, v1, v2, v3] = [v0, v1, v2, v3].map(|word| opaque!(u64 word));
            (self.state, self.tail) = (State { v0, v1, v2, v3 }, opaque!(u64 tail));
        }
    }

    /// Appends bytes when the current word has some already: each word absorbed is then the end of
    /// one word of `bytes` and the beginning of the next. Kept out of line so that it does not slow
    /// down writes that start at a word. The state is passed word by word, for the same reason as
    /// above.
    #[inline(never)]
    fn write_after(
        v0: u64,
        v1: u64,
        v2: u64,
        v3: u64,
        tail: u64,
        before: usize,
        bytes: &[u8],
    ) -> (State, u64) {
        let mut core = Self { state: State { v0, v1, v2, v3 }, tail, len: 0 };
        let (words, rest) = bytes.as_chunks();
        for word in words {
            core.append(before, u64::from_le_bytes(*word));
        }
        let last = load_tail(bytes);
        if before + rest.len() < 8 {
            core.tail |= last << (8 * before);
        } else {
            core.append(before, last);
        }
        (core.state, core.tail)
    }

    /// Absorbs the word that the bytes of `word` complete. The bytes after it become the tail.
    #[inline(always)]
    fn append(&mut self, before: usize, word: u64) {
        self.state.absorb::<C>(self.tail | word << (8 * before));
        self.tail = high_bytes(word, before);
    }

    #[inline(always)]
    pub(crate) fn finish<const D: u8, const W: usize>(&self) -> [u64; W] {
        let mut state = self.state;
        state.absorb::<C>(self.tail | length_byte(self.len));
        state.finish::<D, W>()
    }
}

/// Computes SipHash-C-D of a message that arrives in pieces. Any split gives the value of the
/// one-shot function.
///
/// W is the number of words of the hash: 1 (the default), or 2 as in [`SipHasher128`]. The state
/// has 48 bytes and contains the key; nothing is allocated. A message may have any length below
/// 2^64 bytes; only the lowest byte of the length enters the hash.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of all writes: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. `finish`
/// returns the first word. The values are frozen.
///
/// ```
/// use siphash_fast::{Key, SipHasher24, siphash_2_4};
/// let key = Key::from_seed(1);
/// let mut hasher = SipHasher24::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), siphash_2_4(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct SipHasher<const C: u8, const D: u8, const W: usize = 1> {
    core: Core<C>,
}

/// Computes SipHash-C-D of 128 bits of a message that arrives in pieces.
pub type SipHasher128<const C: u8, const D: u8> = SipHasher<C, D, 2>;
/// Computes SipHash-2-4 of a message that arrives in pieces.
pub type SipHasher24 = SipHasher<2, 4>;
/// Computes SipHash-1-3 of a message that arrives in pieces.
pub type SipHasher13 = SipHasher<1, 3>;
/// Computes SipHash-1-2 of a message that arrives in pieces.
pub type SipHasher12 = SipHasher<1, 2>;
/// Computes SipHash-4-8 of a message that arrives in pieces.
pub type SipHasher48 = SipHasher<4, 8>;

impl<const C: u8, const D: u8, const W: usize> SipHasher<C, D, W> {
    /// Creates a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: &Key) -> Self {
        Self { core: Core::new::<W>(key.to_words()) }
    }

    #[inline]
    pub(crate) const fn from_core(core: Core<C>) -> Self {
        Self { core }
    }

    pub(crate) const fn core(&self) -> &Core<C> {
        &self.core
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        self.core.write(bytes);
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.core.len
    }

    /// Returns whether the message is empty so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.core.len == 0
    }
}

impl<const C: u8, const D: u8> SipHasher<C, D> {
    /// Returns the hash of the message so far. More bytes can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let [hash] = self.core.finish::<D, 1>();
        hash
    }
}

impl<const C: u8, const D: u8> SipHasher128<C, D> {
    /// Returns the hash of the message so far, as [`hash128`](crate::hash128) does. More bytes can
    /// be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> [u64; 2] {
        self.core.finish::<D, 2>()
    }
}

/// Defines the `write` functions of a [`core::hash::Hasher`] whose field `core` takes the bytes.
macro_rules! write_to_core {
    () => {
        write_to_core!(write_u8(u8, 1) write_u16(u16, 2) write_u32(u32, 4) write_u64(u64, 8));
        hash_core::integers_as_unsigned!();

        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            self.core.write(bytes);
        }

        #[inline]
        #[expect(clippy::cast_possible_truncation, reason = "the two halves are split")]
        fn write_u128(&mut self, i: u128) {
            self.write_u64(i as u64);
            self.write_u64((i >> 64) as u64);
        }
    };
    ($($write:ident($integer:ty, $bytes:literal))*) => {
        $(#[inline]
        fn $write(&mut self, i: $integer) {
            self.core.write_int::<$bytes>(u64::from(i));
        })*
    };
}
pub(crate) use write_to_core;

impl<const C: u8, const D: u8, const W: usize> core::hash::Hasher for SipHasher<C, D, W> {
    write_to_core!();

    #[inline]
    fn finish(&self) -> u64 {
        self.core.finish::<D, W>()[0]
    }
}

hash_core::io_write!(impl[const C: u8, const D: u8, const W: usize] SipHasher<C, D, W>);
hash_core::secret_debug!(
    impl[const C: u8, const D: u8, const W: usize] SipHasher<C, D, W>,
    "SipHasher",
    len = |hasher| hasher.core.len
);
hash_core::wipe_on_drop!(
    impl[const C: u8, const D: u8, const W: usize] SipHasher<C, D, W>,
    |hasher| {
        let Core { state: State { v0, v1, v2, v3 }, tail, .. } = &mut hasher.core;
        for word in [v0, v1, v2, v3, tail] {
            word.zeroize();
        }
    }
);
