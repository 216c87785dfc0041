//! VMAC (draft-krovetz-vmac-01) over any 128-bit block cipher, which the caller provides.

use crate::vhash::{Key, hash64, hash128};

/// Returns the two big-endian words of a block.
fn words(block: [u8; 16]) -> [u64; 2] {
    let number = u128::from_be_bytes(block);
    [number >> 64, number & u128::from(u64::MAX)].map(|word| u64::try_from(word).expect("a word"))
}

/// Derives the key of VHASH with 1 or 2 iterations.
#[must_use]
pub fn key(iterations: usize, encrypt: impl Fn([u8; 16]) -> [u8; 16]) -> Key {
    let output = |tag: u8| {
        let encrypt = &encrypt;
        (0..=255).map(move |counter| {
            let mut block = [0; 16];
            (block[0], block[15]) = (tag, counter);
            words(encrypt(block))
        })
    };
    let p64 = u64::MAX - 256;
    let take = |tag, blocks, accept: &dyn Fn(&[u64; 2]) -> bool| {
        output(tag).filter(|pair| accept(pair)).take(blocks).flatten().collect()
    };
    let mut poly: Vec<u64> = take(0xc0, iterations, &|_| true);
    poly.iter_mut().for_each(|word| *word &= 0x1fff_ffff_1fff_ffff);
    Key {
        nh: take(0x80, 7 + iterations, &|_| true),
        poly,
        last: take(0xe0, iterations, &|pair| pair.iter().all(|&word| word < p64)),
    }
}

/// Computes VMAC-64 of a message. The first bit of the nonce must be clear.
#[must_use]
pub fn tag64(encrypt: impl Fn([u8; 16]) -> [u8; 16], nonce: [u8; 16], message: &[u8]) -> u64 {
    let mut block = nonce;
    block[15] &= 0xfe;
    let pad = words(encrypt(block))[usize::from(nonce[15] & 1)];
    hash64(&key(1, encrypt), message).wrapping_add(pad)
}

/// Computes VMAC-128 of a message. The first bit of the nonce must be clear.
#[must_use]
pub fn tag128(encrypt: impl Fn([u8; 16]) -> [u8; 16], nonce: [u8; 16], message: &[u8]) -> [u64; 2] {
    let pad = words(encrypt(nonce));
    let hash = hash128(&key(2, encrypt), message);
    [hash[0].wrapping_add(pad[0]), hash[1].wrapping_add(pad[1])]
}
