//! Everything that goes wrong at the border is an error, for every function and every pointer in
//! turn.

use core::ffi::{CStr, c_void};
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use provenhash::clhash::*;
use provenhash::dropin::*;
use provenhash::ghash::ph_polyval_key_new;
use provenhash::highwayhash::*;
use provenhash::md5::*;
use provenhash::siphash::*;
use provenhash::status::ph_status_t::*;
use provenhash::status::{ph_last_error, ph_status_message};
use provenhash::suite::*;
use provenhash::vhash::*;

fn last_error() -> String {
    // SAFETY: the pointer is a string of this thread.
    unsafe { CStr::from_ptr(ph_last_error()) }.to_str().expect("the text is UTF-8").to_owned()
}

/// Makes a CLHASH key for the duration of the test.
fn clhash_key() -> *mut ph_clhash_key_t {
    let mut key = null_mut();
    // SAFETY: the output is a pointer.
    assert_eq!(unsafe { ph_clhash_key_from_seed(1, &raw mut key) }, PH_OK);
    key
}

#[test]
fn nulls_are_errors_and_empty_messages() {
    let key = clhash_key();
    let mut hash = 7_u64;
    // SAFETY: null is allowed everywhere, and the other pointers are to live objects.
    unsafe {
        assert_eq!(ph_clhash(key, null(), 0, &raw mut hash), PH_OK);
        assert_eq!(hash, 0);
        hash = 7;
        assert_eq!(ph_clhash(key, null(), 1, &raw mut hash), PH_ERROR_NULL);
        assert_eq!(ph_clhash(null(), null(), 0, &raw mut hash), PH_ERROR_NULL);
        assert_eq!(ph_clhash(key, null(), 0, null_mut()), PH_ERROR_NULL);
        assert_eq!(ph_clhash_many(key, null(), null(), 0, null_mut()), PH_OK);
        assert_eq!(ph_clhash_many(key, null(), null(), 1, &raw mut hash), PH_ERROR_NULL);
        let (data, len) = (null::<c_void>(), 3_usize);
        assert_eq!(
            ph_clhash_many(key, &raw const data, &raw const len, 1, &raw mut hash),
            PH_ERROR_NULL
        );
        assert_eq!(ph_clhash_u64s(key, null(), 0, null_mut()), PH_OK);
        assert_eq!(ph_clhash_u64s(key, null(), 2, &raw mut hash), PH_ERROR_NULL);
        assert_eq!(ph_clhash_column32(key, null(), 0, null(), 0, null_mut()), PH_OK);
        assert_eq!(ph_clhash_column32(key, null(), 0, null(), 1, &raw mut hash), PH_ERROR_NULL);
        assert_eq!(
            ph_clhash_column32(key, null(), 0, [0; 2].as_ptr(), 1, null_mut()),
            PH_ERROR_NULL
        );
        assert_eq!(ph_clhash_stream_new(null(), null_mut()), PH_ERROR_NULL);
        let mut stream = core::ptr::dangling_mut();
        assert_eq!(ph_clhash_stream_new(null(), &raw mut stream), PH_ERROR_NULL);
        assert!(stream.is_null());
        assert_eq!(ph_clhash_stream_update(null_mut(), null(), 0), PH_ERROR_NULL);
        assert_eq!(ph_clhash_stream_finalize(null(), &raw mut hash), PH_ERROR_NULL);
        assert_eq!(ph_clhash_stream_len(null()), 0);
        assert_eq!(ph_clhash_part_append(null_mut(), key, null()), PH_ERROR_NULL);
        assert!(ph_clhash_key_backend(null()).is_null());
        ph_clhash_key_free(null_mut());
        ph_clhash_stream_free(null_mut());
        ph_clhash_part_free(null_mut());
        ph_suite_clhash(null(), 5, 1, null_mut());
        assert_eq!(ph_dropin_clhash(null(), null(), 0), 0);
        assert_eq!(ph_dropin_siphash(null(), 1, [0_u8; 16].as_ptr().cast(), null_mut(), 8), -1);
        assert_eq!(ph_MD5_Update(null_mut(), null(), 0), 0);
        assert!(ph_MD5(null(), 5, null_mut()).is_null());
        ph_clhash_key_free(key);
    }
    assert_eq!(hash, 7, "an error writes nothing");
}

#[test]
fn lengths_and_alignment() {
    let key = clhash_key();
    let words = [0_u64; 4];
    let mut hashes = [7_u64; 4];
    // SAFETY: lengths other than those of the arrays are refused before anything is read.
    unsafe {
        let (data, out) = (words.as_ptr().cast::<c_void>(), hashes.as_mut_ptr());
        assert_eq!(ph_clhash(key, data, usize::MAX, out), PH_ERROR_LENGTH);
        assert_eq!(ph_clhash(key, data, isize::MAX as usize + 1, out), PH_ERROR_LENGTH);
        assert_eq!(ph_clhash_u64s(key, words.as_ptr(), usize::MAX / 8, out), PH_ERROR_LENGTH);
        assert_eq!(ph_clhash_u64s(key, words.as_ptr(), usize::MAX / 4, out), PH_ERROR_LENGTH);
        let odd = words.as_ptr().byte_add(1);
        assert_eq!(ph_clhash_u64s(key, odd, 2, out), PH_ERROR_ALIGNMENT);
        assert_eq!(ph_clhash_u64s(key, words.as_ptr(), 2, out.byte_add(1)), PH_ERROR_ALIGNMENT);
        // A single hash is written at any alignment.
        assert_eq!(ph_clhash(key, data, 8, out.byte_add(1)), PH_OK);
        hashes = [7; 4];
        let offsets = [0_i32, 8];
        let rows = usize::MAX;
        assert_eq!(ph_clhash_column32(key, data, 8, offsets.as_ptr(), rows, out), PH_ERROR_LENGTH);
        ph_clhash_key_free(key);
    }
    assert_eq!(hashes, [7; 4]);
}

#[test]
fn outputs_over_inputs_are_refused() {
    let key = clhash_key();
    let mut words = [5_u64; 6];
    let all = words.as_mut_ptr();
    // SAFETY: overlapping arrays are refused before references to them are made.
    unsafe {
        assert_eq!(ph_clhash_u64s(key, all, 3, all), PH_ERROR_OVERLAP);
        assert_eq!(ph_clhash_u64s(key, all, 3, all.add(2)), PH_ERROR_OVERLAP);
        assert_eq!(ph_clhash_u64s(key, all.add(2), 3, all), PH_ERROR_OVERLAP);
        let data = all.cast::<c_void>().cast_const();
        let len = 17_usize;
        assert_eq!(
            ph_clhash_many(key, &raw const data, &raw const len, 1, all.add(2)),
            PH_ERROR_OVERLAP
        );
        let offsets = [0_i64, 17];
        let status = ph_clhash_column64(key, data, 17, offsets.as_ptr(), 1, all.add(2));
        assert_eq!(status, PH_ERROR_OVERLAP);
        assert_eq!(words, [5; 6]);
        assert_eq!(ph_clhash_u64s(key, all, 3, all.add(3)), PH_OK);
        ph_clhash_key_free(key);
    }
}

#[test]
fn wrong_lengths_are_named() {
    let bytes = [0xff_u8; 2000];
    let data = bytes.as_ptr().cast::<c_void>();
    // SAFETY: the lengths are below that of the array.
    unsafe {
        let mut key = core::ptr::dangling_mut();
        assert_eq!(ph_clhash_key_new(data, 1063, &raw mut key), PH_ERROR_KEY_LENGTH);
        assert!(key.is_null());
        assert_eq!(last_error(), "key has 1063 bytes, CLHASH needs 1064");
        let mut key = null_mut();
        assert_eq!(ph_siphash_key_new(data, 17, &raw mut key), PH_ERROR_KEY_LENGTH);
        assert_eq!(last_error(), "key has 17 bytes, SipHash needs 16");
        let mut key = null_mut();
        assert_eq!(ph_polyval_key_new(data, 15, &raw mut key), PH_ERROR_KEY_LENGTH);
        assert_eq!(last_error(), "key has 15 bytes, POLYVAL needs 16");
        let mut key = null_mut();
        assert_eq!(ph_vhash64_key_new(data, 160, &raw mut key), PH_ERROR_KEY);
        assert!(last_error().contains("2^64 - 257"), "{}", last_error());
        let mut key = null_mut();
        assert_eq!(ph_vmac64_key_new(data, 20, &raw mut key), PH_ERROR_KEY_LENGTH);
        assert_eq!(last_error(), "key has 20 bytes, VMAC needs 16, 24 or 32");
        let mut stream = null_mut();
        assert_eq!(ph_md5_stream_restore(data, 5, &raw mut stream), PH_ERROR_CHECKPOINT);
        assert_eq!(last_error(), "checkpoint has 5 bytes, this function needs 104");
        assert_eq!(ph_md5_stream_restore(data, 104, &raw mut stream), PH_ERROR_CHECKPOINT);
        assert!(stream.is_null());
        let mut text = [0; 40];
        assert_eq!(ph_md5_etag(data, 20_000, 1, text.as_mut_ptr()), PH_ERROR_PARTS);
    }
    // Each thread has its own message.
    assert_eq!(std::thread::spawn(last_error).join().expect("the thread does not panic"), "");
    for status in -3..20 {
        // SAFETY: the pointer is a string.
        let message = unsafe { CStr::from_ptr(ph_status_message(status)) };
        assert_eq!(message == c"not a status of this library", !(0..16).contains(&status));
    }
}

/// A tag is right in every bit and in its length, and nothing else is a tag.
#[test]
fn tags_are_verified() {
    let mut keys = (null_mut(), null_mut());
    let (mut sip, mut highway) = ([0_u64; 2], [0_u64; 4]);
    let data = b"a message".as_ptr().cast();
    // SAFETY: the keys are live, the arrays have the lengths given, and null is allowed.
    unsafe {
        assert_eq!(ph_siphash_key_generate(&raw mut keys.0), PH_OK);
        assert_eq!(ph_highwayhash_key_generate(&raw mut keys.1), PH_OK);
        assert_eq!(ph_siphash128_24(keys.0, data, 9, sip.as_mut_ptr()), PH_OK);
        assert_eq!(ph_highwayhash256(keys.1, data, 9, highway.as_mut_ptr()), PH_OK);
        let [sip, highway] = [sip.as_slice(), &highway]
            .map(|words| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>());
        for (tag, is_sip) in [(sip, true), (highway, false)] {
            let verify = |len, tag: &[u8]| {
                let (bytes, count) = (tag.as_ptr().cast(), tag.len());
                if is_sip {
                    ph_siphash128_24_verify(keys.0, data, len, bytes, count)
                } else {
                    ph_highwayhash256_verify(keys.1, data, len, bytes, count)
                }
            };
            assert_eq!(verify(9, &tag), PH_OK);
            assert_eq!(verify(8, &tag), PH_ERROR_TAG);
            assert_eq!(last_error(), "the tag does not belong to this message and key");
            for bit in 0..8 * tag.len() {
                let mut other = tag.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(verify(9, &other), PH_ERROR_TAG, "bit {bit}");
            }
            for len in 0..tag.len() {
                assert_eq!(verify(9, &tag[..len]), PH_ERROR_TAG, "{len} bytes");
            }
        }
        assert_eq!(ph_siphash24_verify(null(), data, 9, data, 8), PH_ERROR_NULL);
        assert_eq!(ph_siphash24_verify(keys.0, data, 9, null(), 8), PH_ERROR_NULL);
        ph_siphash_key_free(keys.0);
        ph_highwayhash_key_free(keys.1);
    }
}

/// The key is freed with its last stream. valgrind and AddressSanitizer check the same program in
/// C.
#[test]
fn streams_outlive_keys_in_any_thread() {
    struct Send(*mut ph_clhash_stream_t);
    // SAFETY: one thread at a time uses the stream, because it is moved.
    unsafe impl core::marker::Send for Send {}
    let key = clhash_key();
    let mut expected = 0;
    let streams: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = null_mut();
            // SAFETY: the key is live, and the output is a pointer.
            unsafe { assert_eq!(ph_clhash_stream_new(key, &raw mut stream), PH_OK) };
            Send(stream)
        })
        .collect();
    // SAFETY: as above; the key is freed once.
    unsafe {
        assert_eq!(ph_clhash(key, b"message".as_ptr().cast(), 7, &raw mut expected), PH_OK);
        ph_clhash_key_free(key);
    }
    let threads: Vec<_> = streams
        .into_iter()
        .map(|stream| {
            std::thread::spawn(move || {
                let Send(stream) = { stream };
                let mut hash = 0;
                // SAFETY: only this thread uses the stream.
                unsafe {
                    let status = ph_clhash_stream_update(stream, b"message".as_ptr().cast(), 7);
                    assert_eq!(status, PH_OK);
                    assert_eq!(ph_clhash_stream_finalize(stream, &raw mut hash), PH_OK);
                    ph_clhash_stream_free(stream);
                }
                hash
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("the thread does not panic"), expected);
    }
}

/// Every function for test suites writes exactly the listed bytes, repeats them after another seed,
/// and gives the same on any thread.
#[test]
fn suites() {
    let mut count = 0;
    // SAFETY: the output is a count; the rows are static.
    let rows = unsafe { core::slice::from_raw_parts(ph_suite_list(&raw mut count), count) };
    assert_eq!(rows.len(), 28);
    let message = [3_u8; 100];
    for row in rows {
        // SAFETY: the pointer is a static string.
        let name = unsafe { CStr::from_ptr(row.name) }.to_str().expect("the text is UTF-8");
        let function = row.hash.expect("there is a function");
        let hash = |seed, len| {
            let mut out = [0xa5_u8; 40];
            // SAFETY: at most 32 bytes are written.
            unsafe { function(message.as_ptr().cast(), len, seed, out.as_mut_ptr().cast()) };
            out
        };
        let bytes = row.bits as usize / 8;
        let (first, other) = (hash(1, 100), hash(2, 100));
        assert_ne!(first[..bytes], other[..bytes], "{name}");
        assert_eq!(first[bytes..], [0xa5; 40][bytes..], "{name}");
        assert_eq!(hash(1, 100), first, "{name}");
        assert_ne!(hash(1, 99)[..bytes], first[..bytes], "{name}");
        std::thread::scope(|scope| {
            let there = scope.spawn(|| {
                let mut out = [0xa5_u8; 40];
                // SAFETY: as above.
                unsafe { function(message.as_ptr().cast(), 100, 1, out.as_mut_ptr().cast()) };
                out
            });
            assert_eq!(there.join().expect("the thread does not panic"), first, "{name}");
        });
    }
    let mut out = [0_u8; 8];
    // SAFETY: 8 bytes are written.
    unsafe { ph_suite_clhash(message.as_ptr().cast(), 100, 7, out.as_mut_ptr().cast()) };
    let expected = clhash::hash(&clhash::Key::from_seed(7), &message);
    assert_eq!(out, expected.to_le_bytes());
}

/// An MD5 context is plain memory: it may be anywhere, may be copied, and may have any contents
/// before `MD5_Init`.
#[test]
fn md5_contexts_are_plain() {
    let mut context = MaybeUninit::<ph_MD5_CTX>::uninit();
    let (mut one, mut two) = ([0_u8; 16], [0_u8; 16]);
    // SAFETY: the contexts have their size, and are initialised before they are used.
    unsafe {
        assert_eq!(ph_MD5_Init(context.as_mut_ptr()), 1);
        assert_eq!(ph_MD5_Update(context.as_mut_ptr(), b"abcd".as_ptr().cast(), 2), 1);
        let mut copy = context.assume_init();
        assert_eq!(ph_MD5_Update(context.as_mut_ptr(), b"c".as_ptr().cast(), 1), 1);
        assert_eq!(ph_MD5_Final(one.as_mut_ptr(), context.as_mut_ptr()), 1);
        assert_eq!(context.assume_init().state, [0; 13]);
        assert_eq!(ph_MD5_Update(&raw mut copy, b"d".as_ptr().cast(), 1), 1);
        assert_eq!(ph_MD5_Final(two.as_mut_ptr(), &raw mut copy), 1);
    }
    assert_eq!([one, two], [md5_opt::hash(b"abc"), md5_opt::hash(b"abd")]);
}

/// Checks batches of more messages than one call of a crate gets, words, and columns with offsets
/// of both widths.
#[test]
fn batches_of_many() {
    const COUNT: usize = 700;
    let key = clhash_key();
    let values: Vec<u8> = (0..20_000_u32).map(|i| i.to_le_bytes()[0]).collect();
    let bounds: Vec<usize> = (0..=COUNT).map(|i| i * i / 30).collect();
    let strings: Vec<&[u8]> = bounds.windows(2).map(|w| &values[w[0]..w[1]]).collect();
    let rust_key = clhash::Key::from_seed(1);
    let expected: Vec<u64> = strings.iter().map(|s| clhash::hash(&rust_key, s)).collect();
    let data: Vec<*const c_void> = strings.iter().map(|s| s.as_ptr().cast()).collect();
    let lens: Vec<usize> = strings.iter().map(|s| s.len()).collect();
    let narrow: Vec<i32> =
        bounds.iter().map(|&b| b.try_into().expect("the number is small")).collect();
    let wide: Vec<i64> =
        bounds.iter().map(|&b| b.try_into().expect("the number is small")).collect();
    let words: Vec<u64> = (0..COUNT as u64).collect();
    let of_words: Vec<u64> =
        words.iter().map(|w| clhash::hash(&rust_key, &w.to_le_bytes())).collect();
    let mut out = [0; COUNT];
    let (all, len) = (values.as_ptr().cast::<c_void>(), values.len());
    // SAFETY: the pointers are to arrays of the given lengths.
    unsafe {
        let status = ph_clhash_many(key, data.as_ptr(), lens.as_ptr(), COUNT, out.as_mut_ptr());
        assert_eq!((status, &out[..]), (PH_OK, &expected[..]));
        out = [0; COUNT];
        let status = ph_clhash_column32(key, all, len, narrow.as_ptr(), COUNT, out.as_mut_ptr());
        assert_eq!((status, &out[..]), (PH_OK, &expected[..]));
        out = [0; COUNT];
        let status = ph_clhash_column64(key, all, len, wide.as_ptr(), COUNT, out.as_mut_ptr());
        assert_eq!((status, &out[..]), (PH_OK, &expected[..]));
        let status = ph_clhash_u64s(key, words.as_ptr(), COUNT, out.as_mut_ptr());
        assert_eq!((status, &out[..]), (PH_OK, &of_words[..]));
        // One column is damaged near its end, so nothing is written.
        let (mut wide, before) = (wide, out);
        wide[COUNT - 2] = -1;
        let status = ph_clhash_column64(key, all, len, wide.as_ptr(), COUNT, out.as_mut_ptr());
        assert_eq!((status, out), (PH_ERROR_OFFSET, before));
        ph_clhash_key_free(key);
    }
}
