//! Commands that run in an instance, and the sockets that lead to them.
use super::{
    Incus,
    client::{Answer, unreadable},
    meaning,
    operation::Ended,
    socket::{self, Socket},
};
use futures_util::SinkExt;
use hosting_kernel::providers::{Failure, hypervisor::InstanceStatus};
use reqwest::Method;
use serde_json::{Value, json};
use std::{io::ErrorKind, time::Instant};
use tokio_tungstenite::tungstenite::{Error, Message};
use uuid::Uuid;

/// What the shell says of a command that is not there (POSIX, 2.8.2).
const NO_COMMAND: i64 = 127;

/// A command that has begun.
pub(super) struct Begun {
    pub operation: String,
    sockets: Value,
}

impl Incus {
    /// Begins a command in the instance `id`, which has to run; `body` says which (`POST instances/<name>/exec`).
    pub(super) async fn exec(&self, id: Uuid, body: &Value) -> Result<Begun, Failure> {
        let (instance, status) = self.get(id).await?;
        match status {
            InstanceStatus::Running => {}
            InstanceStatus::Stopped => return Err(Failure::Refused("the instance is stopped".to_owned())),
            InstanceStatus::Frozen => return Err(Failure::Refused("the instance is held still".to_owned())),
            _ => return Err(meaning::busy()),
        }
        let url = self.api.url(&["instances", &instance.name, "exec"], &[]);
        match self.api.ask(Method::POST, url, Some(body)).await? {
            Answer::Begun(operation, said) => {
                Ok(Begun { operation, sockets: said["metadata"]["fds"].clone() })
            }
            Answer::Done(_) => Err(unreadable()),
        }
    }

    /// The socket of `begun` by the name of `which`: `0`, `1`, `2` or `control`.
    pub(super) async fn socket(&self, begun: &Begun, which: &str) -> Result<Socket, Failure> {
        let secret = begun.sockets[which].as_str().ok_or_else(unreadable)?;
        let url = self.api.url(&["operations", &begun.operation, "websocket"], &[("secret", secret)]);
        let stream = self.api.way.connect().await?;
        socket::open(stream, url).await.map_err(|cause| match cause {
            Error::Io(cause) if cause.kind() == ErrorKind::TimedOut => Failure::Timeout,
            cause => {
                tracing::warn!(%cause, "a socket to a command was not opened");
                Failure::InTheWay("the hypervisor does not open what it has begun".to_owned())
            }
        })
    }

    /// Has `command` read `input`, and waits for its end; it has to end well.
    ///
    /// What it reads is written nowhere, neither in an argument list nor in a file of the instance, which a
    /// snapshot would keep.
    pub(super) async fn feed(&self, id: Uuid, command: &[&str], input: String) -> Result<(), Failure> {
        let until = Instant::now() + self.patience.answer * 2;
        let body = json!({ "command": command, "interactive": false, "wait-for-websocket": true });
        let begun = self.exec(id, &body).await?;
        let control = self.socket(&begun, "control").await?;
        let (shown, complained) = (self.socket(&begun, "1").await?, self.socket(&begun, "2").await?);
        let mut fed = self.socket(&begun, "0").await?;
        let hung_up = |_| Failure::InTheWay("the guest does not listen".to_owned());
        fed.send(Message::binary(input)).await.map_err(hung_up)?;
        // An empty text is the end of what is read.
        fed.send(Message::text("")).await.map_err(hung_up)?;
        let ended = self.api.ended(&begun.operation, until).await;
        drop((control, shown, complained, fed));
        match ended? {
            Ended::Done(said) => match said["return"].as_i64() {
                Some(0) => Ok(()),
                Some(NO_COMMAND) => Err(Failure::Refused("the guest has nothing that does this".to_owned())),
                _ => Err(Failure::InTheWay("the guest did not do it".to_owned())),
            },
            Ended::Unknown => Err(super::power::lost()),
        }
    }
}
