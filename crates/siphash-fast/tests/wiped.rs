//! Tests that streams are wiped.

#![cfg(feature = "zeroize")]

use siphash_fast::{
    CHECKPOINT_BYTES, HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher24,
    TREE_CHECKPOINT_BYTES, TreeHasher, TreeKey,
};
use zeroize::Zeroize;

#[test]
fn streams_are_wiped() {
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop + Zeroize>(mut stream: T) -> T {
        stream.zeroize();
        stream
    }
    let key = Key::from_seed(11);
    let state = |bytes: &[u8]| bytes[24..CHECKPOINT_BYTES - 8].to_vec();
    let zeros = vec![0; 40];
    assert_eq!(state(&wiped_on_drop(SipHasher24::new(&key)).checkpoint()), zeros);
    assert_eq!(state(&wiped_on_drop(NocaseHasher::<1, 2>::new(&key)).checkpoint()), zeros);
    let half = HalfSipHasher::<2, 4>::new(&HalfKey::from_seed(11));
    assert_eq!(state(&wiped_on_drop(half).checkpoint()), zeros);
    let tree = wiped_on_drop(TreeHasher::<2, 4>::new(&TreeKey::from_seed(11))).checkpoint();
    assert_eq!(tree[24..TREE_CHECKPOINT_BYTES - 8], [0; 176]);
}
