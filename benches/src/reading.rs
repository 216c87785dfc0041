//! Loops that read a message and do next to nothing with it.

use crate::subject::Subject;

/// The exclusive or of all words, by the widest registers that each function may use.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let mut subjects = vec![Subject::new("read", "baseline", xor)];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: avx2 was just detected.
            subjects.push(Subject::new("read", "avx2", |m| unsafe { xor_avx2(m) }));
        }
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: avx512f was just detected.
            subjects.push(Subject::new("read", "avx512f", |m| unsafe { xor_avx512f(m) }));
        }
    }
    subjects
}

/// The compiler makes vectors of this, as wide as the caller's features allow.
#[inline(always)]
fn xor(message: &[u8]) -> u64 {
    let words = message.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
    words.fold(0, |a, b| a ^ b)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn xor_avx2(message: &[u8]) -> u64 {
    xor(message)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f")]
fn xor_avx512f(message: &[u8]) -> u64 {
    xor(message)
}
