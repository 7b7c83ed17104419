//! A store on this machine, whose addresses we serve ourselves.
use super::{Key, Link, Stale, Store};
use crate::{providers::Failure, values::time::Time};
use async_trait::async_trait;
use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};
use uuid::Uuid;

/// A store whose addresses are [`Link`]s to us.
#[async_trait]
pub trait Local: Store {
    /// Refuses an address that is not ours, was changed, or whose time is over.
    fn check(&self, link: &Link, now: Time) -> Result<(), Stale>;

    /// A file of `job` that begins to arrive.
    async fn receive(&self, job: Uuid) -> io::Result<Box<dyn Incoming>>;

    /// Where the file lies, if it is there.
    fn path(&self, key: &Key) -> PathBuf;

    /// Removes what began to arrive before `age` and never was whole.
    async fn forget_arriving(&self, age: Duration) -> Result<(), Failure>;
}

/// A file that is not whole yet, under a temporary name; it goes unless it becomes one with its own.
pub trait Incoming: Send + Sync {
    /// Where it is.
    fn path(&self) -> &Path;

    /// It is whole, and on the disk: gives it the name `to`, in place of what may have that.
    fn become_file(self: Box<Self>, to: &Path) -> io::Result<()>;
}
