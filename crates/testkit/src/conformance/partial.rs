//! Tests of parts: any grouping gives the hash of the whole message.

use super::any::{AnyFunction, AnyPart};
use super::edges;
use crate::guard::{self, Guarded};
use crate::message::{NOISE, PAINT};
use hash_core::CombineError;

/// Checks any grouping of three parts, and parts of streams.
pub fn any_grouping(function: &AnyFunction) {
    function.on_parts("parts", 10, &|key| {
        let block = function.block;
        for len in [0, 1, block - 1, block, block + 1, 2 * block, 5 * block - 20, 20 * block] {
            let message = NOISE.message(len);
            let expected = key.hash(&message);
            let whole = key.part(&message);
            assert_eq!(key.whole(&whole), expected);
            assert!(key.same(&key.streamed(&message).0, &whole), "{len} bytes");
            for a in (0..=len).step_by(block) {
                for b in (a..=len).step_by(3 * block) {
                    let [x, y, z] =
                        [&message[..a], &message[a..b], &message[b..]].map(|part| key.part(part));
                    let join =
                        |left: &AnyPart, right: &AnyPart| key.join(left, right).expect("aligned");
                    let left = join(&join(&x, &y), &z);
                    let right = join(&x, &join(&y, &z));
                    assert!(key.same(&left, &right), "{a}, {b} of {len}");
                    assert_eq!(key.part_len(&left), len as u64);
                    assert_eq!(key.whole(&left), expected, "{a}, {b} of {len}");
                }
            }
        }
    });
}

/// Checks that a part of more than 2^16 bytes has its length and is the part of a stream.
pub fn long_parts(function: &AnyFunction) {
    let message = NOISE.message((1 << 16) + 5);
    function.on_parts("long parts", 12, &|key| {
        let part = key.part(&message);
        assert_eq!(key.part_len(&part), message.len() as u64);
        let (of_stream, hash) = key.streamed(&message);
        assert!(key.same(&part, &of_stream));
        assert_eq!(key.whole(&part), hash);
    });
}

/// Checks that nothing before or after a part is read.
pub fn no_read_outside(function: &AnyFunction) {
    let lengths = guard::lengths(edges(300, function.group));
    function.on_parts("guard pages of parts", 10, &|key| {
        let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
        for &len in &lengths {
            let message = PAINT.message(len);
            let expected = key.part(&message);
            assert_eq!(key.whole(&expected), key.hash(&message), "{len} bytes");
            guarded.places(&message, |m| assert!(key.same(&key.part(m), &expected), "{len} bytes"));
        }
    });
}

/// Checks that a left part that ends inside a block and too many bytes are refused, and that the
/// empty part is neutral.
pub fn refuse_unaligned(function: &AnyFunction) {
    function.on_parts("parts that do not join", 11, &|key| {
        let (len, block) = (function.block - 1, function.block as u64);
        let (odd, empty) = (key.part(&vec![1; len]), key.empty());
        let unaligned = CombineError::Unaligned { len: len as u64, block };
        assert_eq!(key.join(&odd, &odd).err(), Some(unaligned));
        for [left, right] in [[&odd, &empty], [&empty, &odd]] {
            assert!(key.join(left, right).is_ok_and(|joined| key.same(&joined, &odd)));
        }
        let mut long = key.part(&vec![1; function.block]);
        while key.part_len(&long) < 1 << 63 {
            let double = key.join(&long, &long).expect("the parts have at most 2^63 bytes");
            assert_eq!(key.part_len(&double), 2 * key.part_len(&long));
            long = double;
        }
        assert_eq!(key.join(&long, &long).err(), Some(CombineError::TooLong));
        let text = format!("left part has {len} bytes, which is not a multiple of {block}");
        assert_eq!(unaligned.to_string(), text);
        let text = key.part_text(&odd);
        assert!(text.contains(&len.to_string()) && text.ends_with(".. }"), "{text}");
    });
}
