//! Arithmetic over GF(2): `gf2/<operation>/<backend>/{dependent,independent}`, one operation per
//! iteration.

mod common;

use criterion::{Criterion, Throughput};
use gf2::backend::portable;
use gf2::{Backend, Gf64, Gf127, Gf128, Lazy127, Wide};
use races::{Rng, Task};
use std::hint::black_box;

/// Number of operand pairs; a power of two.
const OPERANDS: usize = 1024;

/// Measures an operation in a dependent chain, and on independent operands.
fn both(c: &mut Criterion, name: &str, op: impl Fn(u128, u128) -> u128) {
    let mut rng = Rng::new(4);
    let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
    let operands: Vec<_> = (0..OPERANDS).map(|_| [random(), random()]).collect();
    let one = || Throughput::Elements(1);
    common::bench(c, "gf2", name, "dependent", one(), || {
        Task::new(name, "gf2", |seed, count| {
            let fixed = black_box(operands[0][1]);
            low((0..count).fold(u128::from(seed), |x, _| op(x, fixed)))
        })
    });
    common::bench(c, "gf2", name, "independent", one(), || {
        Task::new(name, "gf2", |_, count| {
            low((0..count).fold(0, |sum, i| {
                let [a, b] = operands[i % OPERANDS];
                sum ^ op(a, b)
            }))
        })
    });
}

#[expect(clippy::cast_possible_truncation)]
const fn low(x: u128) -> u64 {
    x as u64
}

fn main() {
    let mut c = common::criterion();
    for backend in Backend::available() {
        let name = |operation| format!("{operation}/{}", backend.name());
        both(&mut c, &name("clmul64"), |a, b| backend.clmul64(low(a), low(b)));
        both(&mut c, &name("clmul128"), |a, b| mix(backend.clmul128(a, b)));
        both(&mut c, &name("mul-gf64"), |a, b| {
            Gf64::new(low(a)).mul_with(backend, Gf64::new(low(b))).to_bits().into()
        });
        both(&mut c, &name("mul-gf127"), |a, b| {
            Gf127::new(a).mul_with(backend, Gf127::new(b)).to_bits()
        });
        both(&mut c, &name("mul-lazy127"), |a, b| {
            Lazy127::new(a).mul_with(backend, Lazy127::new(b)).to_bits()
        });
        both(&mut c, &name("mul-gf128"), |a, b| {
            Gf128::new(a).mul_with(backend, Gf128::new(b)).to_bits()
        });
    }
    // Remainders use integer arithmetic on every backend.
    let wide = |hi, lo| Wide { hi, lo };
    both(&mut c, "reduce64/portable", |a, b| portable::reduce64(a << 64 ^ b).into());
    both(&mut c, "reduce127/portable", |a, b| portable::reduce127(wide(a, b)));
    both(&mut c, "reduce-lazy/portable", |a, b| portable::reduce_lazy(wide(a, b)));
    both(&mut c, "reduce128/portable", |a, b| portable::reduce128(wide(a, b)));
    c.final_summary();
}

/// Folds a product into one word, so that both halves are used.
const fn mix(product: Wide) -> u128 {
    product.hi ^ product.lo
}
