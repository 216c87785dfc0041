//! The theorems, on small instances of all keys and all pairs of messages, and on all values of a
//! key word of 16 bits.

use divide_concat::{Divide, Lch, paths8, paths16, prime, tmmh16};
use std::collections::BTreeSet;
use testkit::Generator;
use testkit::message::{NOISE, PAINT};

/// Iterates over all sequences of `len` words of `bits` bits.
fn sequences(bits: u32, len: u32) -> impl Iterator<Item = Vec<u32>> {
    let word = move |all: u32, i: u32| all >> (i * bits) & ((1 << bits) - 1);
    (0..1_u32 << (bits * len)).map(move |all| (0..len).map(|i| word(all, i)).collect())
}

/// With words below 2^w and a prime above 2^w, all differences of the hashes occur under the same
/// number of keys modulo the prime.
#[test]
fn linear_congruential_hashes() {
    for (bits, len, p) in [(2, 2, 5), (3, 2, 11), (4, 1, 17)] {
        assert_eq!(prime(bits), Some(p));
        let messages: Vec<Vec<u128>> =
            sequences(bits, len).map(|m| m.into_iter().map(u128::from).collect()).collect();
        let p = u128::from(p);
        let keys: Vec<Vec<u128>> =
            (0..p.pow(len)).map(|all| (0..len).map(|i| all / p.pow(i) % p).collect()).collect();
        for t in [0, 3] {
            let lch = Lch::new(p, t);
            for (i, m) in messages.iter().enumerate() {
                for other in &messages[..i] {
                    let mut counts = vec![0; usize::try_from(p).expect("a small number")];
                    for key in &keys {
                        let hash = |m: &[u128]| lch.hash(key, m).expect("the key is long enough");
                        counts[usize::try_from((hash(m) + p - hash(other)) % p)
                            .expect("a small number")] += 1;
                    }
                    let even = keys.len() / counts.len();
                    assert!(counts.iter().all(|n| *n == even), "{m:?} and {other:?}: {counts:?}");
                }
            }
        }
    }
}

/// Checks that messages of `len` words attain the theorem's bound of 2^-(w · rows) exactly.
fn divided(width: u32, depth: u32, len: u32) {
    let paths = Divide::new(width, depth).expect("a width of the paper");
    let messages: Vec<_> = sequences(width, len).collect();
    let rows = u32::try_from(paths.rows()).expect("few rows");
    // All values of a divided hash in one number.
    let joined = |key: &[u32], message: &[u32]| {
        let values = paths.hash(key, 3, message).expect("the key is long enough");
        values.fold(0_u64, |all, value| all << (width + 1) | value)
    };
    let n = messages.len();
    let (mut counts, mut keys) = (vec![0_u32; n * n], 0_u32);
    for key in sequences(width, len + rows - 1) {
        keys += 1;
        let mut hashes: Vec<_> =
            messages.iter().enumerate().map(|(i, m)| (joined(&key, m), i)).collect();
        hashes.sort_unstable();
        for group in hashes.chunk_by(|a, b| a.0 == b.0) {
            for (at, (_, i)) in group.iter().enumerate() {
                for (_, j) in &group[at + 1..] {
                    counts[i * n + j] += 1;
                }
            }
        }
    }
    let found = *counts.iter().max().expect("there are messages");
    assert_eq!(found, keys >> (width * rows), "{rows} rows of {width} bits, {len} words");
}

#[test]
fn straight_paths() {
    for (width, len) in [(2, 1), (2, 3), (3, 2), (4, 2), (8, 1)] {
        divided(width, 0, len);
    }
}

#[test]
fn divided_paths_collide_as_rarely_as_the_straight_ones_that_they_replace() {
    // 4 bits as 2 × 2 paths of 2 bits, 6 bits as 2 × 2 paths of 3, and 8 bits as 4 × 4 paths of 2.
    for (width, depth, len) in [(2, 1, 2), (2, 1, 4), (3, 1, 2), (2, 2, 4)] {
        divided(width, depth, len);
    }
}

/// With words of 16 bits, one row of two messages agrees under at most three values of a key word,
/// one for each multiple of 2^32, from −1 to 1, by which the difference of the sums can wrap. With
/// bytes it agrees under at most one value, because nothing wraps.
#[test]
fn vector_paths() {
    let mut most = [0; 2];
    for round in 0..12 {
        let noise = Generator::SplitMix(round).message(4 * 64);
        let [mut a, mut b, x, y] = *noise.as_chunks::<64>().0.first_chunk().expect("four blocks");
        let mut words = [[0; 32]];
        if round == 0 {
            // The words 2 and −1, and zeros elsewhere.
            [a, b] = [[0; 64]; 2];
            a[10] = 2;
            b[10..12].fill(0xff);
        } else {
            words[0] = std::array::from_fn(|i| i16::from_le_bytes([x[i], y[i]]));
        }
        let count = (i16::MIN..=i16::MAX).filter(|value| {
            words[0][5] = *value;
            let [a, b] = [&a, &b].map(|m| paths16::<1>(&words, m).expect("one block"));
            a == b
        });
        most[0] = most[0].max(count.count());
        let mut narrow = [x.map(u8::cast_signed)];
        let count = (i8::MIN..=i8::MAX).filter(|value| {
            narrow[0][10] = *value;
            let [a, b] = [&a, &b].map(|m| paths8::<1>(&narrow, m).expect("one block"));
            a == b
        });
        most[1] = most[1].max(count.count());
    }
    assert_eq!(most, [3, 1]);
}

fn random_words(seed: u64, len: usize) -> Vec<u16> {
    let bytes = Generator::SplitMix(seed).message(2 * len);
    bytes.as_chunks().0.iter().map(|b| u16::from_le_bytes(*b)).collect()
}

/// Finds the values of the key word `at` under which a row of two messages collides.
///
/// # Panics
/// If there are more than four values, or more than nine values for some other difference: the
/// remainders can differ by it, or by 2^16 more or less, and the sums wrap in three ways. Then the
/// word does not decide.
fn collisions(key: &[u16], at: usize, row: usize, messages: [&[u8]; 2]) -> Vec<u16> {
    let mut key = key.to_vec();
    let mut counts = vec![0; 1 << 16];
    let mut found = vec![];
    for x in 0..=u16::MAX {
        key[at] = x;
        let [a, b] = messages.map(|m| tmmh16::<4>(&key, m).expect("the key is long enough")[row]);
        counts[usize::from(a.wrapping_sub(b))] += 1;
        if a == b {
            found.push(x);
        }
    }
    assert!(found.len() <= 4, "too many collisions: {found:?}");
    let most = counts.iter().max();
    assert!(counts.iter().all(|n| *n <= 9), "a difference occurs under {most:?} words");
    found
}

/// Let two messages differ in the word that a key word multiplies. One row of them collides under
/// at most four values of it (`row_four` of `proofs/theories/Rows.v`): the wrap of the sums gives
/// two values of their difference, and the remainder 2^16, which becomes 0, gives three, but 2^32
/// is 1 and 2^16 is −1 modulo 2^16 + 1, so at most four of the combinations are different.
#[test]
fn words_of_tmmh() {
    let mut most = 0;
    for (bytes, word, j) in [(2, 0, 0), (7, 3, 3), (64, 31, 1), (130, 64, 2), (200, 99, 3)] {
        let key = random_words(bytes as u64, bytes / 2 + 5);
        // In one message all words differ, and in another one bit differs.
        let message = NOISE.message(bytes);
        let mut near = message.clone();
        near[2 * word] ^= 1;
        // A difference of ±257 or ±255, which divide 2^16 − 1.
        let mut factor = message.clone();
        factor[2 * word..].iter_mut().take(2).for_each(|byte| *byte ^= 1);
        for other in [PAINT.message(bytes), near, factor] {
            most = most.max(collisions(&key, 1 + word + j, j, [&message, &other]).len());
        }
    }
    assert!(most > 0);
    // Three of the four cases occur: two sums that wrap alike have the same remainder, and the
    // remainders are 0 and 2^16 in either order.
    let message = |words: [u16; 3]| words.map(u16::to_be_bytes).as_flattened().to_vec();
    let [a, b] = [[11_711, 48_654, 46_923], [53_826, 4_892, 60_168]].map(message);
    let found = collisions(&[0, 0, u16::MAX, 1, 0, 0, 0, 0], 1, 0, [&a, &b]);
    assert_eq!(found, [12_204, 30_719, 49_234]);
}

/// A later row has the shifted key of the rows before it, and so words that these have used.
/// Whatever two messages have in common after their differences, they collide under at most five
/// values in all (`apart_five` of `proofs/theories/Rows.v`).
#[test]
fn words_that_messages_have_in_common() {
    let mut found = BTreeSet::new();
    let mut key = random_words(1, 14);
    for common in 0..12 {
        let [mut a, mut b] = [NOISE.message(20), PAINT.message(20)];
        // Words 0 to 2 differ. The others, and their key words in the second row, vary.
        let rest = Generator::SplitMix(common).message(14);
        a[6..].copy_from_slice(&rest);
        b[6..].copy_from_slice(&rest);
        key[5..].copy_from_slice(&random_words(common + 2, 9));
        found.extend(collisions(&key, 1 + 2 + 1, 1, [&a, &b]));
    }
    assert!((1..=5).contains(&found.len()), "{found:?}");
}
