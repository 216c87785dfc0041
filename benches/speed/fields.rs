//! The fields of `gf2`: `gf2/BACKEND/throughput/BITS` of 1,024 independent products, and
//! `gf2/BACKEND/latency/BITS` of one that waits for the product before. `carry-less` has no
//! remainder.

use crate::common::{measure, words};
use criterion::{Criterion, Throughput};
use gf2::{Backend, Gf64, Gf127, Gf128};
use std::hint::black_box;

/// The number of independent products.
const PRODUCTS: usize = 1024;

pub(crate) fn all(c: &mut Criterion) {
    let wide = |word: u64| u128::from(word) << 64 | u128::from(word.rotate_left(32));
    let words = words(PRODUCTS);
    let elements64: Vec<_> = words.iter().map(|word| Gf64::new(*word)).collect();
    let elements127: Vec<_> = words.iter().map(|word| Gf127::new(wide(*word))).collect();
    let elements128: Vec<_> = words.iter().map(|word| Gf128::new(wide(*word))).collect();
    for backend in Backend::available() {
        let fold = |a: u64, b: u64| {
            let [low, high] = halves(backend.clmul64(a, b));
            low ^ high
        };
        both(c, &format!("{}/carry-less", backend.name()), 64, &words, fold);
        both(c, backend.name(), 64, &elements64, |a, b| a.mul_with(backend, b));
        both(c, backend.name(), 127, &elements127, |a, b| a.mul_with(backend, b));
        both(c, backend.name(), 128, &elements128, |a, b| a.mul_with(backend, b));
    }
}

/// Measures a product, independent and dependent.
fn both<F: Copy>(
    c: &mut Criterion,
    name: &str,
    bits: u32,
    factors: &[F],
    product: impl Fn(F, F) -> F,
) {
    let per = Throughput::Elements(PRODUCTS as u64);
    let mut products = factors.to_vec();
    measure(c, "gf2", &format!("{name}/throughput"), bits, per, || {
        for (to, factor) in products.iter_mut().zip(black_box(factors)) {
            *to = product(*to, *factor);
        }
    });
    let mut last = factors[0];
    measure(c, "gf2", &format!("{name}/latency"), bits, Throughput::Elements(1), || {
        last = product(last, black_box(factors[1]));
        last
    });
}

/// Returns the low and the high word of a product.
#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
const fn halves(product: u128) -> [u64; 2] {
    [product as u64, (product >> 64) as u64]
}
