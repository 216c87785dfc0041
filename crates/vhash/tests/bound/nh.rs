//! Tests of NH: the key words under which blocks collide.

use super::{flip, on_every_path, random, set_nh};
use hash_core::seed::SeedWords;
use testkit::message::NOISE;
use testkit::on_every_backend;
use vhash::nh::nh;
use vhash::{BLOCK_BYTES, Backend, Key128, hash128};

/// Returns word i of a message, padded with zeros.
fn word(message: &[u8], i: usize) -> u64 {
    message.iter().skip(8 * i).take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Messages that differ in the top bit of a word collide under two values of the key word of the
/// other word in the pair, which make its factor 0 or 2^63, so the bound of 2^-63 is tight.
/// Messages that differ in another bit collide under one value. Both hold at every length and for
/// every word of a block.
#[test]
fn bits_of_messages() {
    on_every_path("vhash: bits", |iteration| {
        let lengths = (1..=BLOCK_BYTES).chain([129, 200, 255, 256, 257, 1000, 1280, 1290]);
        for len in lengths {
            let message = NOISE.message(len);
            // The last bit, and the top bit of any word, in the last block.
            let start = (len - 1) / BLOCK_BYTES * BLOCK_BYTES;
            let tops = (start / 8..len / 8).map(|i| 64 * i + 63).step_by(3);
            for bit in tops.chain([8 * len - 1]) {
                let (i, other) = (bit / 64, flip(&message, bit));
                let mut iteration = iteration.clone();
                let mut collide = |y: u64| {
                    iteration.nh()[(i % 16) ^ 1] = y.wrapping_sub(word(&message, i ^ 1));
                    iteration.hash(&message) == iteration.hash(&other)
                };
                assert!(collide(0), "{len} bytes, bit {bit}");
                for j in 0..64 {
                    let two = j == 63 && bit % 64 == 63;
                    assert_eq!(collide(1 << j), two, "{len} bytes, bit {bit}, factor 2^{j}");
                }
                assert!(!collide(u64::MAX), "{len} bytes, bit {bit}");
            }
        }
    });
}

/// The words of NH of the two iterations of VHASH-128 are two apart. So for messages that differ in
/// one word, each iteration collides or not, whatever the other does.
#[test]
fn two_iterations() {
    on_every_backend!(Backend, "vhash: two iterations", |backend| {
        let mut random = random(8);
        let words: [u64; Key128::WORDS] = std::array::from_fn(|_| random.next_word() >> 1);
        for (len, i) in (0..16).map(|i| (128, i)).chain([(60, 6), (130, 16), (2048, 250)]) {
            let message = NOISE.message(len);
            let other = flip(&message, (64 * i + 63).min(8 * len - 1));
            for wanted in [[false; 2], [false, true], [true, false], [true; 2]] {
                let mut words = words;
                for (t, collide) in wanted.into_iter().enumerate() {
                    let y = if collide { 0 } else { random.next_word() | 1 };
                    words[((i % 16) ^ 1) + 2 * t] = y.wrapping_sub(word(&message, i ^ 1));
                }
                let key = Key128::from_words(words)
                    .expect("the words fit the last step")
                    .with_backend(backend);
                let [a, b] = [hash128(&key, &message), hash128(&key, &other)];
                assert_eq!([a[0] == b[0], a[1] == b[1]], wanted, "{len} bytes, word {i}");
            }
        }
    });
}

/// Finds all values l of the second key word under which z (b + l) − z′ (b′ + l) is c modulo
/// 2^`bits`, with the sums modulo 2^64.
fn solutions(z: [u64; 2], b: [u64; 2], c: u128, bits: u32) -> Vec<u64> {
    let step = b[1].wrapping_sub(b[0]);
    let mut found = vec![];
    let unit = 1_u128.checked_shl(bits).unwrap_or(0);
    for lift in 0..1_u128 << (128 - bits) {
        for wraps in [false, true] {
            // With y = b + l, the other factor is y + step or 2^64 less.
            let shift = u128::from(step).wrapping_sub(u128::from(wraps) << 64);
            let product =
                c.wrapping_add(lift * unit).wrapping_add(u128::from(z[1]).wrapping_mul(shift));
            // `product` is (z − z′) y modulo 2^128, whose absolute value is below 2^128.
            let product = if z[0] > z[1] { product } else { product.wrapping_neg() };
            let d = u128::from(z[0].abs_diff(z[1]));
            if product % d == 0
                && let Ok(y) = u64::try_from(product / d)
                && y.checked_add(step).is_none() == wraps
            {
                found.push(y.wrapping_sub(b[0]));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Draws a random word, for every other i with zeros in its low bits.
fn some_word(random: &mut SeedWords, i: usize) -> u64 {
    let word = random.next_word();
    if i.is_multiple_of(2) { word } else { word << (word % 64) }
}

/// NH of one pair has each difference modulo 2^128 under at most one word of the key.
#[test]
fn differences_of_nh() {
    let mut random = random(9);
    for i in 0..2000 {
        let [a, k, l, other] = [(); 4].map(|()| some_word(&mut random, i));
        let b = [(); 2].map(|()| some_word(&mut random, i / 2));
        if a == other {
            continue;
        }
        let [message, other] = [[a, b[0]], [other, b[1]]].map(|words| words.map(u64::to_le_bytes));
        let difference = |l: u64| {
            let [a, b] =
                [&message, &other].map(|m| nh(&[k, l], m.as_flattened()).expect("two words"));
            a.wrapping_sub(b)
        };
        let z = [&message, &other].map(|m| u64::from_le_bytes(m[0]).wrapping_add(k));
        let c = difference(l);
        assert_eq!(solutions(z, b, c, 128), [l]);
        for bit in 0..64 {
            assert_ne!(difference(l ^ 1 << bit), c, "bit {bit}");
        }
    }
}

/// The last pairs of two blocks differ in any way, and the first two pairs compensate for it under
/// one value of a key word. The blocks collide under exactly the values of this word that solve the
/// equation. At most two values do, of this word or of the other word of the pair.
#[test]
fn differences_of_blocks() {
    on_every_path("vhash: differences of blocks", |iteration| {
        let mut random = random(10);
        let mut several = 0;
        for i in 0..150 {
            let mut iteration = iteration.clone();
            let len = [48, 80, 128, 128 + 96][i % 4];
            let at = len - 16;
            let k = iteration.nh()[at / 8 % 16];
            let mut messages = [NOISE.message(len), NOISE.message(len)];
            let mut z = [0; 2];
            let b = [(); 2].map(|()| some_word(&mut random, i / 2));
            for ((message, z), b) in messages.iter_mut().zip(&mut z).zip(b) {
                *z = some_word(&mut random, i);
                message[at..at + 8].copy_from_slice(&z.wrapping_sub(k).to_le_bytes());
                message[at + 8..].copy_from_slice(&b.to_le_bytes());
            }
            if i % 5 == 0 {
                z[1] = z[0] ^ 1 << 63;
                messages[1][at..at + 8].copy_from_slice(&z[1].wrapping_sub(k).to_le_bytes());
            }
            if z[0] == z[1] {
                continue;
            }
            let l = some_word(&mut random, i);
            let product = |j: usize| u128::from(z[j]) * u128::from(b[j].wrapping_add(l));
            let c = product(0).wrapping_sub(product(1)) % (1 << 126);
            let nh = iteration.nh().to_vec();
            let start = at / BLOCK_BYTES * BLOCK_BYTES;
            set_nh(&mut messages[0][start..], &nh, 0);
            set_nh(&mut messages[1][start..], &nh, c);
            let found = solutions(z, b, c, 126);
            assert!(found.contains(&l), "{found:?} for {l}");
            if z[0] ^ z[1] == 1 << 63 && b[0] != b[1] {
                // Here the roles are exchanged: the other word of the key has at most two values.
                let found =
                    solutions(b.map(|b| b.wrapping_add(l)), z.map(|z| z.wrapping_sub(k)), c, 126);
                assert!(found.contains(&k) && found.len() <= 2, "{found:?} for {k}");
            } else {
                assert!(found.len() <= 2, "{found:?} for {l}");
            }
            several += usize::from(found.len() == 2);
            let near = found.iter().flat_map(|l| (0..64).map(move |bit| l ^ 1 << bit));
            for l in found.iter().copied().chain(near) {
                iteration.nh()[at / 8 % 16 + 1] = l;
                let [a, b] = messages.each_ref().map(|message| iteration.hash(message));
                assert_eq!(a == b, found.contains(&l), "{l:#x}, of {found:x?}");
            }
        }
        assert!(several > 10, "only {several} pairs of blocks have two solutions");
    });
}
