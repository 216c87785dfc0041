//! gf2
pub mod backend;
pub use backend::{Backend, Level};
