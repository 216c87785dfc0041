//! The traits of RustCrypto's MACs (feature `digest`).
//!
//! A MAC's bytes are those that the authors' code writes: the words of the hash, each little-endian.
//! `verify` and its kin compare in constant time. Take [`SipMac128`] where forgeries are to be kept out
//! for long, 64 bits are few.
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
use ::digest::common::{KeySizeUser, Reset};
use ::digest::consts::{U8, U16};
use ::digest::{FixedOutput, FixedOutputReset, KeyInit, MacMarker, Output, OutputSizeUser, Update};
use core::fmt;

macro_rules! macs {
    ($($(#[$doc:meta])* $name:ident, $size:ty, $stream:ident, $finalize:expr;)*) => {
        $(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<const C: u8, const D: u8> {
            key: Key,
            stream: $stream<C, D>,
        }

        impl<const C: u8, const D: u8> $name<C, D> {
            /// A MAC under this key.
            #[must_use]
            pub fn with_key(key: Key) -> Self {
                let stream = $stream::new(&key);
                Self { key, stream }
            }
        }

        impl<const C: u8, const D: u8> fmt::Debug for $name<C, D> {
            /// Keeps the secrets.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }

        impl<const C: u8, const D: u8> KeySizeUser for $name<C, D> {
            type KeySize = U16;
        }

        impl<const C: u8, const D: u8> KeyInit for $name<C, D> {
            fn new(key: &::digest::Key<Self>) -> Self {
                let bytes: &[u8; 16] = key.as_ref();
                Self::with_key(Key::from_bytes(bytes))
            }
        }

        impl<const C: u8, const D: u8> OutputSizeUser for $name<C, D> {
            type OutputSize = $size;
        }

        impl<const C: u8, const D: u8> Update for $name<C, D> {
            fn update(&mut self, bytes: &[u8]) {
                self.stream.update(bytes);
            }
        }

        impl<const C: u8, const D: u8> Reset for $name<C, D> {
            fn reset(&mut self) {
                self.stream = $stream::new(&self.key);
            }
        }

        impl<const C: u8, const D: u8> FixedOutput for $name<C, D> {
            fn finalize_into(self, out: &mut Output<Self>) {
                write_words(&($finalize)(&self.stream), out);
            }
        }

        impl<const C: u8, const D: u8> FixedOutputReset for $name<C, D> {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                write_words(&($finalize)(&self.stream), out);
                Reset::reset(self);
            }
        }

        impl<const C: u8, const D: u8> MacMarker for $name<C, D> {}
        )*
    };
}

macs! {
    /// SipHash-C-D as a MAC of 8 bytes.
    SipMac64, U8, SipHasher, |stream: &SipHasher<C, D>| [stream.finalize()];
    /// SipHash-C-D as a MAC of 16 bytes.
    SipMac128, U16, SipHasher128, SipHasher128::<C, D>::finalize128;
}

fn write_words(words: &[u64], out: &mut [u8]) {
    for (place, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
}
