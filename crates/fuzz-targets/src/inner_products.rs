//! The published functions of `multilinear-hash`, under keys and messages of any number of words:
//! the multilinear hashes and multiply-shift.

use crate::input::{Length, Material, any_backend, message};
use arbitrary::{Result, Unstructured};
use core::fmt::{Debug, Display};
use multilinear_hash::{MultiplyShift, multilinear as ml};
use reference::multilinear as oracle;

/// Checks all functions.
pub fn target(data: &[u8]) {
    crate::choose(data, &[multilinear, shift]);
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
