//! Somebody between the driver and its nameserver, who does something just before an update arrives.
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Listens on a port of its own, which it gives, and hands messages over to the server at `port`: before the first
/// `times` updates it does `before`.
pub async fn start(port: u16, times: u32, before: impl Fn(u32) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap().port();
    let (before, nth) = (Arc::new(before), Arc::new(AtomicU32::new(0)));
    tokio::spawn(async move {
        while let Ok((from, _)) = listener.accept().await {
            let (before, nth) = (Arc::clone(&before), Arc::clone(&nth));
            tokio::spawn(async move {
                let to = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                let (mut from, mut back) = from.into_split();
                let (mut answers, mut to) = to.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut answers, &mut back).await });
                while let Ok(length) = from.read_u16().await {
                    let mut message = vec![0; usize::from(length)];
                    from.read_exact(&mut message).await.unwrap();
                    let is_update = message[2] >> 3 & 0b1111 == 5;
                    if is_update {
                        let nth = nth.fetch_add(1, Ordering::SeqCst);
                        if nth < times {
                            let before = Arc::clone(&before);
                            tokio::task::spawn_blocking(move || before(nth)).await.unwrap();
                        }
                    }
                    to.write_u16(length).await.unwrap();
                    to.write_all(&message).await.unwrap();
                }
            });
        }
    });
    own
}
