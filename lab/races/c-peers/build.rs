//! Compiles the originals for this CPU from the packages that Cargo has unpacked.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-changed=src/shim");
    println!("cargo::rerun-if-changed=go");
    println!("cargo::rustc-check-cfg=cfg(clhash_c, halftime)");
    let packages = packages();
    let directory = |name| package_directory(&packages, name);
    let xxhash = directory("xxhash-c-sys").join("src/c/xxhash.c");
    native(false).file(xxhash).compile("xxhash_c");

    if env::var_os("CARGO_FEATURE_ABSEIL").is_some() {
        // The standard is the one with which Debian compiles the library.
        native(true).file("src/shim/abseil.cc").std("c++17").compile("abseil_cc");
        for library in ["hash", "city", "low_level_hash"] {
            println!("cargo::rustc-link-lib=absl_{library}");
        }
    }
    if env::var_os("CARGO_FEATURE_GO").is_some() {
        go();
    }

    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if !matches!(&*arch, "x86" | "x86_64") {
        println!("cargo::warning=the C library of CLHASH is left out: it needs x86");
        return;
    }
    let source = directory("clhash-sys").join("clhash");
    native(false)
        .file(source.join("clhash.c"))
        .include(source)
        // These are the other flags of its Makefile.
        .flags(["-std=c99", "-msse4.2", "-mpclmul", "-funroll-loops"])
        .compile("clhash_c");
    println!("cargo::rustc-cfg=clhash_c");

    let smhasher = directory("fasthash-sys-fork").join("src/smhasher");
    native(true)
        .file("src/shim/halftime.cc")
        .include(&smhasher)
        .std("c++17")
        .compile("halftime_cc");
    println!("cargo::rustc-cfg=halftime");

    if env::var_os("CARGO_FEATURE_ORIGINALS").is_some() {
        let root = directory("highwayhash").join("highwayhash");
        let files = ["sip_hash.cc", "sip_tree_hash.cc", "scalar_sip_tree_hash.cc"];
        native(true)
            .files(files.map(|file| root.join("highwayhash").join(file)))
            .files(["src/shim/highwayhash.cc", "src/shim/cryptopp.cc"])
            .include(root)
            .std("c++11")
            .compile("originals_cc");
        for (bits, aes) in [(64, "aes"), (64, "aes_ni"), (128, "aes"), (128, "aes_ni")] {
            vmac(&smhasher, bits, aes);
        }
        native(false)
            .files(["rijndael-alg-fst.c", "siphash.c"].map(|file| smhasher.join(file)))
            .compile("smhasher_c");
        native(false)
            .files(["inner", "ipsec", "openssl"].map(|file| format!("src/shim/{file}.c")))
            .compile("originals_c");
        for library in ["cryptopp", "crypto", "sodium", "IPSec_MB"] {
            println!("cargo::rustc-link-lib={library}");
        }
    }
}

/// Compiles VMAC for tags of this length, which its header sets, and with its own AES or AES-NI.
fn vmac(source: &Path, bits: u32, aes: &str) {
    const SET: &str = "#define VMAC_TAG_LEN   64 ";
    let name = format!("peers_vmac{bits}_{aes}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join(&name);
    fs::create_dir_all(&out).expect("OUT_DIR is writable");
    for file in ["vmac.h", "vmac.cpp"] {
        let text = fs::read_to_string(source.join(file)).expect("the package has the file");
        assert!(file != "vmac.h" || text.contains(SET), "vmac.h sets the length");
        let text = text.replace(SET, &format!("#define VMAC_TAG_LEN {bits} "));
        fs::write(out.join(file), text).expect("OUT_DIR is writable");
    }
    let mut build = native(true);
    build.file("src/shim/vmac.cc").include(&out).include(source).define("PEERS_NAME", &*name);
    if aes == "aes_ni" {
        build.define("PEERS_AES_NI", None);
    }
    let [object] = &*build.compile_intermediates() else { panic!("one file, one object") };
    // All variants define the functions of vmac.cpp.
    let keep = format!("--keep-global-symbol={name}_*");
    let status = Command::new("objcopy").args(["--wildcard", &keep]).arg(object).status();
    assert!(status.expect("objcopy is beside the compiler").success(), "objcopy failed");
    native(true).object(object).compile(&name);
}

/// Compiles the loops in Go to a library.
fn go() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    println!("cargo::rerun-if-env-changed=GO");
    let status = Command::new(env::var_os("GO").unwrap_or_else(|| "go".into()))
        .args(["build", "-buildmode=c-archive", "-o"])
        .arg(out.join("libpeers_go.a"))
        .arg(".")
        .current_dir("go")
        .env("CGO_ENABLED", "1")
        .status();
    assert!(status.expect("go is installed").success(), "go failed");
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=static=peers_go");
}

/// Returns a C or C++ compiler that optimises for this CPU.
fn native(cpp: bool) -> cc::Build {
    let mut build = cc::Build::new();
    build.cpp(cpp).opt_level(3).flag("-march=native").warnings(false);
    // Leave out the flags that the Rust profile's debug setting would add.
    build.debug(false).force_frame_pointer(false);
    build
}

/// Returns the description of all packages of Cargo.lock. Cargo downloads the missing ones.
fn packages() -> String {
    let cargo = env::var_os("CARGO").expect("Cargo runs build scripts");
    let output =
        Command::new(cargo).args(["metadata", "--format-version=1"]).output().expect("Cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

/// Returns the folder of a package's sources.
fn package_directory(packages: &str, name: &str) -> PathBuf {
    // Only one string ends like this. A JSON parser would be a dependency for one line.
    let manifest = packages
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
