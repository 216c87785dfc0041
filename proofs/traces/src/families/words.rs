//! The functions of words.

use num_bigint::BigInt;

use super::{Output, Random, place, prove};
use crate::domain::Digits;
use crate::execution::{Execution, Result, Runs};
use crate::integers::{Integers, power};
use crate::polynomial::Poly;
use crate::specification::words as spec;

type Bytes = Digits<Integers>;

/// Makes atoms of the words of a message, the last of which may have fewer bytes.
fn message(x: &mut Execution<Integers>, bytes: &[u8], size: usize) -> Result<Vec<Poly>> {
    let mut words = Vec::new();
    for word in bytes.chunks(size) {
        let value = BigInt::from_bytes_le(num_bigint::Sign::Plus, word);
        let atom = x.algebra.input(power(8 * word.len()), value);
        let digits = x.algebra.split(&atom, word.len())?;
        x.assign(place(word), &digits)?;
        words.push(atom);
    }
    Ok(words)
}

/// Assigns words of a key, by their values, each below an end.
fn key_words(
    x: &mut Execution<Integers>,
    object: &impl Sized,
    words: &[(u64, BigInt)],
) -> Result<Vec<Poly>> {
    let atoms: Vec<_> =
        words.iter().map(|(value, end)| x.algebra.input(end.clone(), *value)).collect();
    let digits =
        atoms.iter().map(|atom| x.algebra.split(atom, 8)).collect::<Result<Vec<Bytes>>>()?;
    x.assign_words(place(object), size_of_val(object), &digits)?;
    Ok(atoms)
}

pub fn vhash64(runs: &mut Runs, backend: vhash::Backend, len: usize) -> Result<()> {
    let mut random = Random::new(runs, 20);
    let key_bytes: [u8; vhash::Key64::BYTES] = random.array();
    let text = random.bytes(len);
    let key = vhash::Key64::from_bytes(&key_bytes)?.with_backend(backend);
    let words = key.to_words();
    let job = |output: &Output<1>| output.set([vhash::hash(&key, &text)]);
    let prepare = |x: &mut Execution<Integers>| {
        let ends = [power(64), BigInt::from(0x1fff_ffff_2000_0000_u64), power(64) - 257_u32];
        let ends = (0..words.len()).map(|n| ends[n.saturating_sub(14) / 2].clone());
        let words: Vec<_> = words.iter().copied().zip(ends).collect();
        let atoms = key_words(x, &key, &words)?;
        let [.., p0, p1, l0, l1] = &atoms[..] else { return Err("a short key".into()) };
        let key = spec::VhashKey {
            nh: atoms[..16].to_vec(),
            point: [p0.clone(), p1.clone()],
            last: [l0.clone(), l1.clone()],
        };
        let words = message(x, &text, 8)?;
        let hash = spec::vhash(&mut x.algebra, &key, &words, len);
        x.algebra.split(&hash, 8)
    };
    prove(runs, Integers::new(spec::vhash_moduli()), job, prepare)
}
