//! Panics of libraries on damaged data, as errors.

use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

/// Stops the printing of panics in all threads, because each becomes an error.
pub(crate) fn silence() {
    set_hook(Box::new(|_| {}));
}

/// Runs a function, and returns its panic as an error.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        exec_datafusion_err!("internal error: {}", text.unwrap_or("unknown"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_errors() {
        assert_eq!(caught(|| 5).expect("no panic"), 5);
        let number = 7;
        let error = caught(|| panic!("reason {number}")).expect_err("a panic").to_string();
        assert!(error.ends_with("internal error: reason 7"), "{error}");
        assert!(caught(|| panic!("reason")).is_err());
    }
}
