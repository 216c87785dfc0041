//! Tests of batches: the values are those of single messages, and errors come before any output.

use super::{Batches, on_keys};
use crate::guard::{self, Guarded};
use crate::message::{NOISE, PAINT};
use hash_core::BatchError;
use hash_core::backend::Token;

/// Checks any number of messages, words and strings, of mixed lengths.
pub fn agree_with_single_messages<F: Batches>() {
    on_keys::<F>("batches", 4, &|key| {
        let zero = F::hash(key, b"");
        let messages: Vec<_> = (0..80).map(|i| NOISE.message(i * i % 1500)).collect();
        let words: Vec<u64> = (0..67_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for count in 0..messages.len() {
            let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| F::hash(key, m)).collect();
            let mut out = vec![zero; count];
            F::hash_many(key, &slices, &mut out).expect("one output per message");
            assert_eq!(out, expected);

            let mut ends = vec![0_i32];
            ends.extend(slices.iter().scan(0, |end, m| {
                *end += i32::try_from(m.len()).expect("the lengths are short");
                Some(*end)
            }));
            let mut out = vec![zero; count];
            F::hash_column(key, &slices.concat(), &ends, &mut out)
                .expect("the column is consistent");
            assert_eq!(out, expected);
        }
        for count in 0..words.len() {
            let words = &words[..count];
            let mut out = vec![zero; count];
            F::hash_u64s(key, words, &mut out).expect("one output per message");
            let expected: Vec<_> = words.iter().map(|w| F::hash(key, &w.to_le_bytes())).collect();
            assert_eq!(out, expected);
        }
    });
}

/// Checks messages of more than 2^16 bytes of one length, of nearly one and beside short ones, and
/// more than 2^16 messages: no length and no index is cut to 8 or 16 bits.
pub fn long_and_many_messages<F: Batches>() {
    let bytes = NOISE.message((1 << 16) + 1024);
    let length = |i: usize| match i {
        0..5 => bytes.len(),
        5..10 => bytes.len() - i,
        10..20 => bytes.len() - 40 * i,
        _ => i * i % 50,
    };
    let messages: Vec<_> = (0..600).map(|i| &bytes[..length(i)]).collect();
    on_keys::<F>("long and many messages", 8, &|key| {
        let expected: Vec<_> = messages.iter().map(|m| F::hash(key, m)).collect();
        for range in [0..5, 5..10, 0..600] {
            let mut out = vec![expected[599]; range.len()];
            F::hash_many(key, &messages[range.clone()], &mut out).expect("one output per message");
            assert!(out == expected[range.clone()], "messages {range:?}");
        }
    });
    let key = &F::key(8, F::Backend::detect());
    let words: Vec<u64> = (0..(1 << 16) + 5).collect();
    let mut out = vec![F::hash(key, b""); words.len()];
    F::hash_u64s(key, &words, &mut out).expect("one output per word");
    for i in (0..words.len()).step_by(97).chain(1 << 16..words.len()) {
        assert_eq!(out[i], F::hash(key, &words[i].to_le_bytes()), "word {i}");
    }
}

/// Checks that different numbers and inconsistent offsets are refused, for several types of
/// offsets.
pub fn refuse_mismatches<F: Batches>() {
    let key = &F::key(5, F::Backend::detect());
    let old = F::hash(key, b"old");
    let mut out = [old; 2];
    let length = Err(BatchError::Length { messages: 1, outputs: 2 });
    assert_eq!(F::hash_many(key, &[b"one"], &mut out), length);
    assert_eq!(F::hash_u64s(key, &[1], &mut out), length);
    assert_eq!(F::hash_column(key, b"one", &[0, 3], &mut out), length);
    for (offsets, index) in [
        ([0_i64, 4, 3], 2),
        ([0, 4, 10], 2),
        ([0, -1, 3], 1),
        ([-1, 0, 3], 0),
        ([10, 10, 10], 0),
        ([0, i64::MAX, i64::MAX], 1),
    ] {
        let error = F::hash_column(key, b"some text", &offsets, &mut out);
        assert_eq!(error, Err(BatchError::Offset { index }), "{offsets:?}");
    }
    assert_eq!(out, [old; 2], "nothing is written");
    assert_eq!(F::hash_column::<u32>(key, b"", &[], &mut []), Ok(()));
    assert_eq!(F::hash_column(key, b"", &[0_u64], &mut []), Ok(()));
    // A column may start and end inside its values.
    assert_eq!(F::hash_column(key, b"some text", &[2_usize, 4, 6], &mut out), Ok(()));
    assert_eq!(out, [F::hash(key, b"me"), F::hash(key, b" t")]);
    // The numbers are compared whole.
    let messages = (1 << 16) + 2;
    let length = Err(BatchError::Length { messages, outputs: 2 });
    assert_eq!(F::hash_u64s(key, &vec![0; messages], &mut out), length);
    let text = BatchError::Length { messages: 1, outputs: 2 }.to_string();
    assert_eq!(text, "batch has 1 messages and 2 outputs");
}

/// One more than the largest number of messages that a kernel hashes in parallel.
const LANES: usize = 49;

/// Checks that nothing before or after the messages of a batch or the list of them is read, and
/// that nothing around the outputs is written. The messages have similar or different lengths, and
/// each lies next to a fence of its own. A full run tries every number of messages.
pub fn no_read_outside<F: Batches>() {
    on_keys::<F>("guard pages of batches", 6, &|key| {
        let old = F::hash(key, b"old");
        let lengths = guard::lengths(super::edges::<F>(300));
        let longest = lengths.last().copied().unwrap_or(0);
        let messages: Vec<_> = (0..=longest).map(|len| PAINT.message(len)).collect();
        let expected: Vec<_> = messages.iter().map(|m| F::hash(key, m)).collect();
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
            let out = out.end(&vec![old; count]);
            F::hash_many(key, list.end(&slices), out).expect("one output per message");
            for (lane, hash) in out.iter().enumerate() {
                assert_eq!(*hash, expected[of_lane(lane)], "lane {lane} of {count}, {len}");
            }
        };
        for (i, len) in lengths.into_iter().enumerate() {
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
pub fn no_read_outside_columns<F: Batches>() {
    on_keys::<F>("guard pages of columns", 6, &|key| {
        let old = F::hash(key, b"old");
        let most = if guard::is_full() { 200 } else { 67 };
        let words: Vec<u64> = (0..200_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let mut pages: [_; 3] = core::array::from_fn(|_| Guarded::new(1 << 16));
        for count in 0..=most {
            let [inputs, ends, outputs] = &mut pages;
            let expected: Vec<_> =
                words[..count].iter().map(|w| F::hash(key, &w.to_le_bytes())).collect();
            let out = outputs.end(&vec![old; count]);
            F::hash_u64s(key, inputs.end(&words[..count]), out).expect("one output per message");
            assert_eq!(out, expected, "{count} words at the end");
            let out = outputs.begin(&vec![old; count]);
            F::hash_u64s(key, inputs.begin(&words[..count]), out).expect("one output per message");
            assert_eq!(out, expected, "{count} words at the start");

            for longest in [0, 7, 16, 65, 300] {
                let lengths = (0..count).map(|i| (i * 37 + count) % (longest + 1));
                let offsets: Vec<u32> = core::iter::once(0)
                    .chain(lengths.scan(0, |end, len| {
                        *end += u32::try_from(len).expect("the lengths are short");
                        Some(*end)
                    }))
                    .collect();
                let values =
                    PAINT.message(*offsets.last().expect("there is a first offset") as usize);
                let range = |i: usize| offsets[i] as usize..offsets[i + 1] as usize;
                let expected: Vec<_> =
                    (0..count).map(|i| F::hash(key, &values[range(i)])).collect();
                let out = outputs.end(&vec![old; count]);
                F::hash_column(key, inputs.end(&values), ends.end(&offsets), out)
                    .expect("the column is consistent");
                assert_eq!(out, expected, "{count} values at the end");
                let out = outputs.begin(&vec![old; count]);
                F::hash_column(key, inputs.begin(&values), ends.begin(&offsets), out)
                    .expect("the column is consistent");
                assert_eq!(out, expected, "{count} values at the start");
            }
        }
    });
}
