//! Streams: any split, checkpoints.

use core::hash::{Hash, Hasher};
use proptest::prelude::*;
use siphash_fast::{
    Backend, CHECKPOINT_BYTES, CheckpointError, HalfKey, HalfSipHasher, Key, NocaseHasher,
    SipHasher13, SipHasher24, SipHasher128, TREE_CHECKPOINT_BYTES, Tree, TreeHasher, TreeKey, half,
    nocase, siphash13, siphash24, siphash128_24,
};
use std::io::Write;
use testkit::lengths::{ladder, pieces, splits2, splits3};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

/// The values of all hashers after these parts, where the parts make this message.
fn check<'m>(message: &[u8], parts: impl IntoIterator<Item = &'m [u8]> + Clone) {
    let key = Key::from_seed(1);
    let half_key = HalfKey::from_seed(1);
    let (mut a, mut b) = (SipHasher24::new(&key), SipHasher13::new(&key));
    let (mut c, mut d) = (SipHasher128::<2, 4>::new(&key), NocaseHasher::<1, 2>::new(&key));
    let mut e = HalfSipHasher::<2, 4>::new(&half_key);
    let mut f = HalfSipHasher::<2, 4, 2>::new(&half_key);
    for part in parts {
        a.update(part);
        b.update(part);
        c.update(part);
        d.update(part);
        e.update(part);
        f.update(part);
    }
    let len = message.len();
    assert_eq!(a.finalize(), siphash24(&key, message), "{len} bytes");
    assert_eq!(b.finalize(), siphash13(&key, message), "{len} bytes");
    assert_eq!(c.finalize128(), siphash128_24(&key, message), "{len} bytes");
    assert_eq!(d.finalize(), nocase::hash::<1, 2>(&key, message), "{len} bytes");
    assert_eq!(e.finalize32(), half::hash32::<2, 4>(&half_key, message), "{len} bytes");
    assert_eq!(f.finalize64(), half::hash64::<2, 4>(&half_key, message), "{len} bytes");
}

/// The same of trees, on a backend.
fn check_tree<'m>(tree: &Tree<1, 3>, message: &[u8], parts: impl IntoIterator<Item = &'m [u8]>) {
    let mut hasher = tree.hasher();
    for part in parts {
        hasher.update(part);
    }
    assert_eq!(hasher.finalize(), tree.hash(message), "{} bytes", message.len());
}

fn tree(backend: Backend) -> Tree<1, 3> {
    Tree::new(&TreeKey::from_seed(1)).with_backend(backend)
}

#[test]
fn every_split_in_two_and_three() {
    for len in (0..=70).chain([255, 256, 257, 600]) {
        let message = NOISE.message(len);
        splits2(&message, |parts| check(&message, parts));
    }
    for len in [1, 2, 8, 15, 16, 17, 31, 33] {
        let message = PAINT.message(len);
        splits3(&message, |parts| check(&message, parts));
    }
}

#[test]
fn every_split_of_a_tree() {
    on_every_backend!(Backend, "siphash-fast: splits", |backend| {
        let tree = tree(backend);
        for len in (0..=140).chain([255, 256, 257, 1000]) {
            let message = NOISE.message(len);
            splits2(&message, |parts| check_tree(&tree, &message, parts));
        }
        for len in [1, 31, 32, 33, 40, 63, 64, 65, 97] {
            let message = PAINT.message(len);
            splits3(&message, |parts| check_tree(&tree, &message, parts));
        }
    });
}

#[test]
fn pieces_of_every_length() {
    let message = NOISE.message(3000);
    for length in (1..=40).chain([127, 128, 129, 1000, 1024]) {
        check(&message, pieces(&message, &[length]));
        let mixed = pieces(&message, &[length, 0, 3, 32, 64]);
        check(&message, mixed.clone());
        on_every_backend!(Backend, "siphash-fast: pieces", |backend| {
            check_tree(&tree(backend), &message, mixed.clone());
        });
    }
}

#[test]
fn the_hash_so_far_can_be_asked_for_at_any_time() {
    let key = Key::from_seed(4);
    let message = NOISE.message(100);
    let mut hasher = SipHasher24::new(&key);
    let mut of_tree = tree(Backend::detect()).hasher();
    for (len, byte) in message.iter().enumerate() {
        assert_eq!(hasher.finalize(), siphash24(&key, &message[..len]), "{len} bytes");
        assert_eq!(of_tree.finalize(), tree(Backend::PORTABLE).hash(&message[..len]));
        hasher.update(&[*byte]);
        of_tree.update(&[*byte]);
    }
}

#[test]
fn integers_are_little_endian_bytes() {
    let key = Key::from_seed(5);
    let hasher = &mut SipHasher24::new(&key);
    let mut bytes = Vec::new();
    // Sizes that pass every edge of a pair of words.
    for round in 0_u8..40 {
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
        Hasher::write(hasher, &[round; 3]);
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
        assert_eq!(hasher.finish(), siphash24(&key, &bytes));
    }
}

#[test]
fn std_types_write_what_the_docs_say() {
    let key = Key::from_seed(6);
    let of = |value: &dyn Fn(&mut SipHasher24)| {
        let mut hasher = SipHasher24::new(&key);
        value(&mut hasher);
        hasher.finish()
    };
    assert_eq!(of(&|h| "text".hash(h)), siphash24(&key, b"text\xff"));
    assert_eq!(of(&|h| ("a", 1_u16).hash(h)), siphash24(&key, b"a\xff\x01\0"));
    assert_eq!(
        of(&|h| [1_u8, 2].as_slice().hash(h)),
        siphash24(&key, b"\x02\0\0\0\0\0\0\0\x01\x02")
    );
    assert_eq!(of(&|h| true.hash(h)), siphash24(&key, &[1]));
    assert_eq!(of(&|h| 'x'.hash(h)), siphash24(&key, b"x\0\0\0"));
}

#[test]
fn written_as_a_file() {
    let key = Key::from_seed(7);
    let mut hasher = SipHasher24::new(&key);
    write!(hasher, "{} and {}", 1, 2).expect("a hasher takes everything");
    hasher.flush().expect("nothing to flush");
    std::io::copy(&mut &b" and more"[..], &mut hasher).expect("a hasher takes everything");
    assert_eq!(hasher.finalize(), siphash24(&key, b"1 and 2 and more"));
}

#[test]
fn checkpoints_go_on_where_they_were_made() {
    let (key, half_key) = (Key::from_seed(8), HalfKey::from_seed(8));
    for len in ladder(70, 1024, 2) {
        let message = NOISE.message(len + 50);
        let (start, end) = message.split_at(len);
        let mut before = SipHasher24::new(&key);
        before.update(start);
        let saved = before.checkpoint();
        let mut after = SipHasher24::from_checkpoint(&saved).expect("a checkpoint");
        assert_eq!((after.len(), after.checkpoint()), (len as u64, saved));
        after.update(end);
        assert_eq!(after.finalize(), siphash24(&key, &message), "{len} bytes before");

        let mut before = SipHasher128::<2, 4>::new(&key);
        before.update(start);
        let after = SipHasher128::<2, 4>::from_checkpoint(&before.checkpoint());
        let mut after = after.expect("a checkpoint");
        after.update(end);
        assert_eq!(after.finalize128(), siphash128_24(&key, &message), "{len} bytes before");

        let mut before = NocaseHasher::<1, 2>::new(&key);
        before.update(start);
        let saved = before.folded().checkpoint();
        let folded = siphash_fast::SipHasher12::from_checkpoint(&saved).expect("a checkpoint");
        let mut after = NocaseHasher::from(folded);
        after.update(end);
        assert_eq!(after.finalize(), nocase::hash::<1, 2>(&key, &message), "{len} bytes before");

        let mut before = HalfSipHasher::<2, 4>::new(&half_key);
        before.update(start);
        let after = HalfSipHasher::<2, 4>::from_checkpoint(&before.checkpoint());
        let mut after = after.expect("a checkpoint");
        assert_eq!((after.len(), after.is_empty()), (len as u64, len == 0));
        after.update(end);
        assert_eq!(after.finalize32(), half::hash32::<2, 4>(&half_key, &message));
    }
}

#[test]
fn checkpoints_of_trees_are_the_same_on_every_backend() {
    on_every_backend!(Backend, "siphash-fast: checkpoints", |backend| {
        let here = tree(backend);
        for len in ladder(100, 1024, 2) {
            let message = NOISE.message(len + 50);
            let mut before = here.hasher();
            before.update(&message[..len]);
            let saved = before.checkpoint();
            for other in Backend::available() {
                let after = TreeHasher::<1, 3>::from_checkpoint(&saved).expect("a checkpoint");
                let mut after = after.with_backend(other);
                assert_eq!((after.len(), after.checkpoint()), (len as u64, saved));
                after.update(&message[len..]);
                assert_eq!(after.finalize(), here.hash(&message), "{len} bytes before");
            }
        }
    });
}

/// The bytes themselves are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    let mut hasher = SipHasher24::new(&Key::from_seed(1));
    hasher.update(&PAINT.message(16 + 3));
    assert_eq!(
        testkit::message::hex(&hasher.checkpoint()),
        "7369706861736801400102040000000013000000000000005b42dbc027a3fa8f13f9317ba35f\
             953adc9698513332033d41bf4773319cb59973f6790000000000bfd085e6e245dade"
    );
    let mut hasher = HalfSipHasher::<2, 4, 2>::new(&HalfKey::from_seed(1));
    hasher.update(&PAINT.message(16 + 3));
    assert_eq!(
        testkit::message::hex(&hasher.checkpoint()),
        "736970686173680120020204000000001300000000000000630d3d8b00000000899c60bb0000\
             0000e45bfb6a000000000b75d4ec0000000073f679000000000099d672dbc7a14668"
    );
    on_every_backend!(Backend, "siphash-fast: checkpoint format", |backend| {
        let mut hasher = tree(backend).hasher();
        hasher.update(&PAINT.message(64 + 3));
        assert_eq!(
            testkit::vectors::md5_hex(&hasher.checkpoint()),
            "fb6fdfa297fdac6f95ab0c46227d3fb6"
        );
    });
}

/// Everything that is refused, for one of the hashers.
fn bytes_that_are_no_checkpoint<const N: usize>(
    good: [u8; N],
    open: impl Fn(&[u8]) -> Option<CheckpointError>,
) {
    assert_eq!(open(&good), None);
    for found in [0, 1, N - 1, N + 1] {
        let bytes = [good.as_slice(), &[0]].concat()[..found].to_vec();
        assert_eq!(open(&bytes), Some(CheckpointError::Length { expected: N, found }));
    }
    // Every bit counts.
    for bit in 0..8 * N {
        let mut bad = good;
        bad[bit / 8] ^= 1 << (bit % 8);
        let expected = match bit / 8 {
            0..7 => CheckpointError::Foreign,
            7 => CheckpointError::Version { found: bad[7] },
            _ => CheckpointError::Corrupt,
        };
        assert_eq!(open(&bad), Some(expected), "bit {bit}");
    }
    // States that no stream reaches, with the right checksum.
    let forged = |change: &dyn Fn(&mut [u8; N])| {
        let mut bytes = good;
        change(&mut bytes);
        let check = bytes[..N - 8].iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[N - 8..].copy_from_slice(&check.to_le_bytes());
        open(&bytes)
    };
    assert_eq!(forged(&|_| ()), None);
    let corrupt = Some(CheckpointError::Corrupt);
    assert_eq!(forged(&|b| b[23] = 0x80), corrupt, "2^63 bytes");
    assert_eq!(forged(&|b| b[16] = 0), corrupt, "the tail of an empty message");
    for i in 8..16 {
        assert_eq!(forged(&|b| b[i] ^= 1), Some(CheckpointError::OtherFunction), "byte {i}");
    }
}

#[test]
fn bytes_that_are_no_checkpoint_are_refused() {
    let message = NOISE.message(1503);
    let mut hasher = SipHasher24::new(&Key::from_seed(9));
    hasher.update(&message);
    bytes_that_are_no_checkpoint(hasher.checkpoint(), |b| SipHasher24::from_checkpoint(b).err());
    let other = SipHasher13::from_checkpoint(&hasher.checkpoint()).expect_err("2-4");
    assert_eq!(other, CheckpointError::OtherFunction);
    assert_eq!(hasher.checkpoint().len(), CHECKPOINT_BYTES);

    let mut hasher = HalfSipHasher::<2, 4>::new(&HalfKey::from_seed(9));
    hasher.update(&message);
    let open = |b: &[u8]| HalfSipHasher::<2, 4>::from_checkpoint(b).err();
    bytes_that_are_no_checkpoint(hasher.checkpoint(), open);

    let mut hasher = tree(Backend::detect()).hasher();
    hasher.update(&message);
    let open = |b: &[u8]| TreeHasher::<1, 3>::from_checkpoint(b).err();
    bytes_that_are_no_checkpoint(hasher.checkpoint(), open);
    assert_eq!(hasher.checkpoint().len(), TREE_CHECKPOINT_BYTES);
}

#[test]
fn secrets_are_not_printed() {
    let mut hasher = SipHasher24::new(&Key::from_seed(14));
    hasher.update(&[1; 40]);
    assert_eq!(format!("{hasher:?}"), "SipHasher { len: 40, .. }");
    let hasher = NocaseHasher::from(hasher);
    assert_eq!(format!("{hasher:?}"), "NocaseHasher { len: 40, .. }");
    let hasher = HalfSipHasher::<2, 4>::new(&HalfKey::from_seed(14));
    assert_eq!(format!("{hasher:?}"), "HalfSipHasher { len: 0, .. }");
    assert_eq!(format!("{:?}", tree(Backend::PORTABLE).hasher()), "TreeHasher { len: 0, .. }");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split(
        message in proptest::collection::vec(any::<u8>(), 0..1000),
        lengths in proptest::collection::vec(0_usize..100, 1..6),
    ) {
        prop_assume!(lengths.iter().any(|&l| l > 0));
        check(&message, pieces(&message, &lengths));
        for backend in Backend::available() {
            check_tree(&tree(backend), &message, pieces(&message, &lengths));
        }
    }

    #[test]
    fn no_bytes_panic_as_a_checkpoint(bytes in proptest::collection::vec(any::<u8>(), 0..220)) {
        if let Ok(mut hasher) = SipHasher24::from_checkpoint(&bytes) {
            hasher.update(&[0; 2000]);
        }
        if let Ok(mut hasher) = TreeHasher::<1, 3>::from_checkpoint(&bytes) {
            hasher.update(&[0; 2000]);
        }
    }
}
