//! What a function is, stated once, in the crate that computes it.
//!
//! The module `named` of a crate has a type for each of its functions, which implements
//! [`Function`] by [`function!`](crate::function!). The table of the crate `provenhash`, and with
//! it every door, the suites of tests, fuzzing and benchmarks read that.

mod mixed;
mod secrecy;

pub use mixed::{Mix, Mixed, Mixes};
pub use secrecy::{Secrecy, Secrets};

use crate::backend::Token;
use crate::batch::{Column, one_by_one, same_length};
use crate::bound::{Collisions, Forgeries};
use crate::{BatchError, CheckpointError, CombineError, ToBytes};
use core::borrow::Borrow;
use core::fmt::Debug;
use core::hash::Hasher;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// What is to be said of a function beside its code.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The name, of lower-case letters, digits and hyphens.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The uses it is suitable for, and those it is not.
    pub about: &'static str,
    /// The publication that defines it.
    pub source: &'static str,
    /// The numbers of bits to which a digest may be cut, because its first bits are a digest too.
    /// The last one is that of the whole. Empty if it may not be cut.
    pub cuts: &'static [usize],
    /// Whether each message needs another nonce.
    pub nonce: bool,
    /// Whether a digest is a tag: the authors propose the function as a MAC.
    pub mac: bool,
    /// Whether a digest has no other use than to be a tag. Under a key that anyone knows, such a
    /// digest would only look like protection.
    pub mac_only: bool,
    /// The values that are secret under a secret key.
    pub secrets: Secrets,
    /// The number of bytes that the function takes at once. Parts of a message, except for the last
    /// one, consist of whole blocks.
    pub block_bytes: usize,
    /// The bound in words for a uniform key, or the reason why no bound is proven.
    pub bound: &'static str,
    /// The theorem on collisions, if there is one.
    pub collisions: Option<Collisions>,
    /// The theorem on forgeries, if there is one.
    pub forgeries: Option<Forgeries>,
    /// The theorem on forgeries where senders draw the nonces, if the function also has such a
    /// mode.
    pub sender_forgeries: Option<Forgeries>,
    /// The version of a function that these crates define: a mixer after a published function, a
    /// published function for messages of any length, or all of it. Until release 1.0 a new version
    /// may replace it. Functions defined elsewhere have none and never change.
    pub version: Option<u8>,
}

impl Description {
    /// That of a function for which nothing is proven or claimed, to be completed.
    pub const OF_NOTHING: Self = Self {
        name: "",
        summary: "",
        about: "",
        source: "",
        cuts: &[],
        nonce: false,
        mac: false,
        mac_only: false,
        // The least that is public.
        secrets: Secrets::WEAKER,
        block_bytes: 1,
        bound: "none is proved; the authors claim a pseudo-random function",
        collisions: None,
        forgeries: None,
        sender_forgeries: None,
        version: None,
    };
}

/// What threads may share, and what a panic elsewhere leaves whole: a handle that hides a type must
/// promise it of all types.
pub trait Shared: Send + Sync + UnwindSafe + RefUnwindSafe + 'static {}

impl<T: Send + Sync + UnwindSafe + RefUnwindSafe + ?Sized + 'static> Shared for T {}

/// The bytes of a key: an array.
pub trait KeyBytes: Sized + 'static {
    /// The number of bytes.
    const LEN: usize;

    /// Returns the bytes as an array, if they are as many.
    fn of(bytes: &[u8]) -> Option<&Self>;

    /// Returns the bytes.
    fn as_slice(&self) -> &[u8];
}

impl<const N: usize> KeyBytes for [u8; N] {
    const LEN: usize = N;

    fn of(bytes: &[u8]) -> Option<&Self> {
        bytes.try_into().ok()
    }

    fn as_slice(&self) -> &[u8] {
        self
    }
}

/// A key, as [`function_keys!`](crate::function_keys!) implements it by the methods that all have.
pub trait Key: Clone + Debug + Shared {
    /// The backends of functions under this key.
    type Backend: Token;
    /// An array of as many bytes as the key has.
    type Bytes: KeyBytes;

    /// Returns why no key has these bytes, for the end of a sentence such as "key has".
    #[must_use]
    fn unfit(bytes: &Self::Bytes) -> Option<&'static str> {
        let _ = bytes;
        None
    }

    /// Makes a key of bytes that are not [`unfit`](Self::unfit).
    fn from_bytes(bytes: &Self::Bytes) -> Self;

    /// Returns what is wrong with a key that nobody should use, for the end of such a sentence. No
    /// random key has a fault.
    #[must_use]
    fn fault(&self) -> Option<&'static str> {
        None
    }

    /// Derives a key from a number, the same on every machine. Frozen.
    fn from_seed(seed: u64) -> Self;

    /// Returns the bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    fn to_bytes(&self) -> Self::Bytes;

    /// Returns the backend that hashes with this key.
    fn backend(&self) -> Self::Backend;

    /// Returns the same key with this backend.
    #[must_use]
    fn with_backend(self, backend: Self::Backend) -> Self;
}

/// A hash as functions return it: a word, or words or bytes in an array.
pub trait Hash:
    ToBytes<Bytes: AsRef<[u8]>> + Copy + PartialEq + Debug + Send + Sync + 'static
{
    /// Any value.
    const ANY: Self;
    /// The number of bytes.
    const BYTES: usize = size_of::<Self>();
    /// The number of bytes of a word.
    const WORD_BYTES: usize;
}

macro_rules! hashes {
    ($($Hash:ty = $any:expr, $word:literal;)*) => {
        $(impl Hash for $Hash {
            const ANY: Self = $any;
            const WORD_BYTES: usize = $word;
        })*
    };
}

hashes! {
    u32 = 0, 4;
    u64 = 0, 8;
    [u16; 4] = [0; 4], 2;
    [u32; 1] = [0], 4;
    [u32; 2] = [0; 2], 4;
    [u64; 2] = [0; 2], 8;
    [u64; 4] = [0; 4], 8;
    [u8; 16] = [0; 16], 1;
}

/// A function of a key and a message.
pub trait Function: Sized + 'static {
    /// What is to be said of it.
    const DESCRIPTION: Description;
    /// The number of bytes of a word of a digest, or 1 if the authors publish bytes. A digest has
    /// each word's most significant byte first, and the published bytes its least significant one.
    const WORD_BYTES: usize = <Self::Hash as Hash>::WORD_BYTES;
    /// The number of bytes around whose multiples kernels work differently.
    const GROUP_BYTES: usize = Self::DESCRIPTION.block_bytes;
    /// Whether [`Hasher::finish`] of a stream returns the first 64 bits of the hash. It does,
    /// unless the stream is that of another function too.
    const FINISHES: bool = true;
    /// The number of bytes of a checkpoint.
    const CHECKPOINT_BYTES: usize;

    /// The key.
    type Key: Key;
    /// The hash.
    type Hash: Hash;
    /// A message in pieces, under a key that it owns, borrows or shares, or whose content it
    /// copies.
    type Stream<K: Borrow<Self::Key> + Clone>: Clone + Hasher + Debug;

    /// Hashes a message.
    fn hash(key: &Self::Key, message: &[u8]) -> Self::Hash;

    /// Writes the hash of each message to the output of the same index.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if there are not as many outputs; then nothing is written.
    fn hash_many(
        key: &Self::Key,
        messages: &[&[u8]],
        out: &mut [Self::Hash],
    ) -> Result<(), BatchError> {
        same_length(messages.len(), out.len())?;
        one_by_one(messages.iter().copied(), out, |message| Self::hash(key, message));
        Ok(())
    }

    /// Writes the hash of each word, its eight little-endian bytes, to the output of the same
    /// index.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if there are not as many outputs; then nothing is written.
    fn hash_u64s(key: &Self::Key, words: &[u64], out: &mut [Self::Hash]) -> Result<(), BatchError> {
        same_length(words.len(), out.len())?;
        for (word, hash) in words.iter().zip(out) {
            *hash = Self::hash(key, &word.to_le_bytes());
        }
        Ok(())
    }

    /// Writes the hash of each string of a column in Arrow's layout to the output of the same
    /// index.
    ///
    /// # Errors
    /// Returns the errors of [`Column::new`]; then nothing is written.
    fn hash_column<O: Copy + TryInto<usize>>(
        key: &Self::Key,
        values: &[u8],
        offsets: &[O],
        out: &mut [Self::Hash],
    ) -> Result<(), BatchError> {
        let column = Column::new(values, offsets, out.len())?;
        one_by_one(column.iter(), out, |message| Self::hash(key, message));
        Ok(())
    }

    /// Starts a message that arrives in pieces.
    fn stream<K: Borrow<Self::Key> + Clone>(key: K) -> Self::Stream<K>;
    /// Appends bytes to the message.
    fn update<K: Borrow<Self::Key> + Clone>(stream: &mut Self::Stream<K>, bytes: &[u8]);
    /// Returns the hash of the message so far.
    fn finalize<K: Borrow<Self::Key> + Clone>(stream: &Self::Stream<K>) -> Self::Hash;
    /// Returns the number of bytes so far.
    fn len<K: Borrow<Self::Key> + Clone>(stream: &Self::Stream<K>) -> u64;
    /// Returns whether the message is empty so far.
    fn is_empty<K: Borrow<Self::Key> + Clone>(stream: &Self::Stream<K>) -> bool;
    /// Saves the state in [`CHECKPOINT_BYTES`](Self::CHECKPOINT_BYTES) bytes.
    fn checkpoint<K: Borrow<Self::Key> + Clone>(stream: &Self::Stream<K>) -> impl AsRef<[u8]>;
    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// Returns an error unless the bytes are a checkpoint of this function.
    fn resume<K: Borrow<Self::Key> + Clone>(
        key: K,
        checkpoint: &[u8],
    ) -> Result<Self::Stream<K>, CheckpointError>;
}

/// A function of which parts of a message can be hashed apart and joined.
pub trait Joins: Function {
    /// A part.
    type Part: Copy + PartialEq + Debug + Shared;
    /// The part without bytes.
    const EMPTY: Self::Part;

    /// Hashes a part.
    fn part(key: &Self::Key, bytes: &[u8]) -> Self::Part;
    /// Returns the message of a stream so far, as a part.
    fn part_of<K: Borrow<Self::Key> + Clone>(stream: &Self::Stream<K>) -> Self::Part;
    /// Joins a part and the one that follows it.
    ///
    /// # Errors
    /// Returns [`CombineError::Unaligned`] if the left part does not end at a block, and
    /// [`CombineError::TooLong`] if they have 2^64 bytes or more.
    fn join(
        key: &Self::Key,
        left: &Self::Part,
        right: &Self::Part,
    ) -> Result<Self::Part, CombineError>;
    /// Returns the hash of a part that is the whole message.
    fn whole(key: &Self::Key, part: &Self::Part) -> Self::Hash;
    /// Returns the number of bytes of a part.
    fn part_len(part: &Self::Part) -> u64;
}

/// Implements [`Key`] for types of keys by the methods that all keys have. With `universal` first
/// it refuses degenerate keys. With `fallible` it also refuses bytes that are no key, and gives the
/// reason. `portable` is for keys without a backend.
#[macro_export]
macro_rules! function_keys {
    (universal $Backend:ty: $($Key:ty),*) => {
        $($crate::function_keys!(@ $Key, $Backend, universal);)*
    };
    (portable: $($Key:ty),*) => {
        $(impl $crate::function::Key for $Key {
            type Backend = $crate::backend::Portable;

            #[inline]
            fn backend(&self) -> $crate::backend::Portable {
                $crate::backend::Portable
            }

            #[inline]
            fn with_backend(self, _: $crate::backend::Portable) -> Self {
                self
            }

            $crate::function_keys!(@ bytes $Key);
            $crate::function_keys!(@ seed $Key);
        })*
    };
    (fallible $Backend:ty: $($Key:ty),*; $unfit:expr) => {
        $(impl $crate::function::Key for $Key {
            #[inline]
            fn unfit(bytes: &[u8; <$Key>::BYTES]) -> Option<&'static str> {
                <$Key>::from_bytes(bytes).is_err().then_some($unfit)
            }

            #[inline]
            fn from_bytes(bytes: &[u8; <$Key>::BYTES]) -> Self {
                $crate::residue::build(|| <$Key>::from_bytes(bytes).expect("bytes that fit"))
            }

            $crate::function_keys!(@ universal $Key);
            $crate::function_keys!(@ backend $Key, $Backend);
            $crate::function_keys!(@ seed $Key);
        })*
    };
    ($Backend:ty: $($Key:ty),*) => {
        $($crate::function_keys!(@ $Key, $Backend,);)*
    };
    (@ $Key:ty, $Backend:ty, $($universal:ident)?) => {
        impl $crate::function::Key for $Key {
            $($crate::function_keys!(@ $universal $Key);)?
            $crate::function_keys!(@ bytes $Key);
            $crate::function_keys!(@ backend $Key, $Backend);
            $crate::function_keys!(@ seed $Key);
        }
    };
    (@ backend $Key:ty, $Backend:ty) => {
        type Backend = $Backend;

        #[inline]
        fn backend(&self) -> $Backend {
            <$Key>::backend(self)
        }

        #[inline]
        fn with_backend(self, backend: $Backend) -> Self {
            <$Key>::with_backend(self, backend)
        }
    };
    (@ universal $Key:ty) => {
        #[inline]
        fn fault(&self) -> Option<&'static str> {
            self.is_degenerate().then_some($crate::key::ZEROS)
        }
    };
    (@ bytes $Key:ty) => {
        #[inline]
        fn from_bytes(bytes: &[u8; <$Key>::BYTES]) -> Self {
            Self::from(bytes)
        }
    };
    (@ seed $Key:ty) => {
        type Bytes = [u8; <$Key>::BYTES];

        #[inline]
        fn from_seed(seed: u64) -> Self {
            <$Key>::from_seed(seed)
        }

        #[inline]
        fn to_bytes(&self) -> [u8; <$Key>::BYTES] {
            <$Key>::to_bytes(self)
        }
    };
}

/// Declares a type and implements [`Function`] for it, and [`Joins`] if it has parts, by the
/// methods that streams and parts have.
///
/// ```ignore
/// hash_core::function! {
///     /// CLHASH.
///     Clhash = Description { name: "clhash", ..Description::OF_NOTHING };
///     Key => u64: hash;
///     stream: ClHasher<K>, CHECKPOINT_BYTES, |key| ClHasher::new(key),
///         |key, bytes| ClHasher::from_checkpoint(key, bytes), |stream| stream.finalize();
///     batches: hash_many, hash_column;
///     words: hash_u64s;
///     parts: Partial;
/// }
/// ```
///
/// All functions are inline, so that a crate in which nobody calls them compiles as without them.
/// `K` holds the key. The last three lines are optional (batches and words are then hashed one by
/// one), and so are `, word WORD_BYTES`, `, group GROUP_BYTES` and `, finishes FINISHES` at the end
/// of the first.
#[macro_export]
macro_rules! function {
    (
        $(#[$doc:meta])*
        $Name:ident = $description:expr$(, word $word:expr)? $(, group $group:expr)? $(, finishes $finishes:expr)?;
        $Key:ty => $Hash:ty: $hash:expr;
        stream: $Stream:ty, $checkpoint_bytes:expr, |$key:pat_param| $new:expr,
            |$resumed:pat_param, $saved:ident| $resume:expr, |$stream:ident| $finalize:expr;
        $(batches: $many:expr, $column:expr;)?
        $(words: $words:expr;)?
        $(parts: $Part:ty;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub struct $Name;

        $crate::function! {
            impl $Name = $description $(, word $word)? $(, group $group)? $(, finishes $finishes)?;
            $Key => $Hash: $hash;
            stream: $Stream, $checkpoint_bytes, |$key| $new, |$resumed, $saved| $resume,
                |$stream| $finalize;
            $(batches: $many, $column;)?
            $(words: $words;)?
            $(parts: $Part;)?
        }
    };
    (
        impl $Name:ty = $description:expr$(, word $word:expr)? $(, group $group:expr)? $(, finishes $finishes:expr)?;
        $Key:ty => $Hash:ty: $hash:expr;
        stream: $Stream:ty, $checkpoint_bytes:expr, |$key:pat_param| $new:expr,
            |$resumed:pat_param, $saved:ident| $resume:expr, |$stream:ident| $finalize:expr;
        $(batches: $many:expr, $column:expr;)?
        $(words: $words:expr;)?
        $(parts: $Part:ty;)?
    ) => {
        impl $crate::function::Function for $Name {
            const DESCRIPTION: $crate::function::Description = $description;
            $(const WORD_BYTES: usize = $word;)?
            $(const GROUP_BYTES: usize = $group;)?
            $(const FINISHES: bool = $finishes;)?
            const CHECKPOINT_BYTES: usize = $checkpoint_bytes;

            type Key = $Key;
            type Hash = $Hash;
            type Stream<K: ::core::borrow::Borrow<$Key> + Clone> = $Stream;

            #[inline]
            fn hash(key: &$Key, message: &[u8]) -> $Hash {
                $hash(key, message)
            }

            $(
                #[inline]
                fn hash_many(
                    key: &$Key,
                    messages: &[&[u8]],
                    out: &mut [$Hash],
                ) -> Result<(), $crate::BatchError> {
                    $many(key, messages, out)
                }

                #[inline]
                fn hash_column<O: Copy + TryInto<usize>>(
                    key: &$Key,
                    values: &[u8],
                    offsets: &[O],
                    out: &mut [$Hash],
                ) -> Result<(), $crate::BatchError> {
                    $column(key, values, offsets, out)
                }
            )?

            $(
                #[inline]
                fn hash_u64s(
                    key: &$Key,
                    words: &[u64],
                    out: &mut [$Hash],
                ) -> Result<(), $crate::BatchError> {
                    $words(key, words, out)
                }
            )?

            #[inline]
            fn stream<K: ::core::borrow::Borrow<$Key> + Clone>($key: K) -> $Stream {
                $new
            }

            #[inline]
            fn update<K: ::core::borrow::Borrow<$Key> + Clone>(stream: &mut $Stream, bytes: &[u8]) {
                stream.update(bytes);
            }

            #[inline]
            fn finalize<K: ::core::borrow::Borrow<$Key> + Clone>($stream: &$Stream) -> $Hash {
                $finalize
            }

            #[inline]
            fn len<K: ::core::borrow::Borrow<$Key> + Clone>(stream: &$Stream) -> u64 {
                stream.len()
            }

            #[inline]
            fn is_empty<K: ::core::borrow::Borrow<$Key> + Clone>(stream: &$Stream) -> bool {
                stream.is_empty()
            }

            #[inline]
            fn checkpoint<K: ::core::borrow::Borrow<$Key> + Clone>(
                stream: &$Stream,
            ) -> impl AsRef<[u8]> {
                stream.checkpoint()
            }

            #[inline]
            fn resume<K: ::core::borrow::Borrow<$Key> + Clone>(
                $resumed: K,
                $saved: &[u8],
            ) -> Result<$Stream, $crate::CheckpointError> {
                $resume
            }
        }

        $(impl $crate::function::Joins for $Name {
            type Part = $Part;
            const EMPTY: $Part = <$Part>::EMPTY;

            #[inline]
            fn part(key: &$Key, bytes: &[u8]) -> $Part {
                <$Part>::of(key, bytes)
            }

            #[inline]
            fn part_of<K: ::core::borrow::Borrow<$Key> + Clone>(stream: &$Stream) -> $Part {
                stream.partial()
            }

            #[inline]
            fn join(key: &$Key, left: &$Part, right: &$Part) -> Result<$Part, $crate::CombineError> {
                left.combine(key, right)
            }

            #[inline]
            fn whole(key: &$Key, part: &$Part) -> $Hash {
                part.finalize(key)
            }

            #[inline]
            fn part_len(part: &$Part) -> u64 {
                part.len()
            }
        })?
    };
}
