//! Generators of messages, so that a vector file can name a message in a few characters.

use std::fmt;

/// A generator of one message for each length (`vectors/README.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Generator {
    /// `g:A:B:C`: byte i of n is (i·A + n·B + ⌊i/256⌋·C) mod 256.
    Linear(u64, u64, u64),
    /// `s:SEED`: the first n bytes of the splitmix64 stream of state SEED + n.
    SplitMix(u64),
    /// `k:SEED`: the first n bytes of the splitmix64 stream of state SEED.
    Key(u64),
    /// `r:BB`: the byte BB, n times.
    Repeat(u8),
    /// `x:HEX`: the bytes themselves.
    Literal(Vec<u8>),
}

/// One of the two generators that most vectors use. Its bytes differ between lengths and between
/// blocks.
pub const PAINT: Generator = Generator::Linear(131, 17, 29);
/// The other generator that most vectors use. Its bytes look random.
pub const NOISE: Generator = Generator::SplitMix(0x5eed_0000_0000_0001);

impl Generator {
    /// Parses the name of a generator.
    ///
    /// # Panics
    /// Panics if the name has none of the forms above, because then a vector file is malformed.
    #[must_use]
    pub fn parse(spec: &str) -> Self {
        let read = |spec: &str| -> Option<Self> {
            let (kind, rest) = spec.split_once(':')?;
            Some(match kind {
                "g" => {
                    let mut parts = rest.split(':').map(|p| p.parse().ok());
                    Self::Linear(parts.next()??, parts.next()??, parts.next()??)
                }
                "s" => Self::SplitMix(u64::from_str_radix(rest, 16).ok()?),
                "k" => Self::Key(u64::from_str_radix(rest, 16).ok()?),
                "r" => Self::Repeat(u8::from_str_radix(rest, 16).ok()?),
                "x" => Self::Literal(unhex(rest)),
                _ => return None,
            })
        };
        read(spec).unwrap_or_else(|| panic!("malformed name of a generator: {spec}"))
    }

    /// Generates the message of `len` bytes.
    ///
    /// # Panics
    /// Panics if a literal message has another length.
    #[must_use]
    pub fn message(&self, len: usize) -> Vec<u8> {
        match self {
            Self::Linear(a, b, c) => {
                let n = len as u64;
                (0..n)
                    .map(|i| {
                        let byte = i
                            .wrapping_mul(*a)
                            .wrapping_add(n.wrapping_mul(*b))
                            .wrapping_add((i >> 8).wrapping_mul(*c));
                        byte.to_le_bytes()[0]
                    })
                    .collect()
            }
            Self::SplitMix(seed) => splitmix64_bytes(seed.wrapping_add(len as u64), len),
            Self::Key(seed) => splitmix64_bytes(*seed, len),
            Self::Repeat(byte) => vec![*byte; len],
            Self::Literal(bytes) => {
                assert_eq!(bytes.len(), len, "a literal message has another length");
                bytes.clone()
            }
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear(a, b, c) => write!(f, "g:{a}:{b}:{c}"),
            Self::SplitMix(seed) => write!(f, "s:{seed:016x}"),
            Self::Key(seed) => write!(f, "k:{seed:016x}"),
            Self::Repeat(byte) => write!(f, "r:{byte:02x}"),
            Self::Literal(bytes) => write!(f, "x:{}", hex(bytes)),
        }
    }
}

/// Generates the first `len` bytes of the splitmix64 stream that starts from `state`.
#[must_use]
pub fn splitmix64_bytes(mut state: u64, len: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len + 8);
    while bytes.len() < len {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.extend((z ^ (z >> 31)).to_le_bytes());
    }
    bytes.truncate(len);
    bytes
}

/// Formats bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut s, b| {
        let _ = write!(s, "{b:02x}");
        s
    })
}

/// Parses hexadecimal digits; `-` stands for no bytes.
///
/// # Panics
/// Panics if the text is not hexadecimal.
#[must_use]
pub fn unhex(text: &str) -> Vec<u8> {
    if text == "-" {
        return Vec::new();
    }
    assert!(text.len().is_multiple_of(2) && text.is_ascii(), "not hexadecimal: {text}");
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).expect("the text is hexadecimal"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::md5_hex;

    #[test]
    fn check_values() {
        assert_eq!(PAINT.to_string(), "g:131:17:29");
        assert_eq!(NOISE, Generator::parse("s:5eed000000000001"));
        assert_eq!(hex(&PAINT.message(10)), "aa2db033b639bc3fc245");
        assert_eq!(md5_hex(&PAINT.message(600)), "0241f3293d4a1649a1df8f593e80b156");
        assert_eq!(hex(&NOISE.message(20)), "bc8deb21f06ccc5ea1c280c8c4e5d1099a415366");
        assert_eq!(md5_hex(&NOISE.message(600)), "f19f7e0db7ee5908be26c0586a1472a3");
        assert_eq!(hex(&splitmix64_bytes(1, 8)), "c15c0289ec2d0a91");
        assert_eq!(Generator::parse("r:ab").message(3), [0xab; 3]);
        assert_eq!(Generator::parse("x:0102").message(2), [1, 2]);
    }
}
