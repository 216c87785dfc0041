//! The families of messages, and the pairs of messages that differ in one bit.
//!
//! No message occurs twice in a set under the same seed. A set is as large as the number of
//! messages of the [`Shape`] allows.

use super::Shape;
use hash_core::seed::splitmix64;

/// A function of a seed and a message. All messages of a seed are visited one after another,
/// because creating a key takes long.
pub(super) type Visit<'v> = &'v mut dyn FnMut(u64, &[u8]);

/// A set of messages.
pub(super) struct Set {
    pub(super) label: String,
    visit_all: Box<dyn Fn(Visit<'_>)>,
}

impl Set {
    fn new(label: String, visit_all: impl Fn(Visit<'_>) + 'static) -> Self {
        Self { label, visit_all: Box::new(visit_all) }
    }

    /// Calls `visit` for every message.
    pub(super) fn visit(&self, visit: Visit<'_>) {
        (self.visit_all)(visit);
    }
}

/// Returns bytes that look random: the stream of splitmix64 from this state.
pub(super) fn noise(state: u64, length: usize) -> Vec<u8> {
    crate::message::splitmix64_bytes(state, length)
}

/// Distinct pairs of messages of one length that differ in one bit.
pub(super) struct Sample {
    length: usize,
    bit: usize,
    samples: usize,
}

impl Sample {
    pub(super) fn new(length: usize, bit: usize, samples: usize) -> Self {
        // There are 2^(8·length − 1) pairs.
        let most = if length < 4 { 1 << (8 * length - 1) } else { usize::MAX };
        Self { length, bit, samples: samples.min(most) }
    }

    pub(super) fn len(&self) -> usize {
        self.samples
    }

    /// Writes the message of pair `index` whose bit is 0.
    pub(super) fn write(&self, index: usize, message: &mut Vec<u8>) {
        let Self { length, bit, .. } = *self;
        message.clear();
        if length < 8 {
            let others = permuted(index as u64, 8 * length - 1);
            let above = others >> bit << 1;
            let number = above << bit | others & ((1 << bit) - 1);
            message.extend_from_slice(&number.to_le_bytes()[..length]);
        } else {
            let start = splitmix64((index as u64) << 16 | bit as u64);
            for i in 0..length.div_ceil(8) as u64 {
                message.extend(splitmix64(start.wrapping_add(i)).to_le_bytes());
            }
            message.truncate(length);
            message[bit / 8] &= !(1 << (bit % 8));
        }
    }

    /// Flips the bit.
    pub(super) fn flip(&self, message: &mut [u8]) {
        message[self.bit / 8] ^= 1 << (self.bit % 8);
    }
}

/// Applies a permutation of the numbers of `bits` bits, 7 to 63, that looks random.
fn permuted(number: u64, bits: usize) -> u64 {
    let mask = (1 << bits) - 1;
    (1..=4).fold(number, |x, round| {
        let x = x.wrapping_mul(splitmix64(round) | 1).wrapping_add(splitmix64(!round)) & mask;
        x ^ x >> bits.div_ceil(2)
    })
}

/// Visits the message with up to `count` more bits flipped, from bit `from` on.
fn change_bits(message: &mut [u8], from: usize, count: usize, visit: &mut dyn FnMut(&[u8])) {
    visit(message);
    if count > 0 {
        for bit in from..8 * message.len() {
            message[bit / 8] ^= 1 << (bit % 8);
            change_bits(message, bit + 1, count - 1, visit);
            message[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

/// Returns the largest n for which there are at most `messages` choices of up to n bits, but at
/// least 1.
fn most_bits(bits: usize, messages: usize) -> usize {
    let (mut count, mut choices, mut total) = (0, 1, 1);
    loop {
        choices = choices * (bits - count) / (count + 1);
        total += choices;
        if count > 0 && total > messages || count + 1 == bits {
            return count.max(1);
        }
        count += 1;
    }
}

/// Returns messages of one length with few bits set, and with few bits flipped in a random message.
pub(super) fn sparse(shape: &Shape) -> Vec<Set> {
    let lengths =
        [2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 20, 24, 32, 48, 64, 96, 128, 160, 256, 512, 1024];
    let mut sets = Vec::new();
    for length in shape.lengths(&lengths) {
        let bits = most_bits(8 * length, shape.messages);
        for start in [vec![0; length], noise(length as u64, length)] {
            let around = if start.iter().all(|b| *b == 0) { "zeros" } else { "noise" };
            let label = format!("{length} bytes, up to {bits} bits off {around}");
            sets.push(Set::new(label, move |visit| {
                change_bits(&mut start.clone(), 0, bits, &mut |m| visit(length as u64, m));
            }));
        }
    }
    sets
}

/// Returns sequences over a small alphabet of words, from one word up to as many as fit.
pub(super) fn permutation(shape: &Shape) -> Vec<Set> {
    let low: Vec<u64> = (0..8).collect();
    let small: Vec<u64> = (0..2).collect();
    let mut sets = Vec::new();
    for width in [4, 8, 16] {
        let high = |words: &[u64], bits: usize| -> Vec<u64> {
            words.iter().map(|w| w << (8 * width.min(8) - bits)).collect()
        };
        let both = [low.clone(), high(&low, 3)[1..].to_vec()].concat();
        for (label, words) in [
            ("low bits", low.clone()),
            ("high bits", high(&low, 3)),
            ("low and high bits", both),
            ("0 and 1", small.clone()),
            ("0 and the highest bit", high(&small, 1)),
        ] {
            let most = shape.messages.ilog2() / words.len().next_power_of_two().ilog2();
            let label = format!("up to {most} words of {width} bytes, {label}");
            sets.push(Set::new(label, move |visit| {
                sequences(&mut Vec::new(), &words, width, most, &mut |m| visit(1, m));
            }));
        }
    }
    sets
}

/// Visits all extensions of the message by 1 to `most` words.
fn sequences(
    message: &mut Vec<u8>,
    words: &[u64],
    width: usize,
    most: u32,
    visit: &mut dyn FnMut(&[u8]),
) {
    for word in words {
        let length = message.len();
        message.extend(&u128::from(*word).to_le_bytes()[..width]);
        visit(message);
        if most > 1 {
            sequences(message, words, width, most - 1, visit);
        }
        message.truncate(length);
    }
}

/// Returns messages of one length with one or two bytes that are not zero.
pub(super) fn two_bytes(shape: &Shape) -> Vec<Set> {
    let mut sets = Vec::new();
    for length in shape.lengths(&[4, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 40, 64, 128]) {
        // The more positions there are, the fewer values fit.
        let places = length * (length - 1) / 2;
        let step = (1..255).find(|s| places * (255 / s) * (255 / s) <= shape.messages);
        let values: Vec<u8> = (1..=255).step_by(step.unwrap_or(254)).collect();
        let label = format!("{length} bytes, {} values", values.len());
        sets.push(Set::new(label, move |visit| {
            let mut message = vec![0; length];
            for i in 0..length {
                for a in &values {
                    message[i] = *a;
                    visit(length as u64, &message);
                    for j in i + 1..length {
                        for b in &values {
                            message[j] = *b;
                            visit(length as u64, &message);
                        }
                        message[j] = 0;
                    }
                }
                message[i] = 0;
            }
        }));
    }
    sets
}

/// Returns a few bytes repeated eight times: consecutive numbers, and random ones.
pub(super) fn cyclic(shape: &Shape) -> Vec<Set> {
    let mut sets = Vec::new();
    for cycle in [3, 4, 5, 6, 7, 8, 12, 16, 32, 64] {
        for random in [false, true] {
            let messages = shape.messages / 8;
            let label = format!("{cycle} bytes, {}", if random { "noise" } else { "numbers" });
            sets.push(Set::new(label, move |visit| {
                for i in 0..messages as u64 {
                    let number = if random { permuted(i, 23) } else { i };
                    let mut once = number.to_le_bytes().to_vec();
                    once.resize(cycle, 0);
                    if random {
                        once[3..].copy_from_slice(&noise(i, cycle - 3));
                    }
                    visit(1, &once.repeat(8));
                }
            }));
        }
    }
    sets
}

/// Returns all values of a window of consecutive bits, at each rotation of the message.
pub(super) fn windowed(shape: &Shape) -> Vec<Set> {
    let mut sets = Vec::new();
    for length in shape.lengths(&[3, 4, 8, 12, 16, 20, 32]) {
        let bits = 8 * length;
        let width = (shape.messages.ilog2() as usize - 5).min(bits - 1);
        for rotation in 0..bits {
            let label = format!("{length} bytes, {width} bits from bit {rotation} on");
            sets.push(Set::new(label, move |visit| {
                let mut message = vec![0; length];
                for number in 0..1_u64 << width {
                    message.fill(0);
                    for i in (0..width).filter(|i| number >> i & 1 == 1) {
                        let bit = (rotation + i) % bits;
                        message[bit / 8] |= 1 << (bit % 8);
                    }
                    visit(length as u64, &message);
                }
            }));
        }
    }
    sets
}

/// Returns letters and digits between fixed texts, and decimal numbers between them.
pub(super) fn text(shape: &Shape) -> Vec<Set> {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const FIXED: &str = "the quick brown fox jumps over the lazy dog";
    let letters = if shape.messages >= 62 * 62 * 62 { 3 } else { 2 };
    let mut sets = Vec::new();
    for (prefix, suffix) in [(0, 0), (3, 0), (0, 3), (3, 3), (5, 8), (13, 0), (0, 13), (40, 20)] {
        let (prefix, suffix) = (&FIXED[..prefix], &FIXED[FIXED.len() - suffix..]);
        sets.push(Set::new(
            format!("\"{prefix}\", {letters} letters, \"{suffix}\""),
            move |visit| {
                for i in 0..62_usize.pow(letters) {
                    let middle = (0..letters).map(|d| LETTERS[i / 62_usize.pow(d) % 62]);
                    let message: Vec<u8> =
                        prefix.bytes().chain(middle).chain(suffix.bytes()).collect();
                    visit(1, &message);
                }
            },
        ));
        let messages = shape.messages / 4;
        sets.push(Set::new(format!("\"{prefix}\", decimal numbers, \"{suffix}\""), move |visit| {
            for i in 0..messages {
                visit(1, format!("{prefix}{i}{suffix}").as_bytes());
            }
        }));
    }
    sets
}

/// Returns messages of zeros, of every length.
pub(super) fn zeroes(shape: &Shape) -> Vec<Set> {
    let (lengths, keys) = (shape.messages / 32, 16);
    let sets = (0..keys).map(|seed| {
        Set::new(format!("0 to {lengths} bytes, key {seed}"), move |visit| {
            let zeros = vec![0; lengths];
            for length in 0..=lengths {
                visit(seed, &zeros[..length]);
            }
        })
    });
    sets.collect()
}

/// Returns a single message under seeds with few bits set, and under consecutive seeds.
pub(super) fn seeds(shape: &Shape) -> Vec<Set> {
    let mut sets = Vec::new();
    for length in shape.lengths(&[1, 4, 8, 16, 43, 1100]) {
        let message = noise(0x5eed, length);
        let numbers = shape.messages / 32;
        // Creating keys takes most of the time.
        let bits = if length == 8 { most_bits(64, shape.messages) } else { 2 };
        let sparse = message.clone();
        sets.push(Set::new(
            format!("{length} bytes, up to {bits} bits of the seed"),
            move |visit| {
                change_bits(&mut [0; 8], 0, bits, &mut |seed| {
                    let seed = seed.iter().rev().fold(0, |seed, byte| seed << 8 | u64::from(*byte));
                    visit(seed, &sparse);
                });
            },
        ));
        sets.push(Set::new(format!("{length} bytes, seeds 0 to {numbers}"), move |visit| {
            (0..numbers as u64).for_each(|seed| visit(seed, &message));
        }));
    }
    sets
}

/// Returns consecutive numbers under consecutive seeds.
pub(super) fn perlin_noise(shape: &Shape) -> Vec<Set> {
    let seeds = 1_u64 << (shape.messages.ilog2() / 2);
    let numbers = shape.messages as u64 / seeds;
    let sets = shape.lengths(&[2, 4, 8, 12]).into_iter().map(|length| {
        Set::new(format!("{length} bytes, {numbers} numbers under {seeds} seeds"), move |visit| {
            for seed in 0..seeds {
                for number in 0..numbers {
                    visit(seed, &u128::from(number).to_le_bytes()[..length]);
                }
            }
        })
    });
    sets.collect()
}

/// Returns multiples of a number in both byte orders, alone and between fixed bytes.
pub(super) fn counters(shape: &Shape) -> Vec<Set> {
    let mut sets = Vec::new();
    for length in shape.lengths(&[4, 8, 16, 24, 100]) {
        let strides = [1, 3, 10, 1000, 4096, 1 << 16, 1_000_003, 1_000_000_000, 1 << 32, 1 << 40];
        for stride in strides.into_iter().filter(|s| length > 4 || *s <= 1 << 14) {
            for big_endian in [false, true] {
                let messages = shape.messages as u64 / 4;
                let order = if big_endian { "big-endian" } else { "little-endian" };
                let label = format!("{length} bytes, multiples of {stride}, {order}");
                sets.push(Set::new(label, move |visit| {
                    let mut message = noise(1, length);
                    // Longer messages have fixed bytes before and after.
                    let at = length.saturating_sub(8) / 2;
                    let number = &mut message[at..];
                    let width = number.len().min(8);
                    for i in 0..messages {
                        let mut bytes = (i * stride).to_le_bytes();
                        if big_endian {
                            bytes[..width].reverse();
                        }
                        message[at..at + width].copy_from_slice(&bytes[..width]);
                        visit(length as u64, &message);
                    }
                }));
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Calls `check` with every message, and checks that none comes twice and how many there are.
    fn check_sets(sets: &[Set], most: usize, check: impl Fn(&[u8])) {
        for set in sets {
            let mut seen = HashSet::new();
            set.visit(&mut |seed, message| {
                check(message);
                assert!(seen.insert((seed, message.to_vec())), "{} repeats itself", set.label);
            });
            assert!((64..=most).contains(&seen.len()), "{}: {} messages", set.label, seen.len());
        }
    }

    #[test]
    fn no_message_comes_twice() {
        let shape = Shape::of(11);
        let most = 16 * shape.messages;
        for family in [permutation, cyclic, text, zeroes] {
            check_sets(&family(&shape), most, |_| ());
        }
        for family in [sparse, two_bytes, windowed, seeds, perlin_noise, counters] {
            check_sets(&family(&shape), most, |_| ());
            let shape = Shape { words: true, ..shape };
            check_sets(&family(&shape), most, |m| assert_eq!(m.len(), 8));
        }
    }

    #[test]
    fn no_pair_comes_twice() {
        for (length, bit) in [(1, 0), (1, 7), (2, 3), (3, 23), (7, 55), (8, 0), (9, 71)] {
            let sample = Sample::new(length, bit, 4096);
            let (mut seen, mut message) = (HashSet::new(), Vec::new());
            for index in 0..sample.len() {
                sample.write(index, &mut message);
                assert_eq!((message.len(), message[bit / 8] >> (bit % 8) & 1), (length, 0));
                assert!(seen.insert(message.clone()));
            }
        }
    }
}
