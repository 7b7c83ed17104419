//! A token is a credential like any other, whichever way it comes.
use crate::{live_client::Socket, signer::SigningKey, stage::Stage};
use hosting_rest::{Slowness, serve};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle, time::sleep};

/// Serves it on a socket, for as long as what is given lives.
async fn served(stage: &Stage) -> (SocketAddr, watch::Sender<bool>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopping) = watch::channel(false);
    (
        address,
        stop,
        tokio::spawn(serve::serve(listener, stage.server.router.clone(), Slowness::default(), stopping)),
    )
}

async fn graph(stage: &Stage, token: &str, query: &str) -> Value {
    let (bearer, body) = (format!("Bearer {token}"), json!({ "query": query }).to_string());
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    stage.server.send_with("POST", "/graphql", &headers, body.as_bytes()).await.json()
}

#[tokio::test]
async fn a_token_works_alike_on_every_facade() {
    let key = SigningKey::new("one", "ES256");
    let stage = Stage::new(&[&key]).await;
    let (address, _stop, _serving) = served(&stage).await;
    let token = key.token(&stage.claims(&json!({ "scope": "account:read account:usage:read" })));
    let stranger = SigningKey::new("one", "ES256").token(&stage.claims(&json!({})));

    let account = "{ account { email } }";
    assert_eq!(graph(&stage, &token, account).await["data"]["account"]["email"], "ama@example.com");
    let refused = graph(&stage, &stranger, account).await;
    assert_eq!(refused["errors"][0]["extensions"]["code"], "invalid_token", "{refused}");
    let narrow = graph(&stage, &token, "{ domains { id } }").await;
    assert_eq!(narrow["errors"][0]["extensions"]["code"], "insufficient_scope", "{narrow}");

    let mut socket = Socket::open(address, &[]).await;
    socket.init(&token).await;
    socket.subscribe("one", account).await;
    assert_eq!(socket.next("one").await["account"]["email"], "ama@example.com");
    let mut socket = Socket::open(address, &[]).await;
    socket.send(&crate::live_client::init_message(&stranger)).await;
    assert_eq!(socket.close().await, (4403, "invalid_token".to_owned()));

    let bearer = format!("Bearer {token}");
    let usage =
        stage.server.send_with("GET", "/v1/account/api-usage", &[("authorization", &bearer)], b"").await;
    let entries = usage.json()["data"]["entries"].as_array().expect("entries").clone();
    assert_eq!(entries.len(), 3, "what nobody signed is nobody's: {entries:?}");
    for entry in entries {
        assert_eq!(entry["credential_name"], "assistant");
    }
}

#[tokio::test]
async fn what_a_token_watches_ends_with_it() {
    let key = SigningKey::new("one", "ES256");
    let stage = Stage::new(&[&key]).await;
    let (address, _stop, _serving) = served(&stage).await;
    let mut socket = Socket::open(address, &[]).await;
    socket.init(&key.token(&stage.claims(&json!({})))).await;
    socket.subscribe("watch", "subscription { domainChanged { id } }").await;
    while !stage.server.send("GET", "/v1/account/api-usage", None).await.text.contains("domainChanged") {
        sleep(Duration::from_millis(25)).await;
    }
    stage.pass(700);
    assert_eq!(socket.refusal().await, ("watch".to_owned(), "credential_expired".to_owned()));
}

#[tokio::test]
async fn who_has_no_credential_is_told_whose_tokens_are_taken() {
    let key = SigningKey::new("one", "ES256");
    let stage = Stage::new(&[&key]).await;
    let challenge = stage.server.send_with("GET", "/v1/account", &[], b"").await;
    let challenge = challenge.header("www-authenticate").to_owned();
    let place = challenge.split("resource_metadata=\"").nth(1).and_then(|rest| rest.split('"').next());
    let place = place.expect("a place").strip_prefix(crate::stage::AUDIENCE).expect("a place of ours");
    let metadata = stage.server.send_with("GET", place, &[], b"").await.json();
    assert_eq!(metadata["resource"], crate::stage::AUDIENCE);
    assert_eq!(metadata["authorization_servers"], json!([stage.web.id]));
    assert_eq!(metadata["bearer_methods_supported"], json!(["header"]));
    assert!(metadata["scopes_supported"].as_array().is_some_and(|all| all.contains(&json!("domains:read"))));
}
