//! Runs a test on every backend of the machine.

use hash_core::backend::Token;
use std::{env, panic};

/// Runs `test` on every available backend, and prints the backends that ran and those that the
/// machine lacks.
///
/// `names` lists all backends of the algorithm, the narrowest first; `available` lists those of
/// this machine with their names. A failure names the backend. Two environment variables name the
/// backends that must not be missing:
/// * `TESTKIT_REQUIRE`: comma-separated names. The test fails if the machine lacks one that the
///   algorithm has;
/// * `TESTKIT_EXPECT`: comma-separated names. `best`, the backend that detection chose, must be the
///   widest one in the list that the algorithm has.
///
/// `TESTKIT_SKIP`, comma-separated names too, spares an emulator the backends that another machine
/// runs. What they leave no backend of runs on all.
///
/// # Panics
/// Panics if the test fails on a backend, if none is available, if one is not listed, or if the
/// variables are not satisfied.
pub fn sweep<B: Copy>(
    what: &str,
    names: &[&str],
    available: impl IntoIterator<Item = (&'static str, B)>,
    best: &str,
    test: impl Fn(B),
) {
    let available: Vec<_> = available.into_iter().collect();
    let here: Vec<_> = available.iter().map(|(name, _)| *name).collect();
    sweep_names(what, names, &here, best, &|i| test(available[i].1));
}

/// The part of [`sweep`] that is compiled once for all tests: `test` gets an index of `available`.
pub(crate) fn sweep_names(
    what: &str,
    names: &[&str],
    available: &[&str],
    best: &str,
    test: &dyn Fn(usize),
) {
    let chosen = chosen(available, &demanded("TESTKIT_SKIP"));
    for (i, name) in available.iter().enumerate() {
        assert!(names.contains(name), "{what}: backend {name} is not listed");
        if !chosen.contains(name) {
            continue;
        }
        if let Err(cause) = panic::catch_unwind(panic::AssertUnwindSafe(|| test(i))) {
            eprintln!("{what}: failed on backend {name}");
            panic::resume_unwind(cause);
        }
    }
    let missing: Vec<_> = names.iter().filter(|n| !available.contains(n)).copied().collect();
    println!("{what}: ran on {}; this machine lacks {}", list(&chosen), list(&missing));
    assert!(!available.is_empty(), "{what}: no backend is available");
    for required in demanded("TESTKIT_REQUIRE") {
        // The list applies to algorithms that have such a backend only.
        assert!(
            !names.contains(&required.as_str()) || available.contains(&required.as_str()),
            "{what}: backend {required} is required but missing"
        );
    }
    // The list is shared by algorithms whose backends have different names.
    let expected = demanded("TESTKIT_EXPECT");
    if let Some(expected) = names.iter().rfind(|name| expected.iter().any(|e| e == *name)) {
        assert_eq!(best, *expected, "{what}: detection chose another backend than expected");
    }
}

/// Runs [`sweep`] over the backends of a type.
///
/// # Panics
/// Panics where [`sweep`] does.
pub fn on_backends<B: Token>(what: &str, test: impl Fn(B)) {
    // Few instances of `sweep` make the tests compile sooner.
    let test: &dyn Fn(B) = &test;
    sweep(what, B::NAMES, B::available().map(|b| (b.name(), b)), B::detect().name(), test);
}

/// Runs [`sweep`] over a crate's `Backend`, which has `NAMES`, `available`, `detect` and `name`.
#[macro_export]
macro_rules! on_every_backend {
    ($backend:ty, $what:expr, $test:expr) => {
        $crate::sweep::on_backends::<$backend>($what, $test)
    };
}

/// Returns the available backends that are not to be skipped, or all if none is left.
fn chosen<'a>(available: &[&'a str], skipped: &[String]) -> Vec<&'a str> {
    let is_chosen = |name: &&str| !skipped.iter().any(|s| s == name);
    let chosen: Vec<_> = available.iter().copied().filter(is_chosen).collect();
    if chosen.is_empty() { available.to_vec() } else { chosen }
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn demanded(variable: &str) -> Vec<String> {
    let text = env::var(variable).unwrap_or_default();
    text.split(',').filter(|n| !n.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn no_algorithm_loses_its_only_backend() {
        let skipped = ["portable".to_owned()];
        assert_eq!(chosen(&["portable", "x86_avx2"], &skipped), ["x86_avx2"]);
        assert_eq!(chosen(&["portable"], &skipped), ["portable"]);
        assert_eq!(chosen(&["portable", "x86_avx2"], &[]), ["portable", "x86_avx2"]);
    }
}
