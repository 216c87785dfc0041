//! Words for keys, derived from a number.

/// The increment of splitmix64: 2^64 divided by the golden ratio, made odd.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of splitmix64, a bijection (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[inline]
#[must_use]
pub const fn splitmix64(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Derives N words from the name of a function, of at most 24 bytes, and a number: the first N
/// words of the key stream of ChaCha20 (RFC 8439) under the key of the name, zero-padded to 24
/// bytes, and the number, little-endian, with the nonce 0. Frozen.
///
/// `SeedWords` of `hash-core` has the same words, one by one. This function has no `&mut`, which
/// `const fn` got in Rust 1.83.
///
/// # Panics
/// Panics if the name has more than 24 bytes.
#[must_use]
pub const fn words<const N: usize>(function: &str, number: u64) -> [u64; N] {
    let name = function.as_bytes();
    assert!(name.len() <= 24, "the name of a function has more than 24 bytes");
    let mut key = [0; 8];
    let mut i = 0;
    while i < name.len() {
        key[i / 4] |= (name[i] as u32) << (8 * (i % 4));
        i += 1;
    }
    [key[6], key[7]] = halves(number);
    let mut words = [0; N];
    let (mut i, mut block) = (0, [0; 8]);
    while i < N {
        if i % 8 == 0 {
            block = chacha20_block(&key, block_number(i), [0; 3]);
        }
        words[i] = block[i % 8];
        i += 1;
    }
    words
}

#[allow(clippy::cast_possible_truncation)] // keys have less than 2^32 blocks
const fn block_number(word: usize) -> u32 {
    (word / 8) as u32
}

#[allow(clippy::cast_possible_truncation)] // the halves
const fn halves(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// Computes a block of the ChaCha20 key stream (RFC 8439, section 2.3) as little-endian words,
/// under a key and a nonce of little-endian words.
#[inline]
#[must_use]
pub const fn chacha20_block(key: &[u32; 8], counter: u32, nonce: [u32; 3]) -> [u64; 8] {
    let start = [
        // "expand 32-byte k"
        0x6170_7865,
        0x3320_646e,
        0x7962_2d32,
        0x6b20_6574,
        key[0],
        key[1],
        key[2],
        key[3],
        key[4],
        key[5],
        key[6],
        key[7],
        counter,
        nonce[0],
        nonce[1],
        nonce[2],
    ];
    let (mut x, mut round) = (start, 0);
    while round < 10 {
        // Four columns, then four diagonals.
        let mut i = 0;
        while i < 4 {
            x = quarter_round(x, [i, 4 + i, 8 + i, 12 + i]);
            i += 1;
        }
        let mut i = 0;
        while i < 4 {
            x = quarter_round(x, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
            i += 1;
        }
        round += 1;
    }
    let (mut block, mut i) = ([0; 8], 0);
    while i < 8 {
        let [low, high] =
            [x[2 * i].wrapping_add(start[2 * i]), x[2 * i + 1].wrapping_add(start[2 * i + 1])];
        block[i] = low as u64 | (high as u64) << 32;
        i += 1;
    }
    block
}

#[inline(always)]
const fn quarter_round(mut x: [u32; 16], [a, b, c, d]: [usize; 4]) -> [u32; 16] {
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(16);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(12);
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(8);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(7);
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors 1 and 2 of RFC 8439, appendix A.1.
    #[test]
    fn the_blocks_of_the_rfc() {
        const WORDS: [u64; 16] = words("", 0);
        assert_eq!(WORDS[..2], [0x903d_f1a0_ade0_b876, 0x28bd_8653_e56a_5d40]);
        assert_eq!(WORDS[6..8], [0x1ca1_1815_f4b8_436a, 0x8665_eeb2_69b6_87c3]);
        assert_eq!(WORDS[8..10], [0x7a38_5155_bee7_079f, 0x0d08_2d73_7c97_ba98]);
        assert_eq!(WORDS[14..], [0x45fb_0a51_281f_ed31, 0x6f4d_794b_1f0a_e1ac]);
        assert_eq!(words::<16>("", 0), WORDS);
        assert_eq!(words::<13>("", 0), WORDS[..13]);
    }

    /// Names and numbers are at different places of ChaCha20's key.
    #[test]
    fn names_and_numbers_are_parts_of_the_key() {
        let all =
            [("", 1), ("\u{1}", 0), ("a", 0), ("a", 1 << 32), ("24 bytes: abcdefghijklmn", 0)]
                .map(|(name, number)| words::<1>(name, number)[0]);
        for (i, word) in all.iter().enumerate() {
            assert!(!all[..i].contains(word));
        }
    }
}
