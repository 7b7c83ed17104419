//! Steps about the status of every operation (`contract.md` §7).
use crate::{
    conversion,
    facades::rest::{ROUTES, start},
    operations,
    words::list,
    world::World,
};
use axum::body::Body;
use chrono::TimeDelta;
use cucumber::{gherkin::Step, then, when};
use std::collections::BTreeSet;

/// An operation, the status that it was answered with, and the one that stands beside it.
pub type Answered = (String, u16, u16);

#[when(regex = r"^(\S+) asks for each of these operations when the one before it is done:$")]
async fn asks_for_each(world: &mut World, who: String, step: &Step) {
    let rows = &step.table.as_ref().expect("a table").rows;
    for row in &rows[1..] {
        let promised = row[0].parse().expect("a status");
        for operation in list(&row[1], ", ") {
            let status = answered(world, &who, &operation).await;
            world.answered.push((operation, status, promised));
        }
    }
}

/// The status of an operation that succeeds; what it queued is done then.
async fn answered(world: &mut World, who: &str, operation: &str) -> u16 {
    if operation == "startConversion" {
        conversion::examples::own(world, who).await;
        conversion::send_files(world).await;
    }
    operations::asks_for(world, who.to_owned(), operation.to_owned()).await;
    assert!(world.last().outcome.is_ok(), "{operation}: {:?}", world.last().outcome);
    let status = world.http().status;
    if status == 202 {
        look_where_told(world, who, operation).await;
        // Machines take their time.
        for _ in 0..3 {
            world.stage.work_off().await;
            world.pass(TimeDelta::minutes(1));
        }
    }
    status
}

/// Looks where the last answer says that accepted work can be read.
async fn look_where_told(world: &mut World, who: &str, operation: &str) {
    let place =
        world.http().header("location").unwrap_or_else(|| panic!("{operation} leads nowhere")).to_owned();
    let person = world.person(who).clone();
    let request = start(&person, None).uri(place).body(Body::empty()).expect("a request");
    let there = world.stage.send(person.address, request).await;
    world.places.push((operation.to_owned(), there.status));
}

#[then("each was answered with the status beside it")]
fn as_promised(world: &mut World) {
    for (operation, status, promised) in &world.answered {
        assert_eq!(status, promised, "{operation}");
    }
}

#[then("what is under way can be read where the answer says")]
fn can_be_read(world: &mut World) {
    assert!(!world.places.is_empty());
    for (operation, status) in &world.places {
        assert_eq!(*status, 200, "{operation}");
    }
}

#[then("no operation is missing")]
fn none_missing(world: &mut World) {
    let asked: BTreeSet<_> = world.answered.iter().map(|(operation, ..)| operation.as_str()).collect();
    let all: BTreeSet<_> = ROUTES.iter().map(|route| route.id).collect();
    assert_eq!(asked, all);
}
