//! Hashes of values as scalar functions.

use crate::arrays::{canonical, strings};
use crate::functions::OptionalKeys;
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, FixedSizeBinaryArray, UInt32Array, UInt64Array,
};
use datafusion::arrow::buffer::ScalarBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{ArrowNativeType, DataType, Int64Type, UInt64Type};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};
use provenhash::{ALGORITHMS, Algorithm, Key};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A column in the layout that a batch of hashes takes.
enum Strings<'a> {
    Short(&'a [u8], &'a [i32]),
    Long(&'a [u8], &'a [i64]),
    Words(Vec<u64>),
    Canonical(Vec<u8>, Vec<usize>),
}

impl<'a> Strings<'a> {
    /// Lays out the values of one column.
    fn of(column: &'a ArrayRef) -> Result<Self> {
        use DataType::*;
        Ok(match column.data_type() {
            Utf8 => {
                let text = column.as_string::<i32>();
                Self::Short(text.value_data(), text.value_offsets())
            }
            LargeUtf8 => {
                let text = column.as_string::<i64>();
                Self::Long(text.value_data(), text.value_offsets())
            }
            Binary => {
                let bytes = column.as_binary::<i32>();
                Self::Short(bytes.value_data(), bytes.value_offsets())
            }
            LargeBinary => {
                let bytes = column.as_binary::<i64>();
                Self::Long(bytes.value_data(), bytes.value_offsets())
            }
            Int8 | Int16 | Int32 | Int64 => {
                let words = cast(column, &Int64)?;
                let words = words.as_primitive::<Int64Type>().values().iter();
                Self::Words(words.map(|word| word.cast_unsigned()).collect())
            }
            UInt8 | UInt16 | UInt32 | UInt64 => {
                let words = cast(column, &UInt64)?;
                Self::Words(words.as_primitive::<UInt64Type>().values().to_vec())
            }
            _ => Self::of_rows(std::slice::from_ref(column), column.len())?,
        })
    }

    /// Lays out the canonical bytes of rows.
    fn of_rows(columns: &[ArrayRef], rows: usize) -> Result<Self> {
        let (bytes, offsets) = canonical(columns, rows)?;
        Ok(Self::Canonical(bytes, offsets))
    }

    fn hash(&self, key: &Key, out: &mut [u8]) -> Result<()> {
        match self {
            Self::Short(values, offsets) => key.hash_column(values, offsets, out),
            Self::Long(values, offsets) => key.hash_column(values, offsets, out),
            Self::Words(words) => key.hash_u64s(words, out),
            Self::Canonical(values, offsets) => key.hash_column(values, offsets, out),
        }
        .map_err(|error| exec_datafusion_err!("{error}"))
    }
}

/// Returns the digests of the rows, one after the other.
fn hash(key: &Key, columns: &[ArrayRef], rows: usize) -> Result<Vec<u8>> {
    let mut out = vec![0; rows * key.algorithm().output_bits / 8];
    match columns {
        [column] if is_string(column.data_type()) && !has_offsets(column.data_type()) => {
            strings(column, |strings| {
                let messages: Vec<_> = strings.into_iter().map(Option::unwrap_or_default).collect();
                key.hash_many(&messages, &mut out).map_err(|error| exec_datafusion_err!("{error}"))
            })?;
        }
        [column] => {
            let values = match column.data_type() {
                DataType::Dictionary(_, values) => cast(column, values)?,
                DataType::RunEndEncoded(_, values) => cast(column, values.data_type())?,
                _ => Arc::clone(column),
            };
            Strings::of(&values)?.hash(key, &mut out)?;
        }
        _ => Strings::of_rows(columns, rows)?.hash(key, &mut out)?,
    }
    Ok(out)
}

/// Returns whether values are strings in the layout that batches of hashes take.
fn has_offsets(data_type: &DataType) -> bool {
    use DataType::*;
    matches!(data_type, Utf8 | LargeUtf8 | Binary | LargeBinary)
}

/// A hash function as an SQL function.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HashFunction {
    /// The name of the algorithm with underscores, which SQL needs not quote.
    name: String,
    algorithm: &'static Algorithm,
    keys: OptionalKeys,
    signature: Signature,
}

impl Hash for HashFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.keys).hash(state);
    }
}

impl HashFunction {
    /// Returns the functions of all algorithms with a key and without nonces.
    pub(crate) fn all(keys: &OptionalKeys) -> impl Iterator<Item = Self> {
        let rows = ALGORITHMS.iter().filter(|row| !row.key_lengths.is_empty() && !row.nonce);
        rows.map(|algorithm| Self {
            name: algorithm.name.replace('-', "_"),
            algorithm,
            keys: keys.clone(),
            signature: Signature::variadic_any(Volatility::Immutable),
        })
    }

    /// Returns the hashes of rows; a single null has none.
    fn hash(&self, columns: &[ArrayRef], rows: usize) -> Result<ArrayRef> {
        let nulls = match columns {
            [column] => column.logical_nulls(),
            _ => None,
        };
        let key = self.keys.get()?.key(self.algorithm);
        let key = key.map_err(|error| exec_datafusion_err!("{error}"))?;
        let digests = hash(&key, columns, rows)?;
        Ok(match self.return_type(&[])? {
            DataType::FixedSizeBinary(bytes) => {
                Arc::new(FixedSizeBinaryArray::try_new(bytes, digests.into(), nulls)?)
            }
            DataType::UInt32 => {
                Arc::new(UInt32Array::new(numbers(&digests, u32::from_be_bytes), nulls))
            }
            _ => Arc::new(UInt64Array::new(numbers(&digests, u64::from_be_bytes), nulls)),
        })
    }
}

/// Returns digests as numbers.
fn numbers<const N: usize, T: ArrowNativeType>(
    digests: &[u8],
    number: fn([u8; N]) -> T,
) -> ScalarBuffer<T> {
    digests.as_chunks().0.iter().map(|digest| number(*digest)).collect()
}

/// Returns whether values are text or bytes.
fn is_string(data_type: &DataType) -> bool {
    use DataType::*;
    match data_type {
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView | FixedSizeBinary(_) => {
            true
        }
        Dictionary(_, values) => is_string(values),
        RunEndEncoded(_, values) => is_string(values.data_type()),
        _ => false,
    }
}

impl ScalarUDFImpl for HashFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match self.algorithm.output_bits {
            32 => DataType::UInt32,
            64 => DataType::UInt64,
            bits => DataType::FixedSizeBinary(i32::try_from(bits / 8).expect("at most 256 bits")),
        })
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { args.number_rows };
        let columns: Vec<_> =
            args.args.into_iter().map(|arg| arg.into_array(rows)).collect::<Result<_>>()?;
        let hashes = self.hash(&columns, rows)?;
        Ok(if is_constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&hashes, 0)?)
        } else {
            ColumnarValue::Array(hashes)
        })
    }
}

/// `hash_key_check()`: the check value of the keys as 16 hexadecimal digits.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeyCheck {
    keys: OptionalKeys,
    signature: Signature,
}

impl KeyCheck {
    pub(crate) fn new(keys: OptionalKeys) -> Self {
        // It is volatile, so that it is evaluated where rows are hashed and not by the planner.
        Self { keys, signature: Signature::new(TypeSignature::Nullary, Volatility::Volatile) }
    }
}

impl ScalarUDFImpl for KeyCheck {
    fn name(&self) -> &'static str {
        "hash_key_check"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn invoke_with_args(&self, _: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let text = format!("{:016x}", self.keys.get()?.check());
        Ok(ColumnarValue::Scalar(text.into()))
    }
}
