//! One-shot functions, at run time and at compile time: a whole message in one call.

use crate::Digest;
use crate::backend;
use crate::table::{SINES, START, State, pad_in_words, rotation, state, word_index, words};

/// Computes the MD5 of the message, which RFC 1321 defines. The values are frozen.
///
/// ```
/// use md5_opt::{hash, hex};
/// assert_eq!(hex(&hash(b"abc")).as_str(), "900150983cd24fb0d6963f7d28e17f72");
/// ```
#[must_use]
pub fn hash(message: &[u8]) -> Digest {
    absorb_end(&START, message, message.len() as u64)
}

/// Pads and absorbs the end of a message and returns its digest. `state` is the state before the
/// end, and `len` is the length of the whole message.
pub(crate) fn absorb_end(state: &State, bytes: &[u8], len: u64) -> Digest {
    let (whole, rest) = bytes.as_chunks();
    let mut end = [[0; 64]; 2];
    let blocks = pad_in_words(rest, len, &mut end);
    backend::absorb_one(state, whole, &end[..blocks])
}

/// Computes [`hash`] in constants. At run time it is slow.
///
/// ```
/// const EMPTY: [u8; 16] = md5_opt::hash_const(b"");
/// assert_eq!(EMPTY, md5_opt::hash(b""));
/// ```
#[must_use]
pub const fn hash_const(message: &[u8]) -> Digest {
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
        digest = absorb_const(words(&digest), &m);
        block += 64;
    }
    digest
}

/// Mixes a block into a state. The kernels contain optimisation barriers, which constants cannot
/// use, so this function repeats the steps.
const fn absorb_const(start: [u32; 4], m: &[u32; 16]) -> State {
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
