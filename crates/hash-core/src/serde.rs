//! `serde` for keys and checkpoints: bytes in binary formats, hexadecimal digits in human-readable
//! formats.

use crate::checkpoint::Checkpoint;
use core::fmt;
use serde_core::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_core::ser::Serializer;
use serde_core::{Deserialize, Serialize};

/// Serialises N bytes.
///
/// # Errors
/// Returns the error of the serialiser.
pub fn serialize<S: Serializer, const N: usize>(
    bytes: &[u8; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&Hex(bytes))
    } else {
        serializer.serialize_bytes(bytes)
    }
}

/// Deserialises N bytes.
///
/// # Errors
/// Returns the error of the deserialiser, or an error if there are not exactly N bytes.
pub fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
    deserializer: D,
) -> Result<[u8; N], D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(BytesVisitor)
    } else {
        deserializer.deserialize_bytes(BytesVisitor)
    }
}

struct Hex<'b>(&'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

struct BytesVisitor<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for BytesVisitor<N> {
    type Value = [u8; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} bytes, or {} hexadecimal digits", 2 * N)
    }

    // Errors name lengths and positions, never the contents, because these may be a key.
    fn visit_str<E: Error>(self, digits: &str) -> Result<[u8; N], E> {
        let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
        if pairs.len() != N || !rest.is_empty() {
            return Err(E::invalid_length(digits.len(), &self));
        }
        let mut bytes = [0; N];
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            let digit = |d: u8| char::from(d).to_digit(16);
            let value = digit(pair[0]).zip(digit(pair[1])).map(|(high, low)| high << 4 | low);
            let value = value.and_then(|value| u8::try_from(value).ok());
            *byte = value.ok_or_else(|| E::custom("not a hexadecimal digit"))?;
        }
        Ok(bytes)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<[u8; N], E> {
        bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<[u8; N], A::Error> {
        let mut bytes = [0; N];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = items.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        if items.next_element::<u8>()?.is_some() {
            return Err(A::Error::invalid_length(N + 1, &self));
        }
        Ok(bytes)
    }
}

impl<const N: usize> Serialize for Checkpoint<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.to_bytes(), serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Checkpoint<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self::from)
    }
}

/// Implements `Serialize` and `Deserialize` for a value that is N bytes. The second closure may
/// fail; its error must not show the bytes.
#[macro_export]
macro_rules! serde_bytes {
    (
        impl[$($generics:tt)*] $Type:ty, $size:expr;
        |$value:ident| $to_bytes:expr;
        |$bytes:ident| $from_bytes:expr
    ) => {
        impl<$($generics)*> $crate::private::serde_core::Serialize for $Type {
            fn serialize<S: $crate::private::serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                let $value = self;
                let bytes: [u8; $size] = $to_bytes;
                $crate::serde::serialize(&bytes, serializer)
            }
        }

        impl<'de, $($generics)*> $crate::private::serde_core::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::private::serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let $bytes: [u8; $size] = $crate::serde::deserialize(deserializer)?;
                $from_bytes.map_err(<D::Error as $crate::private::serde_core::de::Error>::custom)
            }
        }
    };
}
