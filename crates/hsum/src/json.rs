//! Output for programs: one JSON object a line.

use serde_json::Value;
use std::ffi::OsStr;

/// Appends a line with an object.
pub(crate) fn line(out: &mut Vec<u8>, object: &Value) {
    out.extend(object.to_string().into_bytes());
    out.push(b'\n');
}

/// Appends a line with an object about a file. A name that is not UTF-8 has no text, so
/// `name_hex` contains its bytes in place of `name`.
pub(crate) fn file(out: &mut Vec<u8>, name: &OsStr, mut object: Value) {
    self::name(&mut object, "name", name);
    line(out, &object);
}

/// Adds the name of a file, or its bytes if it is not UTF-8.
pub(crate) fn name(object: &mut Value, key: &str, name: &OsStr) {
    match name.to_str() {
        Some(name) => object[key] = name.into(),
        None => object[format!("{key}_hex")] = hex::encode(name.as_encoded_bytes()).into(),
    }
}
