//! Streams: any split, checkpoints.

use core::hash::Hasher;
use multilinear_hash::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, CheckpointError, CombineError, Function, Key, Mmh32,
    Mmh64, Multilinear64, MultilinearHasher, Partial, Tmmh16, hash,
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
    on_every_backend!(gf2::Backend, "multilinear-hash over GF(2^64): splits", |backend| {
        splits::<Multilinear64>(backend);
    });
}

/// Parts in every grouping, those of a stream among them.
fn parts<F: Function>(backend: F::Backend) {
    let key = Key::<F>::from_seed(10).with_backend(backend);
    let join = |left: &Partial<F>, right: &_| left.combine(&key, right).expect("aligned");
    for len in [0, 1, 64, 4095, 4096, 4097, 8192, 9000, 16_384, 20_000] {
        let message = NOISE.message(len);
        let expected = hash(&key, &message);
        let whole = Partial::of(&key, &message);
        assert_eq!(whole.finalize(&key), expected, "{len} bytes");
        for a in (0..=len).step_by(BLOCK_BYTES) {
            let mut stream = MultilinearHasher::new(&key);
            stream.update(&message[..a]);
            assert_eq!(stream.partial(), Partial::of(&key, &message[..a]), "{a} bytes");
            stream.update(&message[a..]);
            assert_eq!(stream.partial(), whole, "{len} bytes");
            for b in (a..=len).step_by(2 * BLOCK_BYTES) {
                let [x, y, z] = [&message[..a], &message[a..b], &message[b..]]
                    .map(|part| Partial::of(&key, part));
                let left = join(&join(&x, &y), &z);
                assert_eq!(left, join(&x, &join(&y, &z)));
                assert_eq!(left, whole, "{a}, {b} of {len}");
                assert_eq!((left.len(), left.is_empty()), (len as u64, len == 0));
            }
        }
    }
}

#[test]
fn parts_join_in_any_grouping() {
    on_every_backend!(Backend, "multilinear-hash: parts", |backend| {
        parts::<Mmh32>(backend);
        parts::<Mmh64>(backend);
        parts::<Tmmh16<1>>(backend);
        parts::<Tmmh16<4>>(backend);
    });
    on_every_backend!(gf2::Backend, "multilinear-hash over GF(2^64): parts", |backend| {
        parts::<Multilinear64>(backend);
    });
}

#[test]
fn streams_become_parts() {
    let key = Key::<Tmmh16<2>>::from_seed(16);
    let message = NOISE.message(8300);
    let mut hasher = MultilinearHasher::new(&key);
    for len in 0..message.len() {
        assert_eq!(hasher.partial(), Partial::of(&key, &message[..len]), "{len} bytes");
        hasher.update(&message[len..=len]);
    }
}

#[test]
fn parts_that_do_not_join_are_refused() {
    let key = Key::<Mmh64>::from_seed(11);
    let odd = Partial::of(&key, &[1; 100]);
    assert_eq!(odd.combine(&key, &odd), Err(CombineError::Unaligned { len: 100 }));
    assert_eq!(odd.combine(&key, &Partial::EMPTY), Ok(odd));
    assert_eq!(Partial::EMPTY.combine(&key, &odd), Ok(odd));
    let mut long = Partial::of(&key, &[1; 4096]);
    for _ in 0..51 {
        long = long.combine(&key, &long).expect("2^63 bytes at most");
    }
    assert_eq!(long.len(), 1 << 63);
    assert_eq!(long.combine(&key, &long), Err(CombineError::TooLong));
    assert_eq!(
        CombineError::Unaligned { len: 100 }.to_string(),
        "a part of 100 bytes ends inside a block of 4096"
    );
    assert_eq!(CombineError::TooLong.to_string(), "the parts have 2^64 bytes or more together");
    assert_eq!(format!("{odd:?}"), "Partial { function: \"mmh64\", len: 100, .. }");
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

/// States that no stream reaches, with the right checksum.
#[test]
fn impossible_checkpoints_are_refused() {
    let key = Key::<Mmh32>::from_seed(1);
    let forged = |len: u64, change: &dyn Fn(&mut [u8; CHECKPOINT_BYTES])| {
        let mut bytes = MultilinearHasher::new(&key).checkpoint();
        bytes[8..16].copy_from_slice(&len.to_le_bytes());
        change(&mut bytes);
        let check = bytes[..208].iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[208..].copy_from_slice(&check.to_le_bytes());
        MultilinearHasher::from_checkpoint(&key, &bytes).err()
    };
    assert_eq!(forged(0, &|_| ()), None);
    assert_eq!(forged(3, &|b| b[146] = 1), None, "a third byte of three");
    assert_eq!(forged(64, &|b| b[16] = 1), None, "a sum of a piece");
    assert_eq!(forged(4160, &|b| b[80] = 7), None, "a polynomial of a block");
    let corrupt = Some(CheckpointError::Corrupt);
    assert_eq!(forged(1 << 63, &|_| ()), corrupt, "2^63 bytes");
    assert_eq!(forged(3, &|b| b[147] = 1), corrupt, "a fourth byte of three");
    assert_eq!(forged(63, &|b| b[16] = 1), corrupt, "a sum of no piece");
    assert_eq!(forged(64, &|b| b[32] = 1), corrupt, "a second row");
    assert_eq!(forged(4159, &|b| b[80] = 7), corrupt, "a polynomial before the block's end");
    assert_eq!(forged(4160, &|b| b[96] = 7), corrupt, "a second row");
    let prime = |b: &mut [u8; CHECKPOINT_BYTES]| {
        b[80..95].fill(0xff);
        b[95] = 0x7f;
    };
    assert_eq!(forged(4160, &prime), corrupt, "2^127 - 1");
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
