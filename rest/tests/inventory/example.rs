//! The file that an operator begins with.
use crate::{
    files::{lines, services},
    fresh::Fresh,
};
use hosting_inventory::{Action, EXAMPLE, Inventory};
use serde_json::Value;
use std::collections::BTreeSet;

#[tokio::test(flavor = "multi_thread")]
async fn the_example_comes_to_be_and_applied_again_changes_nothing() {
    let fresh = Fresh::new().await;
    let example = Inventory::read(EXAMPLE).unwrap();
    let first = fresh.apply_inventory(&example, false).await.unwrap();
    assert!(first.iter().all(|change| change.action == Action::Added), "{:#?}", lines(&first));
    assert!(fresh.apply_inventory(&example, false).await.unwrap().is_empty());
    assert!(fresh.prune(&example, true).await.unwrap().is_empty(), "and nothing is left out");
}

#[test]
fn the_example_has_one_of_each() {
    let example: Value = serde_json::from_str(EXAMPLE).unwrap();
    let kinds: BTreeSet<&str> =
        services(&example).map(|service| service["service_type"].as_str().unwrap()).collect();
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        ["conversion", "email", "kvm", "lxc", "shared_hosting"]
    );
    assert_eq!(example["accounts"].as_array().unwrap().len(), 1);
    assert_eq!(example["accounts"][0]["domains"][0]["records"].as_array().unwrap().len(), 2);
    assert_eq!(example["prices"].as_array().unwrap().len(), 1);
}
