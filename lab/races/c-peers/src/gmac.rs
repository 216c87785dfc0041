//! AES-128-GCM of additional data only: GHASH and one AES block.

use ghash_clmul::{Backend, GhashKey, hash_aead};
use races::Subject;
use races::ghash::low_half;

/// The hash key and the pad of the tag under the key 0 and the nonce 0, from test case 1 of McGrew
/// and Viega's specification. With them, whole tags are compared without an implementation of AES.
const H: u128 = 0x66e9_4bd4_ef8a_2c3b_884c_fa59_ca34_2b2e;
const PAD: u128 = 0x58e2_fcce_fa7e_3061_367f_1d57_a4e7_455a;

/// Lists our GMAC on the backend that detection chooses, with a precomputed AES block.
pub(crate) fn ours() -> Vec<Subject> {
    Backend::available().filter(|backend| *backend == Backend::detect()).map(on).collect()
}

fn on(backend: Backend) -> Subject {
    let key = GhashKey::from_bytes_on(backend, &H.to_be_bytes());
    Subject::new("gmac", backend.name(), move |m| {
        low_half(hash_aead(&key, m, &[])) ^ low_half(PAD.to_be_bytes())
    })
}

/// Returns AWS-LC's GMAC.
#[cfg(feature = "aws-lc")]
pub(crate) fn aws_lc() -> Subject {
    use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
    let key = UnboundKey::new(&AES_128_GCM, &[0; 16]).expect("16 bytes");
    let key = std::sync::Arc::new(LessSafeKey::new(key));
    Subject::new("gmac", "aws-lc-rs", move |m| {
        let nonce = Nonce::assume_unique_for_key([0; 12]);
        let tag = key.seal_in_place_separate_tag(nonce, Aad::from(m), &mut []);
        low_half(tag.expect("the message is short enough").as_ref().try_into().expect("16 bytes"))
    })
}

/// Measures independent messages under prepared keys.
#[cfg(feature = "aws-lc")]
pub(crate) fn section(options: &races::Options) -> races::Section {
    let mut subjects: Vec<_> = Backend::available().map(on).collect();
    subjects.push(aws_lc());
    races::ghash::throughput(
        "gmac",
        "AES-128-GCM of additional data only, under prepared keys. Ours add a precomputed AES \
         block.",
        &subjects,
        options,
    )
}
