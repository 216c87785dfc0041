//! AES (FIPS 197), encryption of single blocks, for MACs (feature `aes`).
//!
//! A MAC encrypts one block for each message. The crate `aes` sends even one block through its
//! kernel for many: where the CPU has VAES on 512-bit registers it broadcasts every round key
//! first, which takes longer than the hash of 64 bytes. So x86 CPUs with AES-NI run the kernel of
//! this module, one instruction a round, and all others run the crate. Both are constant-time.

#[cfg_attr(
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
    )),
    path = "aes/no_x86.rs"
)]
#[allow(unsafe_code, reason = "AES-NI")]
mod x86;

use ::aes::cipher::array::Array;
use ::aes::cipher::common::BlockSizeUser;
use ::aes::cipher::consts::U16;
use ::aes::cipher::{BlockCipherEncrypt, KeyInit, KeySizeUser};
use ::aes::{Aes128, Aes192, Aes256, Aes256Enc};

mod sealed {
    #[expect(unnameable_types, reason = "this seals the trait")]
    pub trait Sealed {}
}

/// AES with keys of 16, 24 or 32 bytes, as the crate `aes` names it.
pub trait Aes:
    BlockCipherEncrypt + BlockSizeUser<BlockSize = U16> + KeyInit + Clone + sealed::Sealed
{
}

macro_rules! aes {
    ($($cipher:ty)*) => {
        $(impl sealed::Sealed for $cipher {}
        impl Aes for $cipher {})*
    };
}

aes!(Aes128 Aes192 Aes256 Aes256Enc);

/// AES under a key. It encrypts only.
#[derive(Clone)]
pub struct Cipher<C>(Kernel<C>);

#[allow(clippy::large_enum_variant, reason = "a CPU makes one of them, and nothing is allocated")]
#[derive(Clone)]
enum Kernel<C> {
    X86(x86::RoundKeys),
    Crate(C),
}

impl<C: Aes> Cipher<C> {
    /// Expands a key.
    #[must_use]
    pub fn new(key: &Array<u8, C::KeySize>) -> Self {
        if let Some(keys) = x86::RoundKeys::new(key) {
            return Self(Kernel::X86(keys));
        }
        Self::of_crate(key)
    }

    /// Expands a key for the crate `aes` on every CPU.
    fn of_crate(key: &Array<u8, C::KeySize>) -> Self {
        Self(Kernel::Crate(C::new(key)))
    }

    /// Encrypts a block.
    #[inline]
    #[must_use]
    pub fn encrypt(&self, block: [u8; 16]) -> [u8; 16] {
        match &self.0 {
            Kernel::X86(keys) => keys.encrypt(block),
            Kernel::Crate(cipher) => encrypt_by_crate(cipher, block),
        }
    }

    /// Encrypts a block given as a little-endian number.
    ///
    /// A number travels in registers. A block of bytes is loaded as a whole, and where its halves
    /// were stored one by one, the load waits until both stores have retired, with all that comes
    /// before them. So use this function for blocks that are computed from integers.
    #[inline]
    #[must_use]
    pub fn encrypt_number(&self, block: u128) -> u128 {
        match &self.0 {
            Kernel::X86(keys) => keys.encrypt_number(block),
            Kernel::Crate(cipher) => {
                u128::from_le_bytes(encrypt_by_crate(cipher, block.to_le_bytes()))
            }
        }
    }

    /// Encrypts blocks in place.
    pub fn encrypt_all(&self, blocks: &mut [[u8; 16]]) {
        match &self.0 {
            Kernel::X86(keys) => keys.encrypt_all(blocks),
            Kernel::Crate(cipher) => {
                cipher.encrypt_blocks(Array::cast_slice_from_core_mut(blocks));
            }
        }
    }
}

/// Encrypts a block. Kept out of line so that the other kernel needs no stack frame.
#[inline(never)]
fn encrypt_by_crate(cipher: &impl Aes, block: [u8; 16]) -> [u8; 16] {
    let mut block = block.into();
    cipher.encrypt_block(&mut block);
    block.into()
}

impl<C: KeySizeUser> KeySizeUser for Cipher<C> {
    type KeySize = C::KeySize;
}

crate::secret_debug!(impl[C] Cipher<C>, "Cipher");

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// FIPS 197, appendix C: the bytes 0, 1, 2 … as the key, and 0x00, 0x11, 0x22 … as the block.
    fn appendix_c<C: Aes>(expected: u128) {
        let key = Array::from_fn(|i| u8::try_from(i).expect("at most 32 bytes"));
        let block = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff_u128.to_be_bytes();
        for cipher in [Cipher::<C>::new(&key), Cipher::of_crate(&key)] {
            assert_eq!(cipher.encrypt(block), expected.to_be_bytes());
        }
    }

    #[test]
    fn published_vectors() {
        appendix_c::<Aes128>(0x69c4_e0d8_6a7b_0430_d8cd_b780_70b4_c55a);
        appendix_c::<Aes192>(0xdda9_7ca4_864c_dfe0_6eaf_70a0_ec0d_7191);
        appendix_c::<Aes256>(0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089);
        appendix_c::<Aes256Enc>(0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089);
    }

    /// Every byte of the key and of the block takes every value in its place, and batches have
    /// every length up to three groups.
    fn agrees<C: Aes>() {
        let mut words = crate::seed::SeedWords::new("AES test", 0);
        let mut word = || words.next_word().to_le_bytes();
        for round in 0..=255_u8 {
            let mut key = Array::<u8, C::KeySize>::default();
            key.chunks_mut(8).for_each(|bytes| bytes.copy_from_slice(&word()));
            key.iter_mut().zip(0..).for_each(|(byte, i)| *byte = byte.wrapping_mul(2) ^ round ^ i);
            let (ours, theirs) = (Cipher::<C>::new(&key), Cipher::<C>::of_crate(&key));
            let blocks = usize::from(round) % 26;
            let mut many: Vec<[u8; 16]> = (0..blocks).map(|_| [round; 16]).collect();
            many.as_flattened_mut().chunks_mut(8).for_each(|bytes| {
                bytes.iter_mut().zip(word()).for_each(|(byte, random)| *byte ^= random);
            });
            let expected: Vec<_> = many.iter().map(|block| theirs.encrypt(*block)).collect();
            let single: Vec<_> = many.iter().map(|block| ours.encrypt(*block)).collect();
            assert_eq!(single, expected, "single blocks, {round}");
            for cipher in [&ours, &theirs] {
                let number = |block: &[u8; 16]| cipher.encrypt_number(u128::from_le_bytes(*block));
                let numbers: Vec<_> = many.iter().map(|b| number(b).to_le_bytes()).collect();
                assert_eq!(numbers, expected, "numbers, {round}");
            }
            let mut by_crate = many.clone();
            theirs.encrypt_all(&mut by_crate);
            assert_eq!(by_crate, expected, "a batch of the crate, {round}");
            ours.encrypt_all(&mut many);
            assert_eq!(many, expected, "a batch, {round}");
        }
    }

    #[test]
    fn kernel_and_crate_agree() {
        agrees::<Aes128>();
        agrees::<Aes192>();
        agrees::<Aes256>();
        agrees::<Aes256Enc>();
    }

    /// Checks which of the two kernels ran.
    #[test]
    fn the_kernel_is_that_of_the_cpu() {
        let cipher = Cipher::<Aes128>::new(&Array::default());
        let is_crate = matches!(cipher.0, Kernel::Crate(_));
        let is_x86 = cfg!(any(target_arch = "x86", target_arch = "x86_64"));
        assert_eq!(is_crate, !(is_x86 && crate::cpu::has("aes")));
        std::println!("AES by {}", if is_crate { "the crate aes" } else { "AES-NI" });
    }
}
