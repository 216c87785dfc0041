//! Small programs, each a thing that somebody wants to do; see the folder `examples` of this
//! package. This library is empty: it has the README's own examples tested.
#![cfg_attr(doctest, doc = include_str!("../../README.md"))]
