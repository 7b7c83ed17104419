//! Steps about what stands in the database, as whoever steals it would read it.
use crate::{credentials, database, people::all, world::World};
use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use cucumber::{given, then, when};
use hosting_core::{credential::CredentialKind, credential::NewCredential};
use md5::{Digest, Md5};
use sea_orm::{ConnectionTrait, QueryResult, Statement};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

/// Letters and digits, in the order of their values in base 62.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

async fn rows(world: &World, sql: String) -> Vec<QueryResult> {
    let connection = world.stage.database().connection();
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    connection.query_all_raw(statement).await.expect("rows")
}

fn text(row: &QueryResult) -> String {
    row.try_get_by_index(0).expect("a text")
}

/// Every row of `table` as one line; bytes are written as hex.
async fn lines(world: &World, table: &str) -> Vec<String> {
    let line = if database::on_postgres() {
        "t::text".to_owned()
    } else {
        let columns = rows(world, format!("SELECT name FROM pragma_table_info('{table}')")).await;
        let columns: Vec<_> = columns.iter().map(|row| format!("quote(\"{}\")", text(row))).collect();
        columns.join(" || ' ' || ")
    };
    rows(world, format!("SELECT {line} AS line FROM \"{table}\" t")).await.iter().map(text).collect()
}

/// Every row of every table, with the table's name.
async fn everything(world: &World) -> Vec<(String, String)> {
    let tables = match database::on_postgres() {
        true => "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'",
        false => "SELECT name FROM sqlite_master WHERE type = 'table'",
    };
    let mut all = Vec::new();
    for table in rows(world, tables.to_owned()).await.iter().map(text) {
        let lines = lines(world, &table).await;
        all.extend(lines.into_iter().map(|line| (table.clone(), line)));
    }
    all
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What would lead to `secret`: itself, and what anybody can make of it who has no key, in small letters.
fn traces(secret: &str) -> Vec<String> {
    let bytes = secret.as_bytes();
    let sums = [
        Sha256::digest(bytes).to_vec(),
        Sha512::digest(bytes).to_vec(),
        Sha1::digest(bytes).to_vec(),
        Md5::digest(bytes).to_vec(),
    ];
    let written = |bytes: &[u8]| [hex(bytes), BASE64_STANDARD_NO_PAD.encode(bytes).to_lowercase()];
    let mut traces = vec![secret.to_lowercase()];
    traces.extend(written(bytes));
    traces.extend(sums.iter().flat_map(|sum| written(sum)));
    traces
}

/// Says that no row holds `secret`, where everything is read: the address of `who` is found.
async fn assert_unknown(world: &mut World, who: &str, secret: &str) {
    let (all, email) = (everything(world).await, world.person(who).email());
    assert!(all.iter().any(|(table, line)| table == "account" && line.contains(&email)), "nothing was read");
    assert!(all.len() > 3, "{all:?}");
    let traces = traces(secret);
    for (table, line) in all {
        let small = line.to_lowercase();
        let found = traces.iter().find(|trace| small.contains(*trace));
        assert!(found.is_none(), "{table} holds {found:?}: {line}");
    }
}

#[given(regex = r"^(\S+) works with (.*)$")]
async fn works_with(world: &mut World, who: String, what: String) {
    let kind = match what.as_str() {
        "an API key" => CredentialKind::ApiKey,
        "an access token of ours" => CredentialKind::Oauth,
        "a token of the company's login" => {
            crate::access_tokens::log_in(world, &who).await;
            return;
        }
        other => panic!("nobody works with {other}"),
    };
    credentials::reissue(world, &who, |new| new.kind = kind).await;
}

#[then(regex = r"^nothing in the database is (\S+)'s token, or leads to it$")]
async fn token_unknown(world: &mut World, who: String) {
    let token = world.person(&who).token.clone().expect("a token");
    assert_unknown(world, &who, &token).await;
    // Nor its random part alone.
    assert_unknown(world, &who, &token[4..]).await;
}

#[then(regex = r#"^nothing in the database is "([^"]*)", or leads to it$"#)]
async fn secret_unknown(world: &mut World, secret: String) {
    assert_unknown(world, "Ama", &secret).await;
}

#[then(regex = r"^the database holds no (ticket|point)$")]
async fn holds_none(world: &mut World, what: String) {
    let table = if what == "ticket" { "terminal_ticket" } else { "instance_metric" };
    assert_eq!(lines(world, table).await, Vec::<String>::new());
}

#[then(regex = r"^no answer shows (\S+)'s token$")]
fn not_shown(world: &mut World, who: String) {
    let token = world.person(&who).token.clone().expect("a token");
    assert!(world.endings.len() > 20, "few answers");
    for ending in &world.endings {
        let shown = ending.outcome.as_ref().expect("an answer").to_string();
        let written = ending.http.as_ref().map(|http| String::from_utf8_lossy(&http.body).into_owned());
        assert!(!shown.contains(&token) && !written.unwrap_or_default().contains(&token), "{shown}");
    }
}

#[when(regex = r"^the operator issues (.*) to (\S+)$")]
async fn issues(world: &mut World, what: String, who: String) {
    let account = world.person(&who).account;
    let kind = if what == "an API key" { CredentialKind::ApiKey } else { CredentialKind::Oauth };
    let (_, token) = world.stage.issue(NewCredential { kind, ..all(account) }).await;
    world.person(&who).token = Some(token);
}

#[then(regex = r#"^it begins with "([^"]*)", and 43 letters and digits and a checksum of 6 follow$"#)]
fn has_form(world: &mut World, prefix: String) {
    let token = world.person("Ama").token.clone().expect("a token");
    let rest = token.strip_prefix(&prefix).unwrap_or_else(|| panic!("{token}"));
    assert_eq!(rest.len(), 43 + 6, "{token}");
    assert!(rest.bytes().all(|letter| DIGITS.contains(&letter)), "{token}");
    let (said, check) = token.split_at(prefix.len() + 43);
    let value = |text: &str| {
        let digit = |letter| DIGITS.iter().position(|&digit| digit == letter).expect("a digit");
        text.bytes().fold(0_u64, |value, letter| value * 62 + digit(letter) as u64)
    };
    assert_eq!(value(check), u64::from(crc32fast::hash(said.as_bytes())), "{token}");
}

#[then(regex = r#"^what is kept for a retry is no text, and holds nothing of the "([^"]*)"$"#)]
async fn is_sealed(world: &mut World, member: String) {
    let kept = lines(world, "idempotency").await;
    assert_eq!(kept.len(), 1, "{kept:?}");
    // A nonce, a tag and an answer: more than what else is kept in bytes.
    assert!(kept[0].len() > 500, "no answer is kept: {kept:?}");
    let data = world.last().outcome.clone().expect("an answer");
    for text in texts(&data[&member]) {
        for trace in traces(&text) {
            assert!(!kept[0].to_lowercase().contains(&trace), "{trace} is in {kept:?}");
        }
    }
    for name in data.as_object().expect("a record").keys() {
        assert!(
            !kept[0].to_lowercase().contains(&hex(format!("\"{name}\"").as_bytes())),
            "{name} is in {kept:?}"
        );
    }
}

/// The texts of eight letters and more in `value`.
fn texts(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::String(text) if text.len() >= 8 => vec![text.clone()],
        serde_json::Value::Array(items) => items.iter().flat_map(texts).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
