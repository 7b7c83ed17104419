//! Steps about the account.
use crate::{billing, words::choice, world::World};
use cucumber::{given, then, when};
use futures_util::future::join_all;
use hosting_core::{
    account::{
        Account, GetAccount,
        row::{AccountStatus, ActiveModel, Plan, PlanStatus},
    },
    clock::Clock,
    conversion::ledger,
};
use sea_orm::{Set, Unchanged};

#[given(regex = r"^(\S+) has an account$")]
async fn has_account(world: &mut World, who: String) {
    world.introduce(&who).await;
}

#[given(regex = r"^(\S+)'s account is suspended$")]
#[when(regex = r"^(\S+)'s account is suspended$")]
async fn suspended(world: &mut World, who: String) {
    world.introduce(&who).await;
    stands(world, &who, AccountStatus::Suspended).await;
}

#[given(regex = r"^(\S+)'s account was suspended for a while$")]
async fn was_suspended(world: &mut World, who: String) {
    stands(world, &who, AccountStatus::Suspended).await;
    stands(world, &who, AccountStatus::Active).await;
}

async fn stands(world: &mut World, who: &str, status: AccountStatus) {
    let id = Unchanged(world.person(who).account);
    world.stage.update(ActiveModel { id, status: Set(status), ..Default::default() }).await;
}

#[given(
    regex = r#"^(\S+) pays for the conversion plan "([^"]*)", which is "([^"]*)" and has (\d+) of (\d+) operations used$"#
)]
async fn pays(world: &mut World, who: String, plan: String, status: String, used: i32, limit: i32) {
    world.introduce(&who).await;
    let row = ActiveModel {
        id: Unchanged(world.person(&who).account),
        plan: Set(Some(choice::<Plan>(&plan))),
        plan_status: Set(Some(choice::<PlanStatus>(&status))),
        operations_limit: Set(Some(limit)),
        ..Default::default()
    };
    world.stage.update(row).await;
    let (account_id, id) = (world.person(&who).account, world.stage.clock.id());
    let created_at = world.stage.clock.now();
    let before = ledger::Model {
        id,
        account_id,
        job_id: id,
        period: created_at.utc().format("%Y-%m").to_string(),
        entry: ledger::Entry::Reserved,
        reason: "before the scenario".to_owned(),
        operations: used,
        created_at,
    };
    world.stage.insert(before).await;
}

#[when(regex = r"^(\S+) looks up (?:her|his|their) account$")]
async fn look_up(world: &mut World, who: String) {
    // What comes of it, the next sentence asks.
    let _ = world.perform(&who, GetAccount {}).await;
}

#[given(regex = r"^(\S+) has looked up (?:her|his|their) account$")]
async fn has_looked_up(world: &mut World, who: String) {
    world.perform(&who, GetAccount {}).await.expect("an account");
}

#[given(regex = r"^(\S+) has looked up (?:her|his|their) account (\d+) times$")]
async fn has_looked_up_often(world: &mut World, who: String, times: usize) {
    for _ in 0..times {
        has_looked_up(world, who.clone()).await;
    }
}

#[given(regex = r"^(\S+) was refused (?:her|his|their) account$")]
async fn was_refused(world: &mut World, who: String) {
    world.perform(&who, GetAccount {}).await.expect_err("a refusal");
}

#[given(regex = r"^(\S+) was refused (?:her|his|their) account (\d+) times$")]
async fn was_refused_often(world: &mut World, who: String, times: usize) {
    for _ in 0..times {
        was_refused(world, who.clone()).await;
    }
}

#[when(regex = r"^(\S+) looks up (?:her|his|their) account (\d+) times$")]
async fn look_up_often(world: &mut World, who: String, times: usize) {
    let person = world.person(&who).clone();
    let mut told = Vec::new();
    // As many at the same time as an account may have, and not more.
    for some in (0..times).collect::<Vec<_>>().chunks(50) {
        told.extend(join_all(some.iter().map(|_| world.ask(&person, None, &GetAccount {}))).await);
    }
    let telling = told.iter().find(|told| told.is_err()).or(told.last()).expect("at least one");
    world.end(telling);
}

fn account(world: &World) -> Account {
    let data = world.last().outcome.clone().expect("an account");
    serde_json::from_value(data).expect("an account")
}

#[then(regex = r"^the account is (\S+)'s$")]
fn is_whose(world: &mut World, who: String) {
    let account = account(world);
    assert_eq!(account.id, world.person(&who).account);
    assert_eq!(account.email, world.person(&who).email());
    assert_eq!(account.full_name, format!("{who} Mensah"));
}

#[then("the account is in good standing")]
fn in_good_standing(world: &mut World) {
    assert_eq!(account(world).status, AccountStatus::Active);
}

#[then("the account is suspended")]
fn is_suspended(world: &mut World) {
    assert_eq!(account(world).status, AccountStatus::Suspended);
}

#[then(regex = r#"^the plan is "([^"]*)", which is "([^"]*)" and has (\d+) of (\d+) operations used$"#)]
fn plan_is(world: &mut World, plan: String, status: String, used: i32, limit: i32) {
    let shown = account(world).conversion_plan.expect("a plan");
    assert_eq!((shown.plan, shown.status), (choice::<Plan>(&plan), choice::<PlanStatus>(&status)));
    assert_eq!((shown.operations_used, shown.operations_limit), (used, limit));
}

#[then(regex = r#"^the plan is "([^"]*)" until "([^"]*)"$"#)]
fn plan_is_until(world: &mut World, status: String, day: String) {
    let shown = account(world).conversion_plan.expect("a plan");
    assert_eq!((shown.status, billing::day(shown.period_ends_at)), (choice::<PlanStatus>(&status), day));
}

#[then("there is no conversion plan")]
fn no_plan(world: &mut World) {
    assert_eq!(account(world).conversion_plan, None);
}
