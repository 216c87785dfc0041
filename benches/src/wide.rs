//! Functions of 128 bits: the family's, and peers. They are shown as the exclusive or of their words.

use crate::peers;
use crate::subject::Subject;
use crate::{ghash, vhash};
use std::hint::black_box;

/// Lists VHASH-128, GHASH and POLYVAL on every backend, and their peers of 128 bits. Of these,
/// `PolyXOR128` has a proof of its bound.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let mut subjects = vhash::subjects();
    subjects.retain(|s| s.algorithm() == "vhash128");
    subjects.extend(ghash::with_ready_keys());
    let [k0, k1] = black_box([1, 2]);
    subjects.extend([
        peers::polyxor(),
        Subject::new("museair128", "museair", move |m| peers::fold(museair::hash128(m, k0, k1))),
        Subject::new("xxh3-128", "xxhash-rust", move |m| {
            peers::fold(xxhash_rust::xxh3::xxh3_128_with_seed(m, k0))
        }),
        #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
        Subject::new("gxhash128", "gxhash", move |m| {
            peers::fold(gxhash::gxhash128(m, k0.cast_signed()))
        }),
    ]);
    subjects
}
