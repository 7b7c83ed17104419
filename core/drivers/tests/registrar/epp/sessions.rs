//! Sessions: shared, kept alive, and opened anew.
use super::stage::{Epps, PATIENCE};
use crate::{
    registry::{Asked, Fault, Keeps, Rules},
    stage::{hosts, work},
};
use futures_util::future::join_all;
use hosting_drivers::epp::{Epp, Patience};
use hosting_kernel::providers::{Failure, registrar::Registrar};
use std::{collections::HashSet, time::Duration};

fn count(asked: &[Asked], name: &str) -> usize {
    asked.iter().filter(|one| one.name == name).count()
}

#[tokio::test]
async fn twenty_calls_share_four_sessions() {
    let epps = Epps::with(Rules { sessions: 4, ..Rules::new(Keeps::Objects) }).await;
    let domains: Vec<String> = (0..20).map(|index| format!("n{index}.test")).collect();
    for domain in &domains {
        epps.domain(domain);
    }
    let driver = epps.driver();
    let wanted = hosts(&["ns1.host.example"]);
    for _ in 0..2 {
        let calls = domains.iter().map(|domain| driver.set_name_servers(work(), domain, &wanted));
        assert!(join_all(calls).await.iter().all(Result::is_ok));
    }
    for domain in &domains {
        assert_eq!(epps.hosts(domain), ["ns1.host.example"]);
    }
    assert_eq!(epps.registry.done("login"), 4);
    assert_eq!(epps.registry.done("domain:update"), 20);
}

#[tokio::test]
async fn one_after_the_other_they_use_one_session() {
    let epps = Epps::new().await;
    epps.domain("one.test");
    let driver = epps.driver();
    for _ in 0..5 {
        driver.info("one.test").await.unwrap();
    }
    assert_eq!(epps.registry.done("login"), 1);
}

#[tokio::test]
async fn no_two_commands_are_known_by_the_same_id() {
    let epps = Epps::new().await;
    epps.domain("one.test");
    for driver in [epps.driver(), epps.driver()] {
        let calls = (0..10).map(|_| driver.info("one.test"));
        assert!(join_all(calls).await.iter().all(Result::is_ok));
    }
    let asked = epps.registry.asked();
    let ids: HashSet<_> = asked.iter().map(|one| one.client_id.clone().unwrap()).collect();
    assert_eq!(ids.len(), asked.len());
    assert!(ids.iter().all(|id| (3..=64).contains(&id.len())), "RFC 5730 section 2.5: {ids:?}");
}

#[tokio::test]
async fn an_idle_session_says_hello() {
    let epps = Epps::new().await;
    epps.domain("one.test");
    let patience = Patience { keepalive: Duration::from_millis(10), ..PATIENCE };
    let mut options = epps.options();
    options.sessions = 1;
    let driver = Epp::with_patience(options, patience).unwrap();
    driver.info("one.test").await.unwrap();
    epps.registry.until(|asked| count(asked, "hello") >= 3).await;
    driver.info("one.test").await.unwrap();
    // One that ended meanwhile is left, and what is opened then is kept alive as well.
    epps.fault("hello", Fault::Cut(0));
    let so_far = epps.registry.asked().len();
    epps.registry.until(|asked| count(&asked[so_far..], "hello") >= 1).await;
    driver.info("one.test").await.unwrap();
    let so_far = epps.registry.asked().len();
    epps.registry.until(|asked| count(&asked[so_far..], "hello") >= 2).await;
    assert_eq!(epps.registry.done("login"), 2);
}

#[tokio::test]
async fn a_session_that_has_ended_is_opened_anew() {
    let epps = Epps::new().await;
    epps.domain("one.test");
    let driver = epps.ready().await;
    for times in 1..=3 {
        epps.registry.cut().await;
        assert!(driver.info("one.test").await.is_ok(), "{times}");
        assert_eq!(epps.registry.done("login"), times + 1);
    }
    epps.registry.cut().await;
    assert_eq!(driver.ping().await, Ok(()));
    for (code, times) in [(2002, 6), (2500, 7), (2501, 8), (2502, 9)] {
        epps.fault("domain:info", Fault::Code(code));
        assert!(driver.info("one.test").await.is_ok(), "{code}");
        assert_eq!(epps.registry.done("login"), times, "{code}");
    }
}

#[tokio::test]
async fn a_server_that_is_silent_is_given_up() {
    let epps = Epps::new().await;
    let domain = epps.domain("one.test");
    let patience = Patience { answer: Duration::from_secs(2), ..PATIENCE };
    let driver = Epp::with_patience(epps.options(), patience).unwrap();
    driver.ping().await.unwrap();
    epps.fault("domain:update", Fault::Silence);
    let wanted = hosts(&["ns1.host.example"]);
    let silent = driver.set_name_servers(work(), domain, &wanted).await;
    assert_eq!(silent, Err(Failure::Timeout));
    assert!(driver.set_name_servers(work(), domain, &wanted).await.is_ok());
    assert_eq!(epps.registry.done("domain:update"), 1, "it had been done");
}

/// The answer to a call that was given up is not taken for that of the next.
#[tokio::test]
async fn a_late_answer_is_nobodys() {
    let epps = Epps::new().await;
    epps.domain("one.test");
    let driver = epps.ready().await;
    epps.fault("domain:info", Fault::Held);
    tokio::select! {
        answer = driver.info("one.test") => panic!("it is held: {answer:?}"),
        () = epps.registry.until(|asked| count(asked, "domain:info") == 1) => {}
    }
    epps.registry.release();
    let answer = driver.info("nobody.test").await;
    assert!(matches!(answer, Err(Failure::NotThere(_))), "{answer:?}");
}

#[tokio::test]
async fn an_answer_to_another_command_is_none() {
    let epps = Epps::new().await;
    epps.domain("one.test");
    let driver = epps.ready().await;
    epps.fault("domain:info", Fault::Strange);
    let strange = driver.info("one.test").await.unwrap_err();
    assert_eq!(strange.told(), "unavailable: the registry's answer cannot be read");
    assert!(driver.info("one.test").await.is_ok(), "in another session");
    assert_eq!(epps.registry.done("login"), 2);
}

#[tokio::test]
async fn a_call_that_is_given_up_leaves_nothing_behind() {
    let epps = Epps::new().await;
    for domain in ["one.test", "two.test"] {
        epps.domain(domain);
    }
    let driver = epps.ready().await;
    epps.fault("domain:info", Fault::Silence);
    tokio::select! {
        answer = driver.info("one.test") => panic!("it is silent: {answer:?}"),
        () = epps.registry.until(|asked| count(asked, "domain:info") == 1) => {}
    }
    let answer = driver.info("nobody.test").await;
    assert!(matches!(answer, Err(Failure::NotThere(_))), "{answer:?}");
    assert_eq!(epps.registry.done("login"), 2);
}

#[tokio::test]
async fn too_many_sessions_are_said_to_be() {
    let epps = Epps::with(Rules { sessions: 1, ..Rules::new(Keeps::Objects) }).await;
    let (first, second) = (epps.ready().await, epps.driver());
    let refused = second.ping().await.unwrap_err();
    assert_eq!(refused.told(), "unavailable: too many sessions with the registry are open");
    drop(first);
    epps.registry.cut().await;
    assert_eq!(second.ping().await, Ok(()));
}
