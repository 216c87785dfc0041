//! The collision bounds, proved.
//!
//! # The statements
//! All rows are fixed without knowledge of the key, whose derived values (`Key` lists them) are
//! uniform and independent. F is GF(2^128), and ε = 2^-127 + 2^-138.
//!
//! * **Rows.** Two given different rows have one fingerprint with probability at most ε
//!   (`row_any`), whatever the number of their columns and the length of their strings; with at
//!   most 2,048 bytes a string, at most 2^-127 (`row_share`). Rows of different widths have one with
//!   probability 2^-128.
//! * **Tables.** Two given different multisets of n rows each have one [`Fingerprint`] with
//!   probability at most n ε + (n − 1) 2^-128 (`table_any`), which is below n · 2^-126.4
//!   ([`collision_bound`]). In place of n ε stands d ε, where d is the number of different rows of
//!   which the one table has more than the other: one changed row is missed with ε + (n − 1) 2^-128.
//!   Tables of different numbers of rows have different fingerprints always, as the number is a
//!   part of it.
//! * **Sequences.** Two given different sequences of n rows each have one [`Digest`] with
//!   probability at most ε + (n − 1) 2^-128 (`digest_share`, [`digest_bound`]).
//!
//! The names are those of theorems in `proofs/theories`, `TableRows.v` and `Tables.v`, which Coq
//! checks for cells as this crate reads them. The proofs below say it in our words.
//!
//! Rows are different if they have different numbers of columns, or in some column canonical forms
//! that differ; the [crate] says which values have one canonical form.
//!
//! # The proofs
//! Write + for exclusive or and Δ for the sum of a value of the one row or table and that of the
//! other.
//!
//! **Cells.** A cell is (a, b, t): two elements of F and a tag of 64 bits. The tag contains the
//! kind and the length or scale. So for two canonical forms that differ, either the tags differ; or
//! both are values of one fixed-size kind and one scale, and then a or b differ, as these are the
//! value itself; or both are strings of one kind and one length. Then (a, b) are the two polynomials
//! of `clhash::wide`, which are equal pairs with probability at most
//! (2^-64 + (m − 1) 2^-128)² for m blocks of 2,048 bytes (`clhash::wide::bound` proves it): 2^-128
//! for one block, below 2^-128 + 2^-138 for any length. Its key is used for all strings of all
//! rows, but for nothing else.
//!
//! **Rows.** The fingerprints of two rows of m and m′ columns differ by
//! (m + m′) R1 + Σ (Δa C1 + Δb C2 + Δt C3), the sum over columns, where a column that only one row
//! has counts as a null in the other. If m ≠ m′, exactly one of the 2^128 values of R1 makes this 0.
//! Otherwise some column has two canonical forms that differ. Unless the polynomials of strings are
//! equal pairs, one of Δa, Δb, Δt is not 0, and its factor, which is independent of all else,
//! makes the sum 0 in exactly one of 2^128 cases: 2^-128 + (2^-128 + 2^-138) = ε.
//!
//! **Tables.** Take away what two multisets S ≠ S′ of n rows have in common. D and D′ are left,
//! without a common row, of the same number of rows, which is not 0. Let r be a row of D. The
//! products of Z + f over S and over S′ are polynomials in Z over F. If they are equal, so are those
//! over D and D′, as F\[Z\] has no zero divisors; f(r) is a root of the one over D, so of the one
//! over D′, which means that f(r) = f(r′) for some row r′ ≠ r of D′. There are at most n such rows,
//! each with probability at most ε. If they are not equal, their sum is a polynomial that is
//! not 0 of degree n − 1 at most (the leading terms cancel), and has at most n − 1 roots; z is
//! independent of all fingerprints, and one of them with probability at most (n − 1) 2^-128.
//!
//! **Sequences.** In some place j the rows differ, and f_j = f_j′ with probability at most ε.
//! Otherwise Σ Δf_i Y^(n−i) is a polynomial that is not 0 of degree n − 1 at most; y is a root with
//! probability at most (n − 1) 2^-128. ∎
//!
//! That sets are equal if random polynomials say so is from Wegman and Carter, "New hash functions
//! and their use in authentication and set equality" (1981); sums of products with independent keys
//! are from Carter and Wegman, "Universal classes of hash functions" (1979); the strings' polynomials
//! follow Nandi (IACR ePrint 2013/574).
//!
//! # What the theorems do not say
//! They say nothing of somebody who sees fingerprints, or learns from answers whether two were
//! equal, and chooses rows by that. See the [crate](crate#who-must-not-see-fingerprints).
//!
//! [`Fingerprint`]: crate::Fingerprint
//! [`Digest`]: crate::Digest

use hash_core::bound::log2;

/// The logarithm to base 2 of the bound on the probability that two given different multisets of
/// `rows` rows each have one fingerprint; negative infinity for no rows.
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

/// The same for two given different sequences of `rows` rows each, and their digests.
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

/// 2^-138 in units of 2^-128.
const ROW_EXCESS: f64 = 1.0 / 1024.0;
