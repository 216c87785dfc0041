//! Runs on this machine what other programs run on others.

use wasmcheck::{backends, check, check_families};

#[test]
fn here_too() {
    assert!(check_families() > 1000);
    for index in 0..backends() {
        assert_eq!(check(index), 2 * 9 * 601);
    }
}
