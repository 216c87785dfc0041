//! The published functions of `multilinear-hash` and `divide-concat`, under keys and messages of any
//! number of words: MMH, TMMH/16, LCH, the multilinear hashes, divide-and-concatenate,
//! multiply-shift.

use crate::input::{Length, Material, any_backend, message};
use arbitrary::{Result, Unstructured};
use core::fmt::{Debug, Display};
use divide_concat::{Divide, Lch, mmh_star, mmh32, paths8, paths16, prime, tmmh16};
use multilinear_hash::{MultiplyShift, multilinear as ml};
use reference::multilinear as oracle;

/// Checks all functions.
pub fn target(data: &[u8]) {
    crate::choose(data, &[divided, mmh, tmmh, linear_congruential, multilinear, paths, shift]);
}

/// Reads at most `most` words.
fn words<const N: usize, W>(
    u: &mut Unstructured<'_>,
    most: usize,
    from: impl Fn([u8; N]) -> W,
) -> Result<Vec<W>> {
    let (length, material): (Length, Material) = u.arbitrary()?;
    let bytes = material.bytes(N * length.up_to(most, 64));
    Ok(bytes.as_chunks().0.iter().map(|bytes| from(*bytes)).collect())
}

/// Widens words for the reference.
fn wide<W: Copy + Into<u64>>(words: &[W]) -> Vec<u64> {
    words.iter().map(|word| (*word).into()).collect()
}

/// Checks a result: a value if the message has whole words and the key is long enough, or an error.
fn check<T: PartialEq + Debug>(
    found: core::result::Result<T, impl Display>,
    whole: bool,
    enough: bool,
    expected: impl FnOnce() -> T,
) {
    match found {
        Ok(found) => {
            assert!(whole && enough, "an error was due");
            assert_eq!(found, expected());
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(!whole || !enough, "{error}");
        }
    }
}

fn mmh(u: &mut Unstructured<'_>) -> Result<()> {
    let key = words(u, 600, u32::from_le_bytes)?;
    let mut message = message(u, 2400, 64)?;
    if u.ratio(15, 16)? {
        message.truncate(message.len() & !3);
    }
    let all = oracle::words(&message, 4);
    let (enough, whole) = (key.len() >= all.len(), message.len().is_multiple_of(4));
    let sum = oracle::dot(&wide(&key), &all);
    check(mmh32(&key, &message).map(u64::from), whole, enough, || oracle::mmh32(sum));
    check(mmh_star(&key, &message), whole, enough, || oracle::mmh_star(sum));
    Ok(())
}

fn tmmh(u: &mut Unstructured<'_>) -> Result<()> {
    let key = words(u, 800, u16::from_le_bytes)?;
    let message = message(u, 1600, 64)?;
    fn tags<const T: usize>(key: &[u16], message: &[u8]) {
        let enough = key.len() >= message.len().div_ceil(2) + T;
        check(tmmh16::<T>(key, message), true, enough, || {
            let [words, _] = oracle::tmmh16(&wide(key), message, T);
            core::array::from_fn(|j| u16::try_from(words[j]).expect("the value fits into 16 bits"))
        });
    }
    tags::<1>(&key, &message);
    tags::<2>(&key, &message);
    tags::<5>(&key, &message);
    Ok(())
}

fn linear_congruential(u: &mut Unstructured<'_>) -> Result<()> {
    let (mut modulus, t): (u128, u128) = u.arbitrary()?;
    if let Some(prime) = prime(u.int_in_range(0..=40)?) {
        modulus = prime.into();
    }
    let key = words(u, 8, u128::from_le_bytes)?;
    let message = words(u, 8, u128::from_le_bytes)?;
    let function = Lch::new(modulus, t);
    let enough = key.len() >= message.len();
    let p = if modulus == 0 { (1, 0) } else { (0, modulus) };
    let expected = |i: usize| oracle::lch(p, &key, (0, t), &message)[i].1;
    check(function.hash_once(&key, &message), true, enough, || expected(0));
    check(function.hash(&key, &message), true, enough, || expected(1));
    Ok(())
}

/// Checks the hashes of Lemire and Kaser.
fn multilinear(u: &mut Unstructured<'_>) -> Result<()> {
    let material = Material::bytes(&u.arbitrary()?, 16 * Length::up_to(u.arbitrary()?, 200, 16));
    let mut message = message(u, 800, 64)?;
    let word = u.choose(&[1, 4, 8])?;
    message.truncate(message.len() / word * word);
    let backend: gf2::Backend = any_backend(u)?;

    let key: Vec<u64> = material.as_chunks().0.iter().map(|w| u64::from_le_bytes(*w)).collect();
    let all = oracle::words(&message, 8);
    let (n, whole) = (all.len(), message.len().is_multiple_of(8));
    let enough = key.len() > n;
    check(ml::gf64_with(backend, &key, &message), whole, enough, || {
        oracle::gf_multilinear(&key, &all, 64)
    });
    check(ml::gf64(&key, &message), whole, enough, || oracle::gf_multilinear(&key, &all, 64));
    check(ml::gf64_half(&key, &message), whole, enough, || {
        oracle::gf_multilinear_half(&key, &all, 64)
    });
    let long: Vec<u128> = material.as_chunks().0.iter().map(|w| u128::from_le_bytes(*w)).collect();
    check(ml::ml64(&long, &message), whole, long.len() > n, || oracle::ml64(&long, &all));

    let all = oracle::words(&message, 4);
    let (n, whole) = (all.len(), message.len().is_multiple_of(4));
    let pairs = whole && n.is_multiple_of(2);
    let low = |x: u64| u32::try_from(x).expect("the value fits into 32 bits");
    check(ml::ml32(&key, &message), whole, key.len() > n + 1, || low(oracle::ml32(&key, &all)));
    check(ml::ml32_half(&key, &message), pairs, key.len() > n + 1, || {
        low(oracle::ml32_half(&key, &all))
    });
    let key: Vec<u32> = material.as_chunks().0.iter().map(|w| u32::from_le_bytes(*w)).collect();
    let keys = wide(&key);
    check(ml::gf32(&key, &message), whole, key.len() > n, || {
        low(oracle::gf_multilinear(&keys, &all, 32))
    });
    check(ml::gf32_half(&key, &message), whole, key.len() > n, || {
        low(oracle::gf_multilinear_half(&keys, &all, 32))
    });
    check(ml::nh32(&key, &message), pairs, key.len() >= n, || low(oracle::nh32(&keys, &all)));
    Ok(())
}

/// Computes the values of divided paths by the definition: two rows and two lanes, recursively.
fn divide_plainly(depth: u32, p: u64, t: u64, key: &[u32], message: &[u32]) -> Vec<u64> {
    if depth == 0 {
        let sum: u128 = message
            .iter()
            .zip(key)
            .map(|(m, x)| u128::from(*m) * u128::from(*x) + u128::from(t))
            .sum();
        return vec![u64::try_from(sum % u128::from(p)).expect("the remainder fits")];
    }
    let every_other = |words: &[u32], from| words.iter().skip(from).step_by(2).copied().collect();
    let lane = |row: usize, lane: usize| {
        let (key, message): (Vec<_>, Vec<_>) =
            (every_other(key, row + lane), every_other(message, lane));
        divide_plainly(depth - 1, p, t, &key, &message)
    };
    [lane(0, 0), lane(0, 1), lane(1, 0), lane(1, 1)].concat()
}

fn divided(u: &mut Unstructured<'_>) -> Result<()> {
    let (width, depth) = *u.choose(&[(2, 0), (3, 0), (4, 1), (8, 2), (16, 1), (32, 0)])?;
    let narrow = if u.ratio(15, 16)? { u32::MAX >> (32 - width) } else { u32::MAX };
    let read = |bytes| u32::from_le_bytes(bytes) & narrow;
    let (key, message) = (words(u, 90, read)?, words(u, 80, read)?);
    let t: u64 = u.arbitrary()?;
    let paths = Divide::new(width, depth).expect("the paper has this width");
    let fits = key.iter().chain(&message).all(|word| u64::from(*word) >> width == 0);
    let enough = key.len() >= message.len() + paths.rows() - 1;
    let found = paths.hash(&key, t, &message).map(Iterator::collect::<Vec<_>>);
    check(found, fits, enough, || {
        let p = prime(width).expect("the paper has this width");
        divide_plainly(depth, p, t, &key, &message)
    });
    Ok(())
}

/// Checks the paths in the layout for SIMD.
fn paths(u: &mut Unstructured<'_>) -> Result<()> {
    const BLOCKS: usize = 12;
    let material: Material = u.arbitrary()?;
    let key = material.bytes(64 * BLOCKS);
    let mut message = message(u, 64 * BLOCKS, 64)?;
    if u.ratio(15, 16)? {
        message.truncate(message.len() / 64 * 64);
    }
    let (whole, blocks) = (message.len().is_multiple_of(64), message.len() / 64);
    let sixteen = |b: &[u8]| i64::from(i16::from_le_bytes([b[0], b[1]]));
    let row16 = |j: usize| {
        let pairs = message.chunks(2).zip(key[64 * j..].chunks(2));
        let sum: i64 = pairs.map(|(m, x)| sixteen(m) * sixteen(x)).sum();
        u32::try_from(sum.rem_euclid(1 << 32) % 65_537).expect("the value fits into 17 bits")
    };
    let row8 = |j: usize| {
        let pairs = message.iter().zip(&key[64 * j..]);
        let sum: i64 = pairs.map(|(m, x)| i64::from(*m) * i64::from(x.cast_signed())).sum();
        u32::try_from(sum.rem_euclid(257)).expect("the value fits into 9 bits")
    };
    let words: [[i16; 32]; BLOCKS] = core::array::from_fn(|i| {
        core::array::from_fn(|j| i16::from_le_bytes([key[64 * i + 2 * j], key[64 * i + 2 * j + 1]]))
    });
    check(paths16::<1>(&words, &message), whole, blocks <= BLOCKS, || [row16(0)]);
    check(paths16::<2>(&words, &message), whole, blocks < BLOCKS, || [0, 1].map(row16));
    check(paths16::<4>(&words, &message), whole, blocks + 3 <= BLOCKS, || [0, 1, 2, 3].map(row16));
    let bytes: [[i8; 64]; BLOCKS] =
        core::array::from_fn(|i| core::array::from_fn(|j| key[64 * i + j].cast_signed()));
    check(paths8::<1>(&bytes, &message), whole, blocks <= BLOCKS, || [row8(0)]);
    check(paths8::<3>(&bytes, &message), whole, blocks + 2 <= BLOCKS, || [0, 1, 2].map(row8));
    Ok(())
}

fn shift(u: &mut Unstructured<'_>) -> Result<()> {
    let (factors, addend, words): ([u128; 4], u128, [u64; 4]) = u.arbitrary()?;
    let plainly = |n: usize| {
        let terms = factors[..n].iter().zip(words).map(|(a, w)| a.wrapping_mul(w.into()));
        u64::try_from(terms.fold(addend, u128::wrapping_add) >> 64).expect("the upper half fits")
    };
    let [a, b, c, d] = words;
    let [f, g, ..] = factors;
    assert_eq!(MultiplyShift::new([f], addend).hash(a), plainly(1));
    let two = MultiplyShift::new([f, g], addend);
    assert_eq!([two.hash((a, b)), two.hash([a, b])], [plainly(2); 2]);
    assert_eq!(two.hash(u128::from(a) | u128::from(b) << 64), plainly(2));
    assert_eq!(MultiplyShift::new(factors, addend).hash((a, b, c, d)), plainly(4));
    Ok(())
}
