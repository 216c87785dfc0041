//! Tests of parts: any grouping gives the hash of the whole message.

use super::{Parts, edges, on_keys};
use crate::guard::{self, Guarded};
use crate::message::{NOISE, PAINT};
use hash_core::CombineError;
use hash_core::backend::Token;

/// Checks any grouping of three parts, and parts of streams.
pub fn any_grouping<F: Parts>() {
    let block = F::PART_BLOCK;
    on_keys::<F>("parts", 10, &|key| {
        for len in [0, 1, block - 1, block, block + 1, 2 * block, 5 * block - 20, 20 * block] {
            let message = NOISE.message(len);
            let expected = F::hash(key, &message);
            let whole = F::part(key, &message);
            assert_eq!(F::whole(key, &whole), expected);
            let mut stream = F::stream(key);
            F::update(&mut stream, &message);
            assert_eq!(F::part_of_stream(&stream), whole);
            for a in (0..=len).step_by(block) {
                for b in (a..=len).step_by(3 * block) {
                    let [x, y, z] = [&message[..a], &message[a..b], &message[b..]]
                        .map(|part| F::part(key, part));
                    let join =
                        |left: &F::Part, right| F::combine(key, left, right).expect("aligned");
                    let left = join(&join(&x, &y), &z);
                    let right = join(&x, &join(&y, &z));
                    assert_eq!(left, right);
                    assert_eq!(F::part_len(&left), len as u64);
                    assert_eq!(F::whole(key, &left), expected, "{a}, {b} of {len}");
                }
            }
        }
    });
}

/// Checks that a part of more than 2^16 bytes has its length and is the part of a stream.
pub fn long_parts<F: Parts>() {
    let message = NOISE.message((1 << 16) + 5);
    on_keys::<F>("long parts", 12, &|key| {
        let mut stream = F::stream(key);
        F::update(&mut stream, &message);
        let part = F::part(key, &message);
        assert_eq!(F::part_len(&part), message.len() as u64);
        assert_eq!(part, F::part_of_stream(&stream));
        assert_eq!(F::whole(key, &part), F::finalize(&stream));
    });
}

/// Checks that nothing before or after a part is read.
pub fn no_read_outside<F: Parts>() {
    on_keys::<F>("guard pages of parts", 10, &|key| {
        let lengths = guard::lengths(edges::<F>(300));
        let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
        for len in lengths {
            let message = PAINT.message(len);
            let expected = F::part(key, &message);
            assert_eq!(F::whole(key, &expected), F::hash(key, &message), "{len} bytes");
            guarded.places(&message, |m| assert_eq!(F::part(key, m), expected, "{len} bytes"));
        }
    });
}

/// Checks that a left part that ends inside a block and too many bytes are refused, and that the
/// empty part is neutral.
pub fn refuse_unaligned<F: Parts>() {
    let key = &F::key(11, F::Backend::detect());
    let (len, block) = (F::PART_BLOCK - 1, F::PART_BLOCK as u64);
    let odd = F::part(key, &vec![1; len]);
    let unaligned = CombineError::Unaligned { len: len as u64, block };
    assert_eq!(F::combine(key, &odd, &odd), Err(unaligned));
    assert_eq!(F::combine(key, &odd, &F::EMPTY), Ok(odd));
    assert_eq!(F::combine(key, &F::EMPTY, &odd), Ok(odd));
    let mut long = F::part(key, &vec![1; F::PART_BLOCK]);
    while F::part_len(&long) < 1 << 63 {
        let double = F::combine(key, &long, &long).expect("the parts have at most 2^63 bytes");
        assert_eq!(F::part_len(&double), 2 * F::part_len(&long));
        long = double;
    }
    assert_eq!(F::combine(key, &long, &long), Err(CombineError::TooLong));
    let text = format!("left part has {len} bytes, which is not a multiple of {block}");
    assert_eq!(unaligned.to_string(), text);
    let text = format!("{odd:?}");
    assert!(text.contains(&len.to_string()) && text.ends_with(".. }"), "{text}");
}
