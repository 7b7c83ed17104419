//! The platform as a graph; it knows no HTTP.
mod account;
mod conversion;
mod cost;
mod dns;
mod documents;
mod domains;
mod door;
mod drive;
mod email;
mod graph;
mod hosting;
mod kvm;
pub mod limits;
mod lxc;
mod node;
mod perform;
mod safelist;
pub mod schema;
mod search;
mod services;
mod types;
mod variables;

pub use async_graphql::{Response, parser::types::OperationType};
pub use documents::Hash;
pub use graph::{Asked, Graph, Prepared, Rules, executed};
pub use perform::{Client, refusal};
pub use safelist::Safelist;
