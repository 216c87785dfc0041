//! Gives the shared library its name, under which programs look for it. The name changes with every
//! version that breaks them: the major one, and before 1.0 the minor one. The file that cargo makes
//! has another name, because the crate `provenhash` is in the same folder; CMake renames it.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let [major, minor] =
        ["MAJOR", "MINOR"].map(|part| variable(&format!("CARGO_PKG_VERSION_{part}")));
    let abi = if major == "0" { format!("0.{minor}") } else { major };
    let arguments = match &*variable("CARGO_CFG_TARGET_OS") {
        // A second definition file names the DLL for the import library; only GNU's linker reads
        // two.
        "windows" if variable("CARGO_CFG_TARGET_ENV") == "gnu" => {
            let file = Path::new(&variable("OUT_DIR")).join("provenhash.def");
            fs::write(&file, "LIBRARY \"provenhash.dll\"\n").expect("the folder is writable");
            println!("cargo::rustc-cdylib-link-arg={}", file.display());
            vec![]
        }
        "windows" => vec![],
        "macos" | "ios" => vec![
            format!("-install_name,@rpath/libprovenhash.{abi}.dylib"),
            format!("-compatibility_version,{abi}"),
            format!("-current_version,{}", variable("CARGO_PKG_VERSION")),
        ],
        // Rust's std keeps what it allocated for the library and its threads, so each further load
        // would leak: the library stays loaded.
        _ => vec![format!("-soname,libprovenhash.so.{abi}"), "-z,nodelete".to_owned()],
    };
    for argument in arguments {
        println!("cargo::rustc-cdylib-link-arg=-Wl,{argument}");
    }
}
