//! The hasher for maps, in the steps and with the names of the docs of `hash_core::map`.

use crate::multilinear::polynomial;

/// A write to the hasher of a map.
#[derive(Clone, Debug)]
pub enum Write {
    /// An integer and its number of bits.
    Integer(u128, u32),
    /// A slice.
    Slice(Vec<u8>),
}

/// The number of terms that have keys.
const TERMS: usize = 16;

/// The words f, g, u, v and z of a map.
struct MapKey {
    f: u128,
    g: u128,
    u: u64,
    v: u64,
    z: u64,
}

/// The words that maps share.
struct SharedKey<'a> {
    /// The pairs of words (k, l) of the terms of integers.
    integers: &'a [[u64; 2]],
    /// The pairs of words of the terms of slices.
    slices: &'a [[u64; 2]],
    /// The point at which the polynomial of a long value is evaluated.
    point: u128,
}

impl MapKey {
    fn new(words: &[u64]) -> Self {
        let &[f0, f1, g0, g1, u, v, z] = words else { panic!("{} words, not 7", words.len()) };
        Self { f: join(f0, f1), g: join(g0, g1), u, v, z }
    }
}

impl<'a> SharedKey<'a> {
    fn new(words: &'a [u64]) -> Self {
        let (pairs, _) = words.as_chunks();
        let (integers, rest) = pairs.split_at(TERMS);
        let (slices, point) = rest.split_at(TERMS);
        let &[[low, high]] = point else { panic!("{} words, not 66", words.len()) };
        Self { integers, slices, point: join(low, high) % (1 << 126) }
    }
}

/// A term of the sum.
#[derive(Clone, Copy)]
enum Term {
    Integers(u128),
    Slice(u128),
}

/// Computes the hash of a sequence of writes, under the 7 words of a map and the 66 words that maps
/// share. `slice` hashes the slices that do not have 16 bytes.
///
/// # Panics
/// If there are other numbers of words.
#[must_use]
pub fn map_hash(
    map: &[u64],
    shared: &[u64],
    slice: impl Fn(&[u8]) -> u128,
    writes: &[Write],
) -> u64 {
    let (key, shared) = (MapKey::new(map), SharedKey::new(shared));
    let (terms, packed, bits) = pack(writes, slice);
    if terms.is_empty() && bits <= 64 {
        return one_word(&key, low(packed));
    }
    two_words(&key, sum(&shared, &terms).wrapping_add(packed))
}

/// Makes terms of the writes. Returns them, the integers that are still packed at the end, and the
/// number of bits that these have.
fn pack(writes: &[Write], slice: impl Fn(&[u8]) -> u128) -> (Vec<Term>, u128, u32) {
    let (mut terms, mut packed, mut bits) = (vec![], 0, 0);
    for write in writes {
        match write {
            Write::Integer(value, width) => {
                if bits + width > 128 {
                    terms.push(Term::Integers(packed));
                    (packed, bits) = (0, 0);
                }
                packed |= value << bits;
                bits += width;
            }
            Write::Slice(bytes) => terms.push(Term::Slice(match bytes.as_slice().try_into() {
                Ok(sixteen) => u128::from_le_bytes(sixteen),
                Err(_) => slice(bytes),
            })),
        }
    }
    (terms, packed, bits)
}

/// Adds up the terms modulo 2^128, or evaluates the polynomial of more than 16 terms.
fn sum(key: &SharedKey<'_>, terms: &[Term]) -> u128 {
    let (near, far) = terms.split_at(terms.len().min(TERMS));
    let mut sum = 0_u128;
    for (i, term) in near.iter().enumerate() {
        sum = sum.wrapping_add(match *term {
            Term::Integers(x) => nh(key.integers[i], x),
            Term::Slice(x) => nh(key.slices[i], x),
        });
    }
    if far.is_empty() {
        return sum;
    }
    // The coefficients after the leading one, which is 1.
    let mut coefficients = vec![sum % (1 << 126)];
    for term in far {
        let (x, kind) = match *term {
            Term::Integers(x) => (x, 0),
            Term::Slice(x) => (x, 1),
        };
        coefficients.extend([low(x).into(), u128::from(high(x)) + (kind << 64), 0]);
    }
    polynomial(coefficients, key.point)
}

/// Computes (a + k) (b + l) for the halves a and b of a term.
fn nh([k, l]: [u64; 2], x: u128) -> u128 {
    u128::from(low(x).wrapping_add(k)) * u128::from(high(x).wrapping_add(l))
}

/// Hashes a value that is one word: X = w g + u + v 2^64.
fn one_word(key: &MapKey, w: u64) -> u64 {
    finish(u128::from(w).wrapping_mul(key.g).wrapping_add(join(key.u, key.v)), w)
}

/// Hashes any other value by its sum: X = (x₀ + f) (x₁ + g) + v + z 2^64.
fn two_words(key: &MapKey, sum: u128) -> u64 {
    let (x0, x1) = (low(sum), high(sum));
    let product = key.f.wrapping_add(x0.into()).wrapping_mul(key.g.wrapping_add(x1.into()));
    finish(product.wrapping_add(join(key.v, key.z)), x0 ^ x1)
}

/// Computes ((hi ^ ⌊q² / 2^64⌋) · c mod 2^64), rotated by 32 bits.
fn finish(x: u128, w: u64) -> u64 {
    const C: u64 = 0x243f_6a88_85a3_08d3;
    let q = u128::from(low(x) ^ w.rotate_left(32));
    (high(x) ^ high(q * q)).wrapping_mul(C).rotate_left(32)
}

fn join(low: u64, high: u64) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn low(x: u128) -> u64 {
    x as u64
}

fn high(x: u128) -> u64 {
    low(x >> 64)
}
