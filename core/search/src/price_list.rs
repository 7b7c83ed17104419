//! The price list, read now and then.
#![expect(clippy::disallowed_methods, reason = "prices are the same for everyone")]
use super::price::{Entity, Model, Price};
use chrono::TimeDelta;
use hosting_kernel::{database::Database, refusals::error::Result, values::time::Time};
use sea_orm::EntityTrait;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// A changed price is seen after this time at the latest.
const FRESH: TimeDelta = TimeDelta::seconds(4);

/// What names cost, by their suffix.
#[derive(Debug, Default)]
pub(super) struct PriceList(HashMap<String, Price>);

/// What the price list says of a name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Listed<'a> {
    /// It stands right under a suffix with a price.
    Priced(&'a Price),
    /// It stands under no suffix with a price.
    Unpriced,
    /// It is a suffix, or stands deeper under one: nobody can register it.
    Misplaced,
}

impl PriceList {
    /// The list of these entries.
    pub fn new(entries: impl IntoIterator<Item = Model>) -> Self {
        let suffix = |tld: &str| tld.strip_prefix('.').unwrap_or(tld).to_owned();
        Self(entries.into_iter().map(|entry| (suffix(&entry.tld), entry.price)).collect())
    }

    /// What it says of `name`; the longest suffix counts (`co.uk` before `uk`).
    pub fn look_up(&self, name: &str) -> Listed<'_> {
        let mut label = "";
        let mut suffix = name;
        loop {
            if let Some(price) = self.0.get(suffix) {
                let right_under = !label.is_empty() && name.len() == label.len() + 1 + suffix.len();
                return if right_under { Listed::Priced(price) } else { Listed::Misplaced };
            }
            match suffix.split_once('.') {
                Some(parts) => (label, suffix) = parts,
                None => return Listed::Unpriced,
            }
        }
    }
}

/// The price list as it was a moment ago.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Option<(Time, Arc<PriceList>)>>);

impl Recent {
    /// The price list.
    pub async fn get(&self, db: &Database, now: Time) -> Result<Arc<PriceList>> {
        if let Some(known) = self.known(now) {
            return Ok(known);
        }
        let reader = db.reader(false).await?;
        let entries = Entity::find().all(&reader.executor()).await?;
        let list = Arc::new(PriceList::new(entries));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&list)));
        Ok(list)
    }

    fn known(&self, now: Time) -> Option<Arc<PriceList>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, list) = known.as_ref()?;
        let age = now.utc() - read.utc();
        (TimeDelta::zero() <= age && age < FRESH).then(|| Arc::clone(list))
    }
}
