//! Random keys from the operating system.
//!
//! All bits of a key are read from the source of entropy that the crate [`getrandom`] chooses for
//! the target, and nothing is derived from, or kept for, another key. So the keys of different
//! processes are as unrelated as those of a single process, even after `fork`. A virtual machine
//! that is started twice from one snapshot can get the same bytes twice, unless its kernel is
//! notified of the restart (Linux is from 5.18 on, by the generation number that hypervisors
//! provide).
//!
//! The module exists with the feature `getrandom` (which `std` enables), except on WebAssembly
//! without an operating system, which has no entropy. On that target it needs one of getrandom's
//! own backends, `wasm_js` or `custom`, selected by `--cfg getrandom_backend="…"`.

pub use getrandom::Error as EntropyError;

/// Expands to its argument, because this target has entropy. On targets without entropy it expands
/// to nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! with_entropy {
    ($($tokens:tt)*) => { $($tokens)* };
}

/// Makes a key from N bytes of entropy.
///
/// # Errors
/// Returns the operating system's error if it provides no entropy.
pub fn key<K, const N: usize>(make: impl FnOnce(&[u8; N]) -> K) -> Result<K, EntropyError> {
    crate::residue::build(|| {
        let mut bytes = Wiped([0; N]);
        getrandom::fill(&mut bytes.0)?;
        Ok(make(&bytes.0))
    })
}

/// Fills the bytes with entropy.
///
/// # Errors
/// Returns the operating system's error if it provides no entropy.
pub fn fill(bytes: &mut [u8]) -> Result<(), EntropyError> {
    getrandom::fill(bytes)
}

/// Returns the key.
///
/// # Panics
/// Panics with the operating system's error if it provides no entropy.
#[inline]
#[track_caller]
pub fn expect<K>(key: Result<K, EntropyError>) -> K {
    match key {
        Ok(key) => key,
        Err(error) => without(error),
    }
}

#[cold]
#[track_caller]
fn without(error: EntropyError) -> ! {
    panic!("no entropy for a key: {error}")
}

/// Words of entropy, for keys that need no fixed number of them. At most N are read at once.
pub struct Words<const N: usize = 32> {
    words: Wiped<[[u8; 8]; N]>,
    /// The index of the first word that is read; those before are not used.
    first: usize,
    used: usize,
}

impl<const N: usize> Words<N> {
    /// Makes a source that reads `count` words at once, with one call of the operating system.
    /// Nothing is read yet.
    ///
    /// # Panics
    /// Panics if the count is 0 or greater than N.
    #[must_use]
    pub const fn of(count: usize) -> Self {
        assert!(count > 0 && count <= N);
        Self { words: Wiped([[0; 8]; N]), first: N - count, used: N }
    }

    /// Returns the next word.
    ///
    /// # Errors
    /// Returns the operating system's error if it provides no entropy.
    pub fn next_word(&mut self) -> Result<u64, EntropyError> {
        if self.used == N {
            getrandom::fill(self.words.0[self.first..].as_flattened_mut())?;
            self.used = self.first;
        }
        self.used += 1;
        Ok(u64::from_ne_bytes(self.words.0[self.used - 1]))
    }
}

impl Words {
    /// Makes a source that reads 32 words at once. Nothing is read yet.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(32)
    }
}

impl Default for Words {
    fn default() -> Self {
        Self::new()
    }
}

crate::secret_debug!(impl[const N: usize] Words<N>, "Words");

/// A value that, with the feature `zeroize`, is overwritten with zeros when it is dropped.
struct Wiped<T: Wipe>(T);

/// The bound on the contents of [`Wiped`].
#[cfg(feature = "zeroize")]
use zeroize::Zeroize as Wipe;

/// The bound on the contents of [`Wiped`].
#[cfg(not(feature = "zeroize"))]
trait Wipe {}

#[cfg(not(feature = "zeroize"))]
impl<T> Wipe for T {}

#[cfg(feature = "zeroize")]
impl<T: Wipe> Drop for Wiped<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::panic::catch_unwind;
    use std::string::String;

    #[test]
    fn no_word_comes_twice() {
        let mut words = Words::new();
        let seen: HashSet<_> = (0..1000).map(|_| words.next_word().expect("entropy")).collect();
        assert_eq!(seen.len(), 1000);
        assert!(seen.iter().any(|word| word >> 63 == 1));
    }

    /// Words come from the places that were filled.
    #[test]
    fn no_word_is_a_place_that_was_not_read() {
        for count in [1, 2, 9, 31, 32] {
            let mut words = Words::<32>::of(count);
            let seen: HashSet<_> = (0..100).map(|_| words.next_word().expect("entropy")).collect();
            assert_eq!((seen.len(), seen.contains(&0)), (100, false), "{count}");
            assert!(words.words.0[..32 - count].iter().all(|word| *word == [0; 8]));
        }
    }

    #[test]
    fn sources_have_one_word_to_all() {
        for count in [0, 33, usize::MAX] {
            assert!(catch_unwind(|| Words::<32>::of(count)).is_err(), "{count}");
        }
        assert!(catch_unwind(|| Words::<1>::of(1)).is_ok());
    }

    #[test]
    fn keys_have_all_bytes_of_their_own() {
        let keys: HashSet<[u8; 40]> = (0..100).map(|_| expect(key(|bytes| *bytes))).collect();
        assert_eq!(keys.len(), 100);
        for at in 0..40 {
            assert!(keys.iter().map(|key| key[at]).collect::<HashSet<_>>().len() > 40, "{at}");
        }
    }

    #[test]
    fn without_entropy_there_is_an_error_and_no_key() {
        let error = || Err::<u64, _>(EntropyError::UNSUPPORTED);
        let panic = catch_unwind(|| expect(error())).expect_err("a panic");
        let text = panic.downcast::<String>().expect("a text");
        assert!(text.starts_with("no entropy for a key: "), "{text}");
    }
}
