//! A state for tests of `Hash`.

use crate::hasher::integers;
use crate::RandomState;
use core::hash::{BuildHasher, Hasher};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::Vec;

/// What one call of a hasher wrote: "slice" or "integer", and the number of bytes.
type Piece = (&'static str, usize);
/// The pieces of each value, by its bytes.
type Seen = Arc<Mutex<BTreeMap<Vec<u8>, Vec<Piece>>>>;

/// A state for tests, whose hasher panics if two values write the same bytes in different pieces.
///
/// The hashes of this crate depend on how a value splits what it writes, as those of most fast
/// hashers do, but those of std do not. So if equal values of a type split it differently, maps of
/// std find them and others do not. Put such values into a map or a set under this state, or hash
/// them by [`hash_one`](BuildHasher::hash_one), and the second one panics. All hashers of a state
/// and of its clones are compared with each other, so use a state for values of one type. It keeps
/// the bytes of every value.
///
/// ```should_panic
/// use provenhash_map::Checking;
/// use std::hash::{BuildHasher, Hash, Hasher};
///
/// struct Rope([&'static str; 2]);
///
/// impl Hash for Rope {
///     fn hash<H: Hasher>(&self, state: &mut H) {
///         // It must be a single slice, or each byte by `write_u8`, whatever the chunks are.
///         self.0.iter().for_each(|chunk| state.write(chunk.as_bytes()));
///         state.write_u8(0xff);
///     }
/// }
///
/// let state = Checking::<std::hash::RandomState>::default();
/// state.hash_one(Rope(["he", "llo"]));
/// state.hash_one(Rope(["hel", "lo"]));
/// ```
#[derive(Clone, Default)]
pub struct Checking<S = RandomState> {
    state: S,
    seen: Seen,
}

impl<S> Checking<S> {
    /// Makes a state that has seen no value and has the hashes of this state.
    #[must_use]
    pub fn new(state: S) -> Self {
        Self { state, seen: Arc::default() }
    }
}

crate::hidden!(impl[S] Checking<S>, "Checking");

impl<S: BuildHasher> BuildHasher for Checking<S> {
    type Hasher = CheckingHasher<S::Hasher>;

    fn build_hasher(&self) -> Self::Hasher {
        let (hasher, seen) = (self.state.build_hasher(), self.seen.clone());
        CheckingHasher { hasher, bytes: Vec::new(), pieces: Vec::new(), seen }
    }
}

/// The hasher of [`Checking`].
#[derive(Clone)]
pub struct CheckingHasher<H> {
    hasher: H,
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
    seen: Seen,
}

crate::hidden!(impl[H] CheckingHasher<H>, "CheckingHasher");

impl<H> CheckingHasher<H> {
    fn push(&mut self, kind: &'static str, bytes: &[u8]) {
        self.pieces.push((kind, bytes.len()));
        self.bytes.extend_from_slice(bytes);
    }
}

/// Defines writes that are recorded.
macro_rules! records {
    ($($write:ident($integer:ty as $unsigned:ty);)*) => {
        $(#[allow(clippy::cast_sign_loss)] // the two's complement
        fn $write(&mut self, i: $integer) {
            self.hasher.$write(i);
            self.push("integer", &(i as $unsigned).to_le_bytes());
        })*
    };
}

impl<H: Hasher> Hasher for CheckingHasher<H> {
    fn write(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.push("slice", bytes);
    }

    integers!(records);

    /// Returns the hash of the value.
    ///
    /// # Panics
    /// Panics if an earlier value wrote the same bytes in other pieces.
    fn finish(&self) -> u64 {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = seen.entry(self.bytes.clone()).or_insert_with(|| self.pieces.clone());
        assert!(
            *earlier == self.pieces,
            "two values write the same bytes in different pieces, {earlier:?} and {:?}; if they are \
             equal, only some hashers find them: `Hash` must make the same calls for both",
            self.pieces
        );
        self.hasher.finish()
    }
}
