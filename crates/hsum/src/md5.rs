//! `hsum md5`: what the coreutils' `md5sum` does, in less time.
//!
//! Standard output and the exit status are the same for the same arguments and files; complaints
//! have words of their own.

use crate::algorithms::Algorithm;
use crate::check::{self, Rules};
use crate::cli::Md5Args;
use crate::hash;
use crate::input::Names;
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::sums::{Format, Reader};
use std::slice;

pub(crate) fn run(args: &Md5Args, out: &mut Output) -> Result<(), Failure> {
    let algorithm = Algorithm::find(b"md5").ok_or_else(|| Failure::new("md5", "not built in"))?;
    let hasher = Material::Public.hasher(algorithm, None, args.backend)?;
    if args.check {
        let rules = Rules {
            quiet: args.quiet,
            status: args.status,
            ignore_missing: args.ignore_missing,
            strict: args.strict,
            named: if args.warn { u64::MAX } else { 0 },
            escape_lines_only: true,
        };
        let reader = || Reader::only(algorithm);
        let hashers = [(algorithm.name, Ok(hasher))].into();
        check::check(&args.files, reader, hashers, rules, out);
    } else {
        let format = Format { tag: args.tag, zero: args.zero, bits: None, binary: args.binary };
        let names = Names { names: &args.files, recursive: args.recursive, stdin_again: true };
        hash::print(&names, &[algorithm], slice::from_ref(&hasher), format, out);
    }
    Ok(())
}
