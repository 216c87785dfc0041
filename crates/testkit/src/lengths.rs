//! Lengths, placements and splits that find mistakes in block-wise code.

/// Returns every length up to `all`, then the first `blocks` multiples of `block`, each with its
/// two neighbours.
///
/// ```
/// assert_eq!(testkit::lengths::ladder(3, 8, 2), [0, 1, 2, 3, 7, 8, 9, 15, 16, 17]);
/// ```
#[must_use]
pub fn ladder(all: usize, block: usize, blocks: usize) -> Vec<usize> {
    let around = (1..=blocks).flat_map(|b| (b * block).saturating_sub(1)..=b * block + 1);
    let mut lengths: Vec<_> = (0..=all).chain(around).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Calls `test` with the message at each of the `alignment` offsets from an aligned address, with
/// other bytes before and after it.
pub fn placements(message: &[u8], alignment: usize, mut test: impl FnMut(&[u8])) {
    let mut room = vec![0xa5; message.len() + 3 * alignment];
    let start = room.as_ptr().align_offset(alignment);
    for offset in start..start + alignment {
        room.fill(0xa5);
        room[offset..offset + message.len()].copy_from_slice(message);
        test(&room[offset..offset + message.len()]);
    }
}

/// Calls `test` with every split of the message into two parts, including empty ones.
pub fn splits2<'m>(message: &'m [u8], mut test: impl FnMut([&'m [u8]; 2])) {
    for cut in 0..=message.len() {
        let (a, b) = message.split_at(cut);
        test([a, b]);
    }
}

/// Calls `test` with every split of the message into three parts, including empty ones.
pub fn splits3<'m>(message: &'m [u8], mut test: impl FnMut([&'m [u8]; 3])) {
    splits2(message, |[a, rest]| splits2(rest, |[b, c]| test([a, b, c])));
}

/// Splits a message into pieces whose lengths cycle through `lengths`. A length of zero gives an
/// empty piece.
///
/// # Panics
/// Panics if all lengths are zero, because the cycle would never end.
#[must_use]
pub fn pieces<'m>(mut message: &'m [u8], lengths: &[usize]) -> Vec<&'m [u8]> {
    assert!(lengths.iter().any(|&l| l > 0));
    let mut cut = Vec::new();
    for &length in lengths.iter().cycle() {
        if message.is_empty() {
            break;
        }
        let (piece, rest) = message.split_at(length.min(message.len()));
        cut.push(piece);
        message = rest;
    }
    cut
}
