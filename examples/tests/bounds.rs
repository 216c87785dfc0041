//! The edges of every function that returns the logarithm of a bound on a probability.

use provenhash::Attack;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Numbers around the powers of two, the smallest and the largest, in order.
fn edges() -> Vec<u64> {
    let powers = (1..64).map(|bit| 1_u64 << bit);
    let mut edges: Vec<u64> = powers.flat_map(|power| [power - 1, power, power + 1]).collect();
    edges.extend([0, 1, 999_999, u64::MAX - 1, u64::MAX]);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Runs a function, which must not take long.
fn promptly<T: Send + 'static>(name: &str, f: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(f()));
    let wait = Duration::from_secs(60);
    receiver.recv_timeout(wait).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks that the bounds for growing arguments are logarithms of growing probabilities. Only
/// `nothing` as an argument may have the probability 0.
fn check(name: &str, nothing: Option<u64>, bound: impl Fn(u64) -> f64 + Send + 'static) {
    let bounds = promptly(name, move || edges().into_iter().map(|n| (n, bound(n))).collect());
    let bounds: Vec<(u64, f64)> = bounds;
    for (n, log) in &bounds {
        assert!(*log <= 0.0, "{name}({n}) = {log}");
        assert_eq!(log.is_finite(), nothing != Some(*n), "{name}({n}) = {log}");
    }
    for pair in bounds.windows(2) {
        let [(m, smaller), (n, larger)] = [pair[0], pair[1]];
        assert!(smaller <= larger, "{name}: {smaller} for {m}, {larger} for {n}");
    }
}

#[test]
fn collisions() {
    check("clhash", None, clhash::bound::collision_bound);
    check("clhash::clhash128", None, clhash::clhash128::bound::collision_bound);
    check("mshash", None, mshash::bound::collision_bound);
    check("clmac", None, clmac::bound::collision_bound);
    check("vhash64", None, vhash::bound::collision_bound);
    check("vhash128", None, vhash::bound::collision_bound128);
    check("ghash", None, ghash_clmul::bound::collision_bound);
    for other in edges() {
        let aead = ghash_clmul::bound::aead_collision_bound;
        check("ghash of data", None, move |n| aead(n, other));
        check("ghash of text", None, move |n| aead(other, n));
    }
    use multilinear_hash::bound::collision_bound;
    check("mmh32", None, collision_bound::<multilinear_hash::Mmh32>);
    check("mmh64", None, collision_bound::<multilinear_hash::Mmh64>);
    check("tmmh16", None, collision_bound::<multilinear_hash::Tmmh16>);
    check("multilinear64", None, collision_bound::<multilinear_hash::Multilinear64>);
    check("tables", Some(0), hash_agg::bound::collision_bound);
    check("digests of tables", Some(0), hash_agg::bound::digest_bound);
    check("checksums in SQL", Some(0), hash_agg::sql::collision_bound);
    for row in provenhash::ALGORITHMS.iter().filter(|row| row.collision_bound(0).is_some()) {
        check(row.name, None, |n| row.collision_bound(n).expect("it does not depend on n").log2);
    }
}

const OTHERS: [u64; 5] = [0, 1, 2, 1 << 32, u64::MAX];

/// Checks a bound of messages, attempts, bytes of a message and bits of a tag, of which each grows
/// alone.
fn forgeries_of(bound: impl Fn(u64, u64, u64, u32) -> f64 + Copy + Send + 'static) {
    let bits = [0, 1, 8, 64, 96, 127, 128, 129, 1023, 1024, 1074, 1075, u32::MAX];
    for (a, b) in OTHERS.iter().flat_map(|a| OTHERS.map(|b| (*a, b))) {
        for tag in bits {
            check("no attempts", None, move |n| bound(n, 0, a, tag).exp2() - 1.0);
            if a != 0 {
                check("messages", None, move |n| bound(n, a, b, tag));
                check("length", None, move |n| bound(b, a, n, tag));
            }
            check("attempts", Some(0), move |n| bound(a, n, b, tag));
        }
        let logs = promptly("tags", move || bits.map(|tag| bound(a, 1, b, tag)));
        assert!(logs.is_sorted_by(|longer, shorter| longer >= shorter), "{logs:?}");
        assert_eq!(logs[6], logs[12], "tags have at most 128 bits");
    }
}

/// Each argument grows alone, with every combination of small, usual and largest others.
#[test]
fn forgeries() {
    check("vmac", None, vhash::bound::forgery_bound);
    forgeries_of(clmac::bound::forgery_bound);
    for senders in [0, 1, 2, 1 << 32, u64::MAX] {
        forgeries_of(move |q, v, n, tag| clmac::bound::nonce_forgery_bound(senders, q, v, n, tag));
    }
    for messages in [1, u64::MAX] {
        check("senders", None, move |s| clmac::bound::nonce_forgery_bound(s, messages, 1, 9, 128));
    }
    assert_eq!(clmac::bound::forgery_bound(1, 0, 1, 128), f64::NEG_INFINITY);
    assert_eq!(clmac::bound::nonce_forgery_bound(1, 9, 0, 1, 128), f64::NEG_INFINITY);
    for row in provenhash::ALGORITHMS {
        for bits in row.widths() {
            let tag_bits = u32::try_from(*bits).expect("few bits");
            let bound = move |messages, attempts, len_bytes| {
                let attack = Attack { senders: None, messages, attempts, len_bytes, tag_bits };
                row.forgery_bound(&attack).map(|bound| bound.log2)
            };
            for (a, b) in OTHERS.iter().flat_map(|a| OTHERS.map(|b| (*a, b))) {
                if bound(1, 1, 1).is_none() {
                    assert_eq!(bound(a, a, b), None, "{}", row.name);
                    continue;
                }
                let of = move |q, v, n| bound(q, v, n).expect("a theorem");
                check(row.name, Some(0), move |n| of(a, n, b));
                if a != 0 {
                    check(row.name, None, move |n| of(n, a, b));
                    check(row.name, None, move |n| of(b, a, n));
                }
            }
        }
    }
}
