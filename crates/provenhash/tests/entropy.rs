//! Where the operating system provides no entropy, no key is made; once it does, keys are whole.
#![cfg(target_os = "linux")]

use hash_core::entropy::Words;
use provenhash::{ALGORITHMS, Error};
use testkit::entropy::{calls, failing};

testkit::own_entropy!();

#[test]
fn rows_have_an_error_and_then_a_key() {
    for row in ALGORITHMS.iter().filter(|row| !row.key_lengths.is_empty()) {
        let generate = || {
            if row.nonce {
                row.try_generate_nonce_key().map(|key| key.to_bytes())
            } else {
                row.try_generate().map(|key| key.to_bytes())
            }
        };
        for _ in 0..2 {
            assert!(matches!(failing(generate), Err(Error::Entropy { .. })), "{}", row.name);
        }
        let keys = [generate(), generate()].map(|key| key.expect("entropy"));
        assert_ne!(keys[0], keys[1], "{}", row.name);
    }
}

/// No word is used that was not read, also after words that were.
#[test]
fn words_that_fail_are_read_again() {
    /// The number of words that are read at once.
    const BLOCK: usize = 32;
    let mut words = Words::new();
    let mut seen = vec![0];
    for round in 0..3 {
        for _ in 0..2 {
            let word = failing(|| words.next_word());
            assert!(word.is_err(), "round {round}: {word:?}");
        }
        let mut read = || (0..BLOCK).for_each(|_| seen.push(words.next_word().expect("entropy")));
        assert_eq!(calls(&mut read), 1, "round {round}");
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 1 + 3 * BLOCK, "a word is 0, or occurs twice");
}
