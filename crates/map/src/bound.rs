//! The hash, its theorem, and the proof.
//!
//! # The hash
//! A value writes integers and slices. The hash of a [`RandomState`](crate::RandomState) has five
//! steps. All sums are modulo 2^128 unless they say otherwise, and the *halves* of a number are its
//! lower and its upper 64 bits.
//!
//! 1. **Integers are packed** in the order in which they are written, each into as many bits as its
//!    type has, the first into the lowest bits; `usize` has 64. When an integer no longer fits into
//!    the 128 bits, the packed integers become a *term*, and packing starts again.
//! 2. **The first slice**, of n bytes, has two words a and b and a number m. If n ≤ 16, m is n, and
//!    the words are the first and the last eight bytes (n ≥ 8), the first and the last four (n ≥
//!    4), or the first byte, and the middle one (at ⌊n/2⌋) plus 2^8 times the last one. Otherwise m
//!    is 17, and the words are the halves of the keyed hash of the slice. **Every further slice is
//!    a term.** One of 16 bytes is a little-endian number. One of n < 16 bytes has n in the lowest
//!    byte of its lower half. From 8 bytes on, the first seven bytes follow n, and the last eight
//!    are the upper half. Of 4 to 7 bytes, the first four and then the last four are the upper
//!    half; of fewer, the first, the middle and the last one are its lowest three bytes. One of
//!    more than 16 bytes is its keyed hash.
//! 3. **The sum** adds up NH of the terms, (y + kᵢ) (z + lᵢ), where y and z are the halves of the
//!    i-th term and the sums in parentheses are modulo 2^64. A term is of one of three kinds, which
//!    have different keys: integers (0), slices of 16 bytes and more (1), and slices of fewer (2).
//!    The integers still packed at the end are added without a key. If there are more than 16
//!    terms, a polynomial modulo 2^127 − 1 replaces the sum of the terms. Its leading coefficient
//!    is 1; the next is the sum of the first 16 terms modulo 2^126; then each further term adds
//!    three: its lower half, its upper half plus 2^64 times its kind, and 0.
//! 4. **The end.** The sum has the halves x₀ and x₁, and τ is the upper half of X = x₀ f + x₁ g +
//!    a c + b d + eₘ + v, where all factors and addends have 128 bits. Without a slice the terms of
//!    a, b and m are left out.
//! 5. **The hash** is τ (2 τ + 1) modulo 2^64, rotated by 32 bits.
//!
//! The upper half of v is the map's own; all else belongs to the process. Each map has a number,
//! and its own word is the upper half of p · number + q modulo 2^128, where p and q have 128 bits.
//! That is multiply-shift, so the words of two maps are uniform and independent of each other.
//!
//! # The theorem of one map
//! Take two different values, chosen without knowledge of the words. Where their writes first
//! differ, both values must write integers of the same width, or both must write slices. This holds
//! for std's integers, strings, tuples, arrays, slices, options and collections, and for types that
//! derive `Hash` from parts for which it holds. It does not hold for `std::path::Path` ("/a" and
//! "a" write the same), nor for a type that writes one value as a prefix of another, which the
//! contract of `Hash` forbids.
//!
//! **If both values write at most 16 bytes of integers in all and at most one slice, of at most 16
//! bytes, their hashes are uniform and independent of each other: any t bits agree with probability
//! exactly 2^-t.** For any other two values the same holds except with probability ε, so any t bits
//! agree with probability at most 2^-t + ε. ε is the sum of
//!
//! * ε_s, which bounds the probability that two given slices have the same keyed hash, and is at
//!   least 2^-63, if a slice of more than 16 bytes is written;
//! * 2^-63 if there are terms: more than 16 bytes of integers, or more than one slice;
//! * (3 n + 1) 2^-126 if there are 16 + n terms, n > 0.
//!
//! Coq checks this from the writes on, in `proofs/theories/MapApart.v` (`apart_bits_small`,
//! `apart_bits_one`, `apart_bits_slices`) and, with the slices of this crate, in `MapSlices.v`
//! (`apart_slices`); the fast state in `uneven_slices`, and the fixed state in `map_slices`. The
//! section "Two maps" is proved only here.
//!
//! In a table of 2^t chains and n keys, a lookup meets at most n (2^-t + ε) other keys on average
//! over the keys of the map.
//!
//! *Terms.* Claim: except with probability ε_s, the two values differ in (m, a, b), in the sequence
//! of their terms with their kinds, or in what is packed at the end. First, suppose that the first
//! difference is an integer. Both values have written the same before it, so it is packed at the
//! same bits, after the same number j of terms of packed integers. Then there are three cases: both
//! pack it into their j-th such term, and these terms differ; or both have it in what is packed at
//! the end, and that differs; or one of them has more terms of packed integers. Now suppose that
//! the first difference is a slice. If it is the first slice of both, m differs, or m ≤ 16 and the
//! words do, or both have more than 16 bytes and the same hash with probability at most ε_s.
//! Otherwise it is the j-th further slice of both. Two slices of 16 bytes are different terms; two
//! other slices are different terms except with probability ε_s; and a slice of 16 bytes equals the
//! hash of another slice with probability at most 2^-63.
//!
//! *The sum.* Fix the terms, which do not depend on the keys of NH. If the sequences differ and
//! neither has more than 16 terms, let i be a position at which they differ. If both have a term of
//! the same kind there, the difference of the sums has a given value with probability at most
//! 2^-64, by the theorem of NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC", 1999).
//! Otherwise one of them has no term there, or a term of another kind, and the product of two
//! uniform words on which nothing else depends has a given value with probability at most 2^-63. So
//! the sums, including what is packed at the end, are equal with probability at most 2^-63. If the
//! sequences are the same and what is packed at the end differs, the sums always differ.
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
//! *The end.* Let (x₀, x₁, a, b, m) of the two values differ. The number m is as good as 18 words
//! that are 0 or 1, with the factors e₀ … e₁₇. So X is an inner product of words and factors of 128
//! bits, plus v, and some word differs, by d, which is 2^s times an odd number, s < 64. Let F be
//! its factor. The difference of the two values of X is d F plus a number that does not depend on
//! F, and d F modulo 2^128 has uniform bits from bit s on. So the upper half of the difference is
//! uniform whatever its lower half is. The X of the first value is uniform and independent of the
//! difference, by v. The upper half of the other X is the sum of the upper halves of the first one
//! and of the difference, and a carry that the lower halves determine. So, given both lower halves,
//! τ and τ′ are uniform and independent (multiply-shift for vectors: Dietzfelbinger, "Universal
//! hashing and k-wise independent random variables via integer arithmetic without primes", 1996).
//!
//! *The hash* is a bijection of τ: τ (2 τ + 1) and σ (2 σ + 1) differ by (τ − σ) (2 τ + 2 σ + 1),
//! where the second factor is odd (Rivest, Robshaw, Sidney and Yin, "The RC6 block cipher", 1998).
//! So it is as uniform and independent as τ is. ∎
//!
//! # Two maps
//! 1. **The hashes of two values, or of one, in two maps are uniform and independent**, because
//!    each X has the own word of its map as an addend of its upper half, and these are independent.
//!    No theorem says this of three maps.
//! 2. **Fix all words of the process and of one map. Two values share a bucket of a second map, of
//!    2^t buckets that are the lowest t bits of the hash, with probability at most 2 · 2^-t over
//!    its own word**, 1 ≤ t ≤ 32; unless their τ agree in the lowest 32 + t bits: then they share
//!    one in every map of the process. That has probability at most 2^-(32 + t) + ε over all words.
//!    So filling a map in the order of another crowds no bucket.
//!
//! *Proof of 2.* The own word adds a uniform number to both τ. Let them be y and y + Δ, where y is
//! uniform and Δ is 2^s times an odd number. Their products in step 5 differ by Q = Δ (2 Δ + 1) + 4
//! Δ y. The lowest t bits of the hashes are the bits 32 … 31 + t of the products. If they agree, Q
//! modulo 2^(32 + t) is one of the 2^33 − 1 numbers around 0. If 32 ≤ s < 32 + t, Q is an odd
//! multiple of 2^s, and none of those numbers is. If s < 32, Q is uniform among the 2^(30 + t − s)
//! numbers of one residue modulo 2^(s + 2), of which at most 2^(31 − s) are around 0. ∎
//!
//! # The fast state
//! [`FastState`](crate::FastState) has the first slice as a term too, and its hash is the upper
//! half of x₀ f + x₁ g modulo 2^128, where f and g are the map's own: without an addend and without
//! step 5, four instructions for an integer. It gives up two things:
//!
//! * **The theorem is weaker.** The lowest k bits of the hash, which are the index of a bucket, and
//!   its highest m bits, which are the tag, both agree with probability at most 4 · 2^-t + ε, where
//!   t = k + m and ε is as above, with every slice a term: at most 2 · 2^-t + ε for the index or
//!   the tag alone. The same holds for the highest m of the lowest 32 bits, the tag of hashbrown on
//!   targets of 32 bits. The hashes of two values are not independent, and for other choices of t
//!   bits nothing is proved.
//! * **Regular keys are uneven.** Consecutive integers have hashes at equal distances, and under
//!   some words of the map these distances nearly return to a bucket. With a mean of 1, the
//!   colliding pairs of one map in a hundred are up to ten times their expectation, and those of
//!   one in a thousand up to 45 times. So it is with foldhash's and rustc-hash's functions.
//!
//! *Proof.* Let x and x′ be different sums, and w be 64 or 32. As in "The end", the upper half δ of
//! the difference x₀′ f + x₁′ g − x₀ f − x₁ g is uniform, also modulo 2^w, and the hash of x′ is
//! that of x, plus δ, plus a carry of 0 or 1. If the lowest k bits of the two hashes are the same,
//! they differ modulo 2^w by a multiple i · 2^k; if the highest m of w bits are the same, |i| is
//! below 2^(w−t). So δ has fewer than 2 · 2 · 2^(w−t) of its 2^w values. With k alone, i · 2^k has
//! only 2^(w−k) values; with m alone, the values of δ for the two carries are the same but for one.
//! So δ has at most 2 · 2^(w−t) values then. ∎
//!
//! # The fixed state
//! [`FixedState`](crate::FixedState) has the first slice as a term too, and X = x₀ f + x₁ g + v.
//! Its theorem is that of one map, over all words of its key, with every slice a term.
//!
//! # Slices of more than 16 bytes
//! The keyed hash of a slice of up to 112 bytes is the sum of its length and of (y + k₂ᵢ) (z +
//! k₂ᵢ₊₁) over pairs of 64-bit words y, z that cover it, where the sums in parentheses are modulo
//! 2^64: **NH**. A longer slice is cut into parts of 112 bytes, whose sums modulo 2^126 are the
//! coefficients of a polynomial modulo 2^127 − 1. The polynomial begins with 1 and ends with the
//! length.
//!
//! *NH.* For two messages with the same number of pairs and any c, the values differ by c with
//! probability at most 2^-64. Let y ≠ y′ in some pair (otherwise exchange the roles), and fix all
//! but w = z + l. In the other message this sum is w + δ or, if w ≥ 2^64 − δ, w + δ − 2^64; u = y +
//! k and u′ = y′ + k are different. The equation u w − u′ w′ = C modulo 2^128 is (u − u′) w = C +
//! u′ δ, with − 2^64 u′ on the right for large w. In either form it has at most one solution,
//! because
//! |u − u′| w < 2^128 and (u − u′) w does not change its sign. If both forms had a solution, w₁ <
//! 2^64 − δ ≤ w₂, then (u − u′) (w₂ − w₁) = −2^64 u′ modulo 2^128. If u < u′, this means (u′ − u)
//! (w₂ − w₁) = 2^64 u′ (both sides are between 0 and 2^128), which is impossible with u′ − u ≤ u′
//! and w₂ − w₁ < 2^64. If u > u′, it means (u − u′) (w₂ − w₁) = 2^64 (2^64 − u′), which is
//! impossible with u − u′ < 2^64 − u′. So there is at most one solution. The product of two uniform
//! words has a given value with probability at most 2^-63: 2^65 − 1 of the 2^128 pairs of words
//! give zero, and at most one pair for each first word gives another value; for such another value
//! it is even below 0.7 · 2^-64, because of three consecutive numbers from 2^43 on at most two
//! divide a number below 2^128.
//!
//! *Up to 112 bytes*: if two different slices have the same number of pairs, either some pairs
//! differ, and the sums differ by exactly the difference of the lengths with probability at most
//! 2^-64; or no pair differs, and the lengths do. If one slice has more pairs, its last product
//! must have the value c that the rest leaves. Each c ≠ 0 has a probability below 0.7 · 2^-64. For
//! c = 0 the rest must agree, which has probability 2^-64 if common pairs differ, and is impossible
//! if only the lengths differ. Together the probability is below **2^-64**, and ε_s is the 2^-63 of
//! a given hash.
//!
//! *Longer slices*: if two slices have the same number of parts, the sums of a part in which they
//! differ agree modulo 2^126 with probability at most 2^-63. If they do not agree, or if one slice
//! has more parts, the polynomials, which begin with 1, are different and not constant. They agree,
//! or give the sum of a short slice, at no more than b + 1 of 2^126 points. For b parts **ε_s =
//! 2^-63
//! + (b + 1) 2^-126**.
//!
//! # Probes
//! hashbrown's table, which std's maps use, has no chains. A lookup reads groups of 16 buckets, the
//! first one from the bucket that the low bits of the hash choose, until a group has an empty
//! bucket. It compares only those keys whose 7-bit tag, the high bits of the hash, is its own. Let
//! the table have n keys in 2^t buckets, n ≤ 7/8 · 2^t, and let ε be 0. Then the theorem implies,
//! on average over the keys of the map:
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
//! on more than pairs of keys. For linear probing, with buckets that are pairwise independent and
//! no more, the worst keys need about log n probes on average over all keys (Pagh, Pagh and Ružić,
//! "Linear probing with constant independence", 2009), and some key needs about √n (Pătraşcu and
//! Thorup, "On the k-independence required by linear probing and minwise independence", 2016). We
//! know of no such theorem for hashbrown's groups under any hash function of constant size. The
//! number of groups is measured instead (`tests/flat.rs`): for regular keys it is close to that of
//! a random function.
//!
//! # Beyond pairs
//! The theorem says little about a single map. It also holds without step 5, and yet without step 5
//! consecutive integers collide many times as often in some maps as under a random function,
//! because τ is linear in the value. Step 5 keeps the theorem and removes this weakness: the
//! buckets of dense, strided, bit-reversed and other regular keys are as even as those of a random
//! function. This is measured (`tests/flat.rs`), not proved. Tables need no more, and the hash has
//! no more: a bit of the value changes some bits of the hash noticeably more or less often than
//! every second time. Where a sketch needs hashes that look random, take a pseudo-random function.
//!
//! # Limits of the guarantee
//! The theorem holds against an oblivious adversary, who chooses the values without knowledge of
//! the hashes. No universal hash protects against an adaptive adversary, who observes the order of
//! a map, or times its collisions, and then chooses further values. What is learned of one map
//! holds in all maps of the process: values whose τ differ by a known number do so in each. Against
//! such an adversary, use a pseudo-random function such as SipHash.
