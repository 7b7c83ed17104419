//! Steps in which time passes.
use crate::world::World;
use chrono::TimeDelta;
use cucumber::{given, when};
use hosting_core::{Time, clock::Clock};

#[given(regex = r"^(\d+) (second|minute|hour|day)s? passed$")]
#[when(regex = r"^(\d+) (millisecond|second|minute|hour|day)s? pass(?:es)?$")]
async fn passes(world: &mut World, count: i64, unit: String) {
    world.pass(span(count, &unit));
    world.stage.run_routines().await;
}

#[given(regex = r"^(\d+) (second|minute|hour|day)s? passed but for a second$")]
#[when(regex = r"^(\d+) (second|minute|hour|day)s? pass(?:es)? but for a second$")]
async fn passes_almost(world: &mut World, count: i64, unit: String) {
    world.pass(span(count, &unit) - TimeDelta::seconds(1));
    world.stage.run_routines().await;
}

#[given(regex = r"^the clock was set back by (\d+) (second|minute|hour)s?$")]
fn set_back(world: &mut World, count: i64, unit: String) {
    world.pass(-span(count, &unit));
}

#[given("the platform has tidied up")]
#[when("the platform has tidied up")]
async fn tidied_up(world: &mut World) {
    world.stage.run_routines().await;
}

#[given(regex = r#"^today is "([^"]*)"$"#)]
fn today_is(world: &mut World, day: String) {
    let gone = noon(&day).utc() - world.stage.clock.now().utc();
    assert!(gone >= TimeDelta::zero(), "{day} is over");
    world.pass(gone);
}

/// Noon of a day: the time at which scenarios begin.
pub fn noon(day: &str) -> Time {
    serde_json::from_value(format!("{day}T12:00:00Z").into()).expect("a day")
}

/// So many of a unit.
pub fn span(count: i64, unit: &str) -> TimeDelta {
    match unit {
        "millisecond" => TimeDelta::milliseconds(count),
        "second" => TimeDelta::seconds(count),
        "minute" => TimeDelta::minutes(count),
        "hour" => TimeDelta::hours(count),
        _ => TimeDelta::days(count),
    }
}
