//! Calls a function in copies of a process.

use std::process::{Command, Output};

/// The environment variable that tells a test that another process has started it.
const STARTED: &str = "TESTKIT_STARTED";

/// Returns whether another process has started this one by [`start`].
pub(crate) fn is_started() -> bool {
    std::env::var_os(STARTED).is_some()
}

/// Starts this program for one test, whose name may begin with that of its crate.
pub(crate) fn start(test: &str) -> Output {
    // The name of a test lacks that of its crate.
    let name = test.split_once("::").map_or(test, |(_, name)| name);
    let program = std::env::current_exe().expect("the path of this program is known");
    Command::new(&program)
        .args([name, "--exact", "--nocapture", "--test-threads=1"])
        .env(STARTED, "1")
        .output()
        .expect("this program starts again")
}

/// Calls `body` in a process of its own, without other threads, whose memory may be locked while a
/// copy is made. `test` is the full name of the calling test, which starts its program for this one
/// test.
///
/// # Panics
/// Panics if `body` does, or if the program does not start.
pub fn alone(test: &str, body: impl FnOnce()) {
    if is_started() {
        return body();
    }
    let output = start(test);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "there is no test {test}");
}

/// Calls `draw` in copies of this process and returns the words that each has drawn: for every
/// [way](WAYS) to make a copy, in two children and in a child of the first one. On systems without
/// `fork` the list is empty.
///
/// # Panics
/// Panics if the system makes no process, or if one does not draw.
#[must_use]
pub fn in_children(draw: &dyn Fn() -> Vec<u64>) -> Vec<Vec<u64>> {
    #[cfg(all(unix, not(miri)))]
    return unix::in_children(draw);
    #[cfg(not(all(unix, not(miri))))]
    {
        let _ = draw;
        Vec::new()
    }
}

#[cfg(all(unix, not(miri)))]
pub use unix::WAYS;
#[cfg(all(target_os = "linux", not(miri)))]
pub use unix::{accept_any_advice, in_shared_memory};

#[cfg(all(unix, not(miri)))]
mod unix {
    use libc::{c_int, pid_t};
    use std::fs::File;
    use std::io::{PipeWriter, Read, Write, pipe};
    use std::os::fd::OwnedFd;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// The ways to make a copy of a process: `fork`; `_Fork`, which runs no handlers; and the bare
    /// system call `clone`.
    pub const WAYS: &[&str] =
        if cfg!(target_os = "linux") { &["fork", "_Fork", "clone"] } else { &["fork"] };

    /// Makes a copy of this process. Returns nothing if the C library lacks the way.
    fn copy(way: &str) -> Option<pid_t> {
        match way {
            // SAFETY: the child has a copy of this thread alone. It allocates memory, which the
            // systems' libraries allow there or which no other thread does, draws words, writes to
            // the pipe, and ends without returning to the test.
            "fork" => Some(unsafe { libc::fork() }),
            #[cfg(target_os = "linux")]
            "_Fork" => {
                // A static program of musl's finds no names, but every version of Rust's musl has
                // the function.
                #[cfg(target_env = "musl")]
                let bare_fork = {
                    // SAFETY: POSIX declares the function with this signature.
                    unsafe extern "C" {
                        fn _Fork() -> pid_t;
                    }
                    Some(_Fork as unsafe extern "C" fn() -> pid_t)
                };
                #[cfg(not(target_env = "musl"))]
                // SAFETY: the name is a string. A pointer to the function, or null, has the type of
                // an optional function.
                let bare_fork = unsafe {
                    let address = libc::dlsym(libc::RTLD_DEFAULT, c"_Fork".as_ptr());
                    core::mem::transmute::<*mut libc::c_void, Option<unsafe extern "C" fn() -> pid_t>>(
                        address,
                    )
                };
                // SAFETY: as above.
                bare_fork.map(|bare_fork| unsafe { bare_fork() })
            }
            #[cfg(target_os = "linux")]
            "clone" => {
                // One architecture has the first two arguments in another order.
                let zero = 0_usize;
                let [first, second] = if cfg!(target_arch = "s390x") {
                    [zero, libc::SIGCHLD as usize]
                } else {
                    [libc::SIGCHLD as usize, zero]
                };
                // SAFETY: as above. Without a stack, the child has a copy of this one.
                let id = unsafe { libc::syscall(libc::SYS_clone, first, second, zero, zero, zero) };
                Some(pid_t::try_from(id).expect("a process number"))
            }
            _ => unreachable!("a way of `WAYS`"),
        }
    }

    /// Sends words through a pipe.
    fn send(mut pipe: impl Write, words: &[u64]) {
        for word in words {
            pipe.write_all(&word.to_ne_bytes()).expect("the parent reads");
        }
    }

    /// Calls `child`, and returns the status with which its process ends.
    fn run(child: impl FnOnce()) -> c_int {
        // A child that deadlocks on a lock of another thread ends after a minute instead of
        // blocking the tests. SAFETY: the function may be called in the child of a process with
        // threads.
        unsafe { libc::alarm(60) };
        catch_unwind(AssertUnwindSafe(child)).is_err().into()
    }

    /// Waits for a child and returns the words that it has sent.
    fn receive(id: pid_t, from: OwnedFd) -> Vec<u64> {
        let mut bytes = Vec::new();
        File::from(from).read_to_end(&mut bytes).expect("the pipe can be read");
        let mut status = 0;
        // SAFETY: the child is one of this process, and the status is writable.
        let ended = unsafe { libc::waitpid(id, &raw mut status, 0) };
        assert_eq!((ended, status), (id, 0), "the child fails");
        let (words, rest) = bytes.as_chunks();
        assert!(rest.is_empty(), "half a word");
        words.iter().map(|word| u64::from_ne_bytes(*word)).collect()
    }

    /// Calls `child` in a new process, which then ends, and returns the words that it has sent.
    fn fork(way: &str, child: impl FnOnce(PipeWriter)) -> Option<Vec<u64>> {
        let (reader, writer) = pipe().expect("the system makes a pipe");
        let id = copy(way)?;
        assert!(id >= 0, "the system makes no process");
        if id == 0 {
            let status = run(|| child(writer));
            // SAFETY: the function may be called in the child of a process with threads.
            unsafe { libc::_exit(status) };
        }
        drop(writer);
        Some(receive(id, reader.into()))
    }

    pub(super) fn in_children(draw: &dyn Fn() -> Vec<u64>) -> Vec<Vec<u64>> {
        let mut draws = Vec::new();
        for way in WAYS {
            let both = fork(way, |pipe| {
                let mut words = draw();
                words.extend(fork(way, |pipe| send(pipe, &draw())).expect("as the first one"));
                send(pipe, &words);
            });
            let Some(both) = both else {
                println!("left out: {way}, which this C library lacks");
                continue;
            };
            let (child, grandchild) = both.split_at(both.len() / 2);
            let sibling = fork(way, |pipe| send(pipe, &draw())).expect("as the first one");
            draws.extend([child.to_vec(), grandchild.to_vec(), sibling]);
        }
        draws
    }

    /// Calls `draw` in a child that shares the memory of this process, as one of `vfork` does, and
    /// returns the words that it has drawn.
    ///
    /// # Panics
    /// Panics if the system makes no process, or if it does not draw.
    #[cfg(target_os = "linux")]
    #[must_use]
    pub fn in_shared_memory(draw: &dyn Fn() -> Vec<u64>) -> Vec<u64> {
        /// The function and the pipe of a child.
        type Child<'a> = (&'a dyn Fn() -> Vec<u64>, &'a PipeWriter);

        extern "C" fn child(of: *mut libc::c_void) -> c_int {
            // SAFETY: `in_shared_memory` passes this, and waits.
            let (draw, pipe) = unsafe { &*of.cast::<Child<'_>>() };
            run(|| send(*pipe, &draw()))
        }

        let (reader, writer) = pipe().expect("the system makes a pipe");
        let mut of: Child<'_> = (draw, &writer);
        let mut stack = vec![0_u128; 1 << 16];
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        // SAFETY: the stack has 1 MiB, and its end is aligned. This thread waits until the child
        // has ended, so the two do not use memory at the same time, and the arguments outlive the
        // child.
        let id = unsafe {
            let end = stack.as_mut_ptr_range().end;
            libc::clone(child, end.cast(), flags, (&raw mut of).cast())
        };
        assert!(id > 0, "the system makes no process");
        drop(writer);
        receive(id, reader.into())
    }

    /// Makes this process believe that the system accepts any advice on memory, by `madvise`, and
    /// wipes no page in its children: as an emulator does. Returns whether that is possible here.
    ///
    /// # Panics
    /// Panics if the system refuses a filter of system calls.
    #[cfg(target_os = "linux")]
    #[must_use]
    pub fn accept_any_advice() -> bool {
        if !cfg!(all(target_arch = "x86_64", target_pointer_width = "64")) {
            return false;
        }
        let step = |code: u32, yes, no, k: u32| libc::sock_filter {
            code: u16::try_from(code).expect("16 bits"),
            jt: yes,
            jf: no,
            k,
        };
        let load = |at| step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, at);
        let is = |yes, no, k| step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, yes, no, k);
        let result = |k| step(libc::BPF_RET | libc::BPF_K, 0, 0, k);
        let madvise = u32::try_from(libc::SYS_madvise).expect("32 bits");
        // The third argument is 32 bytes after the start of the data. Error 0 is success.
        let mut steps = [
            load(0),
            is(0, 4, madvise),
            load(32),
            is(1, 0, u32::MAX),
            is(0, 1, 18),
            result(libc::SECCOMP_RET_ERRNO),
            result(libc::SECCOMP_RET_ALLOW),
        ];
        let program = libc::sock_fprog { len: 7, filter: steps.as_mut_ptr() };
        // SAFETY: the arguments are those that the calls demand, and the program is in memory.
        let set = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
                    == 0
        };
        assert!(set, "no filter: {}", std::io::Error::last_os_error());
        true
    }
}
