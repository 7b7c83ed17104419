//! Snapshots of machines that do not go on as they were begun.
use crate::{
    backend::{Backend, START},
    stage::work,
};
use hosting_kernel::providers::hypervisor::{
    Hypervisor,
    InstanceStatus::{self, Frozen, Running, Stopped},
};
use std::time::{Duration, Instant};

/// How a machine may stop while its snapshot is taken.
#[derive(Clone, Copy, Debug)]
enum Stops {
    /// As one that its server cannot reach when it comes back.
    Crashes,
    /// The guest wants it.
    ByItself,
    /// Whoever operates the server wants it.
    ByHand,
    /// It is held still, as libvirt does for a snapshot.
    HeldStill,
}

impl Stops {
    const fn is(self) -> InstanceStatus {
        match self {
            Self::HeldStill => Frozen,
            _ => Stopped,
        }
    }

    /// What it is when the snapshot was taken.
    const fn becomes(self) -> InstanceStatus {
        match self {
            Self::Crashes | Self::HeldStill => Running,
            Self::ByItself | Self::ByHand => Stopped,
        }
    }

    fn stop(self, backend: &Backend) {
        match self {
            Self::Crashes => backend.order("crash"),
            Self::ByItself => _ = backend.shell("web", "(sleep 1; shutdown) >/dev/null 2>&1 &"),
            Self::ByHand => _ = backend.virsh(&["destroy", "web"]),
            Self::HeldStill => _ = backend.virsh(&["suspend", "web"]),
        }
    }
}

/// Whoever began the snapshot died: the mark is on the machine, and says that it ran.
#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_machine_goes_on_after_its_snapshot_unless_it_was_switched_off() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    for stops in [Stops::Crashes, Stops::ByItself, Stops::ByHand, Stops::HeldStill] {
        if stage.status(id).await == Stopped {
            backend.virsh(&["start", "web"]);
        }
        backend.shell("web", &format!("echo {stops:?} > /disk/file; sync"));
        let (same, snapshot) = (work(), work());
        let mark = format!("<instance service='{id}' work='{same} keeping ran'/>");
        let kept_at = ["metadata", "web", "urn:hosting-platform:instance", "--key", "hosting"];
        backend.virsh(&[&kept_at[..], &["--live", "--config", "--set", &mark]].concat());
        stops.stop(&backend);
        let until = Instant::now() + START;
        while stage.status(id).await != stops.is() {
            assert!(Instant::now() < until, "{stops:?}: it does not stop");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        driver.create_snapshot(same, id, snapshot).await.unwrap();
        assert_eq!(stage.status(id).await, stops.becomes(), "{stops:?}");
        driver.create_snapshot(same, id, snapshot).await.unwrap();
        assert_eq!(stage.status(id).await, stops.becomes(), "{stops:?}: it is done");
        // What is kept is what was on the disk when it stopped.
        if stage.status(id).await == Stopped {
            backend.virsh(&["start", "web"]);
        }
        backend.shell("web", "rm /disk/file; sync");
        driver.restore_snapshot(work(), id, snapshot).await.unwrap();
        assert_eq!(backend.shell("web", "cat /disk/file"), format!("{stops:?}\n"));
        driver.delete_snapshot(work(), id, snapshot).await.unwrap();
    }
}
