//! Hashes a file and its parts in one pass.

use crate::{Digest, Md5};
use core::fmt;

/// Selects how the last part of a file is hashed if it is shorter than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPart {
    /// As it is, as S3 and most others do.
    AsItIs,
    /// Followed by zeros up to the length of the others, as par2 does.
    ZeroPadded,
}

/// The largest number of zeros that [`LastPart::ZeroPadded`] appends: 2^32, which take several
/// seconds.
pub const MAX_PADDING_BYTES: u64 = 1 << 32;

/// Returns the MD5 of a file and writes that of each of its parts, in one pass. The two
/// computations are interleaved, so both take little more time than one.
///
/// All parts have `part_bytes` bytes, except the last one, which has the rest. An empty file has no
/// parts.
///
/// ```
/// use md5_opt::{LastPart, hash, whole_and_parts};
/// let mut parts = [[0; 16]; 2];
/// let whole = whole_and_parts(b"abcde", 3, LastPart::ZeroPadded, &mut parts)?;
/// assert_eq!(whole, hash(b"abcde"));
/// assert_eq!(parts, [hash(b"abc"), hash(b"de\0")]);
/// # Ok::<(), md5_opt::PartsError>(())
/// ```
///
/// For a file that arrives in pieces, use [`Md5::update_two`].
///
/// Zeros take as long to hash as other bytes. Without [`MAX_PADDING_BYTES`], a part size read from
/// an untrusted file could keep the CPU busy for centuries.
///
/// # Errors
/// [`PartsError::PartSize`] if the part size is zero, [`PartsError::Length`] if the numbers of
/// parts and outputs differ, [`PartsError::Padding`] if the last part needs more than
/// [`MAX_PADDING_BYTES`] zeros. Nothing is written.
pub fn whole_and_parts(
    file: &[u8],
    part_bytes: usize,
    last: LastPart,
    out: &mut [Digest],
) -> Result<Digest, PartsError> {
    if part_bytes == 0 {
        return Err(PartsError::PartSize);
    }
    let parts = file.chunks(part_bytes);
    if parts.len() != out.len() {
        return Err(PartsError::Length { parts: parts.len(), outputs: out.len() });
    }
    let padding = match (last, file.len() % part_bytes) {
        (LastPart::AsItIs, _) | (_, 0) => 0,
        (LastPart::ZeroPadded, rest) => part_bytes - rest,
    };
    if padding as u64 > MAX_PADDING_BYTES {
        return Err(PartsError::Padding { bytes: padding as u64 });
    }
    let mut whole = Md5::new();
    for (bytes, digest) in parts.zip(out) {
        let mut part = Md5::new();
        Md5::update_two(&mut whole, &mut part, bytes);
        if bytes.len() < part_bytes {
            update_zeros(&mut part, padding);
        }
        *digest = part.finalize();
    }
    Ok(whole.finalize())
}

fn update_zeros(md5: &mut Md5, mut count: usize) {
    const ZEROS: [u8; 1024] = [0; 1024];
    while count > 0 {
        let some = count.min(ZEROS.len());
        md5.update(&ZEROS[..some]);
        count -= some;
    }
}

/// The error of [`whole_and_parts`]: a file cannot be hashed in these parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartsError {
    /// The part size is zero.
    PartSize,
    /// The numbers of parts and outputs differ.
    Length {
        /// The number of parts.
        parts: usize,
        /// The number of outputs.
        outputs: usize,
    },
    /// The last part needs more than [`MAX_PADDING_BYTES`] zeros.
    Padding {
        /// The number of zeros.
        bytes: u64,
    },
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PartSize => write!(f, "part size is 0 bytes, it must be at least 1"),
            Self::Length { parts, outputs } => {
                write!(f, "file has {parts} parts but {outputs} outputs, the numbers must be equal")
            }
            Self::Padding { bytes } => {
                write!(f, "last part needs {bytes} zeros, at most {MAX_PADDING_BYTES} are allowed")
            }
        }
    }
}

impl core::error::Error for PartsError {}
