//! Numbers at the borders of 64, 128 and 256 bits and of powers of ten: two are equal if and only
//! if they have the same digits, however they are written.

use hash_agg::{Key, Row, Rows, Unscaled, Value};
use std::collections::HashMap;
use std::fmt::Debug;

/// A number of 256 bits in two's complement, lowest word first.
type Wide = [u64; 4];

fn negated(number: Wide) -> Wide {
    let mut carry = true;
    number.map(|word| {
        let (sum, overflow) = (!word).overflowing_add(carry.into());
        carry = overflow;
        sum
    })
}

/// Adds a small number.
fn plus(mut number: Wide, small: i64) -> Wide {
    let mut carry = i128::from(small);
    for word in &mut number {
        let sum = i128::from(*word) + carry;
        *word = u64::try_from(sum & i128::from(u64::MAX)).unwrap();
        carry = sum >> 64;
    }
    number
}

/// Multiplies by ten, modulo 2^256.
fn times_ten(number: Wide) -> Wide {
    let mut carry = 0;
    number.map(|word| {
        let product = u128::from(word) * 10 + carry;
        carry = product >> 64;
        u64::try_from(product & u128::from(u64::MAX)).unwrap()
    })
}

/// Returns the sign, the digits without zeros at the end, and the power of ten by which these are
/// to be multiplied.
fn digits(unscaled: Wide, scale: i8) -> (bool, String, i32) {
    let negative = unscaled[3] >> 63 == 1;
    // As an unsigned number, that of -2^255 is 2^255.
    let mut rest = if negative { negated(unscaled) } else { unscaled };
    let mut digits = String::new();
    while rest != [0; 4] {
        let mut remainder = 0;
        for word in rest.iter_mut().rev() {
            let dividend = u128::from(remainder) << 64 | u128::from(*word);
            *word = u64::try_from(dividend / 10).unwrap();
            remainder = u64::try_from(dividend % 10).unwrap();
        }
        digits.insert(0, char::from_digit(remainder.try_into().unwrap(), 10).unwrap());
    }
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    digits.truncate(digits.len() - zeros);
    if digits.is_empty() {
        return (false, digits, 0);
    }
    (negative, digits, i32::try_from(zeros).unwrap() - i32::from(scale))
}

/// Returns the numbers at borders, with both signs.
fn borders() -> Vec<Wide> {
    let power = |bit: usize| {
        let mut number = [0; 4];
        number[bit / 64] = 1 << (bit % 64);
        number
    };
    let twos = [0, 1, 3, 31, 32, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 253, 254, 255];
    let tens = std::iter::successors(Some([1, 0, 0, 0]), |ten| Some(times_ten(*ten))).take(77);
    // The greatest numbers that ten and a hundred times stay below 2^255, and one more.
    let tenths = [
        [
            0x3333_3333_3333_3333,
            0x3333_3333_3333_3333,
            0x3333_3333_3333_3333,
            0x0333_3333_3333_3333,
        ],
        [
            0xcccc_cccc_cccc_cccc,
            0xcccc_cccc_cccc_cccc,
            0xcccc_cccc_cccc_cccc,
            0x0ccc_cccc_cccc_cccc,
        ],
    ];
    // The greatest multiples of powers of ten that 63 bits hold.
    let multiples = [1, 2, 4, 8, 16].map(|zeros| {
        let power = 10_u64.pow(zeros);
        [i64::MAX.unsigned_abs() / power * power, 0, 0, 0]
    });
    let middles = twos
        .map(power)
        .into_iter()
        .chain(tens)
        .chain(tenths)
        .chain(multiples)
        .chain([[0; 4], [15, 0, 0, 0]]);
    let around = middles.flat_map(|middle| [-2, -1, 0, 1, 2].map(|small| plus(middle, small)));
    around.flat_map(|number| [number, negated(number)]).collect()
}

#[test]
fn numbers_are_equal_if_their_digits_are() {
    let key = Key::from_seed(4);
    let fingerprint = |value: Value<'_>| Row::new(&key).push(value).finish();
    let (mut of_digits, mut of_fingerprint) = (HashMap::new(), HashMap::new());
    let mut rows = Rows::new(&key);
    let numbers = borders();
    let bytes: Vec<[u8; 32]> = numbers
        .iter()
        .map(|number| number.map(u64::to_le_bytes).as_flattened().try_into().unwrap())
        .collect();
    for scale in [-128, -77, -76, -39, -38, -19, -2, -1, 0, 1, 2, 18, 19, 38, 39, 76, 77, 127] {
        // In columns, and one by one.
        rows.reset(bytes.len());
        rows.decimals(scale, &bytes, None).unwrap();
        let column = rows.finish();
        for ((number, bytes), found) in numbers.iter().zip(&bytes).zip(column) {
            let exact = digits(*number, scale);
            let wide = fingerprint(Value::Decimal256 { unscaled: *bytes, scale });
            assert_eq!(*found, wide, "{number:x?} of scale {scale} in a column");
            let other = *of_digits.entry(exact.clone()).or_insert(wide);
            assert_eq!(other, wide, "{exact:?} has two fingerprints, by {number:x?}, {scale}");
            let other = of_fingerprint.entry(wide).or_insert_with(|| exact.clone());
            assert_eq!(*other, exact, "two numbers have one fingerprint, by {number:x?}, {scale}");
            // Alone, so that others do not decide how it is hashed, and in less bits.
            rows_of_one(&key, scale, &[*bytes], wide);
            let (low, high) = bytes.split_first_chunk::<16>().unwrap();
            let unscaled = i128::from_le_bytes(*low);
            if high == [if unscaled < 0 { u8::MAX } else { 0 }; 16] {
                assert_eq!(fingerprint(Value::Decimal { unscaled, scale }), wide, "{unscaled}");
                rows_of_one(&key, scale, &[unscaled], wide);
                if let Ok(word) = i64::try_from(unscaled) {
                    rows_of_one(&key, scale, &[word], wide);
                }
                if let Ok(word) = i32::try_from(unscaled) {
                    rows_of_one(&key, scale, &[word], wide);
                }
            }
            if scale == 0 && high == [0; 16] {
                assert_eq!(fingerprint(Value::Unsigned(u128::from_le_bytes(*low))), wide);
            }
        }
    }
    assert!(of_digits.len() > 5000, "{}", of_digits.len());
}

/// Checks a column of a number.
fn rows_of_one<T: Unscaled + Debug>(key: &Key, scale: i8, number: &[T; 1], expected: u128) {
    let mut rows = Rows::new(key);
    rows.reset(1);
    rows.decimals(scale, number, None).unwrap();
    assert_eq!(rows.finish(), [expected], "{number:?} of scale {scale}");
}
