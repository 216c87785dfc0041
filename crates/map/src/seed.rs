//! Words for keys, derived from a number.

/// The increment of splitmix64: 2^64 divided by the golden ratio, made odd.
#[cfg(feature = "std")]
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of splitmix64, a bijection (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[cfg(feature = "std")]
#[inline]
pub(crate) const fn splitmix64(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Derives N words from the name of a function, of at most 24 bytes, and a number: the first N
/// words of the key stream of ChaCha20 (RFC 8439) under the key of the name, zero-padded to 24
/// bytes, and the number, little-endian, with the nonce 0. Frozen.
///
/// These are the words of `hash_core::seed::SeedWords`. This function has no `&mut`, which `const
/// fn` got in Rust 1.83.
pub(crate) const fn words<const N: usize>(function: &str, number: u64) -> [u64; N] {
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
    let (mut i, mut block) = (0, [0; 16]);
    while i < N {
        if i % 8 == 0 {
            block = chacha20_block(&key, i / 8);
        }
        words[i] = block[2 * i % 16] as u64 | (block[2 * i % 16 + 1] as u64) << 32;
        i += 1;
    }
    words
}

#[allow(clippy::cast_possible_truncation)] // the halves
const fn halves(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// Computes a block of the ChaCha20 key stream with the nonce 0 (RFC 8439, section 2.3).
#[allow(clippy::cast_possible_truncation)] // keys have less than 2^32 blocks
const fn chacha20_block(key: &[u32; 8], counter: usize) -> [u32; 16] {
    // "expand 32-byte k"
    let mut start =
        [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut i = 0;
    while i < 8 {
        start[4 + i] = key[i];
        i += 1;
    }
    start[12] = counter as u32;
    let (mut x, mut i) = (start, 0);
    while i < 80 {
        // Ten times, quarter rounds of the four columns and of the four diagonals.
        let (column, diagonal) = (i % 4, i / 4 % 2);
        let [a, b, c, d] = [
            column,
            4 + (column + diagonal) % 4,
            8 + (column + 2 * diagonal) % 4,
            12 + (column + 3 * diagonal) % 4,
        ];
        x[a] = x[a].wrapping_add(x[b]);
        x[d] = (x[d] ^ x[a]).rotate_left(16);
        x[c] = x[c].wrapping_add(x[d]);
        x[b] = (x[b] ^ x[c]).rotate_left(12);
        x[a] = x[a].wrapping_add(x[b]);
        x[d] = (x[d] ^ x[a]).rotate_left(8);
        x[c] = x[c].wrapping_add(x[d]);
        x[b] = (x[b] ^ x[c]).rotate_left(7);
        i += 1;
    }
    i = 0;
    while i < 16 {
        x[i] = x[i].wrapping_add(start[i]);
        i += 1;
    }
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
