//! Lists that lack nothing: the output that is left out, `--output`, `--complete`, audits and
//! updates.

use crate::{Dir, HSUM, clhash};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Returns a directory `d` with files in it.
fn tree() -> Dir {
    let dir = Dir::new();
    for name in ["d/a", "d/b", "d/e/c"] {
        dir.write(name, name);
    }
    dir
}

fn read(dir: &Dir, name: &str) -> String {
    fs::read_to_string(dir.path(name)).expect(name)
}

/// Runs the program in a directory, with standard output in a file, which is overwritten or not.
fn into_file(dir: &Dir, args: &[&str], file: &str, append: bool) -> String {
    let mut options = File::options();
    let to = options.create(true).append(append).write(true).truncate(!append);
    let to = to.open(dir.path(file)).expect("open");
    let mut command = Command::new(HSUM);
    let output = command.args(args).current_dir(dir.path("")).stdout(to).output().expect("hsum");
    assert!(output.status.success());
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn the_output_is_left_out() {
    let says = "hsum: d/SUMS: is left out, because the output goes there\n";
    for command in [&[][..], &["md5"], &["etag"]] {
        for append in [false, true] {
            let dir = tree();
            let args = [command, &["-r", "d"]].concat();
            let expected = dir.hsum(&args).good();
            assert_eq!(into_file(&dir, &args, "d/SUMS", append), "");
            assert_eq!(read(&dir, "d/SUMS"), expected, "{args:?}");
            // A link to it leads to the same file.
            fs::hard_link(dir.path("d/SUMS"), dir.path("d/link")).expect("link");
            assert_eq!(into_file(&dir, &args, "d/SUMS", false), "");
            assert_eq!(read(&dir, "d/SUMS"), expected);
        }
        let dir = tree();
        let args = [command, &["d/a", "d/SUMS"]].concat();
        let message = into_file(&dir, &args, "d/SUMS", false);
        let list = read(&dir, "d/SUMS");
        // md5sum hashes it.
        let (lines, expected) = if command == ["md5"] { (2, "") } else { (1, says) };
        assert_eq!((list.lines().count(), &*message), (lines, expected), "{args:?}");
    }
}

#[test]
fn output_appears_when_it_is_complete() {
    for command in [&["md5"][..], &["etag"], &[]] {
        let dir = tree();
        let run = |args: &[&str]| dir.hsum([command, args].concat());
        let expected = run(&["-r", "d"]).good();
        for args in [&["-r", "d", "-o", "d/SUMS"][..], &["--output=d/SUMS", "--recursive", "d"]] {
            assert_eq!(run(args).good(), "");
            assert_eq!(read(&dir, "d/SUMS"), expected);
        }
        // A file that cannot be hashed: the old list stays.
        let says = "hsum: none: No such file or directory\n\
                    hsum: d/SUMS: is not written, because it would lack lines\n";
        run(&["-o", "d/SUMS", "d/a", "none"]).is(1, "", says);
        assert_eq!(read(&dir, "d/SUMS"), expected);
    }
}

#[test]
fn output_replaces_a_file() {
    let dir = tree();
    let expected = dir.hsum(["-r", "d"]).good();
    dir.hsum(["--output=d/SUMS", "--recursive", "d"]).good();
    let says = "hsum: d/SUMS: is left out, because the output goes there\n";
    dir.hsum(["--output=d/SUMS", "--recursive", "d", "d/SUMS"]).is(0, "", says);
    assert_eq!(read(&dir, "d/SUMS"), expected);
    let mode = |name| fs::metadata(dir.path(name)).expect("metadata").mode() & 0o777;
    dir.write("plain", "");
    assert_eq!(mode("d/SUMS"), mode("plain"));
    // A file that cannot be hashed: the old list stays, with its permissions.
    fs::set_permissions(dir.path("d/SUMS"), Permissions::from_mode(0o640)).expect("chmod");
    let says = "hsum: none: No such file or directory\n\
                hsum: d/SUMS: is not written, because it would lack lines\n";
    dir.hsum(["-o", "d/SUMS", "d/a", "none"]).is(1, "", says);
    assert_eq!(read(&dir, "d/SUMS"), expected);
    dir.hsum(["-o", "d/SUMS", "d/a"]).good();
    assert_eq!(read(&dir, "d/SUMS"), format!("{}  d/a\n", clhash(0, "d/a")));
    assert_eq!(mode("d/SUMS"), 0o640);
    // The file that a link leads to is replaced.
    std::os::unix::fs::symlink("d/SUMS", dir.path("link")).expect("link");
    dir.hsum(["-o", "link", "d/b"]).good();
    assert_eq!(read(&dir, "d/SUMS"), format!("{}  d/b\n", clhash(0, "d/b")));
    dir.hsum(["-o", "d", "d/b"]).is(1, "", "hsum: d: is not a regular file\n");
    dir.hsum(["-o", "none/x", "d/b"]).is(1, "", "hsum: none/x: No such file or directory\n");
    let names: Vec<_> = fs::read_dir(dir.path("d")).expect("ls").collect();
    assert_eq!(names.len(), 4, "{names:?}");
}

/// A run that is killed leaves the old list, and nothing that the next run would list.
#[test]
fn a_run_that_is_killed() {
    let dir = tree();
    dir.write("d/SUMS", "old");
    let list = dir.hsum(["-r", "d"]).good().replace(&format!("{}  d/SUMS\n", clhash(0, "old")), "");
    let mut child = dir.start(1, &["-o", "d/SUMS", "d/a", "-", "d/b"]);
    sleep(Duration::from_millis(300));
    child.kill().expect("kill");
    child.wait().expect("wait");
    assert_eq!(read(&dir, "d/SUMS"), "old");
    if !has_unnamed_files(&dir) {
        println!("left out: unnamed-files: files have names from the beginning here");
        return;
    }
    dir.hsum(["-r", "-o", "d/SUMS", "d"]).good();
    assert_eq!(read(&dir, "d/SUMS"), list);
    // The list of a run that ends gets its name all the same, also where none was.
    dir.hsum(["-r", "-o", "new", "d/e"]).good();
    assert_eq!(read(&dir, "new"), format!("{}  d/e/c\n", clhash(0, "d/e/c")));
}

/// Whether files without a name can be made where the tests run.
fn has_unnamed_files(dir: &Dir) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags, open};
        open(dir.path(""), OFlags::TMPFILE | OFlags::RDWR, Mode::RUSR | Mode::WUSR).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = dir;
        false
    }
}

#[test]
fn a_line_ends_the_list() {
    let dir = tree();
    let key = "07".repeat(32);
    for form in [
        &[][..],
        &["-z"],
        &["--tag"],
        &["--all"],
        &["-a", "md5"],
        &["--key", &key, "-a", "clmac"],
        &["-o", "list"],
    ] {
        let args = [form, &["-r", "--complete", "d"]].concat();
        let mut list = dir.hsum(&args).good();
        if form == ["-o", "list"] {
            list = read(&dir, "list");
        }
        let end = if form == ["-z"] { '\0' } else { '\n' };
        let last = list.trim_end_matches(end).rsplit(end).next().expect("a line");
        let count = list.matches(end).count() - 1;
        assert!(last.starts_with(&format!("# hsum end: {count} lines, clhash128-1 = ")), "{last}");
        let args = [&["-c", "--complete", "--strict", "--quiet"], form].concat();
        let form =
            args.iter().copied().filter(|arg| !["--tag", "--all", "-o", "list"].contains(arg));
        let form: Vec<_> = form.collect();
        assert_eq!(dir.hsum_with(&form, &*list).good(), "", "{form:?}");
        if form.contains(&"-z") {
            continue;
        }
        // As Windows writes it.
        assert_eq!(dir.hsum_with(&form, list.replace('\n', "\r\n")).good(), "");
        // Every line that is missing, and a line that another one replaced.
        let lines: Vec<_> = list.lines().collect();
        let run = |lines: &[&str]| dir.hsum_with(&form, lines.join("\n"));
        for gone in 0..count {
            let left = [&lines[..gone], &lines[gone + 1..]].concat();
            let (number, left_over) = (count, count - 1);
            let says = format!(
                "hsum: -: {number}: the list is not complete: it has {left_over} of {count} lines\n"
            );
            run(&left).is(1, "", &says);
        }
        let mut other = lines.clone();
        other[0] = lines[1];
        let says = format!(
            "hsum: -: {}: the list is not as it was written: its fingerprint differs\n",
            count + 1
        );
        run(&other).is(1, "", &says);
        // Without the last line, or with others after it.
        let says = "hsum: -: may not be complete: no line ends it, as --complete writes one\n";
        run(&lines[..count]).is(1, "", says);
        run(&[&lines[..], &lines[..1]].concat()).is(1, "", says);
        // Half a line, as a full disk leaves it.
        let half = &list[..list.len() - 8];
        assert_eq!(dir.hsum_with(&form, half).code, 1);
        // Two lists make one.
        assert_eq!(dir.hsum_with(&form, format!("{list}{list}")).good(), "");
    }
    // A list of no files is complete, too.
    fs::create_dir(dir.path("empty")).expect("mkdir");
    let list = dir.hsum(["-r", "--complete", "empty"]).good();
    assert_eq!(dir.hsum_with(["-c", "--complete"], list).good(), "");
    // A whole list whose files are all gone verifies nothing.
    let list = dir.write("gone", "x").hsum(["--complete", "gone"]).good();
    fs::remove_file(dir.path("gone")).expect("rm");
    let says = "hsum: -: no file was verified\n";
    dir.hsum_with(["-c", "--ignore-missing"], list).is(1, "", says);
    // After a failure no line says that the list is complete.
    let run = dir.hsum(["--complete", "d/a", "none"]);
    assert_eq!((run.code, run.text().lines().count()), (1, 1));
    dir.hsum(["--complete", "--json", "d/a"]).is_usage(&["--json"]);
}

/// md5sum takes the line for a comment.
#[test]
fn other_readers_skip_the_line() {
    let dir = tree();
    let list = dir.hsum(["-a", "md5", "--complete", "d/a"]).good();
    assert_eq!(dir.hsum_with(["md5", "-c", "--strict"], list).good(), "d/a: OK\n");
}

#[test]
fn audits() {
    for command in [&[][..], &["md5"]] {
        let dir = tree();
        dir.write("d/same", "d/a").write("d/it's", "x");
        let list = dir.hsum([command, &["-r", "d"]].concat()).good();
        dir.write("d/SUMS", list);
        let audit = |args: &[&str]| dir.hsum([command, &["-c", "--quiet", "-r"], args].concat());
        for names in [&["d/SUMS", "d"][..], &["./d/SUMS", "./d"], &["d//SUMS", "d/e", "d/"]] {
            assert_eq!(audit(names).good(), "", "{names:?}");
        }
        let absolute = dir.path("d");
        assert_eq!(audit(&["d/SUMS", absolute.to_str().expect("text")]).good(), "");
        fs::rename(dir.path("d/b"), dir.path("d/e/B")).expect("mv");
        fs::rename(dir.path("d/a"), dir.path("d/A")).expect("mv");
        fs::remove_file(dir.path("d/it's")).expect("rm");
        dir.write("d/e/c", "changed").write("d/e/new", "new").write("d/o", "o");
        let gone = if command == ["md5"] { "\"d/it's\"" } else { "d/it's" };
        let stdout = format!(
            "d/e/c: FAILED\nd/a: MOVED to d/A\nd/b: MOVED to d/e/B\nd/e/new: NOT LISTED\n{gone}: MISSING\n"
        );
        let says = "hsum: d/SUMS: WARNING: 1 computed checksum did NOT match\n\
                    hsum: audit: WARNING: 1 file is not in the list\n\
                    hsum: audit: WARNING: 2 listed files have other names\n\
                    hsum: audit: WARNING: 1 listed file is missing\n";
        let args = ["--exclude", "o", "d/SUMS", "d"];
        audit(&args).is(1, &stdout, says);
        let run = audit(&[&args[..], &["--ignore-missing"]].concat());
        assert_eq!((run.code, run.text().contains("MISSING")), (1, false));
        audit(&[&args[..], &["--status"]].concat()).is(1, "", "");
        // What is printed into the directory is not in it.
        fs::copy(dir.path("d/e/c"), dir.path("d/e/new")).expect("cp");
    }
}

#[test]
fn audits_fail_for_a_file_that_was_added() {
    let dir = tree();
    dir.hsum(["-r", "-o", "d/SUMS", "d"]).good();
    assert_eq!(into_file(&dir, &["-c", "-r", "d/SUMS", "d"], "d/log", false), "");
    fs::remove_file(dir.path("d/log")).expect("rm");
    dir.write("d/new", "");
    let says = "hsum: audit: WARNING: 1 file is not in the list\n";
    dir.hsum(["check", "-r", "--quiet", "d/SUMS", "d"]).is(1, "d/new: NOT LISTED\n", says);
    let json = dir.hsum(["-c", "-r", "--quiet", "--json", "d/SUMS", "d"]);
    assert_eq!(json.text(), "{\"name\":\"d/new\",\"status\":\"unlisted\"}\n");
    // The list may be standard input, but there must be a directory.
    let list = File::open(dir.path("d/SUMS")).expect("open");
    let mut command = Command::new(HSUM);
    command.args(["-c", "-r", "--quiet", "d"]).current_dir(dir.path("")).stdin(list);
    assert_eq!(command.output().expect("hsum").stdout, b"d/new: NOT LISTED\n");
    let run = dir.hsum(["-c", "-r", "d/SUMS"]);
    assert_eq!((run.code, run.text()), (1, ""));
    assert!(run.stderr.contains("name one beside the lists"), "{}", run.stderr);
}

/// Moved files are found by the functions of their lines.
#[test]
fn moved_files_of_other_functions() {
    let dir = tree();
    let key = "07".repeat(32);
    let with_key = ["--key", &key, "-a", "clmac"];
    for options in [&["--seed", "3"][..], &["-a", "md5"], &["-a", "highwayhash64"], &with_key] {
        let dir = tree();
        let list = dir.hsum([options, &["-r", "-o", "SUMS", "d"]].concat()).good();
        assert_eq!(list, "");
        fs::rename(dir.path("d/a"), dir.path("d/z")).expect("mv");
        let run = dir.hsum([&["-c", "-r", "--quiet", "SUMS", "d"], options].concat());
        assert_eq!((run.code, run.text()), (1, "d/a: MOVED to d/z\n"), "{}", run.stderr);
    }
    drop(dir);
}

/// Waits until a change is later than the last update by more than the file system tells apart.
fn wait() {
    sleep(Duration::from_millis(4_100));
}

#[test]
fn updates() {
    let dir = tree();
    let update = |args: &[&str]| dir.hsum([&["update", "d/SUMS"], args].concat());
    let all = ["-r", "d"];
    assert_eq!(update(&all).good(), "d/a: NEW\nd/b: NEW\nd/e/c: NEW\n");
    let check = || dir.hsum(["-c", "--complete", "--quiet", "-r", "d/SUMS", "d"]);
    assert_eq!(check().good(), "");
    wait();
    assert_eq!(update(&all).good(), "");
    // A file is changed, one added, one gone. One is damaged: its times stay as they were.
    dir.write("d/a", "changed").write("d/new", "new");
    fs::remove_file(dir.path("d/b")).expect("rm");
    assert_eq!(update(&all).good(), "d/a: CHANGED\nd/b: GONE\nd/new: NEW\n");
    assert_eq!(check().good(), "");
    let lines = read(&dir, "d/SUMS").lines().count();
    assert_eq!(lines, 4);
    // Without files, only lines are updated.
    dir.write("d/new", "newer").write("d/other", "");
    assert_eq!(update(&[]).good(), "d/new: CHANGED\n");
    // A file that was moved here with an old time of change.
    wait();
    assert_eq!(update(&["d/other"]).good(), "d/other: NEW\n");
    let old = fs::metadata(dir.path("d/e/c")).expect("metadata").modified().expect("a time");
    dir.write("d/swap", "swap");
    File::options()
        .write(true)
        .open(dir.path("d/swap"))
        .and_then(|file| file.set_modified(old))
        .expect("touch");
    fs::rename(dir.path("d/swap"), dir.path("d/e/c")).expect("mv");
    assert_eq!(update(&[]).good(), "d/e/c: CHANGED\n");
    assert_eq!(check().good(), "");
}

/// A file that has not been touched is not read: damage stays visible.
#[test]
fn updates_keep_hashes() {
    let dir = tree();
    dir.hsum(["update", "SUMS", "d/a", "d/b"]).good();
    wait();
    dir.hsum(["update", "SUMS"]).good();
    // As if the contents had changed without a trace.
    let list = read(&dir, "SUMS");
    let (a, b) = (clhash(0, "d/a"), clhash(0, "d/b"));
    let since = list.split_once('@').expect("a time").1.split_once(',').expect("a time").0;
    let lines = format!("{b}  d/a\n{b}  d/b\n");
    let end = format!("# hsum end: 2 lines of files since @{since}, clhash128-1 = ");
    let fingerprint = |text: String| {
        let line = dir.hsum_with(["-a", "clhash128", "--untagged"], text).good();
        line.split(' ').next().expect("digits").to_owned()
    };
    let hash = fingerprint(format!("{lines}{end}"));
    let forged = format!("{lines}{end}{hash}\n");
    dir.write("SUMS", &forged);
    assert_eq!(dir.hsum(["update", "SUMS"]).good(), "");
    let says = "hsum: SUMS: WARNING: 1 computed checksum did NOT match\n";
    dir.hsum(["-c", "--quiet", "SUMS"]).is(1, "d/a: FAILED\n", says);
    // All files are hashed if the time is later than now, or if another list follows.
    for wrong in [
        forged.replace(since, "99999999999"),
        format!("{forged}{forged}"),
        // A line that was appended later.
        format!("{forged}{b}  d/b\n"),
        lines.clone(),
        format!("{lines}# a comment\n"),
    ] {
        let fixed = if wrong.contains("99999999999") {
            let end = end.replace(since, "99999999999");
            format!("{lines}{end}{}\n", fingerprint(format!("{lines}{end}")))
        } else {
            wrong
        };
        dir.write("SUMS", &fixed);
        let run = dir.hsum(["update", "SUMS"]).good();
        assert!(run.starts_with("d/a: CHANGED\n"), "{fixed}: {run}");
        assert!(read(&dir, "SUMS").starts_with(&format!("{a}  d/a\n")));
    }
}

#[test]
fn lists_that_are_not_updated() {
    let dir = tree();
    let list = dir.hsum(["--complete", "d/a", "d/b"]).good();
    let first = list.lines().next().expect("a line");
    for (wrong, says) in [
        (
            list.replacen(&format!("{first}\n"), "", 1),
            "2: the list is not complete: it has 1 of 2 lines",
        ),
        (format!("{first}\nx\n"), "2: improperly formatted line"),
        ("SHA256 (a) = 00\n".to_owned(), "1: unknown algorithm SHA256"),
        (format!("{}  -\n", clhash(0, "")), "a line is of standard input, which is gone"),
    ] {
        dir.write("SUMS", &wrong);
        dir.hsum(["update", "SUMS"]).is(1, "", &format!("hsum: SUMS: {says}\n"));
        assert_eq!(read(&dir, "SUMS"), wrong);
    }
    dir.write("SUMS", &list);
    let says = "hsum: -: standard input cannot be hashed again: name a file\n\
                hsum: SUMS: is not updated, because it would lack lines\n";
    dir.hsum(["update", "SUMS", "-"]).is(1, "", says);
    let says = "hsum: none: No such file or directory\n\
                hsum: SUMS: is not updated, because it would lack lines\n";
    dir.hsum(["update", "SUMS", "none"]).is(1, "", says);
    assert_eq!(read(&dir, "SUMS"), list);
}

/// Lines keep their algorithm, seed and key, and new ones have those of the first.
#[test]
fn updates_of_other_functions() {
    let key = "07".repeat(32);
    let with_key = ["--key", &key, "-a", "clmac"];
    for (options, again) in [
        (&["--seed", "3"][..], &[][..]),
        (&["-a", "md5"], &[]),
        (&["-z"], &["-z"]),
        (&with_key, &with_key),
    ] {
        let dir = tree();
        dir.hsum([options, &["-o", "SUMS", "d/a", "d/b"]].concat()).good();
        dir.write("d/b", "other");
        let run = dir.hsum([&["update", "-r", "SUMS", "d"], again].concat());
        assert_eq!(run.good(), "d/b: CHANGED\nd/e/c: NEW\n");
        let expected = dir.hsum([options, &["-r", "d"]].concat()).good();
        assert!(read(&dir, "SUMS").starts_with(&expected), "{options:?}");
    }
    // Without the key, the files cannot be hashed, and the list stays.
    let dir = tree();
    dir.hsum([&with_key[..], &["-o", "SUMS", "d/a"]].concat()).good();
    let list = read(&dir, "SUMS");
    assert_eq!(dir.hsum(["update", "SUMS"]).code, 1);
    assert_eq!(read(&dir, "SUMS"), list);
}

/// `-C` makes names relative to a directory.
#[test]
fn in_another_directory() {
    let dir = tree();
    for command in [&[][..], &["md5"]] {
        let list = dir.hsum([command, &["-C", "d", "-r", "."]].concat()).good();
        assert!(list.contains("  ./e/c\n"), "{list}");
        let args = [command, &["-c", "--quiet", "-C", "d"]].concat();
        assert_eq!(dir.hsum_with(&args, &*list).good(), "");
        dir.write("d/e/LIST", list.replace("./", ""));
        let run = dir.hsum([&args[..], &["-r", "e/LIST", "."]].concat());
        assert_eq!(run.good(), "");
        fs::remove_file(dir.path("d/e/LIST")).expect("rm");
    }
    assert!(dir.hsum(["etag", "-C", "d/e", "c"]).good().ends_with("  c\n"));
    assert_eq!(dir.hsum(["update", "-C", "d", "L", "a"]).good(), "a: NEW\n");
    assert!(dir.path("d/L").exists());
    dir.hsum(["-C", "none", "a"]).is(1, "", "hsum: none: No such file or directory\n");
}
