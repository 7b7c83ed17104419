//! Steps that ask for any operation: one example of each.
use crate::{
    conversion::examples as conversion, domains, email, hosting, kvm::examples as kvm, lxc, records,
    services, world::World,
};
use cucumber::{given, when};
use hosting_core::{
    Operation,
    account::GetAccount,
    account::usage::ListUsage,
    dns::{CreateDnsRecord, DeleteDnsRecord, GetDnsRecord, ListDnsRecords, UpdateDnsRecord},
    domains::{GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers},
    email::{ListEmailServices, ProvisionEmailService, SyncEmailServiceDns},
    hosting::{CreatePanelAccess, GetHostingStats, ListHostingServices, PanelTarget},
    services::{GetService, ListServices},
};

const DOMAIN: &str = "everything.example";
const SITE: &str = "site.everything.example";

#[given(regex = r"^(\S+) owns something of everything$")]
async fn owns_everything(world: &mut World, who: String) {
    domains::own(world, &who, DOMAIN, "active").await;
    services::order(world, &who, "kvm", "everything", "active").await;
    hosting::give(world, &who, "free", SITE).await;
    records::add(world, &who, DOMAIN, records::new("A", "www", "192.0.2.1"), Some("something-of-everything"))
        .await;
    email::order(world, &who, DOMAIN, "active").await;
    lxc::own(world, &who).await;
    world.stage.work_off().await;
    kvm::own(world, &who).await;
    conversion::own(world, &who).await;
}

#[when(regex = r#"^(\S+) asks for the operation "([^"]*)"$"#)]
pub async fn asks_for(world: &mut World, who: String, operation: String) {
    let domain_id = world.domain(DOMAIN).id;
    let service_id = world.services["everything"].id;
    let record_id = *world.records.values().next().expect("a record");
    let name_servers = vec!["ns1.other.example".to_owned(), "ns2.other.example".to_owned()];
    let (limit, cursor) = (None, None);
    match operation.as_str() {
        "account" => ask(world, &who, GetAccount {}).await,
        "apiUsage" => ask(world, &who, ListUsage::default()).await,
        "services" => ask(world, &who, ListServices::default()).await,
        "service" => ask(world, &who, GetService { service_id }).await,
        "domains" => ask(world, &who, ListDomains::default()).await,
        "domain" => ask(world, &who, GetDomain { domain_id }).await,
        "setDomainAutoRenew" => ask(world, &who, SetDomainAutoRenew { domain_id, enabled: true }).await,
        "setDomainNameservers" => ask(world, &who, SetDomainNameservers { domain_id, name_servers }).await,
        "dnsRecords" => ask(world, &who, ListDnsRecords { domain_id, ..Default::default() }).await,
        "dnsRecord" => ask(world, &who, GetDnsRecord { domain_id, record_id }).await,
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
        "emailServices" => ask(world, &who, ListEmailServices { limit, cursor }).await,
        "provisionEmailService" => {
            ask(world, &who, ProvisionEmailService { service_id: email::of(world, DOMAIN) }).await;
        }
        "syncEmailServiceDns" => {
            ask(world, &who, SyncEmailServiceDns { service_id: email::of(world, DOMAIN) }).await;
        }
        conversion if conversion.to_lowercase().contains("conversion") => {
            conversion::ask_of(world, &who, conversion).await;
        }
        kvm if kvm.to_lowercase().contains("kvm") => kvm::ask_of(world, &who, kvm).await,
        lxc if lxc.to_lowercase().contains("lxc") => lxc::ask_of(world, &who, lxc).await,
        other => panic!("no example of {other}"),
    }
}

/// Asks; what comes of it, the next sentence says.
pub async fn ask<O: Operation>(world: &mut World, who: &str, operation: O) {
    let _ = world.perform(who, operation).await;
}
