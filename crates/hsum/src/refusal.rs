//! Usage errors, and requests for help.

use crate::others;
use crate::output::Output;
use crate::quote::is_visible;
use crate::secret;
use clap::Error;
use clap::error::{ContextKind, ErrorKind};
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A usage error, or a request for help.
pub(crate) struct Refusal {
    error: Error,
    is_md5: bool,
    /// What follows the error.
    advice: String,
}

impl Refusal {
    /// Removes keys and control characters from an error. `is_md5` tells that the command is `md5`.
    pub(crate) fn new(mut error: Error, is_md5: bool) -> Self {
        secret::redact(&mut error);
        let advice = advice(&mut error);
        Self { error, is_md5, advice }
    }

    /// Whether help or the version was requested.
    fn is_help(&self) -> bool {
        !self.error.use_stderr()
    }

    /// Returns the text for the user, which contains no key and no control character.
    pub(crate) fn text(&self) -> String {
        let mut text = self.error.render().to_string();
        if self.is_help() {
            return text;
        }
        let end = text.find("\n\n").map_or(text.len(), |end| end + 1);
        text.insert_str(end, &self.advice);
        let shown = |c: char| if c == '\n' || is_visible(c) { c } else { '?' };
        text.chars().map(shown).collect()
    }

    /// Prints the text and returns the exit status.
    pub(crate) fn print(&self) -> ExitCode {
        if self.is_help() {
            let mut out = Output::styled();
            let text = if io::stdout().is_terminal() && has_styles() {
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

/// Whether a terminal shows styles, and the user wants them.
fn has_styles() -> bool {
    let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let term = env::var_os("TERM");
    let says_so = |term: &OsString| !term.is_empty() && term != "dumb";
    let is_able = if cfg!(unix) { term.as_ref().is_some_and(says_so) } else { true };
    is_able && !is_plain
}

/// Returns what to do about an algorithm that does not exist: its program, and ours in columns,
/// which clap would put on one line.
fn advice(error: &mut Error) -> String {
    let of = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let is_algorithm = of(ContextKind::InvalidArg).contains("<ALGO>");
    if error.kind() != ErrorKind::InvalidValue || !is_algorithm {
        return String::new();
    }
    let name = of(ContextKind::InvalidValue);
    error.remove(ContextKind::ValidValue);
    let by = others::program(&name).map_or_else(String::new, |by| format!("  {by} computes it\n"));
    format!("{by}  hsum has:\n{}", others::columns())
}
