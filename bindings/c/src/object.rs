//! Objects that C owns by pointers.
//!
//! Allocation can fail here, which `Box` and `Arc` do not support on stable Rust: a library must
//! not end the process of its user. What the table of algorithms allocates is smaller than what
//! [`reserve`] asks for first.

use crate::border;
use crate::status::ph_status_t::PH_ERROR_MEMORY;
use crate::status::{Failure, failure};
use core::ptr::NonNull;
use std::alloc::{Layout, alloc, dealloc};

#[cold]
fn none() -> Failure {
    failure(PH_ERROR_MEMORY, "no memory left for an object")
}

/// Fails unless 64 KiB of memory are left: more than a key, a stream, a part or the texts of the
/// table take together.
pub(crate) fn reserve() -> Result<(), Failure> {
    let layout = Layout::new::<[u8; 1 << 16]>();
    // SAFETY: the layout has a size.
    let memory = unsafe { alloc(layout) };
    if memory.is_null() {
        return Err(none());
    }
    // SAFETY: the memory was allocated with this layout.
    unsafe { dealloc(memory, layout) };
    Ok(())
}

/// Puts the value of `make` on the heap. Fails without memory.
fn place<T>(make: impl FnOnce() -> T) -> Result<NonNull<T>, Failure> {
    const { assert!(size_of::<T>() > 0, "zero-sized objects cannot be allocated") };
    // SAFETY: the layout has a size.
    let memory = unsafe { alloc(Layout::new::<T>()) }.cast::<T>();
    let memory = NonNull::new(memory).ok_or_else(none)?;
    // SAFETY: the memory was allocated with the layout of T.
    unsafe { memory.write(make()) };
    Ok(memory)
}

/// Boxes the value of `make`. Fails without memory.
pub(crate) fn boxed<T>(make: impl FnOnce() -> T) -> Result<Box<T>, Failure> {
    // SAFETY: `place` allocated the object with the layout of T, as a box does.
    place(make).map(|object| unsafe { Box::from_raw(object.as_ptr()) })
}

/// Makes an object and writes the pointer to it, or null, to `out`.
///
/// `T` is `Send`, because C may pass the object to another thread.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn give<T: Send>(
    out: *mut *mut T,
    make: impl FnOnce() -> Result<T, Failure>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { border::write(out, core::ptr::null_mut())? };
    reserve()?;
    let value = make()?;
    let object = boxed(|| value)?;
    // SAFETY: as above.
    unsafe { border::write(out, Box::into_raw(object)) }
}

/// Drops an object and frees its memory. Null is ignored.
///
/// # Safety
/// `object` is null or came from [`give`], and is not used again.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: `place` allocated the object with the layout of T, as a box does.
        drop(unsafe { Box::from_raw(object) });
    }
}

// Any number of threads may use a key, and objects may be passed to other threads.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<crate::algorithm::ph_algorithm_t>();
    is_shared::<crate::key::ph_key_t>();
};
