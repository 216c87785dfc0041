//! The traits of RustCrypto: MACs, digests and universal hashes in any order of calls.

use crate::input::{Length, Material, message};
use arbitrary::{Arbitrary, Result, Unstructured};
use digest::block_api::CoreProxy;
use digest::{Digest, FixedOutputReset, KeyInit, Mac, Reset};
use md5_opt::Md5;
use multilinear_hash::Multilinear64;
use reference::{ghash, highwayhash, multilinear, siphash, vhash as vhash_oracle};
use universal_hash::{Block, UniversalHash};

/// Checks all types that implement one of these traits.
pub fn target(data: &[u8]) {
    use ::highwayhash::digest as h;
    use siphash_fast::digest as s;
    crate::choose(
        data,
        &[
            |u| {
                mac::<s::SipMac64<2, 4>>(u, |k, m| {
                    words(&[siphash::hash64((2, 4), siphash::key(k), m)])
                })
            },
            |u| {
                mac::<s::SipMac128<1, 3>>(u, |k, m| {
                    words(&siphash::hash128((1, 3), siphash::key(k), m))
                })
            },
            |u| {
                mac::<h::HighwayMac64>(u, |k, m| {
                    words(&[highwayhash::hash64(&highwayhash::key(k), m)])
                })
            },
            |u| {
                mac::<h::HighwayMac128>(u, |k, m| {
                    words(&highwayhash::hash128(&highwayhash::key(k), m))
                })
            },
            |u| {
                mac::<h::HighwayMac256>(u, |k, m| {
                    words(&highwayhash::hash256(&highwayhash::key(k), m))
                })
            },
            md5_digest,
            universal_hashes,
            |u| {
                mac::<clmac::digest::ClMac128>(u, |k, m| {
                    reference::clmac::tag(k.try_into().expect("32 bytes"), m).to_vec()
                })
            },
        ],
    );
}

/// Returns words as little-endian bytes.
fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A call to a MAC or a digest.
#[derive(Arbitrary, Debug)]
enum Call {
    Update(Length, Material),
    Clone,
    Reset,
    Finalize,
}

fn mac<M: Mac + KeyInit + FixedOutputReset + Reset + Clone>(
    u: &mut Unstructured<'_>,
    expected: fn(&[u8], &[u8]) -> Vec<u8>,
) -> Result<()> {
    let (length, material): (Length, Material) = u.arbitrary()?;
    let other = material.bytes(length.up_to(80, 16));
    assert_eq!(<M as KeyInit>::new_from_slice(&other).is_ok(), other.len() == M::key_size());
    let key = material.bytes(M::key_size());
    let mut mac = <M as KeyInit>::new_from_slice(&key).expect("the key has the right length");
    let mut seen = Vec::new();
    for call in u.arbitrary::<Vec<Call>>()?.iter().take(20) {
        match call {
            Call::Update(length, material) => {
                let bytes = material.bytes(length.up_to(200, 32));
                Mac::update(&mut mac, &bytes);
                seen.extend(bytes);
            }
            Call::Clone => {
                let old = core::mem::replace(
                    &mut mac,
                    <M as KeyInit>::new_from_slice(&key).expect("the key is still valid"),
                );
                mac = old.clone();
                old.verify_slice(&expected(&key, &seen)).expect("the tag is right");
            }
            Call::Reset => {
                Reset::reset(&mut mac);
                seen.clear();
            }
            Call::Finalize => {
                let tag = mac.finalize_reset().into_bytes();
                assert_eq!(tag.as_slice(), expected(&key, &seen));
                seen.clear();
            }
        }
    }
    let mut tag = expected(&key, &seen);
    mac.clone().verify_slice(&tag).expect("the tag is right");
    let left = u.int_in_range(0..=tag.len())?;
    if left > 0 {
        mac.clone().verify_truncated_left(&tag[..left]).expect("the start of the tag is right");
    }
    let any: Vec<u8> = u.arbitrary()?;
    assert_eq!(mac.clone().verify_slice(&any).is_ok(), any == tag);
    let at = u.choose_index(tag.len())?;
    tag[at] ^= u.int_in_range(1..=255)?;
    mac.verify_slice(&tag).expect_err("the tag is wrong");
    Ok(())
}

fn md5_digest(u: &mut Unstructured<'_>) -> Result<()> {
    let mut md5 = Md5::new();
    let mut seen = Vec::new();
    for call in u.arbitrary::<Vec<Call>>()?.iter().take(20) {
        match call {
            Call::Update(length, material) => {
                let bytes = material.bytes(length.up_to(300, 64));
                Digest::update(&mut md5, &bytes);
                seen.extend(bytes);
            }
            Call::Clone => {
                let (core, buffer) = md5.decompose();
                md5 = Md5::compose(core, buffer);
            }
            Call::Reset => {
                Digest::reset(&mut md5);
                seen.clear();
            }
            Call::Finalize => {
                let digest = Digest::finalize_reset(&mut md5);
                assert_eq!(digest.as_slice(), reference::md5::hash(&seen));
                seen.clear();
            }
        }
    }
    assert_eq!(Digest::finalize(md5).as_slice(), reference::md5::hash(&seen));
    Ok(())
}

/// Feeds a universal hash with blocks and with messages that it pads; returns the padded bytes.
fn feed<H: UniversalHash>(hasher: &mut H, u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut seen = Vec::new();
    for _ in 0..u.int_in_range(0..=6)? {
        let mut bytes = message(u, 700, 64)?;
        let block = H::block_size();
        if u.arbitrary()? {
            hasher.update_padded(&bytes);
            bytes.resize(bytes.len().next_multiple_of(block), 0);
        } else {
            bytes.truncate(bytes.len() / block * block);
            let blocks: Vec<Block<H>> = bytes
                .chunks(block)
                .map(|bytes| {
                    let mut block = Block::<H>::default();
                    block.copy_from_slice(bytes);
                    block
                })
                .collect();
            hasher.update(&blocks);
        }
        seen.extend(bytes);
    }
    Ok(seen)
}

fn universal_hashes(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    match u.int_in_range(0..=4)? {
        0 => {
            let key = material.bytes(clhash::Key::BYTES);
            // `TryFrom` refuses keys of zeros, which seeds have.
            let key = key.as_slice().try_into().expect("the key has the right length");
            let key = clhash::Key::from_bytes(key);
            let mut hasher = clhash::universal_hash::WordHasher::new(&key);
            let seen = feed(&mut hasher, u)?;
            let expected = reference::clhash::hash(&key.to_words(), &seen).to_le_bytes();
            assert_eq!(hasher.finalize().as_slice(), expected);
        }
        1 => {
            let key = vhash::Key128::from_seed(u.arbitrary()?);
            let mut hasher = vhash::universal_hash::PairHasher::new(&key);
            let seen = feed(&mut hasher, u)?;
            let key = vhash_oracle::Key::new(&key.to_bytes());
            let expected = words(&vhash_oracle::hash128(&key, &seen));
            assert_eq!(hasher.finalize().as_slice(), expected);
        }
        2 => {
            let bytes = material.bytes(multilinear_hash::Key::<Multilinear64>::BYTES);
            let key = bytes.as_slice().try_into().expect("the key has the right length");
            let key = multilinear_hash::Key::<Multilinear64>::from_bytes(key);
            let mut hasher = multilinear_hash::universal_hash::WordHasher::new(&key);
            let seen = feed(&mut hasher, u)?;
            let expected = multilinear::multilinear64(&bytes, &seen).to_le_bytes();
            assert_eq!(hasher.finalize().as_slice(), expected);
        }
        3 => {
            let key: [u8; 16] = u.arbitrary()?;
            let mut hasher = ghash_clmul::universal_hash::GHash::new(&key.into());
            let seen = feed(&mut hasher, u)?;
            assert_eq!(hasher.finalize().as_slice(), ghash::ghash(key, &seen));
        }
        _ => {
            let key: [u8; 16] = u.arbitrary()?;
            let mut hasher = ghash_clmul::universal_hash::Polyval::new(&key.into());
            let seen = feed(&mut hasher, u)?;
            assert_eq!(hasher.finalize().as_slice(), ghash::polyval(key, &seen));
        }
    }
    Ok(())
}
