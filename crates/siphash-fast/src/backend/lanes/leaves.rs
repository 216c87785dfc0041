//! SipTreeHash in four lanes, generic over the vector type.

use super::super::{Leaves, Packet};
use super::{Lanes, State};
use crate::single::INITIAL;
use crate::tree::{LANES, last_packet, root};

/// A vector of the four lanes of SipTreeHash.
pub(in super::super) trait Four: Lanes<4> {
    /// Builds the last packet of a message from `rest`, the bytes after its whole packets.
    #[inline(always)]
    fn last_packet(self, rest: &[u8]) -> Self {
        self.set(last_packet(rest))
    }
}

/// See [`tree`](super::super::tree).
#[inline(always)]
pub(in super::super) fn tree<V: Four, const C: u8, const D: u8>(
    witness: V,
    key: &[u64; 4],
    message: &[u8],
) -> u64 {
    let lanes = witness.load(key).xor(witness.load(&LANES));
    let [v0, v1, v2, v3] = INITIAL;
    let state = State {
        v0: lanes.xor(witness.splat(v0)),
        v1: lanes.xor(witness.splat(v1)),
        v2: lanes.xor(witness.splat(v2)),
        v3: lanes.xor(witness.splat(v3)),
    };
    root::<C, D>([key[0], key[1]], end::<V, C, D>(witness, state, message))
}

/// See [`leaves`](super::super::leaves).
#[inline(always)]
pub(in super::super) fn leaves<V: Four, const C: u8, const D: u8>(
    witness: V,
    leaves: &Leaves,
    message: &[u8],
) -> [u64; 4] {
    end::<V, C, D>(witness, load(witness, leaves), message)
}

/// See [`absorb_leaves`](super::super::absorb_leaves).
#[inline(always)]
pub(in super::super) fn absorb_leaves<V: Four, const C: u8>(
    witness: V,
    leaves: &mut Leaves,
    packets: &[Packet],
) {
    let mut state = load(witness, leaves);
    let packets = words(packets);
    if let Some((last, packets)) = packets.split_last() {
        state.absorb_all::<4, C>(packets, witness.load_bytes(last));
    }
    for (leaves, v) in leaves.iter_mut().zip([state.v0, state.v1, state.v2, state.v3]) {
        v.store(leaves);
    }
}

/// Absorbs the end of a message and returns the hashes of the lanes.
#[inline(always)]
fn end<V: Four, const C: u8, const D: u8>(
    witness: V,
    mut state: State<V>,
    message: &[u8],
) -> [u64; 4] {
    let (packets, rest) = message.as_chunks();
    state.absorb_all::<4, C>(words(packets), witness.last_packet(rest));
    let mut hashes = [0; 4];
    state.finish::<4, D>().store(&mut hashes);
    hashes
}

#[inline(always)]
fn load<V: Four>(witness: V, leaves: &Leaves) -> State<V> {
    let [v0, v1, v2, v3] = leaves;
    State { v0: witness.load(v0), v1: witness.load(v1), v2: witness.load(v2), v3: witness.load(v3) }
}

/// Views packets as words.
#[inline(always)]
fn words(packets: &[Packet]) -> &[[[u8; 8]; 4]] {
    packets.as_flattened().as_chunks().0.as_chunks().0
}
