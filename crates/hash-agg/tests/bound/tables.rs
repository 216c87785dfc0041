//! Tests products of multisets, polynomials of sequences, and their numbers of rows.

use super::{Y, Z, inverse};
use hash_agg::bound::{collision_bound, digest_bound};
use hash_agg::{Backend, Digest, Fingerprint, FingerprintError, Key};
use hash_core::seed::SeedWords;
use reference::gf2::{P128, mul_mod};
use testkit::linear::{from_roots, multiplies, takes_each_value_once};
use testkit::on_every_backend;

/// Returns a generator of elements.
fn random(seed: u64) -> impl FnMut() -> u128 {
    let mut words = SeedWords::new("bound", seed);
    move || u128::from(words.next_word()) | u128::from(words.next_word()) << 64
}

fn mul(a: u128, b: u128) -> u128 {
    mul_mod(a, b, P128)
}

/// The numbers of rows around the blocks of all kernels.
const COUNTS: [usize; 11] = [2, 3, 4, 5, 8, 9, 15, 16, 17, 33, 67];

/// A way to compute the fingerprint of a table.
type Table = fn(&Key, &[u128]) -> Fingerprint;

/// The ways: at once, in pieces, from parts in another order, and among other groups.
const TABLES: [Table; 4] = [
    Fingerprint::of,
    |key, rows| {
        let mut table = Fingerprint::EMPTY;
        rows.chunks(5).for_each(|rows| table.update(key, rows).expect("few rows"));
        table
    },
    |key, rows| {
        let (first, second) = rows.split_at(rows.len() / 3);
        let [first, second] = [first, second].map(|rows| Fingerprint::of(key, rows));
        second.combine(&first).expect("few rows")
    },
    |key, rows| {
        let others = [1, 2, 3];
        let mut tables = [Fingerprint::EMPTY; 3];
        let groups = [vec![2; rows.len()], vec![0; others.len()]].concat();
        Fingerprint::update_groups(&mut tables, key, &[rows, &others].concat(), &groups)
            .expect("every group has a fingerprint");
        assert_eq!(tables[1], Fingerprint::EMPTY);
        tables[2]
    },
];

/// A way to compute the digest of a sequence: at once, in pieces, and from two parts.
const SEQUENCES: [fn(&Key, &[u128]) -> Digest; 3] = [
    Digest::of,
    |key, rows| {
        let mut sequence = Digest::EMPTY;
        rows.chunks(5).for_each(|rows| sequence.update(key, rows).expect("few rows"));
        sequence
    },
    |key, rows| {
        let (first, second) = rows.split_at(rows.len() / 3);
        let [first, second] = [first, second].map(|rows| Digest::of(key, rows));
        first.combine(key, &second).expect("few rows")
    },
];

/// Calls `test` with the key of each backend.
fn on_each_key(what: &str, test: impl Fn(&Key)) {
    on_every_backend!(Backend, what, |backend| test(&Key::from_seed(5).with_backend(backend)));
}

/// Two tables of two rows differ by (f1 + f2 + g1 + g2) z + f1 f2 + g1 g2, and two sequences by
/// (f1 + g1) y + f2 + g2. Both are linear, so every value is taken once.
#[test]
fn tables_of_two_rows() {
    on_each_key("hash-agg: tables of two rows", |key| {
        let table = |key: &Key, rows: &[u128]| Fingerprint::of(key, rows).value();
        for (rows, others) in [([1, 2], [4, 9]), ([7, 7], [7, 8]), ([u128::MAX, 3], [5, 5])] {
            takes_each_value_once(128, |x| {
                let key = key.clone().with_element(Z, x);
                table(&key, &rows) ^ table(&key, &others)
            });
        }
        let sequence = |key: &Key, rows: &[u128]| Digest::of(key, rows).value();
        multiplies(128, 128, |d, x| {
            let key = key.clone().with_element(Y, x);
            sequence(&key, &[3, 8]) ^ sequence(&key, &[3 ^ d, 8])
        });
    });
}

/// A difference of degree n − 1 has no more than n − 1 roots, and all its roots are found: the
/// product of n rows is 0 exactly where z is one of them.
#[test]
fn roots() {
    on_each_key("hash-agg: roots", |key| {
        let rows: Vec<u128> = (0..67).map(|i| i << (i % 100) | i).collect();
        for z in rows.iter().copied().chain([1000, 1 << 120, u128::MAX]) {
            let key = key.clone().with_element(Z, z);
            assert_eq!(Fingerprint::of(&key, &rows).value() == 0, rows.contains(&z), "{z}");
        }
    });
}

/// The last row of a table is chosen such that the table has the product of another one at one z.
/// There they collide, and at no z near it.
#[test]
fn tables_that_collide_at_one_point() {
    let mut next = random(1);
    let pairs = COUNTS.map(|n| {
        let z = next();
        let [rows, mut others] = [0; 2].map(|_| (0..n).map(|_| next()).collect::<Vec<_>>());
        let product = |rows: &[u128]| rows.iter().fold(1, |product, row| mul(product, z ^ row));
        others[n - 1] = z ^ mul(product(&rows), inverse(product(&others[..n - 1])));
        (z, rows, others)
    });
    on_each_key("hash-agg: tables that collide", |key| {
        for (z, rows, others) in &pairs {
            let n = rows.len();
            for table in TABLES {
                let collide = |z| {
                    let key = key.clone().with_element(Z, z);
                    table(&key, rows) == table(&key, others)
                };
                assert!(collide(*z), "{n} rows");
                for bit in [0, 1, 63, 64, 100, 127] {
                    assert!(!collide(z ^ 1 << bit), "{n} rows, bit {bit}");
                }
            }
        }
    });
}

/// Rows that occur twice do not cancel: a b b … and a a b … differ by a multiple of
/// (z + a)(z + b)(a + b).
#[test]
fn rows_that_occur_twice() {
    let [a, b] = [0x1234 << 70, 77];
    on_each_key("hash-agg: rows that occur twice", |key| {
        for others in [0, 1, 14, 30] {
            let others: Vec<u128> = (1..=others).collect();
            let tables = [[a, b, b], [a, a, b]].map(|rows| [&rows[..], &others].concat());
            for table in TABLES {
                let collide = |z| {
                    let key = key.clone().with_element(Z, z);
                    table(&key, &tables[0]) == table(&key, &tables[1])
                };
                assert!(collide(a) && collide(b));
                assert!((0..128).all(|bit| !collide(a ^ 1 << bit)));
            }
        }
    });
}

/// Sequences whose differences are the coefficients of a polynomial collide exactly at its roots.
#[test]
fn sequences_that_collide_at_roots() {
    let mut next = random(2);
    let pairs = COUNTS.map(|n| {
        let roots: Vec<_> = (1..n).map(|_| next()).collect();
        let differences = from_roots(next(), &roots, |sum, a, root| sum ^ mul(a, root));
        let rows: Vec<_> = (0..n).map(|_| next()).collect();
        let others: Vec<_> = rows.iter().zip(differences).map(|(row, d)| row ^ d).collect();
        (roots, rows, others)
    });
    on_each_key("hash-agg: sequences that collide", |key| {
        for (roots, rows, others) in &pairs {
            for digest in SEQUENCES {
                let collide = |y| {
                    let key = key.clone().with_element(Y, y);
                    digest(&key, rows) == digest(&key, others)
                };
                assert!(roots.iter().all(|root| collide(*root)), "{} rows", rows.len());
                for bit in [0, 1, 63, 64, 100, 127] {
                    assert!(!collide(roots[0] ^ 1 << bit), "{} rows, bit {bit}", rows.len());
                }
            }
        }
    });
}

/// Rows that are removed leave the fingerprint of the others, and a factor 0 is refused.
#[test]
fn rows_that_are_removed() {
    let mut next = random(3);
    let rows: Vec<_> = (0..20).map(|_| next()).collect();
    on_each_key("hash-agg: rows that are removed", |key| {
        let all = Fingerprint::of(key, &rows);
        for n in [0, 1, 7, 20] {
            let (rest, removed) = rows.split_at(n);
            let removed = Fingerprint::of(key, removed);
            assert_eq!(all.remove(&removed), Ok(Fingerprint::of(key, rest)), "{n} rows");
        }
        let key = key.clone().with_element(Z, rows[7]);
        let [all, zero] = [&rows[..], &rows[7..8]].map(|rows| Fingerprint::of(&key, rows));
        assert_eq!(all.remove(&zero), Err(FingerprintError::ZeroFactor));
    });
}

/// Rows whose factor is 1, and rows of 0 in a sequence, change the number of rows alone, which
/// tells tables apart. It does not wrap at 2^8 or 2^16 rows.
#[test]
fn numbers_of_rows() {
    on_each_key("hash-agg: numbers of rows", |key| {
        let key = key.clone().with_element(Z, 6);
        for n in [0, 1, 256, 65_539] {
            let (ones, zeros) = (vec![7; n], vec![0; n]);
            for table in TABLES {
                let table = table(&key, &ones);
                assert_eq!((table.value(), table.rows()), (1, n as u64));
            }
            for digest in SEQUENCES {
                let sequence = digest(&key, &zeros);
                assert_eq!((sequence.value(), sequence.rows()), (0, n as u64));
            }
        }
    });
}

/// Doubles tables and sequences up to 2^63 rows: numbers of rows add up, and any grouping gives the
/// same value. A digest multiplies by y to the power of the number of rows that follow, so an
/// exponent that is cut shows in the grouping.
#[test]
fn numbers_of_rows_that_no_memory_has() {
    let key = Key::from_seed(6);
    let rows = [3, 1 << 100];
    let (first, end) = (Digest::of(&key, &rows), Digest::of(&key, &[5]));
    let join = |a: &Digest, b: &Digest| a.combine(&key, b).expect("below 2^64 rows");
    let (mut many, mut table) = (Digest::of(&key, &[9]), Fingerprint::of(&key, &[9]));
    for bit in 0..63 {
        let double = join(&many, &many);
        let after = join(&first, &double);
        assert_eq!(after, join(&join(&first, &many), &many), "2^{bit} rows twice");
        assert_eq!(join(&first, &join(&double, &end)), join(&after, &end), "2^{bit} rows");
        assert_eq!((double.rows(), after.rows()), (2 << bit, (2 << bit) + 2));
        many = double;

        let twice = table.combine(&table).expect("below 2^64 rows");
        assert_eq!(twice.rows(), 2 << bit);
        assert_eq!(twice.remove(&table), Ok(table));
        let mut groups = [twice, table];
        let known = Fingerprint::of(&key, &rows);
        Fingerprint::update_groups(&mut groups, &key, &rows, &[0, 0]).expect("two groups");
        assert_eq!(groups, [twice.combine(&known).expect("below 2^64 rows"), table]);
        table = twice;
    }
    assert_eq!(table.combine(&table), Err(FingerprintError::TooManyRows));
    assert_eq!(many.combine(&key, &many), Err(FingerprintError::TooManyRows));
    assert_eq!(Fingerprint::from_bytes(table.to_bytes()), table);
    assert_eq!(Digest::from_bytes(many.to_bytes()), many);
}

/// The logarithms of the bounds of the docs, from above and from below.
#[test]
fn bounds_are_those_of_the_theorems() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-4, "{found}");
    near(collision_bound(1), -126.999_296);
    near(collision_bound(1_000_000_000), -96.517_215);
    near(digest_bound(1), -126.999_296);
    near(digest_bound(1_000_000_000), -98.102_647);
    assert_eq!([collision_bound(0), digest_bound(0)], [f64::NEG_INFINITY; 2]);
}
