//! Steps about what flags and variables do.
use super::Request;
use crate::{facades::rest::read, words::list, world::World};
use cucumber::{gherkin::Step, then};
use serde_json::Value;

/// The rows of a step's table, without its head.
pub fn rows(step: &Step) -> &[Vec<String>] {
    &step.table.as_ref().expect("a table").rows[1..]
}

#[then("it lists these settings:")]
fn lists_settings(world: &mut World, #[step] step: &Step) {
    let help = &world.operating.last().printed;
    for row in rows(step) {
        let [flag, variable, default] = &row[..] else { panic!("three columns") };
        let about = help.split("\n      --").find(|about| about.starts_with(&flag[2..]));
        let about = about.unwrap_or_else(|| panic!("{flag} is not in the help: {help}"));
        let named = [format!("[env: {variable}]"), format!("[env: {variable}=")];
        assert!(named.iter().any(|named| about.contains(named)), "{about}");
        // A list that is empty is nothing.
        let said = about.replace("[default: \"\"]", "");
        assert_eq!(said.contains("[default: "), !default.is_empty(), "{about}");
        assert!(default.is_empty() || about.contains(&format!("[default: {default}]")), "{about}");
    }
}

#[then(regex = r"^it prints (no|\d+) keys?$")]
fn prints_keys(world: &mut World, count: String) {
    assert_eq!(world.operating.process().keys().len(), count.parse().unwrap_or(0));
}

/// Whose account each key opens.
async fn opened(world: &World, keys: &[String]) -> Vec<String> {
    let mut emails = Vec::new();
    for key in keys {
        let http = world.operating.ask(&Request::new("GET /v1/account").by(key)).await;
        let account = read(http).expect("an account").data;
        emails.push(account["email"].as_str().expect("an address").to_owned());
    }
    emails
}

#[then(regex = r#"^they open "([^"]*)"$"#)]
async fn they_open(world: &mut World, emails: String) {
    let keys = world.operating.process().keys();
    assert_eq!(opened(world, &keys).await, list(&emails, ", "));
}

#[then(regex = r#"^those of the first start open "([^"]*)"$"#)]
async fn first_keys_open(world: &mut World, emails: String) {
    let keys = world.operating.keys.clone();
    assert_eq!(opened(world, &keys).await, list(&emails, ", "));
}

#[then("the accounts have these services:")]
async fn have_services(world: &mut World, #[step] step: &Step) {
    let keys = world.operating.keys.clone();
    for (row, key) in rows(step).iter().zip(&keys) {
        let [account, kinds, count] = &row[..] else { panic!("three columns") };
        assert_eq!(opened(world, std::slice::from_ref(key)).await, std::slice::from_ref(account));
        let http = world.operating.ask(&Request::new("GET /v1/services").by(key)).await;
        let services = read(http).expect("services").data;
        let services = services.as_array().expect("a list");
        let mut found: Vec<_> = services.iter().filter_map(|one| one["service_type"].as_str()).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, list(kinds, ", "), "{account}");
        assert_eq!(services.len().to_string(), *count, "{account}");
    }
}

/// What the database says.
pub async fn exported(world: &mut World) -> Value {
    // What records name has to be in the file.
    let line = match world.operating.file("backends.toml").exists() {
        true => "hosting inventory export --backends backends.toml",
        false => "hosting inventory export",
    };
    let ended = world.operating.done(line).await;
    serde_json::from_str(&ended.printed).expect("JSON")
}

#[then("there is no account")]
async fn no_account(world: &mut World) {
    assert_eq!(exported(world).await["accounts"], Value::Array(Vec::new()));
}

#[then(regex = r#"^the health names "([^"]*)"$"#)]
async fn health_names(world: &mut World, name: String) {
    let health = world.operating.ask(&Request::new("GET /health")).await.json();
    assert!(health["checks"].get(&name).is_some(), "{health}");
}

#[then(regex = r#"^links begin with "([^"]*)"$"#)]
async fn links_begin(world: &mut World, start: String) {
    let all = "/v1/lxc/instances";
    let id = world.operating.id(all, "display_name", "web-01").await;
    let request = Request::new(format!("POST {all}/{id}/terminal-ticket"));
    let request = request.by(world.operating.key()).change("terminal-2031", "{}");
    let data = read(world.operating.ask(&request).await).expect("a ticket").data;
    // A terminal is opened by WebSocket.
    let url = data["url"].as_str().expect("an address").replacen("ws", "http", 1);
    assert!(url.starts_with(&start), "{url}");
}

#[then("a proxy on this machine is believed")]
async fn proxy_believed(world: &mut World) {
    let line = "hosting key create --account demo@example.com --all-scopes --network 203.0.113.0/24";
    let key = world.operating.done(line).await.printed;
    let request = Request::new("GET /v1/account").by(key.trim());
    assert_eq!(world.operating.ask(&request).await.status, 403);
    let through = Request { more: "x-forwarded-for: 203.0.113.9\r\n".to_owned(), ..request };
    assert_eq!(world.operating.ask(&through).await.status, 200);
}
