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

pub mod kernel;
pub mod providers;

pub mod database;
pub mod refusals;
pub mod values;

pub use database::{Database, owned::Owned};
pub use domains::dns;
pub use instances::{kvm, lxc};
pub use kernel::{
    answer::Answer,
    area::{Area, Areas},
    background,
    batched::Batched,
    call::{Allowance, Call, Request, Via},
    changes,
    context::Context,
    credential::{self, Credential},
    effect::Effect,
    ending::Ending,
    facade::Facade,
    installation, limit,
    operation::Operation,
    page::{self, Backward, Page},
    platform::{self, Platform},
    queue, settings, usage,
};
pub use refusals::{
    code::{self, Code},
    error::{self, Detail, Error, Result},
    scope::{self, Scope},
};
pub use values::{
    bytes, clock, money,
    password::{self, Password},
    secret::{self, Secret},
    texts,
    time::{self, Time},
};

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
