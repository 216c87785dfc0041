//! Tests of each kernel against intermediate values of the published library.

use super::*;
use crate::Key;
use testkit::message::Generator;
use testkit::on_every_backend;
use testkit::vectors::CLHASH_PARTS;

fn hex128(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("hex")
}

fn hex64(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("hex")
}

#[test]
fn inner_products() {
    on_every_backend!(Backend, "clhash: CLNH", |backend| {
        let file_key = |id: &str| {
            let keys = CLHASH_PARTS.of_kind("K");
            let bytes = keys.iter().find(|k| k[0] == id).expect("the file has this key")[1];
            let bytes = testkit::message::unhex(bytes);
            Key::try_from(bytes.as_slice()).expect("the file has whole keys").with_backend(backend)
        };
        for record in CLHASH_PARTS.of_kind("CLNH") {
            let [id, generator, len, expected] = record[..] else { panic!("{record:?}") };
            let key = file_key(id);
            let message = Generator::parse(generator).message(len.parse().expect("length"));
            let mut padded = message.clone();
            padded.resize(message.len().next_multiple_of(16), 0);
            let pairs = padded.as_chunks().0;
            assert_eq!(clnh(backend, &key, 0, pairs), hex128(expected), "{len} bytes");
            // The same in two pieces, where the second starts at any pair.
            for cut in 0..=pairs.len() {
                let (first, second) = pairs.split_at(cut);
                let sum = clnh(backend, &key, 0, first) ^ clnh(backend, &key, cut.min(63), second);
                assert_eq!(sum, hex128(expected), "{cut} pairs of {len} bytes");
            }
        }
    });
}

#[test]
fn last_steps() {
    on_every_backend!(Backend, "clhash: last step", |backend| {
        for record in CLHASH_PARTS.of_kind("FIN") {
            let [sum, last_key, length_key, len, expected] = record[..] else {
                panic!("{record:?}")
            };
            let (sum, last_key) = (hex128(sum), hex128(last_key));
            let mut words = Key::from_seed(1).to_words();
            words[130] = u64::try_from(last_key & u128::from(u64::MAX)).expect("64 bits");
            words[131] = u64::try_from(last_key >> 64).expect("64 bits");
            words[132] = hex64(length_key);
            let key = Key::from_words(words).with_backend(backend);
            let len = hex64(len);
            if len > BLOCK_BYTES as u64 {
                assert_eq!(finish_blocks(backend, &key, sum, len), hex64(expected), "{record:?}");
            }
        }
    });
}

#[test]
fn length_terms() {
    for record in CLHASH_PARTS.of_kind("LEN") {
        let [key, len, expected] = record[..] else { panic!("{record:?}") };
        assert_eq!(gf2::clmul64(hex64(key), hex64(len)), hex128(expected), "{record:?}");
    }
}

/// Three registers of blocks and a remainder, from a sum that is not zero: one block at a time must
/// equal all at once.
#[test]
fn polynomials() {
    on_every_backend!(Backend, "clhash: Horner", |backend| {
        let key = Key::from_seed(3).with_backend(backend);
        let message = testkit::message::NOISE.message(14 * BLOCK_BYTES);
        let blocks: &[Block] = message.as_chunks().0;
        for start in [0, 1, u128::MAX, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210] {
            for count in 0..=blocks.len() {
                let one_by_one = blocks[..count].iter().fold(start, |sum, block| {
                    append(backend, &key, sum, clnh(backend, &key, 0, block.as_chunks().0))
                });
                let expected = blocks[..count].iter().fold(start, |sum, block| {
                    let k = reference::gf2::mul_mod(key.k(), sum, reference::gf2::LAZY);
                    k ^ portable::clnh(&key, 0, block.as_chunks().0)
                });
                assert_eq!(one_by_one, expected, "{count} blocks");
                assert_eq!(
                    horner(backend, &key, start, &blocks[..count]),
                    expected,
                    "{count} blocks"
                );
            }
        }
    });
}

/// The bytes of a key, at any alignment, give the hashes of the key.
#[test]
fn keys_in_place() {
    on_every_backend!(Backend, "clhash: keys in place", |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let message = testkit::message::NOISE.message(14 * BLOCK_BYTES);
        let lengths = (0..=2100).chain((2101..message.len()).step_by(307)).chain([message.len()]);
        for (len, shift) in lengths.zip((0..64).cycle()) {
            let mut place = [0xaa; Key::BYTES + 64];
            place[shift..][..Key::BYTES].copy_from_slice(&key.to_bytes());
            let bytes = place[shift..].first_chunk().expect("the key");
            let message = &message[..len];
            let expected = hash(backend, &key, message);
            assert_eq!(hash_borrowed(backend, bytes, message), expected, "{len} bytes");
        }
    });
}
