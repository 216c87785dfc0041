//! Suites of tests that every crate of the family must pass, run on its own types.
//!
//! A test file implements [`Function`] (and, where they apply, [`Oracle`], [`Checkpoints`],
//! [`Parts`] and [`Batches`]) for a unit type, and names the suites to run:
//!
//! ```ignore
//! struct ClHash;
//! impl Function for ClHash { /* … */ }
//! testkit::suite!(one_shot: ClHash);
//! testkit::suite!(stream: ClHash);
//! ```
//!
//! Every suite runs on every backend of the machine and names the one on which it fails; see
//! [`sweep`](crate::sweep()).
//!
//! Suites that call the function alone see it without its types, as a
//! [`Subject`](subject::Subject), so that they are compiled once for all functions.

#![expect(clippy::missing_panics_doc, reason = "a failed test panics")]

pub mod batch;
pub mod checkpoint;
pub mod choice;
pub mod key;
pub mod mac;
pub mod map;
pub mod one_shot;
pub mod partial;
pub mod random;
pub mod stream;
pub mod subject;

use core::fmt::Debug;
use hash_core::backend::Token;
#[doc(no_inline)]
pub use hash_core::{BatchError, CheckpointError, CombineError};

/// A function with a type of keys (`()` or a backend if it has no keys) and a stream.
pub trait Function: 'static {
    /// The name of the function in reports.
    const NAME: &'static str;
    /// The number of bytes after which the function works differently. Lengths around its multiples
    /// are tried.
    const BLOCK: usize;
    /// The type of its backends.
    type Backend: Token;
    /// The key, which contains the choice of a backend.
    type Key;
    /// The hash.
    type Hash: subject::Value;
    /// The stream.
    type Stream<'k>: Clone + core::hash::Hasher + std::io::Write + Debug;

    /// Creates the key of a seed.
    fn key(seed: u64, backend: Self::Backend) -> Self::Key;
    /// Hashes a whole message in one call.
    fn hash(key: &Self::Key, message: &[u8]) -> Self::Hash;
    /// Creates a stream of the empty message.
    fn stream(key: &Self::Key) -> Self::Stream<'_>;
    /// Appends bytes to the message.
    fn update(stream: &mut Self::Stream<'_>, bytes: &[u8]);
    /// Returns the hash of the message so far.
    fn finalize(stream: &Self::Stream<'_>) -> Self::Hash;
    /// Returns the number of bytes so far from `len`, and checks that `is_empty` agrees.
    fn len(stream: &Self::Stream<'_>) -> u64;
    /// Returns the value of `Hasher::finish` if `finalize` returns `hash`.
    fn finish(hash: Self::Hash) -> u64;
}

/// A function that has a slow, readable reference.
pub trait Oracle: Function {
    /// Computes the hash with the reference, under this key.
    fn expected(key: &Self::Key, message: &[u8]) -> Self::Hash;
}

/// A function whose streams can be saved.
pub trait Checkpoints: Function {
    /// The length of a checkpoint in bytes.
    const BYTES: usize;
    /// Saves a stream.
    fn checkpoint(stream: &Self::Stream<'_>) -> Vec<u8>;
    /// Resumes from a checkpoint.
    ///
    /// # Errors
    /// Those of the function.
    fn resume<'k>(key: &'k Self::Key, bytes: &[u8]) -> Result<Self::Stream<'k>, CheckpointError>;
}

/// A function whose parts join.
pub trait Parts: Function {
    /// A part.
    type Part: Copy + PartialEq + Debug;
    /// The empty part.
    const EMPTY: Self::Part;
    /// The length in bytes of which the length of every part except the last must be a multiple.
    const PART_BLOCK: usize;
    /// Hashes a part.
    fn part(key: &Self::Key, part: &[u8]) -> Self::Part;
    /// Returns the bytes of a stream so far, as a part.
    fn part_of_stream(stream: &Self::Stream<'_>) -> Self::Part;
    /// Joins two parts.
    ///
    /// # Errors
    /// Those of the function.
    fn combine(
        key: &Self::Key,
        left: &Self::Part,
        right: &Self::Part,
    ) -> Result<Self::Part, CombineError>;
    /// Returns the hash of a part that is the whole message.
    fn whole(key: &Self::Key, part: &Self::Part) -> Self::Hash;
    /// Returns the number of bytes of a part from `len`, and checks that `is_empty` agrees.
    fn part_len(part: &Self::Part) -> u64;
}

/// A function with batches.
pub trait Batches: Function {
    /// Hashes many slices.
    ///
    /// # Errors
    /// Those of the function.
    fn hash_many(
        key: &Self::Key,
        messages: &[&[u8]],
        out: &mut [Self::Hash],
    ) -> Result<(), BatchError>;
    /// Hashes many words.
    ///
    /// # Errors
    /// Those of the function.
    fn hash_u64s(key: &Self::Key, words: &[u64], out: &mut [Self::Hash]) -> Result<(), BatchError>;
    /// Hashes the strings of a column.
    ///
    /// # Errors
    /// Those of the function.
    fn hash_column<O: Copy + TryInto<usize>>(
        key: &Self::Key,
        values: &[u8],
        offsets: &[O],
        out: &mut [Self::Hash],
    ) -> Result<(), BatchError>;
}

/// Runs a test of a function on every backend, with the key of this seed, which lies at the end of
/// readable memory.
pub(crate) fn on_keys<F: Function>(what: &str, seed: u64, test: &dyn Fn(&F::Key)) {
    crate::sweep::on_backends::<F::Backend>(&format!("{}: {what}", F::NAME), |backend| {
        crate::guard::hold(F::key(seed, backend), |key| test(key));
    });
}

/// Runs a property test, and stores no failures in files.
///
/// # Panics
/// Panics if the property fails.
pub fn check<S: proptest::strategy::Strategy + 'static>(
    cases: u32,
    strategy: S,
    test: impl Fn(S::Value) -> Result<(), proptest::test_runner::TestCaseError>,
) {
    // One instance for each type of values makes the tests compile sooner.
    check_values(cases, &strategy.boxed(), &test);
}

fn check_values<T: Debug>(
    cases: u32,
    strategy: &proptest::strategy::BoxedStrategy<T>,
    test: &dyn Fn(T) -> Result<(), proptest::test_runner::TestCaseError>,
) {
    use proptest::test_runner::{Config, TestRunner};
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(strategy, test) {
        panic!("{error}");
    }
}

/// Returns all lengths up to `short`, and lengths around the first multiples of the block.
fn edges(short: usize, block: usize) -> Vec<usize> {
    let around = (1..=3).flat_map(|n| {
        let edge = n * block;
        edge.saturating_sub(17)..=edge + 17
    });
    let mut lengths: Vec<_> = (0..=short).chain(around).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Defines the tests of a suite for a function: `suite!(stream: ClHash)` defines a module `stream`
/// of tests. A second name distinguishes two functions of one file:
/// `suite!(stream as wide: VHash128)`.
#[macro_export]
macro_rules! suite {
    ($suite:ident: $function:ident) => {
        $crate::suite!($suite as $suite: $function);
    };
    (one_shot as $name:ident: $function:ident) => {
        $crate::suite!(@ one_shot $name $function:
            every_length no_read_outside placements long_messages any_key_and_message);
    };
    (stream as $name:ident: $function:ident) => {
        $crate::suite!(@ stream $name $function: splits_in_two splits_in_three pieces
            no_read_outside hash_so_far integers std_types as_a_file clones any_split);
    };
    (checkpoint as $name:ident: $function:ident) => {
        $crate::suite!(@ checkpoint $name $function: resume refuse_others random_bytes no_read_outside);
    };
    (partial as $name:ident: $function:ident) => {
        $crate::suite!(@ partial $name $function: any_grouping long_parts refuse_unaligned
            no_read_outside);
    };
    (batch as $name:ident: $function:ident) => {
        $crate::suite!(@ batch $name $function: agree_with_single_messages long_and_many_messages
            refuse_mismatches no_read_outside no_read_outside_columns);
    };
    (choice as $name:ident: $function:ident) => {
        $crate::suite!(@ choice $name $function: names_and_order threads);
    };
    (@ $suite:ident $name:ident $function:ident: $($test:ident)*) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $(#[test]
            fn $test() {
                $crate::conformance::$suite::$test(&$function);
            })*
        }
    };
}

/// Declares a unit type and implements [`Function`] for it with the uniform API of the family:
///
/// ```ignore
/// testkit::function! {
///     ClHash = "clhash", block: 1024, backend: Backend;
///     key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
///     hash: u64 = |key, message| hash(key, message);
///     stream: ClHasher<&'k Key> = |key| ClHasher::new(key), finalize;
///     finish: |hash| hash;
///     oracle: |key, message| reference::clhash::hash(&key.to_words(), message);
/// }
/// ```
///
/// `'k` is the lifetime of the key. The name after the stream is the method that returns the hash.
/// The line of the oracle is optional.
#[macro_export]
macro_rules! function {
    (
        $Name:ident = $name:literal, block: $block:expr, backend: $Backend:ty;
        key: $Key:ty = |$seed:ident, $backend:ident| $new_key:expr;
        hash: $Hash:ty = |$hash_key:pat_param, $hash_message:ident| $hash:expr;
        stream: $Stream:ty = |$stream_key:pat_param| $stream:expr, $finalize:ident;
        finish: |$finished:pat_param| $finish:expr;
        $(oracle: |$oracle_key:pat_param, $oracle_message:ident| $oracle:expr;)?
    ) => {
        #[doc = concat!($name, ", for the suites.")]
        struct $Name;

        impl $crate::conformance::Function for $Name {
            const NAME: &'static str = $name;
            const BLOCK: usize = $block;
            type Backend = $Backend;
            type Key = $Key;
            type Hash = $Hash;
            type Stream<'k> = $Stream;

            #[inline(never)]
            fn key($seed: u64, $backend: $Backend) -> $Key {
                $new_key
            }
            #[inline(never)]
            fn hash($hash_key: &$Key, $hash_message: &[u8]) -> $Hash {
                $hash
            }
            #[inline(never)]
            fn stream<'k>($stream_key: &'k $Key) -> $Stream {
                $stream
            }
            #[inline(never)]
            fn update<'k>(stream: &mut $Stream, bytes: &[u8]) {
                stream.update(bytes);
            }
            #[inline(never)]
            fn finalize<'k>(stream: &$Stream) -> $Hash {
                stream.$finalize()
            }
            fn len<'k>(stream: &$Stream) -> u64 {
                assert_eq!(stream.is_empty(), stream.len() == 0);
                stream.len()
            }
            fn finish($finished: $Hash) -> u64 {
                $finish
            }
        }

        $(impl $crate::conformance::Oracle for $Name {
            #[inline(never)]
            fn expected($oracle_key: &$Key, $oracle_message: &[u8]) -> $Hash {
                $oracle
            }
        })?
    };
}

/// Implements [`Checkpoints`] with `checkpoint` and `from_checkpoint` of the stream:
/// `checkpoints!(ClHash, CHECKPOINT_BYTES, |key, bytes| ClHasher::from_checkpoint(key, bytes))`.
#[macro_export]
macro_rules! checkpoints {
    ($Name:ident, $bytes:expr, |$key:pat_param, $saved:ident| $resume:expr) => {
        impl $crate::conformance::Checkpoints for $Name {
            const BYTES: usize = $bytes;

            fn checkpoint(stream: &<Self as $crate::conformance::Function>::Stream<'_>) -> Vec<u8> {
                stream.checkpoint().to_vec()
            }
            fn resume<'k>(
                $key: &'k <Self as $crate::conformance::Function>::Key,
                $saved: &[u8],
            ) -> Result<
                <Self as $crate::conformance::Function>::Stream<'k>,
                $crate::conformance::CheckpointError,
            > {
                $resume
            }
        }
    };
}

/// Implements [`Parts`] with the uniform API: `parts!(ClHash, Partial, BLOCK_BYTES)`.
#[macro_export]
macro_rules! parts {
    ($Name:ident, $Part:ty, $block:expr) => {
        impl $crate::conformance::Parts for $Name {
            type Part = $Part;
            const EMPTY: $Part = <$Part>::EMPTY;
            const PART_BLOCK: usize = $block;

            fn part(key: &<Self as $crate::conformance::Function>::Key, part: &[u8]) -> $Part {
                <$Part>::of(key, part)
            }
            fn part_of_stream(
                stream: &<Self as $crate::conformance::Function>::Stream<'_>,
            ) -> $Part {
                stream.partial()
            }
            fn combine(
                key: &<Self as $crate::conformance::Function>::Key,
                left: &$Part,
                right: &$Part,
            ) -> Result<$Part, $crate::conformance::CombineError> {
                left.combine(key, right)
            }
            fn whole(
                key: &<Self as $crate::conformance::Function>::Key,
                part: &$Part,
            ) -> <Self as $crate::conformance::Function>::Hash {
                part.finalize(key)
            }
            fn part_len(part: &$Part) -> u64 {
                assert_eq!(part.is_empty(), part.len() == 0);
                part.len()
            }
        }
    };
}

/// Implements [`Batches`] with three functions of a crate, and their generic arguments if they need
/// any: `batches!(ClHash, hash_many, hash_u64s, hash_column)`.
#[macro_export]
macro_rules! batches {
    ($Name:ident, $many:expr, $words:expr, $column:expr) => {
        impl $crate::conformance::Batches for $Name {
            fn hash_many(
                key: &<Self as $crate::conformance::Function>::Key,
                messages: &[&[u8]],
                out: &mut [<Self as $crate::conformance::Function>::Hash],
            ) -> Result<(), $crate::conformance::BatchError> {
                $many(key, messages, out)
            }
            fn hash_u64s(
                key: &<Self as $crate::conformance::Function>::Key,
                words: &[u64],
                out: &mut [<Self as $crate::conformance::Function>::Hash],
            ) -> Result<(), $crate::conformance::BatchError> {
                $words(key, words, out)
            }
            fn hash_column<O: Copy + TryInto<usize>>(
                key: &<Self as $crate::conformance::Function>::Key,
                values: &[u8],
                offsets: &[O],
                out: &mut [<Self as $crate::conformance::Function>::Hash],
            ) -> Result<(), $crate::conformance::BatchError> {
                $column(key, values, offsets, out)
            }
        }
    };
}
