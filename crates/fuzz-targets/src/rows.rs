//! The rows of the table: every algorithm of `provenhash`, computed in every way that its keys
//! offer.
//!
//! The first byte of an input chooses the row. The digests must be those of the reference and,
//! where there is one, of an implementation by others.

use crate::input::{Length, Material, Placed, message};
use crate::peers;
use arbitrary::{Arbitrary, Result, Unstructured};
use hash_core::CombineError;
use hash_core::checkpoint::fnv1a;
use std::io::Write;
use table::{ALGORITHMS, Algorithm, Digest, Error, Key, NonceKey, Part, Stream};

mod batches;

pub use batches::{batches, slices};

/// A target over rows: its name and the rows that it has.
pub type Target = (&'static str, fn(&Algorithm) -> bool);

/// The targets of this module.
pub const TARGETS: &[Target] = &[
    ("messages", |_| true),
    ("parts", Algorithm::joins),
    ("batches", |row| !row.nonce),
    ("checkpoints", |_| true),
];

/// Returns the length of the longest message in bytes: three blocks and more, so that two parts can
/// have different numbers of blocks. It is short, because the reference is slow.
fn longest(row: &Algorithm) -> usize {
    (3 * row.block_bytes + 400).max(4500)
}

/// Chooses a row of a target, by one byte.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn row(u: &mut Unstructured<'_>, target: &str) -> Result<&'static Algorithm> {
    let (_, has) = TARGETS.iter().find(|(name, _)| *name == target).expect("a target of rows");
    let rows: Vec<_> = ALGORITHMS.iter().filter(|row| has(row)).collect();
    let chosen: u8 = u.arbitrary()?;
    Ok(rows[usize::from(chosen) % rows.len()])
}

/// Returns the length near whose multiples messages are cut: whole blocks of at least 64 bytes.
fn block(row: &Algorithm) -> usize {
    64_usize.next_multiple_of(row.block_bytes)
}

/// A key on one backend, with a nonce if the algorithm takes nonces.
enum Under {
    Key(Key),
    Nonce(NonceKey, Vec<u8>),
}

impl Under {
    fn hash(&self, message: &[u8]) -> Digest {
        match self {
            Self::Key(key) => key.hash(message),
            Self::Nonce(key, nonce) => key.tag(nonce, message).expect("the nonce is valid"),
        }
    }

    fn stream(&self) -> Stream {
        match self {
            Self::Key(key) => key.stream(),
            Self::Nonce(key, nonce) => key.stream(nonce).expect("the nonce is valid"),
        }
    }

    fn resume(&self, checkpoint: &[u8]) -> core::result::Result<Stream, Error> {
        match self {
            Self::Key(key) => key.resume(checkpoint),
            Self::Nonce(key, nonce) => key.resume(nonce, checkpoint),
        }
    }

    fn verify(&self, message: &[u8], tag: &[u8]) -> core::result::Result<(), Error> {
        match self {
            Self::Key(key) => key.verify(message, tag),
            Self::Nonce(key, nonce) => key.verify(nonce, message, tag),
        }
    }

    /// Returns the name of the backend.
    fn backend(&self) -> &'static str {
        match self {
            Self::Key(key) => key.backend(),
            Self::Nonce(key, _) => key.backend(),
        }
    }

    /// Returns the digest by the reference.
    fn expected(&self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Key(key) => reference::digest(key.algorithm().name, &key.to_bytes(), message)
                .expect("the reference has every row"),
            Self::Nonce(key, nonce) => {
                peers::vmac(key.algorithm().name, &key.to_bytes(), nonce, message)
            }
        }
    }
}

/// Reads the bytes of a key.
fn key_bytes(u: &mut Unstructured<'_>, row: &Algorithm) -> Result<Vec<u8>> {
    let material: Material = u.arbitrary()?;
    let length = if row.key_lengths.is_empty() { 0 } else { *u.choose(row.key_lengths)? };
    Ok(material.bytes(length))
}

/// Reads a key and returns it on every backend of this CPU.
fn keys(u: &mut Unstructured<'_>, row: &'static Algorithm) -> Result<Vec<Key>> {
    let bytes = key_bytes(u, row)?;
    let key = row.key(&bytes).unwrap_or_else(|error| {
        let refused = matches!(error, Error::KeyRefused { algorithm, .. } if algorithm == row.name);
        assert!(refused, "{error}");
        row.from_seed(bytes[0].into()).expect("the row takes no nonce")
    });
    let on = |backend| key.with_backend(backend).expect("the backend is available");
    Ok(row.available_backends().into_iter().map(on).collect())
}

/// Reads a key, and a nonce if the row takes one, and returns them on every backend of this CPU.
fn under(u: &mut Unstructured<'_>, row: &'static Algorithm) -> Result<Vec<Under>> {
    if !row.nonce {
        return Ok(keys(u, row)?.into_iter().map(Under::Key).collect());
    }
    let key = row.nonce_key(&key_bytes(u, row)?).expect("the key has a length of the row");
    let mut nonce: Vec<u8> = u.arbitrary()?;
    let is_valid = match nonce.len() {
        1..=15 => true,
        16 => nonce[0] < 0x80,
        _ => false,
    };
    if !is_valid {
        assert!(matches!(key.tag(&nonce, b""), Err(Error::Nonce { .. })), "{}: nonce", row.name);
        nonce = vec![1];
    }
    let on = |backend| {
        let key = key.with_backend(backend).expect("the backend is available");
        Under::Nonce(key, nonce.clone())
    };
    Ok(row.available_backends().into_iter().map(on).collect())
}

/// Selects one of the keys.
fn one<K>(keys: &[K], index: u8) -> &K {
    &keys[usize::from(index) % keys.len()]
}

/// An operation on a stream.
#[derive(Arbitrary, Clone, Debug)]
enum Step {
    /// Appends the next bytes of the message.
    Update(Length),
    /// Appends the next bytes through `std::io::Write`.
    WriteAll(Length),
    /// Checks the digest so far.
    Finalize,
    /// Continues with a clone, while the original takes other bytes.
    Clone,
    /// Continues from a checkpoint, under the key of another backend.
    Move(u8),
}

/// Checks a stream with any order of calls, and whole messages on every backend, against the
/// reference and the implementations of others.
///
/// # Panics
/// If two ways to compute a digest disagree, here and below.
pub fn messages(data: &[u8]) {
    let _ = messages_of(&mut Unstructured::new(data));
}

fn messages_of(u: &mut Unstructured<'_>) -> Result<()> {
    let row = row(u, "messages")?;
    let (name, keys) = (row.name, under(u, row)?);
    let (first, distance): (u8, u8) = u.arbitrary()?;
    let steps: Vec<Step> = u.arbitrary()?;
    let message = Placed::new(&message(u, longest(row), block(row))?, distance);
    let message = message.bytes();

    let mut stream = one(&keys, first).stream();
    let mut rest = message;
    for step in steps.iter().take(40) {
        match step {
            Step::Update(length) | Step::WriteAll(length) => {
                let (now, later) = rest.split_at(length.up_to(rest.len(), block(row)));
                if matches!(step, Step::Update(_)) {
                    stream.update(now);
                } else {
                    stream.write_all(now).expect("writing to a stream succeeds");
                }
                rest = later;
            }
            Step::Finalize => {
                let seen = &message[..message.len() - rest.len()];
                assert_eq!(stream.finalize(), one(&keys, first).hash(seen), "{name}: so far");
            }
            Step::Clone => {
                let mut other = core::mem::replace(&mut stream, keys[0].stream());
                stream = other.clone();
                other.update(b"another way");
            }
            Step::Move(to) => {
                let saved = stream.checkpoint();
                stream = one(&keys, *to).resume(&saved).expect("its own checkpoint");
                assert_eq!(stream.checkpoint(), saved, "{name}: checkpoint again");
            }
        }
    }
    stream.update(rest);

    let expected = keys[0].expected(message);
    assert_eq!(stream.finalize().as_bytes(), expected, "{name}: {} bytes", message.len());
    for key in &keys {
        let digest = key.hash(message);
        assert_eq!(digest.as_bytes(), expected, "{name} on {}", key.backend());
        if let Under::Key(key) = key {
            assert_eq!(key.hash_u64(message), digest.first_u64(), "{name} as a number");
        }
    }
    if let Under::Key(key) = &keys[0]
        && let Some(digest) = peers::digest(name, &key.to_bytes(), message)
    {
        assert_eq!(digest, expected, "{name} by others");
    }
    let tag = row.published_bytes(keys[0].hash(message));
    verify(u, row, one(&keys, first), message, tag.as_bytes().to_vec())
}

/// Checks that the tag of a message is accepted and others are not, if the row is a MAC.
fn verify(
    u: &mut Unstructured<'_>,
    row: &Algorithm,
    key: &Under,
    message: &[u8],
    mut tag: Vec<u8>,
) -> Result<()> {
    if !row.mac {
        assert_eq!(key.verify(message, &tag), Err(Error::NoMac { algorithm: row.name }));
        return Ok(());
    }
    assert_eq!(key.verify(message, &tag), Ok(()), "{}: the tag is right", row.name);
    let other: Vec<u8> = u.arbitrary()?;
    assert_eq!(key.verify(message, &other).is_ok(), other == tag, "{}: another tag", row.name);
    let at = u.choose_index(tag.len())?;
    tag[at] ^= u.int_in_range(1..=255)?;
    assert!(matches!(key.verify(message, &tag), Err(Error::Tag(_))), "{}: wrong tag", row.name);
    Ok(())
}

/// Checks that parts joined in any order give the digest of the whole.
pub fn parts(data: &[u8]) {
    let _ = parts_of(&mut Unstructured::new(data));
}

fn parts_of(u: &mut Unstructured<'_>) -> Result<()> {
    let row = row(u, "parts")?;
    let (name, keys) = (row.name, keys(u, row)?);
    let cuts: Vec<(Length, u8)> = u.arbitrary()?;
    let joins: Vec<u8> = u.arbitrary()?;
    let message = message(u, longest(row), row.block_bytes)?;
    let of = |key: &Key, bytes: &[u8]| key.part(bytes).expect("the row has parts");

    // Parts with the ranges of the message that they hash.
    let mut parts: Vec<(usize, usize, Part)> = Vec::new();
    let mut start = 0;
    for (length, key) in cuts.iter().take(20) {
        let end = start + length.up_to(message.len() - start, row.block_bytes);
        parts.push((start, end, of(one(&keys, *key), &message[start..end])));
        start = end;
    }
    parts.push((start, message.len(), of(&keys[0], &message[start..])));

    let mut joins = joins.into_iter();
    while parts.len() > 1 {
        let index = joins.next().unwrap_or(0);
        let at = usize::from(index) % (parts.len() - 1);
        let [(from, middle, left), (_, to, right)] = &parts[at..at + 2] else {
            unreachable!("two parts are left")
        };
        let (from, to, key) = (*from, *to, one(&keys, index >> 4));
        let whole = of(key, &message[from..to]);
        let (len, block) = ((middle - from) as u64, row.block_bytes as u64);
        let joined = match left.join(right) {
            Err(error) => {
                assert!(!len.is_multiple_of(block) && *middle < to, "{name}: {error}");
                assert_eq!(error, Error::Parts(CombineError::Unaligned { len, block }), "{name}");
                whole
            }
            Ok(joined) => {
                assert!(len.is_multiple_of(block) || *middle == to, "{name}: {len} bytes joined");
                assert_eq!(joined.finalize(), whole.finalize(), "{name}: {from}..{to}");
                joined
            }
        };
        assert_eq!(joined.len(), (to - from) as u64, "{name}: length of a part");
        assert_eq!(joined.is_empty(), from == to, "{name}: length of a part");
        parts.splice(at..at + 2, [(from, to, joined)]);
    }
    let [(_, _, whole)] = &parts[..] else { unreachable!("one part is left") };
    let expected = keys[0].hash(&message);
    assert_eq!(whole.finalize(), expected, "{name}: of parts");
    for key in &keys {
        let empty = of(key, b"");
        for joined in [empty.join(whole), whole.join(&empty)] {
            assert_eq!(joined.expect("nothing is joined").finalize(), expected, "{name}: empty");
        }
    }
    let other = row.from_seed(u.arbitrary()?).expect("the row takes no nonce");
    let is_other = other.to_bytes() != keys[0].to_bytes();
    assert_eq!(of(&other, b"").join(whole).is_err(), is_other, "{name}: another key");
    Ok(())
}

/// A change of the bytes of a checkpoint.
#[derive(Arbitrary, Clone, Debug)]
enum Change {
    /// Flips bits of a byte.
    Xor(u16, u8),
    /// Replaces a word.
    Word(u8, u64),
    /// Replaces bytes from an index on.
    Bytes(u16, Vec<u8>),
}

/// Checks bytes that may be a checkpoint: arbitrary ones, or a valid one that was changed, with its
/// check sum corrected or not. They are refused, or give the same stream on every backend.
pub fn checkpoints(data: &[u8]) {
    let _ = checkpoints_of(&mut Unstructured::new(data));
}

fn checkpoints_of(u: &mut Unstructured<'_>) -> Result<()> {
    let row = row(u, "checkpoints")?;
    let keys = under(u, row)?;
    let more = Placed::new(&message(u, 3 * block(row).min(1500), block(row))?, u.arbitrary()?);
    let bytes = if u.ratio(1, 4)? {
        u.arbitrary::<Vec<u8>>()?
    } else {
        let mut stream = keys[0].stream();
        stream.update(&message(u, longest(row), block(row))?);
        changed(u, stream.checkpoint())?
    };
    let outcomes = keys.iter().map(|key| {
        let mut stream = match key.resume(&bytes) {
            Ok(stream) => stream,
            Err(error) => {
                let refused = matches!(error, Error::Checkpoint(_) | Error::OtherCheckpoint);
                assert!(refused, "{}: {error:?}", row.name);
                return Err(error);
            }
        };
        assert_eq!(stream.checkpoint(), bytes, "{}: another checkpoint", row.name);
        let so_far = stream.finalize();
        stream.update(more.bytes());
        Ok((so_far, stream.finalize(), stream.checkpoint()))
    });
    let outcomes: Vec<_> = outcomes.collect();
    assert!(outcomes.windows(2).all(|w| w[0] == w[1]), "{}: {outcomes:?}", row.name);
    Ok(())
}

/// Changes a checkpoint: its fields, which a check sum and the eight bytes that name the algorithm
/// follow.
fn changed(u: &mut Unstructured<'_>, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    let fields = bytes.len() - 16;
    for change in u.arbitrary::<Vec<Change>>()?.iter().take(8) {
        match change {
            Change::Xor(at, bits) => bytes[usize::from(*at) % fields] ^= bits,
            Change::Word(at, word) => {
                let at = usize::from(*at) % (fields / 8);
                bytes[8 * at..8 * at + 8].copy_from_slice(&word.to_le_bytes());
            }
            Change::Bytes(at, new) => {
                let at = usize::from(*at) % fields;
                for (byte, new) in bytes[at..fields].iter_mut().zip(new) {
                    *byte = *new;
                }
            }
        }
    }
    if u.ratio(7, 8)? {
        let check = fnv1a(&bytes[..fields]);
        bytes[fields..fields + 8].copy_from_slice(&check.to_le_bytes());
    }
    if u.ratio(1, 16)? {
        let at = bytes.len() - 1 - u.int_in_range(0..=7)?;
        bytes[at] ^= u.arbitrary::<u8>()?;
    }
    if u.ratio(1, 16)? {
        bytes.truncate(u.int_in_range(0..=bytes.len())?);
    }
    Ok(bytes)
}
