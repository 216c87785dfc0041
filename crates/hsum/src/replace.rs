//! Files that appear whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::{Builder, NamedTempFile};

/// A file that is written under a temporary name beside its own, and removed unless it is
/// [kept](Self::keep).
pub(crate) struct NewFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
    /// The name that was asked for.
    pub(crate) name: PathBuf,
}

impl NewFile {
    pub(crate) fn create(name: &Path) -> io::Result<Self> {
        // As by a redirection, the file that a symbolic link leads to is written.
        let path = fs::canonicalize(name).unwrap_or_else(|_| name.into());
        let old = fs::metadata(&path);
        if old.as_ref().is_ok_and(|old| !old.is_file()) {
            return Err(io::Error::other("is not a regular file"));
        }
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut builder = Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder
            .prefix(".hsum-")
            .suffix(".part")
            .tempfile_in(directory.unwrap_or(Path::new(".")))?;
        if let Ok(old) = &old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { file: BufWriter::with_capacity(1 << 16, file), path, name: name.into() })
    }

    /// Returns what the system knows about the new file, and about the one that it will replace.
    pub(crate) fn metadata(&self) -> [io::Result<Metadata>; 2] {
        [self.as_file().metadata(), fs::metadata(&self.path)]
    }

    /// Returns the time of the last change by the clock of the file system, which before the first
    /// byte is written is that of the creation.
    pub(crate) fn modified(&self) -> io::Result<SystemTime> {
        self.as_file().metadata()?.modified()
    }

    fn as_file(&self) -> &File {
        self.file.get_ref().as_file()
    }

    /// Gives the file its name once all of it is on the disk.
    pub(crate) fn keep(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
