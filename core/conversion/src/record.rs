//! A job as its owner sees it.
use super::{artifact, checksum, fault::Fault, file, job, options::Options, state::JobStatus};
use async_graphql::SimpleObject;
use chrono::TimeDelta;
use hosting_kernel::{
    kernel::{context::Context, platform::Platform},
    providers::store::{Awaited, Titled},
    refusals::error::Result,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use sea_orm::{QueryFilter, QueryOrder, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// How long an address for an upload lives (`contract.md` §8.8).
const UPLOAD: TimeDelta = TimeDelta::hours(1);
/// How long an address for a download lives.
const DOWNLOAD: TimeDelta = TimeDelta::minutes(15);

/// What addresses look like.
const UPLOAD_EXAMPLE: &str = "https://api.example.com/files/019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b/019aa1b2-3c4e-7e5f-8a6b-7c8d9e0f1a2b\
    ?size=482113&expires=1763646258&signature=vZ7b1t0m9Qm0m8s7F0c3h2Jx5oYk6Lq9w1E4r2T8u3I";
/// The same of those for downloads.
const DOWNLOAD_EXAMPLE: &str = "https://api.example.com/files/019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b/made-1-0\
    ?expires=1763646258&signature=a3Fh5Kp8Rt1Vx4Zb7Nd0Gq2Ls6Wy9Ce3Jm5Ou8Ti1Xr";

/// A conversion: its files, how far it is, and what was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "ConversionJobFields")]
pub struct ConversionJob {
    /// Identifies the job.
    pub id: Uuid,
    /// The tool's id.
    #[schemars(length(max = 160), example = &"image-convert")]
    pub tool: String,
    /// The tool's options; those that are secret are left out.
    pub options: Options,
    /// Where the job stands.
    pub status: JobStatus,
    /// How much of the work is done, of 100.
    #[schemars(example = 40, range(min = 0, max = 100))]
    pub progress: i32,
    /// The files that are to be converted, in the order in which they were named.
    #[schemars(length(max = 10))]
    pub files: Vec<ConversionFile>,
    /// What was made.
    pub artifacts: Vec<ConversionArtifact>,
    /// Why the job failed, if it did.
    pub error: Option<Fault>,
    /// When the job was made.
    pub created_at: Time,
    /// When work on it began.
    pub started_at: Option<Time>,
    /// When it became what it stays.
    pub finished_at: Option<Time>,
    /// When it ends if nothing happens; once it is over, when its files are removed.
    pub expires_at: Time,
}

/// A file that is to be converted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct ConversionFile {
    /// Identifies the file.
    pub id: Uuid,
    /// What the customer calls it.
    #[schemars(length(max = 255), example = &"holiday.jpg")]
    pub original_name: String,
    /// Its type (RFC 6838).
    #[schemars(length(max = 160), example = &"image/jpeg")]
    pub mime_type: String,
    /// Its size.
    #[schemars(range(min = 1, max = 52_428_800))]
    pub size_bytes: i32,
    /// Its checksum, as the customer gave it.
    #[schemars(length(max = 128))]
    pub checksum: Option<String>,
    /// Whether what was uploaded has that checksum; null until then, and where none was given. False too where
    /// the kind of checksum is not known here.
    pub checksum_verified: Option<bool>,
    /// When it was whole.
    pub uploaded_at: Option<Time>,
    /// How to send it, while it is awaited.
    pub upload: Option<UploadRequest>,
}

/// The request that sends a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct UploadRequest {
    /// Its method.
    #[schemars(example = &"PUT")]
    pub method: String,
    /// Its address, signed.
    #[schemars(url, example = UPLOAD_EXAMPLE)]
    pub url: String,
    /// Header lines that it must have.
    pub headers: Options,
    /// When the address ends; a look at the job gives a new one.
    pub expires_at: Time,
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct ConversionArtifact {
    /// Identifies the file.
    pub id: Uuid,
    /// What it is called.
    #[schemars(example = &"holiday.webp")]
    pub file_name: String,
    /// Its type (RFC 6838).
    #[schemars(length(max = 160), example = &"image/webp")]
    pub mime_type: String,
    /// Its size.
    pub size_bytes: Bytes,
    /// What it holds: SHA-256 in hexadecimal.
    #[schemars(
        regex(pattern = "^[0-9a-f]{64}$"),
        length(max = 64),
        example = &"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )]
    pub sha256: String,
    /// Where to fetch it, signed; null once the file is removed.
    #[schemars(url, example = DOWNLOAD_EXAMPLE)]
    pub download_url: Option<String>,
    /// When that address ends; a look at the job gives a new one.
    pub expires_at: Option<Time>,
}

impl ConversionJob {
    /// `job` with its files and what was made of them.
    pub(super) async fn of(cx: &Context<'_>, job: job::Model) -> Result<Self> {
        let files = cx.all(file::Entity::of_job(cx, job.id)).await?;
        let made = match job.status {
            JobStatus::Succeeded => cx.all(artifact::Entity::of_job(cx, job.id)).await?,
            _ => Vec::new(),
        };
        Ok(Self::with(cx.platform, cx.now(), job, files, made))
    }

    /// The same of rows that are known.
    pub(super) fn with(
        platform: &Platform,
        now: Time,
        job: job::Model,
        files: Vec<file::Model>,
        made: Vec<artifact::Model>,
    ) -> Self {
        Self {
            files: files.into_iter().map(|file| shown(platform, now, &job, file)).collect(),
            artifacts: made.into_iter().map(|made| fetched(platform, now, &job, made)).collect(),
            id: job.id,
            tool: job.tool,
            options: Options(match job.options {
                Json::Object(members) => members,
                _ => serde_json::Map::new(),
            }),
            status: job.status,
            progress: job.progress,
            error: job.error,
            created_at: job.created_at,
            started_at: job.started_at,
            finished_at: job.finished_at,
            expires_at: job.expires_at,
        }
    }
}

fn shown(platform: &Platform, now: Time, job: &job::Model, file: file::Model) -> ConversionFile {
    let until = now.plus(UPLOAD).min(job.expires_at);
    let awaited = job.status.takes_files() && file.uploaded_at.is_none() && now < until;
    let upload = awaited.then(|| {
        let key = file.key();
        let sha256 = file.checksum.as_deref().and_then(checksum::sha256);
        let (size, sha256) = (file.size_bytes.into(), sha256.as_deref());
        let awaited = Awaited { key: &key, size, mime: &file.mime_type, sha256 };
        let signed = platform.providers().store.upload(awaited, until);
        let headers = signed.headers.into_iter().map(|(name, value)| (name.to_owned(), value.into()));
        UploadRequest {
            method: "PUT".to_owned(),
            url: signed.url,
            headers: Options(headers.collect()),
            expires_at: until,
        }
    });
    ConversionFile {
        id: file.id,
        original_name: file.original_name,
        mime_type: file.mime_type,
        size_bytes: file.size_bytes,
        // Of a file of which nothing was said, nothing was verified.
        checksum_verified: file.checksum.as_ref().and(file.checksum_verified),
        checksum: file.checksum,
        uploaded_at: file.uploaded_at,
        upload,
    }
}

fn fetched(platform: &Platform, now: Time, job: &job::Model, made: artifact::Model) -> ConversionArtifact {
    let until = now.plus(DOWNLOAD).min(job.expires_at);
    let there = job.files_gone_at.is_none() && now < until;
    let key = made.key();
    let titled = Titled { key: &key, name: &made.file_name, mime: &made.mime_type };
    ConversionArtifact {
        id: made.id,
        download_url: there.then(|| platform.providers().store.download(titled, until)),
        expires_at: there.then_some(until),
        file_name: made.file_name,
        mime_type: made.mime_type,
        size_bytes: Bytes(made.size_bytes),
        sha256: made.sha256,
    }
}

impl file::Entity {
    fn of_job(cx: &Context<'_>, job: Uuid) -> Select<Self> {
        use hosting_kernel::database::owned::Owned;
        Self::owned(cx).filter(file::Column::JobId.eq(job)).order_by_asc(file::Column::Position)
    }
}

impl artifact::Entity {
    fn of_job(cx: &Context<'_>, job: Uuid) -> Select<Self> {
        use hosting_kernel::database::owned::Owned;
        Self::owned(cx).filter(artifact::Column::JobId.eq(job)).order_by_asc(artifact::Column::Position)
    }
}
