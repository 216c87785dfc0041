//! Universal hashes of other authors that need a C or C++ compiler.

use races::{Rng, Subject};
use std::hint::black_box;

/// Lists UMASH of 64 bits, and its 128-bit fingerprint folded to the exclusive or of its words.
pub(crate) fn umash() -> [Subject; 2] {
    let mut params = umash_sys::umash_params { poly: [[0; 2]; 2], oh: [0; 34] };
    // SAFETY: a null key stands for the default secret, and the library may fill the struct.
    unsafe { umash_sys::umash_params_derive(&raw mut params, black_box(1), std::ptr::null()) };
    let params: &'static _ = Box::leak(Box::new(params));
    [
        Subject::new("umash", "C library", move |m| {
            // SAFETY: the parameters were derived above, and the message is readable for its
            // length.
            unsafe { umash_sys::umash_full(params, 1, 0, m.as_ptr().cast(), m.len() as _) }
        }),
        Subject::new("umash128", "C library", move |m| {
            // SAFETY: as above.
            let fingerprint =
                unsafe { umash_sys::umash_fprint(params, 1, m.as_ptr().cast(), m.len() as _) };
            fingerprint.hash[0] ^ fingerprint.hash[1]
        }),
    ]
}

/// Returns HalftimeHash of 64 bits with the widest vectors of this CPU ("style 512").
#[cfg(halftime)]
pub(crate) fn halftime() -> Subject {
    unsafe extern "C" {
        safe fn peers_halftime_words() -> usize;
        fn peers_halftime(key: *const u64, message: *const u8, len: usize) -> u64;
    }
    let words = peers_halftime_words();
    let mut rng = Rng::new(black_box(1));
    // The package aligns its key to a cache line.
    let key = Vec::leak((0..words + 8).map(|_| rng.next_u64()).collect());
    let key: &'static [u64] = &key[key.as_ptr().align_offset(64)..][..words];
    Subject::new("halftime64", "C++", move |m| {
        // SAFETY: the key has the words that the package requires, and the message is readable for
        // its length.
        unsafe { peers_halftime(key.as_ptr(), m.as_ptr(), m.len()) }
    })
}
