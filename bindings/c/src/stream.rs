//! Messages in pieces.

use crate::border;
use crate::hash::ph_digest_t;
use crate::key::{copy, ph_key_t, wipe};
use crate::object;
use crate::status::ph_status_t;
use crate::status::{Failure, run, run_or, value};
use core::ffi::c_void;
use table::Stream;

/// A message that arrives in pieces.
#[derive(Debug)]
pub struct ph_stream_t(Stream);

/// The length of the longest checkpoint in bytes.
pub const PH_CHECKPOINT_MAX_BYTES: usize = 1024;

/// Starts a message.
///
/// # Safety
/// `key` is null or a key, and `nonce` has `nonce_len` bytes.
unsafe fn start(
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
) -> Result<ph_stream_t, Failure> {
    // SAFETY: guaranteed by the caller.
    let (key, nonce) = unsafe { (border::object(key)?, border::bytes(nonce, nonce_len)?) };
    Ok(ph_stream_t(match nonce {
        [] => key.plain()?.stream(),
        nonce => key.nonces()?.stream(nonce)?,
    }))
}

/// Starts a message in pieces. The nonce is that of `ph_tag`; without one, `nonce_len` is 0. The
/// stream keeps the key alive, so the key may be freed first.
///
/// To finalize a message with a nonce before its end is to tag another message under that nonce.
///
/// Errors: PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_new(
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    out: *mut *mut ph_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe { object::give(out, || start(key, nonce, nonce_len)) })
}

/// Starts another message in a stream, as `ph_stream_new` does in a new one, under this key or any
/// other. If the result is an error, the stream is unchanged.
///
/// Errors: PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_reset(
    stream: *mut ph_stream_t,
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let stream = border::object_mut(stream)?;
        object::reserve()?;
        *stream = start(key, nonce, nonce_len)?;
        Ok(())
    })
}

/// Appends `len` bytes to the message. The digest does not depend on how the message is split.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_update(
    stream: *mut ph_stream_t,
    data: *const c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        border::object_mut(stream)?.0.update(border::bytes(data, len)?);
        Ok(())
    })
}

/// The most streams that are updated in one call: more than the vectors of any CPU hash in
/// parallel.
const STREAMS: usize = 64;

/// Appends a piece to each of `count` messages: the `lens[i]` bytes at `data[i]` to that of
/// `streams[i]`, as `ph_stream_update` for one after the other would. Streams of "md5" are hashed
/// in parallel, which takes a fraction of the time: read many files in blocks, side by side, and
/// when one ends, put another in its place. Other algorithms gain nothing.
///
/// Streams may have different algorithms, pieces different lengths, and a stream may occur more
/// than once. Everything is checked before any stream is changed.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_update_many(
    streams: *const *mut ph_stream_t,
    data: *const *const c_void,
    lens: *const usize,
    count: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let streams = border::array(streams, count)?;
        let (data, lens) = (border::array(data, count)?, border::array(lens, count)?);
        for ((stream, data), len) in streams.iter().zip(data).zip(lens) {
            border::present(*stream)?;
            border::bytes(*data, *len)?;
        }
        let mut done = 0;
        while done < count {
            let rest = &streams[done..];
            // A stream that occurs again begins the next call, so that each is borrowed once.
            let fresh = (1..rest.len().min(STREAMS)).take_while(|&i| !rest[..i].contains(&rest[i]));
            let next = done + 1 + fresh.count();
            let updates = (done..next).filter_map(|i| {
                let bytes = border::bytes(data[i], lens[i]).ok()?;
                Some((&mut border::object_mut(streams[i]).ok()?.0, bytes))
            });
            Stream::update_each(updates);
            done = next;
        }
        Ok(())
    })
}

/// Returns the digest of the message so far. The stream can be continued afterwards. For null the
/// digest has length 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_stream_finalize(stream: *const ph_stream_t) -> ph_digest_t {
    // SAFETY: the contract of the header is that of the callee.
    value(ph_digest_t::NONE, || unsafe { Ok(border::object(stream)?.0.finalize().into()) })
}

/// Computes the tag of the message so far, as `ph_tag` does. The stream can be continued
/// afterwards.
///
/// Errors: PH_ERROR_ALGORITHM unless the algorithm has the property `PH_IS_MAC`, PH_ERROR_NULL.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_tag(
    stream: *const ph_stream_t,
    out: *mut ph_digest_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, size_of::<ph_digest_t>()) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let stream = border::object(stream)?;
        border::present(out)?;
        border::write(out, stream.0.tag()?.into())
    })
}

/// Makes a second stream with the same message so far.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_clone(
    stream: *const ph_stream_t,
    out: *mut *mut ph_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe { object::give(out, || Ok(ph_stream_t(border::object(stream)?.0.clone()))) })
}

/// Returns the length of a checkpoint of this stream in bytes, at most `PH_CHECKPOINT_MAX_BYTES`,
/// or 0 for null and without memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_stream_checkpoint_bytes(stream: *const ph_stream_t) -> usize {
    // SAFETY: the contract of the header is that of the callee.
    value(0, || unsafe {
        let stream = border::object(stream)?;
        object::reserve()?;
        let mut checkpoint = stream.0.checkpoint();
        wipe(&mut checkpoint);
        Ok(checkpoint.len())
    })
}

/// Writes the state of a stream as a checkpoint, of which `len` is the length. At most that many
/// bytes at `out` are written, whatever `len` is. `ph_stream_restore` resumes from it, also on
/// another machine. The format is frozen.
///
/// `ph_algorithm_secrecy` says who may see a checkpoint: those of "clmac", VMAC, SipHash and
/// HighwayHash are as secret as the key, although tags are public, and those of other keyed
/// functions as secret as digests.
///
/// Errors: PH_ERROR_LENGTH if `len` is any other number, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_save(
    stream: *const ph_stream_t,
    out: *mut u8,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let stream = border::object(stream)?;
        object::reserve()?;
        let mut checkpoint = stream.0.checkpoint();
        let done = copy(&checkpoint, out, len, "a checkpoint");
        wipe(&mut checkpoint);
        done
    })
}

/// Makes a stream from a checkpoint, under the key and the nonce with which it was saved. For a
/// universal hash this cannot be checked, and another key gives other digests.
///
/// Errors: PH_ERROR_CHECKPOINT, PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_restore(
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    data: *const c_void,
    len: usize,
    out: *mut *mut ph_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        object::give(out, || {
            let (key, saved) = (border::object(key)?, border::bytes(data, len)?);
            Ok(ph_stream_t(match border::bytes(nonce, nonce_len)? {
                [] => key.plain()?.resume(saved)?,
                nonce => key.nonces()?.resume(nonce, saved)?,
            }))
        })
    })
}

/// Frees a stream; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_stream_free(stream: *mut ph_stream_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { object::free(stream) };
}
