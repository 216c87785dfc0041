//! Opening tables in files.

use crate::cli::{Common, Format};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{Column, exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::execution::options::{ArrowReadOptions, ParquetReadOptions};
use datafusion::logical_expr::Expr;
use datafusion::prelude::{CsvReadOptions, SessionConfig, SessionContext};
use std::ffi::OsStr;
use std::path::Path;

/// Makes a context with the functions under the key.
pub(crate) fn context(common: &Common) -> Result<SessionContext> {
    // Text keeps the type of the file, because the comparison of tables does not depend on it.
    let config = SessionConfig::new().with_information_schema(false);
    let ctx = SessionContext::new_with_config(config);
    hash_datafusion::register(&ctx, &common.keys()?)?;
    Ok(ctx)
}

/// Opens a file or directory.
pub(crate) async fn open(
    ctx: &SessionContext,
    path: &Path,
    common: &Common,
    types: Option<&Schema>,
) -> Result<DataFrame> {
    let (format, extension) = format(path, common)?;
    let name = path
        .to_str()
        .ok_or_else(|| exec_datafusion_err!("{}: table names must be UTF-8", path.display()))?;
    let with_path = |error| exec_datafusion_err!("{name}: {}", crate::output::reason(&error));
    match format {
        Format::Parquet => {
            let options = ParquetReadOptions::default().file_extension(&extension);
            ctx.read_parquet(name, options).await
        }
        Format::Arrow => {
            let options =
                ArrowReadOptions { file_extension: &extension, ..ArrowReadOptions::default() };
            ctx.read_arrow(name, options).await
        }
        Format::Csv => {
            let delimiter = u8::try_from(common.delimiter)
                .map_err(|_| exec_datafusion_err!("--delimiter must be one byte"))?;
            let mut options = CsvReadOptions::new()
                .file_extension(&extension)
                .has_header(!common.no_header)
                .delimiter(delimiter)
                .newlines_in_values(true);
            options.schema = types;
            ctx.read_csv(name, options).await
        }
    }
    .map_err(with_path)
}

/// Returns the types for reading CSV, if there are any: those of `--types`, else those of `other`.
pub(crate) async fn types(
    ctx: &SessionContext,
    common: &Common,
    other: Option<&Path>,
) -> Result<Option<Schema>> {
    let path = match (&common.types, other) {
        (Some(path), _) => path,
        (None, Some(other)) if format(other, common)?.0 != Format::Csv => other,
        _ => return Ok(None),
    };
    let frame = open(ctx, path, common, None).await?;
    // A CSV field may be empty, whatever the other file says.
    let field = |field: &Field| Field::new(field.name(), plain(field.data_type()), true);
    Ok(Some(Schema::new(frame.schema().fields().iter().map(|f| field(f)).collect::<Vec<_>>())))
}

/// Returns a type with the same values that a CSV reader supports.
fn plain(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Utf8View | DataType::LargeUtf8 => DataType::Utf8,
        DataType::Dictionary(_, values) => plain(values),
        DataType::RunEndEncoded(_, values) => plain(values.data_type()),
        other => other.clone(),
    }
}

/// Returns the format of a file and, for a directory, the extension of the files in it.
fn format(path: &Path, common: &Common) -> Result<(Format, String)> {
    let name = path.display();
    let metadata = path.metadata().map_err(|error| {
        exec_datafusion_err!("{name}: {}", crate::output::without_number(&error.to_string()))
    })?;
    let found = if metadata.is_dir() {
        let mut extensions: Vec<_> = path
            .read_dir()
            .map_err(|error| exec_datafusion_err!("{name}: {error}"))?
            .filter_map(|entry| extension(&entry.ok()?.path()))
            .filter(|extension| common.format.is_some() || of_extension(extension).is_some())
            .collect();
        extensions.sort();
        extensions.dedup();
        match <[String; 1]>::try_from(extensions) {
            Ok([extension]) => extension,
            Err(none) if none.is_empty() => return exec_err!("{name}: contains no table"),
            Err(several) => {
                return exec_err!("{name}: files of several kinds: {}", several.join(", "));
            }
        }
    } else {
        extension(path).unwrap_or_default()
    };
    let format = common.format.or_else(|| of_extension(&found)).ok_or_else(|| {
        exec_datafusion_err!(
            "{name}: neither .parquet, .csv nor .arrow; give the format with --format"
        )
    })?;
    let dotted = if found.is_empty() { found } else { format!(".{found}") };
    Ok((format, dotted))
}

fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_owned)
}

fn of_extension(extension: &str) -> Option<Format> {
    Some(match &*extension.to_ascii_lowercase() {
        "parquet" | "pq" | "parq" => Format::Parquet,
        "csv" => Format::Csv,
        "arrow" | "arrows" | "feather" | "ipc" => Format::Arrow,
        _ => return None,
    })
}

/// Returns the columns of a table, or the named ones in that order.
pub(crate) fn columns(frame: &DataFrame, names: &[String]) -> Result<Vec<Expr>> {
    let schema = frame.schema();
    if names.is_empty() {
        return Ok(schema.columns().into_iter().map(Expr::Column).collect());
    }
    names.iter().map(|name| column(frame, name)).collect()
}

/// Finds a column by its exact name.
pub(crate) fn column(frame: &DataFrame, name: &str) -> Result<Expr> {
    let columns = frame.schema().columns();
    let found: Option<Column> = columns.iter().find(|column| column.name == name).cloned();
    found.map(Expr::Column).ok_or_else(|| {
        let names: Vec<_> = columns.iter().map(|column| &*column.name).collect();
        exec_datafusion_err!("column {name} does not exist; the columns are {}", names.join(", "))
    })
}
