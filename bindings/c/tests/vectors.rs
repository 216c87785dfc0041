//! The values of the C functions: the vectors of the literature, and those of the table for every
//! algorithm in every way to hash.

mod door;

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use door::{Key, Stream, data, digest_bytes, published};
use provenhash_c::algorithm::*;
use provenhash_c::dropin::{ph_dropin_siphash12, ph_dropin_siphash12_nocase};
use provenhash_c::hash::*;
use provenhash_c::key::*;
use provenhash_c::md5::{ph_md5, ph_md5_parts};
use provenhash_c::part::*;
use provenhash_c::status::ph_status_t::{PH_ERROR_ALGORITHM, PH_ERROR_NONCE, PH_ERROR_TAG, PH_OK};
use provenhash_c::stream::*;
use table::{ALGORITHMS, Algorithm, Secrecy};
use testkit::vectors;

/// Formats a digest as the files do: words with commas between them, or bytes.
fn text(algorithm: &str, digest: &ph_digest_t) -> String {
    let bytes = digest_bytes(digest);
    let row = Algorithm::find(algorithm).expect("a row");
    // Words of 64 bits have commas between them, and so has VMAC-128, whose authors publish bytes.
    let word = if row.word_bytes == 8 || algorithm == "vmac128" { 8 } else { bytes.len() };
    bytes.chunks(word).map(testkit::message::hex).collect::<Vec<_>>().join(",")
}

#[test]
fn published_values() {
    let published = published();
    assert!(published.len() > 20, "{}", published.len());
    for (file, algorithm, key_bytes) in published {
        let new_key = |bytes: &[u8]| Key::new(algorithm, &bytes[..key_bytes]);
        let hash = |key: &Key, message: &[u8]| text(algorithm, &key.hash(message));
        file.check(algorithm, new_key, hash);
    }
}

#[test]
fn md5() {
    let key = Key::new("md5", b"");
    let hash = |_: &(), message: &[u8]| {
        let ((data, len), mut out) = (data(message), [0; 16]);
        // SAFETY: the pointers are to arrays of the given lengths.
        assert_eq!(unsafe { ph_md5(data, len, out.as_mut_ptr()) }, PH_OK);
        assert_eq!(out, digest_bytes(&key.hash(message)));
        testkit::message::hex(&out)
    };
    vectors::MD5.hashes().check("md5", |_| (), hash);
}

/// A file and its parts in one pass have the MD5s of `md5-opt`, and outputs of other memory stay.
#[test]
fn md5_of_a_file_and_its_parts() {
    let file: Vec<u8> = (0..3000_u32).map(|i| (i * i / 3).to_le_bytes()[0]).collect();
    for (len, part_bytes) in [(0, 5), (1, 1), (64, 64), (1000, 64), (2999, 1000), (3000, 1000)] {
        for padded in [0, 1, -1] {
            let (file, count) = (&file[..len], len.div_ceil(part_bytes));
            let ((data, len), mut whole) = (data(file), [0; 18]);
            let mut parts = vec![[7_u8; 16]; count + 1];
            // SAFETY: the pointers are to arrays of the given lengths, the last one at an odd
            // address.
            let status = unsafe {
                let (parts, whole) = (parts.as_mut_ptr().cast(), whole.as_mut_ptr().add(1));
                ph_md5_parts(data, len, part_bytes, padded, parts, count, whole)
            };
            assert_eq!(status, PH_OK);
            assert_eq!((&whole[1..17], whole[0], whole[17]), (&md5_opt::hash(file)[..], 0, 0));
            for (part, found) in file.chunks(part_bytes).zip(&parts) {
                let mut part = part.to_vec();
                if padded != 0 {
                    part.resize(part_bytes, 0);
                }
                assert_eq!(md5_opt::hash(&part), *found, "{len} in {part_bytes}, {padded}");
            }
            assert_eq!(parts[count], [7; 16]);
        }
    }
}

/// The functions of Redis's tables are those of the table of algorithms.
#[test]
fn redis() {
    type Function = unsafe extern "C-unwind" fn(*const u8, usize, *const u8) -> u64;
    let rows: [(Function, _); 2] =
        [(ph_dropin_siphash12, "siphash-1-2"), (ph_dropin_siphash12_nocase, "siphash-1-2-nocase")];
    let (message, bytes) = ((0..=255).collect::<Vec<u8>>(), *b"\xff0123456789abcd\x80");
    for (function, name) in rows {
        let key = Key::new(name, &bytes);
        for message in (0..256).map(|len| &message[len / 3..len]) {
            let (data, len) = data(message);
            // SAFETY: the pointers are to a live key and to arrays of the given lengths.
            unsafe {
                let hash = function(data.cast(), len, bytes.as_ptr());
                assert_eq!(hash, ph_hash64(key.0, data, len), "{name} of {len} bytes");
            }
        }
    }
}

/// The "keys" of the file are AES keys and a nonce.
#[test]
fn vmac() {
    for name in ["vmac64", "vmac128"] {
        vectors::VMAC.hashes().check(name, <[u8]>::to_vec, |bytes, message| {
            let (key, nonce) = bytes.split_at(16);
            let mac = Key::new(name, key);
            let mut stream = mac.stream(nonce);
            stream.update(message);
            let mut tag = stream.finalize();
            let ((nonce, n), (data, len)) = (data(nonce), data(message));
            // SAFETY: the pointers are to arrays of the given lengths, and to a live key.
            unsafe {
                assert_eq!(ph_tag(mac.0, nonce, n, data, len, &raw mut tag), PH_OK);
                assert_eq!(ph_digest_equal(tag, stream.finalize()), 1);
                assert_eq!(ph_digest_equal(tag, stream.tag()), 1);
                let verify = |tag: &[u8]| {
                    ph_verify(mac.0, nonce, n, data, len, tag.as_ptr().cast(), tag.len())
                };
                assert_eq!(verify(digest_bytes(&tag)), PH_OK);
                let mut other = tag;
                other.bytes[0] ^= 1;
                assert_eq!(verify(digest_bytes(&other)), PH_ERROR_TAG);
                assert_eq!(ph_digest_equal(tag, other), 0);
                // Without its nonce there is neither a digest nor a tag.
                assert_eq!(ph_hash(mac.0, data, len).len, 0);
                let right = digest_bytes(&tag).as_ptr().cast();
                let status = ph_verify(mac.0, nonce, 0, data, len, right, tag.len);
                assert_eq!(status, PH_ERROR_NONCE);
            }
            text(name, &tag)
        });
    }
}

/// Saves a stream, resumes it, and returns both.
fn resumed(key: &Key, nonce: &[u8], stream: &Stream) -> Stream {
    let mut saved = [0; PH_CHECKPOINT_MAX_BYTES];
    let (mut other, (nonce, n)) = (null_mut(), data(nonce));
    // SAFETY: the pointers are to live objects and to arrays of the given lengths.
    unsafe {
        let len = ph_stream_checkpoint_bytes(stream.0);
        assert_eq!(ph_stream_save(stream.0, saved.as_mut_ptr(), len), PH_OK);
        let status = ph_stream_restore(key.0, nonce, n, saved.as_ptr().cast(), len, &raw mut other);
        assert_eq!(status, PH_OK);
    }
    Stream(other)
}

/// Every algorithm gives the values of the table, in whatever way a message arrives.
#[test]
fn every_row_in_every_way() {
    let message: Vec<u8> = (0..9000_u32).map(|i| (i * i / 7).to_le_bytes()[0]).collect();
    for row in ALGORITHMS {
        let nonce: &[u8] = if row.nonce { b"nonce" } else { b"" };
        let key = Key::of_seed(row.name, 3);
        for len in [0, 1, 7, 8, 9, 16, 100, 128, 1024, 1025, 2048, 4096, 4097, 9000] {
            let message = &message[..len];
            let expected = if row.nonce {
                row.nonce_key_from_seed(3).and_then(|key| key.tag(nonce, message))
            } else {
                row.from_seed(3).map(|key| key.hash(message))
            }
            .expect("a digest");
            let mut stream = key.stream(nonce);
            let (first, rest) = message.split_at(len / 3);
            stream.update(first);
            let mut other = resumed(&key, nonce, &stream);
            for stream in [&mut stream, &mut other] {
                stream.update(rest);
                assert_eq!(digest_bytes(&stream.finalize()), expected.as_bytes(), "{}", row.name);
            }
            if row.nonce {
                continue;
            }
            let digest = key.hash(message);
            assert_eq!(digest_bytes(&digest), expected.as_bytes(), "{}", row.name);
            let (start, count) = data(message);
            // SAFETY: the pointers are to live objects and to arrays of the given lengths.
            unsafe {
                assert_eq!(ph_hash64(key.0, start, count), expected.first_u64(), "{}", row.name);
                assert_eq!(ph_digest_u64(digest), expected.first_u64());
                let mut out = [1; PH_DIGEST_TEXT_BYTES];
                assert_eq!(ph_digest_text(digest, out.as_mut_ptr()), PH_OK);
                let text = CStr::from_ptr(out.as_ptr()).to_str().expect("ASCII");
                assert_eq!(text, expected.to_string());
            }
            if row.joins() {
                let whole = len / 2 / row.block_bytes * row.block_bytes;
                assert_eq!(joined(&key, &message[..whole], &message[whole..]), expected.as_bytes());
            }
        }
        if !row.nonce {
            batches(row, &key, &message);
        }
    }
}

/// Hashes a message in two parts.
fn joined(key: &Key, first: &[u8], next: &[u8]) -> Vec<u8> {
    let mut parts = [null_mut(); 2];
    // SAFETY: the pointers are to live objects and to arrays of the given lengths; each part is
    // freed once.
    unsafe {
        for (part, bytes) in parts.iter_mut().zip([first, next]) {
            let (data, len) = data(bytes);
            assert_eq!(ph_part_new(key.0, data, len, part), PH_OK);
            assert_eq!(ph_part_len(*part), len as u64);
        }
        let [part, next] = parts;
        assert_eq!(ph_part_append(part, next), PH_OK);
        let mut clone = null_mut();
        assert_eq!(ph_part_clone(part, &raw mut clone), PH_OK);
        let digest = ph_part_finalize(clone);
        [part, next, clone].into_iter().for_each(|part| ph_part_free(part));
        digest_bytes(&digest).to_vec()
    }
}

/// More messages than one call of a crate gets, words, and columns with offsets of both widths.
fn batches(row: &Algorithm, key: &Key, values: &[u8]) {
    const COUNT: usize = 600;
    let width = row.output_bits / 8;
    let bounds: Vec<usize> = (0..=COUNT).map(|i| i * i / 41).collect();
    let strings: Vec<&[u8]> = bounds.windows(2).map(|w| &values[w[0]..w[1]]).collect();
    let digests = |strings: &mut dyn Iterator<Item = Vec<u8>>| -> Vec<u8> {
        strings.flat_map(|string| digest_bytes(&key.hash(&string)).to_vec()).collect()
    };
    let expected = digests(&mut strings.iter().map(|string| string.to_vec()));
    let words: Vec<u64> = (0..COUNT as u64).map(|i| i * 0x9e37_79b9).collect();
    let of_words = digests(&mut words.iter().map(|word| word.to_le_bytes().to_vec()));
    let pointers: Vec<*const c_void> = strings.iter().map(|s| s.as_ptr().cast()).collect();
    let lens: Vec<usize> = strings.iter().map(|s| s.len()).collect();
    let narrow: Vec<i32> = bounds.iter().map(|b| i32::try_from(*b).expect("small")).collect();
    let wide: Vec<i64> = bounds.iter().map(|b| i64::try_from(*b).expect("small")).collect();
    let (all, len) = data(values);
    let (many, columns) = (pointers.as_ptr(), (narrow.as_ptr(), wide.as_ptr()));
    let mut out = vec![0; COUNT * width];
    // SAFETY: the pointers are to a live key and to arrays of the given lengths.
    unsafe {
        let to = out.as_mut_ptr();
        assert_eq!(ph_hash_many(key.0, many, lens.as_ptr(), COUNT, to), PH_OK);
        assert!(out == expected, "{}: many", row.name);
        out.fill(0);
        assert_eq!(ph_hash_column32(key.0, all, len, columns.0, COUNT, to), PH_OK);
        assert!(out == expected, "{}: column32", row.name);
        out.fill(0);
        assert_eq!(ph_hash_column64(key.0, all, len, columns.1, COUNT, to), PH_OK);
        assert!(out == expected, "{}: column64", row.name);
        assert_eq!(ph_hash_u64s(key.0, words.as_ptr(), COUNT, to), PH_OK);
        assert!(out == of_words, "{}: u64s", row.name);

        let mut numbers = vec![0_u64; COUNT];
        let to = numbers.as_mut_ptr();
        // The first 64 bits of each digest, or all of a shorter one, as a single call returns them.
        let of = |bytes: &[u8]| -> Vec<u64> {
            let first =
                |digest: &[u8]| digest.iter().take(8).fold(0, |n, b| n << 8 | u64::from(*b));
            bytes.chunks(width).map(first).collect()
        };
        for (string, expected) in strings.iter().zip(of(&expected)) {
            let ((data, len), mut number) = (data(string), 1);
            assert_eq!(ph_hash64(key.0, data, len), expected, "{}", row.name);
            assert_eq!(ph_hash64_into(key.0, data, len, &raw mut number), PH_OK);
            assert_eq!(number, expected, "{}", row.name);
        }
        assert_eq!(ph_hash64_many(key.0, many, lens.as_ptr(), COUNT, to), PH_OK);
        assert!(numbers == of(&expected), "{}: numbers of many", row.name);
        numbers.fill(0);
        assert_eq!(ph_hash64_column32(key.0, all, len, columns.0, COUNT, to), PH_OK);
        assert!(numbers == of(&expected), "{}: numbers of column32", row.name);
        numbers.fill(0);
        assert_eq!(ph_hash64_column64(key.0, all, len, columns.1, COUNT, to), PH_OK);
        assert!(numbers == of(&expected), "{}: numbers of column64", row.name);
        assert_eq!(ph_hash64_u64s(key.0, words.as_ptr(), COUNT, to), PH_OK);
        assert!(numbers == of(&of_words), "{}: numbers of u64s", row.name);
    }
}

/// A stream starts again under any key, and under another nonce. It is unchanged where it cannot.
#[test]
fn streams_start_again() {
    let other = Key::of_seed("siphash-2-4", 2);
    for row in ALGORITHMS {
        let key = Key::of_seed(row.name, 1);
        let (one, two): (&[u8], &[u8]) = if row.nonce { (b"one", b"two") } else { (b"", b"") };
        let (mut stream, mut expected) = (key.stream(one), key.stream(two));
        stream.update(b"another message");
        expected.update(b"message");
        let (mut nonce, mut n) = data(two);
        // SAFETY: the pointers are to live objects, and the nonce has its bytes.
        unsafe {
            assert_eq!(ph_stream_reset(stream.0, key.0, nonce, n), PH_OK, "{}", row.name);
            stream.update(b"message");
            // No nonce where one is needed, and one where none is.
            (nonce, n) = data(if row.nonce { b"" } else { b"none" });
            assert_eq!(ph_stream_reset(stream.0, key.0, nonce, n), PH_ERROR_NONCE);
            let digest = stream.finalize();
            assert_eq!(digest_bytes(&digest), digest_bytes(&expected.finalize()), "{}", row.name);
            assert_eq!(ph_stream_reset(stream.0, other.0, core::ptr::null(), 0), PH_OK);
        }
        stream.update(b"message");
        assert_eq!(digest_bytes(&stream.finalize()), digest_bytes(&other.hash(b"message")));
    }
}

/// The AEADs' order of data, text and lengths.
#[test]
fn ghash_with_data_and_text() {
    let bytes: Vec<u8> = (0..100).collect();
    let (mut out, [(data, n), (text, m)]) = ([0; 16], [data(&bytes[..21]), data(&bytes[21..])]);
    // SAFETY: the pointers are to live keys and to arrays of the given lengths.
    unsafe {
        let key = Key::new("ghash", &[7; 16]);
        assert_eq!(ph_ghash_aead(key.0, data, n, text, m, out.as_mut_ptr()), PH_OK);
        let expected = ghash_clmul::GhashKey::from_bytes(&[7; 16]);
        assert_eq!(out, ghash_clmul::hash_aead(&expected, &bytes[..21], &bytes[21..]));
        let key = Key::new("polyval", &[7; 16]);
        assert_eq!(ph_ghash_aead(key.0, data, n, text, m, out.as_mut_ptr()), PH_OK);
        let expected = ghash_clmul::PolyvalKey::from_bytes(&[7; 16]);
        assert_eq!(out, ghash_clmul::hash_aead(&expected, &bytes[..21], &bytes[21..]));
        let key = Key::of_seed("clhash", 1);
        let status = ph_ghash_aead(key.0, data, n, text, m, out.as_mut_ptr());
        assert_eq!(status, PH_ERROR_ALGORITHM);
    }
}

/// C reads the table of algorithms as it is.
#[test]
fn the_table() {
    let string = |text: *const core::ffi::c_char| {
        // SAFETY: the pointer is a string of the table.
        unsafe { CStr::from_ptr(text) }.to_str().expect("the text is UTF-8")
    };
    assert_eq!(ph_algorithm_count(), ALGORITHMS.len());
    assert!(ph_algorithm_at(ALGORITHMS.len()).is_null());
    for (place, row) in ALGORITHMS.iter().enumerate() {
        let algorithm = ph_algorithm_at(place);
        assert_eq!(algorithm, door::algorithm(&row.name.to_uppercase()));
        // SAFETY: the algorithm is of the table.
        unsafe {
            assert_eq!(string(ph_algorithm_name(algorithm)), row.name);
            for (number, text) in [
                (PH_TEXT_SUMMARY, row.summary),
                (PH_TEXT_ABOUT, row.about),
                (PH_TEXT_SOURCE, row.source),
                (PH_TEXT_BOUND, row.bound),
                (PH_TEXT_STORED_NAME, &row.stored_name()),
                (PH_TEXT_SECRETS, &row.secrets.to_string()),
            ] {
                assert_eq!(string(ph_algorithm_text(algorithm, number)), text);
            }
            for number in [-1, 7, i32::MAX] {
                assert!(ph_algorithm_text(algorithm, number).is_null());
            }
            let secrets = row.secrets;
            for (kind, expected) in [
                (PH_OF_KEY, secrets.key),
                (PH_OF_NONCE, secrets.nonce),
                (PH_OF_DIGEST, Some(secrets.digest)),
                (PH_OF_CHECKPOINT, Some(secrets.checkpoint)),
                (PH_OF_PART, secrets.part),
                (-1, Some(Secrecy::Key)),
                (6, Some(Secrecy::Key)),
            ] {
                let expected = match expected {
                    None => PH_SECRECY_NONE,
                    Some(Secrecy::Public) => PH_SECRECY_PUBLIC,
                    Some(Secrecy::Hidden) => PH_SECRECY_HIDDEN,
                    Some(Secrecy::Forging) => PH_SECRECY_FORGING,
                    Some(Secrecy::Key) => PH_SECRECY_KEY,
                };
                assert_eq!(ph_algorithm_secrecy(algorithm, kind), expected, "{} {kind}", row.name);
            }
            let mut count = 99;
            let lengths = ph_algorithm_key_lengths(algorithm, &raw mut count);
            assert_eq!(core::slice::from_raw_parts(lengths, count), row.key_lengths);
            let lengths = ph_algorithm_digest_lengths(algorithm, &raw mut count);
            let lengths = core::slice::from_raw_parts(lengths, count).iter();
            assert!(lengths.map(|bytes| 8 * bytes).eq(row.widths().iter().copied()));
            assert_eq!(8 * ph_algorithm_digest_bytes(algorithm), row.output_bits);
            assert_eq!(ph_algorithm_block_bytes(algorithm), row.block_bytes);
            let properties = ph_algorithm_properties(algorithm);
            assert_eq!(properties & PH_TAKES_NONCE != 0, row.nonce);
            assert_eq!(properties & PH_IS_MAC != 0, row.mac);
            assert_eq!(properties & PH_JOINS_PARTS != 0, row.joins());
            let is_for_one_length =
                row.collisions.is_some_and(|bound| bound.pairs == table::Pairs::OneLength);
            assert_eq!(properties & PH_ONE_LENGTH != 0, is_for_one_length);
            for len in [0, 8, 1024, 1 << 40, u64::MAX] {
                let bound = ph_algorithm_collision_bound(algorithm, len);
                assert_eq!(
                    bound.to_bits(),
                    row.collision_bound(len).map_or(0.0, |bound| bound.log2).to_bits()
                );
            }
            assert_eq!(string(ph_algorithm_backend(algorithm)), row.detected_backend());
            let key = Key::of_seed(row.name, 1);
            assert_eq!(ph_key_algorithm(key.0), algorithm);
            assert_eq!(string(ph_key_backend(key.0)), row.detected_backend());
            let mut other = null_mut();
            assert_eq!(ph_key_with_backend(key.0, c"portable".as_ptr(), &raw mut other), PH_OK);
            assert_eq!(string(ph_key_backend(other)), "portable");
            ph_key_free(other);
            assert_eq!(ph_key_clone(key.0, &raw mut other), PH_OK);
            let len = row.key_lengths.first().copied().unwrap_or(0);
            let [mut one, mut two] = [vec![1; len], vec![2; len]];
            assert_eq!(ph_key_bytes(key.0, one.as_mut_ptr(), len), PH_OK);
            assert_eq!(ph_key_bytes(other, two.as_mut_ptr(), len), PH_OK);
            assert_eq!(one, two);
            ph_key_free(other);
        }
    }
}
