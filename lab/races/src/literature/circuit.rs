//! A cycle-accurate model of the circuit of Yang, Karri and McGrew, and the figures of their
//! Table 1.
//!
//! "Divide-and-Concatenate" (DAC 2004) has a circuit for the w-bit LCH (figure 1): a multiplier of
//! w by w bits between two input registers and R3, an adder and subtracter of 2w bits into R4, and
//! the pair (H, L) of w bits each for the result. A block of k words takes k + 6 cycles: k + 1
//! until the last product is in the sum, and five to reduce the sum modulo p = 2^w + c without a
//! division, with the same multiplier and adder. [`DataPath`] models the circuit register by
//! register, so that cycles are counted and not assumed.
//!
//! # Where the paper disagrees with itself
//! * 296 MHz times 32 bits are 9.472 Gb/s. The table has 9.48, and therefore 0.824 Mb/s per gate
//!   instead of 0.823. It truncates 19.616 and 0.9417 to 19.61 and 0.941 and does not round them.
//!   It omits the factor k/(k + 6), which is the same for all columns.
//! * The registers of the sum have 2w bits, but k products need more, so sums wrap modulo 2^2w, as
//!   those of MMH do. The bound of the circuit is therefore that of MMH without the last step, 2 ·
//!   2^-w, and not that of LCH.
//! * The paper's last step subtracts p if z > p. The condition must be z ≥ p, because z = p occurs.
//! * "Mod 2^32 a + 15" should be mod 2^32 + 15.
//! * A note on the sixty-four paths of 4 bits says that shifts cannot give eight rows, and that
//!   they need eight times the key; see `divide_concat::Divide`.

use divide_concat::prime;

/// The columns of Table 1: one path of 32 bits, four of 16, sixteen of 8, sixty-four of 4. All have
/// collision probability 2^-32 and take 32 bits of a message per clock.
pub const CLOCK_MHZ: [f64; 4] = [205.0, 296.0, 412.0, 613.0];
/// The areas in gates, from a synthesis for a 0.13 µm library.
pub const GATES: [f64; 4] = [9071.0, 11_506.0, 13_824.0, 20_830.0];
/// The throughput in Gb/s.
pub const GBPS: [f64; 4] = [6.56, 9.48, 13.18, 19.61];
/// The throughput per gate in Mb/s.
pub const MBPS_PER_GATE: [f64; 4] = [0.723, 0.824, 0.954, 0.941];

/// The circuit of one data path of w bits.
#[derive(Clone, Debug)]
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
        let prime = prime(width).filter(|_| width >= 4)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_circuit_computes_the_wrapped_hash_in_k_plus_6_cycles() {
        let mut rng = Rng::new(1);
        let mut words = |n| -> Vec<u32> { (0..n).map(|_| (rng.next_u64() >> 32) as u32).collect() };
        for width in [4, 8, 16, 32] {
            let p = prime(width).expect("a width of the paper");
            let mut path = DataPath::new(width).expect("a width of the paper");
            let low = |w: &u32| u64::from(*w) & ((1 << width) - 1);
            for k in 0..60 {
                let ones = || vec![u32::MAX; k];
                for (message, key) in [(words(k), words(k)), (ones(), ones())] {
                    let products = message.iter().zip(&key).map(|(m, x)| low(m) * low(x));
                    let sum: u128 = products.map(u128::from).sum::<u128>() + 3 * k as u128;
                    let expected = sum % (1 << (2 * width)) % u128::from(p);
                    let (value, cycles) = path.block(&message, &key, 3);
                    assert_eq!(
                        (u128::from(value), cycles),
                        (expected, k as u64 + 6),
                        "{width}, {k}"
                    );
                }
            }
        }
        assert!(DataPath::new(2).is_none() && DataPath::new(64).is_none());
    }

    /// The figures agree, except that some last digits are truncated and one throughput is 9.48
    /// for 9.472.
    #[test]
    fn table_1_is_computed_from_clocks_and_areas() {
        for i in 0..4 {
            let gbps = CLOCK_MHZ[i] * 32.0 / 1000.0;
            assert!((gbps - GBPS[i]).abs() < 0.01, "{gbps}");
            let ratio = 1000.0 * gbps / GATES[i];
            assert!((ratio - MBPS_PER_GATE[i]).abs() < 0.001, "{ratio}");
        }
    }
}
