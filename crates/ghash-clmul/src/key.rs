//! The key: an element of the field, and its first powers.

use crate::backend::{self, Backend, POWERS, Powers};
use crate::standard::sealed::{key_bytes, point};
use crate::standard::{Gcm, GcmSiv, Standard};
use core::marker::PhantomData;

/// The length of a block, in bytes.
pub const BLOCK_BYTES: usize = 16;

/// A key of GHASH: in GCM, the encryption of the block of zeros.
pub type GhashKey = Key<Gcm>;
/// A key of POLYVAL: in AES-GCM-SIV, the message-authentication key of one nonce.
pub type PolyvalKey = Key<GcmSiv>;

/// A key of one of the two functions.
///
/// The 16 bytes of the key are an element H of GF(2^128). The key holds the powers of H up to H^8,
/// so that several blocks can be multiplied at once. It is plain data of 192 bytes, the same for
/// every backend, `Send` and `Sync`.
///
/// [`from_bytes`](Self::from_bytes), and every constructor built on it, computes the powers by
/// integer arithmetic, at run time or at compile time. [`from_bytes_on`](Self::from_bytes_on) needs
/// seven carry-less products in three dependent steps, which take less time than a block cipher
/// takes to derive the bytes. With the feature `universal-hash`, `universal_hash::Polyval::new`
/// computes none for a message of up to 128 bytes.
///
/// Long messages gain from higher powers. These are computed for each such message and then
/// dropped; this takes up to six products and saves a long message hundreds of them.
///
/// The bound of [`bound`](crate::bound) holds for a key that is random and unknown to the adversary
/// who chooses the messages.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key<S: Standard> {
    powers: Powers,
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then detected when the key is used.
    backend: Option<Backend>,
    standard: PhantomData<S>,
}

impl<S: Standard> Key<S> {
    /// The length of a key, in bytes.
    pub const BYTES: usize = 16;

    /// Makes a key from 16 bytes in the order of the standard, whatever they are: under zeros every
    /// message hashes to zeros. In a `static` this happens at compile time.
    ///
    /// ```
    /// use ghash_clmul::{GhashKey, hash};
    /// static KEY: GhashKey = GhashKey::from_bytes(&[7; 16]);
    /// assert_eq!(hash(&KEY, &[0; 32]), [0; 16]);
    /// ```
    // Kept out of line where its stack frame is to be wiped.
    #[cfg_attr(feature = "wipe-stack", inline(never))]
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; 16]) -> Self {
        let powers = backend::expand_const(point(*bytes, S::REVERSED));
        Self { powers, backend: None, standard: PhantomData }
    }

    /// Returns whether H is zero. Then every message hashes to zeros. The conversions from slices
    /// of bytes refuse such a key. A random key is one with probability 2^-128.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        self.point() == 0
    }

    /// Makes the same key as [`from_bytes`](Self::from_bytes) for this backend, whose kernels
    /// compute the powers several times faster. Use it for keys that are made for every message, if
    /// these are longer than 128 bytes; see `universal_hash::Polyval` for others.
    ///
    /// ```
    /// use ghash_clmul::{Backend, PolyvalKey, hash};
    /// let key = PolyvalKey::from_bytes_on(Backend::detect(), &[7; 16]);
    /// assert_eq!(hash(&key, b"text"), hash(&PolyvalKey::from_bytes(&[7; 16]), b"text"));
    /// ```
    #[inline]
    #[must_use]
    pub fn from_bytes_on(backend: Backend, bytes: &[u8; 16]) -> Self {
        let powers = backend::expand(backend, point(*bytes, S::REVERSED));
        Self { powers, backend: Some(backend), standard: PhantomData }
    }

    /// Makes a key whose only power is H, which is enough for [`absorb_once`](Self::absorb_once).
    #[inline]
    #[cfg(feature = "universal-hash")]
    pub(crate) const fn without_powers(backend: Backend, bytes: &[u8; 16]) -> Self {
        let mut powers = [[0; 2]; POWERS];
        powers[POWERS - 1] = backend::to_words(point(*bytes, S::REVERSED));
        Self { powers, backend: Some(backend), standard: PhantomData }
    }

    /// Computes the other powers, and does the work of [`absorb`](Self::absorb) with all of them.
    #[inline]
    #[cfg(feature = "universal-hash")]
    pub(crate) fn expand_and_absorb(&mut self, sum: u128, bytes: &[u8]) -> u128 {
        /// Takes and returns values, and is kept out of line, so that a hasher of short pieces
        /// needs no memory for powers.
        #[inline(never)]
        fn out_of_line<S: Standard>(
            backend: Backend,
            h: u128,
            sum: u128,
            bytes: &[u8],
        ) -> (Powers, u128) {
            let powers = backend::expand(backend, h);
            let sum = backend::absorb::<S>(backend, &powers, sum, bytes);
            (powers, sum)
        }
        let (powers, sum) = out_of_line::<S>(self.backend(), self.point(), sum, bytes);
        self.powers = powers;
        sum
    }

    /// Does the work of [`absorb`](Self::absorb) with H alone, block by block.
    #[inline]
    #[cfg(feature = "universal-hash")]
    pub(crate) fn absorb_once(&self, sum: u128, bytes: &[u8]) -> u128 {
        backend::absorb_once::<S>(self.backend(), self.point(), sum, bytes)
    }

    /// Returns the 16 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 16] {
        key_bytes(self.point(), S::REVERSED)
    }

    /// Returns H as an element.
    #[inline]
    pub(crate) const fn point(&self) -> u128 {
        let [low, high] = self.powers[POWERS - 1];
        low as u128 | (high as u128) << 64
    }

    /// Returns the powers of H.
    #[inline]
    pub(crate) const fn powers(&self) -> &Powers {
        &self.powers
    }

    /// Computes `a`·H.
    #[inline]
    pub(crate) fn multiply(&self, a: u128) -> u128 {
        backend::multiply(self.backend(), &self.powers, a)
    }

    /// Continues the polynomial whose value so far is `sum` over the blocks of `bytes`, the last
    /// one padded with zeros.
    #[inline]
    pub(crate) fn absorb(&self, sum: u128, bytes: &[u8]) -> u128 {
        backend::absorb::<S>(self.backend(), &self.powers, sum, bytes)
    }
}

// The parameter is `T`, because the macro expands to code in which `S` is the serialiser.
hash_core::byte_key!(universal: impl[T: Standard] Key<T>, T::NAME, 16);
hash_core::key_backend!(impl[S: Standard] Key<S>, Backend);
hash_core::wipe_on_drop!(key: impl[S: Standard] Key<S>, |key| key.powers.zeroize());
