//! Marks on systems with `fork`.

use super::Mark;
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize};

#[cfg_attr(
    not(any(
        all(
            any(
                target_os = "android",
                all(target_os = "linux", any(target_env = "gnu", target_env = "musl"))
            ),
            any(
                target_arch = "x86",
                all(target_arch = "x86_64", target_pointer_width = "64"),
                target_arch = "arm",
                target_arch = "aarch64",
                target_arch = "riscv64",
                target_arch = "loongarch64",
                target_arch = "powerpc",
                target_arch = "powerpc64",
                target_arch = "s390x"
            )
        ),
        target_os = "freebsd",
        target_os = "netbsd",
        target_os = "openbsd"
    )),
    path = "system/no_page.rs"
)]
mod page;

/// The last number that was given to a process, here or in one that this is a copy of. It only
/// grows, and a copy inherits it. So a copy gets a number that no value in its memory has.
static LAST: AtomicUsize = AtomicUsize::new(0);

/// Null, the word in the page, or [`HANDLED`] if there is no page.
static WORD: AtomicPtr<AtomicUsize> = AtomicPtr::new(null_mut());

/// The number of the process, for systems without a page. The handler of `fork` sets it to zero.
static HANDLED: AtomicUsize = AtomicUsize::new(0);

/// A word that has no process's number.
static NEVER: AtomicUsize = AtomicUsize::new(0);

type Handler = Option<unsafe extern "C" fn()>;

// SAFETY: POSIX declares the functions with these signatures.
extern "C" {
    fn getpid() -> c_int;
    fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
}

/// Returns the number of the process.
fn id() -> c_int {
    // SAFETY: the call has no conditions.
    unsafe { getpid() }
}

pub(super) fn this() -> Mark {
    match page() {
        Some(word) => Mark { word, number: number(word), id: 0 },
        None => without_page(),
    }
}

pub(super) fn is_this(mark: &Mark) -> bool {
    // If the mark has the word of a page, that has decided.
    core::ptr::eq(mark.word, core::ptr::addr_of!(NEVER))
        && mark.number == HANDLED.load(Relaxed)
        && mark.id == id()
}

fn without_page() -> Mark {
    watch();
    Mark { word: &NEVER, number: number(&HANDLED), id: id() }
}

/// Returns the number of this process. The word is zero until the process has one.
fn number(word: &AtomicUsize) -> usize {
    loop {
        match word.load(Relaxed) {
            0 => {
                let next = LAST.fetch_add(1, Relaxed).wrapping_add(1);
                // Of several threads one succeeds. The numbers of the others are never used.
                let _ = word.compare_exchange(0, next, Relaxed, Relaxed);
            }
            number => return number,
        }
    }
}

/// Returns the word in the page that copies of the process find wiped, if the system has such
/// pages. The page is made once, and never unmapped. There is no lock, because a copy could find it
/// held.
fn page() -> Option<&'static AtomicUsize> {
    let mut word = WORD.load(Acquire);
    if word.is_null() {
        let made = page::map();
        let ours = made.unwrap_or(core::ptr::addr_of!(HANDLED).cast_mut());
        match WORD.compare_exchange(null_mut(), ours, AcqRel, Acquire) {
            Ok(_) => word = ours,
            Err(theirs) => {
                word = theirs;
                // SAFETY: the page is that of `map`, and nobody else knows it.
                made.into_iter().for_each(|page| unsafe { page::unmap(page) });
            }
        }
    }
    // SAFETY: the word is a static, or at the start of a page that is never unmapped, because
    // `WORD` was set to it once. It is used by atomic operations alone. What the kernel does to the
    // page, it does before a copy runs, and zeros are a valid number.
    let word = unsafe { &*word };
    (!core::ptr::eq(word, core::ptr::addr_of!(HANDLED))).then_some(word)
}

/// Registers the handler that wipes the number in the child of every later `fork`. Two threads may
/// both register it, which does no harm. If the system has no memory for the handler, the next mark
/// tries again.
fn watch() {
    /// Runs in the child. It does a single thing, which is allowed there.
    unsafe extern "C" fn child() {
        HANDLED.store(0, Relaxed);
    }

    static WATCHED: AtomicBool = AtomicBool::new(false);
    if !WATCHED.load(Acquire) {
        // SAFETY: the handler is a function without arguments that may run after any `fork`.
        let failed = unsafe { pthread_atfork(None, None, Some(child)) } != 0;
        WATCHED.store(!failed, Release);
    }
}

#[cfg(test)]
mod tests;
