//! The table of algorithms.

use crate::status::ph_status_t::PH_ERROR_ALGORITHM;
use crate::status::{failure, value};
use crate::{border, object};
use core::ffi::{CStr, c_char, c_int};
use core::ptr::null;
use once_cell::race::OnceBox;
use std::ffi::CString;
use table::{ALGORITHMS, Algorithm, Pairs, Secrecy};

/// A hash function of the table. It is never freed.
#[derive(Debug)]
pub struct ph_algorithm_t {
    row: &'static Algorithm,
    /// The texts, by their numbers.
    texts: [CString; 7],
    /// The lengths that a digest may have in bytes.
    lengths: Vec<usize>,
    /// The names of the backends of all CPUs.
    backends: Vec<CString>,
}

/// The number of `ph_algorithm_text` of what the algorithm is, in one line.
pub const PH_TEXT_SUMMARY: c_int = 1;
/// The number of `ph_algorithm_text` of what the algorithm is suitable for, and what it is not.
pub const PH_TEXT_ABOUT: c_int = 2;
/// The publication that defines it.
pub const PH_TEXT_SOURCE: c_int = 3;
/// The collision bound in words, or the reason why no bound is proven.
pub const PH_TEXT_BOUND: c_int = 4;
/// The name to store beside digests, such as "clhash128-1": with the version of a function that
/// this project defines. No release changes the digests of a stored name.
pub const PH_TEXT_STORED_NAME: c_int = 5;
/// Who may see digests, checkpoints, parts and nonces under a secret key, as `ph_algorithm_secrecy`
/// says.
pub const PH_TEXT_SECRETS: c_int = 6;

/// The number of keys, for `ph_algorithm_secrecy`.
pub const PH_OF_KEY: c_int = 1;
/// The number of nonces, which must not repeat in any case.
pub const PH_OF_NONCE: c_int = 2;
/// The number of digests and tags.
pub const PH_OF_DIGEST: c_int = 3;
/// The number of checkpoints, as `ph_stream_save` writes them.
pub const PH_OF_CHECKPOINT: c_int = 4;
/// The number of parts.
pub const PH_OF_PART: c_int = 5;

/// The algorithm has no such value.
pub const PH_SECRECY_NONE: c_int = 0;
/// Anyone may see it, also who chooses messages.
pub const PH_SECRECY_PUBLIC: c_int = 1;
/// Nobody may see it who may choose messages: a few values of a universal hash give collisions or
/// the key.
pub const PH_SECRECY_HIDDEN: c_int = 2;
/// As secret as the key: a few of them are enough to forge tags.
pub const PH_SECRECY_FORGING: c_int = 3;
/// The key, or bytes that contain it.
pub const PH_SECRECY_KEY: c_int = 4;

/// The property of algorithms that need another nonce for each message, as `ph_tag` takes it.
pub const PH_TAKES_NONCE: u32 = 1;
/// The property of algorithms whose authors propose them as a message authentication code.
pub const PH_IS_MAC: u32 = 2;
/// The property of algorithms that join parts.
pub const PH_JOINS_PARTS: u32 = 4;
/// The property of algorithms whose bound is for two messages of one length alone.
pub const PH_ONE_LENGTH: u32 = 8;

impl ph_algorithm_t {
    fn new(row: &'static Algorithm) -> Self {
        let text = |text: &str| CString::new(text).expect("a text of the table has no zero");
        let stored = row.stored_name();
        let secrets = row.secrets.to_string();
        let texts = [row.name, row.summary, row.about, row.source, row.bound, &stored, &secrets];
        let backends = row.backends().iter().map(|name| text(name)).collect();
        let lengths = row.widths().iter().map(|bits| bits / 8).collect();
        Self { row, texts: texts.map(text), lengths, backends }
    }

    /// Returns the row of the table.
    pub(crate) const fn row(&self) -> &'static Algorithm {
        self.row
    }

    /// Returns the name of a backend of the algorithm as a C string.
    pub(crate) fn backend(&self, name: &str) -> *const c_char {
        let names = self.backends.iter().find(|c| c.to_bytes() == name.as_bytes());
        names.map_or(null(), |name| name.as_ptr())
    }

    pub(crate) fn name(&self) -> &CStr {
        &self.texts[0]
    }
}

/// Returns the table, or nothing if no memory is left when it is wanted first.
pub(crate) fn all() -> &'static [ph_algorithm_t] {
    // Threads that race each make one, because a lock could be held where a child is forked.
    static TABLE: OnceBox<Vec<ph_algorithm_t>> = OnceBox::new();
    if TABLE.get().is_none() && object::reserve().is_err() {
        return &[];
    }
    TABLE.get_or_init(|| Box::new(ALGORITHMS.iter().map(ph_algorithm_t::new).collect()))
}

/// Returns the C form of a row.
pub(crate) fn of(row: &'static Algorithm) -> *const ph_algorithm_t {
    all().iter().find(|algorithm| algorithm.row == row).map_or(null(), |algorithm| algorithm)
}

/// Returns the number of algorithms.
#[unsafe(no_mangle)]
pub extern "C" fn ph_algorithm_count() -> usize {
    all().len()
}

/// Returns an algorithm by its place in the table, from 0, or null after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn ph_algorithm_at(index: usize) -> *const ph_algorithm_t {
    all().get(index).map_or(null(), |algorithm| algorithm)
}

/// Returns the algorithm of this name, such as "clhash", in lower or upper case, or null if there
/// is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_find(name: *const c_char) -> *const ph_algorithm_t {
    if name.is_null() {
        return null();
    }
    // SAFETY: the contract of the header: a string.
    // Length: the caller in C, by the NUL at the end.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    let mut rows = all().iter();
    let found = rows.find(|algorithm| algorithm.name().to_bytes().eq_ignore_ascii_case(name));
    value(null(), || match found {
        Some(algorithm) => Ok(core::ptr::from_ref(algorithm)),
        None => Err(failure(PH_ERROR_ALGORITHM, "no algorithm has this name")),
    })
}

/// Returns a value of an algorithm, or `none` for null.
///
/// # Safety
/// `algorithm` is null or of the table.
unsafe fn get<T>(
    algorithm: *const ph_algorithm_t,
    none: T,
    get: impl FnOnce(&'static ph_algorithm_t) -> T,
) -> T {
    // SAFETY: guaranteed by the caller. The table is never freed.
    let algorithm = unsafe { algorithm.as_ref() };
    value(none, || algorithm.map(get).ok_or_else(border::null))
}

/// Returns the name of an algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_name(algorithm: *const ph_algorithm_t) -> *const c_char {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, null(), |algorithm| algorithm.name().as_ptr()) }
}

/// Returns a text about an algorithm, by its number `PH_TEXT_...`, or null for any other number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_text(
    algorithm: *const ph_algorithm_t,
    number: c_int,
) -> *const c_char {
    let text = |algorithm: &'static ph_algorithm_t| {
        let text = usize::try_from(number).ok().and_then(|number| algorithm.texts.get(number));
        text.map_or(null(), |text| text.as_ptr())
    };
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, null(), text) }
}

/// Returns the length of a digest in bytes, at most `PH_DIGEST_MAX_BYTES`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_digest_bytes(algorithm: *const ph_algorithm_t) -> usize {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, 0, |algorithm| algorithm.row.output_bits / 8) }
}

/// Returns the lengths that a digest may have in bytes, the shortest first, and writes their number
/// to `count`, unless that is null. The last one is that of the whole digest. It may be cut to its
/// first bytes if there are others; for tags see `ph_verify_cut`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_digest_lengths(
    algorithm: *const ph_algorithm_t,
    count: *mut usize,
) -> *const usize {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { array(get(algorithm, &[], |algorithm| &algorithm.lengths[..]), count) }
}

/// Returns the lengths of keys in bytes, the shortest first, and writes their number to `count`,
/// unless that is null. MD5, which takes no key, has 0 lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_key_lengths(
    algorithm: *const ph_algorithm_t,
    count: *mut usize,
) -> *const usize {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { array(get(algorithm, &[], |algorithm| algorithm.row.key_lengths), count) }
}

/// Returns the start of an array, and writes the number of its elements.
///
/// # Safety
/// `count` is null or writable.
unsafe fn array(lengths: &[usize], count: *mut usize) -> *const usize {
    if !count.is_null() {
        // SAFETY: guaranteed by the caller.
        unsafe { count.write_unaligned(lengths.len()) };
    }
    lengths.as_ptr()
}

/// Returns the block length in bytes: every part of a message but the last has a multiple of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_block_bytes(algorithm: *const ph_algorithm_t) -> usize {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, 0, |algorithm| algorithm.row.block_bytes) }
}

/// Returns the properties of an algorithm: the sum of `PH_TAKES_NONCE`, `PH_IS_MAC`,
/// `PH_JOINS_PARTS` and `PH_ONE_LENGTH`, as far as they hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_properties(algorithm: *const ph_algorithm_t) -> u32 {
    let properties = |algorithm: &'static ph_algorithm_t| {
        let row = algorithm.row;
        let all = [
            (row.nonce, PH_TAKES_NONCE),
            (row.mac, PH_IS_MAC),
            (row.joins(), PH_JOINS_PARTS),
            (row.collisions.is_some_and(|bound| bound.pairs == Pairs::OneLength), PH_ONE_LENGTH),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, property)| property).sum()
    };
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, 0, properties) }
}

/// Returns who may see a value of an algorithm under a secret key, `PH_SECRECY_...`, by the number
/// `PH_OF_...` of the kind of value. For null and any other number it is `PH_SECRECY_KEY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_secrecy(
    algorithm: *const ph_algorithm_t,
    kind: c_int,
) -> c_int {
    let secrecy = |algorithm: &'static ph_algorithm_t| {
        let secrets = algorithm.row.secrets;
        let secrecy = match kind {
            PH_OF_KEY => secrets.key,
            PH_OF_NONCE => secrets.nonce,
            PH_OF_DIGEST => Some(secrets.digest),
            PH_OF_CHECKPOINT => Some(secrets.checkpoint),
            PH_OF_PART => secrets.part,
            _ => Some(Secrecy::Key),
        };
        match secrecy {
            None => PH_SECRECY_NONE,
            Some(Secrecy::Public) => PH_SECRECY_PUBLIC,
            Some(Secrecy::Hidden) => PH_SECRECY_HIDDEN,
            Some(Secrecy::Forging) => PH_SECRECY_FORGING,
            Some(Secrecy::Key) => PH_SECRECY_KEY,
        }
    };
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, PH_SECRECY_KEY, secrecy) }
}

/// Returns the logarithm to base 2 of the proven bound: under a uniform secret key, two given
/// different messages of at most `len` bytes have the same digest with at most this probability.
/// With the property `PH_ONE_LENGTH` the messages must have the same length. `PH_TEXT_BOUND` says
/// which advantages must be added, and `ph_key_bound` also what the making of the key adds. Returns
/// 0, that is probability 1, if no bound is proved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_collision_bound(
    algorithm: *const ph_algorithm_t,
    len: u64,
) -> f64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        get(algorithm, 0.0, |algorithm| {
            algorithm.row.collision_bound(len).map_or(0.0, |bound| bound.log2)
        })
    }
}

/// Returns the name of the backend that hashes on this CPU, such as "portable".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_algorithm_backend(algorithm: *const ph_algorithm_t) -> *const c_char {
    let name =
        |algorithm: &'static ph_algorithm_t| algorithm.backend(algorithm.row.detected_backend());
    // SAFETY: the contract of the header is that of the callee.
    unsafe { get(algorithm, null(), name) }
}
