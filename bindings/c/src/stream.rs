//! Messages in pieces.

use crate::border;
use crate::hash::ph_digest_t;
use crate::key::{copy, ph_key_t, wipe};
use crate::object;
use crate::status::ph_status_t::{self, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH};
use crate::status::{Failure, failure, run, run_or, value};
use core::ffi::c_void;
use core::ptr::{drop_in_place, null_mut};
use table::Stream;

/// A message that arrives in pieces.
#[derive(Debug)]
pub struct ph_stream_t {
    stream: Stream,
    memory: Memory,
}

/// Where a stream lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// In memory that [`object`] allocated.
    Library,
    /// In memory of the caller, for [`ph_stream_init`].
    Caller,
}

impl ph_stream_t {
    const fn of_library(stream: Stream) -> Self {
        Self { stream, memory: Memory::Library }
    }
}

/// The number of bytes of memory in which `ph_stream_init` makes a stream.
pub const PH_STREAM_BYTES: usize = 1024;

/// The alignment of that memory in bytes.
pub const PH_STREAM_ALIGN: usize = 64;

/// Memory for a stream, to be declared as a local variable or a member. `PH_ALIGNED` aligns it with
/// GCC, Clang and MSVC; elsewhere any memory of `PH_STREAM_BYTES` bytes that is aligned to
/// `PH_STREAM_ALIGN` does.
#[repr(C, align(64))]
#[derive(Debug)]
pub struct ph_stream_place_t {
    /// The bytes, which only this library reads.
    pub bytes: [u8; PH_STREAM_BYTES],
}

const _: () = {
    assert!(size_of::<ph_stream_place_t>() == PH_STREAM_BYTES);
    assert!(align_of::<ph_stream_place_t>() == PH_STREAM_ALIGN);
    assert!(size_of::<ph_stream_t>() <= PH_STREAM_BYTES);
    assert!(align_of::<ph_stream_t>() <= PH_STREAM_ALIGN);
};

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
) -> Result<Stream, Failure> {
    // SAFETY: guaranteed by the caller.
    let (key, nonce) = unsafe { (border::object(key)?, border::bytes(nonce, nonce_len)?) };
    Ok(match nonce {
        [] => key.plain()?.stream(),
        nonce => key.nonces()?.stream(nonce)?,
    })
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
    run(|| unsafe {
        object::give(out, || Ok(ph_stream_t::of_library(start(key, nonce, nonce_len)?)))
    })
}

/// Starts a message in pieces as `ph_stream_new` does, in memory of the caller: `size` bytes at
/// `place`, at least `PH_STREAM_BYTES`, aligned to `PH_STREAM_ALIGN`, such as a
/// `ph_stream_place_t`. All algorithms can do this. No memory is allocated, neither here nor by
/// `ph_stream_update`, `_finalize`, `_tag`, `_reset` and `_copy`.
///
/// `out` gets `place` as a stream, which every function of streams takes. `ph_stream_free` ends it,
/// and leaves the memory to the caller; the stream keeps the key in memory until then. The memory
/// must not be moved or copied meanwhile: `ph_stream_copy` copies a stream.
///
/// Errors: PH_ERROR_LENGTH and PH_ERROR_ALIGNMENT if the memory is too small or not aligned,
/// PH_ERROR_NONCE, PH_ERROR_NULL.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_init(
    place: *mut c_void,
    size: usize,
    key: *const ph_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    out: *mut *mut ph_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        border::write(out, null_mut())?;
        border::present(place)?;
        let aligned: *mut ph_stream_place_t = place.cast();
        if size < PH_STREAM_BYTES {
            let message = format_args!("place has {size} bytes, a stream needs {PH_STREAM_BYTES}");
            return Err(failure(PH_ERROR_LENGTH, message));
        }
        if !aligned.is_aligned() {
            let message = format_args!("place is not aligned to {PH_STREAM_ALIGN} bytes");
            return Err(failure(PH_ERROR_ALIGNMENT, message));
        }
        let stream = start(key, nonce, nonce_len)?;
        let object: *mut ph_stream_t = place.cast();
        // The place is as large and as aligned as was checked, which suffices for a stream.
        object.write(ph_stream_t { stream, memory: Memory::Caller });
        border::write(out, object)
    })
}

/// Starts another message in a stream, as `ph_stream_new` does in a new one, under this key or any
/// other. If the result is an error, the stream is unchanged.
///
/// Errors: PH_ERROR_NONCE, PH_ERROR_NULL.
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
        stream.stream = start(key, nonce, nonce_len)?;
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
        border::object_mut(stream)?.stream.update(border::bytes(data, len)?);
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
                Some((&mut border::object_mut(streams[i]).ok()?.stream, bytes))
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
    value(ph_digest_t::NONE, || unsafe { Ok(border::object(stream)?.stream.finalize().into()) })
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
        border::write(out, stream.stream.tag()?.into())
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
    run(|| unsafe {
        object::give(out, || Ok(ph_stream_t::of_library(border::object(stream)?.stream.clone())))
    })
}

/// Replaces the message of a stream by that of `other` so far, whatever algorithm and key they
/// have. Both may be one stream.
///
/// Errors: PH_ERROR_NULL.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_stream_copy(
    stream: *mut ph_stream_t,
    other: *const ph_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees. `other` is borrowed no longer when
    // `stream` is, because they may be one object.
    run(|| unsafe {
        let copy = border::object(other)?.stream.clone();
        border::object_mut(stream)?.stream = copy;
        Ok(())
    })
}

/// Returns the length of a checkpoint of this stream in bytes, at most `PH_CHECKPOINT_MAX_BYTES`,
/// or 0 for null and without memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_stream_checkpoint_bytes(stream: *const ph_stream_t) -> usize {
    // SAFETY: the contract of the header is that of the callee.
    value(0, || unsafe {
        let stream = border::object(stream)?;
        object::reserve()?;
        let mut checkpoint = stream.stream.checkpoint();
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
        let mut checkpoint = stream.stream.checkpoint();
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
            Ok(ph_stream_t::of_library(match border::bytes(nonce, nonce_len)? {
                [] => key.plain()?.resume(saved)?,
                nonce => key.nonces()?.resume(nonce, saved)?,
            }))
        })
    })
}

/// Frees a stream; null is ignored. The memory of a stream of `ph_stream_init` stays that of the
/// caller, and can take another stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_stream_free(stream: *mut ph_stream_t) {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        match stream.as_ref().map(|stream| stream.memory) {
            Some(Memory::Caller) => drop_in_place(stream),
            _ => object::free(stream),
        }
    }
}
