//! What the program prints.

use datafusion::error::DataFusionError;

/// Why something failed, on one line and without what only a developer wants to know.
pub(crate) fn reason(error: &DataFusionError) -> String {
    let text = error.strip_backtrace();
    let text = text.strip_prefix("Execution error: ").unwrap_or(&text);
    without_number(text).replace('\n', " ")
}

/// The text of an error of the operating system without its number.
pub(crate) fn without_number(text: &str) -> String {
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Writes a line to standard output. Whoever stops reading wants no more of it, so that is no
/// trouble.
pub(crate) fn line(text: &str) -> datafusion::error::Result<()> {
    use std::io::{ErrorKind, Write};
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(1),
        result => Ok(result?),
    }
}
