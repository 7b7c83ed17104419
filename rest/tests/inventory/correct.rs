//! Correcting what was brought in, without making a second one.
use crate::{
    files::{detailed, lines, small},
    fresh::Fresh,
};
use hosting_core::providers::dns::Dns;
use hosting_drivers::sandbox::Sandboxes;
use serde_json::{Value, json};

/// The file that was exported: everything has its id there.
async fn exported(fresh: &Fresh) -> Value {
    serde_json::from_str(&fresh.export().await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_an_id_is_that_one_whatever_it_is_called_now() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    let mut file = exported(&fresh).await;
    let account = &mut file["accounts"][0];
    account["email"] = "ama@baobab.example".into();
    account["services"][0]["display_name"] = "web-01".into();
    let records = account["domains"][0]["records"].as_array_mut().unwrap();
    let txt = records.iter_mut().find(|record| record["type"] == "TXT").unwrap();
    txt["name"] = "mail".into();
    let a = records.iter_mut().find(|record| record["type"] == "A").unwrap();
    (a["type"], a["contents"]) = ("AAAA".into(), json!(["2001:db8::1"]));
    assert_eq!(
        lines(&fresh.apply(&file).await),
        [
            "~ account ama@baobab.example: email \"ama@example.com\" → \"ama@baobab.example\"",
            "~ service lxc web-01 of ama@baobab.example: display_name \"web\" → \"web-01\"",
            "~ record example.co.uk AAAA: type \"A\" → \"AAAA\", contents [\"192.0.2.1\"] → [\"2001:db8::1\"]",
            "~ record mail.example.co.uk TXT: name \"@\" → \"mail\"",
        ]
    );
    assert!(fresh.apply(&file).await.is_empty());
    let after = exported(&fresh).await;
    assert_eq!(after["accounts"].as_array().unwrap().len(), 1);
    let ids = |list: &Value| {
        let mut ids: Vec<String> = list.as_array().unwrap().iter().map(|one| one["id"].to_string()).collect();
        ids.sort();
        ids
    };
    for list in ["services", "domains"] {
        assert_eq!(ids(&after["accounts"][0][list]), ids(&file["accounts"][0][list]), "{list}");
    }
    let Sandboxes { dns, .. } = fresh.sandboxes();
    let served = dns.zone("example.co.uk").await.unwrap();
    let served: Vec<String> = served.iter().map(|set| format!("{} {}", set.name, set.kind)).collect();
    assert_eq!(
        served,
        ["example.co.uk AAAA", "example.co.uk MX", "mail.example.co.uk TXT"],
        "and no longer as before"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_id_is_what_is_called_so() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    let mut file = detailed();
    let account = &mut file["accounts"][0];
    (account["email"], account["full_name"]) = ("AMA@example.com".into(), "Ama Owusu".into());
    account["services"][0]["plan_name"] = "LXC 4".into();
    account["domains"][0]["domain_name"] = "Example.co.uk.".into();
    account["domains"][0]["auto_renew"] = true.into();
    account["domains"][0]["records"][0]["contents"] = json!(["192.0.2.7"]);
    assert_eq!(
        lines(&fresh.apply(&file).await),
        [
            "~ account ama@example.com: full_name \"Ama Mensah\" → \"Ama Owusu\"",
            "~ service lxc web of ama@example.com: plan_name \"LXC 2\" → \"LXC 4\"",
            "~ domain example.co.uk: auto_renew false → true",
            "~ record example.co.uk A: contents [\"192.0.2.1\"] → [\"192.0.2.7\"]",
        ]
    );
}

/// A service with its id is another one's namesake no longer.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_was_given_up_can_be_another_ones() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let known = exported(&fresh).await;
    let mut file = small();
    let account = &mut file["accounts"][0];
    let new = account["services"][0].clone();
    account["services"][0]["id"] = known["accounts"][0]["services"][0]["id"].clone();
    account["services"][0]["display_name"] = "old web".into();
    account["services"].as_array_mut().unwrap().push(new);
    let a = &known["accounts"][0]["domains"][0]["records"];
    let a = a.as_array().unwrap().iter().find(|record| record["type"] == "A").unwrap();
    let records = account["domains"][0]["records"].as_array_mut().unwrap();
    (records[0]["id"], records[0]["name"]) = (a["id"].clone(), "www".into());
    records.push(json!({ "name": "@", "type": "A", "contents": ["192.0.2.9"] }));
    assert_eq!(
        lines(&fresh.apply(&file).await),
        [
            "~ service lxc old web of ama@example.com: display_name \"web\" → \"old web\"",
            "+ service lxc web of ama@example.com",
            "~ record www.example.co.uk A: name \"@\" → \"www\"",
            "+ record example.co.uk A",
        ]
    );
    assert!(fresh.apply(&file).await.is_empty());
    let Sandboxes { dns, .. } = fresh.sandboxes();
    let served = dns.zone("example.co.uk").await.unwrap();
    let apex = served.iter().find(|set| set.name == "example.co.uk" && set.kind == "A").unwrap();
    assert_eq!((served.len(), apex.contents[0].as_str()), (4, "192.0.2.9"));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_second_one_is_made_by_a_wrong_id() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let known = exported(&fresh).await;
    let mut file = small();
    let account = &mut file["accounts"][0];
    account["services"][0]["id"] = "019a0000-0000-7000-a000-000000000001".into();
    let id = known["accounts"][0]["services"][0]["id"].as_str().unwrap();
    let wanted = format!("/accounts/0/services/0/id (line 1): the service lxc web has the id {id}");
    assert_eq!(fresh.faults(&file).await, [wanted]);

    let mut file = small();
    let mut other = file["accounts"][0].clone();
    (other["services"], other["domains"]) = (json!([]), json!([]));
    file["accounts"][0]["id"] = known["accounts"][0]["id"].clone();
    file["accounts"][0]["email"] = "ama@baobab.example".into();
    file["accounts"].as_array_mut().unwrap().push(other);
    let faults = fresh.faults(&file).await;
    assert!(faults.len() == 1 && faults[0].contains("is still the address of the account"), "{faults:?}");

    let mut file = small();
    let records = file["accounts"][0]["domains"][0]["records"].as_array_mut().unwrap();
    let known = known["accounts"][0]["domains"][0]["records"].as_array().unwrap();
    let id = |kind: &str| known.iter().find(|record| record["type"] == kind).unwrap()["id"].clone();
    records.retain(|record| record["type"] == "A");
    (records[0]["id"], records[0]["type"]) = (id("A"), "TXT".into());
    let faults = fresh.faults(&file).await;
    let wanted = format!("the record example.co.uk TXT has the id {}", id("TXT").as_str().unwrap());
    assert!(faults.len() == 1 && faults[0].contains(&wanted), "{faults:?}");
}
