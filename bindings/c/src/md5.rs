//! MD5 without objects, and ETags as text.

use crate::border;
use crate::status::ph_status_t::{self, PH_ERROR_OVERLAP};
use crate::status::{Failure, run, run_or};
use core::ffi::{c_char, c_int, c_void};
use core::fmt::Write;
use md5_opt::s3::ETag;
use md5_opt::{LastPart, whole_and_parts};

/// The length of an MD5 in bytes.
pub const PH_MD5_BYTES: usize = 16;

/// The length of the longest ETag in bytes: 32 digits, a hyphen, a number up to 10,000 and a zero,
/// rounded up.
pub const PH_MD5_ETAG_BYTES: usize = 40;

/// Computes MD5, which is broken: anyone can make two messages with the same MD5. Writes 16 bytes.
/// Streams and batches are those of the algorithm "md5", whose key has no bytes.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_md5(data: *const c_void, len: usize, out: *mut u8) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, PH_MD5_BYTES) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let message = border::bytes(data, len)?;
        border::present(out)?;
        border::write(out.cast(), md5_opt::hash(message))
    })
}

/// Computes the MD5 of a file and of each of its parts in one pass, which takes little more time
/// than the file alone. All parts have `part_bytes` bytes, except the last one, which has the rest.
/// If `padded` is not 0, zeros are appended to that one up to the length of the others, as par2
/// does. An empty file has no parts.
///
/// Writes 16 bytes to `whole`, and 16 bytes for each of the `count` parts to `parts`.
///
/// Errors: PH_ERROR_LENGTH if the file has not `count` parts, PH_ERROR_PARTS if `part_bytes` is 0
/// or the last part needs more than 2^32 zeros, PH_ERROR_NULL, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_md5_parts(
    data: *const c_void,
    len: usize,
    part_bytes: usize,
    padded: c_int,
    parts: *mut u8,
    count: usize,
    whole: *mut u8,
) -> ph_status_t {
    let bytes = count.saturating_mul(PH_MD5_BYTES);
    let last = if padded == 0 { LastPart::AsItIs } else { LastPart::ZeroPadded };
    // SAFETY: the contract of the header is that of the callees.
    let hash = || unsafe {
        let file = border::bytes(data, len)?;
        border::apart(file, (parts, bytes))?;
        border::apart(file, (whole, PH_MD5_BYTES))?;
        border::present(whole)?;
        let digests = border::output(parts, bytes)?.as_chunks_mut().0;
        border::write(whole.cast(), whole_and_parts(file, part_bytes, last, digests)?)
    };
    run(|| {
        hash().inspect_err(|failure: &Failure| {
            // Outputs that overlap the file would change it.
            if failure.status() != PH_ERROR_OVERLAP {
                // SAFETY: as above.
                unsafe {
                    border::clear(parts, bytes);
                    border::clear(whole, PH_MD5_BYTES);
                }
            }
        })
    })
}

/// Writes the ETag that S3 gives an object, as text with a terminating zero: PH_MD5_ETAG_BYTES
/// bytes, of which the last are zeros. For an object uploaded whole (`part_bytes` is 0) it is the
/// hexadecimal digits of its MD5. For one uploaded in parts of `part_bytes` bytes it is the MD5 of
/// the MD5s of the parts, a `-` and their number.
///
/// Errors: PH_ERROR_PARTS if there are more than 10,000 parts, PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_md5_etag(
    data: *const c_void,
    len: usize,
    part_bytes: u64,
    out: *mut c_char,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, PH_MD5_ETAG_BYTES) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        border::present(out)?;
        let etag = text(border::bytes(data, len)?, part_bytes)?;
        border::write(out.cast(), etag)
    })
}

/// Returns the ETag of an object that was uploaded whole or in parts of `part_bytes` bytes, padded
/// with zeros.
fn text(object: &[u8], part_bytes: u64) -> Result<[u8; PH_MD5_ETAG_BYTES], Failure> {
    let etag = match part_bytes {
        0 => ETag::of_whole(object),
        bytes => ETag::of_parts(object, bytes)?,
    };
    let mut text = Text { bytes: [0; PH_MD5_ETAG_BYTES], used: 0 };
    // 32 digits, a hyphen and a number up to 10,000 fit.
    let _ = write!(text, "{etag}");
    Ok(text.bytes)
}

struct Text {
    bytes: [u8; PH_MD5_ETAG_BYTES],
    used: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.used + text.len();
        let free = self.bytes.get_mut(self.used..end).ok_or(core::fmt::Error)?;
        free.copy_from_slice(text.as_bytes());
        self.used = end;
        Ok(())
    }
}
