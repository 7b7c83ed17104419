//! Those who watch.
use crate::Failure;
use futures_util::{SinkExt, StreamExt};
use hosting_core::clock::{Clock, SystemClock};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{net::TcpStream, sync::watch};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const WATCH: &str = "subscription { domainChanged { id updatedAt } }";

/// What one who watches was told.
#[derive(Default)]
pub struct Heard {
    /// Milliseconds from each change to its arrival.
    pub delays: Vec<i64>,
    /// The last moment of each domain.
    pub last: HashMap<String, i64>,
    /// Whether the server ended it.
    pub cut: bool,
}

/// One who watches.
pub struct Listener(WebSocketStream<TcpStream>);

impl Listener {
    pub async fn open(address: SocketAddr, token: &str) -> Result<Self, Failure> {
        Self::watching(address, token, WATCH).await
    }

    /// One who reads nothing of what becomes long.
    pub async fn stuck(address: SocketAddr, token: &str) -> Result<Self, Failure> {
        let fields: String = (0..1500).map(|number| format!(" f{number}:registrarEnvironment")).collect();
        Self::watching(address, token, &format!("subscription {{ domainChanged {{ {fields} }} }}")).await
    }

    async fn watching(address: SocketAddr, token: &str, query: &str) -> Result<Self, Failure> {
        let mut request = format!("ws://{address}/graphql").into_client_request()?;
        request.headers_mut().insert("sec-websocket-protocol", "graphql-transport-ws".parse()?);
        let (mut client, _) = client_async(request, TcpStream::connect(address).await?).await?;
        let authorization = format!("Bearer {token}");
        let init = json!({ "type": "connection_init", "payload": { "authorization": authorization } });
        client.send(Message::text(init.to_string())).await?;
        let known = client.next().await.ok_or("the server left")??;
        if !known.to_text()?.contains("connection_ack") {
            return Err(format!("no one who watches: {known}").into());
        }
        let ask = json!({ "type": "subscribe", "id": "1", "payload": { "query": query } });
        client.send(Message::text(ask.to_string())).await?;
        Ok(Self(client))
    }

    /// Reads until it is told to stop.
    pub async fn listen(mut self, mut stop: watch::Receiver<bool>, told: Arc<AtomicUsize>) -> Heard {
        let mut heard = Heard::default();
        loop {
            let message = tokio::select! {
                message = self.0.next() => message,
                _ = stop.wait_for(|stop| *stop) => return heard,
            };
            match message {
                Some(Ok(Message::Text(text))) => {
                    told.fetch_add(1, Ordering::Relaxed);
                    note(&mut heard, &text);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => {
                    heard.cut = true;
                    return heard;
                }
            }
        }
    }

    /// Sits there, and says in the end whether it was cut off.
    pub async fn sit(mut self) -> bool {
        let rest = async {
            while let Some(Ok(message)) = self.0.next().await {
                if message.is_close() {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(2), rest).await.is_ok()
    }
}

fn note(heard: &mut Heard, text: &str) {
    let now = SystemClock.now().millis();
    let Ok(message) = serde_json::from_str::<Value>(text) else { return };
    // An error is the last that is said.
    heard.cut |= message["type"] == "error";
    let changed = &message["payload"]["data"]["domainChanged"];
    let moment = changed["updatedAt"].as_str().and_then(moment);
    let (Some(id), Some(at)) = (changed["id"].as_str(), moment) else { return };
    heard.delays.push(now - at);
    heard.last.insert(id.to_owned(), at);
}

/// A moment as the records write it, in milliseconds.
pub fn moment(text: &str) -> Option<i64> {
    chrono::DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.timestamp_millis())
}
