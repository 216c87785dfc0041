//! The lengths that compressed buffers claim to have. The reader allocates as many bytes before it
//! decompresses a buffer, and a process that asks for too many is aborted.

use datafusion::arrow::ipc::{CompressionType, Message};
use std::io::{self, Read, Seek, SeekFrom};
use zstd::zstd_safe::get_frame_content_size;

/// The bytes of the length before a compressed buffer.
const PREFIX: u64 = 8;

/// The largest size of the header of a frame of Zstandard (RFC 8878, section 3.1.1).
const ZSTD_HEADER: u64 = 18;

/// Checks the buffers of a message whose body starts at a place of a file.
pub(super) fn check(
    message: Message<'_>,
    start: u64,
    file: &mut (impl Read + Seek),
) -> io::Result<()> {
    let dictionary = message.header_as_dictionary_batch().and_then(|header| header.data());
    let Some(batch) = message.header_as_record_batch().or(dictionary) else { return Ok(()) };
    let (Some(codec), Some(buffers)) = (batch.compression(), batch.buffers()) else {
        return Ok(());
    };
    let is_zstd = codec.codec() == CompressionType::ZSTD;
    for buffer in buffers {
        let place = |n: i64| u64::try_from(n).map_err(|_| invalid());
        let (offset, length) = (place(buffer.offset())?, place(buffer.length())?);
        let Some(compressed) = length.checked_sub(PREFIX) else { continue };
        let end = offset.checked_add(length).ok_or_else(invalid)?;
        if end > place(message.bodyLength())? {
            return Err(invalid());
        }
        file.seek(SeekFrom::Start(start + offset))?;
        let mut claimed = [0; 8];
        file.read_exact(&mut claimed)?;
        let claimed = i64::from_le_bytes(claimed);
        // The rest is not compressed.
        if claimed == -1 {
            continue;
        }
        let claimed = place(claimed)?;
        if is_zstd {
            let mut header = Vec::new();
            file.by_ref().take(compressed.min(ZSTD_HEADER)).read_to_end(&mut header)?;
            let size = get_frame_content_size(&header).ok().flatten();
            if size.is_some_and(|size| size != claimed) {
                return Err(invalid());
            }
        }
        // A block of Zstandard has at least 4 bytes and becomes at most 128 KiB. In LZ4, the least
        // that 255 bytes take is a byte of a length.
        let most = compressed.saturating_mul(if is_zstd { 1 << 15 } else { 255 });
        if claimed > most {
            return Err(invalid());
        }
    }
    Ok(())
}

fn invalid() -> io::Error {
    let reason = "a compressed buffer with a wrong length";
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
