//! What the platform can do, said once; the modules in reading order.
mod asking;
pub mod batched;
pub mod operation;
pub mod platform;

pub mod call;
pub mod clock;
pub mod code;
pub mod context;
pub mod credential;
pub mod error;
pub mod scope;
pub mod secret;

pub mod changes;
pub mod database;
mod duty;
mod idempotency;
pub mod limit;
pub mod page;
pub mod queue;
pub mod retention;
mod turn;
pub mod usage;

pub mod bytes;
mod line;
pub mod money;
pub mod password;
pub mod texts;
pub mod time;

pub mod providers;

pub mod account;
pub mod conversion;
pub mod dns;
pub mod domains;
pub mod email;
pub mod hosting;
pub mod instances;
pub mod inventory;
pub mod kvm;
pub mod lxc;
pub mod search;
pub mod services;

pub use batched::Batched;
pub use call::{Call, Facade, Request, Via};
pub use code::Code;
pub use context::{Context, Owned};
pub use credential::Credential;
pub use database::Database;
pub use error::{Detail, Error, Result};
pub use operation::{Effect, Operation};
pub use page::{Backward, Page};
pub use password::Password;
pub use platform::{Answer, Platform};
pub use scope::Scope;
pub use secret::Secret;
pub use time::Time;
