//! Terminals over real sockets, with a real WebSocket client.
mod support;

use futures_util::{SinkExt, StreamExt};
use hosting_core::{AREAS, credential, lxc::ticket, providers::hypervisor::Power, queue::work_once};
use hosting_rest::{Slowness, Terminals, serve};
use sea_orm::{ConnectionTrait, EntityTrait, sea_query::Expr};
use std::{net::SocketAddr, time::Duration};
use support::Server;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};
use uuid::Uuid;

type Client = WebSocketStream<TcpStream>;

/// A server with containers, on a real socket.
struct Stage {
    server: Server,
    address: SocketAddr,
    shut_down: watch::Sender<bool>,
    ends: [JoinHandle<()>; 2],
}

impl Stage {
    async fn new() -> Self {
        let server = Server::start().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (shut_down, shutting_down) = watch::channel(false);
        let terminals: Terminals = server.terminals.clone();
        let ends = [
            tokio::spawn(serve::serve(
                listener,
                server.router.clone(),
                Slowness::default(),
                shutting_down.clone(),
            )),
            tokio::spawn(terminals.connections.close_on(shutting_down)),
        ];
        Self { server, address, shut_down, ends }
    }

    async fn ticket(&self, container: Uuid) -> String {
        let path = format!("/v1/lxc/instances/{container}/terminal-ticket");
        let key = format!("ticket-{}", self.server.platform.id());
        let (token, path) = (format!("Bearer {}", self.server.key), path.as_str());
        let headers = [("authorization", token.as_str()), ("idempotency-key", key.as_str())];
        let answer = self.server.send_with("POST", path, &headers, b"").await;
        assert_eq!(answer.status.as_u16(), 201, "{answer:?}");
        let data = answer.json()["data"].clone();
        let (ticket, url) =
            (data["ticket"].as_str().expect("a ticket"), data["url"].as_str().expect("an url"));
        assert_eq!(url, format!("ws://127.0.0.1:8080/v1/lxc/instances/{container}/terminal?ticket={ticket}"));
        ticket.to_owned()
    }

    /// Opens a terminal, or gives the status and the body of the refusal.
    async fn open(&self, container: Uuid, query: &str) -> Result<Client, (u16, serde_json::Value)> {
        let url = format!("ws://{}/v1/lxc/instances/{container}/terminal?{query}", self.address);
        let stream = TcpStream::connect(self.address).await.expect("a connection");
        match client_async(url, stream).await {
            Ok((client, _)) => Ok(client),
            Err(Error::Http(response)) => {
                let (parts, body) = response.into_parts();
                let body = body.expect("an envelope");
                Err((parts.status.as_u16(), serde_json::from_slice(&body).expect("an envelope")))
            }
            Err(other) => panic!("{other}"),
        }
    }

    async fn opened(&self, container: Uuid) -> Client {
        let ticket = self.ticket(container).await;
        let mut client = self.open(container, &format!("ticket={ticket}")).await.expect("a terminal");
        shown(&mut client, "# ").await;
        client
    }

    async fn refused(&self, container: Uuid, query: &str) -> (u16, String) {
        let (status, body) = self.open(container, query).await.expect_err("a refusal");
        assert!(body["error"]["request_id"].is_string(), "{body}");
        (status, body["error"]["code"].as_str().expect("a code").to_owned())
    }
}

/// Reads until `text` is shown.
async fn shown(client: &mut Client, text: &str) -> String {
    let mut output = String::new();
    while !output.contains(text) {
        match timeout(Duration::from_secs(10), client.next()).await {
            Ok(Some(Ok(Message::Binary(bytes)))) => output += &String::from_utf8_lossy(&bytes),
            other => panic!("{other:?} after {output:?}"),
        }
    }
    output
}

async fn types(client: &mut Client, text: &str) {
    client.send(Message::binary(text.as_bytes().to_vec())).await.expect("a client that may type");
}

/// Reads to the end, and gives what the server said at it.
async fn end(client: &mut Client) -> (CloseCode, String) {
    loop {
        match timeout(Duration::from_secs(10), client.next()).await {
            Ok(Some(Ok(Message::Close(Some(CloseFrame { code, reason }))))) => {
                return (code, reason.as_str().to_owned());
            }
            Ok(Some(Ok(_))) => {}
            other => panic!("no clean end: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_terminal_shows_what_is_typed_takes_a_new_size_and_ends_with_its_shell() {
    let stage = Stage::new().await;
    let container = stage.server.own_container("web").await;
    let mut client = stage.opened(container).await;
    types(&mut client, "hostname\r").await;
    let output = shown(&mut client, "\nweb").await;
    assert!(output.starts_with("hostname"), "what is typed is shown: {output:?}");
    types(&mut client, "stty size\r").await;
    shown(&mut client, "24 80").await;
    client.send(Message::text(r#"{"resize": {"columns": 120, "rows": 40}}"#)).await.expect("a size");
    types(&mut client, "stty size\r").await;
    shown(&mut client, "40 120").await;
    types(&mut client, "exit\r").await;
    assert_eq!(end(&mut client).await, (CloseCode::Normal, "the shell ended".to_owned()));
}

#[tokio::test]
async fn a_shell_that_ended_with_its_container_says_so() {
    let stage = Stage::new().await;
    let container = stage.server.own_container("web").await;
    let mut client = stage.opened(container).await;
    types(&mut client, "hostname\r").await;
    shown(&mut client, "\nweb").await;
    let platform = &stage.server.platform;
    let stopped =
        platform.providers().lxc.default().unwrap().driver.power(platform.id(), container, Power::Stop);
    stopped.await.expect("it is stopped beside the platform");
    let reason = "the container does not run any more".to_owned();
    assert_eq!(end(&mut client).await, (CloseCode::Normal, reason));
}

#[tokio::test]
async fn a_ticket_opens_one_terminal_of_its_own_container_in_its_time() {
    let stage = Stage::new().await;
    let (web, db) = (stage.server.own_container("web").await, stage.server.own_container("db").await);
    let (ticket, of_db) = (stage.ticket(web).await, stage.ticket(db).await);
    let query = format!("ticket={ticket}");
    let refused = (401, "invalid_token".to_owned());
    assert_eq!(stage.refused(db, &query).await, refused, "another container");
    assert_eq!(stage.refused(Uuid::nil(), &query).await, refused, "no container");
    assert_eq!(stage.refused(web, "ticket=0").await, refused, "no ticket");
    assert_eq!(stage.refused(web, "").await, refused, "none at all");

    let tries = (0..4).map(|_| stage.open(web, &query));
    let opened = futures_util::future::join_all(tries).await;
    assert_eq!(opened.iter().filter(|one| one.is_ok()).count(), 1, "of four at once one succeeds");
    assert_eq!(stage.refused(web, &query).await, refused, "used");

    // What a minute does to a ticket, at once.
    let over = stage.server.platform.clock().now();
    let write = stage.server.platform.database().write(move |db| {
        Box::pin(async move {
            let update = ticket::Entity::update_many().col_expr(ticket::Column::ExpiresAt, Expr::val(over));
            update.exec(db).await?;
            Ok(())
        })
    });
    write.await.expect("tickets");
    assert_eq!(stage.refused(db, &format!("ticket={of_db}")).await, refused, "over");
}

#[tokio::test]
async fn what_is_no_websocket_or_asks_for_too_much_uses_no_ticket() {
    let stage = Stage::new().await;
    let web = stage.server.own_container("web").await;
    let ticket = stage.ticket(web).await;
    let path = format!("/v1/lxc/instances/{web}/terminal?ticket={ticket}");
    let plain = stage.server.send_with("GET", &path, &[], b"").await;
    assert_eq!((plain.status.as_u16(), plain.code().as_str()), (400, "invalid_request"));
    for query in ["columns=0", "rows=5000", "columns=wide", "token=7", "rows=1&rows=2"] {
        let refused = stage.refused(web, &format!("ticket={ticket}&{query}")).await;
        assert_eq!(refused, (400, "invalid_request".to_owned()), "{query}");
    }
    let mut client = stage
        .open(web, &format!("ticket={ticket}&columns=132&rows=43"))
        .await
        .expect("the ticket was not used");
    types(&mut client, "stty size\r").await;
    shown(&mut client, "43 132").await;
}

#[tokio::test]
async fn what_a_client_may_not_say_ends_its_terminal_alone() {
    let stage = Stage::new().await;
    let web = stage.server.own_container("web").await;
    let mut quiet = stage.opened(web).await;
    for text in ["resize", r#"{"resize": {"columns": 0, "rows": 1}}"#, r#"{"signal": 9}"#] {
        let mut client = stage.opened(web).await;
        client.send(Message::text(text)).await.expect("a message");
        assert_eq!(end(&mut client).await.0, CloseCode::Unsupported, "{text}");
    }
    let mut client = stage.opened(web).await;
    let _ = client.send(Message::binary(vec![b'a'; 70_000])).await;
    assert_eq!(end(&mut client).await.0, CloseCode::Protocol, "too much at once");
    types(&mut quiet, "hostname\r").await;
    shown(&mut quiet, "\nweb").await;
}

#[tokio::test]
async fn a_container_has_five_terminals_and_gives_places_back() {
    let stage = Stage::new().await;
    let web = stage.server.own_container("web").await;
    let mut clients = Vec::new();
    for _ in 0..5 {
        clients.push(stage.opened(web).await);
    }
    let ticket = stage.ticket(web).await;
    let query = format!("ticket={ticket}");
    assert_eq!(stage.refused(web, &query).await, (409, "action_not_allowed".to_owned()));
    let mut one = clients.pop().expect("a terminal");
    one.close(None).await.expect("a close");
    while let Some(Ok(_)) = one.next().await {}
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(stage.open(web, &query).await.is_ok(), "the same ticket, for it was not used");
}

#[tokio::test]
async fn a_terminal_ends_when_its_container_stops_and_when_its_credential_is_revoked() {
    let stage = Stage::new().await;
    let (web, db) = (stage.server.own_container("web").await, stage.server.own_container("db").await);
    let (mut of_web, mut of_db) = (stage.opened(web).await, stage.opened(db).await);
    let stop = format!("/v1/lxc/instances/{web}/actions");
    let answer = stage.server.send("POST", &stop, Some(r#"{"action":"stop"}"#)).await;
    assert_eq!(answer.status.as_u16(), 202, "{answer:?}");
    while work_once(&stage.server.platform, AREAS).await.expect("the queue") {}
    assert_eq!(end(&mut of_web).await.0, CloseCode::Normal);

    types(&mut of_db, "hostname\r").await;
    shown(&mut of_db, "\ndb").await;
    let (platform, name) = (&stage.server.platform, "tests");
    let reader = platform.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks")]
    let all = credential::Entity::find().all(&reader.executor()).await.expect("credentials");
    drop(reader);
    for credential in all.iter().filter(|credential| credential.name == name) {
        assert!(platform.revoke(credential.id).await.expect("a revocation").is_some());
    }
    assert_eq!(end(&mut of_db).await.0, CloseCode::Policy);
}

#[tokio::test]
async fn a_terminal_ends_when_its_account_is_suspended() {
    let stage = Stage::new().await;
    let web = stage.server.own_container("web").await;
    let mut client = stage.opened(web).await;
    let suspend = "UPDATE account SET status = 'suspended'";
    stage.server.platform.database().connection().execute_unprepared(suspend).await.expect("an account");
    assert_eq!(end(&mut client).await, (CloseCode::Policy, "the account is suspended".to_owned()));
}

#[tokio::test]
async fn the_end_of_the_process_closes_terminals_and_does_not_wait_for_clients() {
    let stage = Stage::new().await;
    let web = stage.server.own_container("web").await;
    let (mut client, silent) = (stage.opened(web).await, stage.opened(web).await);
    stage.shut_down.send_replace(true);
    assert_eq!(end(&mut client).await.0, CloseCode::Away);
    let ends = async {
        for end in stage.ends {
            end.await.expect("an end");
        }
    };
    timeout(Duration::from_secs(8), ends)
        .await
        .expect("an end within seconds, for all that a client is silent");
    drop(silent);
}

/// A client that opens a terminal and then reads nothing: what it makes the shell show is not piled up.
#[tokio::test]
async fn a_client_that_reads_nothing_is_closed() {
    let stage = Stage::new().await;
    let web = stage.server.own_container("web").await;
    let ticket = stage.ticket(web).await;
    let mut stream = TcpStream::connect(stage.address).await.expect("a connection");
    let hello = format!(
        "GET /v1/lxc/instances/{web}/terminal?ticket={ticket} HTTP/1.1\r\nHost: localhost\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(hello.as_bytes()).await.expect("a greeting");
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 101");
    // Masked by zeros: `help` and a return, over and over, as long as anybody takes it.
    let mut frame = vec![0x82, 0x80 | 0x7d, 0, 0, 0, 0];
    frame.extend(b"help\r".repeat(25));
    let flood = async { while stream.write_all(&frame).await.is_ok() {} };
    timeout(Duration::from_secs(40), flood).await.expect("a server that has enough of it");
}
