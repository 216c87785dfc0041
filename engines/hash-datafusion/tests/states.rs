//! Partial results are merged only if all of them are of this key, wherever another one is.

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, FixedSizeBinaryArray, Int64Array,
};
use datafusion::arrow::buffer::{BooleanBuffer, NullBuffer};
use datafusion::arrow::compute::concat;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::function::AccumulatorArgs;
use datafusion::logical_expr::{AggregateUDF, EmitTo};
use datafusion::physical_expr::PhysicalSortExpr;
use datafusion::physical_expr::expressions::col;
use datafusion::prelude::SessionContext;
use hash_datafusion::Keys;
use hash_datafusion::hash_agg::{Fingerprint, Row};
use std::sync::Arc;

/// The aggregate, whether of distinct rows, and whether of rows in an order.
const AGGREGATES: [(&str, bool, bool); 3] =
    [("fingerprint", false, false), ("fingerprint", true, false), ("row_digest", false, true)];

fn function(name: &str) -> Arc<AggregateUDF> {
    let ctx = SessionContext::new();
    hash_datafusion::register(&ctx, &Keys::from_seed(5)).expect("registered");
    ctx.udaf(name).expect("there is a function")
}

/// Calls `with` with the arguments of an accumulator of one column.
fn with_arguments<T>(
    is_distinct: bool,
    is_ordered: bool,
    with: impl FnOnce(AccumulatorArgs<'_>) -> Result<T>,
) -> T {
    let schema = Schema::new(vec![Field::new("a", DataType::Int64, true)]);
    let column = col("a", &schema).expect("the column is there");
    let order = [PhysicalSortExpr::new_default(Arc::clone(&column))];
    with(AccumulatorArgs {
        return_field: Arc::new(Field::new("f", DataType::FixedSizeBinary(24), false)),
        schema: &schema,
        ignore_nulls: false,
        order_bys: if is_ordered { &order } else { &[] },
        is_reversed: false,
        name: "f",
        is_distinct,
        exprs: &[column],
        expr_fields: &[Arc::new(schema.field(0).clone())],
    })
    .expect("there is an accumulator")
}

fn numbers(numbers: &[i64]) -> ArrayRef {
    Arc::new(Int64Array::from(numbers.to_vec()))
}

/// Returns the states with this bit of the check value of state `at` wrong: the last eight bytes of
/// the first column.
fn wrong(states: &[ArrayRef], at: usize, bit: usize) -> Vec<ArrayRef> {
    let column = states[0].as_fixed_size_binary();
    let rows = (0..column.len()).map(|row| {
        let mut bytes = column.value(row).to_vec();
        if row == at {
            let start = bytes.len() - 8;
            bytes[start + bit / 8] ^= 1 << (bit % 8);
        }
        bytes
    });
    let column = FixedSizeBinaryArray::try_from_iter(rows).expect("of one length");
    [vec![Arc::new(column) as ArrayRef], states[1..].to_vec()].concat()
}

#[test]
fn every_state_is_of_this_key() {
    for (name, is_distinct, is_ordered) in AGGREGATES {
        let function = function(name);
        let new = || with_arguments(is_distinct, is_ordered, |args| function.accumulator(args));
        let state = |values: &[i64]| {
            let mut accumulator = new();
            let values = numbers(values);
            let columns = vec![Arc::clone(&values); if is_ordered { 2 } else { 1 }];
            accumulator.update_batch(&columns).expect("rows");
            let state = accumulator.state().expect("a state");
            state.iter().map(|scalar| scalar.to_array().expect("an array")).collect::<Vec<_>>()
        };
        let parts = [state(&[1, 2]), state(&[3]), state(&[4, 5, 6])];
        let column = |i: usize| {
            let parts: Vec<&dyn Array> = parts.iter().map(|part| &*part[i]).collect();
            concat(&parts).expect("of one type")
        };
        let states: Vec<_> = (0..parts[0].len()).map(column).collect();
        new().merge_batch(&states).expect("states of this key");
        for at in 0..3 {
            for bit in 0..64 {
                let mut accumulator = new();
                let error = accumulator.merge_batch(&wrong(&states, at, bit));
                let error = error.expect_err("another key").to_string();
                assert!(error.contains("different keys"), "{name}, state {at}, bit {bit}: {error}");
            }
        }
    }
}

/// Whatever a null hides, here another state of this key.
#[test]
fn a_null_is_no_state() {
    let function = function("fingerprint");
    let new = || with_arguments(false, false, |args| function.accumulator(args));
    let mut accumulator = new();
    accumulator.update_batch(&[numbers(&[1, 2])]).expect("rows");
    let state = accumulator.state().expect("a state")[0].to_array_of_size(3).expect("three");
    let mut sum = new();
    sum.merge_batch(&[Arc::clone(&state)]).expect("states of this key");
    let expected = sum.evaluate().expect("a fingerprint");
    let values = state.as_fixed_size_binary().values().clone();
    for at in 0..3 {
        let nulls = NullBuffer::from_iter((0..3).map(|i| i != at));
        let hidden = FixedSizeBinaryArray::try_new(32, values.clone(), Some(nulls));
        let hidden: ArrayRef = Arc::new(hidden.expect("of one length"));
        assert!(sum.merge_batch(&[hidden]).is_err(), "state {at} is null");
        assert_eq!(sum.evaluate().expect("a fingerprint"), expected, "state {at} is null");
    }
}

#[test]
fn groups_merge_states_of_this_key_and_rows_that_a_filter_keeps() {
    let function = function("fingerprint");
    let new = || with_arguments(false, false, |args| function.create_groups_accumulator(args));
    let key = Keys::from_seed(5);
    let table = |values: &[i64]| {
        let rows: Vec<_> =
            values.iter().map(|value| Row::new(key.rows()).push(*value).finish()).collect();
        Fingerprint::of(key.rows(), &rows).to_bytes()
    };
    let groups = [0, 1, 0, 1];
    let expected = FixedSizeBinaryArray::try_from_iter([table(&[1]), table(&[2])].into_iter());
    let expected = expected.expect("of one length");
    // A null is no reason to keep a row, whatever value it hides.
    let filter = BooleanArray::new(
        BooleanBuffer::from(vec![true, true, true, false]),
        Some(NullBuffer::from(vec![true, true, false, false])),
    );
    let mut accumulator = new();
    let values = [numbers(&[1, 2, 3, 4])];
    accumulator.update_batch(&values, &groups, Some(&filter), 2).expect("rows");
    let found = accumulator.evaluate(EmitTo::All).expect("two groups");
    assert_eq!(found.as_fixed_size_binary(), &expected);

    let states = new().convert_to_state(&values, Some(&filter)).expect("states");
    let mut accumulator = new();
    accumulator.merge_batch(&states, &groups, 2).expect("states of this key");
    let found = accumulator.evaluate(EmitTo::All).expect("two groups");
    assert_eq!(found.as_fixed_size_binary(), &expected);
    for at in 0..4 {
        for bit in 0..64 {
            let error = new().merge_batch(&wrong(&states, at, bit), &groups, 2);
            let error = error.expect_err("another key").to_string();
            assert!(error.contains("different keys"), "state {at}, bit {bit}: {error}");
        }
    }
}
