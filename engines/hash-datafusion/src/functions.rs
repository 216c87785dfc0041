//! The set of all functions.

use crate::digest::DigestFunction;
use crate::fingerprint::{FingerprintFunction, Input};
use crate::keys::Keys;
use crate::scalar::{HashFunction, KeyCheck};
use crate::stored::{Remove, RowFingerprint};
use crate::wildcard::Wildcards;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::SessionContext;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Registers all functions under these keys, and what `fingerprint(*)` needs.
///
/// # Errors
/// Returns the errors of DataFusion's registry, which has none of them today.
pub fn register(ctx: &SessionContext, keys: &Keys) -> Result<()> {
    let state = ctx.state_ref();
    let mut state = state.write();
    Functions::new(keys).register_in(&mut *state)?;
    state.register_function_rewrite(Functions::wildcards())
}

/// All functions, for registration in a registry of any kind.
#[derive(Clone, Debug)]
pub struct Functions {
    key: OptionalKeys,
}

impl Functions {
    /// Creates the functions under these keys.
    #[must_use]
    pub fn new(keys: &Keys) -> Self {
        Self { key: OptionalKeys(Some(keys.clone())) }
    }

    /// Creates functions that can be planned but not evaluated, for schedulers and their clients.
    /// Evaluation returns an error.
    #[must_use]
    pub const fn without_key() -> Self {
        Self { key: OptionalKeys(None) }
    }

    /// Returns the scalar functions.
    #[must_use]
    pub fn scalars(&self) -> Vec<Arc<ScalarUDF>> {
        let check = ScalarUDF::from(KeyCheck::new(self.key.clone()));
        let remove = ScalarUDF::from(Remove::new());
        let row = ScalarUDF::from(RowFingerprint::new(self.key.clone()));
        let hashes = HashFunction::all(&self.key).map(ScalarUDF::from);
        hashes.chain([check, remove, row]).map(Arc::new).collect()
    }

    /// Returns the aggregates.
    #[must_use]
    pub fn aggregates(&self) -> Vec<Arc<AggregateUDF>> {
        let fingerprint = |input| FingerprintFunction::new(input, self.key.clone());
        let [rows, merge] = [Input::Rows, Input::Fingerprints].map(fingerprint);
        let digest = AggregateUDF::from(DigestFunction::new(self.key.clone()));
        [AggregateUDF::from(rows), AggregateUDF::from(merge), digest].map(Arc::new).into()
    }

    /// Returns the rewrite of `fingerprint(*)` to the columns, for the sessions that plan queries.
    /// Others, such as executors, do not need it, and some registries refuse it.
    #[must_use]
    pub fn wildcards() -> Arc<dyn FunctionRewrite + Send + Sync> {
        Arc::new(Wildcards)
    }

    /// Registers all functions.
    ///
    /// # Errors
    /// Returns the errors of the registry.
    pub fn register_in(&self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        for function in self.scalars() {
            registry.register_udf(function)?;
        }
        for function in self.aggregates() {
            registry.register_udaf(function)?;
        }
        Ok(())
    }
}

/// The keys of a function, where it can be evaluated. They compare equal for equal keys, so that
/// the planner shares common subexpressions. The comparison uses check values, so that no key is
/// compared in variable time.
#[derive(Clone, Debug)]
pub(crate) struct OptionalKeys(Option<Keys>);

impl OptionalKeys {
    pub(crate) fn get(&self) -> Result<&Keys> {
        self.0.as_ref().ok_or_else(|| {
            exec_datafusion_err!(
                "this process has no key for hashes and fingerprints: only executors have it"
            )
        })
    }

    fn check(&self) -> Option<u64> {
        self.0.as_ref().map(Keys::check)
    }
}

impl PartialEq for OptionalKeys {
    fn eq(&self, other: &Self) -> bool {
        self.check() == other.check()
    }
}

impl Eq for OptionalKeys {}

impl Hash for OptionalKeys {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.check().hash(state);
    }
}
