//! Tests every way to hash with values of OpenSSL and of RFC 1321.

use md5_opt::{
    Backend, Digest, LastPart, MultiMd5, from_hex, hash, hash_const, hash_many_on, hex, named,
    whole_and_parts,
};
use testkit::lengths::ladder;
use testkit::message::NOISE;
use testkit::on_every_backend;
use testkit::vectors::MD5;

/// Checks one way to hash against all vectors.
fn check(mut way: impl FnMut(&[u8]) -> Digest) {
    let no_key = |bytes: &[u8]| assert!(bytes.is_empty());
    MD5.hashes().check("md5", no_key, |(), m| hex(&way(m)).as_str().to_owned());
}

testkit::vectors! {
    md5: of named::Md5;
}

#[test]
fn at_compile_time() {
    check(hash_const);
}

#[test]
fn batches() {
    on_every_backend!(Backend, "md5: vectors, batches", |backend| {
        check(|m| {
            let others: [&[u8]; 2] = [&[1; 70], b"another"];
            let batch: [_; 19] =
                core::array::from_fn(|i| if i % 7 == 3 { others[i % 2] } else { m });
            let mut out = [[0; 16]; 19];
            hash_many_on(backend, &batch, &mut out).expect("one output per message");
            for (digest, message) in out.iter().zip(batch) {
                let expected = if message == m { out[0] } else { hash(message) };
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
            assert_eq!(digests[2], hash(b""));
            digests[3]
        });
    });
}

#[test]
fn with_parts() {
    check(|m| {
        let parts = m.len().div_ceil(1000);
        let mut out = vec![[0; 16]; parts];
        whole_and_parts(m, 1000, LastPart::AsItIs, &mut out).expect("one output per message")
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
        let digest = hash(message);
        assert_eq!(hex(&digest).as_str(), digits);
        assert_eq!(from_hex(digits), Some(digest));
        assert_eq!(from_hex(&digits.to_uppercase()), Some(digest));
    }
    on_every_backend!(Backend, "md5: RFC 1321", |backend| {
        let mut out = [[0; 16]; 7];
        hash_many_on(backend, &SUITE.map(|(message, _)| message), &mut out)
            .expect("one output per message");
        assert_eq!(out.map(|digest| hex(&digest).to_string()), SUITE.map(|(_, digits)| digits));
    });
}

#[test]
fn in_constants() {
    const ABC: Digest = hash_const(b"abc");
    assert_eq!(ABC, hash(b"abc"));
    for len in ladder(200, 64, 5).into_iter().chain([8192, (1 << 16) + 5]) {
        let message = NOISE.message(len);
        assert_eq!(hash_const(&message), hash(&message), "{len} bytes");
    }
}

#[test]
fn digits() {
    let digits = hex(&hash(b"a"));
    assert_eq!(format!("{digits}|{digits:>34}|{digits:?}").matches("0cc175b9").count(), 3);
    assert_eq!(from_hex("0cc175b9c0f1b6a831c399e26977266"), None);
    assert_eq!(from_hex("+cc175b9c0f1b6a831c399e269772661"), None);
}
