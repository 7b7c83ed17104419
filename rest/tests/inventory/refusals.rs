//! What cannot be true beside the database.
use crate::{
    files::{detailed, read, small},
    fresh::Fresh,
};
use hosting_core::clock::{Clock, SystemClock};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_true_beside_the_database_is_refused_as_a_whole() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let before = fresh.export().await;
    let id = SystemClock.id().to_string();
    let known: Value = serde_json::from_str(&before).unwrap();
    let mut file = small();
    file["registry"] = json!([{ "name": "example.co.uk", "premium": false, "taken": true }]);
    file["accounts"][0]["full_name"] = "Somebody Else".into();
    file["accounts"][0]["domains"][0]["records"] = json!([
        { "name": "www", "type": "A", "contents": ["192.0.2.9"] },
    ]);
    file["accounts"][0]["services"][0]["id"] = known["accounts"][0]["domains"][0]["id"].clone();
    let mut other = small()["accounts"][0].take();
    other["email"] = "kofi@example.com".into();
    other["services"][0]["id"] = known["accounts"][0]["services"][0]["id"].clone();
    other["domains"][0]["domain_name"] = "kofi.example".into();
    let mut second = other["domains"][0].clone();
    (second["domain_name"], second["records"]) = (
        "ama.example".into(),
        json!([{
            "id": known["accounts"][0]["domains"][0]["records"][0]["id"],
            "name": "mail", "type": "A", "contents": ["192.0.2.9"]
        }]),
    );
    other["domains"].as_array_mut().unwrap().push(second);
    other["domains"][0]["id"] = known["accounts"][0]["domains"][0]["id"].clone();
    file["accounts"][0]["services"][0]["id"] = id.clone().into();
    file["accounts"].as_array_mut().unwrap().push(other);
    assert_eq!(
        fresh.faults(&file).await,
        [
            "/accounts/1/services/0/id (line 1): is the id of another account's service",
            "/accounts/1/domains/0/id (line 1): is the id of the domain example.co.uk",
            "/accounts/1/domains/1/records/0/id (line 1): is the id of the record example.co.uk A of another domain",
        ]
    );
    let mut file = small();
    file["accounts"][0]["id"] = id.into();
    file["registry"] = json!([{ "name": "free.example", "premium": false, "taken": false }]);
    assert_eq!(fresh.faults(&file).await.len(), 1);
    assert_eq!(fresh.export().await, before, "nothing was done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_stays_with_its_account() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let mut file = small();
    file["accounts"][0]["email"] = "kofi@example.com".into();
    let faults = fresh.faults(&file).await;
    let wanted = "/accounts/0/domains/0/domain_name (line 1): example.co.uk belongs to another account: where this one has a new address, it needs the account's `id` beside it";
    assert_eq!(faults, [wanted]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_to_a_backend_is_not_overtaken() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"][0]["contents"] = json!(["192.0.2.2"]);
    for (status, unchanged) in [("pending", 0), ("deleting", 1)] {
        let sql = format!("UPDATE dns_record SET status = '{status}' WHERE type = 'A'");
        fresh.db.connection().execute_unprepared(&sql).await.unwrap();
        let again = fresh.apply_inventory(&read(&small()), true).await;
        assert_eq!(again.map_or(1, |changes| changes.len()), unchanged, "{status}");
        let faults = fresh.faults(&file).await;
        assert!(faults.len() == 1 && faults[0].contains("apply again"), "{status}: {faults:?}");
    }
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"] = json!([]);
    file["accounts"][0]["domains"][0]["name_servers"] = json!(["a.ns.example", "b.ns.example"]);
    let sql = "UPDATE domain SET pending_name_servers = '[\"x.ns.example\"]'";
    fresh.db.connection().execute_unprepared(sql).await.unwrap();
    let faults = fresh.faults(&file).await;
    assert!(faults.len() == 1 && faults[0].contains("/name_servers"), "{faults:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn details_that_cannot_be_true_beside_the_database_are_refused() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    fresh.sql("UPDATE email_service SET provisioned_at = updated_at").await;
    let snapshot = fresh.service("web").await["lxc"]["snapshots"][0]["id"].clone();
    let before = fresh.export().await;
    let mut file = detailed();
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    services[1]["kvm"]["snapshots"][0]["id"] = snapshot;
    services[3]["email"]["domain_name"] = "other.example".into();
    let mut second = services[2].clone();
    second["display_name"] = "more sketches".into();
    services.push(second);
    let at = "/accounts/0/services";
    assert_eq!(
        fresh.faults(&file).await,
        [
            format!("{at}/3/email/domain_name (line 1): the mail servers know this service by example.co.uk"),
            format!(
                "{at}/4/hosting/site (line 1): another service has the site amasketchesexamp: give this one its own"
            ),
            format!("{at}/1/kvm/snapshots/0/id (line 1): is the id of another instance's snapshot"),
        ]
    );
    assert_eq!(fresh.export().await, before, "nothing was done");
}
