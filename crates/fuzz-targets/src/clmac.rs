//! CLMAC in the ways that the table does not have: nonces, senders and receivers, and cut tags.

use crate::input::{Material, any_backend, message};
use arbitrary::{Result, Unstructured};
use clmac::nonce::{self, Nonce, NonceMac, Receiver, Sender, tag_with};
use clmac::{BLOCK_BYTES, Key, TagError};
use reference::clmac as oracle;
use std::collections::HashSet;

/// Checks all of it.
pub fn target(data: &[u8]) {
    crate::choose(data, &[chosen_nonces, drawn_nonces, cut_tags]);
}

/// The length of the longest message: three blocks and more.
const MOST: usize = 3 * BLOCK_BYTES + 400;

fn any_key(u: &mut Unstructured<'_>) -> Result<[u8; 32]> {
    let material: Material = u.arbitrary()?;
    Ok(material.bytes(32).try_into().expect("32 bytes"))
}

/// Checks that a message in pieces, some of which follow a checkpoint, has the tag of the
/// reference, under any nonce.
fn chosen_nonces(u: &mut Unstructured<'_>) -> Result<()> {
    let bytes = any_key(u)?;
    let key = Key::from_bytes(&bytes).with_backend(any_backend(u)?);
    let (key, nonce) = (nonce::Key::from(&key), Nonce::from_bytes(u.arbitrary()?));
    let mut mac = NonceMac::new(&key, &nonce);
    let mut seen = Vec::new();
    for _ in 0..u.int_in_range(0..=8)? {
        if u.ratio(1, 4)? {
            let saved = mac.checkpoint();
            let mut damaged = saved.to_vec();
            let bit = u.int_in_range(0..=8 * damaged.len() - 1)?;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(NonceMac::from_checkpoint(&key, &nonce, &damaged).is_err(), "bit {bit}");
            mac = NonceMac::from_checkpoint(&key, &nonce, &saved).expect("a checkpoint");
        }
        let piece = message(u, MOST / 4, BLOCK_BYTES / 4)?;
        mac.update(&piece);
        seen.extend(piece);
        assert_eq!((mac.len(), mac.is_empty()), (seen.len() as u64, seen.is_empty()));
    }
    let saved = mac.checkpoint();
    let tag = mac.finalize();
    assert_eq!(tag, oracle::tag_with(&bytes, &nonce.to_bytes(), &seen));
    assert_eq!(tag_with(&key, &nonce, &seen), tag);
    // Any other tag is wrong, of whatever length.
    let resumed = || NonceMac::from_checkpoint(&key, &nonce, &saved).expect("a checkpoint");
    let mut receiver = Receiver::new(&key);
    let other: Vec<u8> = u.arbitrary()?;
    for tag in [&tag[..], &other, &tag[..u.int_in_range(0..=16)?]] {
        let expected = if tag == tag_with(&key, &nonce, &seen) { Ok(()) } else { Err(TagError) };
        assert_eq!(nonce::verify(&key, &nonce, &seen, tag), expected);
        assert_eq!(receiver.verify(&nonce, &seen, tag), expected);
        assert_eq!(resumed().verify(tag), expected);
    }
    Ok(())
}

/// Checks that senders of one key draw different nonces, in any order of calls, and that one
/// receiver accepts their messages in any order, and nothing else.
fn drawn_nonces(u: &mut Unstructured<'_>) -> Result<()> {
    let bytes = any_key(u)?;
    let key = nonce::Key::from_bytes(&bytes).with_backend(any_backend(u)?);
    let mut senders = [(); 3].map(|()| Sender::new(&key));
    let mut receiver = Receiver::new(&key);
    let (mut nonces, mut sent) = (HashSet::new(), Vec::new());
    for _ in 0..u.int_in_range(1..=12)? {
        let message = message(u, MOST, BLOCK_BYTES)?;
        let (nonce, tag) = u.choose_index(3).map(|i| senders[i].tag(&message))?;
        assert!(nonces.insert(nonce.to_bytes()), "a nonce repeats");
        sent.push((nonce, message, tag));
    }
    let (nonce, message, tag) = u.choose(&sent)?;
    assert_eq!(*tag, oracle::tag_with(&bytes, &nonce.to_bytes(), message));
    for _ in 0..u.int_in_range(1..=12)? {
        let (nonce, message, tag) = u.choose(&sent)?;
        let (mut nonce, mut message, mut tag) = (nonce.to_bytes(), message.clone(), *tag);
        assert_eq!(receiver.verify(&Nonce::from_bytes(nonce), &message, &tag), Ok(()));
        let bit = 1 << u.int_in_range(0..=7)?;
        match u.int_in_range(0..=3)? {
            0 => nonce[u.choose_index(24)?] ^= bit,
            1 => tag[u.choose_index(16)?] ^= bit,
            2 if !message.is_empty() => {
                let at = u.choose_index(message.len())?;
                message[at] ^= bit;
            }
            _ => message.push(bit),
        }
        let found = receiver.verify(&Nonce::from_bytes(nonce), &message, &tag);
        assert_eq!(found, Err(TagError));
    }
    Ok(())
}

/// Checks that tags are cut to their first bytes, and verified in one length alone, by the crate
/// and by the table.
fn cut_tags(u: &mut Unstructured<'_>) -> Result<()> {
    let bytes = any_key(u)?;
    let key = Key::from_bytes(&bytes).with_backend(any_backend(u)?);
    let row = table::Algorithm::find("clmac").expect("a row");
    let by_name = row.key(&bytes).expect("32 bytes");
    let message = message(u, MOST, BLOCK_BYTES)?;
    let tag = oracle::tag(&bytes, &message);
    assert_eq!(clmac::tag64(&key, &message), tag[..8]);
    assert_eq!(clmac::tag96(&key, &message), tag[..12]);
    for _ in 0..u.int_in_range(1..=8)? {
        let len = u.int_in_range(0..=20_usize)?;
        let mut other: Vec<u8> = tag.into_iter().chain([0; 4]).take(len).collect();
        let is_right = len <= 16 && !u.ratio(1, 2)?;
        if !is_right && len > 0 {
            other[u.choose_index(len)?] ^= u.int_in_range(1..=255)?;
        }
        let is_right = other == tag[..len.min(16)];
        for (bits, found) in [
            (64, clmac::verify64(&key, &message, &other)),
            (96, clmac::verify96(&key, &message, &other)),
            (128, clmac::verify(&key, &message, &other)),
        ] {
            let expected = is_right && 8 * len == bits;
            assert_eq!(found.is_ok(), expected, "{len} bytes for {bits} bits");
            assert_eq!(by_name.verify_cut(&message, &other, bits).is_ok(), expected);
        }
        let bits = u.int_in_range(0..=300)?;
        let found = by_name.verify_cut(&message, &other, bits);
        let is_width = matches!(found, Ok(()) | Err(table::Error::Tag(_)));
        assert_eq!(is_width, [64, 96, 128].contains(&bits), "{bits} bits");
    }
    Ok(())
}
