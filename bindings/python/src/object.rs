//! Canonical values of Python objects: the items of lists and of arrays of objects.

use crate::message::Message;
use hash_agg::Value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDate, PyDateTime, PyDelta, PyFloat, PyInt, PyMemoryView,
    PyString, PyTime, PyType,
};

/// Calls `with` with the canonical value of an object.
pub(crate) fn value<R>(item: &Bound<'_, PyAny>, with: impl FnOnce(Value<'_>) -> R) -> PyResult<R> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(with(Value::Text(utf8(text)?)));
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return Ok(with(Value::Binary(bytes.as_bytes())));
    }
    let value = if item.is_none() {
        Value::Null
    } else if let Ok(boolean) = item.cast::<PyBool>() {
        Value::Boolean(boolean.is_true())
    } else if let Ok(number) = item.cast::<PyFloat>() {
        Value::Float(number.value())
    } else if item.is_instance_of::<PyByteArray>() || item.is_instance_of::<PyMemoryView>() {
        let bytes = Message::of(item)?;
        return Ok(with(Value::Binary(bytes.as_slice())));
    } else if let Ok(number) = item.cast::<PyInt>() {
        integer(number.as_any())?
    } else if let Some(value) = of_time(item)? {
        value
    } else if item.is_instance(decimal(item.py())?)? {
        of_decimal(item)?
    } else if item.hasattr("__index__")? {
        // The integers of NumPy.
        integer(&item.py().import("operator")?.call_method1("index", (item,))?)?
    } else {
        let name = name_of_type(item);
        return Err(PyTypeError::new_err(format!(
            "items must be str, bytes, bool, int, float, Decimal, date, time, datetime, timedelta or \
             None, not {name}"
        )));
    };
    Ok(with(value))
}

/// Returns the name of an object's type for an error, with its module: numpy.bool is not bool.
pub(crate) fn name_of_type(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().fully_qualified_name();
    name.map_or_else(|_| "object".into(), |name| name.to_string())
}

/// Returns the UTF-8 of a string.
pub(crate) fn utf8<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| {
        PyValueError::new_err("an item contains a lone surrogate, which UTF-8 cannot encode")
    })
}

/// Returns a number of up to 256 bits.
fn integer(number: &Bound<'_, PyAny>) -> PyResult<Value<'static>> {
    if let Ok(number) = number.extract() {
        return Ok(Value::Integer(number));
    }
    Ok(Value::Decimal256 { unscaled: wide(number)?, scale: 0 })
}

/// Returns a signed number of 256 bits, little-endian.
fn wide(number: &Bound<'_, PyAny>) -> PyResult<[u8; 32]> {
    let arguments = pyo3::types::PyDict::new(number.py());
    arguments.set_item("signed", true)?;
    let bytes = number.call_method("to_bytes", (32, "little"), Some(&arguments));
    bytes.and_then(|bytes| bytes.extract()).map_err(|_| {
        PyValueError::new_err(
            "an item is a number of more than 256 bits, which has no canonical form",
        )
    })
}

fn decimal(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    // Not by `import` of the cell, which is locked while Python's code runs: a child that is forked
    // meanwhile would wait for ever.
    if DECIMAL.get(py).is_none() {
        let imported = py.import("decimal")?.getattr("Decimal")?.cast_into()?;
        // Another thread may have been faster.
        let _ = DECIMAL.set(py, imported.unbind());
    }
    Ok(DECIMAL.get_or_init(py, || unreachable!("the cell was set")).bind(py))
}

/// Returns the value of a `decimal.Decimal`.
fn of_decimal(number: &Bound<'_, PyAny>) -> PyResult<Value<'static>> {
    let (sign, digits, exponent): (u8, Vec<u8>, Bound<'_, PyAny>) =
        number.call_method0("as_tuple")?.extract()?;
    let Ok(exponent) = exponent.extract::<i64>() else {
        return Err(PyValueError::new_err(format!("an item is {number}, which is no number")));
    };
    let scale = i8::try_from(-exponent).map_err(|_| {
        PyValueError::new_err(format!("an item is {number}, whose scale is not from -128 to 127"))
    })?;
    let digits: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let mut unscaled = number.py().get_type::<PyInt>().call1((digits,))?;
    if sign == 1 {
        unscaled = unscaled.neg()?;
    }
    Ok(Value::Decimal256 { unscaled: wide(&unscaled)?, scale })
}

/// Returns the value of an object of the module `datetime`, if it is one. Subclasses are refused,
/// because those of pandas have nanoseconds that their base class does not show.
fn of_time(item: &Bound<'_, PyAny>) -> PyResult<Option<Value<'static>>> {
    /// The ordinal of 1970-01-01.
    const EPOCH: i64 = 719_163;
    const DAY: i128 = 86_400_000_000_000;
    let days = || Ok::<_, PyErr>(item.call_method0("toordinal")?.extract::<i64>()? - EPOCH);
    Ok(if item.is_exact_instance_of::<PyDateTime>() {
        let clock = i128::from(days()?) * DAY + i128::from(of_day(item)?);
        let offset = item.call_method0("utcoffset")?;
        Some(if offset.is_none() {
            Value::Timestamp(clock)
        } else {
            Value::Instant(clock - duration(&offset)?)
        })
    } else if item.is_exact_instance_of::<PyDate>() {
        Some(Value::Date(days()?))
    } else if item.is_exact_instance_of::<PyTime>() && item.getattr("tzinfo")?.is_none() {
        Some(Value::Time(of_day(item)?))
    } else if item.is_exact_instance_of::<PyDelta>() {
        Some(Value::Duration(duration(item)?))
    } else {
        None
    })
}

/// Returns the nanoseconds since midnight of a time or a datetime.
fn of_day(time: &Bound<'_, PyAny>) -> PyResult<i64> {
    let field = |name| time.getattr(name)?.extract::<i64>();
    let seconds = (field("hour")? * 60 + field("minute")?) * 60 + field("second")?;
    Ok((seconds * 1_000_000 + field("microsecond")?) * 1_000)
}

/// Returns the nanoseconds of a timedelta.
fn duration(delta: &Bound<'_, PyAny>) -> PyResult<i128> {
    let field = |name| Ok::<_, PyErr>(i128::from(delta.getattr(name)?.extract::<i64>()?));
    let seconds = field("days")? * 86_400 + field("seconds")?;
    Ok((seconds * 1_000_000 + field("microseconds")?) * 1_000)
}
