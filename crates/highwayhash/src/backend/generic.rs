//! The kernels, generic over the vector type. Every level shares them.
//!
//! A level has a vector type of its own, which implements [`Vector256`], and thin entry points with
//! `#[target_feature]`, which [`kernels`] defines.

use super::{MUL0, MUL1, Packet, State, rounds};

/// A vector of 64-bit words, with only the operations that the algorithm needs.
///
/// Every function of these traits needs a vector. An entry point creates the first one, with an
/// instruction that its `#[target_feature]` allows. So any vector is a **witness** that the CPU has
/// the features of its type. Functions that need no other vector take the witness as `self` and
/// ignore its words.
///
/// All functions must be inlined into the entry points: elsewhere the compiler may not use the
/// instructions and calls a function for each. So they are `#[inline(always)]`, and loops over
/// vectors use neither closures nor [`core::array::from_fn`].
pub(super) trait Vector: Copy {
    /// Whether ordered additions are faster in rounds whose packet is ready late.
    const ORDERED_LATE: bool = false;

    /// Sets both 32-bit halves of every word to `half`.
    fn splat(self, half: u32) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Moves the upper half of each word to where `times` reads it.
    fn high(self) -> Self;
    /// Multiplies the lower half of each word by the half that `high` has moved.
    fn times(self, high: Self) -> Self;
    /// Permutes the bytes of each pair of words by [`ZIP`](super::ZIP).
    fn zip(self) -> Self;
    /// Exchanges the 32-bit halves of each word.
    fn swap(self) -> Self;
    /// Rotates the 32-bit halves of each word left by `len`, 1 to 31.
    fn rotate(self, len: u32) -> Self;

    /// Prevents the compiler from reordering additions.
    ///
    /// The compiler may add the operands of a sum in any order. It moves an operand that is ready
    /// early after one that is ready late, onto the critical path from packet to packet.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }
}

/// A vector of four words: a packet, or one of the four parts of a state.
pub(super) trait Vector256: Vector {
    fn load(self, words: &[u64; 4]) -> Self;
    fn load_packet(self, packet: &Packet) -> Self;
    fn to_words(self) -> [u64; 4];
    /// Permutes v0 to the packet of a last round: exchanges the two pairs of words, and the halves
    /// of each word.
    fn permute(self) -> Self;
    /// Loads the packet of the last 1 to 31 bytes of a message; see [`last_packet`].
    ///
    /// [`last_packet`]: super::last_packet
    fn last_packet(self, tail: &[u8]) -> Self;
}

/// A vector of a level that has entry points.
pub(super) trait Entry: Vector256 {
    /// Calls the level's entry point for one message. It is not inlined, so that batches have no
    /// copy of it.
    fn hash<const W: usize>(self, key: &[u64; 4], message: &[u8]) -> [u64; W];
}

/// A state in registers. If `DEFERRED`, `v1` lacks the addend zip(v0).
#[derive(Clone, Copy)]
struct Registers<V, const DEFERRED: bool> {
    v0: V,
    v1: V,
    mul0: V,
    mul1: V,
}

/// The state as the paper defines it.
type Plain<V> = Registers<V, false>;
/// A state whose `v1` lacks the addend zip(v0) of the last packet.
type Deferred<V> = Registers<V, true>;

impl<V: Vector256> Plain<V> {
    /// Creates the state before the first packet.
    #[inline(always)]
    fn initial(witness: V, key: &[u64; 4]) -> Self {
        let (key, mul0, mul1) = (witness.load(key), witness.load(&MUL0), witness.load(&MUL1));
        Self { v0: mul0.xor(key), v1: mul1.xor(key.swap()), mul0, mul1 }
    }

    #[inline(always)]
    fn load(witness: V, state: &State) -> Self {
        let (v0, v1) = (witness.load(&state.v0), witness.load(&state.v1));
        Self { v0, v1, mul0: witness.load(&state.mul0), mul1: witness.load(&state.mul1) }
    }

    /// Subtracts zip(v0) from v1. The next packet or `add_zip` adds it again.
    #[inline(always)]
    fn defer_zip(self) -> Deferred<V> {
        let Self { v0, v1, mul0, mul1 } = self;
        Registers { v0, v1: v1.sub(v0.zip()), mul0, mul1 }
    }

    /// Mixes in a packet.
    #[inline(always)]
    fn mix(self, packet: V) -> Deferred<V> {
        let Self { v0, v1, mul0, mul1 } = self;
        let (mut state, early) = (Registers { v0, v1, mul0, mul1 }, v1.add(mul0));
        state.step(if V::ORDERED_LATE { early.opaque() } else { early }, packet);
        state
    }

    /// Mixes in the last packet, which has `len` bytes of the message, 1 to 31.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "less than 32")]
    fn mix_last(mut self, packet: V, len: usize) -> Deferred<V> {
        debug_assert!((1..32).contains(&len), "the last packet has {len} bytes");
        self.v0 = self.v0.add(packet.splat(len as u32));
        self.v1 = self.v1.rotate(len as u32);
        self.mix(packet)
    }

    /// Mixes in the rest of a message and computes the hash, or what `end` computes.
    #[inline(always)]
    fn absorb_end<E: End<V>>(self, packets: &[Packet], tail: &[u8], end: E) -> E::Output {
        let witness = self.v0;
        let state = match packets.split_first() {
            Some((first, others)) => {
                let state = self.mix(witness.load_packet(first)).absorb(others);
                if tail.is_empty() {
                    return end.of(state);
                }
                state.add_zip()
            }
            None if tail.is_empty() => return end.of(self.defer_zip()),
            None => self,
        };
        end.of(state.mix_last(witness.last_packet(tail), tail.len()))
    }

    /// Computes v0 + mul0 and v1 + mul1.
    #[inline(always)]
    fn sums(self) -> [[u64; 4]; 2] {
        [self.v0.add(self.mul0).to_words(), self.v1.add(self.mul1).to_words()]
    }
}

/// What follows the last packet.
trait End<V> {
    type Output;
    fn of(self, state: Deferred<V>) -> Self::Output;
}

/// The last rounds and the hash of W words.
struct Hash<const W: usize>;

impl<V: Vector256, const W: usize> End<V> for Hash<W> {
    type Output = [u64; W];

    #[inline(always)]
    fn of(self, state: Deferred<V>) -> [u64; W] {
        let state = state.last_rounds(const { rounds(W) });
        if W == 1 {
            let Registers { v0, v1, mul0, mul1 } = state;
            return [mul0.add(mul1).add(v0.add(v1)).to_words()[0]; W];
        }
        let [zero, one] = state.sums();
        extract(zero, one)
    }
}

/// Nothing: the caller computes the last rounds, once for all lengths of messages.
struct Later;

impl<V> End<V> for Later {
    type Output = Deferred<V>;

    #[inline(always)]
    fn of(self, state: Deferred<V>) -> Deferred<V> {
        state
    }
}

impl<V: Vector256> Deferred<V> {
    /// Adds zip(v0) to v1: the inverse of `defer_zip`.
    #[inline(always)]
    fn add_zip(self) -> Plain<V> {
        let Self { v0, v1, mul0, mul1 } = self;
        Registers { v0, v1: v1.add(v0.zip()), mul0, mul1 }
    }

    #[inline(always)]
    fn store(self) -> State {
        let Registers { v0, v1, mul0, mul1 } = self.add_zip();
        let (v0, v1) = (v0.to_words(), v1.to_words());
        State { v0, v1, mul0: mul0.to_words(), mul1: mul1.to_words() }
    }

    /// Mixes in a packet.
    ///
    /// The operands are added in the order in which they become ready: first v1 and the packet,
    /// then mul0, and the zipped words last. Without the barriers the compiler adds the packet or
    /// mul0 last, which makes the chain longer.
    #[inline(always)]
    fn update(&mut self, packet: V) {
        let early = self.v1.add(packet).opaque().add(self.mul0).opaque();
        self.step(early, self.v0.zip());
    }

    /// Mixes in a packet that is ready later than the zipped words.
    #[inline(always)]
    fn update_late(&mut self, packet: V) {
        let (early, zipped) = (self.v1.add(self.mul0), self.v0.zip());
        let early =
            if V::ORDERED_LATE { early.opaque().add(zipped).opaque() } else { early.add(zipped) };
        self.step(early, packet);
    }

    /// Computes the rest of an update, where the new v1 is `early` + `late`.
    ///
    /// The compiler keeps this order: the shuffle, for which the next packet waits, comes before
    /// the shifts, which run on the same ports.
    #[inline(always)]
    fn step(&mut self, early: V, late: V) {
        let v1 = early.add(late);
        let v0 = self.v0.add(self.mul1);
        let zipped = v1.zip();
        let (high0, high1) = (self.v0.high(), v1.high());
        self.v0 = v0.add(zipped);
        self.mul0 = self.mul0.xor(v1.times(high0));
        self.mul1 = self.mul1.xor(v0.times(high1));
        self.v1 = v1;
    }

    /// Mixes in whole packets.
    #[inline(always)]
    fn absorb(mut self, packets: &[Packet]) -> Self {
        for packet in packets {
            self.update(self.v0.load_packet(packet));
        }
        self
    }

    /// Computes the last rounds.
    #[inline(always)]
    fn last_rounds(mut self, count: usize) -> Plain<V> {
        for _ in 0..count {
            self.update_late(self.v0.permute());
        }
        self.add_zip()
    }
}

/// Computes the hash of W words from v0 + mul0 and v1 + mul1 after the last rounds.
#[inline(always)]
pub(super) fn extract<const W: usize>(zero: [u64; 4], one: [u64; 4]) -> [u64; W] {
    let ([a, b, c, d], [e, f, g, h]) = (zero, one);
    let words = match W {
        1 => [a.wrapping_add(e), 0, 0, 0],
        2 => [a.wrapping_add(g), b.wrapping_add(h), 0, 0],
        _ => {
            let ([p, q], [r, s]) = (reduce([a, b], [e, f]), reduce([c, d], [g, h]));
            [p, q, r, s]
        }
    };
    let mut hash = [0; W];
    hash.copy_from_slice(&words[..W]);
    hash
}

/// Reduces the polynomial low + high · x^128 over GF(2) modulo x^128 + x^2 + x, without its upper
/// two coefficients.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the two halves are split")]
fn reduce([l0, l1]: [u64; 2], [h0, h1]: [u64; 2]) -> [u64; 2] {
    let low = u128::from(l0) | u128::from(l1) << 64;
    let high = u128::from(h0) | u128::from(h1 & (u64::MAX >> 2)) << 64;
    let reduced = low ^ high << 1 ^ high << 2;
    [reduced as u64, (reduced >> 64) as u64]
}

/// Computes what [`extract`] takes, from the state before some packets.
#[inline(always)]
pub(super) fn sums<V: Vector256>(
    witness: V,
    state: &State,
    packets: &[Packet],
    tail: &[u8],
    rounds: usize,
) -> [[u64; 4]; 2] {
    Plain::load(witness, state).absorb_end(packets, tail, Later).last_rounds(rounds).sums()
}

/// See [`super::word`].
#[inline(always)]
pub(super) fn word<V: Vector256, const W: usize>(
    witness: V,
    key: &[u64; 4],
    word: u64,
) -> [u64; W] {
    let packet = witness.load(&[word, 0, 0, 0]);
    Hash.of(Plain::initial(witness, key).mix_last(packet, 8))
}

/// See [`super::hash`].
#[inline(always)]
pub(super) fn hash<V: Vector256, const W: usize>(
    witness: V,
    key: &[u64; 4],
    message: &[u8],
) -> [u64; W] {
    let (packets, tail) = message.as_chunks();
    Plain::initial(witness, key).absorb_end(packets, tail, Hash)
}

/// Computes the same with less code.
#[inline(always)]
pub(super) fn small_hash<V: Vector256, const W: usize>(
    witness: V,
    key: &[u64; 4],
    message: &[u8],
) -> [u64; W] {
    let (packets, tail) = message.as_chunks();
    Hash.of(Plain::initial(witness, key).absorb_end(packets, tail, Later))
}

/// See [`super::absorb`].
#[inline(always)]
pub(super) fn absorb<V: Vector256>(witness: V, state: &mut State, packets: &[Packet]) {
    if let Some((first, others)) = packets.split_first() {
        let start = Plain::load(witness, state).mix(witness.load_packet(first));
        *state = start.absorb(others).store();
    }
}

/// See [`super::finish`].
#[inline(always)]
pub(super) fn finish<V: Vector256, const W: usize>(
    witness: V,
    state: &State,
    tail: &[u8],
) -> [u64; W] {
    Plain::load(witness, state).absorb_end(&[], tail, Hash)
}

/// See [`super::hash_each`]. Hashes G messages in parallel if each has at least `least` bytes.
#[inline(always)]
pub(super) fn hash_each<'m, V: Entry, const W: usize, const G: usize>(
    witness: V,
    key: &[u64; 4],
    mut messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; W]],
    least: usize,
) {
    let mut groups = out.chunks_exact_mut(G);
    for hashes in &mut groups {
        let mut group = [[].as_slice(); G];
        for (slot, message) in group.iter_mut().zip(&mut messages) {
            *slot = message;
        }
        if G > 1 && group.iter().all(|message| message.len() >= least) {
            hash_interleaved(witness, key, &group, hashes);
        } else {
            for (message, h) in group.iter().zip(hashes) {
                *h = witness.hash(key, message);
            }
        }
    }
    for (message, h) in messages.zip(groups.into_remainder()) {
        *h = witness.hash(key, message);
    }
}

/// Hashes messages in parallel up to the length of the shortest, then the rest of each by itself.
#[inline(always)]
fn hash_interleaved<V: Vector256, const W: usize, const G: usize>(
    witness: V,
    key: &[u64; 4],
    messages: &[&[u8]; G],
    hashes: &mut [[u64; W]],
) {
    let (mut packets, mut tails) = ([[].as_slice(); G], [[].as_slice(); G]);
    for ((message, packets), tail) in messages.iter().zip(&mut packets).zip(&mut tails) {
        (*packets, *tail) = message.as_chunks();
    }
    let common = packets.iter().map(|packets| packets.len()).min().unwrap_or(0);
    let mut states = [Plain::initial(witness, key).defer_zip(); G];
    for i in 0..common {
        for (state, packets) in states.iter_mut().zip(packets) {
            state.update(witness.load_packet(&packets[i]));
        }
    }
    // The states are stored in a loop of its own, which is unrolled. Otherwise they would live in
    // memory in the loop above.
    let mut ends = [State::new(key); G];
    for (end, state) in ends.iter_mut().zip(states) {
        *end = state.store();
    }
    for (((end, packets), tail), h) in ends.iter().zip(&packets).zip(&tails).zip(hashes) {
        *h = Plain::load(witness, end).absorb_end(&packets[common..], tail, Hash);
    }
}

/// See [`super::hash_u64s`].
#[inline(always)]
pub(super) fn hash_u64s<V: Vector256, const W: usize>(
    witness: V,
    key: &[u64; 4],
    words: &[u64],
    out: &mut [[u64; W]],
) {
    for (w, h) in words.iter().zip(out) {
        *h = word(witness, key, *w);
    }
}

/// Defines the entry points of a level by its vector type and target features. The level defines
/// `witness`, which creates the first vector, and the constants `INTERLEAVED`, the number of
/// messages that `hash_each` hashes in parallel, and `INTERLEAVED_BYTES`, the smallest length of
/// these messages.
macro_rules! kernels {
    ($vector:ty $(, $features:literal)?) => {
        impl generic::Entry for $vector {
            #[inline(always)]
            fn hash<const W: usize>(self, key: &[u64; 4], message: &[u8]) -> [u64; W] {
                // SAFETY: the vector proves that the CPU has the features of the level.
                #[allow(unused_unsafe, reason = "some levels need no features")]
                unsafe { hash(key, message) }
            }
        }

        #[cfg(feature = "std")]
        #[inline]
        $(#[target_feature(enable = $features)])?
        pub(crate) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
            generic::word(witness(), key, word)
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
            generic::hash(witness(), key, message)
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn absorb(state: &mut State, packets: &[Packet]) {
            generic::absorb(witness(), state, packets);
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
            generic::finish(witness(), state, tail)
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn hash_each<'m, const W: usize>(
            key: &[u64; 4],
            messages: impl Iterator<Item = &'m [u8]>,
            out: &mut [[u64; W]],
        ) {
            generic::hash_each::<_, W, INTERLEAVED>(witness(), key, messages, out, INTERLEAVED_BYTES);
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn hash_u64s<const W: usize>(
            key: &[u64; 4],
            words: &[u64],
            out: &mut [[u64; W]],
        ) {
            generic::hash_u64s(witness(), key, words, out);
        }
    };
}

pub(super) use kernels;
