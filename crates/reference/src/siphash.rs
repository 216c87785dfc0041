//! SipHash-c-d and HalfSipHash-c-d with any numbers of rounds, Redis's variant that ignores the
//! case of ASCII letters, and SipTreeHash.

/// The numbers of rounds: c per word, d at the end.
pub type Rounds = (usize, usize);

/// Reads the words of a key, each little-endian.
///
/// # Panics
/// Panics if there are not 8 W bytes.
#[must_use]
pub fn key<const W: usize>(bytes: &[u8]) -> [u64; W] {
    assert_eq!(bytes.len(), 8 * W);
    std::array::from_fn(|i| word(&bytes[8 * i..8 * i + 8]))
}

/// Reads at most eight bytes as a little-endian number.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Splits a message into words; the last one has the remaining bytes and the length.
fn words(message: &[u8], bytes_a_word: usize) -> Vec<u64> {
    let chunks = message.chunks_exact(bytes_a_word);
    let last = word(chunks.remainder()) | (message.len() as u64 & 0xff) << (8 * (bytes_a_word - 1));
    chunks.map(word).chain([last]).collect()
}

struct State {
    v: [u64; 4],
    c: usize,
    d: usize,
}

impl State {
    /// Makes the state from the key's words in the order of v0, v1, v2, v3.
    fn new(k: [u64; 4], (c, d): Rounds) -> Self {
        let constants = *b"uespemosmodnarodarenegylsetybdet";
        let v = std::array::from_fn(|i| k[i] ^ word(&constants[8 * i..8 * i + 8]));
        Self { v, c, d }
    }

    fn rounds(&mut self, count: usize) {
        let [v0, v1, v2, v3] = &mut self.v;
        for _ in 0..count {
            *v0 = v0.wrapping_add(*v1);
            *v1 = v1.rotate_left(13) ^ *v0;
            *v0 = v0.rotate_left(32);
            *v2 = v2.wrapping_add(*v3);
            *v3 = v3.rotate_left(16) ^ *v2;
            *v0 = v0.wrapping_add(*v3);
            *v3 = v3.rotate_left(21) ^ *v0;
            *v2 = v2.wrapping_add(*v1);
            *v1 = v1.rotate_left(17) ^ *v2;
            *v2 = v2.rotate_left(32);
        }
    }

    fn absorb(&mut self, m: u64) {
        self.v[3] ^= m;
        self.rounds(self.c);
        self.v[0] ^= m;
    }

    fn finish(&mut self) -> u64 {
        self.rounds(self.d);
        self.v.iter().fold(0, |all, v| all ^ v)
    }
}

/// Computes 64-bit SipHash.
#[must_use]
pub fn hash64(rounds: Rounds, key: [u64; 2], message: &[u8]) -> u64 {
    let [k0, k1] = key;
    let mut state = State::new([k0, k1, k0, k1], rounds);
    words(message, 8).into_iter().for_each(|m| state.absorb(m));
    state.v[2] ^= 0xff;
    state.finish()
}

/// Computes 128-bit SipHash as two words, which are little-endian in the published bytes.
#[must_use]
pub fn hash128(rounds: Rounds, key: [u64; 2], message: &[u8]) -> [u64; 2] {
    let [k0, k1] = key;
    let mut state = State::new([k0, k1, k0, k1], rounds);
    state.v[1] ^= 0xee;
    words(message, 8).into_iter().for_each(|m| state.absorb(m));
    state.v[2] ^= 0xee;
    let first = state.finish();
    state.v[1] ^= 0xdd;
    [first, state.finish()]
}

/// Computes 64-bit SipHash of the message with the letters A to Z in lower case.
#[must_use]
pub fn hash64_nocase(rounds: Rounds, key: [u64; 2], message: &[u8]) -> u64 {
    hash64(rounds, key, &message.to_ascii_lowercase())
}

/// The state of HalfSipHash, in 32-bit words.
struct Half {
    v: [u32; 4],
    c: usize,
    d: usize,
}

impl Half {
    fn new(key: u64, (c, d): Rounds) -> Self {
        let (k0, k1) = ((key & 0xffff_ffff) as u32, (key >> 32) as u32);
        Self { v: [k0, k1, k0 ^ 0x6c79_6765, k1 ^ 0x7465_6462], c, d }
    }

    fn rounds(&mut self, count: usize) {
        let [v0, v1, v2, v3] = &mut self.v;
        for _ in 0..count {
            *v0 = v0.wrapping_add(*v1);
            *v1 = v1.rotate_left(5) ^ *v0;
            *v0 = v0.rotate_left(16);
            *v2 = v2.wrapping_add(*v3);
            *v3 = v3.rotate_left(8) ^ *v2;
            *v0 = v0.wrapping_add(*v3);
            *v3 = v3.rotate_left(7) ^ *v0;
            *v2 = v2.wrapping_add(*v1);
            *v1 = v1.rotate_left(13) ^ *v2;
            *v2 = v2.rotate_left(16);
        }
    }

    fn absorb(&mut self, message: &[u8]) {
        for m in words(message, 4) {
            let m = u32::try_from(m).expect("four bytes");
            self.v[3] ^= m;
            self.rounds(self.c);
            self.v[0] ^= m;
        }
    }

    fn finish(&mut self) -> u32 {
        self.rounds(self.d);
        self.v[1] ^ self.v[3]
    }
}

/// Computes 32-bit HalfSipHash.
#[must_use]
pub fn half32(rounds: Rounds, [key]: [u64; 1], message: &[u8]) -> u32 {
    let mut state = Half::new(key, rounds);
    state.absorb(message);
    state.v[2] ^= 0xff;
    state.finish()
}

/// Computes 64-bit HalfSipHash; the first word is the low half.
#[must_use]
pub fn half64(rounds: Rounds, [key]: [u64; 1], message: &[u8]) -> u64 {
    let mut state = Half::new(key, rounds);
    state.v[1] ^= 0xee;
    state.absorb(message);
    state.v[2] ^= 0xee;
    let first = state.finish();
    state.v[1] ^= 0xdd;
    u64::from(first) | u64::from(state.finish()) << 32
}

/// Makes the last packet of SipTreeHash from the remaining bytes: all but the last few at the
/// start, these at the end, and the number of bytes.
fn last_packet(rest: &[u8]) -> [u8; 32] {
    let (r, q) = (rest.len(), rest.len() % 4);
    let mut packet = [0; 32];
    packet[..r - q].copy_from_slice(&rest[..r - q]);
    packet[28..28 + q].copy_from_slice(&rest[r - q..]);
    packet[31] = u8::try_from(r).expect("less than 32");
    packet
}

/// Computes SipTreeHash.
#[must_use]
pub fn tree(rounds: Rounds, key: [u64; 4], message: &[u8]) -> u64 {
    let packets = message.chunks_exact(32);
    let last = last_packet(packets.remainder());
    let mut root = State::new([key[0], key[1], key[0], key[1]], rounds);
    for lane in 0..4 {
        let mut leaf = State::new([key[lane] ^ (4 | lane as u64); 4], rounds);
        for packet in packets.clone().chain([last.as_slice()]) {
            leaf.absorb(word(&packet[8 * lane..8 * lane + 8]));
        }
        leaf.v[2] ^= 0xff;
        root.absorb(leaf.finish());
    }
    root.v[2] ^= 0xff;
    root.finish()
}
