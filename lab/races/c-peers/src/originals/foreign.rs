//! Functions in C and C++ as contenders. Their keys and contexts live as long as the process.

use races::Subject;
use races::ghash::low_half;
use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn peers_highwayhash64(key: *const u64, message: *const u8, len: usize) -> u64;
    fn peers_highwayhash128(key: *const u64, message: *const u8, len: usize, hash: *mut u64);
    fn peers_highwayhash256(key: *const u64, message: *const u8, len: usize, hash: *mut u64);
    safe fn peers_ipsec_ghash_new(key: &[u8; 16]) -> *mut c_void;
    fn peers_ipsec_ghash(context: *mut c_void, message: *const u8, len: usize, hash: *mut u8);
    fn peers_openssl_md5(message: *const u8, len: usize, digest: *mut u8);
    safe fn peers_openssl_siphash_new() -> *mut c_void;
    fn peers_openssl_siphash(
        context: *mut c_void,
        key: *const u8,
        message: *const u8,
        len: usize,
        hash: *mut u8,
    );
    fn sodium_init() -> c_int;
    fn crypto_shorthash_siphash24(
        hash: *mut u8,
        message: *const u8,
        len: u64,
        key: *const u8,
    ) -> c_int;
}

/// A 64-bit hash of a message, under a key of words.
type Words = unsafe extern "C" fn(*const u64, *const u8, usize) -> u64;
unsafe extern "C" {
    #[link_name = "SipHashC"]
    fn google_siphash24(key: *const u64, message: *const u8, len: usize) -> u64;
    #[link_name = "SipHash13C"]
    fn google_siphash13(key: *const u64, message: *const u8, len: usize) -> u64;
    #[link_name = "siphash"]
    fn c_siphash24(key: *const u64, message: *const u8, len: usize) -> u64;
    #[link_name = "siphash13"]
    fn c_siphash13(key: *const u64, message: *const u8, len: usize) -> u64;
    #[link_name = "SipTreeHashC"]
    fn google_siptreehash(key: *const u64, message: *const u8, len: usize) -> u64;
    #[link_name = "SipTreeHash13C"]
    fn google_siptreehash13(key: *const u64, message: *const u8, len: usize) -> u64;
    fn peers_mmh32(key: *const u32, message: *const u8, len: usize) -> u64;
    fn peers_gf64(key: *const u64, message: *const u8, len: usize) -> u64;
}

/// The name of Google's code in the tables.
const GOOGLE: &str = "Google's C++";

fn google<const N: usize>(algorithm: &'static str, hash: Words, key: [u64; N]) -> Subject {
    words(algorithm, GOOGLE, hash, key)
}

fn words<const N: usize>(
    algorithm: &'static str,
    name: &str,
    hash: Words,
    key: [u64; N],
) -> Subject {
    Subject::new(algorithm, name, move |m| {
        // SAFETY: the functions read as many words of key as their algorithm has, which is N, and
        // the message, which is readable for its length.
        unsafe { hash(key.as_ptr(), m.as_ptr(), m.len()) }
    })
}

/// Lists SipHash-2-4 under a key: in C, by Google, by libsodium and by OpenSSL.
pub(super) fn siphash_2_4(key: [u64; 2]) -> Vec<Subject> {
    let bytes = key.map(u64::to_le_bytes);
    // SAFETY: the function may be called at any time.
    assert!(unsafe { sodium_init() } >= 0, "libsodium starts");
    let sodium = move |m: &[u8]| {
        let mut hash = [0; 8];
        // SAFETY: the key has 16 bytes, the hash 8, and the message is readable for its length.
        unsafe {
            let key = bytes.as_flattened().as_ptr();
            crypto_shorthash_siphash24(hash.as_mut_ptr(), m.as_ptr(), m.len() as u64, key)
        };
        u64::from_le_bytes(hash)
    };
    let context = peers_openssl_siphash_new();
    let openssl = move |m: &[u8]| {
        let mut hash = [0; 8];
        // SAFETY: the context was made for hashes of 8 bytes, the key has 16, and the message is
        // readable for its length.
        unsafe {
            let key = bytes.as_flattened().as_ptr();
            peers_openssl_siphash(context, key, m.as_ptr(), m.len(), hash.as_mut_ptr());
        }
        u64::from_le_bytes(hash)
    };
    vec![
        words("siphash24", "C", c_siphash24, key.map(u64::to_le)),
        google("siphash24", google_siphash24, key),
        Subject::new("siphash24", "libsodium", sodium),
        Subject::new("siphash24", "OpenSSL", openssl),
    ]
}

/// Lists SipHash-1-3 under a key: in C, and by Google.
pub(super) fn siphash_1_3(key: [u64; 2]) -> Vec<Subject> {
    vec![
        words("siphash13", "C", c_siphash13, key.map(u64::to_le)),
        google("siphash13", google_siphash13, key),
    ]
}

/// Lists SipTreeHash and SipTreeHash-1-3 under a key.
pub(super) fn siptreehashes(key: [u64; 4]) -> [Subject; 2] {
    [
        google("siptreehash", google_siptreehash, key),
        google("siptreehash13", google_siptreehash13, key),
    ]
}

/// Returns HighwayHash-64 under a key.
pub(super) fn highwayhash(key: [u64; 4]) -> impl Fn(&[u8]) -> u64 + Clone {
    move |m: &[u8]| {
        // SAFETY: the key has the 4 words, and the message is readable for its length.
        unsafe { peers_highwayhash64(key.as_ptr(), m.as_ptr(), m.len()) }
    }
}

/// Lists HighwayHash of 64, 128 and 256 bits under a key; wide hashes are folded to the exclusive
/// or of their words.
pub(super) fn highwayhashes(key: [u64; 4]) -> [Subject; 3] {
    [
        Subject::new("highwayhash", GOOGLE, highwayhash(key)),
        Subject::new("highwayhash128", GOOGLE, move |m| {
            let mut hash = [0; 2];
            // SAFETY: the key has the 4 words, the hash 2, the message is readable for its length.
            unsafe { peers_highwayhash128(key.as_ptr(), m.as_ptr(), m.len(), hash.as_mut_ptr()) };
            hash[0] ^ hash[1]
        }),
        Subject::new("highwayhash256", GOOGLE, move |m| {
            let mut hash = [0; 4];
            // SAFETY: the key and the hash have 4 words, the message is readable for its length.
            unsafe { peers_highwayhash256(key.as_ptr(), m.as_ptr(), m.len(), hash.as_mut_ptr()) };
            hash[0] ^ hash[1] ^ hash[2] ^ hash[3]
        }),
    ]
}

/// Computes MD5 by OpenSSL's own functions, below its generic digest interface.
pub(crate) fn openssl_md5(message: &[u8]) -> [u8; 16] {
    let mut digest = [0; 16];
    // SAFETY: the digest has 16 bytes, and the message is readable for its length.
    unsafe { peers_openssl_md5(message.as_ptr(), message.len(), digest.as_mut_ptr()) };
    digest
}

/// Returns GHASH of whole blocks.
pub(super) fn ghash(key: &[u8; 16]) -> Subject {
    let context = peers_ipsec_ghash_new(key);
    Subject::new("ghash", "Intel IPsec", move |m| {
        let mut hash = [0; 16];
        // SAFETY: the context has the key, the hash 16 bytes, and the message is readable for its
        // length.
        unsafe { peers_ipsec_ghash(context, m.as_ptr(), m.len(), hash.as_mut_ptr()) };
        low_half(hash)
    })
}

/// Lists MMH and the inner product over GF(2^64), under keys that are long enough.
pub(super) fn inner_products(mmh: &'static [u32], gf64: &'static [u64]) -> [Subject; 2] {
    [
        Subject::new("mmh32", "C loop", move |m| {
            assert!(m.len() <= 4 * mmh.len());
            // SAFETY: the key has as many words as the message, which is readable for its length.
            unsafe { peers_mmh32(mmh.as_ptr(), m.as_ptr(), m.len()) }
        }),
        Subject::new("gf64", "C loop", move |m| {
            assert!(m.len() < 8 * gf64.len());
            // SAFETY: the key has one word more than the message, which is readable for its length.
            unsafe { peers_gf64(gf64.as_ptr(), m.as_ptr(), m.len()) }
        }),
    ]
}
