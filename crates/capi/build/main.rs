//! Makes the functions of the C library from templates, so that all algorithms have the same ones.
//!
//! A template is Rust text in which a word that starts with X stands for something of the
//! algorithm: `XNAME` for its name, `XKEYTYPE` for the Rust type of its keys. The rows of
//! [`families`] say what. The results are one file a family, which `lib.rs` includes and the
//! headers are generated from.

use std::path::Path;
use std::{env, fs};

mod families;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/templates");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        // The name under which programs look for it, which changes when a version breaks them.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libprovenhash.so.0");
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    for (family, functions) in families::all() {
        let path = Path::new(&out).join(family).with_extension("rs");
        let prelude = if family == "suite" { "" } else { PRELUDE };
        fs::write(path, format!("{prelude}{}", refill(&functions))).expect("a file of the build");
    }
}

/// What every family uses.
const PRELUDE: &str = "\
#[allow(unused_imports, reason = \"no family has functions of every template\")]
use crate::{batch, key, key::KeyType as _, object::Shared, oneshot, part, stream};
use crate::status::{ph_status_t, run};
use core::ffi::{c_char, c_void};

";

/// What the words of a template stand for.
type Words<'a> = &'a [(&'a str, &'a str)];

/// A template with its words replaced by those of the last list that has them.
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
        let (_, value) = value.unwrap_or_else(|| panic!("{word} stands for nothing: {words:?}"));
        // What stands for a word may contain others, as the docs of a key do.
        out.push_str(value);
        rest = after;
    }
    out + rest + "\n"
}

/// The text with its paragraphs of docs filled again to 100 columns, which words of any length have
/// made ragged.
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
