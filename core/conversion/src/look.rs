//! A look at what a store has by now: one that is not ours tells nobody when a file arrives.
use super::{
    checksum::{Content, Hashing},
    file, job,
    record::ConversionJob,
    state::JobStatus,
};
use hosting_kernel::{
    database::owned::Owned,
    kernel::context::Context,
    providers::{Failure, store::Store},
    refusals::error::Result,
    values::{secret::random, time::Time},
};
use sea_orm::{QueryFilter, entity::prelude::*};
use std::{env, path::Path};
use tokio::io::AsyncReadExt;

/// The files of a job that may have arrived, and what was found.
#[derive(Debug, Default)]
pub struct Look {
    awaited: Vec<file::Model>,
    found: Vec<Found>,
}

/// A file that arrived.
#[derive(Clone, Debug)]
pub struct Found {
    pub file: Uuid,
    pub at: Time,
    /// What it holds; nothing where nobody looked inside.
    pub content: Option<Content>,
}

impl Look {
    /// Which files of `job` the store is to be asked for.
    pub async fn prepare(cx: &Context<'_>, job: Uuid) -> Result<Self> {
        let job = job::Entity::get(cx, job).await?;
        if !job.status.takes_files() {
            return Ok(Self::default());
        }
        let awaited = file::Entity::owned(cx)
            .filter(file::Column::JobId.eq(job.id))
            .filter(file::Column::UploadedAt.is_null());
        Ok(Self { awaited: cx.all(awaited).await?, found: Vec::new() })
    }

    /// Asks which of them are there.
    pub async fn ask(&mut self, store: &dyn Store) -> Result<(), Failure> {
        for file in &self.awaited {
            if let Some(stored) = store.find(&file.key()).await?
                && stored.size == i64::from(file.size_bytes)
            {
                self.found.push(Found { file: file.id, at: stored.at, content: None });
            }
        }
        Ok(())
    }

    /// The same, and looks inside.
    pub async fn read(&mut self, store: &dyn Store) -> Result<(), Failure> {
        self.ask(store).await?;
        for found in &mut self.found {
            let file = self.awaited.iter().find(|file| file.id == found.file).expect("it was asked for");
            found.content = content(store, file).await?;
        }
        Ok(())
    }

    /// Whether any file has arrived.
    pub fn any(&self) -> bool {
        !self.found.is_empty()
    }

    /// What has arrived.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Shows what was found, though nobody has written it down yet.
    pub fn show(&self, job: &mut ConversionJob) {
        for found in &self.found {
            let Some(file) = job.files.iter_mut().find(|file| file.id == found.file) else { continue };
            file.uploaded_at = file.uploaded_at.or(Some(found.at));
            file.upload = None;
        }
        if self.any() && job.status.takes_files() {
            let whole = job.files.iter().all(|file| file.uploaded_at.is_some());
            job.status = if whole { JobStatus::Ready } else { JobStatus::Uploading };
        }
    }
}

/// What the store's file holds.
async fn content(store: &dyn Store, file: &file::Model) -> Result<Option<Content>, Failure> {
    let name: String = random::<16>().iter().map(|byte| format!("{byte:02x}")).collect();
    let copy = env::temp_dir().join(format!("hosting-look-{name}"));
    let outcome = match store.fetch(&file.key(), &copy).await {
        Ok(true) => hash(&copy, file.checksum.as_deref()).await.map(Some).map_err(Failure::ours),
        Ok(false) => Ok(None),
        Err(failure) => Err(failure),
    };
    // It may never have been made.
    let _ = tokio::fs::remove_file(&copy).await;
    outcome
}

/// What the file at `path` holds, of which `checksum` was said.
pub(super) async fn hash(path: &Path, checksum: Option<&str>) -> std::io::Result<Content> {
    let mut file = tokio::fs::File::open(path).await?;
    let mut hashing = Hashing::new(checksum);
    let mut piece = vec![0; 64 << 10];
    loop {
        match file.read(&mut piece).await? {
            0 => return Ok(hashing.finish()),
            length => hashing.update(&piece[..length]),
        }
    }
}
