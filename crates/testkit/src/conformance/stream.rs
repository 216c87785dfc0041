//! Tests of streams: any split gives the one-shot value, and integers are little-endian bytes.

use super::any::{AnyFunction, AnyKey, Words};
use super::edges;
use crate::guard::{self, Guarded};
use crate::lengths::{pieces as cut, splits2, splits3};
use crate::message::{NOISE, PAINT};
use core::hash::{Hash, Hasher};
use proptest::prelude::*;

fn stream<'m>(key: &dyn AnyKey, parts: impl IntoIterator<Item = &'m [u8]>) -> Words {
    let mut stream = key.stream();
    for part in parts {
        stream.update(part);
    }
    stream.finalize()
}

/// Checks every split into two of short messages, and splits of messages around whole blocks.
pub fn splits_in_two(function: &AnyFunction) {
    let block = function.group;
    function.on_keys("splits in two", 1, &|key| {
        // Every split of every length would take quadratic time around long blocks.
        let step = if block > 2048 { 11 } else { 1 };
        let lengths = edges(70, block);
        for (i, len) in lengths.into_iter().enumerate() {
            if len > 70 && !i.is_multiple_of(5) {
                continue;
            }
            let message = NOISE.message(len);
            let expected = key.hash(&message);
            if len <= 70 || step == 1 {
                splits2(&message, |parts| {
                    assert_eq!(stream(key, parts), expected, "{} of {len}", parts[0].len());
                });
            } else {
                let edges = [1, block - 1, block, len - 1];
                for at in (0..=len).step_by(step).chain(edges).filter(|at| *at <= len) {
                    let (left, right) = message.split_at(at);
                    assert_eq!(stream(key, [left, right]), expected, "{at} of {len}");
                }
            }
        }
    });
}

/// Checks every split into three of some short messages.
pub fn splits_in_three(function: &AnyFunction) {
    function.on_keys("splits in three", 2, &|key| {
        for len in [1, 2, 8, 15, 16, 17, 31, 32, 33, 40, 49, 63, 64, 65, 97] {
            let message = PAINT.message(len);
            let expected = key.hash(&message);
            splits3(&message, |parts| assert_eq!(stream(key, parts), expected, "{len} bytes"));
        }
    });
}

/// Checks pieces of one length, and pieces of that length among others.
pub fn pieces(function: &AnyFunction) {
    let block = function.group;
    function.on_keys("pieces", 3, &|key| {
        let message = NOISE.message(9300 + block);
        let expected = key.hash(&message);
        let around = [block - 1, block, block + 1];
        for length in
            (1..=70).chain([127, 128, 129, 1000, 1023, 1024, 1025, 4096, 5000]).chain(around)
        {
            let length = length.max(1);
            assert_eq!(stream(key, cut(&message, &[length])), expected, "pieces of {length}");
            let mixed = cut(&message, &[length, 0, 3, 16, 32, 64, 1024]);
            assert_eq!(stream(key, mixed), expected, "pieces of {length} among others");
        }
    });
}

/// Checks that nothing before or after a piece is read, at the start of a stream and after other
/// pieces, and nothing after the stream itself.
pub fn no_read_outside(function: &AnyFunction) {
    let block = function.group;
    function.on_keys("guard pages of streams", 9, &|key| {
        let lengths = guard::lengths(edges(300, block));
        let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
        for before in [0, 13, block - 1] {
            let first = NOISE.message(before);
            key.fenced(&first, &mut |append| {
                for &len in &lengths {
                    let message = PAINT.message(len);
                    let expected = key.hash(&[first.as_slice(), &message].concat());
                    guarded.places(&message, |piece| {
                        assert_eq!(append(piece), expected, "{len} bytes after {before}");
                    });
                }
            });
        }
    });
}

/// Checks the hash so far and the count of bytes after each byte.
pub fn hash_so_far(function: &AnyFunction) {
    let length = (2 * function.group + 40).clamp(300, 2100);
    function.on_keys("hashes so far", 4, &|key| {
        let message = NOISE.message(length);
        let mut stream = key.stream();
        for (len, byte) in message.iter().enumerate() {
            assert_eq!(stream.count(), len as u64);
            assert_eq!(stream.finalize(), key.hash(&message[..len]), "{len} bytes");
            stream.update(&[*byte]);
        }
    });
}

/// Checks that the integer writes of `Hasher` append little-endian bytes, `usize` and `isize` as 64
/// bits.
pub fn integers(function: &AnyFunction) {
    function.on_keys("integers", 5, &|key| {
        let mut stream = key.stream();
        let mut bytes = Vec::new();
        // The writes cross the end of a word and of a block at every position.
        for round in 0_u8..40 {
            let hasher = stream.hasher();
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
            hasher.write(&[round; 3]);
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
            let (finished, expected) = (hasher.finish(), key.hash(&bytes));
            // A stream of several functions finishes as another one.
            assert!(finished == expected[0] || !function.finishes, "{finished:x}");
            assert_eq!(stream.finalize(), expected);
        }
    });
}

/// Checks that values of std types write the bytes that the docs of the family describe.
pub fn std_types(function: &AnyFunction) {
    function.on_keys("types of std", 6, &|key| {
        let of = |value: &dyn Fn(&mut &mut dyn Hasher)| {
            let mut stream = key.stream();
            value(&mut stream.hasher());
            stream.finalize()
        };
        assert_eq!(of(&|h| "text".hash(h)), key.hash(b"text\xff"));
        assert_eq!(of(&|h| ("a", 1_u16).hash(h)), key.hash(b"a\xff\x01\0"));
        let slice = b"\x02\0\0\0\0\0\0\0\x01\x02";
        assert_eq!(of(&|h| [1_u8, 2].as_slice().hash(h)), key.hash(slice));
        assert_eq!(of(&|h| true.hash(h)), key.hash(&[1]));
        assert_eq!(of(&|h| 'x'.hash(h)), key.hash(b"x\0\0\0"));
    });
}

/// Checks that a stream can be written to like a file.
pub fn as_a_file(function: &AnyFunction) {
    function.on_keys("files", 7, &|key| {
        let mut stream = key.stream();
        let file = stream.file();
        write!(file, "{} and {}", 1, 2).expect("writes to a stream never fail");
        file.flush().expect("nothing to flush");
        std::io::copy(&mut &b" and more"[..], file).expect("writes to a stream never fail");
        assert_eq!(stream.finalize(), key.hash(b"1 and 2 and more"));
    });
}

/// Checks that a clone is independent, and that `Debug` shows the length and no secret.
pub fn clones(function: &AnyFunction) {
    function.on_keys("clones", 8, &|key| {
        let mut begun = key.stream();
        begun.update(&[1; 40]);
        let (mut left, mut right) = (begun.another(), begun.another());
        left.update(b"left");
        right.update(b"right");
        assert_eq!(left.finalize(), key.hash(&[&[1; 40], &b"left"[..]].concat()));
        assert_eq!(right.finalize(), key.hash(&[&[1; 40], &b"right"[..]].concat()));
        assert_eq!(begun.finalize(), key.hash(&[1; 40]));
        let text = left.text();
        assert!(text.contains("44") && text.ends_with(".. }"), "{text}");
        assert!(
            text.chars().filter(char::is_ascii_digit).count() < 12,
            "the text may contain a secret: {text}"
        );
    });
}

/// Checks random splits of random messages.
pub fn any_split(function: &AnyFunction) {
    let messages = proptest::collection::vec(any::<u8>(), 0..6000);
    let lengths = proptest::collection::vec(0_usize..2000, 1..6);
    super::check(48, (messages, lengths), |(message, lengths)| {
        prop_assume!(lengths.iter().any(|&l| l > 0));
        function.on_each(12, &mut |key, backend| {
            assert_eq!(stream(key, cut(&message, &lengths)), key.hash(&message), "{backend}");
        });
        Ok(())
    });
}
