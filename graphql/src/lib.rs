//! The platform as a graph; it knows no HTTP.
mod account;
mod conversion;
mod dns;
mod domains;
mod email;
mod hosting;
mod kvm;
pub mod limits;
mod lxc;
mod perform;
mod root_field;
pub mod schema;
mod search;
mod services;
mod subscriptions;

pub use async_graphql::{Request, Response};
pub use perform::{Client, refusal};
pub use schema::Schema;
