//! What the pages of the sandbox panel show, and to whom.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use super::{figures, files, files::File, link, site, token};
use hosting_kernel::{
    database::{Database, executor::Executor},
    providers::panel::{PanelTarget, SiteState, Stats},
    refusals::error::Result,
    values::{secret::Secret, time::Time},
};
use sea_orm::entity::prelude::*;

/// What somebody sees who has opened a link.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The site.
    pub site: String,
    /// What of it was opened.
    pub target: PanelTarget,
    /// What it uses.
    pub stats: Stats,
    /// What is in its folders.
    pub files: Vec<File>,
}

/// Whether the link with this token can still be opened; looking does not open it.
pub async fn stands(db: &Database, secret: &Secret, token: &str, now: Time) -> Result<bool> {
    let reader = db.reader(true).await?;
    let db = reader.executor();
    match link::unopened(&db, link::hash(secret, token), now).await? {
        Some(link) => serves(&db, &link.site).await,
        None => Ok(false),
    }
}

/// Opens the link with this token, for the first who asks; gives what the session is to show from now on.
pub async fn open(db: &Database, secret: &Secret, token: &str, now: Time) -> Result<Option<String>> {
    // Most links that do not open are looked at without holding up anybody's writing.
    if !stands(db, secret, token, now).await? {
        return Ok(None);
    }
    let cookie = self::token();
    let (hash, session) = (link::hash(secret, token), link::hash(secret, &cookie));
    let opened = db.write(move |db| {
        Box::pin(async move {
            match link::unopened(db, hash.clone(), now).await? {
                Some(link) => link::consume(db, link.work, hash, session, now).await,
                None => Ok(false),
            }
        })
    });
    Ok(opened.await?.then_some(cookie))
}

/// What the session with this cookie shows; nothing where it has ended.
pub async fn visit(database: &Database, secret: &Secret, cookie: &str, now: Time) -> Result<Option<Visit>> {
    let reader = database.reader(true).await?;
    let db = reader.executor();
    let Some(link) = link::session(&db, link::hash(secret, cookie), now).await? else { return Ok(None) };
    if !serves(&db, &link.site).await? {
        return Ok(None);
    }
    drop(reader);
    database.write(move |db| Box::pin(async move { link::seen(db, link.work, now).await })).await?;
    Ok(Some(Visit {
        target: link.target,
        stats: figures::at(&link.site, now),
        files: files::at(&link.site, now),
        site: link.site,
    }))
}

/// Whether the panel lets anybody into `site`.
async fn serves(db: &Executor<'_>, site: &str) -> Result<bool> {
    let found = site::Entity::find_by_id(site.to_owned()).one(db).await?;
    Ok(found.is_none_or(|site| site.state == SiteState::Active))
}
