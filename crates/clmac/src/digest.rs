//! RustCrypto's MAC traits (feature `digest`), without nonces.
//!
//! `verify` and its variants compare in constant time. `verify_truncated_left` accepts a tag of any
//! length: check first that it has 8, 12 or 16 bytes.
//!
//! ```
//! use clmac::digest::ClMac128;
//! use digest::{KeyInit, Mac};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mac = ClMac128::new_from_slice(&[7; 32])?.chain_update(b"a message");
//! let tag = mac.finalize().into_bytes();
//! ClMac128::new_from_slice(&[7; 32])?.chain_update(b"a message").verify(&tag)?;
//! # Ok(())
//! # }
//! ```

use crate::{ClMac, Key};
use core::borrow::Borrow;
use digest::common::{KeySizeUser, Reset};
use digest::consts::{U16, U32};
use digest::{FixedOutput, FixedOutputReset, KeyInit, MacMarker, Output, OutputSizeUser, Update};

/// [`ClMac`] as a [`digest::Mac`]. It owns, borrows or shares its key; `reset` copies the holder,
/// so make many MACs from `&Key`.
#[derive(Clone)]
pub struct ClMac128<K = Key> {
    mac: ClMac<K>,
}

impl<K: Borrow<Key>> ClMac128<K> {
    /// Returns a MAC of the empty message under this key.
    #[must_use]
    pub const fn with_key(key: K) -> Self {
        Self { mac: ClMac::new(key) }
    }
}

impl KeySizeUser for ClMac128 {
    type KeySize = U32;
}

impl KeyInit for ClMac128 {
    fn new(key: &digest::Key<Self>) -> Self {
        let bytes: &[u8; 32] = key.as_ref();
        Self::with_key(Key::from_bytes(bytes))
    }
}

impl<K> OutputSizeUser for ClMac128<K> {
    type OutputSize = U16;
}

impl<K: Borrow<Key>> Update for ClMac128<K> {
    fn update(&mut self, bytes: &[u8]) {
        self.mac.update(bytes);
    }
}

impl<K: Borrow<Key>> FixedOutput for ClMac128<K> {
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(&self.mac.finalize());
    }
}

impl<K: Borrow<Key> + Clone> Reset for ClMac128<K> {
    fn reset(&mut self) {
        self.mac = ClMac::new(self.mac.holder().clone());
    }
}

impl<K: Borrow<Key> + Clone> FixedOutputReset for ClMac128<K> {
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        out.copy_from_slice(&self.mac.finalize());
        Reset::reset(self);
    }
}

impl<K> MacMarker for ClMac128<K> {}

hash_core::secret_debug!(impl[K] ClMac128<K>, "ClMac128");
