//! All functions against their definitions, under random keys and messages of any number of words.

use arbitrary::{Result, Unstructured};
use core::fmt::{Debug, Display};
use divide_concat::{Divide, Lch, mmh_star, mmh32, paths8, paths16, prime, tmmh16};
use reference::multilinear as oracle;
use testkit::message::splitmix64_bytes;

/// Calls a check with many inputs.
fn repeat(check: impl Fn(&mut Unstructured<'_>) -> Result<()>) {
    for seed in 0..1_000 {
        let bytes = splitmix64_bytes(seed, 8_000);
        check(&mut Unstructured::new(&bytes)).expect("there are enough bytes");
    }
}

/// Reads at most `most` bytes.
fn message(u: &mut Unstructured<'_>, most: usize) -> Result<Vec<u8>> {
    let len = u.int_in_range(0..=most)?;
    Ok(u.bytes(len)?.to_vec())
}

/// Reads at most `most` words.
fn words<const N: usize, W>(
    u: &mut Unstructured<'_>,
    most: usize,
    from: impl Fn([u8; N]) -> W,
) -> Result<Vec<W>> {
    let len = N * u.int_in_range(0..=most)?;
    Ok(u.bytes(len)?.as_chunks().0.iter().map(|bytes| from(*bytes)).collect())
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

#[test]
fn functions_have_their_definitions() {
    for each in [mmh, tmmh, linear_congruential, divided, paths] {
        repeat(each);
    }
}

fn mmh(u: &mut Unstructured<'_>) -> Result<()> {
    let key = words(u, 600, u32::from_le_bytes)?;
    let mut message = message(u, 2400)?;
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
    let message = message(u, 1600)?;
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
    let key = u.bytes(64 * BLOCKS)?.to_vec();
    let mut message = message(u, 64 * BLOCKS)?;
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
