//! The tables of all types of Arrow of the specification in SQL. A program in another language
//! computed their values from the cells.

// Their buffers are little-endian.
#![cfg(target_endian = "little")]

use datafusion::arrow::array::*;
use datafusion::arrow::buffer::{Buffer, MutableBuffer};
use datafusion::arrow::datatypes::*;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_agg::{Digest, Fingerprint};
use hash_datafusion::Keys;
use serde_json::Value as Json;
use std::sync::Arc;

/// Returns a type, given as by Arrow's C data interface.
fn data_type(node: &Json) -> DataType {
    let child = |i: usize| Arc::new(field(&node["children"][i]));
    let children = || items(node, "children").map(field);
    if let Some(values) = node.get("dictionary") {
        let indices = data_type(&Json::from_iter([("format", node["format"].clone())]));
        return DataType::Dictionary(Box::new(indices), Box::new(data_type(values)));
    }
    let format = text(&node["format"]);
    let (name, rest) = format.split_once(':').unwrap_or((format, ""));
    let numbers: Vec<i32> = rest.split(',').filter_map(|number| number.parse().ok()).collect();
    let unit = match name.as_bytes().get(2) {
        Some(b's') => TimeUnit::Second,
        Some(b'm') => TimeUnit::Millisecond,
        Some(b'u') => TimeUnit::Microsecond,
        _ => TimeUnit::Nanosecond,
    };
    match name {
        "n" => DataType::Null,
        "b" => DataType::Boolean,
        "c" => DataType::Int8,
        "C" => DataType::UInt8,
        "s" => DataType::Int16,
        "S" => DataType::UInt16,
        "i" => DataType::Int32,
        "I" => DataType::UInt32,
        "l" => DataType::Int64,
        "L" => DataType::UInt64,
        "e" => DataType::Float16,
        "f" => DataType::Float32,
        "g" => DataType::Float64,
        "u" => DataType::Utf8,
        "U" => DataType::LargeUtf8,
        "vu" => DataType::Utf8View,
        "z" => DataType::Binary,
        "Z" => DataType::LargeBinary,
        "vz" => DataType::BinaryView,
        "w" => DataType::FixedSizeBinary(numbers[0]),
        "d" => {
            let (precision, scale) =
                (numbers[0].try_into().unwrap(), numbers[1].try_into().unwrap());
            match numbers.get(2) {
                Some(32) => DataType::Decimal32(precision, scale),
                Some(64) => DataType::Decimal64(precision, scale),
                Some(256) => DataType::Decimal256(precision, scale),
                _ => DataType::Decimal128(precision, scale),
            }
        }
        "tdD" => DataType::Date32,
        "tdm" => DataType::Date64,
        "tts" | "ttm" => DataType::Time32(unit),
        "ttu" | "ttn" => DataType::Time64(unit),
        "tiM" => DataType::Interval(IntervalUnit::YearMonth),
        "tiD" => DataType::Interval(IntervalUnit::DayTime),
        "tin" => DataType::Interval(IntervalUnit::MonthDayNano),
        "+l" => DataType::List(child(0)),
        "+L" => DataType::LargeList(child(0)),
        "+vl" => DataType::ListView(child(0)),
        "+vL" => DataType::LargeListView(child(0)),
        "+w" => DataType::FixedSizeList(child(0), numbers[0]),
        "+s" => DataType::Struct(children().collect()),
        "+m" => DataType::Map(child(0), false),
        "+r" => DataType::RunEndEncoded(child(0), child(1)),
        "+ud" | "+us" => {
            let ids = numbers.iter().map(|id| i8::try_from(*id).unwrap());
            let mode = if name == "+ud" { UnionMode::Dense } else { UnionMode::Sparse };
            DataType::Union(UnionFields::try_new(ids, children()).unwrap(), mode)
        }
        name if name.starts_with("tD") => DataType::Duration(unit),
        name if name.starts_with("ts") => {
            let zone = format[4..].to_owned();
            // The rest after the colon may contain another one.
            DataType::Timestamp(unit, (!zone.is_empty()).then(|| zone.into()))
        }
        _ => panic!("{format}"),
    }
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn items<'j>(node: &'j Json, name: &str) -> impl Iterator<Item = &'j Json> {
    node[name].as_array().map_or(&[][..], Vec::as_slice).iter()
}

fn field(node: &Json) -> Field {
    Field::new("item", data_type(node), node["nullable"] != false)
}

/// Returns the array of a vector.
fn array(node: &Json) -> ArrayRef {
    let data_type = data_type(node);
    let mut buffers: Vec<Option<Buffer>> = items(node, "buffers")
        .map(|digits| {
            // Aligned.
            let mut buffer = MutableBuffer::new(0);
            buffer.extend_from_slice(&hex::decode(digits.as_str()?).unwrap());
            Some(buffer.into())
        })
        .collect();
    let validity = match data_type {
        DataType::Null | DataType::RunEndEncoded(..) | DataType::Union(..) => None,
        _ => buffers.remove(0),
    };
    if matches!(data_type, DataType::Utf8View | DataType::BinaryView) {
        // The lengths of the buffers.
        buffers.pop();
    }
    let children = items(node, "children").chain(node.get("dictionary"));
    let children = children.map(|child| array(child).to_data()).collect();
    let buffers = buffers.into_iter().map(Option::unwrap).collect();
    let number = |name: &str| usize::try_from(node[name].as_u64().unwrap()).unwrap();
    let (length, offset) = (number("length"), number("offset"));
    // An offset of `ArrayData` does not reach structs in structs.
    let whole = ArrayData::try_new(data_type, offset + length, validity, 0, buffers, children);
    make_array(whole.unwrap()).slice(offset, length)
}

async fn query(ctx: &SessionContext, sql: &str) -> Result<Vec<RecordBatch>> {
    ctx.sql(sql).await?.collect().await
}

async fn one(ctx: &SessionContext, sql: &str) -> Result<[u8; 24]> {
    let batches = query(ctx, sql).await?;
    Ok(batches[0].column(0).as_fixed_size_binary().value(0).try_into().unwrap())
}

#[tokio::test]
async fn the_vectors_of_the_specification() -> Result<()> {
    let file = include_str!("../../../proofs/spec/vectors/tables-arrow-1.json");
    let file: Json = serde_json::from_str(file).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!((&file["format"], vectors.len()), (&Json::from(1), 100));
    for (i, vector) in vectors.iter().enumerate() {
        let config = SessionConfig::new().with_target_partitions(1);
        let ctx = SessionContext::new_with_config(config);
        let key = hex::decode(text(&vector["key"])).unwrap();
        hash_datafusion::register(&ctx, &Keys::from_bytes(key[..].try_into().unwrap()))?;
        let columns = items(vector, "columns").map(|node| (field(node), array(node)));
        let (fields, arrays): (Vec<_>, Vec<_>) =
            columns.enumerate().map(|(c, (f, a))| (f.with_name(format!("c{c}")), a)).unzip();
        ctx.register_batch("t", RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)?;

        let rows = query(&ctx, "SELECT row_fingerprint(*) FROM t").await?;
        let rows = rows.iter().flat_map(|batch| batch.column(0).as_fixed_size_binary().iter());
        let rows: Vec<_> = rows.map(|row| hex::encode(row.unwrap())).collect();
        assert_eq!(Json::from(rows), vector["row_fingerprints"], "vector {i}");
        let found = Fingerprint::from_bytes(one(&ctx, "SELECT fingerprint(*) FROM t").await?);
        assert_eq!(found.to_string(), text(&vector["fingerprint"]), "vector {i}");
        let found = Digest::from_bytes(one(&ctx, "SELECT row_digest(*) FROM t").await?);
        assert_eq!(found.to_string(), text(&vector["digest"]), "vector {i}");
    }
    Ok(())
}
