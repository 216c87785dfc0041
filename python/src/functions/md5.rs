//! MD5, which has no key.

use super::function;
use crate::function::{Entry, HashKey, Info};
use md5_opt::{BLOCK_BYTES, Digest, Md5};
use std::sync::Arc;

/// The empty key of MD5.
pub(crate) struct NoKey;

impl HashKey for NoKey {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let found = bytes.len();
        if found == 0 { Ok(Self) } else { Err(format!("key has {found} bytes, MD5 takes none")) }
    }

    fn from_seed(_: u64) -> Self {
        Self
    }

    fn generate() -> Result<Self, hash_core::EntropyError> {
        Ok(Self)
    }

    fn to_bytes(&self) -> Vec<u8> {
        Vec::new()
    }
}

struct WithoutKey;

function! {
    impl[] WithoutKey, Info {
        name: "md5",
        summary: "MD5, for data that already has MD5 sums. Broken: anybody can make two messages \
                  with one sum.",
        bound: "none: anybody can make collisions",
        key_bytes: 0,
        digest_bytes: 16,
        block_bytes: BLOCK_BYTES,
        collision_bound: None,
        mac: false,
    };
    NoKey => Digest;
    hash: |_, message| md5_opt::hash(message);
    many: |_, messages, out| md5_opt::hash_many(messages, out);
    words: |_, words, out| md5_opt::hash_u64s(words, out);
    stream: Md5, |_: &Arc<NoKey>| Md5::new();
    finalize: |stream: &Md5| stream.finalize();
    resume: |_, bytes| Md5::from_checkpoint(bytes);
}

pub(crate) static ENTRY: Entry = Entry::of::<WithoutKey>();
