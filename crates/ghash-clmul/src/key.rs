//! The key: an element of the field, and its first powers.

use crate::backend::{self, Backend, POWERS, Powers};
use crate::standard::sealed::{key_of, point};
use crate::standard::{Gcm, GcmSiv, Standard};
use core::fmt;
use core::marker::PhantomData;

/// Bytes of a key.
pub const KEY_BYTES: usize = 16;

/// A key of GHASH: in GCM, the encryption of the block of zeros.
pub type GhashKey = Key<Gcm>;
/// A key of POLYVAL: in AES-GCM-SIV, the message-authentication key of one nonce.
pub type PolyvalKey = Key<GcmSiv>;

/// A key of one of the two functions.
///
/// The 16 bytes of the key are an element H of GF(2^128); with it are kept its powers up to H^8, so
/// that blocks need not be multiplied one after the other. To compute them takes seven products in
/// three steps, about 80 cycles: less than a key costs that comes from a block cipher. Where longer
/// messages profit from higher powers, these are computed for the message and forgotten: up to six
/// products in place of the hundreds that follow. So a key is plain data, the same for every
/// backend, `Send`, `Sync` and 192 bytes.
///
/// The bound of [`bound`](crate::bound) holds for a key that is random and unknown to whoever
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
    /// The key of 16 bytes, as the standard has them.
    ///
    /// ```
    /// use ghash_clmul::{GhashKey, hash};
    /// let key = GhashKey::from_bytes(&[7; 16]);
    /// assert_eq!(hash(&key, &[0; 32]), [0; 16]);
    /// ```
    #[inline]
    #[must_use]
    pub fn from_bytes(bytes: &[u8; KEY_BYTES]) -> Self {
        let backend = Backend::detect();
        let powers = backend::expand(backend, point(*bytes, S::REVERSED));
        Self { powers, backend: Some(backend), standard: PhantomData }
    }

    /// The same key, by integer arithmetic: at compile time for a `static`, slower at run time.
    #[must_use]
    pub const fn const_from_bytes(bytes: &[u8; KEY_BYTES]) -> Self {
        let powers = backend::expand_const(point(*bytes, S::REVERSED));
        Self { powers, backend: None, standard: PhantomData }
    }

    /// The key of a number: two outputs of splitmix64 from this state, as little-endian bytes.
    /// Frozen.
    ///
    /// For checksums and tests. A 64-bit seed cannot give the bound of a random key, and one that
    /// can be guessed gives no protection at all.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let first = splitmix64(seed.wrapping_add(STEP));
        let second = splitmix64(seed.wrapping_add(STEP).wrapping_add(STEP));
        Self::const_from_bytes(&(first as u128 | (second as u128) << 64).to_le_bytes())
    }

    /// A key from a random number generator; cryptographic, if the key is to protect anything.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        let mut bytes = [0; KEY_BYTES];
        rng.fill_bytes(&mut bytes);
        Self::from_bytes(&bytes)
    }

    /// A new random key.
    ///
    /// The operating system gives the 128 random bits with which [`std::hash::RandomState`] seeds
    /// its SipHash; that pseudo-random function of 0 and 1 gives the bytes.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn generate() -> Self {
        use std::hash::BuildHasher;
        let entropy = std::hash::RandomState::new();
        let words: [u64; 2] = core::array::from_fn(|i| entropy.hash_one(i));
        Self::from_bytes(&(u128::from(words[0]) | u128::from(words[1]) << 64).to_le_bytes())
    }

    /// The 16 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; KEY_BYTES] {
        key_of(self.point(), S::REVERSED)
    }

    /// The same key, for this backend instead of the best one.
    ///
    /// ```
    /// use ghash_clmul::{Backend, PolyvalKey, hash};
    /// let key = PolyvalKey::from_seed(1);
    /// for backend in Backend::available() {
    ///     assert_eq!(hash(&key.clone().with_backend(backend), b"same"), hash(&key, b"same"));
    /// }
    /// ```
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    /// The backend that hashes with this key.
    #[inline]
    #[must_use]
    pub fn backend(&self) -> Backend {
        match self.backend {
            Some(backend) => backend,
            None => Backend::detect(),
        }
    }

    /// H, as an element.
    #[inline]
    pub(crate) const fn point(&self) -> u128 {
        let [low, high] = self.powers[POWERS - 1];
        low as u128 | (high as u128) << 64
    }

    /// `a`·H.
    #[inline]
    pub(crate) fn multiply(&self, a: u128) -> u128 {
        backend::multiply(self.backend(), &self.powers, a)
    }

    /// The polynomial whose value so far is `sum`, continued over the blocks of `bytes`, the last
    /// one filled up with zeros.
    #[inline]
    pub(crate) fn absorb(&self, sum: u128, bytes: &[u8]) -> u128 {
        if S::REVERSED {
            backend::absorb::<true>(self.backend(), &self.powers, sum, bytes)
        } else {
            backend::absorb::<false>(self.backend(), &self.powers, sum, bytes)
        }
    }
}

/// The output function of splitmix64, a bijection.
const fn splitmix64(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl<S: Standard> From<&[u8; KEY_BYTES]> for Key<S> {
    fn from(bytes: &[u8; KEY_BYTES]) -> Self {
        Self::from_bytes(bytes)
    }
}

impl<S: Standard> TryFrom<&[u8]> for Key<S> {
    type Error = KeyLengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, KeyLengthError> {
        let whole: &[u8; KEY_BYTES] =
            bytes.try_into().map_err(|_| KeyLengthError { found: bytes.len() })?;
        Ok(Self::from_bytes(whole))
    }
}

/// A key that does not have [`KEY_BYTES`] bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The number of bytes there were.
    pub found: usize,
}

impl fmt::Display for KeyLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a key of GHASH or POLYVAL has {KEY_BYTES} bytes, not {}", self.found)
    }
}

impl core::error::Error for KeyLengthError {}

impl<S: Standard> fmt::Debug for Key<S> {
    /// Names the function and the backend, and keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key")
            .field("function", &S::NAME)
            .field("backend", &self.backend().name())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> Drop for Key<S> {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(self);
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> zeroize::Zeroize for Key<S> {
    /// Leaves the key of zeros.
    fn zeroize(&mut self) {
        self.powers.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> zeroize::ZeroizeOnDrop for Key<S> {}
