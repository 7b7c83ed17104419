//! Credentials seen a moment ago.
use super::{Column, Credential, Entity};
use crate::{Database, Result, Time};
use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use subtle::ConstantTimeEq;

/// A revocation by another process takes effect after this time at the latest.
const FRESH: TimeDelta = TimeDelta::seconds(4);
const MOST: usize = 10_000;

/// Credentials seen a moment ago, by the hash of their token; bounded.
#[derive(Debug, Default)]
pub struct Cache(Mutex<HashMap<[u8; 32], (Time, Arc<Credential>)>>);

impl Cache {
    /// The credential whose token has this `hash`.
    pub async fn find(&self, db: &Database, hash: [u8; 32], now: Time) -> Result<Option<Arc<Credential>>> {
        if let Some(known) = self.recent(&hash, now) {
            return Ok(Some(known));
        }
        let reader = db.reader(false).await?;
        let row = Entity::find().filter(Column::Hash.eq(hash.to_vec())).one(&reader.executor()).await?;
        let Some(row) = row.filter(|row| row.hash.ct_eq(&hash).into()) else { return Ok(None) };
        let found = Arc::new(Credential::from(row));
        self.keep(hash, now, Arc::clone(&found));
        Ok(Some(found))
    }

    /// Forgets everything, so that the next look is into the database.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn recent(&self, hash: &[u8; 32], now: Time) -> Option<Arc<Credential>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (seen, credential) = known.get(hash)?;
        let age = now.utc() - seen.utc();
        (TimeDelta::zero() <= age && age < FRESH).then(|| Arc::clone(credential))
    }

    fn keep(&self, hash: [u8; 32], now: Time, credential: Arc<Credential>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, (seen, _)| now.utc() - seen.utc() < FRESH);
        }
        if known.len() < MOST {
            known.insert(hash, (now, credential));
        }
    }
}
