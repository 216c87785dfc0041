//! Standard streams that are closed, directories, full, or open the wrong way.

use crate::{Dir, HSUM, Run, has_md5sum};

/// A run of `hsum md5`, and the same of `md5sum`: both end alike and print the same.
#[track_caller]
fn both(dir: &Dir, redirected: &str, args: &str) -> Option<Run> {
    let ours = dir.shell(&format!("\"$@\" {args} {redirected}"), HSUM, &["md5"])?;
    if has_md5sum() {
        let theirs = dir.shell(&format!("\"$@\" {args} {redirected}"), "md5sum", &[])?;
        assert_eq!(
            (ours.code, ours.text(), ours.stderr.is_empty()),
            (theirs.code, theirs.text(), theirs.stderr.is_empty()),
            "{args} {redirected}: {} and {}",
            ours.stderr,
            theirs.stderr
        );
    }
    Some(ours)
}

fn listed() -> Dir {
    let dir = Dir::abc();
    let list = dir.hsum(["md5", "a", "b", "c"]).good();
    dir.write("list", &list).write("odd", format!("{list}odd\n")).write("d/e", "");
    dir
}

#[test]
fn standard_input() {
    let dir = listed();
    for redirected in ["<&-", "0>out", "<d", "</dev/null", "<>/dev/null", "<a"] {
        for args in ["", "-", "- -", "a -", "a", "-c", "-c list", "-c -"] {
            both(&dir, redirected, args);
        }
    }
    let Some(run) = both(&dir, "<&-", "") else { return };
    run.is(1, "", "hsum: -: Bad file descriptor\n");
    // Every command that reads says so.
    for args in [&[][..], &["--all"], &["etag"], &["check"], &["md5", "-c"]] {
        for (redirected, reason) in [
            ("<&-", "Bad file descriptor"),
            ("0>out", "Bad file descriptor"),
            ("<d", "is a directory"),
        ] {
            let Some(run) = dir.shell(&format!("\"$@\" {redirected}"), HSUM, args) else { return };
            run.is(1, "", &format!("hsum: -: {reason}\n"));
        }
    }
    // It is not missed by those that do not read.
    for args in [&["a"][..], &["list"], &["etag", "a"], &["md5", "-c", "list"]] {
        let Some(run) = dir.shell("\"$@\" <&-", HSUM, args) else { return };
        assert_eq!((run.code, &*run.stderr), (0, ""), "{args:?}");
    }
}

#[test]
fn standard_output() {
    let dir = listed();
    for redirected in [">&-", "1<a", ">/dev/full", ">/dev/null", "1<>/dev/null"] {
        for args in ["a", "a b c", "-c list", "-c --status list", "-c --quiet list", "none"] {
            both(&dir, redirected, args);
        }
    }
    let args = [&["a"][..], &["list"], &["--help"], &["--version"], &["etag", "a"], &["md5", "a"]];
    for args in args {
        for (redirected, reason) in [
            (">&-", "Bad file descriptor"),
            ("1<a", "Bad file descriptor"),
            (">/dev/full", "No space left on device"),
        ] {
            let Some(run) = dir.shell(&format!("\"$@\" {redirected}"), HSUM, args) else { return };
            run.is(1, "", &format!("hsum: standard output: {reason}\n"));
        }
    }
}

/// With standard error closed, the exit status still tells of the failure.
#[test]
fn standard_error() {
    let dir = listed();
    for redirected in ["2>&-", "2<a", "2>/dev/full", "2>/dev/null", ">&- 2>&-", "<&- >&- 2>&-"] {
        for args in
            ["a", "none", "a none b", "-c list", "-c odd", "-cw odd", "-c --status odd", "-x"]
        {
            let Some(run) = both(&dir, redirected, args) else { return };
            assert_eq!(run.stderr, "");
        }
    }
    // No file that is opened gets what was meant for a stream.
    let Some(run) = dir.shell("\"$@\" 2>&-; cat list", HSUM, &["check", "none", "list"]) else {
        return;
    };
    assert!(!run.text().contains("hsum"), "{}", run.text());
}
