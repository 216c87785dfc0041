//! Runs with few file descriptors.

use crate::{Dir, HSUM};

/// Writes many short files, and a few that need several reads.
fn many(dir: &Dir, count: usize) {
    for index in 0..count {
        let length = if index % 500 == 3 { 100_000 } else { index % 90 };
        dir.write(format!("d/{index}"), vec![b'x'; length]);
    }
}

#[test]
fn none_is_lost() {
    let dir = Dir::new();
    many(&dir, 1200);
    let sums = dir.hsum(["md5", "-r", "d"]).good();
    assert_eq!(sums.lines().count(), 1200);
    dir.write("list", &sums);
    let hashes = dir.hsum(["-r", "d"]).good();
    for limit in [6, 40, 1024] {
        for threads in [1, 24] {
            let script = format!("ulimit -n {limit} && RAYON_NUM_THREADS={threads} \"$@\" d/*");
            let list = script.replace("d/*", "");
            for (script, args, expected) in [
                (&script, &["md5"][..], None),
                (&script, &["etag"], None),
                (&list, &["md5", "-r", "d"], Some(&sums)),
                (&list, &["etag", "-r", "d"], Some(&sums)),
                (&list, &["-r", "d"], Some(&hashes)),
                (&list, &["md5", "-c", "list"], Some(&sums)),
            ] {
                let Some(run) = dir.shell(script, HSUM, args) else { return };
                assert_eq!((run.code, &*run.stderr), (0, ""), "{limit}, {threads}, {args:?}");
                let text = run.text();
                assert_eq!(text.lines().count(), 1200);
                match expected {
                    Some(_) if args.contains(&"-c") => {
                        assert!(text.lines().all(|l| l.ends_with(": OK")));
                    }
                    Some(expected) => assert_eq!(text, expected),
                    // The shell sorts in another order.
                    None => {
                        let mut lines: Vec<_> = text.lines().collect();
                        let mut expected: Vec<_> = sums.lines().collect();
                        lines.sort_unstable();
                        expected.sort_unstable();
                        assert!(lines == expected, "{limit}, {threads}, {args:?}");
                    }
                }
            }
        }
    }
}

/// Long files keep their descriptors, so other files wait for them.
#[test]
fn long_files_take_turns() {
    let dir = Dir::new();
    for index in 0..60 {
        dir.write(format!("d/{index}"), vec![index; 70_000 + usize::from(index)]);
    }
    let expected = dir.hsum(["md5", "-r", "d"]).good();
    let etags = dir.hsum(["etag", "-r", "--part-size", "20K", "d"]).good();
    for limit in [5, 14, 40] {
        let script = format!("ulimit -n {limit} && RAYON_NUM_THREADS=3 \"$@\"");
        let Some(run) = dir.shell(&script, HSUM, &["md5", "-r", "d"]) else { return };
        assert_eq!(run.good(), expected, "{limit}");
        let args = ["etag", "-r", "--part-size", "20K", "d"];
        let Some(run) = dir.shell(&script, HSUM, &args) else { return };
        assert_eq!(run.good(), etags, "{limit}");
    }
}

/// Descriptors that the parent process left open count too.
#[test]
fn inherited_ones_count() {
    let dir = Dir::new();
    many(&dir, 600);
    let expected = dir.hsum(["md5", "-r", "d"]).good();
    let inherited: String = (3..=9).map(|number| format!("{number}</dev/null ")).collect();
    let script = format!("ulimit -n 14 && exec {inherited} && RAYON_NUM_THREADS=4 \"$@\"");
    let Some(run) = dir.shell(&script, HSUM, &["md5", "-r", "d"]) else { return };
    assert_eq!(run.good(), expected);
}

#[test]
fn one_is_enough() {
    let dir = Dir::abc();
    let list = dir.hsum(["md5", "a", "b"]).good();
    dir.write("list", &list);
    let Some(run) = dir.shell("ulimit -n 4 && \"$@\"", HSUM, &["md5", "a", "b"]) else { return };
    assert_eq!(run.good(), list);
    let Some(run) = dir.shell("ulimit -n 5 && \"$@\"", HSUM, &["md5", "-c", "list"]) else {
        return;
    };
    assert_eq!(run.good(), "a: OK\nb: OK\n");
}

#[test]
#[ignore = "takes some seconds: cargo test -p hsum --test cli -- --ignored a_hundred_thousand"]
fn a_hundred_thousand_files() {
    let memory = std::path::Path::new("/dev/shm");
    let dir = if memory.is_dir() {
        Dir(tempfile::tempdir_in(memory).expect("tmpfs"))
    } else {
        Dir::new()
    };
    for index in 0..100_000_u32 {
        dir.write(format!("d/{}/{index}", index % 100), index.to_string());
    }
    for command in [&[][..], &["md5"], &["etag"]] {
        let text = dir.hsum([command, &["-r", "d"]].concat()).good();
        assert_eq!(text.lines().count(), 100_000);
        for line in text.lines() {
            let (hash, name) = line.split_once("  ").expect("a plain line");
            let message = name.rsplit('/').next().expect("a name").as_bytes();
            let expected = match command {
                [] => crate::clhash(0, message),
                _ => md5_opt::hex(&md5_opt::hash(message)).to_string(),
            };
            assert_eq!(hash, expected, "{name}");
        }
        let check: &[&str] = match command {
            [] => &["check", "--quiet"],
            _ => &["md5", "-c", "--quiet"],
        };
        assert_eq!(dir.hsum_with(check, text).good(), "");
    }
}
