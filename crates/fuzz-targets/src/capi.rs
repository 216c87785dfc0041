//! The C library: any sequence of calls that its contract allows, including nulls, wrong lengths,
//! wrong alignments, overlaps and damaged checkpoints.
//!
//! Errors must be those of the header, and hashes must equal those of one-shot calls.
//! `AddressSanitizer` checks what is freed and when.

use crate::input::message;
use arbitrary::{Result, Unstructured};
use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use provenhash::status::ph_status_t::{self, *};
use provenhash::{
    clhash, dropin, ghash, highwayhash, md5, multilinear, siphash, status, suite, vhash,
};

/// Runs calls of one algorithm, or of the functions without objects.
pub fn target(data: &[u8]) {
    let parts = [
        clhash_calls,
        wide_calls,
        vhash_calls,
        ghash_calls,
        multilinear_calls,
        siphash_calls,
        tree_calls,
        highwayhash_calls,
        md5_calls,
        vmac_calls,
        drop_in_calls,
        suite_calls,
    ];
    crate::choose(data, &parts);
}

/// The length of the message of a run, of which calls take pieces.
const MOST: usize = 9000;

/// An output of any function, usable at any alignment.
#[repr(align(16))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Output([u8; 64]);

impl Output {
    const NEW: Self = Self([0xa5; 64]);

    fn at<T>(&mut self) -> *mut T {
        self.0.as_mut_ptr().cast()
    }
}

/// Returns arguments for data: a piece of the message, or null with any length.
fn piece<'m>(
    u: &mut Unstructured<'_>,
    message: &'m [u8],
) -> Result<(*const c_void, usize, Option<&'m [u8]>)> {
    if u.ratio(1, 8)? {
        let len = if u.arbitrary()? { 0 } else { u.arbitrary::<usize>()? };
        return Ok((null(), len, (len == 0).then_some(&[])));
    }
    let start = u.int_in_range(0..=message.len())?;
    let len = u.int_in_range(0..=message.len() - start)?;
    let bytes = &message[start..start + len];
    if u.ratio(1, 32)? {
        // This is longer than any slice, so it is refused before it is read.
        return Ok((bytes.as_ptr().cast(), usize::MAX - len, None));
    }
    Ok((bytes.as_ptr().cast(), len, Some(bytes)))
}

/// Checks that a status is a failure with a message.
fn failed(status: ph_status_t) {
    assert_ne!(status, PH_OK);
    assert_ne!(status, PH_ERROR_INTERNAL);
    // SAFETY: the pointer is a string of this thread.
    assert!(!unsafe { CStr::from_ptr(status::ph_last_error()) }.is_empty());
}

/// Defines the calls of one algorithm. `$restore` resumes a stream from a checkpoint, with the key
/// or without.
macro_rules! calls {
    ($function:ident, $family:ident, $bytes:literal, $key_bytes:ident, $checkpoint:ident,
     [$key_new:ident $from_seed:ident $key_free:ident $backend:ident],
     [$hash:ident $many:ident $u64s:ident $column32:ident $column64:ident],
     [$stream_new:ident $reset:ident $update:ident $finalize:ident $clone:ident $len:ident $save:ident
      $stream_free:ident], $restore:expr) => {
        fn $function(u: &mut Unstructured<'_>) -> Result<()> {
            use $family::*;
            let message = message(u, MOST, 128)?;
            // SAFETY: every pointer is null, or points to the given number of bytes or to a live
            // object; refused arguments are not read.
            unsafe {
                let mut key = core::ptr::dangling_mut();
                let bytes: Vec<u8> = (0..2 * $key_bytes).map(|i| message.get(i).copied().unwrap_or(7)).collect();
                let len = if u.arbitrary()? { $key_bytes } else { u.int_in_range(0..=2 * $key_bytes)? };
                let status = $key_new(bytes.as_ptr().cast(), len, &raw mut key);
                if status != PH_OK {
                    failed(status);
                    assert!(key.is_null());
                    assert!(len != $key_bytes || status == PH_ERROR_KEY);
                    assert_eq!($from_seed(u.arbitrary()?, &raw mut key), PH_OK);
                }
                assert!(!CStr::from_ptr($backend(key)).is_empty());
                let one_shot = |data: &[u8]| {
                    let mut out = Output::NEW;
                    assert_eq!($hash(key, data.as_ptr().cast(), data.len(), out.at()), PH_OK);
                    out
                };
                // The streams, each with the message that it has hashed.
                let mut streams = Vec::new();
                let mut live = true;
                for _ in 0..u.int_in_range(1..=24)? {
                    let at = u.int_in_range(0..=3_usize)?;
                    match u.int_in_range(0..=9_u8)? {
                        0 | 1 if live => {
                            let mut stream = null_mut();
                            assert_eq!($stream_new(key, &raw mut stream), PH_OK);
                            streams.push((stream, Vec::new()));
                        }
                        2..=4 => {
                            let (data, len, bytes) = piece(u, &message)?;
                            let Some((stream, seen)) = streams.get_mut(at) else { continue };
                            let status = $update(*stream, data, len);
                            match bytes {
                                Some(bytes) => {
                                    assert_eq!(status, PH_OK);
                                    seen.extend_from_slice(bytes);
                                }
                                None => failed(status),
                            }
                            assert_eq!($len(*stream), seen.len() as u64);
                        }
                        5 => {
                            let Some((stream, seen)) = streams.get(at) else { continue };
                            let (mut clone, seen) = (null_mut(), seen.clone());
                            assert_eq!($clone(*stream, &raw mut clone), PH_OK);
                            streams.push((clone, seen));
                        }
                        6 if live => {
                            let Some((stream, seen)) = streams.get_mut(at) else { continue };
                            assert_eq!($reset(*stream, key), PH_OK);
                            seen.clear();
                            failed($reset(*stream, null()));
                        }
                        7 if live => {
                            let Some((stream, seen)) = streams.get(at) else { continue };
                            let mut saved = [0; $checkpoint];
                            let wrong = u.int_in_range(0..=2 * saved.len())?;
                            if wrong != saved.len() {
                                failed($save(*stream, null_mut(), wrong));
                            }
                            assert_eq!($save(*stream, saved.as_mut_ptr(), saved.len()), PH_OK);
                            let mut resumed = core::ptr::dangling_mut();
                            let flipped = u.int_in_range(0..=8 * saved.len())?;
                            if flipped < 8 * saved.len() {
                                saved[flipped / 8] ^= 1 << (flipped % 8);
                            }
                            let status = $restore(key, saved.as_ptr().cast(), saved.len(), &raw mut resumed);
                            if flipped < 8 * saved.len() {
                                failed(status);
                                assert!(resumed.is_null());
                            } else {
                                assert_eq!(status, PH_OK);
                                let seen = seen.clone();
                                streams.push((resumed, seen));
                            }
                        }
                        8 => {
                            if at < streams.len() {
                                $stream_free(streams.swap_remove(at).0);
                            }
                        }
                        9 if live => {
                            live = false;
                            for (_, seen) in &streams {
                                let _ = one_shot(seen);
                            }
                        }
                        _ => failed($update(null_mut(), null(), 0)),
                    }
                }
                let expected: Vec<_> = streams.iter().map(|(_, seen)| one_shot(seen)).collect();
                batches!(u, key, &message, $bytes, one_shot, $many $u64s $column32 $column64);
                let (data, len, bytes) = piece(u, &message)?;
                let mut out = Output::NEW;
                let status = $hash(key, data, len, out.at());
                match bytes {
                    Some(bytes) => assert_eq!((status, out), (PH_OK, one_shot(bytes))),
                    None => {
                        failed(status);
                        assert_eq!(out, Output::NEW);
                    }
                }
                failed($hash(null(), data, 0, out.at()));
                failed($hash(key, null(), 0, null_mut()));
                // The streams keep the parts of the key that they need.
                $key_free(key);
                for ((stream, _), expected) in streams.into_iter().zip(expected) {
                    let mut out = Output::NEW;
                    assert_eq!($finalize(stream, out.at()), PH_OK);
                    assert_eq!(out, expected);
                    failed($finalize(stream, null_mut()));
                    $stream_free(stream);
                }
                $key_free(null_mut());
                $stream_free(null_mut());
            }
            Ok(())
        }
    };
}

/// Checks the batches of an algorithm over pieces of a message.
macro_rules! batches {
    ($u:ident, $key:ident, $message:expr, $width:literal, $one_shot:ident,
     $many:ident $u64s:ident $column32:ident $column64:ident) => {{
        let count = $u.int_in_range(0..=300_usize)?;
        let mut bounds =
            (0..=count).map(|_| $u.int_in_range(0..=$message.len())).collect::<Result<Vec<_>>>()?;
        let damaged = $u.ratio(1, 4)?;
        if !damaged {
            bounds.sort_unstable();
        }
        let ordered = count == 0 || bounds.is_sorted();
        let narrow: Vec<i32> =
            bounds.iter().map(|&b| i32::try_from(b).expect("the number is small")).collect();
        let wide: Vec<i64> =
            bounds.iter().map(|&b| i64::try_from(b).expect("the number is small")).collect();
        let mut out = vec![Output::NEW; count + 1];
        let (values, len): (*const c_void, usize) = ($message.as_ptr().cast(), $message.len());
        let status = $column32($key, values, len, narrow.as_ptr(), count, out.as_mut_ptr().cast());
        assert_eq!(status, if ordered { PH_OK } else { PH_ERROR_OFFSET });
        let mut again = vec![Output::NEW; count + 1];
        let status = $column64($key, values, len, wide.as_ptr(), count, again.as_mut_ptr().cast());
        assert_eq!(status, if ordered { PH_OK } else { PH_ERROR_OFFSET });
        assert!(out == again);
        if ordered && count > 0 {
            let strings: Vec<&[u8]> = bounds.windows(2).map(|w| &$message[w[0]..w[1]]).collect();
            let data: Vec<*const c_void> = strings.iter().map(|s| s.as_ptr().cast()).collect();
            let lens: Vec<usize> = strings.iter().map(|s| s.len()).collect();
            let mut many = vec![Output::NEW; count + 1];
            let status = $many($key, data.as_ptr(), lens.as_ptr(), count, many.as_mut_ptr().cast());
            assert_eq!(status, PH_OK);
            assert!(out == many);
            let hashes: Vec<u8> = out.iter().flat_map(|output| output.0).collect();
            for (string, hash) in strings.iter().zip(hashes.chunks($width)) {
                assert_eq!(*hash, $one_shot(string).0[..$width]);
            }
            // The output overlaps the input.
            let mut words = vec![Output::NEW; 4];
            let words = words.as_mut_ptr().cast::<u64>();
            assert_eq!($u64s($key, words, 8, words.cast()), PH_ERROR_OVERLAP);
            let odd = words.cast_const().byte_add(1);
            assert_eq!($u64s($key, odd, 2, out.as_mut_ptr().cast()), PH_ERROR_ALIGNMENT);
        }
    }};
}

calls! {
    clhash_calls, clhash, 8, PH_CLHASH_KEY_BYTES, PH_CLHASH_CHECKPOINT_BYTES,
    [ph_clhash_key_new ph_clhash_key_from_seed ph_clhash_key_free ph_clhash_key_backend],
    [ph_clhash ph_clhash_many ph_clhash_u64s ph_clhash_column32 ph_clhash_column64],
    [ph_clhash_stream_new ph_clhash_stream_reset ph_clhash_stream_update ph_clhash_stream_finalize
     ph_clhash_stream_clone ph_clhash_stream_len ph_clhash_stream_save ph_clhash_stream_free],
    |key, data, len, out| ph_clhash_stream_restore(key, data, len, out)
}

calls! {
    wide_calls, clhash, 16, PH_CLHASH128_KEY_BYTES, PH_CLHASH128_CHECKPOINT_BYTES,
    [ph_clhash128_key_new ph_clhash128_key_from_seed ph_clhash128_key_free
     ph_clhash128_key_backend],
    [ph_clhash128 ph_clhash128_many ph_clhash128_u64s ph_clhash128_column32 ph_clhash128_column64],
    [ph_clhash128_stream_new ph_clhash128_stream_reset ph_clhash128_stream_update
     ph_clhash128_stream_finalize ph_clhash128_stream_clone ph_clhash128_stream_len
     ph_clhash128_stream_save ph_clhash128_stream_free],
    |key, data, len, out| ph_clhash128_stream_restore(key, data, len, out)
}

calls! {
    vhash_calls, vhash, 16, PH_VHASH128_KEY_BYTES, PH_VHASH128_CHECKPOINT_BYTES,
    [ph_vhash128_key_new ph_vhash128_key_from_seed ph_vhash128_key_free ph_vhash128_key_backend],
    [ph_vhash128 ph_vhash128_many ph_vhash128_u64s ph_vhash128_column32 ph_vhash128_column64],
    [ph_vhash128_stream_new ph_vhash128_stream_reset ph_vhash128_stream_update
     ph_vhash128_stream_finalize ph_vhash128_stream_clone ph_vhash128_stream_len
     ph_vhash128_stream_save ph_vhash128_stream_free],
    |key, data, len, out| ph_vhash128_stream_restore(key, data, len, out)
}

calls! {
    ghash_calls, ghash, 16, PH_POLYVAL_KEY_BYTES, PH_POLYVAL_CHECKPOINT_BYTES,
    [ph_polyval_key_new ph_polyval_key_from_seed ph_polyval_key_free ph_polyval_key_backend],
    [ph_polyval ph_polyval_many ph_polyval_u64s ph_polyval_column32 ph_polyval_column64],
    [ph_polyval_stream_new ph_polyval_stream_reset ph_polyval_stream_update
     ph_polyval_stream_finalize ph_polyval_stream_clone ph_polyval_stream_len
     ph_polyval_stream_save ph_polyval_stream_free],
    |key, data, len, out| ph_polyval_stream_restore(key, data, len, out)
}

calls! {
    multilinear_calls, multilinear, 8, PH_TMMH16_KEY_BYTES, PH_TMMH16_CHECKPOINT_BYTES,
    [ph_tmmh16_key_new ph_tmmh16_key_from_seed ph_tmmh16_key_free ph_tmmh16_key_backend],
    [ph_tmmh16 ph_tmmh16_many ph_tmmh16_u64s ph_tmmh16_column32 ph_tmmh16_column64],
    [ph_tmmh16_stream_new ph_tmmh16_stream_reset ph_tmmh16_stream_update
     ph_tmmh16_stream_finalize ph_tmmh16_stream_clone ph_tmmh16_stream_len
     ph_tmmh16_stream_save ph_tmmh16_stream_free],
    |key, data, len, out| ph_tmmh16_stream_restore(key, data, len, out)
}

calls! {
    siphash_calls, siphash, 4, PH_HALFSIPHASH_KEY_BYTES, PH_HALFSIPHASH32_CHECKPOINT_BYTES,
    [ph_halfsiphash_key_new ph_halfsiphash_key_from_seed ph_halfsiphash_key_free
     ph_halfsiphash_key_backend],
    [ph_halfsiphash32 ph_halfsiphash32_many ph_halfsiphash32_u64s ph_halfsiphash32_column32
     ph_halfsiphash32_column64],
    [ph_halfsiphash32_stream_new ph_halfsiphash32_stream_reset ph_halfsiphash32_stream_update
     ph_halfsiphash32_stream_finalize ph_halfsiphash32_stream_clone ph_halfsiphash32_stream_len
     ph_halfsiphash32_stream_save ph_halfsiphash32_stream_free],
    |_, data, len, out| ph_halfsiphash32_stream_restore(data, len, out)
}

calls! {
    tree_calls, siphash, 8, PH_SIPTREEHASH_KEY_BYTES, PH_SIPTREEHASH13_CHECKPOINT_BYTES,
    [ph_siptreehash_key_new ph_siptreehash_key_from_seed ph_siptreehash_key_free
     ph_siptreehash_key_backend],
    [ph_siptreehash13 ph_siptreehash13_many ph_siptreehash13_u64s ph_siptreehash13_column32
     ph_siptreehash13_column64],
    [ph_siptreehash13_stream_new ph_siptreehash13_stream_reset ph_siptreehash13_stream_update
     ph_siptreehash13_stream_finalize ph_siptreehash13_stream_clone ph_siptreehash13_stream_len
     ph_siptreehash13_stream_save ph_siptreehash13_stream_free],
    |_, data, len, out| ph_siptreehash13_stream_restore(data, len, out)
}

calls! {
    highwayhash_calls, highwayhash, 32, PH_HIGHWAYHASH_KEY_BYTES, PH_HIGHWAYHASH_CHECKPOINT_BYTES,
    [ph_highwayhash_key_new ph_highwayhash_key_from_seed ph_highwayhash_key_free
     ph_highwayhash_key_backend],
    [ph_highwayhash256 ph_highwayhash256_many ph_highwayhash256_u64s ph_highwayhash256_column32
     ph_highwayhash256_column64],
    [ph_highwayhash_stream_new ph_highwayhash_stream_reset ph_highwayhash_stream_update
     ph_highwayhash_stream_finalize256 ph_highwayhash_stream_clone ph_highwayhash_stream_len
     ph_highwayhash_stream_save ph_highwayhash_stream_free],
    |_, data, len, out| ph_highwayhash_stream_restore(data, len, out)
}

/// Checks MD5: messages, ETags and contexts on the stack.
fn md5_calls(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, MOST, 64)?;
    // SAFETY: as above; contexts have their size.
    unsafe {
        let (data, len, bytes) = piece(u, &message)?;
        let mut out = [0; 16];
        let status = md5::ph_md5(data, len, out.as_mut_ptr());
        let Some(bytes) = bytes else {
            failed(status);
            assert_eq!(dropin::ph_MD5(data.cast(), len, out.as_mut_ptr()), null_mut());
            return Ok(());
        };
        assert_eq!((status, out), (PH_OK, ::md5_opt::hash(bytes)));
        let mut context = dropin::ph_MD5_CTX { state: u.arbitrary()? };
        assert_eq!(dropin::ph_MD5_Init(&raw mut context), 1);
        let middle = u.int_in_range(0..=len)?;
        assert_eq!(dropin::ph_MD5_Update(&raw mut context, data, middle), 1);
        let mut copy = context;
        let rest = bytes[middle..].as_ptr().cast();
        assert_eq!(dropin::ph_MD5_Update(&raw mut copy, rest, len - middle), 1);
        let mut again = [0; 16];
        assert_eq!(dropin::ph_MD5_Final(again.as_mut_ptr(), &raw mut copy), 1);
        assert_eq!(again, out);
        let mut text = [1; md5::PH_MD5_ETAG_BYTES];
        let part = u.int_in_range(0..=20_u64)?;
        let status = md5::ph_md5_etag(data, len, part, text.as_mut_ptr());
        if status == PH_OK {
            assert!(CStr::from_ptr(text.as_ptr()).count_bytes() < text.len());
        } else {
            assert_eq!(status, PH_ERROR_PARTS);
        }
    }
    Ok(())
}

/// Checks VMAC: keys and nonces of any length, streams that outlive their key.
fn vmac_calls(u: &mut Unstructured<'_>) -> Result<()> {
    use vhash::*;
    let message = message(u, MOST, 128)?;
    let key: Vec<u8> = u.arbitrary()?;
    let nonce: Vec<u8> = u.arbitrary()?;
    // SAFETY: as above.
    unsafe {
        let mut mac = core::ptr::dangling_mut();
        let status = ph_vmac64_key_new(key.as_ptr().cast(), key.len(), &raw mut mac);
        if ![16, 24, 32].contains(&key.len()) {
            assert_eq!(status, PH_ERROR_KEY_LENGTH);
            assert!(mac.is_null());
            assert_eq!(ph_vmac64_key_from_seed(1, &raw mut mac), PH_OK);
        }
        let (nonce, n) = (nonce.as_ptr().cast::<c_void>(), nonce.len());
        let (data, len): (*const c_void, usize) = (message.as_ptr().cast(), message.len());
        let (mut tag, mut again) = ([0; 8], [0; 8]);
        let status = ph_vmac64_tag(mac, nonce, n, data, len, tag.as_mut_ptr());
        let mut stream = core::ptr::dangling_mut();
        assert_eq!(ph_vmac64_stream_new(mac, nonce, n, &raw mut stream), status);
        if status == PH_OK {
            let right = tag.as_ptr().cast();
            assert_eq!(ph_vmac64_verify(mac, nonce, n, data, len, right, 8), PH_OK);
            let wrong: Vec<u8> = u.arbitrary()?;
            if wrong != tag {
                let status =
                    ph_vmac64_verify(mac, nonce, n, data, len, wrong.as_ptr().cast(), wrong.len());
                assert_eq!(status, PH_ERROR_TAG);
            }
        } else {
            assert_eq!(status, PH_ERROR_NONCE);
            assert!(stream.is_null());
        }
        ph_vmac64_key_free(mac);
        if status == PH_OK {
            let middle = u.int_in_range(0..=len)?;
            assert_eq!(ph_vmac64_stream_update(stream, data, middle), PH_OK);
            let mut clone = null_mut();
            assert_eq!(ph_vmac64_stream_clone(stream, &raw mut clone), PH_OK);
            ph_vmac64_stream_free(stream);
            let rest = message[middle..].as_ptr().cast();
            assert_eq!(ph_vmac64_stream_update(clone, rest, len - middle), PH_OK);
            assert_eq!(ph_vmac64_stream_finalize(clone, again.as_mut_ptr()), PH_OK);
            assert_eq!(tag, again);
            ph_vmac64_stream_free(clone);
        }
    }
    Ok(())
}

/// Checks the functions with the interfaces of other libraries.
fn drop_in_calls(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, MOST, 1024)?;
    let mut keys = [[0_u64; 133]; 2];
    // SAFETY: as above.
    unsafe {
        for key in &mut keys {
            dropin::ph_dropin_clhash_key(u.arbitrary()?, u.arbitrary()?, key.as_mut_ptr().cast());
        }
        for _ in 0..u.int_in_range(1..=8)? {
            let key = u.choose_index(2)?;
            if u.arbitrary()? {
                // The program may change its key.
                keys[key][u.choose_index(133)?] ^= u.arbitrary::<u64>()?;
            }
            let words = &keys[key];
            let (data, len, bytes) = piece(u, &message)?;
            let hash = dropin::ph_dropin_clhash(words.as_ptr().cast(), data, len);
            // The C key is a string of bytes; its words are little-endian.
            let key = ::clhash::Key::from_words(words.map(u64::from_le));
            assert_eq!(hash, bytes.map_or(0, |bytes| ::clhash::hash(&key, bytes)));
            let out_len = u.int_in_range(0..=20)?;
            let mut out = [0xa5; 32];
            let out_at = out.as_mut_ptr();
            let status =
                dropin::ph_dropin_siphash(data, len, words.as_ptr().cast(), out_at, out_len);
            assert_eq!(status == 0, bytes.is_some() && (out_len == 8 || out_len == 16));
            assert!(out[out_len..].iter().all(|&byte| byte == 0xa5));
            let hash = dropin::ph_dropin_highwayhash64(words.as_ptr(), data, len as u64);
            let key = ::highwayhash::Key::from_words([words[0], words[1], words[2], words[3]]);
            assert_eq!(hash, bytes.map_or(0, |bytes| ::highwayhash::hash(&key, bytes)));
        }
    }
    Ok(())
}

/// Checks the functions for test suites, which write no more bytes than they say.
fn suite_calls(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, MOST, 128)?;
    let mut count = 0;
    // SAFETY: as above; the rows are static.
    unsafe {
        let rows = core::slice::from_raw_parts(suite::ph_suite_list(&raw mut count), count);
        for _ in 0..u.int_in_range(1..=8)? {
            let row = u.choose(rows)?;
            let function = row.hash.expect("there is a function");
            let seed = u.int_in_range(0..=2)?;
            let (data, len, bytes) = piece(u, &message)?;
            let (mut out, mut again) = (Output::NEW, Output::NEW);
            function(data, len, seed, out.at());
            function(data, len, seed + 1, again.at());
            again = Output::NEW;
            function(data, len, seed, again.at());
            assert_eq!(out, again);
            assert!(bytes.is_some() || out == Output::NEW);
            assert!(out.0[row.bits as usize / 8..].iter().all(|&byte| byte == 0xa5));
            function(data, 0, seed, null_mut());
        }
    }
    Ok(())
}
