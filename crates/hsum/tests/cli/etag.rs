//! `hsum etag`.

use crate::Dir;
use md5_opt::s3::ETag;

const MIB: usize = 1 << 20;

/// Returns the first bytes of the longest file.
fn data(length: usize) -> Vec<u8> {
    let mut bytes = testkit::Generator::SplitMix(1).message(20 * MIB);
    bytes.truncate(length);
    bytes
}

/// Returns files of 20 MiB, of 8 MiB, and of a byte less.
fn files() -> Dir {
    let dir = Dir::new();
    let data = data(20 * MIB);
    dir.write("long", &data).write("even", &data[..8 * MIB]).write("short", &data[..8 * MIB - 1]);
    dir
}

fn of_parts(length: usize, part: u64) -> String {
    ETag::of_parts(&data(length), part).expect("few parts").to_string()
}

#[test]
fn a_published_answer() {
    // 20 MiB of zeros in parts of 8 MiB: md5(md5(8 MiB) md5(8 MiB) md5(4 MiB)).
    let dir = Dir::new();
    dir.write("zeros", vec![0; 20 * MIB]);
    let halves = [8, 8, 4].map(|n| md5_opt::hash(&vec![0; n * MIB]));
    let expected = format!("{}-3  zeros\n", md5_opt::hex(&md5_opt::hash(halves.as_flattened())));
    assert_eq!(dir.hsum(["etag", "zeros"]).good(), expected);
}

#[test]
fn whole_and_in_parts() {
    let dir = files();
    let whole = ETag::of_whole(&data(8 * MIB - 1)).to_string();
    let (long, even) = (of_parts(20 * MIB, 8 << 20), of_parts(8 * MIB, 8 << 20));
    assert!(long.ends_with("-3") && even.ends_with("-1") && !whole.contains('-'));
    let expected = format!("{long}  long\n{even}  even\n{whole}  short\n");
    assert_eq!(dir.hsum(["etag", "long", "even", "short"]).good(), expected);
    let five = of_parts(20 * MIB, 5 << 20);
    assert_eq!(dir.hsum(["etag", "--part-size", "5M", "long"]).good(), format!("{five}  long\n"));
    let whole = ETag::of_whole(&data(20 * MIB)).to_string();
    let args = ["etag", "--part-size", "5M", "--threshold", "1G", "long"];
    assert_eq!(dir.hsum(args).good(), format!("{whole}  long\n"));
    // A hundred parts, and a last part of one byte.
    let many = of_parts(20 * MIB, 209_717);
    let args = ["etag", "-z", "--part-size", "209717", "long"];
    assert_eq!(dir.hsum(args).good(), format!("{many}  long\0"));
}

#[test]
fn standard_input_is_the_same() {
    let dir = Dir::new();
    for (length, part) in
        [(0, 8), (7, 8), (8, 8), (9, 8), (1000, 8), (1000, 1000), (300_000, 100_000)]
    {
        let bytes = data(length);
        dir.write("file", &bytes);
        let args = ["etag", "--part-size", &part.to_string()];
        let file = dir.hsum([&args[..], &["file"]].concat()).good();
        assert_eq!(dir.hsum_with(args, bytes).good(), file.replace("file", "-"));
    }
}

#[test]
fn verifying() {
    let dir = files();
    for part in [8 << 20, 5 << 20, 7 << 20, 20 << 20] {
        let etag = of_parts(20 * MIB, part);
        let run = dir.hsum(["etag", "--verify", &etag, "long"]);
        // A single part gives the same ETag for every part size.
        let says = part.min(20 << 20);
        if part == 20 << 20 {
            assert!(run.good().starts_with("long: OK, parts of "));
        } else {
            assert_eq!(run.good(), format!("long: OK, parts of {says} bytes\n"));
        }
        let quoted = format!("\"{etag}\"");
        let run = dir.hsum(["etag", "--part-size", &part.to_string(), "--verify", &quoted, "long"]);
        assert_eq!(run.good(), format!("long: OK, parts of {part} bytes\n"));
        let run = dir.hsum(["etag", "--part-size", "6M", "--verify", &etag, "long"]);
        run.is(1, "long: FAILED\n", "");
    }
    let whole = ETag::of_whole(&data(8 * MIB)).to_string();
    dir.hsum(["etag", "--verify", &whole, "even", "short"]).is(1, "even: OK\nshort: FAILED\n", "");
}

#[test]
fn troubles() {
    let dir = files();
    let etag = format!("{}-7", "0".repeat(32));
    dir.hsum(["etag", "--verify", &etag, "none", "even"]).is(
        1,
        "even: NOT VERIFIED, give --part-size: no usual size was right, but 1198373 to 1398101 \
         bytes fit\n",
        "hsum: none: No such file or directory\n",
    );
    dir.hsum(["etag", "none", "."]).is(
        1,
        "",
        "hsum: none: No such file or directory\nhsum: .: is a directory\n",
    );
    let run = dir.hsum(["etag", "--part-size", "1", "even"]);
    assert_eq!((run.code, run.text()), (1, ""));
    assert!(run.stderr.contains("8388608 parts"), "{}", run.stderr);
    let run = dir.hsum(["etag", "--verify", &format!("{}-9", "0".repeat(32)), "-"]);
    run.is(1, "", "hsum: -: is not a regular file: give --part-size\n");
    for wrong in [
        "",
        "abc",
        &"0".repeat(33),
        &format!("{}-", "0".repeat(32)),
        &format!("{}-0", "0".repeat(32)),
    ] {
        dir.hsum(["etag", "--verify", wrong, "even"]).is_usage(&["not an ETag"]);
    }
    dir.hsum(["etag", "--part-size", "0", "even"]).is_usage(&["must be at least 1 byte"]);
}

/// Files of the kernel do not have the length that the system reports.
#[cfg(target_os = "linux")]
#[test]
fn files_of_the_kernel() {
    let dir = Dir::abc();
    let path = "/sys/kernel/mm/transparent_hugepage/enabled";
    let length = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let Some(contents) = std::fs::read(path).ok().filter(|bytes| (bytes.len() as u64) < length)
    else {
        println!("left out: kernel-files: there is no {path} that is shorter than it says");
        return;
    };
    let whole = ETag::of_whole(&contents);
    assert_eq!(dir.hsum(["etag", path]).good(), format!("{whole}  {path}\n"));
    let expected = dir.hsum(["etag", "--part-size", "10", "a", "b"]).good();
    let says = format!("hsum: {path}: changed while it was read\n");
    dir.hsum(["etag", "--part-size", "10", "a", path, "b"]).is(1, &expected, &says);
    // The reported length is 0, so that only reading shows the real one.
    let path = "/proc/version";
    let version = std::fs::read(path).expect("Linux");
    assert_eq!(
        dir.hsum(["etag", "--part-size", "10", path]).good(),
        format!("{}  {path}\n", ETag::of_parts(&version, 10).expect("few parts"))
    );
}

/// Each size that fits is found, even if it is not a whole number of mebibytes.
#[test]
fn every_size_is_found() {
    let dir = Dir::new();
    for (length, parts) in [(6 * MIB + 1, 2), (9 * MIB, 3)] {
        let bytes = data(length);
        dir.write("file", &bytes);
        let any = ETag { parts: std::num::NonZeroU32::new(parts), ..ETag::of_whole(b"") };
        let sizes: Vec<_> = any.part_sizes(length as u64).expect("some fit").collect();
        assert!(sizes.len() > 1, "{sizes:?}");
        for size in sizes {
            let etag = ETag::of_parts(&bytes, size).expect("few parts").to_string();
            let run = dir.hsum(["etag", "--verify", &etag, "file"]);
            assert_eq!(run.good(), format!("file: OK, parts of {size} bytes\n"));
        }
        let run = dir.hsum(["etag", "--verify", &any.to_string(), "file"]);
        assert_eq!((run.code, &*run.stderr), (3, ""));
        assert!(run.text().starts_with("file: NOT VERIFIED, give --part-size: "), "{}", run.text());
    }
    // A single part is the whole file, whatever the part size.
    let etag = ETag::of_parts(&data(9 * MIB), 1 << 40).expect("one part").to_string();
    assert!(
        dir.hsum(["etag", "--verify", &etag, "file"]).good().starts_with("file: OK, parts of ")
    );
    dir.write("empty", "");
    let etag = ETag::of_parts(b"", 1).expect("one part").to_string();
    assert!(dir.hsum(["etag", "--verify", &etag, "empty"]).good().starts_with("empty: OK"));
}

/// The file is read twice, however many sizes fit.
#[cfg(target_os = "linux")]
#[test]
fn all_sizes_share_a_reading() {
    let dir = Dir::new();
    let length = 16 << 20;
    let file = std::fs::File::create(dir.path("file")).expect("create");
    file.set_len(length).expect("a sparse file");
    let etag = format!("{}-2", "0".repeat(32));
    // The kernel adds to the count of a shell what its programs have read.
    let script = "\"$@\"; cat /proc/$$/io";
    let Some(run) = dir.shell(script, crate::HSUM, &["etag", "--verify", &etag, "file"]) else {
        return;
    };
    let text = run.text();
    assert!(text.starts_with("file: NOT VERIFIED"), "{text}");
    let Some((_, read)) = text.split_once("rchar: ") else {
        println!("left out: read-counts: this kernel does not count what is read");
        return;
    };
    let read: u64 = read.lines().next().and_then(|n| n.parse().ok()).expect("a number");
    assert!((2 * length..2 * length + (1 << 20)).contains(&read), "{read} bytes");
}

/// An intact file never FAILED because its part size is unusual.
#[test]
fn unusual_sizes() {
    let dir = Dir::new();
    let bytes = data(2_500_000);
    dir.write("file", &bytes);
    let etag = |size: u64| ETag::of_parts(&bytes, size).expect("few parts").to_string();
    for size in [1_000_000, 900_000, 1_250_000, 833_334, 65_536, 70_000, 123_000, 2_499] {
        let run = dir.hsum(["etag", "--verify", &etag(size), "file"]);
        assert_eq!(run.good(), format!("file: OK, parts of {size} bytes\n"));
    }
    let says = "NOT VERIFIED, give --part-size: no usual size was right, but 833334 to 1249999 \
                bytes fit\n";
    let args = ["etag", "--verify", &etag(987_654)];
    dir.hsum([&args[..], &["file"]].concat()).is(3, &format!("file: {says}"), "");
    let json = dir.hsum([&args[..], &["--json", "file"]].concat());
    let rest = r#""name":"file","part_sizes":[833334,1249999],"status":"unverified"}"#;
    json.is(3, &format!("{{\"expected\":\"{}\",{rest}\n", args[2]), "");
    let run = dir.hsum([&args[..], &["--part-size", "987654", "file"]].concat());
    assert_eq!(run.good(), "file: OK, parts of 987654 bytes\n");
    // If all sizes that fit were tried, or none fits, the file is another.
    dir.write("short", &bytes[..8]);
    for (parts, name) in [(1000, "file"), (10, "short"), (5, "short")] {
        let etag = format!("{}-{parts}", "0".repeat(32));
        let failed = format!("{name}: FAILED\n");
        dir.hsum(["etag", "--verify", &etag, name]).is(1, &failed, "");
    }
    // A failure counts more than a doubt.
    assert_eq!(dir.hsum([&args[..], &["file", "none"]].concat()).code, 1);
}

#[test]
fn lists_of_etags() {
    let dir = files();
    dir.write("a  b\\", "x");
    let names = ["long", "even", "short", "a  b\\"];
    for options in [&[][..], &["--part-size", "5M"], &["-z"]] {
        let list = dir.hsum([&["etag"], options, &names].concat()).good();
        let again: Vec<_> = options.iter().copied().filter(|option| *option == "-z").collect();
        let run = dir.hsum_with([&["etag", "-c"], &again[..]].concat(), &*list);
        let text = run.good();
        assert!(text.starts_with("long: OK, parts of "), "{text}");
        assert_eq!(text.matches(": OK").count(), 4, "{text}");
    }
    dir.write("list", dir.hsum(["etag", "long", "short"]).good() + "# a comment\nx\n");
    dir.write("short", "other");
    let improper = "hsum: list: WARNING: 1 line is improperly formatted\n";
    let says = format!("{improper}hsum: list: WARNING: 1 ETag did NOT match\n");
    let check = |options: &[&str]| dir.hsum([&["etag", "--check", "list"], options].concat());
    let good = "long: OK, parts of 8388608 bytes\n";
    check(&[]).is(1, &format!("{good}short: FAILED\n"), &says);
    check(&["--quiet"]).is(1, "short: FAILED\n", &says);
    check(&["--status"]).is(1, "", "");
    std::fs::remove_file(dir.path("short")).expect("rm");
    let unread = "hsum: list: WARNING: 1 listed file could not be read\n";
    let says = format!("hsum: short: No such file or directory\n{improper}{unread}");
    check(&[]).is(1, &format!("{good}short: FAILED open or read\n"), &says);
    check(&["--ignore-missing"]).is(0, good, improper);
    check(&["--ignore-missing", "--strict"]).is(1, good, improper);
    let says = format!("hsum: list: 4: improperly formatted line\n{improper}");
    check(&["--ignore-missing", "--warn"]).is(0, good, &says);
    // A check of nothing is none.
    std::fs::rename(dir.path("long"), dir.path("away")).expect("mv");
    check(&["--ignore-missing"]).is(
        1,
        "",
        &format!("{improper}hsum: list: no file was verified\n"),
    );
    check(&["--ignore-missing", "--status"]).is(1, "", "");
    std::fs::rename(dir.path("away"), dir.path("long")).expect("mv");
    dir.hsum(["etag", "--quiet", "long"]).is_usage(&["--check"]);
    let says = "hsum: list: has no line with an ETag\n";
    dir.write("list", "\n").hsum(["etag", "--check", "list"]).is(1, "", says);
}

/// Verdicts as objects have both ETags, if that of the file is known.
#[test]
fn verdicts_as_json() {
    let dir = Dir::abc();
    let other = "0".repeat(32);
    let parts = ETag::of_parts(b"first", 2).expect("few parts").to_string();
    let whole = ETag::of_whole(b"first").to_string();
    dir.write("list", format!("{whole}  a\n{parts}  a\n{other}  a\n{other}-2  none\n"));
    let object = |more: &str| format!("{{{more}}}\n");
    let expected = [
        object(&format!(r#""expected":"{whole}","found":"{whole}","name":"a","status":"ok""#)),
        object(&format!(
            r#""expected":"{parts}","found":"{parts}","name":"a","part_size":2,"status":"ok""#
        )),
        object(&format!(r#""expected":"{other}","found":"{whole}","name":"a","status":"failed""#)),
        object(&format!(
            r#""expected":"{other}-2","name":"none","reason":"No such file or directory","status":"unread""#
        )),
    ];
    let run = dir.hsum(["etag", "--check", "--json", "list"]);
    assert_eq!((run.code, run.text()), (1, &*expected.concat()));
    let args = ["etag", "--json", "--part-size", "2", "--verify", &format!("{other}-3"), "a"];
    let text = format!(r#""expected":"{other}-3","found":"{parts}","name":"a","status":"failed""#);
    dir.hsum(args).is(1, &object(&text), "");
    // Without a size, none is that of the file.
    let args = ["etag", "--json", "--verify", &format!("{other}-5"), "a"];
    let text = format!(r#""expected":"{other}-5","name":"a","status":"failed""#);
    dir.hsum(args).is(1, &object(&text), "");
}

/// s3cmd uploads a file whole that is as long as a part.
#[test]
fn files_as_long_as_a_part() {
    let dir = files();
    let bytes = data(8 * MIB);
    let args = ["etag", "--part-size", "8M"];
    let in_parts = ETag::of_parts(&bytes, 8 << 20).expect("one part");
    assert_eq!(dir.hsum([&args[..], &["even"]].concat()).good(), format!("{in_parts}  even\n"));
    let run = dir.hsum([&args[..], &["--threshold", "8388609", "even"]].concat());
    assert_eq!(run.good(), format!("{}  even\n", ETag::of_whole(&bytes)));
}
