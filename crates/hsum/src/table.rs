//! `hsum table` runs the program `hsum-table`, as `git` and `cargo` run their subcommands.
//!
//! Engines for tables are a hundred times the size of this program, so they are built separately.

use crate::cli::TableArgs;
use crate::input;
use crate::output::{Failure, Output};
use crate::streams::STDOUT;
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The exit status for failures other than different tables, as in `diff`.
const TROUBLE: u8 = 2;

/// Replaces this program by `hsum-table` with the arguments. Returns only if that is impossible.
pub(crate) fn run(args: &TableArgs) -> ExitCode {
    // The standard library opened `/dev/null` in place of a closed stream, and the other program
    // would write its results there.
    let failure = if let Err(error) = { STDOUT }.write(&[]) {
        Failure::new("standard output", input::reason(&error))
    } else {
        let program = program();
        let mut command = Command::new(&program);
        match become_it(command.args(&args.args)) {
            Ok(status) => return status,
            Err(error) if error.kind() == ErrorKind::NotFound => Failure::new(
                "table",
                "the program hsum-table is neither beside hsum nor in PATH; it is built \
                 separately: cargo build --release --manifest-path engines/Cargo.toml -p \
                 hsum-table",
            ),
            Err(error) => Failure::of_file(program, input::reason(&error)),
        }
    };
    let mut out = Output::new();
    out.complain(&failure);
    let _ = out.finish();
    ExitCode::from(TROUBLE)
}

/// Returns the path of the program beside this one, or else a name to search for in PATH.
fn program() -> OsString {
    let name = format!("hsum-table{}", env::consts::EXE_SUFFIX);
    let beside = |this: PathBuf| Some(this.parent()?.join(&name)).filter(|path| path.is_file());
    env::current_exe().ok().and_then(beside).map_or_else(|| name.clone().into(), Into::into)
}

#[cfg(unix)]
fn become_it(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> io::Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(TROUBLE)))
}
