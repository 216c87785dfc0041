//! Columns of objects as arrays, each value of which is the canonical one that is hashed.

use super::source::of_arrow;
use crate::object::{Fields, Reader};
use arrow_array::builder::{Decimal128Builder, Decimal256Builder};
use arrow_array::types::{IntervalMonthDayNano, IntervalMonthDayNanoType};
use arrow_array::*;
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer, i256};
use arrow_schema::{Field, UnionFields};
use hash_agg::{Encoder, Value, canonical};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The objects of a column.
pub(super) struct Objects {
    reader: Reader,
    encoder: Encoder,
    /// The ends of the canonical bytes of each value.
    ends: Vec<usize>,
}

impl Objects {
    pub(super) fn new(nan_is_null: bool) -> Self {
        Self { reader: Reader::nested(nan_is_null), encoder: Encoder::new(), ends: Vec::new() }
    }

    pub(super) fn push(&mut self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reader.encode(item, &mut self.encoder)?;
        self.ends.push(self.encoder.as_bytes().len());
        Ok(())
    }

    /// Returns the values, and whether they are of several kinds.
    pub(super) fn into_array(self) -> PyResult<(ArrayRef, bool)> {
        let (bytes, mut start) = (self.encoder.as_bytes(), 0);
        let value = |end: &usize| &bytes[std::mem::replace(&mut start, *end)..*end];
        let values: Vec<_> = self.ends.iter().map(value).collect();
        let mut is_mixed = false;
        let array = array_of(&values, self.reader.fields(), &mut is_mixed)?;
        Ok((array, is_mixed))
    }
}

/// Returns the kind of a value.
fn kind_of(value: &[u8]) -> u8 {
    canonical::kind(value).unwrap_or(canonical::NULL)
}

/// Returns an array of values, of which canonical bytes are given.
fn array_of(values: &[&[u8]], fields: &Fields, is_mixed: &mut bool) -> PyResult<ArrayRef> {
    let kinds: BTreeSet<_> = values.iter().map(|value| kind_of(value)).collect();
    let kinds: Vec<_> = kinds.into_iter().filter(|kind| *kind != canonical::NULL).collect();
    match *kinds {
        [] => Ok(Arc::new(NullArray::new(values.len()))),
        [kind] => of_kind(kind, values, fields, is_mixed),
        [first, ..] => {
            *is_mixed = true;
            let child = |value: &[u8]| {
                let kind = kind_of(value);
                if kind == canonical::NULL { first } else { kind }
            };
            let (mut ids, mut offsets, mut arrays, mut members) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            let mut counts = [0_i32; 16];
            for value in values {
                let child = child(value);
                let count = &mut counts[usize::from(child & 15)];
                ids.push(child.cast_signed());
                offsets.push(*count);
                *count = count.checked_add(1).ok_or_else(too_many)?;
            }
            for kind in kinds {
                let of: Vec<_> =
                    values.iter().filter(|value| child(value) == kind).copied().collect();
                let array = of_kind(kind, &of, fields, is_mixed)?;
                let field = Field::new(format!("{kind}"), array.data_type().clone(), true);
                members.push((kind.cast_signed(), Arc::new(field)));
                arrays.push(array);
            }
            let members: UnionFields = members.into_iter().collect();
            let offsets = Some(ScalarBuffer::from(offsets));
            let union = UnionArray::try_new(members, ScalarBuffer::from(ids), offsets, arrays);
            Ok(Arc::new(union.map_err(of_arrow)?))
        }
    }
}

fn too_many() -> PyErr {
    PyValueError::new_err("a column of objects has too many rows")
}

/// Returns an array of values that are of one kind or null.
fn of_kind(kind: u8, values: &[&[u8]], fields: &Fields, is_mixed: &mut bool) -> PyResult<ArrayRef> {
    if kind == canonical::LIST || kind == canonical::STRUCT {
        return nested(kind, values, fields, is_mixed);
    }
    let cells: Vec<_> = values.iter().map(|value| Value::from_canonical(value)).collect();
    /// Collects what a variant holds.
    macro_rules! held {
        ($variant:ident) => {
            cells
                .iter()
                .map(|cell| match cell {
                    Some(Value::$variant(value)) => Some(*value),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
    }
    Ok(match cells.iter().flatten().find(|cell| **cell != Value::Null) {
        Some(Value::Boolean(_)) => Arc::new(BooleanArray::from(held!(Boolean))),
        Some(Value::Float(_)) => Arc::new(Float64Array::from(held!(Float))),
        Some(Value::Text(_)) => Arc::new(LargeStringArray::from(held!(Text))),
        Some(Value::Binary(_)) => Arc::new(LargeBinaryArray::from(held!(Binary))),
        Some(Value::Time(_)) => Arc::new(Time64NanosecondArray::from(held!(Time))),
        Some(Value::Date(_)) => Arc::new(Date32Array::from(fitting(held!(Date))?)),
        Some(Value::Timestamp(_)) => times(held!(Timestamp), Times::Clock)?,
        Some(Value::Instant(_)) => times(held!(Instant), Times::Instant)?,
        Some(Value::Duration(_)) => times(held!(Duration), Times::Duration)?,
        Some(Value::Interval { .. }) => {
            let intervals = cells.iter().map(|cell| match *cell {
                Some(Value::Interval { months, days, nanoseconds }) => {
                    Some(IntervalMonthDayNano::new(months, days, nanoseconds))
                }
                _ => None,
            });
            Arc::new(intervals.collect::<PrimitiveArray<IntervalMonthDayNanoType>>())
        }
        _ => numbers(&cells)?,
    })
}

/// Returns values in a type with fewer bits.
fn fitting<T, U: TryFrom<T>>(values: Vec<Option<T>>) -> PyResult<Vec<Option<U>>> {
    let fit = |value: Option<T>| value.map(U::try_from).transpose();
    let values: Result<_, _> = values.into_iter().map(fit).collect();
    values.map_err(|_| {
        PyValueError::new_err(
            "a column of objects has a date or time that Arrow's types do not hold",
        )
    })
}

/// The meaning of nanoseconds.
#[derive(Clone, Copy)]
enum Times {
    Clock,
    Instant,
    Duration,
}

/// Returns an array of times in the shortest unit that holds all of them.
fn times(nanoseconds: Vec<Option<i128>>, of: Times) -> PyResult<ArrayRef> {
    let units = [1, 1_000, 1_000_000, 1_000_000_000];
    let fits = |unit: &i128| {
        nanoseconds
            .iter()
            .flatten()
            .all(|time| time % unit == 0 && i64::try_from(time / unit).is_ok())
    };
    let unit = units.iter().copied().find(fits).unwrap_or(1);
    let counts = nanoseconds.into_iter().map(|time| time.map(|time| time / unit)).collect();
    let counts: Vec<Option<i64>> = fitting(counts)?;
    macro_rules! array {
        ($clock:ident, $duration:ident) => {
            match of {
                Times::Clock => Arc::new($clock::from(counts)),
                Times::Instant => Arc::new($clock::from(counts).with_timezone("UTC")),
                Times::Duration => Arc::new($duration::from(counts)),
            }
        };
    }
    Ok(match unit {
        1 => array!(TimestampNanosecondArray, DurationNanosecondArray),
        1_000 => array!(TimestampMicrosecondArray, DurationMicrosecondArray),
        1_000_000 => array!(TimestampMillisecondArray, DurationMillisecondArray),
        _ => array!(TimestampSecondArray, DurationSecondArray),
    })
}

/// Returns an array of integers, or of decimals.
fn numbers(cells: &[Option<Value<'_>>]) -> PyResult<ArrayRef> {
    let number = |cell: &Option<Value<'_>>| match *cell {
        Some(Value::Decimal { unscaled, scale }) => Some((i256::from_i128(unscaled), scale)),
        Some(Value::Decimal256 { unscaled, scale }) => Some((i256::from_le_bytes(unscaled), scale)),
        _ => None,
    };
    let cells: Vec<_> = cells.iter().map(number).collect();
    let scale = cells.iter().flatten().map(|(_, scale)| *scale).max().unwrap_or_default().max(0);
    let ten = i256::from_i128(10);
    let unscaled = |cell: Option<(i256, i8)>| {
        let Some((number, of_number)) = cell else { return Some(None) };
        let power = u32::try_from(i32::from(scale) - i32::from(of_number)).ok()?;
        Some(Some(number.checked_mul(ten.checked_pow(power)?)?))
    };
    let unscaled: Option<Vec<_>> = cells.into_iter().map(unscaled).collect();
    let integer = |number: &Option<i256>| match number {
        Some(number) => number.to_i128().and_then(|number| i64::try_from(number).ok()).map(Some),
        None => Some(None),
    };
    let too_wide = || {
        PyValueError::new_err(
            "a column of objects has numbers that no decimal type with 76 digits holds together",
        )
    };
    let unscaled = unscaled.ok_or_else(too_wide)?;
    if scale == 0
        && let Some(integers) = unscaled.iter().map(integer).collect::<Option<Vec<_>>>()
    {
        return Ok(Arc::new(Int64Array::from(integers)));
    }
    let fits = |digits: u32| {
        let limit = ten.checked_pow(digits).unwrap_or(i256::MAX);
        let is_below = |number: &i256| *number < limit && *number > limit.wrapping_neg();
        i64::from(scale) <= i64::from(digits) && unscaled.iter().flatten().all(is_below)
    };
    if fits(38) {
        let mut builder = Decimal128Builder::with_capacity(unscaled.len());
        for number in unscaled {
            builder.append_option(number.and_then(i256::to_i128));
        }
        let array = builder.finish().with_precision_and_scale(38, scale);
        return Ok(Arc::new(array.map_err(of_arrow)?));
    }
    if !fits(76) {
        return Err(too_wide());
    }
    let mut builder = Decimal256Builder::with_capacity(unscaled.len());
    unscaled.into_iter().for_each(|number| builder.append_option(number));
    let array = builder.finish().with_precision_and_scale(76, scale);
    Ok(Arc::new(array.map_err(of_arrow)?))
}

/// Returns an array of lists or of structs.
fn nested(kind: u8, values: &[&[u8]], fields: &Fields, is_mixed: &mut bool) -> PyResult<ArrayRef> {
    let malformed = || PyValueError::new_err("a column of objects has a value of an unknown kind");
    let nulls = NullBuffer::from_iter(values.iter().map(|value| kind_of(value) != canonical::NULL));
    let mut items = Vec::with_capacity(values.len());
    for value in values {
        items.push(if kind_of(value) == canonical::NULL {
            Some(Vec::new())
        } else {
            canonical::items(value)
        });
    }
    let items: Vec<_> = items.into_iter().collect::<Option<_>>().ok_or_else(malformed)?;
    let none = Fields::default();
    if kind == canonical::LIST {
        let offsets = OffsetBuffer::<i64>::from_lengths(items.iter().map(Vec::len));
        let items = array_of(&items.concat(), fields.items().unwrap_or(&none), is_mixed)?;
        let field = Arc::new(Field::new("item", items.data_type().clone(), true));
        let list = LargeListArray::try_new(field, offsets, items, Some(nulls));
        return Ok(Arc::new(list.map_err(of_arrow)?));
    }
    let (mut members, mut arrays) = (Vec::new(), Vec::new());
    for (place, (name, of)) in fields.members().enumerate() {
        let null: &[u8] = &[canonical::NULL];
        let column = items.iter().map(|items| items.get(place).copied().unwrap_or(null));
        let array = array_of(&column.collect::<Vec<_>>(), of, is_mixed)?;
        members.push(Field::new(name, array.data_type().clone(), true));
        arrays.push(array);
    }
    if arrays.is_empty() {
        return Ok(Arc::new(StructArray::new_empty_fields(values.len(), Some(nulls))));
    }
    let of = StructArray::try_new(members.into(), arrays, Some(nulls)).map_err(of_arrow)?;
    Ok(Arc::new(of))
}
