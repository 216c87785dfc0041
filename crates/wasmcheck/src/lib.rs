//! Compares kernels with the reference, inside a WebAssembly engine or on any CPU.
//!
//! The tests of the crates need an operating system, which `wasm32-unknown-unknown` does not have.
//! This crate becomes a module that imports nothing: `check` returns the number of hashes that it
//! compared, or traps. Node.js runs it with `run.mjs`:
//!
//! ```text
//! RUSTFLAGS="-C target-feature=+simd128" cargo build --release \
//!     --target wasm32-unknown-unknown -p wasmcheck
//! node crates/wasmcheck/run.mjs .../wasmcheck.wasm portable,wasm32_simd128
//! ```
//!
//! [`families`] checks every crate on the backend that it chooses, in this module and in the
//! program `cpucheck`, which runs wherever there is an operating system.

pub mod families;

use highwayhash::{Backend, HighwayHasher, Key, hash, hash_many, hash128, hash256};
use reference::highwayhash as oracle;

/// The length in bytes of the longest message.
const BYTES: usize = 600;

/// Returns the number of backends. [`name`] returns their names.
#[unsafe(no_mangle)]
pub extern "C" fn backends() -> usize {
    Backend::available().count()
}

/// Returns the address of the name of a backend, which has [`name_len`] bytes.
///
/// # Panics
/// Panics if there is no backend with this index.
#[unsafe(no_mangle)]
pub extern "C" fn name(index: usize) -> *const u8 {
    backend(index).name().as_ptr()
}

/// Returns the length of the name of a backend in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn name_len(index: usize) -> usize {
    backend(index).name().len()
}

/// Compares all ways to hash with the reference, for all short lengths, two keys and several places
/// in memory. Returns the number of hashes.
///
/// # Panics
/// Panics if a hash is wrong, or if there is no backend with this index.
#[unsafe(no_mangle)]
pub extern "C" fn check(index: usize) -> u32 {
    let mut compared = 0;
    let bytes: Vec<u8> = (0..BYTES + 16).map(|i| (i * i * 131 + i / 7).to_le_bytes()[0]).collect();
    for seed in [1, 2] {
        let key = Key::from_seed(seed).with_backend(backend(index));
        let words = key.to_words();
        for len in 0..=BYTES {
            let start = len % 16;
            let message = &bytes[start..start + len];
            let expected = oracle::hash64(&words, message);
            assert_eq!(hash(&key, message), expected);
            assert_eq!(hash128(&key, message), oracle::hash128(&words, message));
            assert_eq!(hash256(&key, message), oracle::hash256(&words, message));
            let mut stream = HighwayHasher::new(&key);
            for piece in message.chunks(1 + len % 41) {
                stream.update(piece);
            }
            assert_eq!(stream.finalize(), expected);
            let mut many = [0; 5];
            assert!(hash_many(&key, &[message; 5], &mut many).is_ok());
            assert_eq!(many, [expected; 5]);
            compared += 9;
        }
    }
    compared
}

/// Compares hashes of every family on the backend that it chooses, and returns their number.
///
/// # Panics
/// Panics if a hash differs from that of the reference.
#[unsafe(no_mangle)]
pub extern "C" fn check_families() -> u32 {
    families::FAMILIES.iter().map(|family| (family.check)()).sum()
}

/// Hashes a message of `len` bytes `times` times, so that the caller can measure the time.
#[unsafe(no_mangle)]
pub extern "C" fn work(index: usize, len: usize, times: u32) -> u64 {
    let key = Key::from_seed(1).with_backend(backend(index));
    let mut message = vec![1; len];
    let mut sum = 0;
    for _ in 0..times {
        let h = hash(&key, &message);
        if let Some(byte) = message.first_mut() {
            *byte = h.to_le_bytes()[0];
        }
        sum ^= h;
    }
    sum
}

fn backend(index: usize) -> Backend {
    Backend::available().nth(index).expect("the index is below `backends()`")
}
