//! What a function returns in processes made by `fork`.

/// Calls `draw` in two children of this process and in a child of the first one, and returns the
/// words that each has drawn. On systems without `fork` the list is empty.
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
mod unix {
    use std::fs::File;
    use std::io::{PipeWriter, Read, Write, pipe};
    use std::os::fd::OwnedFd;

    /// Sends words through a pipe.
    fn send(mut pipe: PipeWriter, words: &[u64]) {
        for word in words {
            pipe.write_all(&word.to_ne_bytes()).expect("the parent reads");
        }
    }

    /// Calls `child` in a new process, which then ends, and returns the words that it has sent.
    fn fork(child: impl FnOnce(PipeWriter)) -> Vec<u64> {
        let (reader, writer) = pipe().expect("the system makes a pipe");
        // SAFETY: the child has a copy of this thread alone. It allocates memory, which the
        // systems' libraries allow there, draws words, writes to the pipe, and ends without
        // returning to the test.
        let id = unsafe { libc::fork() };
        assert!(id >= 0, "the system makes no process");
        if id == 0 {
            // A child that deadlocks on a lock of another thread ends after a minute instead of
            // blocking the tests. SAFETY: both functions may be called in the child of a process
            // with threads.
            unsafe { libc::alarm(60) };
            let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| child(writer)));
            // SAFETY: as above.
            unsafe { libc::_exit(failed.is_err().into()) };
        }
        drop(writer);
        let mut bytes = Vec::new();
        File::from(OwnedFd::from(reader)).read_to_end(&mut bytes).expect("the pipe can be read");
        let mut status = 0;
        // SAFETY: the child is one of this process, and the status is writable.
        let ended = unsafe { libc::waitpid(id, &raw mut status, 0) };
        assert_eq!((ended, status), (id, 0), "the child fails");
        let (words, rest) = bytes.as_chunks();
        assert!(rest.is_empty(), "half a word");
        words.iter().map(|word| u64::from_ne_bytes(*word)).collect()
    }

    pub(super) fn in_children(draw: &dyn Fn() -> Vec<u64>) -> Vec<Vec<u64>> {
        let both = fork(|pipe| {
            let mut words = draw();
            words.extend(fork(|pipe| send(pipe, &draw())));
            send(pipe, &words);
        });
        let (child, grandchild) = both.split_at(both.len() / 2);
        vec![child.to_vec(), grandchild.to_vec(), fork(|pipe| send(pipe, &draw()))]
    }
}
