#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod bound;
#[cfg(feature = "std")]
mod checking;
#[cfg(feature = "std")]
#[cfg_attr(
    not(all(
        feature = "getrandom",
        any(
            not(all(target_family = "wasm", target_os = "unknown")),
            getrandom_backend = "custom",
            getrandom_backend = "wasm_js"
        )
    )),
    path = "no_entropy.rs"
)]
mod entropy;
mod fixed;
mod hasher;
mod key;
mod keyed;
#[cfg(feature = "std")]
mod own;
pub mod poly127;
mod portable;
#[cfg(feature = "std")]
#[allow(unsafe_code)] // a pointer that threads share, and system calls
pub mod process;
#[cfg(feature = "std")]
mod random_words;
pub mod seed;
mod slices;
pub mod state;
pub mod wide;
#[cfg(feature = "std")]
mod words;

#[cfg(feature = "std")]
pub use checking::{Checking, CheckingHasher};
pub use fixed::{FixedState, Held, MapKey};
pub use hasher::{Keys, MapHasher};
pub use key::{ProcessKey, SharedKey};
pub use portable::{Portable, Write};
#[cfg(feature = "std")]
pub use random_words::RandomWords;
pub use slices::{NhKey, Slices};
#[cfg(feature = "std")]
pub use words::{HashMapExt, HashSetExt, MapWords, Process};

/// The [state of a map](state::RandomState) with the hash of slices of this crate: 16 bytes.
pub type RandomState = state::RandomState<NhKey>;

/// The [fast state of a map](state::FastState) with the hash of slices of this crate: the shortest
/// hash, at the price of a weaker theorem, uneven maps of regular keys, and 40 bytes.
pub type FastState = state::FastState<NhKey>;

/// A [`std::collections::HashMap`] with its own [`RandomState`].
#[cfg(feature = "std")]
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A [`std::collections::HashSet`] with its own [`RandomState`].
#[cfg(feature = "std")]
pub type HashSet<T> = std::collections::HashSet<T, RandomState>;

/// Joins two halves, the lower one first, into one number.
#[inline(always)]
const fn double([low, high]: [u64; 2]) -> u128 {
    low as u128 | (high as u128) << 64
}

/// Splits a number into its halves, the lower one first.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // the halves
const fn halves(x: u128) -> [u64; 2] {
    [x as u64, (x >> 64) as u64]
}

/// Implements `Debug` for a type with secret contents: it shows the name alone.
macro_rules! hidden {
    (impl[$($generics:tt)*] $Type:ty, $name:expr) => {
        impl<$($generics)*> core::fmt::Debug for $Type {
            /// Hides the secret contents.
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use hidden;
