//! Tests of the last step, which takes the value of the polynomial to 64 bits.

use super::{Iteration, halves, on_every_path, random, random_k, set_nh, zero_block};
use hash_core::checkpoint::Writer;
use vhash::{BLOCK_BYTES, Key64, Key128, VHasher64, VHasher128};

/// The modulus of the polynomial.
const Q: u128 = (1 << 127) - 1;
/// The modulus of the last step.
const P: u64 = 257_u64.wrapping_neg();
/// The divisor of the last step.
const D: u64 = (1_u64 << 32).wrapping_neg();

/// Subtracts modulo p.
fn sub(a: u64, b: u64) -> u64 {
    halves((u128::from(a) + u128::from(P) - u128::from(b)) % u128::from(P))[0]
}

/// Multiplies modulo p.
fn mul(a: u64, b: u64) -> u64 {
    halves(u128::from(a) * u128::from(b) % u128::from(P))[0]
}

impl Iteration {
    /// Computes the hash of a stream whose polynomial has the value y.
    fn of_stream(&self, y: u128) -> u64 {
        let name = if self.iterations == 1 { *b"vhash\0\x01\x01" } else { *b"vhash\0\x02\x01" };
        let values = if self.iterations == 1 { [y, 0] } else { [y, y] };
        let state = Writer::<184>::new(name).word(128).double_words(values);
        let state = state.padded(&[], BLOCK_BYTES).finish();
        if self.iterations == 1 {
            let key =
                Key64::try_from(self.bytes().as_slice()).expect("the words fit the last step");
            VHasher64::from_checkpoint(&key, &state).expect("a valid checkpoint").finalize()
        } else {
            let key =
                Key128::try_from(self.bytes().as_slice()).expect("the words fit the last step");
            VHasher128::from_checkpoint(&key, &state).expect("a valid checkpoint").finalize()
                [self.t]
        }
    }

    /// Computes the hash of one block under K = 0, which makes y modulo 2^126 the value of its
    /// polynomial.
    fn of_block(&mut self, y: u128) -> u64 {
        self.set_k([0; 2]);
        let nh = self.nh().to_vec();
        let mut block = zero_block(&nh);
        set_nh(&mut block, &nh, y);
        self.hash(&block)
    }

    fn bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Returns values of polynomials: random ones of any size, those around numbers at which a digit of
/// a quotient or a remainder carries, and those with the largest remainders.
fn values() -> Vec<u128> {
    let (mut random, d) = (random(12), u128::from(D));
    let mut values: Vec<_> = (0..127).map(|bits| random_k(&mut random) << 2 >> bits).collect();
    let quotients = [0, 1, 1 << 32, (1 << 32) - 1, (1 << 63) - 1, (1 << 63) - (1 << 31)];
    for around in [1 << 64, 1 << 96, 1 << 126, Q].into_iter().chain(quotients.map(|u| u * d)) {
        values.extend((0..5).map(|i| (around + i).saturating_sub(2)));
        values.push(around / d * d + d - 1);
        values.push(around / d * d + (1 << 32) - 1);
    }
    values.retain(|y| *y < Q);
    values
}

/// The last step loses nothing of the value y of the polynomial: the hashes give a quotient and a
/// remainder, and they are those of y. In the difference of two hashes each of the two key words is
/// multiplied by the difference of the quotients or of the remainders, in the field of p elements,
/// so every c belongs to one value of the word.
#[test]
fn the_last_step() {
    on_every_path("vhash: the last step", |mut iteration| {
        let (mut random, streamed) = (random(13), iteration.streamed);
        let mut hash = |y, last| {
            iteration.set_last(last);
            if streamed { iteration.of_stream(y) } else { iteration.of_block(y) }
        };
        let mut before = (0, [0; 2]);
        for y in values().into_iter().filter(|y| streamed || y >> 126 == 0) {
            let start = hash(y, [0, 0]);
            let [u, v] = [[0, 1], [1, 0]].map(|last| sub(hash(y, last), start));
            assert!(v < D, "{y:#x}: remainder {v:#x} is too large");
            assert_eq!(
                u128::from(u) * u128::from(D) + u128::from(v),
                y,
                "quotient {u:#x}, remainder {v:#x}"
            );
            let (other, [other_u, other_v]) = before;
            for last in [[P - 1, P - 1], [random.next_word() >> 1, random.next_word() >> 1]] {
                let mut of = |last| sub(hash(y, last), hash(other, last));
                let (all, first, second) = (of(last), of([0, last[1]]), of([last[0], 0]));
                assert_eq!(sub(all, first), mul(sub(v, other_v), last[0]), "{y:#x} and {other:#x}");
                assert_eq!(
                    sub(all, second),
                    mul(sub(u, other_u), last[1]),
                    "{y:#x} and {other:#x}"
                );
            }
            before = (y, [u, v]);
        }
    });
}

/// A word of the last step must be below p, because p or above would represent a residue below 257
/// a second time.
#[test]
fn words_of_the_last_step_are_residues() {
    for (i, word, fits) in
        (18..20).flat_map(|i| [(i, P - 1, true), (i, P, false), (i, u64::MAX, false)])
    {
        let mut words = [5; Key64::WORDS];
        words[i] = word;
        assert_eq!(Key64::from_words(words).is_ok(), fits, "word {i} is {word}");
        let mut words = [5; Key128::WORDS];
        for i in [i + 4, i + 6] {
            words[i] = word;
            assert_eq!(Key128::from_words(words).is_ok(), fits, "word {i} is {word}");
            words[i] = 5;
        }
    }
}
