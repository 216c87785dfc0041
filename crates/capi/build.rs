//! Gives the shared library its name.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        // Programs look for the library under this name. It changes when a version breaks them.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libprovenhash.so.0");
    }
}
