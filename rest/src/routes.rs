//! Where each operation lives.
use crate::bind::Routes;
use hosting_core::{
    account::GetAccount,
    dns::{CreateDnsRecord, DeleteDnsRecord, ListDnsRecords, UpdateDnsRecord},
    domains::{GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers},
    hosting::{CreatePanelAccess, GetHostingStats, ListHostingServices},
    services::{GetService, ListServices},
    usage::ListUsage,
};

/// Version 1.
pub fn v1() -> Routes {
    Routes::default()
        .get::<GetAccount>("/v1/account")
        .get::<ListUsage>("/v1/account/api-usage")
        .get::<ListServices>("/v1/services")
        .get::<GetService>("/v1/services/{serviceId}")
        .get::<ListDomains>("/v1/domains")
        .get::<GetDomain>("/v1/domains/{domainId}")
        .put::<SetDomainAutoRenew>("/v1/domains/{domainId}/auto-renew")
        .put::<SetDomainNameservers>("/v1/domains/{domainId}/nameservers")
        .get::<ListDnsRecords>("/v1/domains/{domainId}/dns")
        .post::<CreateDnsRecord>("/v1/domains/{domainId}/dns")
        .put::<UpdateDnsRecord>("/v1/domains/{domainId}/dns/{recordId}")
        .delete::<DeleteDnsRecord>("/v1/domains/{domainId}/dns/{recordId}")
        .get::<ListHostingServices>("/v1/hosting/services")
        .get::<GetHostingStats>("/v1/hosting/services/{serviceId}/stats")
        .post::<CreatePanelAccess>("/v1/hosting/services/{serviceId}/panel-access")
}
