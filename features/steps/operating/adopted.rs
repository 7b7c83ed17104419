//! Steps about what backends had before the platform came.
mod held;
pub mod mail;

pub use held::Held;

use super::settings::{exported, rows};
use crate::{words::list, world::World};
use cucumber::{gherkin::Step, given, then};
use serde_json::{Value, json};
use std::fs;

/// Where an Incus keeps whose an instance is.
const SERVICE: &str = "user.service-id";
/// Whose those are that are no service's of ours.
const SOMEBODYS: &str = "0191a5d0-0000-7000-8000-000000000009";
/// What lets the platform into the panel.
const TOKEN: &str = "a-token";

#[given(regex = r#"^a hypervisor in "([^"]*)" that has these containers:$"#)]
fn hypervisor(world: &mut World, name: String, step: &Step) {
    let all = rows(step).iter().map(|row| (row[0].clone(), container(row))).collect();
    let socket = world.operating.file("incus.socket");
    world.operating.behind = Held::incus(all, &socket);
    let text = format!(
        "[[backend]]\nid = \"incus-fra\"\nport = \"containers\"\ndriver = \"incus\"\nendpoint = \"unix://{}\"\n\
         systems = [\"debian-13\"]\n",
        socket.display()
    );
    fs::write(world.operating.file(&name), text).expect("a file");
}

/// A container as Incus shows it; what is left empty, it does not say.
fn container(row: &[String]) -> Value {
    let [name, status, processors, memory, disk, image, address, marked] = row else {
        panic!("eight columns")
    };
    let (os, release) = image.split_once(' ').unwrap_or_default();
    let mut config = json!({});
    for (key, value) in [
        ("limits.cpu", processors.as_str()),
        ("limits.memory", memory),
        ("image.os", os),
        ("image.release", release),
        (SERVICE, if marked == "yes" { SOMEBODYS } else { "" }),
    ] {
        if !value.is_empty() {
            config[key] = value.into();
        }
    }
    let address = json!({ "family": "inet", "address": address, "netmask": "24", "scope": "global" });
    json!({
        "name": name, "type": "container", "status": status, "snapshots": [], "config": config,
        "expanded_config": config,
        "expanded_devices": { "root": { "type": "disk", "path": "/", "pool": "default", "size": disk } },
        "state": { "status": status, "network": { "eth0": { "type": "broadcast", "addresses": [address] } } }
    })
}

#[given(regex = r#"^a panel in "([^"]*)" that has these sites:$"#)]
async fn panel(world: &mut World, name: String, step: &Step) {
    let site = |row: &Vec<String>| {
        let [user, domain, stands] = &row[..] else { panic!("three columns") };
        let suspended = i32::from(stands == "suspended");
        (user.clone(), json!({ "user": user, "domain": domain, "suspended": suspended }))
    };
    let (held, address) = Held::whm(rows(step).iter().map(site).collect(), TOKEN).await;
    world.operating.behind = held;
    fs::write(world.operating.file("token"), TOKEN).expect("a file");
    let text = format!(
        "[[backend]]\nid = \"whm-fra\"\nport = \"panel\"\ndriver = \"whm\"\nendpoint = \"{address}\"\n\
         user = \"root\"\ntoken = \"file:token\"\n"
    );
    fs::write(world.operating.file(&name), text).expect("a file");
}

/// Writes what no backend knows; of containers also what theirs does not say of each.
#[given(regex = r#"^a file "([^"]*)" with the terms of (containers|sites|mail)$"#)]
fn terms(world: &mut World, name: String, of: String) {
    let mut terms = json!({
        "plan_name": "Small", "billing_months": 1, "renewal_price": 4.99, "renewal_currency": "USD", "auto_renew": true,
        "renews_at": "+30d"
    });
    match of.as_str() {
        "sites" => terms["hosting"] = json!({ "kind": "standard" }),
        "mail" => terms["email"] = json!({ "plan_id": "team", "domain_limit": 1, "mailbox_limit": 3 }),
        _ => {
            terms["lxc"] = json!({
                "plan_code": "small", "region": "fra", "snapshot_limit": 3, "vcpus": 4, "distribution": "debian-11"
            });
        }
    }
    fs::write(world.operating.file(&name), terms.to_string()).expect("a file");
}

#[given(regex = r#"^the hypervisor has lost whose "([^"]*)" is$"#)]
fn lost(world: &mut World, name: String) {
    let mut all = world.operating.behind.all();
    let config = all.get_mut(&name).and_then(|one| one["config"].as_object_mut());
    config.expect("it is there").remove(SERVICE).expect("it was marked");
}

#[given(regex = r#"^the hypervisor has "([^"]*)" (stopped|frozen|running|no more)$"#)]
fn has_otherwise(world: &mut World, name: String, otherwise: String) {
    let mut all = world.operating.behind.all();
    let status = match otherwise.as_str() {
        "stopped" => "Stopped",
        "frozen" => "Frozen",
        "running" => "Running",
        _ => {
            all.remove(&name).expect("it was there");
            return;
        }
    };
    let one = all.get_mut(&name).expect("it is there");
    one["status"] = status.into();
    one["state"]["status"] = status.into();
}

#[given(regex = r#"^the hypervisor has "([^"]*)" marked as somebody's$"#)]
fn is_somebodys(world: &mut World, name: String) {
    let mut all = world.operating.behind.all();
    all.get_mut(&name).expect("it is there")["config"][SERVICE] = SOMEBODYS.into();
}

/// As a cluster tells of what a member has that is away.
#[given(regex = r#"^the hypervisor has "([^"]*)" where nobody can look$"#)]
fn is_hidden(world: &mut World, name: String) {
    let mut all = world.operating.behind.all();
    let one = all.get_mut(&name).and_then(Value::as_object_mut).expect("it is there");
    for (key, told) in one {
        match key.as_str() {
            "name" | "type" => {}
            "status" => *told = "Error".into(),
            _ => *told = Value::Null,
        }
    }
}

#[given(regex = "^the (?:hypervisor|panel) answers no more$")]
fn answers_no_more(world: &mut World) {
    world.operating.behind = Held::default();
}

/// The services that the only account has.
async fn services(world: &mut World) -> Vec<Value> {
    let mut all = exported(world).await;
    let services = all["accounts"][0]["services"].take();
    services.as_array().expect("an account with services").clone()
}

#[then(regex = r"^the account has (?:these (containers|sites)|this (mail)):$")]
async fn has_these(world: &mut World, sort: String, #[step] step: &Step) {
    let member = match sort.as_str() {
        "containers" => "lxc",
        "sites" => "hosting",
        _ => "email",
    };
    let names = &step.table.as_ref().expect("a table").rows[0];
    let shown = |service: &Value, name: &String| {
        let value = match name.as_str() {
            "id" | "display_name" => &service[name],
            "order" => &service["status"],
            name => &service[member][name],
        };
        match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    };
    let mut found: Vec<Vec<String>> = services(world)
        .await
        .iter()
        .map(|service| names.iter().map(|name| shown(service, name)).collect())
        .collect();
    found.sort();
    assert_eq!(found, rows(step));
}

#[then(regex = r#"^the hypervisor has "([^"]*)" marked as these$"#)]
async fn are_marked(world: &mut World, names: String) {
    let services = services(world).await;
    let all = world.operating.behind.all();
    for name in list(&names, ", ") {
        let service = services.iter().find(|service| service["display_name"] == name);
        let service = service.unwrap_or_else(|| panic!("no service {name}"));
        assert_eq!(all[&name]["config"][SERVICE], service["id"], "{name}");
    }
}

/// Neither here nor there: what somebody marked before is as it was.
#[then("nothing was adopted")]
async fn nothing(world: &mut World) {
    assert_eq!(services(world).await, Vec::<Value>::new());
    let all = world.operating.behind.all();
    let marked = all.values().filter(|one| !one["config"][SERVICE].is_null());
    let marked: Vec<&Value> = marked.map(|one| &one["name"]).collect();
    assert!(marked.iter().all(|name| *name == "theirs"), "{marked:?}");
}
