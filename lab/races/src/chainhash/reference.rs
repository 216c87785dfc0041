//! The functions by their definitions, and the published vectors.

use super::field::{mul_64, mul_128, product, reduce_64, word};
use super::{Width, middle, narrow, wide, widths};
use std::iter::{successors, zip};
use std::ops::BitXor;

/// Returns (v + c2) ((v² + c0) (v² + v + c1) + c3) + c4.
fn finish<T: Copy + BitXor<Output = T>>(v: T, c: &[T; 5], mul: impl Fn(T, T) -> T) -> T {
    let square = mul(v, v);
    let inner = mul(square ^ c[0], square ^ v ^ c[1]);
    mul(v ^ c[2], inner ^ c[3]) ^ c[4]
}

fn narrow_hash(words: &narrow::Words, message: &[u8]) -> u64 {
    let mut v = message.len() as u64;
    for region in message.chunks(1 << 10) {
        for block in 0..region.len().div_ceil(16).min(4) {
            let mut sum = 0;
            for (pair, kappa) in words.kappa.chunks(2).enumerate() {
                let first = 128 * (pair / 2) + 16 * block + 8 * (pair % 2);
                if first < region.len() {
                    let (a, b) = (word(region, first), word(region, first + 64));
                    sum ^= product(a ^ kappa[0], b ^ kappa[1]);
                }
            }
            v = mul_64(v, words.y) ^ reduce_64(sum);
        }
    }
    finish(v.wrapping_add(words.tau), &words.c, mul_64)
}

fn middle_hash(words: &middle::Words, message: &[u8]) -> u128 {
    let mut v = message.len() as u128;
    for region in message.chunks(4 << 10) {
        let word = |at| u128::from(word(region, at)) | u128::from(word(region, at + 8)) << 64;
        for block in 0..region.len().div_ceil(16).min(8) {
            let pairs = zip((16 * block..region.len()).step_by(256), words.kappa.chunks(2));
            let add = |sum, (at, kappa): (usize, &[u128])| {
                sum ^ mul_128(word(at) ^ kappa[0], word(at + 128) ^ kappa[1])
            };
            v = mul_128(v, words.y) ^ pairs.fold(0, add);
        }
    }
    finish(v.wrapping_add(words.tau), &words.c, mul_128)
}

fn wide_hash(words: &wide::Words, message: &[u8]) -> u128 {
    let mut v = message.len() as u128;
    for region in message.chunks(16 << 10) {
        let block = |block: usize| {
            let starts = (16 * block..region.len()).step_by(1024);
            zip(starts, words.masks.chunks(8)).fold(0, |value, (start, masks)| {
                let keyed = |(mask, at): (&[u64; 2], usize)| {
                    [word(region, at) ^ mask[0], word(region, at + 8) ^ mask[1]]
                };
                let words: Vec<_> = zip(masks, (start..).step_by(128)).map(keyed).collect();
                value ^ wide::pair_vector(&words)
            })
        };
        let blocks: Vec<_> = (0..region.len().div_ceil(16).min(8)).map(block).collect();
        let (first, second) = blocks.split_at(blocks.len().div_ceil(2));
        v = mul_128(v, words.z);
        let mut y = words.y;
        for (a, b) in zip(first, second) {
            let next = mul_128(y, words.y);
            v ^= mul_128(a ^ y, b ^ next);
            y = mul_128(next, words.y);
        }
        v ^= first.get(second.len()).unwrap_or(&0);
    }
    finish(v.wrapping_add(words.tau), &words.c, mul_128)
}

/// Counts bytes by a step from this one on.
fn bytes(first: u8, step: u8) -> impl Iterator<Item = u8> {
    successors(Some(first), move |byte| Some(byte.wrapping_add(step)))
}

/// Asserts that all widths compute the reference at short lengths, at lengths around boundaries of
/// rows and regions, and at several addresses.
fn assert_widths_agree<T: PartialEq + std::fmt::Debug>(
    region: usize,
    reference: impl Fn(&[u8]) -> T,
    hash: impl Fn(Width, &[u8]) -> T,
) {
    let message: Vec<u8> = (0..251).cycle().take(2 * region + 256).collect();
    let rows = (256..=2 * region).step_by((region / 32).max(128));
    for len in (0..256).chain(rows.flat_map(|row| [0, 1, 8, 17, 64, 112, 113].map(|n| row + n))) {
        let message = &message[len % 61..][..len];
        let expected = reference(message);
        for width in widths() {
            assert_eq!(hash(width, message), expected, "{width:?}, {len} B");
        }
    }
}

/// The vectors of the file `test/vectors.json`: the key is from the seed 123, and byte i is i
/// modulo 256.
#[test]
fn narrow_computes_published_vectors() {
    const VECTORS: [(usize, u64); 7] = [
        (0, 0xede1_20e3_ad6e_c193),
        (1, 0x452b_0eaf_71d3_c5ed),
        (17, 0x97c3_46f5_999a_cee9),
        (64, 0x5c8a_d2d9_c307_0f33),
        (256, 0x7447_331b_371f_34d9),
        (1024, 0xf389_7c02_083c_9f82),
        (2048, 0xa309_e284_72bb_24cb),
    ];
    let words = narrow::Words::from_seed(123);
    let key = narrow::Key::new(&words);
    let message: Vec<u8> = (0..=u8::MAX).cycle().take(2048).collect();
    for (len, hash) in VECTORS {
        let message = &message[..len];
        assert_eq!(narrow_hash(&words, message), hash, "{len} B");
        for width in widths() {
            assert_eq!(width.narrow(&key, message), hash, "{width:?}, {len} B");
        }
    }
}

#[test]
fn narrow_widths_agree() {
    let words = narrow::Words::from_seed(5);
    let key = narrow::Key::new(&words);
    assert_widths_agree(1 << 10, |m| narrow_hash(&words, m), |width, m| width.narrow(&key, m));
}

/// The vectors of the file `test/128/frozen.c`: the key is from the seed 123, byte i is 137 i + 29
/// modulo 256.
#[test]
fn middle_computes_published_vectors() {
    const VECTORS: [(usize, u128); 9] = [
        (0, 0xcb2a_7994_d9c3_a248_66be_5c47_0e2e_e79f),
        (1, 0x2c37_ccfd_fc17_e0a1_9c82_c1f4_e3d9_0cd2),
        (17, 0xfd15_7790_69b8_d199_2b2f_07c6_2c4e_a752),
        (128, 0xcc08_9eb6_88f5_0415_53db_cb20_8bb1_c888),
        (129, 0x59bc_f8a1_35a4_bc27_fda3_5bd4_ad61_bee7),
        (2048, 0x3934_2423_b450_aa51_d1a7_37bc_96f6_8060),
        (2049, 0x756d_75e3_71f7_f634_a298_054c_e47e_3d7d),
        (4096, 0x7846_95c3_2aea_8d46_0f99_5c1d_19e2_7e91),
        (4097, 0x2d5f_efb9_2a35_3b42_bc3d_15f9_9b52_23c8),
    ];
    let words = middle::Words::from_seed(123);
    let key = middle::Key::new(&words);
    let message: Vec<u8> = bytes(29, 137).take(4097).collect();
    for (len, hash) in VECTORS {
        let message = &message[..len];
        assert_eq!(middle_hash(&words, message), hash, "{len} B");
        for width in widths() {
            assert_eq!(width.middle(&key, message), hash, "{width:?}, {len} B");
        }
    }
}

#[test]
fn middle_widths_agree() {
    let words = middle::Words::from_seed(5);
    let key = middle::Key::new(&words);
    assert_widths_agree(4 << 10, |m| middle_hash(&words, m), |width, m| width.middle(&key, m));
}

#[test]
fn wide_computes_published_vectors() {
    let mut key = bytes(11, 73);
    let words = wide::Words::new(&[(); 192].map(|()| key.next().expect("a byte")));
    let key = wide::Key::new(&words);
    let message: Vec<u8> = bytes(29, 137).take(49_153).collect();
    let lines = include_str!("wide_vectors.txt").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let (len, hash) = line.split_once(' ').expect("a length and a hash");
        let message = &message[..len.parse().expect("a length")];
        let hash = u128::from_str_radix(hash, 16).expect("a hash").swap_bytes();
        assert_eq!(wide_hash(&words, message), hash, "{len} B");
        for width in widths() {
            assert_eq!(width.wide(&key, message), hash, "{width:?}, {len} B");
        }
        count += 1;
    }
    assert_eq!(count, 151);
}

#[test]
fn wide_widths_agree() {
    let words = wide::Words::from_seed(5);
    let key = wide::Key::new(&words);
    assert_widths_agree(16 << 10, |m| wide_hash(&words, m), |width, m| width.wide(&key, m));
}
