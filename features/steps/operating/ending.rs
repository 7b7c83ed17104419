//! Steps about the end of a process that is asked to end.
use super::{Begun, Request, until};
use crate::{facades::rest::read, world::World};
use cucumber::{given, then, when};
use tokio::net::TcpStream;

#[given(regex = r"^the operator sends SIG(\S+)$")]
#[when(regex = r"^the operator sends SIG(\S+)$")]
fn sends(world: &mut World, signal: String) {
    world.operating.process().signal(&signal);
}

#[then(regex = r"^the platform ends with code (\d+)$")]
async fn ends(world: &mut World, code: i32) {
    let ended = world.operating.take().end().await;
    assert_eq!(ended.code, Some(code), "{}", ended.said);
}

#[when("the operator ends it")]
async fn is_ended(world: &mut World) {
    sends(world, "TERM".to_owned());
    let ended = world.operating.take().end().await;
    world.operating.ended.push(ended);
}

#[given(regex = r#"^the customer has begun to send a change of auto-renew for "([^"]*)"$"#)]
async fn has_begun(world: &mut World, domain: String) {
    let id = world.operating.id("/v1/domains", "domain_name", &domain).await;
    let request = Request::new(format!("PUT /v1/domains/{id}/auto-renew")).by(world.operating.key());
    let request = request.change("renewal-2031", r#"{"enabled": false}"#);
    world.operating.begun = Some(Begun::new(world.operating.address(), &request).await);
    world.operating.sent.push((request, None));
}

#[given("the platform soon takes no more connections")]
#[then("the platform soon takes no more connections")]
async fn takes_no_more(world: &mut World) {
    let address = world.operating.address();
    until("connections are still taken", async || TcpStream::connect(address).await.err()).await;
}

#[given(regex = r"^the change that was begun is answered with (\d+)$")]
#[then(regex = r"^the change that was begun is answered with (\d+)$")]
async fn is_answered(world: &mut World, status: u16) {
    let begun = world.operating.begun.take().expect("a change");
    let http = begun.finish().await.expect("a whole answer");
    assert_eq!(http.status, status, "{}", http.json());
    world.end(&read(http));
}

#[when("the platform is started again")]
async fn is_started_again(world: &mut World) {
    let ended = world.operating.take().end().await;
    assert_eq!(ended.code, Some(0), "{}", ended.said);
    world.operating.restart().await;
}
