//! `fingerprint(*)`: a star among the arguments stands for all columns.

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;

/// Replaces `*` and `t.*` among the arguments of functions of rows by the columns.
#[derive(Debug)]
pub(crate) struct Wildcards;

impl FunctionRewrite for Wildcards {
    fn name(&self) -> &'static str {
        "columns of fingerprints"
    }

    fn rewrite(
        &self,
        mut expr: Expr,
        schema: &DFSchema,
        _: &ConfigOptions,
    ) -> Result<Transformed<Expr>> {
        let args = match &mut expr {
            Expr::AggregateFunction(call) if is_of_rows(call.func.name()) => &mut call.params.args,
            Expr::ScalarFunction(call) if is_of_rows(call.func.name()) => &mut call.args,
            _ => return Ok(Transformed::no(expr)),
        };
        if !args.iter().any(is_wildcard) {
            return Ok(Transformed::no(expr));
        }
        *args = std::mem::take(args).into_iter().flat_map(|arg| expanded(arg, schema)).collect();
        Ok(Transformed::yes(expr))
    }
}

/// Returns whether a function takes the cells of rows.
fn is_of_rows(function: &str) -> bool {
    matches!(function, "fingerprint" | "row_digest" | "row_fingerprint")
}

#[expect(deprecated, reason = "the planner makes these expressions")]
fn is_wildcard(arg: &Expr) -> bool {
    matches!(arg, Expr::Wildcard { .. })
}

/// Returns the columns that an argument stands for, or the argument.
#[expect(deprecated, reason = "the planner makes these expressions")]
fn expanded(arg: Expr, schema: &DFSchema) -> Vec<Expr> {
    let Expr::Wildcard { qualifier, .. } = &arg else { return vec![arg] };
    let columns = schema.columns().into_iter().filter(|column| {
        qualifier.as_ref().is_none_or(|qualifier| column.relation.as_ref() == Some(qualifier))
    });
    columns.map(Expr::Column).collect()
}
