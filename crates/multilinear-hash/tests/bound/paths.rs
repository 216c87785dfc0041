//! Divide-and-concatenate: exhaustive tests of small paths, and all values of a key word of the
//! vector forms.

use super::random;
use super::small::sequences;
use multilinear_hash::Backend;
use multilinear_hash::divide::{Divide, Family, Path, Paths8, Paths16, hash};
use testkit::on_every_backend;

/// Finds the largest number of keys under which two messages collide. Returns it and the number of
/// keys.
fn worst(
    keys: impl Iterator<Item = Vec<u32>>,
    messages: &[Vec<u32>],
    hash: impl Fn(&[u32], &[u32]) -> u64,
) -> (u32, u32) {
    let n = messages.len();
    let mut counts = vec![0_u32; n * n];
    let mut all = 0;
    for key in keys {
        all += 1;
        let mut hashes: Vec<_> =
            messages.iter().enumerate().map(|(i, m)| (hash(&key, m), i)).collect();
        hashes.sort_unstable();
        for group in hashes.chunk_by(|a, b| a.0 == b.0) {
            for (at, (_, i)) in group.iter().enumerate() {
                for (_, j) in &group[at + 1..] {
                    counts[i * n + j] += 1;
                }
            }
        }
    }
    (*counts.iter().max().expect("there are messages"), all)
}

/// Joins all values of a divided hash in one number.
fn values<F: Family>(key: &[u32], message: &[u32]) -> u64 {
    let mut out = vec![0; F::PATHS];
    hash::<F>(key, 3, message, &mut out).expect("key and outputs fit the message");
    let base = 1 << (F::WIDTH + 1);
    out.iter().fold(0, |all, value| all * base + value)
}

/// Checks that messages of `len` words attain the theorem's bound of 2^-(w · rows) exactly.
fn divided<F: Family>(len: u32) {
    let messages: Vec<_> = sequences(F::WIDTH, len).collect();
    let rows = u32::try_from(F::ROWS).expect("few rows");
    let keys = sequences(F::WIDTH, len + rows - 1);
    let (found, all) = worst(keys, &messages, values::<F>);
    let bound = all >> (F::WIDTH * rows);
    assert_eq!(found, bound, "{rows} rows of {} bits, {len} words: of {all} keys", F::WIDTH);
}

#[test]
fn straight_paths() {
    divided::<Path<2>>(1);
    divided::<Path<2>>(3);
    divided::<Path<3>>(2);
    divided::<Path<4>>(2);
    divided::<Path<8>>(1);
}

#[test]
fn divided_paths_collide_as_rarely_as_the_straight_ones_that_they_replace() {
    // 4 bits as 2 × 2 paths of 2 bits, 6 bits as 2 × 2 paths of 3, and 8 bits as 4 × 4 paths of 2.
    divided::<Divide<Path<2>>>(2);
    divided::<Divide<Path<2>>>(4);
    divided::<Divide<Path<3>>>(2);
    divided::<Divide<Divide<Path<2>>>>(4);
}

/// With words of 16 bits, one row of two messages agrees under at most three values of a key word,
/// one for each multiple of 2^32, from −1 to 1, by which the difference of the sums can wrap. With
/// bytes it agrees under at most one value, because nothing wraps.
#[test]
fn vector_paths() {
    on_every_backend!(Backend, "paths", |backend| {
        let mut random = random(1);
        let mut bytes = || [(); 64].map(|()| random.next_word().to_le_bytes()[0]);
        let mut most = [0; 2];
        for round in 0..12 {
            let [mut a, mut b, x, y] = [(); 4].map(|()| bytes());
            let mut words = [[0; 32]];
            if round == 0 {
                // The words 2 and −1, and zeros elsewhere.
                [a, b] = [[0; 64]; 2];
                a[10] = 2;
                b[10..12].fill(0xff);
            } else {
                words[0] = std::array::from_fn(|i| i16::from_le_bytes([x[i], y[i]]));
            }
            let agree = |sums: [Result<[u32; 1], _>; 2]| usize::from(sums[0] == sums[1]);
            let count = (i16::MIN..=i16::MAX).map(|value| {
                words[0][5] = value;
                let paths = Paths16::new(words);
                agree([&a, &b].map(|message| paths.sums::<1>(backend, message)))
            });
            most[0] = most[0].max(count.sum());
            let mut narrow = [x.map(u8::cast_signed)];
            let count = (i8::MIN..=i8::MAX).map(|value| {
                narrow[0][10] = value;
                let paths = Paths8::new(narrow);
                agree([&a, &b].map(|message| paths.sums::<1>(backend, message)))
            });
            most[1] = most[1].max(count.sum());
        }
        assert_eq!(most, [3, 1]);
    });
}
