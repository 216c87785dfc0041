//! Message authentication codes in C and C++ as contenders. Their keys and contexts live as long as
//! the process.

use races::Subject;
use races::ghash::{key_bytes, low_half};
use races::mac::{Batch, Others};
use races::md5::folded;
use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::hint::black_box;

/// A function that writes the tag of a message under a nonce, or under a key for one message.
type Tag = unsafe extern "C" fn(*mut c_void, *const u8, *const u8, usize, *mut u8);

/// A message as C sees it.
#[repr(C)]
struct Slice {
    bytes: *const u8,
    len: usize,
}

unsafe extern "C" {
    safe fn peers_ipsec_gmac_new(key: &[u8; 16]) -> *mut c_void;
    safe fn peers_ipsec_hmac_new(key: &[u8; 32]) -> *mut c_void;
    fn peers_ipsec_hmac_many(
        context: *mut c_void,
        messages: *const Slice,
        count: usize,
        tags: *mut [u8; 32],
    );
    safe fn peers_ipsec_poly1305_new() -> *mut c_void;
    safe fn peers_openssl_gmac_new(key: &[u8; 16]) -> *mut c_void;
    safe fn peers_openssl_hmac_new(key: &[u8; 32]) -> *mut c_void;
    fn peers_openssl_hmac(context: *mut c_void, message: *const u8, len: usize, tag: *mut u8);
    safe fn peers_openssl_poly1305_new() -> *mut c_void;
    safe fn peers_vmac64_aes_new(key: &[u8; 16]) -> *mut c_void;
    fn peers_vmac64_aes_vhash(context: *mut c_void, message: *const u8, len: usize) -> u64;
    safe fn peers_vmac64_aes_ni_new(key: &[u8; 16]) -> *mut c_void;
    safe fn peers_vmac128_aes_new(key: &[u8; 16]) -> *mut c_void;
    safe fn peers_vmac128_aes_ni_new(key: &[u8; 16]) -> *mut c_void;
    safe fn peers_vmac_new(bits: c_int, key: &[u8; 16]) -> *mut c_void;
    fn peers_vmac(context: *mut c_void, message: *const u8, len: usize, tag: *mut u8);
}

/// Declares functions that write tags.
macro_rules! tags {
    ($($name:ident)*) => {
        unsafe extern "C" {
            $(fn $name(
                context: *mut c_void,
                nonce: *const u8,
                message: *const u8,
                len: usize,
                tag: *mut u8,
            );)*
        }
    };
}

tags! {
    peers_ipsec_gmac
    peers_ipsec_poly1305
    peers_openssl_gmac
    peers_openssl_poly1305
    peers_vmac64_aes_tag
    peers_vmac64_aes_ni_tag
    peers_vmac128_aes_tag
    peers_vmac128_aes_ni_tag
}

/// Makes a subject of a function that writes a tag.
///
/// # Safety
/// The context was made for the function, which reads the bytes of the nonce and writes at most 16
/// bytes.
unsafe fn subject<const N: usize>(
    algorithm: &'static str,
    name: &str,
    context: *mut c_void,
    nonce: [u8; N],
    tag_of: Tag,
) -> Subject {
    Subject::new(algorithm, name, move |m| {
        let (mut tag, nonce) = ([0; 16], black_box(&nonce).as_ptr());
        // SAFETY: by this function's contract; the message is readable for its length.
        unsafe { tag_of(context, nonce, m.as_ptr(), m.len(), tag.as_mut_ptr()) };
        low_half(tag)
    })
}

/// Lists GMAC under an all-zero key and nonce.
pub(super) fn gmacs() -> [Subject; 2] {
    let [openssl, ipsec] = [peers_openssl_gmac_new(&[0; 16]), peers_ipsec_gmac_new(&[0; 16])];
    // SAFETY: the contexts were made for the functions, which read nonces of 12 bytes and write
    // tags of 16.
    unsafe {
        [
            subject("gmac", "OpenSSL", openssl, [0; 12], peers_openssl_gmac),
            subject("gmac", "Intel IPsec", ipsec, [0; 12], peers_ipsec_gmac),
        ]
    }
}

/// Lists the MACs of this build beside those of `benches`, under the same keys.
pub(crate) fn others() -> Others {
    let (key, mut nonce) = (key_bytes(), [0; 16]);
    nonce[15] = 1;
    let contexts = [
        peers_vmac64_aes_new(&key),
        peers_vmac64_aes_ni_new(&key),
        peers_vmac128_aes_new(&key),
        peers_vmac128_aes_ni_new(&key),
        peers_openssl_poly1305_new(),
        peers_ipsec_poly1305_new(),
    ];
    let [aes64, aes_ni64, aes128, aes_ni128, openssl, ipsec] = contexts;
    let key: [u8; 32] = key_bytes();
    // SAFETY: the contexts were made for the functions. VMAC reads nonces of 16 bytes and writes
    // tags of 8 or 16, Poly1305 reads keys of 32 and writes tags of 16.
    let mut subjects = unsafe {
        vec![
            subject("vmac64", "vmac.c", aes64, nonce, peers_vmac64_aes_tag),
            subject("vmac64", "vmac.c AES-NI", aes_ni64, nonce, peers_vmac64_aes_ni_tag),
            subject("vmac128", "vmac.c", aes128, nonce, peers_vmac128_aes_tag),
            subject("vmac128", "vmac.c AES-NI", aes_ni128, nonce, peers_vmac128_aes_ni_tag),
            subject("poly1305", "OpenSSL", openssl, key, peers_openssl_poly1305),
            subject("poly1305", "Intel IPsec", ipsec, key, peers_ipsec_poly1305),
        ]
    };
    subjects.extend(gmacs());
    let context = peers_openssl_hmac_new(&key);
    subjects.push(Subject::new("hmac-sha256", "OpenSSL", move |m| {
        let mut tag = [0; 32];
        // SAFETY: the context has the key, the message is readable for its length, the tag has 32
        // bytes.
        unsafe { peers_openssl_hmac(context, m.as_ptr(), m.len(), tag.as_mut_ptr()) };
        first_half(&tag)
    }));
    Others { subjects, batches: vec![hmac_many(&key)] }
}

/// Returns HMAC-SHA-256 of many messages by Intel's library.
fn hmac_many(key: &[u8; 32]) -> Batch {
    let context = peers_ipsec_hmac_new(key);
    let buffers = RefCell::new((Vec::new(), Vec::new()));
    let tag_many = move |messages: &[&[u8]], out: &mut [u64]| {
        let (slices, tags) = &mut *buffers.borrow_mut();
        slices.clear();
        slices.extend(messages.iter().map(|m| Slice { bytes: m.as_ptr(), len: m.len() }));
        tags.resize(messages.len(), [0; 32]);
        // SAFETY: the context has the key, each message is readable for its length, and there is a
        // tag for each.
        unsafe {
            peers_ipsec_hmac_many(context, slices.as_ptr(), slices.len(), tags.as_mut_ptr());
        }
        for (half, tag) in out.iter_mut().zip(tags) {
            *half = first_half(tag);
        }
    };
    Batch {
        name: "hmac-sha256/Intel IPsec many",
        algorithm: "hmac-sha256",
        tag_many: Box::new(tag_many),
    }
}

fn first_half(tag: &[u8; 32]) -> u64 {
    low_half(*tag.first_chunk().expect("32 bytes"))
}

/// Lists VMAC of 64 and of 128 bits under an AES key and the nonce 2. For tags of 64 bits, Crypto++
/// encrypts a repeated nonce only once; for tags of 128 bits, every time.
pub(super) fn vmacs(key: &[u8; 16]) -> [Subject; 2] {
    let [short, long] = [64, 128].map(|bits| peers_vmac_new(bits, key));
    [
        Subject::new("vmac64", "Crypto++", move |m| {
            let mut tag = [0; 8];
            // SAFETY: the context is for tags of 8 bytes, the message is readable for its length.
            unsafe { peers_vmac(short, m.as_ptr(), m.len(), tag.as_mut_ptr()) };
            u64::from_be_bytes(tag)
        }),
        Subject::new("vmac128", "Crypto++", move |m| {
            let mut tag = [0; 16];
            // SAFETY: the context is for tags of 16 bytes, the message is readable for its length.
            unsafe { peers_vmac(long, m.as_ptr(), m.len(), tag.as_mut_ptr()) };
            folded(&tag)
        }),
    ]
}

/// Returns VHASH-64 of messages of a multiple of 16 bytes, under the key that VMAC derives from an
/// AES key.
pub(super) fn vhash(key: &[u8; 16]) -> Subject {
    let context = peers_vmac64_aes_new(key);
    Subject::new("vhash64", "vmac.c", move |m| {
        assert!(m.len().is_multiple_of(16));
        // SAFETY: the context has the key, and the message is readable for its length, beyond which
        // the function does not read.
        unsafe { peers_vmac64_aes_vhash(context, m.as_ptr(), m.len()) }
    })
}
