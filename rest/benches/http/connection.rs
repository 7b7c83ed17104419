//! One client: a connection that stays open, and asks as soon as it has been answered.
use crate::{Failure, ask::Ask, server::Server};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

/// How many ask at once.
pub const CONNECTIONS: u32 = 16;
/// How long the last answers may take once the time is over.
const LATE: Duration = Duration::from_secs(10);

/// A connection, and the room for what goes through it.
pub struct Connection {
    number: u32,
    stream: TcpStream,
    tokens: Arc<[String]>,
    request: Vec<u8>,
    answer: Vec<u8>,
}

/// Opens all connections to `server`.
pub async fn open(server: &Server) -> Result<Vec<Connection>, Failure> {
    let mut connections = Vec::new();
    for number in 0..CONNECTIONS {
        connections.push(Connection::open(number, server.address, Arc::clone(&server.tokens)).await?);
    }
    Ok(connections)
}

/// Asks over all `connections` for as long as `span`; gives the microseconds that each answer took.
pub async fn ask_all(
    connections: &mut Vec<Connection>,
    ask: Ask,
    span: Duration,
) -> Result<Vec<u32>, Failure> {
    let end = Instant::now() + span;
    let mut asking: JoinSet<_> =
        connections.drain(..).map(|connection| connection.ask_until(end, ask)).collect();
    let mut all = Vec::new();
    let finish = async {
        while let Some(done) = asking.join_next().await {
            let (connection, took) = done??;
            connections.push(connection);
            all.extend(took);
        }
        Ok(all)
    };
    tokio::time::timeout(span + LATE, finish).await.unwrap_or_else(|_| Err("no answer came in time".into()))
}

impl Connection {
    /// A connection to `address`, in the name of one of the `tokens` after the other.
    pub async fn open(number: u32, address: SocketAddr, tokens: Arc<[String]>) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { number, stream, tokens, request: Vec::new(), answer: Vec::with_capacity(16 << 10) })
    }

    async fn ask_until(mut self, end: Instant, ask: Ask) -> Result<(Self, Vec<u32>), Failure> {
        let mut took = Vec::new();
        loop {
            let begun = Instant::now();
            if begun >= end {
                return Ok((self, took));
            }
            self.ask(ask).await?;
            took.push(u32::try_from(begun.elapsed().as_micros())?);
        }
    }

    /// One request, and its answer; whether it was a good one.
    pub async fn ask(&mut self, ask: Ask) -> Result<bool, Failure> {
        self.request.clear();
        ask.write(self.number, &self.tokens, &mut self.request)?;
        self.stream.write_all(&self.request).await?;
        self.answer.clear();
        let head = loop {
            self.read().await?;
            if let Some(end) = self.answer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let lines = str::from_utf8(&self.answer[..head])?;
        let (answered, is_good) = (ask.is_answered_by(lines), lines.starts_with("HTTP/1.1 200 "));
        let whole = head + length(lines)?;
        while self.answer.len() < whole {
            self.read().await?;
        }
        match answered {
            true => Ok(is_good),
            false => Err(String::from_utf8_lossy(&self.answer).into()),
        }
    }

    async fn read(&mut self) -> Result<(), Failure> {
        match self.stream.read_buf(&mut self.answer).await? {
            0 => Err("the server closed the connection".into()),
            _ => Ok(()),
        }
    }
}

/// How long the body is that follows the lines of `head`.
fn length(head: &str) -> Result<usize, Failure> {
    let line = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    Ok(line.ok_or_else(|| format!("no length is given:\n{head}"))?.parse()?)
}
