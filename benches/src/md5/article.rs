//! The variants.
use super::*;
pub const VARIANTS: [Single; 0] = [];
pub fn section(_options: &Options) -> Shown {
    shown(Section { name: "md5-article", text: "", cases: vec![] })
}
