#![doc = include_str!("../README.md")]

pub mod aes;
pub mod agg;
pub mod clhash;
pub mod clmac;
pub mod gf2;
pub mod ghash;
pub mod highwayhash;
pub mod map;
pub mod md5;
pub mod mix;
pub mod mshash;
pub mod multilinear;
pub mod seed;
pub mod siphash;
pub mod vhash;
pub mod vmac;

/// Computes the digest of an algorithm of the crate `provenhash`: words in their order, each with
/// its most significant byte first, unless the algorithm's standard says otherwise. Returns `None`
/// for an algorithm that takes nonces and for an unknown one.
///
/// # Panics
/// Panics if the key does not have the algorithm's length.
#[must_use]
pub fn digest(name: &str, key: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let m = message;
    Some(match name {
        "clhash" => words([clhash::hash(&clhash::key(key), m)]),
        "clhash-mixed" => words([mix::mix(clhash::hash(&clhash::key(key), m))]),
        "clhash-bitmix" => words([clhash::hash_bitmix(&clhash::key(key), m)]),
        "clhash128" => words(clhash128(key, m)),
        "clhash128-mixed" => words(mix::mix128(clhash128(key, m))),
        "clmac" => clmac::tag(key.try_into().expect("32 bytes"), m).into(),
        "vhash64" => words([vhash::hash64(&vhash::Key::new(key), m)]),
        "vhash64-mixed" => words([mix::mix(vhash::hash64(&vhash::Key::new(key), m))]),
        "vhash128" => words(vhash::hash128(&vhash::Key::new(key), m)),
        "ghash" => ghash::ghash(key.try_into().expect("16 bytes"), m).into(),
        "polyval" => ghash::polyval(key.try_into().expect("16 bytes"), m).into(),
        "mshash" => words([mshash::hash(&mshash::key(key), m)]),
        "mmh32" => numbers::<4>(multilinear::mmh(key, m, 1)),
        "mmh64" => numbers::<4>(multilinear::mmh(key, m, 2)),
        "tmmh16" => numbers::<2>(multilinear::tmmh(key, m, 4)),
        "multilinear64" => words([multilinear::multilinear64(key, m)]),
        "multilinear64-mixed" => words([mix::mix(multilinear::multilinear64(key, m))]),
        "siphash-1-2-nocase" => words([siphash::hash64_nocase((1, 2), siphash::key(key), m)]),
        "siptreehash" => words([siphash::tree((2, 4), siphash::key(key), m)]),
        "siptreehash13" => words([siphash::tree((1, 3), siphash::key(key), m)]),
        "halfsiphash32" => numbers::<4>([siphash::half32((2, 4), siphash::key(key), m).into()]),
        "halfsiphash64" => words([siphash::half64((2, 4), siphash::key(key), m)]),
        "highwayhash64" => words([highwayhash::hash64(&highwayhash::key(key), m)]),
        "highwayhash128" => words(highwayhash::hash128(&highwayhash::key(key), m)),
        "highwayhash256" => words(highwayhash::hash256(&highwayhash::key(key), m)),
        "md5" => md5::hash(m).into(),
        _ => {
            let (name, rounds) = of_rounds(name)?;
            match name {
                "siphash" => words([siphash::hash64(rounds, siphash::key(key), m)]),
                // The published bytes are little-endian.
                "siphash128" => {
                    words(siphash::hash128(rounds, siphash::key(key), m).map(u64::swap_bytes))
                }
                "halfsiphash32" => {
                    numbers::<4>([siphash::half32(rounds, siphash::key(key), m).into()])
                }
                "halfsiphash64" => words([siphash::half64(rounds, siphash::key(key), m)]),
                _ => return None,
            }
        }
    })
}

/// Splits a name such as `siphash-2-4`.
fn of_rounds(name: &str) -> Option<(&str, siphash::Rounds)> {
    let (name, d) = name.rsplit_once('-')?;
    let (name, c) = name.rsplit_once('-')?;
    Some((name, (c.parse().ok()?, d.parse().ok()?)))
}

fn clhash128(key: &[u8], message: &[u8]) -> [u64; 2] {
    let key: Vec<_> = key.chunks(8).map(little_endian).collect();
    clhash::clhash128::hash(&key.try_into().expect("300 words"), message)
}

fn little_endian(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("a key of whole words"))
}

fn words(words: impl IntoIterator<Item = u64>) -> Vec<u8> {
    numbers::<8>(words)
}

/// Returns the last `BYTES` bytes of each number.
fn numbers<const BYTES: usize>(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    numbers
        .into_iter()
        .flat_map(|number| number.to_be_bytes().into_iter().skip(8 - BYTES))
        .collect()
}
