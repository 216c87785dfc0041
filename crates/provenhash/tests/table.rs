//! Tests of every row.

use hash_core::checkpoint::fnv1a;
use provenhash::{
    ALGORITHMS, Algorithm, Assumption, Attack, BatchError, Bound, Digest, Error, Key, Pairs,
    Secrecy, Stream, TagError,
};
use std::collections::HashSet;
use testkit::Generator;
use testkit::lengths::{ladder, pieces};

/// The rows without nonces, each with a key.
fn keys() -> impl Iterator<Item = (&'static Algorithm, Key)> {
    let rows = ALGORITHMS.iter().filter(|row| !row.nonce);
    rows.map(|row| (row, row.from_seed(1).expect("no nonce")))
}

fn message(len: usize) -> Vec<u8> {
    Generator::SplitMix(1).message(len)
}

/// Threads share the handles, and a server that catches a panic goes on with them.
#[test]
fn handles_are_shared_and_outlive_panics() {
    use std::panic::{RefUnwindSafe, UnwindSafe};
    fn is_shared<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
    is_shared::<Key>();
    is_shared::<Stream>();
    is_shared::<provenhash::Part>();
    is_shared::<provenhash::NonceKey>();
}

/// Code that is generic over functions meets every row but those with nonces.
#[test]
fn visitors_meet_every_row() {
    struct Names(Vec<&'static str>);
    impl provenhash::Visitor for Names {
        fn visit<F: hash_core::function::Function>(&mut self) {
            self.0.push(F::DESCRIPTION.name);
        }
    }
    let mut names = Names(vec![]);
    provenhash::visit(&mut names);
    assert!(names.0.into_iter().eq(keys().map(|(row, _)| row.name)));
}

#[test]
fn rows_are_complete() {
    let mut names = HashSet::new();
    for row in ALGORITHMS {
        let name = row.name;
        assert!(names.insert(name.to_owned()), "{name} twice");
        assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        // Otherwise a name could be taken for a digest.
        assert!(name.bytes().any(|b| !b.is_ascii_hexdigit()), "{name}");
        assert!(std::ptr::eq(Algorithm::find(&name.to_uppercase()).expect("a row"), row));
        let stored = row.stored_name();
        assert!(
            names.insert(stored.clone().into_owned()) == row.version.is_some(),
            "{stored} twice"
        );
        assert!(std::ptr::eq(Algorithm::find(&stored).expect("a row"), row));
        for text in [row.summary, row.about, row.source, row.bound] {
            assert!(!text.is_empty() && !text.contains(['\n', '\r']), "{name}: {text}");
        }
        assert!(row.key_lengths.is_sorted() && !row.key_lengths.contains(&0), "{name}");
        assert!(row.block_bytes > 0, "{name}");
        assert_eq!(row.widths().last(), Some(&row.output_bits), "{name}");
        assert!(row.widths().iter().all(|bits| bits % 8 == 0) && row.widths().is_sorted());
        assert!(row.output_bits % 8 == 0 && row.output_bits <= 8 * Digest::MAX_BYTES, "{name}");
        let available = row.available_backends();
        assert!(available.contains(&row.detected_backend()), "{name}");
        assert!(available.iter().all(|backend| row.backends().contains(backend)), "{name}");
        let bound = |len| row.collision_bound(len).map(|bound| bound.log2);
        assert_eq!(bound(1).is_none(), row.bound.starts_with("none"), "{name}");
        assert!(bound(1).is_none() || bound(1) < Some(0.0) && bound(1) <= bound(u64::MAX));
        // The words name what the theorem assumes, as the bound that is printed does.
        for theorem in [row.collisions.map(|t| t.assumes), row.forgeries.map(|t| t.assumes)] {
            for advantage in theorem.unwrap_or_default() {
                assert!(row.bound.contains(&advantage.to_string()), "{name}: {advantage}");
            }
        }
    }
    assert!(Algorithm::find("").is_none() && Algorithm::find("crc32").is_none());
}

/// A bound for any lengths must hold for a message and the same message with a zero byte, as for
/// any other two. These collide under every key where zeros are all that pads a message.
#[test]
fn bounds_are_for_the_lengths_that_they_hold_for() {
    for row in ALGORITHMS.iter().filter(|r| r.collision_bound(1).is_some() && r.output_bits >= 32) {
        let colliding = (0..50).filter(|seed| {
            let [short, long] =
                [b"a".as_slice(), b"a\0"].map(|message| match row.from_seed(*seed) {
                    Ok(key) => key.hash(message),
                    Err(_) => row
                        .nonce_key_from_seed(*seed)
                        .and_then(|k| k.tag(b"n", message))
                        .expect("a tag"),
                });
            short == long
        });
        let is_for_one_length = row.collisions.is_some_and(|bound| bound.pairs == Pairs::OneLength);
        assert_eq!(colliding.count(), if is_for_one_length { 50 } else { 0 }, "{}", row.name);
    }
}

#[test]
fn keys_have_their_lengths() {
    for row in ALGORITHMS {
        let make = |bytes: &[u8]| {
            if row.nonce {
                row.nonce_key(bytes).map(|k| k.to_bytes())
            } else {
                row.key(bytes).map(|k| k.to_bytes())
            }
        };
        for len in (0..70).chain(row.key_lengths.iter().flat_map(|len| len - 1..len + 2)) {
            let fits = row.key_lengths.contains(&len) || row.key_lengths.is_empty() && len == 0;
            match make(&vec![0x15; len]) {
                Ok(bytes) => assert!(fits && bytes == vec![0x15; len], "{}: {len}", row.name),
                Err(error) => {
                    let expected = row.key_lengths;
                    let right = Error::KeyLength { algorithm: row.name, found: len, expected };
                    assert!(!fits && error == right, "{}: {len}: {error}", row.name);
                }
            }
        }
        // Random keys are new ones, and keys of one seed the same.
        let random = || {
            if row.nonce {
                row.try_generate_nonce_key().expect("entropy").to_bytes()
            } else {
                row.try_generate().expect("entropy").to_bytes()
            }
        };
        assert_eq!(random() == random(), row.key_lengths.is_empty(), "{}", row.name);
    }
    let vhash = Algorithm::find("vhash64").expect("a row");
    assert_eq!(
        vhash.key(&[0xff; 160]).expect_err("too large").to_string(),
        "key has a word of the last step that is not below 2^64 - 257, vhash64 excludes it"
    );
    assert_eq!(
        Algorithm::find("vmac64").expect("a row").key(&[0; 17]).expect_err("nonces"),
        Error::NeedsNonce { algorithm: "vmac64" }
    );
    let md5 = Algorithm::find("md5").expect("a row");
    assert_eq!(md5.key(b"k").expect_err("none").to_string(), "key has 1 bytes, md5 takes none");
    let vmac =
        Algorithm::find("vmac128").expect("a row").nonce_key(&[0; 17]).expect_err("a length");
    assert_eq!(vmac.to_string(), "key has 17 bytes, vmac128 needs 16, 24 or 32");
}

/// Under zeros a universal hash ignores the message, so that its keys of zeros are refused. A
/// pseudo-random function has no such key.
#[test]
fn universal_hashes_refuse_a_key_of_zeros() {
    for row in ALGORITHMS.iter().filter(|row| !row.key_lengths.is_empty()) {
        for len in row.key_lengths {
            let zeros = vec![0; *len];
            let (error, nonce) = (row.key(&zeros).err(), row.nonce_key(&zeros).err());
            if row.nonce {
                assert_eq!(nonce, None, "{}", row.name);
            } else if row.collision_bound(1).is_some() && !row.mac {
                let text = error.expect(row.name).to_string();
                assert!(
                    text.starts_with("key has zeros where") && text.contains(row.name),
                    "{text}"
                );
            } else {
                assert_eq!(error, None, "{}", row.name);
            }
        }
    }
}

/// Every row computes what the reference does, on every backend of this CPU, alone and in batches.
#[test]
fn digests_are_those_of_the_reference() {
    for (row, key) in keys() {
        for backend in row.available_backends() {
            let key = key.with_backend(backend).expect("an available backend");
            let messages: Vec<_> =
                ladder(70, row.block_bytes.max(64), 2).into_iter().map(message).collect();
            let expected: Vec<_> = messages
                .iter()
                .map(|m| reference::digest(row.name, &key.to_bytes(), m).expect("an oracle"))
                .collect();
            for (message, digest) in messages.iter().zip(&expected) {
                let found = key.hash(message);
                assert_eq!(found.as_bytes(), digest, "{}, {backend}", row.name);
            }
            let slices: Vec<_> = messages.iter().map(Vec::as_slice).collect();
            let mut all = vec![0; slices.len() * row.output_bits / 8];
            key.hash_many(&slices, &mut all).expect("one digest per message");
            assert_eq!(all, expected.concat(), "{}, {backend}", row.name);
        }
    }
}

#[test]
fn streams_checkpoints_backends_and_parts_agree() {
    for (row, key) in keys() {
        let name = row.name;
        assert_eq!(key.backend(), row.detected_backend(), "{name}");
        for backend in row.available_backends() {
            let other = key.with_backend(backend).expect("an available backend");
            assert_eq!((other.backend(), other.to_bytes()), (backend, key.to_bytes()), "{name}");
            for len in ladder(40, row.block_bytes.max(64), 2) {
                let message = message(len);
                let digest = key.hash(&message);
                assert_eq!(digest.bits(), row.output_bits, "{name}");
                assert_eq!(other.hash(&message), digest, "{name} on {backend}, {len} bytes");
                let mut stream = other.stream();
                for piece in pieces(&message, &[1, 100, 1500]) {
                    stream.update(piece);
                    let saved = stream.checkpoint();
                    stream = key.resume(&saved).expect("a checkpoint");
                }
                assert_eq!(stream.clone().finalize(), digest, "{name}: {len} bytes");
                assert_eq!(key.hash_u64(&message), digest.first_u64(), "{name}: {len} bytes");
                let refused = Error::NoMac { algorithm: name };
                let expected = if row.mac { Ok(()) } else { Err(refused) };
                let tag = row.published_bytes(digest);
                assert_eq!(key.tag(&message), expected.clone().map(|()| tag), "{name}");
                assert_eq!(stream.tag(), expected.clone().map(|()| tag), "{name}");
                assert_eq!(key.verify(&message, tag.as_bytes()), expected, "{name}");
                let is_tag = row.mac && digest == tag;
                let digits = digest.as_bytes();
                assert_eq!(key.verify(&message, digits).is_ok(), is_tag, "{name}: two orders");
                assert!(key.verify(&message, &tag.as_bytes()[1..]).is_err(), "{name}");
                let longer = [tag.as_bytes(), &[0]].concat();
                for tag in [longer.as_slice(), &[0x5a; 33], b""] {
                    assert!(key.verify(&message, tag).is_err(), "{name}: {tag:?}");
                }
                if !row.joins() {
                    assert_eq!(
                        key.part(&message).expect_err("none"),
                        Error::NoParts { algorithm: name }
                    );
                    continue;
                }
                for cut in [0, len / 2 / row.block_bytes * row.block_bytes] {
                    let [first, rest] = [&message[..cut], &message[cut..]];
                    let [first, rest] =
                        [key.part(first), other.part(rest)].map(|p| p.expect("a part"));
                    let both = first.join(&rest).expect("whole blocks");
                    assert_eq!(
                        (both.finalize(), both.len()),
                        (digest, len as u64),
                        "{name}: {len}"
                    );
                }
            }
        }
        assert!(key.with_backend("none").is_err(), "{name}");
        assert!(key.resume(b"no checkpoint").is_err(), "{name}");
        if row.joins() {
            let [one, two] = [0, 1].map(|seed| row.from_seed(seed).expect("no nonce").part(b""));
            let [one, two] = [one, two].map(|part| part.expect("a part"));
            assert_eq!(one.join(&two).expect_err("keys differ"), Error::OtherKey, "{name}");
            let part = key.part(&[1]).expect("a part");
            assert!(matches!(part.join(&part), Err(Error::Parts(_))), "{name}");
        }
    }
    let clhash = Algorithm::find("clhash").and_then(|row| row.from_seed(0).ok()).expect("a key");
    let ghash = Algorithm::find("ghash").and_then(|row| row.from_seed(0).ok()).expect("a key");
    let [first, next] = [clhash.part(b""), ghash.part(b"")].map(|part| part.expect("a part"));
    assert_eq!(first.join(&next).expect_err("another algorithm"), Error::OtherKey);
}

/// Pieces of many streams, of all algorithms mixed, and with nonces too, are those of one after the
/// other.
#[test]
fn streams_advance_together() {
    let bytes = message(5_000);
    for count in [0, 1, 5, 150] {
        let all = keys().map(|(_, key)| key.stream()).chain(ALGORITHMS.iter().filter_map(|row| {
            row.nonce.then(|| row.nonce_key_from_seed(1)?.stream(b"nonce"))?.ok()
        }));
        let md5 = Algorithm::find("md5").and_then(|row| row.key(b"").ok()).expect("MD5 has no key");
        let mut streams: Vec<_> = all.chain((0..count).map(|_| md5.stream())).collect();
        let mut expected = streams.clone();
        for round in 0..4 {
            let lens = (0..streams.len()).map(|i| (i * 97 + round * 1_300) % 5_000);
            let pieces: Vec<_> = lens.map(|len| &bytes[..len]).collect();
            Stream::update_each(streams.iter_mut().zip(pieces.iter().copied()));
            for ((stream, expected), piece) in streams.iter().zip(&mut expected).zip(pieces) {
                expected.update(piece);
                let name = stream.algorithm().name;
                assert_eq!(stream.finalize(), expected.finalize(), "{name}, round {round}");
            }
        }
    }
}

/// No row takes a checkpoint of another one, even if both have the same streams, and a
/// pseudo-random function none under another key.
#[test]
fn checkpoints_are_of_one_row() {
    let mut shared = 0;
    for (row, key) in keys() {
        let mut stream = key.stream();
        stream.update(b"a message in pieces");
        let saved = stream.checkpoint();
        assert!(key.resume(&saved).is_ok());
        for (other, key) in keys().filter(|(other, _)| *other != row) {
            match key.resume(&saved) {
                Err(Error::OtherCheckpoint) => shared += 1,
                Err(Error::Checkpoint(_)) => {}
                result => panic!("{} of {}: {result:?}", other.name, row.name),
            }
        }
        for other in ALGORITHMS.iter().filter(|other| other.nonce) {
            let key = other.nonce_key_from_seed(1).expect("nonces");
            let result = key.resume(b"nonce", &saved);
            assert!(matches!(result, Err(Error::OtherCheckpoint | Error::Checkpoint(_))));
        }
        // Checkpoints without the key do not say which one they had.
        let is_bound = row.secrets.checkpoint == Secrecy::Key;
        let result = row.from_seed(2).expect("no nonce").resume(&saved);
        assert_eq!(result.err(), is_bound.then_some(Error::OtherCheckpoint), "{}", row.name);
        // Nor is a key bound if the checkpoint says that it had none.
        let none = fnv1a(&[row.stored_name().as_bytes(), &[0]].concat()).to_le_bytes();
        let unbound = [&saved[..saved.len() - none.len()], &none].concat();
        let result = key.resume(&unbound);
        assert_eq!(result.err(), is_bound.then_some(Error::OtherCheckpoint), "{}", row.name);
        for len in 0..=saved.len() + 1 {
            let bytes = [saved.as_slice(), &[0]].concat()[..len].to_vec();
            let (expected, found) = (saved.len(), len);
            let wrong = provenhash::CheckpointError::Length { expected, found };
            let error = (len != expected).then_some(Error::Checkpoint(wrong));
            assert_eq!(key.resume(&bytes).err(), error, "{}", row.name);
        }
        for bit in 0..8 * saved.len() {
            let mut bad = saved.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(key.resume(&bad).is_err(), "{}, bit {bit}", row.name);
        }
    }
    // The forms of CLHASH, VHASH, HighwayHash and others have the same streams.
    assert!(shared >= 18, "{shared}");
}

#[test]
fn digests_are_written_in_place() {
    for (row, key) in keys() {
        let size = row.output_bits / 8;
        for message in [&b""[..], b"abc", &[7; 3000]] {
            let mut out = [0x55; Digest::MAX_BYTES + 1];
            key.hash_into(message, &mut out[..size]).expect("room for a digest");
            let (digest, rest) = out.split_at(size);
            assert_eq!(digest, key.hash(message).as_bytes(), "{}", row.name);
            assert!(rest.iter().all(|&byte| byte == 0x55), "{}", row.name);
        }
        for wrong in (0..=2 * size).filter(|&len| len != size) {
            let mut out = vec![0x55; wrong];
            let outputs = wrong / size + usize::from(wrong / size == 1);
            let right = BatchError::Length { messages: 1, outputs };
            assert_eq!(key.hash_into(b"abc", &mut out), Err(right), "{} {wrong}", row.name);
            assert!(out.iter().all(|&byte| byte == 0x55), "{}", row.name);
        }
    }
}

#[test]
fn batches_are_the_messages_one_by_one() {
    let values = message(20_000);
    for (row, key) in keys() {
        let size = row.output_bits / 8;
        for count in [0, 1, 5, 255, 256, 257, 600] {
            let offsets: Vec<_> = (0..=count).map(|i| 33 * i).collect();
            let messages: Vec<_> = offsets.windows(2).map(|w| &values[w[0]..w[1]]).collect();
            let words: Vec<_> = (0..count as u64).map(|i| i * i).collect();
            let expected: Vec<_> =
                messages.iter().flat_map(|m| key.hash(m).as_bytes().to_vec()).collect();
            let mut out = vec![0; size * count];
            key.hash_many(&messages, &mut out).expect("a batch");
            assert_eq!(out, expected, "{}", row.name);
            out.fill(0);
            key.hash_column(&values, &offsets, &mut out).expect("a column");
            assert_eq!(out, expected, "{}", row.name);
            key.hash_u64s(&words, &mut out).expect("a batch");
            for (word, digest) in words.iter().zip(out.chunks(size)) {
                assert_eq!(key.hash(&word.to_le_bytes()).as_bytes(), digest, "{}", row.name);
            }
            // One byte or one digest too many.
            for more in [1, size] {
                let mut out = vec![0; size * count + more];
                let right = BatchError::Length { messages: count, outputs: count + 1 };
                assert_eq!(key.hash_many(&messages, &mut out), Err(right), "{}", row.name);
                assert_eq!(key.hash_u64s(&words, &mut out), Err(right), "{}", row.name);
                assert!(key.hash_column(&values, &offsets, &mut out).is_err(), "{}", row.name);
            }
            // One byte too few.
            if count > 0 {
                let mut out = vec![0; size * count - 1];
                let right = BatchError::Length { messages: count, outputs: count - 1 };
                assert_eq!(key.hash_many(&messages, &mut out), Err(right), "{}", row.name);
                assert_eq!(key.hash_u64s(&words, &mut out), Err(right), "{}", row.name);
                let found = key.hash_column(&values, &offsets, &mut out);
                assert_eq!(found, Err(right), "{}", row.name);
            }
        }
        let wrong = key.hash_column(&values, &[5_u64, 4], &mut vec![0; size]);
        assert_eq!(wrong, Err(BatchError::Offset { index: 1 }), "{}", row.name);
    }
}

/// A cut tag is verified in the width that the receiver says, whatever the sender sends.
#[test]
fn tags_have_the_width_that_is_verified() {
    for (row, key) in keys() {
        let (name, expected) = (row.name, row.widths());
        let tag = row.published_bytes(key.hash(b"a message"));
        for bits in (0..=8 * Digest::MAX_BYTES + 8).step_by(4) {
            let found = key.verify_cut(b"a message", tag.first(bits).as_bytes(), bits);
            let wanted = match (row.mac, expected.contains(&bits)) {
                (false, _) => Err(Error::NoMac { algorithm: name }),
                (true, false) => Err(Error::Width { algorithm: name, found: bits, expected }),
                (true, true) => Ok(()),
            };
            assert_eq!(found, wanted, "{name}: {bits} bits");
        }
        for bits in expected.iter().filter(|_| row.mac) {
            let right = tag.first(*bits);
            for bytes in (0..=tag.as_bytes().len()).filter(|bytes| 8 * bytes != *bits) {
                let other = &tag.as_bytes()[..bytes];
                assert_eq!(key.verify_cut(b"a message", other, *bits), Err(Error::Tag(TagError)));
            }
            for bit in 0..*bits {
                let mut other = right.as_bytes().to_vec();
                other[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(key.verify_cut(b"a message", &other, *bits), Err(Error::Tag(TagError)));
            }
            assert!(key.verify_cut(b"a massage", right.as_bytes(), *bits).is_err());
        }
    }
    let clmac = Algorithm::find("clmac").expect("a row");
    assert_eq!(clmac.widths(), [64, 96, 128]);
    let key = clmac.from_seed(1).expect("a key");
    let error = key.verify_cut(b"", &[], 0).expect_err("no width");
    assert_eq!(error.to_string(), "clmac has no digests of 0 bits, only of 64, 96 or 128");
}

/// One attempt after one message of one byte.
const ONE: Attack = Attack { senders: None, messages: 1, attempts: 1, len_bytes: 1, tag_bits: 128 };

/// The bound of a key says how the key was made, and keys of seeds have none.
#[test]
fn bounds_of_keys() {
    let attack = |row: &Algorithm| Attack {
        tag_bits: u32::try_from(row.output_bits).expect("few bits"),
        ..ONE
    };
    for row in ALGORITHMS.iter().filter(|row| !row.key_lengths.is_empty()) {
        let (theorem, chacha) = (row.forgery_bound(&attack(row)), Assumption::CHACHA20);
        let of_keys = |forgery: [Option<Bound>; 2], plus: usize| {
            assert_eq!(forgery[1], None, "{}: a seed", row.name);
            assert_eq!(forgery[0].is_some(), theorem.is_some(), "{}", row.name);
            for (bound, theorem) in forgery[0].iter().zip(&theorem) {
                let advantages: Vec<_> = bound.advantages().collect();
                assert_eq!(bound.log2, theorem.log2);
                assert_eq!(advantages.len(), theorem.assumes.len() + plus, "{bound}");
                assert_eq!(advantages.contains(&chacha), plus == 1, "{bound}");
            }
        };
        let bytes = vec![1; row.key_lengths[0]];
        if row.nonce {
            let seeded = row.nonce_key_from_seed(1).expect("a seed").forgery_bound(&attack(row));
            let keys = [row.nonce_key(&bytes), row.nonce_key_from_secret(&[1; 32])];
            for (plus, key) in keys.into_iter().enumerate() {
                let key = key.expect("a key");
                of_keys([key.forgery_bound(&attack(row)), seeded], plus);
            }
        } else {
            let seeded = row.from_seed(1).expect("a seed");
            assert_eq!(seeded.collision_bound(9), None, "{}: a seed", row.name);
            let keys = [row.key(&bytes), row.from_secret(&[1; 32])];
            for (plus, key) in keys.into_iter().enumerate() {
                let key = key.expect("a key");
                of_keys(
                    [key.forgery_bound(&attack(row)), seeded.forgery_bound(&attack(row))],
                    plus,
                );
                let bound = key.collision_bound(9);
                assert_eq!(bound.map(|bound| bound.log2), row.collision_bound(9).map(|b| b.log2));
                let is_derived = |bound: Bound| bound.advantages().any(|one| one == chacha);
                assert_eq!(bound.is_some_and(is_derived), bound.is_some() && plus == 1);
            }
        }
    }
}

/// The bound on forgeries is that of the width.
#[test]
fn forgeries_of_cut_tags() {
    let of = |name| Algorithm::find(name).expect("a row");
    for (bits, log) in [(64, -32.0), (96, -64.0), (128, -96.0)] {
        let attack = Attack { attempts: 1 << 32, len_bytes: 1 << 20, tag_bits: bits, ..ONE };
        let bound = of("clmac").forgery_bound(&attack).expect("a theorem").log2;
        // Attempts also meet the hash of the one message that was tagged: 2^-127 each.
        assert!((log..log + 1.6).contains(&bound), "{bits} bits: {bound}");
    }
    for (name, bits) in
        [("clmac", 0), ("clmac", 32), ("clmac", 256), ("vmac64", 32), ("vmac128", 64)]
    {
        let attack = Attack { tag_bits: bits, ..ONE };
        assert_eq!(of(name).forgery_bound(&attack), None, "{name}: {bits} bits");
    }
}

#[test]
fn tags_need_their_nonce() {
    let rows = ALGORITHMS.iter().filter(|row| row.nonce);
    for row in rows.clone() {
        for len in row.key_lengths {
            let key = row.nonce_key(&vec![7; *len]).expect("a key");
            for backend in row.available_backends() {
                let other = key.with_backend(backend).expect("an available backend");
                assert_eq!(other.backend(), backend);
                for len in ladder(40, row.block_bytes, 2) {
                    let message = message(len);
                    let tag = key.tag(b"nonce", &message).expect("a nonce");
                    assert_eq!(other.tag(b"nonce", &message), Ok(tag));
                    assert_ne!(other.tag(b"other", &message), Ok(tag));
                    let mut stream = other.stream(b"nonce").expect("a nonce");
                    for piece in pieces(&message, &[1, 100, 1500]) {
                        stream.update(piece);
                        let saved = stream.checkpoint();
                        stream = key.resume(b"nonce", &saved).expect("a checkpoint");
                    }
                    assert_eq!(stream.clone().finalize(), tag);
                    assert_eq!(stream.tag(), Ok(tag));
                    assert_eq!(key.verify(b"nonce", &message, tag.as_bytes()), Ok(()));
                    assert!(matches!(
                        key.verify(b"other", &message, tag.as_bytes()),
                        Err(Error::Tag(_))
                    ));
                }
            }
            for nonce in [[0; 17].as_slice(), b""] {
                assert!(matches!(key.tag(nonce, b""), Err(Error::Nonce { .. })), "{}", row.name);
            }
        }
        assert_eq!(
            row.from_seed(1).expect_err("nonces"),
            Error::NeedsNonce { algorithm: row.name }
        );
    }
    assert_eq!(rows.count(), 2);
    let clhash = Algorithm::find("clhash").expect("a row");
    let refused = clhash.nonce_key(&[0; 1064]).expect_err("none");
    assert_eq!(refused, Error::TakesNoNonce { algorithm: "clhash" });
}

#[test]
fn nothing_shows_a_key() {
    for (row, key) in keys() {
        let stream = key.stream();
        for text in [format!("{key:?}"), format!("{stream:?}"), format!("{row:?}")] {
            assert!(text.len() < 60 && text.contains(row.name), "{text}");
        }
    }
    let key = Algorithm::find("vmac64").expect("a row").nonce_key(&[0xa5; 16]).expect("a key");
    assert_eq!(format!("{key:?}"), "NonceKey { algorithm: \"vmac64\", .. }");
}
