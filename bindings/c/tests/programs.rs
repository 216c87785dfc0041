//! The programs in C and C++ compile without a warning, succeed, and print the expected output.
//!
//! `tests/dropin` has programs for the interfaces of other libraries. They were compiled against
//! those libraries as well, and `expected` has their output: lemire/clhash as in clhash-sys 0.1.0
//! (with BITMIX and without), google/highwayhash as in highwayhash 0.0.14, OpenSSL 3.0 for MD5,
//! libsodium 1.0.18 for `shorthash.txt` and the 8 and 16 bytes of `siphash.txt`, Redis 7.0.15.
//! HalfSipHash is from this library, which the vectors test.
//!
//! `.ci/steps/c` runs the same programs with other compilers and tools, and with OpenSSL and
//! libsodium.

mod door;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, io::Write};

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
    let name = format!("{source}{}", flags.concat()).replace('/', "_");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let test = env::current_exe().expect("the path is known");
    let library = test.parent().expect("there is a folder").join("libprovenhash_c.a");
    assert!(library.is_file(), "{}", library.display());
    let output = Command::new(compiler)
        .args(standard)
        .args(WARNINGS)
        // Folders in the flags are below that of this crate.
        .current_dir(here(""))
        .args(flags)
        .arg("-I")
        .arg(here("include"))
        .arg("-I")
        .arg(here("include/provenhash/drop-in"))
        .arg(here(source))
        .arg(library)
        // Copying the library's debug information would be half of the time of a link.
        .args(["-pthread", "-ldl", "-lm", "-Wl,-S", "-o"])
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
    let (tour, mac) = ("examples/tour.c", "examples/mac.c");
    let (place, raii) = ("examples/place.c", "examples/raii.cpp");
    for source in ["examples/start.c", tour, mac, place, raii, prefork] {
        if let Some(program) = compile(source, &[]) {
            println!("{source}: {}", run(&program, ""));
        }
    }
    if let Some(program) = compile("examples/table.c", &[]) {
        // The same table has this fingerprint in the tests of Python and of the functions for SQL.
        assert_eq!(run(&program, ""), "25186db1818080d604869284ef540461-2\n");
    }
}

#[test]
fn drop_ins_print_what_the_originals_print() {
    let rows: [(&str, &[&str], &str); 10] = [
        ("clhash.c", &[], "clhash"),
        ("clhash.c", &["-DBITMIX"], "clhash_bitmix"),
        ("clhasher.cpp", &[], "clhasher"),
        ("highwayhash.c", &[], "highwayhash"),
        ("highwayhash_cat.c", &[], "highwayhash_cat"),
        ("shorthash.c", &[], "shorthash"),
        ("siptreehash.c", &[], "siptreehash"),
        ("siphash.c", &[], "siphash"),
        ("md5.c", &[], "md5"),
        ("redis.c", &[], "redis"),
    ];
    for (source, flags, expected) in rows {
        let Some(program) = compile(&format!("tests/dropin/{source}"), flags) else { continue };
        let file = here(&format!("tests/dropin/expected/{expected}.txt"));
        let expected = fs::read_to_string(&file).expect("the text is UTF-8");
        assert_eq!(run(&program, ""), expected, "{}", file.display());
    }
}

/// Returns a path for a file that a test makes.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Writes a program and compiles it.
fn compile_text(name: &str, text: &str, flags: &[&str]) -> Option<PathBuf> {
    let path = scratch(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is writable");
    fs::write(&path, text).expect("the file is writable");
    compile(path.to_str().expect("the text is UTF-8"), flags)
}

/// Each header of C compiles alone, in the oldest and the newest C and C++.
#[test]
fn headers_compile_alone() {
    let mut folders = vec![here("include")];
    let mut headers = Vec::new();
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).expect("there is a folder") {
            let path = file.expect("the folder entry is readable").path();
            if path.is_dir() { folders.push(path) } else { headers.push(path) }
        }
    }
    assert!(headers.len() > 10, "{}", headers.len());
    let standards = [
        ("c", "int main(void) { return 0; }", ["-std=c89", "-std=c2x"]),
        ("cpp", "int main() {}", ["-std=c++98", "-std=c++23"]),
    ];
    for header in headers {
        // Twice, because the second one must be empty.
        let include = format!("#include \"{}\"\n", header.display()).repeat(2);
        for (extension, main, standards) in standards {
            for standard in standards {
                let name = format!("header.{extension}");
                compile_text(&name, &format!("{include}{main}\n"), &[standard, "-fsyntax-only"]);
            }
        }
    }
}

/// The programs on the first screen of the README compile and succeed.
#[test]
fn the_readme_holds() {
    let readme = fs::read_to_string(here("README.md")).expect("the text is UTF-8");
    for (language, extension) in [("c", "c"), ("cpp", "cpp")] {
        let (_, text) = readme.split_once(&format!("```{language}\n")).expect("a program");
        let (program, _) = text.split_once("```").expect("its end");
        if let Some(program) = compile_text(&format!("readme.{extension}"), program, &[]) {
            assert_eq!(run(&program, "").trim().len(), 16);
        }
    }
}

/// `#include "siphash.h"` finds the reference's header in the folder of the program first, and then
/// the reference's function is missing; with `-include` it is ours.
#[test]
fn headers_beside_the_program_come_first() {
    let program = r#"#include "siphash.h"
        int main(void) {
            uint8_t k[16] = {0}, out[8];
            return siphash("", 0, k, out, 8);
        }"#;
    let theirs = "#include <inttypes.h>\n#include <string.h>\n
        int siphash(const void *in, const size_t inlen, const void *k, uint8_t *out,
            const size_t outlen);\n";
    let folder = scratch("beside");
    fs::create_dir_all(&folder).expect("the folder is writable");
    fs::write(folder.join("siphash.h"), theirs).expect("the file is writable");
    let ours = here("include/provenhash/drop-in/siphash.h");
    let flags = ["-include", ours.to_str().expect("the text is UTF-8")];
    let Some(found) = compile_text("beside/main.c", program, &flags) else { return };
    run(&found, "");
    let text = refusal("beside/main.c", program);
    assert!(text.contains("siphash"), "{text}");
}

/// Returns why a program does not compile.
fn refusal(name: &str, text: &str) -> String {
    let compiled = std::panic::catch_unwind(|| compile_text(name, text, &[]));
    *compiled.expect_err("an error").downcast().expect("a message")
}

/// A status that is ignored is a warning.
#[test]
fn results_may_not_be_ignored() {
    let program = |call: &str| {
        let key = "ph_key_generate(ph_algorithm_find(\"clhash\"), &key)";
        let call = call.replace("KEY", key);
        format!("#include <provenhash.h>\nint main(void) {{ ph_key_t *key; {call} return 0; }}\n")
    };
    let used = program("if (KEY == PH_OK) { ph_key_free(key); }");
    if compile_text("used.c", &used, &[]).is_some() && cfg!(unix) {
        let text = refusal("ignored.c", &program("KEY; ph_key_free(key);"));
        assert!(text.contains("unused"), "{text}");
    }
}

/// All functions run on threads with stacks of 192 KiB, even where they are not optimised.
/// `.ci/steps/c` tests the library as installed on 64 KiB.
#[test]
#[cfg(unix)]
fn small_stacks_suffice() {
    if let Some(program) = compile("tests/stack.c", &["-std=c11", "-D_GNU_SOURCE"]) {
        let output = Command::new(&program).args(["192", "192"]).output().expect("it starts");
        println!("{}", String::from_utf8_lossy(&output.stdout));
        assert!(output.status.success(), "{}", output.status);
    }
}

#[test]
fn a_c_program_has_the_values_of_the_vectors() {
    let Some(program) = compile("examples/vectors.c", &[]) else { return };
    let hex = |bytes: &[u8]| {
        if bytes.is_empty() { "-".to_owned() } else { testkit::message::hex(bytes) }
    };
    let (mut input, mut expected) = (String::new(), Vec::new());
    for (file, name, key_bytes) in door::published() {
        let before = expected.len();
        for value in
            file.values.iter().filter(|value| value.function == name && value.length <= 8192)
        {
            // A file without its key of zeros still has the hashes under it.
            let Some(key) = file.keys.iter().find(|(id, _)| *id == value.key) else { continue };
            let message = value.generator.message(value.length);
            input += &format!("{name} {} {}\n", hex(&key.1[..key_bytes]), hex(&message));
            // A digest has no commas between its words.
            let output = value.output.replace(',', "");
            expected.push((name, value.length, output));
        }
        assert!(expected.len() > before, "{name}");
    }
    let printed = run(&program, &input);
    assert_eq!(printed.lines().count(), expected.len());
    for (line, (name, length, output)) in printed.lines().zip(&expected) {
        assert_eq!(line, output, "{name} of {length} bytes");
    }
    println!("{} vectors", expected.len());
}
