//! Stored fingerprints, and fingerprints of rows: `fingerprint_remove` and `row_fingerprint`.

use crate::arrays::{RowHasher, strings};
use crate::fingerprint::error;
use crate::functions::OptionalKeys;
use crate::state::{self, ROW, VALUE};
use datafusion::arrow::array::{ArrayRef, FixedSizeBinaryArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};
use hash_agg::Fingerprint;
use std::sync::Arc;

/// Checks that arguments are columns of fingerprints: 24 bytes, or any binary type.
pub(crate) fn check(function: &str, arguments: &[DataType]) -> Result<()> {
    use DataType::*;
    let wrong = arguments.iter().find(|argument| {
        !matches!(argument, FixedSizeBinary(24) | Binary | LargeBinary | BinaryView | Null)
    });
    match wrong {
        None => Ok(()),
        Some(other) => plan_err!("{function} takes fingerprints, which have 24 bytes, not {other}"),
    }
}

/// Calls a function with the fingerprints of a column, `None` for nulls.
pub(crate) fn fingerprints<R>(
    columns: &[ArrayRef],
    run: impl FnOnce(Vec<Option<Fingerprint>>) -> Result<R>,
) -> Result<R> {
    let Some(column) = columns.first() else { return run(Vec::new()) };
    let parse = |bytes: &[u8]| {
        let len = bytes.len();
        let bytes = bytes.try_into().map(Fingerprint::from_bytes);
        bytes.map_err(|_| exec_datafusion_err!("a fingerprint has 24 bytes, not {len}"))
    };
    strings(column, |strings| {
        let parsed = strings.into_iter().map(|bytes| bytes.map(parse).transpose());
        run(parsed.collect::<Result<_>>()?)
    })
}

/// Evaluates a function of rows: once, if all arguments are constant.
fn rows(
    args: ScalarFunctionArgs,
    function: impl FnOnce(&[ArrayRef], usize) -> Result<ArrayRef>,
) -> Result<ColumnarValue> {
    let is_constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
    let rows = if is_constant { 1 } else { args.number_rows };
    let columns: Vec<_> =
        args.args.into_iter().map(|arg| arg.into_array(rows)).collect::<Result<_>>()?;
    let array = function(&columns, rows)?;
    Ok(if is_constant {
        ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?)
    } else {
        ColumnarValue::Array(array)
    })
}

/// `fingerprint_remove(all, part)`: the rows of a table without those of a part. Null if one is
/// null.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Remove {
    signature: Signature,
}

impl Remove {
    pub(crate) fn new() -> Self {
        Self { signature: Signature::any(2, Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for Remove {
    fn name(&self) -> &'static str {
        "fingerprint_remove"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        check(self.name(), arguments)?;
        Ok(VALUE)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        rows(args, |columns, _| {
            let (all, part) = columns.split_at(1);
            fingerprints(all, |all| {
                fingerprints(part, |part| {
                    let pairs = all.into_iter().zip(part);
                    let values = pairs.map(|(all, part)| {
                        let value = all.zip(part).map(|(all, part)| all.remove(&part));
                        Ok(value.transpose().map_err(error)?.map(|value| value.to_bytes()))
                    });
                    let values = values.collect::<Result<Vec<_>>>()?;
                    let array = FixedSizeBinaryArray::try_from_sparse_iter_with_size(
                        values.into_iter(),
                        state::VALUE_BYTES,
                    )?;
                    Ok(Arc::new(array) as ArrayRef)
                })
            })
        })
    }
}

/// `row_fingerprint(column, ...)`: the fingerprint of each row, the most significant byte first.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct RowFingerprint {
    keys: OptionalKeys,
    signature: Signature,
}

impl RowFingerprint {
    pub(crate) fn new(keys: OptionalKeys) -> Self {
        Self { keys, signature: Signature::variadic_any(Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for RowFingerprint {
    fn name(&self) -> &'static str {
        "row_fingerprint"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(ROW)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let keys = self.keys.get()?;
        rows(args, |columns, rows| {
            let mut hasher = RowHasher::new(keys.rows());
            let bytes = hasher.hash(columns, rows)?.iter().flat_map(|row| row.to_be_bytes());
            let bytes: Vec<u8> = bytes.collect();
            Ok(Arc::new(FixedSizeBinaryArray::try_new(16, bytes.into(), None)?))
        })
    }
}
