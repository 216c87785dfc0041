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
