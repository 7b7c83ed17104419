//! Several backends of a port: each thing is where the file says, and only that backend is told of it.
use crate::{
    files::{detailed, id, read},
    fresh::Fresh,
    taken_over::{Machines, machine, terms},
};
use hosting_core::{
    clock::SystemClock,
    providers::{
        backends::{Backend, Backends},
        hypervisor::{Hypervisor, InstanceStatus::Running},
        panel::Panel,
    },
};
use hosting_inventory::{Failed, TakeOver, Taken, apply, take_over};
use serde_json::{Value, json};
use std::sync::Arc;

/// Two backends of a port, of which `fra` takes what names none.
fn two<T: ?Sized>(fra: Arc<T>, ams: Arc<T>) -> Backends<T> {
    let named = |id: &str, driver| Backend::new(id.to_owned(), driver, 8);
    Backends::new(vec![named("fra", fra), named("ams", ams)], Some(0))
}

fn panels(fresh: &Fresh) -> hosting_inventory::Backends {
    let panel = || Arc::new(fresh.sandboxes().panel) as Arc<dyn Panel>;
    hosting_inventory::Backends { panel: two(panel(), panel()), ..fresh.backends() }
}

/// The file with the site at a backend, and another site of the same user at another.
fn sites(at: &str, other: Option<&str>) -> Value {
    let mut file = detailed();
    let all = file["accounts"][0]["services"].as_array_mut().unwrap();
    let site = all.iter().position(|one| one["service_type"] == "shared_hosting").unwrap();
    all[site]["hosting"]["site"] = json!("kofi");
    let mut another = all[site].clone();
    another["display_name"] = json!("another");
    all[site]["hosting"]["backend"] = json!(at);
    if let Some(other) = other {
        another["hosting"]["backend"] = json!(other);
    }
    all.push(another);
    file
}

async fn faults(fresh: &Fresh, file: &Value) -> String {
    let applied = apply(&fresh.db, &panels(fresh), &SystemClock, &read(file), false).await;
    let Err(Failed::Faults(faults)) = applied else { panic!("{applied:?}") };
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_stays_at_the_panel_that_it_names_and_its_user_is_one_there() {
    let fresh = Fresh::new().await;
    let unknown = faults(&fresh, &sites("lon", Some("fra"))).await;
    assert!(
        unknown.contains("/hosting/backend") && unknown.contains("there is no backend lon for panel"),
        "{unknown}"
    );
    assert!(faults(&fresh, &sites("fra", None)).await.contains("another service has the site kofi"));
    let applied =
        apply(&fresh.db, &panels(&fresh), &SystemClock, &read(&sites("ams", Some("fra"))), false).await;
    assert!(!applied.unwrap().is_empty(), "two panels may each have a user of that name");
    let again =
        apply(&fresh.db, &panels(&fresh), &SystemClock, &read(&sites("ams", Some("fra"))), false).await;
    assert_eq!(again.unwrap(), []);
    assert_eq!(fresh.service("another").await["hosting"]["backend"], "fra");
    let moved = faults(&fresh, &sites("fra", Some("ams"))).await;
    assert!(moved.contains("is at ams, and stays there"), "{moved}");
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_are_taken_over_from_the_backend_that_is_named() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    let with = |name| Arc::new(Machines { nobodys: vec![machine(name, Running)], ..Machines::default() });
    let (fra, ams) = (with("db1"), with("web1"));
    let kvm = two(Arc::clone(&fra) as Arc<dyn Hypervisor>, Arc::clone(&ams) as Arc<dyn Hypervisor>);
    let backends = hosting_inventory::Backends { kvm, ..fresh.backends() };
    let terms = terms().to_string();
    let taken = async |backend| {
        let (account, only) = ("ama@example.com", &[][..]);
        let asked = TakeOver { taken: Taken::Kvm, backend, account, terms: &terms, only, dry_run: false };
        take_over(&fresh.db, &backends, &SystemClock, asked).await.map(|taken| taken.names)
    };
    let unknown = taken(Some("lon")).await.unwrap_err();
    assert_eq!(unknown.to_string(), "there is no backend lon for machines: there is fra, ams");
    assert_eq!(taken(Some("ams")).await.unwrap(), ["web1"]);
    let service = fresh.service("web1").await;
    assert_eq!(service["kvm"]["backend"], "ams");
    assert_eq!(*ams.marked.lock().unwrap(), [("web1".to_owned(), id(&service))]);
    assert_eq!(taken(None).await.unwrap(), ["db1"]);
    assert_eq!(fresh.service("db1").await["kvm"]["backend"], "fra");
    assert_eq!(fra.marked.lock().unwrap().len(), 1, "each hears of its own alone");
}
