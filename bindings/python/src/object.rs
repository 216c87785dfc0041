//! Canonical values of Python objects: the items of lists and of arrays of objects.

use crate::exporter::is_instance;
use crate::message::Message;
use hash_agg::{Encoder, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDate, PyDateTime, PyDelta, PyDict, PyFloat, PyInt, PyList,
    PyMemoryView, PyString, PyTime, PyTuple, PyType,
};

/// The number of lists and dicts inside one another that are followed, so that a list that contains
/// itself does not exhaust the stack.
const DEPTH: usize = 64;

/// Reads the items of a list or of an array of objects as canonical values.
#[derive(Default)]
pub(crate) struct Reader {
    /// Whether NaN inside of lists and dicts is null, as everywhere in pandas. A NaN that is an
    /// item itself is a float: the caller replaces it.
    nan_is_null: bool,
    /// Whether items can be lists, arrays, dicts, UUIDs and scalars of libraries: in tables.
    nested: bool,
    fields: Fields,
}

/// The names of the fields of the dicts at one place of the items, and what is known of the places
/// below.
#[derive(Default)]
pub(crate) struct Fields {
    names: Option<Vec<String>>,
    values: Vec<Fields>,
    items: Option<Box<Fields>>,
}

impl Fields {
    /// Returns the names of the fields of dicts, and what is known of their values.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&String, &Self)> {
        self.names.iter().flatten().zip(&self.values)
    }

    /// Returns what is known of the items of lists.
    pub(crate) fn items(&self) -> Option<&Self> {
        self.items.as_deref()
    }
}

impl Reader {
    /// Returns a reader of items that can also be lists and dicts.
    pub(crate) fn nested(nan_is_null: bool) -> Self {
        Self { nan_is_null, nested: true, fields: Fields::default() }
    }

    /// Returns the names of the fields of the dicts among the items.
    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Writes the canonical value of an item.
    pub(crate) fn encode(
        &mut self,
        item: &Bound<'_, PyAny>,
        encoder: &mut Encoder,
    ) -> PyResult<()> {
        let mut fields = std::mem::take(&mut self.fields);
        let done = self.at_depth(item, encoder, &mut fields, 0);
        self.fields = fields;
        done
    }

    fn at_depth(
        &self,
        item: &Bound<'_, PyAny>,
        encoder: &mut Encoder,
        fields: &mut Fields,
        depth: usize,
    ) -> PyResult<()> {
        // Most items are these, and what follows looks for modules.
        let is_simple = item.is_none()
            || item.is_instance_of::<PyString>()
            || item.is_instance_of::<PyInt>()
            || item.is_instance_of::<PyBytes>();
        if !self.nested || is_simple {
            return value(item, self.nested, |value| _ = encoder.push(value));
        }
        if depth > DEPTH {
            return Err(PyValueError::new_err("an item is nested too deeply"));
        }
        if let Ok(dict) = item.cast::<PyDict>() {
            return encoder.structure(|encoder| self.dict(dict, encoder, fields, depth));
        }
        if let Some(items) = items_of(item)? {
            let fields = &mut **fields.items.get_or_insert_default();
            return encoder.list(|encoder| {
                let mut items = items.try_iter()?;
                items.try_for_each(|item| self.at_depth(&item?, encoder, fields, depth + 1))
            });
        }
        if depth > 0 && self.nan_is_null && is_nan(item)? {
            encoder.push(Value::Null);
            return Ok(());
        }
        value(item, self.nested, |value| _ = encoder.push(value))
    }

    /// Writes the values of a dict, whose names must be those of the dicts before, in their order.
    fn dict(
        &self,
        dict: &Bound<'_, PyDict>,
        encoder: &mut Encoder,
        fields: &mut Fields,
        depth: usize,
    ) -> PyResult<()> {
        let names = dict.keys().extract::<Vec<String>>().map_err(|_| {
            PyTypeError::new_err(
                "a dict of a column has a key that is not a str: its fields need names",
            )
        })?;
        if fields.names.get_or_insert_with(|| names.clone()) != &names {
            return Err(PyValueError::new_err(
                "the dicts of a column have different keys, or in another order: a table compares \
                 fields in their order, so give all dicts the same",
            ));
        }
        fields.values.resize_with(names.len(), Fields::default);
        for (value, fields) in dict.values().iter().zip(&mut fields.values) {
            self.at_depth(&value, encoder, fields, depth + 1)?;
        }
        Ok(())
    }
}

/// Returns the items of a list, a tuple, or an array of NumPy, whose own items are not all objects
/// of Python.
fn items_of<'py>(item: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>() {
        return Ok(Some(item.clone()));
    }
    if !is_instance(item, "numpy", &["ndarray"])? {
        return Ok(None);
    }
    let dtype = item.getattr("dtype")?;
    let kind = dtype.getattr("kind")?.extract::<char>()?;
    let items = match kind {
        _ if item.getattr("ndim")?.extract::<usize>()? == 0 => item.clone(),
        // Their scalars have units, and a masked one is not NaT.
        'm' | 'M' => match item.getattr_opt("filled")? {
            Some(filled) => filled.call1(("NaT",))?,
            None => item.clone(),
        },
        // `tolist` gives these exactly, and None for masked ones.
        'b' | 'i' | 'u' | 'S' | 'U' | 'T' | 'O' => item.call_method0("tolist")?,
        'f' if dtype.getattr("itemsize")?.extract::<usize>()? <= 8 => {
            item.call_method0("tolist")?
        }
        _ => return Ok(None),
    };
    Ok(Some(items))
}

fn is_nan(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(if let Ok(number) = item.cast::<PyFloat>() {
        number.value().is_nan()
    } else if is_instance(item, "numpy", &["floating"])? {
        item.call_method0("__float__")?.extract::<f64>()?.is_nan()
    } else if item.is_instance(decimal(item.py())?)? {
        item.call_method0("is_nan")?.is_truthy()?
    } else {
        false
    })
}

/// Calls `with` with the canonical value of an object. Those of libraries, and UUIDs, are for
/// tables.
fn value<R>(
    item: &Bound<'_, PyAny>,
    of_table: bool,
    with: impl FnOnce(Value<'_>) -> R,
) -> PyResult<R> {
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
    } else if of_table && let Some(value) = of_library(item)? {
        value
    } else if of_table && is_instance(item, "uuid", &["UUID"])? {
        let bytes = item.getattr("bytes")?.cast_into::<PyBytes>()?;
        return Ok(with(Value::Binary(bytes.as_bytes())));
    } else if item.hasattr("__index__")? {
        // The integers of NumPy.
        integer(&item.py().import("operator")?.call_method1("index", (item,))?)?
    } else {
        let name = name_of_type(item);
        return Err(PyTypeError::new_err(format!(
            "items must be str, bytes, bool, int, float, Decimal, date, datetime, time without a zone, \
             timedelta or None, not {name}"
        )));
    };
    Ok(with(value))
}

/// Returns the value of a scalar of NumPy or pandas, if it is one that has a canonical form.
fn of_library(item: &Bound<'_, PyAny>) -> PyResult<Option<Value<'static>>> {
    if is_instance(item, "pandas", &["Timestamp"])? {
        // In UTC if there is a zone.
        let is_instant = !item.getattr("tzinfo")?.is_none();
        return of_datetime64(&item.call_method0("to_datetime64")?, is_instant);
    }
    if is_instance(item, "pandas", &["Timedelta"])? {
        return of_datetime64(&item.call_method0("to_timedelta64")?, false);
    }
    if !is_instance(item, "numpy", &["generic"])? {
        let modules = item.py().import("sys")?.getattr("modules")?;
        let Ok(pandas) = modules.get_item("pandas") else { return Ok(None) };
        let is = |name| Ok::<_, PyErr>(pandas.getattr_opt(name)?.is_some_and(|na| item.is(&na)));
        return Ok((is("NA")? || is("NaT")?).then_some(Value::Null));
    }
    let dtype = item.getattr("dtype")?;
    let (kind, size) = (dtype.getattr("kind")?.extract::<char>()?, dtype.getattr("itemsize")?);
    Ok(match kind {
        'b' => Some(Value::Boolean(item.is_truthy()?)),
        'i' | 'u' => Some(integer(&item.call_method0("item")?)?),
        'f' if size.extract::<usize>()? <= 8 => {
            Some(Value::Float(item.call_method0("item")?.extract()?))
        }
        'm' | 'M' => of_datetime64(item, false)?,
        _ => None,
    })
}

/// Returns the value of a `datetime64` or `timedelta64`, if its unit has a canonical form.
fn of_datetime64(item: &Bound<'_, PyAny>, is_instant: bool) -> PyResult<Option<Value<'static>>> {
    let dtype = item.getattr("dtype")?;
    let is_duration = dtype.getattr("kind")?.extract::<char>()? == 'm';
    let (unit, count): (String, i128) =
        item.py().import("numpy")?.call_method1("datetime_data", (dtype,))?.extract()?;
    let number: i64 = item.call_method1("view", ("i8",))?.call_method0("item")?.extract()?;
    if number == i64::MIN {
        return Ok(Some(Value::Null));
    }
    let nanoseconds = match &*unit {
        "s" => 1_000_000_000,
        "ms" => 1_000_000,
        "us" => 1_000,
        "ns" => 1,
        "D" if !is_duration && !is_instant && count == 1 => return Ok(Some(Value::Date(number))),
        _ => return Ok(None),
    };
    let number = i128::from(number) * nanoseconds * count;
    Ok(Some(match (is_duration, is_instant) {
        (true, _) => Value::Duration(number),
        (false, true) => Value::Instant(number),
        (false, false) => Value::Timestamp(number),
    }))
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
    let arguments = PyDict::new(number.py());
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
