//! Types of the columns of the files of a table. Some writers choose a type by the values of a
//! file, so files can have different ones.

use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use std::sync::Arc;

/// Returns a type that has all values of two types, with the same canonical forms, if there is one.
///
/// The finer of two units of timestamps lacks the farthest values of the coarser one, which are
/// errors when they are read.
pub(crate) fn common(a: &DataType, b: &DataType) -> Option<DataType> {
    use DataType::*;
    if a == b {
        return Some(a.clone());
    }
    Some(match (a, b) {
        (Dictionary(_, values), other) | (other, Dictionary(_, values)) => common(values, other)?,
        (RunEndEncoded(_, values), other) | (other, RunEndEncoded(_, values)) => {
            common(values.data_type(), other)?
        }
        (Null, other) | (other, Null) => other.clone(),
        (Float16, Float32) | (Float32, Float16) => Float32,
        (Float16 | Float32, Float64) | (Float64, Float16 | Float32) => Float64,
        (Date32, Date64) | (Date64, Date32) => Date64,
        (Timestamp(unit, zone), Timestamp(other, zone_b)) if zone.is_some() == zone_b.is_some() => {
            let zone = if zone == zone_b { zone.clone() } else { Some("UTC".into()) };
            Timestamp(*unit.max(other), zone)
        }
        (Utf8 | LargeUtf8 | Utf8View, Utf8 | LargeUtf8 | Utf8View) => LargeUtf8,
        (Binary | LargeBinary | BinaryView, Binary | LargeBinary | BinaryView) => LargeBinary,
        (List(a), List(b)) => List(common_field(a, b)?),
        (List(a) | LargeList(a), List(b) | LargeList(b)) => LargeList(common_field(a, b)?),
        (Struct(a), Struct(b)) => Struct(common_fields(a, b)?),
        _ => number(a, b)?,
    })
}

/// Returns the type of integers and decimals.
fn number(a: &DataType, b: &DataType) -> Option<DataType> {
    use DataType::*;
    let (of_a, of_b) = (digits(a)?, digits(b)?);
    if a.is_integer() && b.is_integer() {
        let (a, b) = if of_a.0 < of_b.0 { (a, b) } else { (b, a) };
        let is_signed = |of: &DataType| of.is_signed_integer();
        // The wider one, unless only the narrower one, or one as wide, has a sign.
        if is_signed(a) == is_signed(b) || is_signed(b) && of_a.0 != of_b.0 {
            return Some(b.clone());
        }
        return Some(match b {
            UInt8 | Int8 => Int16,
            UInt16 | Int16 => Int32,
            UInt32 | Int32 => Int64,
            _ => Decimal128(20, 0),
        });
    }
    let scale = of_a.1.max(of_b.1);
    let precision = of_a.0.max(of_b.0) + i16::from(scale);
    Some(match u8::try_from(precision).ok()? {
        precision @ ..=38 => Decimal128(precision, scale),
        precision @ ..=76 => Decimal256(precision, scale),
        _ => return None,
    })
}

/// Returns the numbers of digits before and after the point.
fn digits(of: &DataType) -> Option<(i16, i8)> {
    use DataType::*;
    Some(match *of {
        Int8 | UInt8 => (3, 0),
        Int16 | UInt16 => (5, 0),
        Int32 | UInt32 => (10, 0),
        Int64 => (19, 0),
        UInt64 => (20, 0),
        Decimal32(precision, scale)
        | Decimal64(precision, scale)
        | Decimal128(precision, scale)
        | Decimal256(precision, scale) => (i16::from(precision) - i16::from(scale), scale.max(0)),
        _ => return None,
    })
}

fn common_field(a: &FieldRef, b: &FieldRef) -> Option<FieldRef> {
    let of = common(a.data_type(), b.data_type())?;
    Some(Arc::new(Field::new(a.name(), of, a.is_nullable() || b.is_nullable())))
}

/// Returns the fields of structs, which have the same names in the same order.
fn common_fields(a: &Fields, b: &Fields) -> Option<Fields> {
    let are_same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name() == b.name());
    are_same.then(|| a.iter().zip(b).map(|(a, b)| common_field(a, b)).collect()).flatten()
}
