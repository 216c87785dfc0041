//! Names in messages, quoted as the coreutils quote them.

use std::ffi::OsStr;

/// Quotes a name so that a terminal can show it and a shell can read it. A name without special
/// characters is unchanged; others have the coreutils' style `shell-escape`, `'a'$'\033''[31m'`.
///
/// Bytes that are not UTF-8, control characters and invisible characters, such as those that
/// reverse the direction of writing, become octal escapes. The result has no line end.
///
/// The coreutils begin a name that has both an apostrophe and an escape with two more quotes, which
/// mean nothing; this does not.
pub(crate) fn quote(name: &OsStr) -> String {
    let name = name.as_encoded_bytes();
    if let Ok(text) = str::from_utf8(name)
        && text.chars().all(is_visible)
    {
        let is_brace = matches!(text, "{" | "}");
        if !text.is_empty() && !is_brace && text.char_indices().all(|(i, c)| is_plain(i, c)) {
            return text.to_owned();
        }
        // The coreutils' nicer form of names that have an apostrophe and nothing worse.
        let is_apostrophe = |c| matches!(c, '\'' | ' ' | ':');
        let fits = |(i, c)| is_apostrophe(c) || (is_plain(i, c) && !"#~{}".contains(c));
        if text.contains('\'') && text.char_indices().all(fits) {
            return format!("\"{text}\"");
        }
    }
    let mut quoted = Quoted { text: "'".to_owned(), is_escaping: false };
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_visible(c) { quoted.show(c) } else { quoted.escape(c.encode_utf8(&mut [0; 4])) }
        }
        quoted.escape(chunk.invalid());
    }
    quoted.text + "'"
}

/// A text in single quotes, without the last.
struct Quoted {
    text: String,
    /// The text ends in an open `$'…`, where escapes mean something.
    is_escaping: bool,
}

impl Quoted {
    fn show(&mut self, c: char) {
        if c == '\'' {
            self.text += "'\\''";
        } else {
            self.text += if self.is_escaping { "''" } else { "" };
            self.text.push(c);
        }
        self.is_escaping = false;
    }

    fn escape(&mut self, bytes: impl AsRef<[u8]>) {
        for byte in bytes.as_ref() {
            self.text += if self.is_escaping { "" } else { "'$'" };
            self.is_escaping = true;
            match byte {
                7 => self.text += "\\a",
                8 => self.text += "\\b",
                b'\t' => self.text += "\\t",
                b'\n' => self.text += "\\n",
                11 => self.text += "\\v",
                12 => self.text += "\\f",
                b'\r' => self.text += "\\r",
                byte => self.text += &format!("\\{byte:03o}"),
            }
        }
    }
}

/// Whether a terminal shows the character as a form of its own or on that of the one before.
pub(crate) fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // The standard library has the tables: after a letter it escapes invisible characters only.
    String::from_iter(['a', c]).escape_debug().count() == 2
}

/// Whether a visible character at this place of a name means nothing to a shell.
const fn is_plain(place: usize, c: char) -> bool {
    match c {
        '#' | '~' => place > 0,
        // A colon ends the name in a message.
        ':' | '?' | '\\' | ' ' | '!' | '"' | '$' | '&' | '\'' | '(' | ')' | '*' | ';' | '<'
        | '=' | '>' | '[' | '^' | '`' | '|' => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_the_coreutils_write_them() {
        for (name, quoted) in [
            ("a", "a"),
            ("", "''"),
            ("-x/y.z", "-x/y.z"),
            ("ä", "ä"),
            ("a b", "'a b'"),
            ("a:b", "'a:b'"),
            ("a\\b", "'a\\b'"),
            ("#a", "'#a'"),
            ("a#", "a#"),
            ("{", "'{'"),
            ("a{", "a{"),
            ("it's", "\"it's\""),
            ("it's a:b", "\"it's a:b\""),
            ("it's$", "'it'\\''s$'"),
            ("a\u{1b}[31m", "'a'$'\\033''[31m'"),
            ("a\n", "'a'$'\\n'"),
            ("\na", "''$'\\n''a'"),
            ("\u{1}\u{2}b", "''$'\\001\\002''b'"),
            ("a\u{9b}31m", "'a'$'\\302\\233''31m'"),
            ("a'\n", "'a'\\'''$'\\n'"),
            ("\u{202e}", "''$'\\342\\200\\256'"),
        ] {
            assert_eq!(quote(OsStr::new(name)), quoted, "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn any_bytes_become_one_visible_line() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(quote(OsStr::from_bytes(b"\xffb")), "''$'\\377''b'");
        for first in 0..=255 {
            for second in 0..=255 {
                let quoted = quote(OsStr::from_bytes(&[first, second]));
                assert!(quoted.chars().all(is_visible), "{quoted:?}");
            }
        }
    }
}
