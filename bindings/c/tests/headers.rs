//! Checks that the headers match the functions.
//! `PROVENHASH_WRITE_HEADERS=1 cargo test -p provenhash-c --test headers` writes them.

use cbindgen::{
    Builder, Config, DocumentationLength, DocumentationStyle, ExportConfig, FunctionConfig,
    Language, LayoutConfig, Style,
};
use std::path::{Path, PathBuf};
use std::{env, fs};

const LICENSE: &str = "/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */";

/// The text of `provenhash.h` before its declarations.
const RULES: &str = include_str!("rules.txt");

/// The beginning of `provenhash.h`: its version, the attribute of functions whose result tells
/// whether there are outputs, and that of memory with an alignment.
const FIRST: &str = concat!(
    "\n/**\n * The version of this header. `ph_version()` is that of the library.\n */\n#define PH_VERSION \"",
    env!("CARGO_PKG_VERSION"),
    "\"\n\n#if defined(__GNUC__)\n#define PH_MUST_USE __attribute__((warn_unused_result))\n",
    "#elif defined(_MSC_VER)\n#define PH_MUST_USE _Check_return_\n#else\n#define PH_MUST_USE\n#endif",
    "\n\n#if defined(__GNUC__)\n#define PH_ALIGNED(bytes) __attribute__((aligned(bytes)))\n",
    "#elif defined(_MSC_VER)\n#define PH_ALIGNED(bytes) __declspec(align(bytes))\n",
    "#else\n#define PH_ALIGNED(bytes)\n#endif"
);

/// The beginning of `provenhash/dropin.h`: how the drop-in headers define functions.
const INLINE: &str = "
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define PH_INLINE static inline
#elif defined(__GNUC__) || defined(_MSC_VER)
#define PH_INLINE static __inline
#else
#define PH_INLINE static
#endif";

/// The beginning of `provenhash/arrow.h`: the structs of Arrow's interfaces, as their
/// specifications print them.
const ARROW: &str = include_str!("arrow.txt");

/// Generates the header of some sources, from its name, its introduction and the sources.
fn header(name: &str, text: &str, sources: &[PathBuf]) -> String {
    let guard = format!("{}_H", name.replace('/', "_").to_uppercase());
    let config = Config {
        language: Language::C,
        style: Style::Type,
        cpp_compat: true,
        documentation: true,
        documentation_style: DocumentationStyle::Doxy,
        documentation_length: DocumentationLength::Full,
        header: Some(format!(
            "{LICENSE}\n/* Made by cbindgen; see bindings/c/tests/headers.rs. */{text}"
        )),
        include_guard: Some(guard),
        after_includes: match name {
            "provenhash" => Some(FIRST.to_owned()),
            "provenhash/dropin" => Some(INLINE.to_owned()),
            "provenhash/arrow" => Some(format!("\n{}", ARROW.trim_end())),
            _ => None,
        },
        sys_includes: ["stddef.h", "stdint.h"].map(String::from).into(),
        no_includes: true,
        usize_is_size_t: true,
        line_length: 100,
        function: FunctionConfig {
            must_use: Some("PH_MUST_USE".into()),
            ..FunctionConfig::default()
        },
        layout: LayoutConfig { aligned_n: Some("PH_ALIGNED".into()), ..LayoutConfig::default() },
        export: ExportConfig {
            // No function has it as the type of an argument.
            include: vec!["ph_stream_place_t".into()],
            exclude: PRIVATE.map(String::from).into(),
            rename: ["ArrowSchema", "ArrowArray", "ArrowArrayStream"]
                .map(|name| (name.to_owned(), format!("struct {name}")))
                .into(),
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
    // Neither C89 nor C++98 has a comma after the last enumerator, and C89 no comment to the end of
    // the line.
    let text = String::from_utf8(out).expect("the text is UTF-8");
    text.replace(",\n} ", "\n} ")
        .replace("#endif  // __cplusplus\n", "#endif\n")
        .replace("#endif // __cplusplus\n", "#endif\n")
        .replace("}  // extern \"C\"\n", "}\n")
}

/// Constants of the sources that are not for C.
const PRIVATE: [&str; 5] = ["GROUP", "NUMBERS", "STREAMS", "FUNCTIONS", "ph_MD5_CTX_ZEROS"];

/// The sources of `provenhash.h`, in the order of its declarations.
const LIBRARY: [&str; 8] =
    ["status", "algorithm", "key", "hash", "stream", "part", "sender", "md5"];

/// The sources of `provenhash/dropin.h`.
const DROP_INS: [&str; 5] =
    ["dropin/clhash", "dropin/highwayhash", "dropin/md5", "dropin/siphash", "dropin/shorthash"];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name).with_extension("rs")
}

/// Returns the name and the text of each header.
fn headers() -> [(&'static str, String); 4] {
    [
        ("provenhash", header("provenhash", RULES, &LIBRARY.map(source))),
        ("provenhash/suite", header("provenhash/suite", "", &[source("suite")])),
        ("provenhash/arrow", header("provenhash/arrow", "", &[source("arrow")])),
        ("provenhash/dropin", header("provenhash/dropin", "", &DROP_INS.map(source))),
    ]
}

#[test]
fn headers_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
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
    for name in LIBRARY.into_iter().chain(DROP_INS).chain(["suite", "arrow"]) {
        let text = fs::read_to_string(source(name)).expect("the text is UTF-8");
        for after in text.split(" fn ph_").skip(1) {
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
    assert!(functions > 60, "{functions}");
}
