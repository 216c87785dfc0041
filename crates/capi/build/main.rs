//! Expands the functions of the C library from templates, so that all algorithms have the same
//! ones.
//!
//! A template is Rust text in which a word that starts with X is a placeholder: `XNAME` for the
//! name of the algorithm, `XKEYTYPE` for the Rust type of its keys. The rows of [`families`] give
//! the replacements. The result is one file per family, which `lib.rs` includes and from which the
//! headers are generated.

use std::path::Path;
use std::{env, fs};

mod families;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/templates");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        // Programs look for the library under this name. It changes when a version breaks them.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libprovenhash.so.0");
    }
    let out = env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR");
    for (family, functions) in families::all() {
        let path = Path::new(&out).join(family).with_extension("rs");
        let prelude = if family == "suite" { "" } else { PRELUDE };
        fs::write(path, format!("{prelude}{}", refill(&functions)))
            .expect("the build folder is writable");
    }
}

/// The code that every family uses.
const PRELUDE: &str = "\
#[allow(unused_imports, reason = \"no family has functions of every template\")]
use crate::{batch, key, key::KeyType as _, object::Shared, oneshot, part, stream};
use crate::status::{ph_status_t, run};
use core::ffi::{c_char, c_void};

";

/// The replacements of a template's placeholders.
type Words<'a> = &'a [(&'a str, &'a str)];

/// Replaces the words of a template, each by the last list that has it.
fn expand(template: &str, words: &[Words<'_>]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('X') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let end = after
            .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit()))
            .unwrap_or(after.len());
        let (word, after) = after.split_at(end);
        let value = words.iter().rev().flat_map(|list| list.iter()).find(|(w, _)| *w == &word[1..]);
        let (_, value) = value.unwrap_or_else(|| panic!("no replacement for {word} in {words:?}"));
        // A replacement may contain other placeholders, as the docs of a key do.
        out.push_str(value);
        rest = after;
    }
    out + rest + "\n"
}

/// Fills the doc paragraphs of the text to 100 columns, because replacements of any length have
/// made them ragged.
fn refill(text: &str) -> String {
    let mut out = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("/// ") {
            Some(docs) => paragraph.extend(docs.split(' ')),
            None => {
                let mut width = usize::MAX;
                for word in paragraph.drain(..) {
                    if width.saturating_add(1 + word.len()) > 100 {
                        out.push_str(if width == usize::MAX { "///" } else { "\n///" });
                        width = 3;
                    }
                    out.extend([" ", word]);
                    width += 1 + word.len();
                }
                if width != usize::MAX {
                    out.push('\n');
                }
                out.extend([line, "\n"]);
            }
        }
    }
    out
}
