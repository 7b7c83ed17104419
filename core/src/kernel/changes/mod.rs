//! Changes, told to those who watch: after their commit, to their owner alone, whoever made them.
//!
//! The database notices them (`feed`); the `Hub` loads each changed record once and hands it to all
//! who watch it; a [`Watching`] looks before each whether its credential is still good.
mod change;
mod feed;
mod hub;
mod row;
mod shown;
mod watch;
mod watcher;
mod watching;

pub(crate) use hub::Hub;
pub use shown::Shown;
pub use watch::Watch;
pub use watching::Watching;
