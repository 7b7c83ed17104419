//! What a server tells by itself of what becomes of instances
//! (<https://linuxcontainers.org/incus/docs/main/events/>), whoever does it: the platform too.
use super::{
    Incus,
    meaning::{self, UNREACHED},
    socket::{self, Socket},
    way::CONNECT,
};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use hosting_kernel::providers::Failure;
use serde::Deserialize;
use std::{io::ErrorKind, time::Duration};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use uuid::Uuid;

/// How long nothing at all comes of a server that is there: it pings every 10 s.
const SILENCE: Duration = Duration::from_secs(45);

/// A message, as far as it is read.
#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    project: Option<String>,
    metadata: Lifecycle,
}

#[derive(Deserialize)]
struct Lifecycle {
    /// Such as `instance-stopped`.
    action: String,
    /// What it was done with, as `/1.0/instances/web?project=customers`.
    source: String,
}

impl Incus {
    /// The instances that something is done with, until the connection ends. What stands in the way of it is in the
    /// failure, and is not logged here: who is refused tries again.
    pub(super) async fn events(&self) -> Result<BoxStream<'_, Uuid>, Failure> {
        let connected = timeout(CONNECT, self.api.way.connected()).await.map_err(|_| Failure::Timeout)?;
        let stream = connected.map_err(|cause| Failure::Unavailable(format!("{UNREACHED}: {cause}")))?;
        let url = self.api.url(&["events"], &[("type", "lifecycle")]);
        let socket = socket::open(stream, url).await.map_err(unopened)?;
        let told = stream::unfold(socket, move |mut socket| async move {
            loop {
                let message = heard(&mut socket).await?;
                let Some(name) = instance(&message, &self.project) else { continue };
                if let Some(id) = self.service_of(&name).await {
                    return Some((id, socket));
                }
            }
        });
        Ok(told.boxed())
    }
}

fn unopened(cause: Error) -> Failure {
    match cause {
        Error::Io(cause) if cause.kind() == ErrorKind::TimedOut => Failure::Timeout,
        Error::Http(answer) => {
            let said = answer.body().as_deref().unwrap_or_default();
            meaning::failure(answer.status().as_u16(), &String::from_utf8_lossy(said))
        }
        cause => Failure::Unavailable(format!("the hypervisor tells nothing: {cause}")),
    }
}

/// The next message; nothing once the connection has ended.
async fn heard(socket: &mut Socket) -> Option<Utf8Bytes> {
    loop {
        match timeout(SILENCE, socket.next()).await {
            Ok(Some(Ok(Message::Text(message)))) => return Some(message),
            Ok(Some(Ok(Message::Close(_))) | None) => return None,
            // A ping is answered as the next is read.
            Ok(Some(Ok(_))) => {}
            Ok(Some(Err(cause))) => {
                tracing::debug!(%cause, "the hypervisor tells no more");
                return None;
            }
            Err(_) => {
                tracing::debug!("the hypervisor is silent");
                return None;
            }
        }
    }
}

/// The name of the instance of `project` that `message` is about; nothing where it is about anything else, or cannot be
/// read.
fn instance(message: &str, project: &str) -> Option<String> {
    let event: Event = serde_json::from_str(message).ok()?;
    let Lifecycle { action, source } = event.metadata;
    let (path, query) = source.split_once('?').unwrap_or((&source, ""));
    let of = query.split('&').find_map(|part| part.strip_prefix("project=")).unwrap_or("default");
    let of = event.project.as_deref().filter(|said| !said.is_empty()).unwrap_or(of);
    // Its snapshots are below it.
    let name = path.strip_prefix("/1.0/instances/")?.split('/').next()?;
    let is_ours = event.kind == "lifecycle" && action.starts_with("instance-") && of == project;
    (is_ours && !name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(action: &str, source: &str) -> String {
        format!(
            r#"{{"location":"none","metadata":{{"action":"{action}","context":null,"requestor":null,"source":"{source}"}},
                "timestamp":"2026-11-26T12:00:00Z","type":"lifecycle"}}"#
        )
    }

    #[test]
    fn the_instance_is_read() {
        for (action, source) in [
            ("instance-stopped", "/1.0/instances/web"),
            ("instance-stopped", "/1.0/instances/web?project=default"),
            ("instance-snapshot-deleted", "/1.0/instances/web/snapshots/before"),
            ("instance-anything-else", "/1.0/instances/web?other=1&project=default"),
        ] {
            assert_eq!(instance(&told(action, source), "default").as_deref(), Some("web"), "{source}");
        }
        let elsewhere = told("instance-started", "/1.0/instances/web?project=customers");
        assert_eq!(instance(&elsewhere, "customers").as_deref(), Some("web"));
        let said = r#"{"type":"lifecycle","project":"customers","metadata":
            {"action":"instance-paused","source":"/1.0/instances/web"}}"#;
        assert_eq!(instance(said, "customers").as_deref(), Some("web"));
        assert_eq!(instance(said, "default"), None);
    }

    #[test]
    fn what_is_about_anything_else_is_not() {
        for message in [
            "",
            "[]",
            "null",
            r#"{"type":"lifecycle"}"#,
            r#"{"type":"lifecycle","metadata":{"action":7,"source":null}}"#,
            r#"{"type":"operation","metadata":{"action":"instance-stopped","source":"/1.0/instances/web"}}"#,
            &told("instance-stopped", "/1.0/instances/web?project=other"),
            &told("instance-stopped", "/1.0/instances/"),
            &told("instance-stopped", "/1.0/instances"),
            &told("instance-stopped", ""),
            &told("network-updated", "/1.0/networks/incusbr0"),
            &told("image-created", "/1.0/instances/web"),
        ] {
            assert_eq!(instance(message, "default"), None, "{message}");
        }
    }
}
