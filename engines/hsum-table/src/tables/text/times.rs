//! Parses dates and times exactly, in the notation of ISO 8601 with all parts.

use chrono::{Datelike, NaiveDate};
use datafusion::arrow::datatypes::TimeUnit;

/// Seconds and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    seconds: i64,
    nanoseconds: i64,
}

impl Time {
    /// Returns the number of units, if that is an integer that fits.
    pub(super) fn units(self, unit: TimeUnit) -> Option<i64> {
        let in_second: i64 = match unit {
            TimeUnit::Second => 1,
            TimeUnit::Millisecond => 1_000,
            TimeUnit::Microsecond => 1_000_000,
            TimeUnit::Nanosecond => 1_000_000_000,
        };
        let length = 1_000_000_000 / in_second;
        if self.nanoseconds % length != 0 {
            return None;
        }
        let units = i128::from(self.seconds) * i128::from(in_second);
        (units + i128::from(self.nanoseconds / length)).try_into().ok()
    }
}

/// Reads `YYYY-MM-DD` as days since 1970-01-01.
pub(super) fn date(text: &str) -> Option<i32> {
    let [year, month, day] = parts(text, "-", [4, 2, 2])?;
    let date = NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)?;
    let epoch = NaiveDate::default().num_days_from_ce();
    Some(date.num_days_from_ce() - epoch)
}

/// Reads `HH:MM:SS` with decimals, of which those after the ninth are zeros.
pub(super) fn time(text: &str) -> Option<Time> {
    let (text, fraction) = match text.split_once('.') {
        None => (text, ""),
        Some((_, "")) => return None,
        Some((text, fraction)) => (text, fraction.trim_end_matches('0')),
    };
    let [hours, minutes, seconds] = parts(text, ":", [2, 2, 2])?;
    if hours > 23 || minutes > 59 || seconds > 59 || fraction.len() > 9 {
        return None;
    }
    let nanoseconds = match fraction {
        "" => 0,
        _ => digits(&format!("{fraction:0<9}"))?,
    };
    let seconds = (hours * 60 + minutes) * 60 + seconds;
    Some(Time { seconds: seconds.into(), nanoseconds: nanoseconds.into() })
}

/// Reads a date, a space or `T`, and a time. An instant ends with `Z` or its offset from UTC, and
/// other timestamps do not.
pub(super) fn timestamp(text: &str, is_instant: bool) -> Option<Time> {
    let (day, rest) = text.split_once(['T', ' '])?;
    let (clock, offset) = match rest.find(['Z', '+', '-']) {
        Some(at) if is_instant => (&rest[..at], offset(&rest[at..])?),
        None if !is_instant => (rest, 0),
        _ => return None,
    };
    let time = time(clock)?;
    Some(Time { seconds: i64::from(date(day)?) * 86_400 + time.seconds - offset, ..time })
}

/// Reads `Z`, `+HH`, `+HHMM` or `+HH:MM` as seconds.
fn offset(text: &str) -> Option<i64> {
    if text == "Z" {
        return Some(0);
    }
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.strip_prefix('+')?),
    };
    let hours = text.get(..2)?;
    let minutes = match text.get(2..)? {
        "" => "00",
        minutes => minutes.strip_prefix(':').unwrap_or(minutes),
    };
    let [hours, minutes] = [hours, minutes].map(|part| digits(part).filter(|_| part.len() == 2));
    let (hours, minutes) = (hours.filter(|h| *h < 24)?, minutes.filter(|m| *m < 60)?);
    let seconds = i64::from((hours * 60 + minutes) * 60);
    Some(if is_negative { -seconds } else { seconds })
}

/// Reads three numbers with fixed numbers of digits.
fn parts(text: &str, between: &str, lengths: [usize; 3]) -> Option<[u32; 3]> {
    let mut parts = text.split(between);
    let mut numbers = [0; 3];
    for (number, length) in numbers.iter_mut().zip(lengths) {
        *number = digits(parts.next().filter(|part| part.len() == length)?)?;
    }
    parts.next().is_none().then_some(numbers)
}

fn digits(text: &str) -> Option<u32> {
    // The standard library accepts a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date("1970-01-01"), Some(0));
        assert_eq!(date("2024-02-29"), Some(19782));
        assert_eq!(date("0001-01-01"), Some(-719_162));
        for text in [
            "2023-02-29",
            "2024-2-9",
            "24-02-09",
            "2024-02-09 ",
            "2024-02-09T00:00:00",
            "+024-02-09",
            "2024/02/09",
            "12024-02-09",
            "",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn times() {
        let units = |text, unit| time(text).and_then(|time| time.units(unit));
        assert_eq!(units("23:59:59", TimeUnit::Second), Some(86_399));
        assert_eq!(units("00:00:01.500", TimeUnit::Millisecond), Some(1_500));
        assert_eq!(units("00:00:00.0000000010", TimeUnit::Nanosecond), Some(1));
        assert_eq!(units("00:00:01.5", TimeUnit::Second), None);
        assert_eq!(units("00:00:01.0005", TimeUnit::Millisecond), None);
        for text in [
            "24:00:00",
            "00:60:00",
            "00:00:60",
            "00:00",
            "00:00:00.",
            "0:00:00",
            "00:00:00.0000000001",
            "00:00:00.+1",
            "12:00:00Z",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn timestamps() {
        let seconds = |text, is_instant| timestamp(text, is_instant)?.units(TimeUnit::Second);
        assert_eq!(seconds("1970-01-02 00:00:01", false), Some(86_401));
        assert_eq!(seconds("1969-12-31T23:59:59", false), Some(-1));
        for text in [
            "1970-01-01T02:30:00+02:30",
            "1970-01-01 02:30:00+0230",
            "1970-01-01T00:00:00Z",
            "1969-12-31 22:00:00-02",
            "1969-12-31T22:00:00.000-02:00",
        ] {
            assert_eq!(seconds(text, true), Some(0), "{text}");
            assert_eq!(seconds(text, false), None, "{text}");
        }
        for text in [
            "1970-01-01 00:00:00",
            "1970-01-01",
            "1970-01-01 00:00:00+2",
            "1970-01-01 00:00:00+24",
            "1970-01-01 00:00:00+02:60",
            "1970-01-01 00:00:00+02:",
            "1970-01-01 00:00:00Z+02",
            "1970-01-01 00:00:00 +02",
            "1970-01-01 00:00:00+-2",
        ] {
            assert_eq!(seconds(text, true), None, "{text}");
        }
        let first = timestamp("1677-09-21 00:12:43.145224192", false);
        assert_eq!(first.and_then(|time| time.units(TimeUnit::Nanosecond)), Some(i64::MIN));
        let before = timestamp("1677-09-21 00:12:43.145224191", false);
        assert_eq!(before.and_then(|time| time.units(TimeUnit::Nanosecond)), None);
    }
}
