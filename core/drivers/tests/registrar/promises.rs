//! One function for each promise; each has domains of its own.
use crate::{
    stage::{Stage, at, ds, host, hosts, registered, texts, work},
    waiting,
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Registered, Standing},
};

const DONE: Result<Acceptance, Failure> = Ok(Acceptance::Done(()));

/// All of them.
pub async fn all(stage: &Stage) {
    it_can_be_asked(stage).await;
    names_are_free_or_taken(stage).await;
    many_names_are_one_question(stage).await;
    a_name_that_nobody_has(stage).await;
    what_is_registered_is_shown(stage).await;
    every_standing_is_told(stage).await;
    others_answer_for_a_domain(stage).await;
    hosts_within_the_domain_have_addresses(stage).await;
    keys_are_replaced(stage).await;
    a_renewal_is_done_once(stage).await;
    messages_wait_until_they_are_read(stage).await;
    waiting::all(stage).await;
}

/// It lets us in, and says what it is.
async fn it_can_be_asked(stage: &Stage) {
    for _ in 0..2 {
        assert_eq!(stage.registrar.ping().await, Ok(()));
    }
    assert!(stage.registrar.keeps_domains());
    assert_eq!(stage.registrar.message().await, Ok(None), "nothing has happened yet");
}

/// What is said of each name is said in the order of the names.
async fn names_are_free_or_taken(stage: &Stage) {
    stage.domain("taken.test").await;
    let names = texts(&["free.test", "taken.test", "xn--bcher-kva.test"]);
    let said = stage.registrar.check(&names).await.unwrap();
    let available: Vec<bool> = said.iter().map(|one| one.as_ref().unwrap().available).collect();
    assert_eq!(available, [true, false, true]);
    assert!(said.iter().all(|one| !one.as_ref().unwrap().premium));
    assert_eq!(stage.registrar.check(&[]).await, Ok(Vec::new()));
}

/// More than one command of any registry takes.
async fn many_names_are_one_question(stage: &Stage) {
    for taken in [7, 60, 119] {
        stage.domain(&format!("n{taken}.test")).await;
    }
    let names: Vec<String> = (0..120).map(|index| format!("n{index}.test")).collect();
    let said = stage.registrar.check(&names).await.unwrap();
    assert_eq!(said.len(), 120);
    let taken = (0..120).filter(|index| !said[*index].as_ref().unwrap().available).collect::<Vec<_>>();
    assert_eq!(taken, [7, 60, 119]);
}

/// It is not there.
async fn a_name_that_nobody_has(stage: &Stage) {
    let refused = stage.registrar.info("nobody.test").await;
    assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
    if stage.anything_goes {
        return;
    }
    let refused = stage.registrar.set_name_servers(work(), "nobody.test", &hosts(&["ns.host.example"])).await;
    assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
    let refused = stage.registrar.set_ds(work(), "nobody.test", &[ds(1)]).await;
    assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
    let refused = stage.registrar.renew(work(), "nobody.test", at("2031-03-01T12:00:00Z"), 1).await;
    assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
}

/// All that a registry knows of a domain.
async fn what_is_registered_is_shown(stage: &Stage) {
    let shown = Registered {
        locked: Some(true),
        name_servers: Some(texts(&["ns1.host.example", "ns2.host.example"])),
        ds: vec![ds(2), ds(1)],
        ..registered()
    };
    stage.registry.show("shown.test", shown.clone()).await;
    assert_eq!(stage.shown("shown.test").await, shown);
    let shown = Registered { changing: true, ..registered() };
    stage.registry.show("shown.test", shown.clone()).await;
    assert_eq!(stage.shown("shown.test").await, shown);
}

/// Where a registration can stand.
async fn every_standing_is_told(stage: &Stage) {
    for standing in [
        Standing::Pending,
        Standing::Active,
        Standing::Suspended,
        Standing::TransferPending,
        Standing::Grace,
        Standing::Redemption,
        Standing::PendingDelete,
        Standing::Elsewhere,
    ] {
        stage.registry.show("stands.test", Registered { standing, ..registered() }).await;
        assert_eq!(stage.shown("stands.test").await.standing, standing);
    }
}

/// A domain is handed over, and to others; to the same it is handed over already.
async fn others_answer_for_a_domain(stage: &Stage) {
    let domain = stage.domain("handed.test").await;
    for names in [
        &["ns1.host.example", "ns2.host.example"][..],
        &["ns1.host.example", "ns2.host.example"],
        &["ns2.host.example", "ns3.host.example"],
        &["ns4.host.example"],
        &["ns1.host.example", "ns4.host.example"],
    ] {
        assert_eq!(stage.registrar.set_name_servers(work(), domain, &hosts(names)).await, DONE);
        let mut shown = stage.shown(domain).await.name_servers.unwrap();
        shown.sort();
        assert_eq!(shown, names);
    }
}

/// Hosts that lie within the domain are found by their addresses alone.
async fn hosts_within_the_domain_have_addresses(stage: &Stage) {
    let domain = stage.domain("glue.test").await;
    let outside = host("ns.host.example", &[]);
    if !stage.anything_goes {
        let wanted = [host("ns1.glue.test", &[]), outside.clone()];
        let refused = stage.registrar.set_name_servers(work(), domain, &wanted).await.unwrap_err();
        assert!(matches!(refused, Failure::Refused(_)), "{refused:?}");
        assert!(refused.told().contains("ns1.glue.test lies within glue.test"), "{refused:?}");
        assert_eq!(stage.shown(domain).await.name_servers, Some(Vec::new()), "nothing was done");
    }
    for addresses in [&["192.0.2.1"][..], &["192.0.2.1", "2001:db8::1"], &["2001:db8::1"]] {
        let wanted = [host("ns1.glue.test", addresses), outside.clone()];
        for _ in 0..2 {
            assert_eq!(stage.registrar.set_name_servers(work(), domain, &wanted).await, DONE);
        }
        let mut shown = stage.shown(domain).await.name_servers.unwrap();
        shown.sort();
        assert_eq!(shown, ["ns.host.example", "ns1.glue.test"]);
    }
}

/// A domain is signed by the keys that are said, and by no others.
async fn keys_are_replaced(stage: &Stage) {
    let domain = stage.domain("signed.test").await;
    for tags in [&[1, 2][..], &[1, 2], &[2, 3], &[3], &[], &[]] {
        let keys: Vec<_> = tags.iter().copied().map(ds).collect();
        assert_eq!(stage.registrar.set_ds(work(), domain, &keys).await, DONE);
        let mut shown = stage.shown(domain).await.ds;
        shown.sort();
        assert_eq!(shown, keys);
    }
}

/// The same renewal may come twice.
async fn a_renewal_is_done_once(stage: &Stage) {
    let domain = stage.domain("renewed.test").await;
    let (current, later) = (at("2031-03-01T12:00:00Z"), at("2033-03-01T12:00:00Z"));
    for work in [work(), work()] {
        let renewed = stage.registrar.renew(work, domain, current, 2).await;
        assert_eq!(renewed, Ok(Acceptance::Done(later)));
        assert_eq!(stage.shown(domain).await.expires_at, Some(later));
    }
    let renewed = stage.registrar.renew(work(), domain, later, 1).await;
    assert_eq!(renewed, Ok(Acceptance::Done(at("2034-03-01T12:00:00Z"))));
}

/// They come in their order, each until it is acknowledged.
async fn messages_wait_until_they_are_read(stage: &Stage) {
    let domain = stage.domain("told.test").await;
    stage.registry.tell(domain, "the first & <only>");
    stage.registry.tell(domain, "the second");
    let first = stage.registrar.message().await.unwrap().unwrap();
    assert_eq!(stage.registrar.message().await, Ok(Some(first.clone())), "it waits");
    assert_eq!((first.about.as_deref(), first.done), (Some(domain), None));
    assert_eq!(first.text, "the first & <only>");
    for _ in 0..2 {
        assert_eq!(stage.registrar.acknowledge(&first.id).await, Ok(()));
    }
    let second = stage.registrar.message().await.unwrap().unwrap();
    assert_eq!(second.text, "the second");
    assert_eq!(stage.registrar.acknowledge(&second.id).await, Ok(()));
    assert_eq!(stage.registrar.message().await, Ok(None));
}
