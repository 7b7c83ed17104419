//! The keys that mail is signed with, sealed anew when the server's secret is another one.
#![expect(clippy::disallowed_methods, reason = "a secret is every account's")]
use super::{
    key,
    row::{ActiveModel, Column, Entity, Model},
};
use hosting_kernel::{kernel::platform::Platform, refusals::error::Result};
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::ExprTrait};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Services that are looked at in one go.
const BATCH: u64 = 100;

/// The secret with which all is sealed by now, as this process knows it.
#[derive(Default)]
struct Sealed(AtomicUsize);

/// Seals with the current secret what was sealed with one before it. What is damaged is told and left as it is:
/// it holds up nobody else's.
pub(super) async fn reseal(platform: &Platform) -> Result<()> {
    let (current, sealed) = (platform.secret().ring().current, platform.memory::<Sealed>());
    if sealed.0.load(Ordering::Relaxed) >= current {
        return Ok(());
    }
    let mut last = Uuid::nil();
    loop {
        let reader = platform.database().reader(false).await?;
        let some = Entity::find().filter(Column::ServiceId.gt(last)).filter(Column::RsaPrivate.is_not_null());
        let some = some.order_by_asc(Column::ServiceId).limit(BATCH).all(&reader.executor()).await?;
        drop(reader);
        let Some(end) = some.last() else { break };
        last = end.service_id;
        for row in some {
            one(platform, row).await?;
        }
    }
    reseal_others(platform).await?;
    sealed.0.store(current, Ordering::Relaxed);
    Ok(())
}

/// The same for the keys that do not sign.
async fn reseal_others(platform: &Platform) -> Result<()> {
    let mut last = None;
    loop {
        let reader = platform.database().reader(false).await?;
        let mut some = key::Entity::find().cursor_by((key::Column::ServiceId, key::Column::Selector));
        if let Some(last) = last.take() {
            some.after(last);
        }
        let some = some.first(BATCH).all(&reader.executor()).await?;
        drop(reader);
        let Some(end) = some.last() else { return Ok(()) };
        last = Some((end.service_id, end.selector.clone()));
        for key in some {
            other(platform, key).await?;
        }
    }
}

async fn other(platform: &Platform, key: key::Model) -> Result<()> {
    let private = match platform.secret().reseal(&key.private) {
        Ok(Some(private)) => private,
        Ok(None) => return Ok(()),
        Err(cause) => {
            tracing::error!(?key, %cause, "a key that mail is signed with cannot be opened");
            return Ok(());
        }
    };
    let change = key::ActiveModel { private: Set(private), ..Default::default() };
    let same = key::Column::ServiceId
        .eq(key.service_id)
        .and(key::Column::Selector.eq(key.selector))
        .and(key::Column::Private.eq(key.private));
    let work = platform.database().write(move |db| {
        Box::pin(async move {
            key::Entity::update_many().set(change).filter(same).exec(db).await?;
            Ok(())
        })
    });
    work.await
}

async fn one(platform: &Platform, row: Model) -> Result<()> {
    let anew = |private: &Option<Vec<u8>>| {
        private.as_ref().map_or(Ok(None), |private| platform.secret().reseal(private))
    };
    let (rsa, ed25519) = match (anew(&row.rsa_private), anew(&row.ed25519_private)) {
        (Ok(rsa), Ok(ed25519)) => (rsa, ed25519),
        (Err(cause), _) | (_, Err(cause)) => {
            tracing::error!(service_id = %row.service_id, %cause, "a key that mail is signed with cannot be opened");
            return Ok(());
        }
    };
    if rsa.is_none() && ed25519.is_none() {
        return Ok(());
    }
    let change = ActiveModel {
        rsa_private: Set(rsa.or_else(|| row.rsa_private.clone())),
        ed25519_private: Set(ed25519.or_else(|| row.ed25519_private.clone())),
        ..Default::default()
    };
    // Unless they were made anew meanwhile.
    let same = Column::ServiceId
        .eq(row.service_id)
        .and(Column::RsaPrivate.eq(row.rsa_private))
        .and(Column::Ed25519Private.eq(row.ed25519_private));
    let work = platform.database().write(move |db| {
        Box::pin(async move {
            Entity::update_many().set(change).filter(same).exec(db).await?;
            Ok(())
        })
    });
    work.await
}
