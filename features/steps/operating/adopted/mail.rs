//! Steps about mail servers that had mail before the platform came: the tables of `maps`, in a file.
use super::rows;
use crate::{operating::until, words::list, world::World};
use cucumber::{gherkin::Step, given, then};
use hosting_core::{Database, database::Location};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;
use std::fs;

/// The file with the tables.
const TABLES: &str = "mail.db";

const BACKENDS: &str = r#"[[backend]]
id = "mail-fra"
port = "mail"
driver = "maps"
database_url = "file:database"
mx = ["10 mx1.example.net"]
spf_include = "_spf.example.net"
selectors = { rsa = "host1", ed25519 = "host2" }
"#;

/// All that mail servers have of their domains, on a line for each.
const ALL: &str = "SELECT concat_ws(' ', name, service, suspended, mailbox_limit, mailbox_bytes, keys) AS line \
     FROM domain LEFT JOIN \
     (SELECT domain, group_concat(selector || ' ' || private_key) AS keys FROM dkim_key GROUP BY domain) AS signed \
     ON signed.domain = name ORDER BY name";

#[given(regex = r#"^mail servers in "([^"]*)" that have these domains:$"#)]
async fn mail_servers(world: &mut World, name: String, step: &Step) {
    let address = format!("sqlite://{}", world.operating.file(TABLES).display());
    fs::write(world.operating.file("database"), address).expect("a file");
    fs::write(world.operating.file(&name), BACKENDS).expect("a file");
    // Whoever asks first makes the tables.
    world.operating.done(&format!("hosting backend check mail-fra --backends {name}")).await;
    for row in rows(step) {
        let [domain, id, mailboxes, bytes, suspended] = &row[..] else { panic!("five columns") };
        let suspended = suspended == "yes";
        let values = format!("('{domain}', '{id}', {suspended}, {mailboxes}, {bytes}, 'an import')");
        change(world, &format!("INSERT INTO domain VALUES {values}")).await;
    }
    let signed = &rows(step)[0][0];
    change(world, &format!("INSERT INTO dkim_key VALUES ('{signed}', 'old', 'rsa', 'a key', 0)")).await;
    let held = held(world).await;
    let lines = held.lines().enumerate();
    world.operating.behind.all().extend(lines.map(|(number, line)| (number.to_string(), line.into())));
}

#[given(regex = r#"^the mail servers have "([^"]*)" where "([^"]*)" is "([^"]*)"$"#)]
async fn have_where(world: &mut World, domain: String, column: String, value: String) {
    change(world, &format!("UPDATE domain SET {column} = '{value}' WHERE name = '{domain}'")).await;
}

#[then("the mail servers have what they had")]
async fn have_what_they_had(world: &mut World) {
    let before = before(world);
    assert_eq!(held(world).await, before);
}

#[then("the mail servers soon have what they had")]
async fn soon_have_what_they_had(world: &mut World) {
    let before = before(world);
    let same = async || (held(world).await == before).then_some(());
    until("they have something else", same).await;
}

#[then(regex = r#"^the mail servers have the keys "([^"]*)" of "([^"]*)"$"#)]
async fn have_keys(world: &mut World, selectors: String, domain: String) {
    let keys = format!("SELECT selector AS line FROM dkim_key WHERE domain = '{domain}' ORDER BY selector");
    assert_eq!(lines(world, &keys).await, list(&selectors, ", "));
}

/// What they had before the platform knew of it.
fn before(world: &World) -> String {
    let all = world.operating.behind.all();
    all.values().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

/// What they have now.
async fn held(world: &mut World) -> String {
    lines(world, ALL).await.join("\n")
}

pub async fn lines(world: &mut World, select: &str) -> Vec<String> {
    let tables = tables(world).await;
    let connection = tables.connection();
    let asked = Statement::from_string(connection.get_database_backend(), select);
    let rows = connection.query_all_raw(asked).await.expect("the tables");
    rows.iter().map(|row| row.try_get("", "line").expect("a line")).collect()
}

/// Changes one row there.
async fn change(world: &mut World, change: &str) {
    let changed = tables(world).await.connection().execute_unprepared(change).await;
    assert_eq!(changed.expect("a change").rows_affected(), 1, "{change}");
}

async fn tables(world: &mut World) -> Database {
    let file = world.operating.file(TABLES);
    Database::open(&Location::Sqlite(file)).await.expect("the tables")
}
