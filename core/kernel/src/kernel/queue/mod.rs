//! Queued work: written in the transaction of what asked for it, done later, in order per subject.
//!
//! A job is a row of the `job` table (`job`, `table`); its [`Task`] is what is to be done. A worker takes it
//! (`take`) for the time of a lease (`lease`), does it outside any transaction, and finishes it in one (`attempt`).
//! What is given up is settled (`given_up`); the `operator` looks at what waits, and decides about it.
mod attempt;
mod backlog;
pub mod enqueue;
mod given_up;
mod hands;
pub mod job;
pub mod lane;
mod lease;
pub mod moment;
pub mod operator;
mod read;
pub mod subject;
pub mod table;
mod take;
pub mod task;
pub(crate) mod wakeups;
pub mod worker;

pub use backlog::{Backlog, Count, backlog};
pub use enqueue::{Asker, enqueue};
pub use job::{Column, Entity, Job, JobStatus};
pub use lane::Lane;
pub use lease::release_leases;
pub use subject::Subject;
pub use task::{AnyTask, Completion, JobKind, Outcome, Task};
pub use worker::work_once;
