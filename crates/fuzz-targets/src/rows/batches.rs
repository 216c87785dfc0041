//! Batches of every row.

use super::{block, keys, longest, one, row};
use crate::input::{Length, Offset, Placed, message, offsets};
use arbitrary::{Result, Unstructured};
use hash_core::BatchError;
use table::{Algorithm, Digest, Key};

/// Checks batches of slices, words and columns, with valid and invalid outputs and offsets.
pub fn batches(data: &[u8]) {
    let _ = batches_of(&mut Unstructured::new(data));
}

fn batches_of(u: &mut Unstructured<'_>) -> Result<()> {
    let row = row(u, "batches")?;
    let keys = keys(u, row)?;
    let key = one(&keys, u.arbitrary()?);
    let values = message(u, longest(row), block(row))?;
    match u.int_in_range(0..=2)? {
        0 => {
            let placed = slices(u, &values, block(row))?;
            let messages: Vec<&[u8]> = placed.iter().map(Placed::bytes).collect();
            let room = room(u, row, messages.len())?;
            batch(key, Ok(messages.clone()), room, |out| key.hash_many(&messages, out));
        }
        1 => {
            let words: Vec<u64> = u.arbitrary()?;
            let bytes: Vec<_> = words.iter().map(|word| word.to_le_bytes()).collect();
            let messages = bytes.iter().map(<[u8; 8]>::as_slice).collect();
            let room = room(u, row, words.len())?;
            batch(key, Ok(messages), room, |out| key.hash_u64s(&words, out));
        }
        _ => {
            let (kind, numbers): (u8, Vec<Offset>) = u.arbitrary()?;
            let numbers = &offsets(&numbers[..numbers.len().min(80)]);
            let room = room(u, row, numbers.len().saturating_sub(1))?;
            let low = |i: i64| u32::try_from(i & 0xffff_ffff).unwrap_or(0);
            match kind % 4 {
                0 => column::<i64>(key, &values, numbers, room, |i| i),
                1 => column::<i32>(key, &values, numbers, room, |i| low(i).cast_signed()),
                2 => column::<u64>(key, &values, numbers, room, i64::cast_unsigned),
                _ => column::<u8>(key, &values, numbers, room, |i| i.to_le_bytes()[0]),
            }
        }
    }
    Ok(())
}

/// Reads slices of these bytes. Each has its own allocation, so that a read past its end is
/// detected.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn slices(u: &mut Unstructured<'_>, values: &[u8], block: usize) -> Result<Vec<Placed>> {
    let ranges: Vec<(Length, Length, u8)> = u.arbitrary()?;
    let placed = ranges.iter().take(40).map(|(start, len, distance)| {
        let from = &values[start.up_to(values.len(), block)..];
        Placed::new(&from[..len.up_to(from.len(), block)], *distance)
    });
    Ok(placed.collect())
}

/// Chooses the number of bytes for the digests of so many messages, usually the right one.
fn room(u: &mut Unstructured<'_>, row: &Algorithm, messages: usize) -> Result<usize> {
    let (delta, bytes): (i8, i8) = u.arbitrary()?;
    let right = messages * row.output_bits / 8;
    Ok(match delta {
        ..96 => right,
        96..112 => right.saturating_add_signed(bytes.into()),
        _ => right
            .saturating_add_signed(isize::from(delta - 120) * (row.output_bits / 8).cast_signed()),
    })
}

/// Runs a batch and checks that it writes the digests of these messages, or returns this error and
/// writes nothing.
fn batch(
    key: &Key,
    messages: core::result::Result<Vec<&[u8]>, BatchError>,
    room: usize,
    run: impl FnOnce(&mut [u8]) -> core::result::Result<(), BatchError>,
) {
    let (name, size) = (key.algorithm().name, key.algorithm().output_bits / 8);
    let old = vec![0x5a; room];
    let mut out = old.clone();
    let found = run(&mut out);
    match messages {
        Ok(messages) if messages.len() * size == room => {
            assert_eq!(found, Ok(()), "{name}: batch");
            let expected: Vec<_> = messages.iter().map(|message| key.hash(message)).collect();
            let expected: Vec<_> = expected.iter().map(Digest::as_bytes).collect();
            assert_eq!(out, expected.concat(), "{name}: batch");
            return;
        }
        Ok(all) => {
            let Err(BatchError::Length { messages, outputs }) = found else {
                panic!("{name}: {found:?} for {} messages and {room} bytes", all.len())
            };
            assert_eq!(messages, all.len(), "{name}");
            assert_ne!(messages, outputs, "{name}");
            assert!(room.div_ceil(size) == outputs || room / size == outputs, "{name}: {outputs}");
        }
        Err(error) => assert_eq!(found, Err(error), "{name}"),
    }
    assert_eq!(out, old, "{name}: something was written");
}

fn column<O: Copy + TryInto<usize>>(
    key: &Key,
    values: &[u8],
    numbers: &[i64],
    room: usize,
    convert: impl Fn(i64) -> O,
) {
    let offsets: Vec<O> = numbers.iter().map(|number| convert(*number)).collect();
    let size = key.algorithm().output_bits / 8;
    let mut ends: Vec<usize> = Vec::new();
    let mut wrong = None;
    for (index, offset) in offsets.iter().enumerate() {
        let end: Option<usize> = (*offset).try_into().ok();
        let least = ends.last().copied().unwrap_or(0);
        match end.filter(|end| (least..=values.len()).contains(end)) {
            Some(end) => ends.push(end),
            None => {
                wrong = Some(BatchError::Offset { index });
                break;
            }
        }
    }
    let strings = offsets.len().saturating_sub(1);
    let messages = match wrong {
        None => Ok(ends.windows(2).map(|w| &values[w[0]..w[1]]).collect()),
        // The length is checked first.
        Some(_) if room / size != strings => Ok(vec![[].as_slice(); strings]),
        Some(error) => Err(error),
    };
    batch(key, messages, room, |out| key.hash_column(values, &offsets, out));
}
