//! The promises, on Knot.
use super::{
    promises,
    server::{Program, SIGNED, Server},
};
use crate::keys::worked_out;
use hosting_kernel::providers::{Failure, dns::Dns};
use std::net::Ipv4Addr;

#[tokio::test]
#[ignore = "needs knotd, dig and dnssec-dsfromkey"]
async fn the_keys_of_a_signed_zone_are_those_that_others_work_out() {
    let server = Server::start(Program::Knot).await;
    let (driver, at) = (server.driver(), (Ipv4Addr::LOCALHOST, server.port).into());
    let mut told = Vec::new();
    // It signs when it has started.
    for _ in 0..100 {
        told = driver.ds(SIGNED).await.unwrap();
        if !told.is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let by_others = worked_out(at, SIGNED);
    assert!(!by_others.is_empty());
    assert_eq!(told, by_others);
    assert_eq!(driver.zone(SIGNED).await, Ok(Vec::new()), "what signs it is left out");
    assert_eq!(driver.ds("made.test").await, Ok(Vec::new()), "it is not signed");
    let missing = driver.ds("nowhere.test").await;
    assert!(matches!(missing, Err(Failure::NotThere(_))), "{missing:?}");
}

#[tokio::test]
#[ignore = "needs knotd and dig"]
async fn knot_keeps_the_promises() {
    promises::of_the_port(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn every_type_is_served_and_read() {
    promises::every_type_is_served_and_read(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn a_set_takes_the_place_of_another() {
    promises::a_set_takes_the_place_of_another(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn all_or_none() {
    promises::all_or_none(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn wildcards_and_delegations_hide_nothing() {
    promises::wildcards_and_delegations_hide_nothing(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn zones_are_the_operators() {
    promises::zones_are_the_operators(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn a_wrong_key_is_the_operators_to_see_to() {
    promises::a_wrong_key_is_the_operators_to_see_to(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn a_server_that_is_away_is_waited_for_so_long() {
    promises::a_server_that_is_away_is_waited_for_so_long(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn a_change_is_made_on_what_is_there_by_then() {
    promises::a_change_is_made_on_what_is_there_by_then(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn changes_at_the_same_time_are_all_done() {
    promises::changes_at_the_same_time_are_all_done(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs knotd, dig and nsupdate"]
async fn what_is_too_large_is_refused_at_once() {
    promises::what_is_too_large_is_refused_at_once(Program::Knot).await;
}

#[tokio::test]
#[ignore = "needs named, knotd and dig"]
async fn a_secondary_answers_before_it_is_done() {
    promises::a_secondary_answers_before_it_is_done(Program::Knot, Program::Bind).await;
}
