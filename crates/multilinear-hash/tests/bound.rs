//! The theorems, checked by exhaustion of small constructions: all keys, all pairs of messages.

use multilinear_hash::bound::{collision_bound, slice_collision_bound};
use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16, mmh};
use reference::gf2::{mul, rem};

/// All sequences of `len` words of `bits` bits.
fn sequences(bits: u32, len: u32) -> impl Iterator<Item = Vec<u32>> {
    let word = move |all: u32, i: u32| all >> (i * bits) & ((1 << bits) - 1);
    (0..1_u32 << (bits * len)).map(move |all| (0..len).map(|i| word(all, i)).collect())
}

/// The largest number of keys under which two messages collide, and the number of keys.
fn worst(
    keys: impl Iterator<Item = Vec<u32>>,
    messages: &[Vec<u32>],
    hash: impl Fn(&[u32], &[u32]) -> u64,
) -> (u32, u32) {
    let n = messages.len();
    let mut counts = vec![0_u32; n * n];
    let mut all = 0;
    for key in keys {
        all += 1;
        let mut hashes: Vec<_> =
            messages.iter().enumerate().map(|(i, m)| (hash(&key, m), i)).collect();
        hashes.sort_unstable();
        for group in hashes.chunk_by(|a, b| a.0 == b.0) {
            for (at, (_, i)) in group.iter().enumerate() {
                for (_, j) in &group[at + 1..] {
                    counts[i * n + j] += 1;
                }
            }
        }
    }
    (*counts.iter().max().expect("messages"), all)
}

#[cfg(feature = "divide")]
mod divide {
    use super::{sequences, worst};
    use multilinear_hash::divide::{Divide, Family, Path, hash};

    /// All values of a divided hash in one number.
    fn values<F: Family>(key: &[u32], message: &[u32]) -> u64 {
        let mut out = vec![0; F::PATHS];
        hash::<F>(key, 3, message, &mut out).expect("they fit");
        let base = 1 << (F::WIDTH + 1);
        out.iter().fold(0, |all, value| all * base + value)
    }

    /// For `len` words of messages, as the theorem says: 2^-(w · rows), which is met.
    fn divided<F: Family>(len: u32) {
        let messages: Vec<_> = sequences(F::WIDTH, len).collect();
        let rows = u32::try_from(F::ROWS).expect("few");
        let keys = sequences(F::WIDTH, len + rows - 1);
        let (found, all) = worst(keys, &messages, values::<F>);
        let bound = all >> (F::WIDTH * rows);
        assert_eq!(found, bound, "{rows} rows of {} bits, {len} words: of {all} keys", F::WIDTH);
    }

    #[test]
    fn straight_paths() {
        divided::<Path<2>>(1);
        divided::<Path<2>>(3);
        divided::<Path<3>>(2);
        divided::<Path<4>>(2);
        divided::<Path<8>>(1);
    }

    #[test]
    fn divided_paths_collide_as_rarely_as_the_straight_ones_that_they_replace() {
        // 4 bits as 2 × 2 paths of 2; 6 as 2 × 2 of 3; 8 as 4 × 4 of 2.
        divided::<Divide<Path<2>>>(2);
        divided::<Divide<Path<2>>>(4);
        divided::<Divide<Path<3>>>(2);
        divided::<Divide<Divide<Path<2>>>>(4);
    }
}

/// ((Σ mod 2^2w) mod p), modulo 2^w too if `truncated`: rows on keys shifted by `shift` words.
fn wrapped(
    bits: u32,
    p: u64,
    rows: usize,
    shift: usize,
    truncated: bool,
) -> impl Fn(&[u32], &[u32]) -> u64 {
    move |key, message| {
        (0..rows).fold(0, |all, row| {
            let pairs = message.iter().zip(&key[row * shift..]);
            let sum: u64 = pairs.map(|(m, x)| u64::from(*m) * u64::from(*x)).sum();
            let value = sum % (1 << (2 * bits)) % p;
            all << (bits + 1) | if truncated { value % (1 << bits) } else { value }
        })
    }
}

#[test]
fn sums_that_wrap() {
    let mut exceeds = false;
    for (bits, p, len) in [(2, 5, 2), (2, 5, 3), (3, 11, 2), (3, 11, 3), (4, 17, 2)] {
        let messages: Vec<_> = sequences(bits, len).collect();
        for (truncated, factor) in [(true, 6), (false, 2)] {
            let hash = wrapped(bits, p, 1, 1, truncated);
            let (found, all) = worst(sequences(bits, len), &messages, hash);
            let bound = (factor * all) >> bits;
            assert!(found <= bound, "{bits} bits, {len} words: {found} of {all}, not {bound}");
            // What the paper prints for MMH, 1.5 · 2^-w, is not enough.
            exceeds |= truncated && found > (3 * all) >> (bits + 1);
        }
    }
    assert!(exceeds);
}

#[test]
fn rows_of_sums_that_wrap() {
    for (bits, p, len, shift) in
        [(2, 5, 2, 1), (2, 5, 3, 1), (3, 11, 2, 1), (3, 11, 2, 2), (4, 17, 2, 1)]
    {
        let messages: Vec<_> = sequences(bits, len).collect();
        let shifts = u32::try_from(shift).expect("few");
        for (truncated, factor) in [(true, 81), (false, 9)] {
            let hash = wrapped(bits, p, 2, shift, truncated);
            let (found, all) = worst(sequences(bits, len + shifts), &messages, hash);
            let bound = (factor * all) >> (2 * bits);
            assert!(found <= bound, "{bits} bits, {len} words: {found} of {all}, not {bound}");
        }
    }
}

/// Whether for all different messages every pair of values of `bits` bits is as likely as any
/// other.
fn strongly_universal(
    bits: u32,
    keys: impl Iterator<Item = Vec<u32>>,
    messages: &[Vec<u32>],
    hash: impl Fn(&[u32], &[u32]) -> u32,
) {
    let keys: Vec<_> = keys.collect();
    let side = 1_usize << bits;
    for (i, m) in messages.iter().enumerate() {
        for other in &messages[..i] {
            let mut counts = vec![0; side * side];
            for key in &keys {
                counts[(hash(key, m) as usize) * side + hash(key, other) as usize] += 1;
            }
            let even = keys.len() >> (2 * bits);
            assert!(counts.iter().all(|n| *n == even), "{m:?} and {other:?}: {counts:?}");
        }
    }
}

#[test]
fn multiply_shift_is_strongly_universal() {
    let upper = |x: u32, bits: u32| x >> bits & ((1 << bits) - 1);
    // One word of 3 bits, numbers of 6; two words of 2 bits, numbers of 4.
    let messages: Vec<_> = sequences(3, 1).collect();
    strongly_universal(3, sequences(6, 2), &messages, |k, m| upper(k[0] * m[0] + k[1], 3));
    let messages: Vec<_> = sequences(2, 2).collect();
    strongly_universal(2, sequences(4, 3), &messages, |k, m| {
        upper(k[0] * m[0] + k[1] * m[1] + k[2], 2)
    });
    // By one product.
    strongly_universal(2, sequences(4, 3), &messages, |k, m| {
        upper((k[0] + m[0]) * (k[1] + m[1]) + k[2], 2)
    });
    // One word and two, whose summands share a word.
    let messages: Vec<_> = (1..=2).flat_map(|len| sequences(2, len)).collect();
    let keys = sequences(2, 7);
    strongly_universal(2, keys, &messages, |k, m| {
        let double = |i: usize| k[i] | k[i + 1] << 2;
        let sum: u32 = m.iter().enumerate().map(|(i, m)| double(2 * i) * m).sum();
        upper(sum + double(3 + m.len()), 2)
    });
}

#[test]
fn multilinear_over_a_field_is_strongly_universal() {
    // GF(2^2).
    let product = |a: u32, b: u32| {
        u32::try_from(rem((0, mul(a.into(), b.into()).1), (0, 0b111)).1).expect("2 bits")
    };
    let messages: Vec<_> = sequences(2, 2).collect();
    strongly_universal(2, sequences(2, 3), &messages, |k, m| {
        k[2] ^ product(k[0], m[0]) ^ product(k[1], m[1])
    });
    strongly_universal(2, sequences(2, 3), &messages, |k, m| {
        k[2] ^ product(k[0] ^ m[0], k[1] ^ m[1])
    });
}

#[test]
fn nh_differs() {
    for bits in [2, 3] {
        let low = |x: u32| x & ((1 << bits) - 1);
        let messages: Vec<_> = sequences(bits, 2).collect();
        let keys: Vec<_> = sequences(bits, 2).collect();
        for (i, m) in messages.iter().enumerate() {
            for other in &messages[..i] {
                let mut counts = vec![0_u32; 1 << (2 * bits)];
                for k in &keys {
                    let nh = |m: &[u32]| low(m[0] + k[0]) * low(m[1] + k[1]);
                    let difference = nh(m).wrapping_sub(nh(other)) & ((1 << (2 * bits)) - 1);
                    counts[difference as usize] += 1;
                }
                let most = *counts.iter().max().expect("differences");
                assert!(most <= 1 << bits, "{m:?} and {other:?}");
            }
        }
    }
}

#[test]
fn the_reduction_is_a_remainder() {
    let edges = [0, 1, 15, 225, mmh::PRIME, u64::MAX, 1 << 32, u64::MAX << 32];
    for edge in edges {
        for d in 0..300 {
            for x in [edge.wrapping_add(d), edge.wrapping_sub(d)] {
                assert_eq!(mmh::reduce(x), x % mmh::PRIME, "{x}");
            }
        }
    }
    // Multiples of the prime reach it before the last step, where the paper would stop.
    for i in 0..100_000 {
        let x = mmh::PRIME * (i * 42_949);
        assert_eq!(mmh::reduce(x), 0, "{x}");
    }
}

#[test]
fn values_of_the_bounds() {
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    }
    near(collision_bound::<Mmh32>(4096), 6_f64.log2() - 32.0);
    near(collision_bound::<Mmh32>(4097), 3.0 - 32.0);
    near(collision_bound::<Mmh64>(1), 2.0 * 9_f64.log2() - 64.0);
    near(collision_bound::<Tmmh16<1>>(0), 6_f64.log2() - 16.0);
    near(collision_bound::<Tmmh16<4>>(4096), 4.0 * 9_f64.log2() - 64.0);
    near(collision_bound::<Tmmh16<4>>(1 << 20), 4.0 * 9_f64.log2() - 64.0);
    near(collision_bound::<Multilinear64>(4096), -64.0);
    near(collision_bound::<Multilinear64>(4097), -63.0);
    near(slice_collision_bound(10), -63.0);
    near(slice_collision_bound(1000), -62.0);
    for bound in [
        collision_bound::<Mmh32>,
        collision_bound::<Mmh64>,
        collision_bound::<Tmmh16<1>>,
        collision_bound::<Tmmh16<4>>,
        collision_bound::<Multilinear64>,
        slice_collision_bound,
    ] {
        let mut last = f64::NEG_INFINITY;
        for shift in 0..64 {
            let now = bound(1 << shift);
            assert!(now >= last && now < 0.0, "{now} at 2^{shift} bytes");
            last = now;
        }
    }
}
