//! What a customer has ordered.
mod get;
mod life;
mod list;
pub(crate) mod period;
pub mod service;

pub use get::GetService;
pub use list::{ListServices, ServiceOrder};
pub use service::Model as Service;
