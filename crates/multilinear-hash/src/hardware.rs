//! A cycle-accurate model of the data path of Yang, Karri and McGrew, and their Table 1.
//!
//! "Divide-and-Concatenate" (DAC 2004) has a circuit for the w-bit LCH (figure 1): a multiplier of
//! w by w bits between two input registers and R3, an adder and subtracter of 2w bits into R4, and
//! the pair (H, L) of w bits each for the result. A block of k words takes k + 6 cycles: k + 1
//! until the last product is in the sum, and five to reduce the sum modulo p = 2^w + c without a
//! division, with the same multiplier and adder. [`DataPath`] models the circuit register by
//! register, so that cycles are counted and not assumed.
//!
//! ```
//! use multilinear_hash::hardware::{ARCHITECTURES, DataPath};
//! let (hash, cycles) = DataPath::new(32).expect("a width of the paper").block(&[2, 3], &[5, 7], 0);
//! assert_eq!((hash, cycles), (31, 2 + 6));
//! let [straight, .., eight, _] = &ARCHITECTURES;
//! assert!((eight.throughput_gbps() / straight.throughput_gbps() - 2.01).abs() < 0.01);
//! ```
//!
//! # Figures of the paper and computed figures
//! Gate counts and clock rates are the paper's, from a synthesis for a 0.13 µm library, and are
//! inputs here. The number of paths, the throughput, its ratio to the area, and the ratios between
//! architectures are computed. The table omits the factor k/(k + 6), which is the same for all.
//! [`Architecture::throughput_gbps`] omits it too, and [`Architecture::block_throughput_gbps`]
//! includes it.
//!
//! # Where the paper disagrees with itself
//! * 296 MHz times 32 bits are 9.472 Gb/s. The table has 9.48, and therefore 0.824 Mb/s per gate
//!   instead of 0.823. It truncates 19.616 and 0.9417 to 19.61 and 0.941 and does not round them.
//! * The registers of the sum have 2w bits, but k products need more, so sums wrap modulo 2^2w, as
//!   those of MMH do. The bound of the circuit is therefore that of MMH without the last step, 2 ·
//!   2^-w, and not that of LCH.
//! * The paper's last step subtracts p if z > p. The condition must be z ≥ p, because z = p occurs.
//! * "Mod 2^32 a + 15" should be mod 2^32 + 15.
//! * A note on the sixty-four paths of 4 bits says that shifts cannot give eight rows, and that
//!   they need eight times the key; see [`crate::divide`].
//!
//! For pipelined multipliers the paper gives a curve without figures, one area (8 bits, 3 stages:
//! 720 gates instead of 399) and one ratio (with 2 stages, sixteen paths of 8 bits are 12 % better
//! than one of 32). It also says that a second multiplier and adder for the reduction, which let a
//! block take k cycles, gain (k + 6)/k. [`Pipeline`] models the cycles of both.

use crate::lch;

/// The circuit of one data path of w bits.
#[derive(Clone)]
pub struct DataPath {
    width: u32,
    /// c of p = 2^w + c.
    excess: i64,
    /// The first input of the multiplier.
    r1: i64,
    /// The second input of the multiplier.
    r2: i64,
    /// The product.
    r3: i64,
    /// The sum.
    r4: i64,
    /// The upper half of the result, y or z, which has the sign.
    high: i64,
    /// The lower half of the result.
    low: i64,
    cycles: u64,
}

impl DataPath {
    /// Makes the path of this width, which must be 4, 8, 16 or 32 bits.
    #[must_use]
    pub fn new(width: u32) -> Option<Self> {
        let prime = match width {
            4 | 8 | 16 | 32 => lch::prime(width)?,
            _ => return None,
        };
        let excess = i64::try_from(prime - (1 << width)).ok()?;
        Some(Self { width, excess, r1: 0, r2: 0, r3: 0, r4: 0, high: 0, low: 0, cycles: 0 })
    }

    /// Advances one clock, in which every register takes its new value from the old ones.
    /// Afterwards R1 and R2 have the words of the next step, R3 has the product of their old
    /// values, and R4 has the sum with the old value of R3.
    fn accumulate(&mut self, next: Option<(u32, u32)>) {
        let mask = self.mask();
        self.r4 = self.r4.wrapping_add(self.r3) & mask;
        self.r3 = self.r1.wrapping_mul(self.r2) & mask;
        (self.r1, self.r2) = next.map_or((0, 0), |(m, x)| (m.into(), x.into()));
        self.cycles += 1;
    }

    /// Returns the mask of 2w ones.
    const fn mask(&self) -> i64 {
        if self.width == 32 { -1 } else { (1 << (2 * self.width)) - 1 }
    }

    /// Stores a difference as (H, L).
    const fn latch(&mut self, difference: i64) {
        self.high = difference >> self.width;
        self.low = difference & ((1 << self.width) - 1);
    }

    /// Hashes a block and returns ((Σ mᵢ xᵢ + k t) mod 2^2w) mod p and the number of clocks.
    ///
    /// Words are reduced modulo 2^w, and the shorter of the two slices determines their number. The
    /// input registers hold the first words at the start, because they are loaded while the
    /// previous block ends.
    #[must_use]
    #[expect(clippy::cast_possible_wrap, reason = "registers are bit patterns")]
    pub fn block(&mut self, message: &[u32], key: &[u32], t: u32) -> (u64, u64) {
        let mask = u32::MAX >> (32 - self.width);
        let low = |w: u32| w & mask;
        let mut words = message.iter().zip(key).map(|(m, x)| (low(*m), low(*x)));
        let k = message.len().min(key.len());
        let start = self.cycles;
        (self.r3, self.high, self.low) = (0, 0, 0);
        self.r4 = (k as u64).wrapping_mul(low(t).into()) as i64 & self.mask();
        (self.r1, self.r2) = words.next().map_or((0, 0), |(m, x)| (m.into(), x.into()));
        // After k + 1 clocks the last product is in the sum, which becomes (H, L).
        for _ in 0..=k {
            self.accumulate(words.next());
        }
        let (sum, word) = (self.r4.cast_unsigned(), u64::from(mask));
        self.high = (if self.width == 32 { sum >> 32 } else { sum >> self.width & word }) as i64;
        self.low = (sum & word) as i64;
        // Twice: R3 takes c times the upper half, then (H, L) takes the lower half minus R3.
        for _ in 0..2 {
            self.r3 = self.excess * self.high;
            self.cycles += 1;
            self.latch(self.low - self.r3);
            self.cycles += 1;
        }
        // The last clock subtracts p if the result is not negative.
        let z = self.high << self.width | self.low;
        let p = (1 << self.width) + self.excess;
        if z >= p {
            self.latch(z - p);
        }
        self.cycles += 1;
        ((self.high << self.width | self.low).cast_unsigned(), self.cycles - start)
    }
}

// `Debug` hides the registers, because they hold words of the key and sums with them.
hash_core::secret_debug!(
    impl[] DataPath,
    "DataPath",
    width = |path| path.width,
    cycles = |path| path.cycles
);

/// The ways to pipeline a data path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipeline {
    /// A pipelined multiplier. A combinational one has one stage. Each further stage costs a block
    /// one clock, and two more in the reduction, whose two products wait for one another.
    Multiplier {
        /// The number of stages.
        stages: u64,
    },
    /// A second multiplier and adder, which reduce a block while the next one is summed.
    Reduction,
}

impl Pipeline {
    /// Returns the number of clocks from one block of k words to the next.
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
    /// The width of a data path, in bits.
    pub width: u32,
    /// The clock in MHz, as the paper gives it.
    pub clock_mhz: u32,
    /// The area in gates, as the paper gives it.
    pub gates: u32,
    /// The figures that the table prints.
    pub printed: Printed,
}

/// The figures that Table 1 prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The number of data paths.
    pub paths: u32,
    /// The throughput, in Gb/s.
    pub throughput_gbps: f64,
    /// The throughput per gate, in Mb/s.
    pub mbps_per_gate: f64,
}

/// The number of bits of a message that every architecture takes in a clock.
pub const WORD_BITS: u32 = 32;

impl Architecture {
    /// Returns the number of data paths that collide with probability 2^-32 together and take 32
    /// bits per clock: 32/w rows of 32/w lanes.
    #[must_use]
    pub const fn paths(&self) -> u32 {
        let n = WORD_BITS / self.width;
        n * n
    }

    /// Computes the throughput in Gb/s, without the factor k/(k + 6).
    #[must_use]
    pub fn throughput_gbps(&self) -> f64 {
        f64::from(self.clock_mhz * WORD_BITS) / 1000.0
    }

    /// Computes the throughput in Gb/s over blocks of k words of 32 bits, from the clocks that the
    /// model of the path counts.
    #[must_use]
    pub fn block_throughput_gbps(&self, k: u32) -> f64 {
        let cycles = Pipeline::Multiplier { stages: 1 }.cycles(k.into());
        #[expect(clippy::cast_precision_loss, reason = "there are few cycles")]
        let cycles = cycles as f64;
        self.throughput_gbps() * f64::from(k) / cycles
    }

    /// Computes the throughput per gate, in Mb/s.
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

/// The multipliers for which the paper gives an area or a clock: bits, stages, gates and MHz, with
/// `None` for what it omits.
pub const MULTIPLIERS: [(u32, u32, Option<u32>, Option<u32>); 4] = [
    (8, 1, Some(399), Some(412)),
    (8, 3, Some(720), None),
    (16, 1, Some(1767), Some(296)),
    (32, 1, None, Some(205)),
];
