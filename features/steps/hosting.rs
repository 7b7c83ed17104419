//! Steps about shared hosting.
use crate::{
    services,
    words::{Key, choice, list},
    world::{Owned, World},
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    bytes::Bytes,
    clock::Clock,
    hosting::{
        CreatePanelAccess, GetHostingStats, HostingKind, HostingService, HostingStats, HostingStatus,
        ListHostingServices, PanelTarget, row,
    },
    providers::{Failure, panel::Panel},
    services::service,
};
use sea_orm::{Set, Unchanged};

/// Lets `who` have a site.
pub async fn give(world: &mut World, who: &str, kind: &str, domain: &str) {
    services::order(world, who, "shared_hosting", domain, "active").await;
    let row = row::Model {
        service_id: world.services[domain].id,
        account_id: world.person(who).account,
        kind: choice::<HostingKind>(kind),
        primary_domain: domain.to_owned(),
        site: site(domain),
        last_activity_at: None,
        inactivity_suspended_at: None,
        deletion_deadline: None,
        site_state: None,
        due_at: None,
        updated_at: world.stage.clock.now(),
        backend: None,
    };
    world.stage.insert(row).await;
}

/// The user of a site at the panel.
fn site(domain: &str) -> String {
    domain.replace('.', "-")
}

fn owned(world: &World, domain: &str) -> Owned {
    world.services.get(domain).cloned().unwrap_or_else(|| panic!("nobody has {domain}"))
}

/// The site as its owner sees it.
async fn seen(world: &mut World, domain: &str) -> HostingService {
    let Owned { id, owner } = owned(world, domain);
    let page = world.look(&owner, ListHostingServices::default()).await;
    page.items.into_iter().find(|site| site.id == id).unwrap_or_else(|| panic!("{domain} is not listed"))
}

#[given(regex = r#"^(a day later )?(\w+) has the (free|standard) hosting "([^"]+)"$"#)]
async fn has(world: &mut World, later: String, who: String, kind: String, domain: String) {
    if !later.is_empty() {
        world.pass(TimeDelta::days(1));
    }
    give(world, &who, &kind, &domain).await;
}

#[given(regex = r#"^the hosting "([^"]*)" became "([^"]*)"$"#)]
#[when(regex = r#"^the hosting "([^"]*)" becomes "([^"]*)"$"#)]
async fn becomes(world: &mut World, domain: String, status: String) {
    let id = owned(world, &domain).id;
    let status = Set(choice::<service::ServiceStatus>(&status));
    let now = Set(world.stage.clock.now());
    let changed = service::ActiveModel { id: Unchanged(id), status, updated_at: now, ..Default::default() };
    world.stage.update(changed).await;
}

#[given(regex = r#"^nobody used "([^"]*)" for (\d+) days$"#)]
#[when(regex = r#"^nobody uses "([^"]*)" for (\d+) days$"#)]
async fn unused(world: &mut World, domain: String, days: i64) {
    owned(world, &domain);
    world.pass(TimeDelta::days(days));
    world.stage.run_routines().await;
    world.stage.work_off().await;
}

#[given(regex = r"^(\d+) days passed in which the platform was down$")]
#[when(regex = r"^(\d+) days pass in which the platform is down$")]
fn passes_unseen(world: &mut World, days: i64) {
    world.pass(TimeDelta::days(days));
}

#[given("the platform is up again")]
#[when("the platform is up again")]
async fn up_again(world: &mut World) {
    world.stage.run_routines().await;
}

#[when("the platform looks at the time, twice at once")]
async fn twice_at_once(world: &mut World) {
    tokio::join!(world.stage.run_routines(), world.stage.run_routines());
}

#[when(regex = r"^(\S+) lists (?:her|his) hosting$")]
async fn lists(world: &mut World, who: String) {
    let _ = world.perform(&who, ListHostingServices::default()).await;
}

#[given(regex = r#"^(\S+) asked what "([^"]*)" uses$"#)]
#[when(regex = r#"^(\S+) asks what "([^"]*)" uses$"#)]
async fn asks_stats(world: &mut World, who: String, domain: String) {
    let id = owned(world, &domain).id;
    let _ = world.perform(&who, GetHostingStats::of(id)).await;
}

#[given(
    regex = r#"^(\w+) asked for a link to the (panel|file manager) of "([^"]+)"( with the key "[^"]*")?$"#
)]
#[when(regex = r#"^(\w+) asks for a link to the (panel|file manager) of "([^"]+)"( with the key "[^"]*")?$"#)]
async fn asks_link(world: &mut World, who: String, target: String, domain: String, key: String) {
    let id = owned(world, &domain).id;
    let key: Key = key.parse().expect("a key");
    let key = key.or(world.new_key());
    let operation =
        CreatePanelAccess::to(id, choice::<PanelTarget>(&target.replace("file manager", "filemanager")));
    let _ = world.perform_with(&who, key.as_deref(), operation).await;
}

#[given("the panel will bring a site back but make no link")]
fn makes_no_link(world: &mut World) {
    use hosting_drivers::fault::Fault;
    let faults = &world.stage.backends.panel.backend.faults;
    faults.next(Fault::Nothing, 1);
    faults.next(Fault::Unavailable, 1);
}

#[then(regex = r#"^(?:she|he) sees the hosting "([^"]*)"$"#)]
fn sees(world: &mut World, domains: String) {
    let data = world.last().outcome.clone().expect("hosting");
    let seen: Vec<HostingService> = serde_json::from_value(data).expect("hosting");
    let seen: Vec<_> = seen.into_iter().map(|site| site.primary_domain).collect();
    assert_eq!(seen, list(&domains, ", "));
}

#[then(regex = "^(?:she|he) sees no hosting$")]
fn sees_none(world: &mut World) {
    sees(world, String::new());
}

#[then(regex = r#"^"([^"]*)" is (\S+) hosting on the panel "([^"]*)"$"#)]
async fn is_kind(world: &mut World, domain: String, kind: String, panel: String) {
    let site = seen(world, &domain).await;
    assert_eq!((site.kind, site.panel), (choice::<HostingKind>(&kind), panel));
}

#[then(regex = r#"^the hosting "([^"]*)" is "([^"]*)"$"#)]
async fn is(world: &mut World, domain: String, status: String) {
    assert_eq!(seen(world, &domain).await.status, choice::<HostingStatus>(&status));
}

#[then(regex = r#"^"([^"]*)" is to be deleted in (\d+) days$"#)]
async fn to_be_deleted(world: &mut World, domain: String, days: i64) {
    let deadline = seen(world, &domain).await.deletion_deadline;
    assert_eq!(deadline, Some(world.stage.clock.now().plus(TimeDelta::days(days))));
}

#[then(regex = r#"^"([^"]*)" is not to be deleted$"#)]
async fn not_to_be_deleted(world: &mut World, domain: String) {
    let site = seen(world, &domain).await;
    assert_eq!((site.deletion_deadline, site.inactivity_suspended_at), (None, None));
}

#[then(regex = r#"^"([^"]*)" was last used now$"#)]
async fn used_now(world: &mut World, domain: String) {
    let used = seen(world, &domain).await.last_activity_at;
    assert_eq!(used, Some(world.stage.clock.now()));
}

#[then(regex = r#"^"([^"]*)" was last used (\d+) days ago$"#)]
async fn used_ago(world: &mut World, domain: String, days: i64) {
    let used = seen(world, &domain).await.last_activity_at;
    assert_eq!(used, Some(world.stage.clock.now().plus(-TimeDelta::days(days))));
}

#[then(regex = r#"^"([^"]*)" shows no use$"#)]
async fn shows_no_use(world: &mut World, domain: String) {
    assert_eq!(seen(world, &domain).await.last_activity_at, None);
}

#[then(regex = r#"^the panel (serves|has suspended|has removed) "([^"]+)"$"#)]
async fn panel_state(world: &mut World, what: String, domain: String) {
    let panel = &world.stage.backends.panel.backend;
    let (work, target) = (world.stage.clock.id(), PanelTarget::Panel);
    let let_in = panel.login(work, &site(&domain), target, TimeDelta::minutes(5)).await;
    let state = match let_in {
        Ok(_) => "serves",
        Err(Failure::Refused(why)) if why.ends_with("suspended") => "has suspended",
        Err(Failure::Refused(why)) if why.ends_with("removed") => "has removed",
        Err(other) => panic!("{other}"),
    };
    assert_eq!(state, what);
}

fn stats(world: &World, ending: usize) -> HostingStats {
    let ending = &world.endings[world.endings.len() - 1 - ending];
    serde_json::from_value(ending.outcome.clone().expect("figures")).expect("figures")
}

#[then("the figures are within their limits, and of this moment")]
fn within_limits(world: &mut World) {
    let stats = stats(world, 0);
    let figure = |figure: Option<Bytes>| figure.expect("a figure").0;
    assert!((1..=figure(stats.disk_limit_bytes)).contains(&figure(stats.disk_used_bytes)));
    assert!((1..=figure(stats.bandwidth_limit_bytes)).contains(&figure(stats.bandwidth_used_bytes)));
    assert!(stats.inodes_used.is_some_and(|count| count > 0), "{stats:?}");
    assert_eq!(stats.measured_at, world.stage.clock.now());
}

#[then("the figures have moved")]
fn have_moved(world: &mut World) {
    let (now, before) = (stats(world, 0), stats(world, 1));
    assert_eq!(now.service_id, before.service_id);
    assert_ne!(now.disk_used_bytes, before.disk_used_bytes);
    assert!(now.bandwidth_used_bytes > before.bandwidth_used_bytes, "more of the month has passed");
}
