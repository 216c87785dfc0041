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
    match name.to_str() {
        Some(name) => object["name"] = name.into(),
        None => object["name_hex"] = hex::encode(name.as_encoded_bytes()).into(),
    }
    line(out, &object);
}
