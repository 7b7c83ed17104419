//! API keys and OAuth access tokens (`contract.md` §3).
//!
//! An access token is one of ours, or a JWT of an issuer that the operator trusts: it uses a link, a credential
//! that the operator made for its subject.
mod cache;
mod create;
mod grant;
mod guesses;
mod issuers;
mod jwk;
mod keyring;
mod link;
mod recent;
mod row;
pub mod token;

pub use cache::Cache;
pub use create::{NewCredential, create, revoke};
pub use grant::Grant;
pub use guesses::Guesses;
pub use issuers::Issuers;
pub use link::{Linked, Subject, link};
pub use row::{Column, Credential, CredentialKind, Entity, Model};
