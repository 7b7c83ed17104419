//! What the platform can do, said once; the rooms in reading order, each using only those below it.
pub mod account;
pub mod conversion;
pub mod email;
pub mod hosting;
pub mod instances;

pub mod billing;
pub mod search;

pub mod domains;
pub mod services;

pub use domains::dns;
pub use instances::{kvm, lxc};

pub use hosting_kernel::*;

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
