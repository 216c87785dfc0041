//! The two standards as types, so that their keys cannot be mixed up.

use core::fmt::Debug;

/// One of the two functions: [`Gcm`] or [`GcmSiv`].
///
/// Both evaluate the same polynomial. They differ in how the 16 bytes of a block represent an
/// element of the field, and therefore in the bytes of keys, messages and hashes.
pub trait Standard: sealed::Rules + Copy + Debug + Eq + core::hash::Hash + 'static {}

/// GHASH, the hash of GCM (NIST SP 800-38D): the *most* significant bit of byte 0 is x^0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gcm {}

/// POLYVAL, the hash of AES-GCM-SIV (RFC 8452): blocks are little-endian, so the least significant
/// bit of byte 0 is x^0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GcmSiv {}

impl Standard for Gcm {}
impl Standard for GcmSiv {}

pub(crate) mod sealed {
    use gf2::backend::portable::mul_x_polyval;

    /// How bytes represent elements. The elements are those of POLYVAL, as in all kernels.
    #[expect(unnameable_types, reason = "this seals the trait")]
    pub trait Rules {
        /// The name of the function.
        const NAME: &'static str;
        /// Whether a block holds the bytes of its element in reverse order.
        const REVERSED: bool;
        /// Whether the standard derives a key of the function for each message.
        const KEY_PER_MESSAGE: bool;

        /// Converts 16 bytes, given as a little-endian integer, to their element, and back.
        #[must_use]
        fn element(bytes: u128) -> u128 {
            if Self::REVERSED { bytes.swap_bytes() } else { bytes }
        }

        /// Returns the bytes that represent an element.
        #[must_use]
        fn to_bytes(element: u128) -> [u8; 16] {
            Self::element(element).to_le_bytes()
        }

        /// Returns the element of the block of two lengths, which the standard writes in its byte
        /// order.
        #[must_use]
        fn lengths(first: u64, second: u64) -> u128 {
            // Reversing the bytes of two big-endian integers makes the first one the upper half.
            if Self::REVERSED {
                u128::from(first) << 64 | u128::from(second)
            } else {
                u128::from(second) << 64 | u128::from(first)
            }
        }
    }

    impl Rules for super::Gcm {
        const NAME: &'static str = "GHASH";
        const REVERSED: bool = true;
        const KEY_PER_MESSAGE: bool = false;
    }

    impl Rules for super::GcmSiv {
        const NAME: &'static str = "POLYVAL";
        const REVERSED: bool = false;
        const KEY_PER_MESSAGE: bool = true;
    }

    /// Computes the element H at which the polynomial is evaluated from the 16 bytes of a key.
    ///
    /// By RFC 8452, appendix A, GHASH is POLYVAL of reversed blocks under the reversed key times x.
    pub(crate) const fn point(key: [u8; 16], reversed: bool) -> u128 {
        if reversed { mul_x_polyval(u128::from_be_bytes(key)) } else { u128::from_le_bytes(key) }
    }

    /// Computes the bytes of the key from its `point`.
    ///
    /// For GHASH this divides by x: bit 0 of a product with x is set if and only if x^128 was
    /// reduced.
    pub(crate) const fn key_bytes(point: u128, reversed: bool) -> [u8; 16] {
        if !reversed {
            return point.to_le_bytes();
        }
        let overflow = (point & 1).wrapping_neg();
        let whole = point ^ (overflow & mul_x_polyval(1 << 127));
        (whole >> 1 | overflow << 127).to_be_bytes()
    }
}
