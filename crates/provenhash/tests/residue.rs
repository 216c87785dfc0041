//! With the feature `zeroize`, no memory that is freed contains a key.
#![cfg(all(feature = "zeroize", target_arch = "x86_64"))]

use provenhash::{ALGORITHMS, Algorithm};
use testkit::residue::{self, Heap};

#[global_allocator]
static HEAP: Heap = Heap;

/// Uses a key in each way that the table offers, with copies of the key on the heap in between.
fn use_key(row: &'static Algorithm, bytes: &[u8]) {
    let message = [7; 5000];
    if row.nonce {
        let key = row.nonce_key(bytes).expect("a key");
        let other = key.with_backend("portable").expect("every CPU has it");
        let tag = key.tag(b"nonce", &message).expect("a nonce");
        let mut stream = other.clone().stream(b"nonce").expect("a nonce");
        stream.update(&message);
        assert_eq!(stream.clone().finalize(), tag);
        return;
    }
    let key = row.key(bytes).expect("a key");
    let other = key.with_backend("portable").expect("every CPU has it");
    let digest = key.hash(&message);
    let mut stream = other.clone().stream();
    stream.update(&message);
    assert_eq!(stream.clone().finalize(), digest);
    let mut digests = vec![0; row.output_bits / 8 * 300];
    key.hash_many(&[&message[..9]; 300], &mut digests).expect("a batch");
    key.hash_u64s(&[7; 300], &mut digests).expect("a batch");
    if row.joins() {
        // Equal keys in two places are compared.
        let [first, rest] = [key.part(b""), other.part(&message)].map(|part| part.expect("a part"));
        assert_eq!(first.join(&rest).expect("one key").finalize(), digest);
    }
}

/// A key that was moved leaves copies on the stack, and the padding of what is moved to the heap
/// later contains words of them. No freed memory contains a whole key, as it does where wiping is
/// forgotten. Only keys of 64 bytes and more are searched for, because padding could contain all of
/// a smaller one.
#[test]
fn freed_memory_contains_no_key() {
    for row in ALGORITHMS {
        for len in row.key_lengths.iter().filter(|len| **len >= 64) {
            let bytes = testkit::conformance::key::derived("residue", 1, *len);
            let found = residue::after(&bytes, || use_key(row, &bytes));
            println!("{}, {len} bytes: {found:?}", row.name);
            assert_eq!(found.secrets_freed, 0, "{}, {len} bytes: {found:?}", row.name);
        }
    }
    // The test finds a key that is not wiped.
    let bytes = testkit::conformance::key::derived("residue", 1, 32);
    let found = residue::after(&bytes, || drop(std::hint::black_box(bytes.clone())));
    assert_eq!(found.secrets_freed, 1);
}
