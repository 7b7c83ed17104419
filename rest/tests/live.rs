//! What changes, sent over real sockets: by a WebSocket, and as events of one answer.
mod live_client;
mod panicking;
mod support;

use hosting_core::{
    Scope,
    credential::{self, CredentialKind, NewCredential, token::Prefixes},
    database::Location,
    domains::domain,
};
use hosting_rest::{Slowness, serve};
use live_client::{Events, Socket, raw};
use sea_orm::{ActiveModelTrait, Set, Unchanged};
use serde_json::{Value, json};
use std::{env, net::SocketAddr, time::Duration};
use support::Server;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
    time::{sleep, timeout},
};
use uuid::Uuid;

const WATCH: &str = "subscription { domainChanged { id domainName autoRenew } }";

/// A server on a real socket.
struct Stage {
    server: Server,
    address: SocketAddr,
    shut_down: watch::Sender<bool>,
    ends: [JoinHandle<()>; 2],
}

impl Stage {
    async fn new() -> Self {
        Self::of(Server::start().await).await
    }

    async fn of(server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (shut_down, shutting_down) = watch::channel(false);
        let ends = [
            tokio::spawn(serve::serve(
                listener,
                server.router.clone(),
                Slowness::default(),
                shutting_down.clone(),
            )),
            tokio::spawn(server.live.clone().close_on(shutting_down)),
        ];
        Self { server, address, shut_down, ends }
    }

    /// A socket of the owner, who is known.
    async fn socket(&self) -> Socket {
        self.socket_of(&self.server.key).await
    }

    async fn socket_of(&self, key: &str) -> Socket {
        let mut socket = Socket::open(self.address, &[]).await;
        socket.init(key).await;
        socket
    }

    /// A socket that watches all domains, and surely does.
    async fn watching(&self) -> Socket {
        let mut socket = self.socket().await;
        socket.subscribe("watch", WATCH).await;
        self.begun(1).await;
        socket
    }

    /// Returns when so many subscriptions have begun, by the account's own log.
    async fn begun(&self, count: usize) {
        for _ in 0..200 {
            let entries = self.entries().await;
            let begun = entries.iter().filter(|one| one["operation_id"].as_str().is_some_and(is_watch));
            if begun.count() >= count {
                return;
            }
            sleep(Duration::from_millis(25)).await;
        }
        panic!("no subscription has begun");
    }

    async fn entries(&self) -> Vec<Value> {
        let usage = self.server.send("GET", "/v1/account/api-usage", None).await.json();
        usage["data"]["entries"].as_array().expect("entries").clone()
    }

    /// Turns auto-renew on or off, as the owner would.
    async fn turn(&self, domain: Uuid, enabled: bool) {
        let key = self.server.platform.id().to_string();
        let bearer = format!("Bearer {}", self.server.key);
        let headers = [
            ("authorization", bearer.as_str()),
            ("idempotency-key", key.as_str()),
            ("content-type", "application/json"),
        ];
        let body = json!({ "enabled": enabled }).to_string();
        let path = format!("/v1/domains/{domain}/auto-renew");
        let answer = self.server.send_with("PUT", &path, &headers, body.as_bytes()).await;
        assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    }

    /// Makes a credential, and gives its token.
    async fn issue(&self, change: impl FnOnce(&mut NewCredential)) -> (Uuid, String) {
        let mut new = NewCredential {
            account: self.server.account,
            kind: CredentialKind::ApiKey,
            name: "another".to_owned(),
            scopes: Scope::ALL.to_vec(),
            networks: Vec::new(),
            requests_per_minute: 100_000,
            expires_in: None,
        };
        change(&mut new);
        let (platform, prefixes) = (&self.server.platform, Prefixes::default());
        let made =
            credential::create(platform.database(), platform.clock(), &self.server.secret, &prefixes, new);
        let (row, token) = made.await.expect("a credential");
        (row.id, token)
    }
}

fn is_watch(operation: &str) -> bool {
    operation.ends_with("Changed")
}

#[tokio::test]
async fn a_change_reaches_its_owner_alone_and_once_it_is_committed() {
    let (mine, theirs) = (Stage::new().await, "theirs.example");
    let (id, other) = (mine.server.own_domain("mine.example").await, mine.server.own_domain(theirs).await);
    let stranger = support::account(&mine.server.platform, "kofi@example.com").await;
    let (_, key) = mine.issue(|new| new.account = stranger).await;
    let mut foreign = mine.socket_of(&key).await;
    foreign.subscribe("watch", WATCH).await;
    let mut one = mine.socket().await;
    let only = format!("subscription {{ domainChanged(domainId: \"{id}\") {{ id autoRenew }} }}");
    one.subscribe("one", &only).await;
    let mut all = mine.watching().await;
    mine.begun(2).await;

    let undone = mine.server.platform.database().write(move |db| {
        Box::pin(async move {
            let renamed = domain::ActiveModel {
                id: Unchanged(id),
                unicode_name: Set("undone.example".to_owned()),
                ..Default::default()
            };
            renamed.update(db).await?;
            Err::<(), _>(hosting_core::Error::Overloaded)
        })
    });
    undone.await.expect_err("it is undone");
    mine.turn(other, true).await;
    let received = all.next("watch").await;
    assert_eq!(received["domainChanged"]["domainName"], theirs, "what was undone is not sent: {received}");
    mine.turn(id, true).await;
    let received = all.next("watch").await;
    assert_eq!(
        received["domainChanged"],
        json!({ "id": id, "domainName": "mine.example", "autoRenew": true })
    );
    let received = one.next("one").await;
    assert_eq!(
        received["domainChanged"],
        json!({ "id": id, "autoRenew": true }),
        "only the one it asked for"
    );
    foreign.silent().await;
    foreign.subscribe("foreign", &only).await;
    assert_eq!(foreign.error("foreign").await, "domain_not_found");
}

#[tokio::test]
async fn a_subscription_leaves_one_entry_and_needs_the_scope_of_a_read() {
    let stage = Stage::new().await;
    let mut socket = stage.watching().await;
    let (_, key) = stage.issue(|new| new.scopes = vec![Scope::KvmRead]).await;
    let mut less = stage.socket_of(&key).await;
    less.subscribe("a", WATCH).await;
    assert_eq!(less.error("a").await, "insufficient_scope");
    less.subscribe(
        "b",
        "subscription { instanceChanged { ... on KvmInstance { id } ... on LxcInstance { id } } }",
    )
    .await;
    stage.begun(3).await;
    let container = stage.server.own_container("web").await;
    let container =
        format!("subscription {{ instanceChanged(serviceId: \"{container}\") {{ __typename }} }}");
    less.subscribe("c", &container).await;
    assert_eq!(less.error("c").await, "service_not_found", "it sees virtual machines alone");
    less.silent().await;
    socket.silent().await;
    let received: Vec<_> = stage
        .entries()
        .await
        .iter()
        .filter(|entry| entry["operation_id"].as_str().is_some_and(is_watch))
        .map(|entry| ["operation_id", "product", "status", "error_code"].map(|name| entry[name].clone()))
        .collect();
    let (kvm, domains) = (json!("instanceChanged"), json!("domainChanged"));
    assert_eq!(
        received,
        [
            [kvm.clone(), json!("kvm"), json!("rejected"), json!("service_not_found")],
            [kvm, json!("kvm"), json!("succeeded"), Value::Null],
            [domains.clone(), json!("domains"), json!("rejected"), json!("insufficient_scope")],
            [domains, json!("domains"), json!("succeeded"), Value::Null],
        ]
    );
}

#[tokio::test]
async fn instances_services_and_jobs_are_watched_too() {
    let stage = Stage::new().await;
    let container = stage.server.own_container("web").await;
    let mut socket = stage.socket().await;
    socket
        .subscribe(
            "i",
            "subscription { instanceChanged { __typename ... on LxcInstance { id autoRenew status } } }",
        )
        .await;
    socket
        .subscribe(
            "s",
            "subscription { ...all } fragment all on Subscription { serviceChanged { id autoRenew } }",
        )
        .await;
    socket.subscribe("j", "subscription { conversionJobChanged { id status } }").await;
    stage.begun(3).await;
    let change = format!(
        "mutation {{ setLxcAutoRenew(input: {{ serviceId: \"{container}\", enabled: false }}, idempotencyKey: \"no-longer\") {{ id }} }}"
    );
    socket.subscribe("m", &change).await;
    let mut received = socket.several(4).await;
    received.sort_by_key(|message| message["id"].to_string() + &message["type"].to_string());
    let received: Vec<_> = received.iter().map(|message| message["payload"]["data"].clone()).collect();
    let instance =
        json!({ "__typename": "LxcInstance", "id": container, "autoRenew": false, "status": "RUNNING" });
    assert_eq!(received[0]["instanceChanged"], instance, "what was ordered is part of an instance");
    assert_eq!(received[1], Value::Null, "the mutation is complete");
    assert_eq!(received[2]["setLxcAutoRenew"]["id"], json!(container));
    assert_eq!(received[3]["serviceChanged"], json!({ "id": container, "autoRenew": false }));
    let prepare = "mutation { prepareConversion(input: { tool: \"x\", files: [] }, idempotencyKey: \"nothing-to-do\") { id } }";
    socket.subscribe("n", prepare).await;
    let refused = socket.receive().await;
    assert_eq!(refused["id"], "n", "what is refused changes nothing: {refused}");
}

#[tokio::test]
async fn what_breaks_the_protocol_is_named_by_the_code_of_the_close() {
    let stage = Stage::new().await;
    let key = stage.server.key.as_str();
    let init = json!({ "type": "connection_init", "payload": { "Authorization": format!("Bearer {key}") } });
    let ask = json!({ "type": "subscribe", "id": "1", "payload": { "query": WATCH } });
    let wrong = json!({ "type": "connection_init", "payload": { "Authorization": "Bearer hpk_wrong" } });
    let large = json!({ "type": "ping", "payload": { "a": "x".repeat(70_000) } });
    for (messages, code, reason) in [
        (vec![json!("nonsense")], 4400, "Invalid"),
        (vec![json!({ "type": "start" })], 4400, "Invalid"),
        (vec![init.clone(), json!({ "type": "subscribe", "id": "1" })], 4400, "Invalid"),
        (vec![large], 4400, "64 KiB"),
        (vec![ask.clone()], 4401, "Unauthorized"),
        (vec![json!({ "type": "connection_init" })], 4403, "invalid_token"),
        (vec![wrong], 4403, "invalid_token"),
        (vec![init.clone(), init.clone()], 4429, "Too many"),
        (vec![init.clone(), ask.clone(), ask.clone()], 4409, "Subscriber for 1"),
    ] {
        let mut socket = Socket::open(stage.address, &[]).await;
        for message in &messages {
            socket.send(message).await;
        }
        let end = socket.close().await;
        assert_eq!(end.0, code, "{messages:?}: {end:?}");
        assert!(end.1.starts_with(reason) || end.1.contains(reason), "{messages:?}: {end:?}");
    }
    let mut binary = stage.socket().await;
    binary.send_bytes(b"{}").await;
    assert_eq!(binary.close().await.0, 4400);
    let mut other = Socket::speaking(stage.address, None, &[]).await;
    assert_eq!(other.close().await.0, 4406, "no protocol is offered");
}

#[tokio::test]
async fn whoever_does_not_say_who_they_are_is_not_waited_for() {
    let stage = Stage::new().await;
    let mut silent = Socket::open(stage.address, &[]).await;
    let end = timeout(Duration::from_secs(15), silent.close()).await.expect("an end");
    assert_eq!(end, (4408, "Connection initialisation timeout".to_owned()));
}

#[tokio::test]
async fn the_credential_may_come_with_the_handshake_and_pages_of_other_origins_may_not() {
    let stage = Stage::new().await;
    let bearer = format!("Bearer {}", stage.server.key);
    let mut socket = Socket::open(stage.address, &[("authorization", &bearer)]).await;
    socket.send(&json!({ "type": "connection_init" })).await;
    assert_eq!(socket.receive().await["type"], "connection_ack");
    let ours = format!("http://{}", stage.address);
    Socket::open(stage.address, &[("origin", &ours)]).await.init(&stage.server.key).await;
    let refused = Socket::try_open(stage.address, &[("origin", "https://evil.example.com")]).await;
    assert_eq!(refused.err(), Some(400));
}

#[tokio::test]
async fn questions_are_answered_pings_too_and_what_is_wrong_is_refused_under_its_id() {
    let stage = Stage::new().await;
    let mut socket = stage.socket().await;
    socket.send(&json!({ "type": "ping", "payload": { "a": 1 } })).await;
    assert_eq!(socket.receive().await, json!({ "type": "pong", "payload": { "a": 1 } }));
    socket.subscribe("q", "{ domains { id } }").await;
    assert_eq!(socket.next("q").await, json!({ "domains": [] }));
    assert_eq!(socket.receive().await, json!({ "type": "complete", "id": "q" }));
    for (id, wrong) in [
        ("parse", "{ domains {"),
        ("field", "subscription { planetChanged { id } }"),
        ("two", "subscription { domainChanged { id } serviceChanged { id } }"),
        ("schema", "subscription { __typename }"),
        ("type", "subscription { domainChanged(domainId: \"nonsense\") { id } }"),
    ] {
        socket.subscribe(id, wrong).await;
        assert_eq!(socket.error(id).await, "invalid_request", "{wrong}");
    }
    // An id is free again once it is over.
    socket.subscribe("q", WATCH).await;
    stage.begun(1).await;
    socket.send(&json!({ "type": "complete", "id": "q" })).await;
    socket.subscribe("q", "{ account { id } }").await;
    assert_eq!(socket.next("q").await["account"]["id"], json!(stage.server.account));
}

#[tokio::test]
async fn fifty_things_are_asked_at_once_and_each_counts() {
    let stage = Stage::new().await;
    let mut socket = stage.socket().await;
    for number in 0..50 {
        socket.subscribe(&number.to_string(), WATCH).await;
    }
    socket.subscribe("more", WATCH).await;
    assert_eq!(socket.error("more").await, "invalid_request");
    let (_, key) = stage.issue(|new| new.requests_per_minute = 1).await;
    let mut hasty = stage.socket_of(&key).await;
    hasty.subscribe("a", "{ account { id } }").await;
    hasty.next("a").await;
    assert_eq!(hasty.receive().await["type"], "complete");
    hasty.subscribe("b", "{ account { id } }").await;
    assert_eq!(hasty.error("b").await, "rate_limit_exceeded");
}

#[tokio::test]
async fn a_credential_that_ends_ends_what_it_watches() {
    let stage = Stage::new().await;
    let (id, revoked) = stage.issue(|_| {}).await;
    let (_, brief) = stage.issue(|new| new.expires_in = Some(chrono::TimeDelta::seconds(2))).await;
    let mut of_revoked = stage.socket_of(&revoked).await;
    let mut of_brief = stage.socket_of(&brief).await;
    for socket in [&mut of_revoked, &mut of_brief] {
        socket.subscribe("a", WATCH).await;
        socket.subscribe("b", "subscription { serviceChanged { id } }").await;
    }
    let mut events = Events::open(stage.address, &revoked, WATCH).await;
    stage.begun(5).await;
    assert!(stage.server.platform.revoke(id).await.expect("a revocation").is_some());
    for (mut socket, code) in [(of_revoked, "credential_revoked"), (of_brief, "credential_expired")] {
        let mut received = [socket.refusal().await, socket.refusal().await];
        received.sort();
        assert_eq!(received, [("a".to_owned(), code.to_owned()), ("b".to_owned(), code.to_owned())]);
        assert_eq!(socket.close().await, (4403, code.to_owned()));
    }
    let (event, data) = events.next().await;
    assert_eq!(
        (event.as_str(), &data["errors"][0]["extensions"]["code"]),
        ("next", &json!("credential_revoked"))
    );
    assert_eq!(events.next().await.0, "complete");
    assert!(events.over().await, "and the answer is whole");
    let mut late = Socket::open(stage.address, &[]).await;
    late.send(&live_client::init_message(&revoked)).await;
    assert_eq!(late.close().await, (4403, "credential_revoked".to_owned()));
}

#[tokio::test]
async fn a_plain_request_gets_events() {
    let stage = Stage::new().await;
    let id = stage.server.own_domain("mine.example").await;
    let mut events = Events::open(stage.address, &stage.server.key, WATCH).await;
    for line in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
        assert!(events.head.contains(line), "{}", events.head);
    }
    stage.begun(1).await;
    for enabled in [true, false] {
        stage.turn(id, enabled).await;
        let received = json!({ "id": id, "domainName": "mine.example", "autoRenew": enabled });
        assert_eq!(
            events.next().await,
            ("next".to_owned(), json!({ "data": { "domainChanged": received } }))
        );
    }
    let mut once = Events::open(stage.address, &stage.server.key, "{ domains { id } }").await;
    let (event, received) = once.next().await;
    assert_eq!((event.as_str(), &received["data"]), ("next", &json!({ "domains": [{ "id": id }] })));
    assert_eq!(once.next().await.0, "complete");
    let mut wrong = Events::open(stage.address, &stage.server.key, "subscription { __typename }").await;
    assert_eq!(wrong.next().await.1["errors"][0]["extensions"]["code"], "invalid_request");
    assert_eq!(wrong.next().await.0, "complete");
    let refused = Events::open(stage.address, "hpk_wrong", WATCH).await;
    assert!(refused.head.starts_with("HTTP/1.1 401"), "{}", refused.head);
    let get = format!("/graphql?query={}", WATCH.replace(' ', "%20").replace('{', "%7B").replace('}', "%7D"));
    let mut by_get = Events::get(stage.address, &stage.server.key, &get).await;
    assert!(by_get.head.starts_with("HTTP/1.1 200"), "{}", by_get.head);
    stage.begun(2).await;
    stage.turn(id, true).await;
    assert_eq!(by_get.next().await.0, "next");
}

#[tokio::test]
async fn the_end_of_the_process_is_announced_and_does_not_wait_for_clients() {
    let stage = Stage::new().await;
    let (mut socket, silent) = (stage.watching().await, stage.watching().await);
    let mut events = Events::open(stage.address, &stage.server.key, WATCH).await;
    stage.begun(3).await;
    stage.shut_down.send_replace(true);
    assert_eq!(socket.close().await, (1001, "shutting_down".to_owned()));
    assert_eq!(events.next().await.1["errors"][0]["extensions"]["code"], "shutting_down");
    let ends = async {
        for end in stage.ends {
            end.await.expect("an end");
        }
    };
    timeout(Duration::from_secs(8), ends).await.expect("an end within seconds");
    drop(silent);
}

/// What panics is refused, and nothing else of the same connection ends.
#[tokio::test]
async fn a_panic_ends_one_answer_alone() {
    const TOOLS: &str = "{ conversionTools { id } }";
    let stage = Stage::of(panicking::server().await).await;
    let id = stage.server.own_domain("mine.example").await;
    let [broken, whole] = ask_twice(stage.address, &stage.server.key).await;
    assert!(broken.starts_with("HTTP/1.1 500"), "{broken}");
    assert!(broken.contains("x-request-id: ") && broken.contains("\"code\":\"internal_error\""), "{broken}");
    assert!(!broken.contains(panicking::CAUSE), "what broke is for the log: {broken}");
    assert!(whole.starts_with("HTTP/1.1 200"), "the connection goes on: {whole}");

    let mut socket = stage.watching().await;
    socket.subscribe("tools", TOOLS).await;
    assert_eq!(socket.error("tools").await, "internal_error");
    stage.turn(id, true).await;
    assert_eq!(socket.next("watch").await["domainChanged"]["autoRenew"], true, "the other one goes on");
    let mut events = Events::open(stage.address, &stage.server.key, TOOLS).await;
    assert_eq!(events.next().await.1["errors"][0]["extensions"]["code"], "internal_error");
    assert_eq!(events.next().await.0, "complete");
    assert!(events.over().await, "and the answer is whole");
    assert_eq!(stage.server.live.count(), 1, "places are given back");
}

/// Who reads nothing is cut off: over a socket and of an answer; who reads gets everything.
#[tokio::test]
async fn a_client_that_reads_nothing_is_cut_off_and_harms_nobody() {
    let stage = Stage::new().await;
    let id = stage.server.own_domain("mine.example").await;
    let fields = many_bytes();
    let fat = format!("subscription {{ domainChanged {{ {fields} }} }}");
    let stalled = [
        raw::socket(stage.address, &stage.server.key, &fat).await,
        raw::events(stage.address, &stage.server.key, &fat).await,
    ];
    let mut good = stage.watching().await;
    stage.begun(3).await;
    assert_eq!(stage.server.live.count(), 3);
    let mut enabled = false;
    let cut = async {
        while stage.server.live.count() > 1 {
            enabled = !enabled;
            stage.turn(id, enabled).await;
            // Whoever reads is never behind.
            while good.next("watch").await["domainChanged"]["autoRenew"] != json!(enabled) {}
        }
    };
    timeout(Duration::from_secs(90), cut).await.expect("an end to the wait");
    drop(stalled);
}

/// Fields whose answer is as large as one may be asked for.
fn many_bytes() -> String {
    let name = "f".repeat(100);
    (0..450).map(|number| format!(" {name}{number}:registrarEnvironment")).collect()
}

/// What waits for a client is bounded: one that is far behind has to begin anew.
#[tokio::test]
async fn a_client_that_is_far_behind_learns_it() {
    let stage = Stage::new().await;
    let mut slow = Socket::narrow(stage.address, &stage.server.key).await;
    let fields = many_bytes();
    slow.subscribe("watch", &format!("subscription {{ domainChanged {{ {fields} }} }}")).await;
    let mut good = stage.watching().await;
    stage.begun(2).await;
    for number in 0..600 {
        let id = stage.server.own_domain(&format!("d{number}.example")).await;
        assert_eq!(good.next("watch").await["domainChanged"]["id"], json!(id), "whoever reads gets all");
    }
    let mut count = 0;
    let end = loop {
        let message = slow.receive().await;
        if message["type"] == "error" {
            break message;
        }
        count += 1;
    };
    assert_eq!(end["payload"][0]["extensions"]["code"], "overloaded");
    assert!(count < 600, "{count}");
    slow.subscribe("watch", "{ account { id } }").await;
    assert_eq!(slow.next("watch").await["account"]["id"], json!(stage.server.account), "the socket goes on");
}

/// Two servers on one database: what one commits, the other sends.
#[tokio::test]
async fn another_process_commits_and_this_one_sends() {
    let here = Server::start().await;
    let location = Location::Sqlite(here.file());
    let there = here.twin(&location).await;
    let _ = sent_across(here, there).await;
}

/// The same on the PostgreSQL server that `FEATURES_DATABASE_URL` names.
#[tokio::test]
async fn another_process_commits_to_postgresql_and_this_one_sends() {
    let Ok(url) = env::var("FEATURES_DATABASE_URL") else { return };
    let (server, _) = url.rsplit_once('/').expect("an address that ends with a database");
    let name = format!("live_{}", std::process::id());
    let admin = sea_orm::Database::connect(&url).await.expect("the server");
    let run = async |sql: String| {
        use sea_orm::ConnectionTrait;
        admin.execute_unprepared(&sql).await.expect("an administrator");
    };
    run(format!("CREATE DATABASE {name}")).await;
    let location = Location::Postgres(format!("{server}/{name}"));
    let nobody = Server::start().await;
    let (here, there) = (nobody.twin(&location).await, nobody.twin(&location).await);
    let (stage, mut socket) = sent_across(here, there).await;

    // Whoever listens over a connection that breaks may have missed something: they learn it.
    let broken = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
    run(format!("{broken} AND datname = '{name}'")).await;
    assert_eq!(socket.error("watch").await, "overloaded");
    socket.subscribe("watch", WATCH).await;
    stage.begun(2).await;
    let id = stage.server.own_domain("later.example").await;
    assert_eq!(socket.next("watch").await["domainChanged"]["id"], json!(id));
    run(format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

async fn sent_across(here: Server, there: Server) -> (Stage, Socket) {
    let stage = Stage::of(here).await;
    let id = stage.server.own_domain("mine.example").await;
    let mut socket = stage.watching().await;
    let write = there.platform.database().write(move |db| {
        Box::pin(async move {
            let renamed = domain::ActiveModel {
                id: Unchanged(id),
                unicode_name: Set("other.example".to_owned()),
                auto_renew: Set(true),
                ..Default::default()
            };
            renamed.update(db).await?;
            Ok(())
        })
    });
    write.await.expect("a change");
    let received = socket.next("watch").await;
    assert_eq!(received["domainChanged"]["autoRenew"], true);
    stage.turn(id, false).await;
    assert_eq!(socket.next("watch").await["domainChanged"]["autoRenew"], false, "and its own");
    socket.silent().await;
    (stage, socket)
}

/// Asks for what panics, then for the account, over one connection; gives both answers.
async fn ask_twice(address: SocketAddr, key: &str) -> [String; 2] {
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
