//! Computes ETags in the way of S3 and compatible servers.
//!
//! * The ETag of an object that was uploaded whole is the MD5 of its bytes.
//! * The ETag of an object that was uploaded in parts is the MD5 of the concatenated MD5s of the
//!   parts, a `-` and the number of parts. It does not contain the part size, which must be known,
//!   or guessed from the number of parts and the size of the object ([`ETag::part_sizes`]).
//!
//! Objects that are encrypted with keys of the customer or of a key service have other ETags, which
//! say nothing about their contents.
//!
//! ```
//! use md5_opt::s3::{ETag, ETagError};
//! let object = vec![7; 20 << 20];
//! let etag: ETag = "\"a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4-3\"".parse()?;
//! let sizes: Vec<u64> = etag.part_sizes(object.len() as u64)?.collect();
//! assert_eq!(sizes[0], 8 << 20, "the default of most tools");
//! assert!(!sizes.iter().any(|size| ETag::of_parts(&object, *size) == Ok(etag)));
//! # Ok::<(), ETagError>(())
//! ```

use crate::{Backend, Digest, Md5, from_hex, hash, hex, lanes};
use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

/// The largest number of parts of an upload.
pub const MAX_PARTS: u32 = 10_000;

/// The smallest size in bytes of all parts except the last.
pub const MIN_PART_BYTES: u64 = 5 << 20;

/// The default part sizes of tools, the most common first: the AWS command line and most SDKs;
/// rclone, s3fs and old SDKs; s3cmd; Hadoop; the AWS console; MinIO's client.
const DEFAULT_PART_BYTES: [u64; 6] = [8 << 20, 5 << 20, 15 << 20, 64 << 20, 16 << 20, 128 << 20];

/// An entity tag: a digest and, if the object was uploaded in parts, their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ETag {
    /// The MD5 of the object, or of the concatenated MD5s of its parts.
    pub digest: Digest,
    /// The number of parts; `None` if the object was uploaded whole.
    pub parts: Option<NonZeroU32>,
}

impl ETag {
    /// Computes the ETag of an object that is uploaded whole.
    #[must_use]
    pub fn of_whole(object: &[u8]) -> Self {
        Self { digest: hash(object), parts: None }
    }

    /// Computes the ETag of an object that is uploaded in parts of this size, which are hashed in
    /// parallel. An empty object has one empty part.
    ///
    /// # Errors
    /// [`ETagError::PartSize`] if the size is zero, [`ETagError::TooManyParts`] if there are more
    /// than [`MAX_PARTS`].
    pub fn of_parts(object: &[u8], part_bytes: u64) -> Result<Self, ETagError> {
        let parts = count_parts(object.len() as u64, part_bytes)?;
        let mut of_all = Md5::new();
        if object.is_empty() {
            of_all.update(&hash(b""));
        }
        // A part that is longer than memory contains the whole object.
        let part_bytes = usize::try_from(part_bytes).unwrap_or(usize::MAX);
        let mut digests = [[0; 16]; 96];
        for parts in object.chunks(part_bytes.saturating_mul(digests.len())) {
            let digests = &mut digests[..parts.len().div_ceil(part_bytes)];
            lanes::hash_each(Backend::detect(), parts.chunks(part_bytes), digests);
            of_all.update(digests.as_flattened());
        }
        Ok(Self { digest: of_all.finalize(), parts: Some(parts) })
    }

    /// Lists plausible part sizes with which an object of this many bytes has the number of parts
    /// of the ETag: the default sizes of tools, then whole mebibytes in increasing order, then the
    /// smallest possible size. Only hashing shows which of them is right.
    ///
    /// The list is empty if the object was uploaded whole.
    ///
    /// # Errors
    /// [`ETagError::Impossible`] if no size gives this number.
    pub fn part_sizes(self, object_bytes: u64) -> Result<impl Iterator<Item = u64>, ETagError> {
        const MEBIBYTE: u64 = 1 << 20;
        let (least, most) = match self.parts.map(|parts| u64::from(parts.get())) {
            None => (1, 0),
            // A single part can have any size that is not below that of the object.
            Some(1) => (object_bytes.max(1), u64::MAX),
            Some(parts) => {
                // ⌈n / size⌉ = parts: size · (parts − 1) < n ≤ size · parts.
                let (least, most) =
                    (object_bytes.div_ceil(parts), object_bytes.saturating_sub(1) / (parts - 1));
                if least > most || least == 0 {
                    return Err(ETagError::Impossible { parts, object_bytes });
                }
                (least, most)
            }
        };
        let fits = move |size: &u64| (least..=most).contains(size);
        let defaults = DEFAULT_PART_BYTES.into_iter().filter(fits);
        let last_mebibyte = most.min(least.saturating_mul(2)) / MEBIBYTE;
        let mebibytes = (least.div_ceil(MEBIBYTE)..=last_mebibyte)
            .map(|count| count * MEBIBYTE)
            .filter(move |size| fits(size) && !DEFAULT_PART_BYTES.contains(size));
        let smallest = Some(least).filter(move |size| {
            fits(size) && size % MEBIBYTE != 0 && !DEFAULT_PART_BYTES.contains(size)
        });
        Ok(defaults.chain(mebibytes).chain(smallest))
    }

    /// Returns whether this is the ETag of the object with this part size. Without a part size, it
    /// tries all plausible ones ([`part_sizes`](Self::part_sizes)), each of which takes a pass over
    /// the object.
    ///
    /// # Errors
    /// Those of [`of_parts`](Self::of_parts) and [`part_sizes`](Self::part_sizes): no object of
    /// this size can have this ETag with this part size.
    pub fn verify(self, object: &[u8], part_bytes: Option<u64>) -> Result<bool, ETagError> {
        if self.parts.is_none() {
            return Ok(self == Self::of_whole(object));
        }
        if let Some(part_bytes) = part_bytes {
            return Ok(self == Self::of_parts(object, part_bytes)?);
        }
        for part_bytes in self.part_sizes(object.len() as u64)? {
            if self == Self::of_parts(object, part_bytes)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn count_parts(object_bytes: u64, part_bytes: u64) -> Result<NonZeroU32, ETagError> {
    if part_bytes == 0 {
        return Err(ETagError::PartSize);
    }
    let parts = object_bytes.div_ceil(part_bytes).max(1);
    u32::try_from(parts)
        .ok()
        .filter(|parts| *parts <= MAX_PARTS)
        .and_then(NonZeroU32::new)
        .ok_or(ETagError::TooManyParts { parts })
}

/// Computes the ETag of an upload in parts from pieces of any length.
///
/// It is not a [`core::hash::Hasher`], because its result can be an error.
///
/// ```
/// use md5_opt::s3::{ETag, MultipartMd5};
/// let mut upload = MultipartMd5::new(8 << 20)?;
/// upload.update(&[1; 1000]);
/// upload.update(&[1; 500]);
/// assert_eq!(upload.finalize(), ETag::of_parts(&[1; 1500], 8 << 20));
/// # Ok::<(), md5_opt::s3::ETagError>(())
/// ```
#[derive(Clone)]
pub struct MultipartMd5 {
    part_bytes: u64,
    /// The MD5 of the MD5s of the complete parts.
    of_parts: Md5,
    /// The current part, which is incomplete.
    part: Md5,
}

impl MultipartMd5 {
    /// Creates an empty upload in parts of this size.
    ///
    /// # Errors
    /// [`ETagError::PartSize`] if the size is zero.
    pub const fn new(part_bytes: u64) -> Result<Self, ETagError> {
        if part_bytes == 0 {
            return Err(ETagError::PartSize);
        }
        Ok(Self { part_bytes, of_parts: Md5::new(), part: Md5::new() })
    }

    /// Appends bytes to the object.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let missing = self.part_bytes - self.part.len();
            let now = usize::try_from(missing).map_or(bytes.len(), |n| n.min(bytes.len()));
            let (now, later) = bytes.split_at(now);
            self.part.update(now);
            if self.part.len() == self.part_bytes {
                self.of_parts.update(&self.part.finalize());
                self.part = Md5::new();
            }
            bytes = later;
        }
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.of_parts.len() / 16 * self.part_bytes + self.part.len()
    }

    /// Returns whether the object is empty so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the ETag of the object so far. More bytes can be appended afterwards.
    ///
    /// # Errors
    /// [`ETagError::TooManyParts`] if there are more than [`MAX_PARTS`].
    pub fn finalize(&self) -> Result<ETag, ETagError> {
        let parts = count_parts(self.len(), self.part_bytes)?;
        let mut of_parts = self.of_parts.clone();
        if !self.part.is_empty() || self.is_empty() {
            of_parts.update(&self.part.finalize());
        }
        Ok(ETag { digest: of_parts.finalize(), parts: Some(parts) })
    }
}

hash_core::secret_debug!(impl[] MultipartMd5, "MultipartMd5", len = |upload| upload.len());
hash_core::io_write!(impl[] MultipartMd5);
// A wiped upload is that of an empty object.
hash_core::wipe_on_drop!(impl[] MultipartMd5, |upload| {
    upload.of_parts.zeroize();
    upload.part.zeroize();
});

impl fmt::Display for ETag {
    /// Formats the ETag as servers do, without the quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", hex(&self.digest))?;
        self.parts.map_or(Ok(()), |parts| write!(f, "-{parts}"))
    }
}

impl FromStr for ETag {
    type Err = ETagError;

    /// Parses an ETag as servers write it, with or without the quotes.
    fn from_str(text: &str) -> Result<Self, ETagError> {
        let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        let (digest, parts) = match bare.split_once('-') {
            None => (bare, None),
            Some((digest, parts)) => {
                let digits = parts.bytes().all(|byte| byte.is_ascii_digit());
                let parts = parts.parse().ok().filter(|_| digits && !parts.starts_with('0'));
                (digest, Some(parts.ok_or(ETagError::Syntax)?))
            }
        };
        Ok(Self { digest: from_hex(digest).ok_or(ETagError::Syntax)?, parts })
    }
}

/// The error of an ETag that is malformed, or that does not fit the object or the part size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ETagError {
    /// The text is not 32 hexadecimal digits, alone or followed by `-` and a number of parts.
    Syntax,
    /// The part size is zero.
    PartSize,
    /// There are more than [`MAX_PARTS`] parts.
    TooManyParts {
        /// The number of parts.
        parts: u64,
    },
    /// No part size divides an object of this size into this number of parts.
    Impossible {
        /// The number of parts in the ETag.
        parts: u64,
        /// The size of the object in bytes.
        object_bytes: u64,
    },
}

impl fmt::Display for ETagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => write!(
                f,
                "not an ETag: it must be 32 hexadecimal digits, or those, '-' and a number of parts"
            ),
            Self::PartSize => write!(f, "part size is 0 bytes, it must be at least 1"),
            Self::TooManyParts { parts } => {
                write!(f, "upload has {parts} parts, at most {MAX_PARTS} are allowed")
            }
            Self::Impossible { parts, object_bytes } => {
                write!(
                    f,
                    "no part size divides an object of {object_bytes} bytes into {parts} parts"
                )
            }
        }
    }
}

impl core::error::Error for ETagError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of parts that 32 bits do not hold are too many.
    #[test]
    fn numbers_of_parts_do_not_wrap() {
        for parts in [10_001, 1 << 32, (1 << 32) + 1, (1 << 40) + 3, u64::MAX] {
            assert_eq!(count_parts(parts, 1), Err(ETagError::TooManyParts { parts }));
        }
        assert_eq!(count_parts(u64::MAX, 1 << 62).map(NonZeroU32::get), Ok(4));
        for parts in [1, 2, 9_999, 10_000] {
            let found = count_parts(parts, 1).map(|parts| u64::from(parts.get()));
            assert_eq!(found, Ok(parts));
        }
        assert_eq!(count_parts(0, 1).map(NonZeroU32::get), Ok(1));
    }

    /// An upload counts bytes past 2^32.
    #[test]
    fn bytes_do_not_wrap() {
        let mut upload = MultipartMd5::new(1 << 40).expect("a part size");
        upload.of_parts.update(&[7; 3 * 16]);
        upload.update(&[7; 5]);
        assert_eq!(upload.len(), (3 << 40) + 5);
        assert_eq!(upload.finalize().map(|etag| etag.parts), Ok(NonZeroU32::new(4)));
    }
}
