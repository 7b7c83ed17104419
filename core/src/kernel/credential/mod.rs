//! API keys and OAuth access tokens (`contract.md` §3).
mod cache;
mod create;
mod row;
pub mod token;

pub(crate) use cache::Cache;
pub use create::{NewCredential, create, revoke};
pub use row::{Column, Credential, CredentialKind, Entity, Model};
