//! Without memory, functions fail and do nothing else.

mod door;

use core::cell::Cell;
use core::ptr::{null, null_mut};
use door::{Key, algorithm, data, digest_bytes};
use provenhash_c::algorithm::{ph_algorithm_count, ph_algorithm_find};
use provenhash_c::dropin::ph_dropin_clhash;
use provenhash_c::hash::{ph_hash, ph_hash64};
use provenhash_c::key::*;
use provenhash_c::part::*;
use provenhash_c::sender::*;
use provenhash_c::status::ph_status_t::*;
use provenhash_c::stream::*;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, of which a thread can limit the bytes that it still gets.
struct Scarce;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: allocations are the system's, or null, which means that there is no memory.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(left) = LEFT.get().checked_sub(layout.size()) else { return null_mut() };
        LEFT.set(left);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LEFT.set(LEFT.get().saturating_add(layout.size()));
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Scarce = Scarce;

/// One test, because the table needs memory only when it is read first.
#[test]
fn without_memory() {
    LEFT.set(1000);
    // SAFETY: the name is a string.
    let found = unsafe { ph_algorithm_find(c"clhash".as_ptr()) };
    let count = ph_algorithm_count();
    LEFT.set(usize::MAX);
    assert!(found.is_null() && count == 0);
    objects_are_refused();
    senders_are_refused();
    drop_ins_continue();
}

/// Whatever is left, each function either makes its object or fails, for every algorithm.
fn objects_are_refused() {
    for row in table::ALGORITHMS {
        let of_table = algorithm(row.name);
        let nonce: &[u8] = if row.nonce { b"nonce" } else { b"" };
        let ((nonce, n), bytes) = (data(nonce), [1_u8; 9]);
        let key = Key::of_seed(row.name, 1);
        let mut stream = key.stream(if row.nonce { b"nonce" } else { b"" });
        let expected = key.hash(&bytes);
        for left in [0, 1, 100, 1 << 12, 1 << 15, (1 << 16) - 1, 1 << 16] {
            let [mut made, mut generated, mut cloned] = [null_mut(); 3];
            let [mut started, mut copy] = [null_mut(); 2];
            let mut part = null_mut();
            // SAFETY: the pointers are to live objects; each new one is freed once.
            unsafe {
                LEFT.set(left);
                let statuses = [
                    ph_key_from_seed(of_table, 1, &raw mut made),
                    ph_key_generate(of_table, &raw mut generated),
                    ph_key_clone(key.0, &raw mut cloned),
                    ph_stream_new(key.0, nonce, n, &raw mut started),
                    ph_stream_clone(stream.0, &raw mut copy),
                    ph_part_new(key.0, bytes.as_ptr().cast(), 9, &raw mut part),
                ];
                // Functions that need no object continue to work.
                let digest = ph_hash(key.0, bytes.as_ptr().cast(), 9);
                stream.update(&bytes);
                LEFT.set(usize::MAX);
                let refused = if left < 1 << 16 { PH_ERROR_MEMORY } else { PH_OK };
                assert_eq!(statuses[0], refused, "{}: {left} bytes", row.name);
                for (place, status) in statuses.into_iter().enumerate() {
                    let no_parts =
                        place == 5 && matches!(status, PH_ERROR_ALGORITHM | PH_ERROR_NONCE);
                    assert!(status == PH_ERROR_MEMORY || status == PH_OK || no_parts);
                    assert!(left == 1 << 16 || status == PH_ERROR_MEMORY, "{place}: {left} bytes");
                }
                assert_eq!(digest_bytes(&digest), digest_bytes(&expected));
                [made, generated, cloned].into_iter().for_each(|key| ph_key_free(key));
                [started, copy].into_iter().for_each(|stream| ph_stream_free(stream));
                ph_part_free(part);
            }
        }
    }
}

fn senders_are_refused() {
    let key = Key::of_seed("clmac", 1);
    for left in [0, 1, 1 << 12, (1 << 16) - 1, 1 << 16] {
        let (mut sender, mut receiver) = (null_mut(), null_mut());
        // SAFETY: the key is live; each new object is freed once.
        unsafe {
            LEFT.set(left);
            let one = ph_sender_new(key.0, &raw mut sender);
            let other = ph_receiver_new(key.0, &raw mut receiver);
            LEFT.set(usize::MAX);
            assert_eq!(one, if left < 1 << 16 { PH_ERROR_MEMORY } else { PH_OK });
            assert_eq!(other, PH_ERROR_MEMORY, "the sender has some of {left} bytes");
            ph_sender_free(sender);
            ph_receiver_free(receiver);
        }
    }
}

/// The functions with the interfaces of other libraries cannot fail: without memory they keep no
/// key.
fn drop_ins_continue() {
    let (key, bytes) = (Key::of_seed("clhash", 1), [1_u8; 1064]);
    let other = Key::new("clhash", &bytes);
    let start = bytes.as_ptr().cast();
    // SAFETY: the pointers are to live objects and to arrays of the given lengths.
    unsafe {
        LEFT.set(0);
        let dropin = ph_dropin_clhash(start, start, 9);
        let numbers = [ph_hash64(other.0, start, 9), ph_hash64(null(), start, 9)];
        let mut saved = [0; 72];
        let stream = ph_stream_save(null(), saved.as_mut_ptr(), 72);
        let own = ph_key_bytes(key.0, saved.as_mut_ptr(), 72);
        LEFT.set(usize::MAX);
        assert_eq!(numbers, [dropin, 0]);
        assert_eq!([stream, own], [PH_ERROR_NULL, PH_ERROR_MEMORY]);
    }
}
