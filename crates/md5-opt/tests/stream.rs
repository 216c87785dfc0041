//! Streams: any split, two at once, many at once, checkpoints, literals.

use core::hash::{Hash, Hasher};
use md5_opt::{
    Backend, CHECKPOINT_BYTES, CheckpointError, LastPart, Md5, MultiMd5, hex, literal,
    whole_and_parts,
};
use proptest::prelude::*;
use std::io::Write;
use testkit::lengths::{ladder, pieces, splits2, splits3};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

fn stream<'m>(parts: impl IntoIterator<Item = &'m [u8]>) -> [u8; 16] {
    let mut md5 = Md5::new();
    for part in parts {
        md5.update(part);
    }
    md5.finalize()
}

#[test]
fn every_split_in_two() {
    for len in (0..=140).chain([255, 256, 257, 1000]) {
        let message = NOISE.message(len);
        let expected = Md5::digest(&message);
        splits2(&message, |parts| {
            assert_eq!(stream(parts), expected, "{} of {len}", parts[0].len());
        });
    }
}

#[test]
fn every_split_in_three() {
    for len in [1, 2, 55, 56, 63, 64, 65, 127, 128, 129, 150] {
        let message = PAINT.message(len);
        let expected = Md5::digest(&message);
        splits3(&message, |parts| assert_eq!(stream(parts), expected, "{len} bytes"));
    }
}

#[test]
fn pieces_of_every_length() {
    let message = NOISE.message(9000);
    let expected = Md5::digest(&message);
    for length in (1..=130).chain([1000, 1024, 4096, 5000]) {
        assert_eq!(stream(pieces(&message, &[length])), expected, "pieces of {length}");
        let mixed = pieces(&message, &[length, 0, 3, 64, 128]);
        assert_eq!(stream(mixed), expected, "pieces of {length} among others");
    }
}

#[test]
fn the_digest_so_far_can_be_asked_for_at_any_time() {
    let message = NOISE.message(300);
    let mut md5 = Md5::default();
    for (len, byte) in message.iter().enumerate() {
        assert_eq!(md5.finalize(), Md5::digest(&message[..len]), "{len} bytes");
        md5.update([*byte]);
    }
}

#[test]
fn two_streams_of_the_same_bytes() {
    let message = PAINT.message(2000);
    for before in [[0, 0], [0, 1], [63, 64], [10, 60], [100, 3]] {
        for len in ladder(200, 64, 20) {
            let starts = before.map(|len| NOISE.message(len));
            let mut streams = starts.clone().map(|start| Md5::new().tap(&start));
            let [first, second] = &mut streams;
            Md5::update_two(first, second, &message[..len]);
            Md5::update_two(first, second, &message[len..]);
            for (md5, start) in streams.iter().zip(starts) {
                assert_eq!(md5.finalize(), Md5::digest([start, message.clone()].concat()));
            }
        }
    }
}

trait Tap {
    fn tap(self, bytes: &[u8]) -> Self;
}

impl Tap for Md5 {
    fn tap(mut self, bytes: &[u8]) -> Self {
        self.update(bytes);
        self
    }
}

#[test]
fn a_file_and_its_parts() {
    for len in ladder(130, 64, 12) {
        let file = NOISE.message(len);
        for part in [1, 3, 64, 100, 128, 300, 5000] {
            let expected: Vec<_> = file.chunks(part).map(Md5::digest).collect();
            let mut parts = vec![[0; 16]; expected.len()];
            let whole = whole_and_parts(&file, part, LastPart::AsItIs, &mut parts);
            assert_eq!((whole, &parts), (Ok(Md5::digest(&file)), &expected));
            let padded = |chunk: &[u8]| [chunk, &vec![0; part - chunk.len()]].concat();
            let expected: Vec<_> = file.chunks(part).map(|c| Md5::digest(padded(c))).collect();
            let whole = whole_and_parts(&file, part, LastPart::ZeroPadded, &mut parts);
            assert_eq!((whole, &parts), (Ok(Md5::digest(&file)), &expected));
            assert!(
                whole_and_parts(&file, part, LastPart::AsItIs, &mut vec![[0; 16]; 9999]).is_err()
            );
        }
    }
    assert!(whole_and_parts(b"no size", 0, LastPart::ZeroPadded, &mut [[0; 16]]).is_ok());
}

#[test]
fn integers_are_little_endian_bytes() {
    let md5 = &mut Md5::new();
    let mut bytes = Vec::new();
    for round in 0_u8..40 {
        md5.write_u8(round);
        md5.write_i16(-2);
        md5.write_u32(0x0102_0304);
        md5.write_u64(0x0102_0304_0506_0708);
        md5.write_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
        md5.write_usize(6);
        md5.write_isize(-7);
        Hasher::write(md5, &[round; 3]);
        bytes.push(round);
        bytes.extend((-2_i16).to_le_bytes());
        bytes.extend(0x0102_0304_u32.to_le_bytes());
        bytes.extend(0x0102_0304_0506_0708_u64.to_le_bytes());
        bytes.extend(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10_u128.to_le_bytes());
        bytes.extend(6_u64.to_le_bytes());
        bytes.extend((-7_i64).to_le_bytes());
        bytes.extend([round; 3]);
        let digest = Md5::digest(&bytes);
        assert_eq!(Hasher::finish(md5).to_le_bytes(), digest[..8]);
    }
    let mut text = Md5::new();
    "text".hash(&mut text);
    assert_eq!(text.finalize(), Md5::digest(b"text\xff"));
}

#[test]
fn written_as_a_file() {
    let mut md5 = Md5::new();
    write!(md5, "{} and {}", 1, 2).expect("a hasher takes everything");
    md5.flush().expect("nothing to flush");
    std::io::copy(&mut &b" and more"[..], &mut md5).expect("a hasher takes everything");
    assert_eq!(md5.finalize(), Md5::digest("1 and 2 and more"));
    assert_eq!(format!("{md5:?}"), "Md5 { len: 16, .. }");
    let digits = hex(&Md5::digest("a"));
    assert_eq!(format!("{digits}|{digits:>34}|{digits:?}").matches("0cc175b9").count(), 3);
    assert_eq!(md5_opt::from_hex("0cc175b9c0f1b6a831c399e26977266"), None);
    assert_eq!(md5_opt::from_hex("+cc175b9c0f1b6a831c399e269772661"), None);
}

#[test]
fn checkpoints_go_on_where_they_were_made() {
    for len in ladder(130, 1024, 3) {
        let message = NOISE.message(len + 50);
        let mut before = Md5::new();
        before.update(&message[..len]);
        let saved = before.checkpoint();
        let mut after = Md5::from_checkpoint(&saved).expect("a checkpoint");
        assert_eq!(after.checkpoint(), saved);
        after.update(&message[len..]);
        assert_eq!(after.finalize(), Md5::digest(&message));
    }
}

#[test]
fn checkpoints_are_frozen() {
    let mut md5 = Md5::new();
    md5.update(PAINT.message(100));
    let mut expected = b"md5-opt\x01".to_vec();
    expected.extend(100_u64.to_le_bytes());
    expected.extend(md5_state_after(&PAINT.message(100)[..64]));
    expected.extend(&PAINT.message(100)[64..]);
    expected.resize(96, 0);
    assert_eq!(md5.checkpoint()[..96], expected);
    assert_eq!(hex(&Md5::digest(md5.checkpoint())).as_str(), FROZEN_CHECKPOINT);
}

/// The MD5 of a checkpoint of this release.
const FROZEN_CHECKPOINT: &str = "50eca274a2763d0bada1e135db8d2171";

/// A, B, C, D after a block, from the reference: those of a message that continues it are no secret.
fn md5_state_after(block: &[u8]) -> [u8; 16] {
    let saved = {
        let mut md5 = Md5::new();
        md5.update(block);
        md5.checkpoint()
    };
    core::array::from_fn(|i| saved[16 + i])
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let mut md5 = Md5::new();
    md5.update(b"something");
    let good = md5.checkpoint();
    let error = |bytes: &[u8]| Md5::from_checkpoint(bytes).expect_err("not a checkpoint");
    assert_eq!(error(&good[1..]), CheckpointError::Length { found: CHECKPOINT_BYTES - 1 });
    for i in 0..CHECKPOINT_BYTES {
        let mut bad = good;
        bad[i] ^= 1;
        let expected = match i {
            0..7 => CheckpointError::Foreign,
            7 => CheckpointError::Version { found: 0 },
            _ => CheckpointError::Corrupt,
        };
        assert_eq!(error(&bad), expected, "byte {i}");
        assert!(!error(&bad).to_string().is_empty());
    }
}

#[test]
fn literals() {
    for len in ladder(200, 64, 5) {
        let message = NOISE.message(len);
        assert_eq!(literal(&message), Md5::digest(&message), "{len} bytes");
    }
}

#[test]
fn many_streams_from_long_pieces() {
    on_every_backend!(Backend, "md5: many streams", |backend| {
        let mut streams = MultiMd5::<20, 2>::new().with_backend(backend);
        let mut expected = vec![Vec::new(); 20];
        for round in 0..8 {
            let lengths: [usize; 20] = core::array::from_fn(|i| (i * 97 + round * 131) % 400);
            let pieces = lengths.map(|len| PAINT.message(len));
            let slices: [&[u8]; 20] = core::array::from_fn(|i| pieces[i].as_slice());
            streams.update_each(slices);
            for (all, piece) in expected.iter_mut().zip(slices) {
                all.extend_from_slice(piece);
            }
            let digests = streams.finalize_each();
            for (i, all) in expected.iter().enumerate() {
                assert_eq!(digests[i], Md5::digest(all), "stream {i}");
                assert_eq!(streams.finalize(i), digests[i]);
                assert_eq!(streams.len(i), all.len() as u64);
            }
        }
        streams.reset(7);
        assert!(streams.is_empty(7) && !streams.is_empty(8));
        assert_eq!(streams.finalize(7), Md5::digest(b""));
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_interleaving(
        updates in proptest::collection::vec(
            (0_usize..9, prop_oneof![0_usize..80, 0_usize..1000, 0_usize..9000]),
            0..200,
        ),
        seed in any::<u64>(),
    ) {
        let bytes = testkit::message::splitmix64_bytes(seed, 9000);
        for backend in Backend::available() {
            let mut streams = MultiMd5::<9, 8>::new().with_backend(backend);
            let mut expected = vec![Md5::new(); 9];
            for (stream, len) in &updates {
                streams.update(*stream, &bytes[9000 - len..]);
                expected[*stream].update(&bytes[9000 - len..]);
            }
            let digests: Vec<_> = expected.iter().map(Md5::finalize).collect();
            prop_assert_eq!(&streams.finalize_each()[..], &digests);
            let one_by_one: Vec<_> = (0..9).map(|i| streams.finalize(i)).collect();
            prop_assert_eq!(one_by_one, digests);
        }
    }

    #[test]
    fn any_split(
        message in proptest::collection::vec(any::<u8>(), 0..1000),
        cuts in proptest::collection::vec(1_usize..300, 1..6),
    ) {
        prop_assert_eq!(stream(pieces(&message, &cuts)), reference::md5::hash(&message));
    }
}
