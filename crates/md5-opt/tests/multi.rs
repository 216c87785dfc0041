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
