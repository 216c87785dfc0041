//! States for peers that have a hash or a hasher, but no state as fast as these.

use std::hash::{BuildHasher, Hasher};

/// Builds SipHash-1-3 of `siphasher` under two words.
#[derive(Clone, Copy, Debug)]
pub struct Sip13(pub u64, pub u64);

impl BuildHasher for Sip13 {
    type Hasher = siphasher::sip::SipHasher13;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        siphasher::sip::SipHasher13::new_with_keys(self.0, self.1)
    }
}

/// Builds `MuseAir` under a seed.
#[derive(Clone, Copy, Debug)]
pub struct MuseAir(pub u64);

impl BuildHasher for MuseAir {
    type Hasher = museair::Hasher;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        museair::Hasher::with_seed(self.0)
    }
}

/// Builds the hasher of `komihash`, which makes each write's hash the seed of the next.
#[derive(Clone, Copy, Debug)]
pub struct Komi(pub u64);

impl BuildHasher for Komi {
    type Hasher = komihash::KomiHasher;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        komihash::KomiHasher::new(self.0)
    }
}

/// Builds `PolymurHash` under parameters that are derived once. The package's own hasher derives
/// them for every hash, and collects the written bytes on the heap.
#[derive(Clone)]
pub struct Polymur(polymur_hash::PolymurHash);

impl Polymur {
    /// Derives the parameters from two words.
    #[must_use]
    pub fn new(k: u64, s: u64) -> Self {
        Self(polymur_hash::PolymurHash::from_u64x2_seed(k, s))
    }
}

impl std::fmt::Debug for Polymur {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Polymur").finish_non_exhaustive()
    }
}

impl BuildHasher for Polymur {
    type Hasher = PolymurHasher;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        PolymurHasher { state: self.clone(), hash: 0 }
    }
}

/// Hashes each write with the previous hash as the tweak.
#[derive(Clone, Debug)]
pub struct PolymurHasher {
    state: Polymur,
    hash: u64,
}

impl Hasher for PolymurHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.hash
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.hash = self.state.0.hash_with_tweak(bytes, self.hash);
    }
}
