//! Functions that are not in the table of algorithms, because they need the types of their crates.

use crate::input::{Length, Material, Placed, any_backend, message};
use crate::rows::slices;
use aes::{Aes128, Aes192, Aes256};
use arbitrary::{Result, Unstructured};
use core::hash::Hasher as _;
use digest::Mac;
use ghash_clmul::{Gcm, GcmSiv, PolynomialHasher, Standard, hash_aead};
use hash_core::function::Function;
use highway::HighwayHash;
use highwayhash::HighwayHasher;
use reference::{ghash, siphash, vhash as vhash_oracle};
use siphash_fast::{HalfKey, Key};
use table::Algorithm;
use vhash::vmac::{Cipher, Nonce, NonceError, Vmac};

/// Checks all of it.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            |u| aead::<Gcm>(u, ghash::ghash, u64::to_be_bytes),
            |u| aead::<GcmSiv>(u, ghash::polyval, u64::to_le_bytes),
            foreign_checkpoint,
            nh,
            vmac64::<Aes128>,
            vmac128::<Aes128>,
            vmac64::<Aes192>,
            vmac128::<Aes256>,
            sip_batches,
            fixed::<1>,
            fixed::<8>,
            fixed::<13>,
            fixed::<33>,
            std_hasher,
        ],
    );
}

/// Checks GHASH and POLYVAL in AEADs: additional data and text, padded, and the block of their
/// lengths.
fn aead<S: Standard>(
    u: &mut Unstructured<'_>,
    oracle: fn([u8; 16], &[u8]) -> [u8; 16],
    to_bytes: fn(u64) -> [u8; 8],
) -> Result<()> {
    let (bytes, backend) = (u.arbitrary()?, any_backend(u)?);
    let key = ghash_clmul::Key::<S>::from_bytes_on(backend, &bytes);
    assert_eq!(key.to_bytes(), bytes);
    let parts = [message(u, 1500, 16)?, message(u, 1500, 16)?];
    let (mut all, mut hasher) = (Vec::new(), PolynomialHasher::new(&key));
    for part in &parts {
        all.extend(part);
        all.resize(all.len().next_multiple_of(16), 0);
        hasher.update(part);
        hasher.pad();
        assert_eq!(hasher.finalize(), oracle(bytes, &all));
    }
    let [a, t] = [0, 1].map(|i| parts[i].len() as u64);
    all.extend([a, t].map(|len| to_bytes(8 * len)).as_flattened());
    hasher.append_lengths(a, t);
    let expected = oracle(bytes, &all);
    assert_eq!(hasher.finalize(), expected);
    assert_eq!(hash_aead(&key, &parts[0], &parts[1]), expected);
    Ok(())
}

/// Checks that a checkpoint of the crate `highway` resumes, and that a changed one does no harm.
fn foreign_checkpoint(u: &mut Unstructured<'_>) -> Result<()> {
    let key: [u64; 4] = u.arbitrary()?;
    let (before, after) = (message(u, 300, 32)?, message(u, 300, 32)?);
    let cut = u.int_in_range(0..=before.len())?;
    let backend: highwayhash::Backend = any_backend(u)?;
    let mut peer = highway::HighwayHasher::new(highway::Key(key));
    peer.append(&before[..cut]);
    peer.append(&before[cut..]);
    let mut saved = peer.checkpoint();
    let resume = |saved: &[u8; 164], len| {
        let mut hasher = HighwayHasher::from_highway_checkpoint(saved, len)?.with_backend(backend);
        hasher.update(&after);
        Ok::<_, hash_core::CheckpointError>(hasher.finalize256())
    };
    let found = resume(&saved, before.len() as u64);
    peer.append(&after);
    assert_eq!(found, Ok(peer.finalize256()));
    for (at, bits) in u.arbitrary::<Vec<(u8, u8)>>()? {
        saved[usize::from(at) % 164] ^= bits;
    }
    // Whatever it is, it gives a hash or an error.
    let _ = resume(&saved, u.arbitrary()?);
    let _ = resume(&saved, before.len() as u64);
    Ok(())
}

/// Checks NH under a key of any length.
fn nh(u: &mut Unstructured<'_>) -> Result<()> {
    let (material, length): (Material, Length) = u.arbitrary()?;
    let message = message(u, 2000, 16)?;
    let key = material.bytes(8 * length.up_to(260, 16));
    let key: Vec<_> = key.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let words = 2 * message.len().div_ceil(16);
    match vhash::nh::nh(&key, &message) {
        Ok(found) => assert_eq!(found, vhash_oracle::nh(&key, &message)),
        Err(error) => assert_eq!((error.words, error.found), (words, key.len())),
    }
    assert_eq!(vhash::nh::nh(&key, &message).is_ok(), key.len() >= words);
    Ok(())
}

/// Reads a nonce of VMAC, and checks its padding or the reason why the bytes are refused.
fn nonce(u: &mut Unstructured<'_>) -> Result<Option<(Nonce, Vec<u8>)>> {
    let bytes: Vec<u8> = u.arbitrary()?;
    Ok(match Nonce::try_from(bytes.as_slice()) {
        Ok(nonce) => {
            let all = nonce.to_bytes();
            let (zeros, end) = all.split_at(16 - bytes.len());
            assert!(end == bytes && zeros.iter().all(|byte| *byte == 0) && all[0] < 0x80);
            Some((nonce, bytes))
        }
        Err(NonceError::FirstBit) => {
            assert!(bytes.len() == 16 && bytes[0] >= 0x80);
            None
        }
        Err(error) => {
            assert_eq!(error, NonceError::Length { found: bytes.len() });
            assert!(bytes.is_empty() || bytes.len() > 16);
            None
        }
    })
}

/// Defines the check of VMAC of one width as a MAC of RustCrypto, with the cipher as a type,
/// against the row of the table.
macro_rules! vmac {
    ($name:ident, $iterations:literal) => {
        #[doc = concat!("Checks VMAC with ", $iterations, " iterations.")]
        fn $name<C: Cipher + aes::cipher::KeySizeUser>(u: &mut Unstructured<'_>) -> Result<()> {
            let row = Algorithm::find(stringify!($name)).expect("VMAC has rows");
            let (material, length): (Material, Length) = u.arbitrary()?;
            let other = material.bytes(length.up_to(40, 16));
            let accepted = Vmac::<C, $iterations>::from_key(&other).is_ok();
            assert_eq!(accepted, other.len() == C::key_size());
            let bytes = material.bytes(C::key_size());
            let vmac =
                Vmac::<C, $iterations>::from_key(&bytes).expect("the key has the right length");
            let vmac = vmac.with_backend(any_backend(u)?);
            let Some((nonce, bytes_of_nonce)) = nonce(u)? else { return Ok(()) };
            let message = message(u, 2500, 8 * vhash::BLOCK_BYTES)?;
            let cut = u.arbitrary::<Length>()?.up_to(message.len(), vhash::BLOCK_BYTES);
            let key = row.nonce_key(&bytes).expect("the key has a length of the row");
            let tag = key.tag(&bytes_of_nonce, &message).expect("the nonce is valid");
            assert_eq!(vmac.tag(&nonce, &message).as_slice(), tag.as_bytes());
            vmac.verify(&nonce, &message, tag.as_bytes()).expect("the tag is right");
            let mac = vmac.mac(&nonce).chain_update(&message[..cut]).chain_update(&message[cut..]);
            mac.clone().verify_slice(tag.as_bytes()).expect("the tag is right");
            assert_eq!(mac.clone().finalize().into_bytes().as_slice(), tag.as_bytes());
            let wrong: Vec<u8> = u.arbitrary()?;
            assert_eq!(mac.verify_slice(&wrong).is_ok(), wrong == tag.as_bytes());
            Ok(())
        }
    };
}

vmac!(vmac64, 1);
vmac!(vmac128, 2);

/// Checks batches of SipHash, nocase and HalfSipHash on any backend.
fn sip_batches(u: &mut Unstructured<'_>) -> Result<()> {
    let key = Key::from_bytes(&u.arbitrary()?).with_backend(any_backend(u)?);
    let values = message(u, 3000, 256)?;
    let placed = slices(u, &values, 8)?;
    let messages: Vec<&[u8]> = placed.iter().map(Placed::bytes).collect();
    let words: Vec<u64> = u.arbitrary()?;
    let of_words: Vec<_> = words.iter().map(|word| word.to_le_bytes()).collect();
    let of_words: Vec<&[u8]> = of_words.iter().map(<[u8; 8]>::as_slice).collect();
    let (all, mut offsets) = (messages.concat(), vec![0]);
    offsets.extend(messages.iter().scan(0, |end, message| {
        *end += message.len();
        Some(*end)
    }));
    /// Checks the three forms of a batch.
    macro_rules! check {
        ($any:expr, $key:expr, $oracle:expr, $many:expr, $words:expr, $column:expr) => {{
            let expected = |messages: &[&[u8]]| messages.iter().map($oracle).collect::<Vec<_>>();
            let mut out = vec![$any; messages.len()];
            $many($key, &messages, &mut out).expect("there are as many outputs as messages");
            assert_eq!(out, expected(&messages));
            out.fill($any);
            $column($key, &all, &offsets, &mut out).expect("the offsets are valid");
            assert_eq!(out, expected(&messages));
            let mut out = vec![$any; words.len()];
            $words($key, &words, &mut out).expect("there are as many outputs as words");
            assert_eq!(out, expected(&of_words));
        }};
    }
    let sip = key.to_words();
    let half_key = HalfKey::from_seed(sip[0]);
    let half_word = [u64::from_le_bytes(half_key.to_bytes())];
    use siphash_fast::named::{Halfsiphash64, Siphash12Nocase, Siphash128V24};
    use siphash_fast::{hash_column, hash_many, hash_u64s};
    check!(
        0,
        &key,
        |m| siphash::hash64((1, 3), sip, m),
        hash_many::<1, 3>,
        hash_u64s::<1, 3>,
        hash_column::<1, 3, _>
    );
    check!(
        [0; 2],
        &key,
        |m| siphash::hash128((2, 4), sip, m),
        Siphash128V24::hash_many,
        Siphash128V24::hash_u64s,
        Siphash128V24::hash_column
    );
    check!(
        0,
        &key,
        |m| siphash::hash64_nocase((1, 2), sip, m),
        Siphash12Nocase::hash_many,
        Siphash12Nocase::hash_u64s,
        Siphash12Nocase::hash_column
    );
    check!(
        0,
        &half_key,
        |m| siphash::half64((2, 4), half_word, m),
        Halfsiphash64::hash_many,
        Halfsiphash64::hash_u64s,
        Halfsiphash64::hash_column
    );
    Ok(())
}

/// Checks batches of SipHash of messages of one length.
fn fixed<const N: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let key = Key::from_bytes(&u.arbitrary()?).with_backend(any_backend(u)?);
    let messages: Vec<[u8; N]> = u.arbitrary()?;
    let mut out = vec![0; messages.len()];
    siphash_fast::hash_fixed::<1, 3, N>(&key, &messages, &mut out)
        .expect("there are as many outputs as messages");
    for (message, hash) in messages.iter().zip(out) {
        assert_eq!(hash, siphash::hash64((1, 3), key.to_words(), message));
    }
    Ok(())
}

/// Checks that std's hasher is SipHash-1-3 under the zero key.
fn std_hasher(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, 1200, 8)?;
    let mut std = std::hash::DefaultHasher::new();
    std.write(&message);
    assert_eq!(siphash_fast::hash::<1, 3>(&Key::from_bytes(&[0; 16]), &message), std.finish());
    Ok(())
}
