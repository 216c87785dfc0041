//! Every function of a bound beside exact rational numbers: never below the theorem, and above it
//! by no more than 2^-38 of it, so that no term of it can be missing.

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
    let both = power(64) + others(len_bytes, 2048) * power(128);
    power(128) + &both * &both
}

/// Returns the number of blocks after the first one.
fn others(len_bytes: u64, block_bytes: u64) -> BigRational {
    number(len_bytes.div_ceil(block_bytes).saturating_sub(1))
}

/// Returns the theorem on collisions of a row, if it has one.
fn collisions(name: &str, len: u64) -> Option<BigRational> {
    // Rows over words of `bits` bits, up to a block and above.
    let rows = |short: u64, long: u64, rows: u64, bits| {
        let further = number(rows) * others(len, 4096) * power(126);
        number(if len <= 4096 { short } else { long }) * power(bits) + further
    };
    let clhash = || {
        if len <= 1024 { power(64) } else { power(63) + others(len, 1024) * power(126) }
    };
    Some(match name.trim_end_matches("-mixed").trim_end_matches("-bitmix") {
        "clhash" => clhash(),
        "mshash" if len <= 32 => power(64),
        "mshash" => clhash().max(power(63)),
        "clhash128" => epsilon(len),
        "clmac" => (BigRational::one() + power(112)) * epsilon(len),
        "vhash64" | "vmac64" => vhash(len, 1),
        "vhash128" | "vmac128" => vhash(len, 1).pow(2),
        "ghash" | "polyval" => (others(len, 16) + BigRational::one()) * power(128),
        "mmh32" => rows(6, 6, 1, 32),
        "mmh64" => rows(54, 54, 2, 64),
        "tmmh16" => rows(500, 501, 4, 64),
        "multilinear64" => rows(1, 2, 1, 64),
        _ => return None,
    })
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
    let p = BigRational::from((BigInt::one() << 64) - 257);
    power(63) + others(len_bytes, 128) * power(116) + number(differences) / p
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
}

/// Both sides of the length at which a theorem has another term, long messages, and the longest.
const EDGES: [u64; 22] = [
    0,
    1,
    16,
    17,
    32,
    33,
    112,
    113,
    128,
    129,
    256,
    257,
    1024,
    1025,
    2048,
    2049,
    4096,
    4097,
    1 << 20,
    (1 << 40) + 1,
    1 << 50,
    u64::MAX,
];

/// Compares a bound with its theorem at the edges. The functions take x for ln (1 + x), which for
/// the longest messages is above it by x / 2 of it: by up to 2^-22.
fn at_edges(what: &str, bound: impl Fn(u64) -> f64, exact: impl Fn(u64) -> BigRational) {
    for len in EDGES {
        let exact = exact(len);
        let slack = if len == u64::MAX { power(22) } else { BigRational::zero() };
        let most = &exact * (BigRational::one() + slack);
        within(&format!("{what}, {len} bytes"), bound(len), [&exact, &most]);
    }
}

#[test]
fn collisions_are_the_theorems() {
    let mut theorems = 0;
    for row in provenhash::ALGORITHMS {
        let of = |len| row.collision_bound(len).map(|bound| bound.log2);
        if collisions(row.name, 0).is_none() {
            assert_eq!(EDGES.map(of), [None; EDGES.len()], "{}", row.name);
            continue;
        }
        theorems += 1;
        let (of, exact) = (|len| of(len).expect("a theorem"), |len| collisions(row.name, len));
        at_edges(row.name, of, |len| exact(len).expect("a theorem"));
    }
    assert_eq!(theorems, 19);
    // The blocks of data, of text, and of the lengths.
    for data in EDGES {
        at_edges(
            &format!("AEAD with {data} bytes of data"),
            |text| ghash_clmul::bound::aead_collision_bound(data, text),
            |text| {
                let blocks = number(data.div_ceil(16)) + number(text.div_ceil(16) + 1);
                let is_covered = data.max(text) < 1 << 61;
                if is_covered { blocks * power(128) } else { BigRational::one() }
            },
        );
    }
}

#[test]
fn tables_are_the_theorems() {
    let row = power(127) + power(138);
    let tables = |n: u64| match n {
        0 => BigRational::zero(),
        n => number(n) * &row + number(n - 1) * power(128),
    };
    let sequences = |n: u64| match n {
        0 => BigRational::zero(),
        n => &row + number(n - 1) * power(128),
    };
    let sums = |n: u64| match n {
        0 => BigRational::zero(),
        n => ((number(n) + number(9)) * number(9) * power(64)).pow(2),
    };
    for n in MESSAGES.into_iter().chain([u64::MAX / 9 - 10, u64::MAX / 9, u64::MAX]) {
        compare(&format!("tables of {n}"), hash_agg::bound::collision_bound(n), &tables(n));
        compare(&format!("sequences of {n}"), hash_agg::bound::digest_bound(n), &sequences(n));
        compare(&format!("sums of {n}"), hash_agg::sql::collision_bound(n), &sums(n));
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
    at_edges("an attempt", vhash::bound::forgery_bound, |len| vhash(len, 2));
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
