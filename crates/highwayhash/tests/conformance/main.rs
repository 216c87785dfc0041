//! Runs the suites of the family, and tests what only HighwayHash has.

mod limits;

use hash_core::function::{Function, Hash};
use highwayhash::named::{Highwayhash64, Highwayhash128, Highwayhash256};
use highwayhash::{Backend, CheckpointError, FixedState, HighwayHasher, Key, RandomState, hash};
use reference::highwayhash as oracle;
use testkit::conformance::{AnyFunction, checkpoint, map};
use testkit::lengths::ladder;
use testkit::message::NOISE;
use testkit::on_every_backend;

testkit::suites!(highwayhash64: of Highwayhash64);
testkit::suites!(highwayhash128: of Highwayhash128);
testkit::suites!(highwayhash256: of Highwayhash256);
// An empty slice has the hash of no bytes, and so has a value that writes nothing. Integers of up
// to 64 bits are one word each; one of 128 bits is two words.
testkit::map_suite!(RandomState, confused: [1, 13, 14, 15, 18, 20], regular: true, bytes: 40);

#[test]
fn a_stream_is_as_large_as_the_docs_say() {
    assert_eq!(size_of::<HighwayHasher>(), 192);
}

/// Tests lengths around those from which messages are hashed in parallel.
fn similar_lengths<F: Function<Key = Key>>() {
    on_every_backend!(Backend, &format!("{}: similar", F::DESCRIPTION.name), |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let messages: Vec<_> = (180..270).map(|len| NOISE.message(len)).collect();
        for start in 0..8 {
            let slices: Vec<&[u8]> = messages[start..].iter().map(Vec::as_slice).collect();
            let mut out = vec![F::Hash::ANY; slices.len()];
            F::hash_many(&key, &slices, &mut out).expect("one output per message");
            for (message, h) in slices.iter().zip(out) {
                assert_eq!(h, F::hash(&key, message), "{} bytes, from {start}", message.len());
            }
        }
    });
}

#[test]
fn batches_of_similar_lengths() {
    similar_lengths::<Highwayhash64>();
    similar_lengths::<Highwayhash128>();
    similar_lengths::<Highwayhash256>();
}

#[test]
fn fixed_states_hash_what_is_written() {
    on_every_backend!(Backend, "highwayhash: fixed state", |backend| {
        let key = Key::from_seed(2).with_backend(backend);
        let expected = |bytes: &[u8]| hash(&key, bytes);
        map::fixed_state(&FixedState::new(&key), expected);
        map::fixed_state(&FixedState::new(std::sync::Arc::new(key.clone())), expected);
        map::fixed_state(&FixedState::new(key.clone()), expected);
        map::fixed_state(&FixedState::from_seed(2), expected);
    });
}

/// The bytes of a checkpoint are part of the API and must never change.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &AnyFunction::of::<Highwayhash64>(),
        64 + 3,
        "6869676877617901430000000000000065f1556d4e89b94e55a227e31563dcbfde52074568dbb49d\
         16933bb6cdac9d0a2b064456ff2e8b947b38c8c3878fdb0477b9ddd3626b5ef063d36e4ac235f876\
         03e898386662f56fa6c0f3f129b4f5c01c9694bf0ec6ddbe82254802410a3e47668a29f383aa3e98\
         c0a912ec01761eb78f300469369f26aadb802a1c7509276633b63900000000000000000000000000\
         000000000000000000000000000000005b90fc4a9944c415",
    );
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::of::<Highwayhash64>(),
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a packet of an empty message", |b| b[144] = 1),
            ("a fourth byte of three", |b| (b[8], b[147]) = (3, 1)),
        ],
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::of::<Highwayhash64>(), &|b| b[8] = 3),
        None,
        "three bytes of zero"
    );
}

#[test]
fn checkpoints_of_the_highway_crate_resume() {
    use highway::HighwayHash;
    on_every_backend!(Backend, "highwayhash: foreign checkpoints", |backend| {
        let key = Key::from_seed(10);
        for len in ladder(100, 1024, 3) {
            let message = NOISE.message(len + 50);
            let mut before = highway::HighwayHasher::new(highway::Key(key.to_words()));
            // Two pieces leave old bytes in the packet after those of the message.
            before.append(&message[..len / 2]);
            before.append(&message[len / 2..len]);
            let saved = before.checkpoint();
            let of = |len: usize| HighwayHasher::from_highway_checkpoint(&saved, len as u64);
            let mut after = of(len).expect("the lengths agree").with_backend(backend);
            let mut here = HighwayHasher::new(&key);
            here.update(&message[..len]);
            assert_eq!(after.checkpoint(), here.checkpoint(), "{len} bytes");
            after.update(&message[len..]);
            assert_eq!(after.len(), message.len() as u64);
            assert_eq!(after.finalize(), hash(&key, &message), "{len} bytes before");
            before.append(&message[len..]);
            assert_eq!(after.finalize256(), before.finalize256(), "{len} bytes before");
            let corrupt = Some(CheckpointError::Corrupt);
            assert_eq!(of(len + 1).err(), corrupt, "another length");
            assert!(of(len + 32).is_ok(), "packets are not counted");
        }
    });
    // These counts occur in no hasher.
    for (at, count, len) in [(160, 32, 0), (160, 33, 1), (161, 1, 0), (163, 1, 0)] {
        let mut bytes = [0; 164];
        bytes[at] = count;
        let read = HighwayHasher::from_highway_checkpoint(&bytes, len);
        assert_eq!(read.err(), Some(CheckpointError::Corrupt), "byte {at} is {count}");
    }
    let endless = HighwayHasher::from_highway_checkpoint(&[0; 164], 1 << 63);
    assert_eq!(endless.err(), Some(CheckpointError::Corrupt));
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key = Key::from_seed(6);
    let expected = oracle::hash64(&KEY.to_words(), b"abc");
    assert_eq!((KEY.backend(), hash(&KEY, b"abc")), (Backend::detect(), expected));
    let portable = KEY.clone().with_backend(Backend::PORTABLE);
    assert_eq!((portable.backend(), hash(&portable, b"abc")), (Backend::PORTABLE, expected));
}
