//! What the pages of the sandbox panel show, and to whom.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use super::{Stats, figures, files, files::File, link, site, token};
use crate::{
    hosting::{
        PanelTarget,
        row::{self, SiteState},
    },
    kernel::platform::Platform,
    refusals::error::Result,
};
use sea_orm::{DatabaseExecutor, QueryFilter, entity::prelude::*};

/// What somebody sees who has opened a link.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The site.
    pub site: String,
    /// The domain that it answers to first.
    pub domain: String,
    /// What of it was opened.
    pub target: PanelTarget,
    /// What it uses.
    pub stats: Stats,
    /// What is in its folders.
    pub files: Vec<File>,
}

/// Whether the link with this token can still be opened; looking does not open it.
pub async fn stands(platform: &Platform, token: &str) -> Result<bool> {
    let hash = link::hash(platform.secret(), token);
    let reader = platform.database().reader(true).await?;
    let db = reader.executor();
    match link::unopened(&db, hash, platform.clock().now()).await? {
        Some(link) => serves(&db, &link.site).await,
        None => Ok(false),
    }
}

/// Opens the link with this token, for the first who asks; gives what the session is to show from now on.
pub async fn open(platform: &Platform, token: &str) -> Result<Option<String>> {
    // Most links that do not open are looked at without holding up anybody's writing.
    if !stands(platform, token).await? {
        return Ok(None);
    }
    let cookie = self::token();
    let session = link::hash(platform.secret(), &cookie);
    let (hash, now) = (link::hash(platform.secret(), token), platform.clock().now());
    let opened = platform.database().write(move |db| {
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
pub async fn visit(platform: &Platform, cookie: &str) -> Result<Option<Visit>> {
    let (hash, now) = (link::hash(platform.secret(), cookie), platform.clock().now());
    let reader = platform.database().reader(true).await?;
    let db = reader.executor();
    let Some(link) = link::session(&db, hash, now).await? else { return Ok(None) };
    if !serves(&db, &link.site).await? {
        return Ok(None);
    }
    // Nobody set the site up here: what it answers to, the platform knows.
    let known = row::Entity::find().filter(row::Column::Site.eq(&link.site)).one(&db).await?;
    drop(db);
    drop(reader);
    platform
        .database()
        .write(move |db| Box::pin(async move { link::seen(db, link.work, now).await }))
        .await?;
    Ok(Some(Visit {
        domain: known.map_or_else(|| link.site.clone(), |row| row.primary_domain),
        target: link.target,
        stats: figures::at(&link.site, now),
        files: files::at(&link.site, now),
        site: link.site,
    }))
}

/// Whether the panel lets anybody into `site`.
async fn serves(db: &DatabaseExecutor<'_>, site: &str) -> Result<bool> {
    let found = site::Entity::find_by_id(site.to_owned()).one(db).await?;
    Ok(found.is_none_or(|site| site.state == SiteState::Active))
}
