//! Every function of the header that fails leaves zeros in its outputs, or returns nothing.

mod door;

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use door::{Key, algorithm};
use provenhash_c::algorithm::*;
use provenhash_c::hash::*;
use provenhash_c::key::*;
use provenhash_c::md5::*;
use provenhash_c::part::*;
use provenhash_c::sender::*;
use provenhash_c::status::ph_status_t::{self, PH_ERROR_NULL, PH_ERROR_OVERLAP, PH_OK};
use provenhash_c::stream::*;
use std::collections::BTreeSet;

const HEADER: &str = include_str!("../include/provenhash.h");

/// Outputs before a call.
#[repr(C, align(8))]
struct Out([u8; 256]);

/// Functions that cannot fail, or have no output and no value that could be misread.
const EXEMPT: [&str; 18] = [
    "ph_algorithm_count",
    "ph_digest_equal",
    "ph_digest_u64",
    "ph_key_free",
    "ph_last_error",
    "ph_mix",
    "ph_part_append",
    "ph_part_free",
    "ph_receiver_free",
    "ph_receiver_verify",
    "ph_sender_free",
    "ph_status_message",
    "ph_stream_free",
    "ph_stream_update",
    "ph_stream_update_many",
    "ph_verify",
    "ph_verify_cut",
    "ph_version",
];

/// The calls, each with a key of CLHASH, one of VMAC-64 and a message.
struct Calls {
    clhash: Key,
    vmac: Key,
    seen: BTreeSet<&'static str>,
}

impl Calls {
    /// Checks that a call fails, and leaves `bytes` zeros and nothing else.
    fn fails(
        &mut self,
        name: &'static str,
        bytes: usize,
        call: impl FnOnce(*mut u8) -> ph_status_t,
    ) {
        let mut out = Out([0x5a; 256]);
        let status = call(out.0.as_mut_ptr());
        assert_ne!(status, PH_OK, "{name}");
        let (zeros, rest) = out.0.split_at(bytes);
        assert!(zeros.iter().all(|byte| *byte == 0), "{name}: {status:?}: {zeros:x?}");
        assert!(rest.iter().all(|byte| *byte == 0x5a), "{name}: {status:?}");
        self.seen.insert(name);
    }

    /// Checks that a call returned nothing.
    fn nothing(&mut self, name: &'static str, is_nothing: bool) {
        assert!(is_nothing, "{name}");
        self.seen.insert(name);
    }
}

/// Makes `name(arguments, out)` fail and leave that number of zeros.
macro_rules! fails {
    ($calls:ident, $bytes:expr, $out:ident, $name:ident($($argument:expr),*)) => {
        // SAFETY: null is allowed everywhere, and the other pointers are to live objects.
        $calls.fails(stringify!($name), $bytes, |$out| unsafe { $name($($argument),*) });
    };
}

#[test]
fn failures_leave_zeros() {
    let (clhash, vmac) = (Key::of_seed("clhash", 1), Key::of_seed("vmac64", 1));
    let mut calls = Calls { clhash, vmac, seen: BTreeSet::new() };
    let (key, mac) = (calls.clhash.0.cast_const(), calls.vmac.0.cast_const());
    let siphash = Key::of_seed("siphash-2-4", 1);
    let (stream, short) = (calls.clhash.stream(b""), siphash.stream(b""));
    let clmac = Key::of_seed("clmac", 1);
    let mut sender = null_mut();
    // SAFETY: the key is live, and the output is a pointer.
    assert_eq!(unsafe { ph_sender_new(clmac.0, &raw mut sender) }, PH_OK);
    let words = [1_u64; 4];
    let data = words.as_ptr().cast::<c_void>();
    let (pointers, lens) = ([data, null()], [8_usize; 2]);
    let (pointers, lens, words) = (pointers.as_ptr(), lens.as_ptr(), words.as_ptr());
    let (narrow, wide) = ([0, 8, 99_i32], [0, 8, -1_i64]);
    let (narrow, wide) = (narrow.as_ptr(), wide.as_ptr());
    let of_table = algorithm("clhash");
    let long = ph_digest_t { len: 33, bytes: [1; 32] };

    fails!(calls, 8, out, ph_key_new(of_table, data, 7, out.cast()));
    fails!(calls, 8, out, ph_key_new(of_table, null(), 7, out.cast()));
    // Universal hashes, which would ignore parts of messages.
    for row in table::ALGORITHMS.iter().filter(|row| row.collisions.is_some() && !row.mac) {
        let zeros = vec![0_u8; row.key_lengths[0]];
        let (row, zeros_at) = (algorithm(row.name), zeros.as_ptr().cast());
        fails!(calls, 8, out, ph_key_new(row, zeros_at, zeros.len(), out.cast()));
    }
    fails!(calls, 8, out, ph_key_from_seed(null(), 1, out.cast()));
    fails!(calls, 8, out, ph_key_from_secret(of_table, data, 31, out.cast()));
    fails!(calls, 8, out, ph_key_from_secret(of_table, null(), 32, out.cast()));
    fails!(calls, 8, out, ph_key_from_secret(null(), data, 32, out.cast()));
    fails!(calls, 8, out, ph_key_generate(null(), out.cast()));
    fails!(calls, 8, out, ph_key_clone(null(), out.cast()));
    fails!(calls, 8, out, ph_key_with_backend(key, c"none".as_ptr(), out.cast()));
    // A buffer that is shorter than its length says is not overrun, by a failure or otherwise.
    fails!(calls, 200, out, ph_key_bytes(key, out, 200));
    for len in [17, 1064, usize::MAX] {
        fails!(calls, 16, out, ph_key_bytes(siphash.0, out, len));
        fails!(calls, 16, out, ph_key_bytes(mac, out, len));
    }
    fails!(calls, 0, out, ph_key_bytes(null(), out, 200));
    fails!(calls, 1, out, ph_digest_text(long, out.cast()));
    for other in [null(), mac] {
        fails!(calls, 1, out, ph_key_bound(other, 9, out.cast()));
    }
    for nonce_len in [0, 17] {
        let bytes = size_of::<ph_digest_t>();
        fails!(calls, bytes, out, ph_tag(mac, data, nonce_len, data, 8, out.cast()));
    }
    fails!(calls, size_of::<ph_digest_t>(), out, ph_tag(null(), data, 8, data, 8, out.cast()));
    // A universal hash has no tags.
    fails!(calls, size_of::<ph_digest_t>(), out, ph_tag(key, null(), 0, data, 8, out.cast()));
    fails!(calls, size_of::<ph_digest_t>(), out, ph_stream_tag(null(), out.cast()));
    fails!(calls, 16, out, ph_ghash_aead(key, data, 8, data, 8, out));
    fails!(calls, 16, out, ph_ghash_aead(null(), data, 8, data, 8, out));
    fails!(calls, 8, out, ph_hash64_into(null(), data, 8, out.cast()));
    fails!(calls, 8, out, ph_hash64_into(mac, data, 8, out.cast()));
    fails!(calls, 8, out, ph_hash64_into(key, null(), 8, out.cast()));
    // The second message is null, so nothing of the first one may remain.
    fails!(calls, 16, out, ph_hash_many(key, pointers, lens, 2, out));
    fails!(calls, 16, out, ph_hash64_many(key, pointers, lens, 2, out.cast()));
    fails!(calls, 16, out, ph_hash64_many(null(), pointers, lens, 2, out.cast()));
    fails!(calls, 0, out, ph_hash_many(null(), pointers, lens, 2, out));
    fails!(calls, 16, out, ph_hash_u64s(mac, words, 2, out));
    fails!(calls, 16, out, ph_hash_u64s(key, null(), 2, out));
    fails!(calls, 16, out, ph_hash64_u64s(key, words.byte_add(1), 2, out.cast()));
    fails!(calls, 16, out, ph_hash_column32(key, data, 32, narrow, 2, out));
    fails!(calls, 16, out, ph_hash_column64(key, data, 32, wide, 2, out));
    fails!(calls, 16, out, ph_hash64_column32(key, data, 32, narrow, 2, out.cast()));
    fails!(calls, 16, out, ph_hash64_column64(key, data, 32, wide, 2, out.cast()));
    fails!(calls, 8, out, ph_stream_new(mac, data, 17, out.cast()));
    let mut place = MaybeUninit::<ph_stream_place_t>::uninit();
    let (place, size) = (place.as_mut_ptr().cast(), size_of_val(&place));
    fails!(calls, 8, out, ph_stream_init(place, size - 1, key, null(), 0, out.cast()));
    fails!(calls, 8, out, ph_stream_init(place, size, mac, data, 17, out.cast()));
    fails!(calls, 8, out, ph_stream_clone(null(), out.cast()));
    fails!(calls, 20, out, ph_stream_save(stream.0, out, 20));
    // SAFETY: the stream is live.
    let saved = unsafe { ph_stream_checkpoint_bytes(short.0) };
    for len in [saved + 1, 1024, usize::MAX] {
        fails!(calls, saved, out, ph_stream_save(short.0, out, len));
    }
    fails!(calls, 0, out, ph_stream_save(null(), out, 20));
    fails!(calls, 8, out, ph_stream_restore(key, null(), 0, data, 8, out.cast()));
    fails!(calls, 8, out, ph_part_new(mac, data, 8, out.cast()));
    fails!(calls, 8, out, ph_part_clone(null(), out.cast()));
    fails!(calls, 8, out, ph_sender_new(key, out.cast()));
    fails!(calls, 8, out, ph_receiver_new(mac, out.cast()));
    // The tag follows the nonce.
    let both = PH_NONCE_BYTES + size_of::<ph_digest_t>();
    let tag = |out: *mut u8| out.wrapping_add(PH_NONCE_BYTES).cast();
    fails!(calls, both, out, ph_sender_tag(null_mut(), data, 8, out, tag(out)));
    fails!(calls, both, out, ph_sender_tag(sender, null(), 8, out, tag(out)));
    fails!(calls, PH_NONCE_BYTES, out, ph_sender_tag(sender, data, 8, out, null_mut()));
    fails!(calls, 16, out, ph_md5(null(), 1, out));
    // The MD5 of the file follows those of its parts.
    for (part_bytes, padded) in [(0, 0), (5, 1), (32, 0), (usize::MAX, 1)] {
        let count = if part_bytes == usize::MAX { 1 } else { 3 };
        let bytes = 16 * count + 16;
        let whole = |out: *mut u8| out.wrapping_add(16 * count);
        fails!(
            calls,
            bytes,
            out,
            ph_md5_parts(data, 16, part_bytes, padded, out, count, whole(out))
        );
    }
    fails!(calls, PH_MD5_ETAG_BYTES, out, ph_md5_etag(null(), 1, 0, out.cast()));
    let parts = vec![0_u8; 10_001];
    let parts = parts.as_ptr().cast();
    fails!(calls, PH_MD5_ETAG_BYTES, out, ph_md5_etag(parts, 10_001, 1, out.cast()));

    // SAFETY: as above.
    unsafe {
        let is_none = |digest: ph_digest_t| digest.len == 0 && digest.bytes == [0; 32];
        calls
            .nothing("ph_hash", is_none(ph_hash(mac, data, 8)) && is_none(ph_hash(key, null(), 1)));
        calls.nothing("ph_hash64", ph_hash64(mac, data, 8) == 0);
        calls.nothing("ph_digest_published", {
            let empty = ph_digest_t { len: 0, bytes: [0; 32] };
            let clhash = algorithm("clhash");
            is_none(ph_digest_published(clhash, empty))
                && is_none(ph_digest_published(clhash, ph_digest_t { len: 9, ..empty }))
                && is_none(ph_digest_published(clhash, ph_digest_t { len: 33, ..empty }))
                && is_none(ph_digest_published(null(), ph_digest_t { len: 8, ..empty }))
        });
        calls.nothing("ph_stream_finalize", is_none(ph_stream_finalize(null())));
        calls.nothing("ph_stream_checkpoint_bytes", ph_stream_checkpoint_bytes(null()) == 0);
        calls.nothing("ph_part_finalize", is_none(ph_part_finalize(null())));
        calls.nothing("ph_part_len", ph_part_len(null()) == 0);
        calls.nothing("ph_key_algorithm", ph_key_algorithm(null()).is_null());
        calls.nothing("ph_key_backend", ph_key_backend(null()).is_null());
        calls.nothing("ph_algorithm_at", ph_algorithm_at(usize::MAX).is_null());
        calls.nothing("ph_algorithm_find", ph_algorithm_find(c"none".as_ptr()).is_null());
        calls.nothing("ph_algorithm_name", ph_algorithm_name(null()).is_null());
        calls.nothing("ph_algorithm_text", ph_algorithm_text(of_table, -1).is_null());
        calls.nothing("ph_algorithm_backend", ph_algorithm_backend(null()).is_null());
        calls.nothing("ph_algorithm_digest_bytes", ph_algorithm_digest_bytes(null()) == 0);
        calls.nothing("ph_algorithm_block_bytes", ph_algorithm_block_bytes(null()) == 0);
        calls.nothing("ph_algorithm_properties", ph_algorithm_properties(null()) == 0);
        let secrecy = ph_algorithm_secrecy(null(), PH_OF_DIGEST);
        calls.nothing("ph_algorithm_secrecy", secrecy == PH_SECRECY_KEY);
        let bound = ph_algorithm_collision_bound(null(), 8);
        calls.nothing("ph_algorithm_collision_bound", bound.to_bits() == 0);
        let mut count = 7;
        let _ = ph_algorithm_key_lengths(null(), &raw mut count);
        calls.nothing("ph_algorithm_key_lengths", count == 0);
        count = 7;
        let _ = ph_algorithm_digest_lengths(null(), &raw mut count);
        calls.nothing("ph_algorithm_digest_lengths", count == 0);
        ph_sender_free(sender);
        let status = ph_stream_reset(null_mut(), key, null(), 0);
        calls.nothing("ph_stream_reset", status == PH_ERROR_NULL);
        calls.nothing("ph_stream_copy", ph_stream_copy(stream.0, null()) == PH_ERROR_NULL);
        // Inputs under the outputs stay as they are.
        let mut both = [5_u64; 3];
        let all = both.as_mut_ptr();
        assert_eq!(ph_hash64_u64s(key, all, 2, all.add(1)), PH_ERROR_OVERLAP);
        assert_eq!(both, [5; 3]);
    }
    for name in functions() {
        assert!(calls.seen.contains(name) != EXEMPT.contains(&name), "{name} has no call here");
    }
}

/// Returns the names of the functions that the header declares.
fn functions() -> BTreeSet<&'static str> {
    let lines = HEADER.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    let names = lines.filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        before.rsplit([' ', '*']).next().filter(|name| name.starts_with("ph_"))
    });
    let names: BTreeSet<_> = names.collect();
    assert!(names.len() > 50, "{names:?}");
    names
}
