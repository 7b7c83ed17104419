//! What a hypervisor of containers promises, whichever it is.
use crate::stage::{Stage, adopted, is_refused, until, work};
use hosting_core::{
    password::Password,
    providers::hypervisor::{
        InstanceStatus::{Frozen, Running, Stopped},
        Power, Size,
    },
};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use uuid::Uuid;

const SIZE: Size = Size { columns: 80, rows: 24 };

/// All of them, one after the other.
pub async fn all(stage: &Stage) {
    stage.driver.ping().await.unwrap();
    what_is_not_there_is_told(stage).await;
    power_gets_there(stage).await;
    what_is_impossible_is_refused_and_changes_nothing(stage).await;
    a_restart_is_done_once(stage).await;
    a_snapshot_is_taken_once_and_goes_once(stage).await;
    a_restore_leaves_the_power_as_it_was(stage).await;
    a_restore_is_done_once(stage).await;
    a_reinstall_is_done_once_and_it_runs(stage).await;
    a_password_needs_an_instance_that_runs(stage).await;
    a_terminal_ends_with_its_instance(stage).await;
    what_runs_uses_something(stage).await;
    what_is_adopted_stays_what_it_is(stage).await;
    what_is_removed_is_gone_with_its_snapshots(stage).await;
}

async fn what_is_not_there_is_told(stage: &Stage) {
    let (driver, unknown) = (&stage.driver, work());
    assert_eq!(driver.state(unknown).await, Ok(None));
    assert!(is_refused(&stage.power(unknown, Power::Start).await));
    assert!(is_refused(&driver.create_snapshot(work(), unknown, work()).await));
    assert!(is_refused(&driver.restore_snapshot(work(), unknown, work()).await));
    assert!(is_refused(&driver.reinstall(work(), unknown, stage.system).await));
    assert!(is_refused(&driver.set_password(work(), unknown, &Password::from("a password")).await));
    assert!(is_refused(&driver.terminal(unknown, SIZE).await.map(|_| ())));
    driver.delete_snapshot(work(), unknown, work()).await.unwrap();
}

async fn power_gets_there(stage: &Stage) {
    let id = stage.container("power", Running).await;
    for (power, status) in [
        (Power::Freeze, Frozen),
        (Power::Unfreeze, Running),
        (Power::Restart, Running),
        (Power::Shutdown, Stopped),
        (Power::Start, Running),
        (Power::Freeze, Frozen),
        (Power::Restart, Running),
        (Power::Freeze, Frozen),
        (Power::Stop, Stopped),
    ] {
        stage.power(id, power).await.unwrap_or_else(|failure| panic!("{power:?}: {failure:?}"));
        assert_eq!(stage.status(id).await, status, "{power:?}");
    }
}

async fn what_is_impossible_is_refused_and_changes_nothing(stage: &Stage) {
    use Power::{Freeze, Restart, Shutdown, Start, Stop, Unfreeze};
    for (name, status, impossible) in [
        ("impossible-1", Running, &[Start, Unfreeze][..]),
        ("impossible-2", Stopped, &[Stop, Shutdown, Restart, Freeze, Unfreeze]),
        ("impossible-3", Frozen, &[Start, Shutdown, Freeze]),
    ] {
        let id = stage.container(name, status).await;
        for power in impossible {
            let refused = stage.power(id, *power).await;
            assert!(is_refused(&refused), "{status:?} {power:?}: {refused:?}");
            assert_eq!(stage.status(id).await, status, "{power:?}");
        }
        assert!(is_refused(&stage.driver.restore_snapshot(work(), id, work()).await));
        assert!(is_refused(&stage.driver.reinstall(work(), id, "plan9").await));
        assert_eq!(stage.status(id).await, status);
        if status == Frozen {
            assert!(is_refused(&stage.driver.reinstall(work(), id, stage.system).await));
            assert_eq!(stage.status(id).await, status);
        }
    }
}

async fn a_restart_is_done_once(stage: &Stage) {
    let (id, same) = (stage.container("restart", Running).await, work());
    let first = stage.boot(id).await;
    stage.behind.pass().await;
    stage.driver.power(same, id, Power::Restart).await.unwrap();
    let second = stage.boot(id).await;
    assert_ne!(first, second);
    stage.behind.pass().await;
    stage.driver.power(same, id, Power::Restart).await.unwrap();
    assert_eq!(stage.boot(id).await, second);
    stage.power(id, Power::Restart).await.unwrap();
    assert_ne!(stage.boot(id).await, second, "other work is done");
}

async fn a_snapshot_is_taken_once_and_goes_once(stage: &Stage) {
    let (id, same, snapshot) = (stage.container("snapshot", Running).await, work(), work());
    let size = stage.driver.create_snapshot(same, id, snapshot).await.unwrap();
    stage.behind.pass().await;
    assert_eq!(stage.driver.create_snapshot(same, id, snapshot).await.unwrap(), size);
    assert_eq!(kept(stage, id).await, Some(vec![snapshot]));
    for _ in 0..2 {
        stage.driver.delete_snapshot(work(), id, snapshot).await.unwrap();
    }
    assert_eq!(kept(stage, id).await, Some(Vec::new()));
    assert!(is_refused(&stage.driver.restore_snapshot(work(), id, snapshot).await), "it is gone");
}

/// The snapshots of an instance, which its report names too.
async fn kept(stage: &Stage, id: Uuid) -> Option<Vec<Uuid>> {
    let shown = stage.driver.state(id).await.unwrap().unwrap().snapshots;
    let reports = stage.driver.reports().await.unwrap();
    let report = reports.into_iter().find(|report| report.instance == id).unwrap();
    assert_eq!(report.snapshots, shown);
    shown
}

async fn what_is_removed_is_gone_with_its_snapshots(stage: &Stage) {
    for (name, status) in [("removed-1", Running), ("removed-2", Stopped), ("removed-3", Frozen)] {
        let (id, snapshot) = (stage.container(name, status).await, work());
        stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
        for _ in 0..2 {
            stage.driver.remove(work(), id).await.unwrap();
        }
        assert_eq!(stage.driver.state(id).await, Ok(None));
        assert!(is_refused(&stage.driver.restore_snapshot(work(), id, snapshot).await));
    }
}

async fn a_restore_leaves_the_power_as_it_was(stage: &Stage) {
    for (name, status) in [("restore-1", Running), ("restore-2", Stopped), ("restore-3", Frozen)] {
        let (id, snapshot) = (stage.container(name, status).await, work());
        stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
        stage.driver.restore_snapshot(work(), id, snapshot).await.unwrap();
        assert_eq!(stage.status(id).await, status);
    }
}

async fn a_restore_is_done_once(stage: &Stage) {
    let (id, same, snapshot) = (stage.container("restore-once", Running).await, work(), work());
    stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
    let first = stage.boot(id).await;
    stage.behind.pass().await;
    stage.driver.restore_snapshot(same, id, snapshot).await.unwrap();
    let second = stage.boot(id).await;
    assert_ne!(first, second);
    stage.behind.pass().await;
    stage.driver.restore_snapshot(same, id, snapshot).await.unwrap();
    assert_eq!(stage.boot(id).await, second);
    stage.driver.restore_snapshot(work(), id, snapshot).await.unwrap();
    assert_ne!(stage.boot(id).await, second, "other work is done");
}

async fn a_reinstall_is_done_once_and_it_runs(stage: &Stage) {
    assert!(stage.driver.systems().iter().any(|offered| offered == stage.system));
    for (name, status) in [("reinstall-1", Running), ("reinstall-2", Stopped)] {
        let (id, same) = (stage.container(name, status).await, work());
        stage.behind.pass().await;
        stage.driver.reinstall(same, id, stage.system).await.unwrap();
        let made = stage.driver.state(id).await.unwrap().unwrap();
        assert_eq!((made.status, made.system.as_deref()), (Running, Some(stage.system)));
        let boot = stage.boot(id).await;
        stage.behind.pass().await;
        stage.driver.reinstall(same, id, stage.system).await.unwrap();
        assert_eq!(stage.boot(id).await, boot);
    }
}

async fn a_password_needs_an_instance_that_runs(stage: &Stage) {
    let password = Password::from("correct: horse 'battery' staple");
    for (name, status) in [("password-1", Running), ("password-2", Stopped), ("password-3", Frozen)] {
        let id = stage.container(name, status).await;
        let set = stage.driver.set_password(work(), id, &password).await;
        assert_eq!(set.is_ok(), status == Running, "{status:?}: {set:?}");
        assert!(set.is_ok() || is_refused(&set), "{set:?}");
    }
}

async fn a_terminal_ends_with_its_instance(stage: &Stage) {
    let id = stage.container("terminal", Running).await;
    let mut terminal = stage.driver.terminal(id, SIZE).await.unwrap();
    let mut shown = String::new();
    until(&mut terminal.bytes, &mut shown, "# ").await;
    terminal.resize.send(Size { columns: 120, rows: 40 }).await.unwrap();
    // The size goes another way than what is typed.
    tokio::time::sleep(Duration::from_millis(200)).await;
    terminal.bytes.write_all(b"stty size\r").await.unwrap();
    until(&mut terminal.bytes, &mut shown, "40 120").await;
    stage.power(id, Power::Stop).await.unwrap();
    let rest = tokio::time::timeout(Duration::from_secs(10), terminal.bytes.read_to_string(&mut shown));
    rest.await.expect("it ends with its instance").unwrap();
    assert!(is_refused(&stage.driver.terminal(id, SIZE).await.map(|_| ())));
    // One that is closed ends too.
    stage.power(id, Power::Start).await.unwrap();
    let mut terminal = stage.driver.terminal(id, SIZE).await.unwrap();
    terminal.bytes.write_all(b"exit\r").await.unwrap();
    let rest = tokio::time::timeout(Duration::from_secs(10), terminal.bytes.read_to_string(&mut shown));
    rest.await.expect("it ends with its shell").unwrap();
}

async fn what_runs_uses_something(stage: &Stage) {
    let id = stage.container("usage", Running).await;
    stage.behind.pass().await;
    let used = stage.usage(id).await.unwrap();
    assert!(used.cpu_ns > 0 && used.memory_bytes > 0 && used.boot.is_some(), "{used:?}");
    stage.power(id, Power::Freeze).await.unwrap();
    assert_eq!(stage.usage(id).await.unwrap().boot, used.boot);
    stage.power(id, Power::Stop).await.unwrap();
    assert_eq!(stage.usage(id).await, None);
    let reports = stage.driver.reports().await.unwrap();
    let report = reports.iter().find(|report| report.instance == id).unwrap();
    assert_eq!(report.status, Some(Stopped));
}

async fn what_is_adopted_stays_what_it_is(stage: &Stage) {
    let id = stage.container("adopted", Stopped).await;
    for _ in 0..2 {
        stage.driver.adopt(&[adopted(id, "adopted")]).await.unwrap();
    }
    assert_eq!(stage.status(id).await, Stopped);
    stage.driver.adopt(&[]).await.unwrap();
}
