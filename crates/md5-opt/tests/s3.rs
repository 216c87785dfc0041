//! Tests of ETags of objects that were uploaded whole and in parts.

use md5_opt::hash;
use md5_opt::s3::{ETag, ETagError, MAX_PARTS, MultipartMd5};
use std::io::Write;
use testkit::message::NOISE;

/// Computes an ETag by the definition, one part after another.
fn by_definition(object: &[u8], part: usize) -> String {
    let digests: Vec<u8> = object.chunks(part).flat_map(hash).collect();
    format!("{}-{}", md5_opt::hex(&hash(&digests)), object.len().div_ceil(part))
}

#[test]
fn of_parts() {
    for len in [1, 99, 100, 101, 5000, 9600, 9601, 20_000] {
        let object = NOISE.message(len);
        for part in [7, 64, 100, 1000, 30_000] {
            let etag = ETag::of_parts(&object, part as u64).expect("not too many");
            assert_eq!(etag.to_string(), by_definition(&object, part));
            let mut upload = MultipartMd5::new(part as u64).expect("not zero");
            for piece in object.chunks(333) {
                upload.update(piece);
            }
            assert_eq!(upload.len(), len as u64);
            assert_eq!(upload.finalize(), Ok(etag));
            assert_eq!(etag.verify(&object, Some(part as u64)), Ok(true));
            assert_eq!(etag.verify(&object[1..], Some(part as u64)), Ok(false));
        }
    }
    let empty = MultipartMd5::new(5).expect("not zero");
    assert_eq!(empty.finalize(), ETag::of_parts(b"", 5));
    let digest = hash(&hash(b""));
    assert_eq!(
        empty.finalize().map(|etag| (etag.digest, etag.to_string().ends_with("-1"))),
        Ok((digest, true))
    );
}

#[test]
fn of_whole_objects() {
    let etag = ETag::of_whole(b"abc");
    assert_eq!(etag.to_string(), "900150983cd24fb0d6963f7d28e17f72");
    assert_eq!(etag.verify(b"abc", None), Ok(true));
    assert_eq!(etag.verify(b"abd", None), Ok(false));
    assert_eq!(etag.part_sizes(3).map(Iterator::count), Ok(0));
}

#[test]
fn part_sizes_are_guessed() {
    const MIB: u64 = 1 << 20;
    let etag = |parts: u32| ETag { digest: [0; 16], parts: parts.try_into().ok() };
    let sizes = |parts, bytes| etag(parts).part_sizes(bytes).map(Iterator::collect::<Vec<_>>);
    assert_eq!(sizes(3, 20 * MIB), Ok(vec![8 * MIB, 7 * MIB, 9 * MIB, (20 * MIB).div_ceil(3)]));
    assert_eq!(sizes(1, 5), Ok(vec![8 * MIB, 5 * MIB, 15 * MIB, 64 * MIB, 16 * MIB, 128 * MIB, 5]));
    assert_eq!(sizes(10, 5), Err(ETagError::Impossible { parts: 10, object_bytes: 5 }));
    assert_eq!(sizes(2, 0), Err(ETagError::Impossible { parts: 2, object_bytes: 0 }));
    for (parts, bytes) in [(2, 9 * MIB), (7, 100 * MIB + 1), (1000, 9999 * MIB), (3, 7)] {
        for size in sizes(parts, bytes).expect("possible") {
            assert_eq!(bytes.div_ceil(size), u64::from(parts), "{bytes} bytes by {size}");
        }
    }
    let object = NOISE.message((2 << 20) + 5);
    let upload = ETag::of_parts(&object, MIB).expect("three parts");
    assert_eq!(upload.verify(&object, None), Ok(true));
    assert_eq!(upload.verify(&object[..1 << 20], None), Ok(false));
}

#[test]
fn text() {
    let digits = "900150983cd24fb0d6963f7d28e17f72";
    for (text, parts) in [(digits.to_owned(), None), (format!("{digits}-12"), 12.try_into().ok())] {
        for text in [text.clone(), format!("\"{text}\"")] {
            let etag: ETag = text.parse().expect("the ETag is well-formed");
            assert_eq!(etag, ETag { digest: hash(b"abc"), parts });
            assert_eq!(etag.to_string(), text.trim_matches('"'));
        }
    }
    for bad in [
        "",
        "\"",
        "abc",
        &digits[1..],
        &format!("{digits}-"),
        &format!("{digits}-0"),
        &format!("{digits}-012"),
        &format!("{digits}-+1"),
        &format!("{digits}-1-2"),
        &format!("{digits}-99999999999"),
    ] {
        assert_eq!(bad.parse::<ETag>(), Err(ETagError::Syntax), "{bad}");
    }
}

#[test]
fn what_cannot_be_is_an_error() {
    assert_eq!(ETag::of_parts(b"abc", 0), Err(ETagError::PartSize));
    assert!(MultipartMd5::new(0).is_err());
    let many = vec![0; MAX_PARTS as usize + 1];
    let error = ETagError::TooManyParts { parts: 10_001 };
    assert_eq!(ETag::of_parts(&many, 1), Err(error));
    let mut upload = MultipartMd5::new(1).expect("not zero");
    upload.update(&many);
    assert_eq!(upload.finalize(), Err(error));
    for error in [
        ETagError::Syntax,
        ETagError::PartSize,
        error,
        ETagError::Impossible { parts: 1, object_bytes: 2 },
    ] {
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn an_upload_takes_what_is_written_to_it() {
    let mut upload = MultipartMd5::new(7).expect("not zero");
    assert!(upload.is_empty());
    write!(upload, "{} and {}", 1, 2).expect("writes to an upload never fail");
    upload.flush().expect("nothing to flush");
    let mut other = upload.clone();
    std::io::copy(&mut &b" and more"[..], &mut upload).expect("writes to an upload never fail");
    assert_eq!(upload.finalize(), ETag::of_parts(b"1 and 2 and more", 7));
    other.update(b" and less");
    assert_eq!(other.finalize(), ETag::of_parts(b"1 and 2 and less", 7));
    assert_eq!(format!("{other:?}"), "MultipartMd5 { len: 16, .. }");
}
