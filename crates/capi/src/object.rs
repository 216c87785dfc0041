//! Objects that C holds by pointers.
//!
//! Memory is asked for in a way that can fail, which `Box` and `Arc` do not offer on stable: a
//! library must not end the process of its user.

use crate::border;
use crate::status::ph_status_t::PH_ERROR_MEMORY;
use crate::status::{Failure, failure};
use core::borrow::Borrow;
use core::ops::Deref;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering, fence};
use std::alloc::{Layout, alloc};

/// Puts what `make` makes on the heap, if there is memory.
fn place<T>(make: impl FnOnce() -> T) -> Result<NonNull<T>, Failure> {
    const { assert!(size_of::<T>() > 0, "objects have a size") };
    // SAFETY: the layout has a size.
    let memory = unsafe { alloc(Layout::new::<T>()) }.cast::<T>();
    let memory = NonNull::new(memory)
        .ok_or_else(|| failure(PH_ERROR_MEMORY, format_args!("no memory for an object")))?;
    // SAFETY: it was allocated with the layout of T.
    unsafe { memory.write(make()) };
    Ok(memory)
}

/// A box of what `make` makes, if there is memory.
pub(crate) fn boxed<T>(make: impl FnOnce() -> T) -> Result<Box<T>, Failure> {
    // SAFETY: `place` allocated it with the layout of T, as a box does.
    place(make).map(|object| unsafe { Box::from_raw(object.as_ptr()) })
}

/// Makes an object and writes the pointer to it, or null, to `out`.
///
/// C may give it to another thread.
///
/// # Safety
/// `out` is null or can be written.
pub(crate) unsafe fn give<T: Send>(
    out: *mut *mut T,
    make: impl FnOnce() -> Result<T, Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    unsafe { border::write(out, core::ptr::null_mut())? };
    let value = make()?;
    let object = boxed(|| value)?;
    // SAFETY: as above.
    unsafe { border::write(out, Box::into_raw(object)) }
}

/// Drops an object and frees its memory; null is no object.
///
/// # Safety
/// `object` is null or came from [`give`], and is not used again.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: `place` allocated it with the layout of T, as a box does.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// A value and the number of its owners: the pointer that C has to a key, and the streams that read
/// the key.
pub(crate) struct Counted<T> {
    owners: AtomicUsize,
    value: T,
}

/// An owner of a counted value.
///
/// There are never so many that the count overflows, since each one is in an object of its own in
/// memory.
pub(crate) struct Shared<T>(NonNull<Counted<T>>);

// SAFETY: a T is read by several threads, and dropped by the last of them, as in an `Arc`.
unsafe impl<T: Send + Sync> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// Puts a value on the heap and writes its first owner, as a pointer, or null to `out`.
    ///
    /// With the feature `zeroize`, what making the value left on the stack is wiped.
    ///
    /// # Safety
    /// `out` is null or can be written.
    pub(crate) unsafe fn give(
        out: *mut *mut Counted<T>,
        make: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        unsafe { border::write(out, core::ptr::null_mut())? };
        let object = hash_core::residue::build::<Result<_, Failure>>(|| {
            let value = make()?;
            place(|| Counted { owners: AtomicUsize::new(1), value })
        });
        scrub::<T>();
        // SAFETY: as above.
        unsafe { border::write(out, object?.as_ptr()) }
    }

    /// Another owner of the value of a pointer.
    ///
    /// # Safety
    /// `pointer` is null or an owner's, from [`give`](Self::give), that is not dropped meanwhile.
    pub(crate) unsafe fn of(pointer: *const Counted<T>) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let counted = unsafe { border::object(pointer)? };
        counted.owners.fetch_add(1, Ordering::Relaxed);
        Ok(Self(NonNull::from(counted)))
    }

    /// Drops the owner that a pointer is.
    ///
    /// # Safety
    /// `pointer` is null or from [`give`](Self::give), and not used again.
    pub(crate) unsafe fn free(pointer: *mut Counted<T>) {
        drop(NonNull::new(pointer).map(Self));
    }
}

/// Wipes the stack below, as far as making and dropping keys uses it (feature `zeroize`).
#[inline]
fn scrub<T>() {
    #[cfg(feature = "zeroize")]
    hash_core::residue::scrub::<T>();
}

impl<T> Counted<T> {
    /// The value.
    #[inline]
    pub(crate) const fn value(&self) -> &T {
        &self.value
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        // SAFETY: an owner exists, so the value does.
        unsafe { self.0.as_ref() }.owners.fetch_add(1, Ordering::Relaxed);
        Self(self.0)
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        // SAFETY: as in `clone`.
        let owners = unsafe { &self.0.as_ref().owners };
        if owners.fetch_sub(1, Ordering::Release) == 1 {
            // All that other owners did with the value happened before this.
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
