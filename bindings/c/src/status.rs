//! Results of functions, and their error messages.

use core::cell::RefCell;
use core::ffi::{CStr, c_char, c_int};
use core::fmt::{self, Write};
use table::{BatchError, Error};

/// The result of a function: 0, or the reason why it did nothing. Unless `PH_OK` is returned, the
/// outputs are zeros, which are null for outputs of type `ph_..._t **`, the empty string for text
/// and `len` 0 for a digest. Outputs that overlap inputs stay as they are. So do the bytes of
/// digests, of a key and of a checkpoint if the key or the stream is null, or no memory is left to
/// ask for their length.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ph_status_t {
    /// Success.
    PH_OK = 0,
    /// A pointer is null where that is not allowed: an object, an output, or data with a length
    /// above 0.
    PH_ERROR_NULL = 1,
    /// A pointer to integers is not aligned for them.
    PH_ERROR_ALIGNMENT = 2,
    /// An array has more than `PTRDIFF_MAX` bytes, or a buffer has a wrong length;
    /// `ph_last_error()` says which.
    PH_ERROR_LENGTH = 3,
    /// The outputs overlap the inputs.
    PH_ERROR_OVERLAP = 4,
    /// No memory is left.
    PH_ERROR_MEMORY = 5,
    /// A key has a length that the algorithm does not take; `ph_last_error()` gives its length and
    /// the right ones.
    PH_ERROR_KEY_LENGTH = 6,
    /// The algorithm excludes this key: a part of the key of a universal hash is zero, so that
    /// hashes would ignore a part of the message, as after the loss of a key file in a crash; or,
    /// for about one random key of VHASH-64 in 2^55, and one of VHASH-128 in 2^54, a word is too
    /// large. Draw another key.
    PH_ERROR_KEY = 7,
    /// An offset of a column is negative, past the end of the values, or below the previous one.
    PH_ERROR_OFFSET = 8,
    /// The bytes are not a checkpoint of this algorithm.
    PH_ERROR_CHECKPOINT = 9,
    /// Parts cannot be joined: the first one does not end at a block boundary, they have 2^64 bytes
    /// or more together, or they have different algorithms or keys.
    PH_ERROR_PART = 10,
    /// The algorithm takes no such nonce, or needs one. A nonce of VMAC has 1 to 16 bytes, and if
    /// it has 16, the first bit is 0. One of a `ph_sender_t` has `PH_NONCE_BYTES`.
    PH_ERROR_NONCE = 11,
    /// The tag does not belong to this message, nonce and key.
    PH_ERROR_TAG = 12,
    /// A part size is 0, an upload has more than 10,000 parts, or the last part needs more than
    /// 2^32 zeros.
    PH_ERROR_PARTS = 13,
    /// A defect of the library. Please report it.
    PH_ERROR_INTERNAL = 14,
    /// The operating system provides no random bits for a key: a sandbox forbids the system call,
    /// for one. `ph_last_error()` has the system's reason.
    PH_ERROR_ENTROPY = 15,
    /// The algorithm cannot do this: join parts, check tags, cut them so short, or draw nonces.
    PH_ERROR_ALGORITHM = 16,
    /// This CPU has no backend of this name; `ph_last_error()` has the names of those it has.
    PH_ERROR_BACKEND = 17,
    /// A table cannot be hashed, or its fingerprint cannot be joined or removed; `ph_last_error()`
    /// says why.
    PH_ERROR_TABLE = 18,
}

use ph_status_t::*;

/// A status other than `PH_OK`. The function that returns it has set the thread's message.
#[derive(Debug)]
pub(crate) struct Failure(ph_status_t);

impl Failure {
    pub(crate) const fn status(&self) -> ph_status_t {
        self.0
    }
}

/// Fails with a status, and stores the message for `ph_last_error`.
#[cold]
pub(crate) fn failure(status: ph_status_t, message: impl fmt::Display) -> Failure {
    LAST.with_borrow_mut(|last| {
        last.used = 0;
        // A message that is too long is cut, which ends the formatting.
        let _ = write!(last, "{message}");
        last.bytes[last.used] = 0;
    });
    Failure(status)
}

/// Runs the body of a function that returns a value, and returns `none` if it fails.
#[inline(always)]
pub(crate) fn value<T>(none: T, function: impl FnOnce() -> Result<T, Failure>) -> T {
    match std::panic::catch_unwind(core::panic::AssertUnwindSafe(function)) {
        Ok(Ok(value)) => value,
        Ok(Err(_)) => none,
        Err(_) => {
            let _ = failure(PH_ERROR_INTERNAL, "defect of the library");
            none
        }
    }
}

/// Runs the body of a function. A panic becomes a status, because it must not reach C.
#[inline(always)]
pub(crate) fn run(function: impl FnOnce() -> Result<(), Failure>) -> ph_status_t {
    match std::panic::catch_unwind(core::panic::AssertUnwindSafe(function)) {
        Ok(Ok(())) => PH_OK,
        Ok(Err(Failure(status))) => status,
        Err(_) => failure(PH_ERROR_INTERNAL, "defect of the library").0,
    }
}

/// Runs the body of a function, and clears its outputs if it fails.
#[inline(always)]
pub(crate) fn run_or(
    clear: impl FnOnce(),
    function: impl FnOnce() -> Result<(), Failure>,
) -> ph_status_t {
    let status = run(function);
    if status != PH_OK {
        clear();
    }
    status
}

/// Converts errors of the crates. Their text is the message.
macro_rules! failures {
    ($($Error:ty: $error:pat => $status:expr;)*) => { $(
        impl From<$Error> for Failure {
            #[cold]
            fn from(error: $Error) -> Self {
                let status = match &error { $error => $status };
                failure(status, error)
            }
        }
    )* };
}

failures! {
    BatchError: error => match error {
        BatchError::Offset { .. } => PH_ERROR_OFFSET,
        _ => PH_ERROR_LENGTH,
    };
    Error: error => match error {
        Error::KeyLength { .. } => PH_ERROR_KEY_LENGTH,
        Error::KeyRefused { .. } => PH_ERROR_KEY,
        Error::Nonce { .. } | Error::NeedsNonce { .. } | Error::TakesNoNonce { .. } => PH_ERROR_NONCE,
        Error::Entropy { .. } => PH_ERROR_ENTROPY,
        Error::Backend { .. } => PH_ERROR_BACKEND,
        Error::NoMac { .. } | Error::NoParts { .. } | Error::Width { .. } => PH_ERROR_ALGORITHM,
        Error::Checkpoint(_) | Error::OtherCheckpoint => PH_ERROR_CHECKPOINT,
        Error::Tag(_) => PH_ERROR_TAG,
        Error::OtherKey | Error::Parts(_) => PH_ERROR_PART,
        _ => PH_ERROR_INTERNAL,
    };
    md5_opt::s3::ETagError: _ => PH_ERROR_PARTS;
    md5_opt::PartsError: error => match error {
        md5_opt::PartsError::Length { .. } => PH_ERROR_LENGTH,
        _ => PH_ERROR_PARTS,
    };
    hash_arrow::Error: error => match error {
        hash_arrow::Error::Rows { .. } => PH_ERROR_LENGTH,
        _ => PH_ERROR_TABLE,
    };
    hash_agg::FingerprintError: _ => PH_ERROR_TABLE;
    hash_agg::KeyLengthError: _ => PH_ERROR_KEY_LENGTH;
    hash_agg::EntropyError: _ => PH_ERROR_ENTROPY;
}

/// A message of a thread: a C string, which comes first because C gets a pointer to the struct.
#[repr(C)]
struct Message {
    bytes: [u8; 160],
    /// The number of bytes before the terminating zero.
    used: usize,
}

thread_local! {
    static LAST: RefCell<Message> = const { RefCell::new(Message { bytes: [0; 160], used: 0 }) };
}

impl Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let free = self.bytes.len() - 1 - self.used;
        let whole = (0..=text.len().min(free)).rev().find(|&end| text.is_char_boundary(end));
        let kept = &text.as_bytes()[..whole.unwrap_or(0)];
        self.bytes[self.used..][..kept.len()].copy_from_slice(kept);
        self.used += kept.len();
        if kept.len() == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Returns the message of the last function of this thread that failed, such as "key has 5 bytes,
/// clhash needs 1064", or the empty string if none has failed. Never null. The string is valid
/// until another function fails in this thread, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn ph_last_error() -> *const c_char {
    LAST.with(RefCell::as_ptr).cast()
}

/// Describes a status in a few words. The result is never null and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn ph_status_message(status: c_int) -> *const c_char {
    const MESSAGES: [&CStr; 19] = [
        c"done",
        c"a pointer is null where that is not allowed",
        c"a pointer is not aligned for its type",
        c"an array or a buffer has a wrong length",
        c"outputs overlap inputs",
        c"out of memory",
        c"a key has a wrong length",
        c"the algorithm excludes this key",
        c"an offset of a column is out of order or past the end of the values",
        c"the bytes are not a checkpoint of this algorithm",
        c"parts of a message cannot be joined",
        c"the algorithm takes no such nonce",
        c"the tag is wrong",
        c"the part size is impossible",
        c"a defect of the library",
        c"the operating system provides no random bits",
        c"the algorithm cannot do this",
        c"this CPU has no such backend",
        c"a table cannot be hashed, joined or removed",
    ];
    let message = usize::try_from(status).ok().and_then(|status| MESSAGES.get(status));
    message.unwrap_or(&c"not a status of this library").as_ptr()
}

/// Returns the version of the library, such as "0.1.0"; never freed.
#[unsafe(no_mangle)]
pub extern "C" fn ph_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The bijection of the algorithms `...-mixed` of 64 bits, which spreads every bit of a hash over
/// all bits: different hashes stay different. Frozen.
#[unsafe(no_mangle)]
pub extern "C" fn ph_mix(hash: u64) -> u64 {
    hash_core::mix(hash)
}
