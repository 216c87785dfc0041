//! The C library: any sequence of calls that its contract allows, including nulls, wrong lengths,
//! wrong alignments, overlaps and damaged checkpoints.
//!
//! Errors must be those of the header, and digests must equal those of the table.
//! `AddressSanitizer` checks what is freed and when.

use crate::input::message;
use arbitrary::{Result, Unstructured};
use clmac::nonce::{self, Nonce};
use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use provenhash_c::status::ph_status_t::{self, *};
use provenhash_c::{algorithm, dropin, hash, key, md5, part, sender, status, stream, suite};
use std::ffi::CString;
use table::{ALGORITHMS, Algorithm, Digest};

/// Runs calls of one algorithm, or of the functions without objects.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[hash_calls, hash_calls, md5_calls, tag_calls, drop_in_calls, suite_calls, sender_calls],
    );
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

/// Returns the bytes of a digest of C, if it is one.
fn bytes(digest: &hash::ph_digest_t) -> &[u8] {
    &digest.bytes[..digest.len]
}

/// Returns an algorithm by its name.
fn find(row: &Algorithm) -> *const algorithm::ph_algorithm_t {
    let name = CString::new(row.name).expect("a name has no zero");
    // SAFETY: the name is a string.
    unsafe { algorithm::ph_algorithm_find(name.as_ptr()) }
}

/// Makes a key from any bytes, or else of a seed, and the same key in Rust.
fn any_key(
    u: &mut Unstructured<'_>,
    row: &'static Algorithm,
    message: &[u8],
) -> Result<(*mut key::ph_key_t, table::Key)> {
    let most = row.key_lengths.last().copied().unwrap_or(0);
    let material: Vec<u8> = (0..2 * most).map(|i| message.get(i).copied().unwrap_or(7)).collect();
    let len = if u.arbitrary()? { most } else { u.int_in_range(0..=2 * most)? };
    let mut made = core::ptr::dangling_mut();
    // SAFETY: the pointers are to arrays of the given lengths, and to a pointer.
    unsafe {
        let status = key::ph_key_new(find(row), material.as_ptr().cast(), len, &raw mut made);
        if status == PH_OK {
            return Ok((made, row.key(&material[..len]).expect("C has the key")));
        }
        failed(status);
        assert!(made.is_null());
        assert!(row.key(&material[..len]).is_err(), "{}: {len}", row.name);
        let seed = u.arbitrary()?;
        assert_eq!(key::ph_key_from_seed(find(row), seed, &raw mut made), PH_OK);
        Ok((made, row.from_seed(seed).expect("a key")))
    }
}

/// Checks one algorithm without nonces.
fn hash_calls(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, MOST, 128)?;
    let rows: Vec<_> = ALGORITHMS.iter().filter(|row| !row.nonce).collect();
    let row = *u.choose(&rows)?;
    // SAFETY: every pointer is null, or points to the given number of bytes or to a live object;
    // refused arguments are not read.
    unsafe {
        let (c_key, rust_key) = any_key(u, row, &message)?;
        assert!(!CStr::from_ptr(key::ph_key_backend(c_key)).is_empty());
        streams(u, c_key, &rust_key, &message)?;
        batches(u, c_key, &rust_key, &message)?;
        if row.joins() {
            parts(u, c_key, &rust_key, &message)?;
        }
        let (data, len, given) = piece(u, &message)?;
        let digest = hash::ph_hash(c_key, data, len);
        let number = hash::ph_hash64(c_key, data, len);
        match given {
            Some(given) => {
                let expected = rust_key.hash(given);
                assert_eq!(bytes(&digest), expected.as_bytes());
                assert_eq!(number, expected.first_u64());
                let mut text = [1; hash::PH_DIGEST_TEXT_BYTES];
                assert_eq!(hash::ph_digest_text(digest, text.as_mut_ptr()), PH_OK);
                let text = CStr::from_ptr(text.as_ptr()).to_bytes();
                assert_eq!(text, expected.to_string().as_bytes());
            }
            None => assert_eq!((digest.len, number), (0, 0)),
        }
        key::ph_key_free(c_key);
    }
    Ok(())
}

/// Makes, feeds, copies, saves and frees streams in any order, some of which outlive the key.
///
/// # Safety
/// The key is live.
unsafe fn streams(
    u: &mut Unstructured<'_>,
    c_key: *const key::ph_key_t,
    rust_key: &table::Key,
    message: &[u8],
) -> Result<()> {
    // SAFETY: as in `hash_calls`.
    unsafe {
        let mut own = null_mut();
        assert_eq!(key::ph_key_clone(c_key, &raw mut own), PH_OK);
        // The streams, each with the message that it has hashed.
        let mut streams: Vec<(*mut stream::ph_stream_t, Vec<u8>)> = Vec::new();
        for _ in 0..u.int_in_range(1..=24)? {
            let at = u.int_in_range(0..=3_usize)?;
            match u.int_in_range(0..=9_u8)? {
                0 | 1 if !own.is_null() => {
                    let mut new = null_mut();
                    assert_eq!(stream::ph_stream_new(own, null(), 0, &raw mut new), PH_OK);
                    streams.push((new, Vec::new()));
                }
                2 => {
                    // To every stream, and to the first one twice.
                    let (data, len, given) = piece(u, message)?;
                    let all: Vec<_> =
                        streams.iter().chain(streams.first()).map(|(s, _)| *s).collect();
                    let (data, lens) = (vec![data; all.len()], vec![len; all.len()]);
                    let status = stream::ph_stream_update_many(
                        all.as_ptr(),
                        data.as_ptr(),
                        lens.as_ptr(),
                        all.len(),
                    );
                    match given {
                        Some(given) => {
                            assert_eq!(status, PH_OK);
                            for (i, (_, seen)) in streams.iter_mut().enumerate() {
                                (0..1 + usize::from(i == 0)).for_each(|_| seen.extend(given));
                            }
                        }
                        None if all.is_empty() => assert_eq!(status, PH_OK),
                        None => failed(status),
                    }
                }
                3..=4 => {
                    let (data, len, given) = piece(u, message)?;
                    let Some((c_stream, seen)) = streams.get_mut(at) else { continue };
                    let status = stream::ph_stream_update(*c_stream, data, len);
                    match given {
                        Some(given) => {
                            assert_eq!(status, PH_OK);
                            seen.extend_from_slice(given);
                        }
                        None => failed(status),
                    }
                }
                5 => {
                    let Some((c_stream, seen)) = streams.get(at) else { continue };
                    let (mut clone, seen) = (null_mut(), seen.clone());
                    assert_eq!(stream::ph_stream_clone(*c_stream, &raw mut clone), PH_OK);
                    streams.push((clone, seen));
                }
                6 if !own.is_null() => {
                    key::ph_key_free(own);
                    own = null_mut();
                }
                7 if !own.is_null() => {
                    let Some((c_stream, seen)) = streams.get(at) else { continue };
                    let len = stream::ph_stream_checkpoint_bytes(*c_stream);
                    let mut saved = [0; stream::PH_CHECKPOINT_MAX_BYTES];
                    let wrong = u.int_in_range(0..=2 * len)?;
                    if wrong != len {
                        failed(stream::ph_stream_save(*c_stream, null_mut(), wrong));
                    }
                    assert_eq!(stream::ph_stream_save(*c_stream, saved.as_mut_ptr(), len), PH_OK);
                    let flipped = u.int_in_range(0..=8 * len)?;
                    if flipped < 8 * len {
                        saved[flipped / 8] ^= 1 << (flipped % 8);
                    }
                    let (mut resumed, saved) = (core::ptr::dangling_mut(), saved.as_ptr().cast());
                    let status =
                        stream::ph_stream_restore(own, null(), 0, saved, len, &raw mut resumed);
                    if flipped < 8 * len {
                        failed(status);
                        assert!(resumed.is_null());
                    } else {
                        assert_eq!(status, PH_OK);
                        let seen = seen.clone();
                        streams.push((resumed, seen));
                    }
                }
                8 if at < streams.len() => stream::ph_stream_free(streams.swap_remove(at).0),
                _ => failed(stream::ph_stream_update(null_mut(), null(), 0)),
            }
        }
        key::ph_key_free(own);
        for (c_stream, seen) in streams {
            let digest = stream::ph_stream_finalize(c_stream);
            assert_eq!(bytes(&digest), rust_key.hash(&seen).as_bytes());
            stream::ph_stream_free(c_stream);
        }
        stream::ph_stream_free(null_mut());
    }
    Ok(())
}

/// Checks batches over pieces of a message: digests, and numbers of 64 bits.
///
/// # Safety
/// The key is live.
unsafe fn batches(
    u: &mut Unstructured<'_>,
    c_key: *const key::ph_key_t,
    rust_key: &table::Key,
    message: &[u8],
) -> Result<()> {
    let count = u.int_in_range(0..=300_usize)?;
    let mut bounds =
        (0..=count).map(|_| u.int_in_range(0..=message.len())).collect::<Result<Vec<_>>>()?;
    if u.ratio(3, 4)? {
        bounds.sort_unstable();
    }
    let (small, large) = ("the number is small", "there are as many digests");
    let ordered = count == 0 || bounds.is_sorted();
    let narrow: Vec<i32> = bounds.iter().map(|b| i32::try_from(*b).expect(small)).collect();
    let wide: Vec<i64> = bounds.iter().map(|b| i64::try_from(*b).expect(small)).collect();
    let width = rust_key.algorithm().output_bits / 8;
    let strings: Vec<&[u8]> =
        bounds.windows(2).map(|w| message.get(w[0]..w[1]).unwrap_or(&[])).collect();
    let mut expected = vec![0; count * width];
    rust_key.hash_many(&strings, &mut expected).expect(large);
    let pointers: Vec<*const c_void> = strings.iter().map(|s| s.as_ptr().cast()).collect();
    let lens: Vec<usize> = strings.iter().map(|s| s.len()).collect();
    let (values, len): (*const c_void, usize) = (message.as_ptr().cast(), message.len());
    let fits = if ordered { PH_OK } else { PH_ERROR_OFFSET };
    let mut out = vec![0; count * width];
    // SAFETY: as in `hash_calls`.
    unsafe {
        let to = out.as_mut_ptr();
        let status = hash::ph_hash_many(c_key, pointers.as_ptr(), lens.as_ptr(), count, to);
        assert_eq!((status, out == expected), (PH_OK, true));
        out.fill(0);
        let to = out.as_mut_ptr();
        let status = hash::ph_hash_column32(c_key, values, len, narrow.as_ptr(), count, to);
        assert_eq!((status, !ordered || out == expected), (fits, true));
        out.fill(0);
        let to = out.as_mut_ptr();
        let status = hash::ph_hash_column64(c_key, values, len, wide.as_ptr(), count, to);
        assert_eq!((status, !ordered || out == expected), (fits, true));

        let mut numbers = vec![0_u64; count];
        let to = numbers.as_mut_ptr();
        let status = hash::ph_hash64_column64(c_key, values, len, wide.as_ptr(), count, to);
        let digests = expected.chunks(width).map(|bytes| Digest::from_bytes(bytes).expect(large));
        let of: Vec<u64> = digests.map(|digest| digest.first_u64()).collect();
        assert_eq!((status, !ordered || numbers == of), (fits, true));
        let words: Vec<u64> = bounds.iter().map(|bound| *bound as u64).collect();
        rust_key.hash_u64s(&words[..count], &mut expected).expect(large);
        let to = out.as_mut_ptr();
        assert_eq!(hash::ph_hash_u64s(c_key, words.as_ptr(), count, to), PH_OK);
        assert!(out == expected);
        if count > 0 {
            failed(hash::ph_hash_many(c_key, null(), lens.as_ptr(), count, out.as_mut_ptr()));
            let start = |string: &&[u8]| string.as_ptr().addr() - message.as_ptr().addr();
            let mut filled = strings.iter().filter(|string| !string.is_empty());
            let overlaps = filled.any(|string| start(string) < count * width);
            if overlaps {
                // Refused before anything is written.
                let to = message.as_ptr().cast_mut();
                let status = hash::ph_hash_many(c_key, pointers.as_ptr(), lens.as_ptr(), count, to);
                assert_eq!(status, PH_ERROR_OVERLAP);
            }
        }
    }
    Ok(())
}

/// Joins parts of a message, cut at any places.
///
/// # Safety
/// The key is live.
unsafe fn parts(
    u: &mut Unstructured<'_>,
    c_key: *const key::ph_key_t,
    rust_key: &table::Key,
    message: &[u8],
) -> Result<()> {
    let block = rust_key.algorithm().block_bytes;
    let mut cut = u.int_in_range(0..=message.len())?;
    if u.ratio(3, 4)? {
        cut = cut / block * block;
    }
    // SAFETY: as in `hash_calls`.
    unsafe {
        let [mut first, mut next] = [null_mut(); 2];
        let (start, rest) = message.split_at(cut);
        for (c_part, given) in [(&mut first, start), (&mut next, rest)] {
            let status = part::ph_part_new(c_key, given.as_ptr().cast(), given.len(), c_part);
            assert_eq!(status, PH_OK);
        }
        let status = part::ph_part_append(first, next);
        if cut.is_multiple_of(block) || rest.is_empty() {
            assert_eq!(status, PH_OK);
            let digest = part::ph_part_finalize(first);
            assert_eq!(bytes(&digest), rust_key.hash(message).as_bytes());
            assert_eq!(part::ph_part_len(first), message.len() as u64);
        } else {
            assert_eq!(status, PH_ERROR_PART);
            assert_eq!(part::ph_part_len(first), cut as u64);
        }
        failed(part::ph_part_append(first, null()));
        part::ph_part_free(first);
        part::ph_part_free(next);
    }
    Ok(())
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
        let mut context = dropin::ph_MD5_CTX {
            A: u.arbitrary()?,
            B: u.arbitrary()?,
            C: u.arbitrary()?,
            D: u.arbitrary()?,
            data: u.arbitrary()?,
            len: u.arbitrary()?,
        };
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
fn tag_calls(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, MOST, 128)?;
    let rows: Vec<_> = ALGORITHMS.iter().filter(|row| row.nonce).collect();
    let row = *u.choose(&rows)?;
    let mut material: Vec<u8> = u.arbitrary()?;
    let nonce: Vec<u8> = u.arbitrary()?;
    // SAFETY: as above.
    unsafe {
        let mut mac = core::ptr::dangling_mut();
        let (start, len) = (material.as_ptr().cast(), material.len());
        let status = key::ph_key_new(find(row), start, len, &raw mut mac);
        if status != PH_OK {
            failed(status);
            assert!(mac.is_null() && row.nonce_key(&material).is_err());
            material = vec![1; 16];
            let start = material.as_ptr().cast();
            assert_eq!(key::ph_key_new(find(row), start, 16, &raw mut mac), PH_OK);
        }
        let rust_key = row.nonce_key(&material).expect("C has the key");
        let (n, n_len) = (nonce.as_ptr().cast::<c_void>(), nonce.len());
        let (data, len): (*const c_void, usize) = (message.as_ptr().cast(), message.len());
        let mut tag = hash::ph_digest_t { len: 0, bytes: [0; 32] };
        let status = hash::ph_tag(mac, n, n_len, data, len, &raw mut tag);
        let mut c_stream = core::ptr::dangling_mut();
        assert_eq!(stream::ph_stream_new(mac, n, n_len, &raw mut c_stream), status);
        assert_eq!(hash::ph_hash(mac, data, len).len, 0);
        let Ok(right) = rust_key.tag(&nonce, &message) else {
            assert_eq!(status, PH_ERROR_NONCE);
            assert!(c_stream.is_null());
            key::ph_key_free(mac);
            return Ok(());
        };
        assert_eq!((status, bytes(&tag)), (PH_OK, right.as_bytes()));
        let verify =
            |tag: &[u8]| hash::ph_verify(mac, n, n_len, data, len, tag.as_ptr().cast(), tag.len());
        assert_eq!(verify(bytes(&tag)), PH_OK);
        let wrong: Vec<u8> = u.arbitrary()?;
        if Digest::from_bytes(&wrong) != Some(right) {
            assert_eq!(verify(&wrong), PH_ERROR_TAG);
        }
        let middle = u.int_in_range(0..=len)?;
        assert_eq!(stream::ph_stream_update(c_stream, data, middle), PH_OK);
        let mut clone = null_mut();
        assert_eq!(stream::ph_stream_clone(c_stream, &raw mut clone), PH_OK);
        stream::ph_stream_free(c_stream);
        key::ph_key_free(mac);
        let rest = message[middle..].as_ptr().cast();
        assert_eq!(stream::ph_stream_update(clone, rest, len - middle), PH_OK);
        assert_eq!(hash::ph_digest_equal(stream::ph_stream_finalize(clone), tag), 1);
        stream::ph_stream_free(clone);
    }
    Ok(())
}

/// Checks senders and receivers, which outlive their key, and tags that are cut.
fn sender_calls(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, MOST, 2048)?;
    let row = Algorithm::find("clmac").expect("a row");
    let (secret, mut made): ([u8; 32], _) = (u.arbitrary()?, core::ptr::dangling_mut());
    let (mut from, mut to) = (core::ptr::dangling_mut(), core::ptr::dangling_mut());
    // SAFETY: as above.
    unsafe {
        assert_eq!(key::ph_key_new(find(row), secret.as_ptr().cast(), 32, &raw mut made), PH_OK);
        cut_tags(u, made, &row.key(&secret).expect("C has the key"), &message)?;
        assert_eq!(sender::ph_sender_new(made, &raw mut from), PH_OK);
        assert_eq!(sender::ph_receiver_new(made, &raw mut to), PH_OK);
        key::ph_key_free(made);
        let rust_key = nonce::Key::from_bytes(&secret);
        for _ in 0..u.int_in_range(1..=6)? {
            let (data, len, given) = piece(u, &message)?;
            let mut nonce = [0xa5_u8; 25];
            let mut tag = hash::ph_digest_t { len: 7, bytes: [7; 32] };
            let status = sender::ph_sender_tag(from, data, len, nonce.as_mut_ptr(), &raw mut tag);
            assert_eq!(nonce[24], 0xa5, "a byte after the nonce");
            let Some(given) = given else {
                failed(status);
                assert_eq!((&nonce[..24], tag.len, tag.bytes), (&[0; 24][..], 0, [0; 32]));
                continue;
            };
            assert_eq!(status, PH_OK);
            let drawn = Nonce::try_from(&nonce[..24]).expect("24 bytes");
            assert_eq!(bytes(&tag), nonce::tag_with(&rust_key, &drawn, given));
            let (n_len, t_len) = (u.int_in_range(22..=25)?, u.int_in_range(0..=32)?);
            let (n, t) = (nonce.as_ptr().cast(), tag.bytes.as_ptr().cast());
            let status = sender::ph_receiver_verify(to, n, n_len, data, len, t, t_len);
            match (n_len, t_len) {
                (24, 16) => assert_eq!(status, PH_OK),
                (24, _) => assert_eq!(status, PH_ERROR_TAG),
                _ => assert_eq!(status, PH_ERROR_NONCE),
            }
            tag.bytes[u.choose_index(16)?] ^= u.int_in_range(1..=255)?;
            let t = tag.bytes.as_ptr().cast();
            let status = sender::ph_receiver_verify(to, n, 24, data, len, t, 16);
            assert_eq!(status, PH_ERROR_TAG);
        }
        sender::ph_sender_free(from);
        sender::ph_receiver_free(to);
    }
    Ok(())
}

/// Checks a cut tag.
///
/// # Safety
/// The key is live, and one of CLMAC.
unsafe fn cut_tags(
    u: &mut Unstructured<'_>,
    c_key: *const key::ph_key_t,
    rust_key: &table::Key,
    message: &[u8],
) -> Result<()> {
    let (data, len, given) = piece(u, message)?;
    let tag = rust_key.hash(given.unwrap_or(&[]));
    let (cut, t_len) = (u.int_in_range(0..=20)?, u.int_in_range(0..=16)?);
    let t = tag.as_bytes().as_ptr().cast();
    // SAFETY: as in `hash_calls`.
    let status = unsafe { hash::ph_verify_cut(c_key, cut, data, len, t, t_len) };
    match (given, cut) {
        (None, _) => failed(status),
        (_, 8 | 12 | 16) => assert_eq!(status == PH_OK, cut == t_len, "{t_len} for {cut} bytes"),
        _ => assert_eq!(status, PH_ERROR_ALGORITHM),
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
            let hash = dropin::ph_dropin_highwayhash64(words.as_ptr(), data, len);
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
            assert!(out.0[row.bits / 8..].iter().all(|&byte| byte == 0xa5));
            function(data, 0, seed, null_mut());
        }
    }
    Ok(())
}
