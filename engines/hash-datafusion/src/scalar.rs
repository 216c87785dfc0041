//! Hashes of values as scalar functions.

use crate::columns::{canonical, flat, strings};
use crate::functions::OptionalKeys;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, FixedSizeBinaryArray, UInt64Array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type, UInt64Type};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};
use hash_core::BatchError;
use std::sync::Arc;

/// The hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Family {
    ClHash,
    ClHash128,
    SipHash,
    HighwayHash,
    VHash,
}

impl Family {
    pub(crate) const ALL: [Self; 5] =
        [Self::ClHash, Self::ClHash128, Self::SipHash, Self::HighwayHash, Self::VHash];

    const fn name(self) -> &'static str {
        match self {
            Self::ClHash => "clhash",
            Self::ClHash128 => "clhash128",
            Self::SipHash => "siphash",
            Self::HighwayHash => "highwayhash",
            Self::VHash => "vhash",
        }
    }
}

/// A key with the batch functions of its hash.
trait Batches {
    type Hash: Copy + Default;

    /// Hashes each string of a column in Arrow's layout.
    fn column<O: Copy + TryInto<usize>>(
        &self,
        values: &[u8],
        offsets: &[O],
        out: &mut [Self::Hash],
    ) -> Result<(), BatchError>;

    /// Hashes each message.
    fn many(&self, messages: &[&[u8]], out: &mut [Self::Hash]) -> Result<(), BatchError>;

    /// Hashes each word, as its eight little-endian bytes.
    fn words(&self, words: &[u64], out: &mut [Self::Hash]) -> Result<(), BatchError>;
}

macro_rules! batches {
    ($($key:ty => $hash:ty, $column:expr, $many:expr, $words:expr;)*) => {$(
        impl Batches for $key {
            type Hash = $hash;

            fn column<O: Copy + TryInto<usize>>(
                &self,
                values: &[u8],
                offsets: &[O],
                out: &mut [Self::Hash],
            ) -> Result<(), BatchError> {
                $column(self, values, offsets, out)
            }

            fn many(&self, messages: &[&[u8]], out: &mut [Self::Hash]) -> Result<(), BatchError> {
                $many(self, messages, out)
            }

            fn words(&self, words: &[u64], out: &mut [Self::Hash]) -> Result<(), BatchError> {
                $words(self, words, out)
            }
        }
    )*};
}

batches! {
    clhash::Key => u64, clhash::hash_column, clhash::hash_many, clhash::hash_u64s;
    clhash::wide::Key => [u64; 2],
        clhash::wide::hash_column, clhash::wide::hash_many, clhash::wide::hash_u64s;
    siphash_fast::Key => u64, siphash_fast::hash_column::<2, 4, _, _>,
        siphash_fast::hash_many::<2, 4, _>, siphash_fast::hash_u64s::<2, 4, _>;
    highwayhash::Key => u64,
        highwayhash::hash_column, highwayhash::hash_many, highwayhash::hash_u64s;
    vhash::Key64 => u64, vhash::hash_column, vhash::hash_many, vhash::hash_u64s;
}

/// Hashes the rows.
fn hash<F: Batches>(function: &F, columns: &[ArrayRef], rows: usize) -> Result<Vec<F::Hash>> {
    use DataType::*;
    let mut out = vec![F::Hash::default(); rows];
    let of_canonical = |out: &mut [F::Hash]| {
        let (bytes, offsets) = canonical(columns, rows)?;
        function.column(&bytes, &offsets, out).map_err(error)
    };
    let [column] = columns else {
        of_canonical(&mut out)?;
        return Ok(out);
    };
    if let Dictionary(..) | RunEndEncoded(..) = column.data_type()
        && !is_string(column.data_type())
    {
        return hash(function, &[flat(column)?], rows);
    }
    let done = match column.data_type() {
        Utf8 => {
            let text = column.as_string::<i32>();
            function.column(text.value_data(), text.value_offsets(), &mut out)
        }
        LargeUtf8 => {
            let text = column.as_string::<i64>();
            function.column(text.value_data(), text.value_offsets(), &mut out)
        }
        Binary => {
            let bytes = column.as_binary::<i32>();
            function.column(bytes.value_data(), bytes.value_offsets(), &mut out)
        }
        LargeBinary => {
            let bytes = column.as_binary::<i64>();
            function.column(bytes.value_data(), bytes.value_offsets(), &mut out)
        }
        other if is_string(other) => {
            let messages: Vec<_> =
                strings(column)?.into_iter().map(Option::unwrap_or_default).collect();
            function.many(&messages, &mut out)
        }
        Int8 | Int16 | Int32 | Int64 => {
            let words = cast(column, &Int64)?;
            let words = words.as_primitive::<Int64Type>().values().iter();
            let words: Vec<_> = words.map(|word| word.cast_unsigned()).collect();
            function.words(&words, &mut out)
        }
        UInt8 | UInt16 | UInt32 | UInt64 => {
            let words = cast(column, &UInt64)?;
            function.words(words.as_primitive::<UInt64Type>().values(), &mut out)
        }
        _ => {
            of_canonical(&mut out)?;
            Ok(())
        }
    };
    done.map_err(error)?;
    Ok(out)
}

/// A hash function as an SQL function.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct HashFunction {
    family: Family,
    keys: OptionalKeys,
    signature: Signature,
}

impl HashFunction {
    pub(crate) fn new(family: Family, keys: OptionalKeys) -> Self {
        Self { family, keys, signature: Signature::variadic_any(Volatility::Immutable) }
    }

    /// Returns the hashes of rows; a single null has none.
    fn hash(&self, columns: &[ArrayRef], rows: usize) -> Result<ArrayRef> {
        let nulls = match columns {
            [column] => column.logical_nulls(),
            _ => None,
        };
        let keys = self.keys.get()?.inner();
        let hashes = match self.family {
            Family::ClHash => hash(&keys.clhash, columns, rows),
            Family::ClHash128 => {
                let hashes = hash(&keys.wide, columns, rows)?;
                let bytes = hashes.as_flattened().iter().flat_map(|word| word.to_le_bytes());
                let bytes = bytes.collect::<Vec<_>>().into();
                return Ok(Arc::new(FixedSizeBinaryArray::try_new(16, bytes, nulls)?));
            }
            Family::SipHash => hash(&keys.siphash, columns, rows),
            Family::HighwayHash => hash(&keys.highwayhash, columns, rows),
            Family::VHash => hash(&keys.vhash, columns, rows),
        };
        Ok(Arc::new(UInt64Array::new(hashes?.into(), nulls)))
    }
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

fn error(error: BatchError) -> datafusion::error::DataFusionError {
    exec_datafusion_err!("{error}")
}

impl ScalarUDFImpl for HashFunction {
    fn name(&self) -> &'static str {
        self.family.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match self.family {
            Family::ClHash128 => DataType::FixedSizeBinary(16),
            _ => DataType::UInt64,
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
