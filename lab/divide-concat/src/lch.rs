//! LCH: linear congruential hashes, inner products over the integers modulo a prime.
//!
//! Yang, Karri and McGrew, "Divide-and-Concatenate" (DAC 2004), §2: with words m of a message, as
//! many words x of a key, and a number t,
//!
//! ```text
//! h = Σ (m[i] x[i] + t) mod p = (Σ m[i] x[i] + k t) mod p
//! ```
//!
//! for k words. If the words of both have w bits, p is the smallest prime above 2^w: 17, 257,
//! 65,537 and 2^32 + 15 for 4, 8, 16 and 32 bits. The paper calls MMH and TMMH special cases with
//! t = 0, but they also wrap modulo 2^(2w) and drop the top bit.
//!
//! This module takes any modulus and any words; [`Divide`](crate::Divide) takes narrow words.

use crate::error::{Error, long_enough};

/// Returns the smallest prime above 2^`bits` for 2, 3, 4, 8, 16 and 32 bits: 5, 11, 17, 257, 65,537
/// and 2^32 + 15.
#[must_use]
pub const fn prime(bits: u32) -> Option<u64> {
    match bits {
        2 => Some(5),
        3 => Some(11),
        4 => Some(17),
        8 => Some(257),
        16 => Some(65_537),
        32 => Some((1 << 32) + 15),
        _ => None,
    }
}

/// The linear congruential hash with a given modulus and addend.
///
/// ```
/// use divide_concat::Lch;
/// let lch = Lch::new(257, 10);
/// assert_eq!(lch.hash(&[2, 3], &[100, 200]), Ok((200 + 10 + 600 + 10) % 257));
/// assert_eq!(lch.hash_once(&[2, 3], &[100, 200]), Ok((200 + 600 + 10) % 257));
/// assert!(lch.hash(&[2], &[100, 200]).is_err(), "the key is too short");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lch {
    modulus: u128,
    t: u128,
}

impl Lch {
    /// Makes the hash with this modulus and this addend. The bound holds if the modulus is prime. A
    /// modulus of zero stands for 2^128.
    #[must_use]
    pub const fn new(modulus: u128, t: u128) -> Self {
        Self { modulus, t }
    }

    /// Computes Σ (mᵢ xᵢ + t) modulo p, the function of the paper. The output is frozen.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] if the key has fewer words than the message.
    pub fn hash(&self, key: &[u128], message: &[u128]) -> Result<u128, Error> {
        self.sum(key, message, message.len() as u128)
    }

    /// Computes (Σ mᵢ xᵢ + t) modulo p. The output is frozen.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] if the key has fewer words than the message.
    pub fn hash_once(&self, key: &[u128], message: &[u128]) -> Result<u128, Error> {
        self.sum(key, message, 1)
    }

    fn sum(&self, key: &[u128], message: &[u128], times: u128) -> Result<u128, Error> {
        long_enough(key.len(), message.len())?;
        let products = key.iter().zip(message).map(|(x, m)| self.product(*x, *m));
        Ok(products.fold(self.product(self.t, times), |sum, product| self.add(sum, product)))
    }

    const fn remainder(&self, x: u128) -> u128 {
        if self.modulus == 0 { x } else { x % self.modulus }
    }

    /// Adds two remainders.
    const fn add(&self, a: u128, b: u128) -> u128 {
        if self.modulus == 0 {
            a.wrapping_add(b)
        } else if a >= self.modulus - b {
            a - (self.modulus - b)
        } else {
            a + b
        }
    }

    /// Computes the remainder of a product.
    const fn product(&self, a: u128, b: u128) -> u128 {
        if let Some(product) = a.checked_mul(b) {
            return self.remainder(product);
        }
        // Doubles and adds, from the top bit on.
        let (a, mut sum, mut bit) = (self.remainder(a), 0, 128);
        while bit > 0 {
            bit -= 1;
            sum = self.add(sum, sum);
            if b >> bit & 1 == 1 {
                sum = self.add(sum, a);
            }
        }
        sum
    }
}
