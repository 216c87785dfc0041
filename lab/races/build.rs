//! Tells the report which compiler built it.

use std::env;
use std::process::Command;

fn main() {
    let version = env::var_os("RUSTC")
        .and_then(|rustc| Command::new(rustc).arg("--version").output().ok())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.as_deref().map_or("rustc, version unknown", str::trim);
    println!("cargo::rustc-env=BENCHES_RUSTC={version}");
    println!("cargo::rerun-if-changed=build.rs");
}
