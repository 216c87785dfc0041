//! ChainHash, ChainHash-128 and ChainHash-128 v2 by Thomas Dybdahl Ahle (2026): hashes with proofs.
//!
//! No package has them, so they are written here, from the author's specifications
//! (`docs/SPEC.md`, `docs/SPEC-128.md` and `docs/SPEC-128v2.md` of
//! <https://github.com/thomasahle/chainhash>). Of 128 bits, the newest is the fastest on long
//! messages, and the other one on short messages. The kernels have the author's schedules: the
//! blocks of a region are the lanes of a register, so that nothing is shuffled, and chains are
//! reduced only at the end. Keys are expanded before the race.
//!
//! `field`: the fields, for keys. `narrow`, `middle`, `wide`: definitions and keys. `lanes`,
//! `arithmetic`: registers, and arithmetic on them. `narrow_kernel`, `middle_kernel`,
//! `wide_kernel`: the hashes.

mod arithmetic;
mod field;
mod lanes;
mod middle;
mod middle_kernel;
mod narrow;
mod narrow_kernel;
#[cfg(test)]
mod reference;
mod wide;
mod wide_kernel;

use crate::peers::fold;
use crate::subject::Subject;
use std::hint::black_box;

/// The number of 128-bit lanes that a CPU multiplies at once. A value exists only where the CPU has
/// the features of the kernels of that width.
#[derive(Clone, Copy, Debug)]
enum Width {
    One,
    Two,
    Four,
}

/// Lists the widths of this CPU, the widest last.
fn widths() -> Vec<Width> {
    let mut widths = Vec::new();
    let has_one = is_x86_feature_detected!("avx")
        && is_x86_feature_detected!("sse4.1")
        && is_x86_feature_detected!("pclmulqdq");
    let has_two = has_one
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("vpclmulqdq");
    let has_four = has_two
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl");
    widths.extend(has_one.then_some(Width::One));
    widths.extend(has_two.then_some(Width::Two));
    widths.extend(has_four.then_some(Width::Four));
    widths
}

/// Defines the functions of a width, each from its kernels.
macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident: $kernel:ident => $Hash:ty;)*) => {
        impl Width {$(
            $(#[$doc])*
            #[inline(always)]
            fn $function(self, key: &$function::Key, message: &[u8]) -> $Hash {
                // SAFETY: `widths` detected the features.
                unsafe {
                    match self {
                        Self::One => $kernel::one(key, message),
                        Self::Two => $kernel::two(key, message),
                        Self::Four => $kernel::four(key, message),
                    }
                }
            }
        )*}
    };
}

functions! {
    /// Computes ChainHash.
    narrow: narrow_kernel => u64;
    /// Computes ChainHash-128.
    middle: middle_kernel => u128;
    /// Computes ChainHash-128 v2.
    wide: wide_kernel => u128;
}

/// The name of the implementation.
const IMPLEMENTATION: &str = "from the specification";

/// Makes a subject of ChainHash at the widest width, if this CPU has any.
#[must_use]
pub fn of64() -> Option<Subject> {
    let width = widths().pop()?;
    let key = Box::new(narrow::Key::new(&narrow::Words::from_seed(black_box(1))));
    Some(Subject::new("chainhash", IMPLEMENTATION, move |m| width.narrow(&key, m)))
}

/// Lists ChainHash-128 and ChainHash-128 v2 at the widest width, if this CPU has any.
#[must_use]
pub fn of128() -> Vec<Subject> {
    let Some(width) = widths().pop() else { return Vec::new() };
    let first = Box::new(middle::Key::new(&middle::Words::from_seed(black_box(1))));
    let second = Box::new(wide::Key::new(&wide::Words::from_seed(black_box(1))));
    vec![
        Subject::new("chainhash128", IMPLEMENTATION, move |m| fold(width.middle(&first, m))),
        Subject::new("chainhash128-v2", IMPLEMENTATION, move |m| fold(width.wide(&second, m))),
    ]
}
