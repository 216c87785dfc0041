//! The collision bounds and their proofs.
//!
//! # The statements
//! All rows are fixed without knowledge of the key. The values derived from the key (`Key` lists
//! them) are uniform and independent. F is GF(2^128), and ε = 2^-127 + 2^-138.
//!
//! * **Rows.** Two given different rows have the same fingerprint with probability at most ε
//!   (`row_any`), whatever the number of their columns and the length of their strings. With at
//!   most 2,048 bytes per string, the probability is at most 2^-127 (`row_share`). For rows with
//!   different numbers of columns it is 2^-128.
//! * **Tables.** Two given different multisets of n rows each have the same [`Fingerprint`] with
//!   probability at most n ε + (n − 1) 2^-128 (`table_any`), which is below n · 2^-126.4
//!   ([`collision_bound`]). The term n ε can be replaced by d ε, where d is the number of different
//!   rows of which one table has more than the other: one changed row is missed with probability at
//!   most ε + (n − 1) 2^-128. Tables with different numbers of rows always have different
//!   fingerprints, because the number is a part of the fingerprint.
//! * **Sequences.** Two given different sequences of n rows each have the same [`Digest`] with
//!   probability at most ε + (n − 1) 2^-128 (`digest_share`, [`digest_bound`]).
//!
//! The names in parentheses are theorems in `TableRows.v` and `Tables.v` of `proofs/theories`,
//! which Coq checks for cells as this crate reads them. The proofs below state the same in words.
//!
//! Two rows are different if they have different numbers of columns, or different canonical forms
//! in some column. The [crate] says which values have the same canonical form.
//!
//! # The proofs
//! Write + for XOR, and Δ for the sum of a value of one row or table and the same value of the
//! other.
//!
//! **Cells.** A cell is (a, b, t): two elements of F and a 64-bit tag. The tag contains the kind
//! and the length or scale. So for two different canonical forms there are three cases. Either the
//! tags differ; or both are values of one fixed-size kind and one scale, and then a or b differ,
//! because they are the value itself; or both are strings of one kind and one length. In the third
//! case (a, b) are the two polynomials of `clhash::clhash128`. Both pairs are equal with
//! probability at most (2^-64 + (m − 1) 2^-128)² for m blocks of 2,048 bytes
//! (`clhash::clhash128::bound` proves it), which is 2^-128 for one block, and below 2^-128 + 2^-138
//! for any length. The key of `clhash::clhash128` is used for all strings of all rows, but for
//! nothing else.
//!
//! **Rows.** The fingerprints of two rows of m and m′ columns differ by (m + m′) R1 + Σ (Δa C1 + Δb
//! C2 + Δt C3). The sum is over columns, and a column that only one row has counts as null in the
//! other row. If m ≠ m′, exactly one of the 2^128 values of R1 makes this 0. Otherwise some column
//! has two different canonical forms. Unless the polynomials of strings are equal, one of Δa, Δb,
//! Δt is not 0. Its factor, which is independent of everything else, makes the sum 0 for exactly
//! one of its 2^128 values. Together this is 2^-128 + (2^-128 + 2^-138) = ε.
//!
//! **Tables.** Remove the rows that two multisets S ≠ S′ of n rows have in common. This leaves D
//! and D′, which have no common row and the same number of rows, not 0. Let r be a row of D. The
//! products of Z + f over S and over S′ are polynomials in Z over F. If they are equal, the
//! products over D and D′ are equal too, because the polynomials over F have no zero divisors. Then
//! f(r) is a root of the product over D, and so of the product over D′, which means that f(r) =
//! f(r′) for some row r′ ≠ r of D′. There are at most n such rows, each with probability at most ε.
//! If the polynomials differ, their sum is a nonzero polynomial of degree at most n − 1 (the
//! leading terms cancel) and has at most n − 1 roots. Since z is independent of all fingerprints,
//! it is one of them with probability at most (n − 1) 2^-128.
//!
//! **Sequences.** The rows differ at some index j, and fⱼ = fⱼ′ with probability at most ε.
//! Otherwise Σ Δfᵢ Y^(n−i) is a nonzero polynomial of degree at most n − 1, and y is a root with
//! probability at most (n − 1) 2^-128. ∎
//!
//! Testing the equality of sets by random polynomials is from Wegman and Carter, "New hash
//! functions and their use in authentication and set equality" (1981). Sums of products with
//! independent keys are from Carter and Wegman, "Universal classes of hash functions" (1979). The
//! polynomials of strings follow Nandi (IACR ePrint 2013/574).
//!
//! # What the theorems do not say
//! They say nothing about an adaptive adversary, who sees fingerprints, or learns whether two of
//! them were equal, and chooses rows accordingly. See the
//! [crate](crate#who-must-not-see-fingerprints).
//!
//! [`Fingerprint`]: crate::Fingerprint
//! [`Digest`]: crate::Digest

use hash_core::bound::log2;

/// Returns the base-2 logarithm of the bound on the probability that two given different multisets
/// of `rows` rows each have the same fingerprint, or negative infinity for no rows.
///
/// ```
/// use hash_agg::bound::collision_bound;
/// assert!(collision_bound(1) < -126.99);
/// assert!(collision_bound(1_000_000_000) < -96.5);
/// ```
#[must_use]
pub fn collision_bound(rows: u64) -> f64 {
    if rows == 0 {
        return f64::NEG_INFINITY;
    }
    // n ε + (n - 1) 2^-128 = 2^-128 (n (2 + 2^-10) + n - 1).
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let n = rows as f64;
    log2(n * (2.0 + ROW_EXCESS) + (n - 1.0)) - 128.0
}

/// Returns the same for the digests of two given different sequences of `rows` rows each.
///
/// ```
/// use hash_agg::bound::digest_bound;
/// assert!(digest_bound(1) < -126.99);
/// assert!(digest_bound(1_000_000_000) < -98.1);
/// ```
#[must_use]
pub fn digest_bound(rows: u64) -> f64 {
    if rows == 0 {
        return f64::NEG_INFINITY;
    }
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let n = rows as f64;
    log2(2.0 + ROW_EXCESS + (n - 1.0)) - 128.0
}

/// The excess 2^-138 of ε in units of 2^-128.
const ROW_EXCESS: f64 = 1.0 / 1024.0;
