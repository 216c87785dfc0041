//! Tests of NH by itself.

use testkit::message::NOISE;
use testkit::vectors::VHASH_PARTS;
use testkit::{Guarded, guard};
use vhash::nh::{ShortKeyError, nh};

#[test]
fn vectors() {
    let word = |text| u64::from_str_radix(text, 16).expect("hexadecimal digits of at most 64 bits");
    let keys = VHASH_PARTS.of_kind("K");
    for fields in VHASH_PARTS.of_kind("NH") {
        let [id, generator, length, expected] = fields[..] else { panic!("{fields:?}") };
        let key = keys.iter().find(|key| key[0] == id).expect("the vectors have this key");
        let key: Vec<u64> = key[1].split(',').map(word).collect();
        let length = length.parse().expect("length");
        let message = testkit::Generator::parse(generator).message(length);
        let expected =
            u128::from_str_radix(expected, 16).expect("hexadecimal digits of at most 128 bits");
        assert_eq!(nh(&key, &message), Ok(expected), "{fields:?}");
    }
}

/// No byte before or after the key or the message is read, even if the key is as short as it may
/// be.
#[test]
fn no_read_outside() {
    let key: Vec<u64> = (0..300).collect();
    let mut pages = [300 * 8, guard::LONGEST].map(Guarded::new);
    for length in guard::lengths((0..400).collect()) {
        let [keys, messages] = &mut pages;
        let (key, message) = (&key[..2 * length.div_ceil(16)], NOISE.message(length));
        let expected = nh(key, &message);
        messages.places(&message, |m| assert_eq!(nh(keys.end(key), m), expected));
        messages.places(&message, |m| assert_eq!(nh(keys.begin(key), m), expected));
    }
}

#[test]
fn any_even_number_of_words() {
    let key: Vec<u64> = (1..=100_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    for length in 0..=800_usize {
        let message = NOISE.message(length);
        let words = 2 * length.div_ceil(16);
        let expected = reference::vhash::nh(&key, &message);
        assert_eq!(nh(&key, &message), Ok(expected), "{length} bytes");
        assert_eq!(
            nh(&key[..words], &message),
            Ok(expected),
            "{length} bytes under the shortest key"
        );
        if words > 0 {
            let error = ShortKeyError { words, found: words - 1 };
            assert_eq!(nh(&key[..words - 1], &message), Err(error));
        }
    }
    let text = ShortKeyError { words: 4, found: 1 }.to_string();
    assert_eq!(text, "key has 1 words, NH of this message needs 4");
}
