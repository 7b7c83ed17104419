//! Incus, as it is.
use crate::{
    backend::{Backend, PATIENCE, START, SYSTEM},
    promises,
    read::until,
    stage::{Stage, adopted, is_refused, work},
};
use hosting_drivers::incus::{Incus, Options, Patience};
use hosting_kernel::{
    password::Password,
    providers::{
        Failure,
        hypervisor::{
            Containers, Hypervisor,
            InstanceStatus::{Running, Stopped},
            Power, Size,
        },
    },
};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;

#[tokio::test]
#[ignore = "needs incusd"]
async fn incus_keeps_the_promises() {
    let backend = Backend::start().await;
    promises::all(&backend.stage()).await;
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_restore_brings_files_back_and_keeps_whose_it_is() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    stage.behind.make("web").await;
    backend.shell("web", "echo first > /root/kept");
    // Taken before anybody knew whose it is.
    let (id, early, late) = (work(), work().to_string(), work());
    backend.incus(&["snapshot", "create", "web", &early]);
    driver.adopt(&[adopted(id, "web")]).await.unwrap();
    backend.shell("web", "echo second > /root/kept");
    driver.create_snapshot(work(), id, late).await.unwrap();
    backend.shell("web", "echo third > /root/kept");
    driver.restore_snapshot(work(), id, late).await.unwrap();
    assert_eq!(backend.shell("web", "cat /root/kept"), "second\n");
    driver.restore_snapshot(work(), id, early.parse().unwrap()).await.unwrap();
    assert_eq!(backend.shell("web", "cat /root/kept"), "first\n");
    let stranger = backend.driver();
    assert_eq!(stranger.state(id).await.unwrap().unwrap().status, Running, "it is known by its id still");
}

/// Whoever asked for it died, and the server has done it: the mark is the snapshot's by now.
#[tokio::test]
#[ignore = "needs incusd"]
async fn a_restore_that_ended_unseen_is_not_done_again() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let (id, snapshot) = (stage.instance("web", Running).await, work());
    driver.create_snapshot(work(), id, snapshot).await.unwrap();
    for is_down in [false, true] {
        // Not a millisecond earlier than the last boot.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let same = work();
        backend.incus(&["config", "set", "web", &format!("user.last-work={same} restoring ran")]);
        backend.incus(&["snapshot", "restore", "web", &snapshot.to_string()]);
        backend.shell("web", "echo since > /root/file");
        if is_down {
            backend.incus(&["stop", "--force", "web"]);
        }
        driver.restore_snapshot(same, id, snapshot).await.unwrap();
        assert_eq!(stage.status(id).await, Running, "it ran before");
        assert_eq!(backend.shell("web", "cat /root/file"), "since\n");
        assert_eq!(backend.incus(&["config", "get", "web", "user.last-work"]), format!("{same} done\n"));
        driver.restore_snapshot(work(), id, snapshot).await.unwrap();
        assert_eq!(backend.shell("web", "ls /root"), "", "other work is done");
    }
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_reinstall_empties_the_disk_unless_snapshots_hang_on_it() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let (id, snapshot) = (stage.instance("web", Running).await, work());
    backend.shell("web", "echo mine > /root/kept");
    driver.create_snapshot(work(), id, snapshot).await.unwrap();
    let refused = driver.reinstall(work(), id, SYSTEM).await;
    assert!(
        matches!(&refused, Err(Failure::Refused(why)) if why.contains("delete its snapshots")),
        "{refused:?}"
    );
    assert_eq!(backend.shell("web", "cat /root/kept"), "mine\n", "nothing has happened to it");
    driver.delete_snapshot(work(), id, snapshot).await.unwrap();
    driver.reinstall(work(), id, SYSTEM).await.unwrap();
    assert_eq!(backend.shell("web", "ls /root"), "");
    backend.incus(&["image", "alias", "delete", SYSTEM]);
    let missing = driver.reinstall(work(), id, SYSTEM).await;
    assert!(matches!(missing, Err(Failure::Misconfigured(_))), "{missing:?}");
    assert_eq!(stage.status(id).await, Running, "it was not stopped for that");
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_password_is_set_and_left_nowhere() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    let before = backend.shell("web", "cat /etc/shadow");
    driver.set_password(work(), id, &Password::from("correct: horse 'battery' $staple")).await.unwrap();
    let after = backend.shell("web", "cat /etc/shadow");
    assert!(before != after && after.starts_with("root:$"), "{after}");
    let kept = run_grep(&backend);
    assert_eq!(kept, "", "what the server keeps names it nowhere");
    backend.shell("web", "rm /usr/sbin/chpasswd");
    let failed = driver.set_password(work(), id, &Password::from("another password")).await;
    assert!(failed.is_err(), "{failed:?}");
}

/// The files of the server that have the password in them.
fn run_grep(backend: &Backend) -> String {
    let found = std::process::Command::new("grep").args(["-rl", "battery"]).arg(backend.folder()).output();
    String::from_utf8(found.unwrap().stdout).unwrap()
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_guest_that_does_not_listen_is_told_so_and_can_be_switched_off() {
    let backend = Backend::start().await;
    let guest = Duration::from_secs(3);
    let driver = Incus::with_patience(backend.options(), Patience { guest, ..PATIENCE }).unwrap();
    let stage: Stage = Stage { driver: Box::new(driver), behind: Box::new(backend.clone()) };
    let id = stage.instance("web", Running).await;
    backend.shell("web", "touch /deaf");
    // Once it was told to go down, Incus takes no settings for a while: a restart that follows waits for that.
    for power in [Power::Restart, Power::Shutdown] {
        let began = Instant::now();
        assert_eq!(stage.power(id, power).await, Err(Failure::Timeout), "{power:?}");
        assert!(began.elapsed() < guest + Duration::from_mins(1), "{:?}", began.elapsed());
        assert_eq!(stage.status(id).await, Running);
    }
    stage.power(id, Power::Stop).await.unwrap();
    assert_eq!(stage.status(id).await, Stopped);
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn what_is_done_by_hand_is_seen() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Running);
    backend.incus(&["stop", "--force", "web"]);
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Stopped);
    backend.incus(&["rename", "web", "web-2"]);
    assert_eq!(driver.state(id).await.unwrap().unwrap().status, Stopped, "it is known by its id");
    // A copy says that it is the same: nobody can tell which of them is meant.
    backend.incus(&["copy", "web-2", "web-3"]);
    let which = backend.driver().power(work(), id, Power::Start).await;
    assert!(matches!(which, Err(Failure::Misconfigured(_))), "{which:?}");
    let reports = driver.reports().await.unwrap().told;
    assert_eq!(reports.iter().map(|report| report.status).collect::<Vec<_>>(), [None]);
    let which = driver.power(work(), id, Power::Start).await;
    assert!(matches!(which, Err(Failure::Misconfigured(_))), "{which:?}");
    backend.incus(&["delete", "web-3"]);
    backend.driver().power(work(), id, Power::Start).await.unwrap();
    backend.incus(&["delete", "--force", "web-2"]);
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
#[ignore = "needs incusd"]
async fn a_shell_ends_when_its_terminal_is_closed() {
    let backend = Backend::start().await;
    let (stage, driver) = (backend.stage(), backend.driver());
    let id = stage.instance("web", Running).await;
    let mut terminal = driver.terminal(id, Size { columns: 80, rows: 24 }).await.unwrap();
    let mut shown = String::new();
    terminal.bytes.write_all(b"echo $((6*7)) $TERM; sleep 1234\r").await.unwrap();
    until(&mut terminal.bytes, &mut shown, "42 xterm-256color").await;
    let running = || {
        backend
            .shell("web", "for p in /proc/[0-9]*/cmdline; do cat $p; echo; done")
            .contains("sleep\u{0}1234")
    };
    assert!(running());
    drop(terminal);
    let until = Instant::now() + START;
    while running() {
        assert!(Instant::now() < until, "it runs on");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Incus keeps the memory of containers by CRIU, and where `migration.stateful` says so: neither is so here.
#[tokio::test]
#[ignore = "needs incusd"]
async fn where_memory_cannot_be_kept_the_operator_is_told() {
    let backend = Backend::start().await;
    let stage = backend.stage();
    let (id, snapshot) = (stage.instance("web", Running).await, work());
    let options = Options { snapshots: "memory".to_owned(), ..backend.options() };
    let driver = Incus::with_patience(options, PATIENCE).unwrap();
    let kept = driver.create_snapshot(work(), id, snapshot).await;
    assert!(matches!(&kept, Err(Failure::Misconfigured(why)) if why.starts_with("snapshots")), "{kept:?}");
    assert_eq!(stage.status(id).await, Running);
    assert!(is_refused(&stage.driver.restore_snapshot(work(), id, snapshot).await), "nothing is left of it");
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn a_wrong_project_is_for_the_operator() {
    let backend = Backend::start().await;
    let mut options = backend.options();
    options.project = "nowhere".to_owned();
    let driver = Incus::new(options).unwrap();
    for outcome in [driver.ping().await, driver.power(work(), work(), Power::Start).await] {
        assert!(matches!(outcome, Err(Failure::Misconfigured(_))) || is_refused(&outcome), "{outcome:?}");
    }
    assert!(matches!(driver.ping().await, Err(Failure::Misconfigured(_))));
    let mut options = backend.options();
    options.endpoint = "unix:///nowhere/unix.socket".to_owned();
    let away = Incus::new(options).unwrap().ping().await;
    assert!(matches!(away, Err(Failure::Unavailable(_))), "{away:?}");
}
