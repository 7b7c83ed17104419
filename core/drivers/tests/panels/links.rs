//! Links of the platform's own, before a server that does what no real one can be made to do.
use crate::stage::{World, is_refused, redeemed, work};
use async_trait::async_trait;
use chrono::TimeDelta;
use futures_util::future;
use hosting_drivers::panels::Server;
use hosting_kernel::providers::{
    Failure,
    panel::{HeldSite, Panel, PanelTarget, SiteState, Stats},
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

/// A server with one site, `ama`, that fails as it is told to.
#[derive(Default)]
struct Moody {
    /// What the next addresses are, in place of a good one.
    moods: Mutex<VecDeque<Failure>>,
    suspended: Mutex<bool>,
    asked: Mutex<Vec<String>>,
}

impl Moody {
    fn count(&self, what: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == what).count()
    }

    fn heard(&self, what: &str) {
        self.asked.lock().unwrap().push(what.to_owned());
    }
}

#[async_trait]
impl Server for Moody {
    fn name(&self) -> &'static str {
        "moody"
    }

    fn driver(&self) -> &'static str {
        "moody"
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        self.heard("state");
        Ok(Some(match (site, *self.suspended.lock().unwrap()) {
            ("ama", false) => SiteState::Active,
            ("ama", true) => SiteState::Suspended,
            _ => SiteState::Removed,
        }))
    }

    async fn sites(&self) -> Result<Vec<HeldSite>, Failure> {
        Ok(Vec::new())
    }

    fn opens(&self, target: PanelTarget) -> Result<(), Failure> {
        match target {
            PanelTarget::Panel => Ok(()),
            PanelTarget::Filemanager => Err(Failure::Refused("there is no file manager".to_owned())),
        }
    }

    async fn enter(&self, _: Uuid, site: &str, _: PanelTarget) -> Result<String, Failure> {
        self.heard("enter");
        tokio::task::yield_now().await;
        match self.moods.lock().unwrap().pop_front() {
            None => Ok(format!("https://panel.example.com/{site}")),
            Some(failure) => Err(failure),
        }
    }

    async fn suspend(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        self.heard("suspend");
        Err(Failure::Refused("it does not".to_owned()))
    }

    async fn unsuspend(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        self.heard("unsuspend");
        *self.suspended.lock().unwrap() = false;
        Err(Failure::Timeout)
    }

    async fn remove(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        self.heard("remove");
        Ok(())
    }

    async fn stats(&self, _: &str) -> Result<Stats, Failure> {
        Ok(Stats::default())
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

const LIFE: TimeDelta = TimeDelta::minutes(5);

#[tokio::test]
async fn of_many_who_redeem_a_link_at_once_one_is_let_in() {
    let (world, server) = (World::new().await, Arc::new(Moody::default()));
    let panel = world.links(Arc::clone(&server) as _);
    let link = panel.login(work(), "ama", PanelTarget::Panel, LIFE).await.unwrap();
    assert_eq!(server.count("enter"), 0, "the panel is asked for nothing that it keeps");
    let all = future::join_all((0..20).map(|_| redeemed(&panel, &link.url))).await;
    assert_eq!(all.iter().flatten().collect::<Vec<_>>(), ["https://panel.example.com/ama"]);
    assert_eq!(server.count("enter"), 1);
}

#[tokio::test]
async fn looking_redeems_nothing() {
    let (world, server) = (World::new().await, Arc::new(Moody::default()));
    let panel = world.links(Arc::clone(&server) as _);
    let link = panel.login(work(), "ama", PanelTarget::Panel, LIFE).await.unwrap();
    let token = link.url.rsplit('/').next().unwrap();
    for _ in 0..3 {
        assert_eq!(panel.stands(token).await, Ok(true));
    }
    assert!(redeemed(&panel, &link.url).await.is_some());
    assert_eq!(panel.stands(token).await, Ok(false));
    assert_eq!(panel.stands(&"0".repeat(64)).await, Ok(false));
    let late = panel.login(work(), "ama", PanelTarget::Panel, LIFE).await.unwrap();
    world.pass(LIFE);
    assert_eq!(panel.stands(late.url.rsplit('/').next().unwrap()).await, Ok(false));
}

#[tokio::test]
async fn a_link_that_the_panel_does_not_open_stands() {
    let (world, server) = (World::new().await, Arc::new(Moody::default()));
    let panel = world.links(Arc::clone(&server) as _);
    let link = panel.login(work(), "ama", PanelTarget::Panel, LIFE).await.unwrap();
    let token = link.url.rsplit('/').next().unwrap();
    for failure in
        [Failure::Timeout, Failure::Unavailable("away".into()), Failure::Misconfigured("key".into())]
    {
        server.moods.lock().unwrap().push_back(failure.clone());
        assert_eq!(panel.redeem(token).await, Err(failure));
        assert_eq!(panel.stands(token).await, Ok(true));
    }
    *server.suspended.lock().unwrap() = true;
    assert!(is_refused(&panel.redeem(token).await));
    *server.suspended.lock().unwrap() = false;
    assert!(panel.redeem(token).await.unwrap().is_some());
    assert_eq!(panel.redeem(token).await, Ok(None));
}

#[tokio::test]
async fn what_no_panel_calls_a_site_is_asked_of_none() {
    let (world, server) = (World::new().await, Arc::new(Moody::default()));
    let panel = world.links(Arc::clone(&server) as _);
    for name in ["", "../root", "ama;reboot", "Ama", "a|b", "--help"] {
        assert!(is_refused(&panel.login(work(), name, PanelTarget::Panel, LIFE).await), "{name}");
        assert!(is_refused(&panel.suspend(work(), name).await), "{name}");
        panel.remove(work(), name).await.unwrap();
    }
    assert!(server.asked.lock().unwrap().is_empty());
    let files = panel.login(work(), "ama", PanelTarget::Filemanager, LIFE).await;
    assert!(is_refused(&files), "who asks for a link is told: {files:?}");
}

#[tokio::test]
async fn what_is_so_after_all_is_done_and_what_is_not_is_told() {
    let (world, server) = (World::new().await, Arc::new(Moody::default()));
    let panel = world.links(Arc::clone(&server) as _);
    assert!(is_refused(&panel.suspend(work(), "ama").await));
    *server.suspended.lock().unwrap() = true;
    panel.unsuspend(work(), "ama").await.unwrap();
    panel.unsuspend(work(), "ama").await.unwrap();
    assert_eq!(server.count("unsuspend"), 1, "it was so already");
}
