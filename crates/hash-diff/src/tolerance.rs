//! How far values of matched rows may be apart and still count as equal.

use crate::door::Door;
use crate::error::Error;
use crate::kinds::kind;
use crate::layout::Layout;
use crate::names::Index;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal256Type, Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::i256;
use arrow_cast::cast;
use arrow_schema::{DataType, TimeUnit};

/// Two numbers are near if they differ by at most `absolute`, or by at most `relative` times the
/// larger of their magnitudes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Near {
    /// The difference.
    pub absolute: f64,
    /// The difference divided by the larger magnitude.
    pub relative: f64,
}

/// Which values are equal, though they are not the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// For all columns of floats.
    pub floats: Option<Near>,
    /// For columns of floats, numbers, or times, by their names. Times and dates are in
    /// seconds.
    pub columns: Vec<(String, Near)>,
}

impl Near {
    /// Returns the larger of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            absolute: self.absolute.max(other.absolute),
            relative: self.relative.max(other.relative),
        }
    }
}

impl Tolerance {
    /// Adds a tolerance for a column.
    pub fn add(&mut self, name: &str, near: Near) {
        match self.columns.iter_mut().find(|(of, _)| of == name) {
            Some((_, of)) => *of = of.or(near),
            None => self.columns.push((name.to_owned(), near)),
        }
    }

    /// Returns whether only the same values are equal.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.floats.is_none() && self.columns.is_empty()
    }

    /// Checks that each name is that of a column that is compared, and replaces one in another
    /// case, if `ignore_case`.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if one is not.
    pub fn check(&mut self, layout: &Layout, ignore_case: bool, door: &Door) -> Result<(), Error> {
        let compared: Vec<_> = layout.names[..layout.columns].iter().map(String::as_str).collect();
        let compared = Index::new(&compared, ignore_case);
        for (name, near) in std::mem::take(&mut self.columns) {
            let Some(place) = compared.find(&name, door)? else {
                let (option, name) = (door.tolerance, (door.asked)(&name));
                return Err(Error::Refused(format!("{option}: no column {name} is compared")));
            };
            self.add(compared.names[place], near);
        }
        Ok(())
    }

    /// Returns for each row whether two values are near, or nothing if only the same values are
    /// equal.
    pub(crate) fn near(
        &self,
        name: &str,
        [a, b]: [&ArrayRef; 2],
        door: &Door,
    ) -> Result<Option<Vec<bool>>, Error> {
        let named = self.columns.iter().find(|(of, _)| of == name).map(|(_, near)| *near);
        let kinds = [a, b].map(|column| kind(column.data_type()));
        if kinds.iter().all(|kind| kind == "float") {
            return named.or(self.floats).map(|near| floats(a, b, near)).transpose();
        }
        let Some(near) = named else { return Ok(None) };
        let scale = [a, b].map(|column| scale(column.data_type()));
        let [Some(of_a), Some(of_b)] = scale else {
            let (option, name) = (door.tolerance, (door.quoted)(name));
            let of = a.data_type();
            return Err(Error::Refused(format!(
                "{option}: column {name} is {of}, and has neither numbers nor times"
            )));
        };
        let scale = of_a.max(of_b);
        let (a, b) = (unscaled(a, scale)?, unscaled(b, scale)?);
        let limit = Decimal::of(near.absolute).at_scale(i32::from(scale));
        let relative = Decimal::of(near.relative);
        let is_near = |(a, b): (&Option<i256>, &Option<i256>)| match (a, b) {
            (Some(a), Some(b)) => {
                let Some(distance) = a.checked_sub(*b).and_then(magnitude) else { return false };
                let largest = [*a, *b].into_iter().filter_map(magnitude).max();
                distance <= limit || largest.is_some_and(|of| relative.covers(distance, of))
            }
            _ => false,
        };
        Ok(Some(a.iter().zip(&b).map(is_near).collect()))
    }
}

/// Compares floats.
fn floats(a: &ArrayRef, b: &ArrayRef, near: Near) -> Result<Vec<bool>, Error> {
    let (a, b) = (cast(a, &DataType::Float64)?, cast(b, &DataType::Float64)?);
    let (a, b) = (a.as_primitive::<Float64Type>(), b.as_primitive::<Float64Type>());
    let is_near = |pair: (Option<f64>, Option<f64>)| match pair {
        (Some(a), Some(b)) => {
            let distance = (a - b).abs();
            let is_finite = a.is_finite() && b.is_finite();
            distance <= near.absolute
                || is_finite && distance <= near.relative * a.abs().max(b.abs())
        }
        _ => false,
    };
    Ok(a.iter().zip(b).map(is_near).collect())
}

/// Returns the number of digits after the point that a type needs: of numbers, and of times in
/// seconds.
fn scale(of: &DataType) -> Option<i8> {
    use DataType::*;
    Some(match of {
        Dictionary(_, values) => scale(values)?,
        RunEndEncoded(_, values) => scale(values.data_type())?,
        Decimal32(_, scale) | Decimal64(_, scale) | Decimal128(_, scale) | Decimal256(_, scale) => {
            (*scale).max(0)
        }
        other if other.is_integer() => 0,
        Date32 => 0,
        Date64 => 3,
        Time32(unit) | Time64(unit) | Timestamp(unit, _) | Duration(unit) => match unit {
            TimeUnit::Second => 0,
            TimeUnit::Millisecond => 3,
            TimeUnit::Microsecond => 6,
            TimeUnit::Nanosecond => 9,
        },
        _ => return None,
    })
}

/// Returns numbers times 10^scale, or seconds times 10^scale.
fn unscaled(column: &ArrayRef, scale: i8) -> Result<Vec<Option<i256>>, Error> {
    use DataType::*;
    let of = match column.data_type() {
        Dictionary(_, values) => return unscaled(&cast(column, values)?, scale),
        RunEndEncoded(_, values) => return unscaled(&cast(column, values.data_type())?, scale),
        other => other,
    };
    if of.is_numeric() && !matches!(of, Duration(_)) {
        let decimals = cast(column, &Decimal256(76, scale))?;
        return Ok(decimals.as_primitive::<Decimal256Type>().iter().collect());
    }
    let counts = cast(column, &Int64)?;
    let seconds = if *of == Date32 { 86_400 } else { 1 };
    let own = self::scale(of).unwrap_or_default();
    let factor = i256::from_i128(seconds)
        .wrapping_mul(i256::from_i128(10).wrapping_pow(u32::from((scale - own).unsigned_abs())));
    let times = counts.as_primitive::<Int64Type>().iter();
    Ok(times.map(|count| Some(i256::from_i128(count?.into()).wrapping_mul(factor))).collect())
}

fn magnitude(number: i256) -> Option<i256> {
    if number < i256::ZERO { number.checked_neg() } else { Some(number) }
}

/// The number digits · 10^exponent, which a float is written as: 0.1 means a tenth.
#[derive(Clone, Copy, Debug)]
struct Decimal {
    digits: i256,
    exponent: i32,
}

impl Decimal {
    /// Returns the shortest number whose nearest float is this one, which is finite and not
    /// negative.
    fn of(value: f64) -> Self {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{part}").parse().unwrap_or_default();
        let places = i32::try_from(part.len()).unwrap_or_default();
        let exponent = exponent.parse::<i32>().unwrap_or_default() - places;
        Self { digits: i256::from_i128(digits), exponent }
    }

    /// Returns the number times 10^scale, rounded down.
    fn at_scale(self, scale: i32) -> i256 {
        let shift = self.exponent + scale;
        let power = i256::from_i128(10).checked_pow(shift.unsigned_abs());
        match power {
            Some(power) if shift >= 0 => self.digits.checked_mul(power).unwrap_or(i256::MAX),
            Some(power) => self.digits.wrapping_div(power),
            None if shift >= 0 && self.digits > i256::ZERO => i256::MAX,
            None => i256::ZERO,
        }
    }

    /// Returns whether a distance is at most this number times `of`.
    fn covers(self, distance: i256, of: i256) -> bool {
        let power = i256::from_i128(10).checked_pow(self.exponent.unsigned_abs());
        let exact = power.and_then(|power| {
            let most = self.digits.checked_mul(of)?;
            if self.exponent < 0 {
                Some(distance.checked_mul(power)? <= most)
            } else {
                Some(distance <= most.checked_mul(power)?)
            }
        });
        exact.unwrap_or_else(|| {
            let float = |number: i256| number.to_string().parse::<f64>().unwrap_or(f64::MAX);
            float(distance) <= float(self.digits) * 10_f64.powi(self.exponent) * float(of)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        Date32Array, Decimal128Array, Float64Array, Int32Array, StringArray,
        TimestampMillisecondArray, TimestampSecondArray,
    };
    use std::sync::Arc;

    #[expect(clippy::needless_pass_by_value, reason = "shorter calls")]
    fn near(absolute: f64, relative: f64, a: ArrayRef, b: ArrayRef) -> Vec<bool> {
        let of = Near { absolute, relative };
        let tolerance = Tolerance { floats: None, columns: vec![("x".to_owned(), of)] };
        let found = tolerance.near("x", [&a, &b], &Door::plain()).expect("comparable");
        assert_eq!(tolerance.near("y", [&a, &b], &Door::plain()).expect("others"), None);
        found.expect("a column with a tolerance")
    }

    #[test]
    fn decimals_are_compared_exactly() {
        let of = |scale: i8, values: [Option<i128>; 4]| -> ArrayRef {
            let array = Decimal128Array::from_iter(values);
            Arc::new(array.with_precision_and_scale(38, scale).expect("they fit"))
        };
        let a = of(2, [Some(110), Some(100), None, Some(i128::pow(10, 37))]);
        let b = of(1, [Some(10), Some(10), Some(0), Some(i128::pow(10, 36) - 1)]);
        // As floats, 1.1 - 1.0 is above 0.1.
        assert_eq!(near(0.1, 0.0, a.clone(), b.clone()), [true, true, false, true]);
        assert_eq!(near(0.09, 0.0, a.clone(), b.clone()), [false, true, false, false]);
        assert_eq!(near(0.0, 0.1, a.clone(), b.clone()), [true, true, false, true]);
        assert_eq!(near(0.0, 0.095, a.clone(), b.clone()), [true, true, false, true]);
        assert_eq!(near(0.0, 0.09, a.clone(), b.clone()), [false, true, false, true]);
        // The larger magnitude counts, in whichever table it is.
        assert_eq!(near(0.0, 0.095, b.clone(), a.clone()), [true, true, false, true]);
        assert_eq!(near(0.0, 0.09, b, a), [false, true, false, true]);
        let ints = |values: Vec<i32>| -> ArrayRef { Arc::new(Int32Array::from(values)) };
        let wide = of(0, [Some(5), Some(-5), Some(i32::MAX.into()), Some(7)]);
        assert_eq!(near(2.0, 0.0, ints(vec![7, -8, i32::MAX, 7]), wide), [true, false, true, true]);
        assert_eq!(near(1e300, 0.0, ints(vec![7]), ints(vec![-7])), [true]);
        assert_eq!(near(1e-300, 1e-300, ints(vec![7]), ints(vec![6])), [false]);
    }

    #[test]
    fn times_are_in_seconds() {
        let a: ArrayRef = Arc::new(TimestampMillisecondArray::from(vec![Some(1500), None]));
        let b: ArrayRef = Arc::new(TimestampSecondArray::from(vec![Some(1), None]));
        assert_eq!(near(0.5, 0.0, a.clone(), b.clone()), [true, false]);
        assert_eq!(near(0.499, 0.0, a, b), [false, false]);
        let days = |days: i32| -> ArrayRef { Arc::new(Date32Array::from(vec![days])) };
        assert_eq!(near(86_400.0, 0.0, days(3), days(4)), [true]);
        assert_eq!(near(86_399.0, 0.0, days(3), days(4)), [false]);
    }

    #[test]
    fn floats_and_others() {
        let of = |values: Vec<f64>| -> ArrayRef { Arc::new(Float64Array::from(values)) };
        let infinite = f64::INFINITY;
        let (a, b) = (vec![100.0, 0.0, infinite, f64::NAN], vec![101.0, 1e-9, 5.0, f64::NAN]);
        assert_eq!(near(0.0, 0.01, of(a.clone()), of(b.clone())), [true, false, false, false]);
        assert_eq!(near(1e-9, 0.0, of(a), of(b)), [false, true, false, false]);
        let text: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
        let mut all = Tolerance { floats: None, columns: vec![("x".to_owned(), Near::default())] };
        let error = all.near("x", [&text, &text], &Door::plain()).expect_err("text");
        assert!(error.to_string().contains("neither numbers nor times"), "{error}");
        let layout = Layout::new(vec!["x".to_owned()], &["y".to_owned()]);
        assert!(all.check(&layout, false, &Door::plain()).is_ok());
        let layout = Layout::new(vec!["y".to_owned()], &["x".to_owned()]);
        let error = all.check(&layout, false, &Door::plain()).expect_err("not compared");
        assert_eq!(error.to_string(), "a tolerance: no column \"x\" is compared");
        // A name in another case is that of the column, and the larger tolerance counts.
        all.add("X", Near { absolute: 1.0, relative: 0.0 });
        let layout = Layout::new(vec!["X".to_owned()], &[]);
        all.check(&layout, true, &Door::plain()).expect("it is compared");
        assert_eq!(all.columns, [("X".to_owned(), Near { absolute: 1.0, relative: 0.0 })]);
    }
}
