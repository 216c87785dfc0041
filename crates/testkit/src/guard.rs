//! Memory that ends where the readable memory ends, on either side.
//!
//! With `TESTKIT_GUARD=full` in the environment, the tests that use [`lengths`] and
//! [`Guarded::places`] take every length up to [`LONGEST`] bytes at every distance below
//! [`DISTANCES`] bytes from both fences; without it, fewer lengths, right at the fences.

use core::mem::ManuallyDrop;
use region::{Allocation, Protection};
use std::env;

/// The longest message of a full run that is tried at every distance, in bytes.
pub const LONGEST: usize = 2100;

/// The distances between a message and a fence that a full run tries, in bytes: every start in a
/// cache line, which is also the widest register.
pub const DISTANCES: usize = 64;

/// Whether the environment asks for a full run.
#[must_use]
pub fn is_full() -> bool {
    env::var("TESTKIT_GUARD").is_ok_and(|size| size == "full")
}

/// The given lengths, and in a full run all up to [`LONGEST`].
#[must_use]
pub fn lengths(mut lengths: Vec<usize>) -> Vec<usize> {
    if is_full() {
        lengths.extend(0..=LONGEST);
    }
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Pages between two that fault on access, so that reading or writing past a slice ends the test
/// instead of passing by luck.
#[expect(missing_debug_implementations, reason = "its pages have none")]
pub struct Guarded {
    pages: Allocation,
    capacity: usize,
    distances: usize,
}

impl Guarded {
    /// Allocates room for values of up to `capacity` bytes.
    ///
    /// # Panics
    /// If the system gives no memory.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let page = region::page::size();
        let capacity = (capacity + DISTANCES).next_multiple_of(page);
        let mut pages =
            region::alloc(capacity + 2 * page, Protection::READ_WRITE).expect("guarded memory");
        let first = pages.as_mut_ptr::<u8>();
        for fence in [first, first.wrapping_add(page + capacity)] {
            // SAFETY: both pages lie in the allocation, and nothing refers to them.
            unsafe { region::protect(fence, page, Protection::NONE) }.expect("guard page");
        }
        let distances = if is_full() { DISTANCES } else { 1 };
        Self { pages, capacity, distances }
    }

    /// Copies the values to `offset` bytes after the first fence.
    fn place<T: Copy>(&mut self, values: &[T], offset: usize) -> &mut [T] {
        assert!(offset + size_of_val(values) <= self.capacity, "more than the capacity");
        let start = self.pages.as_mut_ptr::<u8>().wrapping_add(region::page::size() + offset);
        let place = start.cast::<T>();
        assert!(place.is_aligned(), "not a place for these values");
        // SAFETY: the values fit between the fences (checked), where memory is readable, writable
        // and borrowed with `self`; the place is aligned (checked) and overlaps no value that the
        // caller still holds, as all that were placed borrowed `self`. They may be copied bitwise.
        unsafe {
            place.copy_from_nonoverlapping(values.as_ptr(), values.len());
            core::slice::from_raw_parts_mut(place, values.len())
        }
    }

    /// Copies the values so that they end where an unreadable page begins.
    ///
    /// # Panics
    /// If they are longer than the capacity.
    pub fn end<T: Copy>(&mut self, values: &[T]) -> &mut [T] {
        let offset = self.capacity - size_of_val(values);
        self.place(values, offset)
    }

    /// Copies the values so that they begin where an unreadable page ends.
    ///
    /// # Panics
    /// If they are longer than the capacity.
    pub fn begin<T: Copy>(&mut self, values: &[T]) -> &mut [T] {
        self.place(values, 0)
    }

    /// Calls `test` with the message right at each fence, and in a full run at each distance below
    /// [`DISTANCES`] from each, if it is no longer than [`LONGEST`].
    ///
    /// # Panics
    /// If the message is longer than the capacity.
    pub fn places(&mut self, message: &[u8], mut test: impl FnMut(&[u8])) {
        let distances = if message.len() <= LONGEST { self.distances } else { 1 };
        for distance in 0..distances {
            test(self.place(message, distance));
            let offset = self.capacity - message.len() - distance;
            test(self.place(message, offset));
        }
    }
}

/// Calls `test` with the value moved to the end of readable memory, and drops it there. A panic of
/// the test leaks the value.
///
/// # Panics
/// If the system gives no memory, or the value needs more than the alignment of a page.
pub fn hold<T, R>(value: T, test: impl FnOnce(&mut T) -> R) -> R {
    let mut pages = Guarded::new(size_of::<T>());
    let offset = pages.capacity - size_of::<T>();
    let start = pages.pages.as_mut_ptr::<u8>().wrapping_add(region::page::size() + offset);
    let place = start.cast::<ManuallyDrop<T>>();
    assert!(place.is_aligned(), "not a place for this value");
    // SAFETY: the value fits between the fences (by `new`), the place is aligned (checked), and
    // nothing else refers to the pages, which outlive the reference. The value is dropped once.
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

    fn is_fence(place: *const u8) -> bool {
        !region::query(place).expect("query").is_readable()
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
                // The nearest byte of the page that faults, and its neighbour towards the message.
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
