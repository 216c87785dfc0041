//! The output of the program.

use crate::{quote, secret};
use datafusion::error::{DataFusionError, Result};
use hash_diff::{Door, write_visible_json};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write};

/// How this program writes names and texts, and what it calls its options.
pub(crate) const DOOR: Door = Door {
    quoted: |name| quoted(name),
    asked,
    shown,
    is_visible: quote::is_visible,
    ignore: "--ignore-column",
    map: "--map-column",
    memory: "--memory-limit",
    tolerance: "--tolerance",
};

/// Quotes a name or a text as `hsum` quotes names, so that it is on one line and cannot control a
/// terminal.
pub(crate) fn quoted(name: impl AsRef<OsStr>) -> String {
    quote::quote(name.as_ref())
}

/// Quotes the name of a column that an option asks for and that does not exist, which is not shown
/// if it may be a key in the wrong place: the columns of `--key` are not the key of `--key-file`.
pub(crate) fn asked(name: &str) -> String {
    if secret::may_be_key(name) { "...".to_owned() } else { quoted(name) }
}

/// Quotes the name of a file that does not exist, which is not shown if it may be a key.
pub(crate) fn missing(name: impl AsRef<OsStr>) -> String {
    secret::instead_of(name.as_ref()).unwrap_or_else(|| quoted(name))
}

/// Escapes everything that is not visible.
pub(crate) fn shown(text: &str) -> String {
    String::from_utf8_lossy(&quote::shown(text.as_bytes())).replace('\n', "\\n")
}

/// Returns the reason of a failure, on one line and without details for developers.
pub(crate) fn reason(error: &DataFusionError) -> String {
    let text = match error {
        DataFusionError::IoError(error) => format!("standard output: {error}"),
        error => error.strip_backtrace(),
    };
    let text = text.strip_prefix("Execution error: ").unwrap_or(&text);
    shown(&without_number(text).replace('\n', " "))
}

/// Returns whether writing the output failed.
pub(crate) const fn is_of_output(error: &DataFusionError) -> bool {
    matches!(error, DataFusionError::IoError(_))
}

/// Returns the text of an operating-system error without its number.
pub(crate) fn without_number(text: &str) -> String {
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Writes a line to standard output.
pub(crate) fn line(text: &str) -> Result<()> {
    print(format!("{text}\n").as_bytes())
}

/// Writes a JSON document as a line to standard output.
pub(crate) fn json(document: &Value) -> Result<()> {
    let mut line = Vec::new();
    write_visible_json(document.to_string().as_bytes(), quote::is_visible, &mut line);
    line.push(b'\n');
    print(&line)
}

/// Writes a note to standard error.
pub(crate) fn note(text: &str) {
    // The results do not depend on it.
    let _ = writeln!(io::stderr(), "hsum-table: {text}");
}

/// Writes to standard output. Only this function returns an `IoError`.
pub(crate) fn print(text: &[u8]) -> Result<()> {
    Ok(Stdout.write_all(text)?)
}

/// Standard output without a buffer. That of the standard library reports success where it is
/// closed, or open for reading only. Ends the program if the reader has closed the pipe.
pub(crate) struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => end_by_broken_pipe(),
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
fn write(bytes: &[u8]) -> io::Result<usize> {
    if crate::at_start::is_stdout_closed() {
        return Err(rustix::io::Errno::BADF.into());
    }
    Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)
}

#[cfg(not(unix))]
fn write(bytes: &[u8]) -> io::Result<usize> {
    io::stdout().write(bytes)
}

/// Ends the program by SIGPIPE, as the coreutils do. The exit status 1 would mean that tables
/// differ.
fn end_by_broken_pipe() -> ! {
    crate::tables::remove_copies();
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGPIPE, low_level::emulate_default_handler};
        // This returns only if the signal is blocked.
        let _ = emulate_default_handler(SIGPIPE);
    }
    std::process::exit(2)
}
