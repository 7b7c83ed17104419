//! Applying a file.
use crate::{
    files::{demo, detailed, lines, price, small},
    fresh::Fresh,
};
use hosting_core::clock::{Clock, SystemClock};
use hosting_inventory::{Action, Inventory};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn applied_twice_the_second_time_changes_nothing() {
    let fresh = Fresh::new().await;
    let first = fresh.apply_inventory(&demo(), false).await.unwrap();
    assert!(first.len() > 300 && first.iter().all(|change| change.action == Action::Added));
    assert_eq!(first[0].to_string(), "+ price .com");
    assert!(lines(&first).contains(&"+ account demo@example.com".to_owned()));
    assert!(fresh.apply_inventory(&demo(), false).await.unwrap().is_empty());
    assert!(!fresh.apply(&detailed()).await.is_empty());
    assert!(fresh.apply(&detailed()).await.is_empty(), "also where there are no ids");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_exported_changes_nothing() {
    let fresh = Fresh::new().await;
    fresh.apply_inventory(&demo(), false).await.unwrap();
    fresh.apply(&detailed()).await;
    let exported = fresh.export().await;
    let again = Inventory::read(&exported).unwrap();
    assert!(fresh.apply_inventory(&again, false).await.unwrap().is_empty());

    let other = Fresh::new().await;
    other.apply_inventory(&again, false).await.unwrap();
    assert_eq!(other.export().await, exported, "and makes another database the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_finds_the_same_and_changes_nothing() {
    let fresh = Fresh::new().await;
    let empty = fresh.export().await;
    let found = fresh.apply_inventory(&demo(), true).await.unwrap();
    assert_eq!(fresh.export().await, empty);
    assert_eq!(lines(&found), lines(&fresh.apply_inventory(&demo(), false).await.unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_different_is_told_member_by_member() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let mut file = small();
    file["prices"] = json!([price(".uk"), price(".co.uk")]);
    file["registry"] = json!([{ "name": "brew.club", "premium": true, "price_usd": 640.5, "taken": false }]);
    let account = &mut file["accounts"][0];
    account["conversion_plan"] = json!({ "plan": "pro", "status": "active", "operations_limit": 1000 });
    account["services"][0]["renewal_price"] = json!(5);
    account["domains"][0]["auto_renew"] = json!(true);
    account["domains"][0]["name_servers"] = json!(["a.ns.example", "b.ns.example"]);
    account["domains"][0]["records"][0]["contents"] = json!(["192.0.2.2", "192.0.2.3"]);
    let told = lines(&fresh.apply(&file).await);
    for line in [
        "+ price .uk",
        "+ price .co.uk",
        "~ account ama@example.com: conversion_plan null → \
         {\"plan\":\"pro\",\"status\":\"active\",\"operations_limit\":1000,\"period_ends_at\":null}",
        "~ service lxc web of ama@example.com: renewal_price 4.5 → 5",
        "~ domain example.co.uk: auto_renew false → true, \
         name_servers [\"ns1.host.example\",\"ns2.host.example\"] → [\"a.ns.example\",\"b.ns.example\"], \
         tld \".uk\" → \".co.uk\"",
        "~ record example.co.uk A: contents [\"192.0.2.1\"] → [\"192.0.2.2\",\"192.0.2.3\"]",
        "+ name brew.club",
    ] {
        assert!(told.iter().any(|one| one == line), "{line}\nis not in\n{}", told.join("\n"));
    }
    assert_eq!(told.len(), 7);
    assert!(fresh.apply(&file).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_span_counts_from_when_the_thing_was_brought_in() {
    let fresh = Fresh::new().await;
    let mut file = detailed();
    file["accounts"][0]["services"][0]["renews_at"] = "+10d".into();
    fresh.apply(&file).await;
    let first = fresh.export().await;
    assert!(fresh.apply(&file).await.is_empty());
    assert_eq!(fresh.export().await, first);
    let renews: String = fresh.service("web").await["renews_at"].as_str().unwrap().to_owned();
    let days = |text: &str| {
        let at = chrono::DateTime::parse_from_rfc3339(text).unwrap().to_utc();
        (at - SystemClock.now().utc()).num_hours()
    };
    assert_eq!(days(&renews), 239);
    file["accounts"][0]["services"][0]["renews_at"] = "2030-01-01T00:00:00Z".into();
    assert_eq!(fresh.apply(&file).await.len(), 1, "a moment of the calendar replaces it");
}
