//! Entropy that is counted, and that fails when a test wants it to.

use core::cell::Cell;
use core::ffi::{c_uint, c_void};

std::thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static FAILING: Cell<bool> = const { Cell::new(false) };
}

/// Defines the C library's function `getrandom` in a test program, so that [`calls`] counts its
/// calls and [`failing`] lets them fail.
#[macro_export]
macro_rules! own_entropy {
    () => {
        // SAFETY: the function has the signature and does the work of the C library's.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn getrandom(
            buffer: *mut core::ffi::c_void,
            bytes: usize,
            flags: core::ffi::c_uint,
        ) -> isize {
            // SAFETY: guaranteed by the caller.
            unsafe { $crate::entropy::answer(buffer, bytes, flags) }
        }
    };
}

/// Calls `body`, and returns how often this thread asked for entropy meanwhile.
pub fn calls(body: impl FnOnce()) -> usize {
    let before = CALLS.get();
    body();
    CALLS.get() - before
}

/// Calls `body` without entropy for this thread, and returns what it returns.
pub fn failing<T>(body: impl FnOnce() -> T) -> T {
    FAILING.set(true);
    let value = body();
    FAILING.set(false);
    value
}

/// Answers a call of the function that [`own_entropy!`] defines.
///
/// # Safety
/// As for `getrandom` of the C library.
#[doc(hidden)]
pub unsafe fn answer(buffer: *mut c_void, bytes: usize, flags: c_uint) -> isize {
    // Whether there is such a function is asked with no bytes.
    if bytes > 0 {
        CALLS.set(CALLS.get() + 1);
        if FAILING.get() {
            // SAFETY: the address is that of the thread's error.
            unsafe { *libc::__errno_location() = libc::EIO };
            return -1;
        }
    }
    // SAFETY: guaranteed by the caller.
    let result = unsafe { libc::syscall(libc::SYS_getrandom, buffer, bytes, flags) };
    isize::try_from(result).expect("a length")
}
