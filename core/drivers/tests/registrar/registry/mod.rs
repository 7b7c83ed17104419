//! A registry that speaks EPP over TLS on this machine: what it keeps, the rules it has, and what goes wrong on demand.
//!
//! It shares nothing with the driver but the standards; `Net::EPP` keeps it honest (`.ci/lib/registry.sh`).
pub mod certificates;
mod contacts;
mod domains;
mod fees;
mod hosts;
mod keys;
mod poll;
mod protocol;
mod reply;
mod server;
mod serving;
mod wire;
mod world;

pub use server::{Asked, Fault, Registry};
pub use serving::{Keeps, Rules};
pub use world::{Contact, Fee};
