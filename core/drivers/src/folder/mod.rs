//! A folder of this machine; we serve its addresses ourselves.
//!
//! A file is written under a temporary name, brought to the disk, and then given its own: what has its name
//! is whole. Jobs lie two folders deep, so that no folder grows large.
mod disk;
mod incoming;

pub use disk::Space;
pub(crate) use disk::remove_older;

use async_trait::async_trait;
use hosting_kernel::{
    providers::{
        Failure,
        store::{
            Awaited, Brought, Incoming, Key, Link, Local, Purpose, Signed, Stale, Store, Stored, Titled,
        },
    },
    values::{secret::Secret, time::Time},
};
use incoming::Arriving;
use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::task::spawn_blocking;
use uuid::Uuid;

/// A folder of this machine.
#[derive(Clone)]
pub struct Folder(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    secret: Secret,
    base_url: String,
    space: Measure,
}

/// Tells how much room is on the disk of a folder.
pub type Measure = Arc<dyn Fn(&Path) -> io::Result<Space> + Send + Sync>;

impl Folder {
    /// The store in `folder`, which is made when it is first needed; addresses start with `base_url`.
    pub fn new(folder: PathBuf, secret: Secret, base_url: &str) -> Self {
        Self::measured_by(Arc::new(Space::of), folder, secret, base_url)
    }

    /// The same, whose disk has the room that `space` says.
    pub fn measured_by(space: Measure, folder: PathBuf, secret: Secret, base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Self(Arc::new(Inner { folder, secret, base_url, space }))
    }

    fn arriving(&self) -> PathBuf {
        self.0.folder.join("arriving")
    }

    fn job(&self, job: Uuid) -> PathBuf {
        // The last bytes of an id are random; the first are the time.
        let [.., first, second] = *job.as_bytes();
        self.0.folder.join(format!("{first:02x}")).join(format!("{second:02x}")).join(job.to_string())
    }
}

#[async_trait]
impl Store for Folder {
    fn upload(&self, file: Awaited<'_>, until: Time) -> Signed {
        let purpose = Purpose::Upload { size: file.size };
        let url = Link::new(file.key, purpose, until, &self.0.secret).url(&self.0.base_url);
        let size = file.size.to_string();
        Signed { url, headers: vec![("Content-Type", file.mime.to_owned()), ("Content-Length", size)] }
    }

    fn download(&self, file: Titled<'_>, until: Time) -> String {
        Link::new(file.key, Purpose::Download, until, &self.0.secret).url(&self.0.base_url)
    }

    async fn find(&self, key: &Key) -> Result<Option<Stored>, Failure> {
        let path = self.path(key);
        blocking(move || disk::find(&path)).await.map_err(Failure::ours)
    }

    /// Nobody else writes here: what was whole once is what was sent.
    async fn fetch(&self, key: &Key, _: Option<&str>, to: &Path) -> Result<Brought, Failure> {
        let (from, to) = (self.path(key), to.to_owned());
        let copied = blocking(move || disk::copy(&from, &to)).await.map_err(Failure::ours)?;
        Ok(if copied { Brought::Whole } else { Brought::Nothing })
    }

    async fn keep(&self, key: &Key, path: &Path, _: &str) -> Result<(), Failure> {
        let (from, to, arriving) = (path.to_owned(), self.path(key), self.arriving());
        blocking(move || disk::keep(&from, &arriving, &to)).await.map_err(Failure::ours)
    }

    async fn remove(&self, job: Uuid) -> Result<(), Failure> {
        let folder = self.job(job);
        blocking(move || disk::remove(&folder)).await.map_err(Failure::ours)
    }

    async fn jobs(&self, after: Option<String>) -> Result<(Vec<Uuid>, Option<String>), Failure> {
        let folder = self.0.folder.clone();
        blocking(move || disk::jobs(&folder, after.as_deref())).await.map_err(Failure::ours)
    }

    async fn has_room(&self) -> bool {
        let of = Arc::clone(&self.0);
        let space = blocking(move || {
            disk::folder(&of.folder)?;
            (of.space)(&of.folder)
        });
        // Of what cannot be measured, writing tells.
        space.await.map_or_else(
            |cause| {
                tracing::warn!(%cause, "the disk of the files does not say how full it is");
                true
            },
            |space| !space.is_nearly_full(),
        )
    }

    fn local(&self) -> Option<&dyn Local> {
        Some(self)
    }

    fn driver(&self) -> &'static str {
        "folder"
    }

    async fn ping(&self) -> Result<(), Failure> {
        let folder = self.0.folder.clone();
        blocking(move || disk::folder(&folder)).await.map_err(Failure::ours)
    }
}

#[async_trait]
impl Local for Folder {
    fn check(&self, link: &Link, now: Time) -> Result<(), Stale> {
        link.check(&self.0.secret, now)
    }

    async fn receive(&self, job: Uuid) -> io::Result<Box<dyn Incoming>> {
        let (arriving, job) = (self.arriving(), self.job(job));
        let incoming = blocking(move || {
            disk::ready(&job)?;
            Arriving::new(&arriving)
        });
        Ok(Box::new(incoming.await?))
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.job(key.job).join(&key.name)
    }

    async fn forget_arriving(&self, age: Duration) -> Result<(), Failure> {
        let folder = self.arriving();
        blocking(move || disk::remove_older(&folder, age)).await.map_err(Failure::ours)
    }
}

/// What the disk does holds up no other request.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
