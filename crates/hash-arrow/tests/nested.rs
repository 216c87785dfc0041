//! Dictionaries, runs, unions and slices refer to values without changing them: of values of every
//! kind, of one another, in lists, structs and maps, and for more rows than are hashed at once.

#[allow(dead_code, reason = "shared with other tests")]
mod support;

use hash_agg::{Key, Row, Value};
use support::kinds::{hashes, kinds, numbers};
use support::{Column, bitmap, bytes_of, structs};

/// What a row refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    /// This row of the column.
    Row(usize),
    /// This row of `numbers`.
    Number(usize),
    Null,
}

/// A column that refers to another.
struct Layout {
    name: String,
    column: Column,
    rows: Vec<To>,
}

impl Layout {
    fn of(column: &Column) -> Self {
        let rows = (0..column.len()).map(To::Row).collect();
        Self { name: format!("{column:?}"), column: column.clone(), rows }
    }

    /// Returns the layouts of `len` rows that refer to this one.
    fn nested(&self, len: usize) -> Vec<Self> {
        let (inner, count) = (&self.column, self.column.len());
        // Backwards, from another row each time.
        let at = |row: usize| (row + row / count) * (count - 1) % count;
        let index = |row: usize| i32::try_from(at(row)).unwrap();
        let valid: Vec<_> = (0..len).map(|row| row % 5 != 3).collect();
        let layout = |name: &str, column, rows: Vec<To>| {
            let rows =
                rows.into_iter().map(|to| if let To::Row(row) = to { self.rows[row] } else { to });
            Self { name: format!("{name} of {}", self.name), column, rows: rows.collect() }
        };
        let indices: Vec<_> = (0..len).map(index).collect();
        let indices = Column::fixed("i", &indices).nulls(&valid).dictionary(inner.clone());
        let to_valid = |row: usize| if valid[row] { To::Row(at(row)) } else { To::Null };

        // Each run has two rows more than the one before, and the last one has the rest.
        let ends = (1..count).map(|run| run * (run + 1)).chain([len.max(count * (count + 1))]);
        let ends: Vec<_> = ends.collect();
        let run = |row: usize| ends.iter().take_while(|end| **end <= row).count();
        let runs = (0..len).map(|row| To::Row(run(row))).collect();
        let signed: Vec<_> = ends.iter().map(|end| i64::try_from(*end).unwrap()).collect();
        let runs_of = Column::new("+r", len, vec![])
            .children(vec![Column::fixed("l", &signed), inner.clone()]);

        // Numbers in every third row.
        let is_number = |row: usize| row % 3 == 1;
        let ids: Vec<_> = (0..len).map(|row| if is_number(row) { 7 } else { 3 }).collect();
        let places: Vec<_> = (0..len)
            .map(|row| if is_number(row) { i32::try_from(row % 3).unwrap() } else { index(row) })
            .collect();
        let dense = Column::new("+ud:7,3", len, vec![Some(ids.clone()), Some(bytes_of(&places))])
            .children(vec![numbers(), inner.clone()]);
        let dense_rows = (0..len)
            .map(|row| if is_number(row) { To::Number(row % 3) } else { To::Row(at(row)) })
            .collect();
        let few = count.min(3);
        let sparse = Column::new("+us:3,7", few, vec![Some(vec![3, 7, 3])])
            .children(vec![inner.clone(), numbers()]);
        let sparse_rows = [To::Row(0), To::Number(1), To::Row(2)];

        // Slices: of this column, and of those that refer to it.
        let some = |start: usize, len: usize| (start..start + len).map(To::Row).collect::<Vec<_>>();
        let mut all = vec![
            layout("a dictionary", indices, (0..len).map(to_valid).collect()),
            layout("runs", runs_of, runs),
            layout("a dense union", dense, dense_rows),
            layout("a sparse union", sparse, sparse_rows[..few].to_vec()),
            layout("a slice", inner.clone().slice(1, count - 1), some(1, count - 1)),
        ];
        for whole in &mut all {
            let end = whole.rows.len();
            if end > 4 {
                whole.name = format!("a slice of {}", whole.name);
                whole.column = whole.column.clone().slice(1, end - 1);
                whole.rows.remove(0);
            }
        }
        all
    }
}

/// Returns columns whose rows contain one row each of a column.
fn containers(column: &Column) -> Vec<Column> {
    let count = column.len();
    let offsets: Vec<_> = (0..=count).map(|row| i32::try_from(row).unwrap()).collect();
    let of = |format, buffers, child| Column::new(format, count, buffers).children(vec![child]);
    let entries = structs(count, vec![column.clone(), column.clone()]);
    let fixed = Column::new("+w:1", count, vec![None]).children(vec![column.clone()]);
    vec![
        column.clone(),
        of("+l", vec![None, Some(bytes_of(&offsets))], column.clone()),
        fixed,
        structs(count, vec![column.clone()]),
        of("+m", vec![None, Some(bytes_of(&offsets))], entries),
    ]
}

/// Returns the rows of a table of one column, which a slice of the table has as well.
fn rows(column: Column) -> Vec<u128> {
    let table = structs(column.len(), vec![column]);
    let rows = hashes(&table).unwrap();
    let part = table.clone().slice(1, rows.len() - 1);
    assert_eq!(hashes(&part).as_deref(), Ok(&rows[1..]), "{part:?}");
    rows
}

/// Checks the rows of a layout, alone and in other columns, against those of the column to which it
/// refers.
fn check(inner: &Column, layout: &Layout) {
    let found = containers(&layout.column).into_iter().zip(containers(inner));
    for (i, ((found, own), numbers)) in found.zip(containers(&numbers())).enumerate() {
        let text = format!("{} in {found:?}", layout.name);
        let (found, own, numbers) = (rows(found), rows(own), rows(numbers));
        assert_eq!(found.len(), layout.rows.len());
        for (row, (found, to)) in found.iter().zip(&layout.rows).enumerate() {
            match *to {
                To::Row(at) => assert_eq!(*found, own[at], "row {row} of {text}"),
                To::Number(at) => assert_eq!(*found, numbers[at], "row {row} of {text}"),
                To::Null if i == 0 => {
                    let null = Row::new(&Key::from_seed(5)).push(Value::Null).finish();
                    assert_eq!(*found, null, "row {row} of {text}");
                }
                To::Null => {}
            }
        }
    }
}

/// Returns columns of three rows or more of every kind, with nulls and without, and dates that are
/// timestamps.
fn columns() -> Vec<Column> {
    const DAY: i64 = 86_400_000;
    let dates = Column::fixed("tdm", &[DAY, -1, -5 * DAY, 7]);
    let booleans = Column::new("b", 4, vec![None, Some(bitmap(&[true, false, true, true]))]);
    let decimals = Column::fixed("d:20,3", &[1500_i128, -1, 0]);
    let with_nulls =
        [dates.clone(), booleans.clone(), Column::fixed("ttu", &[1_i64, i64::MAX, 3, 4])];
    let with_nulls = with_nulls.map(|column| column.nulls(&[true, false, true, true]));
    kinds().into_iter().chain([dates, booleans, decimals]).chain(with_nulls).collect()
}

#[test]
fn references_change_no_value() {
    for column in columns() {
        for once in Layout::of(&column).nested(7) {
            check(&column, &once);
            for twice in once.nested(9) {
                check(&column, &twice);
            }
        }
    }
}

#[test]
fn references_change_no_value_in_many_rows() {
    for column in columns() {
        for once in Layout::of(&column).nested(4101) {
            check(&column, &once);
        }
    }
}
