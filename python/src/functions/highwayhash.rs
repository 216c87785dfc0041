//! HighwayHash of one, two and four words.

use super::{function, keys};
use crate::function::Info;
use highwayhash::{HighwayHasher, Key};

keys!(Key);

pub(crate) struct Highway64;
pub(crate) struct Highway128;
pub(crate) struct Highway256;

const INFO: Info = Info {
    name: "highwayhash64",
    summary: "HighwayHash-64: a keyed function conjectured to be pseudo-random, and therefore a \
              64-bit MAC.",
    bound: "none is proved; the authors claim a pseudo-random function",
    key_bytes: Key::BYTES,
    digest_bytes: 8,
    block_bytes: 32,
    collision_bound: None,
    mac: true,
};

macro_rules! width {
    ($Name:ident, $info:expr, $Hash:ty, $hash:path, $finalize:ident) => {
        function! {
            impl[] $Name, $info;
            Key => $Hash;
            hash: $hash;
            many: highwayhash::hash_many; words: highwayhash::hash_u64s;
            stream: HighwayHasher, |key: &std::sync::Arc<Key>| HighwayHasher::new(key);
            finalize: |stream: &HighwayHasher| stream.$finalize();
            resume: |_, bytes| HighwayHasher::from_checkpoint(bytes);
        }
    };
}

width!(Highway64, INFO, u64, highwayhash::hash, finalize);
width!(
    Highway128,
    Info {
        name: "highwayhash128",
        summary: "HighwayHash-128: a keyed function conjectured to be pseudo-random, and therefore \
                  a MAC.",
        digest_bytes: 16,
        ..INFO
    },
    [u64; 2],
    highwayhash::hash128,
    finalize128
);
width!(
    Highway256,
    Info {
        name: "highwayhash256",
        summary: "HighwayHash-256: a keyed function conjectured to be pseudo-random, and therefore \
                  a MAC.",
        digest_bytes: 32,
        ..INFO
    },
    [u64; 4],
    highwayhash::hash256,
    finalize256
);
