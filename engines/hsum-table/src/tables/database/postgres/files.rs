//! The formats of password files and service files, as libpq reads them.

/// Returns the password that a password file has for a host, port, database and user.
///
/// A line has these four and the password between colons. A field `*` stands for all values, and
/// a backslash takes its special meaning from the next character. The first line that fits counts.
pub(super) fn password(file: &[u8], wanted: [&[u8]; 4]) -> Option<Vec<u8>> {
    let lines = file.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#"));
    lines.map(without_line_end).find_map(|line| {
        let mut rest = line;
        for value in wanted {
            let (field, is_any, after) = first_field(rest);
            if !is_any && field != value {
                return None;
            }
            rest = after?;
        }
        Some(first_field(rest).0)
    })
}

fn without_line_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns a field without its escapes, whether it stands for all values, and what follows its
/// colon.
fn first_field(line: &[u8]) -> (Vec<u8>, bool, Option<&[u8]>) {
    let mut field = Vec::new();
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match (byte, line.get(at + 1)) {
            (b':', _) => break,
            (b'\\', Some(&escaped)) => {
                field.push(escaped);
                at += 1;
            }
            _ => field.push(byte),
        }
        at += 1;
    }
    (
        field,
        &line[..at.min(line.len())] == b"*",
        line.get(at + 1..).filter(|_| line.get(at) == Some(&b':')),
    )
}

/// The names and values of a service.
pub(super) type Lines<'a> = Vec<(&'a [u8], &'a [u8])>;

/// Returns the lines `name=value` of a service file after the line `[service]`. The error is the
/// number of a line there that has no `=`.
pub(super) fn service<'a>(file: &'a [u8], service: &[u8]) -> Result<Option<Lines<'a>>, usize> {
    let mut found = None;
    for (number, line) in (1_usize..).zip(file.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        if let Some(rest) = line.strip_prefix(b"[") {
            if found.is_some() {
                break;
            }
            if rest.strip_prefix(service).is_some_and(|rest| rest.starts_with(b"]")) {
                found = Some(Vec::new());
            }
        } else if let Some(lines) = &mut found {
            let equals = line.iter().position(|byte| *byte == b'=').ok_or(number)?;
            lines.push((&line[..equals], &line[equals + 1..]));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &[u8]) -> Vec<u8> {
        let special =
            |byte: &u8| if b":\\".contains(byte) { vec![b'\\', *byte] } else { vec![*byte] };
        text.iter().flat_map(special).collect()
    }

    /// Returns all texts of at most `length` of these characters.
    fn texts(length: usize) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..length {
            let longer = |text: &Vec<u8>| {
                b":\\*#a".iter().map(|c| [&text[..], &[*c]].concat()).collect::<Vec<_>>()
            };
            last = last.iter().flat_map(longer).collect();
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn every_text_can_be_escaped() {
        let others = texts(2);
        for text in texts(4) {
            // The sign of a comment at the start is no special character later.
            let written = escaped(&text);
            let line = |place: usize| {
                let mut fields = [&b"h"[..], b"1", b"d", b"u"];
                // `*` alone stands for all values, and cannot be escaped otherwise.
                let any = if text == b"*" { b"\\*".to_vec() } else { written.clone() };
                fields[place] = &any;
                [fields.join(&b':'), b"secret".to_vec()].join(&b':')
            };
            for place in 0..4 {
                if place == 0 && text.starts_with(b"#") {
                    continue;
                }
                let found = |value: &[u8]| {
                    let mut wanted = [&b"h"[..], b"1", b"d", b"u"];
                    wanted[place] = value;
                    password(&line(place), wanted)
                };
                assert_eq!(found(&text).as_deref(), Some(&b"secret"[..]), "{text:?}");
                for other in others.iter().filter(|other| **other != text) {
                    assert_eq!(found(other), None, "{text:?} {other:?}");
                }
            }
            // The password, with and without what follows its end.
            for end in ["", "\n", "\r\n", ":more\n"] {
                let file = [b"h:1:d:u:", &written[..], end.as_bytes()].concat();
                assert_eq!(
                    password(&file, [b"h", b"1", b"d", b"u"]),
                    Some(text.clone()),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn the_first_line_that_fits_counts() {
        let file =
            b"# h:1:d:u:comment\n\nshort\nh:1:d\nother:1:d:u:no\nh:*:d:u:first\n*:*:*:*:last\n";
        let of = |host: &[u8], user: &[u8]| password(file, [host, b"1", b"d", user]);
        assert_eq!(of(b"h", b"u").as_deref(), Some(&b"first"[..]));
        assert_eq!(of(b"h", b"v").as_deref(), Some(&b"last"[..]));
        assert_eq!(of(b"other", b"u").as_deref(), Some(&b"no"[..]));
        // Part of a name is no name, and neither is a pattern.
        assert_eq!(password(b"h*:1:d:u:p", [b"hh", b"1", b"d", b"u"]), None);
        assert_eq!(password(b"hh:1:d:u:p", [b"h", b"1", b"d", b"u"]), None);
        assert_eq!(
            password(b"h:1:d:u:a\\", [b"h", b"1", b"d", b"u"]).as_deref(),
            Some(&b"a\\"[..])
        );
        assert_eq!(password(b"h:1:d:u", [b"h", b"1", b"d", b"u"]), None);
    }

    #[test]
    fn services_are_groups_of_lines() {
        let file = b"# all\nhost=none\n[old]\n  host=a \nport=1\r\n\n#user=x\n[new]\nhost=b\noptions=-c a=b\n[old]\nport=2\n";
        let of = |name: &[u8]| service(file, name);
        assert_eq!(of(b"old"), Ok(Some(vec![(&b"host"[..], &b"a"[..]), (b"port", b"1")])));
        assert_eq!(of(b"new"), Ok(Some(vec![(&b"host"[..], &b"b"[..]), (b"options", b"-c a=b")])));
        assert_eq!(of(b"ol"), Ok(None));
        assert_eq!(of(b"olds"), Ok(None));
        assert_eq!(service(b"[a]\nhost\n", b"a"), Err(2));
        assert_eq!(service(b"[b]\nhost\n[a]\n", b"a"), Ok(Some(Vec::new())));
    }
}
