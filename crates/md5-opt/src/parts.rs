//! A file and its parts at the same time.

use crate::batch::BatchError;
use crate::{Digest, Md5};

/// How the last part of a file is hashed when it is shorter than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPart {
    /// As it is. So do S3 and most others.
    AsItIs,
    /// With zeros behind it, to the length of the others. So does par2.
    ZeroPadded,
}

/// The MD5 of a file, and of each of its parts of `part` bytes, in one pass: the two are
/// interleaved, so both take little more time than one.
///
/// ```
/// use md5_opt::{LastPart, Md5, whole_and_parts};
/// let mut parts = [[0; 16]; 2];
/// let whole = whole_and_parts(b"abcde", 3, LastPart::ZeroPadded, &mut parts)?;
/// assert_eq!(whole, Md5::digest(b"abcde"));
/// assert_eq!(parts, [Md5::digest(b"abc"), Md5::digest(b"de\0")]);
/// # Ok::<(), md5_opt::BatchError>(())
/// ```
///
/// A file that comes in pieces has the same by [`Md5::update_two`].
///
/// # Errors
/// [`BatchError::Length`] if there are not as many places as parts; nothing is written. Parts of no
/// bytes are as if there were one part only.
pub fn whole_and_parts(
    file: &[u8],
    part: usize,
    last: LastPart,
    out: &mut [Digest],
) -> Result<Digest, BatchError> {
    let part = if part == 0 { file.len().max(1) } else { part };
    let parts = file.chunks(part);
    if parts.len() != out.len() {
        return Err(BatchError::Length { messages: parts.len(), places: out.len() });
    }
    let mut whole = Md5::new();
    for (bytes, place) in parts.zip(out) {
        let mut one = Md5::new();
        Md5::update_two(&mut whole, &mut one, bytes);
        if last == LastPart::ZeroPadded {
            update_zeros(&mut one, part - bytes.len());
        }
        *place = one.finalize();
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
