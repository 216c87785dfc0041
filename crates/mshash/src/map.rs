//! Hashers for `HashMap` under a key of the caller's.

use crate::{Key, MsHasher};
use core::borrow::Borrow;
use provenhash_map::state::{self, HasherKey};

impl HasherKey for Key {
    type Hasher<K: Borrow<Self> + Clone> = MsHasher<K>;

    #[inline(always)]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> MsHasher<K> {
        MsHasher::new(key)
    }

    fn from_seed(seed: u64) -> Self {
        Self::from_seed(seed)
    }
}

/// Builds hashers under one given key, for hashes that must be the same in every process.
///
/// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Frozen. A state is as
/// large as its handle of the key: 8 bytes for a reference, 1,728 for the key itself.
///
/// Maps that share a key have the same order, and filling one of them from the iteration of another
/// can crowd its buckets. The `RandomState` of `provenhash-map` and of `clhash` has a key for each
/// map.
///
/// ```
/// use core::hash::BuildHasher;
/// use mshash::{FixedState, Key, hash};
/// static KEY: Key = Key::from_seed(1);
/// const STATE: FixedState<&Key> = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
/// ```
///
/// # On other machines
/// The same writes have the same hash on every machine. Most keys write the same everywhere, but
/// std writes slices of wider integers and IP addresses in the byte order of the machine;
/// [`Portable`](crate::Portable), with the full list, makes them the same.
pub type FixedState<K = Key> = state::FixedState<Key, K>;
