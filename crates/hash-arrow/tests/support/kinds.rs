//! Columns of each layout.

use super::{Column, bytes_of, structs};
use hash_agg::Key;
use hash_arrow::{Error, RowHasher};

/// Returns the fingerprints of the rows of a table.
pub(crate) fn hashes(table: &Column) -> Result<Vec<u128>, Error> {
    let key = Key::from_seed(5);
    let array = table.export()?;
    let view = array.view()?;
    let (rows, columns) = (view.len(), view.into_columns()?);
    let mut hashes = Vec::new();
    RowHasher::new(&key).rows(&columns, rows, |block| hashes.extend_from_slice(block))?;
    Ok(hashes)
}

pub(crate) fn numbers() -> Column {
    Column::fixed("l", &[1_i64, 2, 3])
}

pub(crate) fn views(strings: &[&str]) -> Column {
    let (mut views, mut data) = (Vec::new(), Vec::new());
    for string in strings {
        let len = i32::try_from(string.len()).unwrap();
        views.extend(bytes_of(&[len]));
        if string.len() <= 12 {
            let mut inline = [0; 12];
            inline[..string.len()].copy_from_slice(string.as_bytes());
            views.extend(inline);
        } else {
            views.extend(&string.as_bytes()[..4]);
            views.extend(bytes_of(&[0_i32, i32::try_from(data.len()).unwrap()]));
            data.extend(string.as_bytes());
        }
    }
    let sizes = bytes_of(&[i64::try_from(data.len()).unwrap()]);
    Column::new("vu", strings.len(), vec![None, Some(views), Some(data), Some(sizes)])
}

/// Returns columns of three values, one of each layout.
pub(crate) fn kinds() -> Vec<Column> {
    let data = || Some(b"abcdef".to_vec());
    let (short, long) = (|| Some(bytes_of(&[0_i32, 1, 3, 6])), Some(bytes_of(&[0_i64, 1, 3, 6])));
    let (starts, sizes) = ([0_i32, 1, 2], [1_i32; 3]);
    let list = |format, buffers| Column::new(format, 3, buffers).children(vec![numbers()]);
    let three = || Some(bytes_of(&[0_i32, 1, 2, 3]));
    let ids = || Some(vec![0, 1, 0]);
    let union = |format, buffers| Column::new(format, 3, buffers);
    vec![
        Column::new("n", 3, vec![]),
        Column::new("b", 3, vec![None, Some(vec![5])]),
        numbers(),
        Column::new("w:2", 3, vec![None, data()]),
        Column::new("z", 3, vec![None, short(), data()]),
        Column::new("U", 3, vec![None, long, data()]),
        views(&["a", "one that is not inline", "c"]),
        list("+l", vec![None, three()]),
        list("+L", vec![None, Some(bytes_of(&[0_i64, 1, 2, 3]))]),
        list("+vl", vec![None, Some(bytes_of(&starts)), Some(bytes_of(&sizes))]),
        list("+vL", vec![None, Some(bytes_of(&[0_i64, 1, 2])), Some(bytes_of(&[1_i64; 3]))]),
        list("+w:1", vec![None]),
        structs(3, vec![numbers()]),
        Column::new("+m", 3, vec![None, three()])
            .children(vec![structs(3, vec![numbers(), numbers()])]),
        Column::fixed("c", &[2_i8, 0, 1]).dictionary(numbers()),
        runs(&[1, 2, 3], numbers()),
        union("+ud:0,1", vec![ids(), Some(bytes_of(&[0_i32, 1, 2]))])
            .children(vec![numbers(), numbers()]),
        union("+us:0,1", vec![ids()]).children(vec![numbers(), numbers()]),
    ]
}

pub(crate) fn runs(ends: &[i32], values: Column) -> Column {
    runs_of(Column::fixed("i", ends), values)
}

pub(crate) fn runs_of(ends: Column, values: Column) -> Column {
    Column::new("+r", 3, vec![]).children(vec![ends, values])
}
