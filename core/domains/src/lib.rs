//! The names a customer owns.
mod abandon;
mod adopt_zone;
mod apply_nameservers;
mod brought_in;
pub mod dns;
pub mod domain;
mod each;
mod find;
mod follow;
mod get;
mod glue;
mod list;
mod look;
mod order;
mod registrations;
mod renew;
mod set_auto_renew;
mod set_nameservers;
mod sign;
mod zones;

pub use adopt_zone::{Adopted, adopt_zone};
pub(crate) use apply_nameservers::ApplyNameservers;
pub use brought_in::{queue_looks, queue_name_servers, queue_records};
pub use domain::Model as Domain;
pub use find::FindDomain;
pub use get::GetDomain;
pub use list::ListDomains;
pub use order::DomainOrder;
pub use registrations::{Registration, ShownOtherwise, look_again, registrations};
pub use renew::{YEARS, due, ending, renewal_of};
pub use set_auto_renew::SetDomainAutoRenew;
pub use set_nameservers::SetDomainNameservers;
pub use zones::{Compared, Difference, backends_of_domains, backends_of_zones, differences, repair};

use abandon::abandon;
use futures_util::future::BoxFuture;
use hosting_kernel::{
    kernel::{
        area::Area,
        call::Call,
        changes::{
            changed::Record,
            topic::{RecordKind, Topic, Whole, load, part_of},
        },
        platform::Platform,
        queue::{subject::Subject, task::JobKind},
        routine::Routine,
    },
    refusals::{error::Result, scope::Scope},
};
use uuid::Uuid;

/// What the kernel is told of domains.
pub static AREA: Area = Area {
    jobs: &[
        JobKind::of::<ApplyNameservers>(),
        JobKind::of::<look::LookAtDomain>(),
        JobKind::of::<renew::RenewDomain>(),
        JobKind::of::<sign::HandOverKeys>(),
        JobKind::of::<dns::PutRecord>(),
        JobKind::of::<dns::RemoveRecord>(),
    ],
    subjects: &[Subject { name: domain::SUBJECT, abandon: |at, id, why| Box::pin(abandon(at, id, why)) }],
    routines: &[
        Routine { name: "zones are compared", run: |platform| Box::pin(zones::compare_all(platform)) },
        Routine {
            name: "the messages of registries are read",
            run: |platform| Box::pin(look::read_messages(platform)),
        },
        Routine { name: "domains are looked at", run: |platform| Box::pin(look::look_at_all(platform)) },
        Routine {
            name: "registries are given the keys of zones",
            run: |platform| Box::pin(sign::hand_over_all(platform)),
        },
        Routine { name: "domains are renewed", run: |platform| Box::pin(renew::renew_due(platform)) },
    ],
    followers: &[],
    topics: &[&DOMAIN_CHANGED, &DNS_RECORD_CHANGED],
};

/// The domains of the account, or one of them.
pub static DOMAIN_CHANGED: Topic = Topic {
    id: "domainChanged",
    kinds: &[RecordKind { name: "domain", scope: Scope::DomainsRead, load: look, whole: None }],
    requires: None,
};

/// The DNS records of the account, those of one domain, or one of them.
pub static DNS_RECORD_CHANGED: Topic = Topic {
    id: "dnsRecordChanged",
    kinds: &[RecordKind {
        name: "dns_record",
        scope: Scope::DomainsRead,
        load: |platform, call, record_id| load(platform, call, dns::FindDnsRecord { record_id }),
        whole: Some(Whole {
            load: look,
            of: |record| part_of(record, |record: &dns::DnsRecord| record.domain_id),
        }),
    }],
    requires: None,
};

fn look<'a>(platform: &'a Platform, call: &'a Call, domain_id: Uuid) -> BoxFuture<'a, Result<Record>> {
    load(platform, call, GetDomain { domain_id })
}
