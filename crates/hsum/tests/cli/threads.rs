//! Runs in which threads cannot be started.

use crate::{Dir, HSUM, clhash};

/// The results do not depend on how many threads start.
#[test]
fn fewer_or_none() {
    let dir = Dir::abc();
    let long = vec![7; 300_000];
    dir.write("long", &long);
    let list = dir.hsum(["md5", "a", "b", "long"]).good();
    dir.write("list", &list);
    let hash = |name, message: &[u8]| format!("{}  {name}\n", clhash(0, message));
    let hashes = [hash("a", b"first"), hash("b", b"second\n"), hash("long", &long)].concat();
    let etags = dir.hsum(["etag", "--part-size", "100000", "a", "b", "long"]).good();
    for script in [
        // No thread gets a stack of this size.
        "RAYON_NUM_THREADS=8 RUST_MIN_STACK=70368744177664 \"$@\"",
        // Some threads start.
        "ulimit -v 150000 && RAYON_NUM_THREADS=1000 \"$@\"",
        "ulimit -v 500000 && \"$@\" -j 100000",
        "ulimit -v 1000000 && RAYON_NUM_THREADS=1000 \"$@\"",
        "ulimit -v 4000000 && RAYON_NUM_THREADS=64 RUST_MIN_STACK=1073741824 \"$@\"",
        "RAYON_NUM_THREADS=1 \"$@\"",
    ] {
        for (args, expected) in [
            (&["a", "b", "long"][..], &hashes),
            (&["md5", "a", "b", "long"], &list),
            (&["md5", "-c", "list"], &"a: OK\nb: OK\nlong: OK\n".to_owned()),
            (&["etag", "--part-size", "100000", "a", "b", "long"], &etags),
            (
                &["etag", "--part-size", "100000", "long"],
                &etags.lines().last().map(|l| format!("{l}\n")).expect("a line"),
            ),
        ] {
            let Some(run) = dir.shell(script, HSUM, args) else { return };
            assert_eq!(run.good(), *expected, "{script} {args:?}");
        }
        let Some(run) = dir.shell(script, HSUM, &["md5", "a", "none", "b"]) else { return };
        assert_eq!(run.code, 1);
        assert_eq!(run.stderr, "hsum: none: No such file or directory\n");
    }
}

/// Checks that a run that reads a pipe has this number of threads.
#[cfg(target_os = "linux")]
#[track_caller]
fn has_threads(expected: usize, args: &[&str], variable: Option<&str>) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let dir = Dir::abc();
    let mut command = Command::new(HSUM);
    command.args(args).args(["-", "a"]).current_dir(dir.path("")).env_remove("RAYON_NUM_THREADS");
    command.envs(variable.map(|number| ("RAYON_NUM_THREADS", number)));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("hsum runs");
    let tasks = format!("/proc/{}/task", child.id());
    let count = || std::fs::read_dir(&tasks).map_or(0, Iterator::count);
    // On a busy machine they start slowly. No more may follow.
    let limit = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while count() < expected && std::time::Instant::now() < limit {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(50));
    let found = count();
    child.stdin.take().expect("piped").write_all(b"x").expect("write");
    assert!(child.wait().expect("hsum ends").success());
    assert_eq!(found, expected, "{args:?} {variable:?}");
}

/// Besides the threads that hash, one reads names and one prints.
#[cfg(target_os = "linux")]
#[test]
fn as_many_as_asked_for() {
    if crate::is_emulated() {
        println!("left out: emulated: an emulator has threads of its own");
        return;
    }
    for args in [&["-j3"][..], &["--threads", "3"], &["--threads=8", "-j3"], &["md5", "-j", "3"]] {
        has_threads(5, args, Some("5"));
    }
    has_threads(7, &[], Some("5"));
    has_threads(3, &["-j1"], None);
    // Neither the option nor the variable starts more than the system bears.
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    // On 32 bits, rayon has at most 255.
    let most = if cfg!(target_pointer_width = "32") { 255 } else { cpus.max(256) };
    for (args, variable) in [(&["-j", "100000"][..], None), (&[], Some("100000"))] {
        has_threads(most + 2, args, variable);
    }
    for wrong in ["0", "+", "x", ""] {
        Dir::abc().hsum(["-j", wrong, "a"]).is_usage(&["at least 1"]);
    }
}

/// Returns the largest number of files in `d` that a run has open at once.
#[cfg(target_os = "linux")]
fn most_open(dir: &Dir, args: &[&str]) -> usize {
    use std::fs;
    use std::process::{Command, Stdio};
    let mut command = Command::new(HSUM);
    command.args(args).current_dir(dir.path("")).stdout(Stdio::null());
    let mut child = command.spawn().expect("hsum runs");
    let descriptors = format!("/proc/{}/fd", child.id());
    let below = fs::canonicalize(dir.path("d")).expect("a directory");
    let mut most = 0;
    while child.try_wait().expect("wait").is_none() {
        let links = fs::read_dir(&descriptors).into_iter().flatten().flatten();
        let targets = links.filter_map(|link| fs::read_link(link.path()).ok());
        most = most.max(targets.filter(|to| to.starts_with(&below) && *to != below).count());
    }
    assert!(child.wait().expect("wait").success());
    most
}

/// `-j N` bounds the number of open files, for MD5 and ETags as well.
#[cfg(target_os = "linux")]
#[test]
fn files_in_flight() {
    if crate::is_emulated() {
        println!("left out: emulated: an emulator has descriptors of its own");
        return;
    }
    let dir = Dir::new();
    std::fs::create_dir(dir.path("d")).expect("mkdir");
    for index in 0..8 {
        let file = std::fs::File::create(dir.path(format!("d/{index}"))).expect("create");
        file.set_len(40 << 20).expect("a file with a hole");
    }
    for command in [&["md5"][..], &["-a", "md5"], &["etag", "--part-size", "1G"], &["-a", "clhash"]]
    {
        let with = |args: &[&str]| most_open(&dir, &[command, args, &["-r", "d"]].concat());
        assert_eq!(with(&["-j1"]), 1, "{command:?}");
        let three = with(&["-j3"]);
        assert!((1..=3).contains(&three), "{command:?}: {three}");
        if command.iter().any(|word| ["md5", "etag"].contains(word)) {
            assert!(with(&[]) > 3, "{command:?}");
        }
    }
    // Parts of a file give the same ETag, in order or side by side.
    let etag =
        |args: &[&str]| dir.hsum([&["etag", "--part-size", "5M", "d/0"], args].concat()).good();
    assert_eq!(etag(&["-j1"]), etag(&[]));
    assert_eq!(etag(&["-j3"]), etag(&[]));
    // One thread reads the parts of a file in order, and others read other files, however few.
    let few = ["etag", "--part-size", "5M", "-j8", "d/0", "d/1", "d/2", "d/3", "d/4"];
    assert!((2..=5).contains(&most_open(&dir, &few)));
    assert_eq!(most_open(&dir, &["etag", "--part-size", "5M", "-j3", "d/0"]), 1);
}

/// Returns the system calls of a run, of one thread after the other, if they can be traced.
#[cfg(target_os = "linux")]
fn traced(dir: &Dir, args: &[&str]) -> Option<String> {
    use std::fs;
    let mut command = std::process::Command::new("strace");
    command.args(["-ff", "-y", "-o", "trace/t", "-e", "trace=read,pread64,close,fadvise64", HSUM]);
    fs::create_dir(dir.path("trace")).expect("mkdir");
    let run = command.args(args).current_dir(dir.path("")).output();
    let files = fs::read_dir(dir.path("trace")).expect("ls");
    let read = |file: std::io::Result<fs::DirEntry>| fs::read_to_string(file.expect("ls").path());
    let text = files.map(|file| read(file).expect("text")).collect();
    fs::remove_dir_all(dir.path("trace")).expect("rm");
    run.is_ok_and(|output| output.status.success()).then_some(text)
}

/// With `-j 1`, files are read one after the other, each from its beginning to its end, and the
/// system is told so.
#[cfg(target_os = "linux")]
#[test]
fn reads_are_in_order() {
    let dir = Dir::new();
    let length = 1_500_000;
    let names = ["d/0", "d/1", "d/2"];
    for name in names {
        dir.write(name, vec![7; length]);
    }
    if crate::is_emulated() || traced(&dir, &["d/0"]).is_none() {
        println!("left out: strace: it is not installed, or must not trace");
        return;
    }
    for command in [&[][..], &["--all"], &["md5"], &["etag"], &["etag", "--part-size", "100000"]] {
        dir.write("list", dir.hsum([command, &names].concat()).good());
        let check = &command[..command.len().min(1)];
        for args in [[command, &["-r", "d"]].concat(), [check, &["-c", "list"]].concat()] {
            if args[0] == "--all" && args.contains(&"-c") {
                continue;
            }
            let trace = traced(&dir, &[&args[..], &["-j1"]].concat()).expect("strace runs");
            // The file that is open, and the number of bytes that were read.
            let mut open: Option<(&str, usize)> = None;
            let mut advised = 0;
            for line in trace.lines() {
                let of = |name: &&str| line.contains(&format!("/{name}>"));
                let Some(name) = names.into_iter().find(of) else { continue };
                let (before, at) = open.unwrap_or((name, 0));
                assert_eq!(before, name, "{args:?}: {trace}");
                match line.split('(').next() {
                    Some("read") => {
                        let read = line.rsplit("= ").next().expect("a result").trim();
                        open = Some((name, at + read.parse::<usize>().expect(line)));
                    }
                    Some("fadvise64") => advised += 1,
                    // Some are opened for their length alone.
                    Some("close") => {
                        assert!(open.take().is_none() || at == length, "{args:?}: {trace}");
                    }
                    call => panic!("{args:?}: {call:?}: {trace}"),
                }
            }
            assert_eq!(advised, names.len(), "{args:?}: {trace}");
        }
    }
}

/// The limit on threads of a user (`ulimit -u`), which does not hold for the superuser.
#[cfg(target_os = "linux")]
#[test]
fn a_user_without_threads() {
    let dir = Dir::abc();
    std::fs::copy(HSUM, dir.path("hsum")).expect("cp");
    let names: Vec<_> = (0..100).map(|i| format!("f{i}")).collect();
    for name in &names {
        dir.write(name, name);
    }
    let expected = dir.hsum(&names).good();
    for limit in ["1", "3", "20"] {
        // No other process belongs to this user, so that the limit holds for this program alone.
        let script = format!(
            "chmod 755 . && exec setpriv --reuid 54321 --clear-groups prlimit --nproc={limit} \
             ./hsum \"$@\""
        );
        let args: Vec<_> = ["-j", "200"].into_iter().chain(names.iter().map(|n| &**n)).collect();
        let Some(run) = dir.shell(&script, args[0], &args[1..]) else { return };
        if ["setpriv", "prlimit"].iter().any(|tool| run.stderr.contains(tool)) {
            println!("left out: setpriv: only the superuser can become another user");
            return;
        }
        assert_eq!(run.good(), expected, "{limit}");
    }
}
