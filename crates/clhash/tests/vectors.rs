//! Values of the published library, and frozen ones of what this project defines.

use clhash::named::{Clhash, Clhash128, ClhashBitmix};
use clhash::{Key, clhash128, hash, hash_bitmix, hash_mixed};
use hash_core::function::Mixed;
use reference::mix;
use testkit::message::NOISE;

testkit::vectors! {
    plain: joining Clhash;
    mixed: joining Mixed<Clhash>;
    bitmix: of ClhashBitmix;
    clhash128: joining Clhash128;
}

/// No values of CLHASH-128 mixed are published, and the functions by name are those of the crate.
#[test]
fn mixed_as_the_reference() {
    let (key, wide_key) = (Key::from_seed(7), clhash128::Key::from_seed(7));
    for len in (0..80).chain([1023, 1024, 1025, 5000]) {
        let message = NOISE.message(len);
        assert_eq!(hash_mixed(&key, &message), mix::mix(hash(&key, &message)), "{len} bytes");
        let expected = mix::mix128(clhash128::hash(&wide_key, &message));
        assert_eq!(clhash128::hash_mixed(&wide_key, &message), expected, "{len} bytes");
        let mut stream = clhash128::ClHasher128::new(&wide_key);
        stream.update(&message);
        assert_eq!(stream.finalize_mixed(), expected, "{len} bytes");
    }
    let long = [1; 1025];
    assert_eq!(hash_bitmix(&key, &long), hash(&key, &long));
}
