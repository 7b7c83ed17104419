//! A line to the server of the database that can fall silent.
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicUsize, Ordering},
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::{JoinHandle, JoinSet},
};

/// What a line falls silent at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Silence {
    /// None does.
    Never,
    /// The next that sends COMMIT: the server does it, and its answer is lost.
    AfterCommit,
    /// The next that sends COMMIT: the server never hears of it.
    AtCommit,
    /// The next that prepares to write usage entries: the server never hears of it.
    AtEntries,
    /// The next that writes the entry of a look at the account: the server does it, and its answer is lost.
    AfterEntries,
}

/// Lines to a server.
pub struct Proxy {
    /// Where they begin.
    pub address: SocketAddr,
    silence: Arc<AtomicU8>,
    trips: Arc<AtomicUsize>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Where there is nothing yet.
    pub fn reserve() -> SocketAddr {
        std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
    }

    /// Lines to `server`, an address with a port.
    pub async fn to(server: String) -> Self {
        Self::at(Self::reserve(), server).await
    }

    /// The same from here.
    pub async fn at(address: SocketAddr, server: String) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let silence = Arc::new(AtomicU8::new(Silence::Never as u8));
        let trips = Arc::new(AtomicUsize::new(0));
        let (of, counted) = (Arc::clone(&silence), Arc::clone(&trips));
        let accepting = tokio::spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                lines.spawn(line(client, server.clone(), Arc::clone(&of), Arc::clone(&counted)));
            }
        });
        Self { address, silence, trips, accepting }
    }

    /// Ends all lines, and lets nobody begin another.
    pub async fn close(self) {
        self.accepting.abort();
        // What is open there is gone when it has ended.
        drop(self.accepting.await);
    }

    /// Lets one line fall silent.
    pub fn silence(&self, silence: Silence) {
        self.silence.store(silence as u8, Ordering::SeqCst);
    }

    /// How often something was asked since the beginning: what is sent before an answer comes is one question.
    pub fn trips(&self) -> usize {
        self.trips.load(Ordering::SeqCst)
    }

    /// Whether it has fallen silent.
    pub fn is_silent(&self) -> bool {
        self.silence.load(Ordering::SeqCst) == Silence::Never as u8
    }
}

async fn line(mut client: TcpStream, server: String, silence: Arc<AtomicU8>, trips: Arc<AtomicUsize>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let mut asked = false;
    let (mut sent, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            count = client.read(&mut sent) => {
                let Ok(1..) = count else { return };
                if !std::mem::replace(&mut asked, true) {
                    trips.fetch_add(1, Ordering::SeqCst);
                }
                let piece = &sent[..count.unwrap_or(0)];
                let never = Silence::Never as u8;
                let word: &[u8] = match silence.load(Ordering::SeqCst) {
                    silence if silence == Silence::AtEntries as u8 => b"INSERT INTO \"usage_entry\"",
                    // Its values stand beside it, whether or not the statement was prepared before.
                    silence if silence == Silence::AfterEntries as u8 => b"/v1/account",
                    _ => b"COMMIT\0",
                };
                let said = piece.windows(word.len()).any(|said| said == word);
                let now = if said { silence.swap(never, Ordering::SeqCst) } else { never };
                let told = [never, Silence::AfterCommit as u8, Silence::AfterEntries as u8].contains(&now);
                if told && server.write_all(piece).await.is_err() {
                    return;
                }
                if now != never {
                    // Both ends stay open, and hear nothing.
                    std::future::pending::<()>().await;
                }
            }
            count = server.read(&mut answered) => {
                let Ok(1..) = count else { return };
                asked = false;
                if client.write_all(&answered[..count.unwrap_or(0)]).await.is_err() {
                    return;
                }
            }
        }
    }
}
