//! The functions behind `siphash.h`, `halfsiphash.h`, `sodium/crypto_shorthash_siphash24.h` and
//! `redis/siphash.h` as an object file without std, allocation or detection of the CPU:
//!
//! ```sh
//! cargo rustc --release --manifest-path bindings/c/small/Cargo.toml -- \
//!   --emit "obj=$PWD/provenhash_small.o"
//! cc -Ibindings/c/include -Ibindings/c/include/provenhash/drop-in -Wl,--gc-sections \
//!   program.c provenhash_small.o
//! ```

#![no_std]
#![allow(
    clippy::missing_safety_doc,
    reason = "`provenhash.h` states the rules of every function once"
)]

#[path = "../../src/raw.rs"]
mod raw;
#[path = "../../src/dropin/siphash.rs"]
pub mod siphash;

/// Nothing panics on data. A defect would stop here.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
