//! The dispatch to the kernels, and the crate's only unsafe code.
//!
//! A kernel is a function from plain data to plain data, over blocks of 64 bytes of a message. The
//! first two also take a partial last block, and the last does where [`taken_by_dot16`] says so.
//! Every backend file has the same kernels:
//!
//! | kernel        | computes, over 64 bytes at a time                                          |
//! |---------------|----------------------------------------------------------------------------|
//! | `dot32`       | Σ mᵢ xᵢ mod 2^64, of little-endian 32-bit words                            |
//! | `dot32x2`     | the sums with xᵢ and with xᵢ₊₁, mod 2^64                                   |
//! | `dot16`       | four sums with xᵢ₊ⱼ, mod 2^32, of biased big-endian 16-bit words           |
//!
//! The modules above the kernels interpret the sums. [`gf64`] has the kernels over GF(2^64), which
//! run on the backends of `gf2`.
//!
//! # Unsigned products from signed multipliers
//! The instructions that multiply pairs of 16-bit words and add the products take signed words. Let
//! m′ = m − 2^15 and x′ = x − 2^15: flip the top bit and read the word as signed. Then
//!
//! ```text
//! Σ m x = Σ m′ x′ + 2^15 Σ m′ + 2^15 Σ x′ + n 2^30
//! ```
//!
//! over n words, so everything may wrap modulo 2^32. `dot16` computes the first two terms; the
//! others depend on the key alone. −2^15 · −2^15 · 2 wraps to −2^31, which is correct modulo 2^32.

/// Computes x − 2^15, or reverses it.
#[inline]
pub(crate) const fn bias(x: u16) -> u16 {
    x ^ 0x8000
}

pub(crate) mod gf64;
mod portable;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod words;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

/// 64 bytes of a message.
pub(crate) type Block = [u8; 64];

hash_core::backends! {
    $
    /// A token that proves that this CPU runs a set of kernels.
    ///
    /// ```
    /// use multilinear_hash::Backend;
    /// let best = Backend::detect();
    /// assert!(Backend::available().any(|b| b == best));
    /// assert_eq!(Backend::available().next(), Some(Backend::PORTABLE));
    /// ```
    pub struct Backend, forced by multilinear_hash_backend;

    /// The kernel sets of this architecture.
    enum Level {
        /// Every other CPU.
        Portable = portable "portable" [],
        /// Haswell, Excavator, Zen and later.
        X86Avx2 = x86::avx2 "x86_avx2" ["avx2"],
        /// Skylake-X.
        X86Avx512 = x86::avx512 "x86_avx512" ["avx512bw"],
        /// Cascade Lake, Ice Lake, Zen 4 and later.
        X86Avx512Vnni = x86::avx512vnni "x86_avx512vnni" ["avx512bw", "avx512vnni"],
        /// Little-endian builds with NEON: every 64-bit Arm.
        Aarch64Neon = aarch64::neon "aarch64_neon" ["neon"],
    }

    macro dispatch;
}

dispatch! {
    unsafe;

    /// Computes Σ mᵢ xᵢ mod 2^64 over as many blocks as the key has. The tail of the message counts
    /// as a block.
    #[inline]
    pub(crate) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64;

    /// Computes the sums with xᵢ and with xᵢ₊₁ modulo 2^64 over as many blocks as the key has. The
    /// tail of the message counts as a block.
    ///
    /// The third view is of the words from x₂ on. Each view is a copy that starts at a cache line,
    /// so that loading from all of them is faster than shifting.
    #[inline]
    pub(crate) fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2];

    /// Computes Σ (m′ x′ᵢ₊ⱼ + 2^15 m′) modulo 2^32 for j < 4 from the biased words x′, over as many
    /// blocks as the key has. A tail (see [`taken_by_dot16`]) counts as a whole block, padded with
    /// zero words, whose m′ is −2^15.
    #[inline]
    pub(crate) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4];

    /// Returns whether [`dot16`] takes a partial last block, as on levels that can load a part of a
    /// register.
    #[inline]
    fn takes_tails() -> bool;
}

/// Returns how many bytes of a message [`dot16`] takes: all, or whole blocks. The caller cannot add
/// single words to the sums, because these include the bias of whole blocks.
#[inline]
pub(crate) fn taken_by_dot16(backend: Backend, bytes: usize) -> usize {
    if takes_tails(backend) { bytes } else { bytes / 64 * 64 }
}

/// Splits a message into blocks and a tail, and cuts the views of a key to as many blocks,
/// including one for the tail.
///
/// This function enables no target features, so that it is inlined into any kernel.
#[inline(always)]
fn cut<'a, T, const V: usize>(
    key: &[&'a [T]; V],
    message: &'a [u8],
) -> ([&'a [T]; V], &'a [Block], &'a [u8]) {
    debug_assert!(key.iter().all(|view| message.len() <= 64 * view.len()), "the key is too short");
    let mut longest = usize::MAX;
    for view in key {
        longest = longest.min(view.len());
    }
    let (blocks, tail) = message.as_chunks();
    let blocks = &blocks[..blocks.len().min(longest)];
    let tail = if blocks.len() < longest { tail } else { &[] };
    let n = blocks.len() + usize::from(!tail.is_empty());
    let mut views = *key;
    for view in &mut views {
        *view = &view[..n];
    }
    (views, blocks, tail)
}
