//! Files that appear whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::{Builder, TempPath};

/// A file that is written without a name or under a temporary one beside its own, and removed
/// unless it is [kept](Self::keep).
pub(crate) struct NewFile {
    file: BufWriter<File>,
    /// The temporary name, where the system has no files without one.
    temporary: Option<TempPath>,
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
        // Otherwise a run that is killed would leave a file that the next one lists.
        let (file, temporary) = match unnamed(directory(&path)) {
            Some(file) => (file, None),
            None => {
                let (file, path) = temporary().tempfile_in(directory(&path))?.into_parts();
                (file, Some(path))
            }
        };
        if let Ok(old) = &old {
            file.set_permissions(old.permissions())?;
        }
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { file, temporary, path, name: name.into() })
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
        self.file.get_ref()
    }

    /// Gives the file its name once all of it is on the disk.
    pub(crate) fn keep(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let temporary = match self.temporary {
            Some(path) => path,
            // Only a rename replaces a file.
            None => named(&file, directory(&self.path))?,
        };
        temporary.persist(&self.path).map_err(|error| error.error)
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

/// Returns the directory in which a file is or will be.
fn directory(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Returns how temporary names are made.
fn temporary() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".hsum-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Opens a file without a name, which is gone when the program ends in any way. Returns `None` if
/// the system has no such files on this file system, or could not give it a name later.
fn unnamed(directory: &Path) -> Option<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags, open};
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(directory, flags, Mode::from_raw_mode(0o666)).ok()?);
        fs::exists(descriptor(&file)).is_ok_and(|exists| exists).then_some(file)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = directory;
        None
    }
}

/// Gives a file without a name a temporary one.
fn named(file: &File, directory: &Path) -> io::Result<TempPath> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{AtFlags, CWD, linkat};
        let from = descriptor(file);
        let link = |to: &Path| Ok(linkat(CWD, &from, CWD, to, AtFlags::SYMLINK_FOLLOW)?);
        Ok(temporary().make_in(directory, link)?.into_temp_path())
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (file, directory);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Returns the path by which Linux knows an open file.
#[cfg(target_os = "linux")]
fn descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file))
}
