//! Small programs, each for one common task; see the folder `examples` of this package. The library
//! runs the README's examples as tests, and reads the key files of the programs.
#![cfg_attr(doctest, doc = include_str!("../../README.md"))]

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads a key of N bytes from a file. Secret keys are never arguments of a program: every user of
/// the machine can read those, and shells store them. A file of mode 0600 comes from
/// `(umask 077; head -c 32 /dev/urandom > KEYFILE)`.
///
/// # Errors
/// Returns a message unless the file can be read and has N bytes.
pub fn read_key<const N: usize>(path: &Path) -> Result<[u8; N], String> {
    let name = path.display();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(N as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("{name}: {error}"))?;
    let found = bytes.len();
    bytes.try_into().map_err(|_| match found > N {
        true => format!("{name}: the key has more than {N} bytes, the program needs {N}"),
        false => format!("{name}: the key has {found} bytes, the program needs {N}"),
    })
}
