//! Pairs of messages: published ones, and those that the search tries.

use std::collections::HashSet;

/// Two messages of one length, and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What the messages are.
    pub name: String,
    /// Who published them; empty for those of this module.
    pub source: &'static str,
    /// The messages.
    pub messages: [Vec<u8>; 2],
}

/// The number of pairs at the beginning of [`all`] that are counted for every hash.
pub const GIVEN: usize = 8;

/// Words that published functions combine with the message and that no key changes: those of
/// rapidhash (some of which are wyhash's), rustc-hash, komihash and `MuseAir`.
pub const PUBLIC: [u64; 26] = [
    0x2d35_8dcc_aa6c_78a5,
    0x8bb8_4b93_962e_acc9,
    0x4b33_a62e_d433_d4a3,
    0x4d5a_2da5_1de1_aa47,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
    0x90ed_1765_281c_388c,
    0xaaaa_aaaa_aaaa_aaaa,
    0xf135_7aea_2e62_a9c5,
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x4528_21e6_38d0_1377,
    0x5ae3_1e58_9c56_e17a,
    0x96d7_bb04_e64f_6da9,
    0x7ab1_006b_26f9_eb64,
    0x2123_3394_220b_8457,
    0x047c_b955_7c9f_3b43,
    0xd24f_2590_c0bc_ee28,
    0x33ea_8f71_bb60_16d8,
    0xb5d2_6975_95d0_a01f,
    0x9bb3_0a32_f00e_2b4f,
    0x4ace_a093_17a4_29d1,
    0xc2b2_435d_fdd5_45c6,
    0xfda8_11a7_8557_2a42,
    0xe5f5_0676_bf67_137b,
];

/// The lengths that the search tries, in bytes.
const LENGTHS: [usize; 13] = [4, 5, 6, 7, 8, 12, 15, 16, 24, 32, 40, 48, 64];

/// Returns all pairs: first the [`GIVEN`] ones, three of which were published, then those of the
/// search, the simplest first.
#[must_use]
pub fn all() -> Vec<Pair> {
    let mut pairs = given();
    let zeros = |len: usize| format!("{len} B, zeros and");
    for len in LENGTHS {
        for block in [len, 4, 8, 16, 32] {
            for at in (0..len).step_by(block).filter(|at| at + block <= len) {
                let name = format!("{} complement of bytes {at} to {}", zeros(len), at + block);
                pairs.push(differing(name, vec![0; len], at, &vec![0xff; block]));
            }
        }
    }
    // Folds that cancel: two words or blocks change at once, or change places.
    for len in [16, 24, 32, 48, 64] {
        for block in [8, 16] {
            let blocks = || (0..len).step_by(block).filter(move |at| at + block <= len);
            for (a, b) in
                blocks().flat_map(|a| blocks().map(move |b| (a, b))).filter(|(a, b)| a < b)
            {
                let with = |mut message: Vec<u8>, at: usize| {
                    message[at..at + block].fill(0xff);
                    message
                };
                let one = with(vec![0; len], a);
                let name = format!("{} complement of {block} bytes at {a} and {b}", zeros(len));
                pairs.push(of(name, vec![0; len], with(one.clone(), b)));
                let name = format!("{len} B, {block} bytes 0xff at {a} or {b}");
                pairs.push(of(name, one, with(vec![0; len], b)));
            }
        }
    }
    for len in LENGTHS.into_iter().filter(|len| len % 8 == 0) {
        for at in (0..len).step_by(8) {
            let name = format!("{} the highest bit of word {}", zeros(len), at / 8);
            pairs.push(differing(name, vec![0; len], at + 7, &[0x80]));
        }
    }
    pairs.extend([city_hash(), gxhash()]);
    weak_words(&mut pairs);
    let mut seen = HashSet::new();
    pairs.retain(|pair| seen.insert(pair.messages.clone()));
    pairs
}

/// Messages in which one word is a public one, so that a factor may be 0 whatever the seed, and its
/// neighbour, the other factor, is zeros or ones.
fn weak_words(pairs: &mut Vec<Pair>) {
    for len in [12_usize, 16, 24, 32, 40, 48, 64] {
        for word in 0..len / 8 {
            let neighbour = 8 * (word ^ 1)..len.min(8 * (word ^ 1) + 8);
            if neighbour.is_empty() {
                continue;
            }
            for public in PUBLIC {
                let mut message = vec![0; len];
                message[8 * word..8 * word + 8].copy_from_slice(&public.to_le_bytes());
                let name = format!("{len} B, word {word} is {public:#018x}, its neighbour differs");
                let ones = vec![0xff; neighbour.len()];
                pairs.push(differing(name, message, neighbour.start, &ones));
            }
        }
    }
}

fn of(name: String, a: Vec<u8>, b: Vec<u8>) -> Pair {
    Pair { name, source: "", messages: [a, b] }
}

/// A message, and the same with bits flipped from a position on.
fn differing(name: String, message: Vec<u8>, at: usize, bits: &[u8]) -> Pair {
    let mut other = message.clone();
    for (byte, bits) in other[at..].iter_mut().zip(bits) {
        *byte ^= bits;
    }
    of(name, message, other)
}

fn given() -> Vec<Pair> {
    let published = |source, pair| Pair { source, ..pair };
    let zeros = |len: usize, from: usize, to: usize, what: &str| {
        differing(format!("{len} B, {what}"), vec![0; len], from, &vec![0xff; to - from])
    };
    let words =
        |words: &[u64]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<_>>();
    let xxh3 = words(&[0, 0, 0x5115_1210_4044_0000, 0x0000_0082_0400_0105]);
    let komihash = words(&[
        0,
        0x4473_7003_2e8a_1913,
        0x1111_1111_1111_1111,
        0x2222_2222_2222_2222,
        0xf0f9_dda4_c1c0_a15e,
        0x9cf5_3490_0ea6_f5e0,
        0x3333_3333_3333_3333,
        0x4444_4444_4444_4444,
    ]);
    let two_bits = [1, 0, 0, 0, 0, 0, 0, 0, 1];
    vec![
        published("orlp/foldhash #50", zeros(8, 0, 8, "zeros and their complement")),
        published(
            "Cyan4973/xxHash #1127",
            differing("32 B, second half complemented".to_owned(), xxh3, 16, &[0xff; 16]),
        ),
        published(
            "avaneev/komihash #23",
            differing("64 B, two bits".to_owned(), komihash, 0, &two_bits),
        ),
        zeros(4, 0, 4, "zeros and their complement"),
        zeros(16, 0, 16, "zeros and their complement"),
        zeros(16, 0, 8, "zeros, first half complemented"),
        zeros(32, 0, 16, "zeros, first half complemented"),
        zeros(64, 48, 64, "zeros, last quarter complemented"),
    ]
}

/// The inverse of an odd number modulo 2^64.
fn inverse(odd: u64) -> u64 {
    // Each step doubles the number of bits that are right, from three.
    (0..5).fold(odd, |x, _| x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// Two messages of 32 bytes with one `CityHash64`, whose seed comes in after all of the message.
///
/// It reads words a/k1, b, d/k2 and c/mul, and hashes rot(a + b, 43) + rot(c, 30) + d and
/// a + rot(b + k2, 18) + c. These are the same for a = b = c = d = 0 and for any b, with a and d
/// solved for.
fn city_hash() -> Pair {
    let (k1, k2) = (0xb492_b66f_be98_f273_u64, 0x9ae1_6a3b_2f90_404f_u64);
    let b = u64::MAX;
    let a = k2.rotate_right(18).wrapping_sub(b.wrapping_add(k2).rotate_right(18));
    let d = a.wrapping_add(b).rotate_right(43).wrapping_neg();
    let words = [a.wrapping_mul(inverse(k1)), b, d.wrapping_mul(inverse(k2)), 0];
    let message = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    of("32 B, zeros and a solution for CityHash64".to_owned(), vec![0; 32], message)
}

/// Two messages of 48 bytes that gxhash compresses to one value before the seed comes in.
///
/// Its second block passes one round of AES, to which the third is added. The round takes a block
/// of equal bytes to its byte of the S-box: 0x63 from 0, 0x16 from 0xff.
fn gxhash() -> Pair {
    let bits: Vec<u8> = [[0xff; 16], [0x63 ^ 0x16; 16]].concat();
    differing("48 B, zeros and a solution for gxhash".to_owned(), vec![0; 48], 16, &bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_different_messages_of_one_length() {
        let all = all();
        assert!(all.len() > 600, "{}", all.len());
        let names: HashSet<_> = all.iter().map(|pair| &pair.name).collect();
        assert_eq!(names.len(), all.len());
        for Pair { name, messages: [a, b], .. } in &all {
            assert!(a != b && a.len() == b.len(), "{name}");
        }
        assert!(all[..GIVEN].iter().filter(|pair| !pair.source.is_empty()).count() == 3);
    }

    #[test]
    fn inverses() {
        for odd in [1, 3, 0xb492_b66f_be98_f273, u64::MAX] {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1, "{odd}");
        }
    }
}
