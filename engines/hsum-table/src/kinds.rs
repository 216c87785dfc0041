//! The kinds of values of columns, which decide whether two columns can be compared.

use crate::output::quoted;
use datafusion::arrow::datatypes::{DataType, FieldRef};

/// Returns the kind of values of a type. Values of different kinds are never equal, and those of
/// one kind are equal if they are the same number, text or instant, whatever their types.
///
/// Fields of structs are hashed in their order, so names in another order are another kind.
pub(crate) fn kind(data_type: &DataType) -> String {
    use DataType::*;
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
        Dictionary(_, values) => return kind(values),
        RunEndEncoded(_, values) => return kind(values.data_type()),
        List(item)
        | LargeList(item)
        | ListView(item)
        | LargeListView(item)
        | FixedSizeList(item, _) => return format!("list of {}", kind(item.data_type())),
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
                |field: &FieldRef| format!("{} {}", quoted(field.name()), kind(field.data_type()));
            let fields: Vec<_> = fields.iter().map(field).collect();
            return format!("struct of ({})", fields.join(", "));
        }
        other if other.is_numeric() => "number",
        other => return other.to_string(),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::datatypes::{Field, TimeUnit};
    use std::sync::Arc;

    #[test]
    fn kinds() {
        let field = |name, data_type| Arc::new(Field::new(name, data_type, true));
        let number = || field("x", DataType::Int8);
        let text = || field("y", DataType::LargeUtf8);
        let of = |fields: Vec<FieldRef>| kind(&DataType::Struct(fields.into()));
        assert_eq!(of(vec![number(), text()]), "struct of (x number, y text)");
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
}
