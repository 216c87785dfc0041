//! Parsers of the libraries: ETags, hexadecimal digits, keys and checkpoints.

use crate::Part;
use crate::input::{Length, Material};
use arbitrary::{Result, Unstructured};
use core::fmt::{Debug, Display};
use core::num::NonZeroU32;
use hash_core::Checkpoint;
use md5_opt::s3::{ETag, ETagError};
use md5_opt::{from_hex, hex};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::{from_str, to_string};

/// Checks the parsers.
pub fn target(data: &[u8]) {
    crate::choose(data, &[&[etag, digits, checkpoint] as &[Part], &keys::ALL].concat());
}

/// Takes the rest of the input as text, so that seeds and dictionaries can be plain text.
pub(crate) fn rest(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(String::from_utf8_lossy(u.bytes(u.len())?).into_owned())
}

/// Parses an ETag in the simplest way.
fn read_etag(text: &str) -> Option<ETag> {
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    let bare = if quoted { &text[1..text.len() - 1] } else { text };
    let (digits, parts) = match bare.find('-') {
        None => (bare, None),
        Some(at) => {
            let count = &bare[at + 1..];
            let plain = !count.is_empty() && count.chars().all(|c| c.is_ascii_digit());
            let parts: u32 = count.parse().ok().filter(|_| plain && !count.starts_with('0'))?;
            (&bare[..at], Some(NonZeroU32::new(parts)?))
        }
    };
    let digest: Vec<u8> = hex_bytes(digits)?;
    Some(ETag { digest: digest.try_into().ok()?, parts })
}

/// Returns the bytes of hexadecimal digits of either case.
pub(crate) fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}

fn etag(u: &mut Unstructured<'_>) -> Result<()> {
    let object_bytes: u64 = u.arbitrary()?;
    let text = rest(u)?;
    let found: core::result::Result<ETag, _> = text.parse();
    assert_eq!(found, read_etag(&text).ok_or(ETagError::Syntax));
    let Ok(etag) = found else { return Ok(()) };
    assert_eq!(etag.to_string().parse(), Ok(etag));
    assert_eq!(format!("\"{etag}\"").parse(), Ok(etag));
    match etag.part_sizes(object_bytes) {
        Ok(sizes) => {
            let sizes: Vec<u64> = sizes.take(100).collect();
            assert!(sizes.is_empty() || etag.parts.is_some());
            let parts = etag.parts.map_or(0, NonZeroU32::get);
            for size in &sizes {
                assert_eq!(object_bytes.div_ceil(*size).max(1), u64::from(parts), "{size}");
            }
            let mut once = sizes.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), sizes.len(), "a size was listed twice");
            assert_eq!(sizes.is_empty(), etag.parts.is_none());
        }
        Err(error) => {
            let parts = etag.parts.expect("the object has parts").get().into();
            assert_eq!(error, ETagError::Impossible { parts, object_bytes });
            // No size fits: every part but the last is full and has at least one byte.
            let least = object_bytes.div_ceil(parts);
            assert!(least == 0 || object_bytes.div_ceil(least) < parts, "{least} would do");
        }
    }
    Ok(())
}

fn digits(u: &mut Unstructured<'_>) -> Result<()> {
    let digest: [u8; 16] = u.arbitrary()?;
    assert_eq!(from_hex(hex(&digest).as_str()), Some(digest));
    let text = rest(u)?;
    let expected = hex_bytes(&text).and_then(|bytes| bytes.try_into().ok());
    assert_eq!(from_hex(&text), expected);
    Ok(())
}

/// Keys from bytes and from JSON.
mod keys {
    use super::*;

    /// Defines a check for each type of key.
    macro_rules! keys {
        ($($name:ident: $Key:ty;)*) => {
            pub(super) const ALL: [Part; [$(stringify!($name)),*].len()] = [$($name),*];

            $(fn $name(u: &mut Unstructured<'_>) -> Result<()> {
                let (length, material): (Length, Material) = u.arbitrary()?;
                let right = <$Key>::BYTES;
                let len = if u.ratio(1, 4)? { length.up_to(5000, 64) } else { right };
                let bytes = material.bytes(len);
                match <$Key>::try_from(bytes.as_slice()) {
                    Ok(key) => {
                        assert_eq!(bytes.len(), right);
                        check(&key, |key| key.to_bytes().to_vec());
                    }
                    Err(error) => refused(&error, bytes.len(), right),
                }
                let text = rest(u)?;
                if let Ok(key) = from_str::<$Key>(&text) {
                    check(&key, |key| key.to_bytes().to_vec());
                }
                Ok(())
            })*
        };
    }

    keys! {
        clhash: clhash::Key;
        ghash: ghash_clmul::GhashKey;
        polyval: ghash_clmul::PolyvalKey;
        highwayhash: highwayhash::Key;
        mmh: multilinear_hash::Key<multilinear_hash::Mmh64>;
        tmmh: multilinear_hash::Key<multilinear_hash::Tmmh16>;
        multilinear64: multilinear_hash::Key<multilinear_hash::Multilinear64>;
        siphash: siphash_fast::Key;
        half: siphash_fast::HalfKey;
        tree: siphash_fast::TreeKey;
        vhash64: vhash::Key64;
        vhash128: vhash::Key128;
        clhash128: clhash::clhash128::Key;
        clmac: clmac::Key;
    }

    /// Checks that an error shows lengths, but nothing of the key.
    fn refused(error: &(impl Display + 'static), found: usize, right: usize) {
        let text = error.to_string();
        if found != right {
            let start = format!("key has {found} bytes, ");
            assert!(text.starts_with(&start) && text.ends_with(&right.to_string()), "{text}");
        }
        assert!(text.len() < 120, "{text}");
    }

    /// Checks that a key survives its text form and is hidden by `Debug`.
    fn check<K: Serialize + DeserializeOwned + Debug>(key: &K, bytes: impl Fn(&K) -> Vec<u8>) {
        let text = to_string(key).expect("serialization succeeds");
        assert_eq!(hex_bytes(text.trim_matches('"')), Some(bytes(key)));
        let back: K = from_str(&text).expect("its own text parses");
        assert_eq!(bytes(&back), bytes(key));
        let upper: K = from_str(&text.to_uppercase()).expect("digits of either case parse");
        assert_eq!(bytes(&upper), bytes(key));
        let shown = format!("{key:?}");
        assert!(shown.ends_with(".. }") && shown.len() < 100, "{shown}");
    }
}

/// Checks checkpoints in JSON.
fn checkpoint(u: &mut Unstructured<'_>) -> Result<()> {
    let bytes: [u8; 60] = u.arbitrary()?;
    let text = to_string(&Checkpoint::from(bytes)).expect("serialization succeeds");
    let back: Checkpoint<60> = from_str(&text).expect("its own text parses");
    assert_eq!(back.to_bytes(), bytes);
    let text = rest(u)?;
    if let Ok(checkpoint) = from_str::<Checkpoint<12>>(&text) {
        let again = to_string(&checkpoint).expect("serialization succeeds");
        assert_eq!(hex_bytes(again.trim_matches('"')), Some(checkpoint.to_vec()));
    }
    Ok(())
}
