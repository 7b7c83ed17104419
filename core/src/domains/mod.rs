//! The names a customer owns.
mod apply_nameservers;
pub mod dns;
pub mod domain;
mod find;
mod get;
mod list;
mod order;
mod set_auto_renew;
mod set_nameservers;

pub(crate) use apply_nameservers::ApplyNameservers;
pub use domain::Model as Domain;
pub use find::FindDomain;
pub use get::GetDomain;
pub use list::ListDomains;
pub use order::DomainOrder;
pub use set_auto_renew::SetDomainAutoRenew;
pub use set_nameservers::SetDomainNameservers;

use crate::{
    kernel::{
        area::Area,
        changes::topic::{RecordKind, Topic, load},
        queue::task::JobKind,
    },
    refusals::scope::Scope,
};

/// What the kernel is told of domains.
pub static AREA: Area = Area {
    jobs: &[
        JobKind::of::<ApplyNameservers>(),
        JobKind::of::<dns::PutRecord>(),
        JobKind::of::<dns::RemoveRecord>(),
    ],
    routines: &[],
    topics: &[&DOMAIN_CHANGED],
};

/// The domains of the account, or one of them.
pub static DOMAIN_CHANGED: Topic = Topic {
    id: "domainChanged",
    kinds: &[RecordKind {
        name: "domain",
        scope: Scope::DomainsRead,
        load: |platform, call, domain_id| load(platform, call, GetDomain { domain_id }),
    }],
    requires: None,
};
