//! Steps about keys of mail that take the place of others.
use crate::{
    email::{self, domain_at_servers, is_set_up, of, order, seen},
    words::list,
    world::World,
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::email::row;
use hosting_drivers::sandbox::dns::{Column, Entity};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryResult, Set, Statement, Unchanged,
};
use serde_json::json;

/// Selectors are the processes' own: one that goes by others takes the place of the one that was.
#[given(regex = r#"^the operator has called the keys of mail "([^"]*)" and "([^"]*)"$"#)]
#[when(regex = r#"^the operator calls the keys of mail "([^"]*)" and "([^"]*)"$"#)]
async fn called(world: &mut World, rsa: String, ed25519: String) {
    world.pass(TimeDelta::minutes(1));
    world.stage.go_on_calling_keys(&rsa, &ed25519);
    world.stage.run_routines().await;
    world.stage.work_off().await;
}

#[given("another process has taken over")]
#[when("another process takes over")]
fn taken_over(world: &mut World) {
    world.stage.go_on(|_| {});
}

#[given(regex = r"^(\S+) has mail for (\d+) domains, which is set up$")]
async fn has_many(world: &mut World, who: String, count: usize) {
    for number in 0..count {
        let domain = format!("d{number}.example");
        order(world, &who, &domain, "provisioning").await;
        is_set_up(world, domain).await;
    }
}

#[then(regex = r"^(\d+) domains have new keys of mail$")]
async fn have_new(world: &mut World, count: usize) {
    let rows = all(world, "SELECT DISTINCT service_id FROM email_key WHERE stand = 'waiting'").await;
    assert_eq!(rows.len(), count);
    let keys = all(world, "SELECT selector FROM email_key").await;
    assert_eq!(keys.len(), 2 * count);
}

#[given(regex = r#"^an earlier release made the keys of mail for "([^"]*)"$"#)]
async fn made_earlier(world: &mut World, domain: String) {
    let (rsa_selector, ed25519_selector) = (Set(None), Set(None));
    let service_id = Unchanged(of(world, &domain));
    let unnoted = row::ActiveModel { service_id, rsa_selector, ed25519_selector, ..Default::default() };
    world.stage.update(unnoted).await;
}

#[then(regex = r#"^mail for "([^"]*)" is signed with the keys "([^"]*)"$"#)]
async fn is_signed(world: &mut World, domain: String, selectors: String) {
    let held = domain_at_servers(world, &domain).await.expect("the domain");
    assert_eq!(held.signs.expect("keys that sign").0, list(&selectors, ", "));
}

#[then(regex = r#"^the mail servers have the keys "([^"]*)" for "([^"]*)"$"#)]
async fn are_held(world: &mut World, selectors: String, domain: String) {
    let mut held = domain_at_servers(world, &domain).await.expect("the domain").selectors.0;
    held.sort();
    assert_eq!(held, list(&selectors, ", "));
}

#[then(regex = r#"^the nameservers serve the keys "([^"]*)" of mail for "([^"]*)"$"#)]
async fn are_served(world: &mut World, selectors: String, domain: String) {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    let below = format!("._domainkey.{domain}");
    #[expect(clippy::disallowed_methods, reason = "it is the nameservers that are looked into")]
    let served = Entity::find().filter(Column::Kind.eq("TXT")).filter(Column::Name.ends_with(&below));
    let served = served.all(&reader.executor()).await.expect("the zone");
    let mut found: Vec<_> = served.iter().filter_map(|set| set.name.strip_suffix(&below)).collect();
    found.sort_unstable();
    assert_eq!(found, list(&selectors, ", "));
}

#[then(regex = r#"^the keys of mail for "([^"]*)" are told as "([^"]*)"$"#)]
async fn are_told(world: &mut World, domain: String, told: String) {
    let records = seen(world, &domain).await.dns.records;
    let keys = records.iter().map(|record| (json!(record), record.name.split('.').next()));
    let keys = keys.filter(|(told, _)| told["purpose"] == "dkim");
    let shown = |(told, name): (serde_json::Value, Option<&str>)| {
        format!("{} {}", name.expect("a label"), told["state"].as_str().expect("a word"))
    };
    assert_eq!(keys.map(shown).collect::<Vec<_>>(), list(&told, ", "));
}

#[then(regex = r#"^the keys of mail for "([^"]*)" are others than those that were noted$"#)]
async fn are_others(world: &mut World, domain: String) {
    let row = email::row(world, &domain).await;
    for key in [row.rsa_key, row.ed25519_key] {
        assert!(!world.keys.contains(&key.expect("a key")));
    }
}

#[then(regex = r#"^nothing is left of the keys of mail for "([^"]*)"$"#)]
async fn none_is_left(world: &mut World, domain: String) {
    let row = email::row(world, &domain).await;
    assert_eq!(
        (row.rsa_key, row.rsa_private, row.ed25519_key, row.ed25519_private),
        (None, None, None, None)
    );
    assert!(all(world, "SELECT selector FROM email_key").await.is_empty());
}

async fn all(world: &World, select: &str) -> Vec<QueryResult> {
    let connection = world.stage.database().connection();
    let asked = Statement::from_string(connection.get_database_backend(), select);
    connection.query_all_raw(asked).await.expect("the keys")
}
