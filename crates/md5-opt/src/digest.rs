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
use ::digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use ::digest::common::{BlockSizeUser, Reset};
use ::digest::consts::{U16, U24, U64, U88};
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

/// The state of [`Md5Core`], the number of bytes after the last whole block, and these bytes,
/// padded with zeros to 63. The crate `md-5` has the same form. [`Md5::checkpoint`] is shorter, and
/// finds corruption.
impl SerializableState for Md5 {
    type SerializedStateSize = U88;

    fn serialize(&self) -> SerializedState<Self> {
        let (core, buffer) = self.clone().decompose();
        let mut state = SerializedState::<Self>::default();
        state[..24].copy_from_slice(&core.serialize());
        state[24..].copy_from_slice(&buffer.serialize());
        state
    }

    fn deserialize(state: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let (core, buffer) = state.split_ref::<U24>();
        let core = Md5Core::deserialize(core)?;
        let buffer = Buffer::<Md5Core>::deserialize(buffer).map_err(|_| DeserializeStateError)?;
        Ok(Self::compose(core, buffer))
    }
}

#[cfg(feature = "oid")]
impl ::digest::const_oid::AssociatedOid for Md5 {
    /// That of RFC 8017, appendix B.1.
    const OID: ::digest::const_oid::ObjectIdentifier =
        ::digest::const_oid::ObjectIdentifier::new_unwrap("1.2.840.113549.2.5");
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
        self.state = backend::absorb_one(&self.state, blocks, &[]);
        self.len = self.len.wrapping_add(blocks.as_flattened().len() as u64);
    }
}

impl FixedOutputCore for Md5Core {
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        let tail = buffer.get_data();
        let len = self.len.wrapping_add(tail.len() as u64);
        out.copy_from_slice(&absorb_end(&self.state, tail, len));
    }
}

/// A, B, C, D and the number of blocks, each little-endian.
impl SerializableState for Md5Core {
    type SerializedStateSize = U24;

    fn serialize(&self) -> SerializedState<Self> {
        let mut state = SerializedState::<Self>::default();
        state[..16].copy_from_slice(&self.state);
        state[16..].copy_from_slice(&(self.len / 64).to_le_bytes());
        state
    }

    fn deserialize(state: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let (state, blocks) = state.split_ref::<U16>();
        let (state, blocks) = ((*state).into(), u64::from_le_bytes((*blocks).into()));
        Ok(Self { state, len: blocks.wrapping_mul(64) })
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
