//! Small programs, each for one common task; see the folder `examples` of this package. The library
//! itself is empty: it only runs the README's examples as tests.
#![cfg_attr(doctest, doc = include_str!("../../README.md"))]
