//! Hashes of 128 bits.

use crate::peers::{self, fold};
use crate::rest::{self, Kind};
use crate::subject::Subject;
use crate::{clhash, ghash, highwayhash, siphash, vhash};
use std::hint::black_box;

/// Lists hashes of 128 bits: the family, then the peers.
#[must_use]
pub fn hashes() -> Vec<Subject> {
    let mut subjects = clhash::of128();
    subjects.extend(vhash::of128());
    subjects.extend(ghash::with_ready_keys());
    subjects.extend(highwayhash::of128());
    subjects.extend(siphash::of128());
    subjects.extend(rest::subjects(Kind::Wide));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::tests::agree;

    #[test]
    fn implementations_of_an_algorithm_agree() {
        agree(&hashes());
    }
}
