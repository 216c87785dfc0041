//! Batches: the same values as one by one, and errors before anything is written.

use super::{Batches, on_keys};
use crate::Guarded;
use crate::message::{NOISE, PAINT};
use hash_core::BatchError;
use hash_core::backend::Token;

/// Any number of messages, words and strings, of mixed lengths.
pub fn agree_with_single_messages<F: Batches>() {
    on_keys::<F>("batches", 4, |key| {
        let zero = F::hash(key, b"");
        let messages: Vec<_> = (0..80).map(|i| NOISE.message(i * i % 1500)).collect();
        let words: Vec<u64> = (0..67_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for count in 0..messages.len() {
            let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| F::hash(key, m)).collect();
            let mut out = vec![zero; count];
            F::hash_many(key, &slices, &mut out).expect("as many as outputs");
            assert_eq!(out, expected);

            let mut ends = vec![0_i32];
            ends.extend(slices.iter().scan(0, |end, m| {
                *end += i32::try_from(m.len()).expect("short");
                Some(*end)
            }));
            let mut out = vec![zero; count];
            F::hash_column(key, &slices.concat(), &ends, &mut out).expect("a column");
            assert_eq!(out, expected);
        }
        for count in 0..words.len() {
            let words = &words[..count];
            let mut out = vec![zero; count];
            F::hash_u64s(key, words, &mut out).expect("as many as outputs");
            let expected: Vec<_> = words.iter().map(|w| F::hash(key, &w.to_le_bytes())).collect();
            assert_eq!(out, expected);
        }
    });
}

/// Mismatched lengths and offsets out of order, of every type of offset.
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
    let text = BatchError::Length { messages: 1, outputs: 2 }.to_string();
    assert_eq!(text, "batch has 1 messages and 2 outputs");
}

/// Nothing before or after the slices of a batch is read, several at once or one.
pub fn no_read_outside<F: Batches>() {
    on_keys::<F>("guard pages of batches", 6, |key| {
        let lengths = super::edges::<F>(300);
        let longest = lengths.last().copied().unwrap_or(0);
        let mut guarded = Guarded::new(longest);
        for len in lengths {
            let message = PAINT.message(len);
            let expected = F::hash(key, &message);
            let check = |m: &[u8]| {
                for count in [1, 4, 16] {
                    let mut out = vec![F::hash(key, b"old"); count];
                    F::hash_many(key, &vec![m; count], &mut out).expect("as many as outputs");
                    assert!(out.iter().all(|h| *h == expected), "{count} times {len} bytes");
                }
            };
            check(guarded.end(&message));
            check(guarded.begin(&message));
        }
    });
}
