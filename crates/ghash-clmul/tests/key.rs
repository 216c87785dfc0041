//! Keys: both ways to make one, their size, and what remains after wiping.

use ghash_clmul::{Backend, Gcm, GcmSiv, GhashKey, Key, Standard, hash};
use testkit::on_every_backend;

fn both_ways<S: Standard>(backend: Backend) {
    let bits = (0..128).map(|bit| (1_u128 << bit).to_be_bytes());
    for bytes in bits.chain([[0; 16], [0xff; 16], *b"sixteen bytes ok"]) {
        let by_integers = Key::<S>::from_bytes(&bytes);
        let by_kernels = Key::<S>::from_bytes_on(backend, &bytes);
        assert_eq!(by_integers.to_bytes(), bytes);
        assert_eq!(by_kernels.to_bytes(), bytes);
        assert_eq!(by_kernels.backend(), backend);
        let message = [0x5a; 200];
        assert_eq!(hash(&by_kernels, &message), hash(&by_integers, &message));
    }
}

#[test]
fn keys_by_integers_and_by_kernels_agree() {
    on_every_backend!(Backend, "ghash: keys", both_ways::<Gcm>);
    on_every_backend!(Backend, "polyval: keys", both_ways::<GcmSiv>);
}

#[test]
fn a_key_has_192_bytes() {
    assert_eq!(size_of::<GhashKey>(), 192);
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_what_was_wiped() {
    use ghash_clmul::GhashHasher;
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = GhashKey::from_seed(1);
    let mut hasher = GhashHasher::new(key.clone());
    wiped_on_drop(&hasher);
    hasher.update(&[1; 40]);
    hasher.zeroize();
    assert_eq!(hasher.checkpoint(), GhashHasher::new(&key).checkpoint());
    key.zeroize();
    for len in [0, 5, 16, 50, 100, 128, 1000, 5000] {
        assert_eq!(
            hash(&key, &vec![1; len]),
            [0; 16],
            "the wiped key still affects the hash of {len} bytes"
        );
    }
}
