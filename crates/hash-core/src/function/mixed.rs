//! A function followed by a bijection of its values.

use super::{Description, Function, Hash, Joins};
use crate::{BatchError, CheckpointError, CombineError, mix, mix128};
use core::borrow::Borrow;
use core::marker::PhantomData;

/// A hash with a bijection that spreads every bit over all bits.
pub trait Mix: Hash {
    /// Returns the value of the bijection.
    #[must_use]
    fn mix(self) -> Self;
}

impl Mix for u64 {
    #[inline]
    fn mix(self) -> Self {
        mix(self)
    }
}

impl Mix for [u64; 2] {
    #[inline]
    fn mix(self) -> Self {
        mix128(self)
    }
}

/// A function that also exists mixed.
pub trait Mixes: Function<Hash: Mix> {
    /// What is to be said of the mixed function.
    const MIXED: Description;
}

/// The function F, and then the bijection of its hashes.
#[derive(Clone, Copy, Debug)]
pub struct Mixed<F>(PhantomData<F>);

fn mix_each<H: Mix>(done: Result<(), BatchError>, out: &mut [H]) -> Result<(), BatchError> {
    done?;
    out.iter_mut().for_each(|hash| *hash = hash.mix());
    Ok(())
}

impl<F: Mixes> Function for Mixed<F> {
    const DESCRIPTION: Description = F::MIXED;
    const WORD_BYTES: usize = F::WORD_BYTES;
    const GROUP_BYTES: usize = F::GROUP_BYTES;
    const FINISHES: bool = false;
    const CHECKPOINT_BYTES: usize = F::CHECKPOINT_BYTES;

    type Key = F::Key;
    type Hash = F::Hash;
    type Stream<K: Borrow<F::Key> + Clone> = F::Stream<K>;

    #[inline]
    fn hash(key: &F::Key, message: &[u8]) -> F::Hash {
        F::hash(key, message).mix()
    }

    fn hash_many(key: &F::Key, messages: &[&[u8]], out: &mut [F::Hash]) -> Result<(), BatchError> {
        mix_each(F::hash_many(key, messages, out), out)
    }

    fn hash_u64s(key: &F::Key, words: &[u64], out: &mut [F::Hash]) -> Result<(), BatchError> {
        mix_each(F::hash_u64s(key, words, out), out)
    }

    fn hash_column<O: Copy + TryInto<usize>>(
        key: &F::Key,
        values: &[u8],
        offsets: &[O],
        out: &mut [F::Hash],
    ) -> Result<(), BatchError> {
        mix_each(F::hash_column(key, values, offsets, out), out)
    }

    #[inline]
    fn stream<K: Borrow<F::Key> + Clone>(key: K) -> F::Stream<K> {
        F::stream(key)
    }

    #[inline]
    fn update<K: Borrow<F::Key> + Clone>(stream: &mut F::Stream<K>, bytes: &[u8]) {
        F::update(stream, bytes);
    }

    #[inline]
    fn finalize<K: Borrow<F::Key> + Clone>(stream: &F::Stream<K>) -> F::Hash {
        F::finalize(stream).mix()
    }

    fn len<K: Borrow<F::Key> + Clone>(stream: &F::Stream<K>) -> u64 {
        F::len(stream)
    }

    fn is_empty<K: Borrow<F::Key> + Clone>(stream: &F::Stream<K>) -> bool {
        F::is_empty(stream)
    }

    fn checkpoint<K: Borrow<F::Key> + Clone>(stream: &F::Stream<K>) -> impl AsRef<[u8]> {
        F::checkpoint(stream)
    }

    fn resume<K: Borrow<F::Key> + Clone>(
        key: K,
        checkpoint: &[u8],
    ) -> Result<F::Stream<K>, CheckpointError> {
        F::resume(key, checkpoint)
    }
}

impl<F: Mixes + Joins> Joins for Mixed<F> {
    type Part = F::Part;
    const EMPTY: F::Part = F::EMPTY;

    fn part(key: &F::Key, bytes: &[u8]) -> F::Part {
        F::part(key, bytes)
    }

    fn part_of<K: Borrow<F::Key> + Clone>(stream: &F::Stream<K>) -> F::Part {
        F::part_of(stream)
    }

    fn join(key: &F::Key, left: &F::Part, right: &F::Part) -> Result<F::Part, CombineError> {
        F::join(key, left, right)
    }

    fn whole(key: &F::Key, part: &F::Part) -> F::Hash {
        F::whole(key, part).mix()
    }

    fn part_len(part: &F::Part) -> u64 {
        F::part_len(part)
    }
}
