//! Functions of other authors that appear in more than one list.

use crate::subject::Subject;
use std::hint::black_box;

/// Makes a subject of `PolyXOR128` of a whole message, a proven 128-bit function for long messages.
/// Its stream is the only public interface.
#[must_use]
pub fn polyxor() -> Subject {
    let key = polyxor::PolyXor128::from_key(black_box(1));
    Subject::new("polyxor128", "polyxor", move |m| {
        let mut hasher = key.hasher();
        hasher.update(m);
        fold(hasher.finalize_raw())
    })
}

/// Makes a subject of `CityHash64WithSeed`.
#[must_use]
pub fn cityhash() -> Subject {
    let seed = black_box(1);
    Subject::new("cityhash64", "cityhasher", move |m| cityhasher::hash_with_seed::<u64>(m, seed))
}

/// Makes a subject of CRC-64/NVME, an unkeyed checksum.
#[must_use]
pub fn crc64() -> Subject {
    Subject::new("crc64-nvme", "crc-fast", crc_fast::crc64_nvme)
}

/// Makes subjects of hashes that pass statistical tests but have no proof.
#[must_use]
pub fn heuristic() -> Vec<Subject> {
    let seed = black_box(1);
    vec![
        Subject::new("museair", "museair", move |m| museair::hash(m, seed)),
        Subject::new("museair-bfast", "museair", move |m| museair::bfast::hash(m, seed)),
        Subject::new("komihash", "komihash", move |m| komihash::komihash(m, seed)),
        cityhash(),
    ]
}

/// Returns the exclusive or of the two words.
#[expect(clippy::cast_possible_truncation, reason = "the halves of the value")]
pub(crate) const fn fold(value: u128) -> u64 {
    (value >> 64) as u64 ^ value as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published values show that the packages compute the functions in their names.
    #[test]
    fn functions_are_those_that_their_names_say() {
        // The check value from the catalogue of CRCs.
        assert_eq!(crc64().over(b"123456789", &[9]), 0xae8b_1486_0a79_9888);
        // K2 of CityHash is the hash of the empty message.
        assert_eq!(cityhasher::hash::<u64>(b""), 0x9ae1_6a3b_2f90_404f);
    }
}
