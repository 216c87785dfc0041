//! Every function that verifies a tag accepts that tag alone.

use siphash_fast::{Key, ToBytes, hash, hash128, verify, verify128};
use testkit::verification::verifies;

fn rounds<const C: u8, const D: u8>() {
    let key = Key::from_seed(1);
    let message: &[u8] = b"a message of 28 bytes, short";
    let right = hash::<C, D>(&key, message).to_bytes();
    verifies(&format!("verify::<{C}, {D}>"), [b"", message, &right], |[_, message, tag]| {
        verify::<C, D>(&key, message, tag).is_ok()
    });
    let right = hash128::<C, D>(&key, message).to_bytes();
    verifies(&format!("verify128::<{C}, {D}>"), [b"", message, &right], |[_, message, tag]| {
        verify128::<C, D>(&key, message, tag).is_ok()
    });
}

#[test]
fn tags_of_every_width() {
    rounds::<1, 3>();
    rounds::<2, 4>();
}
