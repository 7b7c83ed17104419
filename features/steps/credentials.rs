//! Steps about what a credential is, and what becomes of it.
use crate::{people::all, time::span, words::list, world::World};
use chrono::TimeDelta;
use cucumber::{given, when};
use hosting_core::{
    Scope,
    account::GetAccount,
    credential::{CredentialKind, NewCredential, token::Prefixes},
};

/// Gives `who` a credential like the one they have, but for `change`.
pub async fn reissue(world: &mut World, who: &str, change: impl FnOnce(&mut NewCredential)) {
    world.introduce(who).await;
    change(&mut world.person(who).wanted);
    world.issue(who).await;
}

fn scopes(text: &str) -> Vec<Scope> {
    list(text, ", ").iter().map(|word| word.parse().expect("a scope")).collect()
}

fn networks(new: &mut NewCredential, text: &str) {
    new.networks = list(text, ", ").iter().map(|word| word.parse().expect("a network")).collect();
}

#[given(regex = r#"^(\S+)'s credential carries only "([^"]*)"$"#)]
#[when(regex = r#"^(\S+)'s credential carries only "([^"]*)"$"#)]
async fn carries_only(world: &mut World, who: String, text: String) {
    reissue(world, &who, |new| new.scopes = scopes(&text)).await;
}

#[given(regex = r#"^(\S+)'s credential carries only "([^"]*)", and works only from "([^"]*)"$"#)]
async fn carries_only_and_works_from(world: &mut World, who: String, text: String, from: String) {
    reissue(world, &who, |new| {
        new.scopes = scopes(&text);
        networks(new, &from);
    })
    .await;
}

#[given(regex = r#"^(\w+)'s credential carries only "([^"]+)" and allows (\d+) requests? a minute$"#)]
async fn carries_only_and_allows(world: &mut World, who: String, text: String, limit: u32) {
    reissue(world, &who, |new| {
        new.scopes = scopes(&text);
        new.requests_per_minute = limit;
    })
    .await;
}

#[given(regex = r#"^(\S+)'s credential carries every scope but "([^"]*)"$"#)]
async fn carries_all_but(world: &mut World, who: String, text: String) {
    let without = scopes(&text);
    let rest = Scope::ALL.into_iter().filter(|scope| !without.contains(scope)).collect();
    reissue(world, &who, |new| new.scopes = rest).await;
}

#[given(regex = r#"^(\S+)'s credential may be used only from "([^"]*)"$"#)]
async fn only_from(world: &mut World, who: String, from: String) {
    reissue(world, &who, |new| networks(new, &from)).await;
}

#[given(regex = r"^(\w+)'s credential allows (\d+) requests? a minute$")]
async fn allows(world: &mut World, who: String, limit: u32) {
    reissue(world, &who, |new| new.requests_per_minute = limit).await;
}

#[given(regex = r"^(\S+)'s credential has just made all the requests it may make$")]
async fn used_up(world: &mut World, who: String) {
    reissue(world, &who, |new| new.requests_per_minute = 1).await;
    world.look(&who, GetAccount {}).await;
}

#[given(regex = r#"^(\S+)'s credential is called "([^"]*)"$"#)]
async fn is_called(world: &mut World, who: String, name: String) {
    reissue(world, &who, |new| new.name = name).await;
}

#[given(regex = r"^(\w+)'s credential expires in (\d+) (minute|hour|day)s?$")]
async fn expires_in(world: &mut World, who: String, count: i64, unit: String) {
    reissue(world, &who, |new| new.expires_in = Some(span(count, &unit))).await;
}

#[given(regex = r"^(\S+)'s credential expired an hour ago$")]
async fn expired(world: &mut World, who: String) {
    reissue(world, &who, |new| new.expires_in = Some(TimeDelta::hours(-1))).await;
}

#[given(regex = r"^(\S+)'s credential was revoked$")]
#[when(regex = r"^(\S+)'s credential is revoked$")]
async fn revoked(world: &mut World, who: String) {
    let id = world.person(&who).credential;
    assert!(
        world.stage.platform.revoke(id).await.expect("a revocation").is_some(),
        "there is no such credential"
    );
}

#[given(regex = r"^(\S+) has another credential$")]
#[when(regex = r"^(\S+) takes another credential$")]
async fn another(world: &mut World, who: String) {
    let account = world.person(&who).account;
    reissue(world, &who, |new| *new = all(account)).await;
}

#[given(regex = r"^(\S+) works through an assistant$")]
async fn through_an_assistant(world: &mut World, who: String) {
    reissue(world, &who, |new| new.kind = CredentialKind::Oauth).await;
}

#[given(regex = r"^(\w+)'s token is (missing|mistyped|one that never was|one of another platform)$")]
fn token_is(world: &mut World, who: String, what: String) {
    let other = Prefixes { api_key: "xyz_".to_owned(), oauth: "abc_".to_owned() };
    let person = world.person(&who);
    person.token = match what.as_str() {
        "missing" => None,
        "mistyped" => person.token.take().map(|token| swap(&token)),
        "one that never was" => Some(Prefixes::default().issue(CredentialKind::ApiKey)),
        _ => Some(other.issue(CredentialKind::ApiKey)),
    };
}

/// The token with one character changed.
fn swap(token: &str) -> String {
    let (start, rest) = token.split_at(10);
    let other = if rest.starts_with('x') { "y" } else { "x" };
    format!("{start}{other}{}", &rest[1..])
}
