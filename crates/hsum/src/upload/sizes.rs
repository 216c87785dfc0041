//! The sizes of parts that may have given a file its ETag.

use super::Found;
use crate::algorithms::md5::TOGETHER;
use md5_opt::s3::{ETag, ETagError};
use md5_opt::{Digest, Md5, MultiMd5};
use std::collections::HashSet;

/// The largest part that S3 accepts. Larger sizes are not tried.
const MAX_PART_BYTES: u64 = 5 << 30;

/// Returns the part sizes to try for an ETag and the length of a file in bytes, and what it means
/// that none of them is right.
pub(super) fn candidates(etag: ETag, length: u64) -> Result<(Vec<u64>, Found), ETagError> {
    /// Round numbers, the roundest first.
    const UNITS: [u64; 9] =
        [100_000_000, 10_000_000, 1_000_000, 100_000, 1 << 16, 10_000, 1 << 10, 1_000, 1];
    /// So many multiples of a unit are tried. More would take long, and a rounder one is likelier.
    const MOST: u64 = 64;
    let sizes = etag.part_sizes(length)?;
    let mut sizes: Vec<_> = sizes.take_while(|size| *size <= MAX_PART_BYTES).collect();
    let parts = etag.parts.map_or(1, |parts| u64::from(parts.get()));
    let least = length.div_ceil(parts).max(1);
    if parts == 1 {
        // A single part is the whole file, whatever the part size.
        sizes.push(least);
        sizes.truncate(1);
        return Ok((sizes, Found::Other(None)));
    }
    let most = (length.saturating_sub(1) / (parts - 1)).min(MAX_PART_BYTES.max(least));
    let mut known: HashSet<_> = sizes.iter().copied().collect();
    for unit in UNITS {
        let (first, last) = (least.div_ceil(unit), most / unit);
        if last.saturating_sub(first) < MOST {
            let multiples = (first..=last).map(|count| count * unit);
            sizes.extend(multiples.filter(|size| known.insert(*size)));
        }
    }
    if known.insert(least) {
        sizes.push(least);
    }
    let are_all = known.len() as u64 > most - least;
    Ok((sizes, if are_all { Found::Other(None) } else { Found::Unknown(least, most) }))
}

/// Part sizes that are tried side by side.
#[derive(Clone)]
pub(super) struct Group {
    states: Box<MultiMd5<TOGETHER, 1>>,
    tries: Vec<Try>,
}

/// A part size that is tried.
#[derive(Clone)]
struct Try {
    size: u64,
    /// The number of bytes that the current part lacks.
    left: u64,
    /// The MD5 of the MD5s of the complete parts.
    of_parts: Md5,
}

impl Group {
    pub(super) fn new(sizes: &[u64]) -> Self {
        let one = |size: &u64| Try { size: *size, left: *size, of_parts: Md5::new() };
        Self { states: Box::new(MultiMd5::new()), tries: sizes.iter().map(one).collect() }
    }

    /// Appends bytes to the file.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let mut later = [&[][..]; TOGETHER];
        later[..self.tries.len()].fill(bytes);
        while later.iter().any(|later| !later.is_empty()) {
            let mut pieces = [&[][..]; TOGETHER];
            for ((one, piece), later) in self.tries.iter().zip(&mut pieces).zip(&mut later) {
                let now = usize::try_from(one.left).map_or(later.len(), |n| n.min(later.len()));
                (*piece, *later) = later.split_at(now);
            }
            self.states.update_each(pieces);
            for (index, one) in self.tries.iter_mut().enumerate() {
                one.left -= pieces[index].len() as u64;
                if one.left == 0 {
                    one.of_parts.update(&self.states.finalize(index));
                    self.states.reset(index);
                    one.left = one.size;
                }
            }
        }
    }

    /// Returns the part size for which the file has this digest.
    pub(super) fn find(self, wanted: Digest) -> Option<u64> {
        let Self { states, tries } = self;
        let fits = |(index, mut one): (usize, Try)| {
            if one.left < one.size {
                one.of_parts.update(&states.finalize(index));
            }
            (one.of_parts.finalize() == wanted).then_some(one.size)
        };
        tries.into_iter().enumerate().find_map(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use md5_opt::s3::MAX_PARTS;
    use std::num::NonZeroU32;

    #[test]
    fn few_sizes_are_tried() {
        let of = |parts, length| {
            let etag = ETag { digest: [0; 16], parts: NonZeroU32::new(parts) };
            candidates(etag, length).expect("some fit")
        };
        // From half of the file to all of it, but no larger than S3 accepts.
        assert!(of(2, 8 << 30).0.contains(&(4 << 30)) && of(2, 8 << 30).0.contains(&(5 << 30)));
        assert_eq!(of(2, 10 << 30), (vec![5 << 30], Found::Other(None)));
        assert_eq!(of(2, (10 << 30) + 2), (vec![(5 << 30) + 1], Found::Other(None)));
        assert_eq!(of(2, 1 << 62), (vec![1 << 61], Found::Other(None)));
        assert_eq!(of(2, u64::MAX), (vec![1 << 63], Found::Other(None)));
        assert_eq!(of(1, u64::MAX), (vec![u64::MAX], Found::Other(None)));
        assert_eq!(of(1, 20 << 20), (vec![64 << 20], Found::Other(None)));
        let (sizes, not_found) = of(3, 20 << 20);
        assert_eq!(sizes[..4], [8 << 20, 7 << 20, 9 << 20, 6_990_507]);
        assert_eq!(not_found, Found::Unknown(6_990_507, 10_485_759));
        // Round numbers of any kind, and all numbers where they are few.
        for (parts, length, size) in [
            (3, 120_000_000, 50_000_000),
            (4, 1 << 30, 300_000_000),
            (2, 150_000_000, 100_000_000),
            (3, 20 << 20, 7_100_000),
            (9_000, 9_000 * 5_300_000, 5_300_000),
        ] {
            assert!(of(parts, length).0.contains(&size), "{parts} {length} {size}");
        }
        assert_eq!(of(100, 100_000), ((1000..=1010).collect(), Found::Other(None)));
        for parts in 1..=MAX_PARTS {
            assert!(of(parts, 5 << 40).0.len() <= 5121 + 9 * 64);
        }
    }

    /// The lengths of parts are around those of blocks and reads.
    #[test]
    fn sizes_tried_side_by_side() {
        let bytes: Vec<u8> = testkit::Generator::SplitMix(1).message(700_001);
        let sizes: Vec<u64> = (1..=60).map(|i| 100_001 + 6_007 * i).collect();
        for chunk in [1 << 20, 65_537] {
            let mut groups: Vec<_> = sizes.chunks(TOGETHER).map(Group::new).collect();
            for bytes in bytes.chunks(chunk) {
                groups.iter_mut().for_each(|group| group.update(bytes));
            }
            for (index, size) in sizes.iter().enumerate().step_by(7) {
                let wanted = ETag::of_parts(&bytes, *size).expect("few parts").digest;
                assert_eq!(groups[index / TOGETHER].clone().find(wanted), Some(*size));
            }
        }
    }
}
