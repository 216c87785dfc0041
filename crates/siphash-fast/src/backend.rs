//! Dispatches to the kernels. All unsafe code of the crate is in this module.
//!
//! A kernel is a function from plain data to plain data. Every backend file has the same kernels:
//!
//! | kernel          | computes                                                          |
//! |-----------------|-------------------------------------------------------------------|
//! | `hash_u64s`     | SipHash of the eight little-endian bytes of many words            |
//! | `hash_each`     | SipHash of many messages                                          |
//! | `tree`          | SipTreeHash of a whole message                                    |
//! | `absorb_leaves` | the four lanes of SipTreeHash after some packets                  |
//! | `leaves`        | the hashes of the four lanes after the end of a message           |
//!
//! A single message of SipHash gains nothing from vectors and has no kernel: see
//! [`single`](crate::single). `backend/lanes.rs` has the algorithms, written once for all vector
//! types. The file of a backend has the operations of its registers, and `backend/entries.rs` gives
//! it entry points of one line each.

#[cfg_attr(
    not(target_feature = "sse2"),
    allow(unused_macros, unused_imports, reason = "for vector registers")
)]
mod entries;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod lanes;
mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

/// The words v0, v1, v2, v3 of the four lanes of SipTreeHash.
pub(crate) type Leaves = [[u64; 4]; 4];
/// A packet of SipTreeHash.
pub(crate) type Packet = [u8; 32];

/// Many messages, wherever they are stored.
pub(crate) trait Messages {
    /// The length of every message in bytes, if it is known at compile time.
    const LENGTH: Option<usize> = None;

    /// Returns the number of messages.
    fn count(&self) -> usize;

    /// Returns message i.
    fn get(&self, i: usize) -> &[u8];
}

impl Messages for [&[u8]] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u8] {
        self[i]
    }
}

impl<const N: usize> Messages for [[u8; N]] {
    const LENGTH: Option<usize> = Some(N);

    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u8] {
        &self[i]
    }
}

hash_core::backends! {
    $
    /// A token that proves that this CPU runs a set of kernels. Only detection creates one.
    ///
    /// ```
    /// use siphash_fast::{Backend, Key, hash, hash_many};
    /// for backend in Backend::available() {
    ///     let key = Key::from_seed(1).with_backend(backend);
    ///     let mut out = [0; 2];
    ///     hash_many::<2, 4>(&key, &[b"one", b"another"], &mut out)?;
    ///     assert_eq!(out[0], hash::<2, 4>(&key, b"one"), "{}", backend.name());
    /// }
    /// # Ok::<(), siphash_fast::BatchError>(())
    /// ```
    pub struct Backend, forced by siphash_fast_backend;

    /// The kernel sets of this architecture.
    enum Level {
        /// One lane.
        Portable = portable "portable" [],
        /// Four lanes; Haswell, Excavator, Zen and later.
        X86Avx2 = x86::avx2 "x86_avx2" ["avx2"],
        /// Eight lanes; Skylake-X, Zen 4 and later.
        X86Avx512 = x86::avx512 "x86_avx512" ["bmi2", "avx512bw", "avx512dq", "avx512vl"],
        /// Four lanes; little-endian builds with NEON.
        Aarch64Neon = aarch64::neon "aarch64_neon" ["neon"],
    }

    macro dispatch;
}

dispatch! {
    unsafe;

    /// Hashes the eight little-endian bytes of each word. Stops at the end of the shorter slice.
    #[inline]
    pub(crate) fn hash_u64s::<C, D>[const C: u8, const D: u8](
        key: [u64; 2],
        words: &[u64],
        out: &mut [u64],
    );

    /// Hashes each message, in order. Stops when the messages or the outputs end.
    #[inline]
    pub(crate) fn hash_each::<C, D, M>[const C: u8, const D: u8, M: Messages + ?Sized](
        key: [u64; 2],
        messages: &M,
        out: &mut [u64],
    );

    /// Hashes a whole message with SipTreeHash.
    #[inline]
    pub(crate) fn tree::<C, D>[const C: u8, const D: u8](key: &[u64; 4], message: &[u8]) -> u64;

    /// Absorbs packets into the lanes.
    #[inline]
    pub(crate) fn absorb_leaves::<C>[const C: u8](leaves: &mut Leaves, packets: &[Packet]);

    /// Absorbs the end of a message and returns the hashes of the lanes.
    #[inline]
    pub(crate) fn leaves::<C, D>[const C: u8, const D: u8](
        leaves: &Leaves,
        message: &[u8],
    ) -> [u64; 4];
}
