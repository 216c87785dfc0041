//! Compiles the C library of CLHASH, from where Cargo has unpacked the package that contains it.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-check-cfg=cfg(clhash_c)");
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if !matches!(&*arch, "x86" | "x86_64") {
        println!("cargo::warning=the C library of CLHASH is for x86: it is left out");
        return;
    }
    let source = package_directory("clhash-sys").join("clhash");
    cc::Build::new()
        .file(source.join("clhash.c"))
        .include(source)
        .opt_level(3)
        // The flags of its Makefile.
        .flags(["-std=c99", "-msse4.2", "-mpclmul", "-march=native", "-funroll-loops"])
        .warnings(false)
        .compile("clhash_c");
    println!("cargo::rustc-cfg=clhash_c");
}

/// Where the sources of a package of Cargo.lock are; Cargo downloads them if it has to.
fn package_directory(name: &str) -> PathBuf {
    let cargo = env::var_os("CARGO").expect("Cargo runs build scripts");
    let output =
        Command::new(cargo).args(["metadata", "--format-version=1"]).output().expect("Cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    // The one string that ends like this; a JSON parser would be a dependency for a line.
    let manifest = metadata
        .split('"')
        .find(|text| {
            let path = PathBuf::from(text.replace(r"\\", r"\"));
            path.ends_with("Cargo.toml")
                && path.parent().and_then(|dir| dir.file_name()).is_some_and(|dir| {
                    dir.to_str().is_some_and(|dir| dir.starts_with(&format!("{name}-")))
                })
        })
        .unwrap_or_else(|| panic!("no package {name}"));
    PathBuf::from(manifest.replace(r"\\", r"\")).with_file_name("")
}
