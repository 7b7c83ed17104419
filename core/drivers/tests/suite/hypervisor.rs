//! What the sandbox of instances does beside what every hypervisor of containers promises (`../containers`).
use crate::stage::Stage;
use chrono::TimeDelta;
use hosting_drivers::sandbox::hypervisor::{Condition, Sandbox};
use hosting_kernel::{
    clock::Clock,
    password::Password,
    providers::{
        Failure,
        hypervisor::{
            Containers, Hypervisor,
            InstanceStatus::{Error, Frozen, Running, Starting, Stopped},
            Power, Size, Usage,
        },
    },
};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use uuid::Uuid;

async fn now(sandbox: &Sandbox, id: Uuid) -> Condition {
    sandbox.machine(id).await.unwrap().unwrap().current
}

async fn used(stage: &Stage, id: Uuid) -> Option<Usage> {
    let reports = stage.lxc.reports().await.unwrap();
    reports.told.into_iter().find(|report| report.instance == id).unwrap().usage
}

#[tokio::test]
async fn what_is_impossible_is_refused_and_changes_nothing() {
    use Power::{Freeze, Restart, Shutdown, Start, Stop, Unfreeze};
    let stage = Stage::new().await;
    for (status, impossible) in [
        (Running, &[Start, Unfreeze][..]),
        (Stopped, &[Stop, Shutdown, Restart, Freeze, Unfreeze]),
        (Frozen, &[Start, Shutdown, Freeze]),
        (Error, &[Shutdown, Restart, Freeze, Unfreeze]),
    ] {
        let id = stage.container(status).await;
        for power in impossible {
            let refused = stage.lxc.power(stage.clock.id(), id, *power).await;
            assert!(matches!(refused, Err(Failure::Refused(_))), "{status:?} {power:?}: {refused:?}");
            assert_eq!(now(&stage.lxc, id).await.status, status, "{power:?}");
        }
    }
    let id = stage.container(Frozen).await;
    let work = stage.clock.id();
    for refused in [
        stage.lxc.restore_snapshot(work, id, Uuid::from_u128(5)).await,
        stage.lxc.reinstall(work, id, "debian-12").await,
        stage.lxc.reinstall(work, id, "plan9").await,
        stage.lxc.set_password(work, id, &Password::from("a password")).await,
        stage.lxc.power(work, Uuid::from_u128(5), Power::Start).await,
        stage.kvm.power(work, id, Power::Stop).await,
    ] {
        assert!(matches!(refused, Err(Failure::Refused(_))), "{refused:?}");
    }
}

#[tokio::test]
async fn a_restore_restores_what_was() {
    let stage = Stage::new().await;
    let (id, snapshot) = (stage.container(Running).await, stage.clock.id());
    let (first, second) = (Password::from("the first one"), Password::from("the second one"));
    stage.lxc.set_password(stage.clock.id(), id, &first).await.unwrap();
    let before = now(&stage.lxc, id).await;
    stage.lxc.create_snapshot(stage.clock.id(), id, snapshot).await.unwrap();
    stage.lxc.reinstall(stage.clock.id(), id, "alpine-3.20").await.unwrap();
    assert!(!stage.lxc.accepts(id, &first).await.unwrap(), "what is made anew has no password");
    stage.lxc.set_password(stage.clock.id(), id, &second).await.unwrap();
    stage.clock.pass(TimeDelta::minutes(1));
    stage.lxc.restore_snapshot(stage.clock.id(), id, snapshot).await.unwrap();
    let after = now(&stage.lxc, id).await;
    assert_eq!((&after.system, &after.hostname), (&before.system, &before.hostname));
    assert!(stage.lxc.accepts(id, &first).await.unwrap());
    assert!(!stage.lxc.accepts(id, &second).await.unwrap());
    assert_eq!((after.status, after.booted_at), (Running, stage.clock.now()), "it runs again");
}

#[tokio::test]
async fn what_was_begun_goes_on_though_nobody_waits() {
    let stage = Stage::new().await;
    let (id, work) = (stage.container(Stopped).await, stage.clock.id());
    stage.lxc.set_pace(Duration::from_secs(3));
    let sandbox = stage.lxc.clone();
    let begun = tokio::spawn(async move { sandbox.power(work, id, Power::Start).await });
    while stage.lxc.machine(id).await.unwrap().unwrap().next.is_none() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    begun.abort();
    assert_eq!(stage.lxc.state(id).await.unwrap().unwrap().status, Starting);
    let other = stage.lxc.power(stage.clock.id(), id, Power::Stop).await;
    assert!(matches!(other, Err(Failure::Unavailable(_))), "it is busy: {other:?}");
    stage.clock.pass(TimeDelta::seconds(3));
    assert_eq!(stage.lxc.state(id).await.unwrap().unwrap().status, Running);
    let booted = now(&stage.lxc, id).await.booted_at;
    stage.clock.pass(TimeDelta::seconds(10));
    stage.lxc.power(work, id, Power::Start).await.unwrap();
    assert_eq!(now(&stage.lxc, id).await.booted_at, booted, "the next worker finds it done");
}

#[tokio::test]
async fn counters_run_while_it_runs_and_begin_anew_when_it_boots() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let mut last = used(&stage, id).await.unwrap();
    for _ in 0..24 {
        stage.clock.pass(TimeDelta::hours(1));
        let next = used(&stage, id).await.unwrap();
        let busy = next.cpu_ns - last.cpu_ns;
        assert!(busy > 0 && busy < 2 * 3_600_000_000_000, "{busy} ns of 2 h");
        assert!(
            next.network_in_bytes > last.network_in_bytes && next.disk_write_bytes > last.disk_write_bytes
        );
        assert!(next.memory_bytes > 0 && next.memory_bytes < 2 << 30);
        assert!(next.disk_bytes.unwrap() < 40 << 30);
        assert_eq!(next.boot, last.boot);
        last = next;
    }
    stage.lxc.power(stage.clock.id(), id, Power::Freeze).await.unwrap();
    stage.clock.pass(TimeDelta::hours(5));
    let frozen = used(&stage, id).await.unwrap();
    assert_eq!(frozen.cpu_ns, last.cpu_ns, "what is frozen gets no time");
    stage.lxc.power(stage.clock.id(), id, Power::Unfreeze).await.unwrap();
    assert_eq!(used(&stage, id).await.unwrap().cpu_ns, last.cpu_ns, "it goes on where it stood");
    stage.lxc.power(stage.clock.id(), id, Power::Stop).await.unwrap();
    assert_eq!(used(&stage, id).await, None);
    stage.lxc.power(stage.clock.id(), id, Power::Start).await.unwrap();
    let anew = used(&stage, id).await.unwrap();
    assert_eq!(anew.cpu_ns, 0);
    assert_ne!(anew.boot, last.boot);
}

#[tokio::test]
async fn a_terminal_plays_a_shell_and_ends_with_its_instance() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let mut terminal = stage.lxc.terminal(id, Size { columns: 80, rows: 24 }).await.unwrap();
    let mut shown = String::new();
    until(&mut terminal.bytes, &mut shown, "root@web:~# ").await;
    assert!(shown.contains("sandbox"), "it is honest: {shown}");
    terminal.resize.send(Size { columns: 120, rows: 40 }).await.unwrap();
    terminal.bytes.write_all(b"hostnamee\x7f\rstty size\r").await.unwrap();
    until(&mut terminal.bytes, &mut shown, "40 120\r\nroot@web:~# ").await;
    assert!(shown.contains("\r\nweb\r\n"), "{shown:?}");
    stage.lxc.power(stage.clock.id(), id, Power::Stop).await.unwrap();
    let rest = tokio::time::timeout(Duration::from_secs(5), terminal.bytes.read_to_string(&mut shown));
    rest.await.expect("it ends with its instance").unwrap();
    let refused = stage.lxc.terminal(id, Size { columns: 80, rows: 24 }).await;
    assert!(matches!(refused.err(), Some(Failure::Refused(_))));
}

async fn until(bytes: &mut (impl tokio::io::AsyncRead + Unpin), shown: &mut String, end: &str) {
    let mut piece = [0; 256];
    while !shown.ends_with(end) {
        let read = tokio::time::timeout(Duration::from_secs(5), bytes.read(&mut piece));
        let count = read.await.unwrap_or_else(|_| panic!("{shown:?}")).unwrap();
        assert!(count > 0, "it ended: {shown:?}");
        shown.push_str(str::from_utf8(&piece[..count]).unwrap());
    }
}
