//! Results on standard output, complaints on standard error.

use crate::input;
use crate::progress::Progress;
use crate::quote::quote;
use crate::streams::{STDERR, STDOUT};
use std::ffi::OsStr;
use std::fmt;
use std::io::{ErrorKind, Write};
use std::process::{self, ExitCode};

/// Something that went wrong, and with what.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    subject: String,
    pub(crate) reason: String,
}

impl Failure {
    /// A failure of an option, an algorithm or a stream.
    pub(crate) fn new(subject: &'static str, reason: impl Into<String>) -> Self {
        Self { subject: subject.to_owned(), reason: reason.into() }
    }

    /// A failure of a file.
    pub(crate) fn of_file(name: impl AsRef<OsStr>, reason: impl Into<String>) -> Self {
        Self { subject: quote(name.as_ref()), reason: reason.into() }
    }
}

impl fmt::Display for Failure {
    /// Writes `SUBJECT: REASON`, on one line whatever the names are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.reason)
    }
}

/// Both outputs of the program, and its exit status.
pub(crate) struct Output {
    /// Results that are not written yet.
    buffer: Vec<u8>,
    /// Steps aside when something is written: all may go to the same terminal.
    progress: Progress,
    failed: bool,
}

impl Output {
    /// Results are held back up to this length while there are more to come at once.
    const BUFFER: usize = 1 << 16;

    pub(crate) fn new() -> Self {
        Self { buffer: Vec::new(), progress: Progress::NONE, failed: false }
    }

    /// Where to append output.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        if self.buffer.len() >= Self::BUFFER {
            self.flush();
        }
        &mut self.buffer
    }

    /// Writes what was held back.
    pub(crate) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let written = self.progress.suspend(|| { STDOUT }.write_all(&self.buffer));
        self.buffer.clear();
        if let Err(error) = written {
            self.progress.clear();
            // Nobody reads the hashes any more, so none of those under way is waited for. A
            // reader that has left knows it; other troubles have to be told.
            if error.kind() != ErrorKind::BrokenPipe {
                self.complain(&Failure::new("standard output", input::reason(&error)));
            }
            process::exit(1);
        }
    }

    /// Says what went wrong; the exit status will be 1.
    pub(crate) fn complain(&mut self, failure: &Failure) {
        self.fail();
        self.warn(failure);
    }

    /// Says what is not quite right.
    pub(crate) fn warn(&mut self, failure: &Failure) {
        self.flush();
        let line = format!("hsum: {failure}\n");
        let written = self.progress.suspend(|| { STDERR }.write_all(line.as_bytes()));
        if written.is_err() {
            // A warning that was not written must show in the exit status.
            self.fail();
        }
    }

    /// Makes the exit status 1.
    pub(crate) const fn fail(&mut self) {
        self.failed = true;
    }

    /// Makes way for this from now on, and takes it off the screen at the end.
    pub(crate) fn set_progress(&mut self, progress: &Progress) {
        self.progress = progress.clone();
    }

    pub(crate) fn finish(mut self) -> ExitCode {
        self.progress.clear();
        self.flush();
        ExitCode::from(u8::from(self.failed))
    }
}
