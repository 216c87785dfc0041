//! Runs the suites of the family, and tests what only SipHash has.

mod batches;
mod limits;

use reference::siphash as oracle;
use siphash_fast::{
    Backend, CHECKPOINT_BYTES, CheckpointError, FixedState, HalfKey, HalfSipHasher, Key,
    NocaseHasher, RandomState, SipHasher12, SipHasher13, SipHasher24, SipHasher128,
    TREE_CHECKPOINT_BYTES, TreeHasher, TreeKey, half, hash, hash_column, hash_many, hash_u64s,
    nocase, siphash12, siphash12_nocase, siphash13, siphash24, siphash48, siphash128_13,
    siphash128_24, siptreehash, siptreehash13, tree,
};
use testkit::conformance::{checkpoint, map};
use testkit::message::NOISE;

testkit::function! {
    Sip24 = "siphash24", block: 8, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siphash24(key, message);
    stream: SipHasher24 = |key| SipHasher24::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::hash64((2, 4), key.to_words(), message);
}
testkit::checkpoints!(Sip24, CHECKPOINT_BYTES, |_, bytes| SipHasher24::from_checkpoint(bytes));
testkit::batches!(Sip24, hash_many::<2, 4, _>, hash_u64s::<2, 4, _>, hash_column::<2, 4, _, _>);

testkit::function! {
    Sip13 = "siphash13", block: 8, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siphash13(key, message);
    stream: SipHasher13 = |key| SipHasher13::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::hash64((1, 3), key.to_words(), message);
}
testkit::batches!(Sip13, hash_many::<1, 3, _>, hash_u64s::<1, 3, _>, hash_column::<1, 3, _, _>);

testkit::function! {
    Wide = "siphash128_24", block: 8, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: [u64; 2] = |key, message| siphash128_24(key, message);
    stream: SipHasher128<2, 4> = |key| SipHasher128::new(key), finalize;
    finish: |[first, _]| first;
    oracle: |key, message| oracle::hash128((2, 4), key.to_words(), message);
}
testkit::checkpoints!(Wide, CHECKPOINT_BYTES, |_, bytes| SipHasher128::from_checkpoint(bytes));
testkit::batches!(Wide, hash_many::<2, 4, _>, hash_u64s::<2, 4, _>, hash_column::<2, 4, _, _>);

testkit::function! {
    Nocase = "siphash12_nocase", block: 256, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siphash12_nocase(key, message);
    stream: NocaseHasher<1, 2> = |key| NocaseHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::hash64_nocase((1, 2), key.to_words(), message);
}
testkit::checkpoints!(Nocase, CHECKPOINT_BYTES, |_, bytes| NocaseHasher::from_checkpoint(bytes));
testkit::batches!(
    Nocase,
    nocase::hash_many::<1, 2>,
    nocase::hash_u64s::<1, 2>,
    nocase::hash_column::<1, 2, _>
);

/// Returns the bytes of a HalfSipHash key as one word.
fn half_word(key: &HalfKey) -> [u64; 1] {
    [u64::from_le_bytes(key.to_bytes())]
}

testkit::function! {
    Half32 = "halfsiphash32_24", block: 4, backend: Backend;
    key: HalfKey = |seed, _backend| HalfKey::from_seed(seed);
    hash: u32 = |key, message| half::hash32::<2, 4>(key, message);
    stream: HalfSipHasher<2, 4> = |key| HalfSipHasher::new(key), finalize;
    finish: |hash| u64::from(hash);
    oracle: |key, message| oracle::half32((2, 4), half_word(key), message);
}
testkit::checkpoints!(Half32, CHECKPOINT_BYTES, |_, bytes| HalfSipHasher::from_checkpoint(bytes));

testkit::function! {
    Half64 = "halfsiphash64_24", block: 4, backend: Backend;
    key: HalfKey = |seed, _backend| HalfKey::from_seed(seed);
    hash: u64 = |key, message| half::hash::<2, 4>(key, message);
    stream: HalfSipHasher<2, 4, 2> = |key| HalfSipHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::half64((2, 4), half_word(key), message);
}
testkit::checkpoints!(Half64, CHECKPOINT_BYTES, |_, bytes| HalfSipHasher::from_checkpoint(bytes));
testkit::batches!(
    Half64,
    half::hash_many::<2, 4>,
    half::hash_u64s::<2, 4>,
    half::hash_column::<2, 4, _>
);

testkit::function! {
    Tree24 = "siptreehash24", block: 32, backend: Backend;
    key: TreeKey = |seed, backend| TreeKey::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siptreehash(key, message);
    stream: TreeHasher<2, 4> = |key| TreeHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::tree((2, 4), key.to_words(), message);
}

testkit::function! {
    Tree13 = "siptreehash13", block: 32, backend: Backend;
    key: TreeKey = |seed, backend| TreeKey::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siptreehash13(key, message);
    stream: TreeHasher<1, 3> = |key| TreeHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::tree((1, 3), key.to_words(), message);
}
// The bytes contain the key, but not its backend.
testkit::checkpoints!(Tree24, TREE_CHECKPOINT_BYTES, |key, bytes| {
    TreeHasher::from_checkpoint(bytes).map(|hasher| hasher.with_backend(key.backend()))
});
testkit::checkpoints!(Tree13, TREE_CHECKPOINT_BYTES, |key, bytes| {
    TreeHasher::from_checkpoint(bytes).map(|hasher| hasher.with_backend(key.backend()))
});
testkit::batches!(
    Tree13,
    tree::hash_many::<1, 3>,
    tree::hash_u64s::<1, 3>,
    tree::hash_column::<1, 3, _>
);

testkit::suite!(one_shot: Sip24);
testkit::suite!(stream: Sip24);
testkit::suite!(checkpoint as checkpoints: Sip24);
testkit::suite!(batch: Sip24);
testkit::suite!(choice: Sip24);
testkit::suite!(one_shot as one_shot_13: Sip13);
testkit::suite!(stream as stream_13: Sip13);
testkit::suite!(batch as batch_13: Sip13);
testkit::suite!(one_shot as wide_one_shot: Wide);
testkit::suite!(stream as wide_stream: Wide);
testkit::suite!(checkpoint as wide_checkpoints: Wide);
testkit::suite!(batch as wide_batch: Wide);
testkit::suite!(one_shot as nocase_one_shot: Nocase);
testkit::suite!(stream as nocase_stream: Nocase);
testkit::suite!(checkpoint as nocase_checkpoints: Nocase);
testkit::suite!(batch as nocase_batch: Nocase);
testkit::suite!(one_shot as half32_one_shot: Half32);
testkit::suite!(stream as half32_stream: Half32);
testkit::suite!(checkpoint as half32_checkpoints: Half32);
testkit::suite!(one_shot as half64_one_shot: Half64);
testkit::suite!(stream as half64_stream: Half64);
testkit::suite!(checkpoint as half64_checkpoints: Half64);
testkit::suite!(batch as half64_batch: Half64);
testkit::suite!(one_shot as tree24_one_shot: Tree24);
testkit::suite!(stream as tree24_stream: Tree24);
testkit::suite!(choice as tree24_choice: Tree24);
testkit::suite!(one_shot as tree13_one_shot: Tree13);
testkit::suite!(stream as tree13_stream: Tree13);
testkit::suite!(checkpoint as tree13_checkpoints: Tree13);
testkit::suite!(batch as tree13_batch: Tree13);

// The hash of a value is the hash of the concatenation of its writes.
testkit::map_suite!(RandomState, confused: [1, 4, 5, 18, 20], regular: true, bytes: 16);

#[test]
fn other_rounds_agree_with_the_reference() {
    let key = Key::from_seed(1);
    let words = key.to_words();
    for len in testkit::lengths::ladder(300, 8, 80) {
        let m = &NOISE.message(len);
        assert_eq!(siphash12(&key, m), oracle::hash64((1, 2), words, m), "{len} bytes");
        assert_eq!(siphash48(&key, m), oracle::hash64((4, 8), words, m), "{len} bytes");
        assert_eq!(hash::<5, 1>(&key, m), oracle::hash64((5, 1), words, m), "{len} bytes");
        assert_eq!(siphash128_13(&key, m), oracle::hash128((1, 3), words, m), "{len} bytes");
        let half_key = HalfKey::from_seed(1);
        let half = half::hash::<1, 3>(&half_key, m);
        assert_eq!(half, oracle::half64((1, 3), half_word(&half_key), m), "{len} bytes");
    }
}

#[test]
fn fixed_states_hash_what_is_written() {
    let key = Key::from_seed(1);
    map::fixed_state(&FixedState::new(&key), |bytes| siphash13(&key, bytes));
    map::fixed_state(&FixedState::new(std::sync::Arc::new(key.clone())), |b| siphash13(&key, b));
    map::fixed_state(&FixedState::from_seed(1), |bytes| siphash13(&key, bytes));
}

/// The bytes of a checkpoint are part of the API and must never change.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &Sip24,
        16 + 3,
        "736970686173680140010204000000001300000000000000698ac7fb68c57b476081f2df45c275f2\
         7220b75b3a354601e874e06e246e925c73f6790000000000ee0dd8bce00f2581",
    );
    checkpoint::frozen(
        &Wide,
        16 + 3,
        "7369706861736801400202040000000013000000000000008b8830ae4af7c9387fd54570c7629a33\
         7ab41b773108fada7188684588eb13e173f6790000000000d7f5e121a19c8cd0",
    );
    checkpoint::frozen(
        &Half64,
        16 + 3,
        "736970686173680120020204000000001300000000000000318dbe4d0000000022e79d0c00000000\
         95dfb9610000000050102bec0000000073f6790000000000d9bd106d5be7e193",
    );
    checkpoint::frozen(
        &Tree13,
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
        &Sip24,
        &[
            ("2^63 bytes", |b| b[23] = 0x80),
            ("a tail of an empty message", |b| b[56] = 1),
            ("a fourth byte of three", |b| (b[16], b[59]) = (3, 1)),
        ],
    );
    checkpoint::refuse_states(
        &Half32,
        &[
            ("2^63 bytes", |b| b[23] = 0x80),
            ("a tail of an empty message", |b| b[56] = 1),
            ("a third byte of two", |b| (b[16], b[58]) = (2, 1)),
            ("a word of 33 bits", |b| b[28] = 1),
        ],
    );
    checkpoint::refuse_states(
        &Tree13,
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
    for byte in 8..16 {
        assert_eq!(checkpoint::forged(&Sip24, &|b| b[byte] ^= 1), other, "byte {byte}");
        assert_eq!(checkpoint::forged(&Half32, &|b| b[byte] ^= 1), other, "byte {byte}");
        assert_eq!(checkpoint::forged(&Tree13, &|b| b[byte] ^= 1), other, "byte {byte}");
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
    assert_eq!(siptreehash(&TREE_KEY, b"abc"), siptreehash(&tree_key, b"abc"));
    for backend in Backend::available() {
        assert_eq!(Backend::from_name(backend.name()), Some(backend));
    }
    assert_eq!(Backend::from_name("none"), None);
}
