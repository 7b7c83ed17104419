//! A platform with a driver that panics.
use crate::support::Server;
use async_trait::async_trait;
use hosting_core::providers::{
    Failure,
    converter::{Broke, Converter},
    store::local::Local,
};
use hosting_engine::{Artifact, Limits, Order, Tool};
use hosting_rest::Options;
use std::{net::SocketAddr, path::Path, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// What the driver panics with.
pub const CAUSE: &str = "a driver is broken";

/// A server that panics when it is asked for its conversion tools.
pub async fn server() -> Server {
    let store = |folder: &Path, secret: &_, base_url: &str| {
        Arc::new(Local::new(folder.join("files"), Clone::clone(secret), base_url)) as _
    };
    Server::start_with(&Options::default().base_url, store, Arc::new(Broken)).await
}

/// Asks for what panics, then for the account, over one connection; gives both answers.
pub async fn ask_twice(address: SocketAddr, key: &str) -> [String; 2] {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let mut answers = [String::new(), String::new()];
    for (path, answer) in ["/v1/conversion/tools", "/v1/account"].into_iter().zip(&mut answers) {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("a request");
        while !answer.ends_with('}') {
            let mut piece = [0; 4096];
            let length = stream.read(&mut piece).await.expect("an answer");
            assert!(length > 0, "the connection is over: {answer}");
            answer.push_str(&String::from_utf8_lossy(&piece[..length]));
        }
    }
    answers
}

struct Broken;

#[async_trait]
impl Converter for Broken {
    fn tools(&self) -> Vec<&'static Tool> {
        panic!("{CAUSE}")
    }

    fn limits(&self) -> Limits {
        Limits::default()
    }

    fn folder(&self) -> &Path {
        Path::new("")
    }

    async fn convert(
        &self,
        _: &Order,
        _: &Path,
        _: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        Err(Broke::Ours(Failure::Refused(CAUSE.to_owned())))
    }

    fn seal(&self) -> Option<serde_json::Value> {
        None
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
