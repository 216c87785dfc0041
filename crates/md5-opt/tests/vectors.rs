//! OpenSSL's values, those of RFC 1321, and every way to hash.

use md5_opt::{Backend, LastPart, Md5, MultiMd5, from_hex, hex, literal, whole_and_parts};
use testkit::on_every_backend;
use testkit::vectors::MD5;

/// Checks a way to hash against all vectors.
fn check(mut way: impl FnMut(&[u8]) -> [u8; 16]) {
    let no_key = |bytes: &[u8]| assert!(bytes.is_empty());
    MD5.hashes().check("md5", no_key, |(), m| hex(&way(m)).as_str().to_owned());
}

#[test]
fn one_shot() {
    check(|m| Md5::digest(m));
    check(literal);
}

#[test]
fn streams() {
    check(|m| {
        let mut md5 = Md5::new();
        for piece in m.chunks(37) {
            md5.update(piece);
        }
        assert_eq!(md5.len(), m.len() as u64);
        assert_eq!(md5.is_empty(), m.is_empty());
        md5.finalize()
    });
}

#[test]
fn batches() {
    on_every_backend!(Backend, "md5: vectors, batches", |backend| {
        check(|m| {
            let others: [&[u8]; 2] = [&[1; 70], b"behind"];
            let batch: [_; 19] =
                core::array::from_fn(|i| if i % 7 == 3 { others[i % 2] } else { m });
            let mut out = [[0; 16]; 19];
            backend.hash_many(&batch, &mut out).expect("as many as places");
            for (digest, message) in out.iter().zip(batch) {
                let expected = if message == m { out[0] } else { Md5::digest(message) };
                assert_eq!(*digest, expected);
            }
            out[0]
        });
    });
}

#[test]
fn many_streams() {
    on_every_backend!(Backend, "md5: vectors, many streams", |backend| {
        check(|m| {
            let mut streams = MultiMd5::<5, 4>::new().with_backend(backend);
            for piece in m.chunks(100) {
                for stream in [0, 3, 1, 4] {
                    streams.update(stream, piece);
                }
            }
            let digests = streams.finalize_each();
            assert_eq!([digests[0], digests[1], digests[4]], [digests[3]; 3]);
            assert_eq!(digests[2], Md5::digest(b""));
            digests[3]
        });
    });
}

#[test]
fn with_parts() {
    check(|m| {
        let parts = m.len().div_ceil(1000);
        let mut out = vec![[0; 16]; parts];
        whole_and_parts(m, 1000, LastPart::AsItIs, &mut out).expect("as many as places")
    });
}

/// RFC 1321, appendix A.5.
#[test]
fn test_suite_of_the_rfc() {
    const SUITE: [(&[u8], &str); 7] = [
        (b"", "d41d8cd98f00b204e9800998ecf8427e"),
        (b"a", "0cc175b9c0f1b6a831c399e269772661"),
        (b"abc", "900150983cd24fb0d6963f7d28e17f72"),
        (b"message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (b"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f",
        ),
        (
            b"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a",
        ),
    ];
    for (message, digits) in SUITE {
        let digest = Md5::digest(message);
        assert_eq!(hex(&digest).as_str(), digits);
        assert_eq!(from_hex(digits), Some(digest));
        assert_eq!(from_hex(&digits.to_uppercase()), Some(digest));
    }
    on_every_backend!(Backend, "md5: RFC 1321", |backend| {
        let mut out = [[0; 16]; 7];
        backend.hash_many(&SUITE.map(|(message, _)| message), &mut out).expect("as many");
        assert_eq!(out.map(|digest| hex(&digest).to_string()), SUITE.map(|(_, digits)| digits));
    });
}

#[test]
fn in_constants() {
    const ABC: [u8; 16] = literal(b"abc");
    assert_eq!(ABC, Md5::digest(b"abc"));
}
