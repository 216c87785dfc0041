//! Stores files as chunks, each of which once however many files contain it, and restores them.
//!
//! ```text
//! (umask 077; head -c 32 /dev/urandom > KEYFILE)
//! cargo run --release -p examples --example dedup -- store KEYFILE STORE < FILE
//! cargo run --release -p examples --example dedup -- restore KEYFILE STORE NAME > FILE
//! ```
//!
//! `store` prints the name of the file, which `restore` takes. A chunk's name is its CLMAC tag, and
//! the list of the names is a chunk too. Whoever reads the store sees names of chunks, and may have
//! chosen the chunks, so the hash must be a MAC: names by a universal hash give collisions without
//! the key, as `tests/visible.rs` shows. The key stays secret, because whoever has it can make
//! collisions. Names reveal only which chunks are equal. `restore` checks every tag, so a changed
//! chunk is an error.

use clmac::{Key, tag, verify};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const CHUNK_BYTES: u64 = 64 << 10;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["store", key_file, store] => open(key_file, store).and_then(|store| {
            let name = store.put_file(&mut io::stdin().lock())?;
            writeln!(io::stdout(), "{}", digits(&name)).map_err(|e| e.to_string())
        }),
        ["restore", key_file, store, name] => open(key_file, store).and_then(|store| {
            let name = parse(name).ok_or("NAME has 32 hexadecimal digits")?;
            store.get_file(&name, &mut io::stdout().lock())
        }),
        _ => Err("usage: dedup store KEYFILE STORE < FILE, or \
                  dedup restore KEYFILE STORE NAME > FILE"
            .to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// A name of a chunk: its tag.
type Name = [u8; 16];

fn digits(name: &Name) -> String {
    format!("{:032x}", u128::from_be_bytes(*name))
}

fn parse(text: &str) -> Option<Name> {
    let all_digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    u128::from_str_radix(text, 16).ok().filter(|_| all_digits).map(u128::to_be_bytes)
}

/// A folder with a file for each chunk.
struct Store {
    key: Key,
    folder: PathBuf,
}

fn open(key_file: &str, folder: &str) -> Result<Store, String> {
    let key = Key::from_bytes(&examples::read_key(Path::new(key_file))?);
    fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
    Ok(Store { key, folder: folder.into() })
}

impl Store {
    fn path(&self, name: &Name) -> PathBuf {
        self.folder.join(digits(name))
    }

    /// Stores a chunk, unless the store has it, and returns its name.
    fn put(&self, chunk: &[u8]) -> Result<Name, String> {
        let name = tag(&self.key, chunk);
        // A chunk that somebody changed, or a crash cut short, is written again.
        if self.get(&name).is_err() {
            let path = self.path(&name);
            fs::write(&path, chunk).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(name)
    }

    /// Returns the chunk of this name, whose tag is verified.
    fn get(&self, name: &Name) -> Result<Vec<u8>, String> {
        let path = self.path(name);
        let chunk = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        verify(&self.key, &chunk, name).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(chunk)
    }

    /// Stores a file and the list of its chunks, and returns the name of the list.
    fn put_file(&self, file: &mut impl Read) -> Result<Name, String> {
        let mut list = Vec::new();
        loop {
            let mut chunk = Vec::new();
            file.take(CHUNK_BYTES).read_to_end(&mut chunk).map_err(|e| e.to_string())?;
            if chunk.is_empty() {
                return self.put(&list);
            }
            list.extend(self.put(&chunk)?);
        }
    }

    /// Writes the file whose list has this name.
    fn get_file(&self, name: &Name, file: &mut impl Write) -> Result<(), String> {
        let list = self.get(name)?;
        let (names, rest) = list.as_chunks();
        if !rest.is_empty() {
            return Err(format!("{} is the name of a chunk, not of a file", digits(name)));
        }
        for name in names {
            file.write_all(&self.get(name)?).map_err(|e| e.to_string())?;
        }
        file.flush().map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new store in a folder of the test.
    fn store(test: &str) -> Store {
        let folder = std::env::temp_dir().join(format!("dedup-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Store { key: Key::from_seed(1), folder }
    }

    fn put(store: &Store, file: &[u8]) -> Name {
        store.put_file(&mut &file[..]).expect("the folder can be written")
    }

    fn get(store: &Store, name: &Name) -> Result<Vec<u8>, String> {
        let mut file = Vec::new();
        store.get_file(name, &mut file).map(|()| file)
    }

    #[test]
    fn equal_chunks_are_stored_once() {
        let store = store("once");
        let chunk = vec![1; 64 << 10];
        let files = [chunk.repeat(3), [chunk.repeat(2), vec![2; 100]].concat(), Vec::new()];
        let names: Vec<_> = files.iter().map(|file| put(&store, file)).collect();
        for (name, file) in names.iter().zip(&files) {
            assert_eq!(get(&store, name).as_ref(), Ok(file));
        }
        // Two different chunks, and three lists.
        assert_eq!(fs::read_dir(&store.folder).expect("a folder").count(), 5);
        fs::remove_dir_all(&store.folder).expect("the folder of the test");
    }

    #[test]
    fn a_changed_chunk_is_found_and_stored_again() {
        let store = store("changed");
        let file = vec![7; 100_000];
        let name = put(&store, &file);
        for chunk in fs::read_dir(&store.folder).expect("a folder") {
            let path = chunk.expect("a chunk").path();
            let mut bytes = fs::read(&path).expect("a chunk");
            bytes[10] ^= 1;
            fs::write(&path, bytes).expect("a chunk");
            assert!(get(&store, &name).is_err(), "{}", path.display());
            assert_eq!(put(&store, &file), name);
            assert_eq!(get(&store, &name).as_ref(), Ok(&file));
        }
        fs::remove_dir_all(&store.folder).expect("the folder of the test");
    }

    #[test]
    fn names_have_32_digits() {
        let name = tag(&Key::from_seed(1), b"a chunk");
        assert_eq!(parse(&digits(&name)), Some(name));
        assert_eq!((parse("0f"), parse(&"+".repeat(32))), (None, None));
    }
}
