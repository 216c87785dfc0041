//! The kinds of values of columns, which decide whether two columns can be compared.

use arrow_schema::{DataType, FieldRef, Fields};

/// Returns the kind of values of a type. Values of different kinds are never equal, and those of
/// one kind are equal if they are the same number, text or instant, whatever their types.
///
/// Fields of structs are hashed in their order, so names in another order are another kind.
#[must_use]
pub fn kind(data_type: &DataType) -> String {
    use DataType::*;
    let data_type = plain(data_type);
    if let Some(item) = items(data_type) {
        return format!("list of {}", kind(item));
    }
    let name = match data_type {
        Null => "null",
        Boolean => "boolean",
        Float16 | Float32 | Float64 => "float",
        Utf8 | LargeUtf8 | Utf8View => "text",
        Binary | LargeBinary | BinaryView | FixedSizeBinary(_) => "binary",
        Date32 | Date64 => "date",
        Time32(_) | Time64(_) => "time",
        Timestamp(_, None) => "timestamp",
        Timestamp(_, Some(_)) => "instant",
        Duration(_) => "duration",
        Interval(_) => "interval",
        Map(entries, _) => {
            // The names of keys and values differ between writers.
            let Struct(fields) = entries.data_type() else {
                return entries.data_type().to_string();
            };
            let kinds: Vec<_> = fields.iter().map(|field| kind(field.data_type())).collect();
            return format!("map of {}", kinds.join(" to "));
        }
        Struct(fields) => {
            let field =
                |field: &FieldRef| format!("{:?} {}", field.name(), kind(field.data_type()));
            let fields: Vec<_> = fields.iter().map(field).collect();
            return format!("struct of ({})", fields.join(", "));
        }
        other if other.is_numeric() => "number",
        other => return other.to_string(),
    };
    name.to_owned()
}

/// Returns whether two columns can be compared: they are of one [kind], whatever the order of the
/// fields of structs. Nulls are of every kind.
pub(crate) fn are_comparable(a: &DataType, b: &DataType) -> bool {
    use DataType::*;
    match (plain(a), plain(b)) {
        (Null, _) | (_, Null) => true,
        (Struct(a), Struct(b)) => {
            let (a, b) = (sorted(a), sorted(b));
            a.len() == b.len()
                && a.iter().zip(&b).all(|(a, b)| {
                    a.name() == b.name() && are_comparable(a.data_type(), b.data_type())
                })
        }
        (Map(a, _), Map(b, _)) => match (a.data_type(), b.data_type()) {
            (Struct(a), Struct(b)) => {
                let types = a.iter().zip(b).map(|(a, b)| (a.data_type(), b.data_type()));
                a.len() == b.len() && types.into_iter().all(|(a, b)| are_comparable(a, b))
            }
            (a, b) => a == b,
        },
        (a, b) => match (items(a), items(b)) {
            (Some(a), Some(b)) => are_comparable(a, b),
            _ => kind(a) == kind(b),
        },
    }
}

/// Returns the type of the values of a dictionary or of runs, and other types as they are.
fn plain(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::RunEndEncoded(_, values) => plain(values.data_type()),
        other => other,
    }
}

fn sorted(fields: &Fields) -> Vec<&FieldRef> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.name());
    fields
}

/// Returns the type of the items of a list.
fn items(data_type: &DataType) -> Option<&DataType> {
    use DataType::*;
    match data_type {
        List(item) | LargeList(item) | ListView(item) | LargeListView(item) => {
            Some(item.data_type())
        }
        FixedSizeList(item, _) => Some(item.data_type()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_schema::{Field, TimeUnit};
    use std::sync::Arc;

    #[test]
    fn kinds() {
        let field = |name, data_type| Arc::new(Field::new(name, data_type, true));
        let number = || field("x", DataType::Int8);
        let text = || field("y", DataType::LargeUtf8);
        let of = |fields: Vec<FieldRef>| kind(&DataType::Struct(fields.into()));
        assert_eq!(of(vec![number(), text()]), "struct of (\"x\" number, \"y\" text)");
        assert_ne!(of(vec![number(), text()]), of(vec![text(), number()]));
        let list = DataType::FixedSizeList(field("item", DataType::Decimal128(3, 1)), 2);
        assert_eq!(kind(&list), "list of number");
        let entries = DataType::Struct(vec![text(), number()].into());
        assert_eq!(kind(&DataType::Map(field("e", entries), false)), "map of text to number");
        let dictionary = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
        assert_eq!(kind(&dictionary), "text");
        let zone = |zone: Option<&str>| DataType::Timestamp(TimeUnit::Second, zone.map(Into::into));
        assert_ne!(kind(&zone(None)), kind(&zone(Some("UTC"))));
    }

    #[test]
    fn nulls_are_of_every_kind() {
        use DataType::{Int8, List, Null, Utf8};
        let field = |name: &str, data_type| Arc::new(Field::new(name, data_type, true));
        let list = |item| List(field("item", item));
        let of = |fields: Vec<FieldRef>| DataType::Struct(fields.into());
        for (a, b, are) in [
            (Null, list(Utf8), true),
            (list(Null), list(list(Utf8)), true),
            (list(Int8), list(Utf8), false),
            (list(Int8), Int8, false),
            (
                of(vec![field("x", Int8), field("y", Null)]),
                of(vec![field("y", Utf8), field("x", Int8)]),
                true,
            ),
            (of(vec![field("x", Int8)]), of(vec![field("z", Int8)]), false),
            (of(vec![field("x", Int8)]), of(vec![field("x", Int8), field("z", Int8)]), false),
        ] {
            assert_eq!((are_comparable(&a, &b), are_comparable(&b, &a)), (are, are), "{a} {b}");
        }
    }
}
