//! The names a customer owns.
mod apply_nameservers;
pub mod dns;
pub mod domain;
mod find;
mod get;
mod list;
mod set_auto_renew;
mod set_nameservers;

pub(crate) use apply_nameservers::ApplyNameservers;
pub use domain::Model as Domain;
pub use find::FindDomain;
pub use get::GetDomain;
pub use list::{DomainOrder, ListDomains};
pub use set_auto_renew::SetDomainAutoRenew;
pub use set_nameservers::SetDomainNameservers;
