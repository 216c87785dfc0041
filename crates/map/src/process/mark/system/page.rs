//! A page that the kernel wipes in every copy of the process.

use core::ffi::{c_int, c_void};
use core::mem::size_of;
use core::ptr::null_mut;
use core::sync::atomic::AtomicUsize;

/// The part of the page that is used. The system calls round it up to a page.
const BYTES: usize = size_of::<AtomicUsize>();

const PROT_READ: c_int = 1;
const PROT_WRITE: c_int = 2;
const MAP_PRIVATE: c_int = 2;
#[cfg(any(target_os = "linux", target_os = "android"))]
const MAP_ANONYMOUS: c_int = 0x20;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const MAP_ANONYMOUS: c_int = 0x1000;

/// The type of the offset of `mmap` in the C library. Only glibc and Android's have 32 bits where
/// `long` has.
#[cfg(any(target_env = "gnu", target_os = "android"))]
type Offset = core::ffi::c_long;
#[cfg(not(any(target_env = "gnu", target_os = "android")))]
type Offset = i64;

// SAFETY: the systems declare the functions with these signatures.
extern "C" {
    fn mmap(
        address: *mut c_void,
        bytes: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: Offset,
    ) -> *mut c_void;
    fn munmap(address: *mut c_void, bytes: usize) -> c_int;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn minherit(address: *mut c_void, bytes: usize, inheritance: c_int) -> c_int;
}

/// Maps a private page of zeros that is wiped in every copy of the process, and returns its first
/// word.
pub(super) fn map() -> Option<*mut AtomicUsize> {
    let (protection, flags) = (PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS);
    // SAFETY: the system chooses the address, so the mapping replaces no other.
    let page = unsafe { mmap(null_mut(), BYTES, protection, flags, -1, 0) };
    // `MAP_FAILED` is -1.
    if page as usize == usize::MAX {
        return None;
    }
    // SAFETY: the page was mapped above.
    if unsafe { is_wiped_in_copies(page) } {
        return Some(page.cast());
    }
    // SAFETY: nobody else knows the page.
    unsafe { unmap(page.cast()) };
    None
}

/// Unmaps a page of [`map`].
///
/// # Safety
/// Nobody uses the page any more.
pub(super) unsafe fn unmap(page: *mut AtomicUsize) {
    // SAFETY: guaranteed by the caller. An error would only leave the page mapped.
    unsafe { munmap(page.cast(), BYTES) };
}

/// Demands that copies of the process find zeros in the page, and returns whether they will.
///
/// # Safety
/// `page` was mapped by [`map`].
unsafe fn is_wiped_in_copies(page: *mut c_void) -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        const MADV_WIPEONFORK: c_int = 18;
        // Emulators of programs, such as old versions of qemu, accept any advice and do nothing.
        // They accept one that does not exist, too.
        // SAFETY: the page is mapped, and neither call changes it in this process.
        unsafe { madvise(page, BYTES, -1) != 0 && madvise(page, BYTES, MADV_WIPEONFORK) == 0 }
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    {
        // `INHERIT_ZERO` of FreeBSD 12, `MAP_INHERIT_ZERO` of OpenBSD 5.6 and NetBSD 9.
        const INHERIT_ZERO: c_int = if cfg!(target_os = "netbsd") { 4 } else { 3 };
        // SAFETY: the page is mapped, and the call does not change it in this process.
        unsafe { minherit(page, BYTES, INHERIT_ZERO) == 0 }
    }
}
