//! Tests with byte counts beyond what memory can hold.

use siphash_fast::named::{Halfsiphash64, Siphash12Nocase, Siphash24, Siphash128V24, Siptreehash};
use testkit::limits;

/// The offset of the byte count in a checkpoint.
const COUNT: usize = 16;

/// The length enters the hash modulo 256, that of a tree modulo 32.
#[test]
fn the_count_is_one_byte() {
    limits::count_is_periodic::<Siphash24>(COUNT);
    limits::count_is_periodic::<Siphash128V24>(COUNT);
    limits::count_is_periodic::<Siphash12Nocase>(COUNT);
    limits::count_is_periodic::<Halfsiphash64>(COUNT);
    limits::count_is_periodic::<Siptreehash>(COUNT);
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<Siphash24>(COUNT);
    limits::beyond_the_last_checkpoint::<Siphash128V24>(COUNT);
    limits::beyond_the_last_checkpoint::<Siphash12Nocase>(COUNT);
    limits::beyond_the_last_checkpoint::<Halfsiphash64>(COUNT);
    limits::beyond_the_last_checkpoint::<Siptreehash>(COUNT);
}
