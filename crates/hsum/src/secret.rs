//! Keys in the wrong place, which no message shows: the key itself after `--key-file`, or as the
//! value of another option.

use crate::quote::{is_visible, quote};
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsStr;

/// Options whose values must not be shown: keys, and seeds, which might be a key in the wrong
/// place.
const SECRETS: [&str; 2] = ["--key", "--seed"];

/// The hexadecimal digits of the shortest key.
const DIGITS: usize = 16;
/// The characters of a key of 16 bytes in Base64. The longest name of an algorithm has fewer.
const BASE64: usize = 22;

/// Removes keys and control characters from a usage error.
pub(crate) fn redact(error: &mut Error) {
    let of = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let secret = SECRETS.into_iter().find(|name| of(ContextKind::InvalidArg).starts_with(name));
    let found: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in found {
        let ContextValue::String(text) = value else { continue };
        let shown = match (kind, secret) {
            (ContextKind::InvalidValue, Some(_)) => "...".to_owned(),
            // `--key0001...`, where the space is missing.
            (ContextKind::InvalidArg, Some(name)) if error.kind() == ErrorKind::UnknownArgument => {
                format!("{name}...")
            }
            _ if may_be_key(&text) => "...".to_owned(),
            _ if !text.chars().all(is_visible) => quote(text.as_ref()),
            _ => continue,
        };
        error.insert(kind, ContextValue::String(shown));
        // A suggestion would repeat the argument.
        error.remove(ContextKind::Suggested);
    }
}

/// Returns whether a text may be a key or contain one: it has 16 hexadecimal digits in a row, or at
/// least 22 characters, all of them of Base64, and not all of them small letters and hyphens, as
/// those of an option are. No value of an option looks so, but for digits that are asked for.
pub(crate) fn may_be_key(text: &str) -> bool {
    let has_digits = text.split(|c: char| !c.is_ascii_hexdigit()).any(|run| run.len() >= DIGITS);
    let is_of_base64 = |c: char| c.is_ascii_alphanumeric() || "+/=-_".contains(c);
    let is_of_option = |c: char| c.is_ascii_lowercase() || c == '-';
    let is_long = text.len() >= BASE64 && text.chars().all(is_of_base64);
    has_digits || is_long && !text.chars().all(is_of_option)
}

/// Returns what to show instead of the name of a file that does not exist, if all of the name is as
/// many hexadecimal digits as a key has. Other names are shown: most that contain digits are of
/// files.
pub(crate) fn instead_of(name: &OsStr) -> Option<String> {
    let name = name.to_str()?;
    let digits = name.strip_prefix("0x").unwrap_or(name);
    let are_digits = digits.len() >= DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
    are_digits.then(|| format!("({} hexadecimal digits)", digits.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_may_be_keys() {
        for text in [
            "0707070707070707",
            "--kee=0707070707070707",
            "0x0707070707070707",
            "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=",
            "-kBwcHBwcHBwcHBwcHBwcHBw",
        ] {
            assert!(may_be_key(text), "{text}");
        }
        for text in ["", "multilinear64-mixed", "070707070707070", "--ignore-what-is-missing-there"]
        {
            assert!(!may_be_key(text), "{text}");
        }
    }

    #[test]
    fn names_that_may_be_keys() {
        let shown = |name: &str| instead_of(OsStr::new(name));
        assert_eq!(shown(&"0f".repeat(8)).as_deref(), Some("(16 hexadecimal digits)"));
        assert_eq!(
            shown(&format!("0x{}", "0F".repeat(16))).as_deref(),
            Some("(32 hexadecimal digits)")
        );
        for name in ["", "0x", "070707070707070", "0707070707070707.o", "d/0707070707070707"] {
            assert_eq!(shown(name), None, "{name}");
        }
    }
}
