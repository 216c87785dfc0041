//! Values that are made once per process, and once more in every copy of a process.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::boxed::Box;

mod mark;

pub use mark::Mark;

/// A value that a process makes on first use. A copy of the process, such as a child made by
/// `fork`, makes its own value. References that its parent obtained remain valid in the copy.
/// [`Mark`] says which copies are detected, and which are not.
///
/// There is no lock, because a lock that another thread holds during `fork` is never released in
/// the child. If several threads race to make the first value, each may make one, but all get the
/// same one.
pub struct PerProcess<T> {
    /// Null, or a box that is freed with the cell.
    made: AtomicPtr<Made<T>>,
    owns: PhantomData<T>,
}

struct Made<T> {
    mark: Mark,
    value: T,
    /// The value that the parent made, or null. References to it may exist.
    older: *mut Self,
}

impl<T> PerProcess<T> {
    /// Makes a cell without a value.
    #[must_use]
    pub const fn new() -> Self {
        Self { made: AtomicPtr::new(core::ptr::null_mut()), owns: PhantomData }
    }
}

impl<T> Default for PerProcess<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Send + Sync> PerProcess<T> {
    /// Returns the value of this process. If there is none yet, calls `make` for it.
    #[inline]
    pub fn get(&self, make: impl Fn() -> T) -> &T {
        match self.try_get(|| Ok::<T, Infallible>(make())) {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }

    /// Returns the value of this process, as [`get`](Self::get) does.
    ///
    /// # Errors
    /// Returns the error of `make`. Then this process still has no value, and the next call tries
    /// again.
    #[inline]
    pub fn try_get<E>(&self, make: impl Fn() -> Result<T, E>) -> Result<&T, E> {
        match self.current() {
            Some(value) => Ok(value),
            None => self.make(&make),
        }
    }

    /// Returns the value of this process if there is one.
    #[inline]
    fn current(&self) -> Option<&T> {
        // SAFETY: the pointer is null or comes from `Box::into_raw` in `make`, which published it
        // with `Release` after the value was written. Nothing changes the box, and `drop`, which
        // frees it, has the cell for itself. `T: Sync`, so any thread may keep a reference.
        let made = unsafe { self.made.load(Ordering::Acquire).as_ref() };
        made.filter(|made| made.mark.is_this()).map(|made| &made.value)
    }

    #[cold]
    fn make<E>(&self, make: &dyn Fn() -> Result<T, E>) -> Result<&T, E> {
        loop {
            // The mark comes first: if this process is copied while the value is made, neither is
            // valid in the copy.
            let mark = Mark::this();
            let older = self.made.load(Ordering::Acquire);
            // Another thread may have been faster since the caller looked. Its value must stay. And
            // what this thread made is no value if a signal handler has called `fork` meanwhile.
            if let Some(value) = self.current() {
                return Ok(value);
            }
            let made = Box::into_raw(Box::new(Made { mark, value: make()?, older }));
            let exchanged =
                self.made.compare_exchange(older, made, Ordering::AcqRel, Ordering::Acquire);
            if exchanged.is_err() {
                // SAFETY: the pointer comes from `Box::into_raw` above, and no one else has it.
                drop(unsafe { Box::from_raw(made) });
            }
        }
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        let mut next = *self.made.get_mut();
        while !next.is_null() {
            // SAFETY: the pointer comes from `Box::into_raw` in `make`, and is in the list once. No
            // reference to the value is left, because each borrows the cell.
            let made = unsafe { Box::from_raw(next) };
            next = made.older;
        }
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
    use std::sync::Arc;

    #[test]
    fn a_process_makes_one_value() {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        static VALUE: PerProcess<usize> = PerProcess::new();
        let get = || VALUE.get(|| 7 + CALLS.fetch_add(1, Ordering::Relaxed));
        let values = std::thread::scope(|threads| {
            [(); 8]
                .map(|()| threads.spawn(|| core::ptr::from_ref(get()) as usize))
                .map(|thread| thread.join().expect("the thread ends"))
        });
        assert!(values.iter().all(|value| *value == values[0]), "threads have different values");
        assert!((7..15).contains(get()));
        let calls = CALLS.load(Ordering::Relaxed);
        assert_eq!(*get(), *get());
        assert_eq!(CALLS.load(Ordering::Relaxed), calls, "a value is made again");
    }

    /// A thread that found no value keeps the one that another thread has made meanwhile.
    #[test]
    fn a_value_of_another_thread_stays() {
        let cell = PerProcess::new();
        let first = core::ptr::from_ref(cell.get(|| 1));
        let late = cell.make(&|| Ok::<_, ()>(2)).expect("a value");
        assert!(core::ptr::eq(first, late), "a second value is made");
    }

    /// A failure leaves no value behind, and is no value.
    #[test]
    fn failures_are_not_kept() {
        let cell = PerProcess::new();
        assert_eq!(cell.try_get(|| Err("none")), Err("none"));
        assert_eq!(cell.try_get(|| Ok::<_, ()>(5)), Ok(&5));
        assert_eq!(cell.try_get(|| Err("none")), Ok(&5));
    }

    /// The cell owns what it has made, that of older marks too.
    #[test]
    fn values_are_dropped_with_the_cell() {
        let value = Arc::new(());
        let mut cell = PerProcess::new();
        cell.get(|| value.clone());
        let older = *cell.made.get_mut();
        let made = Made { mark: Mark::this(), value: value.clone(), older };
        *cell.made.get_mut() = Box::into_raw(Box::new(made));
        cell.get(|| value.clone());
        assert_eq!(Arc::strong_count(&value), 3);
        drop(cell);
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
