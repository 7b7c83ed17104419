//! Changes, told to those who subscribed: after their commit, to their owner alone, whoever made them.
//!
//! The database notices them (`feed`). Each changed record is loaded once (`deliver`) and handed to all who
//! subscribed to it (`hub`); a [`Subscription`] checks before each whether its credential is still good. What can
//! be subscribed to is a [`Topic`], which the areas declare.
pub mod change;
pub mod changed;
mod deliver;
mod feed;
pub(crate) mod hub;
pub mod purge;
mod registration;
mod row;
pub(crate) mod subscribe;
mod subscriber;
pub mod subscription;
pub mod topic;
mod watched;

pub use changed::Changed;
pub use subscribe::subscribe;
pub use subscription::Subscription;
pub use topic::{RecordKind, Topic, Whole};
pub use watched::Watched;
