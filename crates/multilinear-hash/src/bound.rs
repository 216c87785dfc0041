//! The collision bounds.

/// modular
pub(crate) fn modular(width: u32, rows: usize, len_bytes: u64) -> f64 {
    let _ = (width, rows, len_bytes);
    -1.0
}
/// gf
pub(crate) fn multilinear64(len_bytes: u64) -> f64 {
    let _ = len_bytes;
    -1.0
}
