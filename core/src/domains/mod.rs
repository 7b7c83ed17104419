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
