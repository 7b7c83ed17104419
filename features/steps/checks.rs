//! Steps about requests that are wrong in several ways.
use crate::{facades::rest::start, paths::send, people::all, words::list, world::World};
use cucumber::when;
use hosting_core::{Scope, account::GetAccount, clock::Clock, domains::SetDomainNameservers};

const DOMAIN: &str = "wrong.example";
const USED_KEY: &str = "a-key-that-was-used";
const NAME_SERVERS: [&str; 2] = ["ns1.other.example", "ns2.other.example"];

fn hand_over(domain_id: uuid::Uuid, to: &[&str]) -> SetDomainNameservers {
    SetDomainNameservers { domain_id, name_servers: to.iter().map(|&name| name.to_owned()).collect() }
}

#[when(regex = r"^(\S+) hands a domain over, wrong in (.*)$")]
async fn hands_over(world: &mut World, who: String, faults: String) {
    let faults = list(&faults, " and ");
    let wrong = |fault: &str| faults.iter().any(|one| one == fault);
    crate::domains::own(world, &who, DOMAIN, "active").await;
    let domain_id = world.domain(DOMAIN).id;
    if wrong("used key") {
        // It stands for another change from now on.
        let person = world.person(&who).clone();
        let others = hand_over(domain_id, &["ns1.first.example", "ns2.first.example"]);
        world.ask(&person, Some(USED_KEY), &others).await.expect("a change that is accepted");
    }
    let mut wanted = all(world.person(&who).account);
    if wrong("scope") {
        wanted.scopes.retain(|&scope| scope != Scope::DomainsWrite);
    }
    if wrong("network") {
        wanted.networks = vec!["198.51.100.0/24".parse().expect("a network")];
    }
    if wrong("limit") {
        wanted.requests_per_minute = 1;
    }
    world.person(&who).wanted = wanted;
    world.issue(&who).await;
    let person = world.person(&who).clone();
    if wrong("limit") {
        // It counts, whatever comes of it.
        let _ = world.ask(&person, None, &GetAccount {}).await;
    }
    if wrong("credential") {
        assert!(world.stage.platform.revoke(person.credential).await.expect("a revocation").is_some());
    }
    let domain_id = if wrong("domain") { world.stage.clock.id() } else { domain_id };
    let to = if wrong("body") { &NAME_SERVERS[..1] } else { &NAME_SERVERS[..] };
    let key = match (wrong("key"), wrong("used key")) {
        (true, _) => "short".to_owned(),
        (false, true) => USED_KEY.to_owned(),
        (false, false) => world.new_key(),
    };
    let _ = world.perform_with(&who, Some(&key), hand_over(domain_id, to)).await;
}

#[when(
    regex = r#"^(\w+) turns auto-renew on for "([^"]+)" with (no|a malformed|the same) key and a body that is no JSON$"#
)]
async fn no_json_under(world: &mut World, who: String, name: String, what: String) {
    let (id, person) = (world.domain(&name).id, world.person(&who).clone());
    let key = match what.as_str() {
        "no" => None,
        "a malformed" => Some("short"),
        _ => Some("renewal-2031"),
    };
    let request = start(&person, key)
        .method("PUT")
        .uri(format!("/v1/domains/{id}/auto-renew"))
        .header("content-type", "application/json")
        .body("enabled=true".into());
    send(world, &person, request.expect("a request")).await;
}
