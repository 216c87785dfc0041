//! AES-128-GCM of additional data alone: GHASH and one block of AES.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use benches::ghash::low_half;
use benches::measure::Measured;
use benches::{Options, Subject};
use ghash_clmul::{Backend, GhashKey, hash_aead};

/// What the tag consists of under the key 0 and the nonce 0, from test case 1 of McGrew and Viega's
/// specification: so no AES is needed to compare whole tags.
const H: u128 = 0x66e9_4bd4_ef8a_2c3b_884c_fa59_ca34_2b2e;
const PAD: u128 = 0x58e2_fcce_fa7e_3061_367f_1d57_a4e7_455a;

/// Independent messages, the keys ready.
pub(crate) fn section(options: &Options) -> Measured {
    let ours = |backend: Backend| {
        let key = GhashKey::from_bytes_on(backend, &H.to_be_bytes());
        Subject::new("gmac", backend.name(), move |m| {
            low_half(hash_aead(&key, m, &[])) ^ low_half(PAD.to_be_bytes())
        })
    };
    let mut subjects: Vec<_> = Backend::available().map(ours).collect();
    let key = UnboundKey::new(&AES_128_GCM, &[0; 16]).expect("16 bytes");
    let key = LessSafeKey::new(key);
    subjects.push(Subject::new("gmac", "aws-lc-rs", {
        let key = std::sync::Arc::new(key);
        move |m| {
            let nonce = Nonce::assume_unique_for_key([0; 12]);
            let tag = key.seal_in_place_separate_tag(nonce, Aad::from(m), &mut []);
            low_half(tag.expect("short enough").as_ref().try_into().expect("16 bytes"))
        }
    }));
    benches::ghash::throughput(
        "gmac",
        "AES-128-GCM of additional data alone, the keys ready. Ours add a block of AES that was \
         computed before.",
        &subjects,
        options,
    )
}
