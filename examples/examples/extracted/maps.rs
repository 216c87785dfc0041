//! The map hashers, from the writes of a value to the hash.

use crate::states::StateKeys;
use crate::{Content, Lines, hex, numbers};
use core::hash::{BuildHasher, Hasher};
use hash_core::map::{
    End, Keys, MapHasher, MapKey as EvenKey, Slices, UnevenKey, WordHash, WordSlices,
};
use multilinear_hash::{FixedState, MapKey};
use std::io::{Result, Write};

/// An integer of a number of bits, or a slice.
type MapWrite = std::result::Result<(u32, u128), Vec<u8>>;

impl Lines {
    /// Writes the map hashers, from writes.
    pub(crate) fn maps(&mut self, random: usize) -> Result<()> {
        for number in 0..4 + random / 500 {
            let content = Content::ALL.get(number).copied().unwrap_or(Content::Random);
            let bytes = self.random.bytes(MapKey::BYTES, content);
            let key = MapKey::from_bytes(bytes.as_slice().try_into().expect("a key"));
            let state = FixedState::new(&key);
            self.map_lines("map", &bytes, (number < 4, 500, content), &|| state.build_hasher())?;

            let (some, bytes) = ((number == 0, 60, content), bytes.as_slice());
            self.state::<_, UnevenKey>("map-uneven", bytes, some, *key.shared().hash())?;

            let clhash = self.random.bytes(clhash::Key::BYTES, content);
            let key = clhash::Key::from_bytes(clhash.as_slice().try_into().expect("a key"));
            let parts = [bytes, &clhash].concat();
            for backend in clhash::Backend::available() {
                self.word_state("map-clhash", &parts, some, &key.clone().with_backend(backend))?;
            }

            let seed = self.random.word();
            let key = vhash::Key64::from_seed(seed);
            let parts = [bytes, &key.to_bytes()].concat();
            for backend in vhash::Backend::available() {
                self.word_state("map-vhash", &parts, some, &key.clone().with_backend(backend))?;
            }
        }
        Ok(())
    }

    /// Writes a map hasher whose slices are a 64-bit hash, with both ends. The high half of slices
    /// is word 104 of the key.
    fn word_state<K: WordHash + Clone>(
        &mut self,
        name: &str,
        key: &[u8],
        some: (bool, usize, Content),
        hash: &K,
    ) -> Result<()> {
        let high = u64::from_le_bytes(*key[8 * 104..].first_chunk().expect("a word"));
        let slices = || WordSlices::new(hash.clone(), high);
        self.state::<_, EvenKey>(name, key, some, slices())?;
        self.state::<_, UnevenKey>(&format!("{name}-uneven"), key, some, slices())
    }

    /// Writes a map hasher whose key begins with that of a [`FixedState`].
    fn state<S: Slices, E: End>(
        &mut self,
        name: &str,
        key: &[u8],
        some: (bool, usize, Content),
        slices: S,
    ) -> Result<()> {
        let map = MapKey::from_bytes(key.first_chunk().expect("a key"));
        let keys = StateKeys::<S, E>::new(&map, slices);
        self.map_lines(name, key, some, &|| MapHasher::new(&keys))
    }

    /// Writes hashes under one key: if asked to, of no writes and of single slices, and then of a
    /// number of sequences of writes.
    fn map_lines<H: Hasher>(
        &mut self,
        name: &str,
        key: &[u8],
        (single, several, content): (bool, usize, Content),
        hasher: &dyn Fn() -> H,
    ) -> Result<()> {
        writeln!(self.out, "key {name} {}", hex(key))?;
        // No writes, and slices of all lengths up to two parts, alone.
        if single {
            self.map(name, hasher(), "no-writes", &[])?;
            for len in 0..=2 * 112 + 17 {
                let slice = self.random.bytes(len, Content::ALL[len % 4]);
                self.map(name, hasher(), "slices", &[Err(slice)])?;
            }
        }
        for _ in 0..several {
            let writes = match self.random.below(10) {
                0..4 => 1 + self.random.below(3),
                4..8 => 1 + self.random.below(20),
                // The first 16 terms have keys of their own.
                _ => 14 + self.random.below(25),
            };
            let writes: Vec<_> = (0..writes).map(|_| self.map_write(content)).collect();
            let kind = if writes.len() < 14 { "few-writes" } else { "writes" };
            self.map(name, hasher(), kind, &writes)?;
        }
        Ok(())
    }

    fn map_write(&mut self, content: Content) -> MapWrite {
        if self.random.below(2) == 0 {
            let bits = 8 << self.random.below(5);
            let bytes = self.random.bytes(16, content);
            let value = u128::from_le_bytes(bytes.try_into().expect("16 bytes"));
            return Ok((bits, value >> (128 - bits)));
        }
        let len = match self.random.below(20) {
            0..10 => self.random.below(17),
            10..19 => self.random.below(70),
            _ => self.random.below(300),
        };
        Err(self.random.bytes(len, content))
    }

    fn map(
        &mut self,
        name: &str,
        mut hasher: impl Hasher,
        kind: &str,
        writes: &[MapWrite],
    ) -> Result<()> {
        let mut input = Vec::new();
        #[expect(clippy::cast_possible_truncation, reason = "the value has that many bits")]
        for write in writes {
            match write {
                Ok((8, value)) => hasher.write_u8(*value as u8),
                Ok((16, value)) => hasher.write_u16(*value as u16),
                Ok((32, value)) => hasher.write_u32(*value as u32),
                Ok((64, value)) => hasher.write_u64(*value as u64),
                Ok((_, value)) => hasher.write_u128(*value),
                Err(slice) => hasher.write(slice),
            }
            input.push(match write {
                Ok((bits, value)) => format!("i:{bits}:{value:x}"),
                Err(slice) => format!("s:{}", hex(slice)),
            });
        }
        let input = if input.is_empty() { "none".into() } else { input.join(",") };
        self.hashes(name, kind, &input, [numbers([hasher.finish()])].into_iter())
    }
}
