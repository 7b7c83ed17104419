//! Steps about what is due, and who takes the money for it.
use crate::{words::choice, world::World};
use chrono::TimeDelta;
use cucumber::{given, then};
use hosting_core::{
    Time,
    money::Money,
    providers::billing::Payment,
    search::price,
    services::{
        GetService, Service,
        service::{ActiveModel, ServiceStatus},
    },
};
use sea_orm::{Set, Unchanged};

#[given("the bank declines")]
fn declines(world: &mut World) {
    world.stage.backends.billing.say(Payment::Declined("the card was declined".to_owned()));
}

#[given("the bank takes its time")]
fn takes_its_time(world: &mut World) {
    world.stage.backends.billing.say(Payment::Pending);
}

#[given("the bank pays again")]
fn pays_again(world: &mut World) {
    world.stage.backends.billing.say(Payment::Paid);
}

#[given("the money has arrived at the bank")]
fn arrives(world: &mut World) {
    world.stage.backends.billing.arrive();
}

#[given(regex = r#"^nobody knows what a year of "([^"]*)" costs$"#)]
async fn costs_nothing(world: &mut World, tld: String) {
    use sea_orm::EntityTrait;
    let write = world.stage.database().write(move |db| {
        Box::pin(async move { Ok(price::Entity::delete_by_id(tld).exec(db).await?.rows_affected) })
    });
    assert_eq!(write.await.expect("a price that can be removed"), 1, "there was none");
}

#[given(regex = r#"^(\S+) turned auto-renew off for "([^"]*)", and on again a day later$"#)]
async fn thought_again(world: &mut World, who: String, name: String) {
    assert_eq!(world.services[&name].owner, who);
    for auto_renew in [false, true] {
        let id = Unchanged(world.services[&name].id);
        let row = ActiveModel { id, auto_renew: Set(auto_renew), ..Default::default() };
        world.stage.update(row).await;
        world.stage.run_routines().await;
        world.stage.work_off().await;
        world.pass(TimeDelta::days(1));
    }
}

#[then(regex = r"^the bank was paid (?:once|(\d+) times)$")]
fn was_paid(world: &mut World, times: String) {
    let paid = world.stage.backends.billing.paid();
    assert_eq!(paid.len(), times.parse().unwrap_or(1), "{paid:?}");
}

#[then(regex = r#"^the bank was paid (\d+(?:\.\d+)?) USD for "([^"]*)" from "([^"]*)" to "([^"]*)"$"#)]
fn was_paid_for(world: &mut World, amount: f64, what: String, starts: String, ends: String) {
    let paid = world.stage.backends.billing.paid();
    let [charge] = &*paid else { panic!("it was paid {} times: {paid:?}", paid.len()) };
    assert_eq!(Some(charge.amount), Money::from_dollars(amount));
    let told = (charge.currency.as_str(), charge.description.as_str());
    assert_eq!(told, ("USD", &*what));
    assert_eq!((day(Some(charge.starts)), day(Some(charge.ends))), (starts, ends));
}

/// The day of a moment.
pub fn day(at: Option<Time>) -> String {
    at.map_or_else(|| "none".to_owned(), |at| at.to_string()[..10].to_owned())
}

/// The service as its owner sees it.
async fn seen(world: &mut World, name: &str) -> Service {
    let owned = world.services[name].clone();
    world.look(&owned.owner, GetService { service_id: owned.id }).await
}

#[then(regex = r#"^the service "([^"]*)" is "([^"]*)"$"#)]
async fn stands(world: &mut World, name: String, status: String) {
    assert_eq!(seen(world, &name).await.status, choice::<ServiceStatus>(&status));
}

#[then(regex = r#"^the service "([^"]*)" is paid until "([^"]*)"$"#)]
async fn is_paid_until(world: &mut World, name: String, day: String) {
    assert_eq!(self::day(seen(world, &name).await.renews_at), day);
}

#[then(regex = r#"^the service "([^"]*)" has until "([^"]*)"$"#)]
async fn has_until(world: &mut World, name: String, day: String) {
    assert_eq!(self::day(seen(world, &name).await.grace_ends_at), day);
}

#[then(regex = r#"^the service "([^"]*)" ends at "([^"]*)"$"#)]
async fn ends_at(world: &mut World, name: String, day: String) {
    assert_eq!(self::day(seen(world, &name).await.cancel_at), day);
}
