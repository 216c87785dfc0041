//! Everything that goes wrong at the border is an error, for every function and every pointer in
//! turn.

mod door;

use core::ffi::{CStr, c_void};
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use door::{Key, Stream, algorithm, data, digest_bytes, last_error};
use provenhash_c::algorithm::*;
use provenhash_c::dropin::*;
use provenhash_c::hash::*;
use provenhash_c::key::*;
use provenhash_c::md5::*;
use provenhash_c::part::*;
use provenhash_c::sender::*;
use provenhash_c::status::ph_status_message;
use provenhash_c::status::ph_status_t::*;
use provenhash_c::stream::*;
use provenhash_c::suite::ph_suite_list;

/// Every function that is called with an argument of null says so, and does nothing.
#[test]
fn nulls_are_errors_and_empty_messages() {
    let (key, mac) = (Key::of_seed("clhash", 1), Key::of_seed("vmac64", 1));
    let stream = key.stream(b"");
    let (k, byte) = (key.0.cast_const(), [7_u8; 8]);
    let (mut hash, mut digest) = ([7_u64; 2], ph_digest_t { len: 7, bytes: [7; 32] });
    let bytes = byte.as_ptr().cast::<c_void>();
    let mut small = [7_u8; 1064];
    let (out, out8) = (hash.as_mut_ptr(), small.as_mut_ptr());
    let (narrow, wide) = ([0_i32; 2], [0_i64; 2]);
    let (offsets, wide) = (narrow.as_ptr(), wide.as_ptr());
    let (one, three) = ([bytes], [3_usize]);
    let no_key = null::<ph_key_t>();
    // SAFETY: null is allowed everywhere, and the other pointers are to live objects.
    unsafe {
        let (pointers, lens) = (one.as_ptr(), three.as_ptr());
        let nulls = [null::<c_void>()];
        let (no_pointers, no_lens) = (null::<*const c_void>(), null());
        let mut new = null_mut::<ph_key_t>();
        let mut other = null_mut::<ph_stream_t>();
        let [mut part, mut none] = [null_mut::<ph_part_t>(); 2];
        assert_eq!(ph_part_new(k, bytes, 8, &raw mut part), PH_OK);
        let clmac = Key::of_seed("clmac", 1);
        let [mut sender, mut no_sender] = [null_mut::<ph_sender_t>(); 2];
        let [mut receiver, mut no_receiver] = [null_mut::<ph_receiver_t>(); 2];
        assert_eq!(ph_sender_new(clmac.0, &raw mut sender), PH_OK);
        assert_eq!(ph_receiver_new(clmac.0, &raw mut receiver), PH_OK);
        let nonce = out8.cast_const().cast::<c_void>();
        let failed = [
            ph_key_new(null(), bytes, 8, &raw mut new),
            ph_key_new(algorithm("clhash"), null(), 1064, &raw mut new),
            ph_key_new(algorithm("md5"), null(), 0, null_mut()),
            ph_key_from_seed(null(), 1, &raw mut new),
            ph_key_from_seed(algorithm("clhash"), 1, null_mut()),
            ph_key_generate(null(), &raw mut new),
            ph_key_generate(algorithm("vmac64"), null_mut()),
            ph_key_clone(null(), &raw mut new),
            ph_key_clone(k, null_mut()),
            ph_key_with_backend(null(), c"portable".as_ptr(), &raw mut new),
            ph_key_with_backend(k, null(), &raw mut new),
            ph_key_with_backend(k, c"portable".as_ptr(), null_mut()),
            ph_key_bytes(null(), out8, 1064),
            ph_key_bytes(k, null_mut(), 1064),
            ph_digest_text(digest, null_mut()),
            ph_key_bound(k, 9, null_mut()),
            ph_tag(null(), bytes, 8, bytes, 8, &raw mut digest),
            ph_tag(mac.0, null(), 8, bytes, 8, &raw mut digest),
            ph_tag(mac.0, bytes, 8, null(), 8, &raw mut digest),
            ph_tag(mac.0, bytes, 8, bytes, 8, null_mut()),
            ph_tag(clmac.0, null(), 0, null(), 8, &raw mut digest),
            ph_tag(clmac.0, null(), 0, bytes, 8, null_mut()),
            ph_verify(null(), null(), 0, bytes, 8, bytes, 8),
            ph_verify(k, null(), 8, bytes, 8, bytes, 8),
            ph_verify(k, null(), 0, null(), 8, bytes, 8),
            ph_verify(k, null(), 0, bytes, 8, null(), 8),
            ph_verify_cut(null(), 8, bytes, 8, bytes, 8),
            ph_verify_cut(k, 8, null(), 8, bytes, 8),
            ph_verify_cut(k, 8, bytes, 8, null(), 8),
            ph_sender_new(null(), &raw mut no_sender),
            ph_sender_new(clmac.0, null_mut()),
            ph_sender_tag(null_mut(), bytes, 8, out8, &raw mut digest),
            ph_sender_tag(sender, null(), 8, out8, &raw mut digest),
            ph_sender_tag(sender, bytes, 8, null_mut(), &raw mut digest),
            ph_sender_tag(sender, bytes, 8, out8, null_mut()),
            ph_receiver_new(null(), &raw mut no_receiver),
            ph_receiver_new(clmac.0, null_mut()),
            ph_receiver_verify(null_mut(), nonce, 24, bytes, 8, bytes, 8),
            ph_receiver_verify(receiver, null(), 24, bytes, 8, bytes, 8),
            ph_receiver_verify(receiver, nonce, 24, null(), 8, bytes, 8),
            ph_receiver_verify(receiver, nonce, 24, bytes, 8, null(), 8),
            ph_ghash_aead(null(), bytes, 8, bytes, 8, out8),
            ph_ghash_aead(k, null(), 8, bytes, 8, out8),
            ph_ghash_aead(k, bytes, 8, null(), 8, out8),
            ph_ghash_aead(k, bytes, 8, bytes, 8, null_mut()),
            ph_hash_many(no_key, pointers, lens, 1, out8),
            ph_hash_many(k, no_pointers, lens, 1, out8),
            ph_hash_many(k, pointers, no_lens, 1, out8),
            ph_hash_many(k, nulls.as_ptr(), lens, 1, out8),
            ph_hash_many(k, pointers, lens, 1, null_mut()),
            ph_hash64_many(k, no_pointers, lens, 1, out),
            ph_hash64_many(k, pointers, lens, 1, null_mut()),
            ph_hash_u64s(no_key, out, 1, out8),
            ph_hash_u64s(k, null(), 1, out8),
            ph_hash_u64s(k, out, 1, null_mut()),
            ph_hash64_u64s(k, null(), 1, out),
            ph_hash64_u64s(k, out, 1, null_mut()),
            ph_hash_column32(no_key, bytes, 8, offsets, 1, out8),
            ph_hash_column32(k, null(), 8, offsets, 1, out8),
            ph_hash_column32(k, bytes, 8, null(), 1, out8),
            ph_hash_column32(k, bytes, 8, offsets, 1, null_mut()),
            ph_hash_column64(k, null(), 8, wide, 1, out8),
            ph_hash_column64(k, bytes, 8, null(), 1, out8),
            ph_hash64_column32(k, bytes, 8, null(), 1, out),
            ph_hash64_column32(k, bytes, 8, offsets, 1, null_mut()),
            ph_hash64_column64(k, null(), 8, wide, 1, out),
            ph_hash64_column64(k, bytes, 8, wide, 1, null_mut()),
            ph_stream_new(null(), null(), 0, &raw mut other),
            ph_stream_new(k, null(), 3, &raw mut other),
            ph_stream_new(k, null(), 0, null_mut()),
            ph_stream_update(null_mut(), bytes, 8),
            ph_stream_update(stream.0, null(), 8),
            ph_stream_update_many(null(), pointers, lens, 1),
            ph_stream_update_many(&raw const stream.0, no_pointers, lens, 1),
            ph_stream_update_many(&raw const stream.0, pointers, no_lens, 1),
            ph_stream_update_many(&raw const stream.0, nulls.as_ptr(), lens, 1),
            ph_stream_update_many(
                [stream.0, null_mut()].as_ptr(),
                [bytes; 2].as_ptr(),
                [3; 2].as_ptr(),
                2,
            ),
            ph_stream_clone(null(), &raw mut other),
            ph_stream_clone(stream.0, null_mut()),
            ph_stream_save(null(), out8, 72),
            ph_stream_save(stream.0, null_mut(), ph_stream_checkpoint_bytes(stream.0)),
            ph_stream_restore(null(), null(), 0, bytes, 8, &raw mut other),
            ph_stream_restore(k, null(), 0, null(), 72, &raw mut other),
            ph_part_new(null(), bytes, 8, &raw mut none),
            ph_part_new(k, null(), 8, &raw mut none),
            ph_part_new(k, bytes, 8, null_mut()),
            ph_part_append(null_mut(), part),
            ph_part_append(part, null()),
            ph_part_clone(null(), &raw mut none),
            ph_part_clone(part, null_mut()),
            ph_md5(null(), 1, out8),
            ph_md5(bytes, 1, null_mut()),
            ph_md5_parts(null(), 1, 1, 0, out8, 0, out8),
            ph_md5_parts(bytes, 1, 1, 0, null_mut(), 1, out8),
            ph_md5_parts(bytes, 1, 1, 0, out8, 1, null_mut()),
            ph_md5_etag(null(), 1, 0, out8.cast()),
            ph_md5_etag(bytes, 1, 0, null_mut()),
        ];
        for (place, status) in failed.into_iter().enumerate() {
            assert_eq!(status, PH_ERROR_NULL, "call {place}");
        }
        assert!(new.is_null() && other.is_null() && none.is_null());
        assert!(no_sender.is_null() && no_receiver.is_null());

        let none = [
            ph_hash(null(), bytes, 8),
            ph_hash(k, null(), 8),
            ph_stream_finalize(null()),
            ph_part_finalize(null()),
        ];
        assert!(none.iter().all(|digest| digest.len == 0 && digest.bytes == [0; 32]));
        assert_eq!(ph_digest_equal(none[0], none[1]), 0, "two failures are not equal");
        assert_eq!([ph_hash64(null(), bytes, 8), ph_hash64(k, null(), 8)], [0; 2]);
        assert_eq!((ph_part_len(null()), ph_stream_checkpoint_bytes(null())), (0, 0));
        assert!(ph_key_backend(null()).is_null() && ph_key_algorithm(null()).is_null());
        assert!(ph_algorithm_find(null()).is_null());
        assert!(ph_algorithm_name(null()).is_null() && ph_algorithm_backend(null()).is_null());
        assert!(ph_algorithm_text(null(), PH_TEXT_BOUND).is_null());
        let mut count = 7;
        let _ = ph_algorithm_key_lengths(null(), &raw mut count);
        assert_eq!((count, ph_algorithm_properties(null())), (0, 0));

        // Nothing is the empty message, and no outputs need no pointer.
        assert_eq!(digest_bytes(&ph_hash(k, null(), 0)), [0; 8]);
        assert_eq!(ph_hash_many(k, null(), null(), 0, null_mut()), PH_OK);
        assert_eq!(ph_hash64_u64s(k, null(), 0, null_mut()), PH_OK);
        assert_eq!(ph_hash_column32(k, null(), 0, null(), 0, null_mut()), PH_OK);
        assert_eq!(ph_stream_update(stream.0, null(), 0), PH_OK);
        assert_eq!(ph_stream_update_many(null(), null(), null(), 0), PH_OK);
        // No failure has appended anything.
        assert_eq!(stream.finalize().bytes, ph_hash(k, null(), 0).bytes);
        ph_key_free(null_mut());
        ph_stream_free(null_mut());
        ph_part_free(null_mut());
        ph_part_free(part);
        ph_sender_free(null_mut());
        ph_sender_free(sender);
        ph_receiver_free(null_mut());
        ph_receiver_free(receiver);
        assert_eq!(ph_dropin_clhash(null(), null(), 0), 0);
        assert_eq!(ph_dropin_siphash(null(), 1, [0_u8; 16].as_ptr().cast(), null_mut(), 8), -1);
        let (byte, key) = ([0_u8; 1].as_ptr(), [0_u8; 16].as_ptr());
        for redis in [ph_dropin_siphash12, ph_dropin_siphash12_nocase] {
            assert_eq!([redis(null(), 1, key), redis(byte, 1, null())], [0; 2]);
            assert_eq!(redis(byte, usize::MAX, key), 0);
        }
        assert_eq!(ph_MD5_Update(null_mut(), null(), 0), 0);
        assert!(ph_MD5(null(), 5, null_mut()).is_null());
    }
    assert_eq!((hash, digest.len, digest.bytes), ([0, 7], 0, [0; 32]), "an error leaves zeros");
}

#[test]
fn lengths_and_alignment() {
    let key = Key::of_seed("clhash", 1);
    let (k, words, mut hashes) = (key.0.cast_const(), [0_u64; 4], [7_u64; 4]);
    // SAFETY: lengths other than those of the arrays are refused before anything is read.
    unsafe {
        let (data, out) = (words.as_ptr().cast::<c_void>(), hashes.as_mut_ptr());
        for len in [usize::MAX, isize::MAX as usize + 1] {
            assert_eq!(ph_hash(k, data, len).len, 0);
            assert_eq!(last_error(), "array has more than PTRDIFF_MAX bytes");
            assert_eq!(ph_stream_update(key.stream(b"").0, data, len), PH_ERROR_LENGTH);
            let stream = key.stream(b"");
            let (streams, pieces, lens) = ([stream.0; 2], [data; 2], [8, len]);
            let status = ph_stream_update_many(streams.as_ptr(), pieces.as_ptr(), lens.as_ptr(), 2);
            assert_eq!(status, PH_ERROR_LENGTH);
            assert_eq!(stream.finalize().bytes, ph_hash(k, null(), 0).bytes, "nothing is appended");
        }
        for count in [usize::MAX / 8, usize::MAX / 4] {
            assert_eq!(ph_hash64_u64s(k, words.as_ptr(), count, out), PH_ERROR_LENGTH);
        }
        let odd = words.as_ptr().byte_add(1);
        assert_eq!(ph_hash64_u64s(k, odd, 2, out), PH_ERROR_ALIGNMENT);
        assert_eq!(ph_hash64_u64s(k, words.as_ptr(), 2, out.byte_add(1)), PH_ERROR_ALIGNMENT);
        // Bytes are written at any alignment.
        let bytes = out.cast::<u8>().add(1);
        assert_eq!(ph_hash_u64s(k, words.as_ptr(), 2, bytes), PH_OK);
        hashes = [7; 4];
        let (offsets, rows) = ([0_i32, 8], usize::MAX);
        let status = ph_hash64_column32(k, data, 8, offsets.as_ptr(), rows, out);
        assert_eq!(status, PH_ERROR_LENGTH);
        let mut text = [1; PH_DIGEST_TEXT_BYTES];
        let long = ph_digest_t { len: 33, bytes: [0; 32] };
        assert_eq!(ph_digest_text(long, text.as_mut_ptr()), PH_ERROR_LENGTH);
        assert_eq!((ph_digest_u64(long), ph_digest_equal(long, long)), (0, 0));
        let mut bytes = [7; 1065];
        for len in [1063, 1065] {
            assert_eq!(ph_key_bytes(k, bytes.as_mut_ptr(), len), PH_ERROR_LENGTH);
            assert_eq!(last_error(), format!("buffer has {len} bytes, a key needs 1064"));
        }
        assert_eq!((&bytes[..1064], bytes[1064]), ([0; 1064].as_slice(), 7));
    }
    assert_eq!(hashes, [7; 4]);
}

/// Arrays that have a byte in common overlap, and those that touch do not.
#[test]
fn overlaps_are_told_to_the_byte() {
    let (mut bytes, mut other) = ([5_u8; 96], [0_u8; 16]);
    let (start, len) = (40, 17);
    for place in 0..=bytes.len() - 16 {
        let all = bytes.as_mut_ptr();
        let is_over = place < start + len && start < place + 16;
        let expected = if is_over { PH_ERROR_OVERLAP } else { PH_OK };
        // SAFETY: the arrays lie in the buffer; overlapping ones are refused before references to
        // them are made.
        unsafe {
            let (data, out, other) = (all.add(start).cast(), all.add(place), other.as_mut_ptr());
            assert_eq!(ph_md5_parts(data, len, len, 0, out, 1, other), expected, "at {place}");
            assert_eq!(ph_md5_parts(data, len, len, 0, other, 1, out), expected, "at {place}");
        }
        assert_eq!(bytes[start..start + len], [5; 17], "at {place}");
    }
}

#[test]
fn outputs_over_inputs_are_refused() {
    let key = Key::of_seed("clhash", 1);
    let (k, mut words) = (key.0.cast_const(), [5_u64; 6]);
    let all = words.as_mut_ptr();
    // SAFETY: overlapping arrays are refused before references to them are made.
    unsafe {
        for (input, out) in [(0, 0), (0, 2), (2, 0)] {
            assert_eq!(ph_hash64_u64s(k, all.add(input), 3, all.add(out)), PH_ERROR_OVERLAP);
            let out = all.add(out).cast();
            assert_eq!(ph_hash_u64s(k, all.add(input), 3, out), PH_ERROR_OVERLAP);
        }
        let (data, len) = (all.cast::<c_void>().cast_const(), 17_usize);
        let status = ph_hash64_many(k, &raw const data, &raw const len, 1, all.add(2));
        assert_eq!(status, PH_ERROR_OVERLAP);
        let offsets = [0_i64, 17];
        let status = ph_hash64_column64(k, data, 17, offsets.as_ptr(), 1, all.add(2));
        assert_eq!(status, PH_ERROR_OVERLAP);
        let (out, whole) = (all.cast::<u8>(), [0_u8; 16].as_mut_ptr());
        assert_eq!(ph_md5_parts(data, 17, 17, 0, out.add(16), 1, whole), PH_ERROR_OVERLAP);
        assert_eq!(ph_md5_parts(data, 17, 17, 0, whole, 1, out.add(16)), PH_ERROR_OVERLAP);
        assert_eq!(words, [5; 6]);
        // The arrays of pointers, of lengths and of offsets are inputs as well.
        let mut pointers = [null::<c_void>(); 3];
        let over = pointers.as_mut_ptr();
        let status = ph_hash64_many(k, over, [0; 3].as_ptr(), 3, over.add(2).cast());
        assert_eq!(status, PH_ERROR_OVERLAP);
        let mut lens = [0_usize; 3];
        let over = lens.as_mut_ptr();
        let status = ph_hash64_many(k, pointers.as_ptr(), over, 3, over.add(2).cast());
        assert_eq!(status, PH_ERROR_OVERLAP);
        let mut offsets = [0_i64; 4];
        let over = offsets.as_mut_ptr();
        let status = ph_hash64_column64(k, null(), 0, over, 3, over.add(3).cast());
        assert_eq!(status, PH_ERROR_OVERLAP);
        assert_eq!((pointers, lens, offsets), ([null(); 3], [0; 3], [0; 4]));
        assert_eq!(ph_hash64_u64s(k, all, 3, all.add(3)), PH_OK);
    }
}

/// A column that is damaged near its end, so that nothing is written.
#[test]
fn offsets_are_checked_first() {
    let key = Key::of_seed("siphash-2-4", 1);
    let (values, mut out) = ([3_u8; 100], [7_u64; 50]);
    for (place, wrong) in [(49, -1), (50, 101), (1, 3), (0, -1)] {
        let mut offsets: Vec<i64> = (0..=50).map(|i| 2 * i).collect();
        offsets[place] = wrong;
        let ((values, len), to) = (data(&values), out.as_mut_ptr());
        // SAFETY: the pointers are to arrays of the given lengths.
        let status = unsafe { ph_hash64_column64(key.0, values, len, offsets.as_ptr(), 50, to) };
        assert_eq!((status, out), (if wrong == 3 { PH_OK } else { PH_ERROR_OFFSET }, out));
        if wrong != 3 {
            assert_eq!(out, [0; 50], "offset {place}");
        }
        out = [7; 50];
    }
}

#[test]
fn wrong_lengths_are_named() {
    let new =
        |name, bytes: &[u8]| Key::try_new(name, bytes).err().map(|status| (status, last_error()));
    let length = |text: &str| Some((PH_ERROR_KEY_LENGTH, text.to_owned()));
    assert_eq!(new("clhash", &[1; 1063]), length("key has 1063 bytes, clhash needs 1064"));
    assert_eq!(new("siphash-2-4", &[1; 17]), length("key has 17 bytes, siphash-2-4 needs 16"));
    assert_eq!(new("polyval", b""), length("key has 0 bytes, polyval needs 16"));
    assert_eq!(new("vmac64", &[1; 20]), length("key has 20 bytes, vmac64 needs 16, 24 or 32"));
    assert_eq!(new("md5", &[1]), length("key has 1 bytes, md5 takes none"));
    let (status, text) = new("vhash64", &[0xff; 160]).expect("no key");
    assert_eq!(status, PH_ERROR_KEY);
    assert!(text.contains("2^64 - 257"), "{text}");

    let (key, mac) = (Key::of_seed("siphash-2-4", 1), Key::of_seed("vmac128", 1));
    let (bytes, mut digest) = ([0xff_u8; 200], ph_digest_t { len: 7, bytes: [7; 32] });
    let restore = |len| {
        let mut stream = core::ptr::dangling_mut();
        let bytes = bytes.as_ptr().cast();
        // SAFETY: the lengths are below that of the array, and the output is a pointer.
        let status = unsafe { ph_stream_restore(key.0, null(), 0, bytes, len, &raw mut stream) };
        assert!(stream.is_null());
        (status, last_error())
    };
    let (status, text) = restore(5);
    assert_eq!(status, PH_ERROR_CHECKPOINT);
    assert!(text.starts_with("checkpoint has 5 bytes, this function needs"), "{text}");
    // SAFETY: the stream lives until the end of the statement.
    let len = unsafe { ph_stream_checkpoint_bytes(key.stream(b"").0) };
    assert!((1..200).contains(&len), "{len}");
    assert_eq!(restore(len).0, PH_ERROR_CHECKPOINT);
    let (start, mut text) = (bytes.as_ptr().cast(), [0; 40]);
    // SAFETY: as above.
    unsafe {
        let tag = |len| ph_tag(mac.0, start, len, start, 9, &raw mut digest);
        assert_eq!([0, 16, 17].map(tag), [PH_ERROR_NONCE; 3]);
        assert_eq!((digest.len, digest.bytes), (0, [0; 32]));
        let mut other = null_mut();
        assert_eq!(ph_stream_new(mac.0, start, 17, &raw mut other), PH_ERROR_NONCE);
        assert_eq!(ph_stream_new(mac.0, null(), 0, &raw mut other), PH_ERROR_NONCE);
        assert_eq!(last_error(), "vmac128 needs a nonce");
        assert_eq!(ph_stream_new(key.0, start, 8, &raw mut other), PH_ERROR_NONCE);
        assert_eq!(last_error(), "siphash-2-4 takes no nonce");
        assert_eq!(ph_tag(key.0, start, 8, start, 8, &raw mut digest), PH_ERROR_NONCE);
        assert_eq!(ph_md5_etag(start, 200, 0, text.as_mut_ptr()), PH_OK);
        let many = vec![0_u8; 20_000];
        let status = ph_md5_etag(many.as_ptr().cast(), 20_000, 1, text.as_mut_ptr());
        assert_eq!(status, PH_ERROR_PARTS);
        let mut out = [0; 48];
        let (parts, whole) = (out.as_mut_ptr(), out.as_mut_ptr().add(32));
        let status = |part_bytes, padded, count| {
            ph_md5_parts(start, 9, part_bytes, padded, parts, count, whole)
        };
        assert_eq!([status(0, 0, 0), status(usize::MAX, 1, 1)], [PH_ERROR_PARTS; 2]);
        assert_eq!([status(5, 0, 1), status(9, 0, 2)], [PH_ERROR_LENGTH; 2]);
        let mut part = null_mut();
        assert_eq!(ph_part_new(key.0, start, 9, &raw mut part), PH_ERROR_ALGORITHM);
        let mut made = core::ptr::dangling_mut();
        let name = c"x86_avx1024".as_ptr();
        assert_eq!(ph_key_with_backend(key.0, name, &raw mut made), PH_ERROR_BACKEND);
        assert!(last_error().contains("portable"), "{}", last_error());
        assert!(made.is_null());
        assert!(ph_algorithm_find(c"clhash ".as_ptr()).is_null());
        assert!(ph_algorithm_find(c"".as_ptr()).is_null());
        assert_eq!(last_error(), "no algorithm has this name");
        assert_eq!(ph_key_generate(null(), &raw mut made), PH_ERROR_NULL);
        assert!(last_error().starts_with("algorithm is null"), "{}", last_error());
    }
    // Each thread has its own message.
    assert_eq!(std::thread::spawn(last_error).join().expect("the thread does not panic"), "");
    for status in -3..22 {
        // SAFETY: the pointer is a string.
        let message = unsafe { CStr::from_ptr(ph_status_message(status)) };
        assert_eq!(message == c"not a status of this library", !(0..19).contains(&status));
    }
}

/// No text that C gets contains a byte of a key: not of one that is refused, nor of one that is
/// used.
#[test]
fn errors_show_no_keys() {
    let secret = b"SECRET-SECRET-SECRET-SECRET-SECRET-SECRET";
    for name in ["siphash-2-4", "highwayhash64", "vmac64", "vhash64", "clhash", "md5"] {
        for len in 1..secret.len() {
            let Ok(key) = Key::try_new(name, &secret[..len]) else {
                assert!(!last_error().contains("SECRET"), "{name}, {len}");
                continue;
            };
            let (start, n) = data(secret);
            let mut digest = ph_digest_t { len: 0, bytes: [0; 32] };
            let (mut stream, mut other) = (null_mut(), null_mut());
            // SAFETY: the pointers are to live objects and to arrays of the given lengths.
            unsafe {
                let statuses = [
                    ph_verify(key.0, null(), 0, start, n, start, n),
                    ph_tag(key.0, start, n, start, n, &raw mut digest),
                    ph_stream_restore(key.0, null(), 0, start, n, &raw mut stream),
                    ph_key_with_backend(key.0, c"none".as_ptr(), &raw mut other),
                ];
                for status in statuses {
                    assert_ne!(status, PH_OK, "{name}");
                    assert!(!last_error().contains("SECRET"), "{name}");
                }
            }
        }
    }
}

/// What is no tag, and which statuses say so. (`tests/verify.rs` has every wrong tag.)
#[test]
fn tags_are_verified() {
    for name in ["siphash128-2-4", "siphash-2-4", "highwayhash256"] {
        let mut key = null_mut();
        // SAFETY: the output is a pointer.
        assert_eq!(unsafe { ph_key_generate(algorithm(name), &raw mut key) }, PH_OK);
        let key = Key(key);
        let verify = |len, tag: &[u8]| {
            let (tag, count) = data(tag);
            // SAFETY: the key is live, and the arrays have the lengths given.
            unsafe { ph_verify(key.0, null(), 0, b"a message".as_ptr().cast(), len, tag, count) }
        };
        let (tag, digest) = (key.tag(b"a message"), key.hash(b"a message"));
        // SAFETY: the algorithm is live.
        let published = unsafe { ph_digest_published(algorithm(name), digest) };
        assert_eq!((published.len, published.bytes), (tag.len, tag.bytes));
        let (tag, digest) = (digest_bytes(&tag), digest_bytes(&digest));
        assert_eq!(verify(9, tag), PH_OK);
        assert_eq!(verify(9, digest) == PH_OK, digest == tag, "{name}: two orders");
        assert_eq!(digest == tag, name == "siphash128-2-4");
        assert_eq!(verify(8, tag), PH_ERROR_TAG);
        assert_eq!(last_error(), "the tag does not belong to this message and key");
    }
    cut_tags_are_verified();
    for row in table::ALGORITHMS.iter().filter(|row| !row.mac) {
        let key = Key::of_seed(row.name, 1);
        let (digest, (message, len)) = (key.hash(b"a message"), data(b"a message"));
        let tag = digest.bytes.as_ptr().cast();
        // SAFETY: the key is live, and the arrays have the lengths given.
        let status = unsafe { ph_verify(key.0, null(), 0, message, len, tag, digest.len) };
        assert_eq!(status, PH_ERROR_ALGORITHM, "{}", row.name);
        let mut none = digest;
        // SAFETY: as above.
        let status = unsafe { ph_tag(key.0, null(), 0, message, len, &raw mut none) };
        assert_eq!((status, none.len), (PH_ERROR_ALGORITHM, 0), "{}", row.name);
        assert!(last_error().ends_with("is no MAC, so its digests are not tags"));
    }
}

/// The bound of a key has all its hypotheses.
#[test]
fn bounds_say_how_the_key_was_made() {
    let text = |key: &Key| {
        let mut text = [7_u8; PH_BOUND_TEXT_BYTES];
        // SAFETY: the key is live, and the text has room.
        let status = unsafe { ph_key_bound(key.0, u64::MAX, text.as_mut_ptr().cast()) };
        assert_eq!(status, PH_OK);
        CStr::from_bytes_until_nul(&text).expect("a text").to_str().expect("ASCII").to_owned()
    };
    for row in table::ALGORITHMS.iter().filter(|row| !row.nonce) {
        assert!(text(&Key::of_seed(row.name, 1)).is_empty(), "{}: a seed", row.name);
        let mut key = null_mut();
        // SAFETY: the secret has 32 bytes, and the output is a pointer.
        let status = unsafe {
            ph_key_from_secret(algorithm(row.name), [7_u8; 32].as_ptr().cast(), 32, &raw mut key)
        };
        assert_eq!(status, PH_OK, "{}", row.name);
        let rust = row.from_secret(&[7; 32]).expect("a key").collision_bound(u64::MAX);
        let rust = rust.map(|bound| bound.to_string()).unwrap_or_default();
        assert_eq!(text(&Key(key)), rust);
        assert!(rust.len() < PH_BOUND_TEXT_BYTES);
    }
}

/// A cut tag is verified in the length that the receiver says, and in no other.
fn cut_tags_are_verified() {
    let key = Key::of_seed("clmac", 1);
    let digest = key.hash(b"a message");
    let verify = |cut, tag: &[u8]| {
        let ((message, len), (tag, count)) = (data(b"a message"), data(tag));
        // SAFETY: the key is live, and the arrays have the lengths given.
        unsafe { ph_verify_cut(key.0, cut, message, len, tag, count) }
    };
    // The last but one has 64 bits modulo 2^64.
    for cut in (0..40).chain([usize::MAX / 8, usize::MAX / 8 + 9, usize::MAX]) {
        let tag = digest.bytes.get(..cut).unwrap_or(&[]);
        let expected = if [8, 12, 16].contains(&cut) { PH_OK } else { PH_ERROR_ALGORITHM };
        assert_eq!(verify(cut, tag), expected, "{cut} bytes");
    }
    assert!(last_error().ends_with("bits, only of 64, 96 or 128"), "{}", last_error());
    let vmac = Key::of_seed("vmac64", 1);
    let (start, len) = data(b"a message");
    // SAFETY: as above.
    assert_eq!(unsafe { ph_verify_cut(vmac.0, 8, start, len, start, 8) }, PH_ERROR_NONCE);
}

/// Parts of different keys, of different algorithms and of broken blocks are not joined.
#[test]
fn parts_that_do_not_fit() {
    let part = |name, seed, len: usize| {
        let (key, mut part) = (Key::of_seed(name, seed), null_mut());
        let (data, len) = data(&[7; 5000][..len]);
        // SAFETY: the pointers are to a live key and to an array of the given length.
        assert_eq!(unsafe { ph_part_new(key.0, data, len, &raw mut part) }, PH_OK);
        part
    };
    let parts = [
        part("clhash", 1, 1024),
        part("clhash", 1, 1024),
        part("clhash", 2, 1024),
        part("clhash-mixed", 1, 1024),
        part("clhash", 1, 1000),
    ];
    // SAFETY: the parts are live, and each is freed once.
    unsafe {
        let append = |place: usize| ph_part_append(parts[0], parts[place]);
        assert_eq!([append(2), append(3)], [PH_ERROR_PART; 2]);
        assert_eq!(ph_part_append(parts[4], parts[0]), PH_ERROR_PART);
        assert_eq!(ph_part_len(parts[0]), 1024, "an error changes nothing");
        // Equal keys in two objects are one key, and a part may be appended to itself.
        assert_eq!([append(1), append(0), append(4)], [PH_OK; 3]);
        assert_eq!(ph_part_len(parts[0]), 5096);
        let digest = ph_part_finalize(parts[0]);
        let expected = Key::of_seed("clhash", 1).hash(&[7; 5096]);
        assert_eq!(digest_bytes(&digest), digest_bytes(&expected));
        parts.into_iter().for_each(|part| ph_part_free(part));
    }
}

/// Pieces of many streams are those of one after the other, of any algorithms, and of streams that
/// occur again.
#[test]
fn streams_advance_together() {
    let message: Vec<u8> = (0..=250).cycle().take(9000).collect();
    let keys = ["md5", "clhash", "siphash-2-4"].map(|name| Key::of_seed(name, 1));
    for count in [0, 1, 2, 63, 64, 65, 150] {
        let key = |i: usize| &keys[[0, 0, 0, 1, 2][i % 5]];
        let streams: Vec<Stream> = (0..count).map(|i| key(i).stream(b"")).collect();
        let mut expected = vec![Vec::new(); count];
        for round in 0..4 {
            // The streams twice, in the second and the third round.
            let order: Vec<usize> = match round {
                1 => (0..count).chain(0..count).collect(),
                2 => (0..2 * count).map(|i| i / 2).collect(),
                _ => (0..count).collect(),
            };
            let lens: Vec<_> = (0..order.len()).map(|i| (i * 97 + round * 500) % 3000).collect();
            let starts: Vec<_> = lens.iter().map(|len| message[*len..].as_ptr().cast()).collect();
            let all: Vec<_> = order.iter().map(|i| streams[*i].0).collect();
            // SAFETY: the streams are live, and all pieces have their length.
            let status = unsafe {
                ph_stream_update_many(all.as_ptr(), starts.as_ptr(), lens.as_ptr(), all.len())
            };
            assert_eq!(status, PH_OK);
            for (i, len) in order.into_iter().zip(lens) {
                expected[i].extend_from_slice(&message[len..2 * len]);
            }
            for (i, (stream, message)) in streams.iter().zip(&expected).enumerate() {
                let right = key(i).hash(message);
                assert_eq!(stream.finalize().bytes, right.bytes, "{count}, {round}: {i}");
            }
        }
    }
}

/// If one of the pieces or of the streams is missing, no stream advances, wherever it is.
#[test]
fn streams_advance_together_or_not_at_all() {
    let keys = ["md5", "clhash"].map(|name| Key::of_seed(name, 1));
    for count in [1, 2, 63, 64, 65, 150] {
        let mut streams: Vec<Stream> = (0..count).map(|i| keys[i % 2].stream(b"")).collect();
        streams.iter_mut().for_each(|stream| stream.update(b"before"));
        let (mut all, mut starts): (Vec<_>, Vec<_>) =
            streams.iter().map(|stream| (stream.0, b"piece".as_ptr().cast())).unzip();
        let update = |all: &[*mut ph_stream_t], starts: &[*const c_void], lens: &[usize]| {
            // SAFETY: the streams are live or null, and the pieces have their length or are null.
            unsafe { ph_stream_update_many(all.as_ptr(), starts.as_ptr(), lens.as_ptr(), count) }
        };
        let mut lens = vec![5; count];
        for at in [0, count / 2, count - 1] {
            let stream = core::mem::replace(&mut all[at], null_mut());
            assert_eq!(update(&all, &starts, &lens), PH_ERROR_NULL);
            all[at] = stream;
            let start = core::mem::replace(&mut starts[at], null());
            assert_eq!(update(&all, &starts, &lens), PH_ERROR_NULL);
            starts[at] = start;
            lens[at] = usize::MAX;
            assert_eq!(update(&all, &starts, &lens), PH_ERROR_LENGTH);
            lens[at] = 5;
        }
        for (i, stream) in streams.iter().enumerate() {
            let expected = keys[i % 2].hash(b"before");
            assert_eq!(stream.finalize().bytes, expected.bytes, "{i} of {count}");
        }
        assert_eq!(update(&all, &starts, &lens), PH_OK);
        let expected = keys[0].hash(b"beforepiece");
        assert_eq!(streams[0].finalize().bytes, expected.bytes);
    }
}

/// The key is freed with its last stream. valgrind and AddressSanitizer check the same program in
/// C.
#[test]
fn streams_outlive_keys_in_any_thread() {
    let key = Key::of_seed("clhash", 1);
    let expected = key.hash(b"message");
    let streams: Vec<Stream> = (0..8).map(|_| key.stream(b"")).collect();
    drop(key);
    let threads = streams.into_iter().map(|mut stream| {
        std::thread::spawn(move || {
            stream.update(b"message");
            stream.finalize()
        })
    });
    for thread in threads.collect::<Vec<_>>() {
        let digest = thread.join().expect("the thread does not panic");
        assert_eq!(digest_bytes(&digest), digest_bytes(&expected));
    }
}

/// Every function for test suites writes exactly the listed bytes, repeats them after another seed,
/// and gives the same on any thread.
#[test]
fn suites() {
    let mut count = 0;
    // SAFETY: the output is a count; the rows are static.
    let rows = unsafe { core::slice::from_raw_parts(ph_suite_list(&raw mut count), count) };
    let expected = table::ALGORITHMS.iter().filter(|row| !row.nonce);
    assert_eq!(rows.len(), expected.clone().count());
    let message = [3_u8; 100];
    for (row, of_table) in rows.iter().zip(expected) {
        // SAFETY: the pointer is a static string.
        let name = unsafe { CStr::from_ptr(row.name) }.to_str().expect("the text is UTF-8");
        assert_eq!((name, row.bits), (of_table.name, of_table.output_bits));
        let function = row.hash.expect("there is a function");
        let hash = |seed, len| {
            let mut out = [0xa5_u8; 40];
            // SAFETY: at most 32 bytes are written.
            unsafe { function(message.as_ptr().cast(), len, seed, out.as_mut_ptr().cast()) };
            out
        };
        let bytes = row.bits / 8;
        let (first, other) = (hash(1, 100), hash(2, 100));
        assert_ne!(first[..bytes], other[..bytes], "{name}");
        assert_eq!(first[bytes..], [0xa5; 40][bytes..], "{name}");
        assert_eq!(hash(1, 100), first, "{name}");
        assert_ne!(hash(1, 99)[..bytes], first[..bytes], "{name}");
        if name == "md5" {
            let prefixed = [&1_u64.to_le_bytes(), message.as_slice()].concat();
            assert_eq!(first[..bytes], md5_opt::hash(&prefixed));
        } else {
            let key = of_table.from_seed(1).expect("a key");
            assert_eq!(first[..bytes], *key.hash(&message).as_bytes(), "{name}");
        }
        std::thread::scope(|scope| {
            let there = scope.spawn(move || {
                let mut out = [0xa5_u8; 40];
                // SAFETY: as above.
                unsafe { function(message.as_ptr().cast(), 100, 1, out.as_mut_ptr().cast()) };
                out
            });
            assert_eq!(there.join().expect("the thread does not panic"), first, "{name}");
        });
        // SAFETY: null is allowed.
        unsafe {
            function(null(), 5, 1, [0_u8; 40].as_mut_ptr().cast());
            function(message.as_ptr().cast(), 5, 1, null_mut());
        }
    }
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
        let ph_MD5_CTX { A, B, C, D, data, len } = context.assume_init();
        assert_eq!(([A, B, C, D], data, len), ([0; 4], [0; 16], 0));
        assert_eq!(ph_MD5_Update(&raw mut copy, b"d".as_ptr().cast(), 1), 1);
        assert_eq!(ph_MD5_Final(two.as_mut_ptr(), &raw mut copy), 1);
    }
    assert_eq!([one, two], [md5_opt::hash(b"abc"), md5_opt::hash(b"abd")]);
}
