//! The promises, on Knot.
use super::{promises, server::Program};

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
