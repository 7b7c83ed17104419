//! A file arrives, where the store is a folder of ours.
#![expect(clippy::disallowed_methods, reason = "the signed address names the file; no account asks")]
use super::{
    alone::Alone,
    checksum::{Content, Hashing},
    file, job,
    state::{Event, JobStatus},
};
use chrono::TimeDelta;
use futures_util::{Stream, StreamExt};
use hosting_kernel::{
    database::executor::Executor,
    kernel::{account::check_standing, platform::Platform},
    providers::store::{Incoming, Link, Local, Purpose, Stale},
    refusals::error::{Error, Result},
    values::time::Time,
};
use sea_orm::{ActiveEnum, IntoActiveModel, QueryFilter, QuerySelect, Set, entity::prelude::*};
use std::{io, pin::pin};
use tokio::io::AsyncWriteExt;

/// How long files may arrive, from the first byte on (`contract.md` §8.8).
const ARRIVING: TimeDelta = TimeDelta::hours(24);
/// What waits for the disk, of one file: many may arrive at once.
const BUFFER: usize = 128 << 10;

/// What a request says of the file that it brings.
#[derive(Clone, Debug, Default)]
pub struct Announced {
    /// Its size, in bytes.
    pub size: Option<i64>,
    /// Its type.
    pub mime: Option<String>,
}

/// Why a file was not taken.
#[derive(Debug, thiserror::Error)]
pub enum UploadRefused {
    /// The address is not ours, or was changed.
    #[error("the address is not one that was given out")]
    Forged,
    /// The address has ended.
    #[error("the address has expired: look the job up for a new one")]
    Expired,
    /// The company has stopped the account.
    #[error("the account is suspended: it can be read, and nothing of it can be changed")]
    Suspended,
    /// The job takes no files any more, or has another with this name.
    #[error("{0}")]
    NotAwaited(String),
    /// The type is not the one that was declared.
    #[error("the file must be sent as {0:?}, as it was declared")]
    WrongType(String),
    /// The size is not the one that was declared.
    #[error("the file must have {0} bytes, as it was declared")]
    TooLong(i64),
    /// The same, of a file that is too short.
    #[error("the file ended early: it must have {0} bytes, as it was declared")]
    TooShort(i64),
    /// The content is not what the checksum says.
    #[error("the content is not what the checksum of the file says")]
    WrongChecksum,
    /// It comes too slowly.
    #[error("the file did not arrive in time")]
    TooSlow,
    /// The same file is arriving.
    #[error("the file is being sent already: wait for the end of that")]
    InProgress,
    /// There is no room.
    #[error("there is no room for the file right now")]
    Full,
    /// We failed.
    #[error("something went wrong on our side")]
    Ours(Error),
}

impl From<Stale> for UploadRefused {
    fn from(stale: Stale) -> Self {
        match stale {
            Stale::Forged => Self::Forged,
            Stale::Expired => Self::Expired,
        }
    }
}

impl From<Error> for UploadRefused {
    fn from(cause: Error) -> Self {
        match cause {
            Error::AccountSuspended => Self::Suspended,
            cause => Self::Ours(cause),
        }
    }
}

impl From<io::Error> for UploadRefused {
    fn from(cause: io::Error) -> Self {
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            _ => Self::Ours(Error::Internal(cause.to_string())),
        }
    }
}

/// Why a file stopped arriving before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// It came too slowly.
    TooSlow,
    /// The client has gone.
    CutOff,
}

/// A file that may arrive now, and no second time meanwhile.
#[derive(Debug)]
pub struct Expected {
    job: job::Model,
    file: file::Model,
    alone: Alone,
}

impl Expected {
    /// The account for which it is kept.
    pub const fn account(&self) -> Uuid {
        self.job.account_id
    }
}

type Taken<T> = std::result::Result<T, UploadRefused>;

/// The file that `link` awaits, as it is `announced`: nothing of it is read before.
pub async fn expect(
    platform: &Platform,
    local: &dyn Local,
    link: &Link,
    announced: &Announced,
) -> Taken<Expected> {
    local.check(link, platform.clock().now())?;
    let Purpose::Upload { size } = link.purpose else { return Err(UploadRefused::Forged) };
    let (job, file) = awaited_file(platform, link).await?;
    fits(announced, size, &file)?;
    if !local.has_room().await {
        return Err(UploadRefused::Full);
    }
    let alone = Alone::with(file.id, platform.memory()).ok_or(UploadRefused::InProgress)?;
    Ok(Expected { job, file, alone })
}

/// Takes a file. The same content may be sent twice; it is taken once.
pub async fn receive<B: AsRef<[u8]>>(
    platform: &Platform,
    local: &dyn Local,
    Expected { job, file, alone }: Expected,
    body: impl Stream<Item = std::result::Result<B, Interrupted>> + Send,
) -> Taken<()> {
    let incoming = local.receive(job.id).await?;
    let content = write_down(platform, &job, &file, &*incoming, body).await?;
    if content.as_said == Some(false) {
        return Err(UploadRefused::WrongChecksum);
    }
    // From here on it is taken, whether or not the customer waits for the answer.
    let (platform, path) = (platform.clone(), local.path(&file.key()));
    let settled = tokio::spawn(async move {
        let _alone = alone;
        take_whole(&platform, file, incoming, path, content).await
    });
    settled.await.map_err(|cause| Error::Internal(cause.to_string()))?
}

/// The file that the address is for; refuses one that its job does not wait for.
async fn awaited_file(platform: &Platform, link: &Link) -> Taken<(job::Model, file::Model)> {
    let reader = platform.database().reader(true).await?;
    let id = link.key.name.parse::<Uuid>().map_err(|_| UploadRefused::Forged)?;
    let found = file::Entity::find_by_id(id).one(&reader.executor()).await.map_err(Error::from)?;
    let file = found.filter(|file| file.job_id == link.key.job).ok_or(UploadRefused::Forged)?;
    let job = job::Entity::find_by_id(file.job_id).one(&reader.executor()).await.map_err(Error::from)?;
    let job = job.ok_or(UploadRefused::Forged)?;
    check_standing(&reader.executor(), job.account_id).await?;
    open(&job, &file, platform.clock().now())?;
    Ok((job, file))
}

/// Writes the pieces down as they come: never more than was declared, and to the disk at the end.
async fn write_down<B: AsRef<[u8]>>(
    platform: &Platform,
    job: &job::Model,
    file: &file::Model,
    incoming: &dyn Incoming,
    body: impl Stream<Item = std::result::Result<B, Interrupted>> + Send,
) -> Taken<Content> {
    let size = i64::from(file.size_bytes);
    let mut to = tokio::fs::File::options().write(true).open(incoming.path()).await?;
    to.set_max_buf_size(BUFFER);
    let (mut body, mut hashing) = (pin!(body), Hashing::new(file.checksum.as_deref()));
    let mut length = 0;
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(|interrupted| match interrupted {
            Interrupted::TooSlow => UploadRefused::TooSlow,
            Interrupted::CutOff => UploadRefused::TooShort(size),
        })?;
        let piece = piece.as_ref();
        if length == 0 && !piece.is_empty() && job.status == JobStatus::AwaitingUpload {
            upload_begins(platform, job.id).await?;
        }
        length += i64::try_from(piece.len()).unwrap_or(i64::MAX);
        if length > size {
            return Err(UploadRefused::TooLong(size));
        }
        hashing.update(piece);
        to.write_all(piece).await?;
    }
    if length < size {
        return Err(UploadRefused::TooShort(size));
    }
    to.flush().await?;
    to.sync_all().await?;
    Ok(hashing.finish())
}

/// The first byte of a job has arrived.
async fn upload_begins(platform: &Platform, job: Uuid) -> Taken<()> {
    let now = platform.clock().now();
    let begun = platform.database().write(move |db| {
        Box::pin(async move {
            let held = job::Entity::find_by_id(job).lock_exclusive().one(db).await?;
            let job = held.ok_or_else(|| Error::Internal("a job is gone".to_owned()))?;
            match job.status.after(Event::UploadBegins) {
                Some(status) if status == job.status => Ok(true),
                Some(status) => {
                    let mut begun = job.into_active_model();
                    begun.status = Set(status);
                    begun.expires_at = Set(now.plus(ARRIVING));
                    begun.update(db).await?;
                    Ok(true)
                }
                // Somebody else has brought all by now: what this one brings is compared.
                None => Ok(!job.status.is_final()),
            }
        })
    });
    match begun.await? {
        true => Ok(()),
        false => Err(UploadRefused::NotAwaited("the job takes no files any more".to_owned())),
    }
}

/// Gives a whole file its name, and writes down that it is there: of several who bring it, one does.
async fn take_whole(
    platform: &Platform,
    file: file::Model,
    incoming: Box<dyn Incoming>,
    path: std::path::PathBuf,
    content: Content,
) -> Taken<()> {
    let now = platform.clock().now();
    let settled = platform.database().write(move |db| {
        Box::pin(async move {
            let held = job::Entity::find_by_id(file.job_id).lock_exclusive().one(db).await?;
            let found = file::Entity::find_by_id(file.id).one(db).await?;
            let (Some(job), Some(file)) = (held, found) else {
                return Err(Error::Internal("a job is gone".to_owned()));
            };
            if let Some(before) = &file.sha256 {
                return Ok(again(before, &content));
            }
            if let Err(refused) = open(&job, &file, now) {
                return Ok(Err(refused));
            }
            if let Err(cause) = incoming.become_file(&path) {
                return Ok(Err(cause.into()));
            }
            whole(db, job, file, content, now).await.map(Ok)
        })
    });
    settled.await?
}

/// A file was sent again.
fn again(before: &str, content: &Content) -> Taken<()> {
    match before == content.sha256 {
        true => Ok(()),
        false => {
            Err(UploadRefused::NotAwaited("the file was uploaded already, with other content".to_owned()))
        }
    }
}

/// Writes down that a file is whole, and the job ready if it was the last.
async fn whole(
    db: &Executor<'_>,
    job: job::Model,
    file: file::Model,
    content: Content,
    now: Time,
) -> Result<()> {
    let mut arrived = file.into_active_model();
    arrived.uploaded_at = Set(Some(now));
    arrived.checksum_verified = Set(Some(content.as_said.unwrap_or(false)));
    arrived.sha256 = Set(Some(content.sha256));
    arrived.update(db).await?;
    let missing = file::Entity::find().filter(file::Column::JobId.eq(job.id));
    let missing = missing.filter(file::Column::UploadedAt.is_null()).count(db).await?;
    if missing == 0
        && let Some(status) = job.status.after(Event::UploadEnds)
    {
        let mut ready = job.into_active_model();
        ready.status = Set(status);
        ready.update(db).await?;
    }
    Ok(())
}

/// Refuses a file that its job does not wait for. One that is there may be sent again.
fn open(job: &job::Model, file: &file::Model, now: Time) -> Taken<()> {
    let over = job.status.is_final() || job.expires_at <= now;
    match !over && (job.status.takes_files() || file.uploaded_at.is_some()) {
        true => Ok(()),
        false => Err(UploadRefused::NotAwaited(format!(
            "the job takes no files any more: it is {}",
            if job.status.takes_files() { "expired".to_owned() } else { job.status.to_value() }
        ))),
    }
}

/// Refuses what is announced as another file than the one that was declared.
fn fits(announced: &Announced, size: i64, file: &file::Model) -> Taken<()> {
    let mime = announced.mime.as_deref().unwrap_or_default().trim();
    if !mime.eq_ignore_ascii_case(file.mime_type.trim()) {
        return Err(UploadRefused::WrongType(file.mime_type.clone()));
    }
    match announced.size {
        Some(announced) if announced > size => Err(UploadRefused::TooLong(size)),
        Some(announced) if announced < size => Err(UploadRefused::TooShort(size)),
        _ => Ok(()),
    }
}
