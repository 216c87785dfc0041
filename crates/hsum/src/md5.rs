//! `hsum md5`: what the coreutils' `md5sum` does, in less time.
//!
//! The same arguments and files give the standard output and exit status of coreutils 9.11. The
//! texts of complaints differ.

use crate::algorithms::Algorithm;
use crate::check::{self, Hashers, Rules};
use crate::cli::{KeyArgs, Md5Args};
use crate::hash;
use crate::input::{Input, Names, Places};
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::sums::{Format, Reader, Style};
use std::slice;

pub(crate) fn run(args: &Md5Args, out: &mut Output) -> Result<(), Failure> {
    let algorithm = Algorithm::find("md5").ok_or_else(|| Failure::new("md5", "not built in"))?;
    let hasher = Material::Public.hasher(algorithm, None, args.backend)?;
    if args.check {
        let hashers = Hashers::new(&KeyArgs::default(), None, None, None, args.backend)?;
        let rules = Rules { verdicts: &args.verdicts, complete: false, json: false, is_md5: true };
        check::check(
            &args.files,
            |list| Reader::only(algorithm, matches!(list, Input::Stdin(_))),
            hashers,
            rules,
            &args.walk,
            out,
        )?;
    } else {
        let style = match args {
            Md5Args { tag: true, .. } => Style::Tagged,
            Md5Args { binary: true, .. } => Style::Binary,
            _ => Style::Plain,
        };
        let format = Format { zero: args.zero, ..Format::new(style) };
        let mut left_out = Places::of_stdout();
        out.write_to(args.output.as_deref(), &mut left_out)?;
        let names =
            Names { names: &args.files, walk: &args.walk, as_md5sum: true, left_out: &left_out };
        hash::print(&names, &[algorithm], slice::from_ref(&hasher), format, None, out);
    }
    Ok(())
}
