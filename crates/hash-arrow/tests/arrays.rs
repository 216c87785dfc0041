//! Arrays of every layout, against rows whose cells are pushed one by one; malformed arrays are
//! errors.

#[allow(dead_code, reason = "shared with other tests")]
mod support;

use hash_agg::{Fingerprint, Key, Row, Value};
use hash_arrow::ffi::{Owned, Released, Schema};
use hash_arrow::{Error, RowHasher};
use support::kinds::views;
use support::{Column, bitmap, bytes_of, released, structs};

/// Pushes a cell.
type Cell<'c> = &'c dyn Fn(&mut Row<'_>);

/// Returns the fingerprints of the rows of a table.
fn hashes(key: &Key, table: &Column) -> Result<Vec<u128>, Error> {
    let array = table.export()?;
    let view = array.view()?;
    let rows = view.len();
    let (mut hashes, mut hasher) = (Vec::new(), RowHasher::new(key));
    let columns = view.into_columns()?;
    hasher.rows(&columns, rows, |block| hashes.extend_from_slice(block))?;
    let mut table = Fingerprint::EMPTY;
    hasher.add(&columns, rows, &mut table)?;
    assert_eq!(table, Fingerprint::of(key, &hashes));
    Ok(hashes)
}

/// Checks a column and its slices, alone and beside others, aligned or not.
fn check(column: &Column, cells: &[Cell<'_>]) {
    let key = Key::from_seed(11);
    let expected: Vec<_> = cells
        .iter()
        .map(|cell| {
            let mut row = Row::new(&key);
            cell(&mut row);
            row.finish()
        })
        .collect();
    for start in 0..=cells.len() {
        for end in start..=cells.len() {
            for shift in [0, 1] {
                // A column of structs alone would be the table of their fields.
                let alone = if column.is_struct() {
                    structs(cells.len(), vec![column.clone()])
                } else {
                    column.clone()
                };
                let part = alone.slice(start, end - start).shift(shift);
                let found = hashes(&key, &part);
                assert_eq!(
                    found.as_deref(),
                    Ok(&expected[start..end]),
                    "{start}..{end} {column:?}"
                );
            }
        }
    }
    // As fields of a sliced table, beside numbers.
    let numbers: Vec<i64> = (0..cells.len()).map(|row| i64::try_from(row).unwrap()).collect();
    let numbers = Column::fixed("l", &numbers);
    let table = structs(cells.len(), vec![numbers, column.clone()]);
    for start in 0..cells.len() {
        let rows = hashes(&key, &table.clone().slice(start, cells.len() - start)).unwrap();
        for (row, found) in (start..).zip(rows) {
            let mut expected = Row::new(&key);
            expected.push(row as u64);
            cells[row](&mut expected);
            assert_eq!(found, expected.finish(), "row {row} of {column:?}");
        }
    }
}

const NULL: Cell<'static> = &|row| {
    row.push(Value::Null);
};

macro_rules! cells {
    ($($value:expr),* $(,)?) => {
        &[$((&|row: &mut Row<'_>| {
            row.push($value);
        }) as Cell<'_>),*]
    };
}

#[test]
fn values_of_fixed_width() {
    check(&Column::fixed("c", &[-1_i8, 5, i8::MIN]), cells![-1, 5, -128]);
    check(&Column::fixed("S", &[65_535_u16, 5, 0]), cells![65_535, 5, 0]);
    check(&Column::fixed("i", &[-1_i32, i32::MAX]), cells![-1, i32::MAX]);
    check(&Column::fixed("L", &[u64::MAX, 1]), cells![u64::MAX, 1]);
    let half = cells![1.0, -0.0, f64::NAN, 5.960_464_477_539_063e-8];
    check(&Column::fixed("e", &[0x3c00_u16, 0, 0xfe01, 1]), half);
    check(&Column::fixed("f", &[1.5_f32, -0.0]), cells![1.5, 0.0]);
    check(&Column::fixed("g", &[1.5_f64, f64::NAN]), cells![1.5, f64::NAN]);
    let decimal = |unscaled, scale| Value::Decimal { unscaled, scale };
    check(&Column::fixed("d:9,2,32", &[500_i32, -12]), cells![5, decimal(-12, 2)]);
    check(&Column::fixed("d:38,-1", &[5_i128, i128::MAX]), cells![50, decimal(i128::MAX, -1)]);
    let wide = [[1_i128, 0], [0, 1], [-7, -1]];
    let wide =
        wide.map(|[low, high]| if cfg!(target_endian = "big") { [high, low] } else { [low, high] });
    let mut unscaled = [0; 32];
    unscaled[16] = 1;
    check(
        &Column::fixed("d:76,0,256", &wide),
        cells![1, Value::Decimal256 { unscaled, scale: 0 }, -7],
    );
    check(&Column::fixed("tdD", &[-1_i32, 20_000]), cells![Value::Date(-1), Value::Date(20_000)]);
    check(
        &Column::fixed("tdm", &[86_400_000_i64, -86_400_001, 0]),
        cells![Value::Date(1), Value::Timestamp(-86_400_001_000_000), Value::Date(0)],
    );
    check(
        &Column::fixed("tts", &[1_i32, 2]),
        cells![Value::Time(10_i64.pow(9)), Value::Time(2 * 10_i64.pow(9))],
    );
    check(&Column::fixed("ttu", &[7_i64]), cells![Value::Time(7000)]);
    let nanos = i128::from(i64::MAX) * 1_000_000_000;
    check(
        &Column::fixed("tss:", &[i64::MAX, 0]),
        cells![Value::Timestamp(nanos), Value::Timestamp(0)],
    );
    check(&Column::fixed("tsn:Asia/Tokyo", &[-1_i64]), cells![Value::Instant(-1)]);
    check(&Column::fixed("tDm", &[3_i64]), cells![Value::Duration(3_000_000)]);
    let interval = |months, days, nanoseconds| Value::Interval { months, days, nanoseconds };
    check(&Column::fixed("tiM", &[-3_i32]), cells![interval(-3, 0, 0)]);
    check(&Column::fixed("tiD", &[[-1_i32, 2]]), cells![interval(0, -1, 2_000_000)]);
    let mixed = [bytes_of(&[1_i32, -2]), bytes_of(&[-3_i64])].concat();
    check(&Column::new("tin", 1, vec![None, Some(mixed)]), cells![interval(1, -2, -3)]);
    let binary = Column::new("w:3", 2, vec![None, Some(b"abcdef".to_vec())]);
    check(&binary, cells![Value::Binary(b"abc"), Value::Binary(b"def")]);
    check(&Column::new("w:0", 2, vec![None, None]), cells![Value::Binary(b""), Value::Binary(b"")]);
}

#[test]
fn nulls_and_booleans() {
    let numbers = Column::fixed("l", &[1_i64, 99, 3, 4, 99, 6, 7, 8, 9, 99]);
    let valid = [true, false, true, true, false, true, true, true, true, false];
    let cells: [Cell<'_>; 10] = [
        cells![1][0],
        NULL,
        cells![3][0],
        cells![4][0],
        NULL,
        cells![6][0],
        cells![7][0],
        cells![8][0],
        cells![9][0],
        NULL,
    ];
    check(&numbers.clone().nulls(&valid), &cells);
    let booleans = Column::new("b", 10, vec![None, Some(bitmap(&valid))]);
    let truths = cells![true, false, true, true, false, true, true, true, true, false];
    check(&booleans, truths);
    check(&Column::new("n", 3, vec![]), &[NULL; 3]);
    // Several blocks of rows.
    let many: Vec<i64> = (0..13_000).collect();
    let valid: Vec<_> = many.iter().map(|n| n % 7 != 0).collect();
    let key = Key::from_seed(2);
    for start in [0, 1, 63, 1030] {
        let part = Column::fixed("l", &many).nulls(&valid).slice(start, many.len() - start);
        let found = hashes(&key, &part).unwrap();
        assert_eq!(found.len(), many.len() - start);
        for (row, found) in (start..).zip(found) {
            let value = valid[row].then_some(many[row]);
            assert_eq!(found, Row::new(&key).push(value).finish(), "row {row} from {start}");
        }
    }
}

#[test]
fn strings() {
    let words = ["", "a", "twelve bytes", "thirteen byte", "and a longer one, of more words"];
    let cells = cells![words[0], words[1], words[2], words[3], words[4]];
    let ends = words.iter().scan(0, |end, word| {
        *end += word.len();
        Some(*end)
    });
    let offsets: Vec<_> = std::iter::once(0).chain(ends).collect();
    let short: Vec<_> = offsets.iter().map(|end| i32::try_from(*end).unwrap()).collect();
    let long: Vec<_> = offsets.iter().map(|end| i64::try_from(*end).unwrap()).collect();
    let data = words.concat().into_bytes();
    let of =
        |format, offsets| Column::new(format, 5, vec![None, Some(offsets), Some(data.clone())]);
    check(&of("u", bytes_of(&short)), cells);
    check(&of("U", bytes_of(&long)), cells);
    check(&views(&words), cells);
    let binary = words.map(|word| Value::Binary(word.as_bytes()));
    let cells = cells![binary[0], binary[1], binary[2], binary[3], binary[4]];
    check(&of("z", bytes_of(&short)), cells);
    check(&of("Z", bytes_of(&long)), cells);
}

#[test]
fn nested_values() {
    let items = || Column::fixed("i", &[1_i32, 2, 99, 4]).nulls(&[true, true, false, true]);
    let cells: &[Cell<'_>] = &[
        &|row| {
            row.list(|items| {
                items.push(1).push(2);
            });
        },
        &|row| {
            row.list(|_| ());
        },
        &|row| {
            row.list(|items| {
                items.push(Value::Null).push(4);
            });
        },
    ];
    let lists = |format, buffers| Column::new(format, 3, buffers).children(vec![items()]);
    check(&lists("+l", vec![None, Some(bytes_of(&[0_i32, 2, 2, 4]))]), cells);
    check(&lists("+L", vec![None, Some(bytes_of(&[0_i64, 2, 2, 4]))]), cells);
    let (starts, sizes) = (bytes_of(&[0_i32, 4, 2]), bytes_of(&[2_i32, 0, 2]));
    check(&lists("+vl", vec![None, Some(starts), Some(sizes)]), cells);
    let (starts, sizes) = (bytes_of(&[0_i64, 4, 2]), bytes_of(&[2_i64, 0, 2]));
    check(&lists("+vL", vec![None, Some(starts), Some(sizes)]), cells);
    let pairs = Column::new("+w:2", 2, vec![None]).children(vec![items()]);
    check(&pairs, &[cells[0], cells[2]]);
    // Items of a sliced child.
    let child = Column::fixed("i", &[77_i32, 1, 2, 99, 4]).nulls(&[true, true, true, false, true]);
    let sliced = Column::new("+l", 3, vec![None, Some(bytes_of(&[0_i32, 2, 2, 4]))]);
    check(&sliced.children(vec![child.slice(1, 4)]), cells);

    let inner = structs(4, vec![items(), views(&["a", "b", "c", "d"])]);
    let cells: &[Cell<'_>] = &[
        &|row| {
            row.structure(|fields| {
                fields.push(1).push("a");
            });
        },
        NULL,
        &|row| {
            row.structure(|fields| {
                fields.push(Value::Null).push("c");
            });
        },
        &|row| {
            row.structure(|fields| {
                fields.push(4).push("d");
            });
        },
    ];
    check(&inner.nulls(&[true, false, true, true]), cells);
    let entries = structs(4, vec![views(&["k", "l", "m", "n"]), items()]);
    let offsets = bytes_of(&[0_i32, 1, 1, 4]);
    let map = Column::new("+m", 3, vec![None, Some(offsets)]).children(vec![entries]);
    let cells: &[Cell<'_>] = &[
        &|row| {
            row.map(|entries| {
                entries.push("k").push(1);
            });
        },
        &|row| {
            row.map(|_| ());
        },
        &|row| {
            row.map(|entries| {
                entries.push("l").push(2).push("m").push(Value::Null).push("n").push(4);
            });
        },
    ];
    check(&map, cells);
}

#[test]
fn values_that_refer_to_others() {
    let numbers = || Column::fixed("l", &[10_i64, 20, 99]).nulls(&[true, true, false]);
    let words = || views(&["a", "longer than twelve bytes"]);
    let indices = |values: &[u8]| Column::fixed("C", values);
    let of = |column: Column, values| column.dictionary(values);
    check(
        &of(indices(&[1, 0, 2, 1]), numbers()),
        &[cells![20][0], cells![10][0], NULL, cells![20][0]],
    );
    let null_index = indices(&[1, 200, 0]).nulls(&[true, false, true]);
    check(&of(null_index, words()), &[cells!["longer than twelve bytes"][0], NULL, cells!["a"][0]]);
    let booleans = Column::new("b", 2, vec![None, Some(bitmap(&[false, true]))]);
    check(&of(indices(&[1, 0]), booleans), cells![true, false]);
    let dates = Column::fixed("tdm", &[86_400_000_i64, 1]);
    check(&of(indices(&[1, 0]), dates), cells![Value::Timestamp(1_000_000), Value::Date(1)]);
    let lists = Column::new("+w:1", 2, vec![None]).children(vec![Column::fixed("c", &[7_i8, 8])]);
    let cells: &[Cell<'_>] = &[
        &|row| {
            row.list(|items| {
                items.push(8);
            });
        },
        &|row| {
            row.list(|items| {
                items.push(7);
            });
        },
    ];
    check(&of(indices(&[1, 0]), lists), cells);
    for (format, ends) in [("s", bytes_of(&[1_i16, 3, 4])), ("l", bytes_of(&[1_i64, 3, 4]))] {
        let ends = Column::new(format, 3, vec![None, Some(ends)]);
        let runs = Column::new("+r", 4, vec![]).children(vec![ends, numbers()]);
        check(&runs, &[cells![10][0], cells![20][0], cells![20][0], NULL]);
    }
    // The numbers of types need not be those of the fields.
    let (ids, places) = (bytes_of(&[9_i8, 5, 5, 9]), bytes_of(&[2_i32, 1, 0, 0]));
    let dense = Column::new("+ud:5,9", 4, vec![Some(ids.clone()), Some(places)]);
    check(
        &dense.children(vec![words(), numbers()]),
        &[NULL, cells!["longer than twelve bytes"][0], cells!["a"][0], cells![10][0]],
    );
    let letters = views(&["p", "q", "r", "s"]);
    let numbers = Column::fixed("l", &[1_i64, 2, 3, 4]);
    let sparse = Column::new("+us:5,9", 4, vec![Some(ids)]).children(vec![letters, numbers]);
    check(&sparse, &[cells![1][0], cells!["q"][0], cells!["r"][0], cells![4][0]]);
}

#[test]
fn malformed_arrays_are_errors() {
    let key = Key::from_seed(1);
    let text = |offsets: &[i32]| {
        Column::new("u", 2, vec![None, Some(bytes_of(offsets)), Some(b"abcdef".to_vec())])
    };
    let list = |offsets: &[i32]| {
        Column::new("+l", 2, vec![None, Some(bytes_of(offsets))])
            .children(vec![Column::fixed("c", &[1_i8, 2])])
    };
    let numbers = || Column::fixed("l", &[1_i64]);
    let view = |parts: [i32; 4]| {
        let sizes = bytes_of(&[2_i64]);
        Column::new("vu", 1, vec![None, Some(bytes_of(&parts)), Some(b"ab".to_vec()), Some(sizes)])
    };
    let union = |id: i8, place: i32| {
        let buffers = vec![Some(bytes_of(&[id])), Some(bytes_of(&[place]))];
        Column::new("+ud:0", 1, buffers).children(vec![numbers()])
    };
    let ends = |end: i32| {
        Column::new("+r", 2, vec![]).children(vec![Column::fixed("i", &[end]), numbers()])
    };
    let mut deep = numbers();
    for _ in 0..100 {
        deep = structs(1, vec![deep]);
    }
    for (i, wrong) in [
        text(&[0, 5, 3]),
        text(&[-1, 2, 3]),
        text(&[0, 2, -3]),
        Column::new("l", 1, vec![None]),
        Column::new("l", 1, vec![]),
        Column::new("?", 1, vec![]),
        Column::new("w:-1", 1, vec![]),
        Column::new("d:1,2,65", 1, vec![]),
        Column::new("tsq:", 1, vec![]),
        Column::new("+ud:0,0", 1, vec![]),
        Column::new("+us:200", 1, vec![]),
        Column::new("+m", 1, vec![None, Some(bytes_of(&[0_i32, 1]))]).children(vec![numbers()]),
        list(&[0, 3, 1]),
        list(&[0, 1, 3]),
        list(&[0, -1, 2]),
        Column::new("+l", 2, vec![None, Some(bytes_of(&[0_i32, 1, 1]))]),
        view([13, 0, 0, 0]),
        view([13, 0, 7, 0]),
        view([-1, 0, 0, 0]),
        view([i32::MAX, 0, 0, i32::MAX]),
        Column::fixed("c", &[1_i8]).dictionary(numbers()),
        Column::fixed("c", &[-1_i8]).dictionary(numbers()),
        // As an unsigned number, the index is that of a value.
        Column::fixed("c", &[-1_i8]).dictionary(Column::fixed("l", &[1_i64; 256])),
        Column::fixed("g", &[0.0]).dictionary(numbers()),
        union(1, 0),
        union(-1, 0),
        union(0, 1),
        union(0, -1),
        ends(1),
        ends(-1),
        structs(2, vec![numbers()]),
        structs(1, vec![numbers()]).nulls(&[false]),
        deep,
        Column::fixed("ttu", &[i64::MAX]),
        structs(
            1,
            vec![structs(
                1,
                vec![Column::new(
                    "u",
                    1,
                    vec![None, Some(bytes_of(&[0_i32, 1])), Some(b"\xff".to_vec())],
                )],
            )],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let before = released();
        assert!(hashes(&key, &wrong).is_err(), "{i}: {wrong:?}");
        assert_eq!(released() - before, 2, "the schema and the array of {i} are released once");
    }
    // A value that is null may be anything.
    check(&text(&[0, 5, 6]).nulls(&[true, false]), &[cells!["abcde"][0], NULL]);
    let null_time = Column::fixed("ttu", &[i64::MAX, 0]).nulls(&[false, true]);
    check(&null_time, &[NULL, cells![Value::Time(0)][0]]);
    check(&view([13, 0, 7, 0]).nulls(&[false]), &[NULL]);
}

#[test]
fn lengths_that_do_not_fit_are_errors() {
    let key = Key::from_seed(1);
    for (length, offset) in [(-1, 0), (1, -1), (1, i64::MAX), (i64::MAX, 0), (i64::MAX, i64::MAX)] {
        let column = Column::fixed("l", &[1_i64]).range(offset, length);
        assert!(matches!(hashes(&key, &column), Err(Error::Array(_))), "{length} {offset}");
    }
    let mut gone = <Schema as Released>::RELEASED;
    // SAFETY: a released schema holds no pointers.
    assert!(unsafe { gone.to_type() }.is_err());
    // SAFETY: as above.
    assert!(unsafe { Owned::take(&raw mut gone) }.is_none());
}
