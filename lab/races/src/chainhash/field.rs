//! The fields of ChainHash, bit by bit: for keys, which are made before the race, and for the
//! reference.

/// X^64 in GF(2^64): X^4 + X^3 + X + 1.
pub(super) const FOLD_64: u64 = 0x1b;
/// X^128 in GF(2^128): X^7 + X^2 + X + 1.
pub(super) const FOLD_128: u128 = 0x87;

/// Multiplies two polynomials over GF(2).
pub(super) fn product(a: u64, b: u64) -> u128 {
    (0..64).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ u128::from(a) << i)
}

/// Returns the product in GF(2^64).
pub(super) fn mul_64(a: u64, b: u64) -> u64 {
    reduce_64(product(a, b))
}

/// Reduces a polynomial to its remainder in GF(2^64).
#[expect(clippy::cast_possible_truncation, reason = "the halves of the polynomial")]
pub(super) fn reduce_64(a: u128) -> u64 {
    // The first fold leaves 68 bits, the second one 64.
    let fold = |a: u128| u128::from(a as u64) ^ product((a >> 64) as u64, FOLD_64);
    fold(fold(a)) as u64
}

/// Returns the product in GF(2^128).
pub(super) fn mul_128(a: u128, b: u128) -> u128 {
    (0..128).rev().fold(0, |sum, i| {
        let twice = (sum << 1) ^ ((sum >> 127) * FOLD_128);
        if b >> i & 1 == 1 { twice ^ a } else { twice }
    })
}

/// Returns the eight bytes at this offset as a word. Bytes that the message lacks are zero.
pub(super) fn word(message: &[u8], offset: usize) -> u64 {
    let mut bytes = [0; 8];
    let rest = message.get(offset..).unwrap_or_default();
    let present = rest.len().min(8);
    bytes[..present].copy_from_slice(&rest[..present]);
    u64::from_le_bytes(bytes)
}

/// Returns outputs of SplitMix64, from which the author's tests make keys.
pub(super) fn split_mix<const N: usize>(mut seed: u64) -> [u64; N] {
    [(); N].map(|()| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}

/// Returns the low and the high word.
#[expect(clippy::cast_possible_truncation, reason = "the halves of the number")]
pub(super) fn halves(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}
