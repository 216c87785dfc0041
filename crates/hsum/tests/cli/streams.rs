//! Standard streams that are closed, directories, full, or open in the wrong direction.

use crate::{Dir, HSUM, Run, md5sum};

/// Checks that `hsum md5` and `md5sum` end alike and print the same, and returns the run of hsum.
#[track_caller]
fn both(dir: &Dir, redirected: &str, args: &str) -> Option<Run> {
    let ours = dir.shell(&format!("\"$@\" {args} {redirected}"), HSUM, &["md5"])?;
    if md5sum::version().is_some() {
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
    // Every command that reads it reports the failure.
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
    // Commands that do not read it succeed.
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
    for args in [
        &["a"][..],
        &["--json", "a"],
        &["--raw", "a"],
        &["-c", "-a", "md5", "list"],
        &["list"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["etag", "a"],
        &["md5", "a"],
    ] {
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

/// The shell sees that SIGPIPE ended the program, as it does for the coreutils.
#[test]
fn a_reader_that_has_left() {
    let dir = listed();
    for args in ["a", "-c list"] {
        let script = format!("(sleep 0.3; \"$@\" {args}; echo $? >status) | true; cat status");
        let Some(run) = dir.shell(&script, HSUM, &["md5"]) else { return };
        assert_eq!(run.good(), "141\n", "{args}");
        if md5sum::version().is_some() {
            let Some(run) = dir.shell(&script, "md5sum", &[]) else { return };
            assert_eq!(run.good(), "141\n", "{args}");
        }
    }
}

/// With standard error closed, the exit status still shows the failure.
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
    // A file that is opened later does not get the output for a stream.
    let Some(run) = dir.shell("\"$@\" 2>&-; cat list", HSUM, &["check", "none", "list"]) else {
        return;
    };
    assert!(!run.text().contains("hsum"), "{}", run.text());
}
