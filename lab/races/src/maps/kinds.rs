//! Distributions of keys, as they occur in programs.

#![expect(clippy::cast_possible_truncation, reason = "parts of random words")]

use super::keys::{Five, Pointer};
use super::words::DICTIONARY;
use super::{MapKey, Workload};
use crate::rng::Rng;
use std::net::{Ipv4Addr, Ipv6Addr};

/// A distribution of keys of one type.
#[derive(Clone, Copy)]
pub struct Kind<K> {
    /// The name of the distribution.
    pub name: &'static str,
    /// Approximate lower bound of the number of different keys.
    distinct: fn() -> usize,
    /// Draws a key; the second argument counts the calls.
    draw: fn(&mut Rng, usize) -> K,
}

impl<K> std::fmt::Debug for Kind<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kind").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<K: MapKey> Kind<K> {
    /// Makes keys for tables of `entries` entries, or of half of all keys if those are fewer.
    #[must_use]
    pub fn workload(&self, entries: usize) -> Workload<K> {
        Workload::of(entries, (self.distinct)(), self.draw)
    }
}

/// Stands for more keys than any table takes.
fn plenty() -> usize {
    usize::MAX
}

macro_rules! kinds {
    ($(
        $(#[$doc:meta])* $constant:ident: $Key:ty = $name:literal, $distinct:expr, $draw:expr;
    )*) => {
        $(
            $(#[$doc])*
            pub const $constant: Kind<$Key> =
                Kind { name: $name, distinct: $distinct, draw: $draw };
        )*

        /// The names of all kinds.
        pub const NAMES: &[&str] = &[$($name),*];
    };
}

kinds! {
    /// Random words of 32 bits.
    U32: u32 = "u32", plenty, |rng, _| rng.next_u32();
    /// Consecutive numbers from 0.
    DENSE: u64 = "u64 dense", plenty, |_, i| i as u64;
    /// Random words of 64 bits.
    U64: u64 = "u64 random", plenty, |rng, _| rng.next_u64();
    /// Edges of a graph of 2^20 nodes.
    PAIRS: (u32, u32) = "(u32, u32)", plenty, |rng, _| {
        (rng.below(1 << 20) as u32, rng.below(1 << 20) as u32)
    };
    /// Random pairs.
    WIDE_PAIRS: (u64, u64) = "(u64, u64)", plenty, |rng, _| (rng.next_u64(), rng.next_u64());
    /// Addresses of 16-byte objects in a heap of 64 GiB.
    POINTERS: Pointer = "pointer", plenty, |rng, _| {
        Pointer::new(0x7f00_0000_0000 + ((rng.next_u64() & 0xffff_ffff) << 4))
    };
    /// Random UUIDs, version 4.
    UUIDS: u128 = "UUID (u128)", plenty, |rng, _| {
        let random = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        random & !(0xf << 76 | 0x3 << 62) | 0x4 << 76 | 0x2 << 62
    };
    /// Addresses in 4,096 networks of 65,536.
    IPV4: Ipv4Addr = "IPv4", plenty, |rng, _| {
        let network = (rng.below(4096) as u32).wrapping_mul(0x9e37_79b9) & 0xffff_0000;
        Ipv4Addr::from_bits(network | rng.next_u32() >> 16)
    };
    /// Addresses with random interfaces in 65,536 networks of one provider.
    IPV6: Ipv6Addr = "IPv6", plenty, |rng, _| {
        let network = 0x2001_0db8 << 96 | u128::from(rng.next_u32() >> 16) << 64;
        Ipv6Addr::from_bits(network | u128::from(rng.next_u64()))
    };
    /// A struct of five fields.
    STRUCTS: Five = "struct of 5", plenty, |rng, _| Five::random(rng);
    /// Identifiers of 4 to 12 letters and digits.
    SHORT: &'static str = "short ASCII", plenty, |rng, _| {
        let len = 4 + rng.below(9);
        let mut one = || char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[rng.below(36)]);
        (0..len).map(|_| one()).collect::<String>().leak()
    };
    /// Page addresses of a few hundred sites, 40 to 80 bytes.
    URLS: &'static str = "URL", plenty, |rng, _| {
        const SECTIONS: [&str; 6] =
            ["articles", "blog/archive", "catalogue/items", "en/docs", "users", "static/images"];
        let (site, section) = (rng.below(300), SECTIONS[rng.below(6)]);
        let (number, slug) = (rng.next_u32(), rng.next_u32() >> 8);
        format!("https://www.example-{site}.com/{section}/{number}/{slug:x}?ref=index").leak()
    };
    /// The words of a dictionary.
    WORDS: &'static str = "words", || DICTIONARY.words.len(), |rng, _| {
        DICTIONARY.words[rng.below(DICTIONARY.words.len())]
    };
    /// Paths of some 100 bytes that differ only near the end.
    PREFIXES: &'static str = "long prefix", plenty, |rng, _| {
        format!(
            "/srv/warehouse/region=eu-central/customer=00017/table=events/year=2026/month=11/\
             day=22/part-0000{:010}.parquet",
            rng.next_u32()
        )
        .leak()
    };
}

/// Calls a macro with all kinds.
#[macro_export]
macro_rules! every_kind {
    ($use:ident) => {
        $use! {
            U32; DENSE; U64; PAIRS; WIDE_PAIRS; POINTERS; UUIDS; IPV4; IPV6; STRUCTS; SHORT; URLS;
            WORDS; PREFIXES;
        }
    };
}
