//! Suites of tests that every function of the family must pass, by its
//! [`Function`](hash_core::function::Function).
//!
//! ```ignore
//! testkit::suites!(clhash: joining Clhash);
//! ```
//!
//! Every suite runs on every backend of the machine and names the one on which it fails; see
//! [`sweep`](crate::sweep()). Values are those of [`reference::digest`].
//!
//! The suites see a function without its types, as an [`AnyFunction`].

#![expect(clippy::missing_panics_doc, reason = "a failed test panics")]

pub mod any;
pub mod batch;
pub mod checkpoint;
pub mod choice;
pub mod key;
pub mod mac;
pub mod map;
pub mod one_shot;
pub mod partial;
pub mod random;
pub mod stream;

pub use any::AnyFunction;
use core::fmt::Debug;

/// Runs a property test, and stores no failures in files.
///
/// # Panics
/// Panics if the property fails.
pub fn check<S: proptest::strategy::Strategy + 'static>(
    cases: u32,
    strategy: S,
    test: impl Fn(S::Value) -> Result<(), proptest::test_runner::TestCaseError>,
) {
    // One instance for each type of values makes the tests compile sooner.
    check_values(cases, &strategy.boxed(), &test);
}

fn check_values<T: Debug>(
    cases: u32,
    strategy: &proptest::strategy::BoxedStrategy<T>,
    test: &dyn Fn(T) -> Result<(), proptest::test_runner::TestCaseError>,
) {
    use proptest::test_runner::{Config, TestRunner};
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(strategy, test) {
        panic!("{error}");
    }
}

/// Returns all lengths up to `short`, and lengths around the first multiples of the block.
fn edges(short: usize, block: usize) -> Vec<usize> {
    let around = (1..=3).flat_map(|n| {
        let edge = n * block;
        edge.saturating_sub(17)..=edge + 17
    });
    let mut lengths: Vec<_> = (0..=short).chain(around).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Defines the tests of all suites for a function, in a module: `suites!(md5: of Md5)`, or with
/// parts `suites!(clhash: joining Clhash)`.
#[macro_export]
macro_rules! suites {
    ($name:ident: joining $Function:ty) => {
        $crate::suites!(@ $name, joining $Function, {
            $crate::suites!(@ joining $Function, partial:
                any_grouping long_parts refuse_unaligned no_read_outside);
        });
    };
    ($name:ident: of $Function:ty) => {
        $crate::suites!(@ $name, of $Function, {});
    };
    (@ $name:ident, $of:ident $Function:ty, { $($parts:tt)* }) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $crate::suites!(@ $of $Function, one_shot:
                every_length no_read_outside placements long_messages any_key_and_message);
            $crate::suites!(@ $of $Function, stream: splits_in_two splits_in_three pieces
                no_read_outside hash_so_far integers std_types as_a_file clones any_split);
            $crate::suites!(@ $of $Function, checkpoint:
                resume refuse_others random_bytes no_read_outside);
            $crate::suites!(@ $of $Function, batch: agree_with_single_messages
                long_and_many_messages refuse_mismatches no_read_outside no_read_outside_columns);
            $($parts)*

            mod choice {
                #[allow(unused_imports)]
                use super::*;

                #[test]
                fn names_and_order() {
                    $crate::conformance::choice::names_and_order::<$Function>();
                }

                #[test]
                fn threads() {
                    $crate::conformance::choice::threads::<$Function>();
                }
            }
        }
    };
    (@ $of:ident $Function:ty, $suite:ident: $($test:ident)*) => {
        mod $suite {
            #[allow(unused_imports)]
            use super::*;

            $(#[test]
            fn $test() {
                $crate::conformance::$suite::$test(
                    &$crate::conformance::AnyFunction::$of::<$Function>(),
                );
            })*
        }
    };
}

/// Defines tests of functions with their vectors: `vectors! { clhash: joining Clhash; }`.
#[macro_export]
macro_rules! vectors {
    ($($name:ident: $of:ident $Function:ty;)*) => {
        $(#[test]
        fn $name() {
            $crate::vectors::agree(&$crate::conformance::AnyFunction::$of::<$Function>());
        })*
    };
}
