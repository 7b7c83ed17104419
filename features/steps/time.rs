//! Steps in which time passes.
use crate::world::World;
use chrono::TimeDelta;
use cucumber::{given, when};

#[given(regex = r"^(\d+) (second|minute|hour|day)s? passed$")]
#[when(regex = r"^(\d+) (second|minute|hour|day)s? pass(?:es)?$")]
async fn passes(world: &mut World, count: i64, unit: String) {
    world.pass(span(count, &unit));
    world.stage.run_routines().await;
}

#[when(regex = r"^(\d+) (second|minute|hour|day)s? pass(?:es)? but for a second$")]
async fn passes_almost(world: &mut World, count: i64, unit: String) {
    world.pass(span(count, &unit) - TimeDelta::seconds(1));
    world.stage.run_routines().await;
}

#[given("the platform has tidied up")]
#[when("the platform has tidied up")]
async fn tidied_up(world: &mut World) {
    world.stage.run_routines().await;
}

/// So many of a unit.
pub fn span(count: i64, unit: &str) -> TimeDelta {
    match unit {
        "second" => TimeDelta::seconds(count),
        "minute" => TimeDelta::minutes(count),
        "hour" => TimeDelta::hours(count),
        _ => TimeDelta::days(count),
    }
}
