//! The programs in C and C++ compile without a warning, succeed, and print the expected output.
//!
//! `tests/dropin` has programs for the interfaces of other libraries. They were compiled against
//! those libraries as well, and `expected` has their output: lemire/clhash as in clhash-sys 0.1.0
//! (with BITMIX and without), google/highwayhash as in highwayhash 0.0.14, OpenSSL 3.0 for MD5. The
//! 8 and 16 bytes of `siphash.txt` are from libsodium 1.0.18, and its HalfSipHash is from this
//! library, which the vectors test.
//!
//! `.ci/capi` runs the same programs with other compilers and tools.

mod door;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, io::Write};
use testkit::vectors;

const C: &[&str] = &["-std=c99"];
const CPP: &[&str] = &["-std=c++17"];
const WARNINGS: &[&str] =
    &["-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compiles a program of this crate with the static library of this build, or reports that there is
/// no compiler.
fn compile(source: &str, flags: &[&str]) -> Option<PathBuf> {
    let (compiler, standard) = if source.ends_with("cpp") { ("c++", CPP) } else { ("cc", C) };
    if Command::new(compiler).arg("--version").output().is_err() {
        println!("left out: compilers: {source}, because there is no {compiler}");
        return None;
    }
    let name = format!("{}{}", source.replace('/', "_"), flags.concat());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let test = env::current_exe().expect("the path is known");
    let library = test.parent().expect("there is a folder").join("libprovenhash.a");
    assert!(library.is_file(), "{}", library.display());
    let output = Command::new(compiler)
        .args(standard)
        .args(WARNINGS)
        .args(flags)
        .arg("-I")
        .arg(here("include"))
        .arg("-I")
        .arg(here("include/drop-in"))
        .arg(here(source))
        .arg(library)
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("the compiler starts");
    assert!(output.status.success(), "{source}:\n{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

fn run(program: &Path, input: &str) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the stream is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let Output { status, stdout, .. } = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic").expect("the program reads its input");
    assert!(status.success(), "{}: {status}", program.display());
    String::from_utf8(stdout).expect("the text is UTF-8")
}

#[test]
fn examples_hold() {
    let prefork = if cfg!(unix) { "examples/prefork.c" } else { "examples/start.c" };
    for source in ["examples/start.c", "examples/tour.c", "examples/raii.cpp", prefork] {
        if let Some(program) = compile(source, &[]) {
            println!("{source}: {}", run(&program, ""));
        }
    }
}

#[test]
fn drop_ins_print_what_the_originals_print() {
    let rows: [(&str, &[&str], &str); 7] = [
        ("clhash.c", &[], "clhash"),
        ("clhash.c", &["-DBITMIX"], "clhash_bitmix"),
        ("clhasher.cpp", &[], "clhasher"),
        ("highwayhash.c", &[], "highwayhash"),
        ("siptreehash.c", &[], "siptreehash"),
        ("siphash.c", &[], "siphash"),
        ("md5.c", &[], "md5"),
    ];
    for (source, flags, expected) in rows {
        let Some(program) = compile(&format!("tests/dropin/{source}"), flags) else { continue };
        let file = here(&format!("tests/dropin/expected/{expected}.txt"));
        let expected = fs::read_to_string(&file).expect("the text is UTF-8");
        assert_eq!(run(&program, ""), expected, "{}", file.display());
    }
}

/// Each header of C compiles alone, and as C++.
#[test]
fn headers_compile_alone() {
    let mut sources = String::new();
    for folder in ["include", "include/provenhash", "include/drop-in"] {
        for file in fs::read_dir(here(folder)).expect("there is a folder") {
            let path = file.expect("the folder entry is readable").path();
            if path.is_file() {
                sources += &format!("#include \"{}\"\n", path.display());
            }
        }
    }
    for (extension, main) in [("c", "int main(void) { return 0; }"), ("cpp", "int main() {}")] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("headers.{extension}"));
        // Both orders show that no header needs what another has included.
        for order in [sources.lines().collect::<Vec<_>>(), sources.lines().rev().collect()] {
            fs::write(&path, order.join("\n") + "\n" + main + "\n").expect("the file is writable");
            compile(path.to_str().expect("the text is UTF-8"), &[]);
        }
    }
}

#[test]
fn a_c_program_has_the_values_of_the_vectors() {
    let Some(program) = compile("examples/vectors.c", &[]) else { return };
    let md5 = (&vectors::MD5, "md5", "md5");
    let hex = |bytes: &[u8]| {
        if bytes.is_empty() { "-".to_owned() } else { testkit::message::hex(bytes) }
    };
    let (mut input, mut expected) = (String::new(), Vec::new());
    for (table, name, function) in door::published().into_iter().chain([md5]) {
        let file = table.hashes();
        let before = expected.len();
        for value in
            file.values.iter().filter(|value| value.function == name && value.length <= 8192)
        {
            let key = file.keys.iter().find(|(id, _)| *id == value.key).expect("there is a key");
            let message = value.generator.message(value.length);
            input += &format!("{function} {} {}\n", hex(&key.1), hex(&message));
            // A digest has no commas between its words.
            let output = value.output.replace(',', "");
            expected.push((function, value.length, output));
        }
        assert!(expected.len() > before, "{name}");
    }
    let printed = run(&program, &input);
    assert_eq!(printed.lines().count(), expected.len());
    for (line, (function, length, output)) in printed.lines().zip(&expected) {
        assert_eq!(line, output, "{function} of {length} bytes");
    }
    println!("{} vectors", expected.len());
}
