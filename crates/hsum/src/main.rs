//! The program `hsum`, which the library of the same name documents.
#![deny(unsafe_code)]

fn main() -> std::process::ExitCode {
    hsum::main(at_start::closed())
}

/// Checks the standard streams before the standard library opens `/dev/null` in place of those that
/// are closed. Afterwards such a stream cannot be distinguished from a `/dev/null` that the parent
/// process opened for reading and writing, as Python's `subprocess.DEVNULL` and `daemon(3)` do.
#[cfg(unix)]
mod at_start {
    use rustix::io::{Errno, fcntl_getfd};
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

    pub(crate) fn closed() -> [bool; 3] {
        CLOSED.each_ref().map(|closed| closed.load(Ordering::Relaxed))
    }

    extern "C" fn look() {
        use rustix::stdio::{stderr, stdin, stdout};
        for (closed, stream) in CLOSED.iter().zip([stdin, stdout, stderr]) {
            closed.store(fcntl_getfd(stream()) == Err(Errno::BADF), Ordering::Relaxed);
        }
    }

    // SAFETY: the section contains the addresses of functions with the C calling convention, which
    // the loader calls before `main`, on the only thread. `look` makes system calls and stores to
    // atomics. It needs nothing that the standard library prepares, and cannot panic.
    #[allow(unsafe_code)]
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;
}

#[cfg(not(unix))]
mod at_start {
    pub(crate) const fn closed() -> [bool; 3] {
        [false; 3]
    }
}
