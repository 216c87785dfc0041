//! ETags of S3.

use crate::key::unsigned;
use crate::message::Message;
use md5_opt::s3::ETag;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Returns the ETag that S3 gives to an object: its MD5 in hexadecimal digits or, if the object is
/// uploaded in parts of `part_size` bytes, the MD5 of their MD5s and the number of parts, such as
/// `"…-3"`.
///
/// Raises ValueError for a part size of 0, and for one that makes more than 10,000 parts.
///
///     >>> provenhash.s3_etag(b"abc")
///     '900150983cd24fb0d6963f7d28e17f72'
///     >>> provenhash.s3_etag(bytes(3 << 20), 1 << 20)[-2:]
///     '-3'
#[pyfunction]
#[pyo3(signature = (data, part_size=None))]
pub(crate) fn s3_etag(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    part_size: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let part_size = part_size.map(|size| unsigned(size, "part_size")).transpose()?;
    let etag = Message::of(data)?.read(py, |object| match part_size {
        None => Ok(ETag::of_whole(object)),
        Some(size) => ETag::of_parts(object, size),
    });
    etag.map(|etag| etag.to_string()).map_err(|error| PyValueError::new_err(error.to_string()))
}
