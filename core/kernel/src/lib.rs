//! What every operation needs and none writes, and what it stands on; the rooms in reading order, each using only
//! those below it. The areas are a package of their own above: a change in one of them builds nothing of this again.
pub mod kernel;
pub mod providers;

pub mod database;
pub mod refusals;
pub mod values;

pub use database::{Database, owned::Owned};
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
