//! Tables whose columns have other names than those of the other table.

use super::failed;
use crate::cli::DiffArgs;
use crate::output::DOOR;
use crate::tables;
use datafusion::arrow::datatypes::Schema;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use hash_diff::Matching;

/// Opens table A, which is 0, or B. Text has the types of the columns that match its own.
pub(super) fn open(ctx: &SessionContext, args: &DiffArgs, table: usize) -> Result<DataFrame> {
    let (common, mut matching) = (&args.common, args.matching());
    let (path, other) = if table == 0 { (&args.a, &args.b) } else { (&args.b, &args.a) };
    let mut types = tables::types(ctx, common, Some((path, other)))?;
    // Without a header, the names are those of the types.
    if let Some(types) = &mut types
        && !matching.is_exact()
        && !common.no_header
        && tables::is_text(path, common)?
    {
        let text = tables::open(ctx, path, common, None)?;
        let own = text.schema().as_arrow();
        let is_of_b = table == 0 && common.types.is_none();
        if common.types.is_some() {
            // Their names are those of A, and they may be fewer.
            let is_named = |pair: &[String; 2]| types.column_with_name(&pair[0]).is_some();
            matching.pairs.retain(|pair| table == 1 && is_named(pair));
        }
        let both = if is_of_b { [own, &*types] } else { [&*types, own] };
        let found = places(both, &matching)?.into_iter().enumerate();
        let found = found.filter_map(|(a, b)| Some(if is_of_b { (b?, a) } else { (a, b?) }));
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        let field = |(typed, of_text): (usize, usize)| {
            types.field(typed).clone().with_name(own.field(of_text).name())
        };
        *types = Schema::new(found.into_iter().map(field).collect::<Vec<_>>());
    }
    tables::open(ctx, path, common, types.as_ref())
}

/// Returns the place in B of each column of A.
fn places(schemas: [&Schema; 2], matching: &Matching) -> Result<Vec<Option<usize>>> {
    let names = schemas.map(|schema| -> Vec<&str> {
        schema.fields().iter().map(|field| field.name().as_str()).collect()
    });
    matching.places([&names[0], &names[1]], &DOOR).map_err(failed)
}

/// Returns the names of the columns of B in A, if they can be others.
pub(super) fn in_a([a, b]: [&DataFrame; 2], matching: &Matching) -> Result<Option<Vec<String>>> {
    if matching.is_exact() {
        return Ok(None);
    }
    let (a, b) = (a.schema().as_arrow(), b.schema().as_arrow());
    let mut names: Vec<_> = b.fields().iter().map(|field| field.name().clone()).collect();
    for (place, other) in places([a, b], matching)?.into_iter().enumerate() {
        if let Some(other) = other {
            names[other].clone_from(a.field(place).name());
        }
    }
    Ok(Some(names))
}

/// Gives columns other names, in their order.
pub(super) fn renamed(frame: DataFrame, names: &[String]) -> Result<DataFrame> {
    let column = |(place, name)| tables::column_at(&frame, place).alias(name);
    let columns: Vec<_> = names.iter().enumerate().map(column).collect();
    frame.select(columns)
}
