//! Finds the part size with which an object was uploaded, and checks that a file is that object.
//!
//! ```text
//! cargo run --release -p examples --example etags -- FILE ETAG [PART_BYTES]
//! ```
//!
//! Without `PART_BYTES` all plausible sizes are tried, the most common first.

use md5_opt::s3::{ETag, ETagError};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let (file, etag, part_bytes) = match &args[..] {
        [file, etag] => (file, etag, None),
        [file, etag, part_bytes] => (file, etag, Some(part_bytes)),
        _ => {
            eprintln!("usage: etags FILE ETAG [PART_BYTES]");
            return ExitCode::FAILURE;
        }
    };
    match run(file, etag, part_bytes.map(String::as_str)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            println!("{file}: this is not the object of the ETag");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(
    file: &str,
    etag: &str,
    part_bytes: Option<&str>,
) -> Result<bool, Box<dyn std::error::Error>> {
    let object = std::fs::read(file)?;
    let etag: ETag = etag.parse()?;
    let Some(parts) = etag.parts else {
        return Ok(say(file, etag.verify(&object, None)?, "uploaded whole"));
    };
    let sizes: Vec<u64> = match part_bytes {
        Some(size) => vec![size.parse()?],
        None => etag.part_sizes(object.len() as u64)?.collect(),
    };
    for size in sizes {
        match etag.verify(&object, Some(size)) {
            Ok(true) => return Ok(say(file, true, &format!("{parts} parts of {size} bytes"))),
            // An impossible size is an error if the user gave it.
            Err(error @ ETagError::PartSize) => return Err(error.into()),
            _ => {}
        }
    }
    Ok(false)
}

fn say(file: &str, is_it: bool, how: &str) -> bool {
    if is_it {
        println!("{file}: {how}");
    }
    is_it
}
