//! Types of exporters whose formats do not describe their items: NumPy has no format for dates, and
//! ctypes none for unions, bit fields, and the fields of a base class.

use pyo3::prelude::*;
use pyo3::types::{PyMemoryView, PyType};

/// Returns whether the items of an exporter are values, or `None` if its type does not say so.
pub(crate) fn holds_values(exporter: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    if exporter.is_instance_of::<PyMemoryView>() {
        return holds_values(&exporter.getattr("obj")?);
    }
    if is_instance(exporter, "numpy", &["ndarray", "generic"])? {
        return numpy(exporter.getattr("dtype")?).map(Some);
    }
    if is_instance(exporter, "_ctypes", &["Structure", "Union", "Array", "_SimpleCData"])? {
        return ctypes(exporter.get_type()).map(Some);
    }
    Ok(None)
}

/// Returns whether an object is of one of these classes of a module. If nobody has imported the
/// module, it is not.
pub(crate) fn is_instance(
    object: &Bound<'_, PyAny>,
    module: &str,
    classes: &[&str],
) -> PyResult<bool> {
    let modules = object.py().import("sys")?.getattr("modules")?;
    let Ok(module) = modules.get_item(module) else { return Ok(false) };
    for class in classes {
        if let Some(class) = module.getattr_opt(*class)?
            && object.is_instance(&class)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether the items of a dtype are values.
fn numpy(dtype: Bound<'_, PyAny>) -> PyResult<bool> {
    let mut dtypes = vec![dtype];
    while let Some(dtype) = dtypes.pop() {
        let base = dtype.getattr("base")?;
        let fields = base.getattr("fields")?;
        if !fields.is_none() {
            for field in fields.call_method0("values")?.try_iter()? {
                dtypes.push(field?.get_item(0)?);
            }
        // These numbers are NumPy's own types, without objects (17). Strings of any length, which
        // are offsets, have another number, and so have the types of other packages.
        } else if !matches!(base.getattr("num")?.extract()?, 0..=16 | 18..=23) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the instances of a type of ctypes are values.
fn ctypes(class: Bound<'_, PyType>) -> PyResult<bool> {
    let module = class.py().import("_ctypes")?;
    let mut classes = vec![class];
    while let Some(class) = classes.pop() {
        let is_a = |base| class.is_subclass(&module.getattr(base)?);
        if is_a("Array")? {
            classes.push(class.getattr("_type_")?.cast_into()?);
        } else if is_a("Structure")? || is_a("Union")? {
            // Each class lists only the fields that it adds to those of its bases.
            for base in class.mro() {
                let names = base.getattr("__dict__")?;
                if names.contains("_fields_")? {
                    for field in names.get_item("_fields_")?.try_iter()? {
                        classes.push(field?.get_item(1)?.cast_into()?);
                    }
                }
            }
        } else if is_a("_SimpleCData")? {
            // Numbers, characters and booleans.
            if !"?bBcdfghHiIlLqQuvDFG".contains(class.getattr("_type_")?.extract::<char>()?) {
                return Ok(false);
            }
        } else {
            return Ok(false);
        }
    }
    Ok(true)
}
