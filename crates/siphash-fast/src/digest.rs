//! The traits of RustCrypto's MACs (feature `digest`).
//!
//! A MAC's bytes are those that the authors' code writes: the words of the hash, each
//! little-endian. `verify` and its variants compare in constant time. Use [`SipMac128`] where
//! forgeries must stay unlikely for long: 64 bits are few.
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

macro_rules! macs {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $size:ty, |$stream:ident: $Stream:ident| $words:expr;)*) => {
        $(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<const C: u8, const D: u8> {
            key: Key,
            stream: $Stream<C, D>,
        }

        impl<const C: u8, const D: u8> $name<C, D> {
            /// A MAC under this key.
            #[must_use]
            pub const fn with_key(key: Key) -> Self {
                let stream = $Stream::new(&key);
                Self { key, stream }
            }
        }

        hash_core::secret_debug!(impl[const C: u8, const D: u8] $name<C, D>, $text);

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
                self.stream = $Stream::new(&self.key);
            }
        }

        impl<const C: u8, const D: u8> FixedOutput for $name<C, D> {
            fn finalize_into(mut self, out: &mut Output<Self>) {
                self.finalize_into_reset(out);
            }
        }

        impl<const C: u8, const D: u8> FixedOutputReset for $name<C, D> {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                let $stream = &self.stream;
                write_words(&$words, out);
                Reset::reset(self);
            }
        }

        impl<const C: u8, const D: u8> MacMarker for $name<C, D> {}
        )*
    };
}

macs! {
    /// SipHash-C-D as a MAC of 8 bytes.
    SipMac64 = "SipMac64", U8, |stream: SipHasher| [stream.finalize()];
    /// SipHash-C-D as a MAC of 16 bytes.
    SipMac128 = "SipMac128", U16, |stream: SipHasher128| stream.finalize();
}

fn write_words(words: &[u64], out: &mut [u8]) {
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}
