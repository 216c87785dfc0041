//! HighwayHash-64, -128 and -256, as frozen in August 2017 (64 bits) and January 2018.

/// The initial words of `mul0`; `v0` starts as their XOR with the key.
const MUL0: [u64; 4] =
    [0xdbe6_d5d5_fe4c_ce2f, 0xa409_3822_299f_31d0, 0x1319_8a2e_0370_7344, 0x243f_6a88_85a3_08d3];
/// The initial words of `mul1`; `v1` starts as their XOR with the key, whose halves are exchanged.
const MUL1: [u64; 4] =
    [0x3bd3_9e10_cb0e_f593, 0xc0ac_f169_b5f1_8a8c, 0xbe54_66cf_34e9_0c6c, 0x4528_21e6_38d0_1377];
/// The byte order of a merged pair of words: its byte i is byte `ZIP[i]` of the original pair.
const ZIP: [usize; 16] = [3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9, 6, 8, 7];

/// Reads the key's words from its 32 bytes, each little-endian.
///
/// # Panics
/// Panics if there are not 32 bytes.
#[must_use]
pub fn key(bytes: &[u8]) -> [u64; 4] {
    assert_eq!(bytes.len(), 32);
    words(bytes)
}

fn words(bytes: &[u8]) -> [u64; 4] {
    std::array::from_fn(|i| {
        u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().expect("eight bytes"))
    })
}

struct State {
    v0: [u64; 4],
    v1: [u64; 4],
    mul0: [u64; 4],
    mul1: [u64; 4],
}

/// Adds the words of `from` to those of `to`, after exchanging bytes within pairs of words.
fn add_zipped(to: &mut [u64; 4], from: &[u64; 4]) {
    for pair in [0, 2] {
        let bytes = [from[pair].to_le_bytes(), from[pair + 1].to_le_bytes()].concat();
        for half in 0..2 {
            let zipped = std::array::from_fn(|i| bytes[ZIP[8 * half + i]]);
            let word = &mut to[pair + half];
            *word = word.wrapping_add(u64::from_le_bytes(zipped));
        }
    }
}

impl State {
    fn new(key: &[u64; 4]) -> Self {
        Self {
            v0: std::array::from_fn(|i| MUL0[i] ^ key[i]),
            v1: std::array::from_fn(|i| MUL1[i] ^ key[i].rotate_left(32)),
            mul0: MUL0,
            mul1: MUL1,
        }
    }

    fn update(&mut self, packet: [u64; 4]) {
        let low = |x: u64| x & 0xffff_ffff;
        for (i, word) in packet.into_iter().enumerate() {
            self.v1[i] = self.v1[i].wrapping_add(self.mul0[i]).wrapping_add(word);
            self.mul0[i] ^= low(self.v1[i]) * (self.v0[i] >> 32);
            self.v0[i] = self.v0[i].wrapping_add(self.mul1[i]);
            self.mul1[i] ^= low(self.v0[i]) * (self.v1[i] >> 32);
        }
        add_zipped(&mut self.v0, &self.v1);
        add_zipped(&mut self.v1, &self.v0);
    }

    /// Absorbs the last 1 to 31 bytes.
    fn remainder(&mut self, tail: &[u8]) {
        let (r, q) = (tail.len(), tail.len() % 4);
        for v0 in &mut self.v0 {
            *v0 = v0.wrapping_add(((r as u64) << 32) + r as u64);
        }
        for v1 in &mut self.v1 {
            let rotated = [*v1 & 0xffff_ffff, *v1 >> 32]
                .map(|half| (half << r | half >> (32 - r)) & 0xffff_ffff);
            *v1 = rotated[0] | rotated[1] << 32;
        }
        let mut packet = [0; 32];
        packet[..r - q].copy_from_slice(&tail[..r - q]);
        if r >= 16 {
            packet[28..].copy_from_slice(&tail[r - 4..]);
        } else if q != 0 {
            packet[16] = tail[r - q];
            packet[17] = tail[r - q + q / 2];
            packet[18] = tail[r - 1];
        }
        self.update(words(&packet));
    }

    fn of(key: &[u64; 4], message: &[u8], rounds: usize) -> Self {
        let mut state = Self::new(key);
        let packets = message.chunks_exact(32);
        let tail = packets.remainder();
        for packet in packets {
            state.update(words(packet));
        }
        if !tail.is_empty() {
            state.remainder(tail);
        }
        for _ in 0..rounds {
            let v0 = state.v0.map(|v0| v0.rotate_left(32));
            state.update([v0[2], v0[3], v0[0], v0[1]]);
        }
        state
    }
}

fn sum(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0, u64::wrapping_add)
}

/// Computes HighwayHash-64 of a message.
#[must_use]
pub fn hash64(key: &[u64; 4], message: &[u8]) -> u64 {
    let s = State::of(key, message, 4);
    sum([s.v0[0], s.v1[0], s.mul0[0], s.mul1[0]])
}

/// Computes HighwayHash-128 of a message.
#[must_use]
pub fn hash128(key: &[u64; 4], message: &[u8]) -> [u64; 2] {
    let s = State::of(key, message, 6);
    [0, 1].map(|i| sum([s.v0[i], s.mul0[i], s.v1[i + 2], s.mul1[i + 2]]))
}

/// Computes HighwayHash-256 of a message.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
pub fn hash256(key: &[u64; 4], message: &[u8]) -> [u64; 4] {
    let s = State::of(key, message, 10);
    let double = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
    let mut hash = [0; 4];
    for e in [0, 2] {
        let add = |a: [u64; 4], b: [u64; 4], i: usize| a[i].wrapping_add(b[i]);
        let low = double(add(s.v0, s.mul0, e), add(s.v0, s.mul0, e + 1));
        let high = double(add(s.v1, s.mul1, e), add(s.v1, s.mul1, e + 1) & (u64::MAX >> 2));
        let remainder = low ^ high << 1 ^ high << 2;
        (hash[e], hash[e + 1]) = (remainder as u64, (remainder >> 64) as u64);
    }
    hash
}
