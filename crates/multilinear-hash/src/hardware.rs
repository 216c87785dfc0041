//! The data path of Yang, Karri and McGrew, cycle by cycle, and their Table 1.
//!
//! "Divide-and-Concatenate" (DAC 2004) has a circuit for the w-bit LCH (figure 1): a multiplier of
//! w by w bits between two input registers and R3, an adder and subtracter of 2w bits into R4, and
//! the pair (H, L) of w bits each for the result. A block of k words takes k + 6 cycles: k + 1
//! until the last product is in the sum, and five to reduce that modulo p = 2^w + c without a
//! division, with the same multiplier and adder. [`DataPath`] does what the circuit does, so that
//! the cycles are counted and not supposed.
//!
//! ```
//! use multilinear_hash::hardware::{ARCHITECTURES, DataPath};
//! let (hash, cycles) = DataPath::new(32).expect("a width of the paper").block(&[2, 3], &[5, 7], 0);
//! assert_eq!((hash, cycles), (31, 2 + 6));
//! let [straight, .., eight, _] = &ARCHITECTURES;
//! assert!((eight.throughput_gbps() / straight.throughput_gbps() - 2.01).abs() < 0.01);
//! ```
//!
//! # What is the paper's and what is computed
//! Gate counts and clock rates are the paper's, from a synthesis for a 0.13 µm library: inputs
//! here. Computed are the number of paths, throughput, its ratio to the area, and what they say of
//! one another. The table leaves out the factor k/(k + 6), which is the same for all:
//! [`Architecture::throughput_gbps`] too, and [`Architecture::block_throughput_gbps`] has it.
//!
//! # Where the paper disagrees with itself
//! * 296 MHz times 32 bits are 9.472 Gb/s; the table has 9.48, and with it 0.824 Mb/s a gate for
//!   0.823. 19.616 and 0.9417 are cut, not rounded, to 19.61 and 0.941.
//! * The registers of the sum have 2w bits, and k products more: sums wrap modulo 2^2w, as those of
//!   MMH do. So the bound of the circuit is MMH's without the last step, 2 · 2^-w, and not LCH's.
//! * The last step is said to subtract p where z > p. It has to be z ≥ p: z = p occurs.
//! * "Mod 2^32 a + 15" is mod 2^32 + 15.
//! * Sixty-four paths of 4 bits are tabulated with a note that eight rows cannot be had by shifts,
//!   and need eight times the key; see [`crate::divide`].
//!
//! Of pipelined multipliers it gives a curve without figures, the area of one (8 bits, 3 stages:
//! 720 gates instead of 399), one ratio (2 stages: sixteen paths of 8 bits 12 % better than one of
//! 32), and that a second multiplier and adder for the reduction, so that a block takes k cycles,
//! gain (k + 6)/k. The model has the cycles of both: [`Pipeline`].

use crate::lch;

/// The circuit of one data path of w bits.
#[derive(Clone)]
pub struct DataPath {
    width: u32,
    /// c of p = 2^w + c.
    excess: i64,
    /// The inputs of the multiplier.
    r1: i64,
    r2: i64,
    /// The product.
    r3: i64,
    /// The sum.
    r4: i64,
    /// The result, y or z, signed by its upper half.
    high: i64,
    low: i64,
    cycles: u64,
}

impl DataPath {
    /// The path of this width: 4, 8 or 16 bits, or 32.
    #[must_use]
    pub fn new(width: u32) -> Option<Self> {
        let prime = match width {
            4 | 8 | 16 | 32 => lch::prime(width)?,
            _ => return None,
        };
        let excess = i64::try_from(prime - (1 << width)).ok()?;
        Some(Self { width, excess, r1: 0, r2: 0, r3: 0, r4: 0, high: 0, low: 0, cycles: 0 })
    }

    /// One clock: every register takes its new value from the old ones. At the end of it, R1 and R2
    /// have the words of the next step, R3 the product of what they had, R4 the sum with what R3
    /// had.
    fn accumulate(&mut self, next: Option<(u32, u32)>) {
        let mask = self.mask();
        self.r4 = self.r4.wrapping_add(self.r3) & mask;
        self.r3 = self.r1.wrapping_mul(self.r2) & mask;
        (self.r1, self.r2) = next.map_or((0, 0), |(m, x)| (m.into(), x.into()));
        self.cycles += 1;
    }

    /// 2w ones.
    const fn mask(&self) -> i64 {
        if self.width == 32 { -1 } else { (1 << (2 * self.width)) - 1 }
    }

    /// Keeps a difference as (H, L).
    const fn latch(&mut self, difference: i64) {
        self.high = difference >> self.width;
        self.low = difference & ((1 << self.width) - 1);
    }

    /// Hashes a block: ((Σ m\[i\] x\[i\] + k t) mod 2^2w) mod p, and the clocks that it took.
    ///
    /// Words are taken modulo 2^w, and as many as both have. The input registers have the first
    /// words at the start: they are loaded while the block before ends.
    #[must_use]
    #[expect(clippy::cast_possible_wrap, reason = "registers are patterns of bits")]
    pub fn block(&mut self, message: &[u32], key: &[u32], t: u32) -> (u64, u64) {
        let word = (1_u64 << self.width) - 1;
        let low = |w: u32| u32::try_from(u64::from(w) & word).unwrap_or(0);
        let mut words = message.iter().zip(key).map(|(m, x)| (low(*m), low(*x)));
        let k = message.len().min(key.len());
        let start = self.cycles;
        (self.r3, self.high, self.low) = (0, 0, 0);
        self.r4 = (k as u64).wrapping_mul(low(t).into()) as i64 & self.mask();
        (self.r1, self.r2) = words.next().map_or((0, 0), |(m, x)| (m.into(), x.into()));
        // k + 1 clocks: the last one adds the last product, and the sum is (H, L).
        for _ in 0..=k {
            self.accumulate(words.next());
        }
        let sum = self.r4.cast_unsigned();
        self.high = (if self.width == 32 { sum >> 32 } else { sum >> self.width & word }) as i64;
        self.low = (sum & word) as i64;
        // Twice: c times the upper half into R3, then the lower half less R3 into (H, L).
        for _ in 0..2 {
            self.r3 = self.excess * self.high;
            self.cycles += 1;
            self.latch(self.low - self.r3);
            self.cycles += 1;
        }
        // The last one: less p, if that is not negative.
        let z = self.high << self.width | self.low;
        let p = (1 << self.width) + self.excess;
        if z >= p {
            self.latch(z - p);
        }
        self.cycles += 1;
        ((self.high << self.width | self.low).cast_unsigned(), self.cycles - start)
    }
}

// The registers have words of the key, and sums with them.
hash_core::secret_debug!(
    impl[] DataPath,
    "DataPath",
    width = |path| path.width,
    cycles = |path| path.cycles
);

/// What is put between stages, and the clocks of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipeline {
    /// A multiplier of so many stages, 1 for a combinational one: each more takes a clock a block
    /// more, and two more in the reduction, whose two products wait for one another.
    Multiplier {
        /// The stages.
        stages: u64,
    },
    /// A second multiplier and adder reduce a block while the next one is summed.
    Reduction,
}

impl Pipeline {
    /// Clocks from one block of k words to the next.
    #[must_use]
    pub const fn cycles(self, k: u64) -> u64 {
        match self {
            Self::Multiplier { stages } => k + 6 + 3 * stages.saturating_sub(1),
            Self::Reduction => k,
        }
    }
}

/// A column of Table 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Architecture {
    /// Bits of a data path.
    pub width: u32,
    /// The clock in MHz, as the paper gives it.
    pub clock_mhz: u32,
    /// The area in gates, as the paper gives it.
    pub gates: u32,
    /// What the table prints.
    pub printed: Printed,
}

/// The figures that Table 1 prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// Data paths.
    pub paths: u32,
    /// Gb/s.
    pub throughput_gbps: f64,
    /// Mb/s a gate.
    pub mbps_per_gate: f64,
}

/// Bits of a message word that all architectures take in a clock.
pub const WORD_BITS: u32 = 32;

impl Architecture {
    /// Data paths that give collisions of 2^-32 and take 32 bits a clock: 32/w rows of 32/w lanes.
    #[must_use]
    pub const fn paths(&self) -> u32 {
        let n = WORD_BITS / self.width;
        n * n
    }

    /// Gb/s, without the factor k/(k + 6).
    #[must_use]
    pub fn throughput_gbps(&self) -> f64 {
        f64::from(self.clock_mhz * WORD_BITS) / 1000.0
    }

    /// Gb/s over blocks that keep k words of 32 bits, of the clocks that a model of the path
    /// counts.
    #[must_use]
    pub fn block_throughput_gbps(&self, k: u32) -> f64 {
        let cycles = Pipeline::Multiplier { stages: 1 }.cycles(k.into());
        #[expect(clippy::cast_precision_loss, reason = "few")]
        let cycles = cycles as f64;
        self.throughput_gbps() * f64::from(k) / cycles
    }

    /// Mb/s a gate.
    #[must_use]
    pub fn mbps_per_gate(&self) -> f64 {
        1000.0 * self.throughput_gbps() / f64::from(self.gates)
    }
}

/// Table 1: one path of 32 bits, four of 16, sixteen of 8, sixty-four of 4.
pub const ARCHITECTURES: [Architecture; 4] = [
    column(32, 205, 9071, 1, 6.56, 0.723),
    column(16, 296, 11_506, 4, 9.48, 0.824),
    column(8, 412, 13_824, 16, 13.18, 0.954),
    column(4, 613, 20_830, 64, 19.61, 0.941),
];

const fn column(
    width: u32,
    clock_mhz: u32,
    gates: u32,
    paths: u32,
    throughput_gbps: f64,
    mbps_per_gate: f64,
) -> Architecture {
    let printed = Printed { paths, throughput_gbps, mbps_per_gate };
    Architecture { width, clock_mhz, gates, printed }
}

/// Multipliers of which the paper gives area and clock: bits, stages, gates, and MHz if it gives
/// that.
pub const MULTIPLIERS: [(u32, u32, Option<u32>, Option<u32>); 4] = [
    (8, 1, Some(399), Some(412)),
    (8, 3, Some(720), None),
    (16, 1, Some(1767), Some(296)),
    (32, 1, None, Some(205)),
];
