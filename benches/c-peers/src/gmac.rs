//! AES-128-GCM of additional data alone: GHASH and one block of AES.

use benches::Subject;
use benches::ghash::low_half;
use ghash_clmul::{Backend, GhashKey, hash_aead};

/// What the tag consists of under the key 0 and the nonce 0, from test case 1 of McGrew and Viega's
/// specification: so no AES is needed to compare whole tags.
const H: u128 = 0x66e9_4bd4_ef8a_2c3b_884c_fa59_ca34_2b2e;
const PAD: u128 = 0x58e2_fcce_fa7e_3061_367f_1d57_a4e7_455a;

/// Ours on the backend that detection chooses, with a block of AES that was computed before.
pub(crate) fn ours() -> Vec<Subject> {
    Backend::available().filter(|backend| *backend == Backend::detect()).map(on).collect()
}

fn on(backend: Backend) -> Subject {
    let key = GhashKey::from_bytes_on(backend, &H.to_be_bytes());
    Subject::new("gmac", backend.name(), move |m| {
        low_half(hash_aead(&key, m, &[])) ^ low_half(PAD.to_be_bytes())
    })
}

/// AWS-LC's.
#[cfg(feature = "aws-lc")]
pub(crate) fn aws_lc() -> Subject {
    use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
    let key = UnboundKey::new(&AES_128_GCM, &[0; 16]).expect("16 bytes");
    let key = std::sync::Arc::new(LessSafeKey::new(key));
    Subject::new("gmac", "aws-lc-rs", move |m| {
        let nonce = Nonce::assume_unique_for_key([0; 12]);
        let tag = key.seal_in_place_separate_tag(nonce, Aad::from(m), &mut []);
        low_half(tag.expect("short enough").as_ref().try_into().expect("16 bytes"))
    })
}

/// Independent messages, the keys ready.
#[cfg(feature = "aws-lc")]
pub(crate) fn section(options: &benches::Options) -> benches::Section {
    let mut subjects: Vec<_> = Backend::available().map(on).collect();
    subjects.push(aws_lc());
    benches::ghash::throughput(
        "gmac",
        "AES-128-GCM of additional data alone, the keys ready. Ours add a block of AES that was \
         computed before.",
        &subjects,
        options,
    )
}
