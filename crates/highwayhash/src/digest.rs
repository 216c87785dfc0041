//! RustCrypto's MAC traits (feature `digest`).
//!
//! The bytes of a MAC are the words of the hash, the lowest first, each little-endian. `verify` and
//! its variants compare in constant time. The crate's docs say what strength is claimed. Use
//! [`HighwayMac128`] or [`HighwayMac256`] where forgeries must be infeasible, because 64-bit tags
//! are short.
//!
//! ```
//! use digest::{KeyInit, Mac};
//! use highwayhash::digest::HighwayMac256;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut mac = HighwayMac256::new_from_slice(&[7; 32])?;
//! mac.update(b"a message");
//! let tag = mac.finalize().into_bytes();
//!
//! let mac = HighwayMac256::new_from_slice(&[7; 32])?.chain_update(b"a message");
//! mac.verify(&tag)?;
//! # Ok(())
//! # }
//! ```

use crate::{HighwayHasher, Key};

hash_core::mac! {
    /// HighwayHash-64 as a MAC of 8 bytes.
    HighwayMac64: U8, by Key: U32 and HighwayHasher, |stream| [stream.finalize()]
}

hash_core::mac! {
    /// HighwayHash-128 as a MAC of 16 bytes.
    HighwayMac128: U16, by Key: U32 and HighwayHasher, |stream| stream.finalize128()
}

hash_core::mac! {
    /// HighwayHash-256 as a MAC of 32 bytes.
    HighwayMac256: U32, by Key: U32 and HighwayHasher, |stream| stream.finalize256()
}
