//! The function that a contender computes, the promise that it makes, and whether it is ours.
//!
//! Contenders are named `algorithm/implementation`, `algorithm/implementation variant` or, in maps,
//! `crate::State`.

use crate::results::{Promise, Role};

/// The promises of functions by the prefix of their names; the longest matching prefix counts.
/// Functions that are not listed promise nothing.
const PROMISES: &[(&str, Promise)] = &[
    ("clhash", Promise::Proven),
    ("gf64", Promise::Proven),
    ("ghash", Promise::Proven),
    ("gmac", Promise::Proven),
    ("halftime", Promise::Proven),
    ("highway", Promise::Prf),
    ("mmh", Promise::Proven),
    ("multilinear", Promise::Proven),
    ("multiply-shift", Promise::Proven),
    ("paths", Promise::Proven),
    ("poly1305", Promise::Proven),
    ("polymur", Promise::Proven),
    ("polyval", Promise::Proven),
    ("polyxor", Promise::Proven),
    ("siphash", Promise::Prf),
    ("siptreehash", Promise::Prf),
    ("std", Promise::Prf),
    ("tmmh", Promise::Proven),
    ("umash", Promise::Proven),
    ("vhash", Promise::Proven),
    ("vmac", Promise::Proven),
];

/// Returns the promise of the function that this contender computes.
#[must_use]
pub fn promise(name: &str) -> Promise {
    let found = PROMISES.iter().filter(|(start, _)| name.starts_with(start));
    found.max_by_key(|(start, _)| start.len()).map_or(Promise::Heuristic, |(_, promise)| *promise)
}

/// Implementations of the family that are not named after a backend.
const OURS: [&str; 4] = ["md5-opt", "siphash-fast", "multiply-shift", "ours"];
/// Crates of the family, whose names are prefixes of those of hash states.
const CRATES: [&str; 5] = ["clhash", "highwayhash", "multilinear_hash", "siphash_fast", "vhash"];
/// Loops that show the limits of the machine.
const WALLS: [&str; 2] = ["read/", "products/"];

/// Returns the role of this contender in the comparison.
#[must_use]
pub fn role(name: &str) -> Role {
    if WALLS.iter().any(|wall| name.starts_with(wall)) {
        return Role::Wall;
    }
    if let Some((package, _)) = name.split_once("::") {
        return if CRATES.contains(&package) { Role::Ours } else { Role::Peer };
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

/// Returns whether a crate of the family has a backend with this name.
fn is_backend(name: &str) -> bool {
    [
        clhash::Backend::NAMES,
        ghash_clmul::Backend::NAMES,
        highwayhash::Backend::NAMES,
        md5_opt::Backend::NAMES,
        multilinear_hash::Backend::NAMES,
        siphash_fast::Backend::NAMES,
        vhash::Backend::NAMES,
    ]
    .iter()
    .any(|names| names.contains(&name))
}

/// Returns the backend that detection chooses for an algorithm of the family.
fn detected(algorithm: &str) -> &'static str {
    let starts = |start: &&str| algorithm.starts_with(*start);
    if ["clhash", "multilinear"].iter().any(starts) {
        clhash::Backend::detect().name()
    } else if ["ghash", "gmac", "polyval"].iter().any(starts) {
        ghash_clmul::Backend::detect().name()
    } else if algorithm.starts_with("highwayhash") {
        highwayhash::Backend::detect().name()
    } else if algorithm.starts_with("md5") {
        md5_opt::Backend::detect().name()
    } else if algorithm.starts_with("sip") {
        siphash_fast::Backend::detect().name()
    } else if ["vhash", "vmac"].iter().any(starts) {
        vhash::Backend::detect().name()
    } else {
        multilinear_hash::Backend::detect().name()
    }
}

/// Lists the backend that each crate chooses on this CPU, as `crate: backend`.
#[must_use]
pub fn backends() -> Vec<String> {
    let chosen = [
        ("clhash, multilinear64", clhash::Backend::detect().name()),
        ("ghash-clmul", ghash_clmul::Backend::detect().name()),
        ("highwayhash", highwayhash::Backend::detect().name()),
        ("md5-opt", md5_opt::Backend::detect().name()),
        ("multilinear-hash", multilinear_hash::Backend::detect().name()),
        ("siphash-fast", siphash_fast::Backend::detect().name()),
        ("vhash", vhash::Backend::detect().name()),
    ];
    chosen.map(|(package, backend)| format!("{package}: {backend}")).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles() {
        let chosen = format!("clhash/{} loop", clhash::Backend::detect().name());
        assert_eq!(role(&chosen), Role::Ours);
        assert_eq!(role("md5-opt one by one"), Role::Ours);
        assert_eq!(role("vhash::RandomState"), Role::Ours);
        assert_eq!(role("foldhash::fast"), Role::Peer);
        assert_eq!(role("clhash/C library"), Role::Peer);
        assert_eq!(role("mmh32/loop avx2"), Role::Peer);
        assert_eq!(role("read/baseline"), Role::Wall);
        if clhash::Backend::detect() != clhash::Backend::PORTABLE {
            assert_eq!(role("clhash/portable"), Role::OursForced);
        }
    }

    /// A peer that promises nothing must not be listed as proven because of its prefix.
    #[test]
    fn promises() {
        assert_eq!(promise("multilinear_hash::RandomState"), Promise::Proven);
        assert_eq!(promise("polymur/polymur-hash"), Promise::Proven);
        assert_eq!(promise("siphasher 1-3"), Promise::Prf);
        assert_eq!(promise("std"), Promise::Prf);
        assert_eq!(promise("highway"), Promise::Prf);
        assert_eq!(promise("gxhash"), Promise::Heuristic);
        assert_eq!(promise("md5-opt"), Promise::Heuristic);
    }
}
