//! The standard output as it was when the program started.

/// Returns whether standard output was closed.
///
/// The standard library opens `/dev/null` in place of a closed stream, so that the program would
/// print nothing and succeed. Afterwards it cannot be distinguished from a `/dev/null` that the
/// parent process opened for reading and writing, as Python's `subprocess.DEVNULL` does.
pub(crate) fn is_stdout_closed() -> bool {
    #[cfg(unix)]
    return unix::IS_CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(unix))]
    false
}

#[cfg(unix)]
mod unix {
    use rustix::io::{Errno, fcntl_getfd};
    use rustix::stdio::stdout;
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    extern "C" fn look() {
        IS_CLOSED.store(fcntl_getfd(stdout()) == Err(Errno::BADF), Ordering::Relaxed);
    }

    // SAFETY: the section contains the addresses of functions with the C calling convention, which
    // the loader calls before `main`, on the only thread. `look` makes one system call and stores
    // to an atomic. It needs nothing that the standard library prepares, and cannot panic.
    #[allow(unsafe_code)]
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;
}
