//! Tests of streams: any split gives the one-shot value, and integers are little-endian bytes.

use super::{Function, edges, on_keys};
use crate::guard::{self, Guarded};
use crate::lengths::{pieces as cut, splits2, splits3};
use crate::message::{NOISE, PAINT};
use core::hash::{Hash, Hasher};
use hash_core::backend::Token;
use proptest::prelude::*;
use std::io::Write;

fn stream<'m, F: Function>(key: &F::Key, parts: impl IntoIterator<Item = &'m [u8]>) -> F::Hash {
    let mut stream = F::stream(key);
    for part in parts {
        F::update(&mut stream, part);
    }
    F::finalize(&stream)
}

/// Checks every split into two of short messages, and splits of messages around whole blocks.
pub fn splits_in_two<F: Function>() {
    on_keys::<F>("splits in two", 1, &|key| {
        // Every split of every length would take quadratic time around long blocks.
        let step = if F::BLOCK > 2048 { 11 } else { 1 };
        let lengths = edges::<F>(70);
        for (i, len) in lengths.into_iter().enumerate() {
            if len > 70 && !i.is_multiple_of(5) {
                continue;
            }
            let message = NOISE.message(len);
            let expected = F::hash(key, &message);
            if len <= 70 || step == 1 {
                splits2(&message, |parts| {
                    assert_eq!(stream::<F>(key, parts), expected, "{} of {len}", parts[0].len());
                });
            } else {
                let edges = [1, F::BLOCK - 1, F::BLOCK, len - 1];
                for at in (0..=len).step_by(step).chain(edges).filter(|at| *at <= len) {
                    let (left, right) = message.split_at(at);
                    assert_eq!(stream::<F>(key, [left, right]), expected, "{at} of {len}");
                }
            }
        }
    });
}

/// Checks every split into three of some short messages.
pub fn splits_in_three<F: Function>() {
    on_keys::<F>("splits in three", 2, &|key| {
        for len in [1, 2, 8, 15, 16, 17, 31, 32, 33, 40, 49, 63, 64, 65, 97] {
            let message = PAINT.message(len);
            let expected = F::hash(key, &message);
            splits3(&message, |parts| assert_eq!(stream::<F>(key, parts), expected, "{len} bytes"));
        }
    });
}

/// Checks pieces of one length, and pieces of that length among others.
pub fn pieces<F: Function>() {
    on_keys::<F>("pieces", 3, &|key| {
        let message = NOISE.message(9300 + F::BLOCK);
        let expected = F::hash(key, &message);
        let around = [F::BLOCK - 1, F::BLOCK, F::BLOCK + 1];
        for length in
            (1..=70).chain([127, 128, 129, 1000, 1023, 1024, 1025, 4096, 5000]).chain(around)
        {
            let length = length.max(1);
            assert_eq!(stream::<F>(key, cut(&message, &[length])), expected, "pieces of {length}");
            let mixed = cut(&message, &[length, 0, 3, 16, 32, 64, 1024]);
            assert_eq!(stream::<F>(key, mixed), expected, "pieces of {length} among others");
        }
    });
}

/// Checks that nothing before or after a piece is read, at the start of a stream and after other
/// pieces, and nothing after the stream itself.
pub fn no_read_outside<F: Function>() {
    on_keys::<F>("guard pages of streams", 9, &|key| {
        let lengths = guard::lengths(edges::<F>(300));
        let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
        guard::hold(F::stream(key), |stream| {
            for before in [0, 13, F::BLOCK - 1] {
                let first = NOISE.message(before);
                let mut begun = F::stream(key);
                F::update(&mut begun, &first);
                for &len in &lengths {
                    let message = PAINT.message(len);
                    let expected = F::hash(key, &[first.as_slice(), &message].concat());
                    guarded.places(&message, |piece| {
                        *stream = begun.clone();
                        F::update(stream, piece);
                        assert_eq!(F::finalize(stream), expected, "{len} bytes after {before}");
                    });
                }
            }
        });
    });
}

/// Checks the hash so far and the count of bytes after each byte.
pub fn hash_so_far<F: Function>() {
    on_keys::<F>("hashes so far", 4, &|key| {
        let message = NOISE.message((2 * F::BLOCK + 40).clamp(300, 2100));
        let mut stream = F::stream(key);
        for (len, byte) in message.iter().enumerate() {
            assert_eq!(F::len(&stream), len as u64);
            assert_eq!(F::finalize(&stream), F::hash(key, &message[..len]), "{len} bytes");
            F::update(&mut stream, &[*byte]);
        }
    });
}

/// Checks that the integer writes of `Hasher` append little-endian bytes, `usize` and `isize` as 64
/// bits.
pub fn integers<F: Function>() {
    on_keys::<F>("integers", 5, &|key| {
        let hasher = &mut F::stream(key);
        let mut bytes = Vec::new();
        // The writes cross the end of a word and of a block at every position.
        for round in 0_u8..40 {
            hasher.write_u8(round);
            hasher.write_i8(-1);
            hasher.write_u16(0x0102);
            hasher.write_i16(-2);
            hasher.write_u32(0x0102_0304);
            hasher.write_i32(-3);
            hasher.write_u64(0x0102_0304_0506_0708);
            hasher.write_i64(-4);
            hasher.write_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
            hasher.write_i128(-5);
            hasher.write_usize(6);
            hasher.write_isize(-7);
            Hasher::write(hasher, &[round; 3]);
            bytes.extend([round, 0xff]);
            bytes.extend(0x0102_u16.to_le_bytes());
            bytes.extend((-2_i16).to_le_bytes());
            bytes.extend(0x0102_0304_u32.to_le_bytes());
            bytes.extend((-3_i32).to_le_bytes());
            bytes.extend(0x0102_0304_0506_0708_u64.to_le_bytes());
            bytes.extend((-4_i64).to_le_bytes());
            bytes.extend(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10_u128.to_le_bytes());
            bytes.extend((-5_i128).to_le_bytes());
            bytes.extend(6_u64.to_le_bytes());
            bytes.extend((-7_i64).to_le_bytes());
            bytes.extend([round; 3]);
            let expected = F::hash(key, &bytes);
            assert_eq!(F::finalize(hasher), expected);
            assert_eq!(hasher.finish(), F::finish(expected));
        }
    });
}

/// Checks that values of std types write the bytes that the docs of the family describe.
pub fn std_types<F: Function>() {
    on_keys::<F>("types of std", 6, &|key| {
        let of = |value: &dyn Fn(&mut F::Stream<'_>)| {
            let mut hasher = F::stream(key);
            value(&mut hasher);
            F::finalize(&hasher)
        };
        assert_eq!(of(&|h| "text".hash(h)), F::hash(key, b"text\xff"));
        assert_eq!(of(&|h| ("a", 1_u16).hash(h)), F::hash(key, b"a\xff\x01\0"));
        let slice = b"\x02\0\0\0\0\0\0\0\x01\x02";
        assert_eq!(of(&|h| [1_u8, 2].as_slice().hash(h)), F::hash(key, slice));
        assert_eq!(of(&|h| true.hash(h)), F::hash(key, &[1]));
        assert_eq!(of(&|h| 'x'.hash(h)), F::hash(key, b"x\0\0\0"));
    });
}

/// Checks that a stream can be written to like a file.
pub fn as_a_file<F: Function>() {
    on_keys::<F>("files", 7, &|key| {
        let mut stream = F::stream(key);
        write!(stream, "{} and {}", 1, 2).expect("writes to a stream never fail");
        Write::flush(&mut stream).expect("nothing to flush");
        std::io::copy(&mut &b" and more"[..], &mut stream).expect("writes to a stream never fail");
        assert_eq!(F::finalize(&stream), F::hash(key, b"1 and 2 and more"));
    });
}

/// Checks that a clone is independent, and that `Debug` shows the length and no secret.
pub fn clones<F: Function>() {
    on_keys::<F>("clones", 8, &|key| {
        let mut stream = F::stream(key);
        F::update(&mut stream, &[1; 40]);
        let mut other = stream.clone();
        F::update(&mut stream, b"left");
        F::update(&mut other, b"right");
        assert_eq!(F::finalize(&stream), F::hash(key, &[&[1; 40], &b"left"[..]].concat()));
        assert_eq!(F::finalize(&other), F::hash(key, &[&[1; 40], &b"right"[..]].concat()));
        let text = format!("{stream:?}");
        assert!(text.contains("44") && text.ends_with(".. }"), "{text}");
        assert!(
            text.chars().filter(char::is_ascii_digit).count() < 12,
            "the text may contain a secret: {text}"
        );
    });
}

/// Checks random splits of random messages.
pub fn any_split<F: Function>() {
    let messages = proptest::collection::vec(any::<u8>(), 0..6000);
    let lengths = proptest::collection::vec(0_usize..2000, 1..6);
    super::check(48, (messages, lengths), |(message, lengths)| {
        prop_assume!(lengths.iter().any(|&l| l > 0));
        for backend in F::Backend::available() {
            let key = F::key(12, backend);
            let pieces = cut(&message, &lengths);
            prop_assert_eq!(stream::<F>(&key, pieces), F::hash(&key, &message));
        }
        Ok(())
    });
}
