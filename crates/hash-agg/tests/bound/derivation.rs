//! Tests the values that a key derives from its bytes: no value is used twice, and every bit
//! varies. The fingerprints of rows show the values.

use super::{STORED, inverse};
use hash_agg::{Bytes, Digest, Fingerprint, Fixed, Key, Row, Rows, Validity, Value};
use reference::gf2::{P128, mul_mod};
use std::sync::LazyLock;

/// The inverses of x^8 and x^56.
static INVERSES: LazyLock<[u128; 2]> = LazyLock::new(|| [1 << 8, 1 << 56].map(inverse));

/// Returns the three factors of a column.
fn factors(key: &Key, column: usize) -> [u128; 3] {
    let difference = |append: &dyn Fn(&mut Rows)| {
        let mut rows = Rows::new(key);
        rows.reset(2);
        (0..column).for_each(|_| rows.nulls());
        append(&mut rows);
        let [first, second] = rows.finish() else { unreachable!("two rows") };
        first ^ second
    };
    let wide = |high: u8| std::array::from_fn(|i| if i == 17 { high } else { 0 });
    let c1 = difference(&|rows| rows.wide(Fixed::Integer, &[4, 5], None).expect("two values"));
    let second = difference(&|rows| {
        rows.decimals(0, &[wide(2), wide(3)], None).expect("two values");
    });
    // A boolean and a null.
    let third = difference(&|rows| {
        let (values, validity) = (Validity::new(&[0], 0), Validity::new(&[1], 0));
        rows.booleans(values, Some(validity)).expect("two values");
    });
    [c1, mul_mod(second, INVERSES[0], P128), mul_mod(third, INVERSES[1], P128)]
}

/// Returns the words of CLHASH-128 that a string of up to 64 bytes meets: those of its units and of
/// the parities.
fn words(key: &Key) -> Vec<u128> {
    let bare = (0..3).fold(key.clone(), |key, i| key.with_factor(0, i, 0));
    let keys = [0, 1].map(|i| bare.clone().with_factor(0, i, 1));
    let polynomial = |key: &Key, text: &[u8]| {
        let mut rows = Rows::new(key);
        rows.reset(1);
        rows.bytes(Bytes::Binary, [Some(text)].into_iter()).expect("one value");
        rows.finish()[0]
    };
    let zeros = [0; 64];
    let mut words = Vec::new();
    for key in &keys {
        let before = polynomial(key, &zeros);
        for word in 0..8 {
            // The lowest bit of a word is multiplied by the key of the other word of its unit.
            let mut text = zeros;
            text[8 * word] = 1;
            words.push(polynomial(key, &text) ^ before);
        }
    }
    words
}

#[test]
fn no_value_is_used_twice() {
    // The bits of each value that are 0 under some key, and those that are 1 under some key.
    let mut bits = Vec::new();
    for seed in 0..64 {
        let key = Key::from_seed(seed);
        let r0 = Row::new(&key).finish();
        let mut values = vec![
            Fingerprint::of(&key, &[0]).value(),
            Digest::of(&key, &[1, 0]).value(),
            r0,
            Row::new(&key).push(Value::Null).finish() ^ r0,
        ];
        for column in [0, 1, 2, STORED - 1, STORED, STORED + 1] {
            values.extend(factors(&key, column));
        }
        bits.resize(values.len(), [0; 2]);
        for (value, bits) in values.iter().zip(&mut bits) {
            *bits = [bits[0] | !value, bits[1] | value];
        }
        // Compared by words, of which an element has two.
        let mut halves: Vec<_> =
            values.iter().flat_map(|value| [value >> 64, value & u128::from(u64::MAX)]).collect();
        halves.extend(words(&key));
        let count = halves.len();
        halves.sort_unstable();
        halves.dedup();
        assert_eq!(halves.len(), count, "a value is used twice, seed {seed}");
    }
    assert!(bits.iter().all(|bits| *bits == [u128::MAX; 2]), "a bit is the same in all keys");
}

/// Columns at distances of 2^8, 2^16 and the number of stored ones have different factors.
#[test]
fn numbers_of_columns_do_not_wrap() {
    let key = Key::from_seed(1);
    let columns = [0, 1, STORED, 256, 257, 256 + STORED, 1 << 16, (1 << 16) + 1];
    let mut all: Vec<_> = columns.map(|column| factors(&key, column)).into();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), columns.len(), "two columns have the same factors");
}
