//! A look at what a store has by now: one that is not ours tells nobody when a file arrives.
//!
//! Nothing is brought here for it: what the store does not say of a file, the work on it finds out.
use super::{
    checksum::{self, Content, Hashing},
    file, job,
    record::ConversionJob,
    state::JobStatus,
};
use hosting_kernel::{
    database::owned::Owned,
    kernel::context::Context,
    providers::{
        Failure,
        store::{Store, Stored},
    },
    refusals::error::Result,
};
use sea_orm::{QueryFilter, entity::prelude::*};
use std::{collections::BTreeMap, path::Path};
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
    /// As the store has it.
    pub stored: Stored,
}

impl Found {
    /// Why it is not the `file` that was declared, if it is not.
    pub fn wrong(&self, file: &file::Model) -> Option<String> {
        let name = &file.original_name;
        if self
            .stored
            .mime
            .as_ref()
            .is_some_and(|mime| !mime.trim().eq_ignore_ascii_case(file.mime_type.trim()))
        {
            return Some(format!("{name:?} was not sent as {:?}: upload it again", file.mime_type));
        }
        (self.as_said(file) == Some(false))
            .then(|| format!("{name:?} is not what its checksum says: upload it again"))
    }

    /// Whether the customer was right about what the `file` holds, where the store knows it.
    pub fn as_said(&self, file: &file::Model) -> Option<bool> {
        let said = file.checksum.as_deref().and_then(checksum::sha256)?;
        Some(said == *self.stored.sha256.as_ref()?)
    }
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
                self.found.push(Found { file: file.id, stored });
            }
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

    /// What each file that arrived is by now: it is that, or none of the job's.
    pub fn versions(&self) -> BTreeMap<Uuid, String> {
        self.found.iter().filter_map(|found| Some((found.file, found.stored.version.clone()?))).collect()
    }

    /// Shows what was found, though nobody has written it down yet.
    pub fn show(&self, job: &mut ConversionJob) {
        for found in &self.found {
            let Some(file) = job.files.iter_mut().find(|file| file.id == found.file) else { continue };
            file.uploaded_at = file.uploaded_at.or(Some(found.stored.at));
            file.upload = None;
        }
        if self.any() && job.status.takes_files() {
            let whole = job.files.iter().all(|file| file.uploaded_at.is_some());
            job.status = if whole { JobStatus::Ready } else { JobStatus::Uploading };
        }
    }
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
