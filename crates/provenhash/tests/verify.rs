//! Every row that makes tags verifies that tag alone.

use provenhash::ALGORITHMS;
use testkit::verification::verifies;

const MESSAGE: &[u8] = b"a message of 28 bytes, short";

#[test]
fn rows_without_nonces() {
    let mut macs = 0;
    for row in ALGORITHMS.iter().filter(|row| row.mac && !row.nonce) {
        macs += 1;
        let key = row.from_seed(1).expect("no nonce");
        let whole = key.tag(MESSAGE).expect("a MAC");
        verifies(row.name, [b"", MESSAGE, whole.as_bytes()], |[_, message, tag]| {
            key.verify(message, tag).is_ok()
        });
        for bits in row.widths() {
            let cut = whole.first(*bits);
            let name = format!("{}, {bits} bits", row.name);
            verifies(&name, [b"", MESSAGE, cut.as_bytes()], |[_, message, tag]| {
                key.verify_cut(message, tag, *bits).is_ok()
            });
        }
    }
    assert!(macs >= 7, "{macs}");
}

#[test]
fn rows_with_nonces() {
    let mut macs = 0;
    for row in ALGORITHMS.iter().filter(|row| row.nonce) {
        macs += 1;
        let key = row.nonce_key_from_seed(1).expect("a nonce");
        let bytes = *b"a nonce of 16 B.";
        let right = key.tag(&bytes, MESSAGE).expect("a nonce of the row");
        verifies(row.name, [&bytes, MESSAGE, right.as_bytes()], |[nonce, message, tag]| {
            key.verify(nonce, message, tag).is_ok()
        });
    }
    assert!(macs >= 2, "{macs}");
}
