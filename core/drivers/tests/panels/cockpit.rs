//! Cockpit with copyparty, as they are.
use crate::{
    machine::{Behold, Machine, let_in},
    promises,
    stage::{Stage, World, is_refused, redeemed, work},
};
use chrono::TimeDelta;
use hosting_drivers::{
    cockpit::{Cockpit, Options},
    panels::Server,
};
use hosting_kernel::providers::{
    Failure,
    panel::{Panel, PanelTarget},
};
use std::sync::Arc;

const LIFE: TimeDelta = TimeDelta::minutes(5);

#[tokio::test]
#[ignore = "needs cockpit-ws and copyparty"]
async fn cockpit_keeps_the_promises() {
    let (world, machine) = (World::new().await, Machine::start().await);
    let links = machine.links(&world);
    let driver = Arc::new(links.clone());
    promises::all(&Stage { driver, behind: Box::new(Behold { machine, links }), world }).await;
}

#[tokio::test]
#[ignore = "needs cockpit-ws and copyparty"]
async fn an_address_lets_in_once_and_ends_with_the_site() {
    let (world, machine) = (World::new().await, Machine::start().await);
    let links = machine.links(&world);
    machine.add("ama");
    machine.add("ama-2");
    let mut addresses = Vec::new();
    for (site, target) in
        [("ama", PanelTarget::Panel), ("ama", PanelTarget::Filemanager), ("ama-2", PanelTarget::Filemanager)]
    {
        let link = links.login(work(), site, target, LIFE).await.unwrap();
        addresses.push(redeemed(&links, &link.url).await.unwrap());
    }
    assert!(let_in(&addresses[0], "ama").await);
    assert!(!let_in(&addresses[0], "ama").await, "whoever reads it in the browser is not let in by it");
    assert_eq!(machine.run(&["pgrep", "-u", "ama", "-c", "cockpit-bridge"]), "1\n");
    assert!(let_in(&addresses[1], "ama").await);
    // What it had open ends, and what is shared of it is taken back; what is another's stays.
    links.suspend(work(), "ama").await.unwrap();
    assert_eq!(machine.inside(&["pgrep", "-u", "ama", "-c"]).stdout, b"0\n");
    assert!(!let_in(&addresses[1], "ama").await);
    assert!(let_in(&addresses[2], "ama-2").await);
    assert_eq!(machine.run(&["stat", "--format=%a", "/home/ama"]), "0\n", "no server reads its files");
    links.unsuspend(work(), "ama").await.unwrap();
    assert_ne!(machine.run(&["stat", "--format=%a", "/home/ama"]), "0\n");
    links.remove(work(), "ama").await.unwrap();
    assert!(!machine.inside(&["test", "-e", "/home/ama"]).status.success());
    assert_eq!(machine.run(&["cat", "/home/ama-2/whose.txt"]), "ama-2\n");
}

#[tokio::test]
#[ignore = "needs cockpit-ws and copyparty"]
async fn who_is_no_site_is_not_touched() {
    let (world, machine) = (World::new().await, Machine::start().await);
    let links = machine.links(&world);
    machine.run(&["useradd", "--create-home", "kofi"]);
    machine.run(&["usermod", "--append", "--groups", "hosting-sites", "daemon"]);
    for other in ["root", "kofi", "daemon", "nobody-there"] {
        assert!(is_refused(&links.login(work(), other, PanelTarget::Panel, LIFE).await), "{other}");
        assert!(is_refused(&links.suspend(work(), other).await), "{other}");
        links.remove(work(), other).await.unwrap();
    }
    machine.run(&["test", "-d", "/home/kofi"]);
    let wrong =
        Options { password: "another password of thirty-two characters".to_owned(), ..machine.options() };
    let stranger = Cockpit::new(wrong).unwrap();
    let failure = stranger.ping().await;
    assert!(matches!(failure, Err(Failure::Misconfigured(_))), "{failure:?}");
    let address = stranger.enter(work(), "kofi", PanelTarget::Panel).await.unwrap();
    assert!(!let_in(&address, "kofi").await);
    let wrong = Options { files_password: Some("wrong".to_owned()), ..machine.options() };
    let failure = Cockpit::new(wrong).unwrap().ping().await;
    assert!(matches!(failure, Err(Failure::Misconfigured(_))), "{failure:?}");
    let bare = Options { files_endpoint: None, files_password: None, ..machine.options() };
    let bare = world.links(Arc::new(Cockpit::new(bare).unwrap()));
    machine.add("ama");
    assert!(is_refused(&bare.login(work(), "ama", PanelTarget::Filemanager, LIFE).await));
    assert!(bare.login(work(), "ama", PanelTarget::Panel, LIFE).await.is_ok());
}

#[tokio::test]
#[ignore = "needs cockpit-ws and copyparty"]
async fn what_is_half_done_is_done_by_who_asks_again() {
    let (world, machine) = (World::new().await, Machine::start().await);
    let links = machine.links(&world);
    machine.add("ama");
    let hook = |does: &str| {
        let write = format!(
            "printf '#!/bin/sh\\n{does}\\n' >/etc/hosting-panel/hook && chmod 755 /etc/hosting-panel/hook"
        );
        machine.run(&["sh", "-c", &write]);
    };
    hook("exit 1");
    let failed = links.suspend(work(), "ama").await;
    assert!(matches!(failed, Err(Failure::Unavailable(_))), "it is tried again: {failed:?}");
    assert!(
        is_refused(&links.login(work(), "ama", PanelTarget::Panel, LIFE).await),
        "nobody is let in meanwhile"
    );
    // From there it can go either way.
    hook("echo \"$@\" >>/etc/hosting-panel/hooked");
    links.unsuspend(work(), "ama").await.unwrap();
    assert!(links.login(work(), "ama", PanelTarget::Panel, LIFE).await.is_ok());
    hook("exit 1");
    assert!(links.suspend(work(), "ama").await.is_err());
    hook("echo \"$@\" >>/etc/hosting-panel/hooked");
    links.suspend(work(), "ama").await.unwrap();
    links.remove(work(), "ama").await.unwrap();
    let hooked = machine.run(&["cat", "/etc/hosting-panel/hooked"]);
    assert_eq!(hooked, "unsuspend ama\nsuspend ama\nremove ama\n");
}
