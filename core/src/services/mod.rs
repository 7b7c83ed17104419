//! What a customer has ordered.
mod get;
mod life;
mod list;
mod order;
pub(crate) mod period;
pub mod service;

pub use get::GetService;
pub use list::ListServices;
pub use order::ServiceOrder;
pub use service::Model as Service;
