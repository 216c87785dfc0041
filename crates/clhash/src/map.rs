//! Hash tables.
//!
//! # Cost of a map
//! Making a [`RandomState`] takes nanoseconds and two words. The kilobyte of key is made once a
//! process, from the operating system's entropy, and shared by all maps; each map has an odd
//! multiplier m of its own, and its hash is `rotate(m · CLHASH(key, x) mod 2^64, 32)`.
//!
//! # Why the bound survives
//! Multiplying by an odd number and rotating are bijections. So two values have the same 64-bit
//! hash in a map exactly if CLHASH of them is the same, with the probability of
//! [`bound`](crate::bound), over the choice of the shared key: sharing it among maps makes those
//! events the same event in all of them, not a likelier one.
//!
//! What differs between maps is the order. A table of 2^b buckets takes bits 32 … 32+b-1 of the
//! product. If two hashes differ modulo 2^(32+b), these bits agree with probability at most
//! 2 · 2^-b over m (Dietzfelbinger, Hagerup, Katajainen and Penttonen, "A reliable randomized
//! algorithm for the closest-pair problem", 1997, lemma 2.4); that they do not differ there has
//! probability 2^-(32+b), as CLHASH is XOR universal. Together at most `2 · 2^-b + 2^-(32+b)`
//! a pair, for messages of one block, plus 2^-64 for longer ones; with m independent of every
//! other map's, so that filling one map in the order of another puts no run of neighbours
//! together.
//!
//! # Against whom
//! The bounds hold for keys that are chosen without knowledge of the hashes. Who can watch the
//! order of a map, or time its collisions, and then choose further keys, is not covered by any
//! universal hash: use a pseudo-random function, such as `SipHash`, there.

use crate::{ClHasher, Key};
use core::fmt;
use core::hash::BuildHasher;

/// Builds hashers under one given key: for maps whose hashes have to be the same in every process.
///
/// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Maps that share a key
/// have the same order; filling one of them from the iteration of another can crowd
/// its buckets, so use [`RandomState`] where you can.
///
/// ```
/// use clhash::{FixedState, Key, hash};
/// use core::hash::BuildHasher;
/// static KEY: Key = Key::from_seed(1);
/// const STATE: FixedState = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(STATE.hash_one("seven"), hash(&KEY, b"seven\xff"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FixedState<'k> {
    key: &'k Key,
}

impl<'k> FixedState<'k> {
    /// Hashers under this key.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self { key }
    }
}

impl<'k> BuildHasher for FixedState<'k> {
    type Hasher = ClHasher<'k>;

    #[inline]
    fn build_hasher(&self) -> ClHasher<'k> {
        ClHasher::new(self.key)
    }
}

/// Builds hashers for one map: the process's key, and a multiplier that no other map has.
///
/// ```
/// let mut map = clhash::HashMap::default();
/// map.insert("key", 1);
/// assert_eq!(map["key"], 1);
/// ```
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub struct RandomState {
    key: &'static Key,
    multiplier: u64,
}

#[cfg(feature = "std")]
impl RandomState {
    /// A state that differs from all others of this process.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
        use std::sync::LazyLock;
        static SHARED: LazyLock<(Key, AtomicU64)> = LazyLock::new(|| {
            let start = std::hash::RandomState::new().hash_one("multipliers");
            // Chosen now, the backend is not asked for at each hash.
            let key = Key::generate().with_backend(crate::Backend::detect());
            (key, AtomicU64::new(start))
        });
        let (key, counter) = &*SHARED;
        // Splitmix64 from a random state.
        let state = counter.fetch_add(0x9e37_79b9_7f4a_7c15, Relaxed);
        Self { key, multiplier: crate::key::splitmix64(state) | 1 }
    }
}

#[cfg(feature = "std")]
impl Default for RandomState {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(feature = "std")]
impl fmt::Debug for RandomState {
    /// Shows nothing: both parts are secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomState").finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl BuildHasher for RandomState {
    type Hasher = MapHasher;

    #[inline]
    fn build_hasher(&self) -> MapHasher {
        MapHasher { inner: ClHasher::new(self.key), multiplier: self.multiplier }
    }
}

/// The hasher of a [`RandomState`].
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct MapHasher {
    inner: ClHasher<'static>,
    multiplier: u64,
}

/// Hands each `write_*` on, so that integers never pass through memory.
#[cfg(feature = "std")]
macro_rules! forward {
    ($($write:ident: $integer:ty),*) => {
        $(#[inline]
        fn $write(&mut self, i: $integer) {
            self.inner.$write(i);
        })*
    };
}

#[cfg(feature = "std")]
impl core::hash::Hasher for MapHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.inner.update(bytes);
    }

    forward!(
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_u128: u128,
        write_usize: usize, write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64,
        write_i128: i128, write_isize: isize
    );

    #[inline]
    fn finish(&self) -> u64 {
        self.inner.finalize().wrapping_mul(self.multiplier).rotate_right(32)
    }
}

/// A [`std::collections::HashMap`] with a [`RandomState`]; make one with `HashMap::default()`.
#[cfg(feature = "std")]
pub type HashMap<K, V, S = RandomState> = std::collections::HashMap<K, V, S>;

/// A [`std::collections::HashSet`] with a [`RandomState`]; make one with `HashSet::default()`.
#[cfg(feature = "std")]
pub type HashSet<T, S = RandomState> = std::collections::HashSet<T, S>;
