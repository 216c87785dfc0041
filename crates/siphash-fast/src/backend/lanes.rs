//! SipHash in the lanes of vectors, generic over the vector type.
//!
//! Each lane hashes one message. All lanes of a group run until its longest message has ended;
//! lanes whose message has ended keep their state. To make the lengths in a group similar, messages
//! are first sorted by their number of words, [`SORT_LEN`] at a time, on the stack. Neighbours in
//! that order form a group.

use super::Messages;
use crate::single::{self, high_bytes};
use hash_core::load;

pub(super) mod leaves;

/// A vector of N words, with only the operations that the algorithms need.
///
/// Every function of this trait needs a vector. A kernel creates the first one, with an instruction
/// that its `#[target_feature]` allows. So any vector is a **witness** that the CPU has the
/// features of its type. Functions that need no other vector take the witness as `self` and ignore
/// its words.
///
/// All functions must be inlined into the kernels: elsewhere the compiler may not use the
/// instructions and calls a function for each. So they are `#[inline(always)]`, and loops over
/// vectors use neither closures nor [`core::array::from_fn`], because those are inlined only while
/// they have a single caller.
pub(super) trait Lanes<const N: usize>: Copy {
    /// A selection of lanes.
    type Mask: Copy;
    /// Creates a vector of words. It takes them by value, so that words in general-purpose
    /// registers do not pass through memory.
    fn set(self, words: [u64; N]) -> Self;
    fn load(self, words: &[u64; N]) -> Self;
    fn load_bytes(self, bytes: &[[u8; 8]; N]) -> Self;
    fn store(self, words: &mut [u64; N]);
    fn add(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn rotate<const LEFT: i32>(self) -> Self;
    /// Hides the origin of the words from the compiler, so that it keeps the order of exclusive ors
    /// as written.
    fn opaque(self) -> Self;
    /// Rotates, and XORs the result with `other`.
    #[inline(always)]
    fn rotate_xor<const LEFT: i32>(self, other: Self) -> Self {
        self.rotate::<LEFT>().xor(other)
    }
    /// Rotates, and XORs the result with `m` before `late`, which is ready last.
    #[inline(always)]
    fn rotate_xor_both<const LEFT: i32>(self, m: Self, late: Self) -> Self {
        self.rotate::<LEFT>().xor(m).opaque().xor(late)
    }
    /// Selects the lanes in which `self` is greater than `other`. All words must be below 2^63.
    fn greater(self, other: Self) -> Self::Mask;
    /// Takes the lanes of the mask from `a`, the others from `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Transposes a matrix from rows to columns.
    fn transpose(rows: [Self; N]) -> [Self; N];

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        self.set([word; N])
    }

    /// Loads four words of each of N messages, starting at word `from`. Words have zeros after the
    /// end of a message, and no length.
    #[inline(always)]
    fn load_words(self, messages: &[&[u8]; N], from: usize) -> [Self; 4] {
        let mut vectors = [self; 4];
        for (i, vector) in vectors.iter_mut().enumerate() {
            let mut words = [0; N];
            for (slot, message) in words.iter_mut().zip(messages) {
                *slot = word(message, from + i);
            }
            *vector = self.set(words);
        }
        vectors
    }
}

/// Loads word i of a message, with zeros after its end. The only branch is on whether the message
/// has 8 bytes.
#[inline(always)]
fn word(message: &[u8], i: usize) -> u64 {
    let Some(last) = message.last_chunk() else {
        return if i == 0 { load::short_word(message) } else { 0 };
    };
    match message.get(8 * i..).and_then(<[u8]>::first_chunk) {
        Some(whole) => u64::from_le_bytes(*whole),
        None if i == message.len() / 8 => high_bytes(u64::from_le_bytes(*last), message.len() % 8),
        None => 0,
    }
}

/// The four state words of N lanes.
#[derive(Clone, Copy)]
struct State<V> {
    v0: V,
    v1: V,
    v2: V,
    v3: V,
}

impl<V> State<V> {
    #[inline(always)]
    fn new<const N: usize>(witness: V, key: [u64; 2]) -> Self
    where
        V: Lanes<N>,
    {
        let single::State { v0, v1, v2, v3 } = single::State::new::<1>(key);
        Self {
            v0: witness.splat(v0),
            v1: witness.splat(v1),
            v2: witness.splat(v2),
            v3: witness.splat(v3),
        }
    }

    /// Computes a round, and XORs `next` into v3 off the critical path.
    #[inline(always)]
    fn round<const N: usize>(&mut self, next: Option<V>)
    where
        V: Lanes<N>,
    {
        self.v0 = self.v0.add(self.v1);
        self.v2 = self.v2.add(self.v3);
        self.v1 = self.v1.rotate_xor::<13>(self.v0);
        self.v3 = self.v3.rotate_xor::<16>(self.v2);
        self.v0 = self.v0.rotate::<32>().add(self.v3);
        self.v2 = self.v2.add(self.v1);
        self.v3 = match next {
            Some(m) => self.v3.rotate_xor_both::<21>(m, self.v0),
            None => self.v3.rotate_xor::<21>(self.v0),
        };
        self.v1 = self.v1.rotate_xor::<17>(self.v2);
        self.v2 = self.v2.rotate::<32>();
    }

    /// Absorbs all `vectors`, then `last`.
    #[inline(always)]
    fn absorb_all<const N: usize, const C: u8>(&mut self, vectors: &[[[u8; 8]; N]], last: V)
    where
        V: Lanes<N>,
    {
        let Some((first, others)) = vectors.split_first() else {
            return self.absorb::<N, C>(last);
        };
        let mut m = last.load_bytes(first);
        self.v3 = self.v3.xor(m);
        for next in others {
            let next = last.load_bytes(next);
            self.absorb_then::<N, C>(m, next);
            m = next;
        }
        self.absorb_then::<N, C>(m, last);
        for _ in 0..C {
            self.round(None);
        }
        self.v0 = self.v0.xor(last);
    }

    /// Absorbs a vector that v3 already contains, and XORs the next one into v3.
    #[inline(always)]
    fn absorb_then<const N: usize, const C: u8>(&mut self, m: V, next: V)
    where
        V: Lanes<N>,
    {
        for _ in 1..C {
            self.round(None);
        }
        self.round(Some(next));
        self.v0 = self.v0.xor(m);
    }

    #[inline(always)]
    fn absorb<const N: usize, const C: u8>(&mut self, m: V)
    where
        V: Lanes<N>,
    {
        self.v3 = self.v3.xor(m);
        for _ in 0..C {
            self.round(None);
        }
        self.v0 = self.v0.xor(m);
    }

    #[inline(always)]
    fn finish<const N: usize, const D: u8>(mut self) -> V
    where
        V: Lanes<N>,
    {
        self.v2 = self.v2.xor(self.v2.splat(0xff));
        for _ in 0..D {
            self.round(None);
        }
        self.v0.xor(self.v1).xor(self.v2.xor(self.v3))
    }
}

/// See [`super::hash_u64s`].
#[inline(always)]
pub(super) fn hash_u64s<V: Lanes<N>, const N: usize, const C: u8, const D: u8>(
    witness: V,
    key: [u64; 2],
    words: &[u64],
    out: &mut [u64],
) {
    let (vectors, words) = words.as_chunks::<N>();
    let (hashes, _) = out.as_chunks_mut::<N>();
    let initial = State::new(witness, key);
    let length = witness.splat(single::length_byte(8));
    for (vector, hashes) in vectors.iter().zip(hashes) {
        let mut state = initial;
        state.absorb::<N, C>(witness.load(vector));
        state.absorb::<N, C>(length);
        state.finish::<N, D>().store(hashes);
    }
    for (word, hash) in words.iter().zip(out.iter_mut().skip(N * vectors.len())) {
        *hash = single::hash_word::<C, D>(key, *word);
    }
}

/// Describes how the messages of G groups end.
struct Ending<V, const G: usize> {
    /// The number of words that are complete in all messages.
    whole: usize,
    /// The index of the longest message's last word.
    last: usize,
    /// The lengths, in the form that the last words contain.
    lengths: [V; G],
    /// The indices of the last words.
    ends: [V; G],
    /// 1 in lanes that have not absorbed their last word yet, else 0.
    running: [V; G],
}

impl<V, const G: usize> Ending<V, G> {
    /// Absorbs word i of `words`, which is word `from + i` of each message, in the lanes whose
    /// messages have it.
    #[inline(always)]
    fn absorb<const N: usize, const C: u8>(
        &mut self,
        states: &mut [State<V>; G],
        from: usize,
        words: &[[V; 4]; G],
        i: usize,
    ) where
        V: Lanes<N>,
    {
        let at = from + i;
        if at > self.last {
            return;
        }
        for g in 0..G {
            let (state, m) = (&mut states[g], words[g][i]);
            let (zero, one, here) = (m.splat(0), m.splat(1), m.splat(at as u64));
            if at < self.whole || self.whole == self.last {
                let length = if at == self.last { self.lengths[g] } else { zero };
                state.absorb::<N, C>(m.xor(length));
            } else {
                let (before, more) = (*state, self.ends[g].greater(here));
                state.absorb::<N, C>(V::select(more, m, m.xor(self.lengths[g])));
                let running = self.running[g].greater(zero);
                state.v0 = V::select(running, state.v0, before.v0);
                state.v1 = V::select(running, state.v1, before.v1);
                state.v2 = V::select(running, state.v2, before.v2);
                state.v3 = V::select(running, state.v3, before.v3);
                self.running[g] = V::select(more, one, zero);
            }
        }
    }
}

/// Hashes G groups of N messages. One loop runs all groups, because the rounds of a single group
/// are one chain of dependent operations.
#[inline(always)]
fn hash_groups<V: Lanes<N>, const N: usize, const G: usize, const C: u8, const D: u8>(
    witness: V,
    key: [u64; 2],
    groups: &[[&[u8]; N]; G],
) -> [[u64; N]; G] {
    let (shortest, longest) = extent(groups.as_flattened().iter().map(|message| message.len()));
    // The number of words that are complete in all messages, and the index of the longest message's
    // last word.
    let (whole, last) = (shortest / 8, longest / 8);
    let zero = witness.splat(0);
    let mut states = [State::new(witness, key); G];
    let blocks = whole / N;
    for block in 0..blocks {
        let mut words = [[zero; N]; G];
        for (words, group) in words.iter_mut().zip(groups) {
            let mut rows = [zero; N];
            for (row, message) in rows.iter_mut().zip(group) {
                let bytes = message.as_chunks().0.as_chunks().0.get(block);
                debug_assert!(bytes.is_some(), "the block is past the end of a message");
                if let Some(bytes) = bytes {
                    *row = witness.load_bytes(bytes);
                }
            }
            *words = V::transpose(rows);
        }
        for i in 0..N {
            for (state, words) in states.iter_mut().zip(&words) {
                state.absorb::<N, C>(words[i]);
            }
        }
    }
    let (lengths, ends) = if shortest == longest {
        let length = single::length_byte(shortest as u64);
        ([witness.splat(length); G], [witness.splat(whole as u64); G])
    } else {
        (of_lengths(witness, groups, single::length_byte), of_lengths(witness, groups, |n| n / 8))
    };
    let mut ending = Ending { whole, last, lengths, ends, running: [witness.splat(1); G] };
    let mut from = N * blocks;
    while from <= last {
        // A last word that has no bytes of the message is not loaded.
        let mut words = [[zero; 4]; G];
        if 8 * from < longest {
            for (words, group) in words.iter_mut().zip(groups) {
                *words = witness.load_words(group, from);
            }
        }
        // These calls are not a loop over an array, because its vectors would live in memory.
        ending.absorb::<N, C>(&mut states, from, &words, 0);
        ending.absorb::<N, C>(&mut states, from, &words, 1);
        ending.absorb::<N, C>(&mut states, from, &words, 2);
        ending.absorb::<N, C>(&mut states, from, &words, 3);
        from += 4;
    }
    let mut hashes = [[0; N]; G];
    for (state, hashes) in states.iter().zip(&mut hashes) {
        state.finish::<N, D>().store(hashes);
    }
    hashes
}

/// Computes `f` of the length of each message.
#[inline(always)]
fn of_lengths<V: Lanes<N>, const N: usize, const G: usize>(
    witness: V,
    groups: &[[&[u8]; N]; G],
    f: impl Fn(u64) -> u64,
) -> [V; G] {
    let mut vectors = [witness; G];
    for (vector, group) in vectors.iter_mut().zip(groups) {
        let mut words = [0; N];
        for (word, message) in words.iter_mut().zip(group) {
            *word = f(message.len() as u64);
        }
        *vector = witness.set(words);
    }
    vectors
}

/// The number of messages that are sorted at a time.
const SORT_LEN: usize = hash_core::batch::CHUNK;

/// Computes the sort key of a message with this number of complete words. Up to 31 words it is that
/// number; for more it consists of the position of the highest set bit and the two bits below it.
#[inline(always)]
fn rank(words: usize) -> usize {
    if words < 32 {
        words
    } else {
        let bits = words.ilog2() as usize;
        (4 * bits + ((words >> (bits - 2)) & 3) + 12).min(RANKS - 1)
    }
}

/// The number of values of [`rank`].
const RANKS: usize = 64;

/// Returns the smallest and the largest length.
#[inline(always)]
fn extent(lengths: impl Iterator<Item = usize>) -> (usize, usize) {
    lengths.fold((usize::MAX, 0), |(least, most), n| (least.min(n), most.max(n)))
}

/// Sorts the numbers i below `count` by the rank of message `start + i`, with a counting sort.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "less than 128")]
fn sort<M: Messages + ?Sized>(messages: &M, start: usize, count: usize) -> [u8; SORT_LEN] {
    let mut ranks = [0; SORT_LEN];
    let mut positions = [0_u8; RANKS];
    for (i, slot) in ranks[..count].iter_mut().enumerate() {
        *slot = rank(messages.get(start + i).len() / 8) as u8;
        positions[usize::from(*slot)] += 1;
    }
    let mut sum = 0;
    for position in &mut positions {
        (sum, *position) = (sum + *position, sum);
    }
    let mut order = [0; SORT_LEN];
    for (i, rank) in ranks[..count].iter().enumerate() {
        let position = &mut positions[usize::from(*rank)];
        order[usize::from(*position)] = i as u8;
        *position += 1;
    }
    order
}

/// The order of messages that are not sorted: the numbers from 0 on.
const IN_ORDER: [u8; SORT_LEN] = {
    let mut order = [0; SORT_LEN];
    let mut i = 0_u8;
    while (i as usize) < SORT_LEN {
        order[i as usize] = i;
        i += 1;
    }
    order
};

/// The measured sizes from which lanes are faster than hashing one message after another. Below
/// them, moving words into lanes costs more time than it saves.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// The smallest number of messages in a group.
    pub(super) messages: usize,
    /// The smallest length in bytes. The messages of a group with a shorter one are hashed one by
    /// one.
    pub(super) bytes: usize,
    /// The same for messages of one length, whose lanes end together: with one round per word, and
    /// with more.
    pub(super) one_length: [usize; 2],
    /// The smallest difference of lengths, in words, for which sorting pays.
    pub(super) spread: usize,
}

/// See [`super::hash_each`].
#[inline(always)]
pub(super) fn hash_each<
    V: Lanes<N>,
    const N: usize,
    const G: usize,
    const C: u8,
    const D: u8,
    M: Messages + ?Sized,
>(
    witness: V,
    key: [u64; 2],
    messages: &M,
    out: &mut [u64],
    thresholds: Thresholds,
) {
    let total = messages.count().min(out.len());
    let mut start = 0;
    while start < total {
        let count = (total - start).min(SORT_LEN);
        let out = &mut out[start..start + count];
        let (least, most) = match M::LENGTH {
            Some(length) => (length, length),
            None => extent((start..start + count).map(|i| messages.get(i).len())),
        };
        let bytes = if least == most {
            thresholds.one_length[usize::from(C > 1)]
        } else {
            thresholds.bytes
        };
        if count < thresholds.messages || most < bytes {
            for (i, hash) in out.iter_mut().enumerate() {
                [*hash] = single::hash::<C, D, 1>(key, messages.get(start + i));
            }
            start += count;
            continue;
        }
        let sorted;
        let mut order = if count <= N * G || (most - least) / 8 < thresholds.spread {
            &IN_ORDER[..count]
        } else {
            sorted = sort(messages, start, count);
            &sorted[..count]
        };
        while !order.is_empty() {
            let (group, rest) = order.split_at(order.len().min(N * G));
            order = rest;
            let message = |i: &u8| messages.get(start + usize::from(*i));
            if group.len() < thresholds.messages || group.iter().any(|i| message(i).len() < bytes) {
                for i in group {
                    [out[usize::from(*i)]] = single::hash::<C, D, 1>(key, message(i));
                }
                continue;
            }
            // Lanes that have no message left repeat the first one.
            let groups: [[&[u8]; N]; G] = core::array::from_fn(|g| {
                core::array::from_fn(|lane| message(group.get(N * g + lane).unwrap_or(&group[0])))
            });
            let hashes = hash_groups::<V, N, G, C, D>(witness, key, &groups);
            for (i, hash) in group.iter().zip(hashes.as_flattened()) {
                out[usize::from(*i)] = *hash;
            }
        }
        start += count;
    }
}
