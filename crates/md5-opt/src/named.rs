//! MD5, as a [`Function`](hash_core::function::Function).

use crate::{BLOCK_BYTES, Backend, CHECKPOINT_BYTES, hash_column_on, hash_many_on, hash_u64s_on};
use hash_core::function::{Description, Key, Secrets};

/// The backend of batches, in place of a key.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "there is nothing else")]
pub struct NoKey(pub Backend);

impl Key for NoKey {
    type Backend = Backend;
    type Bytes = [u8; 0];

    #[inline]
    fn from_bytes(_: &[u8; 0]) -> Self {
        Self(Backend::detect())
    }

    #[inline]
    fn from_seed(_: u64) -> Self {
        Self(Backend::detect())
    }

    #[inline]
    fn to_bytes(&self) -> [u8; 0] {
        []
    }

    #[inline]
    fn backend(&self) -> Backend {
        self.0
    }

    #[inline]
    fn with_backend(self, backend: Backend) -> Self {
        Self(backend)
    }
}

hash_core::function! {
    /// [`hash`](crate::hash).
    Md5 = MD5;
    NoKey => crate::Digest: |_, message| crate::hash(message);
    stream: crate::Md5, CHECKPOINT_BYTES, |_key| crate::Md5::new(),
        |_key, bytes| crate::Md5::from_checkpoint(bytes), |stream| stream.finalize();
    batches: |key: &NoKey, messages, out| hash_many_on(key.0, messages, out),
        |key: &NoKey, values, offsets, out| hash_column_on(key.0, values, offsets, out);
    words: |key: &NoKey, words, out| hash_u64s_on(key.0, words, out);
}

const MD5: Description = Description {
    name: "md5",
    summary: "MD5, for compatibility only; broken",
    about: "Anyone can make two messages with the same hash, and there is no key. It detects \
            accidents only, and clhash does that faster.",
    source: "Rivest, \"The MD5 Message-Digest Algorithm\", RFC 1321, 1992",
    secrets: Secrets::KEYLESS,
    block_bytes: BLOCK_BYTES,
    bound: "none: anyone can make collisions",
    ..Description::OF_NOTHING
};
