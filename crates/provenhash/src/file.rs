//! Hashes of files, on all cores where parts of a message can be joined.

use crate::{Digest, Key};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// The number of bytes that a thread reads and hashes at once. They stay in its second-level cache,
/// and joining two parts takes much less time than hashing one.
const PIECE_BYTES: usize = 1 << 18;

impl Key {
    /// Hashes a file on the threads of the current `rayon` pool if parts of the algorithm [can be
    /// joined](crate::Algorithm::joins), and on this thread otherwise. The digest is that of
    /// [`hash`](Self::hash) on the bytes of the file.
    ///
    /// Every thread reads 256 KiB at a time, so the file need not fit into memory. Files of up to
    /// 256 KiB and everything that is no regular file, such as a pipe, are read on this thread.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("provenhash-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("hash_file");
    /// std::fs::write(&path, b"a file")?;
    /// let key = provenhash::Algorithm::find("clhash").expect("a row").try_generate()?;
    /// assert_eq!(key.hash_file(&path)?, key.hash(b"a file"));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of opening or reading the file, and [`io::ErrorKind::UnexpectedEof`] if
    /// the file becomes shorter meanwhile. Bytes that are appended meanwhile are hashed or left
    /// out.
    pub fn hash_file(&self, path: impl AsRef<Path>) -> io::Result<Digest> {
        let file = File::open(path)?;
        #[cfg(any(unix, windows))]
        if self.algorithm().joins() {
            let metadata = file.metadata()?;
            if metadata.is_file() && metadata.len() > PIECE_BYTES as u64 {
                return in_parts::hash(self, &file, metadata.len());
            }
        }
        let mut stream = self.stream();
        io::copy(&mut BufReader::with_capacity(PIECE_BYTES, file), &mut stream)?;
        Ok(stream.finalize())
    }
}

/// Parts of a file, read at their offsets. Other targets than these have neither such reads nor
/// threads.
#[cfg(any(unix, windows))]
mod in_parts {
    use super::PIECE_BYTES;
    use crate::{Digest, Key, Part};
    use rayon::prelude::*;
    use std::fs::File;
    use std::io::{self, ErrorKind};
    #[cfg(unix)]
    use std::os::unix::fs::FileExt;
    #[cfg(windows)]
    use std::os::windows::fs::FileExt;

    /// Hashes the first `len` bytes of a file.
    pub(super) fn hash(key: &Key, file: &File, len: u64) -> io::Result<Digest> {
        // All parts but the last one consist of whole blocks.
        let piece = PIECE_BYTES.next_multiple_of(key.algorithm().block_bytes);
        let part = |bytes: &[u8]| key.part(bytes).map_err(io::Error::other);
        let read = |buffer: &mut Vec<u8>, index: u64| {
            let offset = index * piece as u64;
            let bytes = usize::try_from(len - offset).map_or(piece, |rest| rest.min(piece));
            buffer.resize(piece, 0);
            fill(file, &mut buffer[..bytes], offset)?;
            part(&buffer[..bytes])
        };
        (0..len.div_ceil(piece as u64))
            .into_par_iter()
            .map_init(Vec::new, read)
            .try_reduce_with(|first: Part, next| first.join(&next).map_err(io::Error::other))
            .unwrap_or_else(|| part(b""))
            .map(|whole| whole.finalize())
    }

    /// Fills the buffer with the bytes at this offset.
    fn fill(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        #[cfg(unix)]
        let read = FileExt::read_at;
        #[cfg(windows)]
        let read = FileExt::seek_read;
        while !buffer.is_empty() {
            match read(file, buffer, offset) {
                Ok(0) => {
                    let why = "the file became shorter while it was read";
                    return Err(io::Error::new(ErrorKind::UnexpectedEof, why));
                }
                Ok(count) => {
                    buffer = &mut buffer[count..];
                    offset += count as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::Algorithm;
        use std::io::Write as _;

        #[test]
        fn a_file_that_became_shorter_is_an_error() {
            let key = Algorithm::find("clhash").and_then(|row| row.from_seed(1).ok());
            let key = key.expect("CLHASH takes no nonce");
            let bytes = testkit::message::splitmix64_bytes(1, PIECE_BYTES + 5000);
            let mut file = tempfile::tempfile().expect("a temporary file can be made");
            file.write_all(&bytes).expect("a temporary file can be written");
            for len in [0, 1, PIECE_BYTES, bytes.len() - 1, bytes.len()] {
                let digest = hash(&key, &file, len as u64).expect("the file is long enough");
                assert_eq!(digest, key.hash(&bytes[..len]), "{len} bytes");
            }
            for len in [bytes.len() + 1, bytes.len() + PIECE_BYTES, 10 * bytes.len()] {
                let error = hash(&key, &file, len as u64).expect_err("the file is too short");
                assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
            }
        }
    }
}
