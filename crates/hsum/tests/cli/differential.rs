//! Random files, names, lists and options: `hsum md5` and the coreutils' `md5sum` do the same.

use crate::{Dir, md5sum};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Numbers from the generator of the other tests.
struct Random(std::vec::IntoIter<u8>);

impl Random {
    fn new(seed: u64) -> Self {
        Self(testkit::Generator::SplitMix(seed).message(1 << 16).into_iter())
    }

    fn below(&mut self, limit: usize) -> usize {
        let mut byte = || usize::from(self.0.next().expect("enough bytes"));
        (byte() << 8 | byte()) % limit
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// Returns a name of a file in the directory, most of which mean something to a shell, to a
    /// line or to a terminal.
    fn name(&mut self) -> OsString {
        let mut name = Vec::new();
        for _ in 0..=self.below(5) {
            match self.below(8) {
                0 => name.extend(self.of(&["\\n", "\n", "\r", "\\", "ä", "\u{1b}["]).bytes()),
                1 => name.push(self.of(b" *()=#$'\"`~{}:?\t")),
                2 => name.push(self.of(&[0x80, 0xff, 0x7f, 1])),
                _ => name.push(self.of(b"abcMD5-.")),
            }
        }
        // Directories, and names that the coreutils do not quote correctly.
        if name.iter().all(|byte| *byte == b'.') || is_misquoted(&name) {
            name = b"plain".to_vec();
        }
        OsString::from_vec(name)
    }

    /// Changes a list in a place.
    fn spoil(&mut self, list: &mut Vec<u8>) {
        let at = self.below(list.len().max(1));
        match self.below(9) {
            0 => list.truncate(at),
            1 => list.insert(at, self.of(b"\n\r\t \\()0gA#")),
            2 => list.insert(0, self.of(b" \t\\#x")),
            3 if at < list.len() => drop(list.remove(at)),
            4 if at < list.len() => list[at] = self.of(b"\n 0fF*"),
            5 => list.extend(b"nonsense\n"),
            6 => list.splice(0..0, *b"# comment\n\n\r\n").for_each(drop),
            7 => *list = list.to_ascii_uppercase(),
            _ => {
                let text = String::from_utf8(std::mem::take(list));
                *list = text.map_or_else(std::string::FromUtf8Error::into_bytes, |text| {
                    text.replace('\n', "\r\n").into_bytes()
                });
            }
        }
    }
}

/// Before a name with both an apostrophe and an escape, the coreutils put two quotes that mean
/// nothing or a backslash that means something else.
fn is_misquoted(name: &[u8]) -> bool {
    let is_escaped = |byte: &u8| !(b' '..0x7f).contains(byte);
    name.contains(&b'\'') && name.iter().any(is_escaped)
}

/// Compares the programs on the files, lists and options of a seed.
fn compare(seed: u64) {
    let random = &mut Random::new(seed);
    let dir = Dir::new();
    let mut names = Vec::new();
    for _ in 0..=random.below(6) {
        let name = random.name();
        let size = match random.below(4) {
            0 => random.below(3),
            1 => 54 + random.below(12),
            2 => random.below(400),
            _ => random.below(40_000),
        };
        let message = testkit::Generator::SplitMix(seed ^ size as u64).message(size);
        fs::write(dir.path(&name), message).expect("write");
        names.push(name);
    }
    if random.one_in(4) {
        names.push(random.of(&["none", "-", ".", "", "a\nb"]).into());
    }
    let mut form = Vec::new();
    for option in ["-b", "-t", "--tag", "-z", "--text", "--bin"] {
        if random.one_in(5) {
            form.push(option);
        }
    }
    if form.contains(&"--tag") && md5sum::version() < Some((9, 10)) {
        form.retain(|option| !["-t", "--text"].contains(option));
    }
    if random.one_in(30) {
        form.push(random.of(&["--strict", "-w", "--quiet", "--status", "--ignore-missing", "--x"]));
    }
    let mut args: Vec<OsString> = form.iter().map(OsString::from).collect();
    args.push("--".into());
    args.extend(names.iter().cloned());
    let mut list = dir.both(&args, b"some text").stdout;
    for name in &names {
        let path = dir.path(name);
        match random.below(8) {
            0 if path.is_file() => fs::remove_file(path).expect("rm"),
            1 if path.is_file() => fs::write(path, "changed").expect("write"),
            _ => {}
        }
    }
    for _ in 0..random.below(3) {
        random.spoil(&mut list);
    }
    // A spoiled name may be that of a directory, a device or a name that is not quoted correctly.
    if list.split(|byte| *byte == b'\n').any(is_misquoted) || list.contains(&0) {
        return;
    }
    let mut check = vec!["-c"];
    for option in ["--quiet", "--status", "--strict", "-w", "--warn", "--ignore-missing", "--ig"] {
        if random.one_in(4) {
            check.push(option);
        }
    }
    if random.one_in(40) {
        check.push(random.of(&["-b", "-z", "--tag", "-t"]));
    }
    if random.one_in(2) {
        dir.both(&check, &list);
    } else {
        dir.write("the list", &list);
        let lists = ["the list", "the list", "absent", "."];
        check.extend(&lists[..=random.below(4)]);
        dir.both(&check, b"some text");
    }
}

fn compare_all(seeds: std::ops::Range<u64>) {
    if md5sum::version().is_none() {
        return;
    }
    for seed in seeds {
        println!("seed {seed}");
        compare(seed);
    }
}

#[test]
fn a_few() {
    compare_all(0..60);
}

#[test]
#[ignore = "takes minutes: .ci/steps/coreutils"]
fn two_thousand() {
    compare_all(0..2000);
}

/// The names of the generator are of all kinds.
#[test]
fn names_are_odd() {
    let names: Vec<_> = (0..200).map(|seed| Random::new(seed).name()).collect();
    let has = |text: &str| {
        names.iter().any(|n| n.as_bytes().windows(text.len()).any(|w| w == text.as_bytes()))
    };
    assert!(["\n", "\\", "'", " ", "\u{1b}", "ä", "a"].into_iter().all(has));
    assert!(names.iter().any(|name| OsStr::to_str(name).is_none()));
}
