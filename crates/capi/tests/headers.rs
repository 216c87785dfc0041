//! Checks that the headers match the functions. `PROVENHASH_WRITE_HEADERS=1 cargo test -p capi
//! --test headers` writes them.

use cbindgen::{
    Builder, Config, DocumentationLength, DocumentationStyle, ExportConfig, Language, Style,
};
use std::path::{Path, PathBuf};
use std::{env, fs};

const LICENSE: &str = "/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */";

/// The text of `common.h` before its declarations.
const RULES: &str = include_str!("rules.txt");

/// Generates the header of some sources, from its name, its includes, its introduction and the
/// sources.
fn header(name: &str, includes: &[&str], text: &str, sources: &[PathBuf]) -> String {
    let guard = format!("PROVENHASH_{}_H", name.to_uppercase());
    let config = Config {
        language: Language::C,
        style: Style::Type,
        cpp_compat: true,
        documentation: true,
        documentation_style: DocumentationStyle::Doxy,
        documentation_length: DocumentationLength::Full,
        header: Some(format!(
            "{LICENSE}\n/* Made by cbindgen; see crates/capi/tests/headers.rs. */{text}"
        )),
        include_guard: Some(guard),
        includes: includes.iter().map(ToString::to_string).collect(),
        sys_includes: ["stddef.h", "stdint.h"].map(String::from).into(),
        no_includes: true,
        usize_is_size_t: true,
        line_length: 100,
        // No function of `status.rs` returns a status.
        export: ExportConfig {
            include: if name == "common" { vec!["ph_status_t".to_owned()] } else { Vec::new() },
            ..ExportConfig::default()
        },
        ..Config::default()
    };
    let builder = sources.iter().fold(Builder::new().with_config(config), |builder, source| {
        assert!(source.is_file(), "{}", source.display());
        builder.with_src(source)
    });
    let mut out = Vec::new();
    builder.generate().expect("the sources are readable").write(&mut out);
    String::from_utf8(out).expect("the text is UTF-8")
}

fn headers() -> Vec<(String, String)> {
    let source = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
    let made = |family: &str| Path::new(env!("OUT_DIR")).join(family).with_extension("rs");
    let mut all = vec![("common".to_owned(), header("common", &[], RULES, &[source("status.rs")]))];
    let families = ["clhash", "vhash", "ghash", "highwayhash", "siphash", "md5", "multilinear"];
    for family in families {
        all.push((family.to_owned(), header(family, &["common.h"], "", &[made(family)])));
    }
    let suite = [source("suite_support.rs"), made("suite")];
    all.push(("suite".to_owned(), header("suite", &[], "", &suite)));
    all.push(("dropin".to_owned(), header("dropin", &[], "", &[source("dropin.rs")])));
    all
}

#[test]
fn headers_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/provenhash");
    let write = env::var_os("PROVENHASH_WRITE_HEADERS").is_some();
    for (name, text) in headers() {
        let path = folder.join(name).with_extension("h");
        if write {
            fs::write(&path, &text).expect("the file is writable");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{} differs from the code: see tests/headers.rs", path.display());
    }
}

/// Every function of the sources is declared, because cbindgen leaves out what it does not
/// understand.
#[test]
fn headers_declare_every_function() {
    let headers: String = headers().into_iter().map(|(_, text)| text).collect();
    let mut functions = 0;
    let folder = Path::new(env!("OUT_DIR"));
    let made = fs::read_dir(folder)
        .expect("there is a folder")
        .map(|file| file.expect("the folder entry is readable").path());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in made.chain(["status.rs", "dropin.rs"].map(|file| source.join(file))) {
        let text = fs::read_to_string(&path).expect("the text is UTF-8");
        for (_, after) in
            text.match_indices("extern \"C\" fn ph_").map(|(at, m)| text.split_at(at + m.len()))
        {
            let name = after.split('(').next().unwrap_or_default();
            assert!(
                headers.contains(&format!(" ph_{name}("))
                    || headers.contains(&format!("*ph_{name}(")),
                "ph_{name}"
            );
            functions += 1;
        }
    }
    println!("{functions} functions");
    assert!(functions > 400, "{functions}");
}
