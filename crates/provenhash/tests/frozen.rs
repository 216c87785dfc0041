//! The values of rows by their names.

use provenhash::{ALGORITHMS, Algorithm};
use testkit::vectors::HASHES;

/// A value of every row as the crates computed it before this table existed, of CLMAC and mshash as
/// the programs of the specification do: the digests of 5,000 bytes, byte i of which is (7 i² + 3
/// i) mod 251, under seed 1. For VMAC, the bytes 0 to 15 are the key and 1 is the nonce.
const DIGESTS: &[(&str, &str)] = &[
    ("clhash", "64c848dbccc04d28"),
    ("clhash-mixed", "77a42e6041e519b9"),
    ("clhash-bitmix", "64c848dbccc04d28"),
    ("clhash128", "3b5252cc9bf77245520570e990b71841"),
    ("clhash128-mixed", "ebda2552596345f66ce7e387d6b4c454"),
    ("mshash", "283899d2d7774ece"),
    ("clmac", "7b5e69577c84b33c036365975149501d"),
    ("vhash64", "2006e31206721a8f"),
    ("vhash64-mixed", "e046082fa87bd4e5"),
    ("vhash128", "9fb3bfc3e56493f67aa1e98370fd8258"),
    ("vmac64", "d3146ca2bebd79db"),
    ("vmac128", "d70afed5b2b555801788cbc479d14c3d"),
    ("ghash", "61af8786b5428a1f261e8022162847a9"),
    ("polyval", "b00f2a8d36c70dcb6c0debedb4dcd679"),
    ("mmh32", "2fb29fde"),
    ("mmh64", "2fb29fdeed6b8ecb"),
    ("tmmh16", "a7cf482f2b95aee4"),
    ("multilinear64", "069dbd9ba9ec3ac2"),
    ("multilinear64-mixed", "eba1a6f946426de8"),
    ("siphash-2-4", "778a54a341760b77"),
    ("siphash-1-3", "92437149a64d384c"),
    ("siphash-1-2", "54c265a7ac08db79"),
    ("siphash-4-8", "05a5c9ab3e1bc7f9"),
    ("siphash-1-2-nocase", "034c432bb635824e"),
    ("siphash128-2-4", "44b3871a27eeaef4e67995df2176c811"),
    ("siphash128-1-3", "f3a2162ff0136831c2a9f3914057d261"),
    ("siptreehash", "ab6849324506043b"),
    ("siptreehash13", "82934ead00a75624"),
    ("halfsiphash32", "9cc1ad63"),
    ("halfsiphash64", "7698ee377c50d490"),
    ("highwayhash64", "44708720b479e325"),
    ("highwayhash128", "25e0d71f72816fdb930d8d53146e6ad9"),
    ("highwayhash256", "d5373fc4a87852de5292136d92577f3cb832d2eddec9e87061129efce7d7e13d"),
    ("md5", "7d7201847e13589eb383fc8ea95b29d8"),
];

#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
#[test]
fn rows_have_their_values() {
    let message: Vec<u8> = (0..5000_u32).map(|i| ((7 * i * i + 3 * i) % 251) as u8).collect();
    for (name, listed) in DIGESTS {
        let row = Algorithm::find(name).expect("a row");
        let digest = match row.from_seed(1) {
            Ok(key) => key.hash(&message),
            Err(_) => {
                let key =
                    row.nonce_key(&std::array::from_fn::<u8, 16, _>(|i| i as u8)).expect("a key");
                key.tag(&[1], &message).expect("a tag")
            }
        };
        assert_eq!(digest.to_string(), *listed, "{name}");
    }
}

/// A row has the values of the vectors of its name. Without any its value is one of those above.
#[test]
fn rows_have_their_vectors() {
    for row in ALGORITHMS {
        let files: Vec<_> = HASHES.iter().filter(|table| table.has(row.name)).collect();
        let is_listed = DIGESTS.iter().any(|(name, _)| *name == row.name);
        assert!(is_listed || !files.is_empty(), "{} has no value", row.name);
        for file in files.into_iter().map(|table| table.hashes().without_zeros()) {
            file.check(row.name, <[u8]>::to_vec, |bytes, message| {
                // A file may have the keys of several rows, of which the longest is stored, and the
                // nonces of VMAC after its keys.
                let key = &bytes[..row.key_lengths.first().copied().unwrap_or_default()];
                let digest = if row.nonce {
                    row.nonce_key(key).and_then(|mac| mac.tag(&bytes[key.len()..], message))
                } else {
                    row.key(key).map(|key| key.hash(message))
                };
                let digits = digest.expect("a digest").to_string();
                let has_words = row.word_bytes == 8 || row.name == "vmac128";
                let words: Vec<_> =
                    digits.as_bytes().chunks(16).map(String::from_utf8_lossy).collect();
                if has_words { words.join(",") } else { digits }
            });
        }
    }
}
