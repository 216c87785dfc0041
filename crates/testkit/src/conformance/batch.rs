//! Tests of batches: the values are those of single messages, and errors come before any output.

use super::any::{AnyFunction, AnyKey, Batch, Place, Words};
use super::edges;
use crate::guard::{self, Guarded};
use crate::message::{NOISE, PAINT};
use hash_core::BatchError;
use hash_core::batch::Column;

/// Hashes a consistent batch.
fn all(key: &dyn AnyKey, batch: Batch<'_>, outputs: usize, place: Place<'_>) -> Vec<Words> {
    let (result, hashes) = key.batch(batch, outputs, place);
    result.expect("the batch is consistent");
    hashes
}

/// Returns the offsets of a column of strings of these lengths, and the sum of the lengths.
fn offsets(lengths: impl Iterator<Item = usize>) -> (Vec<i32>, usize) {
    let mut total = 0;
    let ends = lengths.map(|len| {
        total += len;
        i32::try_from(total).expect("the lengths are short")
    });
    let offsets = core::iter::once(0).chain(ends).collect();
    (offsets, total)
}

/// Returns different words.
fn words(count: u64) -> Vec<u64> {
    (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
}

/// Checks any number of messages, words and strings, of mixed lengths.
pub fn agree_with_single_messages(function: &AnyFunction) {
    function.on_keys("batches", 4, &|key| {
        let messages: Vec<_> = (0..80).map(|i| NOISE.message(i * i % 1500)).collect();
        let words = words(67);
        for count in 0..messages.len() {
            let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| key.hash(m)).collect();
            assert_eq!(all(key, Batch::Many(&slices), count, Place::Heap), expected);
            let (values, (offsets, _)) = (slices.concat(), offsets(slices.iter().map(|m| m.len())));
            assert_eq!(all(key, Batch::Column(&values, &offsets), count, Place::Heap), expected);
        }
        for count in 0..words.len() {
            let words = &words[..count];
            let expected: Vec<_> = words.iter().map(|w| key.hash(&w.to_le_bytes())).collect();
            assert_eq!(all(key, Batch::Words(words), count, Place::Heap), expected);
        }
    });
}

/// Checks messages of more than 2^16 bytes of one length, of nearly one and beside short ones, and
/// more than 2^16 messages: no length and no index is cut to 8 or 16 bits.
pub fn long_and_many_messages(function: &AnyFunction) {
    let bytes = NOISE.message((1 << 16) + 1024);
    let length = |i: usize| match i {
        0..5 => bytes.len(),
        5..10 => bytes.len() - i,
        10..20 => bytes.len() - 40 * i,
        _ => i * i % 50,
    };
    let messages: Vec<_> = (0..600).map(|i| &bytes[..length(i)]).collect();
    function.on_keys("long and many messages", 8, &|key| {
        let expected: Vec<_> = messages.iter().map(|m| key.hash(m)).collect();
        for range in [0..5, 5..10, 0..600] {
            let out = all(key, Batch::Many(&messages[range.clone()]), range.len(), Place::Heap);
            assert!(out == expected[range.clone()], "messages {range:?}");
        }
    });
    function.on_the_best(8, &mut |key| {
        let words: Vec<u64> = (0..(1 << 16) + 5).collect();
        let out = all(key, Batch::Words(&words), words.len(), Place::Heap);
        for i in (0..words.len()).step_by(97).chain(1 << 16..words.len()) {
            assert_eq!(out[i], key.hash(&words[i].to_le_bytes()), "word {i}");
        }
    });
}

/// Checks that different numbers and inconsistent offsets are refused. [`Column`], which checks
/// offsets for every function, has its own tests for every type of them.
pub fn refuse_mismatches(function: &AnyFunction) {
    function.on_the_best(5, &mut |key| {
        let old = vec![key.hash(b"old"); 2];
        let refused = |batch: Batch<'_>, error| {
            assert_eq!(key.batch(batch, 2, Place::Heap), (Err(error), old.clone()));
        };
        let length = BatchError::Length { messages: 1, outputs: 2 };
        refused(Batch::Many(&[b"one"]), length);
        refused(Batch::Words(&[1]), length);
        refused(Batch::LargeColumn(b"one", &[0, 3]), length);
        for (offsets, index) in [
            ([0, 4, 3], 2),
            ([0, 4, 10], 2),
            ([0, -1, 3], 1),
            ([-1, 0, 3], 0),
            ([10, 10, 10], 0),
            ([0, i64::MAX, i64::MAX], 1),
        ] {
            refused(Batch::LargeColumn(b"some text", &offsets), BatchError::Offset { index });
        }
        // The numbers are compared whole.
        let messages = (1 << 16) + 2;
        refused(Batch::Words(&vec![0; messages]), BatchError::Length { messages, outputs: 2 });
        let text = length.to_string();
        assert_eq!(text, "batch has 1 messages and 2 outputs");
        for empty in [Batch::LargeColumn(b"", &[]), Batch::LargeColumn(b"", &[0])] {
            assert!(all(key, empty, 0, Place::Heap).is_empty());
        }
        // A column may start and end inside its values.
        let inside = Batch::LargeColumn(b"some text", &[2, 4, 6]);
        assert_eq!(all(key, inside, 2, Place::Heap), [key.hash(b"me"), key.hash(b" t")]);
    });
}

/// One more than the largest number of messages that a kernel hashes in parallel.
const LANES: usize = 49;

/// Checks that nothing before or after the messages of a batch or the list of them is read, and
/// that nothing around the outputs is written. The messages have similar or different lengths, and
/// each lies next to a fence of its own. A full run tries every number of messages.
pub fn no_read_outside(function: &AnyFunction) {
    let lengths = guard::lengths(edges(300, function.group));
    let longest = lengths.last().copied().unwrap_or(0);
    function.on_keys("guard pages of batches", 6, &|key| {
        let messages: Vec<_> = (0..=longest).map(|len| PAINT.message(len)).collect();
        let expected: Vec<_> = messages.iter().map(|m| key.hash(m)).collect();
        let mut lanes: Vec<_> = (0..LANES).map(|_| Guarded::new(longest)).collect();
        let (mut list, mut out) = (Guarded::new(LANES * 16), Guarded::new(LANES * 64));
        // Messages of one length, of nearly one length and of different lengths are hashed in
        // parallel.
        let spreads = [1, 3, 70, longest + 1];
        let mut check = |len: usize, count: usize, spread: usize| {
            let of_lane = |lane: usize| len.saturating_sub(lane * 37 % spread);
            let fenced = lanes[..count].iter_mut().enumerate().map(|(lane, pages)| {
                let message = &messages[of_lane(lane)];
                &*if (lane + count).is_multiple_of(2) {
                    pages.end(message)
                } else {
                    pages.begin(message)
                }
            });
            let slices: Vec<&[u8]> = fenced.collect();
            let out = all(key, Batch::Many(list.end(&slices)), count, Place::End(&mut out));
            for (lane, hash) in out.iter().enumerate() {
                assert_eq!(*hash, expected[of_lane(lane)], "lane {lane} of {count}, {len}");
            }
        };
        for (i, &len) in lengths.iter().enumerate() {
            if guard::is_full() && len <= guard::LONGEST {
                (0..=LANES).for_each(|count| check(len, count, spreads[(len + count) % 4]));
            } else {
                // The number of messages cycles through the multiples of 5 up to 45.
                for spread in spreads {
                    check(len, (i * 5) % (LANES + 1), spread);
                }
                check(len, [1, 4, 16][i % 3], 1);
            }
        }
    });
}

/// Checks that nothing is read or written around words, values, offsets and outputs, for any number
/// of them.
pub fn no_read_outside_columns(function: &AnyFunction) {
    function.on_keys("guard pages of columns", 6, &|key| {
        let most = if guard::is_full() { 200 } else { 67 };
        let words = words(200);
        let mut pages: [_; 3] = core::array::from_fn(|_| Guarded::new(1 << 16));
        for count in 0..=most {
            let [inputs, ends, outputs] = &mut pages;
            let expected: Vec<_> =
                words[..count].iter().map(|w| key.hash(&w.to_le_bytes())).collect();
            let out =
                all(key, Batch::Words(inputs.end(&words[..count])), count, Place::End(outputs));
            assert_eq!(out, expected, "{count} words at the end");
            let out =
                all(key, Batch::Words(inputs.begin(&words[..count])), count, Place::Begin(outputs));
            assert_eq!(out, expected, "{count} words at the start");

            for longest in [0, 7, 16, 65, 300] {
                let lengths = (0..count).map(|i| (i * 37 + count) % (longest + 1));
                let (offsets, total) = offsets(lengths);
                let values = PAINT.message(total);
                let strings = Column::new(&values, &offsets, count).expect("a column").iter();
                let expected: Vec<_> = strings.map(|string| key.hash(string)).collect();
                let column = Batch::Column(inputs.end(&values), ends.end(&offsets));
                let out = all(key, column, count, Place::End(outputs));
                assert_eq!(out, expected, "{count} values at the end");
                let column = Batch::Column(inputs.begin(&values), ends.begin(&offsets));
                let out = all(key, column, count, Place::Begin(outputs));
                assert_eq!(out, expected, "{count} values at the start");
            }
        }
    });
}
