//! RFC 1321, sections 3.1 to 3.4: constants, the order of words, padding.

use hash_core::load::short_word;

/// A block: 64 bytes of a message, which are sixteen little-endian words.
pub(crate) type Block = [u8; 64];

/// The state of a stream after whole blocks: A, B, C, D, each little-endian. After the last block
/// it is the digest.
pub(crate) type State = [u8; 16];

/// The state before the first block (section 3.3).
pub(crate) const START: State = [
    0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10,
];

/// ⌊2^32 · |sin i|⌋ for i from 1 to 64, i in radians.
#[rustfmt::skip]
pub(crate) const SINES: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

/// Returns the number of bits by which step i rotates: four amounts in turn in each round of
/// sixteen steps.
pub(crate) const fn rotation(i: usize) -> u32 {
    [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]][i / 16][i % 4]
}

/// Returns the index of the word of the block that step i adds.
pub(crate) const fn word_index(i: usize) -> usize {
    match i / 16 {
        0 => i % 16,
        1 => (5 * i + 1) % 16,
        2 => (3 * i + 5) % 16,
        _ => 7 * i % 16,
    }
}

/// Pads the bytes after the last whole block: 0x80, zeros, and the length of the message in bits
/// (modulo 2^64) as the last eight bytes. Returns the number of blocks, one or two.
#[inline]
pub(crate) fn pad(rest: &[u8], len: u64, out: &mut [Block; 2]) -> usize {
    debug_assert!(rest.len() < 64);
    let blocks = 1 + usize::from(rest.len() >= 56);
    out[0] = [0; 64];
    out[0][..rest.len()].copy_from_slice(rest);
    out[0][rest.len()] = 0x80;
    if blocks == 2 {
        out[1] = [0; 64];
    }
    out[blocks - 1][56..].copy_from_slice(&len.wrapping_mul(8).to_le_bytes());
    blocks
}

/// Does the same in stores of eight bytes, for a kernel that loads the words at once. A load of a
/// word that was stored in several pieces waits until all of them are in the cache.
#[inline]
pub(crate) fn pad_in_words(rest: &[u8], len: u64, out: &mut [Block; 2]) -> usize {
    debug_assert!(rest.len() < 64);
    let blocks = 1 + usize::from(rest.len() >= 56);
    out[0] = [0; 64];
    if blocks == 2 {
        out[1] = [0; 64];
    }
    let (words, _) = out[..blocks].as_flattened_mut().as_chunks_mut();
    let (whole, odd) = rest.as_chunks();
    for (from, to) in whole.iter().zip(&mut *words) {
        // The compiler would replace a loop of plain loads and stores by a call of `memcpy`.
        *to = hash_core::opaque!(u64 u64::from_le_bytes(*from)).to_le_bytes();
    }
    words[whole.len()] = (short_word(odd) | 0x80 << (8 * odd.len())).to_le_bytes();
    words[8 * blocks - 1] = len.wrapping_mul(8).to_le_bytes();
    blocks
}

/// Converts a state to its four words.
pub(crate) const fn words(state: &State) -> [u32; 4] {
    let ([a, b, c, d], []) = state.as_chunks() else { unreachable!() };
    [u32::from_le_bytes(*a), u32::from_le_bytes(*b), u32::from_le_bytes(*c), u32::from_le_bytes(*d)]
}

/// Converts four words to a state.
pub(crate) const fn state([a, b, c, d]: [u32; 4]) -> State {
    let [a, b, c, d] = [a.to_le_bytes(), b.to_le_bytes(), c.to_le_bytes(), d.to_le_bytes()];
    [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3], d[0], d[1], d[2], d[3]]
}
