//! The published library's values, on every backend of the machine.
use testkit::on_every_backend;
use testkit::vectors::{VHASH64, VHASH128};
use vhash::{Backend, Key64, Key128, hash64, hash128};

#[test]
fn one_shot() {
    on_every_backend!(Backend, "vhash64: vectors", |backend| {
        VHASH64.hashes().check(
            "vhash64",
            |b| Key64::try_from(b).unwrap().with_backend(backend),
            |k, m| format!("{:016x}", hash64(k, m)),
        );
        VHASH128.hashes().check(
            "vhash128",
            |b| Key128::try_from(b).unwrap().with_backend(backend),
            |k, m| {
                let [a, b] = hash128(k, m);
                format!("{a:016x},{b:016x}")
            },
        );
    });
}
