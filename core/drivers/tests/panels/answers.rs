//! Servers that do not answer as they should.
use crate::{
    directadmin,
    server::{Reply, Server},
    stage::{World, work},
    whm,
};
use chrono::TimeDelta;
use hosting_drivers::panels::Links;
use hosting_kernel::providers::{
    Failure,
    panel::{Panel, PanelTarget},
};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs,
        pki_types::{PrivateKeyDer, pem::PemObject},
    },
};

/// Panels of each kind behind a server that answers everything so.
async fn panels(world: &World, answer: fn() -> Reply) -> [Links; 2] {
    let server = Server::start(move |_| answer()).await;
    [
        world.links(whm::driver(whm::options(&server.url))),
        world.links(directadmin::driver(directadmin::options(&server.url))),
    ]
}

/// What becomes of all that a panel is asked.
async fn outcomes(panel: &Links) -> Vec<Result<(), Failure>> {
    let login = panel.login(work(), "ama", PanelTarget::Panel, TimeDelta::minutes(5));
    vec![
        panel.ping().await,
        login.await.map(|_| ()),
        panel.suspend(work(), "ama").await,
        panel.remove(work(), "ama").await,
        panel.stats("ama").await.map(|_| ()),
    ]
}

async fn all_are(world: &World, answer: fn() -> Reply, name: &str) {
    let is_so = |panel: &Links, outcome: Result<(), Failure>| {
        let (driver, failure) = (panel.driver(), outcome.unwrap_err());
        assert!(format!("{failure:?}").starts_with(name), "{driver}: {name}: {failure:?}");
        assert!(!failure.to_string().contains("secret"), "their words are for the log: {failure:?}");
    };
    for panel in panels(world, answer).await {
        for outcome in outcomes(&panel).await {
            is_so(&panel, outcome);
        }
    }
    // By others: who failed so often is left alone for a while.
    for panel in panels(world, answer).await {
        is_so(&panel, panel.sites().await.map(|_| ()));
    }
}

#[tokio::test]
async fn each_answer_has_its_meaning() {
    let world = World::new().await;
    all_are(&world, || Reply::Said(401, "secret".into()), "Misconfigured").await;
    all_are(&world, || Reply::Said(403, "secret".into()), "Misconfigured").await;
    all_are(&world, || Reply::Said(301, "secret".into()), "Misconfigured").await;
    all_are(&world, || Reply::Said(200, "<html>\nsecret".into()), "Unavailable").await;
    all_are(&world, || Reply::Said(500, "secret".into()), "Unavailable").await;
}

#[tokio::test]
async fn who_is_away_is_and_who_is_silent_may_have_done_it() {
    let world = World::new().await;
    all_are(&world, || Reply::Cut, "Unavailable").await;
    let began = Instant::now();
    for panel in panels(&world, || Reply::Silence).await {
        assert_eq!(panel.suspend(work(), "ama").await, Err(Failure::Timeout));
    }
    assert!(began.elapsed() < Duration::from_secs(5), "nobody waits for ever");
}

#[tokio::test]
async fn who_is_not_let_in_is_for_the_operator() {
    let world = World::new().await;
    let accounts = whm::Accounts::default();
    let server = Server::start(move |request| accounts.answer(request)).await;
    let wrong = hosting_drivers::whm::Options { token: "SECRET".to_owned(), ..whm::options(&server.url) };
    let users = directadmin::Users::default();
    let other = Server::start(move |request| users.answer(request)).await;
    let key = hosting_drivers::directadmin::Options {
        token: "SECRET".to_owned(),
        ..directadmin::options(&other.url)
    };
    for panel in [world.links(whm::driver(wrong)), world.links(directadmin::driver(key))] {
        for outcome in outcomes(&panel).await {
            assert!(
                matches!(&outcome, Err(Failure::Misconfigured(why)) if !why.contains("SECRET")),
                "{outcome:?}"
            );
        }
    }
}

#[tokio::test]
async fn what_a_token_lacks_is_named() {
    let lacking = || include_str!("whm/myprivs.json").replace("ALL", "0").replace("KILL", "0");
    let server = Server::start(move |_| Reply::Said(200, lacking())).await;
    let failure = World::new().await.links(whm::driver(whm::options(&server.url))).ping().await;
    assert!(matches!(&failure, Err(Failure::Misconfigured(why)) if why.contains("kill-acct")), "{failure:?}");
}

#[tokio::test]
async fn a_change_that_was_done_unseen_is_done() {
    let world = World::new().await;
    let accounts = whm::Accounts::default();
    accounts.add("ama");
    let answering = accounts.clone();
    let server = Server::start(move |request| {
        let answer = answering.answer(request);
        // It is done, and the word of it is lost.
        if request.path.ends_with("acct") { Reply::Cut } else { answer }
    });
    let server = server.await;
    let panel = world.links(whm::driver(whm::options(&server.url)));
    panel.suspend(work(), "ama").await.unwrap();
    panel.unsuspend(work(), "ama").await.unwrap();
    panel.remove(work(), "ama").await.unwrap();
    assert_eq!(server.count("GET /json-api/suspendacct"), 1);
    assert_eq!(server.count("GET /json-api/removeacct"), 1);
}

#[tokio::test]
async fn a_certificate_is_the_one_that_the_operator_says() {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["panel".to_owned()]).unwrap();
    let key = PrivateKeyDer::from_pem_slice(signing_key.serialize_pem().as_bytes()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = config.with_single_cert(vec![cert.der().clone()], key).unwrap();
    let (world, accounts) = (World::new().await, whm::Accounts::default());
    let tls = Some(TlsAcceptor::from(Arc::new(config)));
    let server = Server::over(tls, move |request| accounts.answer(request)).await;
    let file = std::env::temp_dir().join(format!("drivers-panel-{}.crt", work()));
    std::fs::write(&file, cert.pem()).unwrap();
    let known =
        hosting_drivers::whm::Options { server_certificate: Some(file.clone()), ..whm::options(&server.url) };
    world.links(whm::driver(known)).ping().await.unwrap();
    std::fs::remove_file(&file).unwrap();
    let stranger = world.links(whm::driver(whm::options(&server.url))).ping().await;
    assert!(matches!(stranger, Err(Failure::Misconfigured(_))), "{stranger:?}");
}
