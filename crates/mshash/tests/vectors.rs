//! Values of the program of the specification.

use mshash::named::Mshash;

testkit::vectors! {
    plain: of Mshash;
}
