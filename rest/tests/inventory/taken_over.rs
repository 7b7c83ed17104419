//! What a hypervisor has already, made services.
use crate::{
    files::{detailed, id},
    fresh::Fresh,
};
use async_trait::async_trait;
use hosting_core::{
    Password,
    clock::SystemClock,
    providers::{
        Failure,
        hypervisor::{
            Adopted, Hypervisor,
            InstanceStatus::{self, Frozen, Running},
            Power, Report, State, Told, Unclaimed,
        },
    },
};
use hosting_inventory::{Backends, Failed, Inventory, TakeOver, Taken, TakenOver, apply, take_over};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// A hypervisor that has machines, and may be away when it is told whose they are.
#[derive(Default)]
pub struct Machines {
    pub nobodys: Vec<Unclaimed>,
    /// Whether a part of it does not answer.
    pub is_split: bool,
    pub is_away: Mutex<bool>,
    pub marked: Mutex<Vec<(String, Uuid)>>,
}

pub fn machine(name: &str, status: InstanceStatus) -> Unclaimed {
    Unclaimed {
        name: name.to_owned(),
        status: Some(status),
        system: None,
        vcpus: Some(2),
        memory_bytes: Some(2 << 30),
        disk_bytes: Some(20 << 30),
        ipv4: None,
        ipv6: "2001:db8::5".parse().ok(),
    }
}

fn away() -> Failure {
    Failure::Unavailable("it is away".to_owned())
}

#[async_trait]
impl Hypervisor for Machines {
    async fn state(&self, _: Uuid) -> Result<Option<State>, Failure> {
        Err(away())
    }

    async fn power(&self, _: Uuid, _: Uuid, _: Power) -> Result<(), Failure> {
        Err(away())
    }

    async fn set_password(&self, _: Uuid, _: Uuid, _: &Password) -> Result<(), Failure> {
        Err(away())
    }

    async fn create_snapshot(&self, _: Uuid, _: Uuid, _: Uuid) -> Result<Option<i64>, Failure> {
        Err(away())
    }

    async fn delete_snapshot(&self, _: Uuid, _: Uuid, _: Uuid) -> Result<(), Failure> {
        Err(away())
    }

    async fn restore_snapshot(&self, _: Uuid, _: Uuid, _: Uuid) -> Result<(), Failure> {
        Err(away())
    }

    async fn remove(&self, _: Uuid, _: Uuid) -> Result<(), Failure> {
        Err(away())
    }

    async fn adopt(&self, instances: &[Adopted]) -> Result<(), Failure> {
        if *self.is_away.lock().unwrap() {
            return Err(away());
        }
        self.marked.lock().unwrap().extend(instances.iter().map(|one| (one.hostname.clone(), one.instance)));
        Ok(())
    }

    async fn unclaimed(&self) -> Result<Told<Unclaimed>, Failure> {
        match self.nobodys.is_empty() && !self.is_split {
            true => Err(away()),
            false => Ok(Told { told: self.nobodys.clone(), whole: !self.is_split }),
        }
    }

    async fn reports(&self) -> Result<Told<Report>, Failure> {
        Err(away())
    }

    fn driver(&self) -> &'static str {
        "made up"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

pub fn terms() -> Value {
    json!({
        "plan_name": "KVM", "billing_months": 1, "renewal_price": 14.99, "renewal_currency": "USD", "auto_renew": true,
        "kvm": { "plan_code": "m", "region": "fra", "snapshot_limit": 2, "os": "Debian 13", "ipv4": "192.0.2.5" }
    })
}

fn backends(fresh: &Fresh, machines: &Arc<Machines>) -> Backends {
    Backends { kvm: (Arc::clone(machines) as Arc<dyn Hypervisor>).into(), ..fresh.backends() }
}

async fn taken(fresh: &Fresh, machines: &Arc<Machines>, terms: &Value) -> Result<Vec<String>, Failed> {
    let (account, terms) = ("ama@example.com", terms.to_string());
    let asked =
        TakeOver { taken: Taken::Kvm, backend: None, account, terms: &terms, only: &[], dry_run: false };
    take_over(&fresh.db, &backends(fresh, machines), &SystemClock, asked).await.map(|taken| taken.names)
}

/// A database with an account that has services already.
async fn begun() -> Fresh {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    fresh
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_become_services_as_they_are_and_nothing_else_changes() {
    let fresh = begun().await;
    let before: Value = serde_json::from_str(&fresh.export().await).unwrap();
    let machines = Arc::new(Machines {
        nobodys: vec![machine("web1", Running), machine("DB1", Frozen)],
        ..Machines::default()
    });
    assert_eq!(taken(&fresh, &machines, &terms()).await.unwrap(), ["DB1", "web1"]);
    let service = fresh.service("DB1").await;
    let kvm = &service["kvm"];
    assert_eq!((&service["status"], &kvm["status"]), (&json!("active"), &json!("paused")));
    assert_eq!(
        (&kvm["hostname"], &kvm["os"], &kvm["vcpus"]),
        (&json!("db1"), &json!("Debian 13"), &json!(2))
    );
    assert_eq!((&kvm["ipv4"], &kvm["ipv6"]), (&json!("192.0.2.5"), &json!("2001:db8::5")));
    let mut marked = machines.marked.lock().unwrap().clone();
    marked.sort();
    assert_eq!(marked[0], ("db1".to_owned(), id(&service)));
    assert_eq!(marked.len(), 2, "only these are told of");
    let mut after: Value = serde_json::from_str(&fresh.export().await).unwrap();
    let services = after["accounts"][0]["services"].as_array_mut().unwrap();
    services.retain(|service| service["display_name"] != "DB1" && service["display_name"] != "web1");
    assert_eq!(after, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_can_look_nothing_is_taken_over_and_that_is_said() {
    let fresh = begun().await;
    let terms = terms().to_string();
    let asked = |only| TakeOver {
        taken: Taken::Kvm,
        backend: None,
        account: "ama@example.com",
        terms: &terms,
        only,
        dry_run: false,
    };
    let split = |nobodys| Arc::new(Machines { nobodys, is_split: true, ..Machines::default() });
    let take = async |machines: Arc<Machines>, only| {
        take_over(&fresh.db, &backends(&fresh, &machines), &SystemClock, asked(only)).await
    };
    let nothing = take(split(Vec::new()), &[]).await.unwrap();
    assert_eq!(nothing, TakenOver { names: Vec::new(), whole: false });
    let seen = take(split(vec![machine("web1", Running)]), &[]).await.unwrap();
    assert_eq!(seen, TakenOver { names: vec!["web1".to_owned()], whole: false });
    let Err(Failed::Refused(why)) = take(split(Vec::new()), &["web2".to_owned()]).await else { panic!() };
    assert!(why[0].starts_with("web2: ") && why[0].ends_with("is where nobody can look now"), "{why:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_away_is_told_once_what_is_there_is_applied() {
    let fresh = begun().await;
    let machines = Arc::new(Machines {
        nobodys: vec![machine("web1", Running)],
        is_away: Mutex::new(true),
        ..Machines::default()
    });
    let failed = taken(&fresh, &machines, &terms()).await.unwrap_err();
    assert!(matches!(&failed, Failed::NotMarked(all) if all.len() == 1), "{failed:?}");
    assert!(failed.to_string().contains("hosting inventory export"), "{failed}");
    *machines.is_away.lock().unwrap() = false;
    let again = taken(&fresh, &machines, &terms()).await.unwrap_err();
    assert!(again.to_string().contains("web1: ama@example.com has a service of that name"), "{again}");
    let there = Inventory::read(&fresh.export().await).unwrap();
    apply(&fresh.db, &backends(&fresh, &machines), &SystemClock, &there, false).await.unwrap();
    let web1 = ("web1".to_owned(), id(&fresh.service("web1").await));
    assert!(machines.marked.lock().unwrap().contains(&web1));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_told_by_name_and_changes_nothing() {
    let fresh = begun().await;
    let before = fresh.export().await;
    let mut short = terms();
    short["kvm"].as_object_mut().unwrap().remove("os");
    short["price"] = json!(1);
    let small = |name: &str| machine(name, Running);
    for (nobodys, terms, told) in [
        (vec![small("a")], &short, &["a: /kvm/os: is missing", "a: /price: is not a member"][..]),
        (vec![small("my_db")], &terms(), &["my_db: /kvm/hostname: `my_db` is not a host name"]),
        (vec![small("DB"), small("db")], &terms(), &["db: DB is called alike"]),
        (vec![Unclaimed { status: None, ..small("lost") }], &terms(), &["lost: /kvm/status: is missing"]),
        (vec![small("shop")], &terms(), &["shop: ama@example.com has a service of that name"]),
    ] {
        let machines = Arc::new(Machines { nobodys, ..Machines::default() });
        let Err(Failed::Refused(why)) = taken(&fresh, &machines, terms).await else { panic!("{told:?}") };
        for told in told {
            assert!(why.iter().any(|line| line.starts_with(told)), "{told}: {why:?}");
        }
        assert_eq!(why.len(), told.len(), "{why:?}");
    }
    let away = taken(&fresh, &Arc::default(), &terms()).await.unwrap_err();
    assert_eq!(away.to_string(), "kvm: unavailable: it is away");
    assert_eq!(fresh.export().await, before);
}
