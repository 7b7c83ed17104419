//! The C library of libvirt (<https://libvirt.org/html/index.html>), as far as its driver asks it.
//!
//! Calls block for as long as libvirt does. All that it hands out may be used by any thread, and is given back when it is
//! dropped. Without the feature `libvirt` there is nothing here.
#![cfg(feature = "libvirt")]
mod connection;
mod domain;
mod error;
mod events;
mod owned;
mod snapshot;
mod stats;
mod storage;
mod watch;

pub use connection::Connection;
pub use domain::{Description, Domain, state};
pub use error::{Error, code};
pub use snapshot::Snapshot;
pub use stats::Stats;
pub use storage::{Pool, Volume};
pub use watch::Watch;
