//! Queued work: written in the transaction of what asked for it, done later, in order per subject.
//!
//! A job is a row of the `job` table (`job`, `table`); its [`Task`] is what is to be done. A worker takes it
//! for the time of a lease (`lease`), does it outside any transaction, and finishes it in one (`worker`).
pub(crate) mod enqueue;
pub(crate) mod job;
pub(crate) mod lease;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod wakeups;
pub(crate) mod worker;
pub(crate) mod workers;

pub use enqueue::enqueue;
pub use job::{Entity, Job, JobStatus};
pub use lease::{backlog, release_leases};
pub use task::{AnyTask, Completion, JobKind, Outcome, Task};
pub use worker::work_once;
pub use workers::Workers;
