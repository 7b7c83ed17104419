//! Steps about backends that do not do their part, and about the work on them.
use crate::{instances::hypervisor, words::list, world::World};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{AREAS, domains::SetDomainNameservers, queue};
use hosting_drivers::fault::{Fault, Faults};
use sea_orm::{ConnectionTrait, EntityTrait};
use std::{sync::Arc, time::Duration};
use tokio::task::JoinHandle;

/// The faults of a backend.
fn faults(world: &World, backend: &str) -> Arc<Faults> {
    let backends = &world.stage.backends;
    match backend {
        "registrar" => Arc::clone(&backends.registrar.backend.faults),
        "nameservers" => Arc::clone(&backends.dns.backend.faults),
        "hypervisor" => Arc::clone(&hypervisor(world).backend.faults),
        "panel" => Arc::clone(&backends.panel.backend.faults),
        "mail servers" => Arc::clone(&backends.mail.backend.faults),
        "bank" => Arc::clone(&backends.billing.faults),
        "converter" => Arc::clone(&backends.converter.faults),
        other => panic!("{other}: no such backend"),
    }
}

#[given(
    regex = r"^the (registrar|nameservers|mail servers|panel|hypervisor|converter|bank) will (refuse|be away for|not answer|die half-way through) the next(?: (\d+))? requests?$"
)]
fn goes_wrong(world: &mut World, backend: String, what: String, times: String) {
    let fault = match what.as_str() {
        "refuse" => Fault::Refused,
        "be away for" => Fault::Unavailable,
        "not answer" => Fault::Timeout,
        _ => Fault::DiesHalfway,
    };
    faults(world, &backend).next(fault, times.parse().unwrap_or(1));
}

#[given(regex = r"^the (?:registrar|nameservers|mail servers|panel|hypervisor|bank) ha(?:s|ve) caught up$")]
#[when(regex = r"^the (?:registrar|nameservers|mail servers|panel|hypervisor|bank) ha(?:s|ve) caught up$")]
async fn caught_up(world: &mut World) {
    if let Some(work) = world.work.take() {
        work.await.expect("the work that is under way");
    }
    world.stage.work_off().await;
}

#[when(
    regex = r"^the (?:registrar|nameservers|mail servers|panel|hypervisor|converter|bank) ha(?:s|ve) had (\d+) attempts$"
)]
async fn had_attempts(world: &mut World, attempts: u32) {
    for attempt in 0..attempts {
        world.stage.work_off().await;
        world.pass(TimeDelta::seconds(1 << attempt));
    }
}

#[given(
    regex = r"^the (?:registrar|nameservers|mail servers|panel|hypervisor|converter|bank) ha(?:s|ve) had a day more$"
)]
#[when(
    regex = r"^the (?:registrar|nameservers|mail servers|panel|hypervisor|converter|bank) ha(?:s|ve) had a day more$"
)]
async fn had_a_day(world: &mut World) {
    for _ in 0..96 {
        world.stage.work_off().await;
        world.pass(TimeDelta::minutes(15));
    }
}

#[when(regex = r"^the registrar has had (\d+) days, and is looked at each day$")]
async fn had_days(world: &mut World, days: usize) {
    for _ in 0..days {
        world.stage.run_routines().await;
        had_a_day(world).await;
    }
}

#[given(
    regex = r"^the (registrar|nameservers) will take the next request, and refuse the (?:one|(\d+)) after it$"
)]
fn will_take_one(world: &mut World, backend: String, times: String) {
    let (faults, times) = (faults(world, &backend), times.parse().unwrap_or(1));
    faults.next(Fault::Nothing, 1);
    faults.next(Fault::Refused, times);
}

#[then(regex = r"^the operator finds (\d+) pieces? of work that (?:was|were) given up$")]
async fn finds_given_up(world: &mut World, count: usize) {
    let jobs = queue::operator::list(world.stage.database()).await.expect("the queue");
    assert_eq!(jobs.iter().filter(|job| job.status == queue::JobStatus::Dead).count(), count, "{jobs:?}");
}

#[then(
    regex = r"^the (registrar|nameservers|mail servers|panel|hypervisor) w(?:as|ere) asked (?:once|(\d+) times)$"
)]
fn were_asked(world: &mut World, backend: String, times: String) {
    let backends = &world.stage.backends;
    let asked = match backend.as_str() {
        "registrar" => backends.registrar.asked(),
        "nameservers" => backends.dns.asked(),
        "hypervisor" => hypervisor(world).asked(),
        "panel" => backends.panel.asked(),
        "mail servers" => backends.mail.asked(),
        other => panic!("{other}: no such backend"),
    };
    assert_eq!(asked, times.parse().unwrap_or(1));
}

/// Has a domain handed over, which waits for a worker.
async fn hand_over(world: &mut World, name: &str, to: &str) {
    let domain = world.domain(name);
    let operation = SetDomainNameservers { domain_id: domain.id, name_servers: list(to, ", ") };
    world.perform(&domain.owner, operation).await.expect("a hand-over that is accepted");
}

/// Kills a worker over the next work, while the backend is at it.
pub async fn dies(world: &World, backend: &str) {
    // Longer than any machine needs to kill it.
    let work = in_hands(world, backend, Duration::from_mins(1)).await;
    work.abort();
    assert!(work.await.expect_err("it was killed").is_cancelled());
    // Not before: it may have the work in hand, and not yet have asked.
    faults(world, backend).set_delay(Duration::ZERO);
}

/// Lets a worker begin with the next work; the backend takes `delay` from now on.
async fn in_hands(world: &World, backend: &str, delay: Duration) -> JoinHandle<()> {
    faults(world, backend).set_delay(delay);
    let platform = world.stage.platform.clone();
    let work = tokio::spawn(async move {
        queue::work_once(&platform, AREAS).await.expect("a queue that can be worked off");
    });
    while !in_hand(world).await {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    work
}

/// Whether a worker has a job.
async fn in_hand(world: &World) -> bool {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's work")]
    let jobs = queue::Entity::find().all(&reader.executor()).await.expect("the queue");
    jobs.iter().any(|job| job.status == queue::JobStatus::Running)
}

#[given(regex = r#"^the registrar is at work on handing "([^"]*)" over to "([^"]*)"$"#)]
async fn at_work(world: &mut World, name: String, to: String) {
    hand_over(world, &name, &to).await;
    world.work = Some(in_hands(world, "registrar", Duration::from_millis(200)).await);
}

/// Of a kind that this version does not have.
#[given(regex = r#"^a newer version queued handing "([^"]*)" over to "([^"]*)"$"#)]
async fn newer_queued(world: &mut World, name: String, to: String) {
    hand_over(world, &name, &to).await;
    of_newer(world).await;
}

/// All that is queued so far.
#[given("a newer version queued what is waiting")]
async fn of_newer(world: &mut World) {
    let newer = "UPDATE job SET kind = 'done_in_another_way'";
    let changed = world.stage.database().connection().execute_unprepared(newer).await;
    assert!(changed.expect("the queue").rows_affected() > 0);
}

#[given("the operator gave up what is queued")]
async fn gave_up(world: &mut World) {
    gave_up_so_many(world, usize::MAX).await;
}

#[given("the operator gave up what was queued first")]
async fn gave_up_first(world: &mut World) {
    gave_up_so_many(world, 1).await;
}

async fn gave_up_so_many(world: &World, most: usize) {
    let database = world.stage.database();
    let jobs = queue::operator::list(database).await.expect("the queue");
    for job in jobs.into_iter().take(most) {
        let decided = queue::operator::bury(database, &**world.stage.clock, job.id).await.expect("the queue");
        assert_eq!(decided, queue::operator::Decided::Done);
    }
}

#[when(regex = "^the operator has what was given up tried again(, which is of no use)?$")]
async fn tried_again(world: &mut World, of_no_use: String) {
    use queue::operator::Decided::{Done, Pointless};
    let (database, clock) = (world.stage.database(), &**world.stage.clock);
    let jobs = queue::operator::list(database).await.expect("the queue");
    let dead: Vec<_> = jobs.iter().filter(|job| job.status == queue::JobStatus::Dead).collect();
    assert!(!dead.is_empty(), "nothing was given up: {jobs:?}");
    let expected = if of_no_use.is_empty() { Done } else { Pointless };
    for job in dead {
        let decided = queue::operator::retry(database, clock, AREAS, job.id).await.expect("the queue");
        assert_eq!(decided, expected, "{job:?}");
    }
}

#[given(regex = r#"^a worker died on handing "([^"]*)" over to "([^"]*)"$"#)]
async fn worker_died(world: &mut World, name: String, to: String) {
    hand_over(world, &name, &to).await;
    dies(world, "registrar").await;
}
