//! Standard input, output and error, with the errors that the standard library hides.
//!
//! The standard library opens `/dev/null` in place of a stream that was closed when the program
//! started, and it reports success when a stream that is open in the wrong direction is read or
//! written. The program would then hash nothing, or write hashes nowhere, and succeed.

#[cfg(unix)]
use std::fs::File;
use std::fs::Metadata;
use std::io::{self, Read, Write};
use std::sync::OnceLock;

/// Whether standard input, output and error were closed when the program started.
static CLOSED: OnceLock<[bool; 3]> = OnceLock::new();

/// Records which of the standard streams were closed when the program started.
pub(crate) fn set_closed(closed: [bool; 3]) {
    // The first call counts, and there is only one.
    let _ = CLOSED.set(closed);
}

/// A standard stream, by the number of its descriptor.
#[derive(Clone, Copy)]
pub(crate) struct Stream(usize);

pub(crate) const STDIN: Stream = Stream(0);
pub(crate) const STDOUT: Stream = Stream(1);
pub(crate) const STDERR: Stream = Stream(2);

#[cfg(unix)]
impl Stream {
    fn descriptor(self) -> io::Result<rustix::fd::BorrowedFd<'static>> {
        if CLOSED.get().is_some_and(|closed| closed[self.0]) {
            return Err(rustix::io::Errno::BADF.into());
        }
        Ok([rustix::stdio::stdin, rustix::stdio::stdout, rustix::stdio::stderr][self.0]())
    }
}

impl Stream {
    /// Returns what the system knows about the stream.
    #[cfg(unix)]
    pub(crate) fn metadata(self) -> io::Result<Metadata> {
        File::from(self.descriptor()?.try_clone_to_owned()?).metadata()
    }

    #[cfg(not(unix))]
    pub(crate) fn metadata(self) -> io::Result<Metadata> {
        let _ = self;
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(unix)]
impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(self.descriptor()?, buffer)?)
    }
}

#[cfg(unix)]
impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(self.descriptor()?, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// On other systems the errors are those of the standard library.
#[cfg(not(unix))]
impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(buffer)
    }
}

#[cfg(not(unix))]
impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == STDOUT.0 { io::stdout().write(bytes) } else { io::stderr().write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.0 == STDOUT.0 { io::stdout().flush() } else { io::stderr().flush() }
    }
}

/// Ends the program because the reader of its output has left: by SIGPIPE, as the coreutils end.
///
/// The standard library ignores that signal and forgets whether the parent process ignored it, so
/// the signal also ends a program whose parent did.
pub(crate) fn end_by_broken_pipe() -> ! {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGPIPE, low_level::emulate_default_handler};
        // This returns only where the signal is blocked.
        let _ = emulate_default_handler(SIGPIPE);
    }
    std::process::exit(1)
}
