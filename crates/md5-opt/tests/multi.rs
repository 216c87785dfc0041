//! Tests of many messages that grow at the same time.

use md5_opt::{Backend, Md5, MultiMd5, hash};
use proptest::prelude::*;
use testkit::message::PAINT;
use testkit::on_every_backend;

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
                assert_eq!(digests[i], hash(all), "stream {i}");
                assert_eq!(streams.finalize(i), digests[i]);
                assert_eq!(streams.len(i), all.len() as u64);
            }
        }
        streams.reset(7);
        assert!(streams.is_empty(7) && !streams.is_empty(8));
        assert_eq!(streams.finalize(7), hash(b""));
    });
}

/// Streams by themselves, of which any number advance together, are what they are one by one.
#[test]
fn any_number_of_streams() {
    on_every_backend!(Backend, "md5: any number of streams", |backend| {
        for count in [0, 1, 2, 3, 17, 48, 63, 64, 65, 128, 200] {
            let mut streams = vec![Md5::new(); count];
            let mut expected = streams.clone();
            for round in 0..7 {
                // Pieces that complete no block, one, or many, and one much longer than the others.
                let length = |i: usize| match (i + round) % 5 {
                    _ if i == 3 && round == 2 => 40_000,
                    0 => i % 64,
                    1 => 64 * (i % 9),
                    _ => (i * 97 + round * 131) % 700,
                };
                let pieces: Vec<_> = (0..count).map(|i| PAINT.message(length(i))).collect();
                let updates = streams.iter_mut().zip(pieces.iter().map(Vec::as_slice));
                Md5::update_each_on(backend, updates);
                for ((expected, stream), piece) in expected.iter_mut().zip(&streams).zip(&pieces) {
                    expected.update(piece);
                    assert_eq!(stream.finalize(), expected.finalize(), "{count}, {round}");
                    assert_eq!(stream.len(), expected.len());
                }
            }
        }
    });
}

/// The backend is the detected one, and an iterator that goes on after its end is not asked again.
#[test]
fn updates_end_once() {
    let mut streams = vec![Md5::new(); 3];
    let mut left = streams.iter_mut();
    let mut ended = false;
    Md5::update_each(core::iter::from_fn(|| {
        assert!(!ended, "asked again");
        ended = left.len() == 0;
        left.next().map(|stream| (stream, [7; 100].as_slice()))
    }));
    assert!(streams.iter().all(|stream| stream.finalize() == hash(&[7; 100])));
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
}
