//! Sessions that are cut at any byte of an answer: afterwards everything is true, and nothing was done twice.
use super::stage::Epps;
use crate::{
    registry::{Fault, Keeps, Rules},
    stage::{at, ds, hosts, work},
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Registrar},
};

/// A registry whose answers are short.
async fn terse() -> Epps {
    let mut rules = Rules::new(Keeps::Objects);
    rules.extensions.clear();
    Epps::with(rules).await
}

#[tokio::test]
async fn a_login_that_is_cut_lets_nobody_in() {
    let epps = terse().await;
    epps.driver().ping().await.unwrap();
    for bytes in 0..epps.registry.length("login") {
        let driver = epps.driver();
        epps.fault("login", Fault::Cut(bytes));
        let broken = driver.ping().await;
        assert!(matches!(broken, Err(Failure::Unavailable(_))), "{bytes}: {broken:?}");
        assert_eq!(driver.ping().await, Ok(()), "{bytes}");
    }
}

#[tokio::test]
async fn a_greeting_that_is_cut_is_none() {
    let epps = terse().await;
    for bytes in [0, 1, 3, 4, 5, 100, 300] {
        let driver = epps.driver();
        epps.fault("greeting", Fault::Cut(bytes));
        let broken = driver.ping().await;
        assert!(matches!(broken, Err(Failure::Unavailable(_))), "{bytes}: {broken:?}");
        assert_eq!(driver.ping().await, Ok(()), "{bytes}");
    }
}

/// A question that is cut in an idle session is asked again in a new one; in a new one it has failed.
#[tokio::test]
async fn a_check_that_is_cut_is_asked_again() {
    let epps = terse().await;
    epps.domain("taken.test");
    let names = ["taken.test".to_owned()];
    let driver = epps.ready().await;
    driver.check(&names).await.unwrap();
    for bytes in 0..=epps.registry.length("domain:check") {
        epps.fault("domain:check", Fault::Cut(bytes));
        let said = driver.check(&names).await.unwrap();
        assert!(!said[0].as_ref().unwrap().available, "{bytes}");
    }
    let fresh = epps.driver();
    epps.fault("domain:check", Fault::Cut(20));
    assert!(matches!(fresh.check(&names).await, Err(Failure::Unavailable(_))));
    assert_eq!(fresh.check(&names).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_update_that_is_cut_is_done_once() {
    let epps = terse().await;
    let domain = epps.domain("cut.test");
    let driver = epps.ready().await;
    let [one, other] = [&["ns1.host.example"][..], &["ns2.host.example"]];
    driver.set_name_servers(work(), domain, &hosts(one)).await.unwrap();
    for bytes in 0..=epps.registry.length("domain:update") {
        let wanted = if bytes % 2 == 0 { other } else { one };
        let before = epps.registry.done("domain:update");
        epps.fault("domain:update", Fault::Cut(bytes));
        let work = work();
        let cut = driver.set_name_servers(work, domain, &hosts(wanted)).await;
        let is_whole = cut == Ok(Acceptance::Done(()));
        assert!(is_whole || matches!(cut, Err(Failure::Unavailable(_))), "{bytes}: {cut:?}");
        let again = driver.set_name_servers(work, domain, &hosts(wanted)).await;
        assert_eq!(again, Ok(Acceptance::Done(())), "{bytes}");
        assert_eq!(epps.registry.done("domain:update"), before + 1, "{bytes}: once");
        assert_eq!(epps.hosts(domain), wanted, "{bytes}");
    }
}

#[tokio::test]
async fn a_renewal_that_is_cut_is_done_once() {
    let epps = terse().await;
    let domain = epps.domain("cut.test");
    let driver = epps.ready().await;
    let (current, later) = (at("2031-03-01T12:00:00Z"), at("2032-03-01T12:00:00Z"));
    driver.renew(work(), domain, current, 1).await.unwrap();
    for bytes in 0..=epps.registry.length("domain:renew") {
        epps.domain(domain);
        let before = epps.registry.done("domain:renew");
        epps.fault("domain:renew", Fault::Cut(bytes));
        let work = work();
        let cut = driver.renew(work, domain, current, 1).await;
        let is_whole = cut == Ok(Acceptance::Done(later));
        assert!(is_whole || matches!(cut, Err(Failure::Unavailable(_))), "{bytes}: {cut:?}");
        assert_eq!(driver.renew(work, domain, current, 1).await, Ok(Acceptance::Done(later)), "{bytes}");
        assert_eq!(epps.registry.done("domain:renew"), before + 1, "{bytes}: once");
    }
}

#[tokio::test]
async fn a_message_that_is_cut_still_waits_and_is_acknowledged_once() {
    let epps = terse().await;
    let driver = epps.ready().await;
    epps.registry.world().tell_of_transfer("a.test", "the first");
    epps.registry.world().tell_of_transfer("b.test", "the second");
    let first = driver.message().await.unwrap().unwrap();
    for bytes in 0..=epps.registry.length("poll:req") {
        epps.fault("poll:req", Fault::Cut(bytes));
        assert_eq!(driver.message().await, Ok(Some(first.clone())), "{bytes}");
    }
    driver.acknowledge(&first.id).await.unwrap();
    for bytes in 0..=epps.registry.length("poll:ack") {
        let waits = driver.message().await.unwrap().unwrap();
        epps.registry.world().tell_of_transfer("c.test", "another");
        epps.fault("poll:ack", Fault::Cut(bytes));
        assert_eq!(driver.acknowledge(&waits.id).await, Ok(()), "{bytes}");
        assert_eq!(epps.registry.world().queue.len(), 1, "{bytes}: just one is gone");
    }
}

/// What was cut off before it was done is done by the next try; the steps before it are not done again.
#[tokio::test]
async fn what_was_not_done_is_done_by_the_next_try() {
    let epps = Epps::new().await;
    let domain = epps.domain("lost.test");
    let driver = epps.ready().await;
    let wanted = hosts(&["ns1.host.example", "ns2.host.example"]);
    for lost in ["domain:info", "host:check", "host:create", "domain:update"] {
        epps.fault(lost, Fault::Lost);
    }
    let mut tries = 0;
    while driver.set_name_servers(work(), domain, &wanted).await != Ok(Acceptance::Done(())) {
        tries += 1;
        assert!(tries < 5, "it ends");
    }
    assert_eq!(epps.hosts(domain), ["ns1.host.example", "ns2.host.example"]);
    assert_eq!(epps.registry.done("host:create"), 2);
    assert_eq!(epps.registry.done("domain:update"), 1);
    epps.fault("domain:update", Fault::Lost);
    assert!(driver.set_ds(work(), domain, &[ds(1)]).await.is_err());
    assert_eq!(driver.set_ds(work(), domain, &[ds(1)]).await, Ok(Acceptance::Done(())));
    assert_eq!(epps.registry.world().domains[domain].ds, [ds(1)]);
}
