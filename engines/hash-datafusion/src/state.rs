//! Partial results sent between accumulators: 24 bytes and the check value of their key.

use crate::keys::Keys;
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, FixedSizeBinaryArray, FixedSizeBinaryBuilder, LargeListArray,
};
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err, internal_datafusion_err};
use std::sync::Arc;

/// The length of a fingerprint or digest in bytes.
pub(crate) const VALUE_BYTES: i32 = 24;
/// The length of a state in bytes.
const STATE_BYTES: i32 = VALUE_BYTES + 8;

/// The type of fingerprints and digests.
pub(crate) const VALUE: DataType = DataType::FixedSizeBinary(VALUE_BYTES);
/// The type of their states.
pub(crate) const STATE: DataType = DataType::FixedSizeBinary(STATE_BYTES);

/// The type of a row's fingerprint.
pub(crate) const ROW: DataType = DataType::FixedSizeBinary(16);
/// The type of the check value of a key.
pub(crate) const CHECK: DataType = DataType::FixedSizeBinary(8);

pub(crate) fn list_type(items: DataType) -> DataType {
    DataType::LargeList(item(items))
}

fn item(items: DataType) -> FieldRef {
    Arc::new(Field::new("item", items, false))
}

/// Makes a scalar of one list.
pub(crate) fn list(items: ArrayRef) -> Result<ScalarValue> {
    let offsets = OffsetBuffer::from_lengths([items.len()]);
    let field = item(items.data_type().clone());
    Ok(ScalarValue::LargeList(Arc::new(LargeListArray::try_new(field, offsets, items, None)?)))
}

/// Makes an array of fingerprints of rows.
pub(crate) fn row_array(rows: &[u128]) -> Result<ArrayRef> {
    let bytes: Vec<u8> = rows.iter().flat_map(|row| row.to_le_bytes()).collect();
    Ok(Arc::new(FixedSizeBinaryArray::try_new(16, bytes.into(), None)?))
}

/// Returns the fingerprints of rows in such an array.
pub(crate) fn rows(array: &dyn Array) -> impl Iterator<Item = Result<u128>> {
    array.as_fixed_size_binary().iter().flatten().map(|row| {
        let row = row.try_into().map(u128::from_le_bytes);
        row.map_err(|_| internal_datafusion_err!("rows have 16 bytes"))
    })
}

/// Makes the check value of a key.
pub(crate) fn check(keys: &Keys) -> ScalarValue {
    ScalarValue::FixedSizeBinary(8, Some(keys.check().to_le_bytes().into()))
}

/// Makes an array of values.
pub(crate) fn values(bytes: impl Iterator<Item = [u8; 24]>) -> Result<ArrayRef> {
    fixed(VALUE_BYTES, bytes)
}

/// Makes an array of states.
pub(crate) fn states(keys: &Keys, bytes: impl Iterator<Item = [u8; 24]>) -> Result<ArrayRef> {
    fixed(STATE_BYTES, bytes.map(|value| state(keys, value)))
}

/// Makes one state.
pub(crate) fn state(keys: &Keys, value: [u8; 24]) -> [u8; 32] {
    let mut state = [0; 32];
    state[..24].copy_from_slice(&value);
    state[24..].copy_from_slice(&keys.check().to_le_bytes());
    state
}

fn fixed<const N: usize>(width: i32, bytes: impl Iterator<Item = [u8; N]>) -> Result<ArrayRef> {
    let mut builder = FixedSizeBinaryBuilder::with_capacity(bytes.size_hint().0, width);
    for value in bytes {
        builder.append_value(value)?;
    }
    Ok(Arc::new(builder.finish()))
}

/// Returns the values of an array of states, after checking their keys.
pub(crate) fn parse<'s>(
    keys: &Keys,
    states: &'s [ArrayRef],
) -> Result<impl ExactSizeIterator<Item = [u8; 24]> + use<'s>> {
    let states = states
        .first()
        .filter(|states| *states.data_type() == STATE && states.null_count() == 0)
        .ok_or_else(|| internal_datafusion_err!("a fingerprint state must have 32 bytes"))?
        .as_fixed_size_binary();
    for row in 0..states.len() {
        check_key(keys, &states.value(row)[24..])?;
    }
    Ok((0..states.len()).map(|row| {
        let mut value = [0; 24];
        value.copy_from_slice(&states.value(row)[..24]);
        value
    }))
}

/// Refuses a state that was made with another key.
pub(crate) fn check_key(keys: &Keys, check: &[u8]) -> Result<()> {
    let own = keys.check();
    if check == own.to_le_bytes() {
        return Ok(());
    }
    let other = check.try_into().map_or(0, u64::from_le_bytes);
    exec_err!(
        "partial fingerprints of different keys, with check values {other:016x} and {own:016x}: \
         all executors need the same key"
    )
}
