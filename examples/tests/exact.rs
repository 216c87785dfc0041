//! The bounds on forgeries beside exact rational numbers: never below the theorem, and above it by
//! no more than 2^-38 of it, so that no term of it can be missing.

use num::bigint::BigInt;
use num::{BigRational, One, Signed, ToPrimitive, Zero};
use provenhash::{Algorithm, Attack};

fn number(value: u64) -> BigRational {
    BigInt::from(value).into()
}

/// Returns 2^-bits.
fn power(bits: usize) -> BigRational {
    BigRational::new(BigInt::one(), BigInt::one() << bits)
}

/// Returns the logarithm to base 2 of a positive number.
fn log2(value: &BigRational) -> f64 {
    // A quotient of some 100 bits has all that a float holds.
    let shift = 100 + value.denom().bits() - value.numer().bits();
    let quotient: BigInt = (value.numer() << shift) / value.denom();
    quotient.to_f64().expect("it is finite").log2() - shift as f64
}

/// Compares a bound with the probability of its theorem, which says nothing from 1 on.
fn compare(what: &str, found: f64, exact: &BigRational) {
    within(what, found, [exact, exact]);
}

/// Compares a bound with the probability of its theorem, and with one that it may have at most.
fn within(what: &str, found: f64, [exact, most]: [&BigRational; 2]) {
    if exact.is_zero() {
        assert_eq!(found, f64::NEG_INFINITY, "{what}");
    } else if *exact >= BigRational::one() {
        assert_eq!(found, 0.0, "{what}");
    } else {
        let (exact, most) = (log2(exact), log2(most));
        // The logarithm of the exact number is rounded to a float, too.
        assert!(found >= exact - 1e-13, "{what}: {found}, the theorem has {exact}");
        assert!(found <= (most + 4e-12).min(0.0), "{what}: {found}, the theorem has {exact}");
    }
}

/// Returns δ(r) = 1 / (1 − r (r − 1) / 2^129), or nothing if there is none.
fn delta(r: &BigRational) -> Option<BigRational> {
    let rest = BigRational::one() - r * (r - BigRational::one()) * power(129);
    rest.is_positive().then(|| rest.recip())
}

/// Returns ε of CLMAC.
fn epsilon(len_bytes: u64) -> BigRational {
    let others = number(len_bytes.div_ceil(2048).saturating_sub(1));
    let both = power(64) + others * power(128);
    power(128) + &both * &both
}

/// The theorem of CLMAC without nonces.
fn clmac(a: &Attack) -> Option<BigRational> {
    let (q, v) = (number(a.messages), number(a.attempts));
    let pairs = &q * (&q - BigRational::one()) / number(2) + &q * &v;
    let sum = pairs * epsilon(a.len_bytes) + &v * power(a.tag_bits as usize);
    Some((BigRational::one() + power(112)) * delta(&(q + v))? * sum)
}

/// The theorem of CLMAC with nonces, for senders that each tag so many messages, and the bound that
/// has a factor before all addends, with a sum in place of the product of the δ.
fn clmac_nonce(a: &Attack) -> Option<[BigRational; 2]> {
    let senders = a.senders?;
    let (s, q, v) = (number(senders), number(a.messages), number(a.attempts));
    let one = BigRational::one();
    let mut factor = &one + power(112);
    for _ in 0..2 {
        factor *= delta(&(&s + &one))?;
    }
    for _ in 0..senders {
        factor *= delta(&(&q + &one))?;
    }
    let each = &v * (power(a.tag_bits as usize) + epsilon(a.len_bytes) - power(128));
    let prefixes = &s * (&s - &one) * power(129);
    let (next, two) = (&q + &one, number(2));
    let squares = two * (&s + &one) * &s + &s * &next * &next;
    let rest = &one - squares * power(129);
    if !rest.is_positive() {
        return None;
    }
    let most = (&one + power(112)) / rest * (&each + &prefixes);
    Some([factor * each + prefixes, most])
}

/// Returns the bound of VHASH for this number of differences.
fn vhash(len_bytes: u64, differences: u64) -> BigRational {
    let others = number(len_bytes.div_ceil(128).saturating_sub(1));
    let p = BigRational::from((BigInt::one() << 64) - 257);
    power(63) + others * power(116) + number(differences) / p
}

/// Edges of the number of messages, of attempts and of bytes.
const MESSAGES: [u64; 7] = [0, 1, 2, 1000, 1 << 32, 1 << 48, (1 << 60) + 1];
const ATTEMPTS: [u64; 5] = [0, 1, 2, 1 << 32, 1 << 48];
const LENGTHS: [u64; 6] = [0, 128, 129, 2048, 2049, 1 << 50];

/// Calls a function with each attack of the grid.
fn grid(senders: &[Option<u64>], widths: &[u32], mut each: impl FnMut(&Attack)) {
    for &senders in senders {
        for messages in MESSAGES {
            for attempts in ATTEMPTS {
                for len_bytes in LENGTHS {
                    for &tag_bits in widths {
                        each(&Attack { senders, messages, attempts, len_bytes, tag_bits });
                    }
                }
            }
        }
    }
}

/// The theorem says nothing where it has no number.
fn or_one(bound: Option<BigRational>, attack: &Attack) -> BigRational {
    if attack.attempts == 0 { BigRational::zero() } else { bound.unwrap_or_else(BigRational::one) }
}

#[test]
fn clmac_is_the_theorem() {
    grid(&[None], &[64, 96, 128], |a| {
        let exact = or_one(clmac(a), a);
        let found = clmac::bound::forgery_bound(a.messages, a.attempts, a.len_bytes, a.tag_bits);
        compare(&format!("clmac, {a:?}"), found, &exact);
        compare(&format!("clmac, {a:?}"), clmac::bound::FORGERIES.bound(a), &exact);
    });
    for len in LENGTHS {
        let exact = (BigRational::one() + power(112)) * epsilon(len);
        compare("collisions", clmac::bound::collision_bound(len), &exact);
    }
}

#[test]
fn clmac_under_nonces_is_the_theorem() {
    let senders = [1, 2, 7];
    grid(&senders.map(Some), &[64, 96, 128], |a| {
        let [exact, most] = clmac_nonce(a).map_or([None, None], |bounds| bounds.map(Some));
        let [exact, most] = [or_one(exact, a), or_one(most, a)];
        let found = clmac::bound::NONCE_FORGERIES.bound(a);
        within(&format!("nonces, {a:?}"), found, [&exact, &most]);
    });
}

#[test]
fn vmac_is_the_theorem() {
    let row = |name| Algorithm::find(name).expect("a row");
    for len in LENGTHS {
        compare("VHASH-64", vhash::bound::collision_bound(len), &vhash(len, 1));
        let exact = vhash(len, 1);
        compare("VHASH-128", vhash::bound::collision_bound128(len), &(&exact * &exact));
    }
    grid(&[None], &[64], |a| {
        let one = vhash(a.len_bytes, 2);
        let exact = or_one(Some(number(a.attempts) * &one), a);
        compare(&format!("VMAC-64, {a:?}"), vhash::bound::FORGERIES64.bound(a), &exact);
        if a.len_bytes > 0 {
            let bound = row("vmac64").forgery_bound(a).expect("a theorem");
            compare(&format!("vmac64, {a:?}"), bound.log2, &exact);
        }
        let exact = or_one(Some(number(a.attempts) * &one * &one), a);
        let a = Attack { tag_bits: 128, ..*a };
        compare(&format!("VMAC-128, {a:?}"), vhash::bound::FORGERIES128.bound(&a), &exact);
        let bound = row("vmac128").forgery_bound(&a).expect("a theorem");
        compare(&format!("vmac128, {a:?}"), bound.log2, &exact);
    });
}
