//! Every function that verifies a tag accepts that tag alone.

use highwayhash::{Key, ToBytes, hash, hash128, hash256, verify, verify128, verify256};
use testkit::verification::verifies;

#[test]
fn tags_of_every_width() {
    let key = Key::from_seed(1);
    // Less than a packet, and several.
    for message in [&b"a message of 28 bytes, short"[..], &[7; 100]] {
        let right = hash(&key, message).to_bytes();
        verifies("verify", [b"", message, &right], |[_, message, tag]| {
            verify(&key, message, tag).is_ok()
        });
        let right = hash128(&key, message).to_bytes();
        verifies("verify128", [b"", message, &right], |[_, message, tag]| {
            verify128(&key, message, tag).is_ok()
        });
        let right = hash256(&key, message).to_bytes();
        verifies("verify256", [b"", message, &right], |[_, message, tag]| {
            verify256(&key, message, tag).is_ok()
        });
    }
}
