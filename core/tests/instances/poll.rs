//! What becomes of instances while nobody asks.
use crate::stage::Stage;
use chrono::TimeDelta;
use hosting_core::{
    AREAS,
    background::run_routines,
    instances::InstanceStatus::{self, Error, Frozen, Restarting, Running, Starting, Stopped},
    providers::{
        Failure,
        hypervisor::{Hypervisor, Power},
    },
};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use uuid::Uuid;

/// Lets minutes pass, and what they bring.
async fn minutes(stage: &Stage, count: usize) {
    for _ in 0..count {
        stage.clock.pass(TimeDelta::minutes(1));
        run_routines(&stage.platform, AREAS).await;
    }
}

async fn status(stage: &Stage, id: Uuid) -> InstanceStatus {
    stage.record(id).await.status
}

/// The points of an instance: how much of each five minutes was measured, in minutes.
async fn measured(stage: &Stage, id: Uuid) -> Vec<i64> {
    let sql = "SELECT bucket, span_millis FROM instance_metric WHERE service_id = ? ORDER BY bucket";
    let mine = Statement::from_sql_and_values(DbBackend::Sqlite, sql, [id.into()]);
    let points = stage.platform.database().connection().query_all_raw(mine).await.unwrap();
    let number = |point: &sea_orm::QueryResult, column| point.try_get::<i64>("", column).unwrap();
    points
        .iter()
        .inspect(|point| assert_eq!(number(point, "bucket") % 300_000, 0))
        .map(|point| number(point, "span_millis") / 60_000)
        .collect()
}

#[tokio::test]
async fn records_follow_what_guests_do_by_themselves() {
    let stage = Stage::new().await;
    let (down, crashed) = (stage.container(Running).await, stage.container(Frozen).await);
    minutes(&stage, 1).await;
    assert_eq!((status(&stage, down).await, status(&stage, crashed).await), (Running, Frozen));
    stage.lxc.goes_down(down).await.unwrap();
    stage.lxc.crashes(crashed).await.unwrap();
    minutes(&stage, 1).await;
    assert_eq!((status(&stage, down).await, status(&stage, crashed).await), (Stopped, Error));
    assert!(stage.record(crashed).await.last_error.is_some(), "an error says what is wrong");
    stage.lxc.power(stage.platform.id(), crashed, Power::Start).await.unwrap();
    minutes(&stage, 1).await;
    let healed = stage.record(crashed).await;
    assert_eq!((healed.status, healed.last_error), (Running, None));
}

#[tokio::test]
async fn what_waits_for_its_change_is_left_alone_and_what_waits_for_nothing_ends() {
    let stage = Stage::new().await;
    let (queued, lost) = (stage.container(Stopped).await, stage.container(Restarting).await);
    stage.show_change(queued, Starting).await;
    minutes(&stage, 1).await;
    assert_eq!(status(&stage, queued).await, Starting);
    assert_eq!(status(&stage, lost).await, Running);
}

#[tokio::test]
async fn a_hypervisor_that_is_away_leaves_everything_as_it_was_and_a_gap() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    minutes(&stage, 6).await;
    stage.lxc.set_away(true);
    stage.lxc.goes_down(id).await.unwrap();
    stage.lxc.power(stage.platform.id(), id, Power::Start).await.expect_err("it is away");
    minutes(&stage, 15).await;
    assert_eq!(status(&stage, id).await, Running, "nobody knows better");
    stage.lxc.set_away(false);
    stage.lxc.power(stage.platform.id(), id, Power::Start).await.unwrap();
    minutes(&stage, 5).await;
    // From minute 1 to 6, and again from minute 22 to 26: between them are missing points, not zeros.
    assert_eq!(measured(&stage, id).await, [4, 1, 3, 1]);
}

#[tokio::test]
async fn a_member_of_a_cluster_that_is_away_leaves_its_instances_as_they_were_and_a_gap() {
    let stage = Stage::new().await;
    let (there, unseen) = (stage.container(Running).await, stage.container(Running).await);
    minutes(&stage, 6).await;
    stage.lxc.set_member_away(unseen, true);
    stage.lxc.goes_down(unseen).await.unwrap();
    stage.lxc.goes_down(there).await.unwrap();
    let unknown = stage.lxc.state(unseen).await;
    assert!(matches!(unknown, Err(Failure::InTheWay(_))), "{unknown:?}");
    minutes(&stage, 15).await;
    assert_eq!((status(&stage, unseen).await, status(&stage, there).await), (Running, Stopped));
    assert_eq!(stage.record(unseen).await.last_error, None);
    assert_eq!(measured(&stage, unseen).await, [4, 1], "nothing is made up");
    stage.lxc.set_member_away(unseen, false);
    minutes(&stage, 1).await;
    assert_eq!(status(&stage, unseen).await, Stopped, "it is seen again");
}

#[tokio::test]
async fn a_stopped_instance_has_no_points_and_old_ones_go() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    minutes(&stage, 6).await;
    assert_eq!(measured(&stage, id).await, [0; 0]);
    stage.lxc.power(stage.platform.id(), id, Power::Start).await.unwrap();
    minutes(&stage, 6).await;
    assert!(!measured(&stage, id).await.is_empty());
    stage.clock.pass(TimeDelta::hours(24));
    run_routines(&stage.platform, AREAS).await;
    assert!(!measured(&stage, id).await.is_empty(), "they are shown for a day");
    stage.clock.pass(TimeDelta::hours(2));
    run_routines(&stage.platform, AREAS).await;
    assert_eq!(measured(&stage, id).await, [0; 0]);
}

/// Two processes poll at once: what was used counts once.
#[tokio::test]
async fn one_poll_a_minute_however_many_processes_there_are() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    for _ in 0..5 {
        stage.clock.pass(TimeDelta::minutes(1));
        let (one, another) = (stage.platform.clone(), stage.platform.clone());
        tokio::join!(run_routines(&one, AREAS), run_routines(&another, AREAS));
    }
    assert_eq!(measured(&stage, id).await, [4]);
}
