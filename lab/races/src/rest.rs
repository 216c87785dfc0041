//! The functions of the table that have no module here with peers of their own.

use crate::subject::Subject;
use hash_core::ToBytes;
use hash_core::backend::Token;
use hash_core::function::{Description, Function, Hash, Key};
use provenhash::Visitor;
use std::hint::black_box;
use std::sync::Arc;

/// The rows that modules of this crate measure beside peers.
const MEASURED: [&str; 21] = [
    "clhash",
    "clhash128",
    "clmac",
    "ghash",
    "highwayhash64",
    "highwayhash128",
    "md5",
    "mmh32",
    "mmh64",
    "multilinear64",
    "polyval",
    "siphash-1-3",
    "siphash-2-4",
    "siphash128-2-4",
    "siptreehash",
    "siptreehash13",
    "tmmh16",
    "vhash64",
    "vhash128",
    "vmac64",
    "vmac128",
];

/// Rows that only the bench `by_name` measures, because another row runs the same kernel.
pub(crate) const BY_NAME: [&str; 12] = [
    // A mixer after the hash, of some nanoseconds.
    "clhash-bitmix",
    "clhash-mixed",
    "clhash128-mixed",
    "multilinear64-mixed",
    "vhash64-mixed",
    // Other numbers of rounds, and other widths of one state.
    "highwayhash256",
    "siphash-1-2",
    "siphash-4-8",
    "siphash128-1-3",
    // Functions for compatibility, of which no peer is fast.
    "halfsiphash32",
    "halfsiphash64",
    "siphash-1-2-nocase",
];

/// What a race compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Hashes of up to 64 bits that are no tags.
    Narrow,
    /// Wider ones.
    Wide,
    /// Message authentication codes.
    Mac,
}

/// Lists the functions of a kind that no module measures, on the best backend.
#[must_use]
pub fn subjects(kind: Kind) -> Vec<Subject> {
    let mut rest = Rest { kind, subjects: vec![] };
    provenhash::visit(&mut rest);
    rest.subjects
}

struct Rest {
    kind: Kind,
    subjects: Vec<Subject>,
}

impl Visitor for Rest {
    fn visit<F: Function>(&mut self) {
        let Description { name, mac, .. } = F::DESCRIPTION;
        let kind = match (mac, F::Hash::BYTES) {
            (true, _) => Kind::Mac,
            (false, ..=8) => Kind::Narrow,
            (false, _) => Kind::Wide,
        };
        if kind != self.kind || MEASURED.contains(&name) || BY_NAME.contains(&name) {
            return;
        }
        let key = Arc::new(F::Key::from_seed(black_box(1)));
        let backend = key.backend().name();
        self.subjects.push(Subject::new(name, backend, move |m| {
            let hash = F::hash(&key, m).to_bytes();
            let word = hash.as_ref().first_chunk().copied();
            word.map_or_else(|| hash.as_ref()[0].into(), u64::from_le_bytes)
        }));
    }
}
