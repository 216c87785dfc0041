//! Appends a tag to each line of a log, under a secret key, and finds the first line that was
//! changed, removed, moved or inserted.
//!
//! ```text
//! (umask 077; head -c 32 /dev/urandom > KEYFILE)
//! cargo run --release -p examples --example signed_log -- sign KEYFILE < plain.log > signed.log
//! cargo run --release -p examples --example signed_log -- verify KEYFILE < signed.log
//! ```
//!
//! A tag is the HighwayHash-128 of all lines so far, so it authenticates the earlier lines too. The
//! hasher continues after each tag: every line is hashed once, however long the log. Without the
//! key (32 bytes) nobody can compute a tag. Tags cannot show that lines are missing at the end: to
//! detect that, keep the last tag elsewhere.

use highwayhash::{HighwayHasher, Key};
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["sign", key_file] => {
            read(key_file).and_then(|key| sign(&key, input, output).map_err(|e| e.to_string()))
        }
        ["verify", key_file] => {
            read(key_file).and_then(|key| match verify(&key, input).map_err(|e| e.to_string())? {
                Ok(lines) => {
                    writeln!(io::stderr(), "{lines} lines are unchanged").map_err(|e| e.to_string())
                }
                Err(line) => Err(format!("line {line} is not the line that was signed")),
            })
        }
        _ => Err("usage: signed_log sign|verify KEYFILE".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn read(key_file: &str) -> Result<Key, String> {
    examples::read_key(Path::new(key_file)).map(|bytes| Key::from_bytes(&bytes))
}

/// Copies each line, preceded by its tag.
fn sign(key: &Key, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut so_far = HighwayHasher::new(key);
    for line in input.split(b'\n') {
        let line = line?;
        output.write_all(tag(&mut so_far, &line).as_bytes())?;
        output.write_all(b" ")?;
        output.write_all(&line)?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

/// Returns the number of lines if all tags are right, else the first line with a wrong tag, counted
/// from 1.
fn verify(key: &Key, input: impl BufRead) -> io::Result<Result<usize, usize>> {
    let mut so_far = HighwayHasher::new(key);
    let mut count = 0;
    for line in input.split(b'\n') {
        let line = line?;
        count += 1;
        let genuine = line.split_at_checked(33).is_some_and(|(found, line)| {
            let right = tag(&mut so_far, line) + " ";
            // All bytes are compared, so that the time does not reveal where they differ. Hidden
            // from the compiler, which could otherwise stop at the first one.
            let pairs = found.iter().zip(right.as_bytes());
            pairs.fold(0, |difference, (a, b)| black_box(difference | (a ^ b))) == 0
        });
        if !genuine {
            return Ok(Err(count));
        }
    }
    Ok(Ok(count))
}

/// Appends a line and its newline to the hash so far, and returns the tag as 32 digits.
fn tag(so_far: &mut HighwayHasher, line: &[u8]) -> String {
    so_far.update(line);
    so_far.update(b"\n");
    let [low, high] = so_far.finalize128();
    format!("{low:016x}{high:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed() -> Vec<u8> {
        let mut signed = Vec::new();
        sign(&Key::from_seed(1), &b"one\ntwo\n\nfour"[..], &mut signed)
            .expect("writing to memory succeeds");
        signed
    }

    #[test]
    fn what_was_signed_is_genuine() {
        let checked =
            verify(&Key::from_seed(1), &signed()[..]).expect("reading from memory succeeds");
        assert_eq!(checked, Ok(4));
        let checked =
            verify(&Key::from_seed(2), &signed()[..]).expect("reading from memory succeeds");
        assert_eq!(checked, Err(1), "a different key");
    }

    #[test]
    fn what_was_changed_is_found() {
        let signed = signed();
        let lines: Vec<&[u8]> = signed.split_inclusive(|b| *b == b'\n').collect();
        let check = |log: &[&[u8]]| {
            verify(&Key::from_seed(1), &log.concat()[..]).expect("reading from memory succeeds")
        };
        let [a, b, c, d] = lines[..] else { panic!("the log has four lines") };
        assert_eq!(check(&[a, c, b, d]), Err(2), "moved");
        assert_eq!(check(&[a, b, d]), Err(3), "removed");
        assert_eq!(check(&[a, b, b, c, d]), Err(3), "twice");
        assert_eq!(check(&[a, b, b"no tag\n", c, d]), Err(3), "inserted");
        for at in 0..signed.len() - 1 {
            let mut changed = signed.clone();
            changed[at] ^= 1;
            let line = signed[..at].split(|b| *b == b'\n').count();
            let found =
                verify(&Key::from_seed(1), &changed[..]).expect("reading from memory succeeds");
            // Without its newline, a line does not match either.
            assert_eq!(found, Err(line), "byte {at}");
        }
        assert_eq!(check(&[a, b]), Ok(2), "lines missing at the end are not detected");
    }
}
