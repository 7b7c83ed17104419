//! What was made elsewhere: a backend that is told of it has it, however often it is told.
use crate::stage::{Stage, adopted};
use chrono::TimeDelta;
use hosting_kernel::{
    clock::Clock,
    money::Money,
    providers::{
        Failure,
        dns::{Dns, RrSet},
        hypervisor::{
            Adopted, AdoptedSnapshot, Hypervisor,
            InstanceStatus::{Reinstalling, Restarting, Restoring, Running, Starting, Stopped, Stopping},
            Power,
        },
        panel::{Panel, PanelTarget, Site, SiteState},
        registrar::{Registrar, Registration},
    },
};

#[tokio::test]
async fn an_instance_stands_as_it_is_said_and_goes_back_to_its_snapshots() {
    let stage = Stage::new().await;
    let (restarting, stopped) = (stage.clock.id(), stage.clock.id());
    let kept = AdoptedSnapshot { snapshot: stage.clock.id(), size_bytes: None, taken_at: stage.clock.now() };
    let (snapshot, snapshots) = (kept.snapshot, vec![kept]);
    let with = Adopted { snapshots, ..adopted(stopped, Stopped) };
    stage.lxc.adopt(&[adopted(restarting, Restarting), with]).await.unwrap();
    assert_eq!(stage.lxc.state(restarting).await.unwrap().unwrap().status, Restarting);
    stage.clock.pass(TimeDelta::seconds(10));
    assert_eq!(stage.lxc.state(restarting).await.unwrap().unwrap().status, Running, "it gets there");
    stage.lxc.restore_snapshot(stage.clock.id(), stopped, snapshot).await.unwrap();
    assert_eq!(stage.lxc.state(stopped).await.unwrap().unwrap().status, Stopped, "its power stays");
}

#[tokio::test]
async fn what_is_on_its_way_gets_where_it_was_going() {
    let stage = Stage::new().await;
    for (said, then) in
        [(Starting, Running), (Stopping, Stopped), (Reinstalling, Running), (Restoring, Running)]
    {
        let id = stage.clock.id();
        stage.lxc.adopt(&[adopted(id, said)]).await.unwrap();
        let stop = stage.lxc.power(stage.clock.id(), id, Power::Stop).await;
        assert!(matches!(stop, Err(Failure::Unavailable(_))), "{said:?}: it is busy: {stop:?}");
        assert_eq!(stage.lxc.state(id).await.unwrap().unwrap().status, said);
        stage.clock.pass(TimeDelta::seconds(10));
        assert_eq!(stage.lxc.state(id).await.unwrap().unwrap().status, then);
    }
}

#[tokio::test]
async fn an_instance_that_is_known_keeps_what_it_has_become() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.power(stage.clock.id(), id, Power::Stop).await.unwrap();
    let said = Adopted { vcpus: 8, hostname: "web-01".to_owned(), ..adopted(id, Running) };
    stage.lxc.adopt(&[said]).await.unwrap();
    let machine = stage.lxc.machine(id).await.unwrap().unwrap();
    assert_eq!((machine.status(), machine.vcpus, machine.current.hostname.as_str()), (Stopped, 8, "web-01"));
}

#[tokio::test]
async fn a_site_stands_as_it_is_said() {
    let stage = Stage::new().await;
    let panel = &stage.sandboxes.panel;
    let site = |name: &str, state| Site { name: name.to_owned(), state };
    panel.adopt(&[site("open", SiteState::Active), site("closed", SiteState::Suspended)]).await.unwrap();
    let opens = async |site| {
        let link = panel.login(stage.clock.id(), site, PanelTarget::Panel, TimeDelta::minutes(1));
        link.await.map(|_| ())
    };
    assert_eq!(opens("open").await, Ok(()));
    assert!(matches!(opens("closed").await, Err(Failure::Refused(_))));
}

#[tokio::test]
async fn a_name_is_as_it_is_said() {
    let stage = Stage::new().await;
    let registrar = &stage.sandboxes.registrar;
    let name = |name: &str, taken, price: Option<Money>| Registration {
        name: name.to_owned(),
        taken,
        premium: price.is_some(),
        price,
        name_servers: taken.then(|| vec!["ns1.host.example".to_owned()]),
    };
    let names = [name("a.example", true, None), name("b.example", false, Some(Money::cents(250_000)))];
    for _ in 0..2 {
        registrar.adopt(&names).await.unwrap();
    }
    let said = registrar.check(&["a.example".to_owned(), "b.example".to_owned()]).await.unwrap();
    let said: Vec<_> = said.into_iter().map(|one| one.unwrap()).collect();
    assert!(!said[0].available && said[1].premium, "{said:?}");
    assert_eq!(registrar.adopted(None).await.unwrap(), names);
    let asked = ["b.example".to_owned(), "c.example".to_owned()];
    assert_eq!(registrar.adopted(Some(&asked)).await.unwrap(), names[1..]);
}

#[tokio::test]
async fn a_zone_is_served() {
    let stage = Stage::new().await;
    let dns = &stage.sandboxes.dns;
    let set = |ttl| RrSet {
        name: "a.example".to_owned(),
        kind: "A".to_owned(),
        ttl,
        contents: vec!["192.0.2.1".to_owned()],
    };
    for ttl in [60, 300] {
        dns.adopt(stage.clock.id(), "a.example", &[set(ttl)]).await.unwrap();
    }
    assert_eq!(dns.zone("a.example").await.unwrap(), [set(300)]);
}
