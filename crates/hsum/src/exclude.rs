//! The patterns of `--exclude`, which mean what they mean in a file `.gitignore`.

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A pattern, and whether it has matched something.
#[derive(Clone)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    matcher: Gitignore,
    has_matched: Arc<AtomicBool>,
}

impl Pattern {
    /// Parses a pattern. `./a` and `a//b` are written `/a` and `a/b`, which git demands.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (not, rest) = text.strip_prefix('!').map_or(("", text), |rest| ("!", rest));
        let rest = rest.strip_prefix('.').filter(|rest| rest.starts_with('/')).unwrap_or(rest);
        let mut line = not.to_owned();
        for (place, c) in rest.char_indices() {
            match c {
                '/' if line.ends_with('/') => {}
                // These would begin a comment, and be cut off.
                '#' if place == 0 && not.is_empty() => line += "\\#",
                ' ' if rest[place..].trim_end_matches(' ').is_empty() => line += "\\ ",
                _ => line.push(c),
            }
        }
        let mut builder = GitignoreBuilder::new(".");
        builder.allow_unclosed_class(false);
        let why = |error: ignore::Error| match error {
            ignore::Error::Glob { err, .. } => err,
            error => error.to_string(),
        };
        builder.add_line(None, &line).map_err(why)?;
        let matcher = builder.build().map_err(why)?;
        if matcher.is_empty() {
            return Err("an empty pattern matches nothing".to_owned());
        }
        Ok(Self { text: text.to_owned(), matcher, has_matched: Arc::default() })
    }

    /// Returns whether a path is left out, or included again by `!`, if the pattern matches it.
    fn says(&self, path: &Path, is_directory: bool) -> Option<bool> {
        let path = if self.text.is_ascii() { one_byte_each(path) } else { path.into() };
        let says = match self.matcher.matched(&path, is_directory) {
            Match::None => return None,
            Match::Ignore(_) => true,
            Match::Whitelist(_) => false,
        };
        self.has_matched.store(true, Ordering::Relaxed);
        Some(says)
    }

    /// Whether the pattern has matched something.
    pub(crate) fn has_matched(&self) -> bool {
        self.has_matched.load(Ordering::Relaxed)
    }
}

/// Returns whether a path below a directory is left out. The last pattern that matches it decides.
pub(crate) fn is_excluded(patterns: &[Pattern], path: &Path, is_directory: bool) -> bool {
    let says = patterns.iter().filter_map(|pattern| pattern.says(path, is_directory));
    // Each of them notes whether it has matched.
    says.fold(false, |_, last| last)
}

/// Returns a path in which each character beyond ASCII is one byte, because `?` and a class match a
/// byte. The byte is a control character, which no pattern contains.
fn one_byte_each(path: &Path) -> Cow<'_, Path> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.is_ascii() {
        return path.into();
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.extend(chunk.valid().chars().map(|c| if c.is_ascii() { c } else { '\u{1}' }));
        text.extend(chunk.invalid().iter().map(|_| '\u{1}'));
    }
    Cow::Owned(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;

    #[test]
    fn patterns() {
        for (pattern, path, expected) in [
            ("*.o", "a.o", true),
            ("*.o", "d/a.o", true),
            ("*.o", "a.of", false),
            ("target", "d/target", true),
            ("/a", "a", true),
            ("/a", "d/a", false),
            ("./a", "a", true),
            ("./a", "d/a", false),
            ("d//a", "d/a", true),
            ("//d///a", "d/a", true),
            ("d/*.o", "d/a.o", true),
            ("d/*.o", "d/e/a.o", false),
            ("d/*.o", "e/d/a.o", false),
            ("d/**/*.o", "d/e/a.o", true),
            ("[ab]?", "b1", true),
            ("{x,y}", "y", true),
            ("#a", "#a", true),
            ("a ", "a ", true),
            ("a ", "a", false),
            ("?", "ä", true),
            ("??", "ä", false),
            ("a?c", "a€c", true),
            ("[!a]", "😀", true),
            ("ä*", "äb", true),
            ("!a", "a", false),
        ] {
            let parsed = Pattern::parse(pattern).expect("a glob");
            let found = is_excluded(slice::from_ref(&parsed), Path::new(path), false);
            assert_eq!(found, expected, "{pattern} {path}");
            assert_eq!(parsed.has_matched(), expected || pattern == "!a", "{pattern} {path}");
        }
        // A slash at the end is for directories alone.
        let target = [Pattern::parse("target/").expect("a glob")];
        for (is_directory, expected) in [(true, true), (false, false)] {
            assert_eq!(is_excluded(&target, Path::new("d/target"), is_directory), expected);
        }
        // The last pattern that matches decides.
        let parse = |text| Pattern::parse(text).expect("a glob");
        for (order, expected) in [(["*.o", "!a.o"], false), (["!a.o", "*.o"], true)] {
            assert_eq!(is_excluded(&order.map(parse), Path::new("a.o"), false), expected);
        }
        for wrong in ["", "/", "//", "./", "!", "[", "{a", "a{", "[z-a]"] {
            assert!(Pattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
