//! Products of 64 by 64 and by 128 bits. Where the target has no instruction for 64 by 64 bits, the
//! compiler calls a function for products of `u128`, so they are made of products of 32 bits.

/// Whether the target multiplies 64 by 64 bits to 128.
const IS_NATIVE: bool = cfg!(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_pointer_width = "64", not(any(target_arch = "sparc64", target_arch = "wasm64"))),
    all(target_family = "wasm", target_feature = "wide-arithmetic"),
));

/// Returns a b.
#[inline(always)]
#[must_use]
pub const fn product(a: u64, b: u64) -> u128 {
    if IS_NATIVE {
        a as u128 * b as u128
    } else {
        product_of_parts(a, b)
    }
}

/// Returns f w modulo 2^128.
#[inline(always)]
#[must_use]
pub const fn times(f: u128, w: u64) -> u128 {
    if IS_NATIVE {
        f.wrapping_mul(w as u128)
    } else {
        times_by_parts(f, w)
    }
}

/// Computes [`product`] from four products of 32 bits. No sum overflows: a product and two addends
/// below 2^32 are below 2^64.
#[inline(always)]
const fn product_of_parts(a: u64, b: u64) -> u128 {
    const LOW: u64 = u32::MAX as u64;
    let ([a0, a1], [b0, b1]) = ([a & LOW, a >> 32], [b & LOW, b >> 32]);
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 32);
    let other = a0 * b1 + (middle & LOW);
    let high = a1 * b1 + (middle >> 32) + (other >> 32);
    crate::double([low & LOW | other << 32, high])
}

/// Computes [`times`] from a product of 128 bits, and of one of 64 for the upper half.
#[inline(always)]
const fn times_by_parts(f: u128, w: u64) -> u128 {
    let [f0, f1] = crate::halves(f);
    let [low, high] = crate::halves(product_of_parts(f0, w));
    crate::double([low, high.wrapping_add(f1.wrapping_mul(w))])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words at whose borders a carry could be lost, and random ones.
    fn words() -> impl Iterator<Item = u64> + Clone {
        const MAX: u64 = u64::MAX;
        const SIXTEEN: [u64; 16] = crate::seed::words("wide", 1);
        let edges = [0, 1, 2, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 63];
        edges.into_iter().chain([MAX << 32, MAX >> 1, MAX - 1, MAX]).chain(SIXTEEN)
    }

    #[test]
    fn parts_make_the_products_of_u128() {
        for a in words() {
            for b in words() {
                let expected = u128::from(a) * u128::from(b);
                assert_eq!([product(a, b), product_of_parts(a, b)], [expected; 2], "{a:x} {b:x}");
                for c in words() {
                    let f = crate::double([a, c]);
                    let expected = f.wrapping_mul(b.into());
                    assert_eq!([times(f, b), times_by_parts(f, b)], [expected; 2], "{f:x} {b:x}");
                }
            }
        }
    }
}
