//! The map hasher, from the writes of a value to the hash.

use crate::{Content, Lines, hex, numbers};
use core::hash::{BuildHasher, Hasher};
use multilinear_hash::{FixedState, MapKey};
use std::io::{Result, Write};

/// An integer of a number of bits, or a slice.
type MapWrite = std::result::Result<(u32, u128), Vec<u8>>;

impl Lines {
    /// Writes the map hasher, from writes.
    pub(crate) fn maps(&mut self, random: usize) -> Result<()> {
        for number in 0..4 + random / 500 {
            let content = Content::ALL.get(number).copied().unwrap_or(Content::Random);
            let bytes = self.random.bytes(MapKey::BYTES, content);
            let key = MapKey::from_bytes(bytes.as_slice().try_into().expect("a key"));
            let state = FixedState::new(&key);
            writeln!(self.out, "key map {}", hex(&bytes))?;
            // No writes, and slices of all lengths up to two parts, alone.
            if number < 4 {
                self.map(&state, "no-writes", &[])?;
                for len in 0..=2 * 112 + 17 {
                    let slice = self.random.bytes(len, Content::ALL[(len + number) % 4]);
                    self.map(&state, "slices", &[Err(slice)])?;
                }
            }
            for _ in 0..500 {
                let writes = match self.random.below(10) {
                    0..4 => 1 + self.random.below(3),
                    4..8 => 1 + self.random.below(20),
                    // The first 16 terms have keys of their own.
                    _ => 14 + self.random.below(25),
                };
                let writes: Vec<_> = (0..writes).map(|_| self.map_write(content)).collect();
                self.map(&state, if writes.len() < 14 { "few-writes" } else { "writes" }, &writes)?;
            }
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

    fn map(&mut self, state: &FixedState<&MapKey>, kind: &str, writes: &[MapWrite]) -> Result<()> {
        let mut hasher = state.build_hasher();
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
        self.hashes("map", kind, &input, [numbers([hasher.finish()])].into_iter())
    }
}
