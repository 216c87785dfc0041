//! GHASH (NIST SP 800-38D, section 6.4) and POLYVAL (RFC 8452, section 3), each from its own
//! standard.

use crate::gf2::{Wide, mul, rem};

/// The modulus of POLYVAL, x^128 + x^127 + x^126 + x^121 + 1.
pub const POLYVAL: Wide = (1, 1 << 127 | 1 << 126 | 1 << 121 | 1);

/// Splits a message into blocks; the last one is zero-padded.
fn blocks(message: &[u8]) -> impl Iterator<Item = [u8; 16]> {
    message.chunks(16).map(|chunk| {
        let mut block = [0; 16];
        block[..chunk.len()].copy_from_slice(chunk);
        block
    })
}

/// Multiplies two blocks of GCM bit by bit (algorithm 1 of the standard). Bit i of a block, counted
/// from the most significant bit of byte 0, is the coefficient of x^i.
#[must_use]
pub fn ghash_product(x: [u8; 16], y: [u8; 16]) -> [u8; 16] {
    const R: u128 = 0b1110_0001 << 120;
    let x = u128::from_be_bytes(x);
    let (mut z, mut v) = (0, u128::from_be_bytes(y));
    for i in 0..128 {
        if x >> (127 - i) & 1 == 1 {
            z ^= v;
        }
        v = if v & 1 == 1 { v >> 1 ^ R } else { v >> 1 };
    }
    z.to_be_bytes()
}

/// Computes GHASH of a message that is zero-padded to whole blocks.
#[must_use]
pub fn ghash(key: [u8; 16], message: &[u8]) -> [u8; 16] {
    blocks(message).fold([0; 16], |y, block| {
        let sum = std::array::from_fn(|i| y[i] ^ block[i]);
        ghash_product(sum, key)
    })
}

/// Computes dot(a, b) = a·b·x^-128. To divide by x, it first makes the polynomial a multiple of x.
#[must_use]
pub fn polyval_dot(a: u128, b: u128) -> u128 {
    let mut product = rem(mul(a, b), POLYVAL).1;
    for _ in 0..128 {
        product =
            if product & 1 == 1 { (product ^ POLYVAL.1) >> 1 | 1 << 127 } else { product >> 1 };
    }
    product
}

/// Computes POLYVAL of a message that is zero-padded to whole blocks.
#[must_use]
pub fn polyval(key: [u8; 16], message: &[u8]) -> [u8; 16] {
    let h = u128::from_le_bytes(key);
    blocks(message).fold(0, |s, block| polyval_dot(s ^ u128::from_le_bytes(block), h)).to_le_bytes()
}
