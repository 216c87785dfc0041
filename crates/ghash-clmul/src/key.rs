//! The key: an element of the field, and its first powers.

use crate::backend::{self, Backend, POWERS, Powers};
use crate::standard::sealed::{key_bytes, point};
use crate::standard::{Gcm, GcmSiv, Standard};
use core::marker::PhantomData;

/// Bytes of a block.
pub const BLOCK_BYTES: usize = 16;

/// A key of GHASH: in GCM, the encryption of the block of zeros.
pub type GhashKey = Key<Gcm>;
/// A key of POLYVAL: in AES-GCM-SIV, the message-authentication key of one nonce.
pub type PolyvalKey = Key<GcmSiv>;

/// A key of one of the two functions.
///
/// The 16 bytes of the key are an element H of GF(2^128). The key holds the powers of H up to H^8,
/// so that blocks need not be multiplied one after the other. It is plain data, the same for every
/// backend, `Send` and `Sync`, and has 192 bytes.
///
/// [`from_bytes`](Self::from_bytes) and all that is made of it compute the powers by integer
/// arithmetic, also at compile time, in about 1,000 cycles. [`from_bytes_on`](Self::from_bytes_on)
/// takes seven products in three steps of the multiplier, about 80 cycles: less than a block cipher
/// takes to derive the bytes.
///
/// Longer messages profit from higher powers. These are computed for each such message and dropped:
/// up to six products, which save hundreds.
///
/// The bound of [`bound`](crate::bound) holds for a key that is random and unknown to the one who
/// chooses the messages.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key<S: Standard> {
    powers: Powers,
    /// Chosen when the key is used if it is not set: at compile time no CPU can be asked.
    backend: Option<Backend>,
    standard: PhantomData<S>,
}

impl<S: Standard> Key<S> {
    /// Bytes of a key.
    pub const BYTES: usize = 16;

    /// Makes the key of 16 bytes in the order of the standard, at compile time if it is for a
    /// `static`.
    ///
    /// ```
    /// use ghash_clmul::{GhashKey, hash};
    /// static KEY: GhashKey = GhashKey::from_bytes(&[7; 16]);
    /// assert_eq!(hash(&KEY, &[0; 32]), [0; 16]);
    /// ```
    // Out of line where its frame is to be scrubbed.
    #[cfg_attr(feature = "zeroize", inline(never))]
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; 16]) -> Self {
        let powers = backend::expand_const(point(*bytes, S::REVERSED));
        Self { powers, backend: None, standard: PhantomData }
    }

    /// Makes the same key as [`from_bytes`](Self::from_bytes) for this backend, whose kernels
    /// compute the powers several times faster: for keys that are made for every message.
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

    /// The 16 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 16] {
        key_bytes(self.point(), S::REVERSED)
    }

    /// H, as an element.
    #[inline]
    pub(crate) const fn point(&self) -> u128 {
        let [low, high] = self.powers[POWERS - 1];
        low as u128 | (high as u128) << 64
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
        if S::REVERSED {
            backend::absorb::<true>(self.backend(), &self.powers, sum, bytes)
        } else {
            backend::absorb::<false>(self.backend(), &self.powers, sum, bytes)
        }
    }
}

// `T`, since `S` is the serialiser in what this expands to.
hash_core::byte_key!(impl[T: Standard] Key<T>, T::NAME, 16);
hash_core::key_backend!(impl[S: Standard] Key<S>, Backend);
hash_core::wipe_on_drop!(key: impl[S: Standard] Key<S>, |key| key.powers.zeroize());
