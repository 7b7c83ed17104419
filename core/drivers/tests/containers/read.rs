//! What a terminal shows, read.
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Reads until `shown` has `end`.
pub async fn until(bytes: &mut (impl AsyncRead + Unpin), shown: &mut String, end: &str) {
    let mut piece = [0; 256];
    while !shown.contains(end) {
        let read = tokio::time::timeout(Duration::from_mins(1), bytes.read(&mut piece));
        let count = read.await.unwrap_or_else(|_| panic!("{shown:?}")).unwrap();
        assert!(count > 0, "it ended: {shown:?}");
        shown.push_str(&String::from_utf8_lossy(&piece[..count]));
    }
}
