//! Tests of keys: constructors, conversions, secrecy.

use std::ops::Range;

/// A generator that counts: starting from `Counter(0)`, word i is i + 1.
#[derive(Debug)]
pub struct Counter(pub u64);

impl rand_core::TryRng for Counter {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("keys draw whole words")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 += 1;
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("keys draw whole words")
    }
}

/// Returns the bytes of the words that a [`Counter`] generates.
#[must_use]
pub fn counted(len: usize) -> Vec<u8> {
    (1_u64..).flat_map(u64::to_le_bytes).take(len).collect()
}

/// Defines the tests of a key type with `BYTES`, `from_bytes`, `to_bytes`, `from_seed`, `generate`,
/// and, with the features of the calling crate, `from_rng`, `Zeroize` and `serde`. `$function` is
/// the name of the function in errors.
///
/// `key_suite!(fallible key: Key, "VHASH-64")` is for a key whose `from_bytes` returns a `Result`,
/// because not every string of bytes is a key. The only conversion from bytes that it tests is
/// `TryFrom<&[u8]>`. `key_suite!(copied key: MapKey, "map hash")` is for a key that is `Copy` and
/// so not wiped on drop. `universal` before the name is for a key with `is_degenerate`, which the
/// conversions from slices refuse.
#[macro_export]
macro_rules! key_suite {
    ($Key:ty, $function:literal) => {
        $crate::key_suite!(key: $Key, $function);
    };
    ($name:ident: $Key:ty, $function:literal) => {
        $crate::key_suite!(@ infallible $name: $Key, $function; wiped_on_drop);
    };
    (copied $name:ident: $Key:ty, $function:literal) => {
        $crate::key_suite!(@ infallible $name: $Key, $function; copied);
    };
    (universal $name:ident: $Key:ty, $function:literal) => {
        $crate::key_suite!(@ infallible $name: $Key, $function; wiped_on_drop, degenerate);
    };
    (universal copied $name:ident: $Key:ty, $function:literal) => {
        $crate::key_suite!(@ infallible $name: $Key, $function; copied, degenerate);
    };
    (@ infallible $name:ident: $Key:ty, $function:literal; $($kind:ident),*) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            const BYTES: usize = <$Key>::BYTES;

            #[test]
            fn bytes_go_both_ways() {
                let bytes: [u8; BYTES] = core::array::from_fn(|i| (i * 37 + i / 8).to_le_bytes()[0] & 0x0f);
                let key = <$Key>::from_bytes(&bytes);
                assert_eq!(key.to_bytes(), bytes);
                assert_eq!(<$Key>::from(&bytes).to_bytes(), bytes);
            }

            /// The derivation from seeds is frozen.
            #[test]
            fn seeds_give_the_bytes_of_the_reference() {
                for seed in [0, 1, 7, u64::MAX] {
                    let bytes = <$Key>::from_seed(seed).to_bytes();
                    assert_eq!(bytes.as_slice(), $crate::conformance::key::derived($function, seed, BYTES));
                }
            }

            /// These uses compile with the feature `zeroize` too, which any crate of a program may
            /// enable, and with which keys have `Drop`.
            #[test]
            fn constants() {
                struct Holder([$Key; 2]);
                impl Holder {
                    const fn new(first: $Key, second: $Key) -> Self {
                        Self([first, second])
                    }
                }
                static FROM_BYTES: $Key = <$Key>::from_bytes(&[1; BYTES]);
                const KEY: $Key = <$Key>::from_bytes(&[2; BYTES]);
                const BORROWED: &$Key = &KEY;
                static HOLDER: Holder = Holder::new(KEY, <$Key>::from_bytes(&[3; BYTES]));
                assert_eq!(FROM_BYTES.to_bytes(), [1; BYTES]);
                assert_eq!(BORROWED.to_bytes(), KEY.to_bytes());
                assert_eq!(HOLDER.0.each_ref().map(<$Key>::to_bytes), [[2; BYTES], [3; BYTES]]);
            }

            #[test]
            fn the_error_has_both_lengths() {
                let error = <$Key>::try_from([0].as_slice()).err().expect("wrong length");
                let error = hash_core::KeyError::from(error);
                let function = $function;
                let length = hash_core::KeyLengthError { function, expected: BYTES, found: 1 };
                assert_eq!(error, hash_core::KeyError::Length(length));
            }

            $($crate::key_suite!(@ $kind $Key);)*
            $crate::key_suite!(@ shared $Key, $function);
        }
    };
    (fallible $name:ident: $Key:ty, $function:literal) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            const BYTES: usize = <$Key>::BYTES;

            $crate::key_suite!(@ wiped_on_drop $Key);
            $crate::key_suite!(@ degenerate $Key);
            $crate::key_suite!(@ shared $Key, $function);
        }
    };
    (@ copied $Key:ty) => {};
    (@ degenerate $Key:ty) => {
        #[test]
        fn zeros_are_refused() {
            let zeros = [0; BYTES];
            let error = <$Key>::try_from(zeros.as_slice()).err().expect("a key of zeros");
            let text = error.to_string();
            assert!(text.starts_with("key has zeros where they make hashes ignore"), "{text}");
            #[cfg(feature = "serde")]
            {
                let text = format!("\"{}\"", $crate::message::hex(&zeros));
                let error = serde_json::from_str::<$Key>(&text).err().expect("a key of zeros");
                assert!(error.to_string().starts_with("key has zeros where"), "{error}");
            }
            // One random bit in 64 is enough.
            let bytes: [u8; BYTES] = core::array::from_fn(|i| u8::from(i % 8 == 0));
            assert!(!<$Key>::try_from(bytes.as_slice()).expect("a key").is_degenerate());
        }
    };
    (@ wiped_on_drop $Key:ty) => {
        #[cfg(feature = "zeroize")]
        #[test]
        fn wiped_on_drop() {
            fn check<T: zeroize::ZeroizeOnDrop>() {}
            check::<$Key>();
        }
    };
    (@ shared $Key:ty, $function:literal) => {
        #[test]
        fn slices_go_both_ways() {
            let bytes: [u8; BYTES] = core::array::from_fn(|i| (i * 37 + i / 8).to_le_bytes()[0] & 0x0f);
            assert_eq!(<$Key>::try_from(bytes.as_slice()).expect("right length").to_bytes(), bytes);
        }

        /// Only a constant function may be called here. (To evaluate it would take the compiler a
        /// second for a long key.)
        const fn from_seed(seed: u64) -> $Key {
            <$Key>::from_seed(seed)
        }

        #[test]
        fn a_seed_determines_the_key() {
            assert_eq!(from_seed(1).to_bytes(), from_seed(1).to_bytes());
            assert_ne!(from_seed(1).to_bytes(), from_seed(2).to_bytes());
        }

        #[test]
        fn words_of_seeds_are_unrelated() {
            $crate::conformance::key::unrelated_words(|seed| <$Key>::from_seed(seed).to_bytes());
        }

        #[test]
        fn another_length_is_an_error() {
            for found in [0, 1, BYTES - 1, BYTES + 1] {
                let error = <$Key>::try_from(vec![0; found].as_slice()).err().expect("wrong length");
                let text = format!("key has {found} bytes, {} needs {BYTES}", $function);
                assert_eq!(error.to_string(), text);
            }
        }

        /// Nothing before or after the bytes is read, whatever their number.
        #[test]
        fn no_read_outside() {
            let bytes = vec![0x0f; BYTES + 64];
            let mut guarded = $crate::Guarded::new(bytes.len());
            for found in (0..BYTES + 64).filter(|n| *n < 200 || n.abs_diff(BYTES) < 64) {
                guarded.places(&bytes[..found], |slice| {
                    let key = <$Key>::try_from(slice);
                    assert_eq!(key.is_ok(), found == BYTES, "{found} bytes");
                    assert!(key.is_err() || key.is_ok_and(|key| key.to_bytes() == [0x0f; BYTES]));
                });
            }
        }

        #[test]
        fn generated_keys_differ() {
            let (a, b) = (<$Key>::generate().to_bytes(), <$Key>::generate().to_bytes());
            assert_ne!(a, b);
            let (words, _) = a.as_chunks::<8>();
            let mut words = words.to_vec();
            words.sort_unstable();
            assert!(words.windows(2).all(|w| w[0] != w[1]), "a word occurs twice");
        }

        #[test]
        fn words_of_generated_keys_are_uniform() {
            use $crate::conformance::{key, random};
            // The bits that a key has room for; its bytes may have bits that are always 0.
            let keys = [0x55, 0xaa].map(|byte| <$Key>::try_from([byte; BYTES].as_slice()));
            let [odd, even] = keys.map(|key| key::words(&key.expect("right length").to_bytes()));
            let used: Vec<u64> = odd.iter().zip(even).map(|(odd, even)| odd | even).collect();
            let generated = || key::words(&<$Key>::generate().to_bytes());
            random::uniform(&used, generated);
            random::different_in_threads(generated);
        }

        #[test]
        #[cfg_attr(miri, ignore = "Miri starts no programs")]
        fn forks_generate_other_keys() {
            use $crate::conformance::{key, random};
            let test = concat!(module_path!(), "::forks_generate_other_keys");
            let generated = || key::words(&<$Key>::generate().to_bytes());
            random::different_after_fork(test, generated);
        }

        #[test]
        #[cfg_attr(miri, ignore = "Miri starts no programs")]
        fn processes_generate_other_keys() {
            use $crate::conformance::{key, random};
            let test = concat!(module_path!(), "::processes_generate_other_keys");
            random::different_in_processes(test, &key::words(&<$Key>::generate().to_bytes()));
        }

        #[test]
        fn the_key_is_not_printed() {
            let text = format!("{:?}", <$Key>::try_from([0x77; BYTES].as_slice()).expect("right length"));
            assert!(text.ends_with(".. }"), "{text}");
            assert!(!text.contains("77") && !text.contains("119"), "{text}");
        }

        #[cfg(feature = "rand_core")]
        #[test]
        fn any_generator() {
            use $crate::conformance::key::{Counter, counted};
            let key = <$Key>::from_rng(&mut Counter(0));
            assert_eq!(key.to_bytes().as_slice(), counted(BYTES));
        }

        #[cfg(feature = "zeroize")]
        #[test]
        fn can_be_wiped() {
            use zeroize::Zeroize;
            let mut key = <$Key>::from_seed(1);
            key.zeroize();
            assert_eq!(key.to_bytes(), [0; BYTES]);
        }

        #[cfg(feature = "serde")]
        #[test]
        fn serialised_as_digits_or_bytes() {
            let key = <$Key>::from_seed(3);
            let text = serde_json::to_string(&key).expect("the key is serialised");
            assert_eq!(text, format!("\"{}\"", $crate::message::hex(&key.to_bytes())));
            let back: $Key = serde_json::from_str(&text).expect("the text is a key");
            assert_eq!(back.to_bytes(), key.to_bytes());
            for bad in ["\"\"", "\"0g\"", "7", &text[..text.len() - 3]] {
                let error = serde_json::from_str::<$Key>(bad).err().expect("the text is not a key");
                assert!(!error.to_string().contains(&text[1..20.min(text.len() - 1)]), "{error}");
            }
        }
    };
}

/// Checks that a key is refused if one of these parts is zeros, one bit in the part suffices
/// against it, and that the `other` part may be zeros.
///
/// # Panics
/// Panics if a key is refused or accepted that should not be.
pub fn refused_parts(
    key: &[u8],
    parts: &[Range<usize>],
    other: Range<usize>,
    is_refused: impl Fn(&[u8]) -> bool,
) {
    assert!(!is_refused(key));
    for (part, expected) in parts.iter().map(|part| (part, true)).chain([(&other, false)]) {
        let mut zeros = key.to_vec();
        zeros[part.clone()].fill(0);
        assert_eq!(is_refused(&zeros), expected, "{part:?}");
        for place in [part.start, usize::midpoint(part.start, part.end), part.end - 1] {
            zeros[place] = 1;
            assert!(!is_refused(&zeros), "{part:?} but for {place}");
            zeros[place] = 0;
        }
    }
}

/// Reads the little-endian words of a key.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

/// Derives bytes from a seed for a function, in the reference.
pub use reference::seed::bytes as derived;

/// Multiplies a word by x over GF(2^64), modulo x^64 + x^4 + x^3 + x + 1.
const fn times_x(word: u64) -> u64 {
    (word << 1) ^ (0x1b * (word >> 63))
}

/// Multiplies a word by a polynomial of degree at most 3, over GF(2^64).
fn field_multiple(word: u64, factor: u64) -> u64 {
    let (mut multiple, mut power) = (0, word);
    for bit in 0..4 {
        if factor >> bit & 1 == 1 {
            multiple ^= power;
        }
        power = times_x(power);
    }
    multiple
}

/// Finds a word of a key that is c times another word plus d, with 0 < c < 16 and d < 16: over
/// GF(2^64), or over the integers modulo 2^64 with d of either sign. Among n random words, two are
/// related in this way with probability below n² 2^-54.
#[must_use]
pub fn relation(words: &[u64]) -> Option<String> {
    let mut sorted: Vec<(u64, usize)> = words.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    // Returns the words from `low` to `low` + 31.
    let near = |low: u64| {
        let start = sorted.partition_point(|(word, _)| *word < low);
        sorted[start..].iter().take_while(move |(word, _)| word - low < 32)
    };
    for (i, word) in words.iter().enumerate() {
        for c in 1..16 {
            let product = field_multiple(*word, c);
            for (other, j) in near(product & !15) {
                if *j != i && other ^ product < 16 {
                    let d = other ^ product;
                    return Some(format!("word {j} is {c} · word {i} + {d} over GF(2^64)"));
                }
            }
            let product = word.wrapping_mul(c);
            for (other, j) in near(product.wrapping_sub(15)) {
                let d = other.wrapping_sub(product).cast_signed();
                if *j != i && d.abs() < 16 {
                    return Some(format!("word {j} is {c} · word {i} + {d} over the integers"));
                }
            }
        }
    }
    None
}

/// Returns seeds that people are likely to choose, and seeds that are special for simple
/// generators.
pub fn seeds(count: u64) -> impl Iterator<Item = u64> {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let powers = (0..64).map(|bit| 1 << bit);
    let multiples = (1..count / 4).flat_map(|n| {
        let multiple = GOLDEN.wrapping_mul(n);
        [multiple, multiple.wrapping_neg()]
    });
    (0..count).chain(powers).chain(multiples).chain([u64::MAX])
}

/// Checks that no two words of a key that is derived from a seed are related, and that the first
/// words of the keys of consecutive seeds are not.
pub fn unrelated_words<const N: usize>(key_bytes: impl Fn(u64) -> [u8; N]) {
    unrelated(if N > 2000 { 150 } else { 1001 }, &|seed| words(&key_bytes(seed)));
}

fn unrelated(count: u64, words: &dyn Fn(u64) -> Vec<u64>) {
    for seed in seeds(count) {
        assert_eq!(relation(&words(seed)), None, "words of the key of seed {seed:#x} are related");
    }
    let first: Vec<u64> = (0..count).filter_map(|seed| words(seed).first().copied()).collect();
    assert_eq!(
        relation(&first),
        None,
        "the first words of the keys of seeds 0, 1, 2, … are related"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_found() {
        let word = 0x9123_4567_89ab_cdef_u64;
        assert_eq!(relation(&[word, !word, 77, word.rotate_left(7)]), None);
        for related in [
            times_x(word),
            times_x(word) ^ 15,
            field_multiple(word, 11) ^ 3,
            word.wrapping_mul(7).wrapping_add(5),
            word.wrapping_sub(15),
            word,
        ] {
            assert!(relation(&[77, word, !word, related]).is_some(), "{related:#x}");
        }
        assert_eq!(field_multiple(1 << 63, 2), 0x1b);
    }
}
