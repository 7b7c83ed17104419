//! The server is killed in the middle of what it does, and comes back: what was to be done is done once.
use crate::{
    backend::{Backend, SYSTEM},
    stage::{Stage, work},
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{InstanceStatus::Running, Power},
};
use std::time::Duration;
use uuid::Uuid;

/// Kills the server so long after something was begun.
const MOMENTS: [u64; 8] = [0, 20, 50, 100, 200, 350, 600, 1000];

/// Does `act` as often as it has to be done until it says that it is done, as the queue does; how often it was asked.
async fn until_done(backend: &Backend, act: impl AsyncFn() -> Result<(), Failure>) -> usize {
    for asked in 1..=20 {
        match act().await {
            Ok(()) => return asked,
            Err(
                failure @ (Failure::Unavailable(_)
                | Failure::InTheWay(_)
                | Failure::Timeout
                | Failure::NotThere(_)),
            ) => {
                println!("  {failure}");
                backend.is_ready().await;
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    panic!("it is never done")
}

async fn killed_meanwhile(backend: &Backend, moment: u64, act: impl AsyncFn() -> Result<(), Failure>) {
    let kill = async {
        tokio::time::sleep(Duration::from_millis(moment)).await;
        backend.order("kill");
    };
    let (asked, ()) = tokio::join!(until_done(backend, act), kill);
    println!("killed after {moment} ms: asked {asked} times");
    backend.obeyed().await;
    backend.is_ready().await;
}

/// Asked once more, the same work is not done again.
async fn is_left_alone(stage: &Stage, id: Uuid, again: impl AsyncFn() -> Result<(), Failure>) {
    assert_eq!(stage.status(id).await, Running);
    let boot = stage.boot(id).await;
    again().await.unwrap();
    assert_eq!(stage.boot(id).await, boot);
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_restart_is_done_once_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let id = stage.instance("web", Running).await;
    // Each boot is counted by the guest.
    for moment in MOMENTS {
        let (before, same) = (stage.boot(id).await, work());
        let restart = async || stage.driver.power(same, id, Power::Restart).await;
        killed_meanwhile(&backend, moment, restart).await;
        assert_ne!(stage.boot(id).await, before);
        is_left_alone(&stage, id, restart).await;
    }
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_restore_is_done_once_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let (id, snapshot) = (stage.instance("web", Running).await, work());
    // Large enough to be killed over.
    backend.shell("web", "echo kept > /root/file; busybox dd if=/dev/zero of=/root/large bs=1M count=200");
    stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
    for moment in MOMENTS {
        backend.shell("web", "echo changed > /root/file; rm -f /root/large");
        let same = work();
        let restore = async || stage.driver.restore_snapshot(same, id, snapshot).await;
        killed_meanwhile(&backend, moment, restore).await;
        assert_eq!(backend.shell("web", "cat /root/file"), "kept\n");
        // What is written after it is there after the same work was asked for again.
        backend.shell("web", "echo since > /root/file");
        is_left_alone(&stage, id, restore).await;
        assert_eq!(backend.shell("web", "cat /root/file"), "since\n");
    }
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_snapshot_is_whole_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let id = stage.instance("web", Running).await;
    for moment in MOMENTS {
        backend.shell("web", &format!("echo {moment} > /root/file; sync"));
        let (same, snapshot) = (work(), work());
        let keep = async || stage.driver.create_snapshot(same, id, snapshot).await.map(|_| ());
        killed_meanwhile(&backend, moment, keep).await;
        backend.shell("web", "rm /root/file");
        stage.driver.restore_snapshot(work(), id, snapshot).await.unwrap();
        assert_eq!(backend.shell("web", "cat /root/file"), format!("{moment}\n"));
        stage.driver.delete_snapshot(work(), id, snapshot).await.unwrap();
    }
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_reinstall_is_done_once_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let id = stage.instance("web", Running).await;
    for moment in MOMENTS {
        backend.shell("web", "echo changed > /root/file");
        let same = work();
        let reinstall = async || stage.driver.reinstall(same, id, SYSTEM).await;
        killed_meanwhile(&backend, moment, reinstall).await;
        assert_eq!(backend.shell("web", "ls /root"), "");
        is_left_alone(&stage, id, reinstall).await;
    }
}
