//! The finalisers of the mixed hashes. That of words is from Evensen, "NASAM: Not Another Strange
//! Acronym Mixer", 2020.

/// Computes the XOR of a word and of copies of it whose bits are moved by two distances.
fn spread(h: u64, places: [u32; 2], rotate: bool) -> u64 {
    (0..64).fold(h, |sum, bit| {
        let moved = |by: u32| match bit {
            _ if h >> bit & 1 == 0 => 0,
            bit if bit >= by => 1 << (bit - by),
            bit if rotate => 1 << (bit + 64 - by),
            _ => 0,
        };
        places.iter().fold(sum, |sum, by| sum ^ moved(*by))
    })
}

/// Multiplies modulo 2^64.
fn product(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % (1 << 64)).try_into().expect("a remainder")
}

/// Adds modulo 2^64.
fn sum(a: u64, b: u64) -> u64 {
    ((u128::from(a) + u128::from(b)) % (1 << 64)).try_into().expect("a remainder")
}

/// Computes NASAM of a word.
#[must_use]
pub fn mix(h: u64) -> u64 {
    let h = product(spread(h, [25, 47], true), 0x9e6c_63d0_676a_9a99);
    let h = product(spread(h, [23, 51], false), 0x9e6d_62d0_6f6a_9a9b);
    spread(h, [23, 51], false)
}

/// Computes the bijection of two words, the low one first.
#[must_use]
pub fn mix128([l, h]: [u64; 2]) -> [u64; 2] {
    let a = mix(sum(l, h));
    let b = mix(h ^ a);
    [sum(a, b), b]
}
