//! Steps about what backends had before the platform came: a hypervisor and a panel of the tests, which answer what their
//! drivers ask as Incus and WHM do.
use super::settings::{exported, rows};
use crate::{words::list, world::World};
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::{get, patch},
};
use cucumber::{gherkin::Step, given, then};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    net::{TcpListener, UnixListener},
    task::JoinHandle,
};

/// What a backend of the tests has, by the names that it has there, as it tells of it; it ends with its scenario.
#[derive(Default)]
pub struct Held {
    all: Kept,
    serving: Option<JoinHandle<()>>,
}

type Kept = Arc<Mutex<BTreeMap<String, Value>>>;

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
    }
}

impl Held {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        kept(&self.all)
    }
}

fn kept(all: &Kept) -> MutexGuard<'_, BTreeMap<String, Value>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where an Incus keeps whose an instance is.
const SERVICE: &str = "user.service-id";

#[given(regex = r#"^a hypervisor in "([^"]*)" that has these containers:$"#)]
async fn hypervisor(world: &mut World, name: String, step: &Step) {
    let all: BTreeMap<String, Value> =
        rows(step).iter().map(|row| (row[0].clone(), container(row))).collect();
    let held = Kept::new(Mutex::new(all));
    let incus = Router::new()
        .route("/1.0/instances", get(instances))
        .route("/1.0/instances/{name}", patch(changed))
        .with_state(Arc::clone(&held));
    let socket = world.operating.file("incus.socket");
    let listener = UnixListener::bind(&socket).expect("a socket");
    let serving = tokio::spawn(async move { axum::serve(listener, incus).await.expect("it serves") });
    let text = format!(
        "[[backend]]\nid = \"incus-fra\"\nport = \"containers\"\ndriver = \"incus\"\nendpoint = \"unix://{}\"\n\
         systems = [\"debian-13\"]\n",
        socket.display()
    );
    fs::write(world.operating.file(&name), text).expect("a file");
    world.operating.behind = Held { all: held, serving: Some(serving) };
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
        (SERVICE, if marked == "yes" { "0191a5d0-0000-7000-8000-000000000009" } else { "" }),
    ] {
        if !value.is_empty() {
            config[key] = value.into();
        }
    }
    let address = json!({ "family": "inet", "address": address, "netmask": "24", "scope": "global" });
    json!({
        "name": name, "type": "container", "status": status, "config": config, "expanded_config": config,
        "expanded_devices": { "root": { "type": "disk", "path": "/", "pool": "default", "size": disk } },
        "state": { "status": status, "network": { "eth0": { "type": "broadcast", "addresses": [address] } } }
    })
}

async fn instances(State(held): State<Kept>) -> Json<Value> {
    let all: Vec<Value> = kept(&held).values().cloned().collect();
    good(all.into())
}

/// Takes over the settings that are said, as a `PATCH` does.
async fn changed(
    State(held): State<Kept>,
    Path(name): Path<String>,
    Json(said): Json<Value>,
) -> Result<Json<Value>, StatusCode> {
    let mut all = kept(&held);
    let instance = all.get_mut(&name).ok_or(StatusCode::NOT_FOUND)?;
    for (key, value) in said["config"].as_object().into_iter().flatten() {
        instance["config"][key] = value.clone();
    }
    Ok(good(json!({})))
}

fn good(metadata: Value) -> Json<Value> {
    Json(json!({ "type": "sync", "status": "Success", "status_code": 200, "metadata": metadata }))
}

#[given(regex = r#"^a panel in "([^"]*)" that has these sites:$"#)]
async fn panel(world: &mut World, name: String, step: &Step) {
    let site = |row: &Vec<String>| {
        let [user, domain, stands] = &row[..] else { panic!("three columns") };
        let suspended = i32::from(stands == "suspended");
        (user.clone(), json!({ "user": user, "domain": domain, "suspended": suspended }))
    };
    let held = Kept::new(Mutex::new(rows(step).iter().map(site).collect()));
    let whm = Router::new().route("/json-api/listaccts", get(accounts)).with_state(Arc::clone(&held));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
    let address = listener.local_addr().expect("its address");
    let serving = tokio::spawn(async move { axum::serve(listener, whm).await.expect("it serves") });
    fs::write(world.operating.file("token"), "a-token").expect("a file");
    let text = format!(
        "[[backend]]\nid = \"whm-fra\"\nport = \"panel\"\ndriver = \"whm\"\nendpoint = \"http://{address}\"\n\
         user = \"root\"\ntoken = \"file:token\"\n"
    );
    fs::write(world.operating.file(&name), text).expect("a file");
    world.operating.behind = Held { all: held, serving: Some(serving) };
}

async fn accounts(State(held): State<Kept>, headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    if headers.get("authorization").is_none_or(|said| said != "whm root:a-token") {
        return Err(StatusCode::FORBIDDEN);
    }
    let all: Vec<Value> = kept(&held).values().cloned().collect();
    let metadata = json!({ "command": "listaccts", "reason": "OK", "result": 1, "version": 1 });
    Ok(Json(json!({ "data": { "acct": all }, "metadata": metadata })))
}

/// Writes what no backend knows; of containers also what theirs does not say of each.
#[given(regex = r#"^a file "([^"]*)" with the terms of (containers|sites)$"#)]
fn terms(world: &mut World, name: String, of: String) {
    let mut terms = json!({
        "plan_name": "Small", "billing_months": 1, "renewal_price": 4.99, "renewal_currency": "USD", "auto_renew": true,
        "renews_at": "+30d"
    });
    match of.as_str() {
        "sites" => terms["hosting"] = json!({ "kind": "standard" }),
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

/// The services that the only account has.
async fn services(world: &mut World) -> Vec<Value> {
    let mut all = exported(world).await;
    let services = all["accounts"][0]["services"].take();
    services.as_array().expect("an account with services").clone()
}

#[then(regex = r"^the account has these (containers|sites):$")]
async fn has_these(world: &mut World, sort: String, #[step] step: &Step) {
    let member = if sort == "sites" { "hosting" } else { "lxc" };
    let names = &step.table.as_ref().expect("a table").rows[0];
    let shown = |service: &Value, name: &String| {
        let value = match name.as_str() {
            "display_name" => &service["display_name"],
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
