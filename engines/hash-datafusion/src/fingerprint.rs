//! `fingerprint(column, ...)`: the fingerprint of a multiset of rows, and `fingerprint_merge`,
//! which joins those of tables.

use crate::arrays::RowHasher;
use crate::functions::OptionalKeys;
use crate::keys::Keys;
use crate::state::{self, STATE, VALUE};
use crate::stored;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{
    Result, ScalarValue, exec_datafusion_err, internal_datafusion_err, not_impl_err,
};
use datafusion::logical_expr::expr::AggregateFunction;
use datafusion::logical_expr::function::{
    AccumulatorArgs, AggregateFunctionSimplification, StateFieldsArgs,
};
use datafusion::logical_expr::simplify::SimplifyContext;
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, EmitTo, Expr, GroupsAccumulator, Signature, Volatility, lit,
};
use hash_agg::{Fingerprint, FingerprintError};
use std::collections::HashSet;
use std::sync::Arc;

#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct FingerprintFunction {
    input: Input,
    keys: OptionalKeys,
    signature: Signature,
}

/// The arguments of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Input {
    /// The cells of rows.
    Rows,
    /// Fingerprints of tables.
    Fingerprints,
}

impl Input {
    /// Calls `each` with the number and the fingerprint of each row or table, except nulls.
    fn each(
        self,
        keys: &Keys,
        values: &[ArrayRef],
        mut each: impl FnMut(usize, Fingerprint) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::Rows => {
                let rows = values.first().map_or(0, Array::len);
                let mut hasher = RowHasher::new(keys.rows());
                for (row, hash) in hasher.hash(values, rows)?.iter().enumerate() {
                    each(row, Fingerprint::of(keys.rows(), std::slice::from_ref(hash)))?;
                }
                Ok(())
            }
            Self::Fingerprints => stored::fingerprints(values, |tables| {
                let tables = tables.into_iter().enumerate();
                tables.filter_map(|(i, table)| Some((i, table?))).try_for_each(|(i, t)| each(i, t))
            }),
        }
    }
}

impl FingerprintFunction {
    pub(crate) fn new(input: Input, keys: OptionalKeys) -> Self {
        let signature = match input {
            Input::Rows => Signature::variadic_any(Volatility::Immutable),
            Input::Fingerprints => Signature::any(1, Volatility::Immutable),
        };
        Self { input, keys, signature }
    }

    fn is_distinct(&self, is_distinct: bool) -> Result<bool> {
        if is_distinct && self.input == Input::Fingerprints {
            return not_impl_err!("fingerprint_merge(DISTINCT ...): tables are not compared");
        }
        Ok(is_distinct)
    }
}

impl AggregateUDFImpl for FingerprintFunction {
    fn name(&self) -> &'static str {
        match self.input {
            Input::Rows => "fingerprint",
            Input::Fingerprints => "fingerprint_merge",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        if self.input == Input::Fingerprints {
            stored::check(self.name(), arguments)?;
        }
        Ok(VALUE)
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn default_value(&self, _: &DataType) -> Result<ScalarValue> {
        Ok(scalar(&Fingerprint::EMPTY))
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let field = |name, data_type| {
            Arc::new(Field::new(format_state_name(args.name, name), data_type, false))
        };
        Ok(if self.is_distinct(args.is_distinct)? {
            vec![field("check", state::CHECK), field("rows", state::list_type(state::ROW))]
        } else {
            vec![field("state", STATE)]
        })
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    /// Gives `fingerprint(DISTINCT x)` a filter that keeps all rows. Without one, the optimizer
    /// groups by `x` first, by its bits, and NaNs of different bits would count as several.
    fn simplify(&self) -> Option<AggregateFunctionSimplification> {
        (self.input == Input::Rows).then(|| -> AggregateFunctionSimplification {
            Box::new(|mut function: AggregateFunction, _: &SimplifyContext| {
                if function.params.distinct && function.params.filter.is_none() {
                    function.params.filter = Some(Box::new(lit(true)));
                }
                Ok(Expr::AggregateFunction(function))
            })
        })
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        let keys = self.keys.get()?.clone();
        if self.is_distinct(args.is_distinct)? {
            return Ok(Box::new(Distinct { keys, rows: HashSet::new() }));
        }
        Ok(Box::new(Single {
            keys,
            input: self.input,
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
        let keys = self.keys.get()?.clone();
        self.is_distinct(args.is_distinct)?;
        Ok(Box::new(Groups { keys, input: self.input, fingerprints: Vec::new() }))
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
    input: Input,
    added: Fingerprint,
    /// The rows that have left a sliding window. The division by them is deferred until a value is
    /// needed, because it takes as long as some hundred rows.
    removed: Fingerprint,
}

impl Single {
    fn of(&self, values: &[ArrayRef]) -> Result<Fingerprint> {
        let mut all = Fingerprint::EMPTY;
        if self.input == Input::Fingerprints {
            self.input.each(&self.keys, values, |_, table| {
                all = all.combine(&table).map_err(error)?;
                Ok(())
            })?;
        } else {
            let rows = values.first().map_or(0, Array::len);
            RowHasher::new(self.keys.rows()).add(values, rows, &mut all)?;
        }
        Ok(all)
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

/// The fingerprint of different rows, which are known by their fingerprints.
#[derive(Debug)]
struct Distinct {
    keys: Keys,
    rows: HashSet<u128>,
}

impl Accumulator for Distinct {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let rows = values.first().map_or(0, Array::len);
        let mut hasher = RowHasher::new(self.keys.rows());
        self.rows.extend(hasher.hash(values, rows)?);
        Ok(())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let [checks, lists] = states else {
            return Err(internal_datafusion_err!("the state of different rows has two columns"));
        };
        let (checks, lists) = (checks.as_fixed_size_binary(), lists.as_list::<i64>());
        for state in 0..checks.len() {
            state::check_key(&self.keys, checks.value(state))?;
            for row in state::rows(&lists.value(state)) {
                self.rows.insert(row?);
            }
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let rows: Vec<_> = self.rows.iter().copied().collect();
        Ok(vec![state::check(&self.keys), state::list(state::row_array(&rows)?)?])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let rows: Vec<_> = self.rows.iter().copied().collect();
        Ok(scalar(&Fingerprint::of(self.keys.rows(), &rows)))
    }

    fn size(&self) -> usize {
        // A table has a byte of metadata for each place.
        size_of_val(self) + self.rows.capacity() * (size_of::<u128>() + 1)
    }
}

/// The fingerprints of all groups.
struct Groups {
    keys: Keys,
    input: Input,
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
        if self.input == Input::Fingerprints {
            let fingerprints = &mut self.fingerprints;
            return self.input.each(&self.keys, values, |row, table| {
                if filter.is_none_or(|filter| keeps(filter, row)) {
                    let group = &mut fingerprints[group_indices[row]];
                    *group = group.combine(&table).map_err(error)?;
                }
                Ok(())
            });
        }
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
        let rows = values.first().map_or(0, Array::len);
        let mut states = vec![Fingerprint::EMPTY.to_bytes(); rows];
        self.input.each(&self.keys, values, |row, fingerprint| {
            if filter.is_none_or(|filter| keeps(filter, row)) {
                states[row] = fingerprint.to_bytes();
            }
            Ok(())
        })?;
        Ok(vec![state::states(&self.keys, states.into_iter())?])
    }

    fn size(&self) -> usize {
        self.fingerprints.capacity() * size_of::<Fingerprint>() + size_of_val(self)
    }
}
