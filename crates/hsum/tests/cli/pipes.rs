//! Pipes let a test decide when the program continues: files that change while others are hashed,
//! lists that arrive line by line, and an end by a signal.

use crate::{Dir, Run, clhash};
use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Opens a pipe for writing as soon as the program has opened it for reading. Fails if the program
/// ends before that.
#[track_caller]
fn write_end(path: &Path, program: &mut Child) -> File {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    loop {
        if let Ok(pipe) = OpenOptions::new().write(true).custom_flags(flags).open(path) {
            return pipe;
        }
        assert!(program.try_wait().expect("a child").is_none(), "the pipe was never opened");
        thread::sleep(Duration::from_millis(1));
    }
}

fn end(program: Child) -> Run {
    program.wait_with_output().expect("hsum ends").into()
}

/// While the first file of a batch is hashed, one of the others vanishes, one grows and one
/// shrinks.
#[test]
fn no_file_gets_the_hash_of_another() {
    for command in [&["etag"][..], &["etag", "--part-size", "64"], &["md5"], &[], &["--all"]] {
        let dir = Dir::new();
        let names = ["vanishes", "grows", "shrinks", "stays", "appears", "becomes"];
        for name in &names[..4] {
            dir.write(name, name.repeat(8));
        }
        fs::create_dir(dir.path("becomes")).expect("mkdir");
        let gate = dir.pipe("gate");
        let mut program = dir.start(1, &[command, &["gate"], &names].concat());
        let mut pipe = write_end(&gate, &mut program);
        fs::remove_file(dir.path("vanishes")).expect("rm");
        fs::remove_dir(dir.path("becomes")).expect("rmdir");
        dir.write("grows", "grown".repeat(100)).write("shrinks", "x");
        dir.write("appears", "now").write("becomes", "a file");
        pipe.write_all(b"gate").expect("write");
        drop(pipe);
        let run = end(program);
        assert_eq!(run.stderr, "hsum: vanishes: No such file or directory\n", "{command:?}");
        dir.write("other", "gate");
        let mut expected = dir.hsum([command, &["other"]].concat()).good().replace("other", "gate");
        expected += &dir.hsum([command, &names[1..]].concat()).good();
        assert_eq!((run.code, run.text()), (1, &*expected), "{command:?}");
    }
}

/// While the first file of a list is hashed, one of the others vanishes and one changes.
#[test]
fn no_line_gets_the_verdict_of_another() {
    for command in [&["-c", "-a", "md5"][..], &["md5", "-c"]] {
        let dir = Dir::abc();
        dir.write("gate", "gate").write("d", "fourth");
        let list = dir.hsum(["md5", "gate", "a", "b", "c", "d"]).good();
        dir.write("list", list);
        fs::remove_file(dir.path("gate")).expect("rm");
        let gate = dir.pipe("gate");
        let mut program = dir.start(1, &[command, &["list"]].concat());
        let mut pipe = write_end(&gate, &mut program);
        fs::remove_file(dir.path("a")).expect("rm");
        dir.write("b", "changed");
        pipe.write_all(b"gate").expect("write");
        drop(pipe);
        let verdicts = "gate: OK\na: FAILED open or read\nb: FAILED\nc: OK\nd: OK\n";
        let run = end(program);
        assert_eq!((run.code, run.text()), (1, verdicts));
    }
}

/// One writer serves pipes one after the other. Each gets more than a pipe can buffer.
#[test]
fn pipes_in_a_row() {
    let data: Vec<u8> = (0..300_000_u32).map(|i| i.to_le_bytes()[i as usize % 3]).collect();
    for threads in [1, 2, 8] {
        for command in [&["md5"][..], &["etag"], &[]] {
            let dir = Dir::new();
            dir.write("file", &data).write("short", "x");
            let names = ["short", "p1", "p2", "file", "p3", "p4", "short"];
            let pipes = ["p1", "p2", "p3", "p4"].map(|name| dir.pipe(name));
            let program = dir.start(threads, &[command, &names].concat());
            for pipe in pipes {
                // This waits for the reader, as a shell does.
                let mut pipe = OpenOptions::new().write(true).open(pipe).expect("open");
                pipe.write_all(&data).expect("write");
            }
            let run = end(program);
            let line = |name: &&str| {
                let same = if name.starts_with('p') { "file" } else { *name };
                let line = dir.hsum([command, &[same]].concat()).good();
                line.replace(same, name)
            };
            let expected: String = names.iter().map(line).collect();
            assert_eq!(run.good(), expected, "{command:?}, {threads} threads");
        }
    }
}

/// Each line of a list is checked before the next one is written.
#[test]
fn lists_line_by_line() {
    let dir = Dir::abc();
    for (hash, check) in [(&["md5"][..], &["md5", "-c"][..]), (&[], &["check"])] {
        let mut program = dir.start(2, check);
        let mut list = program.stdin.take().expect("piped");
        let mut verdicts = BufReader::new(program.stdout.take().expect("piped"));
        for name in ["a", "b", "c", "a", "b"] {
            let line = dir.hsum([hash, &[name]].concat()).good();
            // A line may arrive in two pieces.
            let (first, second) = line.split_at(20);
            list.write_all(first.as_bytes()).expect("write");
            list.flush().expect("flush");
            list.write_all(second.as_bytes()).expect("write");
            let mut verdict = String::new();
            verdicts.read_line(&mut verdict).expect("a verdict");
            assert_eq!(verdict, format!("{name}: OK\n"));
        }
        list.write_all(b"nonsense\n").expect("write");
        drop(list);
        let run = end(program);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("1 line is improperly formatted"), "{}", run.stderr);
    }
}

/// While the first file of a list takes long, the lines after it do not all wait in memory.
#[test]
fn a_list_is_not_read_too_far() {
    const LINES: usize = 100;
    let dir = Dir::new();
    let gate = dir.pipe("gate");
    let mut program = dir.start(2, &["check"]);
    let mut list = program.stdin.take().expect("piped");
    let first = format!("{}  gate\n", clhash(0, "x"));
    let line = format!("{}  {}\n", "0".repeat(16), "x".repeat(1 << 18));
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let writer = thread::spawn(move || {
        list.write_all(first.as_bytes()).expect("write");
        for _ in 0..LINES {
            list.write_all(line.as_bytes()).expect("write");
            count.fetch_add(line.len(), Ordering::SeqCst);
        }
    });
    let mut pipe = write_end(&gate, &mut program);
    // Wait until the program reads no more. On a slow machine the wait may be too short, and the
    // test then proves less.
    let mut before = usize::MAX;
    while before != written.load(Ordering::SeqCst) {
        before = written.load(Ordering::SeqCst);
        thread::sleep(Duration::from_millis(300));
    }
    assert!(before < 10 << 20, "{before} bytes");
    pipe.write_all(b"x").expect("write");
    drop(pipe);
    let run = end(program);
    writer.join().expect("all lines are read");
    assert_eq!(run.code, 1);
    let text = run.text();
    assert_eq!((text.lines().next(), text.lines().count()), (Some("gate: OK"), LINES + 1));
}

/// The results so far are written before the program waits, and a signal ends the program. The test
/// does not send an interrupt, because a program ignores it if its parent runs in the background.
#[test]
fn a_signal_in_the_middle() {
    for command in [&["md5"][..], &["etag"], &[]] {
        let dir = Dir::abc();
        let gate = dir.pipe("gate");
        let mut program = dir.start(2, &[command, &["a", "b", "gate", "c"]].concat());
        let _pipe = write_end(&gate, &mut program);
        // Each of the two threads has half of the files, and MD5 is printed batch by batch.
        let expected = dir.hsum([command, &["a", "b"]].concat()).good();
        let mut output = program.stdout.take().expect("piped");
        let mut seen = vec![0; if command == ["etag"] { 0 } else { expected.len() }];
        output.read_exact(&mut seen).expect("two lines");
        let pid = Pid::from_child(&program);
        kill_process(pid, Signal::TERM).expect("kill");
        let status = program.wait().expect("hsum ends");
        assert_eq!(status.signal(), Some(15), "{status}");
        output.read_to_end(&mut seen).expect("the rest");
        assert!(expected.as_bytes().starts_with(&seen), "{command:?}");
    }
}

/// The reader leaves after the first of many lines.
#[test]
fn a_reader_that_leaves() {
    let dir = Dir::new();
    for index in 0..3000 {
        dir.write(format!("d/{index:04}{}", "x".repeat(100)), index.to_string());
    }
    for command in [&["md5"][..], &[]] {
        let mut program = dir.start(2, &[command, &["-r", "d"]].concat());
        let mut first = String::new();
        let mut output = BufReader::with_capacity(256, program.stdout.take().expect("piped"));
        output.read_line(&mut first).expect("a line");
        drop(output);
        let output = program.wait_with_output().expect("hsum ends");
        assert_eq!((output.status.signal(), &*output.stderr), (Some(13), &b""[..]));
        assert!(first.contains("d/0000xx"), "{first}");
    }
}

/// The hash of a file that grows is the hash of one of the lengths that the file had.
#[test]
fn a_file_that_grows() {
    const PIECE: usize = 4096;
    let dir = Dir::new();
    let data: Vec<u8> = testkit::Generator::SplitMix(1).message(400 * PIECE);
    let hashes: Vec<_> = (0..=400).map(|n| clhash(0, &data[..n * PIECE])).collect();
    dir.write("file", &data[..100 * PIECE]);
    let mut file = OpenOptions::new().append(true).open(dir.path("file")).expect("open");
    let mut programs = Vec::new();
    for piece in data[100 * PIECE..].chunks(PIECE) {
        if programs.len() < 5 {
            programs.push(dir.start(1, &["file"]));
        }
        file.write_all(piece).expect("write");
    }
    for program in programs {
        let text = end(program).good();
        let hash = text.strip_suffix("  file\n").expect("a line").to_owned();
        assert!(hashes[100..].contains(&hash), "{hash}");
    }
}
