//! A mark that tells a process from its copies.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[cfg_attr(
    any(
        not(feature = "getrandom"),
        not(unix),
        miri,
        target_family = "wasm",
        target_os = "espidf",
        target_os = "horizon",
        target_os = "vita"
    ),
    path = "mark/single.rs"
)]
mod system;

/// The mark of a process. Copies of the process have other marks than it had before they were made,
/// and than one another.
///
/// A copy is what `fork`, `_Fork`, or the system call `clone` makes. A process that shares its
/// parent's memory (`vfork`, `CLONE_VM`) also shares its mark: what one of the two counts, the
/// other sees.
///
/// * On Linux from 4.14 on, FreeBSD, NetBSD and OpenBSD, a number in a page that the kernel fills
///   with zeros in every copy is the mark. A comparison is a load.
/// * On other systems with `fork`, such as macOS, and where the page is not to be had (an older
///   Linux, an emulator of programs), the process number is the mark, and a number that a handler
///   of `pthread_atfork` changes. A comparison calls `getpid`. A copy made without handlers
///   (`_Fork`, `clone`) goes undetected there if it has the process number of an ancestor: one that
///   has ended, or one in another namespace of numbers.
/// * On systems without `fork`, and without the feature `getrandom`, all processes have one mark.
///
/// No system shows a process that it runs from a copy of its memory: after a virtual machine, a
/// container or a process (CRIU) starts twice from one snapshot, both have the same mark.
#[derive(Clone, Copy)]
pub struct Mark {
    /// The word that has the number as long as the process is the same; or one that never has.
    word: &'static AtomicUsize,
    number: usize,
    /// The process number, if the word never has the number.
    id: core::ffi::c_int,
}

impl Mark {
    /// Returns the mark of this process.
    #[must_use]
    pub fn this() -> Self {
        system::this()
    }

    /// Returns whether the mark is that of this process.
    #[inline]
    #[must_use]
    pub fn is_this(&self) -> bool {
        // A copy begins with the memory of the thread that made it, so its order needs no fence.
        self.word.load(Relaxed) == self.number || self.is_this_without_page()
    }

    #[cold]
    fn is_this_without_page(&self) -> bool {
        system::is_this(self)
    }
}

impl core::fmt::Debug for Mark {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut mark = f.debug_struct("Mark");
        mark.field("number", &self.number).field("id", &self.id).finish_non_exhaustive()
    }
}
