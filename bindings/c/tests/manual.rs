//! Checks that the manual page `provenhash.3` has the text of the headers.
//! `PROVENHASH_WRITE_HEADERS=1 cargo test -p provenhash-c --test manual` writes it.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

const HEADER: &str = include_str!("../include/provenhash.h");
/// The other headers for programs, under the titles of their sections.
const OTHERS: [(&str, &str, &str); 2] = [
    ("TABLES OF ARROW", "provenhash/arrow.h", include_str!("../include/provenhash/arrow.h")),
    ("TEST SUITES OF HASHES", "provenhash/suite.h", include_str!("../include/provenhash/suite.h")),
];
const RULES: &str = include_str!("rules.txt");

/// Escapes a line of text for roff.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

/// Returns the text of the lines of a comment, without the asterisks.
fn text_of<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.trim_start_matches([' ', '/']).trim_start_matches('*');
        let line = line.strip_prefix(' ').unwrap_or(line).trim_end_matches("*/").trim_end();
        if line.is_empty() {
            text += ".PP\n";
        } else if let Some(item) = line.strip_prefix("- ") {
            let _ = writeln!(text, ".IP \\(bu 2\n{}", escaped(item));
        } else if let Some(code) = line.strip_prefix("  ")
            && line.ends_with([';', '{', '}'])
        {
            let _ = writeln!(text, ".br\n\\ \\ {}", escaped(code).replace(' ', "\\ "));
        } else {
            let _ = writeln!(text, "{}", escaped(line.trim_start()));
        }
    }
    text.trim_start_matches(".PP\n").trim_end_matches(".PP\n").to_owned()
}

/// Returns the documented declarations of a header, with the lines of their comments.
fn declarations(header: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let (mut all, mut lines) = (Vec::new(), header.lines());
    while let Some(line) = lines.next() {
        if line != "/**" {
            continue;
        }
        let comment: Vec<_> = lines.by_ref().take_while(|line| *line != " */").collect();
        let mut declaration = Vec::new();
        for line in lines.by_ref().filter(|line| *line != "PH_MUST_USE") {
            declaration.push(line);
            let block = declaration[0].ends_with('{');
            let ends = line.starts_with('}') || !block && line.ends_with(';');
            if ends || declaration[0].starts_with('#') {
                break;
            }
        }
        all.push((comment, declaration));
    }
    all
}

/// Returns the name that a declaration declares.
fn name<'a>(declaration: &[&'a str]) -> &'a str {
    let first = declaration[0];
    let last = declaration[declaration.len() - 1];
    let word = |text: &'a str| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        text.rsplit(|c| !is_word(c)).find(|word| !word.is_empty()).unwrap_or_default()
    };
    if first.starts_with('#') {
        first.split(' ').nth(1).unwrap_or_default()
    } else if let Some((_, pointer)) = first.split_once("(*") {
        word(pointer.split(')').next().unwrap_or_default())
    } else if let Some((before, _)) = first.split_once('(') {
        word(before)
    } else if last.starts_with('}') && last.len() > 2 {
        word(last)
    } else {
        word(first)
    }
}

/// Decides by the first line of a declaration whether a section has it.
type Shown = fn(&str) -> bool;

fn is_function(first: &str) -> bool {
    !first.starts_with(['#', 't', '}'])
}

fn is_type(first: &str) -> bool {
    first.starts_with('t')
}

fn is_constant(first: &str) -> bool {
    first.starts_with('#')
}

/// Returns the declarations of a header that are shown, and their text.
fn section(header: &str, shown: Shown) -> String {
    let mut text = String::new();
    for (comment, declaration) in declarations(header) {
        if !shown(declaration[0]) {
            continue;
        }
        let _ = writeln!(text, ".SS {}\n.nf", name(&declaration));
        for line in &declaration {
            // The comments of members are part of the declaration.
            let _ = writeln!(text, "{}", escaped(line));
        }
        let _ = write!(text, ".fi\n.PP\n{}", text_of(comment.into_iter()));
    }
    text
}

fn page() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut page = format!(
        ".\\\" Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0\n\
         .\\\" Made from the headers; see bindings/c/tests/manual.rs.\n\
         .TH PROVENHASH 3 \"\" \"provenhash {version}\" \"Library functions\"\n\
         .SH NAME\nprovenhash \\- keyed and universal hashes, each with a bound or a stated claim\n\
         .SH SYNOPSIS\n.nf\n.B #include <provenhash.h>\n\n\
         cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs provenhash)\n.fi\n.SH DESCRIPTION\n"
    );
    page += &text_of(RULES.lines().filter(|line| !matches!(*line, "/*" | " */" | "")).skip(2));
    for (title, shown) in
        [("FUNCTIONS", is_function as Shown), ("TYPES", is_type), ("CONSTANTS", is_constant)]
    {
        let _ = writeln!(page, ".SH {title}");
        page += &section(HEADER, shown);
    }
    for (title, name, header) in OTHERS {
        let _ = writeln!(page, ".SH {title}\n.nf\n.B #include <{name}>\n.fi");
        for shown in [is_function, is_type, is_constant] {
            page += &section(header, shown);
        }
    }
    page + ".SH SEE ALSO\nThe README in /usr/share/doc/provenhash, or below the prefix of the installation.\n"
}

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("provenhash.3");
    let page = page();
    if env::var_os("PROVENHASH_WRITE_HEADERS").is_some() {
        fs::write(&path, &page).expect("the file is writable");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "{} differs from the headers: see tests/manual.rs", path.display());
}

/// Every function of the headers has a section.
#[test]
fn the_page_has_every_function() {
    let page = page();
    let mut functions = 0;
    for header in [HEADER].into_iter().chain(OTHERS.map(|(_, _, header)| header)) {
        for (before, _) in header.match_indices('(').map(|(at, _)| header.split_at(at)) {
            let name = before.rsplit([' ', '*', '\n']).next().unwrap_or_default();
            if name.starts_with("ph_") && !name.trim_end_matches(')').ends_with("_t") {
                let in_comment =
                    before.lines().next_back().is_some_and(|line| line.starts_with(" *"));
                if !in_comment {
                    assert!(page.contains(&format!(".SS {name}\n")), "{name}");
                    functions += 1;
                }
            }
        }
    }
    assert!(functions > 60, "{functions}");
}
