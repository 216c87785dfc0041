//! Tests that hash parallel streams, parts and arrays next to pages that fault: nothing before or
//! after a message is read, and nothing around the outputs is written. The suites do the same for
//! the other functions.

use md5_opt::s3::ETag;
use md5_opt::{Backend, LastPart, Md5, MultiMd5, hash, hash_fixed_on, whole_and_parts};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, guard, on_every_backend};

/// Returns all lengths up to a few blocks, and more in a full run.
fn lengths() -> impl Iterator<Item = usize> {
    (0..300).chain(if guard::is_full() { 300..guard::LONGEST } else { 510..514 })
}

#[test]
fn streams_side_by_side_no_read_outside() {
    on_every_backend!(Backend, "md5: guard pages of streams side by side", |backend| {
        let mut pages: [Guarded; 20] = core::array::from_fn(|_| Guarded::new(guard::LONGEST));
        for len in lengths() {
            let of_stream = |i: usize| len.saturating_sub(i * 37 % [1, 3, 300][len % 3]);
            let pieces: [Vec<u8>; 20] = core::array::from_fn(|i| PAINT.message(of_stream(i)));
            let mut lanes = pages.iter_mut().zip(&pieces).enumerate().map(|(i, (page, piece))| {
                &*if (i + len).is_multiple_of(2) { page.end(piece) } else { page.begin(piece) }
            });
            let slices: [&[u8]; 20] = core::array::from_fn(|_| lanes.next().expect("20 pages"));
            let begun = NOISE.message(len % 65);
            guard::hold(MultiMd5::<20, 2>::new().with_backend(backend), |streams| {
                streams.update_each([&begun; 20]);
                streams.update_each(slices);
                streams.update(7, slices[8]);
                for (i, digest) in streams.finalize_each().into_iter().enumerate() {
                    let mut all = [begun.as_slice(), &pieces[i]].concat();
                    if i == 7 {
                        all.extend(&pieces[8]);
                    }
                    assert_eq!(digest, hash(&all), "stream {i}, {len} bytes");
                }
            });
            guard::hold([const { Md5::new() }; 20], |streams| {
                streams.iter_mut().for_each(|md5| md5.update(&begun));
                Md5::update_each_on(backend, streams.iter_mut().zip(slices));
                for (i, (md5, piece)) in streams.iter().zip(&pieces).enumerate() {
                    let expected = hash(&[begun.as_slice(), piece].concat());
                    assert_eq!(md5.finalize(), expected, "stream {i} by itself, {len} bytes");
                }
            });
        }
    });
}

#[test]
fn parts_no_read_outside() {
    let (mut guarded, mut out) = (Guarded::new(guard::LONGEST), Guarded::new(1 << 16));
    for len in lengths() {
        let file = NOISE.message(len);
        for part in [1, 63, 64, 100, 300] {
            let expected: Vec<_> = file.chunks(part).map(hash).collect();
            guarded.places(&file, |file| {
                let parts = out.end(&vec![[0; 16]; expected.len()]);
                let whole = whole_and_parts(file, part, LastPart::AsItIs, parts);
                assert_eq!((whole, &*parts), (Ok(hash(file)), expected.as_slice()));
                assert!(ETag::of_parts(file, part as u64).is_ok() || file.is_empty());
            });
        }
    }
}

#[test]
fn two_streams_no_read_outside() {
    let mut guarded = Guarded::new(guard::LONGEST);
    for len in lengths() {
        let message = PAINT.message(len);
        for before in [[0, 0], [0, 1], [10, 60]] {
            let starts = before.map(|len| NOISE.message(len));
            guarded.places(&message, |piece| {
                let mut streams = [Md5::new(), Md5::new()];
                let [first, second] = &mut streams;
                first.update(&starts[0]);
                second.update(&starts[1]);
                Md5::update_two(first, second, piece);
                for (md5, start) in streams.iter().zip(&starts) {
                    assert_eq!(md5.finalize(), hash(&[start.as_slice(), piece].concat()));
                }
            });
        }
    }
}

fn arrays<const N: usize>(backend: Backend) {
    let mut pages = [50 * N, 50 * 16].map(Guarded::new);
    let messages: Vec<[u8; N]> = (0..50).map(|i| [i; N]).collect();
    let expected: Vec<_> = messages.iter().map(|m| hash(m)).collect();
    for count in 0..messages.len() {
        let ([inputs, outputs], old) = (&mut pages, vec![[0; 16]; count]);
        let out = outputs.end(&old);
        hash_fixed_on(backend, inputs.end(&messages[..count]), out)
            .expect("one output per message");
        assert_eq!(out, &expected[..count]);
        let out = outputs.begin(&old);
        hash_fixed_on(backend, inputs.begin(&messages[..count]), out)
            .expect("one output per message");
        assert_eq!(out, &expected[..count]);
    }
}

#[test]
fn arrays_no_read_outside() {
    on_every_backend!(Backend, "md5: guard pages of arrays", |backend| {
        arrays::<1>(backend);
        arrays::<8>(backend);
        arrays::<16>(backend);
        arrays::<55>(backend);
        arrays::<56>(backend);
        arrays::<64>(backend);
        arrays::<200>(backend);
    });
}
