//! The messages of the timed loops.
//!
//! Nothing that a CPU could learn stays the same: where in the page a message starts changes with
//! every message, so its contents and alignment do, and its length too where a range of lengths is
//! asked for. The random numbers are drawn inside the loop; a stored list would be learnt.
#![expect(clippy::cast_possible_truncation, reason = "places come from the low bits of hashes")]

use crate::rng::Rng;
use std::hint::black_box;
use std::ops::RangeInclusive;

const PAGE: usize = 4096;

/// Random bytes, and which parts of them are hashed.
#[derive(Debug)]
pub struct Messages {
    bytes: Vec<u8>,
    /// Where the first page in `bytes` starts.
    page: usize,
    lengths: RangeInclusive<usize>,
    /// The bits of a message's offset in the page that are random.
    offsets: usize,
}

impl Messages {
    /// Messages with lengths in this range.
    #[must_use]
    pub fn new(lengths: RangeInclusive<usize>) -> Self {
        let bytes = Rng::new(1).bytes(lengths.end() + 2 * PAGE);
        let page = bytes.as_ptr().align_offset(PAGE);
        Self { bytes, page, lengths, offsets: PAGE - 1 }
    }

    /// The same, each at the start of a cache line.
    #[must_use]
    pub fn aligned(mut self, aligned: bool) -> Self {
        self.offsets = if aligned { PAGE - 64 } else { PAGE - 1 };
        self
    }

    /// Bytes of a message, on average.
    #[must_use]
    pub fn mean_len(&self) -> f64 {
        (self.lengths.start() + self.lengths.end()) as f64 / 2.0
    }

    /// The sum of the hashes of `count` messages, none of which depends on another: throughput.
    #[inline]
    pub fn independent(&self, hash: impl Fn(&[u8]) -> u64, seed: u64, count: usize) -> u64 {
        let bytes = &self.bytes[self.page..];
        let (shortest, lengths) = (*self.lengths.start(), self.lengths.clone().count());
        let mut rng = Rng::new(seed);
        let mut sum = 0_u64;
        for _ in 0..count {
            let start = rng.next_u32() as usize & self.offsets;
            // Behind the barrier the compiler cannot make a loop for each kind of length.
            let len = black_box(shortest) + rng.below(lengths);
            sum = sum.wrapping_add(hash(&bytes[start..start + len]));
        }
        sum
    }

    /// The last of `count` hashes in a chain, where a message's address depends on the hash before
    /// it: latency, the load included. If there is a range of lengths, the length depends on it
    /// too, as for a string whose pointer and length were just loaded.
    ///
    /// A hash of the empty message depends on no address, so there is no chain at length 0.
    ///
    /// # Panics
    /// If there is a range of lengths that has 0 in it, or whose size is not a power of two.
    #[inline]
    pub fn dependent(&self, hash: impl Fn(&[u8]) -> u64, seed: u64, count: usize) -> u64 {
        let (shortest, lengths) = (*self.lengths.start(), self.lengths.clone().count());
        if lengths == 1 {
            self.chain(hash, seed, count, |_| black_box(shortest))
        } else {
            assert!(lengths.is_power_of_two() && shortest > 0, "{:?}", self.lengths);
            self.chain(hash, seed, count, |h| shortest + ((h >> 16) as usize & (lengths - 1)))
        }
    }

    #[inline]
    fn chain(
        &self,
        hash: impl Fn(&[u8]) -> u64,
        seed: u64,
        count: usize,
        len: impl Fn(u64) -> usize,
    ) -> u64 {
        let bytes = &self.bytes[self.page..];
        // One of 16 places in a line, or of two lines, by the hash before. The line before that is
        // drawn in advance and adds nothing to the chain, but without it the chain would soon
        // run in a circle of few messages.
        let places = if self.offsets & 1 == 0 { 64 } else { 15 };
        let mut rng = Rng::new(seed);
        (0..count).fold(seed, |h, _| {
            let line = &bytes[rng.next_u32() as usize & (PAGE - 64)..];
            let start = h as usize & places;
            hash(&line[start..start + len(h)])
        })
    }
}
