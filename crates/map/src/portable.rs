//! Keys whose hashes are the same on every machine.

use core::hash::{Hash, Hasher};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// A key that writes the same on every machine, although std's `Hash` of the type does not.
///
/// The states under given keys, of this crate and of the others of `provenhash`, compute the same
/// hash everywhere from the same writes. The writes of a value are chosen by std, and there are
/// three kinds of keys:
///
/// * **The same on every machine**: integers, `usize` and `isize` included, `bool`, `char`,
///   `NonZero`, `Wrapping`, `Ordering`, `str` and `String`, slices, arrays and `Vec`s of `u8` and
///   `i8`, `CStr`, `Duration`; tuples, `Option`, `Result`, references, `Box`, `Rc`, `Arc`, `Cow`,
///   and structs and enums that derive `Hash`, of these; and slices, arrays and `Vec`s of all of
///   these except for integers.
/// * **Different, but not in this wrapper**: slices, arrays and `Vec`s of wider integers, which std
///   writes as the machine has them in memory, in its byte order, and those of `usize` and `isize`
///   also in its width; IP addresses, and socket addresses, which contain them. The wrapper writes
///   the number of items and then each as an integer, addresses as the number of their bits, the
///   first byte being the most significant one.
/// * **Different**: paths (`/` and `\`), `OsStr`, pointers and functions, `TypeId`, `SystemTime`,
///   `Instant`, and everything whose `Hash` promises nothing, such as types of other crates.
///
/// Std may change what a type writes; tests hold what Rust writes today for the first kind. Where
/// hashes are stored, write integers and bytes by a `Hash` of your own, or hash bytes.
///
/// ```
/// use core::hash::BuildHasher;
/// use core::net::Ipv4Addr;
/// use provenhash_map::Portable;
/// # let state = provenhash_map::FixedState::from_seed(1);
/// let hash = state.hash_one(Portable([1_u32, 2, 3]));
/// assert_eq!(hash, state.hash_one((3_usize, 1_u32, 2_u32, 3_u32)));
/// let hash = state.hash_one(Portable(Ipv4Addr::new(192, 0, 2, 1)));
/// assert_eq!(hash, state.hash_one(0xc000_0201_u32));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Portable<T: ?Sized>(pub T);

impl<T: Write + ?Sized> Hash for Portable<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.write(state);
    }
}

/// A type that [`Portable`] makes the same on every machine.
pub trait Write {
    /// Writes the value, by integers alone.
    fn write<H: Hasher>(&self, state: &mut H);
}

impl<T: Write + ?Sized> Write for &T {
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        T::write(self, state);
    }
}

macro_rules! slices {
    ($($integer:ty)*) => {
        $(impl Write for [$integer] {
            #[inline]
            fn write<H: Hasher>(&self, state: &mut H) {
                state.write_usize(self.len());
                self.iter().for_each(|item| item.hash(state));
            }
        })*
    };
}

slices!(u16 u32 u64 u128 usize i16 i32 i64 i128 isize);

impl<T, const N: usize> Write for [T; N]
where
    [T]: Write,
{
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        self.as_slice().write(state);
    }
}

#[cfg(feature = "std")]
impl<T> Write for std::vec::Vec<T>
where
    [T]: Write,
{
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        self.as_slice().write(state);
    }
}

impl Write for Ipv4Addr {
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        state.write_u32(u32::from(*self));
    }
}

impl Write for Ipv6Addr {
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        state.write_u128(u128::from(*self));
    }
}

impl Write for IpAddr {
    /// Writes the version first, which is as long for both.
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::V4(address) => {
                state.write_u8(4);
                address.write(state);
            }
            Self::V6(address) => {
                state.write_u8(6);
                address.write(state);
            }
        }
    }
}

impl Write for SocketAddrV4 {
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        self.ip().write(state);
        state.write_u16(self.port());
    }
}

impl Write for SocketAddrV6 {
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        self.ip().write(state);
        state.write_u16(self.port());
        state.write_u32(self.flowinfo());
        state.write_u32(self.scope_id());
    }
}

impl Write for SocketAddr {
    /// Writes the version first, which is as long for both.
    #[inline]
    fn write<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::V4(address) => {
                state.write_u8(4);
                address.write(state);
            }
            Self::V6(address) => {
                state.write_u8(6);
                address.write(state);
            }
        }
    }
}

/// Tests that values write the same on machines of either byte order and any width.
#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use core::cmp::Ordering;
    use core::num::{NonZeroU16, NonZeroU32, Wrapping};
    use core::time::Duration;
    use std::borrow::Cow;
    use std::boxed::Box;
    use std::collections::{BTreeMap, VecDeque};
    use std::format;
    use std::rc::Rc;
    use std::string::{String, ToString};
    use std::sync::Arc;
    use std::vec;

    /// The text of all writes: integers with their numbers of bits, and slices.
    #[derive(Default)]
    struct Record(String);

    macro_rules! record {
        ($($write:ident($integer:ty);)*) => {
            impl Hasher for Record {
                $(fn $write(&mut self, i: $integer) {
                    self.0 += &format!("{}:{i:x} ", <$integer>::BITS);
                })*

                fn write(&mut self, bytes: &[u8]) {
                    self.0 += &format!("{bytes:x?} ");
                }

                // std's defaults write signed integers by these; those of the machine's width are
                // written as 64 bits, as all hashers of this project do.
                fn write_usize(&mut self, i: usize) {
                    self.write_u64(i as u64);
                }

                #[allow(clippy::cast_sign_loss)] // the two's complement
                fn write_isize(&mut self, i: isize) {
                    self.write_u64(i as u64);
                }

                fn finish(&self) -> u64 {
                    unreachable!("only writes count")
                }
            }
        };
    }

    record! {
        write_u8(u8);
        write_u16(u16);
        write_u32(u32);
        write_u64(u64);
        write_u128(u128);
    }

    #[track_caller]
    fn writes(value: &(impl Hash + ?Sized), expected: &str) {
        let mut record = Record::default();
        value.hash(&mut record);
        assert_eq!(record.0.trim_end(), expected);
    }

    #[derive(Hash)]
    enum Kind {
        First,
        Unit,
        Struct { name: &'static str, flag: bool },
    }

    #[derive(Hash)]
    #[repr(u16)]
    enum Short {
        Six = 6,
        Seven,
    }

    #[derive(Hash)]
    struct Newtype(u32);

    /// The first kind of the docs of [`Portable`].
    #[test]
    fn keys_that_are_the_same_on_every_machine() {
        writes(&0x12_u8, "8:12");
        writes(&-2_i8, "8:fe");
        writes(&0x1234_u16, "16:1234");
        writes(&-2_i16, "16:fffe");
        writes(&0x1234_5678_u32, "32:12345678");
        writes(&-2_i32, "32:fffffffe");
        writes(&0x0123_4567_89ab_cdef_u64, "64:123456789abcdef");
        writes(&-2_i64, "64:fffffffffffffffe");
        writes(&(1_u128 << 100 | 5), "128:10000000000000000000000005");
        writes(&-2_i128, "128:fffffffffffffffffffffffffffffffe");
        writes(&0x1234_usize, "64:1234");
        writes(&-2_isize, "64:fffffffffffffffe");
        writes(&true, "8:1");
        writes(&'ä', "32:e4");
        writes(&(), "");
        writes(&NonZeroU32::new(7_u32), "64:1 32:7");
        writes(&NonZeroU16::MIN, "16:1");
        writes(&Wrapping(7_i64), "64:7");
        writes(&Ordering::Less, "8:ff");
        writes(&Duration::new(3, 4), "64:3 32:4");
        writes("ab", "[61, 62] 8:ff");
        writes(&"ab".to_string(), "[61, 62] 8:ff");
        writes(&Cow::Borrowed("ab"), "[61, 62] 8:ff");
        writes(c"ab", "64:3 [61, 62, 0]");
        writes([1_u8, 2].as_slice(), "64:2 [1, 2]");
        writes(&[1_i8, -2], "64:2 [1, fe]");
        writes(&vec![1_u8, 2, 3], "64:3 [1, 2, 3]");
        writes(&(1_u32, "a", [7_u8]), "32:1 [61] 8:ff 64:1 [7]");
        writes(&None::<u16>, "64:0");
        writes(&Some(5_u16), "64:1 16:5");
        writes(&Ok::<u8, u32>(1), "64:0 8:1");
        writes(&Err::<u8, u32>(1), "64:1 32:1");
        writes(&Kind::First, "64:0");
        writes(&Kind::Unit, "64:1");
        writes(&Kind::Struct { name: "n", flag: true }, "64:2 [6e] 8:ff 8:1");
        writes(&[Short::Six, Short::Seven], "64:2 16:6 16:7");
        writes(&(&1_u8, Box::new(2_u16), Rc::new(3_u32), Arc::new(4_u64)), "8:1 16:2 32:3 64:4");
    }

    /// Sequences of the first kind, whose items std writes one by one.
    #[test]
    fn sequences_that_are_the_same_on_every_machine() {
        writes(&["a", "b"], "64:2 [61] 8:ff [62] 8:ff");
        writes(&vec![(1_u32, 2_u16); 2], "64:2 32:1 16:2 32:1 16:2");
        writes(&[true, false], "64:2 8:1 8:0");
        writes(&['a'], "64:1 32:61");
        writes(&[Newtype(1), Newtype(2)], "64:2 32:1 32:2");
        writes(&[Wrapping(1_u32), Wrapping(2)], "64:2 32:1 32:2");
        writes(&[Some(1_u32), None], "64:2 64:1 32:1 64:0");
        writes(&[[1_u8, 2], [3, 4]], "64:2 64:2 [1, 2] 64:2 [3, 4]");
        writes(&VecDeque::from([1_u32, 2]), "64:2 32:1 32:2");
        writes(&BTreeMap::from([(1_u32, "a")]), "64:1 32:1 [61] 8:ff");
    }

    /// The second kind.
    #[test]
    fn portable_keys_are_the_same_on_every_machine() {
        writes(&Portable([1_u16, 2]), "64:2 16:1 16:2");
        writes(&Portable([1_u32, 2]), "64:2 32:1 32:2");
        writes(&Portable(vec![1_u64, 2]), "64:2 64:1 64:2");
        writes(&Portable([1_u128].as_slice()), "64:1 128:1");
        writes(&Portable([1_usize, 2]), "64:2 64:1 64:2");
        writes(&Portable([-2_i16]), "64:1 16:fffe");
        writes(&Portable([-2_i32]), "64:1 32:fffffffe");
        writes(&Portable([-2_i64]), "64:1 64:fffffffffffffffe");
        writes(&Portable([-2_i128]), "64:1 128:fffffffffffffffffffffffffffffffe");
        writes(&Portable([-2_isize]), "64:1 64:fffffffffffffffe");
        let four = Ipv4Addr::new(192, 0, 2, 1);
        let six = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
        let bits = "128:20010db8000000000000000000000001";
        writes(&Portable(four), "32:c0000201");
        writes(&Portable(six), bits);
        writes(&Portable(IpAddr::V4(four)), "8:4 32:c0000201");
        writes(&Portable(IpAddr::V6(six)), &format!("8:6 {bits}"));
        let (one, other) = (SocketAddrV4::new(four, 80), SocketAddrV6::new(six, 80, 3, 4));
        writes(&Portable(one), "32:c0000201 16:50");
        writes(&Portable(other), &format!("{bits} 16:50 32:3 32:4"));
        writes(&Portable(SocketAddr::V4(one)), "8:4 32:c0000201 16:50");
        writes(&Portable(SocketAddr::V6(other)), &format!("8:6 {bits} 16:50 32:3 32:4"));
        writes(&(Portable(&[1_u32][..]), 7_u8), "64:1 32:1 8:7");
    }

    /// They differ without the wrapper, so that it has a reason.
    #[test]
    fn others_are_as_the_machine_has_them() {
        let text = |bytes: &[u8]| format!("64:1 {bytes:x?}");
        writes(&[0x0102_u16], &text(&0x0102_u16.to_ne_bytes()));
        writes(&vec![0x0102_u32], &text(&0x0102_u32.to_ne_bytes()));
        writes(&[0x0102_usize], &text(&0x0102_usize.to_ne_bytes()));
        // By its version, std writes an integer or a slice.
        let octets = [192, 0, 2, 1];
        let mut record = Record::default();
        Ipv4Addr::from(octets).hash(&mut record);
        let integer = format!("32:{:x}", u32::from_ne_bytes(octets));
        let slice = format!("64:4 {octets:x?}");
        assert!([integer, slice].iter().any(|text| record.0.trim_end() == text), "{}", record.0);
    }
}
