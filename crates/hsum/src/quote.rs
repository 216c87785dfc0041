//! Text that a terminal can show: names in messages, quoted as the coreutils quote them, and
//! output.

use std::borrow::Cow;
use std::ffi::OsStr;

/// Quotes a name so that a terminal can show it and a shell can read it. A name without special
/// characters is unchanged. Others are written in the coreutils' style `shell-escape`:
/// `'a'$'\033''[31m'`.
///
/// Bytes that are not UTF-8, control characters and invisible characters, such as those that
/// reverse the direction of text, become escapes. The result contains no line end.
///
/// Before a name that contains both an apostrophe and an escape, coreutils 9.1 put two more quotes,
/// which mean nothing, or omit a `$`, which changes the name. This function does neither.
pub(crate) fn quote(name: &OsStr) -> String {
    let name = name.as_encoded_bytes();
    if let Ok(text) = str::from_utf8(name)
        && text.chars().all(is_visible)
    {
        let is_brace = matches!(text, "{" | "}");
        if !text.is_empty() && !is_brace && text.char_indices().all(|(i, c)| is_plain(i, c)) {
            return text.to_owned();
        }
        // The coreutils put double quotes around a name with an apostrophe and nothing worse.
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

/// A text in single quotes, without the last of them.
struct Quoted {
    text: String,
    /// Whether the text ends in an open `$'…`, where escapes have a meaning.
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
            self.text += &escape(*byte);
        }
    }
}

/// Returns the escape of a byte, as it stands in a shell's `$'…'`.
fn escape(byte: u8) -> Cow<'static, str> {
    match byte {
        7 => "\\a".into(),
        8 => "\\b".into(),
        b'\t' => "\\t".into(),
        b'\n' => "\\n".into(),
        11 => "\\v".into(),
        12 => "\\f".into(),
        b'\r' => "\\r".into(),
        byte => format!("\\{byte:03o}").into(),
    }
}

/// Escapes all of an output that is not visible text or a line feed, so that a name in it cannot
/// control the terminal. Without quotes, because only a reader of whole lines knows where the name
/// ends.
pub(crate) fn shown(output: &[u8]) -> Cow<'_, [u8]> {
    let is_shown = |c| c == '\n' || is_visible(c);
    if str::from_utf8(output).is_ok_and(|text| text.chars().all(is_shown)) {
        return output.into();
    }
    let mut text = String::new();
    for chunk in output.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_shown(c) {
                text.push(c);
            } else {
                text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(escape));
            }
        }
        text.extend(chunk.invalid().iter().copied().map(escape));
    }
    text.into_bytes().into()
}

/// Whether a terminal shows the character, by itself or on the character before it.
pub(crate) fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // The standard library contains the tables: after a letter, it escapes only what is invisible.
    String::from_iter(['a', c]).escape_debug().count() == 2
}

/// Whether a visible character at this place of a name means nothing to a shell.
const fn is_plain(place: usize, c: char) -> bool {
    match c {
        '#' | '~' => place > 0,
        // A colon would look like the end of the name in a message.
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

    #[test]
    fn outputs_as_a_terminal_gets_them() {
        for (output, expected) in [
            (&b"00  a b'\\\n"[..], &b"00  a b'\\\n"[..]),
            (b"a\x1b[31m: OK\n", b"a\\033[31m: OK\n"),
            (b"\r\t\x07\0\xff", b"\\r\\t\\a\\000\\377"),
            ("\u{202e}ä\u{9b}".as_bytes(), "\\342\\200\\256ä\\302\\233".as_bytes()),
        ] {
            assert_eq!(&*shown(output), expected);
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
