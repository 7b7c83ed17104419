//! Steps about what the operator brings in.
use super::{Request, settings::exported};
use crate::{facades::rest::read, world::World};
use cucumber::{given, then};
use std::fs;

/// An account with a domain, and what its suffix costs.
const SAMPLE: &str = include_str!("sample.json");

#[given(regex = r#"^a file "([^"]*)" with the account "([^"]*)" and its domain "([^"]*)"$"#)]
fn sample(world: &mut World, name: String, account: String, domain: String) {
    for said in [account, domain] {
        assert!(SAMPLE.contains(&format!("\"{said}\"")), "{said} is in the sample");
    }
    fs::write(world.operating.file(&name), SAMPLE).expect("a file");
}

#[given(regex = r#"^a file "([^"]*)" with what "([^"]*)" prints$"#)]
async fn printed(world: &mut World, name: String, line: String) {
    let printed = world.operating.done(&line).await.printed;
    fs::write(world.operating.file(&name), printed).expect("a file");
}

#[given(regex = r#"^in "([^"]+)" (.+) is now (.+)$"#)]
fn is_now(world: &mut World, name: String, what: String, other: String) {
    let file = world.operating.file(&name);
    let text = fs::read_to_string(&file).expect("a file");
    assert_eq!(text.matches(&what).count(), 1, "{what} stands once in {text}");
    fs::write(file, text.replace(&what, &other)).expect("a file");
}

#[then(regex = r#"^there is one account, of "([^"]*)"$"#)]
async fn one_account(world: &mut World, name: String) {
    let all = exported(world).await["accounts"].take();
    let names: Vec<_> = all.as_array().expect("a list").iter().map(|one| &one["full_name"]).collect();
    assert_eq!(names, [&name]);
}

#[then(regex = r#"^a key of "([^"]*)" shows the domain "([^"]*)"$"#)]
async fn key_shows(world: &mut World, account: String, domain: String) {
    let line = format!("hosting key create --account {account} --all-scopes");
    let key = world.operating.done(&line).await.printed;
    let http = world.operating.ask(&Request::new("GET /v1/domains").by(key.trim())).await;
    let domains = read(http).expect("domains").data;
    assert_eq!(domains[0]["domain_name"], domain);
    assert_eq!(domains.as_array().map(Vec::len), Some(1));
}

#[then(regex = r#"^the search says that "([^"]*)" is taken$"#)]
async fn is_taken(world: &mut World, name: String) {
    let request = Request::new(format!("GET /api/domain-search?domain={name}"));
    let found = world.operating.ask(&request).await.json();
    let found = &found["results"][0];
    assert_eq!(
        (&found["domainName"], &found["registrar"]["status"]),
        (&name.into(), &"taken".into()),
        "{found}"
    );
}
