//! Whole messages, one or many.

use crate::algorithm::ph_algorithm_t;
use crate::border;
use crate::key::ph_key_t;
use crate::status::ph_status_t::{self, PH_ERROR_ALGORITHM, PH_ERROR_LENGTH, PH_ERROR_OVERLAP};
use crate::status::{Failure, failure, run, run_or, value};
use core::ffi::{c_char, c_int, c_void};
use core::ops::Range;
use table::{Digest, Key};

/// The length of the longest digest in bytes.
pub const PH_DIGEST_MAX_BYTES: usize = 32;

/// The length of the text of the longest digest in bytes, with the terminating zero.
pub const PH_DIGEST_TEXT_BYTES: usize = 65;

/// A hash or a tag. A hash has its words in order, each with its most significant byte first, so
/// the digits of 64 bits are those of the number. Functions whose authors publish bytes
/// (SipHash-128, GHASH, POLYVAL, MD5, VMAC) keep their order. A tag has the published bytes, see
/// `ph_digest_published`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ph_digest_t {
    /// The number of bytes; 0 if the function failed.
    pub len: usize,
    /// The bytes, followed by zeros.
    pub bytes: [u8; PH_DIGEST_MAX_BYTES],
}

impl ph_digest_t {
    /// The result of a function that failed.
    pub(crate) const NONE: Self = Self { len: 0, bytes: [0; PH_DIGEST_MAX_BYTES] };
}

impl ph_digest_t {
    /// Makes a digest of its bytes.
    pub(crate) fn of<const N: usize>(bytes: [u8; N]) -> Self {
        const { assert!(N <= PH_DIGEST_MAX_BYTES, "a digest has at most 32 bytes") };
        let mut out = Self { len: N, ..Self::NONE };
        out.bytes[..N].copy_from_slice(&bytes);
        out
    }
}

impl From<Digest> for ph_digest_t {
    #[inline]
    fn from(digest: Digest) -> Self {
        let mut out = Self::NONE;
        out.len = digest.as_bytes().len();
        out.bytes[..out.len].copy_from_slice(digest.as_bytes());
        out
    }
}

/// Returns whether two digests are the same, after a time that does not depend on their bytes. This
/// is 0 if one of them is that of a function that failed.
#[unsafe(no_mangle)]
#[must_use]
pub extern "C" fn ph_digest_equal(one: ph_digest_t, other: ph_digest_t) -> c_int {
    let [one, other] =
        [one, other].map(|digest| Digest::from_bytes(digest.bytes.get(..digest.len)?));
    c_int::from(one.is_some_and(|digest| digest.bits() > 0) && one == other)
}

/// Returns the number that the first 64 bits of a digest are, or all of a shorter one.
#[unsafe(no_mangle)]
pub extern "C" fn ph_digest_u64(digest: ph_digest_t) -> u64 {
    let digest = digest.bytes.get(..digest.len).and_then(Digest::from_bytes);
    digest.map_or(0, |digest| digest.first_u64())
}

/// Writes the hexadecimal digits of a digest and a terminating zero, at most `PH_DIGEST_TEXT_BYTES`
/// bytes.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_digest_text(digest: ph_digest_t, out: *mut c_char) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, 1) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let Some(bytes) = digest.bytes.get(..digest.len) else {
            return Err(failure(PH_ERROR_LENGTH, "a digest has at most 32 bytes"));
        };
        border::present(out)?;
        let text = border::output(out.cast::<u8>(), 2 * bytes.len() + 1)?;
        for (digits, byte) in text.as_chunks_mut().0.iter_mut().zip(bytes) {
            *digits = [byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]);
        }
        text[2 * bytes.len()] = 0;
        Ok(())
    })
}

/// Hashes a message. If an argument is wrong, the digest has length 0 and `ph_last_error()` tells
/// why: the key or the data is null, or the algorithm takes a nonce.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_hash(
    key: *const ph_key_t,
    data: *const c_void,
    len: usize,
) -> ph_digest_t {
    // SAFETY: the contract of the header is that of the callees.
    value(ph_digest_t::NONE, || unsafe {
        let key = border::object(key)?.plain()?;
        Ok(key.hash(border::bytes(data, len)?).into())
    })
}

/// Hashes a message to the number that the first 64 bits of its digest are, or all of a shorter
/// one. This is the function for loops over short messages. If an argument is wrong, as with
/// `ph_hash`, it returns 0, which is also the hash of some messages: `ph_hash64_into` tells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_hash64(key: *const ph_key_t, data: *const c_void, len: usize) -> u64 {
    // SAFETY: the contract of the header is that of the callees.
    value(0, || unsafe {
        let key = border::object(key)?.plain()?;
        Ok(key.hash_u64(border::bytes(data, len)?))
    })
}

/// Does the same as `ph_hash64`, and writes the number.
///
/// Errors: PH_ERROR_NONCE if the algorithm takes nonces, PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash64_into(
    key: *const ph_key_t,
    data: *const c_void,
    len: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, size_of::<u64>()) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let key = border::object(key)?.plain()?;
        border::write(out, key.hash_u64(border::bytes(data, len)?))
    })
}

/// Returns the published bytes of a hash of the algorithm: its words, the lowest first, each with
/// its least significant byte first, or the string of bytes that the authors define. SipHash-2-4 of
/// the empty message under the key of the authors' vectors is the number 0x726fdb47dd0e0e31; its
/// digest has the bytes 72 6f ... 31, and the published bytes are 31 0e ... 72. The digest has
/// length 0 if it is none of the algorithm, or the algorithm is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_digest_published(
    algorithm: *const ph_algorithm_t,
    digest: ph_digest_t,
) -> ph_digest_t {
    // SAFETY: the contract of the header is that of the callee.
    value(ph_digest_t::NONE, || unsafe {
        let row = border::object(algorithm)?.row();
        match digest.bytes.get(..digest.len).and_then(Digest::from_bytes) {
            Some(digest) if digest.bits() == row.output_bits => {
                Ok(row.published_bytes(digest).into())
            }
            _ => {
                let message =
                    format_args!("a digest of {} has {} bytes", row.name, row.output_bits / 8);
                Err(failure(PH_ERROR_LENGTH, message))
            }
        }
    })
}

/// Computes the tag of a message: the published bytes of its hash, which other implementations of
/// the function compute too, and which `ph_verify` takes. Where the algorithm has the property
/// `PH_TAKES_NONCE`, each message has another nonce: the tags of two under one nonce break the key.
/// Without one, `nonce_len` is 0.
///
/// Errors: PH_ERROR_ALGORITHM unless the algorithm has the property `PH_IS_MAC`, PH_ERROR_NONCE,
/// PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_tag(
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    data: *const c_void,
    len: usize,
    out: *mut ph_digest_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, size_of::<ph_digest_t>()) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let key = border::object(key)?;
        border::present(out)?;
        let message = border::bytes(data, len)?;
        let tag = match border::bytes(nonce, nonce_len)? {
            [] => key.plain()?.tag(message)?,
            nonce => key.nonces()?.tag(nonce, message)?,
        };
        border::write(out, tag.into())
    })
}

/// Checks the tag of a message, as `ph_tag` computes it. The time does not depend on its bytes. The
/// nonce is that of `ph_tag`; without one, `nonce_len` is 0.
///
/// Errors: PH_ERROR_TAG if the tag is wrong or has another length, PH_ERROR_ALGORITHM unless the
/// algorithm has the property `PH_IS_MAC`, PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_verify(
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    data: *const c_void,
    len: usize,
    tag: *const c_void,
    tag_len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let key = border::object(key)?;
        let nonce = border::bytes(nonce, nonce_len)?;
        let (message, tag) = (border::bytes(data, len)?, border::bytes(tag, tag_len)?);
        match nonce {
            [] => key.plain()?.verify(message, tag)?,
            nonce => key.nonces()?.verify(nonce, message, tag)?,
        }
        Ok(())
    })
}

/// Checks a tag that was cut to its first `cut` bytes, as `ph_verify` does a whole one. `cut` is
/// one of `ph_algorithm_digest_lengths`, and the receiver fixes it beforehand. Do not take it from
/// the tag that arrived: a forger would choose the shortest, which is guessed soonest.
///
/// Errors: PH_ERROR_TAG if the tag is wrong or has not `cut` bytes, PH_ERROR_ALGORITHM unless the
/// algorithm has the property `PH_IS_MAC` and tags of that length, PH_ERROR_NONCE if it takes a
/// nonce, PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_verify_cut(
    key: *const ph_key_t,
    cut: usize,
    data: *const c_void,
    len: usize,
    tag: *const c_void,
    tag_len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let key = border::object(key)?.plain()?;
        let (message, tag) = (border::bytes(data, len)?, border::bytes(tag, tag_len)?);
        key.verify_cut(message, tag, cut.saturating_mul(8))?;
        Ok(())
    })
}

/// Computes GHASH or POLYVAL as in the AEAD: of additional data and text, each padded with zeros to
/// whole blocks, followed by the block of their lengths in bits. 16 bytes. Frozen.
///
/// Under a random secret key, two given pairs of data and text, each below 2^61 bytes, collide with
/// probability at most n * 2^-128, where n is the number of blocks of the longer pair, with that of
/// the lengths: a theorem.
///
/// Errors: PH_ERROR_ALGORITHM for any other algorithm, PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_ghash_aead(
    key: *const ph_key_t,
    additional: *const c_void,
    additional_len: usize,
    text: *const c_void,
    text_len: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, 16) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let key = border::object(key)?.plain()?;
        let (additional, text) =
            (border::bytes(additional, additional_len)?, border::bytes(text, text_len)?);
        border::present(out)?;
        let hash = if let Some(key) = key.downcast_ref::<ghash_clmul::GhashKey>() {
            ghash_clmul::hash_aead(key, additional, text)
        } else if let Some(key) = key.downcast_ref::<ghash_clmul::PolyvalKey>() {
            ghash_clmul::hash_aead(key, additional, text)
        } else {
            let message = format_args!("{} is neither ghash nor polyval", key.algorithm().name);
            return Err(failure(PH_ERROR_ALGORITHM, message));
        };
        border::write(out.cast(), hash)
    })
}

/// The form in which a batch writes each hash.
#[derive(Clone, Copy)]
enum Out {
    /// The bytes of the digest.
    Digests(*mut u8),
    /// The number that `ph_hash64` returns.
    Numbers(*mut u64),
}

/// The most messages that are hashed in one call. Nothing is allocated, so pointers and lengths are
/// joined on the stack.
const GROUP: usize = 256;

/// The outputs of a batch.
struct Batch {
    key: &'static Key,
    out: Out,
    count: usize,
    /// The number of bytes of a digest.
    width: usize,
}

impl Batch {
    /// # Safety
    /// `key` is null or a key that lives while the batch does.
    unsafe fn new(key: *const ph_key_t, out: Out, count: usize) -> Result<Self, Failure> {
        // SAFETY: guaranteed by the caller.
        let key: &'static Key = unsafe { border::object(key)? }.plain()?;
        Ok(Self { key, out, count, width: key.algorithm().output_bits / 8 })
    }

    /// Runs a function on a batch, and clears the outputs if it fails.
    ///
    /// # Safety
    /// As [`Batch::new`], and there are `count` writable outputs.
    unsafe fn run(
        key: *const ph_key_t,
        out: Out,
        count: usize,
        function: impl FnOnce(&Self) -> Result<(), Failure>,
    ) -> ph_status_t {
        // SAFETY: guaranteed by the caller.
        run(|| unsafe {
            let done = Self::new(key, out, count).and_then(|batch| function(&batch));
            done.inspect_err(|failure| {
                // Outputs that overlap inputs would change these.
                if failure.status() != PH_ERROR_OVERLAP {
                    match (out, key.as_ref()) {
                        (Out::Numbers(out), _) => border::clear(out, count.saturating_mul(8)),
                        (Out::Digests(out), Some(key)) => {
                            border::clear(out, count.saturating_mul(key.row().output_bits / 8));
                        }
                        (Out::Digests(_), None) => {}
                    }
                }
            })
        })
    }

    /// Fails if the outputs overlap an input.
    fn apart<T>(&self, input: &[T]) -> Result<(), Failure> {
        match self.out {
            Out::Digests(out) => border::apart(input, (out, self.count.saturating_mul(self.width))),
            Out::Numbers(out) => border::apart(input, (out, self.count)),
        }
    }

    /// Writes all outputs by a function that writes the bytes of the digests of a range.
    ///
    /// # Safety
    /// There are `count` writable outputs, which overlap no input.
    unsafe fn write(
        &self,
        mut hash: impl FnMut(&Key, Range<usize>, &mut [u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let all = 0..self.count;
        // SAFETY: guaranteed by the caller.
        unsafe {
            match self.out {
                Out::Digests(out) => {
                    let out = border::output(out, self.count.saturating_mul(self.width))?;
                    hash(self.key, all, out)
                }
                Out::Numbers(out) if self.width == size_of::<u64>() => {
                    let numbers = border::output(out, self.count)?;
                    // The same memory as bytes, of which every value is allowed.
                    let bytes = border::output(numbers.as_mut_ptr().cast(), size_of_val(numbers))?;
                    hash(self.key, all, bytes)?;
                    let numbers = border::output(out, self.count)?;
                    numbers.iter_mut().for_each(|number| *number = u64::from_be(*number));
                    Ok(())
                }
                Out::Numbers(out) => {
                    let mut digests = [0; GROUP * PH_DIGEST_MAX_BYTES];
                    let mut start = 0;
                    for numbers in border::output(out, self.count)?.chunks_mut(GROUP) {
                        let digests = &mut digests[..numbers.len() * self.width];
                        hash(self.key, start..start + numbers.len(), digests)?;
                        start += numbers.len();
                        for (number, digest) in numbers.iter_mut().zip(digests.chunks(self.width)) {
                            *number = Digest::from_bytes(digest).map_or(0, |d| d.first_u64());
                        }
                    }
                    Ok(())
                }
            }
        }
    }

    /// # Safety
    /// `data` and `lens` have `count` elements, message i has `lens[i]` bytes, and there are
    /// `count` writable outputs.
    unsafe fn many(&self, data: *const *const c_void, lens: *const usize) -> Result<(), Failure> {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let (data, lens) = (border::array(data, self.count)?, border::array(lens, self.count)?);
            self.apart(data)?;
            self.apart(lens)?;
            // Everything is checked before any output is written.
            for (data, len) in data.iter().zip(lens) {
                self.apart(border::bytes(*data, *len)?)?;
            }
            self.write(|key, range, out| {
                let mut group = [[].as_slice(); GROUP];
                let outputs = out.chunks_mut(GROUP * self.width);
                let inputs = data[range.clone()].chunks(GROUP).zip(lens[range].chunks(GROUP));
                for ((data, lens), out) in inputs.zip(outputs) {
                    for ((message, data), len) in group.iter_mut().zip(data).zip(lens) {
                        *message = border::bytes(*data, *len)?;
                    }
                    key.hash_many(&group[..data.len()], out)?;
                }
                Ok(())
            })
        }
    }

    /// # Safety
    /// `words` has `count` elements, and there are `count` writable outputs.
    unsafe fn u64s(&self, words: *const u64) -> Result<(), Failure> {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let words = border::array(words, self.count)?;
            self.apart(words)?;
            self.write(|key, range, out| Ok(key.hash_u64s(&words[range], out)?))
        }
    }

    /// # Safety
    /// `values` has `len` bytes, `offsets` has one element more than `count` unless that is 0, and
    /// there are `count` writable outputs.
    unsafe fn column<O: Copy + TryInto<usize>>(
        &self,
        values: *const c_void,
        len: usize,
        offsets: *const O,
    ) -> Result<(), Failure> {
        if self.count == 0 {
            return Ok(());
        }
        // SAFETY: guaranteed by the caller.
        unsafe {
            let values = border::bytes(values, len)?;
            let offsets = border::array(offsets, self.count.saturating_add(1))?;
            self.apart(values)?;
            self.apart(offsets)?;
            self.write(|key, Range { start, end }, out| {
                Ok(key.hash_column(values, &offsets[start..=end], out)?)
            })
        }
    }
}

/// Hashes `count` messages, and writes the bytes of their digests one after the other. Message i is
/// the `lens[i]` bytes at `data[i]`. A batch takes less time than the messages one by one.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP, PH_ERROR_NONCE if
/// the algorithm takes nonces.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash_many(
    key: *const ph_key_t,
    data: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Digests(out), count, |batch| batch.many(data, lens)) }
}

/// Hashes `count` words, each as its eight little-endian bytes, and writes the bytes of their
/// digests one after the other.
///
/// Errors: those of `ph_hash_many`.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash_u64s(
    key: *const ph_key_t,
    words: *const u64,
    count: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Digests(out), count, |batch| batch.u64s(words)) }
}

/// Hashes the strings of a column in Arrow's layout, and writes the bytes of their digests one
/// after the other. String i is the bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at
/// `values`, for i below `rows`. There is one offset more than there are rows.
///
/// Errors: PH_ERROR_OFFSET, and those of `ph_hash_many`.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash_column32(
    key: *const ph_key_t,
    values: *const c_void,
    len: usize,
    offsets: *const i32,
    rows: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Digests(out), rows, |batch| batch.column(values, len, offsets)) }
}

/// Does the same as `ph_hash_column32`, with offsets of 64 bits.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash_column64(
    key: *const ph_key_t,
    values: *const c_void,
    len: usize,
    offsets: *const i64,
    rows: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Digests(out), rows, |batch| batch.column(values, len, offsets)) }
}

/// Does the same as `ph_hash_many`, and writes numbers, as `ph_hash64` returns them.
///
/// Errors: those of `ph_hash_many`.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash64_many(
    key: *const ph_key_t,
    data: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Numbers(out), count, |batch| batch.many(data, lens)) }
}

/// Does the same as `ph_hash_u64s`, and writes numbers.
///
/// Errors: those of `ph_hash_many`.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash64_u64s(
    key: *const ph_key_t,
    words: *const u64,
    count: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Numbers(out), count, |batch| batch.u64s(words)) }
}

/// Does the same as `ph_hash_column32`, and writes numbers.
///
/// Errors: PH_ERROR_OFFSET, and those of `ph_hash_many`.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash64_column32(
    key: *const ph_key_t,
    values: *const c_void,
    len: usize,
    offsets: *const i32,
    rows: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Numbers(out), rows, |batch| batch.column(values, len, offsets)) }
}

/// Does the same as `ph_hash64_column32`, with offsets of 64 bits.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_hash64_column64(
    key: *const ph_key_t,
    values: *const c_void,
    len: usize,
    offsets: *const i64,
    rows: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { Batch::run(key, Out::Numbers(out), rows, |batch| batch.column(values, len, offsets)) }
}
