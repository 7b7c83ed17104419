//! The keys that mail is signed with, sealed anew when the server's secret is another one.
#![expect(clippy::disallowed_methods, reason = "a secret is every account's")]
use super::row::{ActiveModel, Column, Entity, Model};
use crate::{
    kernel::platform::Platform,
    refusals::error::{Error, Result},
};
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::ExprTrait};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Services that are looked at in one go.
const BATCH: u64 = 100;

/// The secret with which all is sealed by now, as this process knows it.
#[derive(Default)]
struct Sealed(AtomicUsize);

/// Seals with the current secret what was sealed with one before it.
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
    sealed.0.store(current, Ordering::Relaxed);
    Ok(())
}

async fn one(platform: &Platform, row: Model) -> Result<()> {
    let anew = |private: &Option<Vec<u8>>| match private {
        Some(private) => {
            platform.secret().reseal(private).map_err(|cause| Error::Internal(cause.to_string()))
        }
        None => Ok(None),
    };
    let (rsa, ed25519) = (anew(&row.rsa_private)?, anew(&row.ed25519_private)?);
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
