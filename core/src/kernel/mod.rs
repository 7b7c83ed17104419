//! What every operation needs and none writes.
pub mod account;
pub mod asking;
pub mod batched;
pub mod call;
pub mod changes;
pub mod context;
pub mod credential;
pub mod duty;
pub mod idempotency;
pub mod limit;
pub mod operation;
pub mod page;
pub mod platform;
pub mod queue;
pub mod retention;
mod turn;
pub mod usage;
