//! Writes keys, inputs and hashes of the shipped crates for the program that Coq extracts from
//! `proofs/theories/Programs.v`, which recomputes the hashes: `.ci/steps/extracted` runs both.
//!
//! ```text
//! cargo run --release -p examples --example extracted -- RANDOM >FILE
//! ```
//!
//! RANDOM is the number of random inputs of each function of messages. All other inputs are the
//! same in every run. `proofs/extract/compare.ml` describes the lines. A hash is computed on every
//! backend of this CPU, and the program fails if two backends differ.

mod maps;
mod messages;
mod tables;

use hash_core::seed::SeedWords;
use std::collections::BTreeSet;
use std::fmt::LowerHex;
use std::io::{BufWriter, Result, StdoutLock, Write};

/// Words at which carries and reductions change, among them the moduli of VHASH.
const SPECIAL: [u64; 16] = [
    0,
    1,
    2,
    0xff,
    0x1b,
    0x87,
    0xffff_ffff,
    0x1_0000_0000,
    0x1_0000_000f,
    0x1fff_ffff_1fff_ffff,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0x8000_0000_8000_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_ffff_feff,
    0xffff_ffff_ffff_ffff,
];

/// The random words of the run.
struct Random(SeedWords);

impl Random {
    /// A number below n.
    #[expect(clippy::cast_possible_truncation, reason = "below a usize")]
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_word() % n as u64) as usize
    }

    fn word(&mut self) -> u64 {
        self.0.next_word()
    }

    fn double(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }

    fn bytes(&mut self, len: usize, content: Content) -> Vec<u8> {
        let words = (0..len.div_ceil(8)).map(|_| match content {
            Content::Random => self.word(),
            Content::Special => SPECIAL[self.below(SPECIAL.len())],
            Content::Zeros => 0,
            Content::Ones => u64::MAX,
        });
        let mut bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        bytes.truncate(len);
        bytes
    }
}

#[derive(Clone, Copy)]
enum Content {
    Random,
    Special,
    Zeros,
    Ones,
}

impl Content {
    const ALL: [Self; 4] = [Self::Random, Self::Special, Self::Zeros, Self::Ones];
}

/// Bytes as digits, or `-`.
fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".into();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Numbers with commas between them.
fn numbers<T: LowerHex>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("{word:x}")).collect();
    words.join(",")
}

/// The kind of a message by its length.
fn kind(len: usize, block: usize) -> &'static str {
    let near = if block <= 128 { 1 } else { 17 };
    match len {
        0..=16 => "up-to-16",
        _ if (len + near) % block <= 2 * near => "at-a-block",
        _ if len <= block => "in-a-block",
        _ => "blocks",
    }
}

/// All lengths of up to 130 bytes and of up to three blocks, or, of large blocks, those at the ends
/// of blocks, and some between.
fn lengths(block: usize) -> BTreeSet<usize> {
    if block <= 128 {
        return (0..=(3 * block + 17).max(130)).collect();
    }
    let mut lengths: BTreeSet<usize> = (0..=130).collect();
    for blocks in 1..=3 {
        lengths.extend(blocks * block - 17..=blocks * block + 17);
    }
    lengths.extend((130..2 * block).step_by(61));
    lengths
}

struct Lines {
    out: BufWriter<StdoutLock<'static>>,
    random: Random,
    count: u64,
    functions: BTreeSet<String>,
}

impl Lines {
    /// Writes a line of the output that all backends must have.
    fn hashes(
        &mut self,
        function: &str,
        kind: &str,
        input: &str,
        outputs: impl Iterator<Item = String>,
    ) -> Result<()> {
        let outputs: Vec<String> = outputs.collect();
        let same = outputs.windows(2).all(|pair| pair[0] == pair[1]);
        assert!(same, "{function} of {input}: the backends have {outputs:?}");
        if !self.functions.contains(function) {
            self.functions.insert(function.into());
        }
        self.count += 1;
        writeln!(self.out, "{function} {kind} {input} {}", outputs[0])
    }

    /// Writes a function of messages. `keys` makes a key for each backend from bytes, which it may
    /// change into bytes of a key.
    fn function<K>(
        &mut self,
        function: &str,
        block: usize,
        key_len: usize,
        random: usize,
        keys: impl Fn(&mut [u8]) -> Vec<K>,
        hash: impl Fn(&K, &[u8]) -> String,
    ) -> Result<()> {
        for (number, content) in Content::ALL.into_iter().enumerate() {
            let mut key = self.random.bytes(key_len, content);
            let keys = keys(&mut key);
            writeln!(self.out, "key {function} {}", hex(&key))?;
            for len in lengths(block) {
                // Messages of all contents at the edges, and of one by turns elsewhere.
                let edge = len <= 16 || (len + 1) % block <= 2;
                for (other, content) in Content::ALL.into_iter().enumerate() {
                    if edge || (len + number) % 4 == other {
                        let message = self.random.bytes(len, content);
                        let outputs = keys.iter().map(|key| hash(key, &message));
                        self.hashes(function, kind(len, block), &hex(&message), outputs)?;
                    }
                }
            }
        }
        let mut left = random;
        while left > 0 {
            let mut key = self.random.bytes(key_len, Content::Random);
            let keys = keys(&mut key);
            writeln!(self.out, "key {function} {}", hex(&key))?;
            for _ in 0..left.min(500) {
                let len = match self.random.below(100) {
                    0..70 => self.random.below(33),
                    70..97 => self.random.below(161),
                    97 | 98 => self.random.below(block + 1),
                    // Kernels take groups of many small blocks.
                    _ => self.random.below((3 * block).max(4096)),
                };
                let message = self.random.bytes(len, Content::Random);
                let outputs = keys.iter().map(|key| hash(key, &message));
                self.hashes(function, "random", &hex(&message), outputs)?;
            }
            left -= left.min(500);
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let random = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let random = random.expect("usage: extracted RANDOM");
    let mut lines = Lines {
        out: BufWriter::new(std::io::stdout().lock()),
        random: Random(SeedWords::new("extracted", 1)),
        count: 0,
        functions: BTreeSet::new(),
    };
    lines.messages(random)?;
    lines.maps(random)?;
    lines.tables(10 + random / 40)?;
    let functions: Vec<String> = lines.functions.into_iter().collect();
    writeln!(lines.out, "end {} {}", lines.count, functions.join(" "))?;
    lines.out.flush()
}
