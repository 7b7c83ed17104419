//! What a hypervisor of containers promises beside what all do, whichever it is.
use crate::{
    read::until,
    stage::{Stage, is_refused, work},
};
use hosting_kernel::providers::hypervisor::{
    InstanceStatus::{Frozen, Running, Stopped},
    Power, Size,
};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const SIZE: Size = Size { columns: 80, rows: 24 };

/// All of it, one after the other.
pub async fn all(stage: &Stage) {
    crate::hypervisor::all(stage).await;
    what_cannot_be_made_anew_is_refused(stage).await;
    a_reinstall_is_done_once_and_it_runs(stage).await;
    a_terminal_ends_with_its_instance(stage).await;
}

/// One that can be installed.
fn system(stage: &Stage) -> String {
    stage.driver.systems().swap_remove(0)
}

async fn what_cannot_be_made_anew_is_refused(stage: &Stage) {
    let (driver, unknown, system) = (&stage.driver, work(), system(stage));
    assert!(is_refused(&driver.reinstall(work(), unknown, &system).await));
    assert!(is_refused(&driver.terminal(unknown, SIZE).await.map(|_| ())));
    for (name, status) in [("anew-1", Running), ("anew-2", Stopped), ("anew-3", Frozen)] {
        let id = stage.instance(name, status).await;
        assert!(is_refused(&driver.reinstall(work(), id, "plan9").await));
        assert_eq!(stage.status(id).await, status);
        if status == Frozen {
            assert!(is_refused(&driver.reinstall(work(), id, &system).await));
            assert_eq!(stage.status(id).await, status);
        }
    }
}

async fn a_reinstall_is_done_once_and_it_runs(stage: &Stage) {
    let system = system(stage);
    for (name, status) in [("reinstall-1", Running), ("reinstall-2", Stopped)] {
        let (id, same) = (stage.instance(name, status).await, work());
        stage.behind.pass().await;
        stage.driver.reinstall(same, id, &system).await.unwrap();
        let made = stage.driver.state(id).await.unwrap().unwrap();
        assert_eq!((made.status, made.system.as_deref()), (Running, Some(system.as_str())));
        let boot = stage.boot(id).await;
        stage.behind.pass().await;
        stage.driver.reinstall(same, id, &system).await.unwrap();
        assert_eq!(stage.boot(id).await, boot);
    }
}

async fn a_terminal_ends_with_its_instance(stage: &Stage) {
    let id = stage.instance("terminal", Running).await;
    let mut terminal = stage.driver.terminal(id, SIZE).await.unwrap();
    let mut shown = String::new();
    until(&mut terminal.bytes, &mut shown, "# ").await;
    terminal.resize.send(Size { columns: 120, rows: 40 }).await.unwrap();
    // The size goes another way than what is typed, and may come later.
    let until_resized = Instant::now() + Duration::from_mins(1);
    while !shown.contains("40 120") {
        assert!(Instant::now() < until_resized, "{shown:?}");
        terminal.bytes.write_all(b"stty size\r").await.unwrap();
        shown.clear();
        until(&mut terminal.bytes, &mut shown, "# ").await;
    }
    stage.power(id, Power::Stop).await.unwrap();
    let rest = tokio::time::timeout(Duration::from_mins(1), terminal.bytes.read_to_string(&mut shown));
    rest.await.expect("it ends with its instance").unwrap();
    assert!(is_refused(&stage.driver.terminal(id, SIZE).await.map(|_| ())));
    // One that is closed ends too.
    stage.power(id, Power::Start).await.unwrap();
    let mut terminal = stage.driver.terminal(id, SIZE).await.unwrap();
    terminal.bytes.write_all(b"exit\r").await.unwrap();
    let rest = tokio::time::timeout(Duration::from_mins(1), terminal.bytes.read_to_string(&mut shown));
    rest.await.expect("it ends with its shell").unwrap();
}
