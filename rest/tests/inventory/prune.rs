//! What a file leaves out is removed.
use crate::{
    files::{detailed, domain, lines, price, read, small},
    fresh::{Fresh, availability},
};
use hosting_core::{
    clock::{Clock, SystemClock},
    providers::dns::Dns,
    queue::{self, Job, JobStatus},
};
use hosting_drivers::sandbox::Sandboxes;
use hosting_inventory::{Failed, Inventory, prune};
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use uuid::Uuid;

/// Two accounts, prices and names: more than `small` says.
fn large() -> Value {
    let mut file = detailed();
    file["prices"] = json!([price(".uk"), price(".com")]);
    file["registry"] = json!([
        { "name": "brew.club", "premium": true, "price_usd": 640.5, "taken": false },
        { "name": "taken.com", "premium": false, "taken": true },
    ]);
    let mut other = file["accounts"][0].clone();
    (other["email"], other["full_name"]) = ("kofi@example.com".into(), "Kofi Mensah".into());
    other["services"].as_array_mut().unwrap().remove(2);
    other["services"][2]["email"]["domain_name"] = "kofi.example".into();
    other["domains"] = json!([domain("kofi.example"), domain("kofi.com")]);
    file["accounts"].as_array_mut().unwrap().push(other);
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_file_leaves_out_is_removed_with_all_that_belongs_to_it() {
    let fresh = Fresh::new().await;
    fresh.apply(&large()).await;
    let mut file = large();
    file["prices"].as_array_mut().unwrap().pop();
    file["registry"].as_array_mut().unwrap().pop();
    file["accounts"].as_array_mut().unwrap().pop();
    let account = &mut file["accounts"][0];
    account["services"].as_array_mut().unwrap().truncate(2);
    account["domains"][0]["records"].as_array_mut().unwrap().pop();
    account["domains"].as_array_mut().unwrap().push(domain("new.com"));
    let file = read(&file);
    let before = fresh.export().await;
    let found = lines(&fresh.prune(&file, true).await.unwrap());
    assert_eq!(fresh.export().await, before, "it was only shown");
    assert_eq!(lines(&fresh.prune(&file, false).await.unwrap()), found);
    let added = found.iter().filter(|line| line.starts_with('+')).count();
    assert_eq!(added, 4, "a domain and its records: {found:#?}");
    assert_eq!(
        found[added..],
        [
            "- price .com",
            "- account kofi@example.com, with 3 services, 2 domains and 6 records",
            "- service shared_hosting sketches of ama@example.com",
            "- service email post of ama@example.com",
            "- service lxc web of kofi@example.com",
            "- service kvm shop of kofi@example.com",
            "- service email post of kofi@example.com",
            "- domain kofi.example, with 3 records",
            "- domain kofi.com, with 3 records",
            "- record example.co.uk MX",
            "- name taken.com",
        ]
    );
    assert!(fresh.prune(&file, false).await.unwrap().is_empty(), "and then nothing is left out");
    let other = Fresh::new().await;
    other.apply_inventory(&Inventory::read(&fresh.export().await).unwrap(), false).await.unwrap();
    assert_eq!(other.export().await, fresh.export().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_backends_take_it_away() {
    let fresh = Fresh::new().await;
    fresh.apply(&large()).await;
    assert!(fresh.rows("SELECT 1 FROM sandbox_site WHERE state <> 'removed'").await == 1);
    let mut file = small();
    file["registry"] = json!([{ "name": "kofi.com", "premium": false, "taken": true }]);
    fresh.prune(&read(&file), false).await.unwrap();
    let Sandboxes { dns, registrar, .. } = fresh.sandboxes();
    assert_eq!(dns.zone("example.co.uk").await.unwrap().len(), 3, "what is named stays");
    for zone in ["kofi.example", "kofi.com"] {
        assert!(dns.zone(zone).await.unwrap().is_empty(), "{zone}");
    }
    assert!(availability(&registrar, "kofi.example").await.available, "nobody has it any more");
    assert!(!availability(&registrar, "kofi.com").await.available, "the file says that somebody has it");
    assert!(availability(&registrar, "brew.club").await.available);
    assert!(!availability(&registrar, "brew.club").await.premium);
    assert_eq!(fresh.rows("SELECT 1 FROM sandbox_site WHERE state <> 'removed'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_makes_room_for_what_comes() {
    let fresh = Fresh::new().await;
    let mut file = detailed();
    let alias = json!({ "name": "www", "type": "CNAME", "contents": ["@"] });
    file["accounts"][0]["domains"][0]["records"].as_array_mut().unwrap().push(alias);
    fresh.apply(&file).await;
    file["accounts"][0]["domains"][0]["records"][3] =
        json!({ "name": "www", "type": "A", "contents": ["192.0.2.2"] });
    file["accounts"][0]["services"][2]["display_name"] = "the same site under another name".into();
    assert_eq!(fresh.faults(&file).await.len(), 2, "beside each other they cannot be");
    let told = lines(&fresh.prune(&read(&file), false).await.unwrap());
    assert_eq!(
        told,
        [
            "+ service shared_hosting the same site under another name of ama@example.com",
            "+ details of service shared_hosting the same site under another name of ama@example.com",
            "+ record www.example.co.uk A",
            "- service shared_hosting sketches of ama@example.com",
            "- record www.example.co.uk CNAME",
        ]
    );
    let Sandboxes { dns, .. } = fresh.sandboxes();
    let www = dns.zone("example.co.uk").await.unwrap();
    let www: Vec<&str> =
        www.iter().filter(|set| set.name == "www.example.co.uk").map(|set| set.kind.as_str()).collect();
    assert_eq!(www, ["A"]);
    assert_eq!(
        fresh.service("the same site under another name").await["hosting"]["site"],
        "amasketchesexamp"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_was_shown_goes() {
    let fresh = Fresh::new().await;
    fresh.apply(&large()).await;
    let file = read(&detailed());
    let shown = fresh.prune(&file, true).await.unwrap();
    let mut more = large();
    more["accounts"][0]["domains"].as_array_mut().unwrap().push(domain("late.com"));
    fresh.apply(&more).await;
    let before = fresh.export().await;
    let late = prune(&fresh.db, &fresh.backends(), &SystemClock, &file, Some(&shown)).await;
    assert!(late.unwrap_err().to_string().contains("has changed since it was shown"));
    assert_eq!(fresh.export().await, before, "nothing was done");
}

/// A job of this `subject`; nobody has it unless it is held until then.
pub fn job(subject: String, account: Option<Uuid>, held: bool) -> Job {
    let now = SystemClock.now();
    Job {
        id: SystemClock.id(),
        request_id: SystemClock.id(),
        kind: "change_instance".to_owned(),
        subject,
        position: 9,
        task: json!({}),
        status: if held { JobStatus::Running } else { JobStatus::Queued },
        attempts: 0,
        run_at: now,
        lease_until: held.then(|| now.plus(chrono::TimeDelta::minutes(1))),
        last_error: None,
        created_at: now,
        holder: held.then(|| SystemClock.id()),
        lane: "containers".to_owned(),
        account_id: account,
        turn: 1,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_worker_has_is_not_removed_and_what_waits_goes_too() {
    let fresh = Fresh::new().await;
    fresh.apply(&large()).await;
    let subject = |thing: &Value| format!("instance:{}", thing["id"].as_str().unwrap());
    let (web, shop) = (fresh.service("web").await, fresh.service("shop").await);
    let jobs = [job(subject(&web), None, false), job(subject(&shop), None, true)];
    let [_, held] = &jobs;
    let held = held.id;
    for job in jobs {
        let insert = queue::Entity::insert(job.into_active_model());
        insert.exec_without_returning(fresh.db.connection()).await.unwrap();
    }
    let before = fresh.export().await;
    let file = Inventory::read("{}").unwrap();
    for dry_run in [true, false] {
        let refused = fresh.prune(&file, dry_run).await.unwrap_err();
        let Failed::Refused(why) = &refused else { panic!("{refused:?}") };
        assert_eq!(why.len(), 1);
        let (what, rest) = why[0].split_once(": ").unwrap();
        assert!(what.starts_with("service kvm shop of "), "{what}");
        assert_eq!(rest, "a worker has it (change_instance): wait until it is done, or stuck");
    }
    assert_eq!(fresh.export().await, before, "nothing was done");
    fresh.sql("UPDATE job SET lease_until = created_at WHERE status = 'running'").await;
    fresh.prune(&file, false).await.unwrap();
    assert_eq!(fresh.rows("SELECT 1 FROM job").await, 0, "{held} was stuck");
    let empty: Value = serde_json::from_str(&fresh.export().await).unwrap();
    assert_eq!(empty, json!({ "prices": [], "registry": [], "accounts": [] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_to_the_nameservers_is_not_left_out() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    fresh.sql("UPDATE dns_record SET status = 'pending' WHERE type = 'A'").await;
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"] = json!([]);
    let refused = fresh.prune(&read(&file), false).await.unwrap_err();
    let wanted =
        "/accounts/0/domains/0/records (line 1): example.co.uk A is left out: a change is on its way";
    assert!(refused.to_string().starts_with(wanted), "{refused}");
}
