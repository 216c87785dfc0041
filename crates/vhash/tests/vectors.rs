//! Values of the published library, and frozen ones of the mixed function.

use hash_core::function::Mixed;
use testkit::message::NOISE;
use vhash::named::{Vhash64, Vhash128};
use vhash::{Key64, VHasher64, hash, hash_mixed};

testkit::vectors! {
    vhash64: joining Vhash64;
    vhash64_mixed: joining Mixed<Vhash64>;
    vhash128: joining Vhash128;
}

#[test]
fn mixed_as_the_reference() {
    let key = Key64::from_seed(7);
    for len in 0..300 {
        let message = NOISE.message(len);
        let expected = reference::mix::mix(hash(&key, &message));
        assert_eq!(hash_mixed(&key, &message), expected, "{len} bytes");
        let mut stream = VHasher64::new(&key);
        stream.update(&message);
        assert_eq!(stream.finalize_mixed(), expected, "{len} bytes");
    }
}
