//! What the registry keeps after a change: hosts with their addresses, and no more than was asked for.
use super::stage::Epps;
use crate::{
    registry::{Contact, Fault, Keeps, Rules},
    stage::{ds, host, work},
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Ds, Registrar, Standing},
};
use std::net::IpAddr;

const DONE: Result<Acceptance, Failure> = Ok(Acceptance::Done(()));

fn addresses(of: &[&str]) -> Vec<IpAddr> {
    of.iter().map(|one| one.parse().unwrap()).collect()
}

#[tokio::test]
async fn hosts_are_made_once_and_only_those_of_the_registry_with_addresses() {
    let epps = Epps::new().await;
    let (one, other) = (epps.domain("one.test"), epps.domain("other.test"));
    let driver = epps.ready().await;
    let wanted = [
        host("ns1.host.example", &["192.0.2.9"]),
        host("ns1.one.test", &["192.0.2.1"]),
        host("ns1.other.test", &["192.0.2.2"]),
    ];
    assert_eq!(driver.set_name_servers(work(), one, &wanted).await, DONE);
    {
        let world = epps.registry.world();
        assert_eq!(world.hosts["ns1.host.example"], addresses(&[]), "its addresses are somebody else's");
        assert_eq!(world.hosts["ns1.one.test"], addresses(&["192.0.2.1"]));
        assert_eq!(world.hosts["ns1.other.test"], addresses(&["192.0.2.2"]));
    }
    assert_eq!(epps.registry.done("host:create"), 3);
    assert_eq!(driver.set_name_servers(work(), other, &wanted[..1]).await, DONE);
    assert_eq!(driver.set_name_servers(work(), one, &wanted).await, DONE);
    assert_eq!(epps.registry.done("host:create"), 3, "they are there");
    assert_eq!(epps.registry.done("domain:update"), 2, "it is as it shall be");
    // The addresses of a host are of the domain that it lies in.
    let moved = [host("ns1.one.test", &["192.0.2.3", "2001:db8::3"]), host("ns1.other.test", &["192.0.2.4"])];
    assert_eq!(driver.set_name_servers(work(), one, &moved).await, DONE);
    let world = epps.registry.world();
    assert_eq!(world.hosts["ns1.one.test"], addresses(&["192.0.2.3", "2001:db8::3"]));
    assert_eq!(world.hosts["ns1.other.test"], addresses(&["192.0.2.2"]));
}

#[tokio::test]
async fn a_host_of_a_name_that_is_not_there_is_refused() {
    let epps = Epps::new().await;
    let domain = epps.domain("one.test");
    let driver = epps.ready().await;
    for wanted in [host("ns1.nobody.test", &[]), host("ns1.nobody.test", &["192.0.2.1"])] {
        let refused = driver.set_name_servers(work(), domain, &[wanted]).await.unwrap_err();
        assert!(matches!(refused, Failure::Refused(_)), "{refused:?}");
        assert!(refused.told().contains("ns1.nobody.test"), "{refused:?}");
    }
    let refused = driver.set_name_servers(work(), domain, &[host("ns1.one.test", &["127.0.0.1"])]).await;
    let told = "refused: the registry does not take what is given for ns1.one.test";
    assert_eq!(refused.unwrap_err().told(), told);
    assert_eq!(epps.hosts(domain), [""; 0]);
}

#[tokio::test]
async fn attributes_have_the_addresses_of_hosts_within_the_domain() {
    let epps = Epps::with(Rules::new(Keeps::Attributes)).await;
    let domain = epps.domain("one.test");
    let driver = epps.ready().await;
    let outside = host("ns1.other.test", &["192.0.2.9"]);
    for own in [&["192.0.2.1"][..], &["192.0.2.1", "2001:db8::1"], &["2001:db8::1"]] {
        let wanted = [host("ns1.one.test", own), outside.clone()];
        let before = epps.registry.done("domain:update");
        for _ in 0..2 {
            assert_eq!(driver.set_name_servers(work(), domain, &wanted).await, DONE);
        }
        assert_eq!(epps.registry.done("domain:update"), before + 1, "the second time nothing differs");
        let world = epps.registry.world();
        let kept = |name| world.domains[domain].hosts.iter().find(|host| host.name == name).unwrap();
        assert_eq!(kept("ns1.one.test").addresses, addresses(own));
        assert_eq!(kept("ns1.other.test").addresses, addresses(&[]));
    }
}

#[tokio::test]
async fn a_registry_without_keys_takes_none() {
    let mut rules = Rules::new(Keeps::Objects);
    rules.extensions.clear();
    let epps = Epps::with(rules).await;
    let domain = epps.domain("one.test");
    let driver = epps.ready().await;
    assert_eq!(driver.set_ds(work(), domain, &[]).await, DONE);
    let refused = driver.set_ds(work(), domain, &[ds(1)]).await;
    assert!(matches!(refused, Err(Failure::Refused(_))), "{refused:?}");
    assert_eq!(driver.info(domain).await.unwrap().standing, Standing::Active);
}

#[tokio::test]
async fn a_key_is_a_key_however_it_is_written() {
    let epps = Epps::new().await;
    let domain = epps.domain("one.test");
    let driver = epps.ready().await;
    let lower = Ds { digest: ds(1).digest.to_lowercase(), ..ds(1) };
    assert_eq!(driver.set_ds(work(), domain, &[lower.clone(), ds(1)]).await, DONE);
    assert_eq!(epps.registry.world().domains[domain].ds, [ds(1)]);
    epps.registry.world().domains.get_mut(domain).unwrap().ds = vec![lower];
    assert_eq!(driver.set_ds(work(), domain, &[ds(1)]).await, DONE);
    assert_eq!(epps.registry.done("domain:update"), 1);
}

/// A host that waits for the registry keeps the domain from being handed over to it.
#[tokio::test]
async fn a_host_can_wait() {
    let epps = Epps::new().await;
    let domain = epps.domain("one.test");
    let driver = epps.ready().await;
    epps.fault("host:create", Fault::Code(1001));
    let wanted = [host("ns1.one.test", &["192.0.2.1"])];
    let waits = driver.set_name_servers(work(), domain, &wanted).await;
    assert!(matches!(waits, Err(Failure::NotNow { .. })), "{waits:?}");
    assert_eq!(driver.set_name_servers(work(), domain, &wanted).await, DONE);
    epps.fault("host:update", Fault::Code(1001));
    let moved = [host("ns1.one.test", &["192.0.2.2"])];
    assert_eq!(driver.set_name_servers(work(), domain, &moved).await, Ok(Acceptance::Pending));
}

#[tokio::test]
async fn what_the_registry_discloses_is_told() {
    let epps = Epps::new().await;
    let domain = epps.domain("one.test");
    let driver = epps.ready().await;
    assert_eq!(driver.info(domain).await.unwrap().privacy, None, "it has no contact");
    epps.registry.world().domains.get_mut(domain).unwrap().registrant = Some("C-1".to_owned());
    assert_eq!(driver.info(domain).await.unwrap().privacy, None, "that is not shown to us");
    for (disclose, privacy) in [(None, None), (Some(false), Some(true)), (Some(true), Some(false))] {
        epps.registry.world().contacts.insert("C-1".to_owned(), Contact { disclose });
        assert_eq!(driver.info(domain).await.unwrap().privacy, privacy);
    }
}

#[tokio::test]
async fn of_what_is_elsewhere_little_is_told() {
    let epps = Epps::new().await;
    let domain = epps.domain("one.test");
    epps.registry.world().domains.get_mut(domain).unwrap().registrar = "other".to_owned();
    let shown = epps.ready().await.info(domain).await.unwrap();
    assert_eq!((shown.standing, shown.locked, shown.name_servers), (Standing::Elsewhere, None, None));
    // Registries may call the registrar otherwise than it logs in.
    let mut options = epps.options();
    options.registrar = Some("other".to_owned());
    let shown = hosting_drivers::epp::Epp::new(options).unwrap().info(domain).await.unwrap();
    assert_eq!(shown.standing, Standing::Active);
}
