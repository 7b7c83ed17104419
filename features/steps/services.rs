//! Steps about services.
use crate::{
    words::{choice, list},
    world::{Owned, World},
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    money::Money,
    services::{
        GetService, ListServices, Service,
        service::{Model, ServiceStatus, ServiceType},
    },
};

/// Lets `who` order a service.
pub async fn order(world: &mut World, who: &str, kind: &str, name: &str, status: &str) {
    world.introduce(who).await;
    let (id, now) = (world.stage.clock.id(), world.stage.clock.now());
    let row = Model {
        id,
        account_id: world.person(who).account,
        service_type: choice::<ServiceType>(kind),
        display_name: name.to_owned(),
        status: choice::<ServiceStatus>(status),
        plan_name: "Small".to_owned(),
        billing_months: 3,
        renewal_price: Money::cents(1250),
        renewal_currency: "USD".to_owned(),
        auto_renew: true,
        activated_at: None,
        renews_at: None,
        grace_ends_at: None,
        cancellation_requested_at: None,
        cancel_at: None,
        created_at: now,
        updated_at: now,
    };
    world.stage.insert(row).await;
    world.services.insert(name.to_owned(), Owned { id, owner: who.to_owned() });
}

#[given(regex = r#"^(\S+) ordered the "([^"]*)" service "([^"]*)"$"#)]
async fn ordered(world: &mut World, who: String, kind: String, name: String) {
    order(world, &who, &kind, &name, "active").await;
}

#[given(regex = r#"^a day later (\S+) ordered the "([^"]*)" service "([^"]*)"$"#)]
async fn ordered_later(world: &mut World, who: String, kind: String, name: String) {
    world.pass(TimeDelta::days(1));
    order(world, &who, &kind, &name, "active").await;
}

#[given(regex = r#"^(\S+) ordered the "([^"]*)" service "([^"]*)" and it is "([^"]*)"$"#)]
async fn ordered_and_is(world: &mut World, who: String, kind: String, name: String, status: String) {
    order(world, &who, &kind, &name, &status).await;
}

#[when(regex = r"^(\S+) lists (?:her|his|their) services$")]
async fn list_services(world: &mut World, who: String) {
    let _ = world.perform(&who, ListServices::default()).await;
}

#[when(regex = r#"^(\S+) looks up the service "([^"]*)"$"#)]
async fn look_up(world: &mut World, who: String, name: String) {
    let service_id = world.services[&name].id;
    let _ = world.perform(&who, GetService { service_id }).await;
}

#[when(regex = r"^(\S+) looks up a service that never was$")]
async fn look_up_unknown(world: &mut World, who: String) {
    let service_id = world.stage.clock.id();
    let _ = world.perform(&who, GetService { service_id }).await;
}

#[then(regex = r#"^(?:she|he|they) sees the services "([^"]*)"$"#)]
fn sees(world: &mut World, names: String) {
    let data = world.last().outcome.clone().expect("services");
    let seen: Vec<Service> = serde_json::from_value(data).expect("services");
    let seen: Vec<_> = seen.into_iter().map(|service| service.display_name).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[then(regex = "^(?:she|he|they) sees no services$")]
fn sees_none(world: &mut World) {
    sees(world, String::new());
}

fn service(world: &World) -> Service {
    let data = world.last().outcome.clone().expect("a service");
    serde_json::from_value(data).expect("a service")
}

#[then(regex = r#"^it is a "([^"]*)" service that is "([^"]*)"$"#)]
fn is(world: &mut World, kind: String, status: String) {
    let service = service(world);
    assert_eq!(service.service_type, choice::<ServiceType>(&kind));
    assert_eq!(service.status, choice::<ServiceStatus>(&status));
}

#[then(regex = r"^it costs (\d+(?:\.\d+)?) USD every (\d+) months$")]
fn costs(world: &mut World, price: f64, months: i32) {
    let service = service(world);
    assert_eq!(Some(service.renewal_price), Money::from_dollars(price));
    assert_eq!((service.renewal_currency.as_str(), service.billing_months), ("USD", months));
}
