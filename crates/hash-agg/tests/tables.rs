//! Tests fingerprints and digests of rows: against the reference on every backend, and their
//! algebra.

use hash_agg::{Backend, Digest, Fingerprint, FingerprintError, Key, Row};
use hash_core::seed::SeedWords;
use proptest::prelude::*;
use reference::agg as oracle;
use testkit::on_every_backend;

fn some_rows(count: usize) -> Vec<u128> {
    let mut words = SeedWords::new("tables", 1);
    (0..count)
        .map(|_| u128::from(words.next_word()) | u128::from(words.next_word()) << 64)
        .collect()
}

/// Every number of rows up to three blocks of the widest kernel, and some larger ones.
#[test]
fn every_number_of_rows() {
    let reference = oracle::Key::from_seed(3);
    let rows = some_rows(200);
    let expected: Vec<[u128; 2]> = (0..=rows.len())
        .map(|n| {
            [oracle::product(&reference, &rows[..n]), oracle::polynomial(&reference, &rows[..n])]
        })
        .collect();
    on_every_backend!(Backend, "tables", |backend| {
        let key = Key::from_seed(3).with_backend(backend);
        for (n, [product, polynomial]) in expected.iter().enumerate() {
            let table = Fingerprint::of(&key, &rows[..n]);
            assert_eq!((table.value(), table.rows()), (*product, n as u64), "{n} rows");
            let sequence = Digest::of(&key, &rows[..n]);
            assert_eq!((sequence.value(), sequence.rows()), (*polynomial, n as u64), "{n} rows");
        }
        for cut in 0..=rows.len() {
            let (start, end) = rows.split_at(cut);
            let mut table = Fingerprint::of(&key, end);
            table.update(&key, start).unwrap();
            assert_eq!(table, Fingerprint::of(&key, &rows), "cut at {cut}");
            let mut sequence = Digest::of(&key, start);
            sequence.update(&key, end).unwrap();
            assert_eq!(sequence, Digest::of(&key, &rows), "cut at {cut}");
        }
        let groups: Vec<usize> = (0..rows.len()).map(|i| i * i % 7).collect();
        let mut tables = [Fingerprint::EMPTY; 8];
        Fingerprint::update_groups(&mut tables, &key, &rows, &groups).unwrap();
        for (group, table) in tables.iter().enumerate() {
            let members: Vec<u128> =
                (0..rows.len()).filter(|i| groups[*i] == group).map(|i| rows[i]).collect();
            assert_eq!(*table, Fingerprint::of(&key, &members), "group {group}");
        }
    });
}

/// Returns the value with another number of rows.
fn counted<const N: usize>(mut bytes: [u8; N], rows: u64) -> [u8; N] {
    bytes[16..].copy_from_slice(&rows.to_le_bytes());
    bytes
}

/// Tables and sequences are counted up to 2^64 − 1 rows, whatever is added, and one row more is an
/// error that changes nothing.
#[test]
fn errors_change_nothing() {
    let key = Key::from_seed(1);
    for count in [1, 2, 5, 63, 64, 65, 129] {
        let rows = some_rows(count);
        let (table, sequence) = (Fingerprint::of(&key, &rows), Digest::of(&key, &rows));
        let with = |left: u64| {
            let before = u64::MAX - count as u64 + left;
            let table = Fingerprint::from_bytes(counted(table.to_bytes(), before));
            (table, Digest::from_bytes(counted(sequence.to_bytes(), before)))
        };
        let (room, mut sequence_with_room) = with(0);
        let (full, mut full_sequence) = with(1);
        assert_eq!(full.rows(), u64::MAX - count as u64 + 1);

        let mut sum = room;
        assert_eq!(sum.update(&key, &rows), Ok(()));
        assert_eq!((sum.rows(), room.combine(&table)), (u64::MAX, Ok(sum)));
        assert_eq!(sum.remove(&table), Ok(room));
        assert_eq!(room.remove(&sum), Err(FingerprintError::TooFewRows));
        assert_eq!(Fingerprint::EMPTY.remove(&table), Err(FingerprintError::TooFewRows));
        assert_eq!(full.combine(&table), Err(FingerprintError::TooManyRows));
        assert_eq!(table.combine(&full), Err(FingerprintError::TooManyRows));
        let mut unchanged = full;
        assert_eq!(unchanged.update(&key, &rows), Err(FingerprintError::TooManyRows));
        assert_eq!(unchanged, full);

        assert_eq!(sequence_with_room.update(&key, &rows), Ok(()));
        assert_eq!(sequence_with_room.rows(), u64::MAX);
        let before = full_sequence;
        assert_eq!(full_sequence.update(&key, &rows), Err(FingerprintError::TooManyRows));
        assert_eq!(full_sequence, before);
        assert_eq!(before.combine(&key, &sequence), Err(FingerprintError::TooManyRows));
        assert_eq!(before.combine(&key, &Digest::EMPTY), Ok(before));

        // Groups: the fault is in the last row, after good ones.
        let mut tables = [table, full, room];
        let update = |tables: &mut [Fingerprint], groups: &[usize]| {
            Fingerprint::update_groups(tables, &key, &rows, groups)
        };
        let last = |group| {
            let mut groups = vec![0; count];
            groups[count - 1] = group;
            groups
        };
        assert_eq!(update(&mut tables, &last(1)), Err(FingerprintError::TooManyRows));
        let wrong = FingerprintError::Group { row: count - 1, group: 3 };
        assert_eq!(update(&mut tables, &last(3)), Err(wrong));
        for groups in [count - 1, count + 1] {
            let wrong = FingerprintError::Length { rows: count, groups };
            assert_eq!(update(&mut tables, &vec![0; groups]), Err(wrong));
        }
        assert_eq!(tables, [table, full, room]);
        assert_eq!(update(&mut tables, &vec![2; count]), Ok(()));
        assert_eq!(tables, [table, full, sum]);
    }
}

/// A row whose factor is 0 under this key, which is z itself, is detected when it is removed.
#[test]
fn zero_factor() {
    let key = Key::from_seed(5);
    // A table of one row with the fingerprint 0 has the value z.
    let z = Fingerprint::of(&key, &[0]).value();
    let rows = [1, z, 2];
    on_every_backend!(Backend, "zero factor", |backend| {
        let key = key.clone().with_backend(backend);
        let table = Fingerprint::of(&key, &rows);
        assert_eq!((table.value(), table.rows()), (0, 3));
        let zero = Fingerprint::of(&key, &rows[1..2]);
        assert_eq!(table.remove(&zero), Err(FingerprintError::ZeroFactor));
        assert_eq!(table.remove(&Fingerprint::EMPTY), Ok(table));
    });
}

#[test]
fn texts_and_bytes() {
    let key = Key::from_seed(1);
    let table = Fingerprint::of(&key, &[7, 8]);
    assert_eq!(Fingerprint::from_bytes(table.to_bytes()), table);
    assert_eq!(table.to_string(), format!("{:032x}-2", table.value()));
    assert_eq!(format!("{table:?}"), format!("Fingerprint({table})"));
    let sequence = Digest::of(&key, &[7, 8]);
    assert_eq!(Digest::from_bytes(sequence.to_bytes()), sequence);
    assert_eq!(format!("{sequence:?}"), format!("Digest({:032x}-2)", sequence.value()));
    assert_eq!(Fingerprint::default(), Fingerprint::EMPTY);
    assert_eq!(
        Fingerprint::EMPTY.to_bytes()[..17],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    );
    assert_eq!(Digest::default(), Digest::EMPTY);
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Fingerprint>(&json).unwrap(), table);
        let json = serde_json::to_string(&sequence).unwrap();
        assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), sequence);
    }
}

/// Computes the fingerprint of a table of small numbers.
fn table(key: &Key, values: &[u8]) -> Fingerprint {
    let rows: Vec<u128> = values.iter().map(|v| Row::new(key).push(*v).finish()).collect();
    Fingerprint::of(key, &rows)
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::with_cases(64) })]

    /// Two tables have the same fingerprint if and only if they are the same multiset: doubled rows
    /// do not cancel.
    #[test]
    fn multisets(a in prop::collection::vec(0_u8..3, 0..7), b in prop::collection::vec(0_u8..3, 0..7)) {
        let key = Key::from_seed(2);
        let sorted = |v: &[u8]| { let mut v = v.to_vec(); v.sort_unstable(); v };
        prop_assert_eq!(table(&key, &a) == table(&key, &b), sorted(&a) == sorted(&b));
        let (ta, tb) = (table(&key, &a), table(&key, &b));
        let joined = ta.combine(&tb).unwrap();
        prop_assert_eq!(joined, tb.combine(&ta).unwrap());
        prop_assert_eq!(joined, table(&key, &[&a[..], &b].concat()));
        prop_assert_eq!(joined.remove(&ta).unwrap(), tb);
        prop_assert_eq!(joined.remove(&tb).unwrap(), ta);
        prop_assert_eq!(ta.combine(&Fingerprint::EMPTY).unwrap(), ta);
    }

    /// Two sequences have the same digest if and only if they are the same sequence, however they
    /// are cut.
    #[test]
    fn sequences(a in prop::collection::vec(0_u8..2, 0..7), b in prop::collection::vec(0_u8..2, 0..7), cut in 0_usize..7) {
        let key = Key::from_seed(2);
        let digest = |values: &[u8]| {
            let rows: Vec<u128> = values.iter().map(|v| Row::new(&key).push(*v).finish()).collect();
            Digest::of(&key, &rows)
        };
        prop_assert_eq!(digest(&a) == digest(&b), a == b);
        let (start, end) = a.split_at(cut.min(a.len()));
        prop_assert_eq!(digest(start).combine(&key, &digest(end)).unwrap(), digest(&a));
    }
}

/// Computes tables and sequences on threads, of sizes around the ends of parts.
#[cfg(feature = "rayon")]
#[test]
fn parallel() {
    use hash_agg::{BatchError, Rows, parallel};
    let key = Key::from_seed(1);
    let values: Vec<u32> = (0..20_000).collect();
    for n in [0, 1, 4095, 4096, 4097, 20_000] {
        let values = &values[..n];
        let mut rows = Rows::new(&key);
        rows.reset(n);
        rows.integers(values, None).unwrap();
        let rows = rows.finish();
        let table =
            parallel::fingerprint(&key, n, |rows, range| rows.integers(&values[range], None));
        assert_eq!(table, Ok(Fingerprint::of(&key, rows)), "{n} rows");
        let sequence = parallel::digest(&key, n, |rows, range| rows.integers(&values[range], None));
        assert_eq!(sequence, Ok(Digest::of(&key, rows)), "{n} rows");
    }
    // An error of any part is one of the table.
    for wrong in 0..20_000_usize.div_ceil(4096) {
        let append = |rows: &mut Rows<'_>, range: core::ops::Range<usize>| {
            rows.integers(if range.start / 4096 == wrong { &[] } else { &values[range] }, None)
        };
        let outputs = if wrong == 4 { 20_000 - 4 * 4096 } else { 4096 };
        let length = BatchError::Length { messages: 0, outputs };
        assert_eq!(parallel::fingerprint(&key, 20_000, append), Err(length), "part {wrong}");
        assert_eq!(parallel::digest(&key, 20_000, append), Err(length), "part {wrong}");
    }
}
