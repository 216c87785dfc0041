//! Key types.

#![expect(clippy::cast_possible_truncation, reason = "parts of random words")]

use super::MapKey;
use crate::rng::Rng;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// A struct of five fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Five(u64, u32, u16, bool, i64);

/// An enum with data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names have no meaning")]
pub enum Shape {
    Unit,
    Word(u32),
    Pair { id: u16, number: u64 },
}

/// A UUID.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uuid([u8; 16]);

/// An aligned pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer(*const u64);

impl Pointer {
    /// Returns the pointer to this address. It is never dereferenced.
    #[must_use]
    pub const fn new(address: u64) -> Self {
        Self(std::ptr::without_provenance(address as usize))
    }
}

fn bytes<const N: usize>(rng: &mut Rng) -> [u8; N] {
    std::array::from_fn(|_| rng.next_u64() as u8)
}

fn wide(rng: &mut Rng) -> u128 {
    u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())
}

/// Implements `MapKey` for keys that own no memory elsewhere.
macro_rules! plain {
    ($($Key:ty, $name:literal, $(of $distinct:literal,)? |$rng:ident| $random:expr;)*) => {
        $(impl MapKey for $Key {
            const NAME: &'static str = $name;
            $(const DISTINCT: usize = $distinct;)?

            fn random($rng: &mut Rng) -> Self {
                $random
            }

            fn copied(self) -> Self {
                self
            }
        })*
    };
}

plain! {
    u8, "u8", of 0x100, |rng| rng.next_u64() as u8;
    u16, "u16", of 0x1_0000, |rng| rng.next_u64() as u16;
    u32, "u32", |rng| rng.next_u64() as u32;
    u64, "u64", |rng| rng.next_u64();
    u128, "u128", |rng| wide(rng);
    char, "char", of 0xd000, |rng| char::from_u32(rng.below(0xd000) as u32).expect("the number is not a surrogate");
    (u32, u32), "(u32, u32)", |rng| (rng.next_u64() as u32, rng.next_u64() as u32);
    (u64, u64), "(u64, u64)", |rng| (rng.next_u64(), rng.next_u64());
    (u64, u64, u64), "(u64, u64, u64)", |rng| (rng.next_u64(), rng.next_u64(), rng.next_u64());
    (u8, u16, u32), "(u8, u16, u32)", |rng| {
        let word = rng.next_u64();
        (word as u8, (word >> 8) as u16, (word >> 32) as u32)
    };
    Option<u32>, "Option<u32>", |rng| (rng.below(9) > 0).then_some(rng.next_u64() as u32);
    Shape, "enum", |rng| match rng.below(9) {
        0 => Shape::Unit,
        1..=4 => Shape::Word(rng.next_u64() as u32),
        _ => Shape::Pair { id: rng.next_u64() as u16, number: rng.next_u64() },
    };
    Five, "five fields", |rng| {
        let word = rng.next_u64();
        Five(rng.next_u64(), word as u32, (word >> 32) as u16, word >> 63 == 1, word.cast_signed())
    };
    Pointer, "pointer", |rng| Pointer::new(rng.next_u64() >> 17 & !7);
    Uuid, "UUID", |rng| Uuid(bytes(rng));
    [u8; 6], "[u8; 6]", |rng| bytes(rng);
    [u8; 20], "[u8; 20]", |rng| bytes(rng);
    [u8; 32], "[u8; 32]", |rng| bytes(rng);
    [u32; 4], "[u32; 4]", |rng| std::array::from_fn(|_| rng.next_u64() as u32);
    IpAddr, "IpAddr", |rng| {
        if rng.below(2) == 0 { IpAddr::from(bytes::<4>(rng)) } else { IpAddr::from(bytes::<16>(rng)) }
    };
    Ipv4Addr, "Ipv4Addr", |rng| Ipv4Addr::from(bytes::<4>(rng));
    Ipv6Addr, "Ipv6Addr", |rng| Ipv6Addr::from(bytes::<16>(rng));
    SocketAddr, "SocketAddr", |rng| SocketAddr::from((bytes::<4>(rng), rng.next_u64() as u16));
}

/// The strings are never freed, and all tables refer to the same ones. When each table had its own
/// strings, one table of a million was up to three times as fast as another, depending on where the
/// allocator had put the strings.
impl MapKey for &'static str {
    const NAME: &'static str = "str";

    /// Draws 5 to 38 lower-case letters.
    fn random(rng: &mut Rng) -> Self {
        letters(rng, 5, 38)
    }

    fn copied(self) -> Self {
        self.to_owned().leak()
    }
}

/// Draws `min` to `max` lower-case letters.
fn letters(rng: &mut Rng, min: usize, max: usize) -> &'static str {
    let len = min + rng.below(max - min + 1);
    let letters = (0..len).map(|_| char::from(b"abcdefghijklmnopqrstuvwxyz"[rng.below(26)]));
    letters.collect::<String>().leak()
}

/// A string of a range of lengths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text<const MIN: usize, const MAX: usize>(&'static str);

/// Implements `MapKey` for strings of these lengths.
macro_rules! texts {
    ($($min:literal, $max:literal, $name:literal;)*) => {
        $(impl MapKey for Text<$min, $max> {
            const NAME: &'static str = $name;

            fn random(rng: &mut Rng) -> Self {
                Self(letters(rng, $min, $max))
            }

            fn copied(self) -> Self {
                Self(self.0.copied())
            }
        })*
    };
}

texts! {
    1, 16, "str, 1–16 B";
    17, 40, "str, 17–40 B";
}

impl MapKey for (u32, &'static str) {
    const NAME: &'static str = "(u32, str)";

    fn random(rng: &mut Rng) -> Self {
        (rng.next_u64() as u32, <&str>::random(rng))
    }

    fn copied(self) -> Self {
        (self.0, self.1.copied())
    }
}

/// Slices of the bytes of strings with these lengths.
impl MapKey for &'static [u8] {
    const NAME: &'static str = "[u8]";

    fn random(rng: &mut Rng) -> Self {
        <&str>::random(rng).as_bytes()
    }

    fn copied(self) -> Self {
        self.to_owned().leak()
    }
}

impl MapKey for &'static [u32] {
    const NAME: &'static str = "[u32]";

    /// Draws 1 to 8 words.
    fn random(rng: &mut Rng) -> Self {
        (0..=rng.below(8)).map(|_| rng.next_u64() as u32).collect::<Vec<_>>().leak()
    }

    fn copied(self) -> Self {
        self.to_owned().leak()
    }
}

impl MapKey for &'static [&'static str] {
    const NAME: &'static str = "[str]";

    /// Draws 1 to 4 strings.
    fn random(rng: &mut Rng) -> Self {
        (0..=rng.below(4)).map(|_| <&str>::random(rng)).collect::<Vec<_>>().leak()
    }

    fn copied(self) -> Self {
        self.iter().map(|text| text.copied()).collect::<Vec<_>>().leak()
    }
}

/// Calls a macro with all types of keys.
#[macro_export]
macro_rules! every_key {
    ($use:ident) => {
        $use! {
            u8; u16; u32; u64; u128; char; (u32, u32); (u64, u64); (u64, u64, u64); (u8, u16, u32);
            Option<u32>; $crate::maps::keys::Shape; $crate::maps::keys::Five;
            $crate::maps::keys::Pointer; $crate::maps::keys::Uuid; [u8; 6]; [u8; 20]; [u8; 32];
            [u32; 4]; std::net::IpAddr; std::net::SocketAddr; &'static str;
            $crate::maps::keys::Text<1, 16>; $crate::maps::keys::Text<17, 40>; (u32, &'static str);
            &'static [u8]; &'static [u32]; &'static [&'static str];
        }
    };
}
