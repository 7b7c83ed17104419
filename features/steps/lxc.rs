//! Steps about containers.
use crate::{
    instances::{self, machine},
    operations::ask,
    words::{Key, Switch, assert_none, choice, kind_of, list},
    world::{Machine, World},
};
use chrono::TimeDelta;
use cucumber::{Parameter, given, then, when};
use hosting_core::{
    Password,
    clock::Clock,
    instances::{InstanceKind, Metrics, instance},
    lxc::{
        ChangeLxcSnapshot, ControlLxcInstance, CreateLxcTerminalTicket, GetLxcInstance, GetLxcMetrics,
        ListLxcInstances, ListLxcSnapshots, LxcAction, LxcInstance, LxcSnapshot, ReinstallLxcInstance,
        ResetLxcPassword, SetLxcAutoRenew, SetLxcBillingPeriod, SnapshotAction,
    },
    money::Money,
    services::GetService,
};
use sea_orm::{Set, Unchanged};
use std::str::FromStr;
use uuid::Uuid;

/// `starts`, `stops` …, or what was done: `started`, `stopped` …
#[derive(Clone, Copy, Debug, Parameter)]
#[param(
    name = "lxc_power",
    regex = "starts|restarts|freezes|unfreezes|stops|started|restarted|froze|unfroze|stopped"
)]
pub struct PowerWord(LxcAction);

impl FromStr for PowerWord {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Ok(Self(match word {
            "starts" | "started" => LxcAction::Start,
            "restarts" | "restarted" => LxcAction::Restart,
            "freezes" | "froze" => LxcAction::Freeze,
            "unfreezes" | "unfroze" => LxcAction::Unfreeze,
            "stops" | "stopped" => LxcAction::Stop,
            other => return Err(format!("{other} is nothing that is done to a container")),
        }))
    }
}

/// `takes`, `deletes` or `restores`, or what was done
#[derive(Clone, Copy, Debug, Parameter)]
#[param(name = "snapshotting", regex = "takes|deletes|restores|took|deleted|restored")]
pub struct SnapshotWord(SnapshotAction);

impl FromStr for SnapshotWord {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Ok(Self(match word {
            "takes" | "took" => SnapshotAction::Create,
            "deletes" | "deleted" => SnapshotAction::Delete,
            "restores" | "restored" => SnapshotAction::Restore,
            other => return Err(format!("{other} is nothing that is done to a snapshot")),
        }))
    }
}

#[when(regex = r"^(\S+) lists (?:her|his|their) containers$")]
async fn list_containers(world: &mut World, who: String) {
    let _ = world.perform(&who, ListLxcInstances::default()).await;
}

#[when(regex = r#"^(\S+) looks up the container "([^"]*)"$"#)]
async fn look_up(world: &mut World, who: String, name: String) {
    let service_id = machine(world, &name).id;
    let _ = world.perform(&who, GetLxcInstance { service_id }).await;
}

#[then(regex = r#"^it can be reinstalled with "([^"]*)" and with "([^"]*)"$"#)]
fn can_be_reinstalled(world: &mut World, one: String, other: String) {
    let shown: LxcInstance =
        serde_json::from_value(world.last().outcome.clone().expect("a container")).expect("a container");
    assert!(shown.distributions.contains(&one) && shown.distributions.contains(&other), "{shown:?}");
}

#[when(regex = r"^(\S+) looks up a container that never was$")]
async fn look_up_unknown(world: &mut World, who: String) {
    let service_id = world.stage.clock.id();
    let _ = world.perform(&who, GetLxcInstance { service_id }).await;
}

#[given(expr = "{word} {lxc_power} the container {string}{key}")]
#[when(expr = "{word} {lxc_power} the container {string}{key}")]
async fn control(world: &mut World, who: String, action: PowerWord, name: String, key: Key) {
    let operation = ControlLxcInstance { service_id: machine(world, &name).id, action: action.0 };
    let key = key.or(world.new_key());
    let _ = world.perform_with(&who, key.as_deref(), operation).await;
}

#[given(expr = "{word} {snapshotting} the snapshot {string} of the container {string}{key}")]
#[when(expr = "{word} {snapshotting} the snapshot {string} of the container {string}{key}")]
async fn change_snapshot(
    world: &mut World,
    who: String,
    action: SnapshotWord,
    called: String,
    name: String,
    key: Key,
) {
    let service_id = machine(world, &name).id;
    let key = key.or(world.new_key());
    let operation = ChangeLxcSnapshot { service_id, action: action.0, name: called };
    let _ = world.perform_with(&who, key.as_deref(), operation).await;
}

#[given(regex = r#"^the container "([^"]*)" has the snapshot "([^"]*)"$"#)]
async fn has_snapshot(world: &mut World, name: String, called: String) {
    let owner = machine(world, &name).owner;
    change_snapshot(world, owner, SnapshotWord(SnapshotAction::Create), called, name, Key::New).await;
    world.stage.work_off().await;
    world.endings.pop().expect("an answer").outcome.expect("a snapshot");
}

async fn set(world: &mut World, who: &str, name: &str, password: &str, key: Key) {
    let service_id = machine(world, name).id;
    let key = key.or(world.new_key());
    let operation = ResetLxcPassword { service_id, password: password.into() };
    let _ = world.perform_with(who, key.as_deref(), operation).await;
}

#[given(expr = "{word} set the password of the container {string} to {string}{key}")]
#[when(expr = "{word} sets the password of the container {string} to {string}{key}")]
async fn set_password(world: &mut World, who: String, name: String, password: String, key: Key) {
    set(world, &who, &name, &password, key).await;
}

#[when(regex = r#"^(\S+) sets a password of (\d+) characters for the container "([^"]*)"$"#)]
async fn set_long_password(world: &mut World, who: String, length: usize, name: String) {
    set(world, &who, &name, &"ü".repeat(length), Key::New).await;
}

#[when(regex = r#"^(\S+) sets a password of two lines for the container "([^"]*)"$"#)]
async fn set_broken_password(world: &mut World, who: String, name: String) {
    set(world, &who, &name, "correct horse\nbattery", Key::New).await;
}

#[given(expr = "{word} reinstalled the container {string} with {string}{key}")]
#[when(expr = "{word} reinstalls the container {string} with {string}{key}")]
async fn reinstall(world: &mut World, who: String, name: String, distribution: String, key: Key) {
    let service_id = machine(world, &name).id;
    let key = key.or(world.new_key());
    let _ = world.perform_with(&who, key.as_deref(), ReinstallLxcInstance { service_id, distribution }).await;
}

#[given(expr = "{word} turned auto-renew {switch} for the container {string}{key}")]
#[when(expr = "{word} turns auto-renew {switch} for the container {string}{key}")]
async fn turn_auto_renew(world: &mut World, who: String, to: Switch, name: String, key: Key) {
    let operation = SetLxcAutoRenew { service_id: machine(world, &name).id, enabled: to.0 };
    let key = key.or(world.new_key());
    let _ = world.perform_with(&who, key.as_deref(), operation).await;
}

#[given(expr = "{word} paid the container {string} every {int} month(s){key}")]
#[when(expr = "{word} pays the container {string} every {int} month(s){key}")]
async fn pay(world: &mut World, who: String, name: String, billing_months: i32, key: Key) {
    let operation = SetLxcBillingPeriod { service_id: machine(world, &name).id, billing_months };
    let key = key.or(world.new_key());
    let _ = world.perform_with(&who, key.as_deref(), operation).await;
}

#[when(regex = r#"^(\S+) asks what the container "([^"]*)" used$"#)]
async fn ask_metrics(world: &mut World, who: String, name: String) {
    let service_id = machine(world, &name).id;
    let _ = world.perform(&who, GetLxcMetrics { service_id }).await;
}

/// The container as its owner sees it.
async fn seen(world: &mut World, name: &str) -> LxcInstance {
    let Machine { id, owner, .. } = machine(world, name);
    world.look(&owner, GetLxcInstance { service_id: id }).await
}

/// Its snapshots, likewise.
async fn snapshots(world: &mut World, name: &str) -> Vec<LxcSnapshot> {
    let Machine { id, owner, .. } = machine(world, name);
    world.look(&owner, ListLxcSnapshots { service_id: id, ..Default::default() }).await.items
}

fn told(world: &World) -> LxcInstance {
    let data = world.last().outcome.clone().expect("a container");
    serde_json::from_value(data).expect("a container")
}

#[then(regex = r#"^(?:she|he|they) sees the containers "([^"]*)"$"#)]
fn sees(world: &mut World, names: String) {
    let data = world.last().outcome.clone().expect("containers");
    let seen: Vec<LxcInstance> = serde_json::from_value(data).expect("containers");
    let seen: Vec<_> = seen.into_iter().map(|one| one.display_name).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[then(regex = "^(?:she|he|they) sees no containers$")]
fn sees_none(world: &mut World) {
    sees(world, String::new());
}

#[given(regex = r#"^the container "([^"]*)" is reached by SSH at "([^"]*)" on port (\d+)$"#)]
async fn is_reached(world: &mut World, name: String, host: String, port: i32) {
    let row = instance::ActiveModel {
        service_id: Unchanged(machine(world, &name).id),
        ssh_host: Set(Some(host)),
        ssh_port: Set(Some(port)),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[given(regex = r#"^the container "([^"]*)" runs "([^"]*)"$"#)]
async fn runs(world: &mut World, name: String, distribution: String) {
    instances::runs(world, &name, &distribution).await;
}

#[when(regex = r#"^(\S+) lists the snapshots of the container "([^"]*)"$"#)]
async fn list_snapshots(world: &mut World, who: String, name: String) {
    let service_id = machine(world, &name).id;
    let _ = world.perform(&who, ListLxcSnapshots { service_id, ..Default::default() }).await;
}

#[then(regex = r#"^it is reached by SSH at "([^"]*)" on port (\d+)$"#)]
fn reached(world: &mut World, host: String, port: i32) {
    let container = told(world);
    assert_eq!((container.ssh_host, container.ssh_port), (Some(host), Some(port)));
}

#[then(regex = r#"^the answer shows the container "([^"]*)"$"#)]
fn shows(world: &mut World, status: String) {
    assert_eq!(told(world).status, choice(&status));
}

#[then(regex = r#"^the answer shows the snapshot "([^"]*)"$"#)]
fn shows_snapshot(world: &mut World, status: String) {
    let data = world.last().outcome.clone().expect("a snapshot");
    let snapshot: LxcSnapshot = serde_json::from_value(data).expect("a snapshot");
    assert_eq!(snapshot.status, choice(&status));
}

#[then(regex = r#"^the snapshots of the container "([^"]*)" are "([^"]*)"$"#)]
async fn snapshots_are(world: &mut World, name: String, names: String) {
    let names_seen: Vec<_> = snapshots(world, &name).await.into_iter().map(|one| one.name).collect();
    assert_eq!(names_seen, list(&names, ", "));
}

#[then(regex = r#"^the snapshot "([^"]*)" of the container "([^"]*)" is "([^"]*)"$"#)]
async fn snapshot_is(world: &mut World, called: String, name: String, status: String) {
    let all = snapshots(world, &name).await;
    let one = all.iter().find(|one| one.name == called).unwrap_or_else(|| panic!("{all:?}"));
    assert_eq!(one.status, choice(&status), "{one:?}");
    if status == "ready" {
        assert!(one.size_bytes.is_some_and(|size| size.0 > 0), "{one:?}");
    }
}

#[then(regex = r#"^the snapshot "([^"]*)" of the container "([^"]*)" says "([^"]*)"$"#)]
async fn snapshot_says(world: &mut World, called: String, name: String, words: String) {
    let all = snapshots(world, &name).await;
    let error = all.iter().find(|one| one.name == called).and_then(|one| one.last_error.clone());
    assert_eq!(error.as_deref().map(kind_of), Some(words.as_str()), "it says {error:?}");
}

#[then(regex = r#"^the container "([^"]*)" has "([^"]*)" installed$"#)]
async fn installed(world: &mut World, name: String, distribution: String) {
    assert_eq!(seen(world, &name).await.distribution, distribution);
}

#[then(regex = r#"^"([^"]*)" opens the container "([^"]*)"$"#)]
async fn opens(world: &mut World, password: String, name: String) {
    assert!(accepts(world, &name, &password).await, "it does not");
}

#[then(regex = r#"^"([^"]*)" does not open the container "([^"]*)"$"#)]
async fn does_not_open(world: &mut World, password: String, name: String) {
    assert!(!accepts(world, &name, &password).await, "it does");
}

async fn accepts(world: &World, name: &str, password: &str) -> bool {
    let sandbox = &world.stage.backends.lxc.backend;
    sandbox.accepts(machine(world, name).id, &Password::from(password)).await.expect("the sandbox")
}

/// What was used, and the minutes from each point to the next.
fn metrics(world: &World) -> (Metrics, Vec<i64>) {
    let data = world.last().outcome.clone().expect("metrics");
    let metrics: Metrics = serde_json::from_value(data).expect("metrics");
    assert_eq!(metrics.to.utc() - metrics.from.utc(), TimeDelta::hours(24));
    assert_eq!(metrics.resolution_seconds, 300);
    assert!(metrics.points.iter().all(|point| metrics.from <= point.at && point.at <= metrics.to));
    let steps = metrics.points.windows(2).map(|two| (two[1].at.utc() - two[0].at.utc()).num_minutes());
    let steps = steps.collect();
    (metrics, steps)
}

#[then(regex = r"^there are points for (\d+) minutes, 5 minutes apart$")]
fn points_for(world: &mut World, minutes: usize) {
    let (metrics, steps) = metrics(world);
    assert!(steps.iter().all(|step| *step == 5), "{steps:?}");
    // The first look only begins to count, and the last point may have just begun.
    let wanted = minutes / 5 - 1..=minutes / 5 + 1;
    assert!(wanted.contains(&metrics.points.len()), "{} points", metrics.points.len());
}

#[then("there are no points")]
fn no_points(world: &mut World) {
    assert_none(&metrics(world).0.points);
}

#[then(regex = r"^there is a gap of (\d+) minutes between two points$")]
fn gap(world: &mut World, minutes: i64) {
    let gaps: Vec<_> = metrics(world).1.into_iter().filter(|step| *step != 5).collect();
    assert!(gaps.len() == 1 && (minutes..=minutes + 10).contains(&gaps[0]), "{gaps:?}");
}

#[then("each point is within what the container has")]
async fn within_bounds(world: &mut World) {
    let metrics = metrics(world).0;
    assert!(!metrics.points.is_empty(), "there are points");
    let names = world.instances.iter().find(|(_, one)| one.id == metrics.service_id);
    let name = names.expect("the container").0.clone();
    let has = seen(world, &name).await;
    for point in metrics.points {
        assert!(point.cpu_percent > 0.0 && point.cpu_percent <= 100.0, "{point:?}");
        assert!((1..=has.memory_bytes.0).contains(&point.memory_bytes.0), "{point:?}");
        assert!(point.disk_bytes.is_some_and(|disk| (1..=has.disk_bytes.0).contains(&disk.0)), "{point:?}");
        let counted =
            [point.network_in_bytes, point.network_out_bytes, point.disk_read_bytes, point.disk_write_bytes];
        assert!(counted.iter().all(|bytes| bytes.0 > 0), "{point:?}");
    }
}

#[then(expr = "auto-renew is {switch} for the container {string}")]
async fn auto_renew_is(world: &mut World, expected: Switch, name: String) {
    assert_eq!(Switch(seen(world, &name).await.auto_renew), expected);
    let Machine { id, owner, .. } = machine(world, &name);
    let service = world.look(&owner, GetService { service_id: id }).await;
    assert_eq!(Switch(service.auto_renew), expected, "her services say the same");
}

#[then(regex = r#"^the container "([^"]*)" costs (\d+(?:\.\d+)?) USD every (\d+) months?$"#)]
async fn costs(world: &mut World, name: String, price: f64, months: i32) {
    assert_eq!(seen(world, &name).await.billing_months, months);
    let Machine { id, owner, .. } = machine(world, &name);
    let service = world.look(&owner, GetService { service_id: id }).await;
    assert_eq!(service.billing_months, months);
    assert_eq!(Some(service.renewal_price), Money::from_dollars(price));
}

const EXAMPLE: &str = "every-container";

/// Lets `who` have the container of the examples.
pub async fn own(world: &mut World, who: &str) {
    instances::own(world, who, InstanceKind::Lxc, EXAMPLE, "running").await;
}

/// The container that is an example.
pub fn example(world: &World) -> Uuid {
    world.instances[EXAMPLE].id
}

/// Asks for an example of any operation on containers.
pub async fn ask_of(world: &mut World, who: &str, operation: &str) {
    let service_id = world.instances[EXAMPLE].id;
    let (limit, cursor) = (None, None);
    match operation {
        "lxcInstances" => ask(world, who, ListLxcInstances { limit, cursor }).await,
        "lxcInstance" => ask(world, who, GetLxcInstance { service_id }).await,
        "lxcMetrics" => ask(world, who, GetLxcMetrics { service_id }).await,
        "controlLxcInstance" => {
            ask(world, who, ControlLxcInstance { service_id, action: LxcAction::Stop }).await;
        }
        "lxcSnapshots" => ask(world, who, ListLxcSnapshots { service_id, limit, cursor }).await,
        "changeLxcSnapshot" => {
            let (action, name) = (SnapshotAction::Create, "before-upgrade".to_owned());
            ask(world, who, ChangeLxcSnapshot { service_id, action, name }).await;
        }
        "resetLxcPassword" => {
            let password = "correct horse battery".into();
            ask(world, who, ResetLxcPassword { service_id, password }).await;
        }
        "reinstallLxcInstance" => {
            let distribution = "debian-12".to_owned();
            ask(world, who, ReinstallLxcInstance { service_id, distribution }).await;
        }
        "createLxcTerminalTicket" => ask(world, who, CreateLxcTerminalTicket { service_id }).await,
        "setLxcAutoRenew" => ask(world, who, SetLxcAutoRenew { service_id, enabled: true }).await,
        "setLxcBillingPeriod" => {
            ask(world, who, SetLxcBillingPeriod { service_id, billing_months: 12 }).await;
        }
        other => panic!("no example of {other}"),
    }
}
