//! Steps about what backends have, beside what the platform has told them.
use super::{Request, told, until};
use crate::world::World;
use cucumber::{given, then, when};
use hosting_core::{Database, database::Location};
use sea_orm::{ConnectionTrait, Statement};

#[given(regex = r#"^mail at "([^"]*)" is set up$"#)]
#[when(regex = r#"^the customer sets up mail at "([^"]*)"$"#)]
async fn is_set_up(world: &mut World, domain: String) {
    let id = world.operating.id("/v1/email/services", "domain_name", &domain).await;
    let path = format!("/v1/email/services/{id}/provision");
    let request = Request::new(format!("POST {path}")).by(world.operating.key());
    told(world, request.change("provision-2031", "{}")).await;
    assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
    let done = async || {
        let all = world.operating.read("/v1/email/services").await;
        let service = all.as_array()?.iter().find(|one| one["domain_name"] == domain)?;
        service["provisioning"].is_null().then_some(())
    };
    until("the mail servers never take it", done).await;
}

/// The built-in sandboxes keep what they have in the platform's own database.
async fn sandboxes(world: &mut World) -> Database {
    let file = world.operating.file("data/hosting.db");
    Database::open(&Location::Sqlite(file)).await.expect("the database")
}

#[given(
    regex = r#"^the mail servers have "([^"]*)" (suspended|removed|somebody else's|with one mailbox|with less room|signed once)$"#
)]
async fn have_otherwise(world: &mut World, domain: String, otherwise: String) {
    let change = match otherwise.as_str() {
        "removed" => "DELETE FROM sandbox_mail_domain",
        "suspended" => "UPDATE sandbox_mail_domain SET suspended = 1",
        "somebody else's" => "UPDATE sandbox_mail_domain SET service_id = randomblob(16)",
        "with one mailbox" => "UPDATE sandbox_mail_domain SET mailbox_limit = 1",
        "with less room" => "UPDATE sandbox_mail_domain SET storage_bytes_per_mailbox = 1024",
        _ => r#"UPDATE sandbox_mail_domain SET selectors = '["host1"]'"#,
    };
    behind(world, change, &domain).await;
}

#[given(regex = r#"^the mail servers have "([^"]*)" as "([^"]*)"$"#)]
async fn have_as(world: &mut World, domain: String, name: String) {
    behind(world, &format!("UPDATE sandbox_mail_domain SET name = '{name}'"), &domain).await;
}

#[given(regex = r#"^the panel has the site "([^"]*)" (suspended|removed)$"#)]
async fn has_site(world: &mut World, site: String, state: String) {
    behind(world, &format!("UPDATE sandbox_site SET state = '{state}'"), &site).await;
}

#[given(
    regex = r#"^the nameservers serve "([^"]*)" (by another address|for a minute|no more|in another order)$"#
)]
async fn serve_otherwise(world: &mut World, name: String, otherwise: String) {
    let change = match otherwise.as_str() {
        "by another address" => r#"UPDATE sandbox_rrset SET contents = '["192.0.2.99"]'"#,
        "for a minute" => "UPDATE sandbox_rrset SET ttl = 60",
        "no more" => "DELETE FROM sandbox_rrset",
        _ => "UPDATE sandbox_rrset SET contents = json_array(contents ->> '$[1]', contents ->> '$[0]')",
    };
    behind(world, change, &name).await;
}

#[given(
    regex = r#"^the nameservers serve the (\S+) record "([^"]*)" of "([^"]*)" with "([^"]*)", beside ours$"#
)]
async fn serve_beside(world: &mut World, kind: String, name: String, zone: String, content: String) {
    // As zone files have it: a name with a dot at its end is a whole one.
    let fqdn = match (name.as_str(), name.strip_suffix('.')) {
        ("@", _) => zone.clone(),
        (_, Some(whole)) => whole.to_owned(),
        (name, None) => format!("{name}.{zone}"),
    };
    let insert = format!(
        "INSERT INTO sandbox_rrset (zone, name, kind, ttl, contents, changed_by) \
         VALUES ('{zone}', '{fqdn}', '{kind}', 300, json_array('{content}'), randomblob(16))"
    );
    change_row(world, &insert).await;
}

#[then(regex = r#"^the nameservers soon serve "([^"]*)" with "([^"]*)" for (\d+) seconds$"#)]
async fn are_served(world: &mut World, name: String, content: String, ttl: u32) {
    let served =
        format!("SELECT name FROM sandbox_rrset WHERE contents ->> '$[0]' = '{content}' AND ttl = {ttl}");
    soon(world, &served, &name, "it is not served so").await;
}

#[given(regex = r#"^the service of the container "([^"]*)" is "([^"]*)", and nobody told the hypervisor$"#)]
async fn service_is(world: &mut World, name: String, status: String) {
    let change = format!("UPDATE service SET status = '{status}' WHERE display_name = '{name}'");
    change_row(world, &change).await;
}

#[given(regex = r#"^\w+ had the snapshot "([^"]*)" of the container "([^"]*)"$"#)]
async fn had_snapshot(world: &mut World, snapshot: String, name: String) {
    let insert = format!(
        "INSERT INTO instance_snapshot (id, service_id, account_id, name, status, created_at, updated_at) \
         SELECT randomblob(16), service_id, account_id, '{snapshot}', 'ready', updated_at, updated_at \
         FROM instance WHERE hostname = '{name}'"
    );
    change_row(world, &insert).await;
}

#[given("zones were last compared a day ago")]
async fn compared_a_day_ago(world: &mut World) {
    change_row(world, "DELETE FROM duty WHERE name = 'zones'").await;
}

/// Changes one row of the platform's database.
async fn change_row(world: &mut World, change: &str) {
    let changed = sandboxes(world).await.connection().execute_unprepared(change).await;
    assert_eq!(changed.expect("a change").rows_affected(), 1, "{change}");
}

/// Changes what has a name behind the platform's back.
async fn behind(world: &mut World, change: &str, name: &str) {
    change_row(world, &format!("{change} WHERE name = '{name}'")).await;
}

#[then(regex = r#"^mail is soon taken for "([^"]*)" again$"#)]
async fn is_taken(world: &mut World, domain: String) {
    let taken = "SELECT name FROM sandbox_mail_domain WHERE NOT suspended";
    soon(world, taken, &domain, "no mail is taken for it").await;
}

#[then(regex = r#"^the site "([^"]*)" is soon served again$"#)]
async fn is_served(world: &mut World, site: String) {
    soon(world, "SELECT name FROM sandbox_site WHERE state = 'active'", &site, "it is not served").await;
}

/// Until what has a name is among what `select` finds.
async fn soon(world: &mut World, select: &str, name: &str, otherwise: &str) {
    let database = sandboxes(world).await;
    let connection = database.connection();
    let ask = format!("{select} AND name = '{name}'");
    let found = async || {
        let asked = Statement::from_string(connection.get_database_backend(), ask.as_str());
        connection.query_one_raw(asked).await.expect("the table").map(|_| ())
    };
    until(otherwise, found).await;
}
