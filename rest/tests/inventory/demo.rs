//! The inventory of a new installation.
use crate::{
    files::{DEMO, demo, services},
    fresh::Fresh,
    support::Server,
};
use hosting_core::{
    AREAS, Secret, background::run_routines, clock::SystemClock, credential::token::Prefixes,
};
use hosting_inventory::{Backends, apply, export};
use hosting_rest::commands::inventory::apply_demo;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_comes_with_a_key_for_each_account_once() {
    let fresh = Fresh::new().await;
    let (secret, prefixes) = (Secret::new(b"a secret"), Prefixes::default());
    let keys = apply_demo(&fresh.db, &SystemClock, &secret, &prefixes, &fresh.backends()).await.unwrap();
    let emails: Vec<&str> = keys.iter().map(|(email, _)| email.as_str()).collect();
    assert_eq!(emails, ["demo@example.com", "other@example.com", "free@example.com"]);
    assert!(keys.iter().all(|(_, key)| prefixes.recognise(key)));
    assert!(
        apply_demo(&fresh.db, &SystemClock, &secret, &prefixes, &fresh.backends()).await.unwrap().is_empty()
    );
}

#[test]
fn the_demo_has_every_state() {
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    let accounts = demo["accounts"].as_array().unwrap();
    let of = |account: &Value, member: &str, value: &str| -> BTreeSet<String> {
        let all = account["services"].as_array().unwrap().iter();
        let said = all.filter_map(|service| service.get(member)?[value].as_str().map(str::to_owned));
        said.collect()
    };
    let states = |words: &str| words.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    let lxc = "running stopped frozen starting stopping restarting reinstalling restoring error";
    let kvm = "running stopped paused starting stopping restarting restoring error";
    assert_eq!(of(&accounts[0], "lxc", "status"), states(lxc));
    assert_eq!(of(&accounts[0], "kvm", "status"), states(kvm));
    assert_eq!(of(&accounts[0], "hosting", "kind"), states("free standard"));
    for member in ["email", "hosting", "lxc", "kvm"] {
        assert!(services(&json!({ "accounts": [accounts[1]] })).any(|service| service.get(member).is_some()));
    }
    for service in
        services(&demo).filter(|service| service["service_type"] == "lxc" || service["service_type"] == "kvm")
    {
        let in_use = ["active", "past_due"].contains(&service["status"].as_str().unwrap());
        let machine = service.get("lxc").or(service.get("kvm"));
        assert!(machine.is_some() || !in_use, "{service}");
        assert_eq!(
            machine.is_some_and(|it| it["status"] == "error"),
            machine.is_some_and(|it| !it["last_error"].is_null())
        );
    }
}

/// What customers see of the demo when time has passed for the first time is what the file says.
#[tokio::test(flavor = "multi_thread")]
async fn the_demo_lives_on_after_its_first_minute() {
    let server = Server::start().await;
    let db = server.platform.database();
    let backends = Backends::from(server.platform.providers());
    apply(db, &backends, &SystemClock, &demo(), false).await.unwrap();
    let export = || async { export(db, &backends.registrar).await.unwrap().to_json().unwrap() };
    let before = export().await;
    run_routines(&server.platform, AREAS).await;
    assert_eq!(export().await, before);
    let file: Value = serde_json::from_str(&before).unwrap();
    let free = services(&file).filter(|service| service["hosting"]["kind"] == "free");
    let stand = |service: &Value| {
        let idle = !service["hosting"]["inactivity_suspended_at"].is_null();
        match service["status"].as_str().unwrap() {
            "active" if idle => "inactivity_suspended".to_owned(),
            status => status.to_owned(),
        }
    };
    let stands: BTreeSet<String> = free.map(stand).collect();
    let wanted = ["active", "inactivity_suspended", "suspended", "terminated"];
    assert_eq!(stands, wanted.map(str::to_owned).into());
}
