//! What every hypervisor promises, of containers or of virtual machines.
use crate::stage::{Stage, adopted, is_refused, work};
use hosting_kernel::{
    password::Password,
    providers::hypervisor::{
        Hypervisor,
        InstanceStatus::{Frozen, Running, Stopped},
        Power,
    },
};
use uuid::Uuid;

/// All of it, one after the other.
pub async fn all<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    stage.driver.ping().await.unwrap();
    what_is_not_there_is_told(stage).await;
    power_gets_there(stage).await;
    what_is_impossible_is_refused_and_changes_nothing(stage).await;
    a_restart_is_done_once(stage).await;
    a_snapshot_is_taken_once_and_goes_once(stage).await;
    a_restore_leaves_the_power_as_it_was(stage).await;
    a_restore_is_done_once(stage).await;
    a_password_needs_an_instance_that_runs(stage).await;
    what_runs_uses_something(stage).await;
    what_is_adopted_stays_what_it_is(stage).await;
    what_is_nobodys_is_told_until_it_is_adopted(stage).await;
    what_is_removed_is_gone_with_its_snapshots(stage).await;
}

async fn what_is_not_there_is_told<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let (driver, unknown) = (&stage.driver, work());
    assert_eq!(driver.state(unknown).await, Ok(None));
    assert!(is_refused(&stage.power(unknown, Power::Start).await));
    assert!(is_refused(&driver.create_snapshot(work(), unknown, work()).await));
    assert!(is_refused(&driver.restore_snapshot(work(), unknown, work()).await));
    assert!(is_refused(&driver.set_password(work(), unknown, &Password::from("a password")).await));
    driver.delete_snapshot(work(), unknown, work()).await.unwrap();
}

async fn power_gets_there<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let id = stage.instance("power", Running).await;
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

async fn what_is_impossible_is_refused_and_changes_nothing<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    use Power::{Freeze, Restart, Shutdown, Start, Stop, Unfreeze};
    for (name, status, impossible) in [
        ("impossible-1", Running, &[Start, Unfreeze][..]),
        ("impossible-2", Stopped, &[Stop, Shutdown, Restart, Freeze, Unfreeze]),
        ("impossible-3", Frozen, &[Start, Shutdown, Freeze]),
    ] {
        let id = stage.instance(name, status).await;
        for power in impossible {
            let refused = stage.power(id, *power).await;
            assert!(is_refused(&refused), "{status:?} {power:?}: {refused:?}");
            assert_eq!(stage.status(id).await, status, "{power:?}");
        }
        assert!(is_refused(&stage.driver.restore_snapshot(work(), id, work()).await));
        assert_eq!(stage.status(id).await, status);
    }
}

async fn a_restart_is_done_once<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let (id, same) = (stage.instance("restart", Running).await, work());
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

async fn a_snapshot_is_taken_once_and_goes_once<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let (id, same, snapshot) = (stage.instance("snapshot", Running).await, work(), work());
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
async fn kept<D: Hypervisor + ?Sized>(stage: &Stage<D>, id: Uuid) -> Option<Vec<Uuid>> {
    let shown = stage.driver.state(id).await.unwrap().unwrap().snapshots;
    let reports = stage.driver.reports().await.unwrap();
    let report = reports.told.into_iter().find(|report| report.instance == id).unwrap();
    assert_eq!(report.snapshots, shown);
    shown
}

async fn what_is_removed_is_gone_with_its_snapshots<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    for (name, status) in [("removed-1", Running), ("removed-2", Stopped), ("removed-3", Frozen)] {
        let (id, snapshot) = (stage.instance(name, status).await, work());
        stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
        for _ in 0..2 {
            stage.driver.remove(work(), id).await.unwrap();
        }
        assert_eq!(stage.driver.state(id).await, Ok(None));
        assert!(is_refused(&stage.driver.restore_snapshot(work(), id, snapshot).await));
    }
}

async fn a_restore_leaves_the_power_as_it_was<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    for (name, status) in [("restore-1", Running), ("restore-2", Stopped), ("restore-3", Frozen)] {
        let (id, snapshot) = (stage.instance(name, status).await, work());
        stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
        stage.driver.restore_snapshot(work(), id, snapshot).await.unwrap();
        assert_eq!(stage.status(id).await, status);
    }
}

async fn a_restore_is_done_once<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let (id, same, snapshot) = (stage.instance("restore-once", Running).await, work(), work());
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

async fn a_password_needs_an_instance_that_runs<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let password = Password::from("correct: horse 'battery' staple");
    for (name, status) in [("password-1", Running), ("password-2", Stopped), ("password-3", Frozen)] {
        let id = stage.instance(name, Running).await;
        stage.behind.listens(name).await;
        match status {
            Stopped => stage.power(id, Power::Stop).await.unwrap(),
            Frozen => stage.power(id, Power::Freeze).await.unwrap(),
            _ => {}
        }
        let set = stage.driver.set_password(work(), id, &password).await;
        assert_eq!(set.is_ok(), status == Running, "{status:?}: {set:?}");
        assert!(set.is_ok() || is_refused(&set), "{set:?}");
    }
}

async fn what_runs_uses_something<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let id = stage.instance("usage", Running).await;
    stage.behind.pass().await;
    let used = stage.usage(id).await.unwrap();
    assert!(used.cpu_ns > 0 && used.memory_bytes > 0 && used.boot.is_some(), "{used:?}");
    stage.power(id, Power::Freeze).await.unwrap();
    assert_eq!(stage.usage(id).await.unwrap().boot, used.boot);
    stage.power(id, Power::Stop).await.unwrap();
    assert_eq!(stage.usage(id).await, None);
    let reports = stage.driver.reports().await.unwrap();
    let report = reports.told.iter().find(|report| report.instance == id).unwrap();
    assert_eq!(report.status, Some(Stopped));
}

async fn what_is_adopted_stays_what_it_is<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let id = stage.instance("adopted", Stopped).await;
    for _ in 0..2 {
        stage.driver.adopt(&[adopted(id, "adopted")]).await.unwrap();
    }
    assert_eq!(stage.status(id).await, Stopped);
    stage.driver.adopt(&[]).await.unwrap();
}

async fn what_is_nobodys_is_told_until_it_is_adopted<D: Hypervisor + ?Sized>(stage: &Stage<D>) {
    let told = async || {
        let all = stage.driver.unclaimed().await.unwrap();
        all.told.into_iter().find(|one| one.name == "nobodys")
    };
    stage.behind.make("nobodys").await;
    let found = told().await;
    assert_eq!(found.is_some(), stage.behind.is_there_before(), "{found:?}");
    assert!(found.is_none_or(|one| one.status == Some(Running)));
    stage.driver.adopt(&[adopted(work(), "nobodys")]).await.unwrap();
    assert_eq!(told().await, None, "it is somebody's");
}
