//! Tests with byte counts beyond what memory can hold.

use super::{Half64, Nocase, Sip24, Tree24, Wide};
use testkit::limits;

/// The offset of the byte count in a checkpoint.
const COUNT: usize = 16;

/// The length enters the hash modulo 256, that of a tree modulo 32.
#[test]
fn the_count_is_one_byte() {
    limits::count_is_periodic::<Sip24>(COUNT);
    limits::count_is_periodic::<Wide>(COUNT);
    limits::count_is_periodic::<Nocase>(COUNT);
    limits::count_is_periodic::<Half64>(COUNT);
    limits::count_is_periodic::<Tree24>(COUNT);
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<Sip24>(COUNT);
    limits::beyond_the_last_checkpoint::<Wide>(COUNT);
    limits::beyond_the_last_checkpoint::<Nocase>(COUNT);
    limits::beyond_the_last_checkpoint::<Half64>(COUNT);
    limits::beyond_the_last_checkpoint::<Tree24>(COUNT);
}
