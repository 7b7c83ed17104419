//! Steps about the graph over a WebSocket, by a real connection.
use crate::{
    line::listen,
    live,
    live_client::{Socket, init_message},
    world::World,
};
use cucumber::{given, then, when};
use serde_json::json;

const WATCH: &str = "subscription { domainChanged { domainName autoRenew } }";

fn token(world: &mut World, who: &str) -> String {
    world.person(who).token.clone().expect("a token")
}

/// A socket of `who`, who is known.
async fn opened(world: &mut World, who: &str) -> Socket {
    let (address, token) = (listen(world).await, token(world, who));
    let mut socket = Socket::open(address, &[]).await;
    socket.init(&token).await;
    socket
}

fn socket(world: &mut World) -> &mut Socket {
    world.socket.as_mut().expect("a socket")
}

#[given(regex = r"^(\S+) has opened a socket$")]
async fn has_opened(world: &mut World, who: String) {
    world.socket = Some(opened(world, &who).await);
}

#[given(regex = r"^(\S+) watches (?:her|his) domains over a socket$")]
async fn watches(world: &mut World, who: String) {
    has_opened(world, who.clone()).await;
    socket(world).subscribe("watch", WATCH).await;
    let person = world.person(&who).clone();
    live::asked(world, &person, "domainChanged").await;
}

#[when(regex = r"^\w+ asks over the socket for (?:her|his) domains$")]
async fn asks(world: &mut World) {
    socket(world).subscribe("ask", "{ domains { domainName } }").await;
}

#[when(regex = r"^(\S+)'s client says who it is$")]
async fn says_who(world: &mut World, who: String) {
    let (address, token) = (listen(world).await, token(world, &who));
    let mut socket = Socket::open(address, &[]).await;
    socket.send(&init_message(&token)).await;
    world.socket = Some(socket);
}

#[when(
    regex = r"^(\w+)'s client (says what nobody can read|asks before it says who it is|names no protocol|uses an id that is in use|says twice who it is)$"
)]
async fn misbehaves(world: &mut World, who: String, what: String) {
    let (address, token) = (listen(world).await, token(world, &who));
    let protocol = (what != "names no protocol").then_some("graphql-transport-ws");
    let mut socket = Socket::speaking(address, protocol, &[]).await;
    match what.as_str() {
        "says what nobody can read" => socket.send(&json!({ "type": "start" })).await,
        "asks before it says who it is" => socket.subscribe("1", WATCH).await,
        "says twice who it is" => {
            socket.init(&token).await;
            socket.send(&init_message(&token)).await;
        }
        "uses an id that is in use" => {
            socket.init(&token).await;
            socket.subscribe("1", WATCH).await;
            socket.subscribe("1", WATCH).await;
        }
        _ => {}
    }
    world.socket = Some(socket);
}

#[when("the process ends")]
fn process_ends(world: &mut World) {
    world.line.as_ref().expect("a listener").end();
}

#[then(regex = r#"^the socket tells that auto-renew is on for "([^"]*)"$"#)]
async fn tells(world: &mut World, name: String) {
    let told = socket(world).next("watch").await;
    assert_eq!(told, json!({ "domainChanged": { "domainName": name, "autoRenew": true } }));
}

#[then(regex = r#"^the socket shows "([^"]*)", and that this was all$"#)]
async fn shows(world: &mut World, name: String) {
    let socket = socket(world);
    assert_eq!(socket.next("ask").await, json!({ "domains": [{ "domainName": name }] }));
    assert_eq!(socket.receive().await, json!({ "type": "complete", "id": "ask" }));
}

#[then(regex = r#"^the socket tells that watching has ended as "([^"]*)"$"#)]
async fn has_ended(world: &mut World, code: String) {
    assert_eq!(socket(world).error("watch").await, code);
}

#[then(regex = r"^the socket is closed with (\d+)$")]
async fn closed(world: &mut World, code: u16) {
    assert_eq!(socket(world).close().await.0, code);
}

#[then(regex = r#"^the socket is closed with (\d+) as "([^"]*)"$"#)]
async fn closed_as(world: &mut World, code: u16, reason: String) {
    assert_eq!(socket(world).close().await, (code, reason));
}
