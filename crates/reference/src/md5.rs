//! MD5 (RFC 1321).

/// The rotations of the steps: each of the four rounds cycles through four amounts.
const ROTATIONS: [[u32; 4]; 4] =
    [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// Computes the integer part of 2^32 · |sin(i + 1)|, with i in radians.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^32")]
fn sine(i: usize) -> u32 {
    ((i as f64 + 1.0).sin().abs() * 4_294_967_296.0).floor() as u32
}

/// Computes MD5 of a message.
#[must_use]
pub fn hash(message: &[u8]) -> [u8; 16] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((message.len() as u64).wrapping_mul(8).to_le_bytes());

    let sines: Vec<u32> = (0..64).map(sine).collect();
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476_u32];
    for block in padded.chunks_exact(64) {
        let word = |i: usize| u32::from_le_bytes(std::array::from_fn(|j| block[4 * i + j]));
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (f, index) = match i / 16 {
                0 => ((b & c) | (!b & d), i),
                1 => ((b & d) | (c & !d), 5 * i + 1),
                2 => (b ^ c ^ d, 3 * i + 5),
                _ => (c ^ (b | !d), 7 * i),
            };
            let sum = a.wrapping_add(f).wrapping_add(word(index % 16)).wrapping_add(sines[i]);
            let new = b.wrapping_add(sum.rotate_left(ROTATIONS[i / 16][i % 4]));
            (a, b, c, d) = (d, new, b, c);
        }
        for (word, new) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(new);
        }
    }
    let mut digest = [0; 16];
    for (place, word) in digest.chunks_exact_mut(4).zip(state) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    digest
}
