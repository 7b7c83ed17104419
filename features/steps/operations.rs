//! Steps that ask for any operation: one example of each.
use crate::{domains, hosting, instances, kvm::examples, records, services, world::World};
use crate::{domains, hosting, lxc, records, services, world::World};
use cucumber::{given, when};
use hosting_core::{
    Operation,
    account::GetAccount,
    dns::{CreateDnsRecord, DeleteDnsRecord, ListDnsRecords, UpdateDnsRecord},
    domains::{GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers},
    hosting::{CreatePanelAccess, GetHostingStats, ListHostingServices, PanelTarget},
    instances::InstanceKind,
    lxc::{
        ChangeLxcSnapshot, ControlLxcInstance, CreateLxcTerminalTicket, GetLxcInstance, GetLxcMetrics,
        ListLxcInstances, ListLxcSnapshots, LxcAction, ReinstallLxcInstance, ResetLxcPassword,
        SetLxcAutoRenew, SetLxcBillingPeriod, SnapshotAction,
    },
    services::{GetService, ListServices},
    usage::ListUsage,
};

const DOMAIN: &str = "everything.example";
const SITE: &str = "site.everything.example";

#[given(expr = "{word} owns something of everything")]
async fn owns_everything(world: &mut World, who: String) {
    domains::own(world, &who, DOMAIN, "active").await;
    services::order(world, &who, "kvm", "everything", "active").await;
    hosting::give(world, &who, "free", SITE).await;
    records::add(world, &who, DOMAIN, records::new("A", "www", "192.0.2.1"), Some("something-of-everything"))
        .await;
    lxc::own(world, &who).await;
    world.stage.work_off().await;
    examples::own(world, &who).await;
}

#[when(expr = "{word} asks for the operation {string}")]
async fn asks_for(world: &mut World, who: String, operation: String) {
    if examples::ask_for(world, &who, &operation).await {
        return;
    }
    let domain_id = world.domain(DOMAIN).id;
    let service_id = world.services["everything"].id;
    let record_id = *world.records.values().next().expect("a record");
    let name_servers = vec!["ns1.other.example".to_owned(), "ns2.other.example".to_owned()];
    let (limit, cursor) = (None, None);
    match operation.as_str() {
        "account" => ask(world, &who, GetAccount {}).await,
        "apiUsage" => ask(world, &who, ListUsage { limit, cursor }).await,
        "services" => ask(world, &who, ListServices { limit, cursor }).await,
        "service" => ask(world, &who, GetService { service_id }).await,
        "domains" => ask(world, &who, ListDomains { limit, cursor }).await,
        "domain" => ask(world, &who, GetDomain { domain_id }).await,
        "setDomainAutoRenew" => ask(world, &who, SetDomainAutoRenew { domain_id, enabled: true }).await,
        "setDomainNameservers" => ask(world, &who, SetDomainNameservers { domain_id, name_servers }).await,
        "dnsRecords" => ask(world, &who, ListDnsRecords { domain_id, limit, cursor }).await,
        "createDnsRecord" => {
            ask(world, &who, CreateDnsRecord { domain_id, ..records::new("A", "shop", "192.0.2.2") }).await;
        }
        "updateDnsRecord" => {
            ask(world, &who, UpdateDnsRecord { domain_id, record_id, ttl: Some(300), ..Default::default() })
                .await;
        }
        "deleteDnsRecord" => ask(world, &who, DeleteDnsRecord { domain_id, record_id }).await,
        "hostingServices" => ask(world, &who, ListHostingServices { limit, cursor }).await,
        "hostingServiceStats" => ask(world, &who, GetHostingStats::of(world.services[SITE].id)).await,
        "createPanelAccess" => {
            ask(world, &who, CreatePanelAccess::to(world.services[SITE].id, PanelTarget::Panel)).await;
        }
        operation => ask_of_container(world, &who, operation).await,
    }
}

/// The same, where it is about a container.
async fn ask_of_container(world: &mut World, who: &str, operation: &str) {
    let service_id = world.instances[CONTAINER].id;
    let (limit, cursor) = (None, None);
    match operation {
        "lxcInstances" => ask(world, who, ListLxcInstances { limit, cursor }).await,
        "lxcInstance" => ask(world, who, GetLxcInstance { service_id }).await,
        "lxcMetrics" => ask(world, who, GetLxcMetrics { service_id }).await,
        "controlLxcInstance" => {
            ask(world, who, ControlLxcInstance { service_id, action: LxcAction::Stop }).await;
        }
        "lxcSnapshots" => ask(world, who, ListLxcSnapshots { service_id, limit, cursor }).await,
        "changeLxcSnapshot" => {
            let (action, name) = (SnapshotAction::Create, "before-upgrade".to_owned());
            ask(world, who, ChangeLxcSnapshot { service_id, action, name }).await;
        }
        "resetLxcPassword" => {
            let password = "correct horse battery".into();
            ask(world, who, ResetLxcPassword { service_id, password }).await;
        }
        "reinstallLxcInstance" => {
            let distribution = "debian-12".to_owned();
            ask(world, who, ReinstallLxcInstance { service_id, distribution }).await;
        }
        "createLxcTerminalTicket" => ask(world, who, CreateLxcTerminalTicket { service_id }).await,
        "setLxcAutoRenew" => ask(world, who, SetLxcAutoRenew { service_id, enabled: true }).await,
        "setLxcBillingPeriod" => {
            ask(world, who, SetLxcBillingPeriod { service_id, billing_months: 12 }).await;
        }
        lxc if lxc.to_lowercase().contains("lxc") => lxc::ask_of(world, &who, lxc).await,
        other => panic!("no example of {other}"),
    }
}

/// Asks; what comes of it, the next sentence says.
pub async fn ask<O: Operation>(world: &mut World, who: &str, operation: O) {
    let _ = world.perform(who, operation).await;
}
