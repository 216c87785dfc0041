//! The entry points of the vector levels: `#[target_feature]` functions that call the generic ones.
//!
//! A level defines `witness`, which creates the first vector.

/// Defines the entry points of batches, for a level that hashes GROUPS vectors of LANES messages in
/// one loop. The level also defines `THRESHOLDS`.
macro_rules! batches {
    ($features:literal, LANES: $lanes:literal, GROUPS: $groups:literal) => {
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn hash_u64s<const C: u8, const D: u8>(
            key: [u64; 2],
            words: &[u64],
            out: &mut [u64],
        ) {
            lanes::hash_u64s::<_, $lanes, C, D>(witness(), key, words, out);
        }

        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
            key: [u64; 2],
            messages: &M,
            out: &mut [u64],
        ) {
            let first = witness();
            lanes::hash_each::<_, $lanes, $groups, C, D, M>(first, key, messages, out, THRESHOLDS);
        }
    };
}

/// Defines the entry points of SipTreeHash for a level whose vectors have four lanes.
macro_rules! trees {
    ($features:literal) => {
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn tree<const C: u8, const D: u8>(key: &[u64; 4], message: &[u8]) -> u64 {
            leaves::tree::<_, C, D>(witness(), key, message)
        }

        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn absorb_leaves<const C: u8>(leaves: &mut Leaves, packets: &[Packet]) {
            leaves::absorb_leaves::<_, C>(witness(), leaves, packets);
        }

        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn leaves<const C: u8, const D: u8>(
            leaves: &Leaves,
            message: &[u8],
        ) -> [u64; 4] {
            leaves::leaves::<_, C, D>(witness(), leaves, message)
        }
    };
}

pub(super) use {batches, trees};
