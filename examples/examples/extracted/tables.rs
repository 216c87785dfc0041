//! Fingerprints of rows and tables, and digests of rows.

use crate::{Content, Lines, hex, numbers};
use hash_agg::{Bytes, Digest, Fingerprint, Row, Rows, Value};
use std::io::{Result, Write};

impl Lines {
    /// Writes fingerprints of rows, cell by cell and by columns, of tables, and digests.
    pub(crate) fn tables(&mut self, rounds: usize) -> Result<()> {
        for round in 0..rounds {
            let content = if round % 3 == 2 { Content::Special } else { Content::Random };
            let bytes = self.random.bytes(64 + 2400 + 1536, content);
            let elements: &[[u8; 16]] = bytes.as_chunks().0;
            let mut key = hash_agg::Key::from_seed(0);
            for (i, element) in elements[..4].iter().enumerate() {
                key = key.with_element(i, u128::from_le_bytes(*element));
            }
            let words =
                bytes[64..2464].as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
            key = key.with_strings(words.collect::<Vec<_>>().try_into().expect("300 words"));
            for (i, factor) in elements[154..].iter().enumerate() {
                key = key.with_factor(i / 3, i % 3, u128::from_le_bytes(*factor));
            }
            for function in ["row", "table", "digest"] {
                writeln!(self.out, "key {function} {}", hex(&bytes))?;
            }
            let keys: Vec<_> =
                hash_agg::Backend::available().map(|b| key.clone().with_backend(b)).collect();
            self.table(&keys)?;
            self.columns(&keys)?;
        }
        Ok(())
    }

    fn table(&mut self, keys: &[hash_agg::Key]) -> Result<()> {
        let rows: Vec<Vec<Cell>> = (0..self.random.below(12))
            .map(|_| (0..self.random.below(9)).map(|_| self.cell()).collect())
            .collect();
        let prints = |key: &hash_agg::Key| -> Vec<u128> {
            let print = |cells: &Vec<Cell>| {
                let mut row = Row::new(key);
                for cell in cells {
                    match cell {
                        Cell::Fixed(value, _) => row.push(*value),
                        Cell::Bytes(value) => row.push(Value::Binary(value)),
                        Cell::Text(value) => row.push(Value::Text(value)),
                    };
                }
                row.finish()
            };
            rows.iter().map(print).collect()
        };
        let texts: Vec<String> = rows
            .iter()
            .map(|cells| match cells.iter().map(Cell::line).collect::<Vec<_>>().join(",") {
                text if text.is_empty() => "-".into(),
                text => text,
            })
            .collect();
        for (i, text) in texts.iter().enumerate() {
            self.hashes("row", "cells", text, keys.iter().map(|key| numbers([prints(key)[i]])))?;
        }
        let all = if texts.is_empty() { "none".into() } else { texts.join("/") };
        let values = keys.iter().map(|key| numbers([Fingerprint::of(key, &prints(key)).value()]));
        self.hashes("table", "rows", &all, values)?;
        let values = keys.iter().map(|key| numbers([Digest::of(key, &prints(key)).value()]));
        self.hashes("digest", "rows", &all, values)
    }

    /// Columns of integers, strings and nulls, of as many rows as kernels take at once, and more.
    fn columns(&mut self, keys: &[hash_agg::Key]) -> Result<()> {
        let rows = self.random.below(40);
        let integers: Vec<i64> = (0..rows).map(|_| self.random.word().cast_signed()).collect();
        let strings: Vec<Vec<u8>> = (0..rows)
            .map(|_| {
                let len = [20, 70, 600][self.random.below(3)];
                let len = self.random.below(len);
                self.random.bytes(len, Content::Random)
            })
            .collect();
        let prints: Vec<Vec<u128>> = keys
            .iter()
            .map(|key| {
                let mut batch = Rows::new(key);
                batch.reset(rows);
                batch.integers(&integers, None).expect("as many integers");
                batch
                    .bytes(Bytes::Binary, strings.iter().map(|s| Some(s.as_slice())))
                    .expect("as many strings");
                batch.nulls();
                batch.finish().to_vec()
            })
            .collect();
        for i in 0..rows {
            let a = i128::from(integers[i]).cast_unsigned();
            let line = format!("f:2:{a:x}:0:0,b:5:{},f:0:0:0:0", hex(&strings[i]));
            self.hashes("row", "columns", &line, prints.iter().map(|p| numbers([p[i]])))?;
        }
        Ok(())
    }

    /// A value, and its canonical form by the table of the crate's SPEC.md.
    fn cell(&mut self) -> Cell {
        let fixed = |value, kind: u8, a: u128, b: u128, scale: u8| {
            Cell::Fixed(value, format!("f:{kind:x}:{a:x}:{b:x}:{scale:x}"))
        };
        let (wide, word) = (self.random.double().cast_signed(), self.random.word().cast_signed());
        let (a, sign) = (wide.cast_unsigned(), i128::from(word).cast_unsigned());
        match self.random.below(16) {
            0 => fixed(Value::Null, 0, 0, 0, 0),
            1 => fixed(Value::Boolean(word < 0), 1, u128::from(word < 0), 0, 0),
            2 => fixed(Value::Integer(wide), 2, a, 0, 0),
            3 => fixed(Value::Unsigned(a), if wide < 0 { 15 } else { 2 }, a, 0, 0),
            4 => {
                // 10 does not divide it, so it is in normal form.
                let unscaled = 10 * i128::from(word) + 1;
                let scale = self.scale(39);
                let value = Value::Decimal { unscaled, scale };
                fixed(value, 2, unscaled.cast_unsigned(), 0, scale.cast_unsigned())
            }
            5 => {
                let float = f64::from_bits(word.cast_unsigned());
                let bits = if float.is_nan() { 0x7ff8_0000_0000_0000 } else { float.to_bits() };
                fixed(Value::Float(float), 3, bits.into(), 0, 0)
            }
            6 => fixed(Value::Date(word), 6, sign, 0, 0),
            7 => fixed(Value::Timestamp(wide), 8, a, 0, 0),
            8 => fixed(Value::Instant(wide), 9, a, 0, 0),
            9 => fixed(Value::Duration(wide), 10, a, 0, 0),
            10 => {
                // Odd, and of more than 128 bits.
                let (low, high) = (a | 1, self.random.double() | 2);
                let scale = self.scale(77);
                let mut unscaled = [0; 32];
                unscaled[..16].copy_from_slice(&low.to_le_bytes());
                unscaled[16..].copy_from_slice(&high.to_le_bytes());
                let value = Value::Decimal256 { unscaled, scale };
                fixed(value, 15, low, high, scale.cast_unsigned())
            }
            11..14 => {
                let len = [40, 300, 5000][self.random.below(3)];
                let len = self.random.below(len);
                Cell::Bytes(self.random.bytes(len, Content::Random))
            }
            _ => Cell::Text((0..self.random.below(30)).map(|_| 'ü').collect()),
        }
    }

    fn scale(&mut self, below: usize) -> i8 {
        i8::try_from(self.random.below(below)).expect("small")
    }
}

enum Cell {
    Fixed(Value<'static>, String),
    Bytes(Vec<u8>),
    Text(String),
}

impl Cell {
    fn line(&self) -> String {
        match self {
            Self::Fixed(_, line) => line.clone(),
            Self::Bytes(value) => format!("b:5:{}", hex(value)),
            Self::Text(value) => format!("b:4:{}", hex(value.as_bytes())),
        }
    }
}
