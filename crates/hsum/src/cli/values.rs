//! The values of options: numbers, digits, names and patterns.

use crate::algorithms::{ALGORITHMS, Algorithm};
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// Accepts the name of an algorithm, in any case.
pub(super) fn algorithm() -> impl TypedValueParser<Value = &'static Algorithm> {
    let names = ALGORITHMS
        .iter()
        .map(|a| PossibleValue::new(a.name).alias(a.stored_name()).help(a.summary));
    PossibleValuesParser::new(names)
        .try_map(|name| Algorithm::find(&name).ok_or("no such algorithm"))
}

/// Accepts any name. An empty one names no file, and must not keep the others from being hashed.
pub(super) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Bytes that were given as hexadecimal digits.
#[derive(Clone)]
pub(crate) struct HexBytes(pub(crate) Vec<u8>);

/// Parses hexadecimal digits. The error gives the place of the first other character and shows
/// none of them, because they may be a key.
pub(crate) fn bytes(text: &str) -> Result<HexBytes, String> {
    match text.bytes().position(|byte| !byte.is_ascii_hexdigit()) {
        Some(place) => Err(format!("character {} is not a hexadecimal digit", place + 1)),
        None => hex::decode(text).map(HexBytes).map_err(|_| "odd number of digits".to_owned()),
    }
}

/// Parses a seed: decimal digits, or `0x` and hexadecimal ones.
pub(crate) fn seed(text: &str) -> Result<u64, &'static str> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    let is_number = digits.chars().all(|c| c.is_digit(radix));
    u64::from_str_radix(digits, radix)
        .ok()
        .filter(|_| is_number)
        .ok_or("a seed is a number from 0 to 2^64-1, in decimal or 0x and hexadecimal digits")
}

/// Parses a number of threads. Numbers above the limit of [`crate::descriptors::threads`] are
/// valid.
pub(super) fn threads(text: &str) -> Result<usize, &'static str> {
    match text.parse() {
        Ok(0) | Err(_) => Err("not a number of threads: at least 1"),
        Ok(number) => Ok(number),
    }
}

/// Parses a number of messages as [`size`] parses one of bytes.
pub(super) fn count(text: &str) -> Result<u64, &'static str> {
    size(text).map_err(|_| "not a number from 1 to 2^64-1 such as 4096, 4K or 4G")
}

/// Parses a number of bytes: digits, and `K`, `M`, `G` or `T` for powers of 1024, in any case and
/// with or without `iB`.
pub(crate) fn size(text: &str) -> Result<u64, &'static str> {
    const NO_NUMBER: &str = "not a number of bytes such as 4096, 4K or 4KiB";
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, unit) = text.split_at(end);
    if digits.is_empty() {
        return Err(NO_NUMBER);
    }
    let shift = match &*unit.to_ascii_lowercase() {
        "" => 0,
        "k" | "kib" => 10,
        "m" | "mib" => 20,
        "g" | "gib" => 30,
        "t" | "tib" => 40,
        "kb" | "mb" | "gb" | "tb" => {
            return Err("ambiguous unit: write K, M, G or T, or KiB, MiB, GiB or TiB");
        }
        _ => return Err(NO_NUMBER),
    };
    match digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift)) {
        None => Err("more than 2^64-1 bytes"),
        Some(0) => Err("must be at least 1 byte"),
        Some(bytes) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("17"), Ok(17));
        for (text, bytes) in
            [("3K", 3 << 10), ("3k", 3 << 10), ("3KiB", 3 << 10), ("3kib", 3 << 10)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        assert_eq!(size("8MiB"), Ok(8 << 20));
        assert_eq!(size("5M"), Ok(5 << 20));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("1T"), Ok(1 << 40));
        assert_eq!(size("17179869183G"), Ok(u64::MAX << 30));
        for wrong in [
            "",
            "K",
            "0",
            "0G",
            "-1",
            "+1",
            "+1K",
            "1.5",
            "1KK",
            "1Ki",
            "1 K",
            "8MB",
            "17179869184G",
            "18446744073709551616",
            "ä",
            "1ä",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seeds() {
        for (text, number) in [
            ("0", 0),
            ("16", 16),
            ("0x10", 16),
            ("0XfF", 255),
            ("18446744073709551615", u64::MAX),
            ("0xffffffffffffffff", u64::MAX),
        ] {
            assert_eq!(seed(text), Ok(number), "{text}");
        }
        for wrong in
            ["", "0x", "-1", "+1", "0x+1", "0x-1", "ff", "1_0", "0x10000000000000000", "1K"]
        {
            assert!(seed(wrong).is_err(), "{wrong}");
        }
    }
}
