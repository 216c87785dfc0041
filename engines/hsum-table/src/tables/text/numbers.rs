//! Parses numbers exactly.

use std::fmt::Write;

/// The number of digits of the widest decimal type.
const MOST_DIGITS: usize = 76;

/// A number in the notation of JSON (RFC 8259): no leading `+` or zeros, and digits on both sides
/// of the point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'t> {
    is_negative: bool,
    whole: &'t str,
    fraction: &'t str,
    exponent: i64,
}

impl<'t> Number<'t> {
    pub(super) fn parse(text: &'t str) -> Option<Self> {
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (number, exponent) = match text.split_once(['e', 'E']) {
            None => (text, 0),
            Some((number, exponent)) => {
                let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                (number, is_digits(digits).then(|| exponent.parse().ok())??)
            }
        };
        let (whole, fraction) = match number.split_once('.') {
            None => (number, ""),
            Some((whole, fraction)) => (whole, is_digits(fraction).then_some(fraction)?),
        };
        let is_plain = is_digits(whole) && (whole == "0" || !whole.starts_with('0'));
        is_plain.then_some(Self { is_negative, whole, fraction, exponent })
    }

    /// Writes the digits of the number times 10^scale, or returns `None` if that is not an integer
    /// or has more digits than any type.
    pub(super) fn scaled(&self, scale: i8, out: &mut String) -> Option<()> {
        out.clear();
        if self.is_negative {
            out.push('-');
        }
        let sign = out.len();
        out.push_str(self.whole.trim_start_matches('0'));
        if out.len() == sign {
            out.push_str(self.fraction.trim_start_matches('0'));
        } else {
            out.push_str(self.fraction);
        }
        let places = i64::try_from(self.fraction.len()).ok()?;
        let shift = self.exponent.checked_add(scale.into())?.checked_sub(places)?;
        if out.len() == sign {
            out.push('0');
        } else if let Ok(zeros) = usize::try_from(shift) {
            if zeros > MOST_DIGITS {
                return None;
            }
            out.extend(std::iter::repeat_n('0', zeros));
        } else {
            let cut = usize::try_from(shift.unsigned_abs()).ok()?;
            let kept = out.len().checked_sub(cut).filter(|kept| *kept > sign)?;
            if out.as_bytes()[kept..].iter().any(|digit| *digit != b'0') {
                return None;
            }
            out.truncate(kept);
        }
        (out.len() - sign <= MOST_DIGITS).then_some(())
    }

    /// Returns whether rounding the float to as many digits as this number has gives this number.
    /// For example, 0.1 and 0.10000000000000001 are the same double, and no double rounds to
    /// 0.10000000000000004.
    ///
    /// Numbers of up to `safe` digits need no check if the float is the nearest one. Those near 0
    /// are always checked: `safe` is 0 for a float that is not normal in its own type.
    pub(super) fn is_exactly(&self, value: f64, safe: usize) -> bool {
        let point = self.whole.len();
        let digits = || self.whole.bytes().chain(self.fraction.bytes());
        let mut significant = digits().zip(0..).filter(|(digit, _)| *digit != b'0');
        let Some((_, first)) = significant.next() else { return value == 0.0 };
        let last: usize = significant.last().map_or(first, |(_, last)| last);
        let count = last - first + 1;
        // A double has at most 767 digits.
        if count <= safe {
            return true;
        } else if count > 767 {
            return false;
        }
        let place = |index: usize| i64::try_from(index).ok();
        let exponent = place(point).zip(place(first)).map(|(point, first)| point - 1 - first);
        let Some(exponent) = exponent.and_then(|place| place.checked_add(self.exponent)) else {
            return false;
        };
        let mut expected = String::new();
        for (place, digit) in digits().skip(first).take(count).enumerate() {
            expected.push_str(if place == 1 { "." } else { "" });
            expected.push(digit.into());
        }
        // Writing to a string does not fail.
        let _ = write!(expected, "e{exponent}");
        format!("{:.*e}", count - 1, value.abs()) == expected
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(text: &str, scale: i8) -> Option<String> {
        let mut digits = String::new();
        Number::parse(text)?.scaled(scale, &mut digits)?;
        Some(digits)
    }

    #[test]
    fn exact_integers() {
        for (text, scale, expected) in [
            ("0", 0, "0"),
            ("-0", 0, "-0"),
            ("0.00", 2, "0"),
            ("5.00", 0, "5"),
            ("1.009", 3, "1009"),
            ("0.009", 3, "9"),
            ("-1.5", 1, "-15"),
            ("1e2", 0, "100"),
            ("1.5E+1", 0, "15"),
            ("150e-1", 0, "15"),
            ("1200", -2, "12"),
            ("0e999999999", 0, "0"),
        ] {
            assert_eq!(scaled(text, scale).as_deref(), Some(expected), "{text}");
        }
        for text in ["1.009", "1e-3", "0.001", "-0.001", "1e80", "1e9223372036854775807"] {
            assert_eq!(scaled(text, 2), None, "{text}");
        }
        assert_eq!(scaled("1234", -2), None);
        assert_eq!(scaled("12", -2), None);
        assert_eq!(scaled(&"9".repeat(77), 0), None);
    }

    #[test]
    fn other_notations() {
        let texts = [
            "",
            "-",
            "+5",
            "00501",
            "01.5",
            ".5",
            "5.",
            "1e",
            "1e+",
            "1 ",
            " 1",
            "0x1",
            "1_0",
            "٣",
            "--1",
            "1e1.5",
            "1,5",
            "1e99999999999999999999",
        ];
        for text in texts {
            assert!(Number::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn digits_of_doubles() {
        let is_exact = |text: &str| {
            let value: f64 = text.parse().expect("a float");
            let number = Number::parse(text).expect("a number");
            assert!(!number.is_exactly(value * 3.0 + 1.0, 0), "{text}");
            number.is_exactly(value, if value.is_normal() { 15 } else { 0 })
        };
        for text in [
            "0",
            "-0.0",
            "0.1",
            "0.10",
            "0.1000000000000000055511151231257827021181583404541015625",
            "0.10000000000000001",
            "1e23",
            "100000000000000000000000",
            "12345678901234568",
            "123456789012345.6",
            "5e-324",
            "4.9406564584124654e-324",
            "1.7976931348623157e+308",
            "0.30000000000000004",
        ] {
            assert!(is_exact(text), "{text}");
        }
        for text in [
            "0.10000000000000004",
            "0.30000000000000003",
            "12345678901234567.89",
            "12345678901234567",
            "9007199254740993",
            "1e-400",
            "6e-324",
            "0.10000000000000000555111512312578270211815834045410156250001",
        ] {
            assert!(!is_exact(text), "{text}");
        }
    }
}
