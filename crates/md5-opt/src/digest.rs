//! RustCrypto's hash traits (feature `digest`): [`Md5`] implements `Digest` and its companions.
//! [`Md5Core`] is its core for code that works on blocks (`block-api`), like HMAC.
//!
//! Where `digest::Digest` is imported, `md5.finalize()` is that trait's method, which consumes the
//! hasher and returns an `Array`.
//!
//! ```
//! use digest::Digest;
//! let hash = md5_opt::Md5::new().chain_update(b"a").chain_update(b"bc").finalize();
//! assert_eq!(hash[..], md5_opt::hash(b"abc"));
//! ```

use crate::Md5;
use crate::backend;
use crate::oneshot::absorb_end;
use crate::table::{START, State};
use ::digest::block_api::{
    AlgorithmName, Block, Buffer, BufferKindUser, CoreProxy, Eager, FixedOutputCore, UpdateCore,
};
use ::digest::common::{BlockSizeUser, Reset};
use ::digest::consts::{U16, U64};
use ::digest::{FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Update};
use core::fmt;

impl HashMarker for Md5 {}

impl OutputSizeUser for Md5 {
    type OutputSize = U16;
}

impl BlockSizeUser for Md5 {
    type BlockSize = U64;
}

impl Update for Md5 {
    fn update(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

impl Reset for Md5 {
    fn reset(&mut self) {
        *self = Self::new();
    }
}

impl FixedOutput for Md5 {
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(&Self::finalize(&self));
    }
}

impl FixedOutputReset for Md5 {
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        out.copy_from_slice(&Self::finalize(self));
        Reset::reset(self);
    }
}

impl AlgorithmName for Md5 {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Md5")
    }
}

impl CoreProxy for Md5 {
    type Core = Md5Core;

    fn compose(core: Md5Core, buffer: Buffer<Md5Core>) -> Self {
        let mut tail = [0; 64];
        let rest = buffer.get_data();
        tail[..rest.len()].copy_from_slice(rest);
        Self::from_parts(core.state, tail, core.len.wrapping_add(rest.len() as u64))
    }

    fn decompose(self) -> (Md5Core, Buffer<Md5Core>) {
        let (state, tail, len) = self.parts();
        (Md5Core { state: *state, len: len - tail.len() as u64 }, Buffer::<Md5Core>::new(tail))
    }
}

/// MD5 of whole blocks: an [`Md5`] without its buffer.
#[derive(Clone)]
pub struct Md5Core {
    state: State,
    /// The number of bytes of the blocks so far.
    len: u64,
}

impl HashMarker for Md5Core {}

impl OutputSizeUser for Md5Core {
    type OutputSize = U16;
}

impl BlockSizeUser for Md5Core {
    type BlockSize = U64;
}

impl BufferKindUser for Md5Core {
    type BufferKind = Eager;
}

impl UpdateCore for Md5Core {
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        let blocks = Block::<Self>::cast_slice_to_core(blocks);
        backend::absorb_one(&mut self.state, blocks);
        self.len = self.len.wrapping_add(blocks.as_flattened().len() as u64);
    }
}

impl FixedOutputCore for Md5Core {
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        let tail = buffer.get_data();
        let len = self.len.wrapping_add(tail.len() as u64);
        out.copy_from_slice(&absorb_end(self.state, tail, len));
    }
}

impl Default for Md5Core {
    fn default() -> Self {
        Self { state: START, len: 0 }
    }
}

impl Reset for Md5Core {
    fn reset(&mut self) {
        *self = Self::default();
    }
}

impl AlgorithmName for Md5Core {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Md5")
    }
}

hash_core::secret_debug!(impl[] Md5Core, "Md5Core", len = |core| core.len);
// A wiped core is that of an empty message.
hash_core::wipe_on_drop!(impl[] Md5Core, |core| {
    core.state.zeroize();
    (core.state, core.len) = (START, 0);
});
