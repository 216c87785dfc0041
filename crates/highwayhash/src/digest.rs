//! The traits of RustCrypto's MACs (feature `digest`).
//!
//! A MAC's bytes are the words of the hash, lowest first, each little-endian. `verify` and its kin
//! compare in constant time. See the crate's docs for what is claimed of the strength; take
//! [`HighwayHash128`] or [`HighwayHash256`] where forgeries are to be kept out, 64 bits are few.
//!
//! ```
//! use digest::{KeyInit, Mac};
//! use highwayhash::digest::HighwayHash256;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut mac = HighwayHash256::new_from_slice(&[7; 32])?;
//! mac.update(b"a message");
//! let tag = mac.finalize().into_bytes();
//!
//! let mac = HighwayHash256::new_from_slice(&[7; 32])?.chain_update(b"a message");
//! mac.verify(&tag)?;
//! # Ok(())
//! # }
//! ```

use crate::{HighwayHasher, Key};
use ::digest::common::{KeySizeUser, Reset};
use ::digest::consts::{U8, U16, U32};
use ::digest::{FixedOutput, FixedOutputReset, KeyInit, MacMarker, Output, OutputSizeUser, Update};
use core::fmt;

macro_rules! macs {
    ($($(#[$doc:meta])* $name:ident, $size:ty, $finalize:expr;)*) => {
        $(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            key: Key,
            stream: HighwayHasher,
        }

        impl $name {
            /// A MAC under this key, on its backend.
            #[must_use]
            pub fn with_key(key: Key) -> Self {
                let stream = HighwayHasher::new(&key);
                Self { key, stream }
            }
        }

        impl fmt::Debug for $name {
            /// Keeps the secrets.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }

        impl KeySizeUser for $name {
            type KeySize = U32;
        }

        impl KeyInit for $name {
            fn new(key: &::digest::Key<Self>) -> Self {
                let bytes: &[u8; 32] = key.as_ref();
                Self::with_key(Key::from_bytes(bytes))
            }
        }

        impl OutputSizeUser for $name {
            type OutputSize = $size;
        }

        impl Update for $name {
            fn update(&mut self, bytes: &[u8]) {
                self.stream.update(bytes);
            }
        }

        impl Reset for $name {
            fn reset(&mut self) {
                self.stream = HighwayHasher::new(&self.key);
            }
        }

        impl FixedOutput for $name {
            fn finalize_into(self, out: &mut Output<Self>) {
                write_words(&($finalize)(&self.stream), out);
            }
        }

        impl FixedOutputReset for $name {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                write_words(&($finalize)(&self.stream), out);
                Reset::reset(self);
            }
        }

        impl MacMarker for $name {}
        )*
    };
}

macs! {
    /// HighwayHash-64 as a MAC of 8 bytes.
    HighwayHash64, U8, |stream: &HighwayHasher| [stream.finalize64()];
    /// HighwayHash-128 as a MAC of 16 bytes.
    HighwayHash128, U16, HighwayHasher::finalize128;
    /// HighwayHash-256 as a MAC of 32 bytes.
    HighwayHash256, U32, HighwayHasher::finalize256;
}

fn write_words(words: &[u64], out: &mut [u8]) {
    for (place, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
}
