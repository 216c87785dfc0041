//! The function that a contender computes, the promise that it makes, and whether it is ours.
//!
//! Contenders are named `algorithm/implementation`, `algorithm/implementation variant` or, in maps,
//! `crate::State`.

use crate::results::{Promise, Role};
use provenhash::{ALGORITHMS, Algorithm};

/// The functions of the table that contenders call by another name, which stored results have.
const NAMES: &[(&str, &str)] = &[
    ("clmac-nonce", "clmac"),
    ("clmac-sender", "clmac"),
    ("highwayhash", "highwayhash64"),
    ("md5-opt", "md5"),
    ("mmh32-any", "mmh32"),
    ("mmh64-any", "mmh64"),
    ("siphash12", "siphash-1-2"),
    ("siphash128-24", "siphash128-2-4"),
    ("siphash13", "siphash-1-3"),
    ("siphash24", "siphash-2-4"),
    ("tmmh16x4-any", "tmmh16"),
];

/// Returns the row of the table that computes this function, if there is one.
fn row(algorithm: &str) -> Option<&'static Algorithm> {
    let renamed = NAMES.iter().find(|(name, _)| *name == algorithm);
    Algorithm::find(renamed.map_or(algorithm, |(_, name)| name))
}

/// The promises of functions that the table does not have, by the prefix of their names; the
/// longest matching prefix counts. Functions that are not listed promise nothing.
const PEERS: &[(&str, Promise)] = &[
    ("aegis", Promise::Prf),
    ("blake3", Promise::Prf),
    ("chainhash", Promise::Proven),
    ("gf64", Promise::Proven),
    ("gmac", Promise::Proven),
    ("halftime", Promise::Proven),
    ("hmac", Promise::Prf),
    ("highway", Promise::Prf),
    // Its authors bound the differential trails through the rounds, not the probability of a
    // collision.
    ("lemac", Promise::Prf),
    ("multiply-shift", Promise::Proven),
    ("paths", Promise::Proven),
    ("poly1305", Promise::Proven),
    ("polymur", Promise::Proven),
    ("polyxor", Promise::Proven),
    ("siphasher", Promise::Prf),
    ("std", Promise::Prf),
    ("umash", Promise::Proven),
];

/// Returns the promise of the function that this contender computes.
#[must_use]
pub fn promise(name: &str) -> Promise {
    let state = name.split_once("::").map(|(package, _)| package);
    let function = CRATES.iter().find(|(package, _)| state == Some(*package));
    let algorithm = name.split_once('/').map_or(name, |(algorithm, _)| algorithm);
    if let Some(row) = row(function.map_or(algorithm, |(_, name)| name)) {
        return match row.collision_bound(1) {
            Some(_) => Promise::Proven,
            // MD5 takes no key.
            None if row.key_lengths.is_empty() => Promise::Heuristic,
            None => Promise::Prf,
        };
    }
    let found = PEERS.iter().filter(|(start, _)| name.starts_with(start));
    found.max_by_key(|(start, _)| start.len()).map_or(Promise::Heuristic, |(_, promise)| *promise)
}

/// Implementations of the family that are not named after a backend.
const OURS: [&str; 4] = ["md5-opt", "siphash-fast", "multiply-shift", "ours"];
/// The crates of the family that have states of maps, and the functions of these.
const CRATES: [(&str, &str); 5] = [
    ("clhash", "clhash"),
    ("highwayhash", "highwayhash64"),
    ("multilinear_hash", "multilinear64"),
    ("siphash_fast", "siphash-1-3"),
    ("vhash", "vhash64"),
];
/// Loops that show the limits of the machine, and hashes that are limits of the MACs with them.
const WALLS: [&str; 3] = ["bare-", "read/", "products/"];

/// Returns the role of this contender in the comparison.
#[must_use]
pub fn role(name: &str) -> Role {
    if WALLS.iter().any(|wall| name.starts_with(wall)) {
        return Role::Wall;
    }
    if let Some((package, _)) = name.split_once("::") {
        let is_ours = CRATES.iter().any(|(name, _)| *name == package);
        return if is_ours { Role::Ours } else { Role::Peer };
    }
    let (algorithm, rest) = name.split_once('/').unwrap_or(("", name));
    let implementation = rest.split(' ').next().unwrap_or_default();
    if OURS.contains(&implementation) {
        Role::Ours
    } else if !is_backend(implementation) {
        Role::Peer
    } else if implementation == detected(algorithm) {
        Role::Ours
    } else {
        Role::OursForced
    }
}

/// Returns whether a row of the table has a backend with this name.
fn is_backend(name: &str) -> bool {
    ALGORITHMS.iter().any(|row| row.backends().contains(&name))
}

/// The crates, and a row of each that has the backends of the crate.
const BACKENDS: [(&str, &str); 7] = [
    ("clhash, multilinear64", "clhash"),
    ("ghash-clmul", "ghash"),
    ("highwayhash", "highwayhash64"),
    ("md5-opt", "md5"),
    ("multilinear-hash", "mmh64"),
    ("siphash-fast", "siptreehash"),
    ("vhash", "vhash64"),
];

/// Returns the backend that detection chooses for an algorithm of the family.
fn detected(algorithm: &str) -> &'static str {
    // Batches of SipHash choose a backend, which its keys in the table do not, and inner products
    // of several names are those of MMH.
    let row =
        if algorithm.starts_with("sip") { Algorithm::find("siptreehash") } else { row(algorithm) };
    row.or_else(|| Algorithm::find("mmh64")).map_or("", Algorithm::detected_backend)
}

/// Lists the backend that each crate chooses on this CPU, as `crate: backend`.
#[must_use]
pub fn backends() -> Vec<String> {
    let chosen = |(package, name): (&str, &str)| format!("{package}: {}", detected(name));
    BACKENDS.map(chosen).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::BY_NAME;
    use crate::{mac, md5, multilinear, siphash, subjects, wide};
    use std::collections::BTreeSet;

    /// A row of the table has contenders, which call its crate with its types, or is one of those
    /// that are measured by name alone.
    #[test]
    fn every_row_has_a_bench() {
        let lists =
            [subjects::all(), wide::hashes(), mac::macs(), siphash::trees(), multilinear::long()];
        let ours = lists.iter().flatten().filter(|subject| role(subject.name()) != Role::Peer);
        let mut called: BTreeSet<_> =
            ours.filter_map(|subject| row(subject.algorithm())).map(|row| row.name).collect();
        let md5 = md5::SINGLES.iter().any(|(name, _)| role(name) == Role::Ours);
        called.extend(md5.then_some("md5"));
        for row in ALGORITHMS {
            let by_name = BY_NAME.contains(&row.name);
            assert!(called.contains(row.name) != by_name, "{}: by name alone: {by_name}", row.name);
        }
        let rows: BTreeSet<_> = ALGORITHMS.iter().map(|row| row.name).collect();
        assert!(BY_NAME.iter().all(|name| rows.contains(name)), "a row that is gone");
    }

    #[test]
    fn roles() {
        let chosen = format!("clhash/{} loop", clhash::Backend::detect().name());
        assert_eq!(role(&chosen), Role::Ours);
        assert_eq!(role("md5-opt one by one"), Role::Ours);
        let chosen = format!("md5-opt/{} hash_many", md5_opt::Backend::detect().name());
        assert_eq!(role(&chosen), Role::Ours);
        assert_eq!(role("vhash::RandomState"), Role::Ours);
        assert_eq!(role("foldhash::fast"), Role::Peer);
        assert_eq!(role("clhash/C library"), Role::Peer);
        assert_eq!(role("mmh32/loop avx2"), Role::Peer);
        assert_eq!(role("chainhash/from the specification"), Role::Peer);
        assert_eq!(role("read/baseline"), Role::Wall);
        assert_eq!(role("bare-clhash128/x86_clmul loop"), Role::Wall);
        if clhash::Backend::detect() != clhash::Backend::PORTABLE {
            assert_eq!(role("clhash/portable"), Role::OursForced);
        }
    }

    /// A peer that promises nothing must not be listed as proven because of its prefix.
    #[test]
    fn promises() {
        assert_eq!(promise("multilinear_hash::RandomState"), Promise::Proven);
        assert_eq!(promise("polymur/polymur-hash"), Promise::Proven);
        assert_eq!(promise("chainhash128-v2/from the specification"), Promise::Proven);
        assert_eq!(promise("siphasher 1-3"), Promise::Prf);
        assert_eq!(promise("std"), Promise::Prf);
        assert_eq!(promise("highway"), Promise::Prf);
        assert_eq!(promise("gxhash"), Promise::Heuristic);
        assert_eq!(promise("md5-opt"), Promise::Heuristic);
        assert_eq!(promise("md5/OpenSSL"), Promise::Heuristic);
        assert_eq!(promise("vmac64/x86_avx2"), Promise::Proven);
        assert_eq!(promise("clmac-sender/portable"), Promise::Proven);
        assert_eq!(promise("tmmh16x4-any/portable"), Promise::Proven);
        assert_eq!(promise("siphash24/siphasher"), Promise::Prf);
        assert_eq!(promise("siptreehash/plain AVX2"), Promise::Prf);
    }
}
