//! Compares hashes with the reference in each crate, on the backend that detection chooses.

use core::fmt::Debug;
use hash_core::backend::Token;
use reference::{clhash as cl, ghash as gcm, highwayhash as highway, md5, multilinear};
use reference::{siphash as sip, vhash as vh};

/// A crate with a `Backend` of its own, or several crates that share one.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The crate that defines the backends.
    pub name: &'static str,
    /// Returns the name of the backend that detection chooses.
    pub chosen: fn() -> &'static str,
    /// Compares hashes on that backend with the reference, and returns their number. Panics if two
    /// differ.
    pub check: fn() -> u32,
}

/// Every family.
pub const FAMILIES: [Family; 6] = [
    Family { name: "gf2", chosen: chosen::<gf2::Backend>, check: gf2_crates },
    Family { name: "highwayhash", chosen: chosen::<highwayhash::Backend>, check: highwayhash },
    Family { name: "siphash", chosen: chosen::<siphash_fast::Backend>, check: siphash },
    Family { name: "vhash", chosen: chosen::<vhash::Backend>, check: vhash },
    Family { name: "multilinear", chosen: chosen::<multilinear_hash::Backend>, check: mmh_tmmh },
    Family { name: "md5", chosen: chosen::<md5_opt::Backend>, check: md5 },
];

fn chosen<B: Token>() -> &'static str {
    B::detect().name()
}

/// Lengths in bytes on both sides of every limit where a kernel works differently.
const LENGTHS: [usize; 22] =
    [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 513, 1024, 1041, 2100, 4250];

/// Returns messages of these lengths, under Miri only the short ones.
fn messages() -> Vec<Vec<u8>> {
    let message = |len| (0..len).map(move |i: usize| (i * i * 131 + i / 7 + len).to_le_bytes()[0]);
    let longest = if cfg!(miri) { 140 } else { usize::MAX };
    let lengths = LENGTHS.iter().filter(|len| **len <= longest);
    lengths.map(|len| message(*len).collect()).collect()
}

/// Compares single messages and one batch with the reference, and returns the number of hashes.
fn compare<H: Copy + PartialEq + Debug>(
    expected: impl Fn(&[u8]) -> H,
    hash: impl Fn(&[u8]) -> H,
    hash_many: impl Fn(&[&[u8]], &mut [H]),
) -> u32 {
    let messages = messages();
    let expected: Vec<H> = messages.iter().map(|m| expected(m)).collect();
    let single: Vec<H> = messages.iter().map(|m| hash(m)).collect();
    assert_eq!(single, expected, "hashes of single messages differ");
    // Each message occurs three times, so that there are enough of one length for wide registers.
    let slices: Vec<&[u8]> = messages.iter().flat_map(|m| [m.as_slice(); 3]).collect();
    let mut many = vec![hash(b"old"); slices.len()];
    hash_many(&slices, &mut many);
    let thrice: Vec<H> = expected.iter().flat_map(|h| [*h; 3]).collect();
    assert_eq!(many, thrice, "hashes of a batch differ");
    let singles = u32::try_from(messages.len()).expect("there are few messages");
    4 * singles
}

/// Compares `$hash` and the batch `$many` under the same key, whose backend is detection's choice.
macro_rules! compare {
    ($key:expr, $expected:expr, $hash:expr, $many:expr) => {{
        assert_eq!($key.backend(), Token::detect());
        compare(
            $expected,
            |m| $hash(&$key, m),
            |messages, out| {
                $many(&$key, messages, out).expect("one output per message");
            },
        )
    }};
}

fn gf2_crates() -> u32 {
    let backend = gf2::Backend::detect();
    let product =
        |i: u128| (i << 70 | 0x1234_5678_9abc_def0).wrapping_mul(0x9e37_79b9_7f4a_7c15 | i);
    for i in 0..100 {
        let (a, b) = (product(i), product(i + 1000));
        let wide = backend.clmul128(a, b);
        assert_eq!((wide.hi, wide.lo), reference::gf2::mul(a, b), "product {i}");
    }
    let key = clhash::Key::from_seed(1);
    let words = key.to_words();
    let mut compared = compare!(key, |m| cl::hash(&words, m), clhash::hash, clhash::hash_many);
    let key = ghash_clmul::GhashKey::from_seed(1);
    let bytes = key.to_bytes();
    compared += compare!(key, |m| gcm::ghash(bytes, m), ghash_clmul::hash, ghash_clmul::hash_many);
    let key = ghash_clmul::PolyvalKey::from_seed(1);
    let bytes = key.to_bytes();
    compared +=
        compare!(key, |m| gcm::polyval(bytes, m), ghash_clmul::hash, ghash_clmul::hash_many);
    let key = multilinear_hash::Key::<multilinear_hash::Multilinear64>::from_seed(1);
    let bytes = key.to_bytes();
    compared
        + 100
        + compare!(
            key,
            |m| multilinear::multilinear64(&bytes, m),
            multilinear_hash::hash,
            multilinear_hash::hash_many
        )
}

fn highwayhash() -> u32 {
    let key = highwayhash::Key::from_seed(1);
    let words = key.to_words();
    let many = |key, m: &[&[u8]], out: &mut [u64]| highwayhash::hash_many(key, m, out);
    compare!(key, |m| highway::hash64(&words, m), highwayhash::hash, many)
}

fn siphash() -> u32 {
    use siphash_fast::{Key, TreeKey, hash_many, siphash13, siphash24, siptreehash, tree};
    let key = Key::from_seed(1);
    let words = key.to_words();
    let one_three = |m: &[u8]| sip::hash64((1, 3), words, m);
    let two_four = |m: &[u8]| sip::hash64((2, 4), words, m);
    let (tree_key, tree_words) = (TreeKey::from_seed(1), TreeKey::from_seed(1).to_words());
    let of_tree = |m: &[u8]| sip::tree((2, 4), tree_words, m);
    compare!(key, one_three, siphash13, hash_many::<1, 3, u64>)
        + compare!(key, two_four, siphash24, hash_many::<2, 4, u64>)
        + compare!(tree_key, of_tree, siptreehash, tree::hash_many::<2, 4>)
}

fn vhash() -> u32 {
    let (key, double) = (vhash::Key64::from_seed(1), vhash::Key128::from_seed(1));
    let words = vh::Key::new(&key.to_bytes());
    let double_words = vh::Key::new(&double.to_bytes());
    compare!(key, |m| vh::hash64(&words, m), vhash::hash, vhash::hash_many)
        + compare!(double, |m| vh::hash128(&double_words, m), vhash::hash128, vhash::hash_many)
}

fn mmh_tmmh() -> u32 {
    use multilinear_hash::{Key, Mmh64, Tmmh16, hash, hash_many};
    fn words<const N: usize, W: TryFrom<u64>>(values: &[u64]) -> [W; N] {
        core::array::from_fn(|i| W::try_from(values[i]).unwrap_or_else(|_| panic!("not a word")))
    }
    let (mmh, tmmh) = (Key::<Mmh64>::from_seed(1), Key::<Tmmh16>::from_seed(1));
    let of_mmh = |m: &[u8]| words::<2, u32>(&multilinear::mmh(&mmh.to_bytes(), m, 2));
    let of_tmmh = |m: &[u8]| words::<4, u16>(&multilinear::tmmh(&tmmh.to_bytes(), m, 4));
    compare!(mmh, of_mmh, hash, hash_many) + compare!(tmmh, of_tmmh, hash, hash_many)
}

fn md5() -> u32 {
    let many = |messages: &[&[u8]], out: &mut [md5_opt::Digest]| {
        md5_opt::hash_many(messages, out).expect("one output per message");
    };
    compare(md5::hash, md5_opt::hash, many)
}
