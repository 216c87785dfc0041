//! CLMAC: message authentication at the speed of CLHASH-128, with a theorem.
//!
//! A tag is CLHASH-128 of the message, made secret by AES-256. There are two modes:
//!
//! * **Without nonces** (the default): the tag is AES-256 of the hash. There is no nonce to get
//!   wrong. After q messages, a forgery succeeds with probability at most 1.001 q (q + 1) 2^-128 +
//!   2^-127, plus the advantage of an adversary against AES-256: 2^-64 after 2^32 messages, 2^-32
//!   after 2^48.
//! * **With nonces** ([`nonce`]): the tag is the hash plus AES-256 of a nonce. An attempt succeeds
//!   with probability at most 1.001 · 2^-127, plus AES, up to 2^48 messages of any lengths. A
//!   [`nonce::Sender`] draws nonces, also in copies of a process.
//!
//! [`bound`] states both theorems with every term, and proves them. The hash has nine products for
//! every eight that 64 bits would need, so from about 1 KiB on a tag costs little more than reading
//! the message.
//!
//! ```
//! use clmac::{Key, tag, verify};
//! let key = Key::generate();
//! let sent = tag(&key, b"a message");
//! assert!(verify(&key, b"a message", &sent).is_ok());
//! ```
//!
//! # What it is not
//! * **Not encryption.** It authenticates and hides nothing: the same message has the same tag. Nor
//!   is it the MAC of an AEAD: there is no additional data. A protocol that authenticates several
//!   fields must encode them so that no two sequences of fields are the same bytes.
//! * **Not a hash for the public.** Anyone who knows the key can solve for collisions by hand, and so
//!   make two messages with one tag. So a tag does not commit to a key or to a message, and it is no
//!   digest, content address or password hash.
//! * **Not for more than 2^48 messages** under a key without nonces. With nonces the limit is 2^48
//!   messages of one sender, or 2^32 messages of each of 2^32 senders. The theorems and
//!   [`bound::forgery_bound`] have the numbers.
//! * **Not for related keys.** Keys must be independent and random. Derive several from one secret
//!   by a key derivation function such as HKDF, never by changing bits or counting.
//! * **Not against replays.** A message that was tagged may be presented again. Put a number into
//!   it.
//! * **Not older than this project.** The parts (Carter and Wegman's polynomial hashing, AES, the
//!   two constructions) are decades old and the theorems are checked by Coq, but only this project
//!   has this function.
//!
//! # Overview
//! | for                 | use                                                                    |
//! |---------------------|------------------------------------------------------------------------|
//! | one message         | [`tag()`], [`verify`]; cut to fewer bits [`tag96`], [`tag64`]          |
//! | names, columns that others see | [`tag()`], [`tag_column`]: the same value has the same tag |
//! | a message in pieces | [`ClMac`], with [checkpoints](ClMac::checkpoint)                       |
//! | many messages       | [`tag_many`], [`tag_u64s`], [`tag_column`] (Arrow)                     |
//! | parts in parallel   | [`Partial`], hashed on threads and joined                              |
//! | nonces              | [`nonce::Sender`], [`nonce::verify`], [`nonce::Receiver`]              |
//! | traits              | [`core::hash::Hasher`], `std::io::Write`, `digest::Mac`                |
//!
//! # The function
//! `SPEC.md` of this crate (`proofs/spec/clmac.md` in the repository) and the page of CLHASH-128 beside it
//! there define the function for another implementation. In short, for a key K of 32 bytes: block i of a use u (a letter) is AES-256 under K of the bytes
//! `clmac-1`, u, and i as eight little-endian bytes. Blocks 0 to 149 of `H` are the 300 words of the
//! key of CLHASH-128; blocks 0 and 1 of `T` are a key of AES-256. A tag is the encryption of the
//! hash, whose words are stored little-endian. [`nonce`] describes the mode with nonces.
//!
//! # Backends
//! The hash runs on the backends of CLHASH-128, [`Backend`]; [`Key::with_backend`] chooses one, and
//! `--cfg gf2_backend="NAME"` does so for the whole build. AES runs on AES-NI, and where a CPU
//! has none on the crate `aes`: ARM's instructions, or bit-sliced. Eight blocks of AES-NI run side by
//! side in batches; there is no kernel for VAES. All run in constant time for messages of one
//! length. Environment variables are never read.
//!
//! # Stability
//! Tags, keys from seeds and checkpoints are frozen as version 1 of CLMAC, `clmac-1` where the name
//! is stored. Until release 1.0 a new version with other values may follow under another name.
//!
//! # Features
//! * `std` (default): `Key::generate`, [`nonce::Sender`], `io::Write`. Without it the crate needs
//!   neither `std` nor `alloc`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints. `digest`: the module `digest`.
//! * `zeroize`: keys and streams overwrite themselves when they are dropped. `wipe-stack`: making
//!   and dropping a key also overwrites 16 KiB of the stack below, so every thread needs that much
//!   more stack. `SECURITY.md` says what is not wiped.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod batch;
pub mod bound;
mod derive;
#[cfg(feature = "digest")]
pub mod digest;
mod key;
pub mod nonce;
mod oneshot;
mod partial;
mod stream;

pub use batch::{tag_column, tag_many, tag_u64s};
pub use clhash::Backend;
pub use clhash::wide::BLOCK_BYTES;
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyLengthError, TagError,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use oneshot::{tag, tag64, tag96, verify, verify64, verify96};
pub use partial::Partial;
pub use stream::{CHECKPOINT_BYTES, ClMac};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
