//! The objects of the C library as the tests use them.
#![allow(dead_code, reason = "no test uses everything")]

use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use provenhash_c::algorithm::{ph_algorithm_find, ph_algorithm_t};
use provenhash_c::hash::{ph_digest_t, ph_hash, ph_tag};
use provenhash_c::key::{ph_key_free, ph_key_from_seed, ph_key_new, ph_key_t};
use provenhash_c::status::ph_last_error;
use provenhash_c::status::ph_status_t::{self, PH_OK};
use provenhash_c::stream::{
    ph_stream_finalize, ph_stream_free, ph_stream_new, ph_stream_t, ph_stream_tag, ph_stream_update,
};
use std::ffi::CString;
use testkit::vectors;

/// Returns the message of the last function of this thread that failed.
pub(crate) fn last_error() -> String {
    // SAFETY: the pointer is a string of this thread.
    unsafe { CStr::from_ptr(ph_last_error()) }.to_str().expect("the text is UTF-8").to_owned()
}

/// Returns the arguments of a message.
pub(crate) fn data(message: &[u8]) -> (*const c_void, usize) {
    (message.as_ptr().cast(), message.len())
}

/// Returns the bytes of a digest.
pub(crate) fn digest_bytes(digest: &ph_digest_t) -> &[u8] {
    assert!(digest.bytes[digest.len..].iter().all(|byte| *byte == 0), "zeros follow a digest");
    &digest.bytes[..digest.len]
}

/// Returns an algorithm.
pub(crate) fn algorithm(name: &str) -> *const ph_algorithm_t {
    let name = CString::new(name).expect("a name has no zero");
    // SAFETY: the name is a string.
    let algorithm = unsafe { ph_algorithm_find(name.as_ptr()) };
    assert!(!algorithm.is_null(), "{name:?}");
    algorithm
}

/// A key, which is freed when it is dropped.
pub(crate) struct Key(pub(crate) *mut ph_key_t);

impl Key {
    pub(crate) fn try_new(name: &str, bytes: &[u8]) -> Result<Self, ph_status_t> {
        let mut key = core::ptr::dangling_mut();
        let (bytes, len) = data(bytes);
        // SAFETY: the pointers are to that number of bytes, and to a pointer.
        let status = unsafe { ph_key_new(algorithm(name), bytes, len, &raw mut key) };
        assert_eq!(key.is_null(), status != PH_OK);
        if status == PH_OK { Ok(Self(key)) } else { Err(status) }
    }

    pub(crate) fn new(name: &str, bytes: &[u8]) -> Self {
        Self::try_new(name, bytes).expect("a key of the algorithm")
    }

    pub(crate) fn of_seed(name: &str, seed: u64) -> Self {
        let mut key = null_mut();
        // SAFETY: the output is a pointer.
        assert_eq!(unsafe { ph_key_from_seed(algorithm(name), seed, &raw mut key) }, PH_OK);
        Self(key)
    }

    pub(crate) fn hash(&self, message: &[u8]) -> ph_digest_t {
        let (data, len) = data(message);
        // SAFETY: the pointers are to a live key and to that number of bytes.
        unsafe { ph_hash(self.0, data, len) }
    }

    pub(crate) fn tag(&self, message: &[u8]) -> ph_digest_t {
        let (mut tag, (data, len)) = (ph_digest_t { len: 0, bytes: [0; 32] }, data(message));
        // SAFETY: the pointers are to a live key and to that number of bytes; the output is a
        // digest.
        assert_eq!(unsafe { ph_tag(self.0, null(), 0, data, len, &raw mut tag) }, PH_OK);
        tag
    }

    pub(crate) fn stream(&self, nonce: &[u8]) -> Stream {
        let mut stream = null_mut();
        let (nonce, len) = data(nonce);
        // SAFETY: as above; the output is a pointer.
        assert_eq!(unsafe { ph_stream_new(self.0, nonce, len, &raw mut stream) }, PH_OK);
        Stream(stream)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: the key is freed once.
        unsafe { ph_key_free(self.0) };
    }
}

/// A stream, which is freed when it is dropped.
pub(crate) struct Stream(pub(crate) *mut ph_stream_t);

impl Stream {
    pub(crate) fn update(&mut self, message: &[u8]) {
        let (data, len) = data(message);
        // SAFETY: the pointers are to a live stream and to that number of bytes.
        assert_eq!(unsafe { ph_stream_update(self.0, data, len) }, PH_OK);
    }

    pub(crate) fn tag(&self) -> ph_digest_t {
        let mut tag = ph_digest_t { len: 0, bytes: [0; 32] };
        // SAFETY: the stream is live, and the output is a digest.
        assert_eq!(unsafe { ph_stream_tag(self.0, &raw mut tag) }, PH_OK);
        tag
    }

    pub(crate) fn finalize(&self) -> ph_digest_t {
        // SAFETY: the stream is live.
        unsafe { ph_stream_finalize(self.0) }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the stream is freed once.
        unsafe { ph_stream_free(self.0) };
    }
}

// SAFETY: one thread at a time uses a stream, because it is moved.
unsafe impl Send for Stream {}

/// Returns the files and the algorithms of the table whose hashes they have, with the lengths of
/// their keys. The keys of a file can be longer.
pub(crate) fn published() -> Vec<(vectors::HashFile, &'static str, usize)> {
    let of_file = |table: &&vectors::Table| {
        let file = || table.hashes().without_zeros();
        let rows = file().functions().into_iter().filter_map(table::Algorithm::find);
        let rows = rows.filter(|row| !row.nonce);
        rows.map(move |row| (file(), row.name, row.key_lengths.first().copied().unwrap_or(0)))
            .collect::<Vec<_>>()
    };
    vectors::HASHES.iter().flat_map(of_file).collect()
}
