//! One test on every backend of the machine, by name.

use hash_core::backend::Token;
use std::{env, panic};

/// Runs `test` on every available backend and prints which ran and which the machine lacks.
///
/// `names` are all backends of the algorithm, narrowest first, `available` those of this machine
/// with their names. A failure says the backend. What must not be missing is said by two
/// environment variables, both read here alone:
/// * `TESTKIT_REQUIRE`: comma-separated names of backends without which the test fails;
/// * `TESTKIT_EXPECT`: comma-separated names. `best`, the backend that detection chose, must be the
///   widest of them that the algorithm has.
///
/// # Panics
/// If the test fails on some backend, if none is available, or as those variables demand.
pub fn sweep<B: Copy>(
    what: &str,
    names: &[&str],
    available: impl IntoIterator<Item = (&'static str, B)>,
    best: &str,
    test: impl Fn(B),
) {
    let mut ran = Vec::new();
    for (name, backend) in available {
        assert!(names.contains(&name), "{what}: backend {name} is not listed");
        if let Err(cause) = panic::catch_unwind(panic::AssertUnwindSafe(|| test(backend))) {
            eprintln!("{what}: failed on backend {name}");
            panic::resume_unwind(cause);
        }
        ran.push(name);
    }
    let missing: Vec<_> = names.iter().filter(|n| !ran.contains(n)).copied().collect();
    println!("{what}: ran on {}; this machine lacks {}", list(&ran), list(&missing));
    assert!(!ran.is_empty(), "{what}: no backend at all");
    for required in demanded("TESTKIT_REQUIRE") {
        // A demand is for the algorithms that have such a backend.
        assert!(
            !names.contains(&required.as_str()) || ran.contains(&required.as_str()),
            "{what}: backend {required} was demanded and is missing"
        );
    }
    // The same list serves algorithms whose backends have different names.
    let expected = demanded("TESTKIT_EXPECT");
    if let Some(expected) = names.iter().rfind(|name| expected.iter().any(|e| e == *name)) {
        assert_eq!(best, *expected, "{what}: detection's choice");
    }
}

/// [`sweep`] over a type of backends.
///
/// # Panics
/// As it does.
pub fn on_backends<B: Token>(what: &str, test: impl Fn(B)) {
    sweep(what, B::NAMES, B::available().map(|b| (b.name(), b)), B::detect().name(), test);
}

/// [`sweep`] over a crate's `Backend`, which has `NAMES`, `available`, `detect` and `name`.
#[macro_export]
macro_rules! on_every_backend {
    ($backend:ty, $what:expr, $test:expr) => {
        $crate::sweep::on_backends::<$backend>($what, $test)
    };
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn demanded(variable: &str) -> Vec<String> {
    let text = env::var(variable).unwrap_or_default();
    text.split(',').filter(|n| !n.is_empty()).map(str::to_owned).collect()
}
