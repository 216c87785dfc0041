//! Claims that the program must not prove.

mod words;

use std::hint::black_box;

use traces::execution::{Result, Runs};
use traces::families::{Output, prove, variables};
use traces::form::{Algebra, Bits, Form, Products, known, value, xor};
use traces::models::bits::of_table;
use traces::specification as spec;

/// Runs a function of two words, and compares it with forms.
fn proves(
    function: impl Fn(&[u64; 2]) -> u64,
    expected: impl FnOnce(&mut Algebra, &[Form], &[Form]) -> Bits,
) -> Result<()> {
    let bytes = *b"any sixteen bits";
    let words =
        [0, 8].map(|at| u64::from_le_bytes(*bytes[at..].first_chunk().expect("eight bytes")));
    let job = |output: &Output<1>| output.set([function(black_box(&words))]);
    let prepare = |x: &mut traces::execution::Execution<Algebra>| {
        let bits = x.algebra.inputs(&bytes);
        x.assign(traces::families::place(&words), &bits)?;
        Ok(expected(&mut x.algebra, &bits[..64], &bits[64..]))
    };
    prove(&mut Runs::default(), Algebra::new(Products::Expanded), job, prepare)
}

/// Returns the reason why a function is not proved to be the sum (⊕) of two words.
fn refusal(function: impl Fn(&[u64; 2]) -> u64) -> String {
    proves(function, |_, a, b| xor(a, b)).expect_err("another function").to_string()
}

/// A job that has stopped in the allocator would leave it in the middle of a change.
#[test]
fn jobs_that_allocate_are_refused() {
    let reason = refusal(|words| *black_box(Box::new(words[0])));
    assert!(reason.contains(": syscall: "), "{reason}");
}

#[test]
fn sums_and_products() {
    proves(|[a, b]| a ^ b, |_, a, b| xor(a, b)).expect("the same function");
    proves(|[a, b]| a ^ b.rotate_left(0), |_, a, b| xor(b, a)).expect("the same function");
    let multiply = |words: &[u64; 2]| {
        let product = gf2::clmul64(words[0], words[1]);
        gf2::Gf64::reduce(product).to_bits()
    };
    let product = |algebra: &mut Algebra, a: &[Form], b: &[Form]| {
        spec::remainder(algebra.clmul(a, b), spec::P64)
    };
    proves(multiply, product).expect("the same function");
    // Another modulus, another factor, another order of bits.
    let modulus = (64, &[0, 1, 3, 5][..]);
    assert!(
        proves(multiply, |algebra, a, b| spec::remainder(algebra.clmul(a, b), modulus)).is_err()
    );
    assert!(
        proves(multiply, |algebra, a, _| spec::remainder(algebra.clmul(a, a), spec::P64)).is_err()
    );
    let reversed = |algebra: &mut Algebra, a: &[Form], b: &[Form]| {
        let mut bits = product(algebra, a, b);
        bits.reverse();
        bits
    };
    assert!(proves(multiply, reversed).is_err());
}

#[test]
fn other_functions_are_refused() {
    assert!(refusal(|[a, b]| a ^ b ^ 1).contains("another function"));
    assert!(refusal(|[a, b]| a ^ (b & !1)).contains("another function"));
    assert!(refusal(|[a, b]| a ^ b.rotate_left(1)).contains("another function"));
    // The same value for these words, and another function.
    let high = u64::from_le_bytes(*b"any sixt") & 1 << 63;
    assert!(refusal(|[a, b]| a ^ b ^ (a & 1 << 63) ^ high).contains("another function"));
}

#[test]
fn what_depends_on_secrets_is_refused() {
    let table = [3_u64; 256];
    assert!(refusal(|[a, b]| if black_box(a & 4 == 0) { a ^ b } else { *a }).contains("decision"));
    assert!(refusal(|[a, b]| a ^ b ^ black_box(&table)[*a as usize & 255]).contains("address"));
    assert!(refusal(|[a, b]| (a ^ b).wrapping_add(*b)).contains("carries"));
    assert!(refusal(|[a, b]| a & b & a.rotate_left(7)).contains("conjunction"));
    assert!(refusal(|[a, b]| a ^ b.wrapping_mul(black_box(5))).contains("carries"));
    assert!(refusal(|[a, b]| a ^ b.wrapping_mul(*a)).contains("carries"));
    assert!(refusal(|[a, b]| b ^ u64::from((a | 1).leading_zeros())).contains("no model"));
}

/// Integers with a bit at every fourth place, of which the lowest bit of each digit of the product
/// is known.
#[test]
fn integers_with_holes() {
    const HOLES: u64 = 0x1111_1111_1111_1111;
    let few = HOLES >> 4;
    let function = |[a, b]: &[u64; 2]| ((a & few).wrapping_mul(b & HOLES)) & HOLES;
    let masked = |bits: &[Form], mask: u64| -> Bits {
        let bits = bits.iter().zip(known(mask.into(), 64));
        bits.map(|(bit, mask)| bit.and(&mask).expect("a known bit")).collect()
    };
    let expected = |algebra: &mut Algebra, a: &[Form], b: &[Form]| {
        algebra.clmul(&masked(a, few), &masked(b, HOLES))[..64].to_vec()
    };
    proves(function, expected).expect("the same function");
    // The other bits of a digit are counts, and 16 pairs of bits would overflow a digit.
    let counts = |[a, b]: &[u64; 2]| (a & few).wrapping_mul(b & HOLES);
    assert!(proves(counts, expected).is_err());
    let overflow = |[a, b]: &[u64; 2]| (a & HOLES).wrapping_mul(b & HOLES) & HOLES;
    assert!(refusal(overflow).contains("carries"));
}

/// The monomials of a product are right for other values of the variables than those of the run.
#[test]
fn forms_are_functions() {
    let mut algebra = Algebra::new(Products::Expanded);
    let bits = algebra.inputs(b"a dozen and four");
    let (a, b) =
        (xor(&bits[..64], &known(0x1234_5678_9abc_def0, 64)), xor(&bits[..64], &bits[64..]));
    let product = algebra.clmul(&a, &b);
    let mut state = 1_u64;
    for _ in 0..100 {
        algebra.set(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 63 == 1
        });
        let now = |bits: &[Form]| {
            let bits: Bits = bits.iter().map(|bit| Form::constant(algebra.evaluate(bit))).collect();
            value(&bits)
        };
        let expected =
            (0..64).filter(|i| now(&a) >> i & 1 == 1).fold(0, |sum, i| sum ^ now(&b) << i);
        assert_eq!(now(&product), expected);
    }
}

#[test]
fn tables() {
    let mut algebra = Algebra::new(Products::Expanded);
    let bits = algebra.inputs(&[0b10]);
    let one = Form::constant(true);
    let sum = |index: usize| (index & 1) ^ (index >> 2) == 1;
    assert_eq!(
        of_table(&[&bits[0], &bits[1], &bits[2]], sum).expect("linear"),
        bits[0].xor(&bits[2])
    );
    assert_eq!(of_table(&[&one, &bits[1], &bits[2]], sum).expect("linear"), bits[2].not());
    let and = |index: usize| index & 3 == 3;
    assert_eq!(of_table(&[&one, &bits[1]], and).expect("linear"), bits[1]);
    assert!(of_table(&[&bits[0], &bits[1]], and).is_err());
}

/// `variables` and `prove` on bytes in memory: a copy is the function that it is.
#[test]
fn copies() {
    let bytes = *b"copied";
    for expected_order in [true, false] {
        let job = |output: &Output<1>| {
            let mut word = [0; 8];
            word[..6].copy_from_slice(black_box(&bytes));
            output.set([u64::from_le_bytes(word)]);
        };
        let result = prove(&mut Runs::default(), Algebra::new(Products::Opaque), job, |x| {
            let mut bits = variables(x, &bytes)?;
            bits.resize(64, Form::ZERO);
            if !expected_order {
                bits.swap(0, 8);
            }
            Ok(bits)
        });
        assert_eq!(result.is_ok(), expected_order);
    }
}

/// A shift by nothing leaves the flags as they are, so a jump after it decides by the word.
#[test]
fn flags_outlast_a_shift_by_nothing() {
    let function = |[a, b]: &[u64; 2]| {
        let mut sum = a ^ b;
        // SAFETY: the instructions change these registers and the flags only.
        unsafe {
            std::arch::asm!(
                "test {a}, 4",
                "shl {known}, cl",
                "jz 2f",
                "nop",
                "2:",
                a = in(reg) *a,
                known = inout(reg) 1_u64 => _,
                in("cl") 0_u8,
                inout("rax") sum,
            );
        }
        sum
    };
    assert!(refusal(function).contains("decision"));
}

/// Runs instructions on a copy of the first word, which set flags, and one that chooses the second
/// word by them, or zero.
macro_rules! chosen_by {
    ($($instruction:literal),*) => {
        |[a, b]: &[u64; 2]| {
            let mut chosen = 0_u64;
            // SAFETY: the instructions change these registers and the flags only.
            unsafe {
                std::arch::asm!(
                    $($instruction,)*
                    a = inout(reg) *a => _,
                    b = in(reg) *b,
                    chosen = inout(reg) chosen,
                );
            }
            chosen
        }
    };
}

#[test]
fn selections() {
    let by = |bit: fn(&[Form]) -> Form| {
        move |_: &mut Algebra, a: &[Form], b: &[Form]| -> Bits {
            b.iter().map(|b| b.and(&bit(a)).expect("linear forms")).collect()
        }
    };
    let check = |result: Result<()>| result.expect("the same function");
    check(proves(chosen_by!("test {a}, 8", "cmovne {chosen}, {b}"), by(|a| a[3].clone())));
    check(proves(chosen_by!("test {a}, 8", "cmove {chosen}, {b}"), by(|a| a[3].not())));
    check(proves(chosen_by!("test {a}, {a}", "cmovs {chosen}, {b}"), by(|a| a[63].clone())));
    check(proves(chosen_by!("bt {a}, 40", "cmovc {chosen}, {b}"), by(|a| a[40].clone())));
    check(proves(chosen_by!("shr {a}, 63", "cmovne {chosen}, {b}"), by(|a| a[63].clone())));
    check(proves(chosen_by!("shr {a}, 7", "cmovc {chosen}, {b}"), by(|a| a[6].clone())));
    check(proves(chosen_by!("shl {a}, 7", "cmovnc {chosen}, {b}"), by(|a| a[57].not())));
    check(proves(chosen_by!("sar {a}, 7", "cmovns {chosen}, {b}"), by(|a| a[63].not())));
    // By another bit, and by several.
    assert!(
        proves(chosen_by!("bt {a}, 40", "cmovc {chosen}, {b}"), by(|a| a[41].clone())).is_err()
    );
    assert!(
        proves(chosen_by!("test {a}, 9", "cmovne {chosen}, {b}"), by(|a| a[3].clone())).is_err()
    );
}
