//! Files, on several threads: the digest is that of the bytes.

#![cfg(feature = "rayon")]

use provenhash::ALGORITHMS;
use rayon::ThreadPoolBuilder;
use std::fs;
use std::io::ErrorKind;
use testkit::message::splitmix64_bytes;

/// The number of bytes that a thread hashes at once.
const PIECE: usize = 1 << 18;

#[test]
fn digests_are_those_of_the_bytes() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("file");
    for len in [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1, 3 * PIECE + 4321] {
        let bytes = splitmix64_bytes(1, len);
        fs::write(&path, &bytes).expect("a temporary file can be written");
        // The other rows read every file in the same way.
        let is_enough = len == 0 || len == PIECE + 1;
        for row in ALGORITHMS.iter().filter(|row| !row.nonce && (is_enough || row.joins())) {
            let key = row.from_seed(1).expect("the row takes no nonce");
            let expected = key.hash(&bytes);
            for threads in [1, 3] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.expect("threads can be started");
                let digest = pool.install(|| key.hash_file(&path)).expect("the file is readable");
                assert_eq!(digest, expected, "{}: {len} bytes", row.name);
            }
        }
    }
}

#[test]
fn errors_are_those_of_the_system() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for name in ["clhash", "siphash-1-3"] {
        let key = provenhash::Algorithm::find(name).and_then(|row| row.from_seed(1).ok());
        let key = key.expect("the row takes no nonce");
        let missing = key.hash_file(folder.path().join("missing")).expect_err("no such file");
        assert_eq!(missing.kind(), ErrorKind::NotFound, "{name}");
        // It opens on Unix, and reading fails.
        key.hash_file(folder.path()).expect_err("a directory");
    }
}

/// A file without a length that has bytes all the same.
#[cfg(target_os = "linux")]
#[test]
fn special_files_are_read_to_their_end() {
    let version = fs::read("/proc/version").expect("Linux has it");
    for name in ["clhash", "siphash-1-3"] {
        let key = provenhash::Algorithm::find(name).and_then(|row| row.from_seed(1).ok());
        let key = key.expect("the row takes no nonce");
        let digest = key.hash_file("/proc/version").expect("the file is readable");
        assert_eq!(digest, key.hash(&version), "{name}");
    }
}
