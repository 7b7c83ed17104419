//! What a control panel promises, whichever it is.
use crate::stage::{Stage, is_refused, work};
use chrono::TimeDelta;
use hosting_kernel::{
    clock::Clock,
    providers::panel::{
        PanelTarget::{Filemanager, Panel},
        SiteState,
    },
};

/// All of them, one after the other.
pub async fn all(stage: &Stage) {
    stage.driver.ping().await.unwrap();
    assert!(!stage.driver.name().is_empty());
    a_link_opens_once(stage).await;
    a_link_ends_in_time(stage).await;
    of_the_links_of_one_work_the_last_opens(stage).await;
    what_is_suspended_lets_nobody_in(stage).await;
    what_is_so_already_is_done(stage).await;
    what_uses_something_says_so(stage).await;
    what_is_removed_is_gone(stage).await;
    what_is_there_is_listed(stage).await;
}

async fn a_link_opens_once(stage: &Stage) {
    stage.behind.make("opens").await;
    for target in [Panel, Filemanager] {
        let link = stage.link(work(), "opens", target).await.unwrap();
        assert!(!format!("{link:?}").contains(&link.url), "it is told to nobody else");
        assert!(stage.opens(&link, "opens").await, "{target:?}");
        assert!(!stage.opens(&link, "opens").await, "{target:?}: it was used");
    }
}

async fn a_link_ends_in_time(stage: &Stage) {
    stage.behind.make("ends").await;
    let now = stage.world.clock.now();
    let link = stage.link(work(), "ends", Panel).await.unwrap();
    assert!(link.expires_at > now && link.expires_at <= now.plus(TimeDelta::minutes(5)));
    stage.world.pass(TimeDelta::seconds(299));
    let young = stage.link(work(), "ends", Panel).await.unwrap();
    stage.world.pass(TimeDelta::seconds(1));
    assert!(!stage.opens(&link, "ends").await, "its five minutes are over");
    assert!(stage.opens(&young, "ends").await);
}

async fn of_the_links_of_one_work_the_last_opens(stage: &Stage) {
    stage.behind.make("again").await;
    let same = work();
    let before = stage.link(same, "again", Panel).await.unwrap();
    let after = stage.link(same, "again", Panel).await.unwrap();
    assert!(!stage.opens(&before, "again").await);
    assert!(stage.opens(&after, "again").await);
}

async fn what_is_suspended_lets_nobody_in(stage: &Stage) {
    stage.behind.make("closed").await;
    let (before, files) = (
        stage.link(work(), "closed", Panel).await.unwrap(),
        stage.link(work(), "closed", Filemanager).await.unwrap(),
    );
    stage.driver.suspend(work(), "closed").await.unwrap();
    assert_eq!(stage.driver.state("closed").await, Ok(Some(SiteState::Suspended)));
    assert!(is_refused(&stage.link(work(), "closed", Panel).await));
    for link in [before, files] {
        assert!(!stage.opens(&link, "closed").await, "it was made before");
    }
    stage.driver.unsuspend(work(), "closed").await.unwrap();
    assert_eq!(stage.driver.state("closed").await, Ok(Some(SiteState::Active)));
    let link = stage.link(work(), "closed", Panel).await.unwrap();
    assert!(stage.opens(&link, "closed").await);
}

async fn what_is_so_already_is_done(stage: &Stage) {
    stage.behind.make("twice").await;
    let same = work();
    stage.driver.unsuspend(same, "twice").await.unwrap();
    for work in [same, same, work()] {
        stage.driver.suspend(work, "twice").await.unwrap();
    }
    assert!(is_refused(&stage.link(work(), "twice", Panel).await));
    for work in [same, same, work()] {
        stage.driver.unsuspend(work, "twice").await.unwrap();
    }
    assert!(stage.link(work(), "twice", Panel).await.is_ok());
}

async fn what_uses_something_says_so(stage: &Stage) {
    stage.behind.make("uses").await;
    for _ in 0..2 {
        let stats = stage.driver.stats("uses").await.unwrap();
        assert!(stats.disk_used_bytes.unwrap() > 0 && stats.inodes_used.unwrap() > 0, "{stats:?}");
        // And when nobody is let in.
        stage.driver.suspend(work(), "uses").await.unwrap();
    }
}

async fn what_is_removed_is_gone(stage: &Stage) {
    stage.behind.make("gone").await;
    stage.behind.make("stays").await;
    let link = stage.link(work(), "gone", Panel).await.unwrap();
    let same = work();
    for work in [same, same, work()] {
        stage.driver.remove(work, "gone").await.unwrap();
    }
    assert_eq!(stage.driver.state("gone").await, Ok(Some(SiteState::Removed)));
    assert!(!stage.opens(&link, "gone").await);
    assert!(is_refused(&stage.link(work(), "gone", Panel).await));
    assert!(is_refused(&stage.driver.unsuspend(work(), "gone").await));
    assert!(is_refused(&stage.driver.stats("gone").await));
    let other = stage.link(work(), "stays", Panel).await.unwrap();
    assert!(stage.opens(&other, "stays").await);
}

async fn what_is_there_is_listed(stage: &Stage) {
    stage.behind.make("listed").await;
    let listed = async || {
        let sites = stage.driver.sites().await.unwrap().unwrap();
        let mut found = sites.into_iter().filter(|site| site.name == "listed").map(|site| site.state);
        (found.next(), found.next())
    };
    stage.driver.suspend(work(), "listed").await.unwrap();
    assert_eq!(listed().await, (Some(Some(SiteState::Suspended)), None));
    stage.driver.unsuspend(work(), "listed").await.unwrap();
    assert_eq!(listed().await, (Some(Some(SiteState::Active)), None));
    stage.driver.remove(work(), "listed").await.unwrap();
    assert_eq!(listed().await, (None, None));
}
