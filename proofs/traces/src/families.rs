//! The functions, their inputs, and what they are compared with.

mod words;

use std::cell::Cell;

use clhash::clhash128;
use gf2::{Backend, Gf64, Gf127, Gf128};
use ghash_clmul::{Gcm, GcmSiv, Standard};
use multilinear_hash::Multilinear64;

use crate::domain::{Digits, Domain};
use crate::execution::{Execution, Place, Result, Runs};
use crate::form::{Algebra, Bits, Form, Products, known, value, xor};
use crate::specification as spec;

/// A function, for the inputs of a length in bytes.
pub struct Family {
    pub name: &'static str,
    /// The greatest length: beyond two blocks or more, where the next step of all levels has the
    /// same form as the one before. Wide levels of CLHASH take several blocks at once from there
    /// on.
    pub longest: usize,
    pub prove: Prove,
}

/// Proves a function at a length, on the levels of a crate.
#[derive(Clone, Copy)]
pub enum Prove {
    Gf2(fn(&mut Runs, Backend, usize) -> Result<()>),
    /// On the best level alone, which the function chooses.
    Best(fn(&mut Runs, Backend, usize) -> Result<()>),
    Vhash(fn(&mut Runs, vhash::Backend, usize) -> Result<()>),
}

/// A level's name, and a proof on it at a length.
pub type Level = (&'static str, Box<dyn Fn(&mut Runs, usize) -> Result<()>>);

/// All functions. A length is the number of bytes of a message.
pub const FAMILIES: [Family; 16] = [
    Family::fixed("gf2: clmul64", clmul64),
    Family::fixed("gf2: clmul128", clmul128),
    Family::fixed("gf2: Gf64", gf64),
    Family::fixed("gf2: Gf127", gf127),
    Family::fixed("gf2: Gf128", gf128),
    Family::fixed("clhash: Key", clhash_key),
    Family::fixed("multilinear-hash: Key", multilinear64_key),
    Family::new("clhash: hash", 3071, Prove::Gf2(clhash)),
    Family::new("clhash: hash_borrowed", 3071, Prove::Best(clhash_borrowed)),
    Family::new("clhash: hash_many", 3071, Prove::Gf2(clhash_many)),
    Family::new("clhash: clhash128::hash", 6143, Prove::Gf2(clhash128)),
    Family::new("multilinear-hash: Multilinear64", 4096, Prove::Gf2(multilinear64)),
    Family::fixed("ghash-clmul: powers of H", powers),
    Family::new("ghash-clmul: POLYVAL", 128, Prove::Gf2(polyval::<GcmSiv>)),
    Family::new("ghash-clmul: GHASH", 128, Prove::Gf2(polyval::<Gcm>)),
    Family::new("vhash: hash", 144, Prove::Vhash(words::vhash64)),
];

impl Family {
    /// A function of operands that have one length.
    const fn fixed(name: &'static str, prove: fn(&mut Runs, Backend, usize) -> Result<()>) -> Self {
        Self::new(name, 0, Prove::Gf2(prove))
    }

    const fn new(name: &'static str, longest: usize, prove: Prove) -> Self {
        Self { name, longest, prove }
    }

    /// Returns the levels that this CPU runs.
    pub fn levels(&self) -> Vec<Level> {
        macro_rules! levels {
            ($available:expr, $prove:ident) => {
                $available
                    .map(|backend| -> Level {
                        (backend.name(), Box::new(move |runs, len| $prove(runs, backend, len)))
                    })
                    .collect()
            };
        }
        match self.prove {
            Prove::Gf2(prove) => levels!(Backend::available(), prove),
            Prove::Best(prove) => levels!([Backend::detect()].into_iter(), prove),
            Prove::Vhash(prove) => levels!(vhash::Backend::available(), prove),
        }
    }
}

/// Bytes that look random, the same ones for each seed.
struct Random(u64);

impl Random {
    fn new(runs: &Runs, function: u64) -> Self {
        Self(runs.seed << 32 | function)
    }

    /// Vigna's splitmix64.
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.word() as u8).collect()
    }

    /// Returns bytes in an array.
    fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.word() as u8)
    }
}

/// The place where a job leaves its result.
pub type Output<const N: usize> = Cell<[u64; N]>;

pub fn place<T: ?Sized>(object: &T) -> Place {
    Place::Memory(std::ptr::from_ref(object).cast::<u8>() as u64)
}

/// Runs a job, and compares its output with the forms that `prepare` returns, which assigns the
/// inputs.
pub fn prove<D: Domain, const N: usize>(
    runs: &mut Runs,
    domain: D,
    job: impl Fn(&Output<N>),
    prepare: impl FnOnce(&mut Execution<D>) -> Result<Digits<D>>,
) -> Result<()> {
    let output = Output::new([0; N]);
    let job = || job(&output);
    let mut execution = Execution::start(&job, domain)?;
    let expected = prepare(&mut execution)?;
    execution.run(runs)?;
    let found = execution.read(place(&output), (expected.len() / D::DIGITS) as u64)?;
    match execution.algebra.difference(&found, &expected) {
        None => Ok(()),
        Some(n) => Err(format!("digit {n} of the output is another function").into()),
    }
}

/// Makes variables of the bytes of a place.
pub fn variables(x: &mut Execution<Algebra>, bytes: &[u8]) -> Result<Bits> {
    let bits = x.algebra.inputs(bytes);
    x.assign(place(bytes), &bits)?;
    Ok(bits)
}

fn words(bits: &[Form]) -> Vec<Bits> {
    bits.chunks(64).map(<[_]>::to_vec).collect()
}

/// Proves a product: `multiply` takes two operands of half the bytes each.
fn product<const N: usize>(
    runs: &mut Runs,
    multiply: impl Fn([u128; 2]) -> [u64; N],
    expected: impl Fn(&mut Algebra, &[Bits; 2]) -> Bits,
    mask: u128,
) -> Result<()> {
    let mut random = Random::new(runs, 1);
    let operands = [0; 2].map(|_| u128::from_le_bytes(random.array()) & mask);
    let job = |output: &Output<N>| output.set(multiply(operands));
    let prepare = |x: &mut Execution<Algebra>| {
        let mut bits = [Bits::new(), Bits::new()];
        for (bits, operand) in bits.iter_mut().zip(&operands) {
            let count = 128 - mask.leading_zeros() as usize;
            *bits = x.algebra.inputs(&operand.to_le_bytes());
            bits.truncate(count);
            bits.resize(128, Form::ZERO);
            x.assign(place(operand), bits)?;
        }
        Ok(expected(&mut x.algebra, &bits))
    };
    prove(runs, Algebra::new(Products::Expanded), job, prepare)
}

fn split(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

fn clmul64(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let multiply = |[a, b]: [u128; 2]| split(backend.clmul64(a as u64, b as u64));
    product(runs, multiply, |algebra, [a, b]| algebra.clmul(&a[..64], &b[..64]), u64::MAX.into())
}

fn clmul128(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let multiply = |[a, b]: [u128; 2]| {
        let wide = backend.clmul128(a, b);
        let ([w0, w1], [w2, w3]) = (split(wide.lo), split(wide.hi));
        [w0, w1, w2, w3]
    };
    product(runs, multiply, |algebra, [a, b]| spec::product128(algebra, a, b), u128::MAX)
}

fn gf64(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let multiply =
        |[a, b]: [u128; 2]| [Gf64::new(a as u64).mul_with(backend, Gf64::new(b as u64)).to_bits()];
    let expected = |algebra: &mut Algebra, [a, b]: &[Bits; 2]| {
        spec::remainder(algebra.clmul(&a[..64], &b[..64]), spec::P64)
    };
    product(runs, multiply, expected, u64::MAX.into())
}

fn gf127(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let multiply =
        |[a, b]: [u128; 2]| split(Gf127::new(a).mul_with(backend, Gf127::new(b)).to_bits());
    let expected = |algebra: &mut Algebra, [a, b]: &[Bits; 2]| {
        let mut bits = spec::remainder(spec::product128(algebra, a, b), spec::P127);
        bits.push(Form::ZERO);
        bits
    };
    product(runs, multiply, expected, u128::MAX >> 1)
}

fn gf128(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let multiply =
        |[a, b]: [u128; 2]| split(Gf128::new(a).mul_with(backend, Gf128::new(b)).to_bits());
    let expected = |algebra: &mut Algebra, [a, b]: &[Bits; 2]| {
        spec::remainder(spec::product128(algebra, a, b), spec::P128)
    };
    product(runs, multiply, expected, u128::MAX)
}

/// Proves that a key holds these words after it was made from bytes.
fn key<T>(
    runs: &mut Runs,
    bytes: &[u8],
    make: impl Fn() -> T,
    words: impl Fn(&mut Algebra, &[Form]) -> Vec<Bits>,
) -> Result<()> {
    let object = Cell::new(make());
    let job = || object.set(make());
    let mut x = Execution::start(&job, Algebra::new(Products::Expanded))?;
    let bits = variables(&mut x, bytes)?;
    let words = words(&mut x.algebra, &bits);
    x.run(runs)?;
    x.check_words(place(&object), size_of::<T>(), &words)
}

/// Returns what a key of CLHASH contains: its words, and what hashing messages of a length needs
/// beside them.
fn words_of_clhash_key(algebra: &mut Algebra, key: &[Form], len: usize) -> Vec<Bits> {
    let mut all = words(key);
    let variable = spec::clhash_variable(key);
    all.push(variable[64..].to_vec());
    if len <= 8 {
        all.extend(short_words_of_clhash_key(algebra, key));
    }
    all
}

/// ⌊K₁ x^64 / p⌋, and (K₀ K₁ + n K₁₃₂) mod p for n from 1 to 8.
fn short_words_of_clhash_key(algebra: &mut Algebra, key: &[Form]) -> Vec<Bits> {
    let word = |i: usize| &key[64 * i..64 * (i + 1)];
    let factor = word(1);
    let shifted = |by: usize| [&factor[by..], &known(0, by)].concat();
    let mut all = vec![xor(&xor(factor, &shifted(60)), &xor(&shifted(61), &shifted(63)))];
    let product = algebra.clmul(word(0), factor);
    for n in 1..=8 {
        let length = algebra.clmul(word(132), &known(n, 64));
        all.push(spec::remainder(xor(&product, &length), spec::P64));
    }
    all
}

fn clhash_key(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let bytes = Random::new(runs, 8).array();
    let make = || clhash::Key::from_bytes(&bytes).with_backend(backend);
    key(runs, &bytes, make, |algebra, key| {
        let mut all = words_of_clhash_key(algebra, key, 0);
        // k², k³ and k⁴. Squares are linear.
        let k = spec::clhash_variable(key);
        let square = spec::times(algebra, &k, &k, spec::LAZY);
        let cube = spec::times(algebra, &square, &k, spec::LAZY);
        let fourth = spec::times(algebra, &square, &square, spec::LAZY);
        all.extend([square, cube, fourth].iter().flat_map(|power| words(power)));
        all
    })
}

/// Returns what a key of `Multilinear64` contains: its words, and c + n k for n from 1 to 64.
fn words_of_multilinear64_key(algebra: &mut Algebra, key: &[Form]) -> Vec<Bits> {
    let mut all = words(key);
    for n in 1..=64 {
        let product = algebra.clmul(&known(n, 64), &key[64..128]);
        all.push(xor(&key[..64], &spec::remainder(product, spec::P64)));
    }
    all
}

fn multilinear64_key(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    type Key = multilinear_hash::Key<Multilinear64>;
    let bytes = Random::new(runs, 9).array::<{ Key::BYTES }>();
    let make = || Key::from_bytes(&bytes).with_backend(backend);
    key(runs, &bytes, make, words_of_multilinear64_key)
}

/// How products are represented: the portable code's, which are of integers, by their monomials,
/// and those of up to eight bytes, because the quotient of the product is computed by another
/// product.
fn products_of(backend: Backend, len: usize) -> Products {
    if backend == Backend::PORTABLE || len <= 8 { Products::Expanded } else { Products::Opaque }
}

fn clhash_by(
    runs: &mut Runs,
    backend: Backend,
    len: usize,
    hash: impl Fn(&clhash::Key, &[u8]) -> u64,
) -> Result<()> {
    let mut random = Random::new(runs, 2);
    let (bytes, message) = (random.array(), random.bytes(len));
    let key = clhash::Key::from_bytes(&bytes).with_backend(backend);
    let job = |output: &Output<1>| output.set([hash(&key, &message)]);
    let prepare = |x: &mut Execution<Algebra>| {
        let bits = x.algebra.inputs(&bytes);
        let words = words_of_clhash_key(&mut x.algebra, &bits, len);
        x.assign_words(place(&key), size_of_val(&key), &words)?;
        let message = variables(x, &message)?;
        Ok(spec::clhash(&mut x.algebra, &bits, &message))
    };
    prove(runs, Algebra::new(products_of(backend, len)), job, prepare)
}

fn clhash(runs: &mut Runs, backend: Backend, len: usize) -> Result<()> {
    clhash_by(runs, backend, len, clhash::hash)
}

fn clhash_many(runs: &mut Runs, backend: Backend, len: usize) -> Result<()> {
    // Four short messages are hashed together, and each of the four is taken for some lengths.
    let (messages, taken) = if len <= 64 { (4, len % 4) } else { (1, 0) };
    clhash_by(runs, backend, len, |key, message| {
        let mut out = [0; 4];
        clhash::hash_many(key, &[message; 4][..messages], &mut out[..messages])
            .map_or(0, |()| out[taken])
    })
}

fn clhash_borrowed(runs: &mut Runs, backend: Backend, len: usize) -> Result<()> {
    let mut random = Random::new(runs, 3);
    let (key, message): ([u8; clhash::Key::BYTES], _) = (random.array(), random.bytes(len));
    let job = |output: &Output<1>| output.set([clhash::hash_borrowed(&key, &message)]);
    let prepare = |x: &mut Execution<Algebra>| {
        let (key, message) = (variables(x, &key)?, variables(x, &message)?);
        Ok(spec::clhash(&mut x.algebra, &key, &message))
    };
    prove(runs, Algebra::new(products_of(backend, len)), job, prepare)
}

fn clhash128(runs: &mut Runs, backend: Backend, len: usize) -> Result<()> {
    let mut random = Random::new(runs, 4);
    let (bytes, message) = (random.array(), random.bytes(len));
    let key = clhash128::Key::from_bytes(&bytes).with_backend(backend);
    let job = |output: &Output<2>| output.set(clhash128::hash(&key, &message));
    let prepare = |x: &mut Execution<Algebra>| {
        let bits = x.algebra.inputs(&bytes);
        x.assign_words(place(&key), size_of_val(&key), &words(&bits))?;
        let message = variables(x, &message)?;
        Ok(spec::clhash128(&mut x.algebra, &bits, &message))
    };
    // After the first block, wide levels multiply by r and x^64 r.
    let products = match products_of(backend, len.max(9)) {
        Products::Opaque if len > clhash128::BLOCK_BYTES => Products::HeldExpanded,
        products => products,
    };
    prove(runs, Algebra::new(products), job, prepare)
}

fn multilinear64(runs: &mut Runs, backend: Backend, len: usize) -> Result<()> {
    type Key = multilinear_hash::Key<Multilinear64>;
    let mut random = Random::new(runs, 5);
    let (bytes, message) = (random.array::<{ Key::BYTES }>(), random.bytes(len));
    let key = Key::from_bytes(&bytes).with_backend(backend);
    let job = |output: &Output<1>| output.set([multilinear_hash::hash(&key, &message)]);
    let prepare = |x: &mut Execution<Algebra>| {
        let bits = x.algebra.inputs(&bytes);
        let all = words_of_multilinear64_key(&mut x.algebra, &bits);
        x.assign_words(place(&key), size_of_val(&key), &all)?;
        let message = variables(x, &message)?;
        Ok(spec::multilinear64(&mut x.algebra, &bits, &message))
    };
    prove(runs, Algebra::new(products_of(backend, len.max(9))), job, prepare)
}

/// The powers of H in a key that is made on a backend: each is the product of two others whose
/// exponents have its exponent as their sum.
fn powers(runs: &mut Runs, backend: Backend, _: usize) -> Result<()> {
    let bytes = Random::new(runs, 6).array();
    let output = Cell::new(ghash_clmul::PolyvalKey::from_bytes(&bytes));
    let job = || output.set(ghash_clmul::PolyvalKey::from_bytes_on(backend, &bytes));
    let mut x = Execution::start(&job, Algebra::new(Products::Expanded))?;
    // The exponents 1 to 8. What is proved for any values of the powers holds for these.
    let mut powers = vec![variables(&mut x, &bytes)?];
    for n in 2..=8 {
        let sums = (1..=n / 2).map(|a| {
            let product = spec::product128(&mut x.algebra, &powers[a - 1], &powers[n - a - 1]);
            spec::montgomery(&product)
        });
        let forms: Vec<_> = sums.collect();
        let power = x.algebra.inputs(&value(&forms[0]).to_le_bytes());
        forms.iter().for_each(|form| x.algebra.replace(form, &power));
        powers.push(power);
    }
    x.run(runs)?;
    let expected: Bits = powers.into_iter().rev().flatten().collect();
    if x.read(place(&output), 128)? == expected {
        Ok(())
    } else {
        Err("the powers are others".into())
    }
}

/// POLYVAL, or GHASH, whose blocks have their bytes in the other order. The powers of H may have
/// any values.
fn polyval<S: Standard>(runs: &mut Runs, backend: Backend, len: usize) -> Result<()> {
    let mut random = Random::new(runs, 7);
    let (bytes, message) = (random.array(), random.bytes(len));
    let key = ghash_clmul::Key::<S>::from_bytes(&bytes).with_backend(backend);
    let job = |output: &Output<2>| {
        let hash = u128::from_le_bytes(ghash_clmul::hash(&key, &message));
        output.set(split(hash));
    };
    let reversed = std::any::TypeId::of::<S>() == std::any::TypeId::of::<Gcm>();
    let prepare = |x: &mut Execution<Algebra>| {
        // The powers are the first 128 bytes of a key, H last.
        let powers = x.machine(place(&key), 128)?;
        let powers = x.algebra.inputs(&powers);
        x.assign(place(&key), &powers)?;
        let mut message = variables(x, &message)?;
        if reversed {
            message = spec::reversed_blocks(&message);
        }
        let hash = if backend == Backend::PORTABLE {
            spec::polyval_by_horner(&mut x.algebra, &powers[7 * 128..], &message)
        } else {
            spec::polyval(&mut x.algebra, &powers, &message)
        };
        Ok(if reversed { spec::reversed_blocks(&hash) } else { hash })
    };
    prove(runs, Algebra::new(Products::Expanded), job, prepare)
}
