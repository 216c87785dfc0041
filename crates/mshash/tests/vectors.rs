//! Values of the program of the specification.

testkit::vectors! {
    every_value: of mshash::named::Mshash;
}
