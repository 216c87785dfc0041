//! Objects that C owns by pointers.
//!
//! Allocation can fail here, which `Box` and `Arc` do not support on stable Rust: a library must
//! not end the process of its user.

use crate::border;
use crate::status::ph_status_t::PH_ERROR_MEMORY;
use crate::status::{Failure, failure};
use core::borrow::Borrow;
use core::ops::Deref;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering, fence};
use std::alloc::{Layout, alloc};

/// Puts the value of `make` on the heap. Fails without memory.
fn place<T>(make: impl FnOnce() -> T) -> Result<NonNull<T>, Failure> {
    const { assert!(size_of::<T>() > 0, "zero-sized objects cannot be allocated") };
    // SAFETY: the layout has a size.
    let memory = unsafe { alloc(Layout::new::<T>()) }.cast::<T>();
    let memory = NonNull::new(memory)
        .ok_or_else(|| failure(PH_ERROR_MEMORY, format_args!("no memory left for an object")))?;
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

/// A value and the number of its owners: the pointer that C has to a key, and the streams that use
/// the key.
pub(crate) struct Counted<T> {
    owners: AtomicUsize,
    value: T,
}

/// An owner of a counted value.
///
/// The count cannot overflow, because each owner is part of a separate object in memory.
pub(crate) struct Shared<T>(NonNull<Counted<T>>);

// SAFETY: a T is read by several threads, and dropped by the last of them, as in an `Arc`.
unsafe impl<T: Send + Sync> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// Puts a value on the heap and writes its first owner, as a pointer, or null to `out`.
    ///
    /// With the feature `zeroize`, the stack that making the value has used is wiped.
    ///
    /// # Safety
    /// `out` is null or writable.
    pub(crate) unsafe fn give(
        out: *mut *mut Counted<T>,
        make: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<(), Failure> {
        // SAFETY: guaranteed by the caller.
        unsafe { border::write(out, core::ptr::null_mut())? };
        let object = hash_core::residue::build::<Result<_, Failure>>(|| {
            let value = make()?;
            place(|| Counted { owners: AtomicUsize::new(1), value })
        });
        hash_core::residue::scrub::<T>();
        // SAFETY: as above.
        unsafe { border::write(out, object?.as_ptr()) }
    }

    /// Returns another owner of the value of a pointer.
    ///
    /// # Safety
    /// `pointer` is null or an owner from [`give`](Self::give) that is not dropped meanwhile.
    pub(crate) unsafe fn of(pointer: *const Counted<T>) -> Result<Self, Failure> {
        // SAFETY: guaranteed by the caller.
        let counted = unsafe { border::object(pointer)? };
        counted.owners.fetch_add(1, Ordering::Relaxed);
        Ok(Self(NonNull::from(counted)))
    }

    /// Drops the owner that a pointer represents.
    ///
    /// # Safety
    /// `pointer` is null or from [`give`](Self::give), and is not used again.
    pub(crate) unsafe fn free(pointer: *mut Counted<T>) {
        drop(NonNull::new(pointer).map(Self));
    }
}

impl<T> Counted<T> {
    /// Returns the value.
    #[inline]
    pub(crate) const fn value(&self) -> &T {
        &self.value
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        // SAFETY: the value exists as long as an owner does.
        unsafe { self.0.as_ref() }.owners.fetch_add(1, Ordering::Relaxed);
        Self(self.0)
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        // SAFETY: as in `clone`.
        let owners = unsafe { &self.0.as_ref().owners };
        if owners.fetch_sub(1, Ordering::Release) == 1 {
            // Everything that other owners did with the value happened before this.
            fence(Ordering::Acquire);
            // SAFETY: this was the last owner.
            unsafe { free(self.0.as_ptr()) };
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: as in `clone`.
        &unsafe { self.0.as_ref() }.value
    }
}

impl<T> Borrow<T> for Shared<T> {
    #[inline]
    fn borrow(&self) -> &T {
        self
    }
}
