//! The hashers, compared with the reference and with frozen values.

use core::hash::{BuildHasher, Hasher};
use provenhash_map::{
    FastState, FixedState, HashMap, HashSet, MapKey, Portable, ProcessKey, RandomState,
};
use reference::map::{map_hash, own_word, state_hash, uneven_hash, Write};
use reference::multilinear::map_slice;
use testkit::conformance::key::derived;
use testkit::conformance::map;
use testkit::lengths::{ladder, placements};
use testkit::message::NOISE;
use testkit::Guarded;

/// Derives words from a name and a number, by the ChaCha20 of the test tools.
fn words(name: &str, seed: u64, count: usize) -> Vec<u64> {
    let bytes = derived(name, seed, 8 * count);
    bytes.chunks(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect()
}

const PROCESS: usize = ProcessKey::WORDS;
static PROCESS_KEY: ProcessKey = ProcessKey::from_seed(1);
static KEY: MapKey = MapKey::from_seed(1);
const FIXED: FixedState<&MapKey> = FixedState::new(&KEY);

/// Computes the hashes of all states by the reference: a `RandomState`, a `FastState` and a
/// `FixedState`.
fn expected(number: u64, writes: &[Write]) -> [u64; 3] {
    let (process, fixed) =
        (words("process map", 1, PROCESS), words("multilinear map hash", 1, 120));
    let slice = |bytes: &[u8]| map_slice(&process[159..], bytes);
    let own: Vec<u64> = (0..4).map(|i| own_word(&process, i, number)).collect();
    [
        state_hash(own[0], &process[..159], slice, writes),
        uneven_hash(&own, &process[61..159], slice, writes),
        map_hash(&fixed[..6], &fixed[6..104], |bytes| map_slice(&fixed[104..], bytes), writes),
    ]
}

fn written(number: u64, writes: &[Write]) -> [u64; 3] {
    [
        written_to(&RandomState::with_key(&PROCESS_KEY, number), writes),
        written_to(&FastState::with_key(&PROCESS_KEY, number), writes),
        written_to(&FIXED, writes),
    ]
}

#[allow(clippy::cast_possible_truncation)] // the integers have this many bits
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

#[test]
fn slices_of_every_length_are_the_reference_s() {
    let mut guarded = Guarded::new(2000);
    for len in ladder(400, 112, 12) {
        let bytes = NOISE.message(len);
        let slice = || Write::Slice(bytes.clone());
        let end = Write::Integer(0xff, 8);
        for writes in
            [vec![slice()], vec![slice(), end.clone()], vec![Write::Slice(vec![]), slice(), end]]
        {
            assert_eq!(written(5, &writes), expected(5, &writes), "{len} bytes");
        }
        let state = RandomState::with_key(&PROCESS_KEY, 5);
        let hash = |m: &[u8]| {
            let mut hasher = state.build_hasher();
            hasher.write(m);
            hasher.finish()
        };
        let expected = hash(&bytes);
        assert_eq!([hash(guarded.end(&bytes)), hash(guarded.begin(&bytes))], [expected; 2]);
        placements(&bytes, 8, |m| assert_eq!(hash(m), expected));
    }
}

/// Sequences of up to 49 writes, of which most have more than 16 terms.
#[test]
fn any_writes_are_the_reference_s() {
    let mut words = words("writes", 1, 40_000).into_iter();
    let mut next = move |below: u64| words.next().expect("enough words") % below;
    for number in 0..200 {
        let writes: Vec<Write> = (0..next(50))
            .map(|_| match next(7) {
                0 => Write::Slice(NOISE.message(16)),
                1 => Write::Slice(NOISE.message(usize::try_from(next(300)).expect("300"))),
                kind => {
                    let bits = [8, 16, 32, 64, 128][usize::try_from(kind - 2).expect("5")];
                    let value = u128::from(next(u64::MAX)) << 64 | u128::from(next(u64::MAX));
                    Write::Integer(value >> (128 - bits), bits)
                }
            })
            .collect();
        assert_eq!(written(number, &writes), expected(number, &writes), "{writes:?}");
    }
}

/// The writes of std's types.
#[test]
fn integers_strings_and_tuples() {
    let state = RandomState::with_key(&PROCESS_KEY, 7);
    let check =
        |found: u64, writes: &[Write]| assert_eq!(found, expected(7, writes)[0], "{writes:?}");
    let int = Write::Integer;
    let text = |text: &str| [Write::Slice(text.into()), int(0xff, 8)];
    check(state.hash_one(()), &[]);
    check(state.hash_one(-7_i8), &[int(0xf9, 8)]);
    check(state.hash_one(-7_i64), &[int(u128::from(u64::MAX) - 6, 64)]);
    check(state.hash_one(7_usize), &[int(7, 64)]);
    check(state.hash_one(-7_isize), &[int(u128::from(u64::MAX) - 6, 64)]);
    check(state.hash_one(7_u128 << 64 | 5), &[int(7 << 64 | 5, 128)]);
    check(state.hash_one((1_u32, -2_i16, 'x')), &[int(1, 32), int(0xfffe, 16), int(0x78, 32)]);
    check(state.hash_one("seven"), &text("seven"));
    check(
        state.hash_one(("one", "two", 3_u128)),
        &[&text("one")[..], &text("two"), &[int(3, 128)]].concat(),
    );
    check(state.hash_one([1_u8, 2]), &[int(2, 64), Write::Slice(vec![1, 2])]);
    let numbers = [1_u16, 2].map(u16::to_ne_bytes).concat();
    check(state.hash_one(vec![1_u16, 2]), &[int(2, 64), Write::Slice(numbers)]);
    check(state.hash_one(Portable([1_u16, 2])), &[int(2, 64), int(1, 16), int(2, 16)]);
    check(state.hash_one(Portable([-1_isize])), &[int(1, 64), int(u64::MAX.into(), 64)]);
    let address = std::net::Ipv4Addr::new(192, 0, 2, 1);
    check(state.hash_one(Portable(address)), &[int(0xc000_0201, 32)]);
    for strings in 0..40 {
        let value = vec![("item", 3_u32); strings];
        let items = (0..strings).flat_map(|_| [text("item").to_vec(), vec![int(3, 32)]].concat());
        let writes: Vec<_> = [int(strings as u128, 64)].into_iter().chain(items).collect();
        check(state.hash_one(&value), &writes);
    }
}

/// Values of the first release, also computed by another implementation.
#[test]
fn frozen() {
    assert_eq!(FIXED.hash_one(0x0123_4567_89ab_cdef_u64), 2_867_849_683_429_225_393);
    assert_eq!(FIXED.hash_one("seven"), 17_079_829_569_425_542_560);
    let value = (7_usize, -7_i16, 'x', Some("text"), [1_u8, 2], Portable([1_u32, 2, 3]));
    assert_eq!(FIXED.hash_one(value), 6_778_629_158_259_854_376);
}

#[test]
fn fixed_states_own_borrow_or_share_their_key() {
    map::one_path(&FIXED);
    let expected = FIXED.hash_one(("seven", 7));
    assert_eq!(FixedState::new(KEY).hash_one(("seven", 7)), expected);
    assert_eq!(FixedState::new(std::sync::Arc::new(KEY)).hash_one(("seven", 7)), expected);
    assert_eq!(FixedState::from_seed(1).hash_one(("seven", 7)), expected);
}

#[test]
fn words_of_keys() {
    let expected = words("multilinear map hash", 5, 120);
    let key = MapKey::from_seed(5);
    assert_eq!(key.to_words()[..], expected);
    assert_eq!(MapKey::from_bytes(&key.to_bytes()).to_words()[..], expected);
    assert_eq!(key.to_bytes()[..], derived("multilinear map hash", 5, 960));
    let process = words("process map", 1, PROCESS);
    assert_eq!(PROCESS_KEY.to_words_before_slices()[..], process[..159]);
    // The unused bits of the points are stored but have no effect.
    let mut other = key.to_words();
    other[103] ^= 3 << 62;
    other[105] ^= 3 << 62;
    let other = MapKey::from_words(other);
    assert_ne!(other.to_words()[..], expected);
    let value = vec!["x".repeat(300); 20];
    assert_eq!(FixedState::new(&other).hash_one(&value), FixedState::new(&key).hash_one(&value));
}

#[test]
fn keys_of_which_a_part_is_zeros_are_degenerate() {
    assert!(!KEY.is_degenerate());
    for part in [0..2, 2..4, 102..104, 104..106, 106..120] {
        let mut words = KEY.to_words();
        words[part.clone()].fill(0);
        assert!(MapKey::from_words(words).is_degenerate(), "{part:?}");
        words[part.end - 1] = 1;
        assert!(!MapKey::from_words(words).is_degenerate(), "{part:?}");
    }
}

/// The sizes in the docs. Other targets have smaller pointers.
#[test]
#[cfg(target_pointer_width = "64")]
fn sizes() {
    use core::mem::size_of;
    assert_eq!(size_of::<RandomState>(), 16);
    assert_eq!(size_of::<FastState>(), 40);
    assert_eq!(size_of::<FixedState<&MapKey>>(), 8);
    assert_eq!(size_of::<HashMap<u64, u64>>(), 48);
    assert_eq!(size_of::<HashSet<String>>(), 48);
    assert_eq!(size_of::<HashMap<u64, u64>>(), size_of::<std::collections::HashMap<u64, u64>>());
}
