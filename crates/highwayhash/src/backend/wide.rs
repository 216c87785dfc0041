//! The kernels of both levels with 256-bit registers.
//!
//! Each level defines the constants `INTERLEAVED` and `INTERLEAVED_BYTES` and the functions
//! `load_last_packet` and `absorb_last`.

use super::Packet;

/// Splits each message into its whole packets and the bytes after them.
#[inline]
pub(super) fn split_packets<'m, const N: usize>(
    messages: &[&'m [u8]; N],
) -> ([&'m [Packet]; N], [&'m [u8]; N]) {
    let (mut packets, mut tails) = ([[].as_slice(); N], [[].as_slice(); N]);
    for ((message, packets), tail) in messages.iter().zip(&mut packets).zip(&mut tails) {
        (*packets, *tail) = message.as_chunks();
    }
    (packets, tails)
}

/// Computes the hash of W words from the state before the last rounds.
///
/// This and [`finish_tail`] are macros, because a function with several callers is not inlined: the
/// state would pass through memory, and a hash of 256 bytes would take 1.1 times as long (Zen 4).
macro_rules! finish_rounds {
    ($state:expr) => {{
        let mut state = $state;
        for _ in 0..const { rounds(W) } {
            state.update_late(state.permuted());
        }
        state.hash()
    }};
}

/// Computes the hash of W words from the state after the whole packets and `tail`, the bytes after
/// them.
macro_rules! finish_tail {
    ($state:expr, $tail:expr) => {{
        let (mut state, tail) = ($state, $tail);
        if !tail.is_empty() {
            state = absorb_last(state.add_zip(), load_last_packet(tail), tail.len());
        }
        $crate::backend::wide::finish_rounds!(state)
    }};
}

/// Defines the kernels of a level that has these target features.
macro_rules! kernels {
    ($features:literal) => {
        /// Mixes in whole packets.
        #[inline]
        #[target_feature(enable = $features)]
        fn absorb_packets(mut state: Whole, packets: &[Packet]) -> Whole {
            for packet in packets {
                state.update(load_packet(packet));
            }
            state
        }

        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
            let packet = _mm256_set_epi64x(0, 0, 0, word.cast_signed());
            finish_rounds!(absorb_last(Plain::initial(key), packet, 8))
        }

        #[target_feature(enable = $features)]
        pub(super) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
            let (packets, tail) = message.as_chunks();
            let start = Plain::initial(key);
            let Some((first, others)) = packets.split_first() else {
                return match tail {
                    [] => finish_rounds!(start.defer_zip()),
                    _ => finish_rounds!(absorb_last(start, load_last_packet(tail), tail.len())),
                };
            };
            finish_tail!(absorb_packets(start.mix(load_packet(first)), others), tail)
        }

        #[target_feature(enable = $features)]
        pub(super) fn absorb(state: &mut State, packets: &[Packet]) {
            *state = absorb_packets(Plain::load(state).defer_zip(), packets).store();
        }

        #[target_feature(enable = $features)]
        pub(super) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
            finish_tail!(Plain::load(state).defer_zip(), tail)
        }

        #[target_feature(enable = $features)]
        pub(super) fn hash_each<'m, const W: usize>(
            key: &[u64; 4],
            mut messages: impl Iterator<Item = &'m [u8]>,
            out: &mut [[u64; W]],
        ) {
            let mut groups = out.chunks_exact_mut(INTERLEAVED);
            for hashes in &mut groups {
                let mut group = [[].as_slice(); INTERLEAVED];
                for (slot, message) in group.iter_mut().zip(&mut messages) {
                    *slot = message;
                }
                if group.iter().all(|message| message.len() >= INTERLEAVED_BYTES) {
                    hash_interleaved(key, &group, hashes);
                } else {
                    for (message, h) in group.iter().zip(hashes) {
                        *h = hash(key, message);
                    }
                }
            }
            for (message, h) in messages.zip(groups.into_remainder()) {
                *h = hash(key, message);
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn hash_u64s<const W: usize>(
            key: &[u64; 4],
            words: &[u64],
            out: &mut [[u64; W]],
        ) {
            for (w, h) in words.iter().zip(out) {
                *h = word(key, *w);
            }
        }

        /// Hashes messages in parallel up to the length of the shortest, then the rest of each by
        /// itself.
        #[inline]
        #[target_feature(enable = $features)]
        fn hash_interleaved<const W: usize>(
            key: &[u64; 4],
            messages: &[&[u8]; INTERLEAVED],
            hashes: &mut [[u64; W]],
        ) {
            let (packets, tails) = split_packets(messages);
            let common = packets.iter().map(|packets| packets.len()).min().unwrap_or(0);
            let mut states = [Plain::initial(key).defer_zip(); INTERLEAVED];
            for i in 0..common {
                for (state, packets) in states.iter_mut().zip(packets) {
                    state.update(load_packet(&packets[i]));
                }
            }
            for (((state, packets), tail), h) in states.iter().zip(&packets).zip(&tails).zip(hashes)
            {
                *h = finish_tail!(absorb_packets(*state, &packets[common..]), tail);
            }
        }
    };
}

pub(super) use {finish_rounds, finish_tail, kernels};
