//! The theorem on the code that ships: the tests find the keys under which two hashes agree, on
//! every backend, at once and in pieces, for VHASH-64 and each iteration of VHASH-128.
//!
//! No test can try all values of a 64-bit word. But if two messages and all other words of the key
//! are fixed, the proof in `vhash::bound` gives the few values of one word under which the hashes
//! agree. The tests make messages that collide under chosen words, and check that they do, and that
//! they do not under other words nearby.

mod last_step;
mod nh;
mod polynomial;

use hash_core::seed::SeedWords;
use testkit::on_every_backend;
use vhash::bound::{collision_bound, collision_bound128, forgery_bound};
use vhash::{Backend, Key64, Key128, VHasher64, VHasher128, hash, hash128};

/// The bits that a word of K uses.
const MASK: u64 = 0x1fff_ffff_1fff_ffff;

fn random(seed: u64) -> SeedWords {
    SeedWords::new("bound", seed)
}

fn halves(x: u128) -> [u64; 2] {
    [x & u128::from(u64::MAX), x >> 64].map(|word| u64::try_from(word).expect("64 bits"))
}

/// One iteration of VHASH under the key `words`, on one backend, at once or in pieces.
#[derive(Clone)]
struct Iteration {
    backend: Backend,
    streamed: bool,
    iterations: usize,
    t: usize,
    words: Vec<u64>,
}

impl Iteration {
    /// Returns the words of NH of this iteration.
    fn nh(&mut self) -> &mut [u64] {
        &mut self.words[2 * self.t..][..16]
    }

    /// Sets K of this iteration.
    fn set_k(&mut self, [low, high]: [u64; 2]) {
        let at = 14 + 2 * self.iterations + 2 * self.t;
        [self.words[at], self.words[at + 1]] = [high, low];
    }

    /// Sets the words of the last step of this iteration.
    fn set_last(&mut self, last: [u64; 2]) {
        let at = 14 + 4 * self.iterations + 2 * self.t;
        self.words[at..at + 2].copy_from_slice(&last);
    }

    fn hash(&self, message: &[u8]) -> u64 {
        let pieces = || {
            let (start, rest) = message.split_at(message.len().min(300));
            start.chunks(71).chain([rest])
        };
        if self.iterations == 1 {
            let words = self.words.as_slice().try_into().expect("20 words");
            let key = Key64::from_words(words)
                .expect("the words fit the last step")
                .with_backend(self.backend);
            if !self.streamed {
                return hash(&key, message);
            }
            let mut hasher = VHasher64::new(&key);
            pieces().for_each(|piece| hasher.update(piece));
            hasher.finalize()
        } else {
            let words = self.words.as_slice().try_into().expect("26 words");
            let key = Key128::from_words(words)
                .expect("the words fit the last step")
                .with_backend(self.backend);
            if !self.streamed {
                return hash128(&key, message)[self.t];
            }
            let mut hasher = VHasher128::new(&key);
            pieces().for_each(|piece| hasher.update(piece));
            hasher.finalize()[self.t]
        }
    }
}

/// Runs the test for the iteration of VHASH-64 and both iterations of VHASH-128, under a random
/// key.
fn on_every_path(what: &str, test: impl Fn(Iteration)) {
    on_every_backend!(Backend, what, |backend| {
        for streamed in [false, true] {
            for (iterations, t) in [(1, 0), (2, 0), (2, 1)] {
                let mut random = random(7);
                let words = (0..14 + 6 * iterations).map(|_| random.next_word() >> 1).collect();
                test(Iteration { backend, streamed, iterations, t, words });
            }
        }
    });
}

/// Draws a value of K.
fn random_k(random: &mut SeedWords) -> u128 {
    u128::from(random.next_word() & MASK) << 64 | u128::from(random.next_word() & MASK)
}

/// Flips bit `at` of a message.
fn flip(message: &[u8], at: usize) -> Vec<u8> {
    let mut message = message.to_vec();
    message[at / 8] ^= 1 << (at % 8);
    message
}

/// Makes the block whose pairs all contribute zero under the words of NH.
fn zero_block(nh: &[u64]) -> Vec<u8> {
    nh.iter().flat_map(|key| key.wrapping_neg().to_le_bytes()).collect()
}

/// Sets the first two pairs of a block so that they contribute `value` together.
fn set_nh(block: &mut [u8], nh: &[u64], value: u128) {
    let parts = [value & u128::from(u64::MAX >> 1), value >> 63].map(|x| halves(x)[0]);
    let factors = [parts[0], 1, parts[1], 1 << 63];
    for ((bytes, factor), key) in block.chunks_mut(8).zip(factors).zip(nh) {
        bytes.copy_from_slice(&factor.wrapping_sub(*key).to_le_bytes());
    }
}

#[test]
fn values_of_the_bound() {
    let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
    for len in [0, 1, 128] {
        assert!(close(collision_bound(len), 1.5_f64.log2() - 63.0), "{len} bytes");
        assert!(close(forgery_bound(len), -62.0), "{len} bytes");
    }
    // This is half the bound of theorem 1 of Dai and Krovetz for 2^62 bits.
    assert!(close(collision_bound(1 << 59), -62.0));
    assert!(close(forgery_bound(1 << 59), 2.5_f64.log2() - 63.0));
    assert!(close(collision_bound(u64::MAX), 17.5_f64.log2() - 63.0));
    assert!(close(collision_bound128(1 << 20), 2.0 * collision_bound(1 << 20)));
    assert!(collision_bound128(1 << 59) < -123.999);
    assert!(
        (0..64).is_sorted_by_key(|shift| collision_bound(1 << shift)),
        "the bound decreases with the length"
    );
}
