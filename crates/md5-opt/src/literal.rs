//! MD5 by the compiler: traits cannot be called in constants, so this is the definition once more.

use crate::table::{SINES, START, rotation, state, word_index, words};

/// The MD5 of a literal, in a `const`. It is slow where it is not one: take
/// [`Md5::digest`](crate::Md5::digest) there.
///
/// ```
/// const EMPTY: [u8; 16] = md5_opt::literal(b"");
/// assert_eq!(EMPTY, md5_opt::Md5::digest(b""));
/// ```
#[must_use]
pub const fn literal(message: &[u8]) -> [u8; 16] {
    let bits = (message.len() as u64).wrapping_mul(8).to_le_bytes();
    let padded = (message.len() + 9).next_multiple_of(64);
    let mut digest = START;
    let mut block = 0;
    while block < padded {
        let mut m = [0; 16];
        let mut i = 0;
        while i < 64 {
            let at = block + i;
            let byte = if at < message.len() {
                message[at]
            } else if at == message.len() {
                0x80
            } else if at >= padded - 8 {
                bits[at + 8 - padded]
            } else {
                0
            };
            m[i / 4] |= (byte as u32) << (8 * (i % 4));
            i += 1;
        }
        digest = step_all(words(&digest), &m);
        block += 64;
    }
    digest
}

/// The state after a block.
const fn step_all(start: [u32; 4], m: &[u32; 16]) -> [u8; 16] {
    let [mut a, mut b, mut c, mut d] = start;
    let mut i = 0;
    while i < 64 {
        let f = match i / 16 {
            0 => b & c | !b & d,
            1 => b & d | c & !d,
            2 => b ^ c ^ d,
            _ => c ^ (b | !d),
        };
        let sum = a.wrapping_add(f).wrapping_add(m[word_index(i)]).wrapping_add(SINES[i]);
        [a, b, c, d] = [d, b.wrapping_add(sum.rotate_left(rotation(i))), b, c];
        i += 1;
    }
    state([
        start[0].wrapping_add(a),
        start[1].wrapping_add(b),
        start[2].wrapping_add(c),
        start[3].wrapping_add(d),
    ])
}
