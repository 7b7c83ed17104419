//! What the platform can do, said once; the rooms in reading order, each using only those below it.
pub mod search;

pub mod account;
pub mod conversion;
pub mod email;
pub mod hosting;
pub mod instances;

pub mod domains;
pub mod services;

pub mod kernel;
pub mod providers;

pub mod database;
pub mod refusals;
pub mod values;

pub use database::Database;
pub use domains::dns;
pub use instances::{kvm, lxc};
pub use kernel::{
    batched::Batched,
    call::{Call, Facade, Request, Via},
    changes,
    context::{Context, Owned},
    credential::{self, Credential},
    limit,
    operation::{Effect, Operation},
    page::{self, Backward, Page},
    platform::{self, Answer, Platform},
    queue, retention, usage,
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
