//! Steps about the identities in paths, of every route there is.
use crate::{
    conversion, email,
    facades::rest::{ROUTES, start},
    lxc,
    people::Person,
    world::World,
};
use axum::body::Body;
use cucumber::{gherkin::Step, then, when};
use hosting_core::clock::Clock;
use hosting_rest::bind::Binding;
use serde_json::{Value, json};
use uuid::Uuid;

/// A request with an identity that names nothing of the caller's, and the same with one that never was.
pub struct Guess {
    /// The operation.
    operation: &'static str,
    /// The path, as the table of routes has it.
    path: &'static str,
    /// Which identity of the path it is.
    identity: String,
    /// The status and the refusal that each was answered with.
    answers: [(u16, Value); 2],
}

/// The names in braces.
fn identities(path: &str) -> impl Iterator<Item = &str> {
    path.split(['{', '}']).skip(1).step_by(2)
}

/// What is Kofi's, of the kind that stands in `path`.
fn kofis(world: &World, path: &str, name: &str) -> String {
    let service = |name: &str| world.services[name].id;
    let id = match (name, path) {
        ("domainId", _) => world.domain("everything.example").id,
        ("recordId", _) => *world.records.values().next().expect("a record"),
        ("jobId", _) => conversion::job_id(world),
        ("snapshotId", _) => return world.snapshots.values().next().expect("a snapshot").clone(),
        (_, path) if path.starts_with("/v1/services") => service("everything"),
        (_, path) if path.starts_with("/v1/email") => email::of(world, "everything.example"),
        (_, path) if path.starts_with("/v1/hosting") => service("site.everything.example"),
        (_, path) if path.starts_with("/v1/lxc") => lxc::example(world),
        (_, path) if path.starts_with("/v1/kvm") => service("a machine"),
        _ => panic!("{path}: nothing of Kofi's is a {name}"),
    };
    id.to_string()
}

/// What is Ama's, where another identity follows it in the path.
fn amas(world: &World, name: &str) -> Uuid {
    match name {
        "domainId" => world.domain("acacia.example").id,
        "serviceId" => world.services["db"].id,
        _ => panic!("nothing of Ama's is a {name} that another identity follows"),
    }
}

/// A body that the operation takes.
fn body(operation: &str) -> Value {
    match operation {
        "setDomainAutoRenew" | "setLxcAutoRenew" | "setKvmAutoRenew" => json!({ "enabled": true }),
        "setDomainNameservers" => json!({ "nameServers": ["ns1.other.example", "ns2.other.example"] }),
        "createDnsRecord" => json!({ "name": "www", "content": "192.0.2.1" }),
        "updateDnsRecord" => json!({ "ttl": 300 }),
        "controlKvmInstance" | "controlLxcInstance" => json!({ "action": "stop" }),
        "changeLxcSnapshot" => json!({ "action": "create", "name": "nightly" }),
        "resetKvmPassword" | "resetLxcPassword" => json!({ "password": "correct horse battery" }),
        "reinstallLxcInstance" => json!({ "distribution": "debian-12" }),
        "setLxcBillingPeriod" => json!({ "billingMonths": 12 }),
        "createKvmSnapshot" => json!({ "name": "nightly" }),
        "updateKvmSnapshot" => json!({ "name": "weekly" }),
        "rollbackKvmSnapshot" => json!({ "snapshotId": "nightly" }),
        // Whatever else there is takes nothing but the path; else it is refused for its body, and that is seen.
        _ => json!({}),
    }
}

/// Asks on `route` with `id` at `place`: Ama's own identities before it, Kofi's after it.
async fn ask(world: &World, who: &Person, route: &Binding, place: usize, id: &str) -> (u16, Value) {
    let mut at = 0..;
    let segment = |segment: &str| match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        None => segment.to_owned(),
        Some(name) => match at.next().expect("a place") {
            one if one < place => amas(world, name).to_string(),
            one if one == place => id.to_owned(),
            _ => kofis(world, route.path, name),
        },
    };
    let path = route.path.split('/').map(segment).collect::<Vec<_>>().join("/");
    let request = start(who, Some(&world.new_key())).method(&route.method).uri(path);
    let request = match route.effect.is_mutation() {
        true => {
            let body = body(route.id).to_string();
            request.header("content-type", "application/json").body(Body::from(body))
        }
        false => request.body(Body::empty()),
    };
    let http = world.stage.send(who.address, request.expect("a request")).await;
    let mut refusal = http.json();
    let error = refusal["error"].as_object_mut().unwrap_or_else(|| panic!("{}: {:?}", route.id, http.json()));
    error.shift_remove("request_id").expect("an identity");
    (http.status, refusal)
}

#[when(regex = r"^(\S+) asks with an identity that is (.*) wherever one stands in a path$")]
async fn asks_everywhere(world: &mut World, who: String, which: String) {
    let who = world.person(&who).clone();
    for route in ROUTES.iter() {
        for (place, identity) in identities(route.path).enumerate() {
            let kofis = kofis(world, route.path, identity);
            let id = match which.as_str() {
                "Kofi's" => kofis,
                "malformed" => "not-an-identity".to_owned(),
                "almost an UUID" => format!("{}z", &kofis[..kofis.len() - 1]),
                "without dashes" => kofis.replace('-', ""),
                _ => Uuid::nil().to_string(),
            };
            let unknown = world.stage.clock.id().to_string();
            let answers =
                [ask(world, &who, route, place, &id).await, ask(world, &who, route, place, &unknown).await];
            let identity = identity.to_owned();
            world.guesses.push(Guess { operation: route.id, path: route.path, identity, answers });
        }
    }
}

#[then("each request is refused as what is not there, and says nothing else than for an unknown one:")]
fn each_refused(world: &mut World, step: &Step) {
    let rows = &step.table.as_ref().expect("a table").rows[1..];
    let mut seen = vec![0; rows.len()];
    for Guess { operation, path, identity, answers: [this, unknown] } in &world.guesses {
        let row =
            rows.iter().position(|row| row[0] == *identity && path.starts_with(&format!("{}/", row[1])));
        let row = row.unwrap_or_else(|| panic!("{path}: nothing is said of its {identity}"));
        seen[row] += 1;
        assert_eq!(this, unknown, "{operation} with another {identity}");
        assert_eq!(
            (this.0, this.1["error"]["code"].as_str()),
            (404, Some(rows[row][2].as_str())),
            "{operation}"
        );
    }
    assert!(seen.iter().all(|&count| count > 0), "some are in no path: {seen:?}");
}
