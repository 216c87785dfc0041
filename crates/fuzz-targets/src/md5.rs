//! MD5 of many streams, parts of files, and uploads, which the table does not have.

use crate::input::{Length, Material, any_backend, message};
use ::md5::Digest as _;
use arbitrary::{Arbitrary, Result, Unstructured};
use md5_opt::s3::{ETag, ETagError, MAX_PARTS, MultipartMd5};
use md5_opt::{
    Digest, LastPart, MAX_PADDING_BYTES, Md5, MultiMd5, PartsError, hash_const, hash_fixed_on,
    whole_and_parts,
};

/// Checks everything that computes MD5.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            many_streams::<1, 1>,
            many_streams::<3, 2>,
            many_streams::<17, 1>,
            fixed::<0>,
            fixed::<55>,
            fixed::<64>,
            two_streams,
            parts_of_a_file,
            uploads,
        ],
    );
}

fn peer(message: &[u8]) -> Digest {
    ::md5::Md5::digest(message).into()
}

/// A call to [`MultiMd5`].
#[derive(Arbitrary, Debug)]
enum Call {
    Update(u8, Length, Material),
    /// Appends one piece to the streams that are selected by the bits of the first number, and
    /// another to the rest.
    Each(u32, Length, Length, Material),
    Finalize(u8),
    Reset(u8),
}

fn many_streams<const STREAMS: usize, const BLOCKS: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let backend = any_backend(u)?;
    let mut streams = MultiMd5::<STREAMS, BLOCKS>::new().with_backend(backend);
    let mut by_themselves = vec![Md5::new(); STREAMS];
    let mut seen = vec![Vec::new(); STREAMS];
    let index = |at: u8| usize::from(at) % STREAMS;
    for call in u.arbitrary::<Vec<Call>>()?.iter().take(24) {
        match call {
            Call::Update(at, length, material) => {
                let piece = material.bytes(length.up_to(700, 64));
                streams.update(index(*at), &piece);
                by_themselves[index(*at)].update(&piece);
                seen[index(*at)].extend(piece);
            }
            Call::Each(which, length, other, material) => {
                let bytes = material.bytes(700);
                let lengths = [length, other].map(|length| length.up_to(700, 64));
                let piece = |i: usize| &bytes[..lengths[usize::from(which >> (i % 32) & 1 == 0)]];
                streams.update_each(core::array::from_fn(piece));
                let updates = by_themselves.iter_mut().enumerate().map(|(i, md5)| (md5, piece(i)));
                Md5::update_each_on(backend, updates);
                seen.iter_mut().enumerate().for_each(|(i, seen)| seen.extend_from_slice(piece(i)));
            }
            Call::Finalize(at) => {
                assert_eq!(streams.finalize(index(*at)), peer(&seen[index(*at)]));
            }
            Call::Reset(at) => {
                streams.reset(index(*at));
                by_themselves[index(*at)] = Md5::new();
                seen[index(*at)].clear();
            }
        }
    }
    let digests = streams.finalize_each();
    for (i, (seen, digest)) in seen.iter().zip(digests).enumerate() {
        assert_eq!((digest, streams.finalize(i)), (peer(seen), digest), "stream {i}");
        assert_eq!((streams.len(i), streams.is_empty(i)), (seen.len() as u64, seen.is_empty()));
        let by_itself = &by_themselves[i];
        assert_eq!((Md5::finalize(by_itself), by_itself.len()), (digest, streams.len(i)));
    }
    Ok(())
}

/// Checks batches of messages of one length, and the `const` form.
fn fixed<const N: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let (backend, messages): (_, Vec<[u8; N]>) = (any_backend(u)?, u.arbitrary()?);
    let messages = &messages[..messages.len().min(100)];
    let mut out = vec![[0; 16]; messages.len()];
    hash_fixed_on(backend, messages, &mut out).expect("there are as many outputs as messages");
    for (message, digest) in messages.iter().zip(out) {
        assert_eq!([digest, hash_const(message)], [peer(message); 2]);
    }
    Ok(())
}

/// Checks `update_two`, which appends the same bytes to two streams.
fn two_streams(u: &mut Unstructured<'_>) -> Result<()> {
    let [mut first, mut second] = [Md5::new(), Md5::new()];
    let mut seen = [message(u, 200, 64)?, message(u, 200, 64)?];
    first.update(&seen[0]);
    second.update(&seen[1]);
    for _ in 0..u.int_in_range(0..=3)? {
        let piece = message(u, 1000, 64)?;
        Md5::update_two(&mut first, &mut second, &piece);
        seen.iter_mut().for_each(|seen| seen.extend(&piece));
    }
    assert_eq!([first.finalize(), second.finalize()], seen.map(|seen| peer(&seen)));
    Ok(())
}

/// Checks `whole_and_parts` against the MD5 of the file and of every part.
fn parts_of_a_file(u: &mut Unstructured<'_>) -> Result<()> {
    let file = message(u, 3000, 64)?;
    // Padding takes as long as hashing, so only sizes that are refused at once are large.
    let part_bytes = match u.arbitrary::<u8>()? {
        0 => usize::MAX - usize::from(u.arbitrary::<u16>()?),
        1 => u.int_in_range(0..=100_000)?,
        _ => u.arbitrary::<Length>()?.up_to(4000, 64),
    };
    let last = *u.choose(&[LastPart::AsItIs, LastPart::ZeroPadded])?;
    let delta: i8 = u.arbitrary()?;
    let parts = file.len().div_ceil(part_bytes.max(1));
    let outputs = if delta < 100 { parts } else { usize::from(delta.unsigned_abs()) - 100 };
    let mut out = vec![[7; 16]; outputs];
    let found = whole_and_parts(&file, part_bytes, last, &mut out);
    let padding = match (last, file.len().checked_rem(part_bytes)) {
        (LastPart::ZeroPadded, Some(rest)) if rest > 0 => (part_bytes - rest) as u64,
        _ => 0,
    };
    let error = if part_bytes == 0 {
        Some(PartsError::PartSize)
    } else if parts != outputs {
        Some(PartsError::Length { parts, outputs })
    } else {
        (padding > MAX_PADDING_BYTES).then_some(PartsError::Padding { bytes: padding })
    };
    if let Some(error) = error {
        assert_eq!((found, out), (Err(error), vec![[7; 16]; outputs]));
        return Ok(());
    }
    assert_eq!(found, Ok(peer(&file)));
    for (part, digest) in file.chunks(part_bytes).zip(out) {
        let mut part = part.to_vec();
        if last == LastPart::ZeroPadded {
            part.resize(part_bytes, 0);
        }
        assert_eq!(digest, peer(&part));
    }
    Ok(())
}

/// Checks the ETags of objects and uploads against the definition.
fn uploads(u: &mut Unstructured<'_>) -> Result<()> {
    let object = message(u, 3000, 64)?;
    let part_bytes = match u.arbitrary::<u8>()? {
        0 => u.arbitrary::<u64>()?,
        _ => u.arbitrary::<Length>()?.up_to(700, 64) as u64,
    };
    let found = ETag::of_parts(&object, part_bytes);
    let Ok(mut upload) = MultipartMd5::new(part_bytes) else {
        assert_eq!((part_bytes, found), (0, Err(ETagError::PartSize)));
        return Ok(());
    };
    let size = usize::try_from(part_bytes).unwrap_or(usize::MAX);
    let mut digests: Vec<u8> = object.chunks(size).flat_map(peer).collect();
    if object.is_empty() {
        digests = peer(b"").to_vec();
    }
    let parts = u32::try_from(digests.len() / 16).expect("the number is small");
    assert!(parts <= MAX_PARTS);
    let expected = ETag {
        digest: peer(&digests),
        parts: Some(parts.try_into().expect("there is at least one part")),
    };
    assert_eq!(found, Ok(expected));
    let mut rest = object.as_slice();
    for length in u.arbitrary::<Vec<Length>>()?.iter().take(12) {
        let (now, later) = rest.split_at(length.up_to(rest.len(), 64));
        upload.update(now);
        rest = later;
        assert_eq!(upload.len(), (object.len() - rest.len()) as u64);
        assert_eq!(upload.is_empty(), rest.len() == object.len());
        let so_far = ETag::of_parts(&object[..object.len() - rest.len()], part_bytes);
        assert_eq!(upload.finalize(), so_far);
    }
    upload.update(rest);
    assert_eq!(upload.finalize(), Ok(expected));
    assert_eq!(expected.verify(&object, Some(part_bytes)), Ok(true));
    let whole = ETag::of_whole(&object);
    assert_eq!(whole, ETag { digest: peer(&object), parts: None });
    assert_eq!(whole.verify(&object, None), Ok(true));
    assert_eq!(expected.to_string().parse(), Ok(expected));
    Ok(())
}
