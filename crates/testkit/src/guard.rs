//! Places values in memory directly before or after a guard page, which faults on access.
//!
//! With `TESTKIT_GUARD=full` in the environment, the tests that use [`lengths`] and
//! [`Guarded::places`] try every length up to [`LONGEST`] bytes at every distance below
//! [`DISTANCES`] bytes from both fences. Without it they try fewer lengths, directly at the fences.

use core::mem::ManuallyDrop;
use region::{Allocation, Protection};
use std::env;

/// The length in bytes of the longest message that a full run tries at every distance.
pub const LONGEST: usize = 2100;

/// The number of distances in bytes between a message and a fence that a full run tries: every
/// start in a cache line, which is as wide as the widest register.
pub const DISTANCES: usize = 64;

/// Returns whether the environment requests a full run.
#[must_use]
pub fn is_full() -> bool {
    env::var("TESTKIT_GUARD").is_ok_and(|size| size == "full")
}

/// Returns the given lengths, and in a full run also all lengths up to [`LONGEST`].
#[must_use]
pub fn lengths(mut lengths: Vec<usize>) -> Vec<usize> {
    if is_full() {
        lengths.extend(0..=LONGEST);
    }
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Pages between two guard pages, so that reading or writing past a slice ends the test instead of
/// going unnoticed.
#[expect(missing_debug_implementations, reason = "its pages do not implement it")]
pub struct Guarded {
    pages: Allocation,
    capacity: usize,
    distances: usize,
}

impl Guarded {
    /// Allocates space for values of up to `capacity` bytes.
    ///
    /// # Panics
    /// Panics if the system provides no memory.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let page = region::page::size();
        let capacity = (capacity + DISTANCES).next_multiple_of(page);
        let mut pages = region::alloc(capacity + 2 * page, Protection::READ_WRITE)
            .expect("the system allocates memory");
        let first = pages.as_mut_ptr::<u8>();
        for fence in [first, first.wrapping_add(page + capacity)] {
            // SAFETY: both pages lie in the allocation, and there are no references to them.
            unsafe { region::protect(fence, page, Protection::NONE) }
                .expect("the system protects the page");
        }
        let distances = if is_full() { DISTANCES } else { 1 };
        Self { pages, capacity, distances }
    }

    /// Returns where the last `len` bytes before the second fence start.
    fn last(&mut self, len: usize) -> *mut u8 {
        let offset = region::page::size() + self.capacity - len;
        self.pages.as_mut_ptr::<u8>().wrapping_add(offset)
    }

    /// Copies the values to `offset` bytes after the first fence.
    fn place<T: Copy>(&mut self, values: &[T], offset: usize) -> &mut [T] {
        assert!(offset + size_of_val(values) <= self.capacity, "the values exceed the capacity");
        let start = self.pages.as_mut_ptr::<u8>().wrapping_add(region::page::size() + offset);
        let place = start.cast::<T>();
        assert!(place.is_aligned(), "the values are not aligned at this offset");
        // SAFETY: the values fit between the fences (checked), where memory is readable, writable
        // and borrowed with `self`. The place is aligned (checked). It overlaps no value that the
        // caller still holds, because each value that was placed borrows `self`. The values are
        // `Copy`.
        unsafe {
            place.copy_from_nonoverlapping(values.as_ptr(), values.len());
            core::slice::from_raw_parts_mut(place, values.len())
        }
    }

    /// Copies the values so that they end at the beginning of an unreadable page.
    ///
    /// # Panics
    /// Panics if they exceed the capacity.
    pub fn end<T: Copy>(&mut self, values: &[T]) -> &mut [T] {
        let offset = self.capacity - size_of_val(values);
        self.place(values, offset)
    }

    /// Copies the values so that they begin at the end of an unreadable page.
    ///
    /// # Panics
    /// Panics if they exceed the capacity.
    pub fn begin<T: Copy>(&mut self, values: &[T]) -> &mut [T] {
        self.place(values, 0)
    }

    /// Calls `test` with the message directly at each fence. In a full run, a message of at most
    /// [`LONGEST`] bytes is also tried at each distance below [`DISTANCES`] from each fence.
    ///
    /// # Panics
    /// Panics if the message exceeds the capacity.
    pub fn places(&mut self, message: &[u8], mut test: impl FnMut(&[u8])) {
        self.each_place(message, &mut test);
    }

    fn each_place(&mut self, message: &[u8], test: &mut dyn FnMut(&[u8])) {
        let distances = if message.len() <= LONGEST { self.distances } else { 1 };
        for distance in 0..distances {
            test(self.place(message, distance));
            let offset = self.capacity - message.len() - distance;
            test(self.place(message, offset));
        }
    }
}

/// Moves the value to the end of readable memory, calls `test` with it, and drops it there. If the
/// test panics, the value is leaked.
///
/// # Panics
/// Panics if the system provides no memory, or if the value would not be aligned there.
pub fn hold<T, R>(value: T, test: impl FnOnce(&mut T) -> R) -> R {
    let mut pages = Guarded::new(size_of::<T>());
    let place = pages.last(size_of::<T>()).cast::<ManuallyDrop<T>>();
    assert!(place.is_aligned(), "the value is not aligned at the end of memory");
    // SAFETY: the value fits between the fences (by `new`), the place is aligned (checked), and
    // there are no other references to the pages, which outlive this one. The value is dropped
    // once.
    unsafe {
        place.write(ManuallyDrop::new(value));
        let result = test(&mut *place);
        ManuallyDrop::drop(&mut *place);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the byte cannot be read. The system is asked to read it: its list of pages,
    /// which QEMU's user mode rewrites line by line, may lack a page while other threads map
    /// memory.
    #[cfg(unix)]
    fn is_fence(place: *const u8) -> bool {
        use std::os::fd::AsRawFd;
        let (_reader, writer) = std::io::pipe().expect("the system makes a pipe");
        // SAFETY: the system reads the byte, or returns EFAULT where a program would fault. The
        // pipe has room for it.
        let written = unsafe { libc::write(writer.as_raw_fd(), place.cast(), 1) };
        let error = std::io::Error::last_os_error();
        assert!(written == 1 || error.raw_os_error() == Some(libc::EFAULT), "{error}");
        written != 1
    }

    #[cfg(not(unix))]
    fn is_fence(place: *const u8) -> bool {
        !region::query(place).expect("the system describes the page").is_readable()
    }

    #[test]
    fn keeps_the_message_and_fences_it() {
        let message: Vec<u8> = (0..=255).cycle().take(5000).collect();
        let mut buffer = Guarded::new(message.len());
        assert_eq!(buffer.end(&message), message);
        assert!(is_fence(buffer.end(&message).as_ptr_range().end));
        assert_eq!(buffer.begin(&message), message);
        assert!(is_fence(buffer.begin(&message).as_ptr().wrapping_sub(1)));
        let words = [1_u64, 2, 3];
        assert_eq!(buffer.end(&words), words);
        assert!(is_fence(buffer.end(&words).as_ptr_range().end.cast()));
    }

    #[test]
    fn every_distance_is_tried() {
        let mut buffer = Guarded::new(4096);
        for distances in [1, DISTANCES] {
            buffer.distances = distances;
            let mut calls = 0;
            buffer.places(&[7; LONGEST], |message| {
                assert_eq!(message, [7; LONGEST]);
                let (distance, ends) = (calls / 2, message.as_ptr_range());
                // The nearest byte of the page that faults, and the byte next to it on the side of
                // the message.
                let [fence, inside] = if calls % 2 == 0 {
                    [distance + 1, distance].map(|n| ends.start.wrapping_sub(n))
                } else {
                    [distance + 1, distance].map(|n| ends.end.wrapping_add(n).wrapping_sub(1))
                };
                assert!(is_fence(fence) && !is_fence(inside), "distance {distance}");
                calls += 1;
            });
            assert_eq!(calls, 2 * distances);
        }
    }

    #[test]
    fn values_are_held_at_the_fence_and_dropped_once() {
        let shared = std::rc::Rc::new(7);
        let count = hold(shared.clone(), |held| {
            assert!(is_fence(core::ptr::from_ref(held).wrapping_add(1).cast()));
            std::rc::Rc::strong_count(held)
        });
        assert_eq!([count, std::rc::Rc::strong_count(&shared)], [2, 1]);
    }
}
