//! Hash tables: a hasher with a theorem, keys of maps that are independent of one another, and
//! constructors of maps.
//!
//! # The hasher
//! [`MapHasher`] computes 64 bits from what a value writes. A crate of the family provides the
//! keyed hash of slices, [`Slices`]; everything else is here, in scalar arithmetic. Once the `Hash`
//! of a type is inlined, what depends on the sizes of its parts is known at compile time, and the
//! rest is straight-line code in registers.
//!
//! 1. **Integers are packed** in the order in which they come, each in as many bits as its type
//!    has, the first in the lowest bits. When an integer does not fit in the 128 bits any more,
//!    what is packed becomes a *term*, and packing begins anew.
//! 2. **Slices** of 16 bytes are a term themselves, as a little-endian number; another slice
//!    becomes a term by its keyed hash of 128 bits.
//! 3. **The sum**, modulo 2^128, adds up NH of the terms, (a + k\[i\]) (b + l\[i\]) for the halves
//!    a and b of the i-th term, where the sums in brackets are modulo 2^64. Integers have other
//!    keys than slices. What is packed at the end is added as it is, without a key. Of more than 16
//!    terms, the sum of the first 16 modulo 2^126 and three numbers for each further term become
//!    the coefficients of a polynomial modulo 2^127 − 1, which begins with 1: the lower half, the
//!    upper half (plus 2^64 for a slice), and 0. Its value takes the place of the sum.
//! 4. **The end**: if there is no term and at most 64 bits are packed, these are a word w, and
//!    X = w g + u + v 2^64. Otherwise the sum has the halves x\[0\] and x\[1\], and
//!    X = (x\[0\] + f) (x\[1\] + g) + v + z 2^64. Both are modulo 2^128, with f and g of 128 bits
//!    and u, v and z of 64.
//! 5. **The hash** is ((hi ^ ⌊q² / 2^64⌋) · c mod 2^64) rotated by 32 bits, for an odd constant c,
//!    where hi is the upper half of X, and q is the lower half ^ w, or ^ x\[0\] ^ x\[1\], with the
//!    halves of the latter exchanged.
//!
//! f, g, u, v and z are the map's own. All other keys are made once a process and shared by its
//! maps.
//!
//! # The theorem
//! Take two different values of a type, chosen without knowledge of the keys. Where what they write
//! first differs, let both write integers of the same width, or both slices. So do all types that
//! derive `Hash`, and std's integers, strings, tuples, arrays, slices, options and collections;
//! `std::path::Path` does not ("/a" and "a" write the same), nor does a type that writes one value
//! as the beginning of another's, which the contract of `Hash` forbids.
//!
//! **If both values write integers of at most 16 bytes in all, their hashes are uniform and
//! independent of one another: any t bits agree with probability 2^-t exactly.** For any other two
//! values the same holds except with probability ε, so that any t bits agree with probability at
//! most 2^-t + ε. Let ε_s ≥ 2^-63 bound the probability that two given slices have the same 128
//! bits. Then
//!
//! ε = ε_s + 2^-63 + (3 n + 1) 2^-126 for values of up to 16 + n terms,
//!
//! without ε_s if no slice is written, and without the last term for values of up to 16 terms.
//!
//! So all 64 bits agree with probability at most 2^-64 + ε, and in a table of 2^t chains and n keys
//! a lookup meets at most n (2^-t + ε) others on average over the keys of the map. An
//! open-addressing table, such as hashbrown's, also probes buckets that others have filled, of
//! which the theorem, about pairs of keys, says less.
//!
//! The words f, g, u, v and z of any two maps are independent, by [`MapWords`]: so is the order of
//! one map of that of another, and filling a map in the order of another does not crowd its
//! buckets. What is equal before step 4 by bad luck is equal in all maps of the process, which
//! makes it no likelier in any. A clone of a state shares its words and its order.
//!
//! # The proof
//! Coq checks it for values of up to 16 terms, from writes on, in `MapEnd.v`, `MapHash.v` and
//! `MapFinish.v` of `proofs/theories`: `map_bits_small` for integers of up to 16 bytes,
//! `map_bits_integers` and `map_bits_short` for others, with step 5 as it is here. For longer
//! values it stands here only.
//!
//! *Terms.* Number the terms of each value from 0, and let a term have a kind, integers or slice.
//! Claim: the two values differ in their sequences of terms, with kinds, or in what is packed at
//! the end, except with probability ε_s. First, let the first difference be an integer. Before it
//! both have written the same, so that it is packed at the same bits, after the same number j of
//! terms of packed integers. Either both pack it into their j-th such term, and these differ; or
//! both have it in what is packed at the end, and that differs; or one of them has more terms of
//! packed integers. If the first difference is a slice, it is the j-th slice of both: two slices of
//! 16 bytes are different terms; two others are except with probability ε_s; and one of 16 bytes is
//! the hash of another with probability 2^-63.
//!
//! *The sum.* Given the terms, which do not depend on the keys of NH: if the sequences differ, and
//! none has more than 16 terms, let i be a number at which they do. Both have a term there of the
//! same kind: then the difference of the sums has a given value with probability at most 2^-64, by
//! the theorem of NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC", 1999). Or one has no
//! term there, or of the other kind: the product of two uniform words that nothing else depends on
//! has a given value with probability at most 2^-63. So the sums with what is packed at the end are
//! the same with probability at most 2^-63. If the sequences are the same, what is packed at the
//! end differs, and the sums always do.
//!
//! *Long values.* If one value has more than 16 terms, its polynomial is not constant. Two values'
//! polynomials are different unless their first 16 terms differ and yet have the same sum modulo
//! 2^126, which has probability 2^-63 as well, or all terms are the same. Different ones differ not
//! only in the constant, which is 0. The values of two different polynomials of degree at most
//! d = 1 + 3 n differ modulo 2^128 by a given number at no more than d of the 2^126 points: of the
//! 2^128 − 3 differences of integers below 2^127 − 1, one at most has a given remainder. The same
//! for a polynomial and the sum of a shorter value.
//!
//! *The end.* Let the words w and w′ be different, d = w′ − w = 2^s times an odd number, s < 64. D
//! = X′ − X = d g modulo 2^128 has uniform bits from s on, so that its upper half is uniform
//! whatever its lower half is; X is uniform and independent of D, by u and v. The upper half of X′
//! is the sum of those of X and D and a carry that the lower halves make. So given both lower
//! halves, the upper halves of X and X′ are uniform and independent (multiply-shift:
//! Dietzfelbinger, "Universal hashing and k-wise independent random variables via integer
//! arithmetic without primes", 1996). For two halves, D is g (x′\[0\] − x\[0\]) or f (x′\[1\] −
//! x\[1\]) plus what does not depend on g or f: the same. For a word and two halves: given f, g and
//! u, the word's upper half is uniform by v, and given v as well, that of the other is by z.
//!
//! *The hash* is, for each lower half and each w or x, a bijection of the upper half: exclusive or
//! with a number, multiplication by an odd one, a rotation. So it is as uniform and independent as
//! the upper halves are. ∎
//!
//! # Beyond pairs
//! The theorem is about two values, and averages over maps. It says little of a single map. Without
//! step 5 it holds as well, and yet for consecutive integers one map in a hundred has eight times
//! the colliding pairs of a random function, and one in a thousand has thirty times. Step 5 leaves
//! the theorem as it is and mends that: over 20,000 maps, the buckets of dense, strided,
//! bit-reversed and other regular keys are as even as a random function's. This is measured
//! (`tests/flat.rs` of `multilinear-hash`), not proved.
//!
//! # Against whom
//! The theorem holds for values that are chosen without knowledge of the hashes. No universal hash
//! protects against an adversary who watches the order of a map, or times its collisions, and then
//! chooses further values. Use a pseudo-random function, such as SipHash, there.

mod hasher;
mod key;
#[cfg(feature = "std")]
mod state;
#[cfg(feature = "std")]
mod words;

pub use hasher::{Keys, MapHasher};
pub use key::{MapKey, SharedKey, Slices, WordHash, WordSlices};
#[cfg(feature = "std")]
pub use state::{Process, RandomState, Source};
#[cfg(feature = "std")]
pub use words::{HashMapExt, HashSetExt, MapWords};

/// The number with these halves.
const fn double(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}

/// What every `RandomState` of a crate's own has beside `new`: `Default`, a `Debug` that shows
/// nothing, and the aliases of [`map_aliases!`](crate::map_aliases). Needs the calling crate's
/// feature `std`.
#[macro_export]
macro_rules! random_state {
    ($RandomState:ident) => {
        impl Default for $RandomState {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }

        $crate::secret_debug!(impl[] $RandomState, "RandomState");
        $crate::map_aliases!($RandomState);
    };
}

/// The aliases `HashMap` and `HashSet` of std's types with a `RandomState`.
#[macro_export]
macro_rules! map_aliases {
    ($RandomState:ident) => {
        /// A [`std::collections::HashMap`] with a [`RandomState`] of its own.
        pub type HashMap<K, V> = std::collections::HashMap<K, V, $RandomState>;

        /// A [`std::collections::HashSet`] with a [`RandomState`] of its own.
        pub type HashSet<T> = std::collections::HashSet<T, $RandomState>;
    };
}

/// A `RandomState` of the [hasher of maps](crate::map) with its aliases, for a crate with a keyed
/// hash of slices, [`Slices`](crate::map::Slices).
///
/// The arguments are a type of the crate, by which its states are told from those of others; the
/// hash of slices; the name from which the words of seeded states are derived; a value with the
/// operating system's entropy, which is made once a process; and the constant one of seeded states.
/// Needs the calling crate's feature `std`.
#[macro_export]
macro_rules! process_maps {
    (
        $(#[$meta:meta])*
        $Family:ty, $Slices:ty, $name:literal, random: $random:expr, seeded: $seeded:expr
    ) => {
        impl $crate::map::Process for $Family {
            type Slices = $Slices;
            const NAME: &'static str = $name;

            #[inline]
            fn source() -> &'static $crate::map::Source<$Slices> {
                static SOURCE: std::sync::LazyLock<$crate::map::Source<$Slices>> =
                    std::sync::LazyLock::new(|| $crate::map::Source::new($random));
                &SOURCE
            }

            fn seeded() -> &'static $crate::map::SharedKey<$Slices> {
                static SEEDED: $crate::map::SharedKey<$Slices> =
                    $crate::map::SharedKey::from_seed(concat!($name, " shared"), 0, $seeded);
                &SEEDED
            }
        }

        /// Builds hashers for one map, under words that no other map has. 64 bytes.
        ///
        $(#[$meta])*
        pub type RandomState = $crate::map::RandomState<$Family>;

        $crate::map_aliases!(RandomState);
    };
}

/// A `FixedState<K>`: builds hashers under a key that is owned, borrowed or shared, `K` being the
/// key, a reference to it, an `Arc` of it. The closure makes the hasher of the type `$Hasher`, in
/// which `K` stands for the type of what the closure is given.
#[macro_export]
macro_rules! fixed_state {
    ($(#[$meta:meta])* $FixedState:ident, $Key:ty, $Hasher:ty, |$key:ident| $hasher:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $FixedState<K = $Key> {
            key: K,
        }

        impl<K: ::core::borrow::Borrow<$Key>> $FixedState<K> {
            /// Hashers under this key: a `&Key`, an `Arc<Key>`, or the key itself.
            #[must_use]
            pub const fn new(key: K) -> Self {
                Self { key }
            }
        }

        impl $FixedState {
            /// Hashers under the key of a number; see the `from_seed` of the key.
            #[must_use]
            pub const fn from_seed(seed: u64) -> Self {
                Self { key: <$Key>::from_seed(seed) }
            }
        }

        impl<K: ::core::borrow::Borrow<$Key> + Clone> ::core::hash::BuildHasher for $FixedState<K> {
            type Hasher = $Hasher;

            #[inline(always)]
            fn build_hasher(&self) -> $Hasher {
                let $key = self.key.clone();
                $hasher
            }

            /// As the hasher does it, without a copy of the key.
            #[inline(always)]
            fn hash_one<T: ::core::hash::Hash>(&self, value: T) -> u64 {
                let $key: &$Key = self.key.borrow();
                let mut hasher = $hasher;
                value.hash(&mut hasher);
                ::core::hash::Hasher::finish(&hasher)
            }
        }
    };
}
