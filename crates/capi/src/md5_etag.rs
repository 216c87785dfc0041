//! ETags as text.

use crate::status::Failure;
use core::fmt::Write;
use md5_opt::s3::ETag;

/// The length of the longest one in bytes: `"32 digits-10000"` without quotes, and a zero.
const BYTES: usize = 40;

/// Returns the ETag of an object that was uploaded whole or in parts of `part_bytes` bytes, padded
/// with zeros.
pub(crate) fn text(object: &[u8], part_bytes: u64) -> Result<[u8; BYTES], Failure> {
    let etag = match part_bytes {
        0 => ETag::of_whole(object),
        bytes => ETag::of_parts(object, bytes)?,
    };
    let mut text = Text { bytes: [0; BYTES], used: 0 };
    // 32 digits, a hyphen and a number up to 10,000 fit.
    let _ = write!(text, "{etag}");
    Ok(text.bytes)
}

struct Text {
    bytes: [u8; BYTES],
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
