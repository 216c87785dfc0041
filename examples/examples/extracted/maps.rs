//! The map hashers, from the writes of a value to the hash.

use crate::{Content, Lines, hex, numbers};
use core::hash::{BuildHasher, Hasher};
use provenhash_map::state::{FastState, RandomState};
use provenhash_map::{FixedState, MapKey, NhKey, ProcessKey, Slices};
use std::io::{Result, Write};

/// The number of words of a process, without those of the hash of slices.
const WORDS: usize = ProcessKey::WORDS_BEFORE_SLICES;
/// The index of the numbers from which the own words of a map are made.
const OWN: usize = 45;

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

            let some = (number == 0, 60, content);
            let words = self.words(16, content);
            let slices = NhKey::from_words(&words.try_into().expect("16 words"));
            self.states("map", &bytes_of(&slices.to_words()), some, slices)?;

            let high = self.random.word();
            let clhash = self.random.bytes(clhash::Key::BYTES, content);
            let key = clhash::Key::from_bytes(clhash.as_slice().try_into().expect("a key"));
            let parts = [&high.to_le_bytes()[..], &clhash].concat();
            for backend in clhash::Backend::available() {
                let key = key.clone().with_backend(backend);
                self.states("map-clhash", &parts, some, clhash::map::LongSlices::new(key, high))?;
            }

            let key = vhash::Key64::from_seed(self.random.word());
            let parts = [&high.to_le_bytes()[..], &key.to_bytes()].concat();
            for backend in vhash::Backend::available() {
                let key = key.clone().with_backend(backend);
                self.states("map-vhash", &parts, some, vhash::map::LongSlices::new(key, high))?;
            }
        }
        Ok(())
    }

    fn words(&mut self, count: usize, content: Content) -> Vec<u64> {
        let bytes = self.random.bytes(8 * count, content);
        bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
    }

    /// Writes both states under a random key of a process: its words, the own words of a map, and
    /// the bytes of the key of slices.
    fn states<S: Slices + 'static>(
        &mut self,
        name: &str,
        slices_key: &[u8],
        some: (bool, usize, Content),
        slices: S,
    ) -> Result<()> {
        let words: [u64; WORDS] = self.words(WORDS, some.2).try_into().expect("the words");
        let number = self.random.word();
        let own: Vec<u64> = words[OWN..OWN + 16]
            .as_chunks()
            .0
            .iter()
            .map(|&[p0, p1, q0, q1]| {
                let [p, q] = [[p0, p1], [q0, q1]]
                    .map(|[low, high]| u128::from(low) | u128::from(high) << 64);
                u64::try_from(p.wrapping_mul(number.into()).wrapping_add(q) >> 64).expect("64 bits")
            })
            .collect();
        let bytes = [&bytes_of(&words)[..], &bytes_of(&own), slices_key].concat();
        // A state has a key that lives as long as the program.
        let key = Box::leak(Box::new(ProcessKey::with_slices(&words, slices)));
        let state = RandomState::with_key(key, number);
        self.map_lines(&format!("{name}-apart"), &bytes, some, &|| state.build_hasher())?;
        let state = FastState::with_key(key, number);
        self.map_lines(&format!("{name}-uneven"), &bytes, some, &|| state.build_hasher())
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

fn bytes_of(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
