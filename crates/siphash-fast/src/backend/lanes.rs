//! SipHash in the lanes of vectors, for any vectors.
//!
//! A lane is a message. All lanes of a group run until the longest of its messages has ended; those
//! that ended before keep what they have. So messages are first ordered by their number of words, in
//! rooms of [`ROOM`] on the stack, and neighbours in that order make a group.

use super::{Leaves, Messages, Packet};
use crate::single::{self, high_bytes, load_partial};
use crate::tree::last_packet;

/// A vector of N words: the operations of its registers, nothing more.
///
/// They are called in kernels that have the features, and inlined into them.
pub(super) trait Lanes<const N: usize>: Copy {
    /// Which lanes are meant.
    type Mask: Copy;
    /// By value: words that are in general registers do not pass through memory.
    fn from_words(words: [u64; N]) -> Self;
    fn load(words: &[u64; N]) -> Self;
    fn load_bytes(bytes: &[[u8; 8]; N]) -> Self;
    fn store(self, words: &mut [u64; N]);
    fn add(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn rotate<const LEFT: i32>(self) -> Self;
    /// Keeps the compiler from adding in another order than is written.
    fn hold(self) -> Self;
    /// A rotation, exclusive or `other`.
    #[inline(always)]
    fn rotate_xor<const LEFT: i32>(self, other: Self) -> Self {
        self.rotate::<LEFT>().xor(other)
    }
    /// The lanes that are greater than the other's; all are below 2^63.
    fn greater(self, other: Self) -> Self::Mask;
    /// These lanes of `a`, the others of `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Columns from rows.
    fn transpose(rows: [Self; N]) -> [Self; N];

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self::from_words([word; N])
    }

    /// Four words of N messages from word `from` on, without the length, zeros behind their ends.
    #[inline(always)]
    fn rest(messages: &[&[u8]; N], from: usize) -> [Self; 4] {
        core::array::from_fn(|i| {
            Self::from_words(core::array::from_fn(|lane| word(messages[lane], from + i)))
        })
    }
}

/// Word i of a message, zeros behind its end. No branch but on 8 bytes.
#[inline(always)]
fn word(message: &[u8], i: usize) -> u64 {
    let Some(last) = message.last_chunk() else {
        return if i == 0 { load_partial(message) } else { 0 };
    };
    match message.get(8 * i..).and_then(<[u8]>::first_chunk) {
        Some(whole) => u64::from_le_bytes(*whole),
        None if i == message.len() / 8 => high_bytes(u64::from_le_bytes(*last), message.len() % 8),
        None => 0,
    }
}

/// The four words of N lanes.
#[derive(Clone, Copy)]
struct State<V> {
    v0: V,
    v1: V,
    v2: V,
    v3: V,
}

impl<V> State<V> {
    #[inline(always)]
    fn new<const N: usize>(key: [u64; 2]) -> Self
    where
        V: Lanes<N>,
    {
        let single::State { v0, v1, v2, v3 } = single::State::new::<1>(key);
        Self { v0: V::splat(v0), v1: V::splat(v1), v2: V::splat(v2), v3: V::splat(v3) }
    }

    /// A round; v3 gets `next` added as well, off the chain.
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
            Some(m) => self.v3.rotate::<21>().xor(m).hold().xor(self.v0),
            None => self.v3.rotate_xor::<21>(self.v0),
        };
        self.v1 = self.v1.rotate_xor::<17>(self.v2);
        self.v2 = self.v2.rotate::<32>();
    }

    /// Mixes in vectors, and then another.
    #[inline(always)]
    fn absorb_all<const N: usize, const C: u8>(&mut self, vectors: &[[[u8; 8]; N]], last: V)
    where
        V: Lanes<N>,
    {
        let Some((first, others)) = vectors.split_first() else {
            return self.absorb::<N, C>(last);
        };
        let mut m = V::load_bytes(first);
        self.v3 = self.v3.xor(m);
        for next in others.iter().map(V::load_bytes).chain([last]) {
            for _ in 1..C {
                self.round(None);
            }
            self.round(Some(next));
            self.v0 = self.v0.xor(m);
            m = next;
        }
        for _ in 0..C {
            self.round(None);
        }
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
        self.v2 = self.v2.xor(V::splat(0xff));
        for _ in 0..D {
            self.round(None);
        }
        self.v0.xor(self.v1).xor(self.v2.xor(self.v3))
    }
}

/// See [`super::hash_u64s`].
#[inline(always)]
pub(super) fn hash_u64s<V: Lanes<N>, const N: usize, const C: u8, const D: u8>(
    key: [u64; 2],
    words: &[u64],
    out: &mut [u64],
) {
    let (vectors, words) = words.as_chunks::<N>();
    let (places, _) = out.as_chunks_mut::<N>();
    let initial = State::<V>::new(key);
    let length = V::splat(single::length_byte(8));
    for (vector, place) in vectors.iter().zip(places) {
        let mut state = initial;
        state.absorb::<N, C>(V::load(vector));
        state.absorb::<N, C>(length);
        state.finish::<N, D>().store(place);
    }
    for (word, place) in words.iter().zip(out.iter_mut().skip(N * vectors.len())) {
        *place = single::hash_word::<C, D>(key, *word);
    }
}

/// How the messages of G groups end.
struct Ending<V, const G: usize> {
    /// Words that are whole in all messages.
    whole: usize,
    /// The index of the longest message's last word.
    last: usize,
    /// The lengths as they stand in last words.
    lengths: [V; G],
    /// The indices of last words.
    ends: [V; G],
    /// 1 in lanes whose last word is not before the one at hand, else 0.
    running: [V; G],
}

impl<V, const G: usize> Ending<V, G> {
    /// Mixes in the word with index `at` of each message, if there is one.
    #[inline(always)]
    fn absorb<const N: usize, const C: u8>(
        &mut self,
        states: &mut [State<V>; G],
        at: usize,
        words: [V; G],
    ) where
        V: Lanes<N>,
    {
        if at > self.last {
            return;
        }
        let (zero, here) = (V::splat(0), V::splat(at as u64));
        for g in 0..G {
            let (state, m) = (&mut states[g], words[g]);
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
                self.running[g] = V::select(more, V::splat(1), zero);
            }
        }
    }
}

/// The hashes of G groups of N messages. They are in one loop, as the rounds of one group are a chain.
#[inline(always)]
fn hash_groups<V: Lanes<N>, const N: usize, const G: usize, const C: u8, const D: u8>(
    key: [u64; 2],
    groups: &[[&[u8]; N]; G],
) -> [[u64; N]; G] {
    let (shortest, longest) = extent(groups.as_flattened().iter().map(|message| message.len()));
    // Words that are whole in all messages; the index of the longest message's last word.
    let (whole, last) = (shortest / 8, longest / 8);
    let mut states = [State::<V>::new(key); G];
    let blocks = whole / N;
    for block in 0..blocks {
        let words: [[V; N]; G] = core::array::from_fn(|g| {
            V::transpose(core::array::from_fn(|lane| {
                match groups[g][lane].as_chunks().0.as_chunks().0.get(block) {
                    Some(row) => V::load_bytes(row),
                    None => V::splat(0),
                }
            }))
        });
        for i in 0..N {
            for (state, words) in states.iter_mut().zip(&words) {
                state.absorb::<N, C>(words[i]);
            }
        }
    }
    let lengths: [[u64; N]; G] =
        core::array::from_fn(|g| core::array::from_fn(|lane| groups[g][lane].len() as u64));
    let (lengths, ends) = if shortest == longest {
        let length = single::length_byte(shortest as u64);
        ([V::splat(length); G], [V::splat(whole as u64); G])
    } else {
        let vectors = |f: fn(u64) -> u64| lengths.map(|lengths| V::from_words(lengths.map(f)));
        (vectors(single::length_byte), vectors(|length| length / 8))
    };
    let mut ending = Ending { whole, last, lengths, ends, running: [V::splat(1); G] };
    let mut from = N * blocks;
    while from <= last {
        // A last word without bytes is not fetched.
        let words: [[V; 4]; G] = if 8 * from < longest {
            core::array::from_fn(|g| V::rest(&groups[g], from))
        } else {
            [[V::splat(0); 4]; G]
        };
        // Not a loop over an array: its vectors would live in memory.
        ending.absorb::<N, C>(&mut states, from, words.map(|words| words[0]));
        ending.absorb::<N, C>(&mut states, from + 1, words.map(|words| words[1]));
        ending.absorb::<N, C>(&mut states, from + 2, words.map(|words| words[2]));
        ending.absorb::<N, C>(&mut states, from + 3, words.map(|words| words[3]));
        from += 4;
    }
    states.map(|state| {
        let mut hashes = [0; N];
        state.finish::<N, D>().store(&mut hashes);
        hashes
    })
}

/// Messages that are ordered at once.
const ROOM: usize = 128;

/// Where messages with so many whole words stand in the order: up to 31 by their number, then by its
/// first three bits.
#[inline(always)]
fn rank(words: usize) -> usize {
    if words < 32 {
        words
    } else {
        let bits = words.ilog2() as usize;
        (4 * bits + ((words >> (bits - 2)) & 3) + 12).min(RANKS - 1)
    }
}

/// The values of [`rank`].
const RANKS: usize = 64;

/// The least and the greatest.
#[inline(always)]
fn extent(lengths: impl Iterator<Item = usize>) -> (usize, usize) {
    lengths.fold((usize::MAX, 0), |(least, most), n| (least.min(n), most.max(n)))
}

/// The numbers from 0 to `count`, those of messages with a similar number of words side by side.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "less than 128")]
fn order<M: Messages + ?Sized>(messages: &M, start: usize, count: usize) -> [u8; ROOM] {
    let mut ranks = [0; ROOM];
    let mut places = [0_u8; RANKS];
    for (i, place) in ranks[..count].iter_mut().enumerate() {
        *place = rank(messages.get(start + i).len() / 8) as u8;
        places[usize::from(*place)] += 1;
    }
    let mut sum = 0;
    for place in &mut places {
        (sum, *place) = (sum + *place, sum);
    }
    let mut order = [0; ROOM];
    for (i, rank) in ranks[..count].iter().enumerate() {
        let place = &mut places[usize::from(*rank)];
        order[usize::from(*place)] = i as u8;
        *place += 1;
    }
    order
}

/// The numbers from 0 on.
const IN_ORDER: [u8; ROOM] = {
    let mut order = [0; ROOM];
    let mut i = 0_u8;
    while (i as usize) < ROOM {
        order[i as usize] = i;
        i += 1;
    }
    order
};

/// When lanes pay: measured, as everything that moves words into them costs something.
#[derive(Clone, Copy)]
pub(super) struct Pays {
    /// Messages in a group, of at least ...
    pub(super) messages: usize,
    /// ... so many bytes each. Others are hashed one by one.
    pub(super) bytes: usize,
    /// Lengths that differ by less than so many words are not sorted.
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
    key: [u64; 2],
    messages: &M,
    out: &mut [u64],
    pays: Pays,
) {
    let count = messages.count().min(out.len());
    let mut start = 0;
    while start < count {
        let room = (count - start).min(ROOM);
        let out = &mut out[start..start + room];
        let (least, most) = match M::LENGTH {
            Some(length) => (length, length),
            None => extent((start..start + room).map(|i| messages.get(i).len())),
        };
        if room < pays.messages || most < pays.bytes {
            for (i, place) in out.iter_mut().enumerate() {
                [*place] = single::hash::<C, D, 1>(key, messages.get(start + i));
            }
            start += room;
            continue;
        }
        let sorted;
        let mut order = if room <= N * G || (most - least) / 8 < pays.spread {
            &IN_ORDER[..room]
        } else {
            sorted = order(messages, start, room);
            &sorted[..room]
        };
        while !order.is_empty() {
            let (group, rest) = order.split_at(order.len().min(N * G));
            order = rest;
            let message = |i: &u8| messages.get(start + usize::from(*i));
            if group.len() < pays.messages || group.iter().any(|i| message(i).len() < pays.bytes) {
                for i in group {
                    [out[usize::from(*i)]] = single::hash::<C, D, 1>(key, message(i));
                }
                continue;
            }
            // Lanes without a message take another one's.
            let groups: [[&[u8]; N]; G] = core::array::from_fn(|g| {
                core::array::from_fn(|lane| message(group.get(N * g + lane).unwrap_or(&group[0])))
            });
            let hashes = hash_groups::<V, N, G, C, D>(key, &groups);
            for (i, hash) in group.iter().zip(hashes.as_flattened()) {
                out[usize::from(*i)] = *hash;
            }
        }
        start += room;
    }
}

/// See [`super::absorb_leaves`].
#[inline(always)]
pub(super) fn absorb_leaves<V: Lanes<4>, const C: u8>(leaves: &mut Leaves, packets: &[Packet]) {
    let mut state = load_leaves::<V>(leaves);
    let packets = words(packets);
    if let Some((last, packets)) = packets.split_last() {
        state.absorb_all::<4, C>(packets, V::load_bytes(last));
    }
    for (place, v) in leaves.iter_mut().zip([state.v0, state.v1, state.v2, state.v3]) {
        v.store(place);
    }
}

/// See [`super::leaves`].
#[inline(always)]
pub(super) fn leaves<V: Lanes<4>, const C: u8, const D: u8>(
    leaves: &Leaves,
    message: &[u8],
) -> [u64; 4] {
    let mut state = load_leaves::<V>(leaves);
    let (packets, rest) = message.as_chunks();
    state.absorb_all::<4, C>(words(packets), V::from_words(last_packet(rest)));
    let mut hashes = [0; 4];
    state.finish::<4, D>().store(&mut hashes);
    hashes
}

#[inline(always)]
fn load_leaves<V: Lanes<4>>(leaves: &Leaves) -> State<V> {
    let [v0, v1, v2, v3] = leaves.each_ref().map(V::load);
    State { v0, v1, v2, v3 }
}

/// Packets as words.
#[inline(always)]
fn words(packets: &[Packet]) -> &[[[u8; 8]; 4]] {
    packets.as_flattened().as_chunks().0.as_chunks().0
}
