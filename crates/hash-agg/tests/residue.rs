//! With the feature `wipe-stack`, a key leaves nothing in memory unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use hash_agg::{Bytes, Fingerprint, Key, Row, Rows};

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        let row = Row::new(key).push(1).push("one").finish();
        let mut rows = Rows::new(key);
        rows.reset(1);
        rows.integers(&[1], None).unwrap();
        rows.strings(Bytes::Text, b"one", &[0, 3], None).unwrap();
        assert_eq!(rows.finish(), [row]);
        assert_eq!(Fingerprint::of(key, &[row]).rows(), 1);
    };
}
