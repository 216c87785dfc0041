//! The published functions of `multilinear-hash`, under keys and messages of any number of words:
//! MMH, TMMH/16, LCH, the multilinear hashes, divide-and-concatenate, multiply-shift.

use crate::differential::any_backend;
use crate::input::{Length, Material, message};
use arbitrary::{Result, Unstructured};
use multilinear_hash::divide::{Divide, Family, Path, Paths8, Paths16};
use multilinear_hash::hardware::DataPath;
use multilinear_hash::lch::{self, Lch};
use multilinear_hash::mmh::{self, Mmh};
use multilinear_hash::multilinear as ml;
use multilinear_hash::tmmh::Tmmh;
use multilinear_hash::{Backend, Error, MultiplyShift, divide};
use reference::multilinear as oracle;

/// Checks all functions.
pub fn target(data: &[u8]) {
    let paths_of: [crate::Part; 6] = [
        divided::<2, Path<2>>,
        divided::<3, Path<3>>,
        divided::<8, Divide<Divide<Path<8>>>>,
        divided::<4, Divide<Path<4>>>,
        divided::<16, Divide<Path<16>>>,
        divided::<32, Path<32>>,
    ];
    let others: [crate::Part; 7] =
        [mmh, tmmh, linear_congruential, multilinear, paths, circuit, shift];
    crate::choose(data, &[&paths_of[..], &others].concat());
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
fn check<T: PartialEq + core::fmt::Debug>(
    found: core::result::Result<T, Error>,
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
    let (t, backend): (u32, Backend) = (u.arbitrary()?, any_backend(u)?);
    let function = Mmh::new(&key).with_backend(backend);
    let (keys, all) = (wide(&key), oracle::words(&message, 4));
    let (n, whole) = (all.len(), message.len().is_multiple_of(4));
    let enough = key.len() >= n;
    let low = |x: u64| u32::try_from(x).expect("the value fits into 32 bits");
    let sum = |j: usize| oracle::dot(&keys[j..], &all);
    check(function.hash(&message), whole, enough, || low(oracle::mmh32(sum(0))));
    check(function.hash_exact(&message), whole, enough, || low(oracle::mmh32_exact(sum(0))));
    check(function.hash_star(&message), whole, enough, || oracle::mmh_star(sum(0)));
    check(function.hash64(&message), whole, key.len() > n, || {
        [0, 1].map(|j| low(oracle::mmh32(sum(j))))
    });
    check(function.hash_linear(t, &message), whole, enough, || {
        oracle::mmh_star(sum(0) + u128::from(t) * n as u128)
    });
    let x: u64 = u.arbitrary()?;
    assert_eq!(mmh::reduce(x), x % mmh::PRIME);
    Ok(())
}

fn tmmh(u: &mut Unstructured<'_>) -> Result<()> {
    let key = words(u, 800, u16::from_le_bytes)?;
    let (message, backend): (_, Backend) = (message(u, 1600, 64)?, any_backend(u)?);
    let function = Tmmh::new(&key).with_backend(backend);
    let keys = wide(&key);
    fn tags<const T: usize>(function: &Tmmh<'_>, keys: &[u64], message: &[u8]) {
        let enough = keys.len() >= message.len().div_ceil(2) + T;
        let tag = |which: usize| -> [u16; T] {
            let words = &oracle::tmmh16(keys, message, T)[which];
            core::array::from_fn(|j| u16::try_from(words[j]).expect("the value fits into 16 bits"))
        };
        check(function.tag::<T>(message), true, enough, || tag(0));
        check(function.tag_exact::<T>(message), true, enough, || tag(1));
    }
    tags::<1>(&function, &keys, &message);
    tags::<2>(&function, &keys, &message);
    tags::<5>(&function, &keys, &message);
    Ok(())
}

fn linear_congruential(u: &mut Unstructured<'_>) -> Result<()> {
    let (mut modulus, t): (u128, u128) = u.arbitrary()?;
    if let Some(prime) = lch::prime(u.int_in_range(0..=40)?) {
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

fn divided<const WIDTH: u32, F: Family>(u: &mut Unstructured<'_>) -> Result<()> {
    let narrow = if u.ratio(15, 16)? { u32::MAX >> (32 - WIDTH) } else { u32::MAX };
    let read = |bytes| u32::from_le_bytes(bytes) & narrow;
    let (key, message) = (words(u, 90, read)?, words(u, 80, read)?);
    let (t, extra): (u64, u8) = u.arbitrary()?;
    let outputs = if extra < 250 { F::PATHS } else { usize::from(extra) - 250 };
    let mut out = vec![0; outputs];
    let found = divide::hash::<F>(&key, t, &message, &mut out);
    let wide = key.iter().chain(&message).any(|word| u64::from(*word) >> WIDTH != 0);
    let enough = key.len() >= message.len() + F::ROWS - 1;
    if found.is_ok() && outputs == F::PATHS && !wide && enough {
        let p = lch::prime(WIDTH).expect("the paper has this width");
        assert_eq!(out, divide_plainly(F::ROWS.ilog2(), p, t, &key, &message));
    } else {
        assert!(found.is_err(), "{found:?} of {outputs} outputs");
        assert!(outputs != F::PATHS || wide || !enough, "{found:?}");
    }
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
    let backend: Backend = any_backend(u)?;
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
    let function = Paths16::new(words);
    check(function.sums::<1>(backend, &message), whole, blocks <= BLOCKS, || [row16(0)]);
    check(function.sums::<2>(backend, &message), whole, blocks < BLOCKS, || [0, 1].map(row16));
    check(function.sums::<4>(backend, &message), whole, blocks + 3 <= BLOCKS, || {
        [0, 1, 2, 3].map(row16)
    });
    let bytes: [[i8; 64]; BLOCKS] =
        core::array::from_fn(|i| core::array::from_fn(|j| key[64 * i + j].cast_signed()));
    let function = Paths8::new(bytes);
    check(function.sums::<1>(backend, &message), whole, blocks <= BLOCKS, || [row8(0)]);
    check(function.sums::<3>(backend, &message), whole, blocks + 2 <= BLOCKS, || {
        [0, 1, 2].map(row8)
    });
    Ok(())
}

/// Checks the model of the circuit.
fn circuit(u: &mut Unstructured<'_>) -> Result<()> {
    let width = *u.choose(&[4_u32, 8, 16, 32])?;
    let mut path = DataPath::new(width).expect("the paper has this width");
    let p = u128::from(lch::prime(width).expect("the paper has this width"));
    // One message follows another, to check that the registers are cleared.
    for _ in 0..2 {
        let key = words(u, 60, u32::from_le_bytes)?;
        let message = words(u, 60, u32::from_le_bytes)?;
        let t: u32 = u.arbitrary()?;
        let low = |w: u32| u128::from(w) & ((1 << width) - 1);
        let k = message.len().min(key.len()) as u64;
        let sum: u128 = message.iter().zip(&key).map(|(m, x)| low(*m) * low(*x)).sum();
        let sum = (sum + u128::from(k) * low(t)) % (1 << (2 * width));
        let (value, cycles) = path.block(&message, &key, t);
        assert_eq!((u128::from(value), cycles), (sum % p, k + 6), "{width} bits, {k} words");
    }
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
