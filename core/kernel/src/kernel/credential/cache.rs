//! Credentials seen a moment ago.
#![expect(clippy::disallowed_methods, reason = "the account is what is looked for")]
use super::{Column, Credential, Entity, recent::Recent, row::ActiveModel};
use crate::{database::Database, refusals::error::Result, values::time::Time};
use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set, prelude::Uuid};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// A revocation by another process takes effect after this time at the latest.
const FRESH: TimeDelta = TimeDelta::milliseconds(900);
/// A use is noted unless one was noted this short a time before.
const NOTED: TimeDelta = TimeDelta::minutes(1);

/// Credentials seen a moment ago, by the hash of their token.
#[derive(Debug)]
pub struct Cache(Recent<Credential>);

impl Default for Cache {
    fn default() -> Self {
        Self(Recent::new(FRESH))
    }
}

impl Cache {
    /// The same, if it was seen a moment ago.
    pub fn seen(&self, hash: &[u8; 32], now: Time) -> Option<Arc<Credential>> {
        self.0.get(hash, now)
    }

    /// The credential whose token has this `hash`.
    pub async fn find(&self, db: &Database, hash: [u8; 32], now: Time) -> Result<Option<Arc<Credential>>> {
        if let Some(known) = self.seen(&hash, now) {
            return Ok(Some(known));
        }
        let reader = db.reader(false).await?;
        let row = async {
            Ok(Entity::find().filter(Column::Hash.eq(hash.to_vec())).one(&reader.executor()).await?)
        };
        let row = db.in_time(row).await?;
        let Some(row) = row.filter(|row| row.hash.ct_eq(&hash).into()) else { return Ok(None) };
        let found = Arc::new(Credential::from(row));
        self.0.keep(hash, now, Arc::clone(&found));
        if found.last_used_at.is_none_or(|last| now.utc() - last.utc() > NOTED) {
            note_use(db.clone(), found.id, now);
        }
        Ok(Some(found))
    }

    /// Forgets everything, so that the next look is into the database.
    pub fn clear(&self) {
        self.0.clear();
    }
}

/// Notes that a credential was used; nobody waits for it.
fn note_use(db: Database, id: Uuid, now: Time) {
    tokio::spawn(async move {
        let used = ActiveModel { last_used_at: Set(Some(now)), ..Default::default() };
        let update = Entity::update_many().set(used).filter(Column::Id.eq(id));
        let written = db.write(move |db| {
            Box::pin(async move {
                update.exec(db).await?;
                Ok(())
            })
        });
        if let Err(cause) = written.await {
            tracing::warn!(%cause, "the use of a credential was not noted");
        }
    });
}
