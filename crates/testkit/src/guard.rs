//! A buffer that ends where the readable memory ends.

use region::{Allocation, Protection};

/// Memory whose last byte is followed by a page that faults on access, so that reading past the
/// slice ends the test instead of passing by luck.
///
/// [`begin`](Self::begin) gives slices that start right behind such a page.
#[expect(missing_debug_implementations, reason = "its pages have none")]
pub struct Guarded {
    pages: Allocation,
    capacity: usize,
}

impl Guarded {
    /// A buffer for up to `capacity` bytes.
    ///
    /// # Panics
    /// If the system gives no memory.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let page = region::page::size();
        let capacity = capacity.next_multiple_of(page).max(page);
        let mut pages =
            region::alloc(capacity + 2 * page, Protection::READ_WRITE).expect("guarded memory");
        let first = pages.as_mut_ptr::<u8>();
        for fence in [first, first.wrapping_add(page + capacity)] {
            // SAFETY: both pages lie in the allocation, and nothing refers to them.
            unsafe { region::protect(fence, page, Protection::NONE) }.expect("guard page");
        }
        Self { pages, capacity }
    }

    fn readable(&mut self) -> &mut [u8] {
        let start = self.pages.as_mut_ptr::<u8>().wrapping_add(region::page::size());
        // SAFETY: the pages between the two fences are readable, writable, zeroed by the system
        // and borrowed with `self`.
        unsafe { core::slice::from_raw_parts_mut(start, self.capacity) }
    }

    /// The message, copied so that it ends at the unreadable page.
    ///
    /// # Panics
    /// If it is longer than the capacity.
    pub fn end(&mut self, message: &[u8]) -> &[u8] {
        let capacity = self.capacity;
        let place = &mut self.readable()[capacity - message.len()..];
        place.copy_from_slice(message);
        place
    }

    /// The message, copied so that an unreadable page lies right before it.
    ///
    /// # Panics
    /// If it is longer than the capacity.
    pub fn begin(&mut self, message: &[u8]) -> &[u8] {
        let place = &mut self.readable()[..message.len()];
        place.copy_from_slice(message);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_message_and_fences_it() {
        let message: Vec<u8> = (0..=255).cycle().take(5000).collect();
        let mut buffer = Guarded::new(message.len());
        assert_eq!(buffer.end(&message), message);
        let end = buffer.end(&message).as_ptr_range().end;
        let begin = buffer.begin(&message).as_ptr();
        for fence in [end, begin.wrapping_sub(1)] {
            let fenced = region::query(fence).expect("query");
            assert!(!fenced.is_readable());
        }
    }
}
