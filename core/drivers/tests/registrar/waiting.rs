//! The promises about what waits for the registry.
use crate::stage::{Stage, at, ds, hosts, texts, work};
use hosting_kernel::providers::{Failure, registrar::Acceptance};

/// All of them.
pub async fn all(stage: &Stage) {
    a_change_waits_and_is_done(stage).await;
    a_change_waits_and_is_refused(stage).await;
    keys_wait(stage).await;
    a_renewal_waits(stage).await;
}

/// A message tells what became of it.
async fn decided(stage: &Stage, domain: &str, done: bool) {
    stage.registry.decide(domain, done);
    let message = stage.registrar.message().await.unwrap().unwrap();
    assert_eq!((message.about.as_deref(), message.done), (Some(domain), Some(done)));
    assert_eq!(stage.registrar.acknowledge(&message.id).await, Ok(()));
    assert_eq!(stage.registrar.message().await, Ok(None));
    assert!(!stage.shown(domain).await.changing);
}

/// It is not done before the registry says so, and nothing else is meanwhile.
async fn a_change_waits_and_is_done(stage: &Stage) {
    let domain = stage.domain("slow.test").await;
    stage.registry.wait(domain);
    let wanted = hosts(&["ns1.host.example", "ns2.host.example"]);
    let taken = stage.registrar.set_name_servers(work(), domain, &wanted).await;
    assert_eq!(taken, Ok(Acceptance::Pending));
    let shown = stage.shown(domain).await;
    assert_eq!((shown.changing, shown.name_servers.unwrap_or_default()), (true, Vec::new()));
    let refused = [
        stage.registrar.set_name_servers(work(), domain, &hosts(&["ns3.host.example"])).await,
        stage.registrar.set_ds(work(), domain, &[ds(1)]).await,
    ];
    for refused in refused {
        assert!(matches!(refused, Err(Failure::NotNow { .. })), "{refused:?}");
    }
    let refused = stage.registrar.renew(work(), domain, at("2031-03-01T12:00:00Z"), 1).await;
    assert!(matches!(refused, Err(Failure::NotNow { .. })), "{refused:?}");
    decided(stage, domain, true).await;
    let shown = stage.shown(domain).await.name_servers;
    assert_eq!(shown, Some(texts(&["ns1.host.example", "ns2.host.example"])));
    let again = stage.registrar.set_name_servers(work(), domain, &wanted).await;
    assert_eq!(again, Ok(Acceptance::Done(())), "it is as it shall be");
}

/// What the registry refuses stays as it was, and can be asked for again.
async fn a_change_waits_and_is_refused(stage: &Stage) {
    let domain = stage.domain("unwilling.test").await;
    stage.registry.wait(domain);
    let wanted = hosts(&["ns1.host.example"]);
    let taken = stage.registrar.set_name_servers(work(), domain, &wanted).await;
    assert_eq!(taken, Ok(Acceptance::Pending));
    decided(stage, domain, false).await;
    assert_eq!(stage.shown(domain).await.name_servers.unwrap_or_default(), [""; 0]);
    let again = stage.registrar.set_name_servers(work(), domain, &wanted).await;
    assert_eq!(again, Ok(Acceptance::Done(())));
}

/// Keys too.
async fn keys_wait(stage: &Stage) {
    let domain = stage.domain("slow-keys.test").await;
    stage.registry.wait(domain);
    assert_eq!(stage.registrar.set_ds(work(), domain, &[ds(7)]).await, Ok(Acceptance::Pending));
    assert_eq!(stage.shown(domain).await.ds, []);
    decided(stage, domain, true).await;
    assert_eq!(stage.shown(domain).await.ds, [ds(7)]);
}

/// And renewals.
async fn a_renewal_waits(stage: &Stage) {
    let domain = stage.domain("slow-years.test").await;
    let (current, later) = (at("2031-03-01T12:00:00Z"), at("2032-03-01T12:00:00Z"));
    stage.registry.wait(domain);
    assert_eq!(stage.registrar.renew(work(), domain, current, 1).await, Ok(Acceptance::Pending));
    let shown = stage.shown(domain).await;
    assert_eq!((shown.changing, shown.expires_at), (true, Some(current)));
    decided(stage, domain, true).await;
    assert_eq!(stage.shown(domain).await.expires_at, Some(later));
    assert_eq!(stage.registrar.renew(work(), domain, current, 1).await, Ok(Acceptance::Done(later)));
}
