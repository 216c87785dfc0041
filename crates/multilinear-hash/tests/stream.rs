//! Streams: any split, checkpoints.

use core::hash::Hasher;
use multilinear_hash::{
    Backend, CHECKPOINT_BYTES, CheckpointError, Function, Key, Mmh32, Mmh64, Multilinear64,
    MultilinearHasher, Tmmh16, hash,
};
use std::io::Write;
use testkit::lengths::{pieces, splits2, splits3};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

fn stream<'m, F: Function>(key: &Key<F>, parts: impl IntoIterator<Item = &'m [u8]>) -> F::Output {
    let mut hasher = MultilinearHasher::new(key);
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize()
}

fn splits<F: Function>(backend: F::Backend) {
    let key = Key::<F>::from_seed(1).with_backend(backend);
    for len in (0..=70).chain([127, 128, 129, 200, 4095, 4096, 4097, 4160, 8192, 8193]) {
        let message = NOISE.message(len);
        let expected = hash(&key, &message);
        if len <= 300 {
            splits2(&message, |parts| assert_eq!(stream(&key, parts), expected, "{len} bytes"));
        } else {
            for cut in [1, 63, 64, 65, 4000, 4032, 4095, 4096, 4097, 4100, 4160, len - 1] {
                let (a, b) = message.split_at(cut.min(len));
                assert_eq!(stream(&key, [a, b]), expected, "{cut} of {len}");
            }
        }
    }
    for len in [1, 2, 15, 33, 64, 65, 97] {
        let message = PAINT.message(len);
        let expected = hash(&key, &message);
        splits3(&message, |parts| assert_eq!(stream(&key, parts), expected, "{len} bytes"));
    }
    let message = NOISE.message(20_000);
    let expected = hash(&key, &message);
    for length in [1, 7, 63, 64, 65, 128, 1000, 4095, 4096, 4097, 10_000] {
        assert_eq!(stream(&key, pieces(&message, &[length])), expected, "pieces of {length}");
        let mixed = pieces(&message, &[length, 0, 3, 64]);
        assert_eq!(stream(&key, mixed), expected, "pieces of {length} among others");
    }
    checkpoints::<F>(&key, &message);
}

/// Stops and goes on, and asks for the hash on the way.
fn checkpoints<F: Function>(key: &Key<F>, message: &[u8]) {
    for cut in [0, 1, 63, 64, 65, 4095, 4096, 4097, 8191, 8192, 8200, 19_999, 20_000] {
        let mut hasher = MultilinearHasher::new(key);
        hasher.update(&message[..cut]);
        assert_eq!(hasher.finalize(), hash(key, &message[..cut]), "{cut} bytes");
        let saved = hasher.checkpoint();
        let mut other = MultilinearHasher::from_checkpoint(key, &saved).expect("a checkpoint");
        assert_eq!(other.len(), cut as u64);
        assert_eq!(other.is_empty(), cut == 0);
        assert_eq!(other.checkpoint(), saved);
        let mut copy = other.clone();
        for hasher in [&mut hasher, &mut other, &mut copy] {
            hasher.update(&message[cut..]);
            assert_eq!(hasher.finalize(), hash(key, message), "{cut} bytes");
        }
    }
}

#[test]
fn every_split() {
    on_every_backend!(Backend, "multilinear-hash: splits", |backend| {
        splits::<Mmh32>(backend);
        splits::<Mmh64>(backend);
        splits::<Tmmh16<1>>(backend);
        splits::<Tmmh16<4>>(backend);
    });
    for backend in gf2::Backend::available() {
        splits::<Multilinear64>(backend);
    }
}

#[test]
fn shorter_tags_begin_longer_ones() {
    for len in [0, 1, 100, 4096, 4097, 10_000] {
        let message = NOISE.message(len);
        let four = hash(&Key::<Tmmh16<4>>::from_seed(2), &message);
        assert_eq!(hash(&Key::<Tmmh16<1>>::from_seed(2), &message), four[..1]);
        assert_eq!(hash(&Key::<Tmmh16<2>>::from_seed(2), &message), four[..2]);
        assert_eq!(hash(&Key::<Tmmh16<3>>::from_seed(2), &message), four[..3]);
        let two = hash(&Key::<Mmh64>::from_seed(2), &message);
        assert_eq!(hash(&Key::<Mmh32>::from_seed(2), &message), two[..1]);
    }
}

#[test]
fn checkpoints_are_the_same_on_every_backend() {
    let message = NOISE.message(5000);
    let of = |backend| {
        let key = Key::<Tmmh16<3>>::from_seed(1).with_backend(backend);
        let mut hasher = MultilinearHasher::new(&key);
        hasher.update(&message);
        hasher.checkpoint()
    };
    for backend in Backend::available() {
        assert_eq!(of(backend), of(Backend::PORTABLE), "{}", backend.name());
    }
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let key = Key::<Mmh32>::from_seed(1);
    let mut hasher = MultilinearHasher::new(&key);
    hasher.update(&[7; 5000]);
    let good = hasher.checkpoint();
    let refused = |bytes: &[u8]| MultilinearHasher::from_checkpoint(&key, bytes).expect_err("none");
    assert_eq!(refused(&good[1..]), CheckpointError::Length { found: CHECKPOINT_BYTES - 1 });
    for (i, byte) in good.iter().enumerate() {
        for other in [byte ^ 1, byte ^ 0x80] {
            let mut bad = good;
            bad[i] = other;
            let expected = match i {
                0..=6 => CheckpointError::Foreign,
                7 => CheckpointError::Version { found: other },
                _ => CheckpointError::Corrupt,
            };
            assert_eq!(refused(&bad), expected, "byte {i}");
        }
    }
    // Those of other functions are foreign.
    let two = Key::<Mmh64>::from_seed(1);
    let tag = Key::<Tmmh16<1>>::from_seed(1);
    assert!(MultilinearHasher::from_checkpoint(&two, &good).is_err());
    assert!(MultilinearHasher::from_checkpoint(&tag, &good).is_err());
    assert_eq!(CheckpointError::Foreign.to_string(), "not a checkpoint of this function");
}

#[test]
fn integers_are_little_endian_bytes() {
    let key = Key::<Multilinear64>::from_seed(5);
    let mut hasher = MultilinearHasher::new(&key);
    hasher.write_u8(1);
    hasher.write_u16(0x0302);
    hasher.write_i32(0x0706_0504);
    hasher.write_usize(8);
    hasher.write_isize(-1);
    hasher.write_u128(9);
    let mut bytes = vec![1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend([0xff; 8]);
    bytes.extend(9_u128.to_le_bytes());
    assert_eq!(Hasher::finish(&hasher), hash(&key, &bytes));
}

#[test]
fn streams_are_written_to() {
    let key = Key::<Mmh32>::from_seed(6);
    let mut hasher = MultilinearHasher::new(&key);
    std::io::copy(&mut NOISE.message(10_000).as_slice(), &mut hasher).expect("it takes all");
    hasher.flush().expect("nothing to do");
    assert_eq!(hasher.finalize(), hash(&key, &NOISE.message(10_000)));
    assert_eq!(format!("{hasher:?}"), "MultilinearHasher { function: \"mmh32\", len: 10000, .. }");
}
