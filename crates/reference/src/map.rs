//! The hashers for maps, in the steps and with the names of the docs of `provenhash_map::bound`.

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

/// The numbers f, g and v of a map.
struct MapKey {
    f: u128,
    g: u128,
    v: u128,
}

/// The words that maps share.
struct SharedKey<'a> {
    /// The pairs of words (k, l) of the terms of integers.
    integers: &'a [[u64; 2]],
    /// The pairs of words of the terms of slices of 16 bytes and more.
    slices: &'a [[u64; 2]],
    /// The pairs of words of the terms of slices of fewer than 16 bytes.
    short: &'a [[u64; 2]],
    /// The point at which the polynomial of a long value is evaluated.
    point: u128,
}

impl MapKey {
    fn new(words: &[u64]) -> Self {
        let &[f0, f1, g0, g1, v0, v1] = words else { panic!("{} words, not 6", words.len()) };
        Self { f: join(f0, f1), g: join(g0, g1), v: join(v0, v1) }
    }
}

impl<'a> SharedKey<'a> {
    fn new(words: &'a [u64]) -> Self {
        let (pairs, _) = words.as_chunks();
        let (integers, rest) = pairs.split_at(TERMS);
        let (slices, rest) = rest.split_at(TERMS);
        let (short, point) = rest.split_at(TERMS);
        let &[[low, high]] = point else { panic!("{} words, not 98", words.len()) };
        Self { integers, slices, short, point: join(low, high) % (1 << 126) }
    }
}

/// A term of the sum.
#[derive(Clone, Copy)]
enum Term {
    Integers(u128),
    Slice(u128),
    Short(u128),
}

/// Computes the hash of a sequence of writes, under the 6 words of a map and the 98 words that maps
/// share. `slice` hashes the slices of more than 16 bytes.
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
    let (terms, packed) = pack(writes, slice);
    end(&key, sum(&shared, &terms).wrapping_add(packed))
}

/// Computes the hash of a sequence of writes as [`map_hash`] does, but under the first 4 words of a
/// map, and with the end of a `FastState`.
///
/// # Panics
/// If there are other numbers of words.
#[must_use]
pub fn uneven_hash(
    map: &[u64],
    shared: &[u64],
    slice: impl Fn(&[u8]) -> u128,
    writes: &[Write],
) -> u64 {
    let &[f0, f1, g0, g1] = map else { panic!("{} words, not 4", map.len()) };
    let (terms, packed) = pack(writes, slice);
    let x = sum(&SharedKey::new(shared), &terms).wrapping_add(packed);
    let products =
        [join(f0, f1).wrapping_mul(low(x).into()), join(g0, g1).wrapping_mul(high(x).into())];
    high(products[0].wrapping_add(products[1]))
}

/// Computes the hash of a sequence of writes under a `RandomState`: under the word of a map and the
/// 159 words of its process. `slice` hashes the slices of more than 16 bytes.
///
/// # Panics
/// If there are other numbers of words.
#[must_use]
pub fn state_hash(
    own: u64,
    process: &[u64],
    slice: impl Fn(&[u8]) -> u128,
    writes: &[Write],
) -> u64 {
    let number = |i: usize| join(process[i], process[i + 1]);
    // The first slice is apart; the others are terms.
    let mut others = writes.to_vec();
    let first = others.iter().position(|write| matches!(write, Write::Slice(_)));
    let first = first.map(|i| others.remove(i));
    let mut x = join(process[44], own);
    if let Some(Write::Slice(bytes)) = first {
        let n = bytes.len();
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let (a, b) = match n {
            0 => (0, 0),
            1..4 => (word(&bytes[..1]), word(&[bytes[n / 2], bytes[n - 1]])),
            4..8 => (word(&bytes[..4]), word(&bytes[n - 4..])),
            8..17 => (word(&bytes[..8]), word(&bytes[n - 8..])),
            _ => (low(slice(&bytes)), high(slice(&bytes))),
        };
        for addend in [
            number(4).wrapping_mul(a.into()),
            number(6).wrapping_mul(b.into()),
            number(8 + 2 * n.min(17)),
        ] {
            x = x.wrapping_add(addend);
        }
    }
    let (terms, packed) = pack(&others, slice);
    let sum = sum(&SharedKey::new(&process[61..]), &terms).wrapping_add(packed);
    end(&MapKey { f: number(0), g: number(2), v: x }, sum)
}

/// Returns the word of the map with this number, number i of four.
///
/// # Panics
/// If there are fewer words than those of a process.
#[must_use]
pub fn own_word(process: &[u64], i: usize, number: u64) -> u64 {
    let at = 45 + 4 * i;
    let [p, q] = [join(process[at], process[at + 1]), join(process[at + 2], process[at + 3])];
    high(p.wrapping_mul(number.into()).wrapping_add(q))
}

/// Makes terms of the writes. Returns them and the integers that are still packed at the end.
fn pack(writes: &[Write], slice: impl Fn(&[u8]) -> u128) -> (Vec<Term>, u128) {
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
            Write::Slice(bytes) => terms.push(match bytes.as_slice().try_into() {
                Ok(sixteen) => Term::Slice(u128::from_le_bytes(sixteen)),
                Err(_) if bytes.len() < 16 => Term::Short(short(bytes)),
                Err(_) => Term::Slice(slice(bytes)),
            }),
        }
    }
    (terms, packed)
}

/// Makes a number of fewer than 16 bytes. Its lowest byte is their number. Up to 7 bytes are in the
/// upper half: of 4 and more the first four and the last four, of fewer the first, the middle and
/// the last. Of more than 7 bytes, the first seven follow the lowest byte, and the last eight are
/// the upper half.
fn short(bytes: &[u8]) -> u128 {
    let len = u8::try_from(bytes.len()).expect("there are fewer than 16");
    let parts = match bytes.len() {
        0 => vec![],
        1..4 => vec![bytes[0], bytes[bytes.len() / 2], bytes[bytes.len() - 1]],
        4..8 => [&bytes[..4], &bytes[bytes.len() - 4..]].concat(),
        _ => [&bytes[..7], &bytes[bytes.len() - 8..]].concat(),
    };
    let mut number = [0; 16];
    number[0] = len;
    let start = if bytes.len() < 8 { 8 } else { 1 };
    number[start..start + parts.len()].copy_from_slice(&parts);
    u128::from_le_bytes(number)
}

/// Adds up the terms modulo 2^128, or evaluates the polynomial of more than 16 terms.
fn sum(key: &SharedKey<'_>, terms: &[Term]) -> u128 {
    let (near, far) = terms.split_at(terms.len().min(TERMS));
    let mut sum = 0_u128;
    for (i, term) in near.iter().enumerate() {
        sum = sum.wrapping_add(match *term {
            Term::Integers(x) => nh(key.integers[i], x),
            Term::Slice(x) => nh(key.slices[i], x),
            Term::Short(x) => nh(key.short[i], x),
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
            Term::Short(x) => (x, 2),
        };
        coefficients.extend([low(x).into(), u128::from(high(x)) + (kind << 64), 0]);
    }
    polynomial(coefficients, key.point)
}

/// Computes (a + k) (b + l) for the halves a and b of a term.
fn nh([k, l]: [u64; 2], x: u128) -> u128 {
    u128::from(low(x).wrapping_add(k)) * u128::from(high(x).wrapping_add(l))
}

/// Computes τ (2 τ + 1) modulo 2^64, rotated by 32 bits, where τ is the upper half of x₀ f + x₁ g +
/// v modulo 2^128.
fn end(key: &MapKey, x: u128) -> u64 {
    let [low_product, high_product] =
        [key.f.wrapping_mul(low(x).into()), key.g.wrapping_mul(high(x).into())];
    let t = high(low_product.wrapping_add(high_product).wrapping_add(key.v));
    t.wrapping_mul(t.wrapping_mul(2).wrapping_add(1)).rotate_left(32)
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
