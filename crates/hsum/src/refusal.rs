//! Usage errors, and requests for help.

use crate::output::Output;
use crate::quote::is_visible;
use crate::secret;
use clap::Error;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A usage error, or a request for help.
pub(crate) struct Refusal {
    error: Error,
    is_md5: bool,
}

impl Refusal {
    /// Removes keys and control characters from an error. `is_md5` tells that the command is `md5`.
    pub(crate) fn new(mut error: Error, is_md5: bool) -> Self {
        secret::redact(&mut error);
        Self { error, is_md5 }
    }

    /// Whether help or the version was requested.
    fn is_help(&self) -> bool {
        !self.error.use_stderr()
    }

    /// Returns the text for the user, which contains no key and no control character.
    pub(crate) fn text(&self) -> String {
        let text = self.error.render().to_string();
        if self.is_help() {
            return text;
        }
        let shown = |c: char| if c == '\n' || is_visible(c) { c } else { '?' };
        text.chars().map(shown).collect()
    }

    /// Prints the text and returns the exit status.
    pub(crate) fn print(&self) -> ExitCode {
        if self.is_help() {
            let mut out = Output::styled();
            let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let text = if io::stdout().is_terminal() && !is_plain {
                self.error.render().ansi().to_string()
            } else {
                self.text()
            };
            out.buffer().extend(text.into_bytes());
            return out.finish();
        }
        // There is no other place to report that this cannot be written.
        let _ = { crate::streams::STDERR }.write_all(self.text().as_bytes());
        // `hsum md5` replaces md5sum, and so ends with the same status.
        ExitCode::from(if self.is_md5 { 1 } else { 2 })
    }
}
