//! What belongs to other programs, and which one.

use crate::algorithms::{self, ALGORITHMS};

/// Returns the program that computes a hash function of this name, in any case, if it is not one
/// of the table.
pub(crate) fn program(name: &str) -> Option<&'static str> {
    let name: String = name.to_ascii_lowercase().replace(['-', '_'], "");
    let name = name.strip_suffix("sum").unwrap_or(&name);
    Some(match name {
        "sha" | "sha1" => "sha1sum",
        "sha224" | "sha2224" => "sha224sum",
        "sha2" | "sha256" | "sha2256" => "sha256sum",
        "sha384" | "sha2384" => "sha384sum",
        "sha512" | "sha2512" => "sha512sum",
        "sha3" | "sha3224" | "sha3256" | "sha3384" | "sha3512" | "sm3" => "cksum",
        "blake2" | "b2" => "b2sum",
        "blake3" | "b3" => "b3sum",
        "crc" | "crc32" | "crc32b" | "crc32c" | "rmd160" | "ripemd160" | "tiger" | "whirlpool" => {
            "rhash"
        }
        _ if name.starts_with("blake2b") => "b2sum",
        _ if name.starts_with("xxh") => "xxhsum",
        _ => return None,
    })
}

/// Returns what a line that hsum cannot read looks like, and what checks it.
pub(crate) fn list_of(line: &[u8]) -> Option<&'static str> {
    if line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff") {
        return Some(
            "UTF-16, as PowerShell writes it: convert it to UTF-8, or write it by --output",
        );
    }
    if line.starts_with(b"%%%% HASHDEEP") {
        return Some("hashdeep's: hashdeep -a -k");
    }
    if line.starts_with(b"{\"") {
        return Some("JSON, which is not for --check: write the list without --json");
    }
    let line = line.strip_prefix(b"\\").unwrap_or(line);
    let (word, rest) = line.split_at(line.iter().position(|byte| *byte == b' ')?);
    let are_digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_hexdigit);
    let by = match word.len() {
        _ if !are_digits(word) || rest.iter().all(|byte| b" *".contains(byte)) => None,
        8 => Some("xxhsum's: xxhsum -c"),
        16 => Some("hsum's: hsum -c, or else xxhsum's: xxhsum -c"),
        32 => Some("md5sum's: hsum md5 -c"),
        40 => Some("sha1sum's: sha1sum -c"),
        56 => Some("sha224sum's: sha224sum -c"),
        64 => Some("sha256sum's: sha256sum -c, or else b3sum's: b3sum -c"),
        96 => Some("sha384sum's: sha384sum -c"),
        128 => Some("sha512sum's: sha512sum -c, or else b2sum's: b2sum -c"),
        _ => None,
    };
    if by.is_some() {
        return by;
    }
    if let Some((digest, parts)) = word.split_at_checked(32)
        && are_digits(digest)
        && parts.starts_with(b"-")
    {
        return Some("a list of ETags: hsum etag -c");
    }
    if word.starts_with(b"XXH") {
        return Some("xxhsum's: xxhsum -c");
    }
    let last = line.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    (are_digits(last) && last.len() == 8).then_some("rhash's or another list of CRC-32: rhash -c")
}

/// Returns what to do instead of giving this word as a command.
pub(crate) fn command(word: &str) -> Option<String> {
    Some(match word {
        "verify" | "validate" => "to verify a list: hsum check LIST".to_owned(),
        "audit" => "to compare a list with a directory: hsum check -r LIST DIR".to_owned(),
        "hash" | "sum" | "create" => "to hash files: hsum FILE...".to_owned(),
        "help" => "for help: hsum --help".to_owned(),
        "version" => "for the version: hsum --version".to_owned(),
        "md5sum" => "for what md5sum does: hsum md5".to_owned(),
        _ => match program(word) {
            Some(program) => format!("that function is computed by {program}"),
            None => {
                let algorithm = algorithms::find(word.as_bytes())?;
                format!("to hash files by it: hsum -a {} FILE...", algorithm.name)
            }
        },
    })
}

/// Returns the names of all algorithms, in columns.
pub(crate) fn columns() -> String {
    const COLUMNS: usize = 4;
    let width = ALGORITHMS.iter().map(|algorithm| algorithm.name.len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for row in ALGORITHMS.chunks(COLUMNS) {
        let names: String = row.iter().map(|a| format!("{:width$}", a.name)).collect();
        text += &format!("    {}\n", names.trim_end());
    }
    text
}
