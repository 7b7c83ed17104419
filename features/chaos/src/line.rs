//! A line to a server that can be cut: between the platform and its database, or Redis.
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::watch,
};

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It arrives.
    Open,
    /// It vanishes, and nobody is told.
    Silent,
    /// Nobody listens, and who spoke is cut off.
    Away,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The server's address, with the line's beginning where the server was.
    pub url: String,
    state: Arc<watch::Sender<State>>,
    /// Whether the next who commits is cut off before he hears of it.
    commit: Arc<AtomicBool>,
}

impl Line {
    /// To the server of `url`, if there is one; it listens on `port` unless that says where.
    pub async fn before(url: Option<&str>, port: u16) -> Option<Self> {
        let (scheme, rest) = url?.split_once("://").expect("an address with a scheme");
        let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, server) =
            place.rsplit_once('@').map_or((None, place), |(user, server)| (Some(user), server));
        let server = if server.contains(':') { server.to_owned() } else { format!("{server}:{port}") };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let user = user.map(|user| format!("{user}@")).unwrap_or_default();
        let url = format!("{scheme}://{user}{address}/{path}");
        let line = Self { url, state: Arc::new(watch::Sender::new(State::Open)), commit: Arc::default() };
        let own = line.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(own.clone().serve(stream, server.clone()));
            }
        });
        Some(line)
    }

    /// Cuts off all that speak.
    pub fn cut(&self) {
        self.away();
        self.open();
    }

    /// Cuts off the next that commits, after the server has heard of it.
    pub fn cut_next_commit(&self) {
        self.commit.store(true, Ordering::Relaxed);
    }

    /// Cuts off all, and lets nobody in.
    pub fn away(&self) {
        self.state.send_replace(State::Away);
    }

    /// Loses all that is sent.
    pub fn silence(&self) {
        self.state.send_replace(State::Silent);
    }

    /// As it was.
    pub fn open(&self) {
        self.state.send_replace(State::Open);
    }

    async fn serve(self, stream: TcpStream, server: String) {
        // Who begins to speak to a silent line is heard when it is open again.
        let mut state = self.state.subscribe();
        if *state.borrow_and_update() == State::Away {
            return;
        }
        let Ok(server) = TcpStream::connect(server).await else { return };
        let (Ok(()), Ok(())) = (stream.set_nodelay(true), server.set_nodelay(true)) else { return };
        let ((asks, told), (answers, asked)) = (stream.into_split(), server.into_split());
        let cut = async {
            // Each change is seen: `cut` is over at once.
            while state.changed().await.is_ok() {
                if *state.borrow_and_update() != State::Silent {
                    return;
                }
            }
        };
        tokio::select! {
            () = self.copy(asks, asked, true) => {}
            () = self.copy(answers, told, false) => {}
            () = cut => {}
        }
    }

    async fn copy(&self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf, asks: bool) {
        let mut bytes = vec![0; 16 * 1024];
        loop {
            let Ok(count @ 1..) = from.read(&mut bytes).await else { return };
            if *self.state.borrow() == State::Silent {
                continue;
            }
            let bytes = &bytes[..count];
            if to.write_all(bytes).await.is_err() {
                return;
            }
            let commits = asks && bytes.windows(6).any(|six| six == b"COMMIT");
            if commits && self.commit.swap(false, Ordering::Relaxed) {
                return;
            }
        }
    }
}
