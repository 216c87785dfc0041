//! Attacks on programs that show the hashes of a universal hash, in names of chunks or in a
//! published column. Each attack uses no key, and fails where the README recommends a MAC or a
//! pseudo-random function.

use clhash::clhash128;
use gf2::{Gf64, Gf128};
use std::collections::HashSet;

/// A file of 48 bytes: three units of two words.
type File = [u8; 48];

fn with_words(words: [u64; 3]) -> File {
    let mut file = *b"a file of which an attacker knows what it holds.";
    for (unit, word) in file.chunks_mut(16).zip(words) {
        for (byte, change) in unit.iter_mut().zip(word.to_le_bytes()) {
            *byte ^= change;
        }
    }
    file
}

/// Makes files that collide if names are CLHASH-128, from the names of four files.
///
/// A name is linear in the first words of the units: changing that of unit i by d adds d αᵢ, where
/// αᵢ depends on the key alone. The names of four files give the three αᵢ. The 192 bits of (d₀, d₁,
/// d₂) have 128 equations d₀ α₀ + d₁ α₁ + d₂ α₂ = 0, so at least 2^64 files have the name of the
/// first.
fn colliding(name: impl Fn(&File) -> u128) -> Vec<File> {
    let first = name(&with_words([0; 3]));
    let changes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let alphas = changes.map(|words| Gf128::new(first ^ name(&with_words(words))));
    // Gaussian elimination: each sum of some x^j αᵢ, and which ones.
    let mut pivots: Vec<(u128, [u64; 3])> = Vec::new();
    let mut kernel = Vec::new();
    for i in 0..3 {
        for j in 0..64 {
            let mut of = [0; 3];
            of[i] = 1 << j;
            let mut sum = (Gf128::new(1 << j) * alphas[i]).to_bits();
            for (pivot, words) in &pivots {
                if sum ^ pivot < sum {
                    sum ^= pivot;
                    of = std::array::from_fn(|k| of[k] ^ words[k]);
                }
            }
            if sum == 0 {
                kernel.push(of);
            } else {
                pivots.push((sum, of));
                pivots.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
            }
        }
    }
    assert!(kernel.len() >= 64, "{} vectors: 2^64 files", kernel.len());
    kernel.into_iter().map(with_words).collect()
}

#[test]
fn names_by_a_universal_hash_give_collisions() {
    let key = clhash128::Key::generate();
    let name = |file: &File| {
        let [low, high] = clhash128::hash(&key, file);
        u128::from(high) << 64 | u128::from(low)
    };
    let first = with_words([0; 3]);
    let files = colliding(name);
    assert!(files.iter().all(|file| *file != first && name(file) == name(&first)));
    assert_eq!(files.iter().collect::<HashSet<_>>().len(), files.len(), "all different");
}

#[test]
fn names_by_a_mac_do_not() {
    let key = clmac::Key::generate();
    let name = |file: &File| u128::from_le_bytes(clmac::tag(&key, file));
    let first = with_words([0; 3]);
    assert!(colliding(name).iter().all(|file| name(file) != name(&first)));
}

/// Recovers identifiers from their hashes, two of which are known: a hash of one word w is β + w α.
fn recovered(hashes: &[u64], known: [u64; 2]) -> Vec<u64> {
    let alpha = Gf64::new(hashes[0] ^ hashes[1]) / Gf64::new(known[0] ^ known[1]);
    let id = |hash: &u64| known[0] ^ (Gf64::new(hashes[0] ^ hash) / alpha).to_bits();
    hashes.iter().map(id).collect()
}

/// The identifiers of a table, which its publisher replaces by their hashes.
fn identifiers() -> Vec<u64> {
    (0..1_000).map(|i| 7_000_000 + i * i % 99_991).collect()
}

/// How many of 1,000 identifiers an attacker recovers who knows the first two.
fn count(hash: impl Fn(&[u64], &mut [u64])) -> usize {
    let ids = identifiers();
    let mut hashes = vec![0; ids.len()];
    hash(&ids, &mut hashes);
    let recovered = recovered(&hashes, [ids[0], ids[1]]);
    recovered.iter().zip(&ids).filter(|(found, id)| found == id).count()
}

#[test]
fn a_published_column_of_a_universal_hash_gives_its_values() {
    let key = clhash::Key::generate();
    assert_eq!(count(|ids, out| clhash::hash_u64s(&key, ids, out).expect("room")), 1_000);
    // As strings of one length, by the layout of Arrow.
    let by_column = |ids: &[u64], out: &mut [u64]| {
        let values: Vec<_> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        let offsets: Vec<usize> = (0..=ids.len()).map(|i| 8 * i).collect();
        clhash::hash_column(&key, &values, &offsets, out).expect("room");
    };
    assert_eq!(count(by_column), 1_000);
    let key = multilinear_hash::Key::<multilinear_hash::Multilinear64>::generate();
    assert_eq!(count(|ids, out| multilinear_hash::hash_u64s(&key, ids, out).expect("room")), 1_000);
}

/// The first two are known, and no other is found.
#[test]
fn a_column_of_a_pseudo_random_function_does_not() {
    let key = siphash_fast::Key::generate();
    let by_siphash = |ids: &[u64], out: &mut [u64]| {
        siphash_fast::hash_u64s::<2, 4>(&key, ids, out).expect("room");
    };
    assert_eq!(count(by_siphash), 2);
    let key = clmac::Key::generate();
    let by_clmac = |ids: &[u64], out: &mut [u64]| {
        for (id, out) in ids.iter().zip(out) {
            *out = u64::from_le_bytes(clmac::tag64(&key, &id.to_le_bytes()));
        }
    };
    assert_eq!(count(by_clmac), 2);
}
