//! Backends of the world: what a file says of them is queued, and what they have already is adopted.
use crate::{
    files::{read, small},
    fresh::Fresh,
};
use hosting_core::{
    clock::{Clock, SystemClock},
    dns::record::{self, RecordStatus},
    domains::{Adopted, Difference, adopt_zone, differences, domain},
    providers::{
        Failure,
        backends::{Backend, Backends},
        dns::{Change, Dns, Receipt, RrSet},
        registrar::Registrar,
    },
    queue::Job,
};
use hosting_drivers::sandbox::dns::Sandbox;
use hosting_inventory::apply;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

/// Nameservers that are no sandbox, as far as anybody can tell.
struct Real(Sandbox);

#[async_trait::async_trait]
impl Dns for Real {
    fn name_servers(&self) -> &[String] {
        self.0.name_servers()
    }

    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
        self.0.change(work, zone, changes).await
    }

    async fn make_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        self.0.make_zone(work, zone).await
    }

    async fn remove_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        self.0.remove_zone(work, zone).await
    }

    async fn zones(&self) -> Result<Vec<String>, Failure> {
        self.0.zones().await
    }

    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure> {
        self.0.zone(zone).await
    }

    fn driver(&self) -> &'static str {
        "real"
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.0.ping().await
    }
}

/// What `fresh` has, with nameservers of the world behind it.
fn backends(fresh: &Fresh) -> hosting_inventory::Backends {
    let real = Arc::new(Real(fresh.sandboxes().dns)) as Arc<dyn Dns>;
    let dns = Backends::new(vec![Backend::new("ns-1".to_owned(), real, 8)], None);
    hosting_inventory::Backends { dns, ..fresh.backends() }
}

async fn apply_to(fresh: &Fresh, backends: &hosting_inventory::Backends, file: &Value) -> usize {
    apply(&fresh.db, backends, &SystemClock, &read(file), false).await.unwrap().len()
}

async fn kinds(fresh: &Fresh) -> Vec<String> {
    let reader = fresh.db.reader(false).await.unwrap();
    #[expect(clippy::disallowed_methods, reason = "the test looks at every account")]
    let jobs = hosting_core::queue::Entity::find().all(&reader.executor()).await.unwrap();
    let mut kinds: Vec<String> = jobs.into_iter().map(|job: Job| job.kind).collect();
    kinds.sort_unstable();
    kinds
}

async fn records(fresh: &Fresh) -> Vec<record::Model> {
    let reader = fresh.db.reader(false).await.unwrap();
    #[expect(clippy::disallowed_methods, reason = "the test looks at every account")]
    let found = record::Entity::find().all(&reader.executor()).await.unwrap();
    found
}

async fn the_domain(fresh: &Fresh) -> domain::Model {
    let reader = fresh.db.reader(false).await.unwrap();
    #[expect(clippy::disallowed_methods, reason = "the test looks at every account")]
    let found = domain::Entity::find().one(&reader.executor()).await.unwrap();
    found.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_not_active_before_the_nameservers_have_it() {
    let fresh = Fresh::new().await;
    let backends = backends(&fresh);
    assert!(apply_to(&fresh, &backends, &small()).await > 0);
    let rows = records(&fresh).await;
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.status == RecordStatus::Pending && row.synced_at.is_none()));
    assert_eq!(kinds(&fresh).await, ["put_record"; 3]);
    assert_eq!(fresh.sandboxes().dns.zone("example.co.uk").await.unwrap(), [], "nobody was told yet");
    assert_eq!(apply_to(&fresh, &backends, &small()).await, 0, "it says what is on its way");
    assert_eq!(kinds(&fresh).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nameservers_serve_becomes_records() {
    let fresh = Fresh::new().await;
    let backends = backends(&fresh);
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"] = json!([]);
    apply_to(&fresh, &backends, &file).await;
    let set = |name: &str, kind: &str, ttl, contents: &[&str]| RrSet {
        name: name.to_owned(),
        kind: kind.to_owned(),
        ttl,
        contents: contents.iter().map(|&text| text.to_owned()).collect(),
    };
    let mut served = vec![
        set("example.co.uk", "A", 300, &["192.0.2.1"]),
        set("example.co.uk", "MX", 3600, &["10 mx1.host.example.", "20 mx2.host.example."]),
        set("example.co.uk", "TXT", 60, &["\"v=spf1 -all\"", "\"two\" \" strings\""]),
        set("_sip._tcp.example.co.uk", "SRV", 3600, &["10 5 5060 sip.example.co.uk."]),
        set("*.shop.example.co.uk", "CNAME", 86400, &["shop.host.example."]),
        set("old.example.co.uk", "NAPTR", 3600, &["100 10 \"u\" \"sip\" \"\" ."]),
        set("quick.example.co.uk", "A", 5, &["192.0.2.7"]),
    ];
    // As many as a company may have begun with: more than a customer may add.
    served.extend((0..1200).map(|n| set(&format!("host-{n}.example.co.uk"), "AAAA", 3600, &["2001:db8::1"])));
    let zone = fresh.sandboxes().dns;
    zone.adopt(SystemClock.id(), "example.co.uk", &served).await.unwrap();

    let look = async || {
        let driver = &backends.dns.default().unwrap().driver;
        let (domain, found) = differences(&fresh.db, "ns-1", &**driver).await.unwrap().remove(0);
        (domain.id, found.unwrap())
    };
    let (domain, found) = look().await;
    let adopt =
        async |dry_run| adopt_zone(&fresh.db, Arc::new(SystemClock), domain, &found, dry_run).await.unwrap();
    let would = adopt(true).await;
    assert_eq!(records(&fresh).await, [], "it was only shown");
    let adopted = adopt(false).await;
    assert_eq!(adopted, would);
    let Adopted { taken, left } = adopted;
    let left: Vec<_> = left.iter().map(|(set, why)| (set.kind.as_str(), why.as_str())).collect();
    assert_eq!(taken.len(), served.len() - 3, "{left:?}");
    assert!(matches!(left[..], [("TXT", _), ("NAPTR", _), ("A", _)]), "{left:?}");
    assert!(left[2].1.contains("60 to 86400"), "{left:?}");
    let rows = records(&fresh).await;
    assert!(rows.iter().all(|row| row.status == RecordStatus::Active));
    let mail = rows.iter().find(|row| row.r#type == "MX").unwrap();
    assert_eq!(mail.contents.0, ["10 mx1.host.example.", "20 mx2.host.example."]);
    assert_eq!(zone.zone("example.co.uk").await.unwrap().len(), served.len(), "nothing else is served");
    let (_, rest) = look().await;
    assert!(rest.iter().all(|one| matches!(one, Difference::Strange(_))) && rest.len() == 3, "{rest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn registrars_of_the_world_are_asked_and_looked_at() {
    let fresh = Fresh::new().await;
    let mut sandbox = fresh.sandboxes().registrar;
    sandbox.environment = domain::Environment::Production;
    let of_world = Arc::new(sandbox) as Arc<dyn Registrar>;
    let registrar = Backends::new(vec![Backend::new("registry-uk".to_owned(), of_world, 8)], None);
    let backends = hosting_inventory::Backends { registrar, ..fresh.backends() };
    let mut file = small();
    file["accounts"][0]["domains"][0]["registrar_environment"] = "production".into();
    apply_to(&fresh, &backends, &file).await;
    assert_eq!(the_domain(&fresh).await.registrar_backend, "registry-uk");
    assert_eq!(kinds(&fresh).await, ["look_at_domain"], "the registry knows better");
    file["accounts"][0]["domains"][0]["name_servers"] = json!(["ns1.other.example", "ns2.other.example"]);
    apply_to(&fresh, &backends, &file).await;
    let domain = the_domain(&fresh).await;
    assert_eq!(domain.name_servers.0, ["ns1.host.example", "ns2.host.example"]);
    assert_eq!(domain.pending_name_servers.unwrap().0, ["ns1.other.example", "ns2.other.example"]);
    assert_eq!(kinds(&fresh).await, ["apply_nameservers", "look_at_domain"]);
}
