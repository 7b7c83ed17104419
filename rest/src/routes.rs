//! Where each operation lives.
use crate::{App, bind::Routes};
use axum::Router;
use hosting_core::{
    account::GetAccount,
    account::usage::ListUsage,
    conversion::{
        CancelConversion, GetConversionJob, ListConversionTools, PrepareConversion, StartConversion,
    },
    dns::{CreateDnsRecord, DeleteDnsRecord, GetDnsRecord, ListDnsRecords, UpdateDnsRecord},
    domains::{GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers},
    email::{ListEmailServices, ProvisionEmailService, SyncEmailServiceDns},
    hosting::{CreatePanelAccess, GetHostingStats, ListHostingServices},
    kvm::{
        CancelKvmInstance, ControlKvmInstance, CreateKvmSnapshot, DeleteKvmSnapshot, GetKvmInstance,
        KeepKvmInstance, ListKvmInstances, ListKvmSnapshots, RenewKvmInstance, ResetKvmPassword,
        RollbackKvmSnapshot, SetKvmAutoRenew, UpdateKvmSnapshot,
    },
    lxc::{
        ChangeLxcSnapshot, ControlLxcInstance, CreateLxcTerminalTicket, GetLxcInstance, GetLxcMetrics,
        ListLxcInstances, ListLxcSnapshots, ReinstallLxcInstance, ResetLxcPassword, SetLxcAutoRenew,
        SetLxcBillingPeriod,
    },
    services::{GetService, ListServices},
};
use std::sync::LazyLock;

/// What answers for version 1; put together once, however many serve it.
pub fn router() -> Router<App> {
    static ROUTER: LazyLock<Router<App>> = LazyLock::new(|| v1().router());
    ROUTER.clone()
}

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
        .get::<GetDnsRecord>("/v1/domains/{domainId}/dns/{recordId}")
        .put::<UpdateDnsRecord>("/v1/domains/{domainId}/dns/{recordId}")
        .delete::<DeleteDnsRecord>("/v1/domains/{domainId}/dns/{recordId}")
        .get::<ListKvmInstances>("/v1/kvm/instances")
        .get::<GetKvmInstance>("/v1/kvm/instances/{serviceId}")
        .post::<ControlKvmInstance>("/v1/kvm/instances/{serviceId}/actions")
        .put::<SetKvmAutoRenew>("/v1/kvm/instances/{serviceId}/auto-renew")
        .post::<RenewKvmInstance>("/v1/kvm/instances/{serviceId}/renew")
        .post::<CancelKvmInstance>("/v1/kvm/instances/{serviceId}/cancel")
        .post::<KeepKvmInstance>("/v1/kvm/instances/{serviceId}/keep-service")
        .post::<ResetKvmPassword>("/v1/kvm/instances/{serviceId}/password")
        .get::<ListKvmSnapshots>("/v1/kvm/instances/{serviceId}/snapshots")
        .post::<CreateKvmSnapshot>("/v1/kvm/instances/{serviceId}/snapshots")
        .post::<RollbackKvmSnapshot>("/v1/kvm/instances/{serviceId}/snapshots/rollback")
        .patch::<UpdateKvmSnapshot>("/v1/kvm/instances/{serviceId}/snapshots/{snapshotId}")
        .delete::<DeleteKvmSnapshot>("/v1/kvm/instances/{serviceId}/snapshots/{snapshotId}")
        .get::<ListLxcInstances>("/v1/lxc/instances")
        .get::<GetLxcInstance>("/v1/lxc/instances/{serviceId}")
        .get::<GetLxcMetrics>("/v1/lxc/instances/{serviceId}/metrics")
        .post::<ControlLxcInstance>("/v1/lxc/instances/{serviceId}/actions")
        .get::<ListLxcSnapshots>("/v1/lxc/instances/{serviceId}/snapshots")
        .post::<ChangeLxcSnapshot>("/v1/lxc/instances/{serviceId}/snapshots")
        .post::<ResetLxcPassword>("/v1/lxc/instances/{serviceId}/password")
        .post::<ReinstallLxcInstance>("/v1/lxc/instances/{serviceId}/reinstall")
        .post::<CreateLxcTerminalTicket>("/v1/lxc/instances/{serviceId}/terminal-ticket")
        .put::<SetLxcAutoRenew>("/v1/lxc/instances/{serviceId}/auto-renew")
        .put::<SetLxcBillingPeriod>("/v1/lxc/instances/{serviceId}/billing-period")
        .get::<ListHostingServices>("/v1/hosting/services")
        .get::<GetHostingStats>("/v1/hosting/services/{serviceId}/stats")
        .post::<CreatePanelAccess>("/v1/hosting/services/{serviceId}/panel-access")
        .get::<ListEmailServices>("/v1/email/services")
        .post::<ProvisionEmailService>("/v1/email/services/{serviceId}/provision")
        .post::<SyncEmailServiceDns>("/v1/email/services/{serviceId}/dns/sync")
        .get::<ListConversionTools>("/v1/conversion/tools")
        .post::<PrepareConversion>("/v1/conversion/prepare-upload")
        .get::<GetConversionJob>("/v1/conversion/jobs/{jobId}")
        .post::<StartConversion>("/v1/conversion/jobs/{jobId}/start")
        .post::<CancelConversion>("/v1/conversion/jobs/{jobId}/cancel")
}
