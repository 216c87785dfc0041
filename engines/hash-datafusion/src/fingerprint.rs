//! `fingerprint(column, ...)`: the fingerprint of a multiset of rows.

use crate::columns::RowHasher;
use crate::functions::OptionalKeys;
use crate::keys::Keys;
use crate::state::{self, STATE, VALUE};
use datafusion::arrow::array::{Array, ArrayRef, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, not_impl_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, EmitTo, GroupsAccumulator, Signature, Volatility,
};
use hash_agg::{Fingerprint, FingerprintError};
use std::sync::Arc;

#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct FingerprintFunction {
    keys: OptionalKeys,
    signature: Signature,
}

impl FingerprintFunction {
    pub(crate) fn new(keys: OptionalKeys) -> Self {
        Self { keys, signature: Signature::variadic_any(Volatility::Immutable) }
    }

    fn keys(&self, args: &AccumulatorArgs<'_>) -> Result<Keys> {
        if args.is_distinct {
            return not_impl_err!(
                "fingerprint(DISTINCT ...) beside other aggregates: select the distinct rows in a \
                 subquery"
            );
        }
        self.keys.get().cloned()
    }
}

impl AggregateUDFImpl for FingerprintFunction {
    fn name(&self) -> &'static str {
        "fingerprint"
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
        Ok(scalar(&Fingerprint::EMPTY))
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        Ok(vec![Arc::new(Field::new(format_state_name(args.name, "state"), STATE, false))])
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        Ok(Box::new(Single {
            keys: self.keys(&args)?,
            added: Fingerprint::EMPTY,
            removed: Fingerprint::EMPTY,
        }))
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs<'_>) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs<'_>,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        Ok(Box::new(Groups { keys: self.keys(&args)?, fingerprints: Vec::new() }))
    }
}

fn scalar(fingerprint: &Fingerprint) -> ScalarValue {
    ScalarValue::FixedSizeBinary(state::VALUE_BYTES, Some(fingerprint.to_bytes().into()))
}

pub(crate) fn error(error: FingerprintError) -> datafusion::error::DataFusionError {
    exec_datafusion_err!("{error}")
}

/// One fingerprint, of all rows or of the rows in a window.
#[derive(Debug)]
struct Single {
    keys: Keys,
    added: Fingerprint,
    /// The rows that have left a sliding window. The division by them is deferred until a value is
    /// needed, because it takes as long as some hundred rows.
    removed: Fingerprint,
}

impl Single {
    fn of(&self, values: &[ArrayRef]) -> Result<Fingerprint> {
        let rows = values.first().map_or(0, Array::len);
        let mut hasher = RowHasher::new(self.keys.rows());
        Ok(Fingerprint::of(self.keys.rows(), hasher.hash(values, rows)?))
    }

    fn value(&mut self) -> Result<&Fingerprint> {
        if self.removed.rows() > 0 {
            self.added = self.added.remove(&self.removed).map_err(error)?;
            self.removed = Fingerprint::EMPTY;
        }
        Ok(&self.added)
    }
}

impl Accumulator for Single {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.added = self.added.combine(&self.of(values)?).map_err(error)?;
        Ok(())
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.removed = self.removed.combine(&self.of(values)?).map_err(error)?;
        Ok(())
    }

    fn supports_retract_batch(&self) -> bool {
        true
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for value in state::parse(&self.keys, states)? {
            self.added = self.added.combine(&Fingerprint::from_bytes(value)).map_err(error)?;
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let value = self.value()?.to_bytes();
        let state = state::state(&self.keys, value);
        Ok(vec![ScalarValue::FixedSizeBinary(32, Some(state.into()))])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        self.value().map(scalar)
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }
}

/// The fingerprints of all groups.
struct Groups {
    keys: Keys,
    fingerprints: Vec<Fingerprint>,
}

impl Groups {
    /// Removes and returns the groups to emit; the others move to the front.
    fn take(&mut self, emit_to: EmitTo) -> impl Iterator<Item = [u8; 24]> + use<> {
        emit_to.take_needed(&mut self.fingerprints).into_iter().map(|value| value.to_bytes())
    }
}

/// Returns whether a filter keeps a row.
fn keeps(filter: &BooleanArray, row: usize) -> bool {
    filter.is_valid(row) && filter.value(row)
}

impl GroupsAccumulator for Groups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        filter: Option<&BooleanArray>,
        total_num_groups: usize,
    ) -> Result<()> {
        self.fingerprints.resize(total_num_groups, Fingerprint::EMPTY);
        let key = self.keys.rows();
        let mut hasher = RowHasher::new(key);
        let rows = hasher.hash(values, group_indices.len())?;
        let done = if let Some(filter) = filter {
            let kept = (0..rows.len()).filter(|row| keeps(filter, *row));
            let (rows, groups): (Vec<_>, Vec<_>) =
                kept.map(|row| (rows[row], group_indices[row])).unzip();
            Fingerprint::update_groups(&mut self.fingerprints, key, &rows, &groups)
        } else {
            Fingerprint::update_groups(&mut self.fingerprints, key, rows, group_indices)
        };
        done.map_err(error)
    }

    fn merge_batch(
        &mut self,
        states: &[ArrayRef],
        group_indices: &[usize],
        total_num_groups: usize,
    ) -> Result<()> {
        self.fingerprints.resize(total_num_groups, Fingerprint::EMPTY);
        for (value, group) in state::parse(&self.keys, states)?.zip(group_indices) {
            let fingerprint = &mut self.fingerprints[*group];
            *fingerprint = fingerprint.combine(&Fingerprint::from_bytes(value)).map_err(error)?;
        }
        Ok(())
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        state::values(self.take(emit_to))
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        let values = self.take(emit_to);
        Ok(vec![state::states(&self.keys, values)?])
    }

    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        filter: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        let key = self.keys.rows();
        let rows = values.first().map_or(0, Array::len);
        let mut hasher = RowHasher::new(key);
        let rows = hasher.hash(values, rows)?.iter().enumerate().map(|(row, fingerprint)| {
            let kept = filter.is_none_or(|filter| keeps(filter, row));
            let rows = if kept { std::slice::from_ref(fingerprint) } else { &[] };
            Fingerprint::of(key, rows).to_bytes()
        });
        Ok(vec![state::states(&self.keys, rows)?])
    }

    fn size(&self) -> usize {
        self.fingerprints.capacity() * size_of::<Fingerprint>() + size_of_val(self)
    }
}
