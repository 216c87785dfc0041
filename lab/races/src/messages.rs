//! The messages of the timed loops.
//!
//! Nothing that a CPU could learn stays the same. The offset in the page changes with every
//! message, and with it the contents and the alignment, and so does the length if a range of
//! lengths is requested. The random numbers are drawn inside the loop, because a CPU would learn a
//! stored list.
#![expect(clippy::cast_possible_truncation, reason = "offsets come from the low bits of hashes")]

use crate::rng::Rng;
use std::hint::black_box;
use std::ops::RangeInclusive;

const PAGE: usize = 4096;

/// Random bytes, and the parts of them that are hashed.
#[derive(Debug)]
pub struct Messages {
    bytes: Vec<u8>,
    /// The offset in `bytes` at which the first page starts.
    page: usize,
    lengths: RangeInclusive<usize>,
    /// A mask of the random bits of a message's offset in the page.
    offsets: usize,
}

/// Where messages lie.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    /// The bytes, from the first page on.
    pub page: &'a [u8],
    /// A mask of the random bits of a message's offset.
    pub offsets: usize,
    /// The lengths of messages.
    pub lengths: RangeInclusive<usize>,
}

impl Messages {
    /// Makes messages with lengths in this range.
    #[must_use]
    pub fn new(lengths: RangeInclusive<usize>) -> Self {
        let bytes = Rng::new(1).bytes(lengths.end() + 2 * PAGE);
        let page = bytes.as_ptr().align_offset(PAGE);
        Self { bytes, page, lengths, offsets: PAGE - 1 }
    }

    /// Aligns each message to a cache line if `aligned`.
    #[must_use]
    pub fn aligned(mut self, aligned: bool) -> Self {
        self.offsets = if aligned { PAGE - 64 } else { PAGE - 1 };
        self
    }

    /// Returns where the messages lie, for loops in other languages.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        Layout {
            page: &self.bytes[self.page..],
            offsets: self.offsets,
            lengths: self.lengths.clone(),
        }
    }

    /// Returns the mean length of a message in bytes.
    #[must_use]
    pub fn mean_len(&self) -> f64 {
        (self.lengths.start() + self.lengths.end()) as f64 / 2.0
    }

    /// Returns the sum of the hashes of `count` messages, none of which depends on another:
    /// throughput.
    #[inline]
    pub fn independent(&self, hash: impl Fn(&[u8]) -> u64, seed: u64, count: usize) -> u64 {
        let bytes = &self.bytes[self.page..];
        let (shortest, lengths) = (*self.lengths.start(), self.lengths.clone().count());
        let mut rng = Rng::new(seed);
        let mut sum = 0_u64;
        for _ in 0..count {
            let start = rng.next_u32() as usize & self.offsets;
            // The barrier keeps the compiler from making a separate loop for each class of lengths.
            let len = black_box(shortest) + rng.below(lengths);
            sum = sum.wrapping_add(hash(&bytes[start..start + len]));
        }
        sum
    }

    /// Returns the last of `count` hashes in a chain in which a message's address depends on the
    /// previous hash: latency, with the load included. In a range of lengths, the length depends on
    /// it too, as for a string whose pointer and length were just loaded.
    ///
    /// A hash of the empty message does not depend on an address, so there is no chain at length 0.
    ///
    /// # Panics
    /// Panics if a range of lengths contains 0, or if its size is not a power of two.
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
        // The previous hash chooses one of 16 offsets in a line, or one of two lines. The line
        // itself is drawn in advance and adds nothing to the chain, but without it the chain would
        // soon cycle through a few messages.
        let places = if self.offsets & 1 == 0 { 64 } else { 15 };
        let mut rng = Rng::new(seed);
        (0..count).fold(seed, |h, _| {
            let line = &bytes[rng.next_u32() as usize & (PAGE - 64)..];
            let start = h as usize & places;
            hash(&line[start..start + len(h)])
        })
    }
}
