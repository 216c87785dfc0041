//! Tests of what features add to streams.

#![cfg(any(feature = "serde", feature = "zeroize"))]

use md5_opt::{Md5, hash};

#[cfg(feature = "serde")]
#[test]
fn checkpoints_are_serialised() {
    let mut md5 = Md5::new();
    md5.update(b"serialised");
    let text = serde_json::to_string(&md5.checkpoint()).expect("the checkpoint is serialised");
    assert_eq!(text, format!("\"{}\"", testkit::message::hex(&md5.checkpoint())));
    let saved: md5_opt::Checkpoint<{ md5_opt::CHECKPOINT_BYTES }> =
        serde_json::from_str(&text).expect("the text is a checkpoint");
    assert_eq!(saved, md5.checkpoint());
    let resumed = Md5::from_checkpoint(&saved).expect("the checkpoint is whole");
    assert_eq!(resumed.finalize(), hash(b"serialised"));
}

#[cfg(feature = "zeroize")]
#[test]
fn streams_are_wiped_on_drop() {
    fn wiped<T: zeroize::ZeroizeOnDrop + zeroize::Zeroize>(mut stream: T) -> T {
        stream.zeroize();
        stream
    }
    let mut md5 = Md5::new();
    md5.update(&[1; 100]);
    assert_eq!(wiped(md5).finalize(), hash(b""));
    let mut streams = md5_opt::MultiMd5::<2, 1>::new();
    streams.update_each([&[1; 30], &[2; 100]]);
    assert_eq!(wiped(streams).finalize_each(), [hash(b""); 2]);
    let mut upload = md5_opt::s3::MultipartMd5::new(10).expect("not zero");
    upload.update(&[1; 25]);
    assert!(wiped(upload).is_empty());
}
