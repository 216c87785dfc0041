//! VHASH of both widths, NH, and VMAC.

use crate::Part;
use crate::differential::{any_backend, batches, hostile_checkpoint, messages, parts};
use crate::input::{Length, Material, message};
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use arbitrary::{Result, Unstructured};
use digest::Mac;
use reference::{vhash as oracle, vmac};
use vhash::vmac::{Cipher, Nonce, NonceError, Vmac};
use vhash::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Key64, Key128, Partial64, Partial128, VHasher64,
    VHasher128, hash, hash_column, hash_many, hash_mixed, hash_u64s, hash128,
};

/// Defines the subject of one width. Wide registers take 8 blocks at once.
macro_rules! function {
    ($Name:ident, $name:literal, $Key:ident, $Hash:ty, $hash:ident, $Hasher:ident, $Partial:ident,
        $oracle:ident, |$found:pat_param| $finish:expr) => {
        testkit::function! {
            $Name = $name, block: 8 * BLOCK_BYTES, backend: Backend;
            key: $Key = |seed, backend| $Key::from_seed(seed).with_backend(backend);
            hash: $Hash = |key, message| $hash(key, message);
            stream: $Hasher<&'k $Key> = |key| $Hasher::new(key), finalize;
            finish: |$found| $finish;
            oracle: |key, message| oracle::$oracle(&oracle::Key::new(&key.to_bytes()), message);
        }
        testkit::checkpoints!($Name, CHECKPOINT_BYTES, |k, b| $Hasher::from_checkpoint(k, b));
        testkit::parts!($Name, $Partial, BLOCK_BYTES);
        testkit::batches!($Name, hash_many, hash_u64s, hash_column);
        crate::subject!($Name, 4500, $Key, |key, backend| key.with_backend(backend));
    };
}

function!(VHash64, "vhash64", Key64, u64, hash, VHasher64, Partial64, hash64, |hash| hash);
function!(VHash128, "vhash128", Key128, [u64; 2], hash128, VHasher128, Partial128, hash128, |h| h
    [0]);

/// Hostile checkpoints.
pub(crate) const CHECKPOINTS: &[Part] =
    &[hostile_checkpoint::<VHash64>, hostile_checkpoint::<VHash128>];

/// Checks all functions.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            messages::<VHash64>,
            messages::<VHash128>,
            parts::<VHash64>,
            parts::<VHash128>,
            batches::<VHash64>,
            batches::<VHash128>,
            nh,
            vmac64::<Aes128>,
            vmac128::<Aes128>,
            vmac64::<Aes192>,
            vmac128::<Aes256>,
        ],
    );
}

/// Checks NH under a key of any length, and the mixed hash.
fn nh(u: &mut Unstructured<'_>) -> Result<()> {
    let (material, length): (Material, Length) = u.arbitrary()?;
    let message = message(u, 2000, 16)?;
    let key: Vec<u64> = material
        .bytes(8 * length.up_to(260, 16))
        .as_chunks()
        .0
        .iter()
        .map(|w| u64::from_le_bytes(*w))
        .collect();
    let words = 2 * message.len().div_ceil(16);
    match vhash::nh::nh(&key, &message) {
        Ok(found) => assert_eq!(found, oracle::nh(&key, &message)),
        Err(error) => assert_eq!((error.words, error.found), (words, key.len())),
    }
    assert_eq!(vhash::nh::nh(&key, &message).is_ok(), key.len() >= words);
    let key = Key64::from_seed(u.arbitrary()?).with_backend(any_backend(u)?);
    let bare = oracle::hash64(&oracle::Key::new(&key.to_bytes()), &message);
    assert_eq!(hash_mixed(&key, &message), reference::mix::mix(bare));
    Ok(())
}

/// Reads a nonce, and checks its padding or the reason why the bytes are refused.
fn nonce(u: &mut Unstructured<'_>) -> Result<Option<Nonce>> {
    let bytes: Vec<u8> = u.arbitrary()?;
    Ok(match Nonce::try_from(bytes.as_slice()) {
        Ok(nonce) => {
            let all = nonce.to_bytes();
            let (zeros, end) = all.split_at(16 - bytes.len());
            assert!(end == bytes && zeros.iter().all(|byte| *byte == 0) && all[0] < 0x80);
            Some(nonce)
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

/// Defines the check of VMAC of one width with any cipher, whole and in pieces.
macro_rules! vmac {
    ($name:ident, $iterations:literal, $tag:ident) => {
        #[doc = concat!("Checks VMAC with ", $iterations, " iterations.")]
        fn $name<C: Cipher + BlockCipherEncrypt + KeyInit>(u: &mut Unstructured<'_>) -> Result<()> {
            let bytes: Vec<u8> = Material::bytes(&u.arbitrary()?, C::key_size());
            let (material, length): (Material, Length) = u.arbitrary()?;
            let other = material.bytes(length.up_to(40, 16));
            let accepted = Vmac::<C, $iterations>::from_key(&other).is_ok();
            assert_eq!(accepted, other.len() == C::key_size());
            let vmac =
                Vmac::<C, $iterations>::from_key(&bytes).expect("the key has the right length");
            let vmac = vmac.with_backend(any_backend(u)?);
            let Some(nonce) = nonce(u)? else { return Ok(()) };
            let (message, cut) = (message(u, 2500, 8 * BLOCK_BYTES)?, u.arbitrary::<Length>()?);
            let cipher = C::new_from_slice(&bytes).expect("the key has the right length");
            let encrypt = |block: [u8; 16]| -> [u8; 16] {
                let mut block = block.into();
                cipher.encrypt_block(&mut block);
                block.into()
            };
            let expected = vmac::$tag(encrypt, nonce.to_bytes(), &message).words();
            let expected = expected.iter().flat_map(|w| w.to_be_bytes()).collect::<Vec<_>>();
            assert_eq!(vmac.tag(&nonce, &message).as_slice(), expected);
            let (first, second) = message.split_at(cut.up_to(message.len(), BLOCK_BYTES));
            let mac = vmac.mac(&nonce).chain_update(first).chain_update(second);
            mac.clone().verify_slice(&expected).expect("the tag is right");
            assert_eq!(mac.finalize().into_bytes().as_slice(), expected);
            vmac.verify(&nonce, &message, &expected).expect("the tag is right");
            let tag: Vec<u8> = u.arbitrary()?;
            assert_eq!(vmac.verify(&nonce, &message, &tag).is_ok(), tag == expected);
            let (at, bits) = (u.choose_index(expected.len())?, u.int_in_range(1..=255)?);
            let mut wrong = expected;
            wrong[at] ^= bits;
            vmac.verify(&nonce, &message, &wrong).expect_err("the tag is wrong");
            Ok(())
        }
    };
}

vmac!(vmac64, 1, tag64);
vmac!(vmac128, 2, tag128);

/// A tag as a list of words.
trait Words {
    fn words(self) -> Vec<u64>;
}

impl Words for u64 {
    fn words(self) -> Vec<u64> {
        vec![self]
    }
}

impl Words for [u64; 2] {
    fn words(self) -> Vec<u64> {
        self.to_vec()
    }
}
