//! Hash tables: a hasher with a proven bound, independent keys for each map, and constructors of
//! maps.
//!
//! # The hasher
//! [`MapHasher`] computes 64 bits from what a value writes. A crate of the family provides the
//! keyed hash of slices, [`Slices`]; everything else is here, in scalar arithmetic. Once the `Hash`
//! of a type is inlined, everything that depends on the sizes of its parts is known at compile
//! time, and the rest is straight-line code in registers.
//!
//! 1. **Integers are packed** in the order in which they are written, each into as many bits as its
//!    type has, the first into the lowest bits. When an integer no longer fits into the 128 bits,
//!    the packed integers become a *term*, and packing starts again.
//! 2. **Slices.** A slice of up to 16 bytes is itself a term. One of 16 bytes is a little-endian
//!    number. One of n < 16 bytes has n in the lowest byte of its lower half. From 8 bytes on, the
//!    first seven bytes follow n, and the last eight bytes are the upper half. Of 4 to 7 bytes, the
//!    first four and then the last four are the upper half; of fewer, the first, the middle (at
//!    ⌊n/2⌋) and the last one are its lowest three bytes. A slice of more than 16 bytes becomes a
//!    term through its keyed hash of 128 bits.
//! 3. **The sum**, modulo 2^128, adds up NH of the terms, (a + kᵢ) (b + lᵢ), where a and b are the
//!    halves of the i-th term and the sums in parentheses are modulo 2^64. A term is of one of
//!    three kinds, which have different keys: integers (0), slices of 16 bytes and more (1), and
//!    slices of fewer (2). The integers still packed at the end are added without a key. If there
//!    are more than 16 terms, a polynomial modulo 2^127 − 1 replaces the sum. Its leading
//!    coefficient is 1; the next is the sum of the first 16 terms modulo 2^126; then each further
//!    term adds three: its lower half, its upper half plus 2^64 times its kind, and 0.
//! 4. **The end**: the sum has the halves x₀ and x₁, and τ is the upper half of x₀ f + x₁ g + v
//!    modulo 2^128, where f, g and v have 128 bits.
//! 5. **The hash** is τ (2 τ + 1) modulo 2^64, rotated by 32 bits.
//!
//! Each map has its own f, g and v. All other keys are made once per process, and once more
//! in every [copy of a process](crate::process::Mark), and shared by the maps made there.
//!
//! # The theorem
//! Take two different values of a type, chosen without knowledge of the keys. Where their writes
//! first differ, both values must write integers of the same width, or both must write slices. This
//! holds for std's integers, strings, tuples, arrays, slices, options and collections, and for
//! types that derive `Hash` from parts for which it holds. It does not hold for `std::path::Path`
//! ("/a" and "a" write the same), nor for a type that writes one value as a prefix of another,
//! which the contract of `Hash` forbids.
//!
//! **If both values write integers of at most 16 bytes in all, their hashes are uniform and
//! independent of each other: any t bits agree with probability exactly 2^-t.** For any other two
//! values the same holds except with probability ε, so any t bits agree with probability at most
//! 2^-t + ε. Let ε_s ≥ 2^-63 bound the probability that two given slices have the same 128 bits.
//! Then
//!
//! ε = ε_s + 2^-63 + (3 n + 1) 2^-126 for values of up to 16 + n terms,
//!
//! where ε_s is left out if no slice of more than 16 bytes is written, and the last term is left
//! out for n = 0.
//!
//! So all 64 bits agree with probability at most 2^-64 + ε. In a table of 2^t chains and n keys, a
//! lookup meets at most n (2^-t + ε) other keys on average over the keys of the map.
//!
//! # Probes
//! hashbrown's table, which std's maps use, has no chains. A lookup reads groups of 16 buckets, the
//! first one from the bucket that the low bits of the hash choose, until a group has an empty
//! bucket. It compares only those keys whose 7-bit tag, the high bits of the hash, is its own. Let
//! the table have n keys in 2^t buckets, n ≤ 7/8 · 2^t, and let ε be 0. Then the theorem implies,
//! for any keys that were chosen without knowledge of the hashes, on average over the keys of the
//! map:
//!
//! * At most 14 other keys have their first bucket in the first group of a lookup, and at most
//!   14/128 have their first bucket there and the tag of the lookup. A key that was not displaced
//!   is in that group if its first bucket is one of the 31 from 15 before to 15 after that of the
//!   lookup: at most 31 · 7/8 / 128 < 0.22 of these keys are compared in vain.
//! * At most n/128 other keys have the tag of the lookup, so it compares no more than these in
//!   vain, whatever groups it reads.
//! * The number of keys whose first bucket is among L given ones has a variance of at most 7/8 L.
//!   So it exceeds L with probability at most 56/L (Chebyshev).
//!
//! The theorem does not imply that lookups read a constant number of groups, because that depends
//! on more than pairs of keys: on those that have been displaced. For linear probing, with buckets
//! that are pairwise independent and no more, the worst keys need about log n probes on average
//! over all keys (Pagh, Pagh and Ružić, "Linear probing with constant independence", 2009), and
//! some key needs about √n (Pătraşcu and Thorup, "On the k-independence required by linear probing
//! and minwise independence", 2016). Five independent keys are enough for a constant number. We
//! know of no such theorem for hashbrown's groups under any hash function of constant size.
//!
//! The number of groups is measured instead (`probes_of_absent_words` in `tests/flat.rs` of
//! `multilinear-hash`): for regular keys it is close to that of a random function. Linear probing
//! with a five-wise independent hash would have a theorem, at several times the price; hashbrown's
//! table would not, so no crate of the family has such a state.
//!
//! # Other maps
//! By [`MapWords`], the words of f, g and v of any two maps are independent. The orders of two
//! maps are therefore independent too, and filling one map in the order of another does not crowd
//! its buckets. Two values that happen to be equal before step 4 collide in all maps of the
//! process, but that makes such a collision no likelier in any single map. A clone of a state
//! shares its words and its order.
//!
//! # The proof
//! Coq checks the proof for values of any number of terms, starting from the writes, in
//! `MapShort.v`, `MapHash.v`, `MapSum.v`, `MapEnd.v` and `MapFinish.v` of `proofs/theories`:
//! `map_bits_small` for integers of up to 16 bytes, `map_bits_integers`, `map_bits_small_slices`
//! and `map_bits_slices` for the others, each with step 5 as it is here. `map_slices`
//! (`MapSlices.v`), `map_clhash` and `map_vhash` (`MapWords.v`) are this theorem for the maps of
//! three crates, with the hashes of slices that they use.
//!
//! *Terms.* Number the terms of each value from 0, and give each term its kind.
//! Claim: except with probability ε_s, the two values differ in their sequences of terms and kinds,
//! or in what is packed at the end. First, suppose that the first difference is an integer. Both
//! values have written the same before it, so it is packed at the same bits, after the same number
//! j of terms of packed integers. Then there are three cases: both pack it into their j-th such
//! term, and these terms differ; or both have it in what is packed at the end, and that differs; or
//! one of them has more terms of packed integers. Now suppose that the first difference is a slice,
//! the j-th slice of both. Two slices of 16 bytes are different terms; two other slices are
//! different terms except with probability ε_s; and a slice of 16 bytes equals the hash of another
//! slice with probability 2^-63.
//!
//! *The sum.* Fix the terms, which do not depend on the keys of NH. If the sequences differ and
//! neither has more than 16 terms, let i be a position at which they differ. If both have a term of
//! the same kind there, the difference of the sums has a given value with probability at most
//! 2^-64, by the theorem of NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC", 1999).
//! Otherwise one of them has no term there, or a term of another kind, and the product of two
//! uniform words on which nothing else depends has a given value with probability at most 2^-63. So
//! the sums, including what is packed at the end, are equal with probability at most 2^-63. If the
//! sequences are the same, what is packed at the end differs, and the sums always differ.
//!
//! *Long values.* If a value has more than 16 terms, its polynomial is not constant. The
//! polynomials of two values differ, unless all their terms are the same, or their first 16 terms
//! differ and yet have the same sum modulo 2^126, which also has probability 2^-63. Different
//! polynomials differ in more than the constant coefficient, because that is 0. The values of two
//! different polynomials of degree at most d = 1 + 3 n differ by a given number modulo 2^128 at no
//! more than d of the 2^126 points, because at most one of the 2^128 − 3 differences of integers
//! below 2^127 − 1 has a given remainder. The same holds for a polynomial and the sum of a shorter
//! value.
//!
//! *The end.* Let the sums x and x′ be different. Then they differ in x₀ or in x₁; take x₀, and let
//! d = x′₀ − x₀ be 2^s times an odd number, s < 64. The difference of the two values of x₀ f + x₁
//! g + v is d f plus a number that does not depend on f, and d f modulo 2^128 has uniform bits from
//! bit s on. So the upper half of the difference is uniform whatever its lower half is. The value
//! of x itself is uniform and independent of the difference, by v. The upper half of the value of
//! x′ is the sum of the upper halves of the value of x and of the difference, and a carry that the
//! lower halves determine. So, given both lower halves, τ and τ′ are uniform and independent
//! (multiply-shift for vectors: Dietzfelbinger, "Universal hashing and k-wise independent random
//! variables via integer arithmetic without primes", 1996).
//!
//! *The hash* is a bijection of τ: τ (2 τ + 1) and σ (2 σ + 1) differ by (τ − σ) (2 τ + 2 σ + 1),
//! where the second factor is odd (Rivest, Robshaw, Sidney and Yin, "The RC6 block cipher", 1998).
//! So it is as uniform and independent as τ is. ∎
//!
//! # Beyond pairs
//! The theorem is about two values, averaged over maps. It says little about a single map. It also
//! holds without step 5, and yet without step 5 consecutive integers collide many times as often in
//! some maps as under a random function, because τ is linear in the value. Step 5 keeps the theorem
//! and removes this weakness: the buckets of dense, strided, bit-reversed and other regular keys
//! are as even as those of a random function. This is measured (`tests/flat.rs` of
//! `multilinear-hash`), not proved.
//!
//! Tables do not need more, and the hash does not have more: a bit of the value changes some bits
//! of the hash noticeably more or less often than every second time. Where a sketch needs hashes
//! that look random, take a pseudo-random function.
//!
//! # The uneven end
//! [`UnevenState`] has the same steps 1 to 3. Its hash is the upper half of x₀ f + x₁ g modulo
//! 2^128, without an addend and without step 5: four instructions for an integer. It gives up two
//! things:
//!
//! * **The theorem is weaker.** The lowest k bits of the hash, which are the index of a bucket, and
//!   the highest m bits, which are the tag, both agree with probability at most 4 · 2^-t + ε, where
//!   t = k + m and ε is as above: at most 2 · 2^-t + ε for the index or the tag alone. The hashes
//!   of two values are not independent, and for other choices of t bits nothing is proved.
//! * **Regular keys are uneven.** Consecutive integers have hashes at equal distances, and under
//!   some words of the map these distances nearly return to a bucket. With a mean of 1, the
//!   colliding pairs of one map in a hundred are up to ten times their expectation, and those of
//!   one in a thousand up to 45 times (4,000 maps, 46 sequences of keys). So it is with foldhash's
//!   and rustc-hash's functions.
//!
//! Take it if the keys are not regular, or if a slow map in a thousand does not matter.
//!
//! *Proof.* Coq checks it from the writes on (`uneven_bits_small` and `uneven_bits_slices` in
//! `MapUneven.v`; `uneven_slices`, `uneven_clhash` and `uneven_vhash` for the maps of three
//! crates). Let x and x′ be different sums. As in "The end", the upper half δ of
//! the difference x₀′ f + x₁′ g − x₀ f − x₁ g is uniform, and the hash of x′ is that of x, plus δ,
//! plus a carry of 0 or 1. If the lowest k bits of the two hashes are the same, they differ by a
//! multiple i · 2^k; if the highest m bits are the same, |i| is below 2^(64−t). So δ has fewer than
//! 2 · 2 · 2^(64−t) of its 2^64 values. With k alone, i · 2^k has only 2^(64−k) values; with m
//! alone, the values of δ for the two carries are the same but for one. So δ has at most 2 ·
//! 2^(64−t) values then. ∎
//!
//! # What it costs
//! The hash of a `u64` takes four instructions and one product more than foldhash-quality's, which
//! is even too: that multiplies the halves of its first product, without a theorem.
//!
//! * **The theorem.** A function of words of w bits to t bits whose values at any two words are
//!   uniform and independent has a key of more than w + t − 1 bits, because such functions are an
//!   orthogonal array of strength two, and so more than 2^w (2^t − 1) (Rao, 1947). Of these, 128
//!   for all 64 bits of the hash, the addend may have 64, but modulo a power of two a factor of 64
//!   bits loses as many as the difference of two words has zeros at its end. A factor of 128 bits
//!   takes two products, two copies of registers and an addition. The addend, without which the
//!   values are not independent, takes two additions.
//! * **Evenness.** τ is linear in the word, so it keeps the distances of a progression. We know of
//!   no way to hide them without a product of two numbers that both depend on all of the word. One
//!   of them waits for τ, and is odd, so that the step is one to one (one instruction); the product
//!   takes another, and its high bits become the index by a third.
//!
//! `lab/decisions.md` has the other ends that were measured, and the times of maps.
//!
//! # Limits of the guarantee
//! The theorem holds against an oblivious adversary, who chooses the values without knowledge of
//! the hashes. No universal hash protects against an adaptive adversary, who observes the order of
//! a map, or times its collisions, and then chooses further values. Against such an adversary, use
//! a pseudo-random function such as SipHash.

mod hasher;
mod key;
mod portable;
#[cfg(feature = "std")]
mod state;
#[cfg(feature = "std")]
mod words;

pub use hasher::{Keys, MapHasher};
pub use key::{End, EndKey, MapKey, SharedKey, Slices, UnevenKey, WordHash, WordSlices};
pub use portable::{Portable, Write};
#[cfg(feature = "std")]
pub use state::{Process, RandomState, Source, State, UnevenState};
#[cfg(feature = "std")]
pub use words::{HashMapExt, HashSetExt, MapWords, RandomWords};

/// Joins two halves into one number.
const fn double(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}

/// Implements what every crate-specific `RandomState` has besides `new`: `Default`, a `Debug` that
/// shows nothing, and the aliases of [`map_aliases!`](crate::map_aliases). Needs the feature `std`
/// in the calling crate.
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

/// Defines the aliases `HashMap` and `HashSet` for std's types with a `RandomState`.
#[macro_export]
macro_rules! map_aliases {
    ($RandomState:ident) => {
        /// A [`std::collections::HashMap`] with its own [`RandomState`].
        pub type HashMap<K, V> = std::collections::HashMap<K, V, $RandomState>;

        /// A [`std::collections::HashSet`] with its own [`RandomState`].
        pub type HashSet<T> = std::collections::HashSet<T, $RandomState>;
    };
}

/// Defines a `RandomState` for the [hasher of maps](crate::map), and its aliases, for a crate with
/// a keyed hash of slices, [`Slices`](crate::map::Slices).
///
/// The arguments are: a type of the crate that distinguishes its states from those of other crates;
/// the hash of slices; the name from which the words of seeded states are derived; a number of
/// random words, and the slice hash that is made of them, once per process; and the constant slice
/// hash of seeded states. Needs the feature `std` in the calling crate.
#[macro_export]
macro_rules! process_maps {
    (
        $(#[$meta:meta])*
        $Family:ty, $Slices:ty, $name:literal,
        random: $count:expr, |$random:ident| $hash:expr,
        seeded: $seeded:expr
    ) => {
        impl $crate::map::Process for $Family {
            type Slices = $Slices;
            const NAME: &'static str = $name;

            #[inline]
            fn source() -> &'static $crate::map::Source<$Slices> {
                static SOURCE: $crate::process::PerProcess<$crate::map::Source<$Slices>> =
                    $crate::process::PerProcess::new();
                SOURCE.get(|| $crate::map::Source::new($count, |$random| $hash))
            }

            fn seeded() -> &'static $crate::map::SharedKey<$Slices> {
                static SEEDED: $crate::map::SharedKey<$Slices> =
                    $crate::map::SharedKey::from_seed(concat!($name, " shared"), 0, $seeded);
                &SEEDED
            }
        }

        /// Builds hashers for one map, under words that no other map has. A state takes 56 bytes.
        ///
        $(#[$meta])*
        pub type RandomState = $crate::map::RandomState<$Family>;

        /// Builds hashers for one map with the [uneven end]: the fastest, but its theorem is
        /// weaker, and regular keys fill some maps unevenly. A state takes 40 bytes.
        ///
        /// [uneven end]: hash_core::map#the-uneven-end
        pub type UnevenState = $crate::map::UnevenState<$Family>;

        $crate::map_aliases!(RandomState);
    };
}

/// Defines a `FixedState<K>`, which builds hashers under a key that is owned, borrowed or shared: K
/// is the key type, a reference to it, or an `Arc` of it. The closure receives the key and makes
/// the hasher of type `$Hasher`, in which `K` names the type of the closure's argument.
///
/// The docs get a paragraph on the keys whose hashes are the same on every machine.
#[macro_export]
macro_rules! fixed_state {
    ($(#[$meta:meta])* $FixedState:ident, $Key:ty, $Hasher:ty, |$key:ident| $hasher:expr) => {
        $(#[$meta])*
        ///
        /// # On other machines
        /// The same writes have the same hash on every machine. Most keys write the same
        /// everywhere, but std writes slices of wider integers and IP addresses in native order;
        /// [`Portable`], with the full list, makes them the same.
        ///
        /// [`Portable`]: hash_core::map::Portable
        #[derive(Clone, Copy, Debug)]
        pub struct $FixedState<K = $Key> {
            key: K,
        }

        impl<K: ::core::borrow::Borrow<$Key>> $FixedState<K> {
            /// Makes a state from a key: a `&Key`, an `Arc<Key>`, or the key itself.
            #[must_use]
            pub const fn new(key: K) -> Self {
                Self { key }
            }
        }

        impl $FixedState {
            /// Makes a state with a key derived from a seed; see the key's `from_seed`.
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

            /// Hashes a value as the hasher does, without cloning the key.
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
