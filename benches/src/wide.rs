//! Hashes of 128 bits, and message authentication codes.

use crate::peers::{self, fold};
use crate::subject::Subject;
use crate::{clhash, ghash, highwayhash, siphash, vhash};
use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit;
use std::hint::black_box;

/// Lists hashes of 128 bits: the family, then the peers.
#[must_use]
pub fn hashes() -> Vec<Subject> {
    let mut subjects = clhash::of128();
    subjects.extend(vhash::of128());
    subjects.extend(ghash::with_ready_keys());
    subjects.extend(highwayhash::of128());
    subjects.extend(siphash::of128());
    let [k0, k1] = black_box([1, 2]);
    subjects.extend([
        peers::polyxor(),
        Subject::new("xxh3-128", "xxhash-rust", |m| fold(xxhash_rust::xxh3::xxh3_128(m))),
        Subject::new("museair128", "museair", move |m| fold(museair::hash128(m, k0, k1))),
    ]);
    #[cfg(target_arch = "x86_64")]
    subjects.extend(crate::chainhash::of128());
    #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
    {
        let seed = black_box(1);
        subjects
            .push(Subject::new("gxhash128", "gxhash", move |m| fold(gxhash::gxhash128(m, seed))));
    }
    subjects
}

/// Lists message authentication codes with whole tags: the family, then the peers.
///
/// # Panics
/// Never panics, because tags of Poly1305 have 16 bytes.
#[must_use]
pub fn macs() -> Vec<Subject> {
    let mut subjects = crate::clmac::macs();
    subjects.extend(vhash::macs());
    subjects.extend(crate::clmac::peers());
    let is_mac = |s: &Subject| {
        ["siphash24", "siphash128-24"].contains(&s.algorithm()) || s.algorithm() == "highwayhash"
    };
    let others = [siphash::subjects(), siphash::of128(), highwayhash::subjects()];
    subjects.extend(others.into_iter().flatten().filter(is_mac));
    subjects.extend(crate::subjects::peers().into_iter().filter(is_mac));
    let poly1305 = Poly1305::new(&black_box([0x5a; 32]).into());
    subjects.push(Subject::new("poly1305", "poly1305", move |m| {
        let tag = poly1305.clone().compute_unpadded(m);
        ghash::low_half(tag.as_slice().try_into().expect("16 bytes"))
    }));
    subjects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Messages;
    use std::collections::HashMap;

    #[test]
    fn implementations_of_an_algorithm_agree() {
        let messages = [Messages::new(0..=300), Messages::new(1024..=5000)];
        for subjects in [hashes(), macs()] {
            let mut sums = HashMap::new();
            for subject in subjects {
                let sum = messages.each_ref().map(|m| subject.throughput(m).run(5, 300).sum);
                let first = *sums.entry(subject.algorithm()).or_insert(sum);
                assert_eq!(sum, first, "{}", subject.name());
            }
        }
    }
}
