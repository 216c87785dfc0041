//! The functions of messages.

use crate::{Content, Lines, hex, numbers};
use core::convert::identity;
use ghash_clmul::{Gcm, GcmSiv, Standard};
use multilinear_hash::{Backend, Key, Mmh32, Mmh64, Multilinear64, Tmmh16};
use std::io::{Result, Write};

impl Lines {
    /// Writes all functions of messages.
    pub(crate) fn messages(&mut self, random: usize) -> Result<()> {
        self.clhash(random)?;
        self.ghash::<Gcm>("ghash", random)?;
        self.ghash::<GcmSiv>("polyval", random)?;
        self.vhash(random)?;
        self.multilinear(random)
    }

    /// Writes GHASH or POLYVAL, with and without the block of lengths.
    fn ghash<S: Standard>(&mut self, function: &str, random: usize) -> Result<()> {
        let keys = |bytes: &mut [u8]| -> Vec<ghash_clmul::Key<S>> {
            let key = ghash_clmul::Key::<S>::from_bytes(array(bytes));
            ghash_clmul::Backend::available().map(|b| key.clone().with_backend(b)).collect()
        };
        self.function(function, 16, 16, random, keys, |key, m| hex(&ghash_clmul::hash(key, m)))?;
        let aead = format!("{function}-aead");
        for content in Content::ALL {
            let mut key = self.random.bytes(16, content);
            let keys = keys(&mut key);
            writeln!(self.out, "key {aead} {}", hex(&key))?;
            for (additional, text) in (0..35).flat_map(|a| (0..35).map(move |t| (a, t))) {
                let additional = self.random.bytes(additional, Content::Random);
                let text = self.random.bytes(text, content);
                let input = format!("{}:{}", hex(&additional), hex(&text));
                let outputs =
                    keys.iter().map(|key| hex(&ghash_clmul::hash_aead(key, &additional, &text)));
                self.hashes(&aead, "two-strings", &input, outputs)?;
            }
        }
        Ok(())
    }

    /// Writes a function of `multilinear-hash`.
    fn multilinear(&mut self, random: usize) -> Result<()> {
        macro_rules! function {
            ($name:literal, $F:ty, $Backend:ty, $numbers:expr) => {
                self.function(
                    $name,
                    4096,
                    Key::<$F>::BYTES,
                    random,
                    |bytes| {
                        let key = Key::<$F>::from_bytes(array(bytes));
                        <$Backend>::available().map(|b| key.clone().with_backend(b)).collect()
                    },
                    |key, m| numbers($numbers(multilinear_hash::hash(key, m))),
                )?
            };
        }
        function!("multilinear64", Multilinear64, clhash::Backend, one);
        function!("mmh32", Mmh32, Backend, identity);
        function!("mmh64", Mmh64, Backend, identity);
        function!("tmmh16", Tmmh16, Backend, identity);
        Ok(())
    }

    /// Writes VHASH with one and with two iterations.
    fn vhash(&mut self, random: usize) -> Result<()> {
        /// Reduces the words of the last step.
        fn reduce(bytes: &mut [u8], from: usize) {
            for word in &mut bytes.as_chunks_mut::<8>().0[from..] {
                *word = (u64::from_le_bytes(*word) % (u64::MAX - 256)).to_le_bytes();
            }
        }
        macro_rules! function {
            ($name:literal, $Key:ty, $last:literal, $hash:expr) => {
                self.function(
                    $name,
                    128,
                    <$Key>::BYTES,
                    random,
                    |bytes| {
                        reduce(bytes, $last);
                        let key = <$Key>::from_bytes(array(bytes)).expect("words of a key");
                        vhash::Backend::available().map(|b| key.clone().with_backend(b)).collect()
                    },
                    |key, m| numbers($hash(key, m)),
                )?
            };
        }
        function!("vhash", vhash::Key64, 18, vhash64);
        function!("vhash128", vhash::Key128, 22, vhash::hash128);
        Ok(())
    }

    fn clhash(&mut self, random: usize) -> Result<()> {
        use clhash::{Backend, Key, clhash128};
        self.function(
            "clhash",
            1024,
            Key::BYTES,
            random,
            |bytes| {
                let key = Key::from_bytes(array(bytes));
                Backend::available().map(|b| key.clone().with_backend(b)).collect()
            },
            |key, m| numbers([clhash::hash(key, m)]),
        )?;
        self.function(
            "clhash128",
            2048,
            clhash128::Key::BYTES,
            random,
            |bytes| {
                let key = clhash128::Key::from_bytes(array(bytes));
                Backend::available().map(|b| key.clone().with_backend(b)).collect()
            },
            |key, m| numbers([double(clhash128::hash(key, m))]),
        )
    }
}

/// Returns the bytes of a key, which may be zeros: the loaders of secrets would refuse those.
fn array<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    bytes.try_into().expect("the bytes of a key")
}

fn one(word: u64) -> [u64; 1] {
    [word]
}

fn vhash64(key: &vhash::Key64, message: &[u8]) -> [u64; 1] {
    [vhash::hash(key, message)]
}

fn double([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}
