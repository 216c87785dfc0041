//! Tests of a file and its parts, and of two streams of the same bytes.

use md5_opt::{LastPart, MAX_PADDING_BYTES, Md5, PartsError, hash, whole_and_parts};
use testkit::lengths::ladder;
use testkit::message::{NOISE, PAINT};

#[test]
fn two_streams_of_the_same_bytes() {
    let message = PAINT.message(2000);
    for before in [[0, 0], [0, 1], [63, 64], [10, 60], [100, 3]] {
        for len in ladder(200, 64, 20) {
            let starts = before.map(|len| NOISE.message(len));
            let mut streams = starts.clone().map(|start| {
                let mut md5 = Md5::new();
                md5.update(&start);
                md5
            });
            let [first, second] = &mut streams;
            Md5::update_two(first, second, &message[..len]);
            Md5::update_two(first, second, &message[len..]);
            for (md5, start) in streams.iter().zip(starts) {
                assert_eq!(md5.finalize(), hash(&[start, message.clone()].concat()));
            }
        }
    }
}

#[test]
fn a_file_and_its_parts() {
    for len in ladder(130, 64, 12) {
        let file = NOISE.message(len);
        for part in [1, 3, 64, 100, 128, 300, 5000] {
            let expected: Vec<_> = file.chunks(part).map(hash).collect();
            let mut parts = vec![[0; 16]; expected.len()];
            let whole = whole_and_parts(&file, part, LastPart::AsItIs, &mut parts);
            assert_eq!((whole, &parts), (Ok(hash(&file)), &expected));
            let padded = |chunk: &[u8]| [chunk, &vec![0; part - chunk.len()]].concat();
            let expected: Vec<_> = file.chunks(part).map(|c| hash(&padded(c))).collect();
            let whole = whole_and_parts(&file, part, LastPart::ZeroPadded, &mut parts);
            assert_eq!((whole, &parts), (Ok(hash(&file)), &expected));
        }
    }
}

#[test]
fn parts_that_cannot_be_hashed_are_refused() {
    let mut out = [[7; 16]; 2];
    let mut refused = |part, last, error: PartsError, text| {
        assert_eq!(whole_and_parts(b"a file", part, last, &mut out[..1]), Err(error));
        assert_eq!(error.to_string(), text);
    };
    let text = "part size is 0 bytes, it must be at least 1";
    refused(0, LastPart::ZeroPadded, PartsError::PartSize, text);
    let error = PartsError::Length { parts: 2, outputs: 1 };
    refused(
        3,
        LastPart::AsItIs,
        error,
        "file has 2 parts but 1 outputs, the numbers must be equal",
    );
    // On 32-bit machines no part size exceeds the limit.
    let bytes = usize::MAX as u64 - 6;
    if bytes > MAX_PADDING_BYTES {
        let text = format!("last part needs {bytes} zeros, at most 4294967296 are allowed");
        refused(usize::MAX, LastPart::ZeroPadded, PartsError::Padding { bytes }, &text);
        let part = usize::try_from(MAX_PADDING_BYTES).expect("usize has 64 bits") + 7;
        let error = PartsError::Padding { bytes: MAX_PADDING_BYTES + 1 };
        let text = "last part needs 4294967297 zeros, at most 4294967296 are allowed";
        refused(part, LastPart::ZeroPadded, error, text);
    }
    assert_eq!(out, [[7; 16]; 2], "nothing is written");
}

#[test]
fn a_part_may_be_longer_than_memory_if_it_is_not_padded() {
    let mut out = [[0; 16]];
    let whole = whole_and_parts(b"a file", usize::MAX, LastPart::AsItIs, &mut out);
    assert_eq!((whole, out), (Ok(hash(b"a file")), [hash(b"a file")]));
    // An empty file has no part to pad.
    let whole = whole_and_parts(b"", usize::MAX, LastPart::ZeroPadded, &mut []);
    assert_eq!(whole, Ok(hash(b"")));
}
