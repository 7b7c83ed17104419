//! What the platform can do, said once: the areas in reading order, each using only those below it. Each is a package of
//! its own beside this one, so that a change in one of them builds little else again.
pub use hosting_account as account;
pub use hosting_email as email;
pub use hosting_shared as hosting;

pub use hosting_billing as billing;

pub use hosting_conversion as conversion;
pub use hosting_instances as instances;
pub use hosting_search as search;

pub use hosting_domains as domains;
pub use hosting_services as services;

pub use domains::dns;
pub use instances::lxc;

pub use hosting_kernel::*;

/// Virtual machines.
pub mod kvm {
    pub use hosting_billing::RenewKvmInstance;
    pub use hosting_instances::kvm::*;
}

/// What each area tells the kernel of itself, and what the kernel does by itself.
pub static AREAS: Areas = &[
    &kernel::AREA,
    &services::AREA,
    &domains::AREA,
    &billing::AREA,
    &instances::AREA,
    &hosting::AREA,
    &email::AREA,
    &conversion::AREA,
];
