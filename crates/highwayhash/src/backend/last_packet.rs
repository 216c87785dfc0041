//! The packet of the last 1 to 31 bytes of a message.
//!
//! The n bytes consist of whole groups of four bytes and n mod 4 odd bytes.
//!
//! | bytes of the packet | if n is 16 or more  | if n is below 16                            |
//! |---------------------|---------------------|---------------------------------------------|
//! | from 0 on           | the groups          | the groups                                  |
//! | 16, 17, 18          |                     | the first, the middle and the last odd byte |
//! | 28 … 31             | the last four bytes |                                             |
//!
//! All other bytes are zeros.

use super::Packet;

/// Row i describes the second half of the packet of 16 + i bytes as a shuffle of the last 16 bytes
/// of the message: it has the index of each byte, or 0x80 for a zero.
pub(super) const SECOND_HALF: [[u8; 16]; 16] = {
    let mut table = [[0x80; 16]; 16];
    let mut extra = 0_u8;
    while extra < 16 {
        let row = &mut table[extra as usize];
        let mut i = 0_u8;
        while i < extra / 4 * 4 {
            row[i as usize] = 16 - extra + i;
            i += 1;
        }
        let mut i = 12_u8;
        while i < 16 {
            row[i as usize] = i;
            i += 1;
        }
        extra += 1;
    }
    table
};

/// Row n describes the packet of n bytes, 1 to 31, as a permutation of them: it has the index of
/// each byte, or 31 for a zero, because no last packet has a byte of that index.
pub(super) const WHOLE: [Packet; 32] = {
    let mut table = [[31; 32]; 32];
    let mut len = 1_u8;
    while len < 32 {
        let row = &mut table[len as usize];
        let odd = len % 4;
        let mut i = 0;
        while i < len - odd {
            row[i as usize] = i;
            i += 1;
        }
        if len >= 16 {
            let mut i = 0;
            while i < 4 {
                row[28 + i as usize] = len - 4 + i;
                i += 1;
            }
        } else if odd > 0 {
            row[16] = len - odd;
            row[17] = len - odd + odd / 2;
            row[18] = len - 1;
        }
        len += 1;
    }
    table
};

/// Builds the packet of 1 to 15 bytes. Returns its first two words, and the odd bytes, which start
/// the third word.
///
/// Vector kernels use it. It loads whole words, because a copy of unknown length would pass through
/// memory.
#[inline]
pub(super) fn short(tail: &[u8]) -> ([u64; 2], u32) {
    let (len, odd) = (tail.len(), tail.len() % 4);
    debug_assert!((1..16).contains(&len));
    let (Some(first), Some(last)) = (tail.first_chunk(), tail.last_chunk()) else {
        let byte = |from: usize, to: u32| u32::from(tail[from]) << (8 * to);
        return ([0; 2], byte(0, 0) | byte(len / 2, 1) | byte(len - 1, 2));
    };
    // The odd bytes, with zeros above them.
    let rest = (u64::from(u32::from_le_bytes(*last)) << (8 * odd)) >> 32;
    let spread = match odd {
        1 => rest * 0x01_0101,
        2 => rest | (rest & 0xff00) << 8,
        _ => rest,
    };
    #[expect(clippy::cast_possible_truncation, reason = "three bytes")]
    let spread = spread as u32;
    let Some(word) = tail.first_chunk() else {
        return ([u64::from(u32::from_le_bytes(*first)), 0], spread);
    };
    let third = tail.get(8..12).and_then(<[u8]>::first_chunk);
    let high = third.map_or(0, |bytes| u32::from_le_bytes(*bytes));
    ([u64::from_le_bytes(*word), u64::from(high)], spread)
}
