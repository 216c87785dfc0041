//! Runs the suites of the family, and tests what only MD5 has.

mod limits;

use md5_opt::named::Md5;
use testkit::conformance::{AnyFunction, checkpoint};

testkit::suites!(md5: of Md5);

/// The bytes of a checkpoint are part of the API and must never change.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &AnyFunction::of::<Md5>(),
        100,
        "6d64352d6f70740164000000000000008702068dfffd8c27f666fac9a265f35264e76aed70f376f97cff\
         8205880b8e1194179a1da023a629ac2fb235b83bbe41c447ca4d00000000000000000000000000000000\
         000000000000000000000000c21c359c7c0bdddd",
    );
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::of::<Md5>(),
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a tail of an empty message", |b| b[32] = 1),
            ("a fourth byte of three", |b| (b[8], b[35]) = (3, 1)),
            ("a state of no block", |b| (b[8], b[16]) = (63, 0)),
        ],
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::of::<Md5>(), &|b| b[8] = 3),
        None,
        "three bytes of zero"
    );
    assert_eq!(
        checkpoint::forged(&AnyFunction::of::<Md5>(), &|b| (b[8], b[16]) = (64, 0)),
        None,
        "one block"
    );
}
