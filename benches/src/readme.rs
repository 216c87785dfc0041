//! The part of the report that is in the README.
