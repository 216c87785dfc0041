//! Implementations by others, by the names of the table.

use ::ghash::universal_hash::UniversalHash;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use core::hash::Hasher as _;
use highway::HighwayHash;
use md5::Digest as _;
use siphasher::sip128::Hasher128;
use siphasher::{sip, sip128};

/// Computes a digest with a crate of other authors, if there is one for this algorithm.
///
/// # Panics
/// If the key does not have the algorithm's length.
#[must_use]
pub fn digest(name: &str, key: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let word = |i: usize| u64::from_le_bytes(key[8 * i..8 * i + 8].try_into().expect("8 bytes"));
    let pair = || <[u8; 16]>::try_from(key).expect("a key has 16 bytes");
    let highway = || highway::HighwayHasher::new(highway::Key([0, 1, 2, 3].map(word)));
    Some(match name {
        "ghash" => padded(::ghash::GHash::new(&pair().into()), message),
        "polyval" => padded(::polyval::Polyval::new(&pair().into()), message),
        "highwayhash64" => words(&[highway().hash64(message)]),
        "highwayhash128" => words(&highway().hash128(message)),
        "highwayhash256" => words(&highway().hash256(message)),
        "siphash-1-3" => {
            let mut peer = sip::SipHasher13::new_with_keys(word(0), word(1));
            peer.write(message);
            words(&[peer.finish()])
        }
        "siphash-2-4" => {
            let mut peer = sip::SipHasher24::new_with_keys(word(0), word(1));
            peer.write(message);
            words(&[peer.finish()])
        }
        "siphash128-1-3" => {
            let mut peer = sip128::SipHasher13::new_with_keys(word(0), word(1));
            peer.write(message);
            peer.finish128().as_bytes().to_vec()
        }
        "siphash128-2-4" => {
            let mut peer = sip128::SipHasher24::new_with_keys(word(0), word(1));
            peer.write(message);
            peer.finish128().as_bytes().to_vec()
        }
        "md5" => md5::Md5::digest(message).to_vec(),
        _ => return None,
    })
}

/// Returns the bytes of words, each with its most significant byte first.
fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Hashes a message that ends with zeros, so that it has whole blocks.
fn padded(mut hash: impl UniversalHash, message: &[u8]) -> Vec<u8> {
    hash.update_padded(message);
    hash.finalize().to_vec()
}

/// Computes VMAC by the reference with the AES of others. The nonce has 1 to 16 bytes.
///
/// # Panics
/// If the key is not one of AES, or the algorithm has another name.
#[must_use]
pub fn vmac(name: &str, key: &[u8], nonce: &[u8], message: &[u8]) -> Vec<u8> {
    let encrypt = match key.len() {
        16 => encryption::<Aes128>(key),
        24 => encryption::<Aes192>(key),
        _ => encryption::<Aes256>(key),
    };
    let mut block = [0; 16];
    block[16 - nonce.len()..].copy_from_slice(nonce);
    match name {
        "vmac64" => words(&[reference::vmac::tag64(encrypt, block, message)]),
        "vmac128" => words(&reference::vmac::tag128(encrypt, block, message)),
        _ => panic!("{name} takes no nonce"),
    }
}

/// Returns the encryption of a block.
fn encryption<C>(key: &[u8]) -> Box<dyn Fn([u8; 16]) -> [u8; 16]>
where
    C: BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16> + KeyInit + 'static,
{
    let cipher = C::new_from_slice(key).expect("the key has the right length");
    Box::new(move |block| {
        let mut block = block.into();
        cipher.encrypt_block(&mut block);
        block.into()
    })
}
