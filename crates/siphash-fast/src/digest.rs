//! RustCrypto's MAC traits (feature `digest`).
//!
//! The bytes of a MAC are those that the authors' code writes: the words of the hash, each
//! little-endian. `verify` and its variants compare in constant time. Use [`SipMac128`] where the
//! forgery probability must stay low over many attempts, because 64-bit tags are short.
//!
//! ```
//! use digest::{KeyInit, Mac};
//! use siphash_fast::digest::SipMac128;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut mac = SipMac128::<2, 4>::new_from_slice(&[7; 16])?;
//! mac.update(b"a message");
//! let tag = mac.finalize().into_bytes();
//!
//! let mac = SipMac128::<2, 4>::new_from_slice(&[7; 16])?.chain_update(b"a message");
//! mac.verify(&tag)?;
//! # Ok(())
//! # }
//! ```

use crate::{Key, SipHasher, SipHasher128};

hash_core::mac! {
    /// SipHash-C-D as a MAC of 8 bytes.
    SipMac64<const C: u8, const D: u8>: U8, by Key: U16 and SipHasher<C, D>,
    |stream| [stream.finalize()]
}

hash_core::mac! {
    /// SipHash-C-D as a MAC of 16 bytes.
    SipMac128<const C: u8, const D: u8>: U16, by Key: U16 and SipHasher128<C, D>,
    |stream| stream.finalize()
}
