//! Results on standard output, complaints on standard error.

use crate::input::{self, Places};
use crate::progress::Progress;
use crate::quote::{quote, shown};
use crate::replace::NewFile;
use crate::secret;
use crate::streams::{self, STDERR, STDOUT};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::{self, ExitCode};

/// Something that went wrong: the thing that it went wrong with, and the reason.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    subject: String,
    pub(crate) reason: String,
}

impl Failure {
    /// Returns the failure of an option, an algorithm or a stream.
    pub(crate) fn new(subject: &'static str, reason: impl Into<String>) -> Self {
        Self { subject: subject.to_owned(), reason: reason.into() }
    }

    /// Returns the failure of a file that an argument names. The name of a file that does not exist
    /// is not shown if it may be a key.
    pub(crate) fn of_argument(name: &OsStr, error: &io::Error) -> Self {
        let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidFilename);
        let instead = if is_missing { secret::instead_of(name) } else { None };
        Self { subject: instead.unwrap_or_else(|| quote(name)), reason: input::reason(error) }
    }

    /// Returns the failure of a file, whose name is quoted.
    pub(crate) fn of_file(name: impl AsRef<OsStr>, reason: impl Into<String>) -> Self {
        Self { subject: quote(name.as_ref()), reason: reason.into() }
    }
}

impl fmt::Display for Failure {
    /// Writes `SUBJECT: REASON` on one line, whatever the name of a file contains.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.reason)
    }
}

/// Both outputs of the program, and its exit status.
pub(crate) struct Output {
    /// Results that are not written yet.
    buffer: Vec<u8>,
    /// Whether a terminal shows the results, so that names in them must not control it.
    is_shown: bool,
    /// Leaves the screen while something is written, because all may go to the same terminal.
    progress: Progress,
    /// The file that gets the results in place of standard output.
    file: Option<NewFile>,
    failed: bool,
    /// Something could be neither confirmed nor refuted.
    unsure: bool,
}

impl Output {
    /// While more results come at once, they are held back up to this number of bytes.
    const BUFFER: usize = 1 << 16;

    pub(crate) fn new() -> Self {
        Self { is_shown: io::stdout().is_terminal(), ..Self::styled() }
    }

    /// Returns an output for text of the program itself, which may style a terminal.
    pub(crate) const fn styled() -> Self {
        Self {
            buffer: Vec::new(),
            is_shown: false,
            progress: Progress::NONE,
            file: None,
            failed: false,
            unsure: false,
        }
    }

    /// Returns the buffer to which results are appended.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        if self.buffer.len() >= Self::BUFFER {
            self.flush();
        }
        &mut self.buffer
    }

    /// Writes the results that were held back.
    pub(crate) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let output = if self.is_shown { shown(&self.buffer) } else { Cow::from(&self.buffer) };
        let written = match &mut self.file {
            Some(file) => file.write_all(&output),
            None => self.progress.suspend(|| { STDOUT }.write_all(&output)),
        };
        self.buffer.clear();
        if let Err(error) = written {
            // The reader has closed the pipe, so results under way are not awaited.
            self.progress.clear();
            if error.kind() == ErrorKind::BrokenPipe {
                streams::end_by_broken_pipe();
            }
            let reason = input::reason(&error);
            // Dropping the file removes it.
            let failure = match self.file.take() {
                Some(file) => Failure::of_file(&file.name, reason),
                None => Failure::new("standard output", reason),
            };
            self.complain(&failure);
            process::exit(1);
        }
    }

    /// Reports a failure. The exit status will be 1.
    pub(crate) fn complain(&mut self, failure: &Failure) {
        self.fail();
        self.warn(failure);
    }

    /// Reports something that is no failure by itself.
    pub(crate) fn warn(&mut self, failure: &Failure) {
        self.flush();
        let line = format!("hsum: {failure}\n");
        let written = self.progress.suspend(|| { STDERR }.write_all(line.as_bytes()));
        if written.is_err() {
            // The warning could not be printed, so the exit status reports it.
            self.fail();
        }
    }

    /// Makes the exit status 1.
    pub(crate) const fn fail(&mut self) {
        self.failed = true;
    }

    /// Makes the exit status 3, if nothing fails.
    pub(crate) const fn doubt(&mut self) {
        self.unsure = true;
    }

    /// Whether something failed so far.
    pub(crate) const fn has_failed(&self) -> bool {
        self.failed
    }

    /// From now on, results go to the file that an option names, if it was given. The file is kept
    /// if nothing fails, and left out of what is read.
    pub(crate) fn write_to(
        &mut self,
        path: Option<&Path>,
        left_out: &mut Places,
    ) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let file = NewFile::create(path)
            .map_err(|error| Failure::of_argument(path.as_os_str(), &error))?;
        file.metadata().into_iter().for_each(|metadata| left_out.add(metadata));
        self.is_shown = false;
        self.file = Some(file);
        Ok(())
    }

    /// From now on, removes this progress from the screen while something is written.
    pub(crate) fn set_progress(&mut self, progress: &Progress) {
        self.progress = progress.clone();
    }

    /// Writes the rest, and returns the exit status.
    pub(crate) fn finish(mut self) -> ExitCode {
        self.progress.clear();
        self.flush();
        if let Some(file) = self.file.take() {
            let name = file.name.clone();
            if self.failed {
                self.warn(&Failure::of_file(&name, "is not written, because it would lack lines"));
            } else if let Err(error) = file.keep() {
                self.complain(&Failure::of_file(&name, input::reason(&error)));
            }
        }
        ExitCode::from(if self.failed { 1 } else { 3 * u8::from(self.unsure) })
    }
}
