//! Polynomials over GF(2) as pairs of `u128`: products bit by bit, remainders by long division.

/// A polynomial of degree below 256: `(high, low)`.
pub type Wide = (u128, u128);

/// The polynomial x^64 + x^4 + x^3 + x + 1.
pub const P64: Wide = (0, (1 << 64) | 0b1_1011);
/// The polynomial x^127 + x + 1.
pub const P127: Wide = (0, (1 << 127) | 0b11);
/// The polynomial x^128 + x^2 + x, which is x times [`P127`].
pub const LAZY: Wide = (1, 0b110);
/// The polynomial x^128 + x^7 + x^2 + x + 1.
pub const P128: Wide = (1, 0b1000_0111);

const fn shift_left(a: Wide, by: u32) -> Wide {
    match by {
        0 => a,
        1..128 => ((a.0 << by) | (a.1 >> (128 - by)), a.1 << by),
        128..256 => (a.1 << (by - 128), 0),
        _ => (0, 0),
    }
}

/// Returns the degree, or `None` for the zero polynomial.
#[must_use]
pub const fn degree(a: Wide) -> Option<u32> {
    match a {
        (0, 0) => None,
        (0, low) => Some(low.ilog2()),
        (high, _) => Some(128 + high.ilog2()),
    }
}

/// Returns the product.
#[must_use]
pub const fn mul(a: u128, b: u128) -> Wide {
    let mut product = (0, 0);
    let mut i = 0;
    while i < 128 {
        if (b >> i) & 1 == 1 {
            let term = shift_left((0, a), i);
            product = (product.0 ^ term.0, product.1 ^ term.1);
        }
        i += 1;
    }
    product
}

/// Returns the remainder of `a` modulo `modulus`.
///
/// # Panics
/// Panics if the modulus is zero.
#[must_use]
pub const fn rem(mut a: Wide, modulus: Wide) -> Wide {
    let Some(d) = degree(modulus) else { panic!("division by zero") };
    while let Some(n) = degree(a) {
        if n < d {
            break;
        }
        let term = shift_left(modulus, n - d);
        a = (a.0 ^ term.0, a.1 ^ term.1);
    }
    a
}

/// Returns the product modulo `modulus`, which must not be zero.
#[must_use]
pub const fn mul_mod(a: u128, b: u128, modulus: Wide) -> u128 {
    rem(mul(a, b), modulus).1
}
