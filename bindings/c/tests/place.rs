//! Streams in memory of the caller: every algorithm, without an allocation.

mod door;

use core::cell::Cell;
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use door::{Key, Stream, data, digest_bytes, last_error};
use provenhash_c::key::ph_key_free;
use provenhash_c::status::ph_status_t::*;
use provenhash_c::stream::*;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which counts what a thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all memory is the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

type Place = MaybeUninit<ph_stream_place_t>;

/// The address of a place, and its size.
fn memory(place: &mut Place) -> (*mut core::ffi::c_void, usize) {
    (place.as_mut_ptr().cast(), size_of::<Place>())
}

fn nonce_of(row: &table::Algorithm) -> &'static [u8] {
    if row.nonce { b"nonce" } else { b"" }
}

/// Streams in a place compute what others do, for every algorithm, and allocate nothing, errors
/// included.
#[test]
fn every_algorithm_needs_no_memory() {
    let message: Vec<u8> = (0..=255).cycle().take(5000).collect();
    for row in table::ALGORITHMS {
        let key = Key::of_seed(row.name, 1);
        let (nonce, nonce_len) = data(nonce_of(row));
        let mut expected = key.stream(nonce_of(row));
        expected.update(&message);
        let empty = key.stream(nonce_of(row)).finalize();
        let mut places = [Place::uninit(), Place::uninit()];
        let [(first, size), (second, _)] = places.each_mut().map(memory);
        let [mut one, mut other] = [null_mut(); 2];
        let (bytes, len) = data(&message);
        let before = ALLOCATIONS.get();
        // SAFETY: the places are large and aligned enough, the key and the streams are live, and
        // the message has that number of bytes.
        let (statuses, digests) = unsafe {
            let statuses = [
                ph_stream_init(first, size, key.0, nonce, nonce_len, &raw mut one),
                ph_stream_init(second, size, key.0, nonce, nonce_len, &raw mut other),
                ph_stream_update(one, bytes, 77),
                ph_stream_copy(other, one),
                ph_stream_update_many(
                    [one, other].as_ptr(),
                    [bytes.byte_add(77); 2].as_ptr(),
                    [len - 77; 2].as_ptr(),
                    2,
                ),
                ph_stream_copy(one, one),
            ];
            let digests = [ph_stream_finalize(one), ph_stream_finalize(other)];
            (statuses, digests)
        };
        assert_eq!(ALLOCATIONS.get(), before, "{}", row.name);
        assert_eq!(statuses, [PH_OK; 6], "{}: {}", row.name, last_error());
        assert!(one.cast() == first && other.cast() == second);
        for digest in digests {
            let found = digest_bytes(&digest);
            assert_eq!(found, digest_bytes(&expected.finalize()), "{}", row.name);
        }
        if row.mac {
            // SAFETY: the stream is live; the key may be freed before it.
            let stream = Stream(one);
            assert_eq!(digest_bytes(&stream.tag()), digest_bytes(&expected.tag()));
            core::mem::forget(stream);
        }
        // SAFETY: as above; streams are freed once, and own what they need of the key.
        unsafe {
            assert_eq!(ph_stream_reset(one, key.0, nonce, nonce_len), PH_OK);
            ph_key_free(key.0);
            core::mem::forget(key);
            assert_eq!(digest_bytes(&ph_stream_finalize(one)), digest_bytes(&empty));
            let mut on_heap = null_mut();
            assert_eq!(ph_stream_clone(other, &raw mut on_heap), PH_OK);
            let before = ALLOCATIONS.get();
            assert_eq!(ph_stream_copy(one, on_heap), PH_OK);
            assert_eq!(ph_stream_copy(on_heap, other), PH_OK);
            assert_eq!(ALLOCATIONS.get(), before);
            for stream in [one, other, on_heap] {
                let digest = ph_stream_finalize(stream);
                assert_eq!(digest_bytes(&digest), digest_bytes(&expected.finalize()));
                ph_stream_free(stream);
            }
        }
    }
}

/// A place that is too small, not aligned or null is refused, as are wrong nonces; nothing is
/// written to it, and nothing allocated.
#[test]
fn unfit_places_are_refused() {
    let (keys, key) = (Key::of_seed("vmac64", 1), Key::of_seed("clhash", 1));
    let mut room = [0xa5_u8; 2 * PH_STREAM_BYTES];
    let start = room.as_mut_ptr();
    let start = start.wrapping_add(start.align_offset(PH_STREAM_ALIGN));
    let place = |at: usize| start.wrapping_add(at).cast();
    let (nonce, full) = ([0xff_u8; 17], PH_STREAM_BYTES);
    let nonce = nonce.as_ptr().cast();
    let cases = [
        (
            place(0),
            full - 1,
            key.0,
            0,
            PH_ERROR_LENGTH,
            "place has 1023 bytes, a stream needs 1024",
        ),
        (place(0), 0, key.0, 0, PH_ERROR_LENGTH, "place has 0 bytes, a stream needs 1024"),
        (place(1), full, key.0, 0, PH_ERROR_ALIGNMENT, "place is not aligned to 64 bytes"),
        (place(32), full, key.0, 0, PH_ERROR_ALIGNMENT, "place is not aligned to 64 bytes"),
        (null_mut(), full, key.0, 0, PH_ERROR_NULL, "pointer is null"),
        (place(0), full, null_mut(), 0, PH_ERROR_NULL, "pointer is null"),
        (place(0), full, key.0, 3, PH_ERROR_NONCE, "clhash takes no nonce"),
        (place(0), full, keys.0, 0, PH_ERROR_NONCE, "vmac64 needs a nonce"),
        (place(0), full, keys.0, 17, PH_ERROR_NONCE, "nonce has 17 bytes, VMAC needs 1 to 16"),
        (place(0), full, keys.0, 16, PH_ERROR_NONCE, "nonce has 1 as its first bit, VMAC needs 0"),
    ];
    for (place, size, key, nonce_len, status, message) in cases {
        let mut stream = core::ptr::dangling_mut();
        let before = ALLOCATIONS.get();
        // SAFETY: the place has that number of bytes, and the nonce too.
        let found = unsafe { ph_stream_init(place, size, key, nonce, nonce_len, &raw mut stream) };
        assert_eq!(ALLOCATIONS.get(), before, "{message}");
        assert_eq!((found, &*last_error()), (status, message));
        assert!(stream.is_null(), "{message}");
    }
    assert!(room.iter().all(|byte| *byte == 0xa5));
    // SAFETY: null is refused by every function.
    unsafe {
        let stream = key.stream(b"");
        let (place, size) = (place(0), full);
        assert_eq!(ph_stream_init(place, size, key.0, null(), 0, null_mut()), PH_ERROR_NULL);
        assert_eq!(ph_stream_copy(null_mut(), stream.0), PH_ERROR_NULL);
        assert_eq!(ph_stream_copy(stream.0, null()), PH_ERROR_NULL);
    }
}
