//! Without memory, functions fail and do nothing else.

use core::cell::Cell;
use core::ptr::null_mut;
use provenhash::clhash::*;
use provenhash::dropin::ph_dropin_clhash;
use provenhash::md5::*;
use provenhash::status::ph_status_t::*;
use provenhash::suite::ph_suite_vhash64;
use provenhash::vhash::*;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which a thread can switch to having no memory left.
struct Scarce;

thread_local! {
    static EMPTY: Cell<bool> = const { Cell::new(false) };
}

// SAFETY: allocations are the system's, or null, which means that there is no memory.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if EMPTY.get() {
            return null_mut();
        }
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Scarce = Scarce;

#[test]
fn objects_are_refused_without_memory() {
    let bytes = [1_u8; PH_CLHASH_KEY_BYTES];
    let (mut key, mut hash) = (null_mut(), 0);
    let (mut stream, mut clone, mut part) = (null_mut(), null_mut(), null_mut());
    let mut mac = null_mut();
    let mut suite = [0_u8; 8];
    // SAFETY: the pointers are to live objects.
    let (statuses, rest) = unsafe {
        assert_eq!(ph_clhash_key_new(bytes.as_ptr().cast(), bytes.len(), &raw mut key), PH_OK);
        assert_eq!(ph_clhash_stream_new(key, &raw mut stream), PH_OK);
        EMPTY.set(true);
        let mut none = core::ptr::dangling_mut();
        let mut digest = core::ptr::dangling_mut();
        let statuses = [
            ph_clhash_key_new(bytes.as_ptr().cast(), bytes.len(), &raw mut none),
            ph_clhash_key_generate(&raw mut none),
            ph_clhash_stream_new(key, &raw mut clone),
            ph_clhash_stream_clone(stream, &raw mut clone),
            ph_clhash_part_new(key, bytes.as_ptr().cast(), 5, &raw mut part),
            ph_clhash_stream_part(stream, &raw mut part),
            ph_vmac64_key_from_seed(1, &raw mut mac),
            ph_md5_stream_new(&raw mut digest),
        ];
        // Functions that need no object continue to work.
        let rest = [
            ph_clhash(key, bytes.as_ptr().cast(), 9, &raw mut hash),
            ph_clhash_stream_update(stream, bytes.as_ptr().cast(), 9),
        ];
        let dropin = ph_dropin_clhash(bytes.as_ptr().cast(), bytes.as_ptr().cast(), 9);
        ph_suite_vhash64(bytes.as_ptr().cast(), 9, 1, suite.as_mut_ptr().cast());
        EMPTY.set(false);
        assert_eq!(dropin, hash);
        assert!(none.is_null() && digest.is_null());
        (statuses, rest)
    };
    assert!(clone.is_null() && part.is_null() && mac.is_null());
    assert_eq!(statuses, [PH_ERROR_MEMORY; 8]);
    assert_eq!(rest, [PH_OK; 2]);
    assert_eq!(suite, vhash::hash(&vhash::Key64::from_seed(1), &bytes[..9]).to_le_bytes());
    // SAFETY: each object is freed once.
    unsafe {
        ph_clhash_stream_free(stream);
        ph_clhash_key_free(key);
    }
}
