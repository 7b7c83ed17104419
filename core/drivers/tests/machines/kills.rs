//! The server is killed in the middle of what it does, and comes back: what was to be done is done once.
use crate::{
    backend::Backend,
    stage::{Stage, work},
};
use futures_util::future::join_all;
use hosting_kernel::providers::{
    Failure,
    hypervisor::{
        Hypervisor,
        InstanceStatus::{Running, Stopped},
        Power,
    },
};
use std::time::Duration;
use uuid::Uuid;

/// Kills the server so long after something was begun.
const MOMENTS: [u64; 3] = [20, 200, 600];

/// Does `act` as often as it has to be done until it says that it is done, as the queue does; how often it was asked.
async fn until_done(backend: &Backend, act: impl AsyncFn() -> Result<(), Failure>) -> usize {
    for asked in 1..=20 {
        match act().await {
            Ok(()) => return asked,
            Err(failure @ (Failure::Unavailable(_) | Failure::InTheWay(_) | Failure::Timeout)) => {
                println!("  {failure}");
                tokio::time::sleep(Duration::from_millis(100)).await;
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
async fn is_left_alone(
    stage: &Stage<dyn Hypervisor>,
    id: Uuid,
    again: impl AsyncFn() -> Result<(), Failure>,
) {
    assert_eq!(stage.status(id).await, Running);
    let boot = stage.boot(id).await;
    again().await.unwrap();
    assert_eq!(stage.boot(id).await, boot);
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_restart_is_done_once_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let id = stage.instance("web", Running).await;
    for moment in MOMENTS {
        // What is not on the disk is gone with a boot.
        backend.shell("web", "touch /booted; echo >> /disk/boots");
        let same = work();
        let restart = async || stage.driver.power(same, id, Power::Restart).await;
        killed_meanwhile(&backend, moment, restart).await;
        assert_eq!(backend.shell("web", "ls /booted"), "");
        is_left_alone(&stage, id, restart).await;
    }
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_restore_is_done_once_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let (id, snapshot) = (stage.instance("web", Running).await, work());
    backend.shell("web", "echo kept > /disk/file; sync");
    stage.driver.create_snapshot(work(), id, snapshot).await.unwrap();
    for moment in MOMENTS {
        backend.shell("web", "echo changed > /disk/file; sync");
        let same = work();
        let restore = async || stage.driver.restore_snapshot(same, id, snapshot).await;
        killed_meanwhile(&backend, moment, restore).await;
        assert_eq!(backend.shell("web", "cat /disk/file"), "kept\n");
        // What is written after it is there after the same work was asked for again.
        backend.shell("web", "echo since > /disk/file; sync");
        is_left_alone(&stage, id, restore).await;
        assert_eq!(backend.shell("web", "cat /disk/file"), "since\n");
    }
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_snapshot_is_whole_though_the_server_is_killed() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let id = stage.instance("web", Running).await;
    for moment in MOMENTS {
        backend.shell("web", &format!("echo {moment} > /disk/file; sync"));
        let (same, snapshot) = (work(), work());
        let keep = async || stage.driver.create_snapshot(same, id, snapshot).await.map(|_| ());
        killed_meanwhile(&backend, moment, keep).await;
        assert_eq!(stage.status(id).await, Running, "it is not left held still");
        backend.shell("web", "rm /disk/file; sync");
        stage.driver.restore_snapshot(work(), id, snapshot).await.unwrap();
        assert_eq!(backend.shell("web", "cat /disk/file"), format!("{moment}\n"));
        stage.driver.delete_snapshot(work(), id, snapshot).await.unwrap();
    }
}

/// Five changes after one another for each of ten machines, and the server is started anew again and again meanwhile.
#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn what_is_queued_is_done_though_the_server_is_restarted_under_it() {
    use Power::{Freeze, Start, Stop, Unfreeze};
    let backend = Backend::start().await;
    let stage = backend.stage();
    let mut machines = Vec::new();
    for number in 0..10 {
        machines.push(stage.instance(&format!("web-{number}"), Stopped).await);
    }
    let change = async |id: &Uuid| {
        for power in [Start, Freeze, Unfreeze, Stop, Start] {
            let same = work();
            let act = async || match stage.driver.power(same, *id, power).await {
                // As the platform does: it got there, and the answer was lost.
                Err(Failure::Refused(_)) => Ok(()),
                other => other,
            };
            until_done(&backend, act).await;
        }
    };
    let restarts = async {
        for _ in 0..4 {
            tokio::time::sleep(Duration::from_millis(700)).await;
            backend.order("end");
        }
    };
    tokio::join!(join_all(machines.iter().map(change)), restarts);
    backend.obeyed().await;
    backend.is_ready().await;
    for id in machines {
        assert_eq!(stage.status(id).await, Running);
    }
}
