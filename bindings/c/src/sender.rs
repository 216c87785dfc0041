//! CLMAC with nonces that a sender draws.

use crate::border;
use crate::hash::ph_digest_t;
use crate::key::ph_key_t;
use crate::object;
use crate::status::ph_status_t::{self, PH_ERROR_ALGORITHM, PH_ERROR_ENTROPY, PH_ERROR_NONCE};
use crate::status::{Failure, failure, run, run_or};
use clmac::nonce::{Key, Nonce, Receiver, Sender};
use core::ffi::c_void;
use std::sync::Arc;

/// The number of bytes in a nonce of `ph_sender_tag`.
pub const PH_NONCE_BYTES: usize = 24;
const _: () = assert!(PH_NONCE_BYTES == Nonce::BYTES);

/// Tags messages, each under a nonce of its own. A sender draws a random prefix when it is made,
/// and counts messages in the rest. It needs no state from one run of a program to the next, and
/// any number of senders may have one key. It cannot be copied or saved.
///
/// One nonce that tags two messages suffices for a forgery. A sender draws another prefix in every
/// copy of its process: a child of `fork`, of `_Fork`, or of the system call `clone`. (A child that
/// shares its parent's memory, as that of `vfork`, shares the count too.) Two kinds of copies are
/// not detected, and repeat nonces:
///
/// - What starts twice from one snapshot, with a sender in its memory: a virtual machine, a
///   container, a process (CRIU). Make the senders after the start.
/// - A child of `_Fork` or `clone`, which run no handlers of `pthread_atfork`, that has the process
///   number of an ancestor: of one that has ended, or in another namespace of numbers. This
///   concerns only systems without memory that copies find wiped: all but Linux from 4.14 on,
///   FreeBSD, NetBSD and OpenBSD, and some emulators of programs.
///
/// A forgery succeeds with probability at most 1.001 * 2^-127 for each attempt, plus the advantage
/// in telling AES-256 from a random permutation, after 2^48 messages of any lengths. With s senders
/// of one key, s (s - 1) / 2^129 is to be added, because two may draw one prefix.
#[derive(Debug)]
pub struct ph_sender_t(Sender<Arc<Key>>);

/// Verifies messages of senders. It keeps what it derived from the last nonce, so that the messages
/// of one sender cost no derivation. It does not detect replays.
#[derive(Debug)]
pub struct ph_receiver_t(Receiver<Arc<Key>>);

/// Derives the key of tags with nonces from a key of CLMAC.
///
/// # Safety
/// `key` is null or live.
unsafe fn derived(key: *const ph_key_t) -> Result<Arc<Key>, Failure> {
    // SAFETY: guaranteed by the caller.
    let key = unsafe { border::object(key)? };
    let master = key.plain().ok().and_then(|plain| plain.downcast_ref::<clmac::Key>());
    let master = master.ok_or_else(|| {
        let text = format_args!("{} has no senders, only clmac has", key.row().name);
        failure(PH_ERROR_ALGORITHM, text)
    })?;
    // `Arc::new` would copy the key on the stack.
    Ok(Arc::new_cyclic(|_| Key::from(master)))
}

/// Makes a sender from a key of the algorithm "clmac". The key also tags messages without nonces,
/// by `ph_hash`: the two derive independent keys from its bytes, and neither accepts a tag of the
/// other.
///
/// Errors: PH_ERROR_ALGORITHM for a key of another algorithm, PH_ERROR_ENTROPY, PH_ERROR_NULL,
/// PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_sender_new(
    key: *const ph_key_t,
    out: *mut *mut ph_sender_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        object::give(out, || Ok(ph_sender_t(Sender::try_new(derived(key)?).map_err(no_entropy)?)))
    })
}

#[cold]
fn no_entropy(error: clmac::EntropyError) -> Failure {
    failure(PH_ERROR_ENTROPY, error)
}

/// Tags a message, and writes the `PH_NONCE_BYTES` bytes of its nonce and the tag, of 16 bytes. The
/// message travels with both, and neither is secret.
///
/// Errors: PH_ERROR_ENTROPY if another prefix is needed and there is no entropy, PH_ERROR_NULL,
/// PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_sender_tag(
    sender: *mut ph_sender_t,
    data: *const c_void,
    len: usize,
    nonce: *mut u8,
    out: *mut ph_digest_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe {
        border::clear(nonce, PH_NONCE_BYTES);
        border::clear(out, size_of::<ph_digest_t>());
    };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let sender = border::object_mut(sender)?;
        border::present(nonce)?;
        border::present(out)?;
        let (drawn, tag) = sender.0.try_tag(border::bytes(data, len)?).map_err(no_entropy)?;
        border::write(nonce.cast::<[u8; PH_NONCE_BYTES]>(), drawn.to_bytes())?;
        border::write(out, ph_digest_t::of(tag))
    })
}

/// Frees a sender; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_sender_free(sender: *mut ph_sender_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { object::free(sender) };
}

/// Makes a receiver from a key of the algorithm "clmac".
///
/// Errors: PH_ERROR_ALGORITHM for a key of another algorithm, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_receiver_new(
    key: *const ph_key_t,
    out: *mut *mut ph_receiver_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe { object::give(out, || Ok(ph_receiver_t(Receiver::new(derived(key)?)))) })
}

/// Checks the tag of a message and its nonce, as `ph_sender_tag` wrote them. The time does not
/// depend on the bytes of the tag.
///
/// Errors: PH_ERROR_TAG if the tag is wrong or has not 16 bytes, PH_ERROR_NONCE unless the nonce
/// has `PH_NONCE_BYTES` bytes, PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_receiver_verify(
    receiver: *mut ph_receiver_t,
    nonce: *const c_void,
    nonce_len: usize,
    data: *const c_void,
    len: usize,
    tag: *const c_void,
    tag_len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let receiver = border::object_mut(receiver)?;
        let nonce = Nonce::try_from(border::bytes(nonce, nonce_len)?)
            .map_err(|error| failure(PH_ERROR_NONCE, error))?;
        let (message, tag) = (border::bytes(data, len)?, border::bytes(tag, tag_len)?);
        let verified = receiver.0.verify(&nonce, message, tag);
        verified.map_err(|error| table::Error::from(error).into())
    })
}

/// Frees a receiver; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_receiver_free(receiver: *mut ph_receiver_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { object::free(receiver) };
}
