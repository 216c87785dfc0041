//! `row_digest(column, ... ORDER BY ...)`: the digest of rows in order.

use crate::arrays::RowHasher;
use crate::fingerprint::error;
use crate::functions::OptionalKeys;
use crate::keys::Keys;
use crate::state::{self, CHECK, ROW, STATE, VALUE, list, list_type};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, LargeBinaryArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::arrow::row::{RowConverter, SortField};
use datafusion::common::{Result, ScalarValue, exec_err, internal_datafusion_err, not_impl_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl, Signature, Volatility};
use hash_agg::Digest;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DigestFunction {
    keys: OptionalKeys,
    signature: Signature,
}

impl DigestFunction {
    pub(crate) fn new(keys: OptionalKeys) -> Self {
        Self { keys, signature: Signature::variadic_any(Volatility::Immutable) }
    }
}

impl AggregateUDFImpl for DigestFunction {
    fn name(&self) -> &'static str {
        "row_digest"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(VALUE)
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn default_value(&self, _: &DataType) -> Result<ScalarValue> {
        Ok(scalar(&Digest::EMPTY))
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let field = |name, data_type| {
            Arc::new(Field::new(format_state_name(args.name, name), data_type, false))
        };
        Ok(if args.ordering_fields.is_empty() {
            vec![field("state", STATE)]
        } else {
            vec![
                field("check", CHECK),
                field("rows", list_type(ROW)),
                field("order", list_type(ORDER)),
            ]
        })
    }

    /// Rows are sorted here, so the input need not be sorted, but the values of the ordering are
    /// needed.
    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Beneficial
    }

    fn with_beneficial_ordering(
        self: Arc<Self>,
        _: bool,
    ) -> Result<Option<Arc<dyn AggregateUDFImpl>>> {
        Ok(Some(self))
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        if args.is_distinct {
            return not_impl_err!(
                "row_digest(DISTINCT ...): select the distinct rows in a subquery"
            );
        }
        let keys = self.keys.get()?.clone();
        if args.order_bys.is_empty() {
            return Ok(Box::new(Sequential { keys, digest: Digest::EMPTY }));
        }
        let fields = args.order_bys.iter().map(|order| {
            let data_type = order.expr.data_type(args.schema)?;
            Ok(SortField::new_with_options(data_type, order.options))
        });
        Ok(Box::new(Sorted {
            keys,
            arguments: args.exprs.len(),
            converter: RowConverter::new(fields.collect::<Result<_>>()?)?,
            rows: Vec::new(),
            order: Vec::new(),
            ends: Vec::new(),
        }))
    }
}

fn scalar(digest: &Digest) -> ScalarValue {
    ScalarValue::FixedSizeBinary(state::VALUE_BYTES, Some(digest.to_bytes().into()))
}

/// The type of ordering values as bytes that compare in the same order.
const ORDER: DataType = DataType::LargeBinary;

/// Rows in their order of arrival.
#[derive(Debug)]
struct Sequential {
    keys: Keys,
    digest: Digest,
}

impl Accumulator for Sequential {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let rows = values.first().map_or(0, Array::len);
        let mut hasher = RowHasher::new(self.keys.rows());
        let rows = hasher.hash(values, rows)?;
        self.digest.update(self.keys.rows(), rows).map_err(error)
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for value in state::parse(&self.keys, states)? {
            let next = Digest::from_bytes(value);
            if self.digest.rows() > 0 && next.rows() > 0 {
                return exec_err!(
                    "the rows of a digest come from several partitions, so their order is unknown: \
                     write row_digest(... ORDER BY ...)"
                );
            }
            self.digest = self.digest.combine(self.keys.rows(), &next).map_err(error)?;
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let state = state::state(&self.keys, self.digest.to_bytes());
        Ok(vec![ScalarValue::FixedSizeBinary(32, Some(state.into()))])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(scalar(&self.digest))
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }
}

/// Rows that are sorted at the end.
#[derive(Debug)]
struct Sorted {
    keys: Keys,
    /// The columns before those of the ordering.
    arguments: usize,
    converter: RowConverter,
    /// The fingerprints of rows.
    rows: Vec<u128>,
    /// The ordering values of the rows as bytes that compare in the same order, one after the
    /// other.
    order: Vec<u8>,
    /// The end of each row's bytes in `order`.
    ends: Vec<usize>,
}

impl Sorted {
    fn push(&mut self, row: u128, order: &[u8]) {
        self.rows.push(row);
        self.order.extend(order);
        self.ends.push(self.order.len());
    }

    fn order(&self, row: usize) -> &[u8] {
        let start = row.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        &self.order[start..self.ends[row]]
    }
}

impl Accumulator for Sorted {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let (columns, ordering) = values
            .split_at_checked(self.arguments)
            .ok_or_else(|| internal_datafusion_err!("a digest lacks its arguments"))?;
        let order = self.converter.convert_columns(ordering)?;
        let keys = self.keys.clone();
        let mut hasher = RowHasher::new(keys.rows());
        for (row, order) in hasher.hash(columns, order.num_rows())?.iter().zip(&order) {
            self.push(*row, order.as_ref());
        }
        Ok(())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let [checks, rows, order] = states else {
            return Err(internal_datafusion_err!("the state of a sorted digest has three columns"));
        };
        let checks = checks.as_fixed_size_binary();
        let (rows, order) = (rows.as_list::<i64>(), order.as_list::<i64>());
        for state in 0..checks.len() {
            state::check_key(&self.keys, checks.value(state))?;
            let (rows, order) = (rows.value(state), order.value(state));
            let order = order.as_binary::<i64>();
            for (row, order) in state::rows(&rows).zip(order.iter().flatten()) {
                self.push(row?, order);
            }
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let order = (0..self.rows.len()).map(|row| self.order(row));
        let order = LargeBinaryArray::from_iter_values(order);
        Ok(vec![
            state::check(&self.keys),
            list(state::row_array(&self.rows)?)?,
            list(Arc::new(order))?,
        ])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let mut sorted: Vec<_> = (0..self.rows.len()).collect();
        sorted.sort_unstable_by_key(|row| (self.order(*row), self.rows[*row]));
        let rows: Vec<_> = sorted.into_iter().map(|row| self.rows[row]).collect();
        Ok(scalar(&Digest::of(self.keys.rows(), &rows)))
    }

    fn size(&self) -> usize {
        size_of_val(self)
            + self.rows.capacity() * size_of::<u128>()
            + self.order.capacity()
            + self.ends.capacity() * size_of::<usize>()
            + self.converter.size()
    }
}
