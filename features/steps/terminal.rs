//! Steps about tickets for terminals.
use crate::{facades::Refusal, instances::machine, words::Key, world::World};
use cucumber::{given, then, when};
use hosting_core::lxc::{CreateLxcTerminalTicket, TerminalTicket, terminal::redeem_ticket};

#[given(expr = "{word} asked for a terminal of the container {string}{key}")]
#[when(expr = "{word} asks for a terminal of the container {string}{key}")]
async fn ask(world: &mut World, who: String, name: String, key: Key) {
    let service_id = machine(world, &name).id;
    let key = key.or(world.new_key());
    let told = world.perform_with(&who, key.as_deref(), CreateLxcTerminalTicket { service_id }).await;
    world.ticket = told.ok().map(|answer| answer.data);
}

fn ticket(world: &World) -> TerminalTicket {
    world.ticket.clone().expect("a ticket")
}

#[given(regex = r#"^the ticket was used for the container "([^"]*)"$"#)]
#[when(regex = r#"^the ticket is used for the container "([^"]*)"$"#)]
async fn used(world: &mut World, name: String) {
    let ticket = ticket(world).ticket;
    present(world, &ticket, &name).await;
}

#[when(regex = r#"^somebody makes a ticket up for the container "([^"]*)"$"#)]
async fn made_up(world: &mut World, name: String) {
    present(world, &"0".repeat(64), &name).await;
}

/// What the WebSocket does before it opens.
async fn present(world: &mut World, ticket: &str, name: &str) {
    let id = machine(world, name).id;
    let grant = redeem_ticket(&world.stage.platform, ticket, id).await;
    let refusal = grant.err().map(|error| Refusal {
        code: error.code().to_string(),
        message: error.to_string(),
        ..Default::default()
    });
    world.terminal_opened = Some(refusal.map_or(Ok(()), Err));
}

#[then("a terminal opens")]
fn opens(world: &mut World) {
    let opened = world.terminal_opened.as_ref().expect("a ticket was used");
    assert!(opened.is_ok(), "{opened:?}");
}

#[then(regex = r#"^no terminal opens: "([^"]*)"$"#)]
fn does_not_open(world: &mut World, code: String) {
    let opened = world.terminal_opened.clone().expect("a ticket was used");
    assert_eq!(opened.expect_err("it opened").code, code);
}

#[then(regex = r#"^the ticket leads to a terminal of the container "([^"]*)"$"#)]
fn leads(world: &mut World, name: String) {
    let (ticket, id) = (ticket(world), machine(world, &name).id);
    let wanted = format!("ws://127.0.0.1:8080/v1/lxc/instances/{id}/terminal?ticket={}", ticket.ticket);
    assert_eq!(ticket.url, wanted);
}
