//! What customers and operators are told of a registry's result codes.
use super::stage::Epps;
use crate::{
    registry::Fault,
    stage::{at, ds, hosts, work},
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Registrar},
};

/// Codes, and the kind of failure that each is.
const TABLE: [(u16, &str); 32] = [
    (2000, "ours"),
    (2001, "ours"),
    (2002, "ours"),
    (2003, "ours"),
    (2004, "refused"),
    (2005, "refused"),
    (2100, "misconfigured"),
    (2101, "misconfigured"),
    (2102, "misconfigured"),
    (2103, "misconfigured"),
    (2104, "misconfigured"),
    (2105, "refused"),
    (2106, "refused"),
    (2200, "misconfigured"),
    (2201, "refused"),
    (2202, "refused"),
    (2300, "not now"),
    (2301, "refused"),
    (2302, "conflict"),
    (2303, "conflict"), // a host is gone: that the domain is there was seen just before
    (2304, "refused"),
    (2305, "refused"),
    (2306, "refused"),
    (2307, "misconfigured"),
    (2308, "refused"),
    (2400, "unavailable"),
    (2500, "unavailable"),
    (2501, "misconfigured"),
    (2502, "unavailable"),
    (2399, "refused"),
    (2599, "unavailable"),
    (9999, "unavailable"),
];

fn kind(failure: &Failure) -> &'static str {
    match failure {
        Failure::Refused(_) => "refused",
        Failure::NotThere(_) => "not there",
        Failure::Conflict(_) => "conflict",
        Failure::Unavailable(_) => "unavailable",
        Failure::InTheWay(_) => "in the way",
        Failure::NotNow { .. } => "not now",
        Failure::Misconfigured(_) => "misconfigured",
        Failure::Timeout => "timeout",
        Failure::Ours(_) => "ours",
    }
}

#[tokio::test]
async fn a_change_that_is_not_done_says_why_in_the_platforms_words() {
    let epps = Epps::new().await;
    let domain = epps.domain("coded.test");
    let driver = epps.ready().await;
    for (code, expected) in TABLE {
        epps.fault("domain:update", Fault::Code(code));
        let wanted = hosts(&["ns1.host.example"]);
        let failure = driver.set_name_servers(work(), domain, &wanted).await.unwrap_err();
        assert_eq!(kind(&failure), expected, "{code}: {failure}");
        assert!(!failure.to_string().contains("own words"), "{code}: {failure}");
        assert_eq!(epps.hosts(domain), [""; 0], "{code}: nothing was done");
    }
    let done = driver.set_name_servers(work(), domain, &hosts(&["ns1.host.example"])).await;
    assert_eq!(done, Ok(Acceptance::Done(())), "none of them is for good");
}

#[tokio::test]
async fn a_question_that_is_not_answered_says_why() {
    let epps = Epps::new().await;
    let domain = epps.domain("coded.test");
    let driver = epps.ready().await;
    for (code, expected) in TABLE {
        let expected = if code == 2303 { "not there" } else { expected };
        // In a session that idled, what ends it is tried once more.
        driver.ping().await.unwrap();
        let times = if matches!(code, 2002 | 2500..=2599) { 2 } else { 1 };
        for _ in 0..times {
            epps.fault("domain:info", Fault::Code(code));
        }
        let failure = driver.info(domain).await.unwrap_err();
        assert_eq!(kind(&failure), expected, "{code}: {failure}");
    }
    assert!(driver.info(domain).await.is_ok());
}

#[tokio::test]
async fn a_login_that_is_refused_is_the_operators_to_see_to() {
    let epps = Epps::new().await;
    for (code, expected) in [
        (2200, "misconfigured"),
        (2201, "misconfigured"),
        (2002, "misconfigured"),
        (2306, "misconfigured"),
        (2307, "misconfigured"),
        (2501, "misconfigured"),
        (2502, "unavailable"),
        (2400, "unavailable"),
        (2500, "unavailable"),
    ] {
        let driver = epps.driver();
        epps.fault("login", Fault::Code(code));
        let failure = driver.ping().await.unwrap_err();
        assert_eq!(kind(&failure), expected, "{code}: {failure}");
        assert_eq!(driver.ping().await, Ok(()), "{code}");
    }
}

#[tokio::test]
async fn what_a_status_forbids_is_said_with_the_status() {
    let epps = Epps::new().await;
    let domain = epps.domain("locked.test");
    let driver = epps.ready().await;
    for (status, told) in [
        ("serverUpdateProhibited", "refused: locked.test is locked (serverUpdateProhibited)"),
        ("clientUpdateProhibited", "refused: locked.test is locked (clientUpdateProhibited)"),
        ("pendingDelete", "refused: locked.test is in a state in which the registry does not allow that"),
        ("pendingTransfer", "unavailable: a change of locked.test waits for the registry; not before 600 s"),
        ("pendingUpdate", "unavailable: a change of locked.test waits for the registry; not before 600 s"),
    ] {
        epps.registry.world().register(domain).statuses.insert(status.to_owned());
        let failure = driver.set_ds(work(), domain, &[ds(1)]).await.unwrap_err();
        assert_eq!(failure.told(), told);
        let failure =
            driver.set_name_servers(work(), domain, &hosts(&["ns1.host.example"])).await.unwrap_err();
        assert_eq!(failure.told(), told);
        let made = epps.registry.world().hosts.len();
        assert_eq!(made > 0, matches!(status, "pendingDelete" | "pendingTransfer"), "{status}: {made}");
        epps.registry.world().hosts.clear();
    }
    let tried = epps.registry.asked().iter().filter(|asked| asked.name == "domain:update").count();
    assert_eq!(tried, 6, "where a change waits, another is not even tried");
    epps.registry.world().register(domain).statuses.insert("serverRenewProhibited".to_owned());
    let failure = driver.renew(work(), domain, at("2031-03-01T12:00:00Z"), 1).await.unwrap_err();
    assert_eq!(failure.told(), "refused: locked.test is locked (serverRenewProhibited)");
}

#[tokio::test]
async fn what_is_with_another_registrar_is_not_changed() {
    let epps = Epps::new().await;
    let domain = epps.domain("gone.test");
    epps.registry.world().domains.get_mut(domain).unwrap().registrar = "other".to_owned();
    let driver = epps.ready().await;
    let refused = driver.set_name_servers(work(), domain, &hosts(&["ns1.host.example"])).await.unwrap_err();
    assert_eq!(refused.told(), "refused: gone.test is with another registrar by now");
    assert_eq!(epps.registry.done("host:create"), 0);
}

#[tokio::test]
async fn a_renewal_fits_the_date_or_is_none() {
    let epps = Epps::new().await;
    let domain = epps.domain("dated.test");
    let driver = epps.ready().await;
    let (earlier, current) = (at("2030-03-01T12:00:00Z"), at("2031-03-01T12:00:00Z"));
    assert_eq!(
        driver.renew(work(), domain, earlier, 1).await,
        Ok(Acceptance::Done(current)),
        "it was before"
    );
    assert_eq!(epps.registry.asked().iter().filter(|asked| asked.name == "domain:renew").count(), 0);
    let refused = driver.renew(work(), domain, at("2032-03-01T12:00:00Z"), 1).await;
    assert!(matches!(refused, Err(Failure::Conflict(_))), "{refused:?}");
    for code in [2004, 2105, 2306] {
        epps.fault("domain:renew", Fault::Code(code));
        let refused = driver.renew(work(), domain, current, 1).await;
        assert!(matches!(refused, Err(Failure::Refused(_))), "it ends when it did: {refused:?}");
    }
    epps.fault("domain:renew", Fault::Belied(2306));
    let later = Ok(Acceptance::Done(at("2032-03-01T12:00:00Z")));
    assert_eq!(
        driver.renew(work(), domain, current, 1).await,
        later,
        "it was renewed since it was looked at"
    );
    epps.domain(domain);
    let refused = driver.renew(work(), domain, current, 10).await.unwrap_err();
    assert_eq!(refused.told(), "refused: dated.test cannot be renewed now, or not for that long");
}
