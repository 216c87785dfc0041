//! The tables of TPC-H have one fingerprint in every format, and another for every small
//! difference.
//!
//! `TPCH_SF=1 cargo test --release -p hash-datafusion --test tpch` takes scale factor 1.

use datafusion::arrow::array::*;
use datafusion::arrow::compute::{concat_batches, interleave, take};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::logical_expr::{Expr, col};
use datafusion::prelude::{CsvReadOptions, DataFrame, SessionConfig, SessionContext};
use hash_datafusion::Keys;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tpchgen::generators::*;
use tpchgen_arrow::*;

fn scale() -> f64 {
    std::env::var("TPCH_SF").map_or(0.01, |text| text.parse().expect("TPCH_SF is a number"))
}

fn tables(scale: f64) -> Vec<(&'static str, RecordBatch)> {
    macro_rules! table {
        ($arrow:ident, $generator:ident) => {{
            let batches = $arrow::new($generator::new(scale, 1, 1));
            let batches: Vec<_> =
                batches.collect::<std::result::Result<_, _>>().expect("the batches are valid");
            concat_batches(&batches[0].schema(), &batches).expect("the batches share a schema")
        }};
    }
    vec![
        ("nation", table!(NationArrow, NationGenerator)),
        ("region", table!(RegionArrow, RegionGenerator)),
        ("part", table!(PartArrow, PartGenerator)),
        ("supplier", table!(SupplierArrow, SupplierGenerator)),
        ("partsupp", table!(PartSuppArrow, PartSuppGenerator)),
        ("customer", table!(CustomerArrow, CustomerGenerator)),
        ("orders", table!(OrderArrow, OrderGenerator)),
        ("lineitem", table!(LineItemArrow, LineItemGenerator)),
    ]
}

fn context() -> SessionContext {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(3));
    hash_datafusion::register(&ctx, &Keys::from_seed(1)).expect("registered");
    ctx
}

/// Returns the value of an aggregate over all columns.
async fn aggregate(ctx: &SessionContext, name: &str, frame: DataFrame) -> Result<Vec<u8>> {
    let columns: Vec<_> = frame.schema().columns().into_iter().map(Expr::Column).collect();
    let function = ctx.state().aggregate_functions()[name].clone();
    let batches = frame.aggregate(vec![], vec![function.call(columns)])?.collect().await?;
    Ok(batches[0].column(0).as_fixed_size_binary().value(0).to_vec())
}

async fn fingerprint(ctx: &SessionContext, frame: DataFrame) -> Result<Vec<u8>> {
    aggregate(ctx, "fingerprint", frame).await
}

fn memory(ctx: &SessionContext, batch: &RecordBatch) -> Result<DataFrame> {
    // Batches of an odd size, in three partitions.
    let mut parts = vec![Vec::new(); 3];
    for (i, start) in (0..batch.num_rows()).step_by(4099).enumerate() {
        parts[i % 3].push(batch.slice(start, 4099.min(batch.num_rows() - start)));
    }
    ctx.read_table(Arc::new(MemTable::try_new(batch.schema(), parts)?))
}

#[tokio::test]
async fn one_value_in_every_format() -> Result<()> {
    let ctx = context();
    let dir = tempfile::tempdir()?;
    let duckdb = Duckdb::find();
    for (name, batch) in tables(scale()) {
        let expected = fingerprint(&ctx, memory(&ctx, &batch)?).await?;
        let (parquet, csv) = [".parquet", ".csv"].map(|end| format!("{name}{end}")).into();
        let (parquet, csv) = (dir.path().join(parquet), dir.path().join(csv));
        let (parquet, csv) = (
            parquet.to_str().expect("the text is UTF-8"),
            csv.to_str().expect("the text is UTF-8"),
        );
        let options = || DataFrameWriteOptions::new().with_single_file_output(true);
        memory(&ctx, &batch)?.write_parquet(parquet, options(), None).await?;
        memory(&ctx, &batch)?.write_csv(csv, options(), None).await?;
        let schema = plain(&batch.schema());
        let mut files = vec![(parquet.to_owned(), true), (csv.to_owned(), false)];
        if let Some(duckdb) = &duckdb {
            files.extend(duckdb.copy(dir.path(), name, csv, &schema));
        }
        for (file, is_parquet) in files {
            let frame = if is_parquet {
                ctx.read_parquet(&file, ParquetReadOptions::default()).await?
            } else {
                ctx.read_csv(&file, CsvReadOptions::new().schema(&schema)).await?
            };
            assert_eq!(fingerprint(&ctx, frame).await?, expected, "{file}");
        }
        println!("{name}: {} rows, {}", batch.num_rows(), hex::encode(expected));
    }
    Ok(())
}

/// Returns the types that a CSV reader infers.
fn plain(schema: &Schema) -> Schema {
    let field = |field: &Arc<Field>| {
        let data_type = match field.data_type() {
            DataType::Utf8View => DataType::Utf8,
            other => other.clone(),
        };
        Field::new(field.name(), data_type, true)
    };
    Schema::new(schema.fields().iter().map(field).collect::<Vec<_>>())
}

/// A Python interpreter that has the package `duckdb`.
struct Duckdb(String);

impl Duckdb {
    fn find() -> Option<Self> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let found = Command::new(&python).args(["-c", "import duckdb"]).output();
        let found = found.is_ok_and(|run| run.status.success());
        if !found {
            println!("left out: duckdb: {python} has no such package");
        }
        found.then_some(Self(python))
    }

    /// Loads CSV into a table, and writes the table as Parquet and as CSV.
    fn copy(&self, dir: &Path, name: &str, csv: &str, schema: &Schema) -> [(String, bool); 2] {
        let types: Vec<_> = schema
            .fields()
            .iter()
            .map(|field| {
                let name = field.name();
                match field.data_type() {
                    DataType::Int32 => format!("'{name}': 'INTEGER'"),
                    DataType::Int64 => format!("'{name}': 'BIGINT'"),
                    DataType::Decimal128(digits, scale) => {
                        format!("'{name}': 'DECIMAL({digits}, {scale})'")
                    }
                    DataType::Date32 => format!("'{name}': 'DATE'"),
                    DataType::Utf8 => format!("'{name}': 'VARCHAR'"),
                    other => panic!("{name} is {other}"),
                }
            })
            .collect();
        let [parquet, copy] = ["parquet", "csv"].map(|end| {
            dir.join(format!("{name}-duckdb.{end}")).to_str().expect("the text is UTF-8").to_owned()
        });
        let script = format!(
            "import duckdb
db = duckdb.connect()
db.execute(\"\"\"CREATE TABLE t AS SELECT * FROM read_csv('{csv}', header = true, columns = {{{}}})\"\"\")
db.execute(\"COPY t TO '{parquet}' (FORMAT parquet)\")
db.execute(\"COPY t TO '{copy}' (FORMAT csv, HEADER)\")",
            types.join(", ")
        );
        let run = Command::new(&self.0).args(["-c", &script]).output().expect("Python runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        [(parquet, true), (copy, false)]
    }
}

/// Copies a table and replaces one cell of a column by another one of the column, or by null.
fn with_cell(batch: &RecordBatch, column: usize, row: usize, from: Option<usize>) -> RecordBatch {
    let indices = (0..batch.num_rows()).map(|i| if i == row { from } else { Some(i) });
    let indices: UInt64Array = indices.map(|i| i.map(|i| i as u64)).collect();
    let mut columns = batch.columns().to_vec();
    columns[column] = take(&columns[column], &indices, None).expect("the indices are in range");
    let fields = batch
        .schema()
        .fields()
        .iter()
        .map(|f| f.as_ref().clone().with_nullable(true))
        .collect::<Vec<_>>();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).expect("the types are unchanged")
}

/// Finds a row whose value in the column differs from this one's.
fn other(column: &ArrayRef, row: usize) -> Option<usize> {
    (0..column.len()).find(|i| column.slice(*i, 1).to_data() != column.slice(row, 1).to_data())
}

#[tokio::test]
async fn every_small_difference_is_found() -> Result<()> {
    let ctx = context();
    for (name, batch) in tables(scale()) {
        let rows = batch.num_rows();
        let all = fingerprint(&ctx, memory(&ctx, &batch)?).await?;
        let parts = |parts: &[(usize, usize)]| {
            let parts: Vec<_> =
                parts.iter().map(|(from, to)| batch.slice(*from, to - from)).collect();
            concat_batches(&batch.schema(), &parts).expect("the batches share a schema")
        };
        let at = rows * 2 / 3;
        let deleted = parts(&[(0, at), (at + 1, rows)]);
        let doubled = parts(&[(0, at), (at, rows), (at, at + 1)]);
        // The number of rows is restored.
        let replaced = parts(&[(0, at), (at + 1, rows), (0, 1)]);
        let mut changed = vec![("deleted", deleted), ("doubled", doubled), ("replaced", replaced)];
        for column in 0..batch.num_columns() {
            let name = ["a changed cell", "a null"];
            if let Some(from) = other(batch.column(column), at) {
                changed.push((name[0], with_cell(&batch, column, at, Some(from))));
                // Two cells of one column are swapped, so no column has other values than before.
                let swapped = with_cell(&batch, column, at, Some(from));
                let mut columns = swapped.columns().to_vec();
                let back = with_cell(&batch, column, from, Some(at));
                let indices = (0..rows).map(|i| if i == from { (1, i) } else { (0, i) });
                let indices: Vec<_> = indices.collect();
                columns[column] = interleave(&[&columns[column], back.column(column)], &indices)?;
                changed.push(("moved", RecordBatch::try_new(swapped.schema(), columns)?));
            }
            changed.push((name[1], with_cell(&batch, column, at, None)));
        }
        for (what, table) in changed {
            let found = fingerprint(&ctx, memory(&ctx, &table)?).await?;
            let is_same_table = what == "moved" && table.num_columns() == 1;
            assert!(found != all || is_same_table, "{name}: {what} was not found");
        }

        // A moved row does not change the table, but changes the sequence.
        let moved = parts(&[(0, at), (at + 1, rows), (at, at + 1)]);
        assert_eq!(fingerprint(&ctx, memory(&ctx, &moved)?).await?, all, "{name}");
        let single =
            SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
        hash_datafusion::register(&single, &Keys::from_seed(1))?;
        let digest = |batch: RecordBatch| {
            let frame = MemTable::try_new(batch.schema(), vec![vec![batch]]);
            let single = single.clone();
            async move { aggregate(&single, "row_digest", single.read_table(Arc::new(frame?))?).await }
        };
        assert_ne!(digest(moved).await?, digest(batch.clone()).await?, "{name}");
    }
    Ok(())
}

/// Another order of columns is another table, and a selection of them has its own value.
#[tokio::test]
async fn columns_count_by_their_place() -> Result<()> {
    let ctx = context();
    let (_, nation) = tables(0.01).swap_remove(0);
    let select = |names: &[&str]| {
        let columns: Vec<_> = names.iter().map(|name| col(*name)).collect();
        memory(&ctx, &nation)?.select(columns)
    };
    let one = fingerprint(&ctx, select(&["n_nationkey", "n_regionkey"])?).await?;
    let other = fingerprint(&ctx, select(&["n_regionkey", "n_nationkey"])?).await?;
    assert_ne!(one, other);
    let frame = select(&["n_nationkey", "n_regionkey"])?.with_column_renamed("n_nationkey", "n")?;
    assert_eq!(fingerprint(&ctx, frame).await?, one);
    Ok(())
}
