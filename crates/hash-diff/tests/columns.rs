//! Which columns are compared, and with which.

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use hash_diff::hash_agg::Key;
use hash_diff::{
    Choice, Columns, Door, Layout, Matching, Near, Segments, Tolerance, key_candidates,
};
use std::sync::Arc;

/// Returns columns of integers, but for one of text, `Z`.
fn schema(names: &[&str]) -> Schema {
    let of = |name: &str| if name == "Z" { DataType::Utf8 } else { DataType::Int64 };
    Schema::new(names.iter().map(|name| Field::new(*name, of(name), true)).collect::<Vec<_>>())
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn pairs(text: &str) -> Vec<[String; 2]> {
    let pair = |pair: &str| {
        let (a, b) = pair.split_once(':').expect("a pair");
        [a.to_owned(), b.to_owned()]
    };
    text.split_whitespace().map(pair).collect()
}

/// Returns the compared columns and the key as text: `a b:c / a` if `b` is `c` in table B.
fn shown(layout: &Layout) -> String {
    let name = |place: usize| {
        let [a, b] = [0, 1].map(|table| &layout.names_in(table)[place]);
        if a == b { a.clone() } else { format!("{a}:{b}") }
    };
    let all: Vec<_> = (0..layout.columns).map(name).collect();
    let key: Vec<_> = layout.key.iter().map(|place| name(*place)).collect();
    if key.is_empty() { all.join(" ") } else { format!("{} / {}", all.join(" "), key.join(" ")) }
}

fn compared(choice: &Choice, a: &[&str], b: &[&str]) -> Result<String, String> {
    let layout = choice.layout([&schema(a), &schema(b)], &Door::plain());
    layout.map(|layout| shown(&layout)).map_err(|error| error.to_string())
}

#[test]
fn columns_are_chosen() {
    let of = |columns: &[&str], ignored: &[&str], key: &[&str]| {
        let (columns, ignored, key) = (owned(columns), owned(ignored), owned(key));
        let choice = Choice { columns, ignored, key, ..Choice::default() };
        compared(&choice, &["id", "text"], &["text", "id"])
    };
    assert_eq!(of(&[], &[], &["id"]).as_deref(), Ok("id text / id"));
    assert_eq!(of(&[], &["id"], &["id"]).as_deref(), Ok("text / id"));
    assert_eq!(of(&["text"], &[], &[]).as_deref(), Ok("text"));
    for (columns, ignored, key, says) in [
        (&["x"][..], &[][..], &[][..], "not in A: \"x\"; not in B: \"x\""),
        (&["id"], &["id"], &[], "not in A: \"id\"; not in B: \"id\""),
        (&[], &["x"], &[], "ignored \"x\": no table has it"),
        (&["id", "id"], &[], &[], "column \"id\" is named twice"),
        (&["x", "x"], &[], &[], "column \"x\" is named twice"),
        (&[], &[], &["id", "id"], "column \"id\" is named twice"),
        (&[], &[], &["x"], "key column \"x\" does not exist"),
        (&[], &["id", "text"], &[], "no column is left"),
    ] {
        let error = of(columns, ignored, key).expect_err(says);
        assert!(error.contains(says), "{error}");
    }
    let other = Schema::new(vec![Field::new("id", DataType::Utf8, true)]);
    let error = Choice::default().layout([&schema(&["id", "text"]), &other], &Door::plain());
    let says = "schemas do not match: only in A: \"text\"; \"id\" is Int64 in A and Utf8 in B";
    assert_eq!(error.expect_err("other").to_string(), says);
    // Objects have kinds of their own, in each table under its name.
    let matching = Matching { pairs: pairs("id:Z"), ignore_case: false };
    let mut choice = Choice { matching, ..Choice::default() };
    for (mixed, is_refused) in
        [([&[][..], &[][..]], true), ([&["id"], &[]], false), ([&[], &["Z"]], false)]
    {
        choice.mixed = mixed.map(owned);
        assert_eq!(compared(&choice, &["id"], &["Z"]).is_err(), is_refused, "{mixed:?}");
    }
}

#[test]
fn columns_of_other_names() {
    let of = |map: &str, choice: &Choice, a: &[&str], b: &[&str]| {
        let matching = Matching { pairs: pairs(map), ignore_case: false };
        compared(&Choice { matching, ..choice.clone() }, a, b)
    };
    let all = Choice::default();
    let (a, b) = (&["id", "x", "y"][..], &["y", "id", "z"][..]);
    assert_eq!(of("x:z", &all, a, b).as_deref(), Ok("id x:z y"));
    // Names that change places.
    assert_eq!(of("x:y y:x", &all, a, a).as_deref(), Ok("id x:y y:x"));
    let chosen = Choice { columns: owned(&["x"]), key: owned(&["id", "y"]), ..all.clone() };
    assert_eq!(of("x:z y:id id:y", &chosen, a, b).as_deref(), Ok("x:z / id:y y:id"));
    // What B calls like a column of A that is another one in B.
    let more = &["x", "z", "id", "y"];
    assert_eq!(of("x:z", &chosen, a, more).as_deref(), Ok("x:z / id y"));
    let lacks = |says: &str, found: Result<String, String>| assert_eq!(found, Err(says.to_owned()));
    lacks("schemas do not match: only in B: \"x\"", of("x:z", &all, a, more));
    lacks(
        "schemas do not match: only in A: \"x\"; only in B: \"id\"",
        of("y:z", &all, &["x", "y"], &["z", "id"]),
    );
    // A column of B is the same as one of A, and no other.
    lacks(
        "schemas do not match: only in A: \"z\"; only in B: \"id\"",
        of("x:z", &all, &["x", "z"], &["z", "id"]),
    );
    let named = Choice { columns: owned(&["x"]), ..all.clone() };
    lacks("schemas do not match: not in B: \"x\"", of("y:x", &named, &["x", "y"], &["x"]));
    let named = Choice { columns: owned(&["z"]), ..all.clone() };
    lacks("schemas do not match: not in A: \"z\"", of("x:z", &named, a, b));
    let keyed = Choice { key: owned(&["z"]), ..all.clone() };
    lacks("key column \"z\" does not exist", of("x:z", &keyed, a, b));
    lacks("a pair of names: A has no column \"z\"", of("z:x", &all, a, b));
    lacks("a pair of names: B has no column \"x\"", of("x:x", &all, a, b));
    lacks("a pair of names: column \"x\" of A is named twice", of("x:z x:y", &all, a, b));
    lacks("a pair of names: column \"z\" of B is named twice", of("x:z y:z", &all, a, b));
    let says = "schemas do not match: only in A: \"id\"; only in B: \"iD\"";
    lacks(says, of("", &all, &["id"], &["iD"]));
    // A column of A whose name is that of another one in B.
    let ignoring = Choice { ignored: owned(&["z"]), ..all.clone() };
    assert_eq!(of("x:z", &ignoring, &["x", "z"], &["z"]).as_deref(), Ok("x:z"));
    for name in ["x", "z"] {
        let ignoring = Choice { ignored: owned(&[name]), ..all.clone() };
        let says = format!("ignored {name:?}: a pair of names names it too");
        lacks(&says, of("x:z", &ignoring, a, b));
    }
    lacks(
        "schemas do not match: \"x\" is Int64 in A and Utf8 in B",
        of("x:Z", &all, &["x"], &["Z"]),
    );
}

#[test]
fn names_without_case() {
    let of = |map: &str, choice: &Choice, a: &[&str], b: &[&str]| {
        let matching = Matching { pairs: pairs(map), ignore_case: true };
        compared(&Choice { matching, ..choice.clone() }, a, b)
    };
    let all = Choice::default();
    assert_eq!(
        of("", &all, &["iD", "straße"], &["sTRASSE", "id"]).as_deref(),
        Ok("iD:id straße:sTRASSE")
    );
    // Equal names come first.
    assert_eq!(of("", &all, &["id", "iD"], &["i\u{44}", "id"]).as_deref(), Ok("id iD"));
    assert_eq!(of("", &all, &["id", "iD", "x"], &["iD", "id", "x"]).as_deref(), Ok("id iD x"));
    let chosen = Choice {
        columns: owned(&["XY", "z"]),
        ignored: owned(&["NOTE"]),
        key: owned(&["ID"]),
        ..all.clone()
    };
    let (a, b) = (&["id", "xy", "z", "note"][..], &["xY", "iD", "z"][..]);
    assert_eq!(of("", &chosen, a, b).as_deref(), Ok("xy:xY z / id:iD"));
    assert_eq!(of("ID:z z:XY xy:ID", &chosen, a, b).as_deref(), Ok("xy:iD z:xY / id:z"));
    for (map, choice, a, b, says) in [
        (
            "",
            &all,
            &["id", "iD"][..],
            &["Id"][..],
            "\"id\", \"iD\" of A and \"Id\" of B differ in case alone",
        ),
        (
            "",
            &all,
            &["id"],
            &["iD", "Id"],
            "\"id\" of A and \"iD\", \"Id\" of B differ in case alone; a pair",
        ),
        (
            "",
            &chosen,
            &["id", "xy", "xY", "z", "note"],
            &["id", "Xy", "z"],
            "XY\": \"xy\", \"xY\" differ",
        ),
        (
            "",
            &chosen,
            &["id", "iD", "xy", "z", "note"],
            &["id", "xy", "z"],
            "ID\": \"id\", \"iD\" differ",
        ),
        ("", &chosen, &["id", "xy", "z", "note", "nOTE"], b, "NOTE\": \"note\", \"nOTE\" differ"),
        ("ID:ID", &all, &["id"], &["iD", "Id"], "\"ID\": \"iD\", \"Id\" differ in case alone"),
    ] {
        let error = of(map, choice, a, b).expect_err(says);
        assert!(error.contains(says), "{error}");
    }
    // Of columns whose names differ in case, the named one is ignored, in both tables.
    let ignoring = Choice { ignored: owned(&["NOTE"]), ..all.clone() };
    assert_eq!(of("", &ignoring, &["NOTE", "note"], &["note", "Note"]).as_deref(), Ok("note"));
    assert_eq!(of("", &ignoring, &["id"], &["Id", "Note"]).as_deref(), Ok("id:Id"));
    let twice = Choice { columns: owned(&["id", "ID"]), ..all.clone() };
    assert_eq!(of("", &twice, &["id"], &["id"]), Err("column \"ID\" is named twice".to_owned()));
    // A pair settles it.
    assert_eq!(of("id:Id", &all, &["id"], &["Id"]).as_deref(), Ok("id:Id"));
    assert_eq!(of("id:Id", &all, &["id", "iD"], &["Id", "ID"]).as_deref(), Ok("id:Id iD:ID"));
}

/// The columns of both tables are read where they are, and have one fingerprint.
#[test]
fn columns_are_found_by_their_names() {
    let table = |names: [&str; 3], columns: [usize; 3]| {
        let all: [ArrayRef; 3] = [
            Arc::new(Int64Array::from(vec![1, 2])),
            Arc::new(Int64Array::from(vec![5, 5])),
            Arc::new(StringArray::from(vec!["p", "q"])),
        ];
        let columns = columns.map(|column| Arc::clone(&all[column]));
        RecordBatch::try_from_iter(names.into_iter().zip(columns)).expect("valid")
    };
    let a = table(["id", "x", "Text"], [0, 1, 2]);
    let b = table(["x", "TEXT", "y"], [0, 2, 1]);
    let (schema_a, schema_b) = (a.schema(), b.schema());
    let schemas: [&Schema; 2] = [&schema_a, &schema_b];
    let matching = Matching { pairs: pairs("id:x x:y"), ignore_case: true };
    let layout = Choice { matching, ..Choice::default() }.layout(schemas, &Door::plain());
    let mut layout = layout.expect("comparable");
    assert_eq!(shown(&layout), "id:x x:y Text:TEXT");
    assert_eq!(key_candidates(schemas, &layout), [0, 1, 2]);
    layout.key = vec![0];
    assert_eq!(layout.key_names(), ["id"]);
    let columns = Columns::of(&layout, schemas).expect("both have them");
    let sums = columns.each_ref().map(|_| Segments::new(0));
    let key = Key::from_seed(3);
    let sums = [&a, &b].into_iter().zip(columns).zip(sums).map(|((batch, columns), mut sums)| {
        let batch = columns.select(batch).expect("its own");
        sums.add(&key, &layout, &batch).expect("valid");
        sums.fingerprint().expect("countable")
    });
    let sums: Vec<_> = sums.collect();
    assert!(sums[0] == sums[1] && sums[0].rows() == 2);
    let mut tolerance = Tolerance::default();
    tolerance.add("TEXT", Near::default());
    tolerance.check(&layout, true, &Door::plain()).expect("compared");
    assert_eq!(tolerance.columns[0].0, "Text");
}
