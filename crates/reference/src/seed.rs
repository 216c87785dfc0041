//! Keys from seeds: the ChaCha20 key stream (RFC 8439) under the name of a function and a seed.

/// Returns the first `len` bytes of the key stream of a name and a seed.
///
/// The key is the name, zero-padded to 24 bytes, followed by the seed as 8 little-endian bytes. The
/// nonce is 0, and the first block has number 0.
///
/// # Panics
/// Panics if the name has more than 24 bytes.
#[must_use]
pub fn bytes(name: &str, seed: u64, len: usize) -> Vec<u8> {
    let mut key = [0; 32];
    key[..name.len()].copy_from_slice(name.as_bytes());
    assert!(name.len() <= 24);
    key[24..].copy_from_slice(&seed.to_le_bytes());
    (0..).flat_map(|counter| block(&key, counter, &[0; 12])).take(len).collect()
}

/// Computes a block of ChaCha20 (section 2.3 of the RFC).
#[must_use]
pub fn block(key: &[u8; 32], counter: u32, nonce: &[u8; 12]) -> Vec<u8> {
    let mut input = b"expand 32-byte k".to_vec();
    input.extend(key);
    input.extend(counter.to_le_bytes());
    input.extend(nonce);
    let start: Vec<u32> =
        input.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let mut x = start.clone();
    for _ in 0..10 {
        for [a, b, c, d] in [
            [0, 4, 8, 12],
            [1, 5, 9, 13],
            [2, 6, 10, 14],
            [3, 7, 11, 15],
            [0, 5, 10, 15],
            [1, 6, 11, 12],
            [2, 7, 8, 13],
            [3, 4, 9, 14],
        ] {
            for (into, from, xored, by) in
                [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]
            {
                x[into] = x[into].wrapping_add(x[from]);
                x[xored] = (x[xored] ^ x[into]).rotate_left(by);
            }
        }
    }
    x.iter().zip(start).flat_map(|(x, start)| x.wrapping_add(start).to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    /// The test vector of section 2.3.2 of the RFC.
    #[test]
    fn the_block_of_the_rfc() {
        let key = std::array::from_fn(|i| u8::try_from(i).expect("small"));
        let block = super::block(&key, 1, &[0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0]);
        assert_eq!(block[..8], [0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15]);
        assert_eq!(block[56..], [0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e]);
    }
}
