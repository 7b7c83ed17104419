//! libvirt with QEMU, as it is.
use crate::{
    backend::{Backend, PATIENCE, START},
    promises,
    stage::{adopted, is_refused, work},
};
use hosting_drivers::libvirt::{Libvirt, Options, Patience};
use hosting_kernel::{
    password::Password,
    providers::{
        Failure,
        hypervisor::{
            Hypervisor,
            InstanceStatus::{Frozen, Running, Stopped},
            Power,
        },
    },
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn libvirt_keeps_the_promises() {
    let backend = Backend::start().await;
    promises::all(&backend.stage()).await;
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_restore_brings_files_back_and_keeps_whose_it_is() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    stage.behind.make("web").await;
    backend.shell("web", "echo first > /disk/kept; echo in memory > /kept; sync");
    // Taken before anybody knew whose it is.
    let (id, early, late) = (work(), work().to_string(), work());
    backend.virsh(&["snapshot-create-as", "web", &early]);
    driver.adopt(&[adopted(id, "web")]).await.unwrap();
    backend.shell("web", "echo second > /disk/kept; rm /kept; sync");
    driver.create_snapshot(work(), id, late).await.unwrap();
    backend.shell("web", "echo third > /disk/kept");
    driver.restore_snapshot(work(), id, late).await.unwrap();
    assert_eq!(backend.shell("web", "cat /disk/kept; ls /kept"), "second\n");
    driver.restore_snapshot(work(), id, early.parse().unwrap()).await.unwrap();
    assert_eq!(backend.shell("web", "cat /disk/kept /kept"), "first\nin memory\n", "it goes on where it was");
    let stranger = backend.driver();
    assert_eq!(stranger.state(id).await.unwrap().unwrap().status, Running, "it is known by its id still");
    // What was off then boots from what its disk was.
    let off = work();
    stage.power(id, Power::Stop).await.unwrap();
    driver.create_snapshot(work(), id, off).await.unwrap();
    stage.power(id, Power::Start).await.unwrap();
    backend.shell("web", "echo fourth > /disk/kept; sync");
    driver.restore_snapshot(work(), id, off).await.unwrap();
    assert_eq!(stage.status(id).await, Running);
    assert_eq!(backend.shell("web", "cat /disk/kept; ls /kept"), "first\n");
    // And what ran then stays off where it is off now.
    stage.power(id, Power::Stop).await.unwrap();
    driver.restore_snapshot(work(), id, late).await.unwrap();
    assert_eq!(stage.status(id).await, Stopped);
    stage.power(id, Power::Start).await.unwrap();
    assert_eq!(backend.shell("web", "cat /disk/kept"), "second\n");
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_password_is_set_by_the_agent_and_left_nowhere() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    let password = Password::from("correct: horse 'battery' $staple");
    let away = driver.set_password(work(), id, &password).await;
    assert!(matches!(&away, Err(Failure::InTheWay(why)) if why.contains("agent")), "it boots: {away:?}");
    let before = backend.shell("web", "cat /etc/shadow");
    driver.set_password(work(), id, &password).await.unwrap();
    let after = backend.shell("web", "cat /etc/shadow");
    assert!(before != after && after.starts_with("root:$"), "{after}");
    let found = std::process::Command::new("grep").args(["-rl", "battery"]).arg(backend.folder()).output();
    assert_eq!(
        String::from_utf8(found.unwrap().stdout).unwrap(),
        "",
        "what the server keeps names it nowhere"
    );
    backend.shell("web", "rm /usr/sbin/chpasswd");
    let failed = driver.set_password(work(), id, &password).await;
    assert!(failed.is_err(), "{failed:?}");
    // An agent that is there, and answers nothing.
    backend.shell("web", "(sleep 1; kill -STOP $(cat /agent)) >/dev/null 2>&1 &");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let began = Instant::now();
    let away = driver.set_password(work(), id, &password).await;
    assert!(matches!(away, Err(Failure::InTheWay(_) | Failure::Timeout)), "{away:?}");
    assert!(began.elapsed() < PATIENCE.answer * 3 + Duration::from_mins(1), "{:?}", began.elapsed());
    stage.power(id, Power::Stop).await.unwrap();
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_guest_that_does_not_listen_is_told_so_and_can_be_switched_off() {
    let backend = Backend::start().await;
    let (stage, id) = (backend.stage(), work());
    stage.behind.make("web").await;
    backend.shell("web", "touch /deaf");
    let guest = Duration::from_secs(6);
    let driver = Libvirt::with_patience(&backend.options(), Patience { guest, ..PATIENCE }).unwrap();
    driver.adopt(&[adopted(id, "web")]).await.unwrap();
    let boot = stage.boot(id).await;
    for power in [Power::Restart, Power::Shutdown] {
        let began = Instant::now();
        assert_eq!(driver.power(work(), id, power).await, Err(Failure::Timeout), "{power:?}");
        assert!(began.elapsed() < guest + Duration::from_mins(1), "{:?}", began.elapsed());
        assert_eq!((stage.status(id).await, stage.boot(id).await), (Running, boot));
    }
    driver.power(work(), id, Power::Stop).await.unwrap();
    assert_eq!(stage.status(id).await, Stopped);
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn what_is_done_by_hand_is_seen() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    backend.virsh(&["suspend", "web"]);
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Frozen);
    backend.virsh(&["destroy", "web"]);
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Stopped);
    backend.virsh(&["domrename", "web", "web-2"]);
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Stopped, "it is known by its id");
    // A clone says that it is the same: nobody can tell which of them is meant.
    let file = backend.folder().join("clone.xml");
    let (first, uuid) = (backend.virsh(&["dumpxml", "web-2"]), backend.virsh(&["domuuid", "web-2"]));
    let clone = first.replace("<name>web-2<", "<name>web-3<").replace(uuid.trim(), &work().to_string());
    std::fs::write(&file, clone).unwrap();
    backend.virsh(&["define", file.to_str().unwrap()]);
    let which = backend.driver().power(work(), id, Power::Start).await;
    assert!(matches!(which, Err(Failure::Misconfigured(_))), "{which:?}");
    let reports = driver.reports().await.unwrap().told;
    assert_eq!(reports.iter().map(|report| report.status).collect::<Vec<_>>(), [None]);
    let which = driver.power(work(), id, Power::Start).await;
    assert!(matches!(which, Err(Failure::Misconfigured(_))), "{which:?}");
    backend.virsh(&["undefine", "web-3"]);
    backend.driver().power(work(), id, Power::Start).await.unwrap();
    backend.virsh(&["destroy", "web-2"]);
    backend.virsh(&["undefine", "web-2"]);
    assert_eq!(driver.state(id).await, Ok(None));
    // What is somebody else's is not taken over, and what is nobody's is.
    stage.instance("theirs", Running).await;
    stage.behind.make("free").await;
    let (wanted, free) = (work(), work());
    driver
        .adopt(&[adopted(wanted, "theirs"), adopted(free, "free"), adopted(work(), "nowhere")])
        .await
        .unwrap();
    assert_eq!(driver.state(wanted).await, Ok(None));
    assert!(driver.state(free).await.unwrap().is_some());
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn what_is_removed_leaves_no_disk() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    driver.create_snapshot(work(), id, work()).await.unwrap();
    let disk = backend.folder().join("pool/web.qcow2");
    assert!(disk.exists());
    driver.remove(work(), id).await.unwrap();
    assert!(!disk.exists() && !backend.virsh(&["list", "--all"]).contains("web"));
    // What libvirt cannot remove is for the operator, and goes on.
    let id = work();
    backend.make("elsewhere", "no-pool");
    driver.adopt(&[adopted(id, "elsewhere")]).await.unwrap();
    let kept = driver.remove(work(), id).await;
    assert!(matches!(&kept, Err(Failure::Misconfigured(why)) if why.contains("no storage pool")), "{kept:?}");
    assert_eq!(stage.status(id).await, Running);
    let folder = backend.folder().join("no-pool");
    backend.virsh(&["pool-define-as", "late", "dir", "--target", folder.to_str().unwrap()]);
    backend.virsh(&["pool-start", "late"]);
    driver.remove(work(), id).await.unwrap();
    assert!(!folder.join("elsewhere.qcow2").exists());
    assert_eq!(driver.state(id).await, Ok(None));
}

/// A server that hangs holds nobody up for longer than an answer may take, and is asked again when it goes on.
#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_server_that_hangs_is_given_up() {
    let backend = Backend::start().await;
    let answer = Duration::from_secs(2);
    let driver = Libvirt::with_patience(&backend.options(), Patience { answer, ..PATIENCE }).unwrap();
    driver.ping().await.unwrap();
    backend.order("stop");
    backend.obeyed().await;
    let began = Instant::now();
    let all = (0..40).map(|_| driver.state(work()));
    for outcome in futures_util::future::join_all(all).await {
        assert!(matches!(outcome, Err(Failure::Timeout | Failure::Unavailable(_))), "{outcome:?}");
    }
    assert!(began.elapsed() < answer * 15, "{:?}", began.elapsed());
    backend.order("cont");
    backend.is_ready().await;
    let until = Instant::now() + START;
    while let Err(failure) = driver.ping().await {
        assert!(Instant::now() < until, "{failure:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// A server that is silent for longer than it is waited for, though many wait: each is answered or given up, and the
/// process goes on.
#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_server_that_was_silent_for_long_ends_nobody() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let id = stage.instance("web", Running).await;
    let driver = Arc::new(backend.driver());
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Running);
    // Before the library gives it up, after four times 5 s; then, and afterwards.
    for silent in [2, 19, 20, 26] {
        backend.order("stop");
        backend.obeyed().await;
        let waiting: Vec<_> = (0..8)
            .map(|nth| {
                let driver = Arc::clone(&driver);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(40 * nth)).await;
                    driver.state(id).await
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_secs(silent)).await;
        backend.order("cont");
        let began = Instant::now();
        for outcome in futures_util::future::join_all(waiting).await {
            let outcome = outcome.unwrap();
            let ended = matches!(outcome, Ok(Some(_)) | Err(Failure::Timeout | Failure::Unavailable(_)));
            assert!(ended, "{silent} s: {outcome:?}");
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
        backend.obeyed().await;
        backend.is_ready().await;
        assert_eq!(driver.state(id).await.unwrap().unwrap().status, Running, "{silent} s");
    }
}

/// libvirt 9.10 and later can go back to snapshots of disks alone, and says so.
#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn snapshots_of_disks_alone_are_taken_where_they_can_be_gone_back_to() {
    let backend = Backend::start().await;
    let (stage, id, snapshot) = (backend.stage(), work(), work());
    let options = Options { snapshots: "disk".to_owned(), ..backend.options() };
    let driver = Libvirt::with_patience(&options, PATIENCE).unwrap();
    stage.behind.make("web").await;
    driver.adopt(&[adopted(id, "web")]).await.unwrap();
    backend.shell("web", "echo before > /disk/file; sync");
    let kept = driver.create_snapshot(work(), id, snapshot).await;
    if !backend.virsh(&["capabilities"]).contains("<externalSnapshot") {
        for outcome in [kept.map(|_| ()), driver.ping().await] {
            assert!(
                matches!(&outcome, Err(Failure::Misconfigured(why)) if why.starts_with("snapshots")),
                "{outcome:?}"
            );
        }
        assert_eq!(stage.status(id).await, Running);
        assert!(is_refused(&driver.restore_snapshot(work(), id, snapshot).await), "nothing is left of it");
        return;
    }
    assert_eq!(kept, Ok(None));
    backend.shell("web", "echo after > /disk/file; sync");
    driver.restore_snapshot(work(), id, snapshot).await.unwrap();
    assert_eq!(stage.status(id).await, Running);
    assert_eq!(backend.shell("web", "cat /disk/file"), "before\n");
    driver.delete_snapshot(work(), id, snapshot).await.unwrap();
    assert_eq!(backend.shell("web", "cat /disk/file"), "before\n");
    driver.remove(work(), id).await.unwrap();
    assert_eq!(std::fs::read_dir(backend.folder().join("pool")).unwrap().count(), 0);
}

#[tokio::test]
#[ignore = "needs libvirtd and QEMU"]
async fn a_server_that_is_not_there_is_away() {
    let uri = "qemu+unix:///system?socket=/nowhere/libvirt-sock".to_owned();
    let driver = Libvirt::new(&Options { uri, snapshots: "memory".to_owned() }).unwrap();
    let away = driver.ping().await;
    assert!(matches!(away, Err(Failure::Unavailable(_))), "{away:?}");
}
