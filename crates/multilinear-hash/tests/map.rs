//! The hasher of maps, compared with the reference and with frozen values.

use core::hash::{BuildHasher, Hasher};
use multilinear_hash::{FixedState, MapKey, MultiplyShift, Portable, RandomState, UnevenState};
use proptest::prelude::*;
use reference::map::Write;
use std::collections::HashSet as StdSet;
use testkit::Guarded;
use testkit::conformance::key::{derived, refused_parts};
use testkit::conformance::{check, map};
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT};

testkit::process_map_suite!(RandomState);

const WORDS: usize = MapKey::WORDS;

fn key_words(seed: u64) -> [u64; WORDS] {
    let bytes = derived("multilinear map hash", seed, MapKey::BYTES);
    std::array::from_fn(|i| u64::from_le_bytes(bytes.as_chunks().0[i]))
}

/// Computes the hash by the reference.
fn map_hash(words: &[u64; WORDS], writes: &[Write]) -> u64 {
    let slice = |bytes: &[u8]| reference::multilinear::map_slice(&words[104..], bytes);
    reference::map::map_hash(&words[..6], &words[6..104], slice, writes)
}

static KEY: MapKey = MapKey::from_seed(1);
const STATE: FixedState<&MapKey> = FixedState::new(&KEY);

fn written(writes: &[Write]) -> u64 {
    written_to(&STATE, writes)
}

#[expect(clippy::cast_possible_truncation, reason = "the integers have this many bits")]
fn written_to(state: &impl BuildHasher, writes: &[Write]) -> u64 {
    let mut hasher = state.build_hasher();
    for write in writes {
        match write {
            Write::Integer(i, 8) => hasher.write_u8(*i as u8),
            Write::Integer(i, 16) => hasher.write_u16(*i as u16),
            Write::Integer(i, 32) => hasher.write_u32(*i as u32),
            Write::Integer(i, 64) => hasher.write_u64(*i as u64),
            Write::Integer(i, _) => hasher.write_u128(*i),
            Write::Slice(bytes) => hasher.write(bytes),
        }
    }
    hasher.finish()
}

/// Returns the writes of a `str`.
fn text(text: &str) -> [Write; 2] {
    [Write::Slice(text.into()), Write::Integer(0xff, 8)]
}

#[test]
fn slices_of_every_length_are_the_reference_s() {
    let words = key_words(1);
    let mut guarded = Guarded::new(2000);
    for len in ladder(400, 112, 12) {
        let bytes = NOISE.message(len);
        for end in [0, 1] {
            let writes = [Write::Slice(bytes.clone()), Write::Integer(0xff, 8)];
            let writes = &writes[..1 + end];
            assert_eq!(written(writes), map_hash(&words, writes), "{len} bytes");
        }
        let hash = |m: &[u8]| {
            let mut hasher = STATE.build_hasher();
            hasher.write(m);
            hasher.finish()
        };
        let expected = hash(&bytes);
        assert_eq!([hash(guarded.end(&bytes)), hash(guarded.begin(&bytes))], [expected; 2]);
        placements(&bytes, 8, |m| assert_eq!(hash(m), expected));
    }
}

#[test]
fn integers_strings_and_tuples() {
    let words = key_words(1);
    let check = |found: u64, writes: &[Write]| {
        assert_eq!(found, map_hash(&words, writes), "{writes:?}");
    };
    let int = Write::Integer;
    check(STATE.hash_one(()), &[]);
    check(STATE.hash_one(7_u8), &[int(7, 8)]);
    check(STATE.hash_one(-7_i64), &[int(u128::from(u64::MAX) - 6, 64)]);
    check(STATE.hash_one(-7_i8), &[int(0xf9, 8)]);
    check(STATE.hash_one(7_usize), &[int(7, 64)]);
    check(STATE.hash_one(-7_isize), &[int(u128::from(u64::MAX) - 6, 64)]);
    check(STATE.hash_one(7_u128 << 64 | 5), &[int(7 << 64 | 5, 128)]);
    check(STATE.hash_one((7_u64, 8_u32)), &[int(7, 64), int(8, 32)]);
    check(
        STATE.hash_one((7_u64, 8_u32, 9_u16, 10_u8, -11_i64)),
        &[int(7, 64), int(8, 32), int(9, 16), int(10, 8), int(u128::from(u64::MAX) - 10, 64)],
    );
    check(STATE.hash_one("seven"), &text("seven"));
    check(STATE.hash_one(("one", "two")), &[text("one"), text("two")].concat());
    let one_two = [&[int(1, 8)], text("one").as_slice(), &text("two"), &[int(3, 128)]].concat();
    check(STATE.hash_one((1_u8, "one", "two", 3_u128)), &one_two);
    let bytes = |len, bytes: &[u8]| [int(len, 64), Write::Slice(bytes.to_vec())];
    check(STATE.hash_one(b"bytes".as_slice()), &bytes(5, b"bytes"));
    check(STATE.hash_one(b"sixteen letters."), &bytes(16, b"sixteen letters."));
    check(STATE.hash_one(vec![1_u16, 2]), &bytes(2, &[1_u16, 2].map(u16::to_ne_bytes).concat()));
    check(STATE.hash_one(Portable([1_u16, 2])), &[int(2, 64), int(1, 16), int(2, 16)]);
    check(STATE.hash_one(Portable([-1_isize])), &[int(1, 64), int(u64::MAX.into(), 64)]);
    let address = std::net::Ipv4Addr::new(192, 0, 2, 1);
    check(STATE.hash_one(Portable(address)), &[int(0xc000_0201, 32)]);
    for strings in 0..40 {
        let value = vec![("item", 3_u32); strings];
        let mut writes = vec![int(strings as u128, 64)];
        writes
            .extend(value.iter().flat_map(|_| [text("item").to_vec(), vec![int(3, 32)]].concat()));
        check(STATE.hash_one(&value), &writes);
    }
}

/// Values of the first release, also computed by another implementation.
#[test]
fn frozen() {
    let strings = [
        "",
        "a",
        "seven",
        "eight by",
        "sixteen letters.",
        "a string that is a little longer than that",
    ];
    let found = strings.map(|text| STATE.hash_one(text));
    let expected = strings.map(|string| map_hash(&key_words(1), &text(string)));
    assert_eq!(found, expected);
    assert_eq!(STATE.hash_one(0x0123_4567_89ab_cdef_u64), FROZEN_INTEGER);
    assert_eq!(STATE.hash_one("seven"), FROZEN_STRING);
    let value = (7_usize, -7_i16, 'x', Some("text"), [1_u8, 2], Portable([1_u32, 2, 3]));
    assert_eq!(STATE.hash_one(value), FROZEN_TUPLE);
}

const FROZEN_INTEGER: u64 = 2_867_849_683_429_225_393;
const FROZEN_TUPLE: u64 = 6_778_629_158_259_854_376;
const FROZEN_STRING: u64 = 17_079_829_569_425_542_560;

/// Repeated bytes have different hashes, although their words do not show how many they are.
#[test]
fn repeated_bytes_have_different_hashes() {
    let state = RandomState::new();
    let hashes: StdSet<u64> = (0..500).map(|len| state.hash_one("x".repeat(len))).collect();
    assert_eq!(hashes.len(), 500);
}

#[test]
fn fixed_states_own_borrow_or_share_their_key() {
    map::one_path(&STATE);
    let expected = STATE.hash_one(("seven", 7));
    assert_eq!(FixedState::new(KEY).hash_one(("seven", 7)), expected);
    assert_eq!(FixedState::new(std::sync::Arc::new(KEY)).hash_one(("seven", 7)), expected);
    assert_eq!(FixedState::from_seed(1).hash_one(("seven", 7)), expected);
}

/// The sizes that the docs state. Other targets have a smaller alignment of `u128`.
#[test]
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn sizes() {
    assert_eq!(size_of::<FixedState<&MapKey>>(), 8);
    assert_eq!(size_of::<FixedState>(), 960);
}

#[test]
fn words_of_keys() {
    let words = key_words(5);
    assert_eq!(MapKey::from_seed(5).to_words(), words);
    assert_eq!(MapKey::from_words(words).to_words(), words);
    // The unused bits of the points are stored but have no effect.
    let mut other = words;
    other[103] ^= 3 << 62;
    other[105] ^= 3 << 62;
    let other = MapKey::from_words(other);
    assert_ne!(other.to_words(), words);
    let value = vec!["x".repeat(300); 20];
    let expected = FixedState::from_seed(5).hash_one(&value);
    assert_eq!(FixedState::new(&other).hash_one(&value), expected);
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_a_wiped_key() {
    use zeroize::Zeroize;
    let mut key = KEY;
    key.zeroize();
    assert_eq!(key.to_bytes(), [0; MapKey::BYTES]);
    let zeros = FixedState::new(MapKey::from_words([0; WORDS]));
    assert_eq!(FixedState::new(&key).hash_one(7_u64), zeros.hash_one(7_u64));
}

#[cfg(feature = "rand_core")]
#[test]
fn multiply_shift_of_a_generator() {
    let shift = MultiplyShift::<1>::from_rng(&mut testkit::conformance::key::Counter(0));
    assert_eq!(shift, MultiplyShift::new([3 | 4 << 64], 1 | 2 << 64));
    let shift = MultiplyShift::<2>::from_rng(&mut testkit::conformance::key::Counter(0));
    assert_eq!(shift, MultiplyShift::new([3 | 4 << 64, 5 | 6 << 64], 1 | 2 << 64));
}

#[test]
fn multiply_shift_of_tuples() {
    let words = derived("multiply-shift", 9, 16 * 5);
    let double = |i: usize| u128::from_le_bytes(words.as_chunks().0[i]);
    let oracle = |words: &[u64]| {
        let key: Vec<_> = (0..5).map(double).collect();
        reference::multilinear::ml64(&key, words)
    };
    assert_eq!(MultiplyShift::<1>::from_seed(9).hash(7_u64), oracle(&[7]));
    assert_eq!(MultiplyShift::<1>::from_seed(9).hash(7_u8), oracle(&[7]));
    assert_eq!(MultiplyShift::<2>::from_seed(9).hash(7_u128 << 64 | 5), oracle(&[5, 7]));
    assert_eq!(MultiplyShift::<2>::from_seed(9).hash((5_u64, 7_u32)), oracle(&[5, 7]));
    assert_eq!(MultiplyShift::<3>::from_seed(9).hash((5_u64, 7_u32, 9_u8)), oracle(&[5, 7, 9]));
    assert_eq!(
        MultiplyShift::<4>::from_seed(9).hash([1, 2, 3, u64::MAX]),
        oracle(&[1, 2, 3, u64::MAX])
    );
    assert_eq!(MultiplyShift::new([1 << 64], 5).hash(9_u64), 9);
    assert_eq!(format!("{:?}", MultiplyShift::<1>::from_seed(1)), "MultiplyShift { .. }");
}

fn any_writes() -> impl Strategy<Value = Vec<Write>> {
    let width = prop_oneof![Just(8), Just(16), Just(32), Just(64), Just(128)];
    let integer =
        (any::<u128>(), width).prop_map(|(i, bits)| Write::Integer(i >> (128 - bits), bits));
    let len = prop_oneof![4 => 0_usize..300, 1 => Just(16)];
    let slice = len.prop_map(|len| Write::Slice(NOISE.message(len)));
    proptest::collection::vec(prop_oneof![integer, slice], 0..50)
}

/// The same under an `UnevenState`, whose keys are derived as those of a seeded `RandomState`.
#[test]
fn any_writes_under_uneven_states_are_the_reference_s() {
    let words = |name, seed, count: usize| {
        let bytes = derived(name, seed, 8 * count);
        bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect::<Vec<_>>()
    };
    let (map, shared) = (words("multilinear map", 5, 6), words("multilinear map shared", 0, 98));
    let slices = words("multilinear map slices", 0, 16);
    let slice = |bytes: &[u8]| reference::multilinear::map_slice(&slices, bytes);
    check(200, any_writes(), |writes| {
        let expected = reference::map::uneven_hash(&map[..4], &shared, slice, &writes);
        prop_assert_eq!(written_to(&UnevenState::from_seed(5), &writes), expected);
        Ok(())
    });
}

#[test]
fn any_writes_are_the_reference_s() {
    check(200, any_writes(), |writes| {
        prop_assert_eq!(written(&writes), map_hash(&key_words(1), &writes));
        Ok(())
    });
    check(200, 0_usize..5000, |len| {
        let writes = [Write::Slice(PAINT.message(len))];
        prop_assert_eq!(written(&writes), map_hash(&key_words(1), &writes));
        Ok(())
    });
}

#[test]
fn keys_of_which_a_part_is_zeros_are_refused() {
    let parts = [0..16, 16..32, 816..832, 832..848, 848..960];
    let is_refused = |bytes: &[u8]| MapKey::try_from(bytes).is_err();
    refused_parts(&KEY.to_bytes(), &parts, 32..816, is_refused);
}
