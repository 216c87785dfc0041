//! The output of the program.

use datafusion::error::DataFusionError;

/// Returns the reason of a failure, on one line and without details for developers.
pub(crate) fn reason(error: &DataFusionError) -> String {
    let text = error.strip_backtrace();
    let text = text.strip_prefix("Execution error: ").unwrap_or(&text);
    without_number(text).replace('\n', " ")
}

/// Returns the text of an operating-system error without its number.
pub(crate) fn without_number(text: &str) -> String {
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Writes a line to standard output. A closed pipe is not an error, because its reader needs no
/// more.
pub(crate) fn line(text: &str) -> datafusion::error::Result<()> {
    use std::io::{ErrorKind, Write};
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(1),
        result => Ok(result?),
    }
}
