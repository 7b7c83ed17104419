//! Steps about how a machine is paid.
use super::{ask, done, known, seen};
use crate::{
    time::noon,
    words::{Key, Switch, choice},
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::{
    kvm::{CancelKvmInstance, KeepKvmInstance, RenewKvmInstance, SetKvmAutoRenew},
    services::{
        GetService,
        service::{ActiveModel, ServiceStatus},
    },
};
use sea_orm::{Set, Unchanged};

#[given(regex = r#"^the machine "([^"]*)" is paid until "([^"]*)"$"#)]
async fn paid_until(world: &mut World, name: String, day: String) {
    let row = ActiveModel { renews_at: Set(Some(noon(&day))), ..Default::default() };
    write(world, &name, row).await;
}

#[given(regex = r#"^the machine "([^"]*)" is paid for nothing$"#)]
async fn paid_for_nothing(world: &mut World, name: String) {
    write(world, &name, ActiveModel { renews_at: Set(None), ..Default::default() }).await;
}

#[given(regex = r#"^the machine "([^"]*)" is past due, with grace until "([^"]*)"$"#)]
async fn past_due(world: &mut World, name: String, day: String) {
    let (status, grace_ends_at) = (Set(ServiceStatus::PastDue), Set(Some(noon(&day))));
    write(world, &name, ActiveModel { status, grace_ends_at, ..Default::default() }).await;
}

async fn write(world: &World, name: &str, row: ActiveModel) {
    world.stage.update(ActiveModel { id: Unchanged(known(world, name).id), ..row }).await;
}

#[when(expr = "{word} turns auto-renew {switch} for the machine {string}{key}")]
async fn turn(world: &mut World, who: String, to: Switch, name: String, key: Key) {
    let service_id = known(world, &name).id;
    ask(world, &who, key, SetKvmAutoRenew { service_id, enabled: to.0 }).await;
}

#[given(expr = "{word} turned auto-renew {switch} for the machine {string}")]
async fn turned(world: &mut World, who: String, to: Switch, name: String) {
    let service_id = known(world, &name).id;
    done(world, &who, SetKvmAutoRenew { service_id, enabled: to.0 }).await;
}

#[when(expr = "{word} renews the machine {string}{key}")]
async fn renew(world: &mut World, who: String, name: String, key: Key) {
    let service_id = known(world, &name).id;
    ask(world, &who, key, RenewKvmInstance { service_id, billing_months: None }).await;
}

#[when(expr = "{word} renews the machine {string} for {int} month(s){key}")]
async fn renew_for(world: &mut World, who: String, name: String, months: i32, key: Key) {
    let service_id = known(world, &name).id;
    ask(world, &who, key, RenewKvmInstance { service_id, billing_months: Some(months) }).await;
}

#[given(expr = "{word} tried to renew the machine {string} for {int} month(s){key}")]
async fn tried(world: &mut World, who: String, name: String, months: i32, key: Key) {
    renew_for(world, who, name, months, key).await;
    world.endings.pop();
}

#[when(expr = "{word} cancels the machine {string}{key}")]
async fn cancel(world: &mut World, who: String, name: String, key: Key) {
    let service_id = known(world, &name).id;
    ask(world, &who, key, CancelKvmInstance { service_id }).await;
}

#[given(regex = r#"^(\S+) cancelled the machine "([^"]*)"$"#)]
async fn cancelled(world: &mut World, who: String, name: String) {
    let service_id = known(world, &name).id;
    done(world, &who, CancelKvmInstance { service_id }).await;
}

#[given(regex = r#"^the machine "([^"]*)" is paid (\d+) months at once$"#)]
async fn paid_at_once(world: &mut World, name: String, months: i32) {
    write(world, &name, ActiveModel { billing_months: Set(months), ..Default::default() }).await;
}

#[given(expr = "{word} kept the machine {string}{key}")]
#[when(expr = "{word} keeps the machine {string}{key}")]
async fn keep(world: &mut World, who: String, name: String, key: Key) {
    let service_id = known(world, &name).id;
    ask(world, &who, key, KeepKvmInstance { service_id }).await;
}

#[then(expr = "auto-renew is {switch} for the machine {string}")]
async fn auto_renew_is(world: &mut World, expected: Switch, name: String) {
    assert_eq!(Switch(seen(world, &name).await.auto_renew), expected);
}

#[then(regex = r#"^the machine "([^"]*)" is paid until "([^"]*)"$"#)]
async fn is_paid_until(world: &mut World, name: String, day: String) {
    assert_eq!(seen(world, &name).await.renews_at, Some(noon(&day)));
}

#[then(regex = r#"^the machine "([^"]*)" is paid (\d+) months at once$"#)]
async fn is_paid_at_once(world: &mut World, name: String, months: i32) {
    assert_eq!(seen(world, &name).await.billing_months, months);
}

#[then(regex = r#"^the machine "([^"]*)" needs no grace$"#)]
async fn needs_no_grace(world: &mut World, name: String) {
    assert_eq!(seen(world, &name).await.grace_ends_at, None);
}

#[then(regex = r#"^the machine "([^"]*)" is to end at "([^"]*)"$"#)]
async fn is_to_end(world: &mut World, name: String, day: String) {
    let seen = seen(world, &name).await;
    assert_eq!(seen.cancel_at, Some(noon(&day)));
    assert!(seen.cancellation_requested_at.is_some());
}

#[then(regex = r#"^the machine "([^"]*)" is kept until "([^"]*)"$"#)]
async fn is_kept_until(world: &mut World, name: String, day: String) {
    assert_eq!(seen(world, &name).await.grace_ends_at, Some(noon(&day)));
}

#[then(regex = r#"^the machine "([^"]*)" is not to end$"#)]
async fn is_not_to_end(world: &mut World, name: String) {
    let seen = seen(world, &name).await;
    assert_eq!((seen.cancel_at, seen.cancellation_requested_at), (None, None));
}

#[then(regex = r#"^the service of the machine "([^"]*)" is "([^"]*)"$"#)]
async fn service_is(world: &mut World, name: String, status: String) {
    let owned = known(world, &name);
    let service = world.look(&owned.owner, GetService { service_id: owned.id }).await;
    assert_eq!(service.status, choice::<ServiceStatus>(&status));
}
