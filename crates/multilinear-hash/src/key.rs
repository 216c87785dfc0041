//! Keys of the functions for messages of any length.

use crate::function::{Function, Mmh32, Mmh64, Multilinear64, Tmmh16, sealed};
use hash_core::KeyError;
use hash_core::backend::Token;

/// A key of a [`Function`].
///
/// The bounds of [`bound`](crate::bound) hold for bytes that are random, independent and unknown to
/// the adversary who chooses the messages. Each function documents the layout of its key. A key can
/// be made at compile time and kept in a `static`:
///
/// ```
/// use multilinear_hash::{Key, Mmh32, Multilinear64, hash};
/// static CHECKSUM: Key<Multilinear64> = Key::<Multilinear64>::from_seed(1);
/// assert_ne!(hash(&CHECKSUM, b"a message"), hash(&CHECKSUM, b"another"));
/// assert!(Key::<Mmh32>::try_from([0; 100].as_slice()).is_err());
/// ```
pub struct Key<F: Function> {
    schedule: F::Schedule,
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then detected when the key is used.
    backend: Option<F::Backend>,
}

impl<F: Function> Key<F> {
    /// The length of a key, in bytes.
    pub const BYTES: usize = F::KEY_BYTES;

    #[inline]
    pub(crate) const fn schedule(&self) -> &F::Schedule {
        &self.schedule
    }
}

impl<F: Function> Clone for Key<F> {
    fn clone(&self) -> Self {
        hash_core::residue::build(|| Self {
            schedule: self.schedule.clone(),
            backend: self.backend,
        })
    }
}

hash_core::key_backend!(impl[F: Function] Key<F>, F::Backend);
hash_core::wipe_on_drop!(key: impl[F: Function] Key<F>, |key| {
    // A schedule with biased words is not zero for the key of zeros.
    hash_core::residue::overwrite(&mut key.schedule, F::schedule_of_zeros());
});

/// Implements the keys of the functions, given with their names, the bits of their hashes, and the
/// family whose keys they share. Two functions of a family derive the same key from a number. Each
/// function has constructors of its own, because a schedule can be computed at compile time and the
/// methods of a trait cannot run there.
macro_rules! functions {
    ($($F:ty: $name:literal, $bits:literal bits, keys of $family:literal;)*) => { $(
        impl Key<$F> {
            /// Makes a key from its bytes, whatever they are: under zeros many messages of one
            /// length have one hash. [`is_degenerate`](Self::is_degenerate) tells, and the
            /// conversions from slices of bytes refuse such keys.
            // Kept out of line where its stack frame is to be wiped.
            #[cfg_attr(feature = "wipe-stack", inline(never))]
            #[must_use]
            pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
                Self { schedule: <$F as sealed::Function>::Schedule::new(bytes), backend: None }
            }

            /// Returns whether the hash ignores a part of the message under this key: the factors
            /// of the words of a block are all zero, or the point of the polynomial is, so that
            /// only the last block of a longer message counts. The conversions from slices of bytes
            /// refuse such keys. A random key is one with probability below 2^-125.
            #[must_use]
            pub const fn is_degenerate(&self) -> bool {
                self.schedule.is_degenerate()
            }

            /// Returns the bytes from which [`from_bytes`](Self::from_bytes) makes this key.
            #[must_use]
            pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
                self.schedule.to_bytes()
            }
        }

        hash_core::byte_key!(universal: impl[] Key<$F>, $family);

        impl Function for $F {
            const NAME: &'static str = $name;
            const BITS: u32 = $bits;

            fn key_from_seed(seed: u64) -> Key<Self> {
                Key::<Self>::from_seed(seed)
            }

            fn key_from_bytes(bytes: &[u8]) -> Result<Key<Self>, KeyError> {
                Key::<Self>::try_from(bytes)
            }

            #[cfg(feature = "zeroize")]
            fn schedule_of_zeros() -> Self::Schedule {
                Self::Schedule::new(&[0; Key::<Self>::BYTES])
            }
        }
    )* };
}

functions! {
    Mmh32: "mmh32", 32 bits, keys of "MMH";
    Mmh64: "mmh64", 64 bits, keys of "MMH";
    Tmmh16: "tmmh16", 64 bits, keys of "TMMH/16";
    Multilinear64: "multilinear64", 64 bits, keys of "Multilinear64";
}

/// Reads the number at the end of the bytes of a key.
pub(crate) const fn last_double_word<const N: usize>(bytes: &[u8; N]) -> u128 {
    match bytes.last_chunk() {
        Some(last) => u128::from_le_bytes(*last),
        None => unreachable!(),
    }
}

/// Writes the number at the end of the bytes of a key.
pub(crate) const fn set_last_double_word<const N: usize>(bytes: &mut [u8; N], value: u128) {
    match bytes.last_chunk_mut() {
        Some(last) => *last = value.to_le_bytes(),
        None => unreachable!(),
    }
}
