//! Plain versions of SipHash and SipTreeHash, with which the kernels are compared.

use std::arch::x86_64::*;

const INITIAL: [u64; 4] =
    [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];

fn rounds(v: &mut [u64; 4], count: u8) {
    let [mut v0, mut v1, mut v2, mut v3] = *v;
    for _ in 0..count {
        v0 = v0.wrapping_add(v1);
        v1 = v1.rotate_left(13) ^ v0;
        v0 = v0.rotate_left(32);
        v2 = v2.wrapping_add(v3);
        v3 = v3.rotate_left(16) ^ v2;
        v0 = v0.wrapping_add(v3);
        v3 = v3.rotate_left(21) ^ v0;
        v2 = v2.wrapping_add(v1);
        v1 = v1.rotate_left(17) ^ v2;
        v2 = v2.rotate_left(32);
    }
    *v = [v0, v1, v2, v3];
}

fn absorb<const C: u8>(v: &mut [u64; 4], m: u64) {
    v[3] ^= m;
    rounds(v, C);
    v[0] ^= m;
}

fn hash<const C: u8, const D: u8>([k0, k1]: [u64; 2], words: impl IntoIterator<Item = u64>) -> u64 {
    let mut v = [k0 ^ INITIAL[0], k1 ^ INITIAL[1], k0 ^ INITIAL[2], k1 ^ INITIAL[3]];
    words.into_iter().for_each(|m| absorb::<C>(&mut v, m));
    v[2] ^= 0xff;
    rounds(&mut v, D);
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

/// Hashes the words in a plain loop, which the compiler vectorises for AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512dq")]
pub(super) fn auto_vectorised<const C: u8, const D: u8>(
    key: [u64; 2],
    words: &[u64],
    out: &mut [u64],
) {
    for (word, h) in words.iter().zip(out) {
        *h = hash::<C, D>(key, [*word, 8 << 56]);
    }
}

/// Computes SipTreeHash with four lanes in a register. Rotations are two shifts, except those by 16
/// and 32 bits, which are shuffles.
#[target_feature(enable = "avx2")]
pub(super) fn tree<const C: u8, const D: u8>(key: [u64; 4], message: &[u8]) -> u64 {
    let load = |words: &[u8]| {
        let words: &[u8; 32] = words.try_into().expect("32 bytes");
        // SAFETY: the 32 bytes are readable.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    };
    let lane: [u64; 4] = std::array::from_fn(|l| key[l] ^ (4 | l as u64));
    let mut v =
        INITIAL.map(|constant| load(lane.map(|k| (k ^ constant).to_le_bytes()).as_flattened()));
    let packets = message.chunks_exact(32);
    let rest = packets.remainder();
    let (r, q) = (rest.len(), rest.len() % 4);
    let mut last = [0; 32];
    last[..r - q].copy_from_slice(&rest[..r - q]);
    last[28..28 + q].copy_from_slice(&rest[r - q..]);
    last[31] = r.to_le_bytes()[0];
    for packet in packets.chain([last.as_slice()]) {
        let m = load(packet);
        v[3] = _mm256_xor_si256(v[3], m);
        tree_rounds(&mut v, C);
        v[0] = _mm256_xor_si256(v[0], m);
    }
    v[2] = _mm256_xor_si256(v[2], _mm256_set1_epi64x(0xff));
    tree_rounds(&mut v, D);
    let all = _mm256_xor_si256(_mm256_xor_si256(v[0], v[1]), _mm256_xor_si256(v[2], v[3]));
    let mut leaves = [0; 4];
    // SAFETY: the 32 bytes are writable.
    unsafe { _mm256_storeu_si256(leaves.as_mut_ptr().cast(), all) };
    hash::<C, D>([key[0], key[1]], leaves)
}

#[inline]
#[target_feature(enable = "avx2")]
fn tree_rounds([v0, v1, v2, v3]: &mut [__m256i; 4], count: u8) {
    let by_16 = _mm256_set_epi64x(
        0x0d0c_0b0a_0908_0f0e,
        0x0504_0302_0100_0706,
        0x0d0c_0b0a_0908_0f0e,
        0x0504_0302_0100_0706,
    );
    for _ in 0..count {
        *v0 = _mm256_add_epi64(*v0, *v1);
        *v2 = _mm256_add_epi64(*v2, *v3);
        *v1 = _mm256_or_si256(_mm256_slli_epi64(*v1, 13), _mm256_srli_epi64(*v1, 51));
        *v3 = _mm256_shuffle_epi8(*v3, by_16);
        *v1 = _mm256_xor_si256(*v1, *v0);
        *v3 = _mm256_xor_si256(*v3, *v2);
        *v0 = _mm256_shuffle_epi32(*v0, 0b10_11_00_01);
        *v2 = _mm256_add_epi64(*v2, *v1);
        *v0 = _mm256_add_epi64(*v0, *v3);
        *v1 = _mm256_or_si256(_mm256_slli_epi64(*v1, 17), _mm256_srli_epi64(*v1, 47));
        *v3 = _mm256_or_si256(_mm256_slli_epi64(*v3, 21), _mm256_srli_epi64(*v3, 43));
        *v1 = _mm256_xor_si256(*v1, *v2);
        *v3 = _mm256_xor_si256(*v3, *v0);
        *v2 = _mm256_shuffle_epi32(*v2, 0b10_11_00_01);
    }
}
