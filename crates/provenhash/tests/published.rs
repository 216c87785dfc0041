//! The two written forms of a value: the digest, which has the digits of numbers, and the published
//! bytes, which are those of the authors' programs and vectors, of the crates' `to_bytes` and of
//! RustCrypto's traits.

use provenhash::{ALGORITHMS, Algorithm, Digest, Key, ToBytes};

/// Returns the bytes 0, 1, 2, … modulo 256.
fn counting(len: usize) -> Vec<u8> {
    (0..=u8::MAX).cycle().take(len).collect()
}

fn key_of(name: &str) -> Key {
    let row = Algorithm::find(name).expect("a row");
    row.key(&counting(row.key_lengths[0])).expect("a key")
}

/// The hash of the empty message under the key 00 01 02 …, as the authors print it, and its digest.
const AUTHORS: [(&str, &str, &str); 8] = [
    // veorq/SipHash, vectors.h
    ("siphash-2-4", "310e0edd47db6f72", "726fdb47dd0e0e31"),
    ("siphash128-2-4", "a3817f04ba25a8e66df67214c7550293", "a3817f04ba25a8e66df67214c7550293"),
    ("halfsiphash32", "a9359f5b", "5b9f35a9"),
    ("halfsiphash64", "218d1f59b9b83cc8", "c83cb8b9591f8d21"),
    // google/highwayhash prints numbers, 0x907A56DE22C26E53 for 64 bits; the bytes are those in
    // memory.
    ("highwayhash64", "536ec222de567a90", "907a56de22c26e53"),
    ("highwayhash128", "c7fe8f9d8f26ed0f6f3e097f765e5633", "0fed268f9d8ffec733565e767f093e6f"),
    (
        "highwayhash256",
        "f574c8c22a4844dd1f35c713730146d9ff1487b9ccbeaeb3f41d75453123da41",
        "dd44482ac2c874f5d946017313c7351fb3aebeccb98714ff41da233145751df4",
    ),
    // NIST SP 800-38D defines bytes.
    ("ghash", "00000000000000000000000000000000", "00000000000000000000000000000000"),
];

#[test]
fn both_forms_are_those_of_the_authors() {
    for (name, published, digits) in AUTHORS {
        let (row, key) = (Algorithm::find(name).expect("a row"), key_of(name));
        let digest = key.hash(b"");
        assert_eq!(digest.to_string(), digits, "{name}");
        assert_eq!(row.published_bytes(digest).to_string(), published, "{name}");
        if row.mac {
            assert_eq!(key.tag(b"").expect("a MAC").to_string(), published, "{name}");
        }
    }
}

/// The published bytes of every row have those of the digest in another order, and twice the
/// digest's own.
#[test]
fn published_bytes_are_words_turned_round() {
    for row in ALGORITHMS {
        let bytes = counting(row.output_bits / 8);
        let digest = Digest::from_bytes(&bytes).expect("a digest");
        let published = row.published_bytes(digest);
        assert_eq!(row.published_bytes(published), digest, "{}", row.name);
        let words = bytes.chunks(row.word_bytes).flat_map(|word| word.iter().rev().copied());
        assert_eq!(published.as_bytes(), words.collect::<Vec<_>>(), "{}", row.name);
        let shorter = digest.first(row.output_bits - 8);
        assert_eq!(row.published_bytes(shorter), shorter, "{}", row.name);
    }
}

/// The published bytes by name are those of `to_bytes` in the crates.
#[test]
fn crates_and_table_publish_the_same_bytes() {
    macro_rules! same {
        ($($name:literal: $Key:ty, $hash:expr;)*) => {$(
            let (row, key) = (Algorithm::find($name).expect("a row"), key_of($name));
            let own: &$Key = key.downcast_ref().expect("the key of the crate");
            for len in [0, 1, 7, 8, 9, 63, 64, 65, 1024, 5000] {
                let message = vec![0xa5; len];
                let bytes = $hash(own, &message).to_bytes();
                let published = row.published_bytes(key.hash(&message));
                assert_eq!(published.as_bytes(), bytes, "{} of {len} bytes", $name);
            }
        )*};
    }
    same! {
        "clhash": clhash::Key, clhash::hash;
        "clhash128": clhash::clhash128::Key, clhash::clhash128::hash;
        "clmac": clmac::Key, clmac::tag;
        "vhash64": vhash::Key64, vhash::hash;
        "vhash128": vhash::Key128, vhash::hash128;
        "ghash": ghash_clmul::GhashKey, ghash_clmul::hash;
        "polyval": ghash_clmul::PolyvalKey, ghash_clmul::hash;
        "siphash-2-4": siphash_fast::Key, siphash_fast::hash::<2, 4>;
        "siphash128-2-4": siphash_fast::Key, siphash_fast::hash128::<2, 4>;
        "halfsiphash32": siphash_fast::HalfKey, siphash_fast::half::hash32::<2, 4>;
        "halfsiphash64": siphash_fast::HalfKey, siphash_fast::half::hash::<2, 4>;
        "highwayhash64": highwayhash::Key, highwayhash::hash;
        "highwayhash128": highwayhash::Key, highwayhash::hash128;
        "highwayhash256": highwayhash::Key, highwayhash::hash256;
    }
}
