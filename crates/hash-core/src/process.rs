//! Values that are made once per process, and once more in every process that `fork` makes.

use core::sync::atomic::{AtomicPtr, Ordering};
use std::boxed::Box;

/// A value that a process makes on first use. A child made by `fork` makes its own value, and
/// references that its parent obtained remain valid in the child.
///
/// There is no lock, because a lock that another thread holds during `fork` is never released in
/// the child. If several threads race to make the first value, each may make one, but all get the
/// same one.
///
/// `fork` is detected by a `pthread_atfork` handler. A process that is made by the bare system call
/// `clone`, without the C library, runs no handler and keeps its parent's value.
pub struct PerProcess<T: 'static> {
    /// Null, or a box that is never freed.
    made: AtomicPtr<Made<T>>,
    make: fn() -> T,
}

struct Made<T> {
    generation: usize,
    value: T,
    /// What the parent made, or null. A reference may be to it, and for tools that look for leaks it is not lost.
    #[expect(dead_code, reason = "only such tools follow it")]
    older: *mut Self,
}

impl<T: Send + Sync> PerProcess<T> {
    /// Makes a cell for the value that `make` returns.
    #[must_use]
    pub const fn new(make: fn() -> T) -> Self {
        Self { made: AtomicPtr::new(core::ptr::null_mut()), make }
    }

    /// Returns the value of this process.
    #[inline]
    pub fn get(&'static self) -> &'static T {
        match self.made() {
            Some(made) if made.generation == fork::generation() => &made.value,
            _ => self.make(),
        }
    }

    #[inline]
    fn made(&'static self) -> Option<&'static Made<T>> {
        // SAFETY: the pointer is null or comes from `Box::into_raw` in `make`, which published it
        // with `Release` after the value was written. Nothing frees or changes the box, and
        // `T: Sync`, so any thread may keep a reference as long as the process runs.
        unsafe { self.made.load(Ordering::Acquire).as_ref() }
    }

    #[cold]
    fn make(&'static self) -> &'static T {
        loop {
            let generation = fork::watched_generation();
            let old = self.made.load(Ordering::Acquire);
            let value = (self.make)();
            let made = Box::into_raw(Box::new(Made { generation, value, older: old }));
            let exchanged =
                self.made.compare_exchange(old, made, Ordering::AcqRel, Ordering::Acquire);
            if exchanged.is_err() {
                // Another thread was faster.
                // SAFETY: the pointer comes from `Box::into_raw` above, and no one else has it.
                drop(unsafe { Box::from_raw(made) });
            }
            // A signal handler may have called `fork` meanwhile.
            match self.made() {
                Some(made) if made.generation == fork::generation() => return &made.value,
                _ => {}
            }
        }
    }
}

/// Counts the `fork` generations since the process that first used a value.
#[cfg(not(any(
    not(unix),
    miri,
    target_family = "wasm",
    target_os = "espidf",
    target_os = "horizon",
    target_os = "vita"
)))]
mod fork {
    use core::ffi::c_int;
    use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    static GENERATION: AtomicUsize = AtomicUsize::new(0);
    static WATCHED: AtomicBool = AtomicBool::new(false);

    type Handler = Option<unsafe extern "C" fn()>;

    // SAFETY: POSIX declares the function with this signature.
    unsafe extern "C" {
        fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
    }

    /// Runs in the child. It does a single thing, which is allowed there.
    unsafe extern "C" fn child() {
        GENERATION.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn generation() -> usize {
        // `fork` copies the memory of the thread that calls it, so its order needs no fence.
        GENERATION.load(Ordering::Relaxed)
    }

    /// Registers the handler that counts every later `fork`. Because there is no lock, two threads
    /// may both register it, and then every `fork` counts twice, which does no harm. If the system
    /// has no memory for the handler, the next value to be made tries again.
    fn watch() {
        if !WATCHED.load(Ordering::Acquire) {
            // SAFETY: the handler is a function without arguments that may run after any `fork`.
            let failed = unsafe { pthread_atfork(None, None, Some(child)) } != 0;
            WATCHED.store(!failed, Ordering::Release);
        }
    }

    /// Returns the generation, which changes with every later `fork`.
    pub(super) fn watched_generation() -> usize {
        watch();
        generation()
    }
}

/// Without `fork`, which Miri does not support either, there is only one generation.
#[cfg(any(
    not(unix),
    miri,
    target_family = "wasm",
    target_os = "espidf",
    target_os = "horizon",
    target_os = "vita"
))]
mod fork {
    #[inline]
    pub(super) const fn generation() -> usize {
        0
    }

    pub(super) const fn watched_generation() -> usize {
        0
    }
}

impl<T> core::fmt::Debug for PerProcess<T> {
    /// Hides the value, which may be a key.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PerProcess").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicUsize;

    #[test]
    fn a_process_makes_one_value() {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        static VALUE: PerProcess<usize> =
            PerProcess::new(|| 7 + CALLS.fetch_add(1, Ordering::Relaxed));
        let values = std::thread::scope(|threads| {
            [(); 8]
                .map(|()| threads.spawn(|| core::ptr::from_ref(VALUE.get()) as usize))
                .map(|thread| thread.join().expect("the thread ends"))
        });
        assert!(values.iter().all(|value| *value == values[0]), "threads have different values");
        assert!((7..15).contains(VALUE.get()));
        let calls = CALLS.load(Ordering::Relaxed);
        assert_eq!(*VALUE.get(), *VALUE.get());
        assert_eq!(CALLS.load(Ordering::Relaxed), calls, "a value is made again");
    }
}
