//! The words of a key from its 32 secret bytes: the key stream of ChaCha20 (RFC 8439, section 2.3),
//! one block a number.

/// Words of a block.
pub(crate) const BLOCK_WORDS: usize = 8;

/// Block `counter` of the key stream of `secret`, nonce 0, as little-endian words.
pub(crate) const fn block(secret: &[u8; 32], counter: u32) -> [u64; BLOCK_WORDS] {
    let mut start = [
        0x6170_7865,
        0x3320_646e,
        0x7962_2d32,
        0x6b20_6574,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        counter,
        0,
        0,
        0,
    ];
    let (chunks, _) = secret.as_chunks();
    let mut i = 0;
    while i < 8 {
        start[4 + i] = u32::from_le_bytes(chunks[i]);
        i += 1;
    }
    let mut x = start;
    let mut round = 0;
    while round < 10 {
        let mut i = 0;
        while i < 4 {
            quarter_round(&mut x, [i, 4 + i, 8 + i, 12 + i]);
            i += 1;
        }
        let mut i = 0;
        while i < 4 {
            quarter_round(&mut x, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
            i += 1;
        }
        round += 1;
    }
    let mut words = [0; BLOCK_WORDS];
    let mut i = 0;
    while i < BLOCK_WORDS {
        let low = x[2 * i].wrapping_add(start[2 * i]);
        let high = x[2 * i + 1].wrapping_add(start[2 * i + 1]);
        words[i] = low as u64 | (high as u64) << 32;
        i += 1;
    }
    words
}

const fn quarter_round(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(16);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(12);
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(8);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(7);
}
