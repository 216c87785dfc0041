//! Runs the suites of the family, and tests what only SipHash has.

mod batches;
mod limits;

use reference::siphash as oracle;
use siphash_fast::named::{
    Halfsiphash32, Halfsiphash64, Siphash12, Siphash12Nocase, Siphash13, Siphash24, Siphash48,
    Siphash128V13, Siphash128V24, Siptreehash, Siptreehash13,
};
use siphash_fast::{
    Backend, CheckpointError, FixedState, HalfKey, HalfSipHasher, Key, NocaseHasher, RandomState,
    SipHasher12, SipHasher13, SipHasher24, TreeKey, half, hash, siphash_1_3, tree,
};
use testkit::conformance::{AnyFunction, checkpoint, map};
use testkit::message::NOISE;

/// Returns the bytes of a HalfSipHash key as one word.
fn half_word(key: &HalfKey) -> [u64; 1] {
    [u64::from_le_bytes(key.to_bytes())]
}

testkit::suites!(siphash_2_4: of Siphash24);
testkit::suites!(siphash_1_3: of Siphash13);
testkit::suites!(siphash_1_2: of Siphash12);
testkit::suites!(siphash_4_8: of Siphash48);
testkit::suites!(siphash_1_2_nocase: of Siphash12Nocase);
testkit::suites!(siphash128_2_4: of Siphash128V24);
testkit::suites!(siphash128_1_3: of Siphash128V13);
testkit::suites!(siptreehash: of Siptreehash);
testkit::suites!(siptreehash13: of Siptreehash13);
testkit::suites!(halfsiphash32: of Halfsiphash32);
testkit::suites!(halfsiphash64: of Halfsiphash64);
// The hash of a value is the hash of the concatenation of its writes.
testkit::map_suite!(RandomState, confused: [1, 4, 5, 18, 20], regular: true, bytes: 16);

#[test]
fn other_rounds_agree_with_the_reference() {
    let (key, half_key) = (Key::from_seed(1), HalfKey::from_seed(1));
    for len in testkit::lengths::ladder(300, 8, 80) {
        let m = &NOISE.message(len);
        let expected = oracle::hash64((5, 1), key.to_words(), m);
        assert_eq!(hash::<5, 1>(&key, m), expected, "{len} bytes");
        let expected = oracle::half64((1, 3), half_word(&half_key), m);
        assert_eq!(half::hash::<1, 3>(&half_key, m), expected, "{len} bytes");
    }
}

#[test]
fn fixed_states_hash_what_is_written() {
    let key = Key::from_seed(1);
    map::fixed_state(&FixedState::new(&key), |bytes| siphash_1_3(&key, bytes));
    map::fixed_state(&FixedState::new(std::sync::Arc::new(key.clone())), |b| siphash_1_3(&key, b));
    map::fixed_state(&FixedState::from_seed(1), |bytes| siphash_1_3(&key, bytes));
}

/// The bytes of a checkpoint are part of the API and must never change.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &AnyFunction::of::<Siphash24>(),
        16 + 3,
        "736970686173680140010204000000001300000000000000698ac7fb68c57b476081f2df45c275f2\
         7220b75b3a354601e874e06e246e925c73f6790000000000ee0dd8bce00f2581",
    );
    checkpoint::frozen(
        &AnyFunction::of::<Siphash128V24>(),
        16 + 3,
        "7369706861736801400202040000000013000000000000008b8830ae4af7c9387fd54570c7629a33\
         7ab41b773108fada7188684588eb13e173f6790000000000d7f5e121a19c8cd0",
    );
    checkpoint::frozen(
        &AnyFunction::of::<Halfsiphash64>(),
        16 + 3,
        "736970686173680120020204000000001300000000000000318dbe4d0000000022e79d0c00000000\
         95dfb9610000000050102bec0000000073f6790000000000d9bd106d5be7e193",
    );
    checkpoint::frozen(
        &AnyFunction::of::<Siptreehash13>(),
        64 + 3,
        "736970686173680140000103000000004300000000000000b995e55a327fb390218f27ea3e967711\
         606c3266002fc71b55b895d1455379a54f2e4097b89d4ec417712596e40fdb6caa7ba62b54ae8956\
         e12fdcc25d3b183078381eb9ede58e452835f1a5c091b7677e975bf46f51cf4cebd983a49aadf3c0\
         ac15f14e53e05715119d83fba2e1c7b8b6aa1cc4c115ca701796d1a089bfc9f15035c14168cf9cbf\
         ec2a77f06469c63f33b6390000000000000000000000000000000000000000000000000000000000\
         ff16016f9af672d5",
    );
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::of::<Siphash24>(),
        &[
            ("2^63 bytes", |b| b[23] = 0x80),
            ("a tail of an empty message", |b| b[56] = 1),
            ("a fourth byte of three", |b| (b[16], b[59]) = (3, 1)),
        ],
    );
    checkpoint::refuse_states(
        &AnyFunction::of::<Halfsiphash32>(),
        &[
            ("2^63 bytes", |b| b[23] = 0x80),
            ("a tail of an empty message", |b| b[56] = 1),
            ("a third byte of two", |b| (b[16], b[58]) = (2, 1)),
            ("a word of 33 bits", |b| b[28] = 1),
        ],
    );
    checkpoint::refuse_states(
        &AnyFunction::of::<Siptreehash13>(),
        &[
            ("2^63 bytes", |b| b[23] = 0x80),
            ("a tail of an empty message", |b| b[168] = 1),
            ("a 32nd byte of 31", |b| (b[16], b[199]) = (31, 1)),
        ],
    );
}

#[test]
fn checkpoints_of_other_functions_are_refused() {
    let other = Some(CheckpointError::OtherFunction);
    for function in [
        AnyFunction::of::<Siphash24>(),
        AnyFunction::of::<Halfsiphash32>(),
        AnyFunction::of::<Siptreehash13>(),
    ] {
        for byte in 8..16 {
            let found = checkpoint::forged(&function, &|b| b[byte] ^= 1);
            assert_eq!(found, other, "{}, byte {byte}", function.name);
        }
    }
    let saved = SipHasher24::new(&Key::from_seed(9)).checkpoint();
    assert_eq!(SipHasher13::from_checkpoint(&saved).err(), other);
    assert_eq!(HalfSipHasher::<2, 4>::from_checkpoint(&saved).err(), other);
}

#[test]
fn checkpoints_without_case_are_those_of_lower_case() {
    let key = Key::from_seed(10);
    let (mut upper, mut lower) = (NocaseHasher::<1, 2>::new(&key), SipHasher12::new(&key));
    upper.update(b"GET key[0]");
    lower.update(b"get key[0]");
    assert_eq!(upper.checkpoint(), lower.checkpoint());
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key = Key::from_seed(6);
    static TREE_KEY: TreeKey = TreeKey::from_seed(6);
    assert_eq!([KEY.backend(), TREE_KEY.backend()], [Backend::detect(); 2]);
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    let tree_key = TREE_KEY.clone().with_backend(Backend::PORTABLE);
    assert_eq!(tree_key.backend(), Backend::PORTABLE);
    assert_eq!(tree::hash::<2, 4>(&TREE_KEY, b"abc"), tree::hash::<2, 4>(&tree_key, b"abc"));
}
